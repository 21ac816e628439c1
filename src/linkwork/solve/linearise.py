"""Linearisation about a state, at rest or moving, on independent coordinates with names.

With J the rows, z the coordinates (rates G V) and R the motions that they lead, [J; G] R = [0; 1], a small displacement
is u = R dz. The velocities change by dV with J dV = -(change of the rows' rates), G dV = dw - (change of the
coordinates' rates), and the accelerations by da = R dw' + x, where x takes up what the rows ask for. What is left is

    R^T M R dw' = R^T (dF - M x),   dF the change of all forces with accelerations and multipliers held.

Equations of velocities (rolling, skates) leave fewer velocities w than coordinates z: each has rows and motions of its
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..coordinates.plan import make_plan
from ..errors import ModelError, nearest
from ..results.linear import Linearisation
from ..results.motion import Motion
from .assembly import Assembly
from .equations import left_out, state_at
from .gradients import gauge_gradients
from .independent import Named, candidates, choose, named, solved
from .masses import check_masses
from .start import Start
from .tangents import Changes, StateTangents

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Array = NDArray[np.float64]


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
        Names of forces, whose value is added to.
    outputs : list of str
        Measured quantities and their rates: ``"B.angle"``, ``"rate(crank.tip.x)"``. Default: the coordinates.

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
    poses, twists, t, near = state_at(plan, at, float(t))
    found = candidates(plan) if coordinates is None else named(plan, coordinates, "the coordinate")
    measured = [_measured(text) for text in outputs]
    seen = named(plan, [text for text, _ in measured], "the output")
    wide = make_plan(plan.resolved, plan.equations, plan.writer, like=plan, beside=(*found.gauges, *seen.gauges))
    tangents = StateTangents(wide, poses, twists, t, _widened(plan, wide, near))
    return _Linear(wide, tangents, poses, found, coordinates is not None).result(inputs, measured, seen)


def _measured(text: str) -> tuple[str, int]:
    """Return what an output measures, and the order of its derivative."""
    inner = text.strip()
    if inner.startswith("rate(") and inner.endswith(")"):
        return inner[5:-1].strip(), 1
    return inner, 0


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

    def __init__(self, plan: Plan, tangents: StateTangents, poses: Array, among: Named, given: bool) -> None:
        self.plan, self.tangents, self.poses = plan, tangents, poses
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
        return _Led(names, G, rows, matrix, solved(matrix, right, self.units))

    def _places(self, names: Named) -> list[int]:
        number = {gauge: k for k, gauge in enumerate(self.plan.gauges)}
        return [number[gauge] for gauge in names.gauges]

    def _taken_up(self, changes: Changes, order: int) -> Array:
        """Return the motions that take up the change of rows and coordinates: of rates (1) or accelerations (2)."""
        led = self.velocity
        right = np.vstack([changes.rows[led.rows, order], changes.measures[self._places(led.names), order]])
        return -solved(led.matrix, right, self.units)

    def directions(self) -> tuple[Array, Changes]:
        """Return displacements (n, states) and what they do with the velocities that go with them: first z, then w."""
        u, R, zero = self.position.R, self.velocity.R, np.zeros
        dV = self._taken_up(self.tangents.along(u, zero(u.shape)), 1)
        shifts = np.hstack([u, zero(R.shape)])
        return shifts, self.tangents.along(shifts, np.hstack([dV, R]))

    def result(self, inputs: Sequence[str], measured: Sequence[tuple[str, int]], seen: Named) -> Linearisation:
        terms, R = self.tangents.terms, self.velocity.R
        shifts, both = self.directions()
        x = self._taken_up(both, 2)
        M = R.T @ terms.times_mass(R)
        force = R.T @ (both.forces - terms.times_mass(x))
        B = R.T @ self._inputs(inputs)
        z = self._places(self.position.names)
        A = np.vstack([both.measures[z, 1], np.linalg.solve(M, force) if len(M) else force])
        rows, places = [], self._places(seen)
        for k, (_, order) in zip(places, measured, strict=True):
            rows.append(both.measures[k, order])
        C = np.array(rows).reshape(len(places), A.shape[1])
        count = len(z)
        return Linearisation(
            name=self.plan.name,
            time=self.tangents.t,
            coordinates=self.position.names.names,
            velocities=tuple(f"rate({name})" for name in self.velocity.names.names),
            units=(*self.position.names.units, *(f"{unit}/s" for unit in self.velocity.names.units)),
            inputs=tuple(inputs),
            outputs=tuple(f"rate({text})" if order else text for text, order in measured),
            A=A,
            B=np.vstack([np.zeros((count, B.shape[1])), np.linalg.solve(M, B) if len(M) else B]),
            C=C if measured else np.eye(count, A.shape[1]),
            M=M,
            damping=-force[:, count:],
            stiffness=-force[:, :count],
            shapes=shifts[:, :count],
            poses=self.poses,
            notes=left_out(self.plan),
            mechanism=self.plan.model,
        )

    def _inputs(self, names: Sequence[str]) -> Array:
        """Return the forces on the bodies (n, inputs) of a unit of each input."""
        legal = list(dict.fromkeys(load.owner for load in self.plan.loads))
        columns = np.zeros((self.plan.coordinates, len(names)))
        for k, name in enumerate(names):
            if name not in legal:
                raise ModelError(f"'{self.plan.name}' has no force '{name}' for an input. {nearest(name, legal)}")
            columns[:, k] = self.tangents.unit_load([i for i, load in enumerate(self.plan.loads) if load.owner == name])
        return columns
