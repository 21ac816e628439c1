"""The largest and smallest load that friction holds, by linear programs.

Unknown are the load, the friction forces f and the forces n >= 0 of contacts, x = (c, f, n). Balance along the motions
that joints allow is linear in them, E x = e, and so are the reactions of the joints. Friction holds where
|f| <= mu (|A x + b| + ...), with the normal forces A x + b. In a contact that presses, the normal force is n itself and
this is a convex cone; its round side is met by cutting planes. In a joint that bears either way it is not convex:
|A x + b| >= d . (A x + b) for any direction d of size one, a smaller set, which is taken with the direction of the last
solution until nothing changes any more, from several first directions (convex-concave procedure; T. Lipp and S. Boyd,
Optimization and Engineering 17, 2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import inf

import numpy as np

from ..arrays import Array
from ..coordinates.rank import rank_of

ROUND, CUTS, TURNS, STARTS = 1e-12, 60, 40, 64
"""Share by which a round cone may be exceeded; most cutting planes and most new directions; most first directions."""

FARTHEST = 1e7
"""Share of the friction beyond which none of this kind holds; how far a parameter is followed, as a share of itself."""

BALANCED = 1e-11
"""Friction missing, as a share of the forces that act, that counts as none."""

EXACT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


@dataclass(frozen=True)
class Normal:
    """A part of a normal force: weight times the size of A x + b; of a contact that presses, A x alone."""

    A: Array
    b: Array
    weight: float = 1.0
    presses: bool = False

    def at(self, x: Array) -> Array:
        """Return the vector."""
        return np.asarray(self.A @ x + self.b)

    def toward(self, x: Array) -> Array:
        """Return its direction, any where it vanishes."""
        if self.presses:
            return np.ones(1)
        found = self.at(x)
        size = float(np.linalg.norm(found))
        return found / size if size > 0.0 else np.eye(len(found))[0]

    def first(self, x: Array) -> list[Array]:
        """Return directions to begin with: both ways of a line, else that at x and those along and against axes."""
        here = self.toward(x)
        if self.presses:
            return [here]
        lines, values, _ = np.linalg.svd(np.column_stack([self.A, self.b]))
        if rank_of(values) <= 1:
            line = lines[:, 0]
            line = line if line @ here >= 0.0 else -line
            return [line, -line]
        axes = np.eye(len(self.b))
        return [here, -here, *axes, *-axes]


@dataclass(frozen=True)
class Rubbing:
    """A friction at a position.

    Attributes
    ----------
    name : str
    places : tuple of int
        Of its force among the unknowns, one or two.
    mu : float
        Coefficient, times the radius of a pin [1, m].
    normals : tuple of Normal
    preload : float
        [N]
    """

    name: str
    places: tuple[int, ...]
    mu: float
    normals: tuple[Normal, ...]
    preload: float = 0.0

    def limit(self, x: Array) -> float:
        """Return how much it holds [N, N m]."""
        pressed = sum(part.weight * float(np.linalg.norm(part.at(x))) for part in self.normals)
        return self.mu * (pressed + self.preload)

    def used(self, x: Array) -> float:
        """Return how much it is asked for."""
        return float(np.linalg.norm(x[list(self.places)]))


@dataclass(frozen=True)
class RestProgram:
    """Forces that balance at a position.

    Attributes
    ----------
    E, e : array
        E x = e.
    pressing : tuple of int
        Unknowns that are not negative.
    frictions : tuple of Rubbing
    """

    E: Array
    e: Array
    pressing: tuple[int, ...]
    frictions: tuple[Rubbing, ...]

    def extreme(self, sign: float) -> tuple[float, Array | None]:
        """Return the largest (1) or smallest (-1) load and the forces there; infinite without forces, NaN for none."""
        aim = np.zeros(self.E.shape[1] + 1)
        aim[0] = sign
        best, x = self._best(aim, 1.0, {len(aim) - 1: 0.0})
        return (sign * best if best > -inf else np.nan), x

    def slipping(self, x: Array | None) -> tuple[str, ...]:
        """Return the frictions at their limits."""
        if x is None:
            return ()
        return tuple(one.name for one in self.frictions if one.used(x) >= (1.0 - 1e-7) * one.limit(x[:-1]) > 0.0)

    @property
    def unbalanced(self) -> Array:
        """What no forces of contacts and frictions, whatever their limits, can balance without the load."""
        x = np.linalg.lstsq(self.E[:, 1:], self.e, rcond=None)[0]
        return np.asarray(self.E[:, 1:] @ x - self.e)

    def spare(self, load: float, share: float) -> float:
        """Return the friction that every one has left at this load with this share of the coefficients."""
        return self.eased(load, share)[0]

    def eased(self, load: float, share: float) -> tuple[float, Array | None]:
        """Return what every friction has left where the one with least has most, and the forces then."""
        aim = np.zeros(self.E.shape[1] + 1)
        aim[-1] = 1.0
        return self._best(aim, share, {0: load})

    def needed(self, load: float) -> float:
        """Return the smallest share of the friction with which something is spare, or nothing is missing."""
        from scipy.optimize import brentq

        def clipped(share: float) -> float:
            return float(np.clip(self.spare(load, share), -1.0, 1.0))

        if clipped(0.0) >= -BALANCED:
            return 0.0
        high = 1.0
        while clipped(high) < 0.0:
            high *= 4.0
            if high > FARTHEST:
                return inf
        return float(brentq(clipped, 0.0, high, xtol=1e-13, rtol=1e-13))

    def _best(self, aim: Array, share: float, fixed: dict[int, float]) -> tuple[float, Array | None]:
        begin = np.asarray(np.linalg.lstsq(self.E, self.e, rcond=None)[0], np.float64)
        best, found = -inf, None
        for directions in self._starts(begin):
            value, x = self._followed(aim, share, fixed, directions)
            if value > best:
                best, found = value, x
            if best == inf:
                break
        return best, found

    def _starts(self, x: Array) -> Iterator[list[list[Array]]]:
        """Return first directions of all normal forces, by friction and part; the nearest to those at x first."""
        parts = [part for rubbing in self.frictions for part in rubbing.normals]
        for chosen in islice(product(*(part.first(x) for part in parts)), STARTS):
            left = iter(chosen)
            yield [[next(left) for _ in rubbing.normals] for rubbing in self.frictions]

    def _followed(
        self, aim: Array, share: float, fixed: dict[int, float], directions: list[list[Array]]
    ) -> tuple[float, Array | None]:
        """Return the best value from first directions on, turned until nothing changes."""
        best, x = -inf, None
        for _ in range(TURNS):
            value, found = self._cut(aim, share, fixed, directions)
            if found is None:
                return (value, None) if value == inf else (best, x)
            if value <= best + 1e-14 * abs(best):
                break
            best, x = value, found
            directions = [[part.toward(found[:-1]) for part in rubbing.normals] for rubbing in self.frictions]
        return best, x

    def _cut(
        self, aim: Array, share: float, fixed: dict[int, float], directions: list[list[Array]]
    ) -> tuple[float, Array | None]:
        """Return the best value with these directions of the normal forces; round cones are cut where it is outside."""
        ways = [_first_ways(len(rubbing.places)) for rubbing in self.frictions]
        for _ in range(CUTS):
            value, x = self._solved(aim, share, fixed, directions, ways)
            if x is None:
                return value, None
            more = False
            for rubbing, own in zip(self.frictions, ways, strict=True):
                f = x[list(rubbing.places)]
                size = float(np.linalg.norm(f))
                if len(f) > 1 and size > 0.0 and max(float(way @ f) for way in own) < (1.0 - ROUND) * size:
                    own.append(f / size)
                    more = True
            if not more:
                break
        return value, x

    def _solved(
        self,
        aim: Array,
        share: float,
        fixed: dict[int, float],
        directions: Sequence[Sequence[Array]],
        ways: Sequence[Sequence[Array]],
    ) -> tuple[float, Array | None]:
        """Return the solution of one linear program; (inf, None) where it has no end, (-inf, None) for none at all."""
        from scipy.optimize import linprog

        count = len(aim)
        rows, right = [], []
        for rubbing, chosen, own in zip(self.frictions, directions, ways, strict=True):
            held, constant = np.zeros(count), rubbing.preload
            for part, d in zip(rubbing.normals, chosen, strict=True):
                held[:-1] += part.weight * (d @ part.A)
                constant += part.weight * float(d @ part.b)
            for way in own:
                row = -share * rubbing.mu * held
                row[list(rubbing.places)] += way
                row[-1] += 1.0
                rows.append(row)
                right.append(share * rubbing.mu * constant)
        bounds: list[tuple[float | None, float | None]] = [(None, None)] * count
        for k in self.pressing:
            bounds[k] = (0.0, None)
        for k, value in fixed.items():
            bounds[k] = (value, value)
        E = np.column_stack([self.E, np.zeros(len(self.E))])
        limits = (rows or None, right or None, E if len(E) else None, self.e if len(E) else None, bounds)
        found = linprog(-aim, *limits, options=EXACT)
        if found.status == 0:
            return -float(found.fun), np.asarray(found.x)
        some = linprog(np.zeros(count), *limits, options=EXACT)  # no end, or none at all?
        return (inf if some.status == 0 else -inf), None


def _first_ways(count: int) -> list[Array]:
    """Return directions in which a friction force is limited to begin with."""
    if count == 1:
        return [np.array([1.0]), np.array([-1.0])]
    angles = np.arange(8) * np.pi / 4
    return list(np.column_stack([np.cos(angles), np.sin(angles)]))
