"""Names of parts: what may be one, and what is wrong with a new one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .description import Description

NAMING = "Use letters, digits, spaces, - and _, not a digit first."


def new_name(model: Description, name: str, table: Mapping[str, object], what: str) -> str:
    """Return a new name as text; note what is wrong with it."""
    where = f"{what} '{name}'"
    if not isinstance(name, str):
        told = f"Write '{what}{name}'." if isinstance(name, int) else "The name comes first, a text such as 'A'."
        model.note(where, f"its name is {name!r}, not a text.", told)
        return f"{what}{name}"
    if name in table:
        several = "bodies" if what == "body" else f"{what}s"
        model.note(where, f"there are two {several} of this name.", "Give each its own name.")
    if what in ("body", "joint") and name in {**model.bodies, **model.joints} and name not in table:
        model.note(where, "a body and a joint share this name.", "Rename one of them.")
    if what != "driver" and not is_name(name):
        model.note(where, f"'{name}' is not a name.", NAMING if name == name.strip() else f"Write '{name.strip()}'.")
    return name


def is_name(name: str) -> bool:
    """Return whether a text can be the name of a part."""
    return name == name.strip() and name.replace(" ", "_").replace("-", "_").isidentifier()
