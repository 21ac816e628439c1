"""Resistance of a driven machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.fields import told
from ..base.load import RATE, Law, Load
from ..base.marker import Value
from ..expressions.nodes import Call, Node
from ..functions import TimeFunction
from .base import Force, combined, force, number, numeric


@force("load_torque")
@dataclass(frozen=True)
class LoadTorque(Force):
    """Resistance of a driven machine, opposed to the speed: hoist, mixer, fan.

    Equation: with the speed w, ``T = -(c0 tanh(w / w_s) + c1 w + c2 w |w|)``.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("fan", plane="xy")
    >>> rotor = m.body("rotor", mass=1.0, inertia=0.1)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rotor.at(0, 0))
    >>> m.load_torque("air", pin, quadratic=2e-4)
    """

    ACTS_BY: ClassVar[tuple[str, ...]] = ("constant", "linear", "quadratic")

    quantity: str = told(
        'The coordinate that is resisted: ``"A.angle"``, ``"slide.translation"``, or a joint with one coordinate.'
    )
    constant: Value = numeric(
        "effort", "Part c0 that does not depend on the speed [N m], [N] along a length.", 0.0, "not negative"
    )
    linear: Value = numeric("damping", "Part c1 proportional to the speed [N m s/rad], [N s/m].", 0.0, "not negative")
    quadratic: Value = numeric(
        "quadratic damping",
        "Part c2 proportional to the square of the speed [N m s^2/rad^2], [N s^2/m^2].",
        0.0,
        "not negative",
    )
    smooth: Value = numeric(
        "speed", "Speed w_s over which the constant part changes its sign [rad/s], [m/s].", 0.1, "positive"
    )

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the quantity."""
        c0, c2 = number(self.constant), number(self.quadratic)
        terms: list[Node] = []
        if c0:
            terms.append(-c0 * Call("tanh", (RATE / number(self.smooth),)))
        if c2:
            terms.append(-c2 * RATE * Call("abs", (RATE,)))
        law = Law(damping=-number(self.linear), function=combined(*map(TimeFunction, terms)))
        return (Load.along(self.quantity, law),)
