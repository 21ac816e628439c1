"""Names of the coordinates and of the equations: of the columns and rows of Phi_q."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..base.poses import shift_count

if TYPE_CHECKING:
    from .plan import Plan


def coordinate_names(plan: Plan) -> tuple[str, ...]:
    """Return the name of every column of Phi_q: a velocity of a body.

    ``crank.vx``, ``crank.vy`` [m/s] are the velocity of the centre of mass in ground axes; ``crank.w`` [rad/s] is
    the angular velocity in the plane, ``crank.wx``, ``crank.wy``, ``crank.wz`` in space.
    """
    space = plan.resolved.space
    turns = ("w",) if space.planar else tuple(f"w{label}" for label in space.labels)
    parts = (*(f"v{label}" for label in space.labels), *turns)
    return tuple(f"{solid.name}.{part}" for solid in plan.resolved.solids for part in parts)


def twist_degrees(plan: Plan) -> tuple[float, ...]:
    """Return the powers of m of these names, radians counted as 1."""
    shifts = shift_count(plan.freedoms)
    return ((1.0,) * shifts + (0.0,) * (plan.freedoms - shifts)) * len(plan.resolved.solids)


def equation_names(plan: Plan) -> tuple[str, ...]:
    """Return the name of every row of Phi_q: its joint or driver, with a number where that has several rows."""
    owners = [equation.owner for equation in plan.equations]
    several, met, names = Counter(owners), Counter[str](), []
    for owner in owners:
        names.append(f"{owner}[{met[owner]}]" if several[owner] > 1 else owner)
        met[owner] += 1
    return tuple(names)


def equation_meanings(plan: Plan) -> tuple[str, ...]:
    """Return for every equation, in the user's order, whose it is and what it holds."""
    return tuple(f"{e.owner}: {e.meaning}" for e in plan.equations)
