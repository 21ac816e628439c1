"""The registry of kinds of functions: for the file format, its schema and the manual."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from linkwork.errors import ExpressionError, nearest

from .time_function import TimeFunction

REQUIRED: Any = type("Required", (), {"__repr__": lambda self: "required"})()


@dataclass(frozen=True)
class Field:
    """One field of a kind.

    Attributes
    ----------
    type : str
        ``"quantity"`` (number, or text with unit and parameters), ``"list"`` of
        quantities, or ``"choice"``.
    choices : tuple of str
        The legal words of a choice.
    """

    name: str
    doc: str
    default: Any = REQUIRED
    type: str = "quantity"
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """One kind of function: its fields, a line of text, and what builds it."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    build: Callable[..., TimeFunction]


KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Add a kind."""
    KINDS[kind.name] = kind


def from_fields(data: Mapping[str, Any]) -> TimeFunction:
    """Return the function of a table such as ``{kind = "cycloidal", rise = "30 deg", ...}``.

    Raises
    ------
    ExpressionError
        For an unknown kind or field, or a missing field.
    """
    name = data.get("kind")
    if name not in KINDS:
        hint = nearest(str(name), list(KINDS))
        what = "A function needs a 'kind'." if name is None else f"There is no kind of function '{name}'."
        raise ExpressionError(f"{what} {hint}")
    kind = KINDS[name]
    given = {key: value for key, value in data.items() if key != "kind"}
    legal = [f.name for f in kind.fields]
    for key in given:
        if key not in legal:
            raise ExpressionError(f"A function of kind '{name}' has no field '{key}'. {nearest(key, legal)}")
    missing = [f.name for f in kind.fields if f.default is REQUIRED and f.name not in given]
    if missing:
        raise ExpressionError(f"A function of kind '{name}' needs {' and '.join(repr(m) for m in missing)}.")
    return kind.build(**given)
