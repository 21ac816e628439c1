"""Writing TOML: keys, texts, numbers, lists, inline tables and sections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any

from linkwork.errors import ModelError
from linkwork.expressions import Node

WIDTH = 100

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_ESCAPES = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
}


def key(name: str) -> str:
    """Return a key, in quotes where it needs them."""
    return name if _BARE.match(name) else text(name)


def dotted(names: tuple[str, ...]) -> str:
    """Return a dotted key."""
    return ".".join(key(name) for name in names)


def text(value: str) -> str:
    """Return a text in quotes."""
    return '"' + "".join(_character(c) for c in value) + '"'


def _character(c: str) -> str:
    if c in _ESCAPES:
        return _ESCAPES[c]
    if 0xD800 <= ord(c) <= 0xDFFF:
        raise ModelError(f"The character U+{ord(c):04X} is half of a pair; a model file cannot hold it.")
    return f"\\u{ord(c):04X}" if ord(c) < 0x20 or ord(c) == 0x7F else c


def number(value: Real | float) -> str:
    """Return a number with all its digits."""
    return repr(int(value)) if isinstance(value, int) else repr(float(value))


def inline(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Node):
        return text(str(value))
    if isinstance(value, Real):
        return number(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key(k)} = {inline(v)}" for k, v in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(inline(v) for v in value)}]"
    raise ModelError(f"{value!r} cannot be written to a model file; it is no number, text or list.")


def section(path: tuple[str, ...], table: Mapping[str | tuple[str, ...], Any]) -> Iterator[str]:
    """Yield the lines of ``[path]`` with its keys; a tuple is a dotted key.

    An inline table that does not fit on a line becomes a section of its own.
    """
    if path:
        yield f"[{dotted(path)}]"
    later: list[tuple[tuple[str, ...], Mapping[Any, Any]]] = []
    for name, value in table.items():
        names = (name,) if isinstance(name, str) else name
        line = f"{dotted(names)} = {inline(value)}"
        if len(line) <= WIDTH or isinstance(value, str | Real):
            yield line
        elif isinstance(value, Mapping):
            later.append(((*path, *names), value))
        else:
            yield f"{dotted(names)} = ["
            yield from _wrapped([inline(v) for v in value])
            yield "]"
    for names, value in later:
        yield ""
        yield from section(names, value)


def _wrapped(items: list[str]) -> Iterator[str]:
    """Yield list elements, as many on a line as fit."""
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > WIDTH and line.strip():
            yield line
            line = "   "
        line += f" {item},"
    if line.strip():
        yield line
