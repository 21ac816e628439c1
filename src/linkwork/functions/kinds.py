"""The registry of kinds of functions: for the file format, its schema and the manual."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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


def kind_and_fields(
    data: Mapping[str, Any], what: str, kinds: Collection[str], legal_of: Callable[[str], Mapping[str, bool]]
) -> tuple[str, dict[str, Any]]:
    """Return the kind and the fields of a table, both checked; `legal_of` says which fields a kind has and needs.

    Raises
    ------
    ExpressionError
        For an unknown kind or field, or a missing field, in the words of `what` it is.
    """
    name = data.get("kind")
    if name not in kinds:
        problem = f"A {what} needs a 'kind'." if name is None else f"There is no kind of {what} '{name}'."
        raise ExpressionError(f"{problem} {nearest(str(name), list(kinds))}")
    given = {key: value for key, value in data.items() if key != "kind"}
    legal = legal_of(str(name))
    for key in given:
        if key not in legal:
            raise ExpressionError(f"A {what} of kind '{name}' has no field '{key}'. {nearest(key, list(legal))}")
    missing = [key for key, needed in legal.items() if needed and key not in given]
    if missing:
        raise ExpressionError(f"A {what} of kind '{name}' needs {' and '.join(repr(m) for m in missing)}.")
    return str(name), given


def _legal(name: str) -> dict[str, bool]:
    return {field.name: field.default is REQUIRED for field in KINDS[name].fields}


def from_fields(data: Mapping[str, Any]) -> TimeFunction:
    """Return the function of a table such as ``{kind = "cycloidal", rise = "30 deg", ...}``.

    Raises
    ------
    ExpressionError
        For an unknown kind or field, or a missing field.
    """
    name, given = kind_and_fields(data, "function", KINDS, _legal)
    kind = KINDS[name]
    return kind.build(**given)
