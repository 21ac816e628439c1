"""Compliant contact of spheres, circles and planes."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import option, told
from ..base.load import MEASURED, RATE, Law, Load
from ..base.marker import Direction, Marker, Value
from ..base.measure import Feature, Measure, along, point
from ..expressions.nodes import Call, lift
from ..functions import TimeFunction
from .base import Force, force, number, numeric


@force("contact")
@dataclass(frozen=True)
class Contact(Force):
    """Compliant contact of a sphere (a circle in the plane, a point of radius 0) with a plane or with another one.

    Equation: with the height h of the centre b over the plane, or its distance h from the centre a, and the
    penetration ``p = r_b - h`` or ``p = r_a + r_b - h``: ``F = max(0, k p^e - c h')``, where the damping c rises from 0
    to its full value over the depth. This is the function impact. There is no friction.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    >>> ball = m.body("ball", lw.disc(0.1, mass=3.0))
    >>> m.contact("floor", m.ground.at(0, 0), ball, normal="y", radius="100 mm", stiffness=1e6, damping=50)
    """

    a: Marker = told("A point of the plane, or the centre of the first sphere.")
    b: Marker = told("The centre of the sphere, or the point.")
    surface: str = option(
        "plane", ("plane", "sphere"), 'What there is at a: ``"plane"``, or ``"sphere"`` (a circle in the plane).'
    )
    normal: Direction | None = told(
        "Outward normal of the plane in the axes of its body; a marker's own axis goes first.", None
    )
    radius: Value = numeric("length", "Radius r_b [m].", 0.0, "not negative")
    radius_a: Value = numeric("length", "Radius r_a of a sphere at a [m].", 0.0, "not negative")
    stiffness: Value | None = numeric("linear stiffness", "Stiffness k [N/m^e].", None, "positive")
    exponent: Value = numeric(
        "number", "Exponent e of the penetration; 1.5 for round steel parts (Hertz).", 1.5, "positive"
    )
    damping: Value = numeric("linear damping", "Full damping [N s/m].", 0.0, "not negative")
    depth: Value = numeric("length", "Penetration at which the damping is full [m].", 1e-4, "positive")

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the height or the distance."""
        touching = number(self.radius)
        if self.surface == "plane":
            plane = self.a.with_axis(self.normal)
            measure = along(Feature(plane, "z"), plane, self.b)
        else:
            measure = Measure("distance", (point(self.a), point(self.b)))
            touching += number(self.radius_a)
        values = (touching, self.stiffness, self.exponent, self.damping, self.depth)
        push = Call("impact", (MEASURED, RATE, *(lift(number(v)) for v in values)))
        return (Load.along(measure, Law(function=TimeFunction(push))),)

    def unfit(self) -> str:
        """Return what is missing or says nothing."""
        if self.stiffness is None:
            return "its stiffness is not given."
        if self.surface == "plane" and self.normal is None and self.a.z is None:
            return "the normal of the plane is not given. Write for example normal='y'."
        if self.surface == "plane" and self.radius_a:
            return f"its radius_a is {self.radius_a:g} m, but a plane has no radius. Leave it out."
        if self.surface == "sphere" and self.normal is not None:
            return "a sphere has no normal. Leave it out."
        if self.surface == "sphere" and number(self.radius) + number(self.radius_a) == 0.0:
            return "both radii are 0; two points never touch."
        return ""
