"""How joints and forces declare their fields: each says in one line what it is, with its unit."""

from __future__ import annotations

from dataclasses import MISSING, field
from typing import Any


def told(doc: str, default: Any = MISSING) -> Any:
    """Declare a field with what it is; without a default it must be given."""
    return field(default=default, metadata={"doc": doc})


def option(default: str, choices: tuple[str, ...], doc: str = "") -> Any:
    """Declare a field that takes one of a few words."""
    return field(default=default, metadata={"choices": choices, "doc": doc})
