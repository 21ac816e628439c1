"""Masses of a plan: whether they are all there, and whether every motion that the joints allow has some inertia."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import kept_by, shift_count
from ..base.rotation import matrices
from ..base.zero import ROUNDING
from ..coordinates.rank import null_space
from ..errors import Fault, ModelError
from ..formulations.terms import rows_at

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


NONE = 1e-14
"""A moment of inertia below this share of the largest of its body, or of its mass at its farthest point, is none."""

MOVES = 1e-6
"""Share of a motion's largest displacement below which a body does not take part in it."""


HARDLY = 1e-2
"""Bodies with mass that move by less than this share of a motion hardly take part in it."""


def check_masses(plan: Plan) -> None:
    """Raise ModelError naming every body whose mass or inertia dynamics would need and nobody gave."""
    if plan.cache.get("masses") is True:
        return
    faults = [fault for b in range(len(plan.resolved.solids)) for fault in _faults(plan, b)]
    if faults:
        count = "one body does" if len(faults) == 1 else f"{len(faults)} bodies do"
        raise ModelError(f"The dynamics of '{plan.name}' needs masses that {count} not have:", faults)
    plan.cache["masses"] = True


def _faults(plan: Plan, b: int) -> list[Fault]:
    solid = plan.resolved.solids[b]
    where = f"body '{solid.name}'"
    if not np.isfinite(solid.mass):
        hint = "Give mass= and inertia=, or a shape such as rod(...); mass=0 for a link without mass."
        return [Fault(where, "its mass is not given.", hint)]
    moments = [solid.inertia[2, 2]] if plan.freedoms == 3 else list(np.diag(solid.inertia))
    if not np.isfinite(moments).all() and not _turns_freely(plan, b):
        return [Fault(where, "its inertia is not given, and its joints or forces can turn it.", "Give inertia=.")]
    return []


def _turns_freely(plan: Plan, b: int) -> bool:
    """Return whether nothing can turn a body: all its points are at its centre of mass (a point mass)."""
    points, vectors = _features(plan, b)
    return not len(vectors) and float(np.abs(points).max(initial=0.0)) <= 1e-12 * plan.length


def _features(plan: Plan, b: int) -> tuple[Array, Array]:
    """Return points and vectors of a body that joints, forces and events refer to, (n, 3) each, in body axes."""
    bodies, features = plan.tables["bodies"], plan.tables["features"]
    own = features[bodies["first"][b] : bodies["last"][b]]
    places = np.stack([own["x"], own["y"], own["z"]], axis=1)
    return places[own["vector"] == 0], places[own["vector"] != 0]


# ---- motions without inertia -----------------------------------------------------------------------


def check_inertias(plan: Plan, poses: Array, t: float, *, slender: bool = True) -> None:
    """Raise ModelError when the joints at these poses leave a motion free that has no inertia.

    A body that turns about a line through all its points, a slender rod between ball joints, moves nothing by that and
    is left alone unless `slender` is False: nothing can turn it.
    """
    if plan.cache.get("inertias" if slender else "stout") is True:
        return
    Z = _massless(plan, poses)
    plan.cache["stout"] = not Z.shape[1]
    if Z.shape[1]:
        rows = _rows(plan, poses, t)
        held = rows @ Z
        sizes = np.linalg.norm(rows, axis=1)[:, None] * np.linalg.norm(Z, axis=0)
        held[np.abs(held) <= ROUNDING * sizes] = 0.0  # points on the line hold nothing
        free = Z @ null_space(held)
        _, sizes, right = np.linalg.svd(_displacements(plan, poses, free), full_matrices=False)
        if sizes.max(initial=0.0) > MOVES * plan.length or (free.size and not slender):
            raise ModelError(f"'{plan.name}' can move in a way that has no inertia:", _idle(plan, free @ right[0]))
    plan.cache["inertias"] = True


def hardly_inert(plan: Plan, poses: Array, t: float) -> str:
    """Return a sentence on a motion of bodies without mass that hardly moves the others at these poses; or nothing.

    As in `check_inertias`, a slender rod that turns about its own line is left alone.
    """
    massless = [b for b, solid in enumerate(plan.resolved.solids) if solid.mass == 0.0]
    d = plan.freedoms
    units = np.tile([plan.length] * shift_count(d) + [1.0] * (d - shift_count(d)), len(poses))
    free = null_space(_rows(plan, poses, t) * units)
    if not massless or not free.shape[1]:
        return ""
    others = np.delete(free.reshape(len(poses), d, -1), massless, axis=0).reshape(-1, free.shape[1])
    shares, right = np.linalg.eigh(others.T @ others)
    alone = free @ right[:, shares <= HARDLY**2]
    _, sizes, ways = np.linalg.svd(_displacements(plan, poses, units[:, None] * alone), full_matrices=False)
    if not sizes.max(initial=0.0) > HARDLY * plan.length:
        return ""
    moved = np.abs(alone @ ways[0]).reshape(-1, d).max(axis=1)
    names = ", ".join(f"'{plan.resolved.solids[b].name}'" for b in massless if moved[b] > 1e-2 * moved.max())
    return (
        f"{names} can move there and hardly move anything that has mass, as at a dead point: a force along that motion "
        f"meets nothing. Give {names} a mass and an inertia."
    )


def _massless(plan: Plan, poses: Array) -> Array:
    """Return the motions of single bodies that have no inertia, (bodies * d, n): shifts by the length, turns by 1."""
    d, columns = plan.freedoms, []
    shifts = shift_count(d)
    for b, (mass, axes) in enumerate(_axes(plan, poses)):
        motions = [*(plan.length * np.eye(d)[:shifts] if mass <= 0.0 else ()), *axes]
        for motion in motions:
            columns.append(np.zeros(plan.coordinates))
            columns[-1][d * b : d * b + d] = motion
    return np.array(columns).reshape(len(columns), plan.coordinates).T


def _rows(plan: Plan, poses: Array, t: float) -> Array:
    """Return the rows of joints and drivers at these poses, (rows, bodies * d)."""
    work = plan.bundle(poses)
    return rows_at(plan, work, t, work.q)[1]


def _axes(plan: Plan, poses: Array) -> list[tuple[float, list[Array]]]:
    """Return for every body its mass and the turns (d,) about axes without inertia, in ground axes."""
    found: list[tuple[float, list[Array]]] = []
    table, d = plan.tables["masses"], plan.freedoms
    for b, R in enumerate(matrices(poses[:, 3:])):
        points, _ = _features(plan, b)
        stout = table["mass"][b] * float((points**2).sum(axis=1).max(initial=0.0))
        if d == 3:
            moments, axes = table["inertia"][b, 2, 2:], np.array([[0.0, 0.0, 1.0]])
        else:
            moments, own = np.linalg.eigh(table["inertia"][b])
            axes = np.concatenate([np.zeros((3, 3)), (R @ own).T], axis=1)
        least = NONE * max(moments.max(), stout)
        found.append(
            (float(table["mass"][b]), [axis for axis, moment in zip(axes, moments, strict=True) if moment <= least])
        )
    return found


def _displacements(plan: Plan, poses: Array, free: Array) -> Array:
    """Return by how much motions (bodies * d, n) shift centres and points of the bodies and turn their vectors [m]."""
    d, out = plan.freedoms, []
    for b, R in enumerate(matrices(poses[:, 3:])):
        points, vectors = (part @ R.T for part in _features(plan, b))
        twists = np.zeros((6, free.shape[1]))
        twists[kept_by(d)] = free[d * b : d * b + d]
        out.append(twists[:3])
        out += [twists[:3] + np.cross(twists[3:], p[:, None], axis=0) for p in points]
        out += [plan.length * np.cross(twists[3:], u[:, None], axis=0) for u in vectors if d == 6]
    return np.concatenate(out) if out else np.zeros((0, free.shape[1]))


def _idle(plan: Plan, motion: Array) -> list[Fault]:
    """Return the bodies that take part in a motion, and how they can move."""
    d = plan.freedoms
    shifts = shift_count(d)
    parts = motion.reshape(-1, d)
    sizes = np.stack(
        [np.linalg.norm(parts[:, :shifts], axis=1) / plan.length, np.linalg.norm(parts[:, shifts:], axis=1)]
    )
    hint = "Give it mass= and inertia=, or a joint or driver that holds it."
    faults = []
    for b in np.flatnonzero(sizes.max(axis=0) > 1e-3 * sizes.max()):
        turn = sizes[1, b] >= 1e-3 * sizes[0, b]
        way = _turn_words(parts[b]) if turn else f"move along {_vector(parts[b, :shifts])}"
        lack = "no inertia about it" if turn and d == 6 else "no inertia" if turn else "no mass"
        faults.append(Fault(f"body '{plan.resolved.solids[b].name}'", f"it can {way} but has {lack}.", hint))
    return faults


def _turn_words(part: Array) -> str:
    """Return about which axis a body can turn."""
    return "turn" if len(part) == 3 else f"turn about {_vector(part[3:])} of the ground"


def _vector(v: Array) -> str:
    """Return a direction in words, its largest component positive."""
    v = v / np.linalg.norm(v)
    v = v * np.sign(v[np.argmax(np.abs(v))])
    return f"({', '.join(f'{x + 0.0:.3g}' for x in np.round(v, 6))})"
