"""Pulleys and guides that a cable runs over on its way from one end to the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import ModelError
from .marker import Marker, Value

SIDES = ("left", "right")
"""Where a pulley lies, seen along the cable from a to b and from the tip of the axis: left is turned about forwards."""


@dataclass(frozen=True)
class Pulley:
    """A pulley that a cable runs over; made by `pulley`.

    Attributes
    ----------
    at : Marker
        Its centre and, with a direction z, its axis.
    radius : float or str
        Radius of the cable's centre line on it [m]; 0: a guide, a point the cable slides through.
    side : str
        On which side of the cable it lies, on the way from a to b: ``"left"`` or ``"right"``.
    slip : bool
        Whether the cable slips on it without friction; False: the body of `at` turns with the cable.
    """

    at: Marker
    radius: Value = 0.0
    side: str = SIDES[0]
    slip: bool = True


def pulley(at: Any, radius: Value = 0.0, side: str = SIDES[0], *, slip: bool = True) -> Pulley:
    """Return a pulley for the ``over=`` of a cable.

    Parameters
    ----------
    at : Marker, body, str or tuple
        Its centre, on the ground or on a body that carries it or turns with it.
    radius : float or str
        Radius of the cable's centre line on it [m]; 0: a guide, a point the cable slides through.
    side : {"left", "right"}
        On which side of the cable it lies, on the way from end a to end b.
    slip : bool
        True: the cable slips on it without friction, as on a pulley that turns freely and has no mass. False: the
        body of `at` turns with the cable, a sheave with its own inertia, a brake or a motor.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("hoist", plane="xy", gravity=(0, -9.81))
    >>> load, weight = m.body("load", mass=3.0), m.body("weight", mass=2.0)
    >>> rope = m.cable("rope", load.at(0, 0), weight.at(0, 0), over=[lw.pulley((0, 1), 0.1, "right")])
    """
    if not isinstance(radius, str | int | float):
        raise ModelError(f"The radius of a pulley is {radius!r}. Give a length, for example 0.1 or '100 mm'.")
    return Pulley(at, radius if isinstance(radius, str) else float(radius), side, slip)
