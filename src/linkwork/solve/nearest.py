"""The closed position nearest to the hints.

Bodies nobody hinted at move to the others first. Where that does not close the joints, all move as little as
possible, in a metric that weighs what was said: from a closed position x = the hints' deviation, brought onto
J x = 0 with the smallest change (Gauss and Newton), and closing again, until nothing comes nearer. Of several closed
positions the nearest counts. Last, hints that can be kept exactly are: those of cranks first where none was changed
much, so that small changes of a design change the start in proportion; else those that were changed least.
"""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import numpy as np

from ..arrays import Array, Flags
from ..base.poses import moved
from ..coordinates.rank import solve_min_norm
from ..errors import AssemblyError
from ..kernels.tables.statuses import DONE, EXHAUSTED, FAILED, OPEN
from ..results.statuses import STATUSES
from .contacts import contact_trouble
from .coordinate_newton import little_by_little
from .engine import Engine
from .hints import MATTERS, ROUNDING, Hints

RESTARTS = 40
"""Further starting poses tried before a mechanism is refused."""

NEARBY = 8
"""Further starting poses tried where a closed position is far from the hints, for a nearer one."""

FAR = 0.2
"""Deviation from the hints from which on a nearer position is looked for [rad, or lengths of the mechanism]."""

SETTLING = 60
"""Most steps towards the hints."""

ALMOST = 1e-4
"""Largest scaled residual from which a singular position is approached."""

BESIDE = 1e-9
"""Largest scaled residual with which a contact that is looked for anew is the one that was closed."""

STRIDE = 0.5
"""Longest step towards the hints [rad, or lengths of the mechanism]."""

GROWTH = 1.25
"""Factor by which the changes of all hints together may grow when one is kept exactly: it is worth no more."""

TRUST = 4.0
"""The same for a body with place and angle hinted: that its own joints close there is no accident. And where all
changes are less than hints are good for: what is kept must not hang on them."""


class Search:
    """The search for the closed position nearest to what was said.

    Parameters
    ----------
    engine : Engine
    hints : Hints
    t : float
        Time at which drivers are read [s].
    free : array, shape (bodies, d)
        1 for coordinates free to move and 0 for those held.
    tolerance : float
    seed : int
        Of the further starting poses.
    """

    def __init__(self, engine: Engine, hints: Hints, t: float, free: Array, tolerance: float, seed: int) -> None:
        self.engine, self.hints, self.t, self.tol, self.seed = engine, hints, t, tolerance, seed
        self.free = free
        self.weight = hints.plan.weight * free
        self.mobility = hints.mobility * free

    def run(self) -> tuple[Array | None, str]:
        """Return the closed poses and how they were found; None where there are none."""
        begin, said = self.hints.begin, self.hints.said
        near = begin
        if said.any() and not said.all():
            status, near = self.closed_from(begin, self.weight * ~said)
            if status == DONE:
                return self.engine.close(near, self.t, weight=self.weight, tol=self.tol)[1], "with every hint kept"
            near = near if np.isfinite(near).all() else begin
        found = self._nearest(begin, near)
        if found is None:
            return None, ""
        q, how = found
        return (self._keep(q) if said.any() and self.hints.exact else q), how

    def closed_from(self, q: Array, weight: Array, limit: int = 100) -> tuple[int, Array]:
        """Close the joints from q; a position with opposed axes is none, nor one that closes at places left behind."""
        status, found = self.engine.close(q, self.t, weight=weight, tol=self.tol, limit=limit)
        if status in (OPEN, EXHAUSTED):
            status, found = self._closed_where_singular(found, weight)
        if status == DONE and (self.engine.opposed(found, self.t) or self._beside(found)):
            return OPEN, found
        return status, found

    def _beside(self, q: Array) -> bool:
        """Return whether a contact that was followed to poses q is open where bodies are nearest there."""
        engine = self.engine
        return bool(engine.scaled(engine.residuals(q, self.t)).max(initial=0.0) > max(self.tol, BESIDE))

    def _closed_where_singular(self, q: Array, weight: Array) -> tuple[int, Array]:
        """Close what is almost closed where rows lose their rank: there the distance only halves with every step.

        The normal equations of the kernel would need twice the digits there; the matrix itself has enough of them. The
        residual is the square of the distance: it is followed to rounding, so that the position is seen to be singular.
        """
        engine, plan = self.engine, self.engine.plan
        share, rows = np.sqrt(weight).ravel(), engine.row_scale
        size = engine.scaled(engine.residuals(q, self.t)).max(initial=0.0) if np.isfinite(q).all() else np.inf
        while 0.0 < size < ALMOST:
            residuals = engine.residuals(q, self.t)
            step = solve_min_norm(engine.jacobian(q, self.t), -residuals, rows, share)
            nearer = moved(q, step, plan.freedoms)
            now = engine.scaled(engine.residuals(nearer, self.t)).max(initial=0.0)
            if not now < 0.9 * size:  # a quarter is left, but of the first step, which only gathers it in one row
                break
            q, size = nearer, now
        return (DONE if size <= self.tol else OPEN), q

    def _nearest(self, begin: Array, near: Array) -> tuple[Array, str] | None:
        """Return the nearest closed poses found, and how."""
        best: tuple[Array, str] | None = None
        least = np.inf
        for count, (q, how) in enumerate(self._candidates(begin, near)):
            if q is not None:
                q = self._settle(q, self.free) if self.hints.said.any() else q
                energy = self.hints.energy(q)
                if best is None or energy < least * (1.0 - 1e-6):
                    best, least = (q, how), energy
            if best is not None and (least == 0.0 or count >= 2 + NEARBY):
                break
            if best is not None and count >= 1 and self.hints.farthest(best[0]) <= FAR:
                break
        return best

    def _candidates(self, begin: Array, near: Array) -> Iterator[tuple[Array | None, str]]:
        """Yield closed poses, or None, and how they were found."""
        status, q = self.closed_from(begin, self.weight)
        if status == FAILED:
            raise AssemblyError(_no_number(self.engine, self.t))
        yield (q if status == DONE else None), "from the hints"
        status, q = self.closed_from(near, self.mobility)
        yield (q if status == DONE else None), "from the hints"
        yield self._continued(begin), "by continuation"
        for attempt in range(RESTARTS):
            status, q = self.closed_from(self.shaken(begin, attempt), self.weight)
            yield (q if status == DONE else None), f"from starting pose {attempt + 2}"

    def _settle(self, q: Array, free: Array) -> Array:
        """Return the closed poses nearest to the hints that a falling distance leads to from the closed poses q."""
        hints, d = self.hints, self.hints.plan.freedoms
        mobility, energy = self.hints.mobility * free, hints.energy(q)
        for _ in range(SETTLING):
            x = self.engine.comply(q, self.t, hints.deviation(q) * free, mobility)
            size = float(np.abs(x / hints.units).max(initial=0.0))
            if not size > 1e-11:
                return q
            share = min(1.0, STRIDE / size)
            for _ in range(6):
                status, trial = self.closed_from(moved(q, (share * x).ravel(), d), mobility, 30)
                if status == DONE and hints.energy(trial) < energy * (1.0 - 1e-12):
                    break
                share *= 0.4
            else:
                return q
            q, energy = trial, hints.energy(trial)
        return q

    def _keep(self, q: Array) -> Array:
        """Return poses with as many hints as can be kept exactly, see `_by_distance`; whole bodies, then parts.

        What several hints say at once cannot be told from what one of them says wrongly; but a body whose hint can be
        kept as a whole beats one whose hint leaves its own joints open.
        """
        hints = self.hints
        if hints.farthest(q) <= ROUNDING:
            return q
        turn = np.arange(hints.plan.freedoms) >= hints.shifts
        place = ~turn
        held = np.zeros_like(hints.said)
        for parts in (place | turn,), (turn, place):
            for b in self._by_distance(q):
                for part in parts:
                    item = np.zeros_like(held)
                    item[b] = hints.said[b] & part
                    if not (item & ~held).any():
                        continue
                    if not self._movable(q, held):
                        return q
                    q, held = self._held(q, held, item)
        return self._settle(q, self.free * ~held)

    def _by_distance(self, q: Array) -> list[int]:
        """Return the hinted bodies, those nearest to their hints first; cranks, then names decide between equals.

        Hints that were changed by less than they are good for count as equals.
        """
        far = np.round(self.hints.distances(q), 9)
        far[far <= MATTERS] = 0.0
        names = [solid.name for solid in self.hints.plan.resolved.solids]
        said = np.flatnonzero(self.hints.said.any(axis=1))
        return sorted(said.tolist(), key=lambda b: (far[b], not self.hints.cranks[b], names[b]))

    def _movable(self, q: Array, held: Flags) -> bool:
        """Return whether anything is free to move."""
        rng = np.random.default_rng(self.seed)
        mobility = self.hints.mobility * self.free * ~held
        x = rng.normal(size=mobility.shape) * np.sqrt(mobility)
        left = self.engine.comply(q, self.t, x, mobility)
        units = self.hints.units
        return bool(np.abs(left / units).max(initial=0.0) > 1e-6 * np.abs(x / units).max(initial=0.0))

    def _held(self, q: Array, held: Flags, item: Flags) -> tuple[Array, Flags]:
        """Return poses with one more hint kept exactly, and what is held then; the same as before if it cannot be."""
        hints, free = self.hints, self.free * ~(held | item)
        start = moved(q, np.where(item, hints.deviation(q), 0.0).ravel(), hints.plan.freedoms)
        status, found = self.closed_from(start, hints.mobility * free, 30)
        if status != DONE or np.abs(np.where(item, hints.deviation(found) / hints.units, 0.0)).max() > ROUNDING:
            return q, held
        found = self._settle(found, free)
        growth = TRUST if item.all(axis=1).any() or hints.farthest(found) <= MATTERS else GROWTH
        if hints.distances(found).sum() > growth * hints.distances(q).sum():
            return q, held
        return found, held | item

    def _continued(self, begin: Array) -> Array | None:
        """Close the gaps little by little: Phi(q) = (1 - s) Phi(q0), s from 0 to 1, with step control."""
        engine, t = self.engine, self.t
        gaps = engine.residuals(begin, t)

        def nearer(q: Array, left: float) -> Array | None:
            tol = max(self.tol, 1e-9)
            status, found = engine.close(q, t, weight=self.weight, shift=left * gaps, tol=tol, limit=30)
            return found if status == DONE else None

        near = little_by_little(begin, nearer)
        if near is None:
            return None
        status, q = self.closed_from(near, self.weight)
        return q if status == DONE else None

    def shaken(self, begin: Array, attempt: int) -> Array:
        """Return the starting poses turned and shifted at random, further with every attempt.

        Each body has its own random numbers, by name, so that they do not depend on the order of declaration.
        """
        plan, size = self.hints.plan, min(1.0, 0.1 * (attempt + 1))
        x = np.zeros_like(plan.weight)
        for b, solid in enumerate(plan.resolved.solids):
            rng = np.random.default_rng([self.seed, attempt, crc32(solid.name.encode())])
            shift = 0.5 * plan.length * rng.normal(size=self.hints.shifts)
            turn = [rng.uniform(-np.pi, np.pi)] if plan.freedoms == 3 else 1.5 * rng.normal(size=3)
            x[b] = size * np.concatenate([shift, turn])
        return moved(begin, (x * (self.weight > 0)).ravel(), plan.freedoms)


def _no_number(engine: Engine, t: float) -> str:
    """Return the sentence for a function that has no finite value or derivative at t."""
    if lost := contact_trouble(engine.plan, engine.work):
        return f"at t = {t:g} s {lost}"
    bad = [name for name, values in engine.plan.function_values(t).items() if not np.isfinite(values).all()]
    who = f"the function of driver '{bad[0]}' (or a derivative of it)" if bad else "an expression"
    return STATUSES[FAILED].close.format(who=who, t=t)
