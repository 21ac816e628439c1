"""Relative coordinates as matrices: T, M, Q and the rows of the loops, for those who want to look at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of
from ..coordinates.masses import mass_weights
from ..coordinates.names import equation_meanings
from ..coordinates.tree_motion import tree_motion
from ..kernels.trees.nodes import BALL
from ..kernels.trees.plane import place_plane
from ..kernels.trees.space import place_space
from .base import SPIN
from .on_body_rows import OnBodyRows
from .terms import Terms, body_terms, reduced_to

if TYPE_CHECKING:
    from .relative import Relative


class RelativeCoordinates(OnBodyRows):
    """Joint coordinates of the tree: t = T v with T found column by column, loops as J = Phi_q T."""

    def __init__(self, relative: Relative) -> None:
        self.relative, self.full, tree = relative, relative.full, relative.tree
        self.names, self.rate_names = tree.names, tree.rate_names
        self.parts, self.rate_parts = tree.parts[: len(self.names)], tree.parts[len(self.names) :]
        self.plan, self.own, self.work = self.full, relative.plan.bundle(), self.full.bundle()
        mass_weights(self.full, self.work)
        cut = {id(equation) for equation in tree.cut}
        closing = [k for k, equation in enumerate(self.full.equations) if id(equation) in cut]
        self.table_rows = self.full.position_in_table[closing]
        meanings = equation_meanings(self.full)
        self.words = [meanings[k] for k in closing]
        self.row_degrees = np.array([self.full.equations[k].is_length for k in closing], int)
        self.units = np.where(np.array(self.rate_parts, int) == SPIN, 1.0, self.full.length)

    def of_bodies(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return z and v."""
        self.own.q[:], self.own.V[:, 0] = q, V
        self.relative.start(self.own)
        return self.own.z.copy(), self.own.zv.copy()

    def bodies(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return poses and twists."""
        self.own.z[:], self.own.zv[:] = z, v
        (place_plane if self.full.freedoms == 3 else place_space)(self.own.H)
        return self.own.q.copy(), self.own.V[:, 0].copy()

    def rate(self, z: Array, v: Array) -> Array:
        """Return z': v, and for a ball the rates of its Euler parameters."""
        out = np.zeros(len(z))
        for node in self.relative.tree.nodes:
            place, rate = int(node["place"]), int(node["rate"])
            if node["kind"] == BALL:
                e, w = z[place : place + 4], v[rate : rate + 3]
                out[place], out[place + 1 : place + 4] = -0.5 * w @ e[1:], 0.5 * (w * e[0] + np.cross(w, e[1:]))
            elif node["kind"]:
                out[place] = v[rate]
        return out

    def moved(self, z: Array, dz: Array) -> Array:
        """Return z moved by a small displacement; Euler parameters keep their length."""
        new = z + self.rate(z, dz)
        for node in self.relative.tree.nodes[self.relative.tree.nodes["kind"] == BALL]:
            e = new[node["place"] : node["place"] + 4]
            e /= np.linalg.norm(e)
        return new

    def columns(self, z: Array) -> Array:
        """Return T, found column by column."""
        n, d = len(self.rate_parts), self.full.freedoms
        found = [freedoms_of(self.bodies(z, unit)[1], d) for unit in np.eye(n)]
        return np.array(found).T.reshape(self.full.coordinates, n)

    def motion(self, z: Array, rates: Sequence[Array]) -> Array:
        """Return twists, accelerations and jerk (bodies, 3, 6)."""
        return tree_motion(self.relative.tree, z, rates, len(self.full.resolved.solids))

    def twist_map(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return T and bias of the twists of the bodies."""
        bias = self.motion(z, [v, np.zeros_like(v)])[:, 1]
        return self.columns(z), freedoms_of(bias, self.full.freedoms)

    def terms(self, t: float, z: Array, v: Array) -> Terms:
        """Return M = T^T M T, Q = T^T (Q - M T' v) and the rows that close loops."""
        T, bias = self.twist_map(z, v)
        self.work.q[:], self.work.V[:, 0] = self.bodies(z, v)
        b, rows = body_terms(self.full, self.work, t), self.table_rows
        return Terms(
            *reduced_to(T, bias, b.times_mass, b.force),
            b.J[rows] @ T,
            b.Phi[rows],
            b.slip[rows],
            b.gamma[rows] - b.J[rows] @ bias,
            T,
            bias,
            b,
        )
