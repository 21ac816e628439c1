"""Torque on a body."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import option, told
from ..base.load import Law, Load
from ..base.marker import GROUND, Direction, Marker
from ..base.measure import Feature
from ..functions import TimeFunction
from .base import GIVEN, Force, force


@force("torque")
@dataclass(frozen=True)
class Torque(Force):
    """A torque on a body, reacted by the ground or by another body.

    Equation: the body feels ``T u``, the body that reacts feels ``-T u``, with the unit vector u of
    the axis.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("fan", plane="xy")
    >>> rotor = m.body("rotor", mass=1.0, inertia=0.1)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rotor.at(0, 0))
    >>> m.torque("motor", rotor, "2 N*m - 0.1*rate(pin.angle)")
    """

    body: str = told("The body it acts on.")
    value: TimeFunction = told(f"Torque [N m]: {GIVEN}")
    axis: Direction | None = told("Its axis; default: the normal of the plane (z in space).", None)
    reacted_by: str = told("The body that feels the opposite torque.", GROUND)
    follows: str = option(
        "ground",
        ("ground", "body"),
        "Whether the axis is given in the axes of the ground and stays, or in those of the body and turns with it.",
    )

    def loads(self) -> tuple[Load, ...]:
        """Return one torque."""
        axis = Marker(self.body if self.follows == "body" else GROUND, z=self.axis)
        law = Law(function=self.value)
        return (Load.torque(Feature(axis, "z"), law, on=Marker(self.body), reacted_by=Marker(self.reacted_by)),)
