"""Stored states with their accelerations and multipliers held: what the equations leave, and how they change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...base.zero import CROSSED, RANK
from ...errors import LinkworkError, ModelError
from ...kernels.runs.stored_tangents import vary_along, weigh_along
from ..states import States
from ..tangents import Parts

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ...kernels.tables.bundle import Bundle


@dataclass(frozen=True)
class Slopes:
    """How rows and forces change with displacements (u) and changes of velocity (w) of all bodies, at every state.

    Attributes
    ----------
    J : array, shape (t, rows, n)
        Change of the rows' rates along w; of rows of positions, also that of the rows along u.
    rate, acceleration : array, shape (t, rows, n)
        Change of the rows' rates and accelerations along u.
    damped : array, shape (t, rows, n)
        Change of the rows' accelerations along w.
    forces, drag : array, shape (t, n, n)
        Change of Q + J^T lam - (M a + w x I w) along u and along w.
    """

    J: Array
    rate: Array
    acceleration: Array
    damped: Array
    forces: Array
    drag: Array


def left_over(plan: Plan, states: States, other: Bundle | None = None) -> tuple[Array, Array]:
    """Return what a plan leaves at states: of rows (t, 3, rows), and of the bodies (t, n); with other tables if any."""
    work, count = other or plan.bundle(), len(states.times)
    rows, rest = np.zeros((count, 3, len(plan.equations))), np.zeros((count, *work.x.shape))
    done = weigh_along(work.H, *states.arrays, rows, rest)
    plan.programs.reraise()
    _check(plan, states, done)
    return rows, rest.reshape(count, plan.coordinates)


def slopes_along(plan: Plan, states: States) -> Slopes:
    """Return how rows and forces change at every state."""
    work, count, n = plan.bundle(), len(states.times), plan.coordinates
    both = np.eye(2 * n)
    room = np.zeros((3, len(work.measured), 2 * n))
    rows, forces = np.zeros((count, 3, len(work.Phi), 2 * n)), np.zeros((count, n, 2 * n))
    done = vary_along(work.H, *states.arrays, *Parts(plan, work).tables, both[:n], both[n:], room, rows, forces)
    plan.programs.reraise()
    _check(plan, states, done)
    by_u, by_w = rows[..., :n], rows[..., n:]
    return Slopes(by_w[:, 1], by_u[:, 1], by_u[:, 2], by_w[:, 2], forces[..., :n], forces[..., n:])


def _check(plan: Plan, states: States, done: int) -> None:
    if done < len(states.times):
        raise LinkworkError(f"'{plan.name}': an expression has no value at t = {states.times[done]:g} s.")


@dataclass(frozen=True)
class Solver:
    """Solves rows at every state: J x = right side, by the smallest x; and the motions that the rows allow.

    Attributes
    ----------
    inverse : array, shape (t, n, rows)
    allowed : array, shape (t, n, freedoms)
    """

    inverse: Array
    allowed: Array


def solver_of(plan: Plan, states: States, J: Array) -> Solver:
    """Return what solves the rows; raises NotSmoothError where they change their rank on the way, or may."""
    units, scale = np.sqrt(plan.weight).ravel(), plan.tables["rows"]["scale"]
    count, m, n = J.shape
    if m == 0:
        return Solver(np.zeros((count, n, 0)), np.tile(np.eye(n), (count, 1, 1)))
    U, s, Vt = np.linalg.svd(J * units * scale[:, None])
    ranks = (s > RANK * s[:, :1]).sum(axis=1)
    rank = int(ranks[0])
    if (ranks != rank).any():
        t = float(states.times[int(np.argmax(ranks != rank))])
        raise NotSmoothError(f"the mechanism passes a singular position near t = {t:g} s")
    crossed = (s > RANK * s[:, :1]) & (s < CROSSED * s[:, :1])
    crossed &= ~crossed.all(axis=0)  # small everywhere: sizes far apart, as of a gear of a large ratio
    if crossed.any():
        t = float(states.times[int(np.argmax(crossed.any(axis=1)))])
        raise NotSmoothError(f"the mechanism is in a singular position at t = {t:g} s")
    inside = Vt[:, :rank].transpose(0, 2, 1) / s[:, None, :rank] @ U[:, :, :rank].transpose(0, 2, 1)
    return Solver(units[:, None] * inside * scale, units[:, None] * Vt[:, rank:].transpose(0, 2, 1))


def check_closed(plan: Plan, J: Array, u: Array, rows: Array, names: Sequence[str], steps: Array) -> None:
    """Raise ModelError where displacements u (t, n, variables) do not take up what these do to the rows (t, rows, ..).

    So it is where equations are redundant for this one design only. `steps` (variables,) led to the change of rows.
    """
    scale = plan.tables["rows"]["scale"][:, None]
    left = np.abs(J @ u + rows) * scale
    if not left.size:
        return
    most = (np.abs(rows) * scale).max(axis=(0, 1))
    for k in np.flatnonzero(left.max(axis=(0, 1)) > OPEN * most + CLOSED / steps).tolist():
        mine = left[:, :, k]
        joint = plan.equations[int(plan.order[np.unravel_index(np.argmax(mine), mine.shape)[1]])].owner
        raise ModelError(
            f"There is no derivative by '{names[k]}': the mechanism can be closed for some designs only, as its "
            f"equations are redundant, and with this number changed alone '{joint}' stays open. Vary what keeps it "
            f"closed: a parameter on which several numbers depend."
        )


OPEN, CLOSED = 1e-5, 1e-12
"""Share of what a design variable does to the rows that may be left open, and residual of rows that is rounding."""


class NotSmoothError(LinkworkError):
    """The equations cannot be differentiated; the words say why."""


class TurnedError(NotSmoothError):
    """A panel is too long for the equations near a time [s]; a shorter one may do."""

    def __init__(self, words: str, time: float) -> None:
        super().__init__(f"{words} near t = {time:g} s")
        self.time = time
