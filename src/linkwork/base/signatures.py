"""Functions that pass options on: signature and text with every option, written down where the option is."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import Parameter, cleandoc, signature
from typing import Any


def passes_on(
    function: Callable[..., Any],
    to: Callable[..., Any],
    *,
    told_by: object = None,
    without: tuple[str, ...] = (),
    **defaults: object,
) -> None:
    """Give a function that ends in ``**options`` the options of another one, for help and completion.

    Parameters
    ----------
    function : callable
    to : callable
        What takes the options: a function, or a dataclass.
    told_by : object, optional
        Whose docstring describes them; default: `to`. They take the place of ``**options`` in that of the function.
    without : tuple of str
        Options that are not passed on.
    **defaults
        Those that differ.
    """
    own = [p for p in signature(function).parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    known = {p.name for p in own} | {*without}
    options = [
        p.replace(kind=Parameter.KEYWORD_ONLY, default=defaults.get(p.name, p.default))
        for p in signature(to).parameters.values()
        if p.name not in known and not _positional(p, to)
    ]
    function.__signature__ = signature(function).replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    function.__doc__ = _with_texts(cleandoc(function.__doc__ or ""), told_by or to, {p.name for p in options})


def _positional(parameter: Parameter, of: Callable[..., Any]) -> bool:
    """Return whether a parameter of a function has its place, and is not an option."""
    return not isinstance(of, type) and parameter.kind is not Parameter.KEYWORD_ONLY


def _with_texts(text: str, to: object, names: set[str]) -> str:
    """Return a docstring with the texts of the options in place of that of ``**options``, or behind the last one."""
    listed = "".join(entry for entry in _entries(cleandoc(to.__doc__ or "")) if names & set(_names(entry)))
    text, replaced = re.subn(r"^\*\*\w+\n(?:[ ]+.*\n?)+", lambda _: listed, text, count=1, flags=re.MULTILINE)
    if replaced:
        return text
    head, title, rest = text.partition("Parameters\n----------\n")
    section, gap, tail = rest.partition("\n\n")
    return f"{head}{title}{section}\n{listed.rstrip()}{gap}{tail}"


def _entries(text: str) -> list[str]:
    """Return the entries of the section of parameters: the line with the names, and the lines below it."""
    section = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    return re.findall(r"^\S.*\n(?:[ ]+.*\n?)+", section + "\n", flags=re.MULTILINE)


def _names(entry: str) -> list[str]:
    return entry.partition(" : ")[0].split(", ")
