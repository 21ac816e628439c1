"""Forces that may act on a mechanism at rest: a load, frictions, contacts that press; and what joints bear of them."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..arrays import Array
from ..base.measure import DIMENSIONS, Lift, Slide
from ..base.poses import shift_count
from ..coordinates.plan import Plan, make_plan
from ..coordinates.rank import allowed_motions, solve_min_norm
from ..coordinates.switches import Switch
from ..errors import ModelError
from ..forces.base import number
from ..forces.friction import Friction
from ..model.equations import Equation
from ..results.frames import site_place
from ..results.motion import Motion
from .assembly import Assembly
from .freedoms import gauge_gradients
from .friction_program import Normal, RestProgram, Rubbing
from .held import held
from .start import Start, consistent_start
from .tangents import StateTangents
from .working_set import WorkingSet

ROUNDED = 1e-9
"""Force left over, as a share of the forces that act, that is none along motions that nothing holds by friction."""


class ForcesAtRest:
    """The forces that may act at a position.

    Parameters
    ----------
    plan : Plan
    load : str
        A force or a driver whose size is unknown; "" for none.
    at : Start, Assembly, Motion or array, optional
        The position.
    t : float
        [s]
    """

    def __init__(self, plan: Plan, load: str, at: Start | Assembly | Motion | Array | None, t: float) -> None:
        self.load, self.t, self.plan = load, t, held(plan, t)
        begin = consistent_start(self.plan, t, at)
        self.set = WorkingSet(self.plan, begin, t)
        self.poses = self.set.first
        gaps = self.set.rows.gaps(self.poses)
        self.touching = [k for k, gap in enumerate(gaps) if gap <= self.set.rows.touching(k)]
        switches = self.plan.switches
        shut = {self.set.rows.rows[k].name for k in self.touching}
        away = {s.joint for s in switches if isinstance(s.force, Lift)} - shut
        self.rubbing = [s for s in switches if s.slides and s.joint not in away and not _creeps(s)]
        self.creeping = [s.equation.owner for s in switches if _creeps(s)]
        self.base = make_plan(
            self.plan.resolved,
            [e for e in self.plan.equations if e.release is None and not (e.driver and e.owner == load)],
            self.plan.writer,
        )
        self.here = self._tangents(self.base)

    def _tangents(self, plan: Plan) -> StateTangents:
        near = self.set.rows.near(plan)
        return StateTangents(plan, self.poses, np.zeros((len(self.poses), 6)), self.t, near, static=True)

    # ---- forces on the bodies --------------------------------------------------------------------

    @cached_property
    def _full(self) -> tuple[Plan, Array]:
        """The plan of all rows, and their gradients, in the user's order."""
        every = self.set.rows.every
        return every, self._tangents(every).terms.J[every.position_in_table]

    def _row(self, equation: Equation) -> Array:
        """Return the gradient of a row of a joint or a driver."""
        every, J = self._full
        return np.asarray(J[next(i for i, e in enumerate(every.equations) if e is equation)])

    @cached_property
    def loaded(self) -> tuple[Array, float, str]:
        """What the load does to the bodies by one unit, its value, and its unit."""
        for e in self.plan.equations:
            if e.driver and e.owner == self.load:
                row = self._row(e)
                return row, self._effort(row), "N" if e.is_length else "N m"
        if not self.load:
            return np.zeros(self.plan.coordinates), 0.0, ""
        places = [i for i, load in enumerate(self.base.loads) if load.owner == self.load]
        values = self.here.work.values[places]
        size = float(np.linalg.norm(values)) if len(places) > 1 else float(values[0])
        if len(places) > 1 and size == 0.0:
            raise ModelError(f"'{self.load}' has no direction while it is zero. Give it a force to be varied along.")
        parts = values / size if len(places) > 1 else np.ones(1)
        unit = sum((share * self.here.unit_load([i]) for share, i in zip(parts, places, strict=True)), np.zeros(1))
        return np.asarray(unit), size, self._unit(places[0])

    def _unit(self, place: int) -> str:
        load = self.base.loads[place]
        turns = load.kind == "torque" if load.gauge is None else DIMENSIONS[load.gauge.kind] == "angle"
        return "N m" if turns else "N"

    def _effort(self, row: Array) -> float:
        """Return the effort of a driver that holds the position without friction, as near as it comes."""
        N = allowed_motions(self.here.terms.J, self.plan.units)
        along = N.T @ row
        return float(-(along @ (N.T @ self.here.terms.force)) / max(float(along @ along), 1e-300))

    def _frictions(self) -> list[Array]:
        """Return, for every friction, the gradients (1 or 2, bodies * d) along which it holds."""
        found = []
        for s in self.rubbing:
            if s.gauge is not None:
                found.append(gauge_gradients(self.plan, [s.gauge], self.poses))
            else:
                found.append(np.array([self._row(e) for e in (s.equation, s.second) if e is not None]))
        return found

    # ---- the linear program ----------------------------------------------------------------------

    @cached_property
    def size(self) -> float:
        """Unit of forces, in which numbers are about one."""
        force = self.here.terms.force
        return float(np.linalg.norm(self.plan.units * force)) or 1.0

    @cached_property
    def program(self) -> RestProgram:
        """The program of all forces that balance, in units of `size`."""
        unit, value, _ = self.loaded
        rows, frictions = self._frictions(), []
        contacts = self.set.slopes(self.poses, self.touching)
        columns = np.vstack([unit, *rows, *([contacts] if len(contacts) else [])])
        rest = (self.here.terms.force - (value * unit if self.load not in self.plan.model.drivers else 0.0)) / self.size
        N = allowed_motions(self.here.terms.J, self.plan.units)
        first, place = 1 + sum(len(row) for row in rows), 1
        reactions = self._reactions(columns, rest)
        for s, own in zip(self.rubbing, rows, strict=True):
            places = tuple(range(place, place + len(own)))
            frictions.append(self._rubbing(s, places, reactions, first))
            place += len(own)
        E, e = N.T @ columns.T, -N.T @ rest
        nearest = E @ np.linalg.lstsq(E, e, rcond=None)[0]
        if np.abs(nearest - e).max(initial=0.0) < ROUNDED:
            e = nearest
        return RestProgram(E, e, tuple(range(first, len(columns))), tuple(frictions))

    def _reactions(self, columns: Array, rest: Array) -> tuple[Array, Array]:
        """Return the multipliers of the joints, L x + l, the smallest where joints are redundant."""
        terms = self.here.terms
        both = np.column_stack([columns.T, rest])
        if not len(terms.J):
            return np.zeros((0, len(columns))), np.zeros(0)
        found = solve_min_norm(terms.J.T, -both, self.plan.units, terms.scale)
        return found[:, :-1], found[:, -1]

    def _rubbing(self, s: Switch, places: tuple[int, ...], reactions: tuple[Array, Array], first: int) -> Rubbing:
        """Return a friction with the normal forces that press it; contacts stand from number `first` on."""
        count = reactions[0].shape[1]
        if isinstance(s.force, Slide):
            mu = s.force.mu_static
            for i, k in enumerate(self.touching):
                if self.set.rows.rows[k].equation is s.normal:
                    row = np.zeros((1, count))
                    row[0, first + i] = float(np.linalg.norm(self._shift_of(self._row(s.normal), s.body)))
                    return Rubbing(s.joint, places, mu, (Normal(row, np.zeros(1), presses=True),))
            return Rubbing(s.joint, places, mu, self._pressed(s, [s.normal] if s.normal else [], reactions))
        assert isinstance(s.force, Friction)
        mu = number(s.force.mu if s.force.mu_static is None else s.force.mu_static)
        radius = number(s.force.radius) if s.turns else 1.0
        rows = [e for e in self.base.equations if e.owner == s.joint and not e.driver]
        normals = self._pressed(s, rows, reactions)
        return Rubbing(s.equation.owner, places, mu * radius, normals, number(s.force.preload) / self.size)

    def _shift_of(self, gradient: Array, body: int) -> Array:
        d = self.plan.freedoms
        return gradient[body * d : body * d + shift_count(d)]

    def _pressed(self, s: Switch, rows: list[Equation], reactions: tuple[Array, Array]) -> tuple[Normal, ...]:
        """Return the force, and the moment on the bearing, that rows of a joint put on a body."""
        d, base = self.plan.freedoms, self.base
        own = [int(base.position_in_table[next(i for i, e in enumerate(base.equations) if e is row)]) for row in rows]
        block = self.here.terms.J[own][:, s.body * d : (s.body + 1) * d].T
        L, rest = (part[own] for part in reactions)
        shifts = shift_count(d)
        force = Normal(block[:shifts] @ L, block[:shifts] @ rest)
        bearing = number(s.force.bearing) if isinstance(s.force, Friction) else 0.0
        if bearing <= 0.0 or s.point is None:
            return (force,)
        arm = self.poses[s.body, :3] - site_place(self.plan, self.poses, s.point)
        turn = _moment(arm, d) @ block[:shifts] + block[shifts:]
        return (force, Normal(turn @ L, turn @ rest, 2.0 / bearing))


def _creeps(s: Switch) -> bool:
    return isinstance(s.force, Friction) and number(s.force.smooth) > 0.0


def _moment(arm: Array, d: int) -> Array:
    """Return the matrix of the moment, arm x force."""
    if d == 3:
        return np.array([[-arm[1], arm[0]]])
    return np.array([[0.0, -arm[2], arm[1]], [arm[2], 0.0, -arm[0]], [-arm[1], arm[0], 0.0]])
