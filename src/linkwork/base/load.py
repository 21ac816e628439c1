"""Loads: what a force does to the bodies, written on points, axes and measures.

As a joint is a few rows written on measures, a force is a few loads. There are three kinds:

``along``
    works on the rate of a measure: a positive value increases the measure. Both bodies of the
    measure feel it (a spring between two points, a torque in a joint);
``force``
    at a point, along a direction fixed in any body; its reaction acts at another point, or
    nowhere (then the force comes from outside the machine);
``torque``
    on a body, about a direction; its reaction acts on another body, or nowhere.

The value of a load is given by its `Law`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..expressions.nodes import Name
from ..functions import TimeFunction
from .marker import Marker
from .measure import Feature, Measure

# Names that no user can write: blanks are no part of a name in an expression.
MEASURED = Name("its measure")
"""Stands for the measure of an ``along`` load in the function of its law."""
RATE = Name("its rate")
"""Stands for the time derivative of that measure."""


@dataclass(frozen=True)
class Law:
    """The value of a load: constant + stiffness (m - free) + damping m' + function.

    Attributes
    ----------
    constant : float
    stiffness, free, damping : float
        Of the load's own measure m; a spring that resists has a negative stiffness here. They
        are for ``along`` loads only.
    function : TimeFunction or None
        Of the time, of measured quantities and their rates, and of `MEASURED` and `RATE`.
    """

    constant: float = 0.0
    stiffness: float = 0.0
    free: float = 0.0
    damping: float = 0.0
    function: TimeFunction | None = None


@dataclass(frozen=True)
class Load:
    """One load; made by `along`, `force` or `torque`.

    Attributes
    ----------
    kind : str
        ``"along"``, ``"force"`` or ``"torque"``.
    law : Law
    measure : Measure, str or None
        Of an ``along`` load: the measure, or the name of a measured quantity.
    direction : Feature or None
        Of a force or torque: an axis of a marker on any body or on the ground.
    on : Marker or None
        Where a force acts, or the body on which a torque acts.
    reacted : Marker or None
        Where the opposite acts; None: the load comes from outside.
    """

    kind: str
    law: Law
    measure: Measure | str | None = None
    direction: Feature | None = None
    on: Marker | None = None
    reacted: Marker | None = None

    @staticmethod
    def along(measure: Measure | str, law: Law) -> Load:
        """Return a load that works on the rate of a measure."""
        return Load("along", law, measure)

    @staticmethod
    def force(direction: Feature, law: Law, *, at: Marker, reacted_at: Marker | None = None) -> Load:
        """Return a force along a direction at a point."""
        return Load("force", law, None, direction, at, reacted_at)

    @staticmethod
    def torque(direction: Feature, law: Law, *, on: Marker, reacted_by: Marker | None = None) -> Load:
        """Return a torque about a direction on the body of a marker."""
        return Load("torque", law, None, direction, on, reacted_by)
