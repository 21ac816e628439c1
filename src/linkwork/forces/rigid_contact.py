"""Rigid contact along a measured quantity."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import option, told
from ..base.load import Load
from ..base.marker import Value
from .base import Force, force, number, numeric


@force("rigid_contact")
@dataclass(frozen=True)
class RigidContact(Force):
    """A measured quantity that cannot pass a limit: rigid contact with impacts.

    Equation: the gap ``g = s - limit`` (or ``limit - s``) is never negative, the contact force F is never negative and
    acts only when the gap is closed: ``g >= 0, F >= 0, g F = 0``. At an impact the gap's rate is reversed,
    ``g'(after) = -e g'(before)``. Contact and impacts are events of the solver.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    >>> ball = m.body("ball", lw.disc(0.1, mass=3.0))
    >>> m.rigid_contact("floor", "ball.y", "100 mm", restitution=0.8)
    """

    quantity: str = told(
        'What is limited: ``"ball.P.y"``, ``"distance(a.P, b.Q)"``, ``"slide.translation"``, ``"A.angle"``.'
    )
    limit: Value = numeric("coordinate", "The limit [m], [rad].", 0.0)
    side: str = option("above", ("above", "below"), "Whether the quantity stays above or below the limit.")
    restitution: Value = numeric(
        "number", "Coefficient of restitution e, from 0 (no rebound) to 1 (no loss) [1].", 0.0, "not negative"
    )

    def loads(self) -> tuple[Load, ...]:
        """Return nothing: the solver treats the contact by events."""
        return ()

    def unfit(self) -> str:
        """Return a restitution that would create energy."""
        if number(self.restitution) > 1.0:
            return f"its restitution is {self.restitution:g}; it lies between 0 and 1."
        return ""
