"""Relative coordinates as matrices: T, M, Q and the rows of the loops, for those who want to look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of
from ..coordinates.masses import mass_weights
from ..coordinates.names import equation_meanings
from ..kernels.trees.nodes import BALL, BIAS, SHIFT
from ..kernels.trees.plane import place_plane
from ..kernels.trees.space import place_space
from .on_coordinates import Coordinates
from .terms import Terms, body_terms, reduced_to

if TYPE_CHECKING:
    from .relative import Relative


class RelativeCoordinates(Coordinates):
    """Joint coordinates of the tree: t = T v with T found column by column, loops as J = Phi_q T."""

    def __init__(self, relative: Relative) -> None:
        self.relative, self.full, tree = relative, relative.full, relative.tree
        self.names, self.rate_names = tree.names, tree.rate_names
        self.parts, self.rate_parts = tree.parts[: len(self.names)], tree.parts[len(self.names) :]
        self.own, self.all = relative.plan.bundle(), self.full.bundle()
        mass_weights(self.full, self.all)
        cut = {id(equation) for equation in tree.cut}
        closing = [k for k, equation in enumerate(self.full.equations) if id(equation) in cut]
        self.rows = self.full.position_in_table[closing]
        meanings = equation_meanings(self.full)
        self.words = [meanings[k] for k in closing]

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

    def terms(self, t: float, z: Array, v: Array) -> Terms:
        """Return M = T^T M T, Q = T^T (Q - M T' v) and the rows that close loops."""
        columns = [freedoms_of(self.bodies(z, unit)[1], self.full.freedoms) for unit in np.eye(len(v))]
        T = np.array(columns).T.reshape(self.full.coordinates, len(v))
        self.all.q[:], self.all.V[:, 0] = self.bodies(z, v)
        bias = self._bias()
        b = body_terms(self.full, self.all, t)
        return Terms(
            *reduced_to(T, bias, b.times_mass, b.force),
            b.J[self.rows] @ T,
            b.Phi[self.rows],
            b.slip[self.rows],
            b.gamma[self.rows] - b.J[self.rows] @ bias,
            T,
            bias,
            b,
        )

    def _bias(self) -> Array:
        """Return the accelerations (bodies * d,) of the bodies while no coordinate accelerates."""
        nodes, N, planar = self.relative.tree.nodes, self.own.nodework, self.full.freedoms == 3
        found = np.zeros((len(nodes), 6))
        out = np.zeros((len(self.own.q), 6))
        for i, node in enumerate(nodes):
            if planar:
                found[i, :2] = N[i, BIAS : BIAS + 2]
            else:
                found[i] = N[i, BIAS : BIAS + 6]
            before = int(node["before"])
            if before >= 0:
                shift = np.zeros(3)
                shift[: 2 if planar else 3] = N[i, SHIFT : SHIFT + (2 if planar else 3)]
                found[i] += found[before]
                found[i, :3] += np.cross(found[before, 3:], shift)
            if node["body"] >= 0:
                out[node["body"]] = found[i]
        return freedoms_of(out, self.full.freedoms)
