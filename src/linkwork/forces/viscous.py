"""Viscous damping of a coordinate."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import told
from ..base.load import Law, Load
from ..base.marker import Value
from .base import Force, force, number, numeric


@force("viscous")
@dataclass(frozen=True)
class Viscous(Force):
    """Viscous damping of a joint coordinate, or of any other measured quantity.

    Equation: with the quantity s, ``E = -c s'``.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy")
    >>> rod = m.body("rod", lw.rod(1.0, 2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> m.viscous("bearing", pin, "0.01 N*m*s/rad")
    """

    quantity: str = told('What is damped: ``"A.angle"``, ``"slide.translation"``, or a joint with one coordinate.')
    damping: Value = numeric("damping", "Damping c [N s/m] of a length, [N m s/rad] of an angle.", least="not negative")

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the quantity."""
        return (Load.along(self.quantity, Law(damping=-number(self.damping))),)
