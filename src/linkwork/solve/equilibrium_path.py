"""Positions of equilibrium over a parameter, through turning points and over contacts that close and open.

Where the gap of a contact or the force of a closed one vanishes the way has a corner. With the rows closed of every set
of those that touch there, a step is tried to both sides; where gaps and forces stay positive the way goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..base.angles import nearest_turn
from ..errors import ModelError, instant
from ..results.dimensions import parameter_unit
from ..results.dynamics import DynamicMotion
from ..results.equilibrium import Equilibrium
from ..results.equilibrium_path import EquilibriumPath, Special
from ..words import listed, quoted
from .assembly import assemble
from .bearing import frictions_left_out
from .equilibrium import equilibrium
from .members import parameter_values
from .path_contacts import sets_of
from .path_steps import SAME, Place, Steps
from .simulate import simulate
from .slipping import Grips, at_limit, rolling
from .unheld import leading
from .working_set import PULLS

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from .start import Start


FIRST, LONGEST, SHORTEST = 0.01, 0.04, 1e-7
"""Steps along the arc: shifts as a share of the mechanism's size, the parameter as a share of its range."""

TRIAL = 1e-4
"""Step along the arc by which a way is tried at a corner."""

BEFORE, ALONG = 1e-3, 0.99
"""Share of a step before a branching where the direction of a way is taken, and its share of a motion that it is."""


def equilibrium_path(
    plan: Plan,
    parameter: str,
    values: ArrayLike | Sequence[str],
    *,
    t: float = 0.0,
    points: int = 500,
    branch: int | None = None,
) -> EquilibriumPath:
    """Follow a position of equilibrium over a parameter, through turning points.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables. Drivers are held where they are at time t.
    parameter : str
        Name of a design parameter (``m.parameter("F", 0)``): a load, a stiffness, a length.
    values : array_like
        The first and the last value, in SI units or as texts, ``["0 N", "2 kN"]``: the way begins at the equilibrium
        nearest to the hints with the first one, and ends where the parameter reaches the last one, or has come back
        beyond the first by as much, or where the way comes back to its begin.
    t : float
        [s]
    points : int
        Most positions.
    branch : int, optional
        Number of a branch that begins at a branching on the way, as the way tells it: this one is followed from there.
        Default: the way goes on beyond its branchings.

    Where a contact, a stop, a clutch or a rope closes or opens, the way goes on with it closed or open, and names the
    place. Clutches hold where the way begins, pawls at the tooth before that. Friction is left out.

    Returns
    -------
    EquilibriumPath

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; what was found up to then is its attribute ``path``.

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
    given = parameter_values(plan, parameter, values)
    if given.ndim != 1 or len(given) != 2 or given[0] == given[-1] or not np.isfinite(given).all():
        raise ModelError(f"values of '{parameter}' are the first and the last one, which differ, such as [0, 100].")
    if not isinstance(points, int) or points < 2:
        raise ModelError(f"points is the most positions of a way, at least 2, not {points!r}.")
    return _Way(plan, parameter, float(given[0]), float(given[-1]), instant(t)).go(points, branch)


class _Way:
    """A way of equilibria, being followed."""

    def __init__(self, plan: Plan, parameter: str, first: float, last: float, t: float) -> None:
        self.plan, self.parameter, self.first, self.last, self.t = plan, parameter, first, last, t
        self.steps = Steps(plan, parameter, first, last, t)
        self.heads: dict[int, Place] = {}
        self.unit = parameter_unit(plan, parameter)

    def told(self, value: float, digits: int = 9) -> str:
        """Return a value of the parameter in words."""
        return f"{self.parameter} = {value:.{digits}g} {self.unit}".rstrip()

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

    def begin(self) -> Place:
        """Return the point where the way begins."""
        plan, steps = self.steps.model(self.first), self.steps
        rest = equilibrium(plan, assemble(plan, self.t).poses, self.t, search="nearest")
        steps.begin(rest.start)
        seen = steps.see(self.first, rest.poses, steps.contacts.first(plan))
        touching, states = seen.touching, [found.state for found in rest.contacts]
        carrying = seen.rows.independent(rest.poses, [k for k in touching if states[k] == "carries"])
        seen = steps.see(self.first, rest.poses, seen.having(carrying))
        begin = steps.place(self.first, seen)
        if len(touching) == len(carrying):
            return begin
        ahead = [found for found in self.onward(begin, None) if found.direction[-1] > 0.0]
        return ahead[0] if ahead else begin

    # ---- the whole way ---------------------------------------------------------------------------

    def follow(self, begin: Place, most: int) -> EquilibriumPath:
        """Follow a way from a point to its end."""
        self.way, self.special, status = [begin], list[Special](), ""
        ds = FIRST
        try:
            while len(self.way) < most and not status:
                ds, status = self.advance(ds)
        except KeyboardInterrupt as stop:
            stop.path = self.result(f"Interrupted at {self.told(self.way[-1].value, 6)}.")  # type: ignore[attr-defined]
            raise
        return self.result(status or self.unfinished(most))

    def unfinished(self, most: int) -> str:
        """Return that positions ran out, and whether the parameter changes ever less, as on a way without an end."""
        values, n = [point.value for point in self.way], max(most // 10, 1)
        slow = abs(values[-1] - values[-1 - n]) < 0.5 * abs(values[most // 2] - values[most // 2 - n])
        why = f", where {self.parameter} changes ever less while the bodies move on" if slow else ""
        return f"Stopped after {most} positions, at {self.told(values[-1], 6)}{why}; ask for more with points=."

    def advance(self, ds: float) -> tuple[float, str]:
        """Take a step; return the length of the next one, and why the way ends, or ""."""
        last = self.way[-1]
        after = self.steps.step(last, ds) or self.at_end(last, ds)
        if after is None or after.direction @ last.heading(after.at.N) < 0.9:
            return self.shorter(ds, "no position of balance goes on")
        after, ended = self.within(last, after)
        crossed = [k for k, margin in enumerate(after.seen.margins) if margin < -1.0]
        corner = self.steps.corner(last, after, crossed) if crossed else None
        if crossed and corner is None:
            return self.shorter(ds, f"{quoted(last.seen.names(crossed))} would have to pull or to overlap")
        back = None if corner else self.come_back(last, after)
        if not self.note(last, corner or back or after):
            return 0.5 * ds, ""
        if corner is not None:
            return self.turned(corner, crossed)
        self.way.append(back or after)
        return min(1.3 * ds, LONGEST), self.arrived(back is not None, ended)

    def note(self, last: Place, after: Place) -> bool:
        """Note turning points and branchings between two points; not the branching at which a branch begins.

        Return whether the two lie on one way.
        """
        if (len(self.way) == 1 and last.branching) or after.branching:
            return True
        met = self.steps.met(last, after)
        self.special += self.between(*(met or ([], [])))
        return met is not None

    def arrived(self, closed: bool, ended: bool) -> str:
        """Return why the way ends at its last point, or ""."""
        where = f"{self.told(self.way[-1].value, 6)}, in {len(self.way)} positions."
        if closed:
            return f"The way is closed: it comes back to {where}"
        return f"Followed until {where}" if ended else ""

    def come_back(self, last: Place, after: Place) -> Place | None:
        """Return the place where the way began, if it lies between two places, in the same turns.

        It is tried from there back to the last one: towards a branching Newton's steps do not come to an end.
        """
        begin, steps = self.way[0], self.steps
        behind = steps.ahead(last, begin)
        if len(self.way) < 3 or steps.apart(begin, after) > LONGEST or not behind < 0.0 <= steps.ahead(after, begin):
            return None
        back = replace(begin, direction=-begin.direction)
        found = steps.where(lambda point: steps.ahead(point, begin) - behind, back, -0.5 * behind, -1.5 * behind)
        if found is None or found.seen.hold.closed != last.seen.hold.closed or steps.apart(last, found) > SAME:
            return None
        if np.abs(found.seen.hold.angles - last.seen.hold.angles).max(initial=0.0) > np.pi:
            return None
        hold = replace(begin.seen.hold, turned=nearest_turn(begin.seen.hold.turned, last.seen.hold.turned))
        return replace(begin, seen=replace(begin.seen, hold=hold), arc=-behind)

    def shorter(self, ds: float, why: str) -> tuple[float, str]:
        """Return half a step, or why the way ends where it is too short."""
        return 0.5 * ds, self.ends(why) if 0.5 * ds < SHORTEST else ""

    def ends(self, why: str) -> str:
        """Return that the way ends here."""
        return f"The way ends at {self.told(self.way[-1].value, 6)}: {why}."

    def within(self, last: Place, after: Place) -> tuple[Place, bool]:
        """Return the point after, or where the parameter reaches the end of its range before, and whether it does."""
        share = (after.value - self.first) / self.steps.range
        end = self.last if share > 0.0 else self.first - self.steps.range
        if after.value == end or abs(share) <= 1.0:
            return after, after.value == end
        found = self.steps.where(lambda point: point.value - end, last, 0.0, after.arc)
        return (after if found is None else replace(found, value=end)), True

    def at_end(self, last: Place, ds: float) -> Place | None:
        """Return the place at the end of the range, if a step leads beyond: there may be no mechanism behind it."""
        rate = float(last.direction[-1])
        end = self.last if rate > 0.0 else self.first - self.steps.range
        left = (end - last.value) / self.steps.range
        return self.steps.step_to(last, end) if 0.0 < abs(left) < ds * abs(rate) else None

    # ---- corners ---------------------------------------------------------------------------------

    def turned(self, corner: Place, crossed: list[int]) -> tuple[float, str]:
        """Go on from a corner; return the next step, and why the way ends, or ""."""
        onward = self.onward(corner, replace(corner, direction=-corner.direction))
        names = quoted(corner.seen.names(crossed))
        if not onward:
            self.way.append(corner)
            return FIRST, self.ends(f"a gap or a force of {names} vanishes, and no position of balance goes on")
        head = replace(onward[0], arc=corner.arc)
        first = 1 + len(self.heads)
        numbers = tuple(range(first, first + len(onward) - 1))
        self.heads |= dict(zip(numbers, onward[1:], strict=True))
        self.special.append(self.change(corner, head, numbers))
        self.way.append(head)
        return FIRST, ""

    def onward(self, corner: Place, back: Place | None) -> list[Place]:
        """Return the ways on from a corner, the one that turns least first; `back` is that by which it was reached."""
        tried = [] if back is None else [self.steps.step(back, TRIAL)]
        for sets in sets_of(corner.seen):
            found = list[tuple[float, Place]]()
            for closed in sets:
                seen = self.steps.see(corner.value, corner.at.poses, corner.seen.having(closed))
                if seen.at.open > PULLS:
                    continue
                ahead = self.steps.place(corner.value, seen)
                for head in (ahead, replace(ahead, direction=-ahead.direction)):
                    trial = self.steps.step(head, TRIAL)
                    if trial is None or trial.seen.margins.min() < -1.0 or self.known(trial, tried):
                        continue
                    tried.append(trial)
                    found.append((float(corner.heading(seen.at.N) @ head.direction), head))
            if found:
                return [head for _, head in sorted(found, key=lambda one: -one[0])]
        return []

    def known(self, trial: Place, tried: list[Place | None]) -> bool:
        """Return whether a way was tried before, with a contact closed or open that has neither gap nor force on it."""
        return any(self.steps.apart(one, trial) < SAME for one in tried if one is not None)

    def change(self, corner: Place, head: Place, branches: tuple[int, ...]) -> Special:
        """Return which contacts close and open at a corner."""
        before, after = corner.seen.hold.closed, head.seen.hold.closed
        closing, opening = head.seen.names(sorted(after - before)), head.seen.names(sorted(before - after))
        said = [f"{quoted(closing)} {'closes' if len(closing) == 1 else 'close'}"] if closing else []
        said += [f"{quoted(opening)} {'opens' if len(opening) == 1 else 'open'}"] if opening else []
        words = f"{listed(said)} at {self.told(corner.value)}"
        if corner.direction[-1] * head.direction[-1] < 0.0:
            words += ": the way comes back"
        if branches:
            words += f"; other ways begin here: branch {listed([str(n) for n in branches])}"
        kind = "change" if closing and opening else "closing" if closing else "opening"
        return Special(kind, corner.value, corner.seen.start, f"{words}.", branches, (*closing, *opening))

    # ---- turning points and branchings -----------------------------------------------------------

    def between(self, turns: list[Place], branchings: list[Place]) -> list[Special]:
        """Return what is told of turning points and branchings, in their order."""
        found = [(place.arc, self.turning(place)) for place in turns]
        found += [(place.arc, special) for place in branchings for special in self.branching(place)]
        return [special for _, special in sorted(found, key=lambda one: one[0])]

    def turning(self, found: Place) -> Special:
        """Return what is told of a turning point."""
        words = f"turning point at {self.told(found.value)}: the way comes back."
        return Special("turning point", found.value, found.seen.start, words)

    def branching(self, found: Place) -> list[Special]:
        """Return what is told of a branching, if ways begin there."""
        begun = self.branches(found)
        if not begun:
            return []
        ways = listed([f"branch {n} where {coordinate} {does}" for n, coordinate, does in begun])
        words = f"branching at {self.told(found.value)}: other positions of balance begin here, {ways}."
        return [Special("branching", found.value, found.seen.start, words, tuple(n for n, _, _ in begun))]

    def branches(self, found: Place) -> list[tuple[int, str, str]]:
        """Note the branches at a point where a stiffness vanishes; return numbers, coordinates and what these do.

        They begin along the motion without stiffness, to either side, while the parameter stands still; where the way
        itself goes along that, in the other direction in which forces stay balanced. Not where a contact that touches
        is in the way.
        """
        begun = list[tuple[int, str, str]]()
        before = self.steps.step(self.way[-1], (1.0 - BEFORE) * found.arc) or self.way[-1]
        for y in found.leaving(self.way[-1]):
            first = len(begun)
            way, (coordinate, rate) = np.append(y, 0.0), leading(found.at, found.at.N @ y)
            if abs(way @ before.heading(found.at.N)) > ALONG:
                way, coordinate = found.beside(way), self.parameter
                rate = way[-1] * self.steps.range
            for sign, does in ((1.0, "grows"), (-1.0, "falls")):
                head = replace(found, direction=sign * way if rate > 0.0 else -sign * way, branching=True)
                trial = self.steps.step(head, TRIAL)
                if trial is None or trial.seen.margins.min(initial=0.0) >= -1.0:
                    number = 1 + len(self.heads)
                    self.heads[number] = head
                    begun.append((number, coordinate if len(begun) == first else "it", does))
        return begun

    # ---- what is handed over ---------------------------------------------------------------------

    def rest(self, value: float, number: int) -> Equilibrium:
        """Return the equilibrium at a value between position `number` of the way and the next one."""
        point, plan = self.way[number], self.steps.model(value)
        if number + 1 < len(self.way):
            arc = self.way[number + 1].arc
            point = self.steps.where(lambda found: found.value - value, point, 0.0, arc) or point
        return equilibrium(plan, point.seen.start, self.t, search="nearest")

    def look(self, value: float, at: Start) -> DynamicMotion:
        """Return a position of balance with its forces."""
        return simulate(self.steps.model(value), [self.t], start=at)

    def not_held(self) -> dict[int, Grips]:
        """Return the positions in which friction does not hold what is taken to roll."""
        found = {}
        for k, place in enumerate(self.way):
            if any(at_limit(place.at, name) for name in rolling(place.at.plan)):
                found[k] = Grips(place.seen.rows.plan, place.at, place.seen.start)
        return {k: grips for k, grips in found.items() if not grips.held}

    def slides(self, not_held: dict[int, Grips]) -> list[str]:
        """Return where contacts that are taken to roll slide first."""
        first: dict[str, str] = {}
        for k, grips in not_held.items():
            if rolling(self.way[k].at.plan).keys() - first.keys() and (found := grips.slides(first)):
                first[found[1].name] = f"At {self.told(self.way[k].value, 6)} {found[1].begins}."
        return list(first.values())

    def result(self, status: str) -> EquilibriumPath:
        """Return the way."""
        not_held = self.not_held()
        return EquilibriumPath(
            name=self.plan.name,
            parameter=self.parameter,
            values=np.array([point.value for point in self.way]),
            kinds=tuple("not held" if k in not_held else point.seen.kind for k, point in enumerate(self.way)),
            starts=tuple(point.seen.start for point in self.way),
            special=tuple(self.special),
            status=status,
            rest=self.rest,
            look=self.look,
            unit=self.unit,
            closed=tuple(point.seen.names(sorted(point.seen.hold.closed)) for point in self.way),
            notes=(*frictions_left_out(self.plan), *self.slides(not_held)),
        )
