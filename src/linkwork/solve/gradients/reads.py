"""How what is read of a run changes with its states and with the design: co-vectors of all that it is made of.

A quantity r is read beside every state with accelerations b and multipliers lam held, so that nothing is solved. What
the equations of motion change of these follows from one solve a state (`kernels.tangents.costates`): with the
co-vectors beta = r_b and alpha = r_lam

    beta db + alpha dlam = mu (F_p + F_u u + F_w w) - nu (Phi''_p + Phi''_u u + Phi''_w w),

so that mu and nu multiply what the design changes of forces and rows, as those of the equations along the run do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array, Ints
from ...base.poses import kept_by
from ...kernels.runs.reduced_run import read_back
from ...results.dynamics import DynamicMotion
from ...results.reading import Term
from ...results.reading import read as read_terms
from .accelerations import solved_back
from .held import NotSmoothError
from .multipliers import Multipliers, teeth_press, unfit, weighted_parts
from .panels import TABLEAUS, Asked, thinned, track_ends
from .prescribed import states_of
from .readings import Tangents, at_places, enough, slopes_along
from .varied import SMALL

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ...results.motion import Motion
    from ..run import Run
    from ..states import States
    from ..tangents import Parts
    from .every import Every

FEW = 4
"""Times at which something is read up to which panels end there."""

PROBES = 5
"""States at which it is found out what a quantity depends on."""

SAME = 1e-9
"""Share of its largest value by which a quantity with accelerations and multipliers held may differ from itself."""


@dataclass(frozen=True)
class Read:
    """A quantity that is read at some states of a run, its values, and what its change counts at each of them."""

    text: str
    here: DynamicMotion
    values: Array
    weights: Array


class Reads:
    """All that is read of a run.

    Parameters
    ----------
    plan : Plan
        Of the mechanism, without events.
    every : Every
    reads : list of Read
    """

    def __init__(self, plan: Plan, every: Every, reads: Sequence[Read]) -> None:
        self.plan, self.every, self.reads = plan, every, reads
        self.parts = weighted_parts(plan)  # with the masses as weights
        self.times = np.unique(np.concatenate([read.here.time for read in reads]))
        self.few = len(self.times) <= FEW
        self._known: dict[tuple[int, bytes], tuple[Array, Array, Multipliers | None]] = {}
        self._motions: dict[int, Motion] = {}

    def ends(self, run: Run, steps: float) -> Array:
        """Return the ends of panels of so many steps of a run: there, too, where no more than a few times are read."""
        return track_ends(run, steps, self.times if self.few else self.times[-1:])

    def asked(self, planned: Array, ends: Array) -> tuple[Asked, Array]:
        """Return what counts by the states at the nodes of panels, and by the design, states held (2, variables).

        Times are chosen on panels with their ends as they were planned.
        """
        n = self.plan.coordinates
        held, times, covectors = np.zeros((len(TABLEAUS), len(self.every.names))), [], []
        for k, read in enumerate(self.reads):
            places, weights = thinned(planned, read.here.time, read.values, read.weights)
            of_states, of_design, multipliers = self._slopes(k, places)
            times.append(read.here.time[places])
            covectors.append(weights[:, :, None] * of_states)
            held += weights @ of_design
            if multipliers is not None:
                held += multipliers.weighted(weights).slopes(self.every, np.zeros((2 * n, len(self.every.names))))
        return Asked.of(ends, np.concatenate(times), np.concatenate(covectors, axis=1)), held

    def _slopes(self, k: int, places: Ints) -> tuple[Array, Array, Multipliers | None]:
        """Return the derivatives of a quantity at some places, by states (t, 2 n) and by the design (t, variables).

        And what multiplies that which the design changes of the equations of motion, where these count.
        """
        key = k, places.tobytes()
        if key not in self._known:
            read, n, multipliers = self.reads[k], self.plan.coordinates, None
            term = read_terms(read.here.plan, read.text)[0]
            motion = at_places(self._held(k, term), places)
            found = _slopes(self.every, term, motion)
            states, of_rest = found[:, : 2 * n], found[:, 2 * n :]
            if of_rest.any():
                assert isinstance(motion, DynamicMotion)
                back, multipliers = _solved_back(motion, self.parts, of_rest)
                states = states + back
            self._known[key] = states, self.every.held(read.text, motion), multipliers
        return self._known[key]

    def _held(self, k: int, term: Term) -> Motion:
        """Return the states at which a quantity is read, with as much held as does not change it."""
        if k not in self._motions:
            self._motions[k] = _with_held(self.every, term, enough(term, self.reads[k].here), self.parts)
        return self._motions[k]


def _with_held(every: Every, term: Term, motion: Motion, parts: Parts) -> Motion:
    """Return a motion with its accelerations and multipliers held, where it has forces and that changes nothing.

    Whether it does is a matter of the quantity, and found out once; where teeth press, also of the flanks that they
    are on, as multipliers are held for the first of them. Solved anew, states beside the run would not do where
    equations are redundant: these contradict each other there.
    """
    if not isinstance(motion, DynamicMotion) or motion.plan.tables["switches"].size:
        return motion
    lam = motion.forces.multipliers[:, motion.plan.order]
    still = replace(motion, held=lam, motions=motion.motions.copy(), formulation=None, interpolated=False)
    cache, key = every.designs.cache, ("stays", term.text)
    if key not in cache or teeth_press(parts.plan):
        values = term.value(motion)
        cache[key] = float(np.abs(term.value(still) - values).max()) <= SAME * float(np.abs(values).max())
    return still if cache[key] else motion


def _sizes(motion: Motion) -> Array:
    """Return steps of displacements, velocities and, where they are held, of accelerations and multipliers."""
    plan, n = motion.plan, motion.plan.coordinates
    quickest = max(float(np.abs(motion.motions[:, :, 0]).max()), 1.0)
    shifts = np.where(np.array(kept_by(plan.freedoms)) < 3, plan.length, 1.0)
    parts = [np.tile(shifts, n // plan.freedoms), np.full(n, quickest)]
    if isinstance(motion, DynamicMotion) and motion.held is not None:
        parts.append(np.full(n, max(float(np.abs(motion.motions[:, :, 1]).max()), 1.0)))
        parts.append(np.full(motion.held.shape[1], float(np.abs(motion.held).max(initial=0.0)) or 1.0))
    return SMALL * np.concatenate(parts)


def _slopes(every: Every, term: Term, motion: Motion) -> Array:
    """Return the derivatives (t, all) by displacements, velocities and, if held, accelerations and multipliers.

    What a quantity depends on is found out at some states; that nothing else matters is looked at in all of them.
    """
    sizes, cache = _sizes(motion), every.designs.cache
    key, everything = ("depends on", term.text, len(sizes)), np.arange(len(sizes))
    if key not in cache:
        probes = np.unique(np.linspace(0, len(motion) - 1, PROBES + 2).round().astype(int)[1:-1])
        at_some, _ = _along(term, at_places(motion, probes), everything, sizes)
        cache[key] = np.flatnonzero(at_some.any(axis=0))
    found = np.zeros((len(motion), len(sizes)))
    found[:, cache[key]], blind = _along(term, motion, cache[key], sizes)
    if not blind:
        cache[key] = everything
        found, _ = _along(term, motion, everything, sizes)
    return found


def _along(term: Term, motion: Motion, which: Ints, sizes: Array) -> tuple[Array, bool]:
    """Return the derivatives (t, which) of a quantity by some of all that it can depend on.

    And whether it stays exactly what it is when all the others change together.
    """
    others = np.setdiff1d(np.arange(len(sizes)), which)
    directions = np.zeros((len(sizes), len(which) + 1))
    directions[which, np.arange(len(which))] = 1.0
    directions[others, -1] = sizes[others] * (1.0 + 0.25 * np.sin(1.0 + np.arange(len(others))))
    found = slopes_along(term, motion, _tangents(motion, directions), np.append(sizes[which], 1.0))
    return found[:, :-1], not found[:, -1].any()


def _tangents(motion: Motion, directions: Array) -> Tangents:
    """Return directions (all, k), the same at every state."""
    n = motion.plan.coordinates
    parts = np.split(directions, [n, 2 * n, 3 * n])
    tiled = [np.broadcast_to(part, (len(motion), *part.shape)) for part in parts]
    return Tangents(*tiled) if len(directions) > 2 * n else Tangents(*tiled[:2])


def _solved_back(motion: DynamicMotion, parts: Parts, of_rest: Array) -> tuple[Array, Multipliers]:
    """Return what co-vectors of accelerations and multipliers are by displacements and velocities (t, 2 n).

    And what multiplies that which the design changes of the equations of motion.
    """
    plan, count, m = parts.plan, len(motion), len(parts.work.lam)
    states, n = states_of(plan, motion, motion.held), parts.plan.coordinates
    beta, alpha = of_rest[:, :n], of_rest[:, n : n + m]
    if unfit(plan):
        states, back, mu, nu = solved_back(plan, states, beta, alpha)
    else:
        back, mu, nu = _by_kernels(parts, states, beta, alpha)
    rows = np.zeros((count, 3, m))
    rows[:, 2] = nu
    return back, Multipliers(states, mu.reshape(1, count, n), rows[None], np.zeros((1, 2 * n)))


def _by_kernels(parts: Parts, states: States, beta: Array, alpha: Array) -> tuple[Array, Array, Array]:
    """Return co-vectors as `solved_back` does, by the kernels and the factors that they have."""
    work, count = parts.work, len(states.times)
    beta = beta.reshape(count, *work.x.shape).copy()
    by_u, by_w, mu = np.zeros((3, *beta.shape))
    nu = np.zeros(alpha.shape)
    given = states.times, states.poses, states.motions, states.near
    done = read_back(work.H, *given, *parts.tables, beta, np.ascontiguousarray(-alpha), by_u, by_w, mu, nu)
    parts.plan.programs.reraise()
    if done < count:
        raise NotSmoothError(f"the equations of motion have no solution at t = {states.times[done]:g} s")
    return np.concatenate([by_u, by_w], axis=1).reshape(count, -1), mu.reshape(count, -1), nu
