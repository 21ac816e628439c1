"""Coulomb friction in a joint."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import told
from ..base.load import Load
from ..base.marker import Value
from .base import Force, force, number, numeric


@force("friction")
@dataclass(frozen=True)
class Friction(Force):
    """Coulomb friction in a joint: it sticks, and slides when the force asks for more than it can hold.

    Equation: while sliding, the friction force is ``mu N`` against the speed, with the normal force N that the joint
    transmits, increased by the preload; in a turning joint its torque is ``mu N r``. While sticking, the joint does
    not move, up to ``mu_static N``. Sticking and sliding are told apart by events, exactly, unless `smooth` is
    given: then the force is ``mu N tanh(v / v_s)`` and the joint creeps.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(1.0, 2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> m.friction("bearing", pin, 0.1, radius="10 mm")
    """

    joint: str = told("The joint it acts in: revolute, prismatic or cylindrical.")
    mu: Value = numeric("number", "Coefficient of sliding friction [1].", least="not negative")
    mu_static: Value | None = numeric(
        "number", "Coefficient of static friction [1]; default: that of sliding.", None, "not negative"
    )
    radius: Value | None = numeric("length", "Radius of the pin of a turning joint [m].", None, "positive")
    bearing: Value | None = numeric(
        "length", "Length of the bearing [m]; moments across the joint then press its ends.", None, "positive"
    )
    preload: Value = numeric("force", "Normal force that is there without a load [N].", 0.0, "not negative")
    smooth: Value | None = numeric(
        "linear speed",
        "Speed v_s over which the friction changes its sign [m/s]; default: none, exact sticking.",
        None,
        "positive",
    )

    def loads(self) -> tuple[Load, ...]:
        """Return nothing: friction depends on the reactions, and the solver treats it by events."""
        return ()

    def unfit(self) -> str:
        """Return coefficients that contradict each other."""
        if self.mu_static is not None and number(self.mu_static) < number(self.mu):
            return f"its mu_static ({self.mu_static:g}) is less than its mu ({self.mu:g})."
        return ""
