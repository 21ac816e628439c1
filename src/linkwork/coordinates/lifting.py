"""Weights of light bodies, lifted for the linear solve.

A row that joins two bodies feels how both give way, J_a W_a^-1 J_a^T + J_b W_b^-1 J_b^T. Where one gives way a
hundred thousand times as easily as the other, the heavy one is lost beside the light one in the digits of a number,
and a body without mass has no weight to divide by. Then the weight of the light body is lifted until it gives way only
a hundred times as easily; what that does to the motion is taken out again (`kernels.dynamics.light_bodies`). The
same is done within a body: its turning must not give way much more easily at its joints than the body as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags, Ints
from ..base.measure import DIMENSIONS
from ..model.equations import Gauge
from ..model.resolve import Resolved
from .features import FeatureTable

UNEVEN = 1e5
"""Ratio of how two bodies give way at which the lighter one is lifted: below it a row keeps eleven digits."""

EVEN = 1e2
"""Ratio that it is lifted to beside a body that keeps its own weight; beside one that is lifted itself it is 1, since
in a row of bodies without mass the ratios would multiply."""

NARROW = 1e8
"""Ratio at which the mass of a body is lifted because its joints are close together beside its radius of gyration."""

NO_ARM = 1e-9
"""Arms below this share of the mechanism's length are none."""


@dataclass(frozen=True)
class Pairs:
    """Measures of rows between two moving bodies a and b: whether they shift (1 or 0), and their arms on each body."""

    a: Ints
    b: Ints
    shift: Array
    arm_a: Array
    arm_b: Array


def lifts(resolved: Resolved, features: FeatureTable, gauges: Sequence[Gauge], length: float) -> Array:
    """Return the least weights of every body for the linear solve, mass and moment of inertia, shape (bodies, 2).

    `gauges` are those of the rows. Zero where a body keeps its own weight, and where masses are not given.
    """
    count = len(resolved.solids)
    own = np.array([(solid.mass, _least_moment(resolved, b)) for b, solid in enumerate(resolved.solids)]).reshape(-1, 2)
    if not count or not np.isfinite(own).all():
        return np.zeros_like(own)
    radius, width = np.array([reach_of(features.points(b), np.asarray(length)) for b in range(count)]).T
    if even(own, radius, width, np.asarray(length)):
        return np.zeros_like(own)
    raised = _raised(own, radius, width, _pairs(features, gauges, length))
    _fill(raised, radius, features, length)
    return np.where(raised > own, raised, 0.0)


def _least_moment(resolved: Resolved, b: int) -> float:
    """Return the smallest moment of inertia of a body [kg m^2], 0 where it is not given."""
    inertia = resolved.solids[b].inertia
    inertia = inertia[2:, 2:] if resolved.space.planar else inertia
    return float(np.linalg.eigvalsh(inertia)[0]) if np.isfinite(inertia).all() else 0.0


def reach_of(points: Array, length: Array) -> tuple[Array, Array]:
    """Return how far points (..., n, 3) are from the centre of mass at most, and how far apart [m], shape (...)."""
    if not points.shape[-2]:
        return np.zeros_like(length), np.zeros_like(length)
    far, apart = np.linalg.norm(points, axis=-1).max(axis=-1), np.linalg.norm(np.ptp(points, axis=-2), axis=-1)
    radius, width = (np.where(size > NO_ARM * length, size, 0.0) for size in (far, apart))
    return radius, width


def even(own: Array, radius: Array, width: Array, length: Array) -> Flags:
    """Return whether all bodies give way much alike, whatever joins them: then nothing needs a lift.

    `own` (..., bodies, 2) are masses and least moments, `radius` and `width` (..., bodies) those of `reach_of`.
    """
    mass, turn, span = own[..., 0], own[..., 1], length[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        arms = np.where(radius > 0, radius, span)
        ways = np.concatenate([1.0 / mass, arms**2 / turn, span**2 / turn], axis=-1)
        alike = ways.max(axis=-1) <= UNEVEN * ways.min(axis=-1)
    narrow = (width > 0) & (turn > NARROW * mass * width**2)
    return np.asarray((own > 0).all(axis=(-2, -1)) & alike & ~narrow.any(axis=-1))


def _pairs(features: FeatureTable, gauges: Sequence[Gauge], length: float) -> Pairs:
    """Return the measures between two moving bodies."""
    found = [_arms(features, gauge, length) for gauge in gauges if len(gauge.bodies) == 2]
    table = np.array(found, float).reshape(-1, 5)
    return Pairs(table[:, 0].astype(int), table[:, 1].astype(int), *table[:, 2:].T)


def _arms(features: FeatureTable, gauge: Gauge, length: float) -> tuple[float, ...]:
    """Return the bodies of a measure, whether it shifts them, and the arm at which it turns each of them."""
    a, b = sorted(gauge.bodies)
    if DIMENSIONS[gauge.kind] != "length":
        return a, b, 0.0, 1.0, 1.0
    arms = {a: 0.0, b: 0.0}
    for site in gauge.sites:
        if site.body >= 0 and not site.vector:
            point = features.table[features[site]]
            arm = float(np.sqrt(point["x"] ** 2 + point["y"] ** 2 + point["z"] ** 2))
            arms[site.body] = max(arms[site.body], arm if arm > NO_ARM * length else 0.0)
    return a, b, 1.0, arms[a], arms[b]


def _raised(own: Array, radius: Array, width: Array, pairs: Pairs) -> Array:
    """Return weights (bodies, 2), raised until neighbours give way alike; zero where nothing says how heavy."""
    now = own.copy()
    _raise_narrow(now, width)
    for _ in range(2 * len(own) + 2):
        before = now.copy()
        lifted = now > own
        with np.errstate(divide="ignore", invalid="ignore"):
            _raise_pairs(now, np.where(lifted.any(axis=1), 1.0, EVEN), pairs)
            _raise_inertias(now, np.where(lifted[:, 0], 1.0, EVEN), radius)
        if np.array_equal(now, before):
            break
    return now


def _raise_pairs(now: Array, ratio: Array, pairs: Pairs) -> None:
    """Raise the weights of bodies that give way too easily beside a neighbour, up to the neighbour's ratio."""
    parts = [
        (body, _ways(pairs.shift, now[body, 0]) + _ways(arm**2, now[body, 1]), arm)
        for body, arm in ((pairs.a, pairs.arm_a), (pairs.b, pairs.arm_b))
    ]
    for (body, way, arm), (neighbour, other, _) in (parts, parts[::-1]):
        light = (way > UNEVEN * other) & np.isfinite(other) & (other > 0)
        allowed = ratio[neighbour] * other
        np.maximum.at(now[:, 0], body[light], (pairs.shift / allowed)[light])
        np.maximum.at(now[:, 1], body[light], (arm**2 / allowed)[light])


def _raise_inertias(now: Array, ratio: Array, radius: Array) -> None:
    """Raise inertias that are too small beside the mass at the arms of the joints."""
    mass, turn = now.T
    stout = radius**2 * mass
    now[:, 1] = np.where(stout > UNEVEN * turn, np.maximum(turn, stout / ratio), turn)


def _raise_narrow(now: Array, width: Array) -> None:
    """Raise masses of bodies whose joints are close together beside the radius of gyration."""
    mass, turn = now.T
    narrow = np.divide(turn, width**2, out=np.zeros_like(turn), where=width > 0)
    now[:, 0] = np.where(narrow > NARROW * mass, np.maximum(mass, narrow / EVEN), mass)


def _ways(numerator: Array, weight: Array) -> Array:
    """Return how easily a weight gives way, zero where the row does not ask it to."""
    return np.where(numerator > 0, numerator / weight, 0.0)


def _fill(now: Array, radius: Array, features: FeatureTable, length: float) -> None:
    """Give the bodies that still have no weight some: as heavy as the others, with the arms they have.

    A body whose points are all at its centre of mass keeps the inertia zero: nothing turns it.
    """
    heaviest = now[:, 0].max() or 1.0
    now[:, 0] = np.where(now[:, 0] > 0, now[:, 0], heaviest / EVEN)
    for b in np.flatnonzero(now[:, 1] <= 0).tolist():
        turned = bool(features.table[features.sites_of(b)]["vector"].any())
        arm = radius[b] or (length if turned else 0.0)
        now[b, 1] = now[b, 0] * arm**2
