"""Dry friction at rest: for which loads it holds a mechanism, and with how much to spare."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan

import numpy as np

from ..arrays import Array
from ..coordinates.plan import Plan
from ..coordinates.rank import numerical_rank
from ..errors import LinkworkError, ModelError, nearest
from ..results.friction_range import FrictionRange
from ..results.motion import Motion
from ..words import quoted
from .assembly import Assembly
from .friction_forces import ForcesAtRest
from .friction_program import BALANCED, FARTHEST
from .masses import check_masses
from .members import Members
from .start import Start


def friction_range(
    plan: Plan, load: str, at: Start | Assembly | Motion | Array | None = None, t: float = 0.0
) -> FrictionRange:
    """Find the range of a load over which dry friction keeps the mechanism at rest in a position.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables. Drivers are held where they are at time t.
    load : str
        A force, whose value is varied (one with several components along its present direction); a driver, whose
        effort is; or a design parameter, for which the position is closed again.
    at : Start, Assembly, Motion or array, optional
        The position. Default: where the hints put the mechanism.
    t : float
        [s]

    Returns
    -------
    FrictionRange
        With `mu_static` of every friction; contacts that touch press or open, those with a gap are open.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("slope", plane="xy", gravity=(0, -10))
    >>> block = m.body("block", mass=2.0, inertia=0.01)
    >>> rail = m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis=(4, 3))
    >>> m.friction("dry", rail, mu=0.5)
    >>> m.effort("push", "rail.translation", 12.0)
    >>> found = m.friction_range("push")
    >>> [round(float(value), 6) for value in (found.lower, found.upper, found.needed)]
    [4.0, 20.0, 0.0]
    """
    check_masses(plan)
    loads, drivers = {one.owner for one in plan.loads}, set(plan.model.drivers)
    legal = [*sorted(loads), *drivers, *plan.model.parameters]
    if load not in legal:
        raise ModelError(f"'{plan.name}' has no force, driver or parameter '{load}'. {nearest(load, legal)}")
    if load in loads or load in drivers:
        return _of_load(ForcesAtRest(plan, load, at, float(t)))
    return _of_parameter(plan, load, at, float(t))


def _of_load(forces: ForcesAtRest) -> FrictionRange:
    """Return the range of a force or an effort."""
    (_, value, unit), program, size = forces.loaded, forces.program, forces.size
    (lower, low), (upper, high) = program.extreme(-1.0), program.extreme(1.0)
    return FrictionRange(
        name=forces.plan.name,
        load=forces.load,
        value=value,
        lower=lower * size,
        upper=upper * size,
        unit=unit,
        needed=program.needed(value / size),
        slips_below=program.slipping(low),
        slips_above=program.slipping(high),
        notes=_notes(forces),
    )


def _of_parameter(plan: Plan, name: str, at: Start | Assembly | Motion | Array | None, t: float) -> FrictionRange:
    """Return the range of a parameter, beginning at its value; beyond an end it slips, or cannot be put together."""
    value = float(plan.resolved.parameters[name].value)
    members = Members(plan, {name: [value]}, 1)

    def forces(number: float) -> ForcesAtRest:
        return ForcesAtRest(members.with_values({name: number}), "", at, t)

    def spare(number: float) -> float:
        try:
            return float(np.clip(forces(number).program.spare(0.0, 1.0), -1.0, 1.0))
        except LinkworkError:
            return -1.0

    here = forces(value)
    needed = here.program.needed(0.0)
    inside = value if needed <= 1.0 else _resting(forces, value)
    lower = upper = inside
    if spare(inside) > 0.0:
        lower, upper = (_end(spare, inside, sign) for sign in (-1.0, 1.0))
    return FrictionRange(plan.name, name, value, lower, upper, "", needed, notes=_notes(here))


def _resting(forces: Callable[[float], ForcesAtRest], value: float) -> float:
    """Return a number on either side of a value with which friction, or nothing, holds; not a number where none is.

    Where most friction is left; without friction that can act, where nothing is missing of the balance.
    """
    from scipy.optimize import brentq, minimize_scalar

    def missing(number: float) -> float:
        try:
            program = forces(number).program
        except LinkworkError:
            return inf
        spare = program.spare(0.0, 1.0)
        return -spare if spare > -inf else 1.0 + float(np.abs(program.unbalanced).max(initial=0.0))

    ways = np.geomspace(1e-3, 1e6, 46) * (abs(value) or 1.0)
    numbers = value + np.concatenate((-ways[::-1], [0.0], ways))
    best = int(np.argmin([missing(number) for number in numbers]))
    low, high = float(numbers[max(best - 1, 0)]), float(numbers[min(best + 1, len(numbers) - 1)])
    if not missing(numbers[best]) < inf:
        return nan
    found = float(minimize_scalar(missing, bounds=(low, high), method="bounded").x)
    found = found if missing(found) < missing(numbers[best]) else float(numbers[best])
    if missing(found) <= 0.0:
        return found
    if 1.0 <= missing(low) < inf and 1.0 <= missing(high) < inf:
        left = forces(low).program.unbalanced
        i = int(np.abs(left).argmax())
        if left[i] * forces(high).program.unbalanced[i] < 0.0:
            found = float(brentq(lambda x: forces(x).program.unbalanced[i], low, high, xtol=1e-15 * abs(high)))
    return found if np.abs(forces(found).program.unbalanced).max(initial=0.0) <= BALANCED else nan


def _end(spare: Callable[[float], float], value: float, sign: float) -> float:
    """Return how far a value may go one way while some friction is spare."""
    from scipy.optimize import brentq

    last, step = value, sign * 1e-3 * (abs(value) or 1.0)
    while abs(step) < FARTHEST * (abs(value) or 1.0):
        after = last + step
        if spare(after) < 0.0:
            return float(brentq(spare, last, after, xtol=1e-12 * abs(step))) if spare(last) > 0.0 else last
        last, step = after, 2.0 * step
    return sign * inf


def _notes(forces: ForcesAtRest) -> tuple[str, ...]:
    """Return what is to be said of a range."""
    said, unknown = [], forces.program.E[:, 1:]
    if unknown.size and numerical_rank(unknown) < unknown.shape[1]:
        said.append(
            "How frictions and contacts share the load is not told by rigid bodies: it is held where some share "
            "within all limits balances."
        )
    if forces.creeping:
        said.append(f"Smooth friction creeps and holds nothing: {quoted(dict.fromkeys(forces.creeping))}.")
    return tuple(said)
