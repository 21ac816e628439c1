"""End stops of a coordinate."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import told
from ..base.load import MEASURED, RATE, Law, Load
from ..base.marker import Value
from ..expressions.nodes import Call, Node, lift
from ..functions import TimeFunction
from .base import Force, force, number, numeric


@force("end_stop")
@dataclass(frozen=True)
class EndStop(Force):
    """Compliant end stops of a joint coordinate, or of any other measured quantity.

    Equation: with the quantity s below the lower stop by p, ``E = max(0, k p^e - c s')``, where the damping c rises
    from 0 to its full value over the depth; at the upper stop the opposite. This is the function bistop.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("door", plane="xy")
    >>> door = m.body("door", mass=1.0, inertia=0.1)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), door.at(0, 0))
    >>> m.end_stop("stop", pin, lower=0, upper="100 deg", stiffness=1e3, damping=5, depth="1 deg")
    """

    quantity: str = told('What is stopped: ``"A.angle"``, ``"slide.translation"``, or a joint with one coordinate.')
    lower: Value | None = numeric("coordinate", "Where the stops are [m], [rad]; give one or both.", None)
    upper: Value | None = numeric("coordinate", "Where the stops are [m], [rad]; give one or both.", None)
    stiffness: Value | None = numeric("stiffness", "Stiffness k [N/m^e], [N m/rad^e].", None, "positive")
    exponent: Value = numeric(
        "number", "Exponent e of the penetration; 1 is a linear spring, 1.5 a round contact.", 1.5, "positive"
    )
    damping: Value = numeric("damping", "Full damping [N s/m], [N m s/rad].", 0.0, "not negative")
    depth: Value = numeric("coordinate", "Penetration at which the damping is full [m], [rad].", 1e-4, "positive")

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the quantity."""
        values = (self.stiffness, self.exponent, self.damping, self.depth)
        material = tuple(lift(number(v)) for v in values)
        low, high = number(self.lower), number(self.upper)
        push: Node
        if self.upper is None:
            push = Call("impact", (MEASURED, RATE, lift(low), *material))
        elif self.lower is None:
            push = -Call("impact", (-MEASURED, -RATE, lift(-high), *material))
        else:
            push = Call("bistop", (MEASURED, RATE, lift(low), lift(high), *material))
        return (Load.along(self.quantity, Law(function=TimeFunction(push))),)

    def unfit(self) -> str:
        """Return what is missing or impossible."""
        if self.lower is None and self.upper is None:
            return "give its lower or its upper stop, or both."
        if self.stiffness is None:
            return "its stiffness is not given."
        if self.lower is not None and self.upper is not None and number(self.lower) >= number(self.upper):
            return f"its lower stop ({self.lower:g}) is not below its upper stop ({self.upper:g})."
        return ""
