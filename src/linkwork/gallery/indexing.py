"""Intermittent motion: the Geneva drive."""

from __future__ import annotations

from math import cos, pi, sin

from linkwork.base.shapes import disc
from linkwork.mechanism import Mechanism

from .registry import mechanism


@mechanism("geneva drive", plane="xy", duration=4.0)
def geneva_drive(m: Mechanism, slots: int = 4, distance: float = 0.1, turns: float = 1.0, driven: bool = True) -> None:
    """Geneva drive: in every turn its pin turns the wheel by one slot; then the wheel stands locked.

    Parameters
    ----------
    slots : int
        Number of slots, at least 3.
    distance : float
        Of the centres [m].
    turns : float
        Of the crank in a second.
    driven : bool
        Turn the crank.
    """
    radius = distance * sin(pi / slots)
    crank = m.body("crank", disc(radius, mass=0.5))
    wheel = m.body("wheel", disc(distance * cos(pi / slots), mass=1.0))
    m.revolute("crank_axle", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("wheel_axle", m.ground.at(distance, 0), wheel.at(0, 0))
    m.place(crank, (0, 0), 0.0)
    m.place(wheel, (distance, 0), pi)
    m.geneva("pin_and_slots", crank.at(0, 0), wheel.at(0, 0), slots=float(slots), radius=radius)
    crank.point("pin", radius, 0)
    if driven:
        m.drive("crank_axle.angle", f"{2 * pi * turns!r}*t")
