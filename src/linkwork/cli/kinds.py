"""What the listings of joints and of forces share: texts and fields, read from the classes."""

from __future__ import annotations

from collections.abc import Collection
from inspect import cleandoc

from linkwork.model.fields import Field, fields_of

from .output import heading, say

FieldRow = tuple[str, str, str]
"""Name, default and meaning of a field."""


def text_of(cls: type) -> str:
    """Return the description of a class without the sections of its fields and examples."""
    return cleandoc(cls.__doc__ or "").partition("\n\nParameters\n---")[0]


def summary_of(cls: type) -> str:
    """Return the first paragraph of the description in one line."""
    return " ".join(text_of(cls).split("\n\n")[0].split())


def example_of(cls: type) -> str:
    """Return the example in the docstring of a class, as it is typed."""
    found = cleandoc(cls.__doc__ or "").partition("Examples\n--------\n")[2]
    return "\n".join(line[4:] for line in found.splitlines() if line.startswith((">>> ", "... ")))


def field_rows(cls: type, without: Collection[str] = ()) -> tuple[FieldRow, ...]:
    """Return the fields of a joint or force, without some."""
    listed = (field for name, field in fields_of(cls).items() if name not in without)
    return tuple((field.name, _default(field), _meaning(field)) for field in listed)


def show_fields(rows: tuple[FieldRow, ...]) -> None:
    """Print fields."""
    if rows:
        heading("Fields")
    for name, default, text in rows:
        say(f"  {name}: {text}; {default}")


def _default(field: Field) -> str:
    if field.required:
        return "must be given"
    return "optional" if field.default is None else f"default {field.default}"


def _meaning(field: Field) -> str:
    listed = f" ({', '.join(field.choices)})" if field.choices else ""
    return f"{field.doc.replace('``', '').removesuffix('.')}{listed}"
