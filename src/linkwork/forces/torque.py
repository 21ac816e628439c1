"""Torque on a body."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.load import Law, Load
from ..base.marker import GROUND, Direction, Marker
from ..base.measure import Feature
from ..functions import TimeFunction
from .base import Force, force, option


@force("torque")
@dataclass(frozen=True)
class Torque(Force):
    """A torque on a body, reacted by the ground or by another body.

    Equation: the body feels ``T u``, the body that reacts feels ``-T u``, with the unit vector u of
    the axis.

    Parameters
    ----------
    body : str
        The body it acts on.
    value : TimeFunction
        Torque [N m]: a number, a function of time, or an expression of time and motion.
    axis : direction, optional
        Its axis; default: the normal of the plane (z in space).
    reacted_by : str
        The body that feels the opposite torque.
    follows : str
        Whether the axis is given in the axes of the ground and stays, or in those of the body
        and turns with it.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("fan", plane="xy")
    >>> rotor = m.body("rotor", mass=1.0, inertia=0.1)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rotor.at(0, 0))
    >>> m.torque("motor", rotor, "2 N*m - 0.1*rate(pin.angle)")
    """

    body: str
    value: TimeFunction
    axis: Direction | None = None
    reacted_by: str = GROUND
    follows: str = option("ground", ("ground", "body"))

    def loads(self) -> tuple[Load, ...]:
        """Return one torque."""
        axis = Marker(self.body if self.follows == "body" else GROUND, z=self.axis)
        law = Law(function=self.value)
        return (Load.torque(Feature(axis, "z"), law, on=Marker(self.body), reacted_by=Marker(self.reacted_by)),)
