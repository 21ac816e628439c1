"""Spring, damper and actuator in a joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.fields import told
from ..base.load import Load
from ..base.marker import Value
from ..functions import TimeFunction
from .base import GIVEN, Force, force, number, numeric
from .curve import curve_fault, sprung


@force("rotational_spring")
@dataclass(frozen=True)
class RotationalSpring(Force):
    """Rotational spring, damper and actuator on the angle of a joint, or on any other angle.

    Equation: with the angle q, the torque that increases it is
    ``T = -k (q - q0) - c q' + T0 + T_actuator``, or with a curve ``T = -f(q - q0) - c q' + T0 + T_actuator``.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("door", plane="xy")
    >>> door = m.body("door", mass=1.0, inertia=0.1)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), door.at(0, 0))
    >>> m.rotational_spring("closer", pin, stiffness="0.2 N*m/deg", free_angle="-10 deg")
    """

    ALONG: ClassVar[str] = "angle"
    ACTS_BY: ClassVar[tuple[str, ...]] = ("stiffness", "damping", "preload", "curve", "actuator")

    quantity: str = told('The angle: ``"A.angle"``, ``"crank.angle"``, or a joint whose only coordinate is an angle.')
    stiffness: Value = numeric("stiffness", "Stiffness k [N m/rad].", 0.0, "not negative")
    free_angle: Value = numeric("coordinate", "Angle q0 at which it does not turn anything [rad].", 0.0)
    damping: Value = numeric("damping", "Damping c [N m s/rad].", 0.0, "not negative")
    preload: Value = numeric("effort", "Torque T0 at the free angle, positive when it increases the angle [N m].", 0.0)
    curve: TimeFunction | None = told(
        "Instead of a stiffness: resisting torque f [N m] over the wind-up x [rad], as an expression of x, a "
        "table, or a Python function of x.",
        None,
    )
    actuator: TimeFunction | None = told(
        f"Further torque that increases the angle [N m]: {GIVEN}",
        None,
    )

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the angle."""
        return (Load.along(self.quantity, sprung(self, number(self.free_angle))),)

    def unfit(self) -> str:
        """Return what is given twice."""
        if self.curve is not None and self.stiffness != 0.0:
            return f"both a stiffness ({self.stiffness:g} N m/rad) and a curve are given. Give one of them."
        return curve_fault(self.curve)
