"""Laws of mechanics in numbers, for motions with forces."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.results.dynamics import DynamicMotion
from linkwork.results.forces import as_vectors

GALLERY = [name for name in lw.gallery.names() if lw.gallery.info(name).idle == 0]


def inverse(name: str, count: int = 13) -> DynamicMotion:
    """A gallery mechanism moved by its drivers; times off the ends, where some start at rest."""
    entry = lw.gallery.info(name)
    return lw.gallery.get(name).inverse(0.013 + 0.97 * entry.times(count))


def masses(run: DynamicMotion) -> tuple[np.ndarray, np.ndarray]:
    """Masses (bodies,) and inertias in body axes (bodies, 3, 3)."""
    solids = run.plan.resolved.solids
    inertia = np.array([np.where(np.isfinite(s.inertia), s.inertia, 0.0) for s in solids])
    if run.model.space.planar:
        inertia *= np.diag([0.0, 0.0, 1.0])
    return np.array([s.mass for s in solids]), inertia


def inertia_forces(run: DynamicMotion) -> tuple[np.ndarray, np.ndarray]:
    """m (a - g) and the rate of angular momentum about the centre of mass, (times, bodies, 3) each."""
    mass, own = masses(run)
    _ = run.forces
    a, alpha, w = run.motions[:, :, 1, :3], run.motions[:, :, 1, 3:], run.motions[:, :, 0, 3:]
    rotation = np.stack([run.body(name).rotation for name in run.bodies], axis=1)
    inertia = rotation @ own @ rotation.swapaxes(-1, -2)
    turn = np.einsum("tbij,tbj->tbi", inertia, alpha) + np.cross(w, np.einsum("tbij,tbj->tbi", inertia, w))
    return mass[:, None] * (a - run.plan.resolved.gravity), turn


def felt(run: DynamicMotion) -> tuple[np.ndarray, np.ndarray]:
    """Forces and moments about the centres of mass of joints, drivers and loads from outside, (times, bodies, 3)."""
    reactions = run.reactions()
    total = run.forces.outside.copy()
    for (_, body), slot in run.forces.slots.items():
        total[:, body] += reactions.wrenches[:, slot]
    return as_vectors(total)


def scale_of(*arrays: np.ndarray) -> float:
    """Largest number among arrays, at least 1e-12."""
    return max(1e-12, *(float(np.abs(a).max(initial=0.0)) for a in arrays))


def force_scale(run: DynamicMotion) -> float:
    """Largest force in the machine: weights, inertia forces, reactions, moments over its length."""
    force, turn = inertia_forces(run)
    reaction, moment = as_vectors(run.forces.reactions)
    weights = masses(run)[0] * np.linalg.norm(run.plan.resolved.gravity)
    return scale_of(force, turn / run.plan.length, reaction, moment / run.plan.length, weights)


def speed_scale(run: DynamicMotion) -> float:
    """Largest speed in the machine."""
    return scale_of(run.motions[:, :, 0, :3], run.plan.length * run.motions[:, :, 0, 3:])


def rate_of_energy(run: DynamicMotion) -> np.ndarray:
    """d/dt of the kinetic energy, less the power of gravity, from accelerations."""
    force, turn = inertia_forces(run)
    v, w = run.motions[:, :, 0, :3], run.motions[:, :, 0, 3:]
    return (force * v).sum(axis=(1, 2)) + (turn * w).sum(axis=(1, 2))
