"""Members that differ in numbers only: their tables and starts, found together beside one that was planned in full.

The members take the tables of one plan with their own numbers (`coordinates.batch_tables`), are closed from their own
hints and get consistent velocities in compiled code. What that cannot do is left to the full way: a member whose hints
cannot all be kept, or whose numbers change more than entries of tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.marker import Marker
from ..coordinates.angles import angles_at, body_angles, expected_angles
from ..coordinates.batch_tables import BatchTables, NotAlikeError, Tables, alike
from ..coordinates.plan import Plan
from ..errors import LinkworkError
from ..joints.belt import Belt
from ..joints.cable import Cable
from ..kernels.compiler.arguments import Handles
from ..kernels.runs.batch import CENTRE, RATE, STARTED, VELOCITY, start_many
from ..kernels.tables.bundle import Bundle
from ..model.batch_numbers import BatchNumbers
from ..model.resolve import Frame, Hint, read_hint
from ..model.variants import Reach
from .engine import poses_of
from .hints import Hints
from .leading import remembers
from .members import Members
from .placing import put_together
from .start import Start
from .velocities import ARBITRARY, KNOWN, SPIN, hinted_freedoms

TOLERANCE = 1e-12
"""Largest residual of a closed position, relative to the mechanism's size, as `assemble` has it."""

PROBES = 8
"""Most members that are planned in full to learn where numbers go."""


@dataclass(frozen=True)
class Placed:
    """Where the bodies of some members are said to be: poses to close from, angles, velocities; members first."""

    begin: Array
    angles: Array
    hints: Array


@dataclass(frozen=True)
class Started:
    """The starts of some members.

    Attributes
    ----------
    which : array of int
        Places of those that have a start, among the members asked for.
    poses, twists : array, shape (members, bodies, 7) and (members, bodies, 6)
    turned : array, shape (members, bodies)
        Angles of the bodies about the normal over full turns [rad].
    angles : array, shape (members, gauges)
        Angles that the plan counts, in the order of its gauges [rad].
    """

    which: NDArray[np.intp]
    poses: Array
    twists: Array
    turned: Array
    angles: Array


class BatchStarts:
    """Members of a batch beside one that was planned in full.

    Parameters
    ----------
    members : Members
    starts : sequence or None
        As in `simulate_many`.
    t : float
        Time at which they start [s].
    probes : sequence of int, optional
        The members that are planned in full; default: those with the smallest and largest parameters.

    Raises
    ------
    NotAlikeError
        When every member must be planned, or started, in full.
    """

    def __init__(
        self, members: Members, starts: Sequence[Any] | None, t: float, probes: Sequence[int] | None = None
    ) -> None:
        self.starts, self.time = starts, t
        self.given = starts is not None and any(start is not None for start in starts)
        lanes = _lanes(members)
        probes = probes or ([0] if lanes is None else _probes(lanes))
        try:
            plans = {i: members[i] for i in probes}
        except LinkworkError as error:
            raise NotAlikeError("A member cannot be planned.") from error
        self.planned, self.first, self.plan = plans, probes[0], plans[probes[0]]
        if reason := _unfit(self.plan):
            raise NotAlikeError(reason)
        self.batch_tables = None if lanes is None else BatchTables(lanes, plans)
        self.said = Hints.of(self.plan).said.astype(float)
        self.known = hinted_freedoms(self.plan).astype(float)
        self.counted = [gauge for _, gauge in self.plan.counted]
        self.places = [i for i, _ in self.plan.counted]
        if not self.given:
            self._check_placing()

    def _check_placing(self) -> None:
        """Raise NotAlikeError where the bodies are not put where the full way puts them."""
        placed = self.placed([self.first], self.tables([self.first]))
        if not np.array_equal(placed.begin[0], Hints.of(self.plan).begin):
            raise NotAlikeError("Bodies are not put where the hints say.")

    # ---- before: in Python, one chunk at a time ------------------------------------------------

    def tables(self, members: Sequence[int]) -> Tables:
        """Return the tables of some members; those that start where the full way must look are not good."""
        found = alike(self.plan, len(members)) if self.batch_tables is None else self.batch_tables.tables(members)
        for i, member in enumerate(members):
            start = None if self.starts is None else self.starts[member]
            known = isinstance(start, Start) and start.motion.plan is self.plan and self.batch_tables is None
            found.good[i] &= known if self.given else start is None
        return found

    def placed(self, members: Sequence[int], tables: Tables) -> Placed:
        """Return where the bodies of some members are said to be."""
        resolved, count = self.plan.resolved, len(members)
        given = resolved.hints
        positions = np.array([[hint.position for hint in given]] * count).reshape(count, -1, 3)
        axes = np.array([[hint.axes for hint in given]] * count).reshape(count, -1, 3, 3)
        angles = np.array([[hint.angle for hint in given]] * count).reshape(count, -1)
        hints = np.zeros((count, len(given), 9))
        hints[:, :, VELOCITY:RATE] = np.array([hint.velocity for hint in given]).reshape(-1, 3)
        hints[:, :, RATE:CENTRE] = np.array([hint.rate for hint in given]).reshape(-1, 3)
        hints[:, :, CENTRE:] = tables.centre
        for i, b, hint in self._hints(members, tables):
            positions[i, b], axes[i, b], angles[i, b] = hint.position, hint.axes, hint.angle
            hints[i, b, VELOCITY:RATE], hints[i, b, RATE:CENTRE] = hint.velocity, hint.rate
        self._put_together(positions, axes, tables)
        return Placed(poses_of(resolved, positions, axes, tables.centre), angles, hints)

    def _hints(self, members: Sequence[int], tables: Tables) -> Iterator[tuple[int, int, Hint]]:
        """Yield the hints that depend on parameters: which of the members, body, hint."""
        if self.batch_tables is None:
            return
        reader = self.batch_tables.reader
        for name in self.batch_tables.lanes.reach.hints:
            for i, member in enumerate(members):
                reader.member = member
                yield i, self.plan.resolved.index[name], read_hint(reader, name, self.plan.model.placements[name])
                tables.good[i] &= not reader.faults
                reader.faults.clear()

    def _put_together(self, positions: Array, axes: Array, tables: Tables) -> None:
        def point(marker: Marker, frame: Frame) -> Array:
            tables_of_all = self.batch_tables
            if tables_of_all is None or not tables_of_all.lanes.reach.mentions(marker):
                return frame.point
            found = tables_of_all.point(marker, tables.places)
            if found is None:
                raise NotAlikeError(f"{marker} is not in the tables.")
            return found

        plan = self.plan
        put_together(plan.resolved, list(self.plan.model.joints.values()), plan.writer, positions, axes, point)

    # ---- in compiled code ----------------------------------------------------------------------

    def bundle(self, like: Bundle, tables: Tables, i: int) -> Bundle:
        """Return work arrays like others with tables, length and weights of one of the members."""
        made = like.with_tables({name: table[i] for name, table in tables.tables.items()})
        if not tables.tables:
            return made
        made.control.length, made.weight[:] = tables.length[i], tables.weight[i]
        made.turning[:] = self.plan.turning_of(made.weight)
        if len(self.plan.ground):
            made.X[-len(self.plan.ground) :, 0] = tables.ground[i]
        return made

    def started(self, members: Sequence[int], tables: Tables, placed: Placed | None) -> Started:
        """Return the starts of those members that have one; `placed` says where bodies are, unless states are given."""
        good = np.flatnonzero(tables.good)
        if placed is None:
            q, twists, turned = self._states([members[int(i)] for i in good])
        else:
            q, twists, turned, good = self._assembled(good, tables, placed)
        angles = np.zeros((len(good), len(self.plan.gauges)))
        if self.counted:
            angles[:, self.places] = angles_at(self.plan, self.counted, q, self.time, turned)
        return Started(good, q, twists, turned, angles)

    def _states(self, members: Sequence[int]) -> tuple[Array, Array, Array]:
        """Return poses, velocities and angles of the bodies in the states that were given."""
        states = [self.starts[i] for i in members] if self.starts is not None else []
        shape = (len(states), len(self.plan.resolved.solids))
        parts = ([s.poses for s in states], [s.twists for s in states], [s.turned for s in states])
        sizes = ((*shape, 7), (*shape, 6), shape)
        q, twists, turned = (np.array(p, float).reshape(s) for p, s in zip(parts, sizes, strict=True))
        return q, twists, turned

    def _assembled(
        self, good: NDArray[np.intp], tables: Tables, placed: Placed
    ) -> tuple[Array, Array, Array, NDArray[np.intp]]:
        """Return poses, velocities and angles of the bodies found from hints, and which members have them."""
        plan, count = self.plan, len(good)
        works, handles = [], Handles(count)
        near = expected_angles(plan, self.counted, placed.angles)
        for n, i in enumerate(good):
            work = self.bundle(plan.first_bundle, tables, int(i))
            work.q[:], work.near[self.places] = placed.begin[i], near[i]
            works.append(work)
            handles[n] = work.H
        status, gaps = np.zeros(count, np.int64), np.zeros(count)
        twists = np.zeros((count, len(plan.resolved.solids), 6))
        weights, hints, lengths = (np.ascontiguousarray(a[good]) for a in (tables.weight, placed.hints, tables.length))
        shares = np.array([TOLERANCE, KNOWN, SPIN, ARBITRARY])
        start_many(handles, status, weights, self.said, hints, self.known, lengths, shares, self.time, twists, gaps)
        kept = np.flatnonzero(status == STARTED)
        q = np.array([works[n].q for n in kept]).reshape(len(kept), len(plan.resolved.solids), 7)
        return q, twists[kept], body_angles(plan, q, self.time, placed.angles[good[kept]]), good[kept]


def _lanes(members: Members) -> BatchNumbers | None:
    """Return the numbers of members with parameters; None without any."""
    if not members.values:
        return None
    model, reach = members.model, Reach(members.model, members.values)
    if any(reach.varies(model.drivers[name].function) for name in reach.drivers):
        raise NotAlikeError("Functions of drivers depend on the parameters.")
    return BatchNumbers(model, members.plan.resolved.parameters, reach, members.values)


def _probes(lanes: BatchNumbers) -> list[int]:
    """Return the members where the parameters are smallest and largest, and one between."""
    good = np.flatnonzero(lanes.good)
    if len(good) < 2:
        raise NotAlikeError("There are no two members alike.")
    found = [int(good[0])]
    for name in sorted(lanes.reach.parameters):
        lane = lanes.of(name)[good]
        if np.ptp(lane) > 0.0:
            found += [int(good[np.argmin(lane)]), int(good[np.argmax(lane)])]
    found = list(dict.fromkeys([*found, int(good[(7 * len(good)) // 19])]))
    if len(found) > PROBES:
        raise NotAlikeError("Too many parameters change at once.")
    return found


def _unfit(plan: Plan) -> str:
    """Return why the members of a batch cannot start beside one that was planned in full; "" if they can."""
    joints, equations = plan.model.joints.values(), plan.equations
    reasons = {
        "Contacts, rolling and equations of the user need a look at every start.": plan.positions is not plan
        or any(e.release is not None or e.program is not None for e in equations),
        "Curves, and cables and belts, which must not push, need a look at every member.": plan.tables["relations"].size
        or any(isinstance(joint, Cable | Belt) for joint in joints),
        "A joint depends on where the bodies are placed.": any(map(remembers, equations))
        or any(joint.PLACED or joint.MEASURES_PLACES for joint in joints),
        "Functions of the user run in Python.": any(program.callables for program in plan.programs.programs),
        "Weights are lifted, or angles depend on points.": plan.lifted
        or any(gauge.kind == "heading" for _, gauge in plan.counted),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")
