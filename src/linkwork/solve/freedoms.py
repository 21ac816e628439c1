"""Free motions in words: which joints turn and slide, which bodies move by themselves; gradients of quantities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..base.poses import kept_by, shift_count
from ..base.zero import RANK, ROUNDING
from ..coordinates.features import FeatureTable, measure_table
from ..coordinates.gauge import joint_coordinates
from ..coordinates.plan import Plan
from ..coordinates.rank import null_space, pivot_columns
from ..kernels.geometry.features import place_features
from ..kernels.geometry.measures import constant_gradients, measure_gradients
from ..model.equations import Gauge
from ..words import figure


@dataclass(frozen=True)
class FreeMotion:
    """One free motion of a mechanism.

    Attributes
    ----------
    sentence : str
    rates : dict
        Rate of every joint coordinate that changes [rad/s or m/s].
    twists : dict
        For every body that moves: velocity of its centre of mass and angular velocity, in ground
        axes (in the plane: first, second, turn).
    """

    sentence: str
    rates: dict[str, float]
    twists: dict[str, Array]


def free_motions(plan: Plan, q: Array, basis: Array) -> tuple[FreeMotion, ...]:
    """Return the free motions spanned by `basis` (coordinates, freedoms), told in joint coordinates.

    Bodies that can move by themselves come first; the rest is sorted so that each motion is led by
    one joint coordinate.
    """
    alone, rest = _alone(plan, basis)
    names, gradients = joint_gradients(plan, q)
    motions = [_alone_motion(plan, q, b, v, names, gradients) for b, v in alone]
    if rest.shape[1]:
        rates = gradients @ rest
        leaders = pivot_columns(rates.T, ROUNDING * float(np.abs(rates).max(initial=0.0)))
        if len(leaders) == rest.shape[1]:
            rest = rest @ np.linalg.inv(rates[leaders])
            motions += [_led(plan, names, gradients, rest[:, k], names[leader]) for k, leader in enumerate(leaders)]
        else:
            motions += [_led(plan, names, gradients, rest[:, k], "") for k in range(rest.shape[1])]
    return tuple(motions)


def _alone(plan: Plan, basis: Array) -> tuple[list[tuple[int, Array]], Array]:
    """Split off motions of a single body: (body, motion) pairs, and a basis of what is left."""
    d, alone = plan.freedoms, []
    rest = basis
    for b in range(len(plan.resolved.solids)):
        if rest.shape[1] == 0:
            break
        others = np.delete(rest, np.s_[b * d : (b + 1) * d], axis=0)
        _, values, right = np.linalg.svd(others, full_matrices=True)
        moving = int((values > RANK * np.abs(rest).max()).sum())
        kernel = right[moving:].T
        if kernel.shape[1] == 0:
            continue
        own = rest @ kernel
        alone += [(b, own[:, k] / np.abs(own[:, k]).max()) for k in range(own.shape[1])]
        rest = rest @ null_space(kernel.T)
    return alone, rest


def joint_gradients(plan: Plan, q: Array) -> tuple[list[str], Array]:
    """Return the names of the joint coordinates, those on the ground first, and their gradients at the poses q."""
    names, gauges = joint_coordinates(plan)
    return names, gauge_gradients(plan, gauges, q)


def _twists(plan: Plan, motion: Array) -> dict[str, Array]:
    parts = motion.reshape(-1, plan.freedoms)
    size = np.abs(motion).max()
    return {s.name: parts[b] for b, s in enumerate(plan.resolved.solids) if np.abs(parts[b]).max() > ROUNDING * size}


def _rates(names: list[str], gradients: Array, motion: Array) -> dict[str, float]:
    values = gradients @ motion if len(names) else np.zeros(0)
    size = max(np.abs(values).max(initial=0.0), 1e-12)
    return {n: float(v) for n, v in zip(names, values, strict=True) if abs(v) > ROUNDING * size}


def _led(plan: Plan, names: list[str], gradients: Array, motion: Array, leader: str) -> FreeMotion:
    rates, twists = _rates(names, gradients, motion), _twists(plan, motion)
    bodies = ", ".join(f"'{b}'" for b in list(twists)[:8]) + (" ..." if len(twists) > 8 else "")
    if not leader:
        return FreeMotion(f"{bodies} move together", rates, twists)
    others = [f"{n} {v:+.4g}" for n, v in rates.items() if n != leader]
    listed = ", ".join(others[:8]) + (", ..." if len(others) > 8 else "")
    sentence = f"{leader} changes and moves {bodies}"
    if others:
        sentence += f"; for {leader} at 1: {listed}"
    return FreeMotion(sentence, rates, twists)


def _alone_motion(plan: Plan, q: Array, b: int, motion: Array, names: list[str], gradients: Array) -> FreeMotion:
    name = plan.resolved.solids[b].name
    twist = motion.reshape(-1, plan.freedoms)[b]
    shifts = shift_count(plan.freedoms)
    v, w = twist[:shifts], twist[shifts:]
    rates = _rates(names, gradients, motion)
    if np.abs(w).max() < ROUNDING:
        how = f"shifts along ({_listed(v / np.linalg.norm(v))})"
    elif shifts == 2:
        centre = q[b, :2] + np.array([-v[1], v[0]]) / w[0]
        how = f"turns about the point ({_listed(centre)})"
    else:
        axis = w / np.linalg.norm(w)
        pitch = abs(v @ axis) / np.linalg.norm(w)
        how = f"{'turns' if pitch < ROUNDING * plan.length else 'screws'} about the axis ({_listed(axis)})"
    return FreeMotion(f"'{name}' {how} while nothing else moves", rates, {name: twist})


def _listed(values: Array) -> str:
    return ", ".join(figure(v, 4, 1e-12) for v in values)


def gauge_gradients(plan: Plan, gauges: Sequence[Gauge], q: Array) -> Array:
    """Return d gauge / d coordinates at pose q, shape (gauges, coordinates), bodies one after another."""
    out = np.zeros((len(gauges), plan.coordinates))
    if not gauges:
        return out
    features = FeatureTable(plan.resolved, gauges)
    x = features.start()
    place_features(features.bodies, features.table, np.ascontiguousarray(q), x)
    table = measure_table(gauges, features)
    gradients = constant_gradients(table)
    measure_gradients(table, x, np.zeros((len(gauges), 4)), gradients)
    d = plan.freedoms
    for i, gauge in enumerate(gauges):
        for slot, site in enumerate(gauge.sites):
            if site.body < 0:
                continue
            g, p = gradients[i, slot], x[features[site], 0]
            force = np.zeros(3) if site.vector else g
            arm = p if site.vector else p - q[site.body, :3]
            wrench = np.concatenate([force, np.cross(arm, g)])
            out[i, site.body * d : (site.body + 1) * d] += wrench[kept_by(d)]
    return out
