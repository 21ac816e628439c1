"""What the listings of joints and of forces share: texts and fields, read from the classes."""

from __future__ import annotations

from collections.abc import Collection

from linkwork.model.fields import fields_of
from linkwork.model.shorthand import default_of, meaning_of, text_of

from .output import heading, say

FieldRow = tuple[str, str, str]
"""Name, default and meaning of a field."""


def summary_of(cls: type) -> str:
    """Return the first paragraph of the description in one line."""
    return " ".join(text_of(cls).split("\n\n")[0].split())


def field_rows(cls: type, without: Collection[str] = ()) -> tuple[FieldRow, ...]:
    """Return the fields of a joint or force, without some."""
    listed = (field for name, field in fields_of(cls).items() if name not in without)
    return tuple((field.name, default_of(field), meaning_of(field)) for field in listed)


def show_fields(rows: tuple[FieldRow, ...]) -> None:
    """Print fields."""
    if rows:
        heading("Fields")
    for name, default, text in rows:
        say(f"  {name}: {text}; {default}")
