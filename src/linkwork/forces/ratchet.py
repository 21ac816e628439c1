"""Ratchet with teeth along a measured quantity."""

from __future__ import annotations

from dataclasses import dataclass
from math import tau

from ..base.fields import option, told
from ..base.load import Load
from ..base.marker import Value
from .base import Force, force, number, numeric

MOST_TEETH = 10_000
"""More teeth than this are too fine to be met one by one."""


@force("ratchet")
@dataclass(frozen=True)
class Ratchet(Force):
    """Ratchet: a measured quantity goes one way, back by at most a tooth, where the pawl holds it.

    Equation: with the quantity s counted the free way and the last tooth passed, ``z = first + k pitch``, the gap
    ``g = s - z`` is never negative, nor is the force T of the pawl: ``g >= 0, T >= 0, g T = 0``. Teeth that pass,
    locking and letting go are events of the solver; the pawl stops the wheel without rebound. `one_way` is a ratchet
    with teeth too fine to count.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("winch", plane="xy")
    >>> wheel = m.body("wheel", lw.disc(0.3, mass=2.0))
    >>> axle = m.revolute("axle", m.ground.at(0, 0), wheel.at(0, 0))
    >>> m.ratchet("pawl", axle, teeth=12)
    """

    quantity: str = told(
        'What is kept from going back: ``"A.angle"``, ``"slide.translation"``, ``"distance(a.P, b.Q)"``.'
    )
    pitch: Value | None = numeric("coordinate", "From tooth to tooth [m], [rad].", None, "positive")
    teeth: Value | None = numeric(
        "number", "Number of teeth round a wheel, instead of the pitch [1].", None, "positive"
    )
    first: Value = numeric("coordinate", "Where one of the teeth holds [m], [rad].", 0.0)
    free: str = option(
        "forward", ("forward", "back"), 'Which way it may go: ``"forward"``, the quantity grows, or ``"back"``.'
    )

    def loads(self) -> tuple[Load, ...]:
        """Return nothing: the solver treats the pawl by events."""
        return ()

    @property
    def step(self) -> float:
        """From tooth to tooth [m], [rad]."""
        return number(self.pitch) if self.teeth is None else tau / number(self.teeth)

    def unfit(self) -> str:
        """Return that the teeth are not said, or twice."""
        if (self.pitch is None) == (self.teeth is None):
            return f"give its pitch or its teeth, not {'both' if self.teeth is not None else 'neither'}."
        if self.teeth is not None and not number(self.teeth).is_integer():
            return f"it has {number(self.teeth):g} teeth; a whole number is expected."
        if self.teeth is not None and number(self.teeth) > MOST_TEETH:
            return f"it has {number(self.teeth):g} teeth, which are events each. So fine a ratchet is a one_way."
        return ""
