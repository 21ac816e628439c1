"""Numbers, counts, names and lists as they stand in sentences and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any


def figure(value: float, digits: int = 6, floor: float = 0.0, none: str = "-") -> str:
    """Return a number with so many figures: 0 up to `floor`, which is rounding; `none` where there is no number."""
    return f"{0.0 if abs(value) <= floor else value:.{digits}g}" if isfinite(value) else none


def told_apart(a: float, b: float) -> tuple[str, str]:
    """Return two numbers with so many figures, six at least, that they differ."""
    texts = ((figure(a, digits), figure(b, digits)) for digits in range(6, 18))
    return next((pair for pair in texts if pair[0] != pair[1]), (figure(a, 17), figure(b, 17)))


def length_words(length: float) -> str:
    """Return a round length with a unit that suits it: ``"20 mm"``, ``"0.5 m"`` reads as ``"500 mm"``."""
    for size, unit in ((1e3, "km"), (1.0, "m"), (1e-3, "mm")):
        if length >= 0.999 * size:
            return f"{length / size:.0f} {unit}"
    return f"{length / 1e-6:.3g} µm"


def counted(count: int, what: str, many: str = "") -> str:
    """Return a count with its noun: "1 body", "3 bodies"."""
    return f"{count} {what if count == 1 else many or what + 's'}"


def freedom_words(count: int) -> str:
    """Return "1 degree of freedom", "2 degrees of freedom"."""
    return counted(count, "degree of freedom", "degrees of freedom")


def quoted(names: Iterable[str]) -> str:
    """Return the user's names in a row: "'crank', 'rod'"."""
    return ", ".join(f"'{name}'" for name in names)


def times_words(times: Any) -> str:
    """Return "t = 3 s", "4 times from t = 1 to 3 s"."""
    if len(times) == 1:
        return f"t = {times[0]:g} s"
    return f"{len(times)} times from t = {times[0]:g} to {times[-1]:g} s"


def listed(words: Sequence[str]) -> str:
    """Return "x", "x and y", "x, y and z"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Return the rows of a table as lines, the first so many columns to the left, the others to the right."""
    columns = []
    for k, column in enumerate(zip(*rows, strict=True)):
        width = max(map(len, column))
        columns.append([cell.ljust(width) if k < left else cell.rjust(width) for cell in column])
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]


def unit_ratio(own: str, by: str) -> str:
    """Return the unit of a change per another, ``m/N``, ``N/(N/m)``; "SI" where one is not known.

    Examples
    --------
    >>> unit_ratio("rad", "N*m")
    'rad/(N*m)'
    """
    if "SI" in (own, by) or not own:
        return "SI"
    return own if by in ("1", "") else f"{own}/{by}" if by.isalpha() else f"{own}/({by})"


def few(words: Sequence[str], most: int, between: str = ", ") -> str:
    """Return the first of some words, and dots where there are more."""
    return between.join([*words[:most], *(["..."] if len(words) > most else [])])


_INDEX = re.compile(r"([_^])\{([^{}]*)\}")


def pieces(text: str) -> list[tuple[str, str]]:
    """Return a text with indices, ``F_{B,x}`` or ``v^{2}``, in pieces: each with "_" below the line, "^" above, or "".

    Examples
    --------
    >>> pieces("F_{B,x} = 3")
    [('F', ''), ('B,x', '_'), (' = 3', '')]
    """
    found, last = [], 0
    for index in _INDEX.finditer(text):
        found += [(text[last : index.start()], ""), (index[2], index[1])]
        last = index.end()
    return [piece for piece in (*found, (text[last:], "")) if piece[0]]
