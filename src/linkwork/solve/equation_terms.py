"""The terms of the equations of motion in one choice of coordinates, as the kernels and formulations give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..coordinates.plan import Plan
from ..coordinates.rank import solve_min_norm
from ..formulations.base import SHIFT
from ..formulations.on_body_rows import ReferenceCoordinates
from ..formulations.on_coordinates import Coordinates, accelerations
from ..formulations.terms import body_terms
from ..kernels.dynamics.light_bodies import unlift
from ..kernels.tables.bundle import Bundle
from .coordinate_choice import REFERENCE, coordinates_named, first_values
from .engine import Engine
from .formulating import make_formulation
from .settings import Settings


@dataclass(frozen=True)
class Own:
    """What is asked for.

    In which coordinates, what mixed ones measure, whether with masses, values in place of the poses, how R is chosen.
    """

    name: str = REFERENCE
    quantities: tuple[str, ...] = ()
    dynamics: bool = True
    values: Any = None
    method: str = "svd"


@dataclass
class Found:
    """The terms in one choice of coordinates, at their values z; rows of joints and drivers in the user's order."""

    coordinates: Coordinates
    z: Array
    Phi: Array
    Phi_q: Array
    slip: Array
    gamma: Array
    M: Array
    Q: Array
    T: Array
    velocity: Array
    acceleration: Array
    lam: Array
    A: Array

    @property
    def columns(self) -> tuple[str, ...]:
        """A name for every velocity: of the coordinates, or numbers where there are more coordinates."""
        names, count = self.coordinates.rate_names or self.coordinates.names, len(self.velocity)
        return tuple(names) if len(names) == count else tuple(f"velocity {k + 1}" for k in range(count))

    @property
    def positions(self) -> dict[str, float]:
        """The coordinates by name; of bodies in the plane x and y of the centre of mass and the angle."""
        if self.coordinates.plan.freedoms == 6 or not isinstance(self.coordinates, ReferenceCoordinates):
            return dict(zip(self.coordinates.names, self.z.tolist(), strict=True))
        found: dict[str, float] = {}
        for solid, q in zip(self.coordinates.plan.resolved.solids, self.z.reshape(-1, 7), strict=True):
            angle = float(nearest_turn(2.0 * np.arctan2(q[6], q[3]), 0.0))
            found |= {f"{solid.name}.x": float(q[0]), f"{solid.name}.y": float(q[1]), f"{solid.name}.angle": angle}
        return found

    @property
    def position_degrees(self) -> tuple[float, ...]:
        """The powers of m of the coordinates."""
        if self.coordinates.plan.freedoms == 6 or not isinstance(self.coordinates, ReferenceCoordinates):
            return tuple(float(part == SHIFT) for part in self.coordinates.parts)
        return (1.0, 1.0, 0.0) * len(self.coordinates.plan.resolved.solids)


def reference_terms(plan: Plan, work: Bundle, t: float) -> Found:
    """Return the terms in twists of the bodies."""
    terms, order = body_terms(plan, work, t), plan.position_in_table
    unlift(work.H, 1.0)
    coordinates = ReferenceCoordinates(plan)
    coordinates.work.near[:], coordinates.work.soft[:] = work.near, work.soft
    return Found(
        coordinates,
        work.q.ravel().copy(),
        terms.Phi[order],
        terms.J[order],
        terms.slip[order],
        terms.gamma[order],
        terms.mass_matrix,
        terms.force,
        np.eye(plan.coordinates),
        terms.twists,
        work.x.ravel().copy(),
        work.lam[order],
        terms.J,
    )


def kinematic_terms(plan: Plan, work: Bundle, t: float, own: Own) -> Found:
    """Return positions, velocities and their equations in coordinates that ask for no masses."""
    coordinates = coordinates_named(plan, own.name, own.quantities)
    coordinates.work.near[:] = work.near
    coordinates.begin_at(work.q)
    z, v = _placed(coordinates, work, own)
    Phi, J = coordinates.closure(t, z)
    M, Q, nothing = np.full((len(v), len(v)), np.nan), np.full(len(v), np.nan), np.full(len(v), np.nan)
    if own.dynamics:  # as far as masses are known
        terms = coordinates.terms(t, z, v)
        M, Q = terms.M.copy(), terms.Q.copy()
    return Found(
        coordinates,
        z,
        Phi,
        J,
        J @ v - coordinates.wanted(t, z, []),
        coordinates.wanted(t, z, [v]),
        M,
        Q,
        coordinates.twist_map(z, v)[0],
        v,
        nothing,
        np.full(len(Phi), np.nan),
        Engine(plan).jacobian(work.q.copy(), t)[plan.order],
    )


def own_terms(plan: Plan, work: Bundle, t: float, own: Own) -> Found:
    """Return the terms in the coordinates of a formulation; the motion of the bodies is left in the work arrays."""
    made = make_formulation(own.name, Settings(coordinate=", ".join(own.quantities)), plan)
    coordinates = made.as_coordinates(work)
    assert coordinates is not None
    coordinates.work.near[:] = work.near
    z, v = _placed(coordinates, work, own)
    terms = coordinates.terms(t, z, v)
    made.reraise()
    a = accelerations(terms)
    motion = terms.T @ a + terms.bias
    work.x[:], work.lam[:], work.rhs[:] = (
        motion.reshape(work.x.shape),
        terms.bodies.multipliers(motion),
        terms.bodies.gamma,
    )
    lam = solve_min_norm(terms.J.T, terms.M @ a - terms.Q) if terms.J.size else np.zeros(len(terms.Phi))
    return Found(
        coordinates,
        z,
        terms.Phi,
        terms.J,
        terms.slip,
        terms.gamma,
        terms.M.copy(),
        terms.Q.copy(),
        terms.T,
        v,
        a,
        lam,
        terms.bodies.J,
    )


def _placed(coordinates: Coordinates, work: Bundle, own: Own) -> tuple[Array, Array]:
    """Return values and velocities of coordinates at the poses and twists of the bodies, or the values given."""
    twists = work.V[:, 0].copy()
    z, v = coordinates.of_bodies(work.q.copy(), twists)
    if own.values is None:
        return z, v
    z = first_values(coordinates, own.values, work.q)
    poses, _ = coordinates.bodies(z, 0.0 * v)
    return z, coordinates.of_bodies(poses, twists)[1]
