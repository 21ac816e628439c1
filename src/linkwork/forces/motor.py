"""Motor with a torque-speed characteristic."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import told
from ..base.load import RATE, Law, Load
from ..base.marker import Value
from ..expressions.nodes import Node
from ..functions import TimeFunction
from .base import Force, force, number, numeric
from .curve import at, curve_fault

_CHARACTERISTICS = (("stall", "no_load_speed"), ("curve",), ("pull_out", "pull_out_slip", "synchronous_speed"))


@force("motor")
@dataclass(frozen=True)
class Motor(Force):
    """A motor on a joint coordinate, with its torque over its speed.

    Equation: with the speed w, one of

    - linear (direct current): ``T = T_stall (1 - w / w_0)``;
    - a curve: ``T = f(w)``;
    - three-phase induction (Kloss): ``T = 2 T_p / (s / s_p + s_p / s)`` with the slip ``s = 1 - w / w_s``.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("fan", plane="xy")
    >>> rotor = m.body("rotor", mass=1.0, inertia=0.1)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rotor.at(0, 0))
    >>> m.motor("mains", pin, pull_out="20 N*m", pull_out_slip=0.2, synchronous_speed="1500 rpm")
    """

    quantity: str = told('What it drives: ``"A.angle"``, or ``"slide.translation"`` for a linear motor.')
    stall: Value | None = numeric("effort", "Torque T_stall at rest [N m], force [N] of a linear motor.", None)
    no_load_speed: Value | None = numeric(
        "speed",
        "Speed w_0 at which the torque vanishes [rad/s], [m/s]; negative for the other sense, with a negative torque.",
        None,
    )
    curve: TimeFunction | None = told(
        "Torque [N m] over the speed x [rad/s], as an expression of x, a table, or a Python function of x.", None
    )
    pull_out: Value | None = numeric("effort", "Largest torque T_p [N m].", None, "positive")
    pull_out_slip: Value | None = numeric("number", "Slip s_p at which it occurs [1].", None, "positive")
    synchronous_speed: Value | None = numeric("speed", "Speed w_s without load [rad/s].", None)

    def loads(self) -> tuple[Load, ...]:
        """Return one load along the quantity."""
        if self.curve is not None:
            law = Law(function=at(self.curve, RATE))
        elif self.stall is not None:
            stall = number(self.stall)
            law = Law(stall, damping=-stall / number(self.no_load_speed))
        else:
            law = Law(function=TimeFunction(self._kloss()))
        return (Load.along(self.quantity, law),)

    def _kloss(self) -> Node:
        """Return the torque without a division by the slip, which vanishes at the synchronous speed."""
        peak, speed = number(self.pull_out_slip), number(self.synchronous_speed)
        slip = 1.0 - RATE / speed
        sense = 1.0 if speed > 0 else -1.0
        torque: Node = sense * 2.0 * number(self.pull_out) * peak * slip / (slip * slip + peak * peak)
        return torque

    def unfit(self) -> str:
        """Return what is missing, given twice or impossible."""
        incomplete = self._incomplete()
        if incomplete:
            return incomplete
        for name in ("no_load_speed", "synchronous_speed"):
            if getattr(self, name) == 0.0:
                return f"its {name} is 0."
        if self.stall is not None and number(self.stall) * number(self.no_load_speed) < 0:
            return (
                f"its stall ({self.stall:g}) and its no_load_speed ({self.no_load_speed:g}) have opposite "
                f"signs: the motor would speed up without end. Give both the sign of the sense it turns in."
            )
        return curve_fault(self.curve)

    def _incomplete(self) -> str:
        """Return which numbers of its characteristic are missing, or that there is none or more than one."""
        given = [name for names in _CHARACTERISTICS for name in names if getattr(self, name) is not None]
        begun = [names for names in _CHARACTERISTICS if not set(names).isdisjoint(given)]
        if len(begun) != 1:
            ways = "; ".join(" and ".join(names) for names in _CHARACTERISTICS)
            return f"it takes one characteristic ({ways}), and {', '.join(given) or 'none of them'} is given."
        missing = [name for name in begun[0] if name not in given]
        return f"{' and '.join(missing)} not given; with {' and '.join(given)} it is needed." if missing else ""
