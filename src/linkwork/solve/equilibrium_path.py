"""Positions of equilibrium over a parameter, through turning points, by continuation along the arc.

Next to a position with allowed motions N the others are told by y, shifts along N, and the parameter p: the bodies are
moved by N y and the joints closed again. With r(y, p) the forces along the motions, K their stiffness and r_p their
change with the parameter, a way of equilibria leads along the null vector of [K, -r_p]. From a step ds along it
Newton's steps go back to r = 0 across it (H. B. Keller, Numerical solution of bifurcation and nonlinear eigenvalue
problems, 1977).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.poses import between, moved
from ..errors import LinkworkError, ModelError, MotionError, nearest
from ..results.dynamics import DynamicMotion
from ..results.equilibrium import Equilibrium
from ..results.equilibrium_path import EquilibriumPath, Special
from ..words import listed
from .assembly import assemble
from .equilibrium import BALANCED, equilibrium, held, resting
from .members import Members
from .one_sided import Closed
from .simulate import simulate
from .still import Still
from .unheld import leading

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


FIRST, LONGEST, SHORTEST = 0.01, 0.04, 1e-7
"""Steps along the arc: shifts as a share of the mechanism's size, the parameter as a share of its range."""

CORRECTIONS = 8
"""Most Newton steps back to the way."""

BESIDE = 1e-5
"""Change of the parameter, as a share of its range, from which the change of forces is told."""


def equilibrium_path(
    plan: Plan, parameter: str, values: ArrayLike, *, t: float = 0.0, points: int = 500, branch: int | None = None
) -> EquilibriumPath:
    """Follow a position of equilibrium over a parameter, through turning points.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables. Drivers are held where they are at time t.
    parameter : str
        Name of a design parameter (``m.parameter("F", 0)``): a load, a stiffness, a length.
    values : array_like
        The first and the last value, in SI units: the way begins at the equilibrium nearest to the hints with the first
        one, and ends where the parameter reaches the last one, or has come back beyond the first by as much.
    t : float
        [s]
    points : int
        Most positions.
    branch : int, optional
        Number of a branch that begins at a branching on the way, as the way tells it: this one is followed from there.
        Default: the way goes on beyond its branchings.

    Returns
    -------
    EquilibriumPath

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("toggle", plane="xy")
    >>> F = m.parameter("F", 0.0)
    >>> slider = m.body("slider", mass=1.0, inertia=1.0)
    >>> rail = m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="y")
    >>> _ = m.place(slider, at=(0, 0.5))
    >>> spring = m.spring("s", m.ground.at(-1, 0), slider.at(0, 0), stiffness=100.0, free_length=1.25**0.5)
    >>> load = m.point_force("load", slider.at(0, 0), force=(0, "-F"))
    >>> path = m.equilibrium_path("F", [0.0, 10.0])
    >>> [special.kind for special in path.special]
    ['turning point', 'turning point']
    """
    if parameter not in plan.model.parameters:
        known = list(plan.model.parameters)
        hint = nearest(parameter, known) if known else "It has none: name a number with m.parameter('F', 0)."
        raise ModelError(f"'{plan.name}' has no design parameter '{parameter}'. {hint}")
    given = np.atleast_1d(np.asarray(values, float))
    if given.ndim != 1 or len(given) < 2 or given[0] == given[-1] or not np.isfinite(given).all():
        raise ModelError(f"values of '{parameter}' are the first and the last one, such as [0, 100].")
    return _Way(plan, parameter, float(given[0]), float(given[-1]), float(t)).go(points, branch)


@dataclass(frozen=True)
class _Point:
    """A position on the way: the parameter, the forces there and the direction in which it goes on (y, p), scaled."""

    value: float
    at: Still
    direction: Array
    branching: bool = False


class _Way:
    """A way of equilibria, being followed."""

    def __init__(self, plan: Plan, parameter: str, first: float, last: float, t: float) -> None:
        self.plan, self.parameter, self.first, self.last, self.t = plan, parameter, first, last, t
        self.range = last - first
        self.length = plan.length
        self.members = Members(plan, {parameter: [first]}, 1)
        self.heads: dict[int, _Point] = {}
        self.contacts, self.strayed = Closed(frozenset(), None), ""

    def model(self, value: float) -> Plan:
        """Return the plan for a value of the parameter."""
        return held(self.members.with_values({self.parameter: value}), self.t)

    def member(self, value: float) -> Plan:
        """Return this plan with the contacts closed that carry where the way begins, the others open."""
        return self.contacts.plan(self.model(value), self.t)

    def still(self, value: float, poses: Array, near: Array) -> Still:
        """Return the forces at the closed position nearest to poses."""
        plan = self.member(value)
        return Still(plan, assemble(plan, self.t, start=poses).poses, self.t, near)

    def rest(self, value: float, poses: Array) -> Equilibrium:
        """Return the equilibrium nearest to poses."""
        return equilibrium(self.model(value), poses, self.t, search="nearest")

    def look(self, value: float, poses: Array) -> DynamicMotion:
        """Return a position of balance with its forces."""
        plan = self.model(value)
        return simulate(plan, [self.t], start=resting(plan, poses, self.t))

    # ---- one step --------------------------------------------------------------------------------

    def by_parameter(self, value: float, at: Still, along: Array) -> Array:
        """Return the change of the forces along motions with the scaled parameter, multipliers held."""
        h = BESIDE * self.range
        balance = []
        for sign in (1.0, -1.0):
            beside = self.still(value + sign * h, at.poses, at.near)
            balance.append(along.T @ (beside.here.terms.force + beside.here.terms.J.T @ at.here.lam))
        return np.asarray((balance[0] - balance[1]) / (2.0 * BESIDE))

    def direction(self, value: float, at: Still, before: Array | None) -> Array:
        """Return the direction (y, p) of the way, scaled and of length one."""
        matrix = np.column_stack([at.K * self.length, -self.by_parameter(value, at, at.N)])
        _, _, right = np.linalg.svd(matrix)
        found = right[-1]
        ahead = found[-1] if before is None else found @ before
        return np.asarray(found if ahead >= 0.0 else -found)

    def step(self, point: _Point, ds: float) -> _Point | None:
        """Return the point a step along the arc away; None where Newton's steps do not come back to the way."""
        N, unknown, by_parameter = point.at.N, ds * point.direction, np.zeros(len(point.direction) - 1)
        for k in range(CORRECTIONS):
            value = point.value + unknown[-1] * self.range
            near = moved(point.at.poses, N @ (self.length * unknown[:-1]), self.plan.freedoms)
            try:
                at = self.still(value, near, point.at.near)
            except LinkworkError:
                return None
            W = at.N @ np.linalg.lstsq(at.N, N, rcond=None)[0]
            if at.open <= 10 * BALANCED and k:
                self.strayed = self.contacts.strayed(self.model(value), at, self.t)
                if self.strayed:
                    return None
                turned = np.append(np.linalg.lstsq(at.N, N @ point.direction[:-1], rcond=None)[0], point.direction[-1])
                return _Point(value, at, self.direction(value, at, turned))
            matrix = np.zeros((len(unknown), len(unknown)))
            matrix[:-1, :-1] = at.stiffness(W) * self.length
            by_parameter = self.by_parameter(value, at, W) if not k else by_parameter
            matrix[:-1, -1] = -by_parameter
            matrix[-1] = point.direction
            right = np.append(W.T @ at.here.terms.force, ds - point.direction @ unknown)
            unknown = unknown + np.linalg.solve(matrix, right)
        return None

    # ---- the whole way ---------------------------------------------------------------------------

    def go(self, most: int, branch: int | None) -> EquilibriumPath:
        """Follow the way, or a branch of it, to its end."""
        begin = self.begin()
        if branch is None:
            return self.follow(begin, most)
        whole = self.follow(begin, most)
        if branch not in self.heads:
            legal = f"it has the branches {listed([str(n) for n in self.heads])}" if self.heads else "it has none"
            raise ModelError(
                f"'{self.plan.name}' has no branch {branch} over {self.parameter}: {legal}. {whole.status}"
            )
        return self.follow(self.heads[branch], most)

    def begin(self) -> _Point:
        """Return the point where the way begins."""
        begin = self.rest(self.first, assemble(self.model(self.first), self.t).poses)
        self.contacts = Closed.at(begin)
        plan = self.member(self.first)
        at = Still(plan, begin.poses, self.t, begin.start.angles(plan))
        if not at.N.shape[1]:
            raise MotionError(
                f"'{self.plan.name}' has no freedom to move: it stays where it is, whatever the parameter."
            )
        return _Point(self.first, at, self.direction(self.first, at, None))

    def follow(self, begin: _Point, most: int) -> EquilibriumPath:
        """Follow a way from a point to its end."""
        way, special, ds, status = [begin], list[Special](), FIRST, ""
        while len(way) < most:
            after = self.step(way[-1], ds)
            if after is None or after.direction @ self._seen_from(way[-1], after) < 0.9:
                ds *= 0.5
                if ds < SHORTEST:
                    why = self.strayed or "no position of balance goes on"
                    status = f"The way ends at {self.parameter} = {way[-1].value:.6g}: {why}."
                    break
                continue
            if not (len(way) == 1 and begin.branching):
                special += self.between(way[-1], after, ds)
            way.append(after)
            if abs((after.value - self.first) / self.range) > 1.0:
                way[-1] = self._ended(way[-2], after)
                status = f"Followed until {self.parameter} = {way[-1].value:.6g}, in {len(way)} positions."
                break
            ds = min(1.3 * ds, LONGEST)
        return self.result(way, special, status or f"Stopped after {most} positions; ask for more with points=.")

    @staticmethod
    def _seen_from(before: _Point, after: _Point) -> Array:
        """Return the direction at a point, in the motions of the one after it."""
        y = np.linalg.lstsq(after.at.N, before.at.N @ before.direction[:-1], rcond=None)[0]
        found = np.append(y, before.direction[-1])
        return np.asarray(found / np.linalg.norm(found))

    def _ended(self, before: _Point, after: _Point) -> _Point:
        """Return the point at the end of the range."""
        value = self.last if (after.value - self.first) / self.range > 1.0 else self.first - self.range
        share = (value - before.value) / (after.value - before.value)
        x = between(before.at.poses, after.at.poses, self.plan.freedoms)
        found = self.rest(value, moved(before.at.poses, share * x, self.plan.freedoms))
        return _Point(value, self.still(value, found.poses, after.at.near), after.direction)

    def between(self, before: _Point, after: _Point, ds: float) -> list[Special]:
        """Return turning points and branchings between two points."""
        turning = before.direction[-1] * after.direction[-1] < 0.0
        signs = [float(np.prod(np.sign(point.at.stiffnesses))) for point in (before, after)]
        if not turning and signs[0] * signs[1] >= 0.0:
            return []
        from scipy.optimize import brentq

        kept: dict[float, _Point] = {0.0: before, ds: after}

        def measure(s: float) -> float:
            kept[s] = kept.get(s) or self.step(before, s) or before
            at = kept[s]
            lowest = at.at.stiffnesses[int(np.argmin(np.abs(at.at.stiffnesses)))]
            return float(at.direction[-1] if turning else lowest)

        s = brentq(measure, 0.0, ds, xtol=1e-9 * ds) if measure(0.0) * measure(ds) < 0.0 else ds
        measure(s)
        found = kept[s]
        where = f"at {self.parameter} = {found.value:.9g}"
        if turning:
            return [
                Special("turning point", found.value, found.at.poses, f"turning point {where}: the way comes back.")
            ]
        numbers, ways = self.branches(found)
        words = f"branching {where}: other positions of balance begin here, {ways}."
        return [Special("branching", found.value, found.at.poses, words, numbers)]

    def branches(self, found: _Point) -> tuple[tuple[int, ...], str]:
        """Note the two branches at a point where a stiffness vanishes; return their numbers, and words.

        They begin along the motion without stiffness, to either side, while the parameter stands still.
        """
        values, vectors = np.linalg.eigh(0.5 * (found.at.K + found.at.K.T))
        y = vectors[:, int(np.argmin(np.abs(values)))]
        coordinate, rate = leading(found.at, found.at.N @ y)
        y, first = (y if rate > 0.0 else -y), 1 + len(self.heads)
        for number, sign in ((first, 1.0), (first + 1, -1.0)):
            self.heads[number] = _Point(found.value, found.at, np.append(sign * y, 0.0), branching=True)
        words = f"branch {first} where {coordinate} grows and branch {first + 1} where it falls"
        return (first, first + 1), words

    def result(self, way: list[_Point], special: list[Special], status: str) -> EquilibriumPath:
        """Return the way."""
        return EquilibriumPath(
            self.plan.name,
            self.parameter,
            np.array([point.value for point in way]),
            tuple(point.at.kind for point in way),
            np.array([point.at.poses for point in way]),
            tuple(special),
            status,
            self.rest,
            self.look,
        )
