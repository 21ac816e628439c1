"""Dotted names with spaces and dashes: ``'pin 1'.angle`` in an expression, ``pin 1.angle`` by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

PART = r"""[^\W\d]\w*|'[^\W\d][\w -]*'|"[^\W\d][\w -]*\""""
"""One part of a dotted name: letters and digits, in quotes also spaces and dashes."""

DOTTED = rf"(?:{PART})(?:\.(?:{PART}))*"

_PART = re.compile(PART)
_DOTTED = re.compile(DOTTED + r"\Z")


def quoted(part: str) -> str:
    """Return one part of a name as it stands in an expression.

    Examples
    --------
    >>> quoted("pin 1"), quoted("A")
    ("'pin 1'", 'A')
    """
    return part if part.isidentifier() else f"'{part}'"


def parts_of(name: str) -> list[str]:
    """Return the parts of a dotted name without quotes."""
    return [part.strip("'\"").strip() for part in _PART.findall(name)]


def canonical(name: str) -> str:
    """Return a dotted name with quotes where they are needed, and only there."""
    return ".".join(quoted(part) for part in parts_of(name))


def plain(text: str) -> str:
    """Return a text that is one dotted name without quotes; any other text as it is."""
    return ".".join(parts_of(text)) if _DOTTED.match(text.strip()) else text


def spelled(text: str, names: Iterable[str]) -> str:
    """Return an expression with quotes around those of the names that need them and go on with a dot.

    Names without spaces and dashes need none; the longest name that fits is taken.

    Examples
    --------
    >>> spelled("2*pin 1.angle > A-1.angle", ["pin 1", "A-1", "B"])
    "2*'pin 1'.angle > 'A-1'.angle"
    """
    odd = sorted((name for name in names if not name.isidentifier()), key=len, reverse=True)
    if not any(name in text for name in odd):
        return text
    choice = "|".join(re.escape(name) for name in odd)
    # a point at the end of its name, as in distance(crank.P 1, ...), has the dot before it
    pattern = rf"""(?<![\w'"-])(?:(?:{choice})(?=\.[^\W\d])|(?<=\.)(?:{choice})(?=\s*(?:[,)]|$)))"""
    return re.sub(pattern, lambda match: quoted(match[0]), text)
