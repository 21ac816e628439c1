"""Linearisation about a state, at rest or moving, on independent coordinates with names.

With J the rows, z the coordinates (rates G V) and R the motions that they lead, [J; G] R = [0; 1], a small displacement
is u = R dz. The velocities change by dV with J dV = -(change of the rows' rates), G dV = dw - (change of the
coordinates' rates), and the accelerations by da = R dw' + x, where x takes up what the rows ask for. What is left is

    R^T M R dw' = R^T (dF - M x),   dF the change of all forces with accelerations and multipliers held.

Equations of velocities (rolling, skates) leave fewer velocities w than coordinates z: each has rows and motions of its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.poses import moved
from ..base.zero import ROUNDING
from ..coordinates.plan import make_plan
from ..coordinates.rank import solved_with_coordinates
from ..errors import ModelError, nearest, texts_of
from ..results.linear import Linearisation
from ..results.motion import Motion
from ..words import quoted
from .assembly import Assembly, assemble
from .freedoms import gauge_gradients
from .independent import Named, candidates, choose, named
from .jumps import as_switched, bent_laws
from .masses import check_masses
from .outputs import Output, Readings, read_outputs
from .start import Start
from .states import state_at
from .still import ACROSS
from .tangents import Changes, StateTangents

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


def linearise(
    plan: Plan,
    at: Start | Assembly | Motion | Array | None = None,
    t: float = 0.0,
    *,
    coordinates: Sequence[str] | None = None,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
) -> Linearisation:
    """Linearise the equations of motion about a state.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    at : Start, Assembly, Motion or array, optional
        The state: a consistent start, an assembled position, an equilibrium, a motion (its position at time t), or
        poses (bodies, 7) to assemble from. Default: where the hints put the mechanism.
    t : float
        [s]; a `Start` brings its own time.
    coordinates : list of str, optional
        Independent coordinates, ``["A.angle", "slide.translation"]``. Default: the first of the joints, and then of
        the bodies, that tell all motions apart.
    inputs : list of str
        Names of forces, whose value [N, N m] is added to, and of drivers: the input is then the second derivative of
        the driver's motion, and its value and rate are states.
    outputs : list of str
        Any quantity: ``"B.angle"``, ``"rate(crank.tip.x)"``, ``"rate(rate(B.angle))"``, ``"A.force.x"``,
        ``"motor.effort"``, ``"energy.kinetic"``. Default: the coordinates.

    Returns
    -------
    Linearisation

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> _ = m.place(rod, angle=-90 * lw.deg)
    >>> linear = m.linearise()
    >>> round(float(abs(linear.eigenvalues.imag).max()) ** 2, 6)  # 3 g / (2 L)
    14.715
    """
    check_masses(plan)
    inputs, outputs = texts_of("inputs", inputs, "motor"), texts_of("outputs", outputs, "A.angle")
    poses, twists, t, near = state_at(plan, at, float(t))
    own, jumps = as_switched(plan, poses, twists, t, near)
    found = (
        candidates(plan, poses)
        if coordinates is None
        else named(plan, texts_of("coordinates", coordinates, "A.angle"), "the coordinate")
    )
    wanted = read_outputs(plan, outputs)
    seen = [output.gauge for output in wanted if output.gauge is not None]
    wide = make_plan(own.resolved, own.equations, own.writer, like=own, beside=(*found.gauges, *seen))
    tangents = StateTangents(wide, poses, twists, t, _widened(plan, wide, near))
    made = _Linear(own, wide, tangents, found, coordinates is not None).result(inputs, wanted)
    bent = bent_laws(wide, tangents, made.shapes, t)
    return replace(made, notes=(*jumps, *bent, *made.notes)) if jumps or bent else made


def _widened(plan: Plan, wide: Plan, near: Array) -> Array:
    """Return the angles over full turns of a plan with more gauges."""
    found = wide.bundle().near.copy()
    known = dict(zip(plan.gauges, near, strict=False))
    for k, gauge in enumerate(wide.gauges[: len(found)]):
        found[k] = known.get(gauge, found[k])
    return found


@dataclass(frozen=True)
class _Led:
    """Coordinates, the rows they go with, and the motions they lead."""

    names: Named
    G: Array
    rows: NDArray[np.int64]
    matrix: Array
    R: Array


class _Linear:
    """The linear equations at one state, being made."""

    def __init__(self, own: Plan, plan: Plan, tangents: StateTangents, among: Named, given: bool) -> None:
        self.own, self.plan, self.tangents, self.poses = own, plan, tangents, tangents.work.q.copy()
        self.units = np.sqrt(plan.weight).ravel()
        level = plan.tables["rows"]["level"]
        counted = tangents.work.soft >= 0.0
        self.position = self._led(np.flatnonzero(counted & (level == 0)), among, given)
        self.velocity = self.position
        if (level[counted] == 1).any():
            self.velocity = self._led(np.flatnonzero(counted), self.position.names, False)

    def _led(self, rows: NDArray[np.int64], among: Named, given: bool) -> _Led:
        J = self.tangents.terms.J[rows]
        names = choose(self.plan, self.poses, J, among, given)
        G = gauge_gradients(self.plan, names.gauges, self.poses)
        matrix, count = np.vstack([J, G]), len(names.names)
        right = np.zeros((len(matrix), count))
        right[len(J) :] = np.eye(count)
        return _Led(names, G, rows, matrix, solved_with_coordinates(matrix, right, self.units))

    def _places(self, names: Named) -> list[int]:
        number = {gauge: k for k, gauge in enumerate(self.plan.gauges)}
        return [number[gauge] for gauge in names.gauges]

    def _taken_up(self, changes: Changes, order: int) -> Array:
        """Return the motions that take up the change of rows and coordinates: of rates (1) or accelerations (2)."""
        led = self.velocity
        right = np.vstack([changes.rows[led.rows, order], changes.measures[self._places(led.names), order]])
        return -solved_with_coordinates(led.matrix, right, self.units)

    def _led_by(self, led: _Led, drivers: Sequence[int]) -> Array:
        """Return the motions (n, drivers) with the coordinates at rest and one driver moving by one."""
        right = np.zeros((len(led.matrix), len(drivers)))
        for k, row in enumerate(drivers):
            right[np.flatnonzero(led.rows == row), k] = 1.0
        return solved_with_coordinates(led.matrix, right, self.units)

    def directions(self, drivers: Sequence[int]) -> tuple[Array, Array, Changes]:
        """Return displacements (n, states), the changes of velocity that go with them, and what both do.

        The states are coordinates, velocities, and the values and rates of drivers that are inputs.
        """
        position, velocity = self.position, self.velocity
        u = np.hstack([position.R, self._led_by(position, drivers)])
        V = np.hstack([velocity.R, self._led_by(velocity, drivers)])
        dV = self._taken_up(self.tangents.along(u, np.zeros(u.shape)), 1)
        z, w = position.R.shape[1], velocity.R.shape[1]
        f, both = len(drivers), u.shape[1] + V.shape[1]
        order = np.r_[:z, z + f : z + f + w, z : z + f, z + f + w : both]
        shifts, speeds = np.hstack([u, np.zeros(V.shape)])[:, order], np.hstack([dV, V])[:, order]
        return shifts, speeds, self.tangents.along(shifts, speeds)

    def result(self, inputs: Sequence[str], wanted: Sequence[Output]) -> Linearisation:
        """Return the linear equations for some inputs and outputs."""
        pushed, moving = self._read_inputs(inputs)
        terms, R = self.tangents.terms, self.velocity.R
        shifts, speeds, both = self.directions(list(moving.values()))
        M, taken = np.asarray(R.T @ terms.times_mass(R)), self._taken_up(both, 2)
        force = R.T @ (both.forces - terms.times_mass(taken))
        loads, led = self._by_inputs(inputs, pushed, moving)
        A, B = self._states(both, force, R.T @ (loads - terms.times_mass(led)), M, inputs, list(moving))
        z, w = len(self.position.names.names), len(M)
        accelerations = R @ A[z : z + w] + taken, R @ B[z : z + w] + led
        places = [pushed.get(name, []) if name not in moving else [] for name in inputs]
        C, D = self._outputs(wanted, (shifts, speeds, both), accelerations, (loads, places))
        names, rates = self.position.names, self.velocity.names
        return Linearisation(
            name=self.plan.name,
            time=self.tangents.t,
            coordinates=names.names,
            velocities=tuple(f"rate({name})" for name in rates.names),
            driven=(*moving, *(f"rate({name})" for name in moving)),
            units=(*names.units, *(f"{unit}/s" for unit in rates.units)),
            inputs=tuple(inputs),
            outputs=tuple(output.name for output in wanted) or names.names,
            A=A,
            B=B,
            C=C if wanted else np.eye(z, len(A)),
            D=D if wanted else np.zeros((z, len(inputs))),
            M=M,
            damping=-force[:, z : z + w],
            stiffness=-force[:, :z],
            shapes=shifts[:, :z],
            poses=self.poses,
            placed=self._placing(shifts[:, :z]),
            plan=self.plan,
            notes=(*self._unbalanced(), *_read_off(wanted)),
        )

    def _by_inputs(
        self, inputs: Sequence[str], pushed: dict[str, list[int]], moving: dict[str, int]
    ) -> tuple[Array, Array]:
        """Return forces on the bodies and accelerations that drivers lead, of one unit of each input, (n, inputs)."""
        loads, led = np.zeros((2, self.plan.coordinates, len(inputs)))
        for k, name in enumerate(inputs):
            if name in moving:  # its acceleration takes the bodies along
                led[:, k] = self._led_by(self.velocity, [moving[name]])[:, 0]
            else:
                loads[:, k] = self.tangents.unit_load(pushed[name])
        return loads, led

    def _states(
        self, both: Changes, force: Array, by_inputs: Array, M: Array, inputs: Sequence[str], moving: list[str]
    ) -> tuple[Array, Array]:
        """Return A and B: coordinates, velocities, and drivers that are inputs, whose second derivative is given."""
        z, w, f = len(self.position.names.names), len(M), len(moving)
        A, B = np.zeros((z + w + 2 * f,) * 2), np.zeros((z + w + 2 * f, len(inputs)))
        A[:z], A[z : z + w] = both.measures[self._places(self.position.names), 1], _solved(M, force)
        B[z : z + w] = _solved(M, by_inputs)
        A[z + w : z + w + f, z + w + f :] = np.eye(f)
        for k, name in enumerate(moving):
            B[z + w + f + k, list(inputs).index(name)] = 1.0
        return A, B

    def _outputs(
        self,
        wanted: Sequence[Output],
        states: tuple[Array, Array, Changes],
        accelerations: tuple[Array, Array],
        given: tuple[Array, list[list[int]]],
    ) -> tuple[Array, Array]:
        """Return C and D."""
        (shifts, speeds, both), (loads, places) = states, given
        C, D = np.zeros((len(wanted), shifts.shape[1])), np.zeros((len(wanted), loads.shape[1]))
        number = {gauge: k for k, gauge in enumerate(self.plan.gauges)}
        for i, output in enumerate(wanted):
            if output.gauge is not None:
                C[i] = both.measures[number[output.gauge], output.order]
                if output.order == 2:
                    G = gauge_gradients(self.plan, [output.gauge], self.poses)[0]
                    C[i], D[i] = C[i] + G @ accelerations[0], G @ accelerations[1]
        others = [i for i, output in enumerate(wanted) if output.term is not None]
        if others:
            readings = Readings(self.own, self.tangents, [o.term for o in wanted if o.term is not None])
            C[others] = readings.by_states(shifts, speeds)
            D[others] = readings.by_inputs(accelerations[1], loads, places)
        return C, D

    def _unbalanced(self) -> tuple[str, ...]:
        """Return a sentence for a position at rest that is no equilibrium."""
        force, R = self.tangents.terms.force, self.velocity.R
        if np.abs(self.tangents.work.V[:, 0]).max(initial=0.0) > 0.0:
            return ()
        across = np.linalg.norm(self.units * force) * np.linalg.norm(R / self.units[:, None], axis=0)
        if not (np.abs(R.T @ force) > ROUNDING * (np.abs(R.T) @ np.abs(force) + ACROSS * across)).any():
            return ()
        told = (
            "This position is no equilibrium: it begins to move, and eigenvalues are those of the coordinates chosen."
        )
        return (f"{told} For vibrations linearise about m.equilibrium().start.",)

    def _placing(self, shapes: Array) -> Callable[[Array], Array]:
        """Return what places the bodies for changes of the coordinates."""

        def placed(changes: Array) -> Array:
            near = [moved(self.poses, shapes @ change, self.plan.freedoms) for change in changes]
            return np.array([assemble(self.plan, self.tangents.t, start=poses).poses for poses in near])

        return placed

    def _read_inputs(self, names: Sequence[str]) -> tuple[dict[str, list[int]], dict[str, int]]:
        """Return the loads of inputs that are forces, and the table rows of those that are drivers."""
        plan = self.plan
        loads: dict[str, list[int]] = {}
        for i, load in enumerate(plan.loads):
            loads.setdefault(load.owner, []).append(i)
        drivers = {e.owner: int(plan.position_in_table[i]) for i, e in enumerate(plan.equations) if e.driver}
        for name in names:
            if name not in loads and name not in drivers:
                legal = [*loads, *drivers]
                raise ModelError(f"'{plan.name}' has no force or driver '{name}' for an input. {nearest(name, legal)}")
        return loads, {name: drivers[name] for name in names if name in drivers}


def _read_off(wanted: Sequence[Output]) -> tuple[str, ...]:
    """Return a sentence on outputs whose changes come from readings beside the state."""
    names = quoted(output.name for output in wanted if output.term is not None)
    return (f"Changes of {names} are differences of readings beside the state, to about ten figures.",) if names else ()


def _solved(M: Array, right: Array) -> Array:
    return np.asarray(np.linalg.solve(M, right)) if len(M) else right
