"""Steps along a way of equilibria over a parameter, by continuation along the arc.

Next to a position with allowed motions N the others are told by y, shifts along N, and the parameter p: the bodies are
moved by N y and the joints closed again. With r(y, p) the forces along the motions, K their stiffness and r_p their
change with the parameter, a way of equilibria leads along the null vector of [K, -r_p]. From a step ds along it
Newton's steps go back to r = 0 across it (H. B. Keller, Numerical solution of bifurcation and nonlinear eigenvalue
problems, 1977).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..arrays import Array
from ..base.poses import between, largest, moved
from ..base.zero import ROUNDING
from ..coordinates.plan import Plan
from ..errors import LinkworkError
from .equilibrium import BALANCED
from .held import held, without_friction
from .members import Members, first_that
from .path_contacts import Hold, Seen, WayContacts
from .start import Start
from .still import Still
from .working_set import AHEAD

CORRECTIONS = 8
"""Most Newton steps back to the way."""

SAME = 1e-6
"""Distance along the arc within which two places are one."""

FINEST = 1e-6
"""Step with which ways that all but meet are told apart."""

LEAP = 1e-6
"""What is left of a measure where it vanishes, as a share of its values a step apart, from which on it leaps there:
rounding leaves a way that is not quite symmetric next to a branching 1e-9 of it."""

BESIDE = 1e-5
"""Change of the parameter, as a share of its range, from which the change of forces is told."""


@dataclass(frozen=True)
class Place:
    """A position on the way.

    Attributes
    ----------
    value : float
        Of the parameter.
    seen : Seen
        The forces there, and what is closed.
    slopes : array, shape (freedoms, freedoms + 1)
        [K, -r_p], scaled: a way leads along its null vector.
    direction : array, shape (freedoms + 1,)
        In which it goes on, (y, p), of length one.
    arc : float
        Length of the step that led here.
    branching : bool
        Whether the way begins here, along a motion without stiffness.
    """

    value: float
    seen: Seen
    slopes: Array
    direction: Array
    arc: float = 0.0
    branching: bool = False

    @property
    def at(self) -> Still:
        """Forces and allowed motions."""
        return self.seen.at

    @property
    def free(self) -> int:
        """How many motions nothing brings back."""
        return int(np.count_nonzero(np.abs(self.at.directions[0]) <= self.at.nothing)) if self.at.conservative else 0

    def across(self, free: int = 0) -> float:
        """Return the least stiffness across the way; its sign changes at a branching, and not where the way turns back.

        So many `free` motions that nothing brings back anywhere on the way are left out.
        """
        values, motions = self.at.directions
        kept = motions[:, np.argsort(np.abs(values))[free:]] if free else np.eye(len(values))
        slopes = kept.T @ np.column_stack([self.slopes[:, :-1] @ kept, self.slopes[:, -1]])
        along = np.append(self.direction[:-1] @ kept, self.direction[-1])
        least = float(np.linalg.svd(slopes, compute_uv=False).min(initial=np.inf))
        return float(np.linalg.slogdet(np.vstack([slopes, along]))[0]) * least

    def leaving(self, last: Place) -> Array:
        """Return the motions without stiffness (k, freedoms), but for those that have none at the last place either."""
        _, sizes, motions = np.linalg.svd(self.at.K)
        none = motions[sizes <= max(ROUNDING * sizes[0], sizes[-1])]
        if not last.free:
            return np.asarray(none[::-1])
        values, known = last.at.directions
        free = last.at.N @ known[:, np.argsort(np.abs(values))[: last.free]]
        span = np.linalg.qr(np.linalg.lstsq(self.at.N, free, rcond=None)[0])[0]
        return np.asarray(np.linalg.svd(none - none @ span @ span.T)[2][: max(len(none) - last.free, 0)])

    def beside(self, way: Array) -> Array:
        """Return the direction across `way`, of length one, in which forces stay balanced at a branching."""
        both = np.linalg.svd(self.slopes)[2][-2:]
        across = both - np.outer(both @ way, way)
        return np.asarray(np.linalg.svd(across)[2][0])

    def heading(self, motions: Array) -> Array:
        """Return the direction of the way in other motions, of length one."""
        y = np.linalg.lstsq(motions, self.at.N @ self.direction[:-1], rcond=None)[0]
        found = np.append(y, self.direction[-1])
        return np.asarray(found / max(float(np.linalg.norm(found)), 1e-300))


class Steps:
    """Positions of balance over a parameter, from one to the next.

    Parameters
    ----------
    plan : Plan
    parameter : str
    first, last : float
        Its range.
    t : float
        [s]
    """

    def __init__(self, plan: Plan, parameter: str, first: float, last: float, t: float) -> None:
        self.plan, self.parameter, self.t = plan, parameter, t
        self.range, self.length = last - first, plan.length
        self.members = Members(without_friction(plan), {parameter: [first]}, 1)

    def model(self, value: float) -> Plan:
        """Return the plan for a value of the parameter, with drivers held and without friction."""
        return held(self.members.with_values({self.parameter: value}), self.t)

    def begin(self, start: Start) -> None:
        """Note where the way begins: clutches and pawls hold there."""
        self.contacts = WayContacts(start, self.t)

    def see(self, value: float, poses: Array, hold: Hold) -> Seen:
        """Return the forces at the closed position nearest to poses."""
        rows = self.contacts.rows(self.model(value), hold)
        return self.contacts.see(rows, rows.close(rows.plan_with(hold.closed), poses), hold)

    def by_parameter(self, value: float, seen: Seen, along: Array) -> Array:
        """Return the change of the forces along motions with the scaled parameter, multipliers held."""
        middle = along.T @ (seen.at.here.terms.force + seen.at.here.terms.J.T @ seen.at.here.lam)

        def balance(steps: float) -> Array:
            here = self.see(value + steps * BESIDE * self.range, seen.at.poses, seen.hold).at.here
            return np.asarray(along.T @ (here.terms.force + here.terms.J.T @ seen.at.here.lam))

        def change(side: float) -> Array:
            if not side:
                return (balance(1.0) - balance(-1.0)) / (2.0 * BESIDE)
            return np.asarray(side * (4.0 * balance(side) - balance(2.0 * side) - 3.0 * middle) / (2.0 * BESIDE))

        return first_that((0.0, 1.0, -1.0), change)[1]  # a stiffness of zero is not less on one side

    def place(self, value: float, seen: Seen, before: Array | None = None, arc: float = 0.0) -> Place:
        """Return a place with the direction in which a way goes on; the parameter grows without one before."""
        slopes = np.column_stack([seen.at.K * self.length, -self.by_parameter(value, seen, seen.at.N)])
        found = np.linalg.svd(slopes)[2][-1]
        ahead = found[-1] if before is None else found @ before
        return Place(value, seen, slopes, np.asarray(found if ahead >= 0.0 else -found), arc)

    def step(self, point: Place, ds: float) -> Place | None:
        """Return the point a step along the arc away; None where Newton's steps do not come back to the way."""
        return self._back(point, ds * point.direction, point.direction)

    def step_to(self, point: Place, value: float) -> Place | None:
        """Return the point ahead where the parameter has a value; None where Newton's steps do not come to it."""
        only = np.zeros(len(point.direction))
        only[-1] = 1.0
        return self._back(
            point, point.direction * ((value - point.value) / self.range / point.direction[-1]), only, value
        )

    def _back(self, point: Place, begin: Array, kept: Array, fixed: float | None = None) -> Place | None:
        """Return the point on the way to which Newton's steps lead; their component along what is kept stays."""
        N, unknown, by_parameter = point.at.N, begin, np.zeros(len(begin) - 1)
        for k in range(CORRECTIONS):
            value = point.value + unknown[-1] * self.range if fixed is None else fixed
            near = moved(point.at.poses, N @ (self.length * unknown[:-1]), self.plan.freedoms)
            try:
                seen = self.see(value, near, point.seen.hold)
            except LinkworkError:
                return None
            at = seen.at
            W = at.N @ np.linalg.lstsq(at.N, N, rcond=None)[0]
            if at.open <= 10 * BALANCED and k:
                return self.place(value, seen, point.heading(at.N), float(point.direction @ unknown))
            matrix = np.zeros((len(unknown), len(unknown)))
            matrix[:-1, :-1] = at.stiffness(W) * self.length
            by_parameter = self.by_parameter(value, seen, W) if not k else by_parameter
            matrix[:-1, -1] = -by_parameter
            matrix[-1] = kept
            right = np.append(W.T @ at.here.terms.force, kept @ (begin - unknown))
            # singular at a branching itself: the shortest step
            unknown = unknown + np.linalg.lstsq(matrix, right, rcond=1e-13)[0]
        return None

    def apart(self, one: Place, other: Place) -> float:
        """Return how far two places are apart, in the units of steps along the arc."""
        d = self.plan.freedoms
        shifts = largest(between(one.at.poses, other.at.poses, d), d, self.length)
        return max(shifts, abs((one.value - other.value) / self.range))

    def ahead(self, point: Place, of: Place) -> float:
        """Return how far a place is ahead of another one, along the direction of that."""
        shifts = between(of.at.poses, point.at.poses, self.plan.freedoms) / self.length
        y = np.linalg.lstsq(of.at.N, shifts, rcond=None)[0]
        return float(np.append(y, (point.value - of.value) / self.range) @ of.direction)

    def where(self, measure: Callable[[Place], float], point: Place, low: float, high: float) -> Place | None:
        """Return where a measure vanishes on the arc from a point on; None where the way is lost on it.

        That is so, too, where the measure leaps over zero, as Newton's steps come back to another way.
        """
        from scipy.optimize import brentq

        kept: dict[float, Place] = {0.0: point}

        def at(s: float) -> float:
            found = kept.get(s) or self.step(point, s)
            if found is None:
                raise LookupError
            kept[s] = found
            return measure(found)

        try:
            ends = at(low), at(high)
            if ends[0] * ends[1] > 0.0:
                return None
            s = float(brentq(at, low, high, xtol=1e-14 * high, rtol=1e-14))
            return kept[s] if abs(at(s)) <= LEAP * max(map(abs, ends)) else None
        except LookupError:
            return None

    def corner(self, last: Place, after: Place, crossed: list[int]) -> Place | None:
        """Return where the first of some gaps or forces vanishes; None where they do at once."""

        def least(point: Place) -> float:
            return float(point.seen.margins[crossed].min())

        for low in (0.0, AHEAD, 0.1):
            if low or least(last) > 1.0:
                found = self.where(least, last, low * after.arc, after.arc)
                if found is not None:
                    return found
        return None

    def met(self, before: Place, after: Place) -> tuple[list[Place], list[Place]] | None:
        """Return the places between two others at which a way turns back, and those at which others branch off.

        None where the two lie on different ways. One stiffness vanishes at each place. Where two vanish at once, or one
        after the other within a step, no determinant changes its sign: they are counted.
        """
        along = partial(self.where, point=before, low=0.0, high=after.arc)
        close = after if after.arc <= FINEST else None
        turns, branchings = list[Place | None](), list[Place | None]()
        if before.direction[-1] * after.direction[-1] < 0.0:
            turns = [along(lambda place: float(place.direction[-1])) or close]
        free = min(before.free, after.free)
        if before.across(free) * after.across(free) < 0.0:
            branchings = [along(lambda place: place.across(free)) or close]
        elif len(lost := _lost(before, after)) - len(turns) >= 2:
            for number in lost:
                place = along(partial(_stiffness, number=number))
                if place and all(self.apart(place, other) > SAME for other in (*turns, *branchings) if other):
                    branchings.append(place)
        found = [place for place in turns if place], [place for place in branchings if place]
        return found if len(found[0]) + len(found[1]) == len(turns) + len(branchings) else None


def _lost(before: Place, after: Place) -> range:
    """Return the numbers of the stiffnesses that vanish between two places, where forces have a potential."""
    if not (before.at.conservative and after.at.conservative):
        return range(0)
    both = (before, after)
    return range(*sorted(int(np.count_nonzero(place.at.stiffnesses < -place.at.nothing)) for place in both))


def _stiffness(place: Place, number: int) -> float:
    """Return one of the stiffnesses at a place, by its number from the lowest on."""
    return float(place.at.stiffnesses[number])
