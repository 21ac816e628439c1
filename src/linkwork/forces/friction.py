"""Coulomb friction in a joint."""

from __future__ import annotations

from dataclasses import dataclass

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

    Parameters
    ----------
    joint : str
        The joint it acts in: revolute, prismatic or cylindrical.
    mu : float or str
        Coefficient of sliding friction [1].
    mu_static : float or str, optional
        Coefficient of static friction [1]; default: that of sliding.
    radius : float or str, optional
        Radius of the pin of a turning joint [m].
    bearing : float or str, optional
        Length of the bearing [m]; moments across the joint then press its ends.
    preload : float or str
        Normal force that is there without a load [N].
    smooth : float or str, optional
        Speed v_s over which the friction changes its sign [m/s]; default: none, exact sticking.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(1.0, 2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> m.friction("bearing", pin, 0.1, radius="10 mm")
    """

    joint: str
    mu: Value = numeric("number", least="not negative")
    mu_static: Value | None = numeric("number", None, "not negative")
    radius: Value | None = numeric("length", None, "positive")
    bearing: Value | None = numeric("length", None, "positive")
    preload: Value = numeric("force", 0.0, "not negative")
    smooth: Value | None = numeric("linear speed", None, "positive")

    def loads(self) -> tuple[Load, ...]:
        """Return nothing: friction depends on the reactions, and the solver treats it by events."""
        return ()

    def unfit(self) -> str:
        """Return coefficients that contradict each other."""
        if self.mu_static is not None and number(self.mu_static) < number(self.mu):
            return f"its mu_static ({self.mu_static:g}) is less than its mu ({self.mu:g})."
        return ""
