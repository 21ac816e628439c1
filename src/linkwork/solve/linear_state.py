"""The linear equations on coordinates that lead a mechanism: see `solve.linearise` for the equations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Ints
from ..base.poses import moved
from ..base.zero import ROUNDING
from ..errors import ModelError, nearest
from ..kernels.compiler.jit import holding
from ..kernels.tangents.reducing import TOLD, reduce_states
from ..results.linear import Linearisation
from ..results.quantities import REGISTRY
from ..words import quoted
from .assembly import closed_beside
from .led import FIT
from .masses import check_inertias
from .outputs import Output, Readings
from .states import States
from .tangents import Parts, StateTangents, unit_load
from .watching import check_directed

if TYPE_CHECKING:
    from ..coordinates.groups import Rows
    from ..coordinates.plan import Plan
    from .led import System


UNBALANCED = (
    "This position is no equilibrium: it begins to move, and eigenvalues are those of the coordinates chosen. "
    "For vibrations linearise about an equilibrium."
)


class Equations(NamedTuple):
    """The linear equations at states: what is told of each, and its matrices (states, ...)."""

    told: NDArray[Any]
    A: Array
    B: Array
    M: Array
    damping: Array
    stiffness: Array

    @property
    def least(self) -> Array:
        """The smallest pivots of rows and coordinates (states,)."""
        return np.asarray(np.minimum(self.told["position"], self.told["velocity"]))


class LinearState:
    """The linear equations on the coordinates of a system, with room for the work: one state, or many, at a time.

    Parameters
    ----------
    system : System
    inputs : sequence of str
        Forces and drivers.
    wanted : sequence of Output
    """

    held: int | None = None
    """Of how many states mass, damping and stiffness are kept where only A and B are asked for; None: of all."""

    def __init__(self, system: System, inputs: Sequence[str], wanted: Sequence[Output]) -> None:
        self.system, self.plan, self.inputs, self.wanted = system, system.plan, tuple(inputs), tuple(wanted)
        self.pushed, self.moving = self._read_inputs(inputs)
        self.work = system.bundle()
        self.parts = Parts(self.plan, self.work)
        self.z, self.w = len(system.z), len(system.w)
        self._prepare()
        self._one = self._room(1)
        self._reduce_one = holding(self._reduce, *self._one)

    def _prepare(self) -> None:
        """Make room for the work, and hold the kernel with it."""
        system, (w, size) = self.system, (self.w, len(self._order))
        drivers, n, rows = list(self.moving.values()), self.plan.coordinates, len(self.work.Phi)
        k, width = self.z + len(drivers), self.w + len(drivers)
        self._of_shifts = np.zeros((rows, k)), *(np.zeros((n, k)) for _ in range(4))
        self._of_speeds = np.zeros((rows, width)), *(np.zeros((n, width)) for _ in range(4))
        leading = *self._led(system.position, system.z, drivers), *self._led(system.velocity, system.w, drivers)
        room = *leading, self.plan.units, *self.parts.tables, *self._solving(), *self._of_shifts, *self._of_speeds
        self._reduce = holding(reduce_states, self.work.H, *room, np.zeros((w, size)))

    def _led(self, rows: Rows, coordinates: Ints, drivers: Sequence[int]) -> tuple[Any, ...]:
        """Return rows in groups, room for their sizes, factors and pivots, and which direction each leads."""
        leads = np.full(len(self.plan.equations), -1)  # coordinates first, then drivers
        leads[[*coordinates, *drivers]] = np.arange(len(coordinates) + len(drivers))
        room = np.zeros(len(self.plan.equations)), np.zeros(rows.size), np.zeros(len(rows.columns), np.int64)
        return rows.table, rows.rows, rows.columns, rows.places, *room, leads

    def _solving(self) -> tuple[Any, ...]:
        """Return coordinates, velocities and inputs as kernels take them, and room for loads and the mass matrix."""
        system, w, moving = self.system, self.w, list(self.moving)
        loads = np.array([-1 if name in moving else self.pushed[name] for name in self.inputs], np.int64)
        drivers = np.array([moving.index(name) if name in moving else -1 for name in self.inputs], np.int64)
        solved = np.zeros_like(self.work.x), np.zeros((w, w)), np.zeros(w, np.int64), self.z + np.arange(w)
        return system.z, system.w, system.scales, np.argsort(self._order), loads, drivers, *solved

    def _room(self, count: int) -> tuple[NDArray[Any], ...]:
        """Return room for states, and for the linear equations at them."""
        near, (bodies, _) = np.tile(self.plan.first_bundle.near, (count, 1)), self.work.q.shape
        return (
            np.zeros(count),
            np.zeros((count, bodies, 7)),
            np.zeros((count, bodies, 6)),
            near,
            *self._unknown(count, count),
        )

    def _unknown(self, count: int, held: int) -> Equations:
        """Return room for the linear equations at states, and for M, C and K of some of them."""
        size, w = len(self._order), self.w
        A, B = np.zeros((count, size, size)), np.zeros((count, size, len(self.inputs)))
        M, C, K = np.zeros((held, w, w)), np.zeros((held, w, w)), np.zeros((held, w, self.z))
        return Equations(np.zeros(count, TOLD), A, B, M, C, K)

    @cached_property
    def _order(self) -> Ints:
        """The order of states: coordinates, velocities, drivers and their rates, of shifts and then speeds."""
        z, w, f = self.z, self.w, len(self.moving)
        both = np.arange(z + w + 2 * f)
        return np.concatenate([both[:z], both[z + f : z + f + w], both[z : z + f], both[z + f + w :]])

    def at(self, states: States, whole: bool = True) -> Equations:
        """Return the linear equations at states; of the last one all that belongs to it is kept.

        Unless they are to be whole, M, damping and stiffness may be left out, as many as there are.
        """
        self.states, count = states, len(states.times)
        if count == 1:
            times, poses, twists, near, *found = self._one
            times[0], poses[0], twists[0] = states.times[0], states.poses[0], states.twists[0]
            self.system.take_turns(states, near)
            self._reduce_one()
            self.equations = Equations(*(array.copy() for array in found))
        else:
            given = states.times, states.poses, states.twists, self.system.near(states)
            self.equations = self._unknown(count, count if whole else min(count, self.held or count))
            self._reduce(*(np.ascontiguousarray(x, float) for x in given), *self.equations)
        self.plan.programs.reraise()
        return self.equations

    def fits(self, least: float, bound: float) -> bool:
        """Return whether the coordinates tell motions apart at the first state, as clearly as asked for."""
        position, velocity, _, spread, _, _ = self.equations.told[0].tolist()
        return bool(min(position, velocity) > least and spread < bound)

    def matrices(self) -> tuple[Array, Array, Array, Array, Array, Array, Array]:
        """Return A, B, C, D, M, damping and stiffness at the states, each (states, ...); raises ModelError.

        All at once in compiled code; one by one where quantities are outputs.
        """
        states, (told, A, B, M, damping, stiffness), z = self.states, self.equations, self.z
        least = self.equations.least
        if not (least > FIT).all():
            names = quoted(self.system.lead.names.names)
            raise ModelError(
                f"'{self.plan.name}': the coordinates {names}, chosen at the first state, do not tell all motions "
                f"apart at t = {states.times[~(least > FIT)][0]:.6g} s. Name others with coordinates=[...], or "
                f"linearise that state by itself."
            )
        for k in np.flatnonzero(
            (told["aimless"] != 0.0) | ~(told["mass"] > 0.0) | ~np.isfinite(A).all(axis=(1, 2))
        ).tolist():
            self.at(states[k])
            self._check()
        D = np.zeros((len(A), self.outputs, B.shape[2]))
        C = np.broadcast_to(np.eye(z, A.shape[1]), (len(A), z, A.shape[1]))  # where the coordinates are the outputs
        if self.wanted:
            C = np.zeros((len(A), self.outputs, A.shape[1]))
            for k in range(len(A)):
                self.at(states[k])
                C[k], D[k] = self._read()
        return A, B, C, D, M, damping, stiffness

    def _check(self) -> None:
        """Raise an error where forces have no direction, or a motion no inertia, at the last state."""
        told = self.equations.told[-1]
        if told["aimless"] or not np.isfinite(self.equations.A[-1]).all():
            check_directed(self.plan, self.work, self.t, self.parts)
        check_inertias(self.system.own, self.poses, self.t, slender=False)
        if not told["mass"] > 0.0:
            raise ModelError(f"'{self.plan.name}' can move at t = {self.t:g} s in a way that has no inertia.")

    @property
    def t(self) -> float:
        """Time of the last state [s]."""
        return float(self.states.times[-1])

    @property
    def poses(self) -> Array:
        """Poses at the last state (bodies, 7)."""
        return np.array(self.states.poses[-1])

    @property
    def tangents(self) -> StateTangents:
        """The last state and its changes."""
        return StateTangents.solved(self.plan, self.work, self.t, self.parts)

    @property
    def shapes(self) -> Array:
        """The displacements that coordinates lead at the last state (bodies * d, coordinates)."""
        return self._of_shifts[2][:, : self.z].copy()

    @property
    def unbalanced(self) -> bool:
        """Whether the last state is neither at rest nor in steady motion."""
        return bool(self.equations.told["push"][-1] > ROUNDING)

    @property
    def outputs(self) -> int:
        """Number of outputs: those that are wanted, or the coordinates."""
        return len(self.wanted) or self.z

    @cached_property
    def _names(self) -> dict[str, tuple[str, ...]]:
        """Names of states, inputs and outputs, and units."""
        names, rates, moving = self.system.lead.names, self.system.lead.rates, self.moving
        return {
            "coordinates": names.names,
            "velocities": tuple(f"rate({name})" for name in rates.names),
            "driven": (*moving, *(f"rate({name})" for name in moving)),
            "units": (*names.units, *(f"{unit}/s" for unit in rates.units)),
            "inputs": self.inputs,
            "outputs": tuple(output.name for output in self.wanted) or names.names,
        }

    def result(self, notes: Sequence[str] = ()) -> Linearisation:
        """Return the linear equations at the last state, with notes before its own."""
        self._check()
        _, A, B, M, damping, stiffness = (array[-1] for array in self.equations)
        poses, shapes = self.poses, self.shapes
        C, D = self._read()
        return Linearisation(
            name=self.plan.name,
            time=self.t,
            **self._names,
            A=A,
            B=B,
            C=C,
            D=D,
            M=M,
            damping=damping,
            stiffness=stiffness,
            shapes=shapes,
            poses=poses,
            twists=np.array(self.states.twists[-1]),
            placed=self._placing(poses, shapes),
            plan=self.plan,
            notes=(*notes, *((UNBALANCED,) if self.unbalanced else ()), *_read_off(self.wanted)),
        )

    def _read(self) -> tuple[Array, Array]:
        """Return C and D at the last state."""
        wanted, inputs, moving, z, w = self.wanted, self.inputs, list(self.moving), self.z, self.w
        C, D = np.zeros((self.outputs, len(self._order))), np.zeros((self.outputs, len(inputs)))
        if not wanted:
            C[range(z), range(z)] = 1.0
            return C, D
        shifts, speeds, taken, led = self._motions()
        loads, by_drivers = np.zeros((2, self.plan.coordinates, len(inputs)))
        for k, name in enumerate(inputs):
            if name in moving:  # its acceleration takes the bodies along
                by_drivers[:, k] = led[:, w + moving.index(name)]
            else:
                loads[:, k] = unit_load(self.work, [self.pushed[name]])
        R, tangents, A, B = led[:, :w], self.tangents, self.equations.A, self.equations.B
        by_states, by_inputs = R @ A[-1, z : z + w] + taken, R @ B[-1, z : z + w] + by_drivers
        measured = tangents.along(shifts, speeds).measures
        reached, pushes = (tangents.along(x, np.zeros_like(x)).measures[:, 0] for x in (by_states, by_inputs))
        number = {gauge: k for k, gauge in enumerate(self.plan.gauges)}
        for i, output in enumerate(wanted):
            if output.gauge is not None:
                k = number[output.gauge]
                C[i] = measured[k, output.order] + (reached[k] if output.order == 2 else 0.0)
                D[i] = pushes[k] if output.order == 2 else 0.0
        others = [i for i, output in enumerate(wanted) if output.term is not None]
        if others:
            readings = Readings(self.alone(), [o.term for o in wanted if o.term is not None])
            C[others] = readings.by_states(shifts, speeds)
            places = [[] if name in moving else [self.pushed[name]] for name in inputs]
            D[others] = readings.by_inputs(by_inputs, loads, places)
        return C, D

    def _motions(self) -> tuple[Array, Array, Array, Array]:
        """Return displacements, velocities and accelerations of bodies by states, and velocities by their own."""
        _, _, shifts, along, taken = self._of_shifts
        _, _, still, speeds, more = self._of_speeds
        by_states = (np.hstack(both)[:, self._order] for both in ((shifts, still), (along, speeds), (taken, more)))
        return *by_states, speeds  # type: ignore[return-value]

    def alone(self) -> StateTangents:
        """Return the last state in the tables of the mechanism alone."""
        return StateTangents(self.system.own, self.poses, self.states.twists[-1], self.t, self.states.near[-1])

    def _placing(self, poses: Array, shapes: Array) -> Callable[[Array], Array]:
        """Return what places the bodies for changes of the coordinates."""
        own, t = self.system.own, self.t
        turns = {gauge: self.states.near[-1, i] for i, gauge in enumerate(own.gauges)}
        near = np.array([turns[gauge] for gauge in own.positions.gauges])

        def placed(changes: Array) -> Array:
            beside = [moved(poses, shapes @ change, own.freedoms) for change in changes]
            return np.array([closed_beside(own, x, t, near) for x in beside])

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


def _read_off(wanted: Sequence[Output]) -> tuple[str, ...]:
    """Return a sentence on outputs whose changes come from readings beside the state."""
    names = quoted(output.name for output in wanted if output.term is not None)
    return (f"Changes of {names} are differences of readings beside the state, to about ten figures.",) if names else ()
