"""Bushing: springs and dampers in every direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.fields import told
from ..base.load import Law, Load
from ..base.marker import Marker, Value, Vector
from ..base.measure import Feature, Measure, along, turn
from .base import Force, force, number, numeric

_AXES = ("x", "y", "z")


@force("bushing")
@dataclass(frozen=True)
class Bushing(Force):
    """Bushing between two markers: springs and dampers along and about the axes of the first one.

    Equation: with the displacement ``d_i`` of b from a along the axes x, y, z of a and the turn ``q_i`` of b about
    them, ``F_i = -k_i d_i - c_i d_i'`` and ``T_i = -K_i q_i - C_i q_i'``. The turn about z is the angle of the x axes
    and may be large; those about x and y are tilts of the z axes and must be small against a right angle.
    In the plane x, y and the turn about z remain.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("engine mount")
    >>> engine = m.body("engine", mass=100.0, inertia=(4, 5, 6))
    >>> m.bushing("mount", m.ground.at(0, 0, 0), engine.at(0, 0, 0), stiffness=(1e5, 1e5, 3e5), damping=200)
    """

    ACTS_BY: ClassVar[tuple[str, ...]] = ("stiffness", "damping", "rotational_stiffness", "rotational_damping")

    a: Marker = told("The two markers; they lie on each other where the bushing is free.")
    b: Marker = told("The two markers; they lie on each other where the bushing is free.")
    stiffness: Value | Vector = numeric(
        "linear stiffness", "Along x, y, z [N/m]; one value holds for all.", 0.0, "not negative"
    )
    damping: Value | Vector = numeric("linear damping", "Along x, y, z [N s/m].", 0.0, "not negative")
    rotational_stiffness: Value | Vector = numeric("angular stiffness", "About x, y, z [N m/rad].", 0.0, "not negative")
    rotational_damping: Value | Vector = numeric("angular damping", "About x, y, z [N m s/rad].", 0.0, "not negative")

    def loads(self) -> tuple[Load, ...]:
        """Return three loads along and three about the axes of a; those without an effect are left out."""
        a, b = self.a, self.b
        tilts = [Measure("tilt", (Feature(b, "z"), Feature(a, v), Feature(a, "z"))) for v in ("y", "x")]
        shifts = [along(Feature(a, v), a, b) for v in _AXES]
        found = (
            *zip(shifts, _three(self.stiffness), _three(self.damping), strict=True),
            *zip((*tilts, turn(a, b)), _three(self.rotational_stiffness), _three(self.rotational_damping), strict=True),
        )
        return tuple(Load.along(m, Law(stiffness=-k, damping=-c)) for m, k, c in found if k or c)

    def unfit(self) -> str:
        """Return which field has a wrong number of values."""
        for name, value in vars(self).items():
            if isinstance(value, tuple) and len(value) not in (2, 3):
                return f"its {name} has {len(value)} values; one, 2 (x, y) or 3 (x, y, z) are expected."
        return ""


def _three(value: Value | Vector) -> tuple[float, ...]:
    """Return one value for each axis; the third is 0 when two are given."""
    if not isinstance(value, tuple):
        return (number(value),) * 3
    return tuple(number(v) for v in value) + (0.0,) * (3 - len(value))
