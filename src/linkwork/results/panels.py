"""What reports show of quantities: a plot for each, and largest values with their times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..model.aliases import SIZE
from .efforts import acts
from .motion import Motion
from .naming import of_kind
from .quantities import OWNERS, Quantity
from .quantities.base import owners_of
from .series import Curve

ROUNDING = 1e-9
"""What is smaller than this part of the size of its kind of quantity is rounding."""


@dataclass(frozen=True)
class Panel:
    """A quantity of all that have it, in one unit.

    Attributes
    ----------
    title, unit : str
    curves : tuple of Curve
        Called as a report calls the owners.
    peaks : tuple of Curve
        Those whose largest value is told, called as it is told.
    sizes : bool
        Whether the curves are the sizes of vectors.
    """

    title: str
    unit: str
    curves: tuple[Curve, ...]
    peaks: tuple[Curve, ...]
    sizes: bool


class Largest(NamedTuple):
    """The largest value of a quantity, of either sign, and when it occurs [s]."""

    what: str
    value: float
    unit: str
    time: float


def charted(motion: Motion) -> list[Quantity]:
    """Return the quantities that a report of a motion shows."""
    known = [q for kind in OWNERS for q in of_kind(kind) if q.CHARTS and motion.order >= q.ORDER]
    return [q for q in known if motion.has_forces or not q.FORCES]


def panels_of(motion: Motion, quantity: Quantity) -> list[Panel]:
    """Return the plots of a quantity, one for each unit."""
    found: dict[str, tuple[list[Curve], list[Curve]]] = {}
    least = ROUNDING * quantity.scale(motion)
    for owner in owners_of(motion.plan, quantity.owner):
        parts = quantity.components(motion.plan, owner)
        if not parts or (quantity.owner == "force" and not acts(motion.plan, owner)):
            continue
        curves, told = _shown(motion, quantity, owner, parts)
        if max(float(np.abs(c.values).max(initial=0.0)) for c in curves) < least:
            continue
        for curve in curves:
            found.setdefault(curve.unit, ([], []))[0].append(curve)
        for curve in told:
            found[curve.unit][1].append(curve)
    sizes = quantity.SHOWN == SIZE
    return [
        Panel(quantity.CHARTS.get(unit, quantity.words), unit, tuple(c), tuple(p), sizes and bool(quantity.VECTOR))
        for unit, (c, p) in found.items()
    ]


def _shown(motion: Motion, quantity: Quantity, owner: str, parts: tuple[str, ...]) -> tuple[list[Curve], list[Curve]]:
    """Return the curves of one owner, and those whose largest value is told."""
    curves, label = quantity.curves(motion, owner), quantity.label(motion.plan, owner)
    several, peak = len(parts) > 1, quantity.PEAK.format(owner=label)
    named = [Curve(_joined(label, part), c.unit, c.values) for part, c in zip(parts, curves, strict=True)]
    if not (several and quantity.VECTOR and quantity.SHOWN != "components"):
        told = [Curve(_joined(peak, part), c.unit, c.values) for part, c in zip(parts, curves, strict=True)]
        return named, told if peak else []
    size = np.asarray(np.linalg.norm([c.values for c in curves], axis=0))
    whole = Curve(label if quantity.SHOWN == SIZE else _joined(label, SIZE), curves[0].unit, size)
    told = [Curve(peak, whole.unit, size)] if peak else []
    return ([whole] if quantity.SHOWN == SIZE else [*named, whole]), told


def _joined(label: str, part: str) -> str:
    return ", ".join(word for word in (label, part.replace("_", " ")) if word)


def largest_of(motion: Motion, curves: Iterable[Curve]) -> list[Largest]:
    """Return the largest values of curves of a motion."""
    places = [(curve, largest(curve.values)) for curve in curves]
    return [Largest(c.name, float(c.values[k]), c.unit, float(motion.time[k])) for c, k in places]


def largest(values: Array) -> int:
    """Return the place of the largest value of either sign; what is not a number does not count."""
    return int(np.argmax(np.where(np.isfinite(values), np.abs(values), -1.0)))
