"""What stands behind ``m.spring(...)``: real signatures and texts for help and completion."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, Signature, cleandoc
from typing import Any

from ..forces import REGISTRY as FORCES
from ..joints import REGISTRY as JOINTS
from ..joints import Joint
from .arguments import annotation_of, words_of
from .fields import Field, fields_of
from .refs import JointRef

FIRST = {"self": Parameter.empty, "name": str}
"""What the method of every kind takes first."""

BLANK = "\n\n"
"""Ends a paragraph."""


@cache
def adder(kind: str, cls: type) -> Callable[..., Any]:
    """Return the method ``revolute`` or ``spring`` of mechanisms, with the fields of the kind as arguments."""
    add = "joint" if issubclass(cls, Joint) else "force"

    def call(self: Any, *args: Any, **fields: Any) -> Any:
        return getattr(self, add)(kind, *args, **fields)

    call.__name__, call.__qualname__, call.__module__ = kind, f"Mechanism.{kind}", cls.__module__
    call.__doc__ = _documentation(cls)
    call.__signature__ = _signature(cls)  # type: ignore[attr-defined]
    return call


_AT = Field("at", "vector", None, (), "with bodies in place of points: where it is, in ground axes [m]")
"""What every joint takes besides its fields."""


def arguments_of(cls: type) -> dict[str, Field]:
    """Return what ``m.kind(name, ...)`` takes after the name."""
    fields = fields_of(cls)
    if not issubclass(cls, Joint):
        return fields
    ends = {name: fields[name] for name in ("a", "b")}
    return {**ends, "at": _AT, **{name: field for name, field in fields.items() if name not in ends}}


@cache
def _signature(cls: type) -> Signature:
    ends = ("a", "b") if issubclass(cls, Joint) else tuple(arguments_of(cls))
    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=kind) for name, kind in FIRST.items()]
    for name, field in arguments_of(cls).items():
        kind = Parameter.POSITIONAL_OR_KEYWORD if name in ends else Parameter.KEYWORD_ONLY
        default = Parameter.empty if field.required or field.needed else field.default
        parameters.append(Parameter(name, kind, default=default, annotation=annotation_of(field)))
    made = JointRef if issubclass(cls, Joint) else None
    return Signature(
        sorted(parameters, key=lambda p: (p.kind, p.default is not Parameter.empty)), return_annotation=made
    )


@cache
def _documentation(cls: type) -> str:
    """Return the text of a class with a line for every argument, and its example."""
    lines = ["name : str", "    Your name for it."]
    for name, field in arguments_of(cls).items():
        lines += [f"{name} : {words_of(field)}, {default_of(field)}", f"    {meaning_of(field)}."]
    example = example_of(cls)
    shown = ["", "Examples", "--------", *example.splitlines()] if example else []
    return "\n".join([text_of(cls), "", "Parameters", "----------", *lines, *shown])


# ---- texts of a kind ------------------------------------------------------------------------------


def text_of(cls: type) -> str:
    """Return the description of a class without its examples, and without the fields that a base class tells of."""
    return re.split(r"\n\n(?:Parameters|Examples)\n---", cleandoc(cls.__doc__ or ""))[0]


def example_of(cls: type) -> str:
    """Return the example in the docstring of a class, as it is typed."""
    found = cleandoc(cls.__doc__ or "").partition("Examples\n--------\n")[2]
    return "\n".join(line[4:] for line in found.splitlines() if line.startswith((">>> ", "... ")))


def default_of(field: Field) -> str:
    """Return whether a field must be given, or what it is otherwise."""
    if field.required or field.needed:
        return "must be given"
    return "optional" if field.default is None else f"default {field.default}"


def meaning_of(field: Field) -> str:
    """Return what a field means, with its unit and the words it takes."""
    listed = f" ({', '.join(field.choices)})" if field.choices else ""
    return f"{field.doc.replace('``', '').removesuffix('.')}{listed}"


def overview(texts: Mapping[str, str]) -> str:
    """Return a line on every analysis, whose texts are given, and on every joint and force."""
    kinds: dict[str, Mapping[str, type]] = {"Joints": JOINTS, "Forces": FORCES}
    groups = {"Analyses": texts, **{head: {k: text_of(c) for k, c in own.items()} for head, own in kinds.items()}}
    lines: list[str] = []
    for head, own in groups.items():
        lines += ["", f"{head}, more of each with ``help(m.{next(iter(own))})``::", ""]
        wide = max(map(len, own))
        lines += [f"    {name:{wide}}  {' '.join(text.partition(BLANK)[0].split())}" for name, text in own.items()]
    return "\n".join(lines)
