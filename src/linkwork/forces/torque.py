"""Torque on a body."""

from __future__ import annotations

from dataclasses import dataclass

from ..functions import TimeFunction
from ..model.marker import Direction
from .base import Force, force


@force("torque")
@dataclass(frozen=True)
class Torque(Force):
    """A torque on a body, reacted by the ground.

    Parameters
    ----------
    body : str
        The body it acts on.
    value : TimeFunction
        Torque [N m], a number or a function of time.
    axis : direction, optional
        Its axis in ground axes; default: the normal of the plane.
    """

    body: str
    value: TimeFunction
    axis: Direction | None = None
