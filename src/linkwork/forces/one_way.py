"""One-way clutch along a measured quantity."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import option, told
from ..base.load import Load
from .base import Force, force


@force("one_way")
@dataclass(frozen=True)
class OneWay(Force):
    """One-way clutch, freewheel or fine ratchet: a measured quantity may change one way only.

    Equation: with the rate s' of the quantity, counted the free way, and the force or torque T of the clutch,
    ``s' >= 0, T >= 0, s' T = 0``: it runs free, or it locks and holds what drives it back. Locking and letting go are
    events of the solver; a sudden stop is an impact without rebound.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("freewheel", plane="xy")
    >>> wheel = m.body("wheel", lw.disc(0.3, mass=2.0))
    >>> axle = m.revolute("axle", m.ground.at(0, 0), wheel.at(0, 0))
    >>> m.one_way("pawl", axle)
    """

    quantity: str = told(
        'What is kept from going back: ``"A.angle"``, ``"slide.translation"``, ``"distance(a.P, b.Q)"``.'
    )
    free: str = option(
        "forward", ("forward", "back"), 'Which way it may go: ``"forward"``, the quantity grows, or ``"back"``.'
    )

    def loads(self) -> tuple[Load, ...]:
        """Return nothing: the solver treats the clutch by events."""
        return ()
