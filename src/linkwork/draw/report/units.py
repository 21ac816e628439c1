"""Values of a description as they were given, with units."""

from __future__ import annotations

import re
from typing import Any

from ...base.marker import Marker
from ...errors import LinkworkError
from ...expressions import evaluate, units
from ...expressions.units import Dimension
from ...results.motion import Motion
from .figures import number

_PLAIN = re.compile(r"[-+]?[\d.]+(e[-+]?\d+)?")


def spaced(unit: str) -> str:
    """Return a unit as it is printed: ``N m``, ``kg m²``."""
    return unit.replace("*", " ").replace("^2", "²").replace("^3", "³")


def with_unit(value: Any, dimension: Dimension | None, motion: Motion) -> str:
    """Return a field as it was given, with its unit; one that names a parameter also in numbers."""
    if isinstance(value, tuple | list):
        parts = [with_unit(v, None, motion) for v in value]
        unit = symbol(dimension) if all(isinstance(v, int | float) for v in value) else ""
        return f"({', '.join(parts)}) {unit}".strip()
    if isinstance(value, Marker):
        return _place(value, motion)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{number(float(value))} {symbol(dimension)}".strip()
    text = str(value)
    if dimension is not None and _PLAIN.fullmatch(text):
        return f"{number(float(text))} {symbol(dimension)}".strip()
    return text + _in_numbers(text, dimension, motion) if dimension is not None and isinstance(value, str) else text


def _in_numbers(text: str, dimension: Dimension, motion: Motion) -> str:
    """Return the value of a text that names a parameter, as `` = 3 N/m``; else nothing."""
    if not set(re.findall(r"[A-Za-z_]\w*", text)) & set(motion.model.parameters):
        return ""
    try:
        value = evaluate(text, dimension, motion.plan.resolved.parameters)
    except LinkworkError:
        return ""
    return f" = {number(value)} {symbol(dimension)}".rstrip()


def _place(marker: Marker, motion: Motion) -> str:
    if marker.name:
        return f"{marker.body}.{marker.name}"
    return f"{marker.body} at {with_unit(marker.at, units.LENGTH, motion)}"


def symbol(dimension: Dimension | None) -> str:
    """Return the unit of a dimension as it is printed; nothing where it is not known."""
    return "" if dimension is None else spaced(units.symbol(dimension))
