"""Masses and forces in symbols of natural, mixed and relative coordinates.

A body is its centre of mass c and its axes e_1, e_2, e_3, in whatever coordinates these are written. Particles are at
c + xi_a e_a, so that with the second moments J_ab = int xi_a xi_b dm about the centre of mass and the slopes C and E_a
of the velocities of c and e_a by v

    M = m C^T C + J_ab E_a^T E_b,      Q = C^T m g + loads - (m C^T c'' + J_ab E_a^T e_b''),

where c'' and e_b'' are the accelerations while v does not change. J = tr(I) / 2 - I in space; in the plane half the
polar moment for each of the two axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..expressions.constant import to_node
from .numbers import Expr
from .own_kinematics import OwnKinematics
from .programs import Translator
from .rows import load_shares, load_value

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

ALIKE = 1e-12
"""Relative difference of a number from what the user wrote for it."""


class OwnDynamics:
    """M and Q of a plan in coordinates of their own."""

    def __init__(self, plan: Plan, kinematics: OwnKinematics, translator: Translator) -> None:
        self.plan, self.kinematics, self.translator = plan, kinematics, translator
        self.sp, self.number = kinematics.sp, translator.number
        self.axes = range(2 if plan.freedoms == 3 else 3)

    def M(self) -> Any:
        """Return the mass matrix (n, n)."""
        n = len(self.kinematics.v)
        M = self.sp.zeros(n, n)
        for b in range(len(self.plan.resolved.solids)):
            for mass, one, other in self._parts(b):
                M += mass * self.kinematics.slopes(one).T * self.kinematics.slopes(other)
        return M.applyfunc(self.sp.simplify if self.plan.freedoms == 3 else self.sp.expand)

    def Q(self) -> Any:
        """Return the forces (n, 1) with the terms quadratic in velocities."""
        kinematics, sp = self.kinematics, self.sp
        Q = sp.zeros(len(kinematics.v), 1)
        gravity = sp.Matrix([self.number(float(g)) for g in self.plan.resolved.gravity])
        for b in range(len(self.plan.resolved.solids)):
            (mass, centre, _), *_ = parts = self._parts(b)
            Q += kinematics.slopes(centre).T * (mass * gravity)
            for share, one, other in parts:
                Q -= share * kinematics.slopes(one).T * kinematics.change(other)
        for load in self.plan.loads:
            value = load_value(load, kinematics, self.translator)
            Q += sp.Matrix([value * share for share in load_shares(load, kinematics, self.translator)])
        return Q

    def _parts(self, b: int) -> list[tuple[Expr, Any, Any]]:
        """Return masses with the two places whose velocities they multiply: centre of mass, then axes of a body."""
        solid, body = self.plan.resolved.solids[b], self.plan.model.bodies[self.plan.resolved.solids[b].name]
        centre = self.kinematics.placed(b, False, self._vector(body.com, solid.com))
        found = [(self._written(body.mass, solid.mass), centre, centre)]
        moments = self._moments(body.inertia, np.where(np.isfinite(solid.inertia), solid.inertia, 0.0))
        ends = [self.kinematics.placed(b, True, self.sp.eye(3)[:, a]) for a in self.axes]
        found += [(moments[a, c], ends[a], ends[c]) for a in self.axes for c in self.axes if moments[a, c] != 0]
        return found

    def _moments(self, given: Any, inertia: Any) -> Any:
        """Return the second moments of a body in its axes."""
        if self.plan.freedoms == 3:
            return self._written(given, float(inertia[2, 2])) / 2 * self.sp.eye(3)
        return self.sp.Matrix(3, 3, [self.number(x) for x in (0.5 * np.trace(inertia) * np.eye(3) - inertia).flat])

    def _vector(self, given: Any, values: Any) -> Any:
        """Return a point in body axes, as the user wrote it where that is what it is."""
        given = given if isinstance(given, tuple) else ()
        parts = [*given, *(None for _ in range(3 - len(given)))]
        return self.sp.Matrix([self._written(part, float(x)) for part, x in zip(parts, values, strict=True)])

    def _written(self, given: Any, value: float) -> Expr:
        """Return what the user wrote for a number, with the names of parameters, or the number."""
        if isinstance(given, str) and self.translator.symbols:
            written = self.translator.node(to_node(given))
            found = written.subs(self.kinematics.named.values)
            if found.is_number and abs(float(found) - value) <= ALIKE * abs(value):
                return written
        return self.number(value)
