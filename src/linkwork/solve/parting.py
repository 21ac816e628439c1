"""Motions that part at a bifurcation: a position where the joints lose rank and several motions meet.

There J v = 0 leaves more velocities v = N c than motions. Their accelerations must exist, too: for every w with
w^T J = 0 also w^T gamma(v) = 0, a quadratic form in c. Two free velocities and one form have two directions in common,
or none.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from ..base.poses import moved, twists_of
from ..coordinates.plan import Plan
from ..coordinates.rank import null_space
from ..errors import ModelError
from ..kernels.tables.statuses import DONE
from ..words import figure
from .assembly import Assembly, assemble
from .coordinate_choice import REFERENCE, coordinates_named
from .engine import Engine
from .finite import finite_freedoms, free_velocities
from .freedoms import joint_gradients
from .start import Start, started

FLAT = 1e-8
"""Coefficients of a form below this share of its largest possible ones are rounding."""

AWAY = 0.01
"""How far beside the bifurcation a motion begins [rad, or lengths of the mechanism]."""


@dataclass(frozen=True)
class Parting:
    """One of the motions that part at a bifurcation.

    Attributes
    ----------
    rates : dict
        Rates of the joint coordinates relative to the quickest one.
    """

    rates: dict[str, float]
    _assembly: Assembly = field(repr=False)
    _velocity: Array = field(repr=False)

    def __str__(self) -> str:
        return ", ".join(f"{name} {'+' if value > 0 else ''}{figure(value, 4)}" for name, value in self.rates.items())

    def start(self, speed: float = 1.0, away: float = AWAY) -> Start:
        """Return a state on this motion, a little beside the bifurcation, for ``simulate(start=...)``.

        Parameters
        ----------
        speed : float
            Rate of the quickest joint coordinate [rad/s or m/s]; a negative one leaves the other way.
        away : float
            How far beside [rad, or lengths of the mechanism].
        """
        plan, t = self._assembly.motion.plan, float(self._assembly.motion.time[0])
        way = np.sign(speed) * self._velocity
        size = np.abs(way.reshape(plan.weight.shape) / np.sqrt(plan.weight)).max() / plan.length
        status, q = Engine(plan.positions).close(moved(self._assembly.poses, away / size * way, plan.freedoms), t)
        if status != DONE or speed == 0.0:
            raise ModelError(f"'{plan.name}' has no position {away:g} beside the bifurcation. Take another away=...")
        basis, _ = free_velocities(plan, q, t)
        along = basis @ np.linalg.lstsq(basis, way, rcond=None)[0]
        quickest = np.abs(joint_gradients(plan, q)[1] @ along).max()
        twists = twists_of(abs(speed) / quickest * along, plan.freedoms)
        assembly = assemble(plan, t, start=q)
        return started(plan, t, f"On a motion that parts at a bifurcation: {self}.", assembly, twists, 0.0)


def freedoms_at(plan: Plan, q: Array, t: float) -> tuple[int, int, Array]:
    """Return how many velocities are free at q, how many freedoms finite motions have, and the free velocities."""
    basis, free = free_velocities(plan, q, t)
    return free, finite_freedoms(plan, q, t, basis, free) if free else 0, basis


def partings(plan: Plan, first: Assembly, basis: Array, t: float) -> tuple[Parting, ...]:
    """Return the motions that part at a bifurcation with two free velocities; none where they cannot be told."""
    if basis.shape[1] != 2:
        return ()
    names, gradients = joint_gradients(plan, first.poses)
    found = []
    for c in _common_directions(_forms(plan, first.poses, t, basis)):
        velocity = basis @ c
        rates = gradients @ velocity
        leader = int(np.argmax(np.abs(rates) > 0.999 * np.abs(rates).max(initial=0.0)))
        velocity, rates = velocity / rates[leader], rates / rates[leader]
        told = {name: float(rate) for name, rate in zip(names, rates, strict=True) if abs(rate) > FLAT}
        found.append(Parting(told, first, velocity))
    return tuple(found)


def _forms(plan: Plan, q: Array, t: float, basis: Array) -> list[Array]:
    """Return the quadratic forms (2, 2) that vanish for velocities whose accelerations exist."""
    engine, own = Engine(plan), coordinates_named(plan, REFERENCE, ())
    own.begin_at(q)
    rows = engine.row_scale
    left = null_space((rows[:, None] * engine.jacobian(q, t) * plan.units).T)

    def lost(c: Array) -> Array:
        z, v = own.of_bodies(q, twists_of(basis @ c, plan.freedoms))
        gamma = own.wanted(t, z, [v])
        return np.asarray(left.T @ (rows * gamma))

    one, two, both = lost(np.array([1.0, 0.0])), lost(np.array([0.0, 1.0])), lost(np.array([1.0, 1.0]))
    mixed = 0.5 * (both - one - two)
    forms = [np.array([[a, b], [b, c]]) for a, b, c in zip(one, mixed, two, strict=True)]
    largest = max((float(np.abs(form).max()) for form in forms), default=0.0)
    return [form for form in forms if np.abs(form).max() > FLAT * max(largest, 1.0)]


def _common_directions(forms: list[Array]) -> list[Array]:
    """Return the directions, of unit length, in which all forms vanish."""
    if not forms:
        return []
    (a, b), (_, d) = forms[0]
    square = b * b - a * d
    if square < 0.0:
        return []
    root = np.sqrt(square)
    found = [np.array([-b + s * root, a]) if abs(a) > abs(d) else np.array([d, -b + s * root]) for s in (1.0, -1.0)]
    if abs(a) <= abs(d) == 0.0:  # the mixed term alone: both axes
        found = [np.array([1.0, 0.0]), np.array([0.0, 1.0])]
    units = [c / np.linalg.norm(c) for c in found]
    size = max(float(np.abs(form).max()) for form in forms)
    return [c for c in units if all(abs(c @ form @ c) < 1e-6 * size for form in forms)]
