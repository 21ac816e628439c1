"""The linear equations at one state, on the coordinates of a system: see `linearise`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array, Ints
from ..base.poses import moved
from ..base.zero import ROUNDING
from ..errors import ModelError, nearest
from ..kernels.tangents.reducing import reduce_states
from ..results.linear import Linearisation
from ..results.quantities import REGISTRY
from ..words import quoted
from .assembly import assemble
from .led import FIT
from .outputs import Output, Readings
from .still import ACROSS
from .tangents import Parts, StateTangents, unit_load
from .watching import check_directed

if TYPE_CHECKING:
    from ..coordinates.groups import Rows
    from ..coordinates.plan import Plan
    from .led import System


MATRICES = ("A", "B", "C", "D", "M", "damping", "stiffness")
"""The matrices of a `Linearisation`."""


@dataclass(frozen=True)
class States:
    """States of a mechanism: times (states,) [s], poses, twists, and angles of its gauges over full turns [rad]."""

    times: Array
    poses: Array
    twists: Array
    near: Array

    def __getitem__(self, which: int | slice) -> States:
        some = slice(which, which + 1) if isinstance(which, int) else which
        return States(self.times[some], self.poses[some], self.twists[some], self.near[some])


class LinearState:
    """The linear equations on the coordinates of a system, state by state.

    Parameters
    ----------
    system : System
    inputs : sequence of str
        Forces and drivers.
    wanted : sequence of Output
    """

    def __init__(self, system: System, inputs: Sequence[str], wanted: Sequence[Output]) -> None:
        self.system, self.plan, self.inputs, self.wanted = system, system.plan, tuple(inputs), tuple(wanted)
        self.pushed, self.moving = self._read_inputs(inputs)
        self.work = system.bundle()
        self.parts = Parts(self.plan, self.work)
        drivers, n, rows = list(self.moving.values()), self.plan.coordinates, len(self.work.Phi)
        k, width = len(system.z) + len(drivers), len(system.w) + len(drivers)
        self._of_shifts = np.zeros((rows, k)), *(np.zeros((n, k)) for _ in range(4))
        self._of_speeds = np.zeros((rows, width)), *(np.zeros((n, width)) for _ in range(4))
        self._leading = *self._led(system.position, system.z, drivers), *self._led(system.velocity, system.w, drivers)

    def _led(self, rows: Rows, coordinates: Ints, drivers: Sequence[int]) -> tuple[Any, ...]:
        """Return rows in groups, room for their sizes, factors and pivots, and which direction each leads."""
        room = np.zeros(len(self.plan.equations)), np.zeros(rows.size), np.zeros(len(rows.columns), np.int64)
        return rows.table, rows.rows, rows.columns, rows.places, *room, self._leads(coordinates, drivers)

    def at(self, states: States) -> Array:
        """Find the linear equations at states; return the smallest pivots of their rows (states,).

        The matrices of all are kept, and of the last state all that belongs to it.
        """
        system, count = self.system, len(states.times)
        z, w, width = len(system.z), len(system.w), self._of_shifts[1].shape[1] + self._of_speeds[1].shape[1]
        found = np.zeros((count, 2)), np.zeros((count, z, width)), np.zeros((count, w, width))
        inertia = np.zeros((count, w, self._of_speeds[1].shape[1]))
        given = states.times, states.poses, states.twists, system.near(states.near)
        units, kept = np.sqrt(self.plan.weight).ravel(), (system.z, system.w)
        room = *self._leading, units, *self.parts.tables, *kept, *self._of_shifts, *self._of_speeds
        reduce_states(self.work.H, *(np.ascontiguousarray(x, float) for x in given), *room, *found, inertia)
        self.plan.programs.reraise()
        self.t, self.sizes = float(states.times[-1]), self._leading[4]
        order = _order(z, w, len(self.moving))
        self.rates, self.force = found[1][:, :, order], found[2][:, :, order]
        self.M, self.borne = np.split(inertia, [w], axis=2)
        return np.asarray(found[0].min(axis=1))

    @property
    def R(self) -> Array:
        """The velocities that coordinates lead at the last state, shape (bodies * d, velocities)."""
        return self._of_speeds[3][:, : len(self.system.w)]

    def _last(self) -> None:
        """Take what belongs to the last state, in the order of the states."""
        order = _order(len(self.system.z), len(self.system.w), len(self.moving))
        _, _, shifts, along, taken = self._of_shifts
        _, _, still, speeds, more = self._of_speeds
        self.shifts, self.speeds = np.hstack([shifts, still])[:, order], np.hstack([along, speeds])[:, order]
        self.taken, self.led = np.hstack([taken, more])[:, order], speeds[:, len(self.system.w) :]
        self.poses = self.work.q.copy()
        check_directed(self.plan, self.work)
        self.tangents = StateTangents.solved(self.plan, self.work, self.t, self.parts)

    def _leads(self, coordinates: Ints, drivers: Sequence[int]) -> Ints:
        """Return which direction each row leads, -1 for none: coordinates first, then drivers."""
        leads = np.full(len(self.plan.equations), -1)
        leads[[*coordinates, *drivers]] = np.arange(len(coordinates) + len(drivers))
        return leads

    def matrices(self, states: States) -> tuple[Array, ...]:
        """Return A, B, C, D, M, damping and stiffness at states, each (states, ...); raises ModelError.

        All at once in compiled code; one by one where forces are inputs, or quantities outputs.
        """
        least = self.at(states)
        if not (least > FIT).all():
            names = quoted(self.system.lead.names.names)
            raise ModelError(
                f"'{self.plan.name}': the coordinates {names}, chosen at the first state, do not tell all motions "
                f"apart at t = {states.times[least <= FIT][0]:.6g} s. Name others with coordinates=[...], or linearise "
                f"that state by itself."
            )
        if self.wanted or any(name not in self.moving for name in self.inputs):
            single = [self.result(states[k]) for k in range(len(states.times))]
            return tuple(np.array([getattr(x, name) for x in single]) for name in MATRICES)
        z, (A, B) = len(self.system.z), self.states()
        outputs = np.eye(z, A.shape[1]), np.zeros((z, len(self.inputs)))
        C, D = (np.tile(matrix, (len(A), 1, 1)) for matrix in outputs)
        return A, B, C, D, self.M, -self.force[:, :, z : z + self.M.shape[1]], -self.force[:, :, :z]

    def result(self, state: States | None = None) -> Linearisation:
        """Return the linear equations at a state, or at the last one."""
        if state is not None:
            self.at(state)
        self._last()
        z, w, moving = len(self.system.z), len(self.system.w), self.moving
        A, B = (matrices[-1] for matrices in self.states())
        wanted = self.wanted
        C, D = self._outputs(A[z : z + w], B[z : z + w])
        names, rates = self.system.lead.names, self.system.lead.rates
        return Linearisation(
            name=self.plan.name,
            time=self.t,
            coordinates=names.names,
            velocities=tuple(f"rate({name})" for name in rates.names),
            driven=(*moving, *(f"rate({name})" for name in moving)),
            units=(*names.units, *(f"{unit}/s" for unit in rates.units)),
            inputs=self.inputs,
            outputs=tuple(output.name for output in wanted) or names.names,
            A=A,
            B=B,
            C=C,
            D=D,
            M=self.M[-1],
            damping=-self.force[-1, :, z : z + w],
            stiffness=-self.force[-1, :, :z],
            shapes=self.shifts[:, :z],
            poses=self.poses,
            placed=self._placing(self.shifts[:, :z]),
            plan=self.plan,
            notes=(*self._unbalanced(), *_read_off(wanted)),
        )

    def states(self) -> tuple[Array, Array]:
        """Return A and B of all states.

        The states are coordinates, velocities, and drivers that are inputs, whose second derivative is given.
        """
        (count, z, size), w, f = self.rates.shape, self.M.shape[1], len(self.moving)
        A, B = np.zeros((count, size, size)), np.zeros((count, size, len(self.inputs)))
        right = np.concatenate([self.force, np.zeros((count, w, len(self.inputs)))], axis=2)
        moving = list(self.moving)
        for k, name in enumerate(self.inputs):
            if name in moving:
                right[:, :, size + k] = -self.borne[:, :, moving.index(name)]
                B[:, z + w + f + moving.index(name), k] = 1.0
            else:
                right[-1, :, size + k] = self.R.T @ self._unit_load(name)
        found = np.linalg.solve(self.M, right) if w else right
        A[:, :z], A[:, z : z + w], B[:, z : z + w] = self.rates, found[:, :, :size], found[:, :, size:]
        A[:, z + w : z + w + f, z + w + f :] = np.eye(f)
        return A, B

    def _unit_load(self, name: str) -> Array:
        """Return the forces on the bodies (bodies * d,) when a force grows by one, at the last state."""
        return unit_load(self.work, [self.pushed[name]])

    def _outputs(self, by_states: Array, by_inputs: Array) -> tuple[Array, Array]:
        """Return C and D; by_states, by_inputs: accelerations of the coordinates."""
        wanted, inputs, moving = self.wanted, self.inputs, list(self.moving)
        if not wanted:
            return np.eye(len(self.system.z), self.shifts.shape[1]), np.zeros((len(self.system.z), len(inputs)))
        loads, led = np.zeros((2, self.plan.coordinates, len(inputs)))
        for k, name in enumerate(inputs):
            if name in moving:  # its acceleration takes the bodies along
                led[:, k] = self.led[:, moving.index(name)]
            else:
                loads[:, k] = self._unit_load(name)
        by_states, by_inputs = self.R @ by_states + self.taken, self.R @ by_inputs + led
        C, D = np.zeros((len(wanted), self.shifts.shape[1])), np.zeros((len(wanted), len(inputs)))
        measured = self.tangents.along(self.shifts, self.speeds).measures
        reached, pushes = (self.tangents.along(x, np.zeros_like(x)).measures[:, 0] for x in (by_states, by_inputs))
        number = {gauge: k for k, gauge in enumerate(self.plan.gauges)}
        for i, output in enumerate(wanted):
            if output.gauge is not None:
                k = number[output.gauge]
                C[i] = measured[k, output.order] + (reached[k] if output.order == 2 else 0.0)
                D[i] = pushes[k] if output.order == 2 else 0.0
        others = [i for i, output in enumerate(wanted) if output.term is not None]
        if others:
            readings = Readings(self._own(), [o.term for o in wanted if o.term is not None])
            C[others] = readings.by_states(self.shifts, self.speeds)
            places = [[] if name in moving else [self.pushed[name]] for name in inputs]
            D[others] = readings.by_inputs(by_inputs, loads, places)
        return C, D

    def _own(self) -> StateTangents:
        """Return the state in the tables of the mechanism alone."""
        own, work, number = self.system.own, self.tangents.work, {g: k for k, g in enumerate(self.plan.gauges)}
        near = own.bundle().near.copy()
        for k, gauge in own.counted:
            if k < len(near) and number.get(gauge, len(work.near)) < len(work.near):
                near[k] = work.near[number[gauge]]
        return StateTangents(own, self.poses, work.V[:, 0].copy(), self.t, near)

    def _unbalanced(self) -> tuple[str, ...]:
        """Return a sentence for a position at rest that is no equilibrium."""
        force, R = self.tangents.force, self.R
        if np.abs(self.tangents.work.V[:, 0]).max(initial=0.0) > 0.0:
            return ()
        units = np.sqrt(self.plan.weight).ravel()
        across = np.linalg.norm(units * force) * np.linalg.norm(R / units[:, None], axis=0)
        if not (np.abs(R.T @ force) > ROUNDING * (np.abs(R.T) @ np.abs(force) + ACROSS * across)).any():
            return ()
        told = (
            "This position is no equilibrium: it begins to move, and eigenvalues are those of the coordinates chosen."
        )
        return (f"{told} For vibrations linearise about m.equilibrium().start.",)

    def _placing(self, shapes: Array) -> Callable[[Array], Array]:
        """Return what places the bodies for changes of the coordinates."""
        own, poses, t = self.system.own, self.poses, self.t

        def placed(changes: Array) -> Array:
            near = [moved(poses, shapes @ change, own.freedoms) for change in changes]
            return np.array([assemble(own, t, start=beside).poses for beside in near])

        return placed

    def _read_inputs(self, names: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
        """Return the loads of inputs that are forces, and the table rows of those that are drivers."""
        plan, loads = self.plan, _named_loads(self.plan)
        drivers = {e.owner: int(plan.position_in_table[i]) for i, e in enumerate(plan.equations) if e.driver}
        for name in names:
            if name not in loads and name not in drivers:
                parts = [load for load in loads if load.startswith(f"{name}.value.")]
                if parts:
                    raise ModelError(f"Force '{name}' has several values for an input. Write one of {quoted(parts)}.")
                legal = [*loads, *drivers]
                raise ModelError(f"'{plan.name}' has no force or driver '{name}' for an input. {nearest(name, legal)}")
        return loads, {name: drivers[name] for name in names if name in drivers}


def _named_loads(plan: Plan) -> dict[str, int]:
    """Return the loads by name: that of the force where it has one, such as ``push.value.force_x`` where several."""
    owners: dict[str, list[int]] = {}
    for i, load in enumerate(plan.loads):
        owners.setdefault(load.owner, []).append(i)
    value = REGISTRY["force.value"]
    return {
        f"{owner}.value.{component}" if component else owner: i
        for owner, places in owners.items()
        for component, i in zip(value.components(plan, owner), places, strict=True)
    }


def _order(z: int, w: int, f: int) -> Ints:
    """Return the order of states: coordinates, velocities, drivers and their rates, of shifts and then speeds."""
    both = np.arange(z + w + 2 * f)
    return np.concatenate([both[:z], both[z + f : z + f + w], both[z : z + f], both[z + f + w :]])


def _read_off(wanted: Sequence[Output]) -> tuple[str, ...]:
    """Return a sentence on outputs whose changes come from readings beside the state."""
    names = quoted(output.name for output in wanted if output.term is not None)
    return (f"Changes of {names} are differences of readings beside the state, to about ten figures.",) if names else ()
