"""How a number of a simulation changes with the design, by the adjoint of the variational equations along the run.

On coordinates of the moment the equations are z' = A z + b_p, with as many z as the motion has freedom, twice. A number
with the co-vector c at a time is c z there; going back in time, lam' = -A^T lam, and lam b_p adds up to its derivative.
b_p itself is never formed: co-vectors of accelerations and rows multiply what the design changes of them, so that the
number of design variables hardly matters.

The collocation goes on the panels of `panels`; what goes back is the transpose of what would go forth. Where a number
is read at many times, panels do not end there: z at a time is that of the polynomial through the nodes of its panel, so
that the co-vectors of all times add up to some at the nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array, Ints
from ...kernels.runs.going_back import go_back
from ...kernels.runs.reduced_run import UNSOLVED, reduce_run
from ...kernels.steps.output import UNEVEN
from ..states import States
from ..tangents import Parts
from .held import NotSmoothError, TurnedError, solver_of
from .held import slopes_along as row_slopes
from .multipliers import Multipliers
from .panels import STAGES, TABLEAUS, Asked, node_times
from .reads import Reads
from .way import Way

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ..run import Run
    from ..start import Start

THROUGH = 4
"""States of the run through which those between are read, as its own output: by polynomials of degree 11."""

CLEAR = 1e-3
"""Smallest pivot with which coordinates of one end of a panel tell the motions at its other nodes apart."""


class Track:
    """The states at the ends of the steps of a run.

    Parameters
    ----------
    plan : Plan
        Of the mechanism, without events.
    run : Run
        That has kept them.
    """

    def __init__(self, plan: Plan, run: Run) -> None:
        self.rows = run.landings
        self.times = self.rows[:, 0]
        self._windows = _windows(self.times, np.cumsum(self.rows[:, 1] == 1.0))
        first = 2 + 3 * run.work.past.shape[1]
        there = {gauge: first + i for i, gauge in run.running.counted}
        self.angles = np.full(len(plan.first_bundle.near), -1)
        for i, gauge in plan.counted:
            if i < len(self.angles):
                self.angles[i] = there.get(gauge, -1)

    def windows(self, times: Array) -> Ints:
        """Return the rows through which the state at each time is read, and the one before which it is (t, 3)."""
        at = np.minimum(np.searchsorted(self.times, times), len(self.times) - 1)
        return np.column_stack([self._windows[at], at])


def _windows(times: Array, pieces: Ints) -> Ints:
    """Return the rows through which states are read before each row (rows, 2): the first, and the one behind the last.

    They are `THROUGH` rows about the step that ends there, of the same piece of the run; those of the step alone where
    steps differ much.
    """
    count, ends = len(times), np.arange(len(times))
    begin = np.searchsorted(pieces, pieces)
    behind = np.searchsorted(pieces, pieces, side="right")
    first = np.clip(ends - THROUGH // 2, begin, np.maximum(behind - THROUGH, begin))
    last = np.minimum(first + THROUGH, behind)
    gaps = np.append(np.diff(times), np.inf)
    inside = first[:, None] + np.arange(THROUGH - 1)
    known = inside < (last - 1)[:, None]
    beside = gaps[np.minimum(inside, count - 1)]
    uneven = np.where(known, beside, 0.0).max(axis=1) > UNEVEN * np.where(known, beside, np.inf).min(axis=1)
    alone = np.maximum(ends - 1, begin)
    return np.column_stack([np.where(uneven, alone, first), np.where(uneven, np.minimum(alone + 2, behind), last)])


class Sweep:
    """The equations at the nodes of panels.

    Parameters
    ----------
    parts : Parts
        Of the mechanism, with the masses as weights.
    track : Track
    ends : array
        Of the panels [s].
    motions : array, shape (n, f)
        That the rows allow at the start.
    asked : Asked
        What is read at the nodes.
    """

    def __init__(self, parts: Parts, track: Track, ends: Array, motions: Array, asked: Asked) -> None:
        plan, work = parts.plan, parts.work
        self.plan, self.h = plan, np.diff(ends)
        times = node_times(ends)
        (bodies, d), n, f = work.x.shape, plan.coordinates, motions.shape[1]
        N = np.ascontiguousarray(motions.T.reshape(f, bodies, d))
        P = N / plan.weight
        self.P = P.reshape(f, n).copy()
        self.asked = asked
        self.out = self._room(len(times), len(self.h), f, work)
        room = np.zeros((f, f + 2)), np.zeros((3, bodies, d)), np.zeros((2, f, bodies, d))
        panel, reads = np.full((2, len(times)), -1)
        panel[STAGES - 1 :: STAGES] = np.arange(len(self.h))
        reads[asked.nodes] = np.arange(len(asked.nodes))
        given = track.rows, track.windows(times), times, panel, reads, track.angles
        read = np.ascontiguousarray(asked.covectors).reshape(len(asked.nodes), len(TABLEAUS), 2, bodies, d).copy()
        done = reduce_run(work.H, *given, *parts.tables, P, N, *room, read, *self.out.values())
        plan.programs.reraise()
        self.times, self.reads = times, reads
        self._check(done)

    def _room(self, count: int, panels: int, f: int, work: Any) -> dict[str, Array]:
        (bodies, d), m, reads = work.x.shape, len(work.lam), len(self.asked.nodes)
        shapes = {
            "poses": (count, bodies, 7),
            "motions": (count, bodies, 2, 6),
            "lam": (count, m),
            "near": (count, len(work.near)),
            "least": (count,),
            "A": (count, 2 * f, 2 * f),
            "by_rows": (count, 2 * f, 3, m),
            "by_forces": (count, 2 * f, bodies, d),
            "change": (panels, 2 * f, 2 * f),
            "change_rows": (panels, 2 * f, 3, m),
            "read": (reads, len(TABLEAUS), 2 * f),
            "read_rows": (reads, len(TABLEAUS), 3, m),
        }
        return {name: np.zeros(shape) for name, shape in shapes.items()}

    def _check(self, done: int) -> None:
        least = self.out["least"]
        if done < len(self.times) and least[done] == UNSOLVED:
            raise NotSmoothError(f"the equations of motion have no solution at t = {self.times[done]:g} s")
        if not (least[:done] > CLEAR).all() or done < len(self.times):
            bad = int(np.argmin(least))
            raise TurnedError("the mechanism passes a singular position", float(self.times[bad]))

    def multipliers(self) -> Multipliers:
        """Return what multiplies the changes of the equations, in both ways, going back from the last panel."""
        out, (ways, panels), (count, size, _) = self.out, (len(TABLEAUS), len(self.h)), self.out["A"].shape
        lam, weights, after = (np.zeros((*shape, size)) for shape in ((ways,), (count, ways), (panels, ways)))
        room = np.zeros((STAGES, size)), np.zeros((STAGES, size)), np.zeros(size)
        given = self.h, np.array(TABLEAUS), out["A"], out["change"], self.reads, out["read"]
        left = go_back(*given, *room, lam, weights, after)
        if left:
            raise TurnedError("the equations are too stiff", float(self.times[left * STAGES - 1]))
        m = out["lam"].shape[1]
        forces = weights @ out["by_forces"].reshape(count, size, self.P.shape[1])
        rows = (weights @ out["by_rows"].reshape(count, size, 3 * m)).reshape(count, ways, 3, m)
        rows[self.asked.nodes] += out["read_rows"]
        rows[STAGES - 1 :: STAGES] += np.einsum("pwa,pakm->pwkm", after, out["change_rows"])
        begin = np.concatenate([lam[:, : len(self.P)] @ self.P, lam[:, len(self.P) :] @ self.P], axis=1)
        return Multipliers(self.states, forces.swapaxes(0, 1), rows.swapaxes(0, 1), begin)

    @property
    def states(self) -> States:
        """The states at the nodes."""
        measures = self.plan.tables["measures"].size
        near = np.ascontiguousarray(self.out["near"][:, :measures])
        return States(self.times, self.out["poses"], self.out["motions"], self.out["lam"], near)


class Adjoint(Way):
    """By going back from what is read."""

    def __init__(self, reads: Reads, run: Run, begin: Array) -> None:
        super().__init__(reads, run, begin)
        self.track = Track(reads.plan, run)
        self.motions = _allowed(reads.plan, run.begin, self.track.times[:1])

    def over(self, ends: Array, asked: Asked) -> Array:
        """Return what is read at the nodes of panels (2, variables), by both methods."""
        sweep = Sweep(self.reads.parts, self.track, ends, self.motions, asked)
        return sweep.multipliers().slopes(self.reads.every, self.begin)


def _allowed(plan: Plan, begin: Start, t: Array) -> Array:
    """Return the motions that the rows allow at the start, shape (n, f)."""
    rows, measures = len(plan.equations), plan.tables["measures"].size
    motions = np.zeros((1, len(begin.poses), 2, 6))
    motions[0, :, 0] = begin.twists
    near = np.ascontiguousarray(begin.angles(plan)[None, :measures])
    states = States(t, begin.poses[None], motions, np.zeros((1, rows)), near)
    return np.asarray(solver_of(plan, states, row_slopes(plan, states).J).allowed[0])
