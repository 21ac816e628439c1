"""What holds on one side: contacts, stops, clutches, pawls; each open (gap >= 0, no force) or closed (force >= 0)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.measure import WRAPPED, Lift, Slide
from ..coordinates.plan import Plan, make_plan
from ..coordinates.rank import independent_rows
from ..coordinates.switches import Switch
from ..forces.one_way import OneWay
from ..forces.ratchet import Ratchet
from ..forces.rigid_contact import RigidContact
from ..kernels.dynamics.switches import TOUCHING
from ..kernels.kinematics.motion import evaluate
from ..model.equations import Equation, Gauge
from .assembly import closed_beside
from .engine import Engine, scaled_jacobian
from .sliding import Slip
from .start import Start
from .still import Still


@dataclass(frozen=True)
class OneSided:
    """A row that pushes one way only.

    Attributes
    ----------
    name : str
        The user's, of a joint or a force.
    equation : Equation
        Vanishes where it is closed.
    side : float
        1: the row grows where it opens; -1: it falls.
    kind : str
        "contact", "clutch" or "ratchet".
    own : bool
        Whether the row is one of a joint.
    """

    name: str
    equation: Equation
    side: float
    kind: str
    own: bool

    @property
    def unit(self) -> str:
        """Of its gap, m or rad."""
        return "m" if self.equation.is_length else "rad"


def _slid(begin: Start) -> dict[tuple[str, int], float]:
    """Return how far contacts that roll have slid before a start, by joint and row [m]: they roll on from there."""
    plan = begin.motion.plan
    rolling = [i for i, e in enumerate(plan.equations) if isinstance(e.release, Slide) and not e.level]
    if not rolling:
        return {}
    work, t = plan.bundle(), float(begin.motion.time[-1])
    work.near[:] = begin.angles(plan)
    evaluate(work.H, t, np.ascontiguousarray(begin.motion.poses[-1]))
    plan.programs.reraise()
    ways = np.nan_to_num(work.Phi[plan.position_in_table[rolling]])
    found = (plan.equations[i] for i in rolling)
    return {(e.owner, e.index): float(way) for e, way in zip(found, ways, strict=True)}


class OneSidedRows:
    """All one-sided rows of a mechanism, and its plans with some of them closed.

    A clutch holds where it is at the start, a pawl at the last tooth before that: what went on since is free to come
    back as far.

    Parameters
    ----------
    plan : Plan
    begin : Start
        Tells where clutches and pawls hold, and the full turns of angles.
    t : float
        [s]
    """

    def __init__(self, plan: Plan, begin: Start, t: float) -> None:
        self.plan, self.t = plan, t
        found = [s for s in plan.switches if not s.slides]
        added = [s.equation for s in found if not s.own]
        self.every = make_plan(plan.resolved, [*plan.equations, *added], plan.writer) if added else plan
        self.turns: dict[Gauge, float] = {}
        self.note(self.every, begin.angles(self.every))
        self.rows = [self._row(switch, begin.poses) for switch in found]
        self._plans: dict[tuple[frozenset[int], frozenset[str]], Plan] = {}
        self.lifted: set[int] = set()
        self.slips: dict[str, Slip] = {}
        self.slid = _slid(begin)

    def __len__(self) -> int:
        return len(self.rows)

    def _row(self, switch: Switch, poses: Array) -> OneSided:
        force, equation = switch.force, switch.equation
        if isinstance(force, Lift):
            return OneSided(switch.name, equation, force.side, "contact", True)
        if isinstance(force, RigidContact):
            return OneSided(switch.name, equation, 1.0 if force.side == "above" else -1.0, "contact", False)
        assert isinstance(force, OneWay | Ratchet)
        side = 1.0 if force.free == "forward" else -1.0
        value = self._value(poses, equation.gauges[0])
        if isinstance(force, OneWay):
            return OneSided(switch.name, replace(equation, offset=value), side, "clutch", False)
        teeth = np.floor(side * (value - float(force.first)) / force.step + TOUCHING)
        held = float(force.first) + side * force.step * teeth
        return OneSided(switch.name, replace(equation, offset=held), side, "ratchet", False)

    # ---- angles over full turns ------------------------------------------------------------------

    def note(self, plan: Plan, near: Array) -> None:
        """Note the angles of a plan's gauges over full turns [rad]."""
        self.turns |= {gauge: float(near[i]) for i, gauge in plan.counted}

    def near(self, plan: Plan) -> Array:
        """Return the angles of a plan's gauges over full turns, as noted last [rad]."""
        found = np.zeros(len(plan.gauges))
        for i, gauge in plan.counted:
            found[i] = self.turns[gauge]
        return found

    def follow(self, poses: Array) -> None:
        """Note the angles of all rows at poses a step away, over full turns."""
        if self.rows:
            work, measured = self._measure(poses).work, len(self._engine.work.measured)
            places = [i for i, _ in self.every.counted if i < measured]
            angles = nearest_turn(work.measured[places, 0], work.near[places])
            self.turns |= {self.every.gauges[i]: float(angle) for i, angle in zip(places, angles, strict=True)}

    # ---- gaps ------------------------------------------------------------------------------------

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self.every)

    def _measure(self, poses: Array) -> Engine:
        engine = self._engine
        work = engine.work
        work.near[:] = self.near(self.every)
        work.contacts[:] = np.nan  # of another position: they are looked for anew
        self.every.at_time(work, self.t)
        evaluate(work.H, self.t, np.ascontiguousarray(poses))
        self.every.programs.reraise()
        return engine

    def _value(self, poses: Array, gauge: Gauge) -> float:
        place, work = self.every.gauges.index(gauge), self._measure(poses).work
        value = work.measured[place : place + 1, 0]
        return float((nearest_turn(value, work.near[place : place + 1]) if gauge.kind in WRAPPED else value)[0])

    def gaps(self, poses: Array) -> Array:
        """Return the gaps at poses [m, rad], negative where bodies overlap; one far from its curve is open."""
        if not self.rows:
            return np.zeros(0)
        residuals = self._measure(poses).work.Phi[self.every.position_in_table]
        found = np.zeros(len(self.rows))
        for k, row in enumerate(self.rows):
            e = row.equation
            if row.kind != "contact" or e.wrap:
                found[k] = row.side * (self._value(poses, e.gauges[0]) - e.offset)
            else:
                found[k] = row.side * residuals[self._place(k)]
        return np.where(np.isfinite(found), found, np.inf)

    def _place(self, k: int) -> int:
        """Return the number of row k among the equations of the plan of all."""
        row = self.rows[k]
        if row.own:
            return next(i for i, e in enumerate(self.plan.equations) if e is row.equation)
        return len(self.plan.equations) + sum(not other.own for other in self.rows[:k])

    def touching(self, k: int) -> float:
        """Return the gap below which row k touches [m, rad]."""
        return TOUCHING * (self.plan.length if self.rows[k].unit == "m" else 1.0)

    # ---- plans with some of them closed ----------------------------------------------------------

    def plan_with(self, closed: Iterable[int], *, sliding: bool = False) -> Plan:
        """Return the plan in which some rows are closed and all others open.

        The plan is settled: what is closed holds like a joint, also where it would have to pull.
        What rolls in a contact holds as long as the contact has not been open, and does not slide; with `sliding`, the
        rows of rolling of what slides are kept, along which its friction acts.
        """
        shut = frozenset(closed)
        loose = {self.rows[k].name for k in shut & self.lifted} | (set() if sliding else set(self.slips))
        key = shut, frozenset(loose)
        if key not in self._plans:
            self._plans[key] = self._planned(*key)
        return self._plans[key]

    def _planned(self, closed: frozenset[int], loose: frozenset[str]) -> Plan:
        if not self.rows and not loose:
            return self.plan
        away = {row.name for k, row in enumerate(self.rows) if row.own and k not in closed}
        kept = [e for e in self.plan.equations if e.driver or e.owner not in away]
        kept = [e for e in kept if e.driver or e.owner not in loose or not isinstance(e.release, Slide)]
        kept += [row.equation for k, row in enumerate(self.rows) if k in closed and not row.own]
        return replace(make_plan(self.plan.resolved, kept, self.plan.writer), settled=True)

    def look(self, poses: Array, closed: Iterable[int]) -> Still:
        """Return forces and allowed motions at poses, with some rows closed."""
        plan = self.plan_with(closed, sliding=True)
        return Still(plan, poses, self.t, self.near(plan), self.slips)

    def stick(self, name: str, poses: Array) -> None:
        """Let a contact that slid, or was open, roll on from where it is at poses."""
        self.slips.pop(name, None)
        residuals = self._measure(poses).work.Phi[self.every.position_in_table]
        for e, way in zip(self.every.equations, residuals, strict=True):
            if e.owner == name and isinstance(e.release, Slide) and not e.level:
                self.slid[e.owner, e.index] = float(way)

    def close(self, plan: Plan, poses: Array) -> Array:
        """Return the closed position nearest to poses, in the turns noted last: what rolls may be far from its hint.

        What has slid before rolls from there.
        """
        positions = plan.positions
        shift = np.array([self.slid.get((e.owner, e.index), 0.0) for e in positions.equations])
        return closed_beside(plan, poses, self.t, self.near(positions), shift)

    def places(self, plan: Plan, closed: Iterable[int]) -> dict[int, int]:
        """Return the place in a plan's table of every closed row."""
        numbers = {id(e): i for i, e in enumerate(plan.equations)}
        return {k: int(plan.position_in_table[numbers[id(self.rows[k].equation)]]) for k in closed}

    def independent(self, poses: Array, among: list[int]) -> set[int]:
        """Return those of some rows that neither joints nor the ones before hold already."""
        if not among:
            return set()
        plan = self.plan_with(among)
        slopes = scaled_jacobian(plan, poses, self.t)
        owned = {id(self.rows[k].equation): k for k in among}
        order = sorted(range(len(plan.equations)), key=lambda i: id(plan.equations[i]) in owned)
        kept, _ = independent_rows(slopes[order])
        found = {id(plan.equations[order[i]]) for i in kept}
        return {k for key, k in owned.items() if key in found}
