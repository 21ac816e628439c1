"""States of self-stress: multipliers that hold each other in equilibrium, so that no body feels them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array, Ints
from ..base.zero import CROSSED, RANK
from ..kernels.dynamics.switches import CLOSED, CONTACT, HELD, STICK
from .forces import forces_along

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from .dynamics import DynamicMotion


SAMPLES = (0.5, 0.21, 0.83, 0.37, 0.67)
"""Parts of the run at which rank is looked at; the largest rank counts."""

LARGE = 150
"""Equations from which on a matrix is large; then two positions must do."""


@dataclass(frozen=True)
class State:
    """The states of self-stress at one position of a motion.

    Attributes
    ----------
    place : int
        Of the motion.
    jacobian : array, shape (equations, coordinates)
        In the user's order.
    basis : array, shape (equations, redundant)
        Orthonormal multipliers that no body feels, each divided by `row_scale`.
    """

    place: int
    jacobian: Array
    basis: Array


def row_scale(plan: Plan) -> Array:
    """Return 1 / length for equations of lengths and 1 for the others, in the user's order [1/m, 1]."""
    return np.asarray(plan.tables["rows"]["scale"][plan.position_in_table])


def dense_blocks(plan: Plan, rows: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the blocks of the Jacobian of some equations: their numbers, the place of their row, their bodies."""
    block_ptr, numbers, places = plan.tables["block_ptr"], [], []
    for place, row in enumerate(rows):
        i = plan.position_in_table[row]
        numbers += list(range(block_ptr[i], block_ptr[i + 1]))
        places += [place] * int(block_ptr[i + 1] - block_ptr[i])
    kept = np.array(numbers, np.int64)
    return kept, np.array(places, np.int64), plan.tables["block_body"][kept]


def generic_states(motion: DynamicMotion) -> list[State]:
    """Return those of a few positions where the rank is largest; just one where no equation is redundant."""
    counted, count = _of_joints(motion), len(motion)
    parts = SAMPLES if len(counted) <= LARGE else SAMPLES[:2]
    places = list(dict.fromkeys(round(part * (count - 1)) for part in parts))
    states: list[State] = []
    for state in _states_at(motion, dict.fromkeys(places, counted)):
        states.append(state)
        if state.basis.shape[1] == 0:
            return [state]
    least = min(state.basis.shape[1] for state in states)
    return [state for state in states if state.basis.shape[1] == least]


def states_that_hold(motion: DynamicMotion) -> Iterator[tuple[State, State]]:
    """Yield two states for each set of contacts and frictions that hold in a motion: of joints alone, and with them."""
    switches, modes = motion.plan.tables["switches"], motion.modes
    if modes is None or not switches.size:
        return
    own = _of_joints(motion)
    sets, first = np.unique(
        np.where(switches["kind"] == CONTACT, modes == CLOSED, np.isin(modes, (STICK, HELD))), axis=0, return_index=True
    )
    both: list[dict[int, Ints]] = [{}, {}]
    for holds, place in zip(sets, first.tolist(), strict=True):
        rows = np.concatenate([switches[name][holds & (switches[name] >= 0)] for name in ("row", "second")])
        more = np.union1d(own, motion.plan.order[rows])
        if len(more) > len(own):
            both[0][place], both[1][place] = own, more
    yield from zip(*(_states_at(motion, rows) for rows in both), strict=True)


def _of_joints(motion: DynamicMotion) -> Ints:
    """Return the equations of joints and drivers."""
    return np.array([i for i, owner in enumerate(motion.forces.owners) if owner.kind != "force"], np.int64)


def _states_at(motion: DynamicMotion, counted: Mapping[int, Ints]) -> Iterator[State]:
    """Yield the states of self-stress at places of a motion, of the equations that count there."""
    plan = motion.plan
    if not counted:
        return
    every = np.unique(np.concatenate(list(counted.values())))
    kept, rows, bodies = dense_blocks(plan, every)
    found = forces_along(motion, kept, np.array(list(counted), np.int64))
    for (place, here), blocks in zip(counted.items(), found.blocks, strict=True):
        jacobian = np.zeros((len(plan.equations), len(plan.resolved.solids), plan.freedoms))
        jacobian[every[rows], bodies] = blocks
        flat = jacobian.reshape(len(plan.equations), -1)
        yield State(place, flat, _self_stress(plan, flat, here, CROSSED if motion.singular else RANK))


def _self_stress(plan: Plan, jacobian: Array, counted: Ints, zero: float) -> Array:
    """Return an orthonormal basis of the scaled multipliers that no body feels, (equations, redundant).

    At a singular position those count that bodies hardly feel: how large they are is rounding.
    """
    from ..coordinates.rank import numerical_rank

    scaled = jacobian[counted] * plan.units
    count = len(counted) - numerical_rank(scaled, zero)
    basis = np.zeros((len(jacobian), count))
    if count:
        basis[counted] = last_left_vectors(row_scale(plan)[counted, None] * scaled, count)
    return basis


def last_left_vectors(matrices: Array, count: int) -> Array:
    """Return the left singular vectors of the `count` smallest singular values, (..., rows, count).

    Large matrices go by the eigenvectors of A A^T, ten times quicker and right to about 1e-10.
    """
    rows, columns = matrices.shape[-2:]
    if rows > LARGE:
        return np.asarray(np.linalg.eigh(matrices @ matrices.swapaxes(-1, -2))[1][..., :count])
    left = np.linalg.svd(matrices, full_matrices=rows > columns)[0]
    return np.asarray(left[..., rows - count :])
