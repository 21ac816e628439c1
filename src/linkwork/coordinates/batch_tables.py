"""The tables of a batch: members that differ in numbers, their tables filled together.

Of one plan it is known where each number of the description went: points of bodies into features, masses and inertias
into the mass table, lengths into scales and weights, and other quantities into an entry of their own, plus or minus.
That is found from plans made in full for a few members, those where the quantities are smallest and largest, and must
agree with these to the last bit; where it does not, every member is planned in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Flags, Ints
from ..base.marker import GROUND, Marker
from ..errors import LinkworkError
from ..model.batch_numbers import BatchNumbers, MemberReader
from ..model.equations import triple
from ..model.resolve import Frame
from ..model.solids import read_solid
from .features import FeatureTable
from .length import FAR, LEAST, ROUNDING, largest_extent
from .lifting import even, reach_of
from .loads import masses_of, sites_of
from .plan import Plan, weights_of
from .row_units import has_own_unit

if TYPE_CHECKING:
    from ..expressions.program import Course

Table = NDArray[Any]

EXPLAINED = {"features": ("x", "y", "z"), "masses": (), "rows": ("scale",)}
"""Tables that are filled from points, masses and the length, and which of their fields; none: all of them."""

FOLLOWED = ("rows", "loads", "consts", "gravity")
"""Tables with entries that are numbers of the description themselves."""


class NotAlikeError(LinkworkError):
    """The members of a batch differ in more than numbers that can be followed into the tables."""


@dataclass(frozen=True)
class Numbers:
    """Bodies and points of some members.

    Attributes
    ----------
    mass, centre, inertia : array, shape (members, bodies), (members, bodies, 3), (members, bodies, 3, 3)
    places : array, shape (members, features, 3)
        Points in body axes from the body's origin, and vectors.
    good : array of bool, shape (members,)
        Whether a member could be read.
    """

    mass: Array
    centre: Array
    inertia: Array
    places: Array
    good: Flags


@dataclass(frozen=True)
class Tables:
    """What differs in the plans of some members; every array has the members first.

    Attributes
    ----------
    tables : dict
        The tables that differ.
    length : array, shape (members,)
    weight : array, shape (members, bodies, d)
    ground : array, shape (members, ground features, 3)
    centre : array, shape (members, bodies, 3)
    places : array, shape (members, features, 3)
        Points from the origins of their bodies, and vectors.
    good : array of bool, shape (members,)
        Whether the tables hold for the member: if not, it must be planned in full.
    """

    tables: dict[str, Table]
    length: Array
    weight: Array
    ground: Array
    centre: Array
    places: Array
    good: Flags


class BatchTables:
    """The plans of the members of a batch.

    Parameters
    ----------
    lanes : BatchNumbers
        The numbers of all members.
    plans : dict
        Member -> plan made in full; the first one is changed in numbers for the others.

    Raises
    ------
    NotAlikeError
        When these plans differ in more than numbers of the description.
    """

    def __init__(self, lanes: BatchNumbers, plans: Mapping[int, Plan]) -> None:
        self.lanes = lanes
        plan = next(iter(plans.values()))
        self.plan: Plan = plan
        self.reader = MemberReader(plan.writer.reader, lanes)
        count = plan.tables["measures"].size
        self._features = FeatureTable(plan.resolved, plan.gauges[:count], sites_of(plan.loads))
        sites = list(self._features.index)
        self._places = np.array([site.xyz for site in sites]).reshape(-1, 3)
        self._bodies = np.array([site.body for site in sites], np.int64)
        self._points = [np.array([k for k, s in enumerate(sites) if s.body == b and not s.vector], np.int64)
                        for b in range(len(plan.resolved.solids))]  # fmt: skip
        self._reached = self._reached_points(sites)
        self._groups = self._groups_of_rows()
        self._direct: dict[str, list[tuple[int, Array]]] = {}
        self._learn(plans)

    # ---- where numbers go ----------------------------------------------------------------------

    def _reached_points(self, sites: Sequence[Any]) -> dict[int, Marker]:
        """Return the features that depend on the parameters, each with its marker."""
        reach, found = self.lanes.reach, dict[int, Any]()
        moved: dict[tuple[int, Any], set[Any]] = {}
        fixed: set[tuple[int, Any]] = set()
        for (marker, _), frame in self.plan.writer.frames.known().items():
            key = frame.body, triple(frame.point)
            if not reach.mentions(marker):
                fixed.add(key)
                continue
            if marker.drawn or reach.mentions((marker.z, marker.x)):
                raise NotAlikeError(f"The axes of {marker} depend on the parameters.")
            moved.setdefault(key, set()).add(marker)
        for k, site in enumerate(sites):
            key = site.body, site.xyz
            if site.vector or key not in moved:
                continue
            if key in fixed or len({marker.at for marker in moved[key]}) > 1:
                raise NotAlikeError("Points meet for some values of the parameters only.")
            found[k] = next(iter(moved[key]))
        return found

    def point(self, marker: Marker, places: Array) -> Array | None:
        """Return the point of a marker in its body (members, 3); None where no parameter moves it."""
        at = next((k for k, other in self._reached.items() if other.body == marker.body and other.at == marker.at), -1)
        return None if at < 0 else places[:, at]

    @cached_property
    def unmoved(self) -> dict[tuple[Marker, str], Frame]:
        """The frames that no parameter moves."""
        known = self.plan.writer.frames.known()
        return {key: frame for key, frame in known.items() if not self.lanes.reach.mentions(key[0])}

    def _groups_of_rows(self) -> list[Ints]:
        """Return the points that equations refer to, one group for each body and the ground."""
        groups: dict[int, list[int]] = {}
        for gauge in (gauge for e in self.plan.equations for gauge in e.gauges):
            for site in gauge.sites:
                if not site.vector:
                    groups.setdefault(site.body, []).append(self._features[site])
        return [np.array(group, np.int64) for group in groups.values()]

    def _learn(self, plans: Mapping[int, Plan]) -> None:
        """Find the entries that are numbers of the description themselves, and compare with the plans made in full."""
        members = list(plans)
        for other in plans.values():
            self._check_structure(other)
        lanes = {text: self.lanes.of(text) for text in self._texts()}
        unused = {text for text, lane in lanes.items() if np.ptp(lane[self.lanes.good]) > 0.0}
        for name, table in self.plan.tables.items():
            full = np.array([_flat(plan.tables[name]) for plan in plans.values()])
            for k in np.flatnonzero(_differ(full, _flat(table)).any(axis=0) & ~_explained(name, table)):
                if name not in FOLLOWED:
                    raise NotAlikeError(f"The parameters change entries of '{name}'.")
                self._direct.setdefault(name, []).append((int(k), self._lane(full[:, k], members, lanes, unused)))
        unused -= set(self.lanes.texts(self._geometry()))
        if unused:
            raise NotAlikeError(f"Nothing in the tables says where {sorted(unused)} went.")
        self._check(plans, self.tables(members))

    def _texts(self) -> list[str]:
        model, reach = self.plan.writer.model, self.lanes.reach
        parts: list[Any] = [part for name, part in model.joints.items() if name in reach.joints]
        parts += [part for name, part in model.forces.items() if name in reach.forces]
        parts += [model.gravity] if reach.gravity else []
        return list(self.lanes.texts(self._geometry(), *parts, *sorted(reach.parameters)))

    def _geometry(self) -> tuple[Any, ...]:
        """Return what of the description is read for every member: bodies, points, placements; and the parameters."""
        model, reach = self.plan.writer.model, self.lanes.reach
        bodies = [(b.mass, b.com, b.inertia, b.shape) for b in model.bodies.values() if b.name in reach.solids]
        points = [tuple(model.bodies[name].points.values()) for name in reach.points]
        ends = [joint.ends for name, joint in model.joints.items() if name in reach.joints and joint.ENDS]
        placed = [model.placements[name] for name in reach.hints]
        markers = [marker.at for marker in self._reached.values()]
        return (*bodies, *points, *ends, *placed, *markers, *sorted(reach.parameters))

    def _lane(self, entries: Array, members: list[int], lanes: Mapping[str, Array], unused: set[str]) -> Array:
        """Return the lane that an entry of the tables follows, by its values in some members."""
        same = [(sign * lane, text) for text, lane in lanes.items() for sign in (1.0, -1.0)]
        same = [(lane, text) for lane, text in same if np.array_equal(lane[members], entries)]
        if not same:
            raise NotAlikeError("An entry of the tables follows no number of the description.")
        found, good = same[0][0], self.lanes.good
        if any(not np.array_equal(lane[good], found[good]) for lane, _ in same):
            raise NotAlikeError("Several numbers of the description look alike in the members planned in full.")
        unused.difference_update(text for _, text in same)
        return found

    def _check_structure(self, other: Plan) -> None:
        """Raise NotAlikeError where another plan has other tables than the first."""
        mine = self.plan
        same = len(mine.equations) == len(other.equations) and len(mine.loads) == len(other.loads)
        same = same and np.array_equal(mine.order, other.order)
        same = same and _changes(mine) == _changes(other)
        for name, table in mine.tables.items():
            same = same and table.shape == other.tables[name].shape and table.dtype == other.tables[name].dtype
        if not same or mine.lifted or other.lifted:
            raise NotAlikeError("The parameters change which equations, forces or points there are.")

    def _check(self, plans: Mapping[int, Plan], found: Tables) -> None:
        """Raise NotAlikeError where the tables differ from those of a plan made in full."""
        for i, plan in enumerate(plans.values()):
            same = found.good[i] and found.length[i] == plan.length
            same = (
                same and np.array_equal(found.weight[i], plan.weight) and np.array_equal(found.ground[i], plan.ground)
            )
            for name, table in found.tables.items():
                same = same and not _differ(_flat(table[i]), self._expected(plan, name)).any()
            if not same:
                raise NotAlikeError("Tables that are changed in numbers are not those of the plan.")

    def _expected(self, plan: Plan, name: str) -> Array:
        """Return the entries of a table of a plan made in full; expressions keep the units they have in the first."""
        table = plan.tables[name]
        if name == "rows":
            table, own = table.copy(), [has_own_unit(plan.equations[i]) for i in plan.order]
            table["scale"][own] = self.plan.tables[name]["scale"][own]
        return _flat(table)

    # ---- members -------------------------------------------------------------------------------

    def numbers(self, members: Sequence[int]) -> Numbers:
        """Return bodies and points of some members."""
        plan, reader, count = self.plan, self.reader, len(members)
        model, solids = plan.writer.model, plan.resolved.solids
        mass = _repeated(np.array([solid.mass for solid in solids]), count)
        centre = _repeated(np.array([solid.com for solid in solids]).reshape(-1, 3), count)
        inertia = _repeated(np.array([solid.inertia for solid in solids]).reshape(-1, 3, 3), count)
        places, good = _repeated(self._places, count), self.lanes.good[list(members)]
        for name in self.lanes.reach.solids - {GROUND}:
            b, body = plan.resolved.index[name], model.bodies[name]
            for those in self._apart(members, (body.mass, body.com, body.inertia, body.shape)):
                reader.member = members[those[0]]
                solid = read_solid(reader, body)
                mass[those, b], centre[those, b], inertia[those, b] = solid.mass, solid.com, solid.inertia
                good[those] &= not reader.faults
                reader.faults.clear()
        for k, marker in self._reached.items():
            for those in self._apart(members, marker.at):
                reader.member = members[those[0]]
                places[those, k] = reader.point(marker.at, "")
                good[those] &= not reader.faults
                reader.faults.clear()
        return Numbers(mass, centre, inertia, places, good)

    def _apart(self, members: Sequence[int], part: Any) -> list[Ints]:
        """Return the places of members in groups that read a part of the description alike."""
        lanes = [self.lanes.of(text)[list(members)] for text in self.lanes.texts(part)]
        groups: dict[bytes, list[int]] = {}
        for i, values in enumerate(np.array(lanes).reshape(len(lanes), len(members)).T):
            groups.setdefault(values.tobytes(), []).append(i)
        return [np.array(group, np.int64) for group in groups.values()]

    def tables(self, members: Sequence[int]) -> Tables:
        """Return the tables of some members."""
        plan, planar, n = self.plan, self.plan.freedoms == 3, self.numbers(members)
        index = np.array(members)
        stacked = {name: _repeated(plan.tables[name], len(members)) for name in {*EXPLAINED, *self._direct}}
        good = n.good
        for name, entries in self._direct.items():
            for k, lane in entries:
                _flat_rows(stacked[name])[:, k] = lane[index]
                good &= lane[index] != 0.0  # a force or an offset that vanishes may leave the tables
        rows, inverse = stacked["rows"], plan.order
        lengths = np.array([plan.equations[i].single and plan.equations[i].is_length for i in inverse], bool)
        length = largest_extent([n.places[:, group] for group in self._groups], rows["offset"][:, lengths])
        good &= length > np.maximum(LEAST, ROUNDING * self._sizes(n))
        length = np.where(good, length, 1.0)
        features = stacked["features"]
        local = n.places - np.where(((self._bodies >= 0) & ~self._vectors)[:, None], n.centre[:, self._bodies], 0.0)
        arms = np.linalg.norm(local[:, (self._bodies >= 0) & ~self._vectors], axis=-1).max(axis=1, initial=0.0)
        good &= length >= FAR * arms
        for k, axis in enumerate("xyz"):
            features[axis] = local[:, :, k]
        points = [local[:, own] for own in self._points]
        good &= self._even(n, points, length)
        stacked["masses"] = masses_of(n.mass, n.inertia, np.zeros((*n.mass.shape, 2)), planar)
        scaled = np.array([plan.equations[i].is_length for i in inverse], bool)
        rows["scale"][:, scaled] = 1.0 / length[:, None]
        weight = weights_of(points, length, planar)
        return Tables(stacked, length, weight, n.places[:, self._bodies < 0], n.centre, n.places, good)

    @property
    def _vectors(self) -> Flags:
        return np.asarray(self.plan.tables["features"]["vector"] != 0)

    def _even(self, n: Numbers, points: Sequence[Array], length: Array) -> Flags:
        """Return which members have masses and inertias that need no lift in the linear solve."""
        planar = self.plan.freedoms == 3
        moments = n.inertia[..., 2, 2] if planar else n.inertia
        finite = np.isfinite(n.mass).all(axis=1) & np.isfinite(moments).reshape(len(n.mass), -1).all(axis=1)
        if not planar:
            moments = np.linalg.eigvalsh(np.where(np.isfinite(n.inertia), n.inertia, 0.0))[..., 0]
        radius, width = np.moveaxis(np.array([reach_of(own, length) for own in points]), 0, -1)
        return finite & even(np.stack([n.mass, moments], axis=-1), radius, width, length)

    def _sizes(self, n: Numbers) -> Array:
        """Return the largest coordinate, distance of a centre of mass and radius of gyration of every member [m]."""
        with np.errstate(all="ignore"):
            gyration = np.sqrt(np.abs(n.inertia).max(axis=(-2, -1)) / n.mass)
        gyration = np.where(np.isfinite(gyration), gyration, 0.0).max(axis=1)
        measured = np.concatenate([np.zeros(0, np.int64), *self._groups])  # none where nothing is joined or measured
        far = np.abs(n.places[:, measured]).max(axis=(1, 2), initial=0.0)
        return np.asarray(np.maximum(np.maximum(far, np.linalg.norm(n.centre, axis=-1).max(axis=1)), gyration))


def _repeated(table: Table, count: int) -> Table:
    """Return a table for each of some members, the members first."""
    return np.repeat(table[None], count, axis=0)


def _flat(table: Table) -> Array:
    """Return the entries of a table, eight bytes each, as numbers."""
    return np.ascontiguousarray(table).reshape(-1).view(np.float64)


def _differ(a: Array, b: Array) -> Flags:
    """Return where entries differ; whole numbers that look like no number are the same where all their bits are."""
    return np.asarray((a != b) & (a.view(np.int64) != b.view(np.int64)))


def _explained(name: str, table: Table) -> Flags:
    """Return which entries of a table are filled from points, masses and the length."""
    chosen, names = EXPLAINED.get(name), table.dtype.names
    if not chosen or names is None:
        return np.full(_flat(table).size, chosen is not None)
    return np.tile([field in chosen for field in names], table.size)


def _flat_rows(tables: Table) -> Array:
    """Return the entries of tables, the members first, as numbers (members, entries); they share their memory."""
    return tables.reshape(len(tables), -1).view(np.float64)


def alike(plan: Plan, count: int) -> Tables:
    """Return the tables of members that all have the numbers of one plan."""
    centre = np.array([solid.com for solid in plan.resolved.solids]).reshape(-1, 3)
    parts = (np.asarray(plan.length), plan.weight, plan.ground, centre, np.zeros((0, 3)))
    length, weight, ground, centres, places = (_repeated(part, count) for part in parts)
    return Tables({}, length, weight, ground, centres, places, np.ones(count, bool))


def _changes(plan: Plan) -> tuple[list[tuple[float, ...]], list[tuple[Course, ...]]]:
    """Return the times at which laws change their course, and what tells them: alike in one plan alone."""
    return [program.breaks for program in plan.programs.programs], [e.timed for e in plan.equations]
