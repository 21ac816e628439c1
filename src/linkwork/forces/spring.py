"""Spring, damper and actuator between two points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.fields import told
from ..base.load import Load
from ..base.marker import Marker, Value
from ..base.measure import Measure, point
from ..functions import TimeFunction
from .base import GIVEN, Force, force, number, numeric
from .curve import curve_fault, sprung


@force("spring")
@dataclass(frozen=True)
class Spring(Force):
    """Spring, damper and actuator between two points, along the line that joins them.

    Equation: with the distance l of the points, the force that drives them apart is
    ``F = -k (l - l0) - c l' + F0 + F_actuator``, or with a curve ``F = -f(l - l0) - c l' + F0 + F_actuator``.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("swing", plane="xy")
    >>> block = m.body("block", mass=1.0)
    >>> m.spring("S", m.ground.at(0, 0), block.at(0, 0), stiffness="2 N/mm", free_length="80 mm", damping=5)
    """

    ACTS_BY: ClassVar[tuple[str, ...]] = ("stiffness", "damping", "preload", "curve", "actuator")

    a: Marker = told("The two points.")
    b: Marker = told("The two points.")
    stiffness: Value = numeric("linear stiffness", "Stiffness k [N/m].", 0.0, "not negative")
    free_length: Value | None = numeric(
        "length", "Length l0 at which it does not pull [m]; needed with a stiffness or a curve.", None, "not negative"
    )
    damping: Value = numeric("linear damping", "Damping c [N s/m].", 0.0, "not negative")
    preload: Value = numeric("force", "Force F0 at the free length, positive when it drives the points apart [N].", 0.0)
    curve: TimeFunction | None = told(
        'Instead of a stiffness: pulling force f [N] over the stretch x [m], such as ``"1e3*x + 5e6*x^3"``, a'
        " table, or a Python function of x.",
        None,
    )
    actuator: TimeFunction | None = told(
        f"Further force that drives the points apart [N]: {GIVEN}",
        None,
    )

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the distance of the points."""
        distance = Measure("distance", (point(self.a), point(self.b)))
        return (Load.along(distance, sprung(self, number(self.free_length))),)

    def unfit(self) -> str:
        """Return what is missing or given twice."""
        stiff = self.stiffness != 0.0
        if self.curve is not None and stiff:
            return f"both a stiffness ({self.stiffness:g} N/m) and a curve are given. Give one of them."
        if self.free_length is None and (stiff or self.curve is not None):
            return "free_length is not given. Give the length at which the spring does not pull."
        return curve_fault(self.curve)
