"""Any value along any measured quantity."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import told
from ..base.load import Law, Load
from ..functions import TimeFunction
from .base import GIVEN, Force, force


@force("effort")
@dataclass(frozen=True)
class Effort(Force):
    """A force along a measured length, or a torque along a measured angle.

    Equation: with the quantity s, the power of the effort is ``E s'``; it increases s when it is positive.
    Both bodies that s is measured between feel it.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("press", plane="xy")
    >>> ram = m.body("ram", mass=2.0)
    >>> slide = m.prismatic("slide", m.ground.at(0, 0), ram.at(0, 0))
    >>> m.effort("cylinder", slide, "if(slide.translation < 50 mm, 200 N, 0)")
    """

    quantity: str = told(
        'What it acts along: ``"slide.translation"``, ``"A.angle"``, ``"distance(crank.P, ground.Q)"``, '
        '``"coupler.P.x"``, or a joint with one coordinate.'
    )
    value: TimeFunction = told(f"Force [N] along a length, torque [N m] along an angle: {GIVEN}")

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the quantity."""
        return (Load.along(self.quantity, Law(function=self.value)),)
