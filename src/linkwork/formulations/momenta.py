"""Momenta of the bodies: mass matrices in ground axes, their roots, and the turn that goes with a momentum.

A body that has no inertia about one of its axes gets a little in W, the inverse of the mass matrix (see
`coordinates.loads.mass_table`); equations are solved for M itself by iterating with W.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import skew
from ..base.rotation import matrices

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


class Momenta:
    """Mass matrices of all bodies by their attitudes; twists and momenta are (bodies, d) arrays."""

    def __init__(self, plan: Plan) -> None:
        table = plan.tables["masses"]
        self.d, self.count = plan.freedoms, len(table)
        self.shifts = 2 if self.d == 3 else 3
        self.light = table["ease"]
        if self.d == 3:
            self.inertia, self.inverse = table["inertia"][:, 2:, 2:], table["turn_ease"][:, 2:, 2:]
        else:
            self.inertia, self.inverse = table["inertia"], table["turn_ease"]
        self.added = table["turn_lift"]
        nothing = (np.abs(self.inverse).max(axis=(1, 2)) == 0.0)[:, None, None]  # a point mass: nothing turns it
        self.raised = np.linalg.inv(self.inverse + nothing * np.eye(self.inverse.shape[1]))
        values, axes = np.linalg.eigh(self.inverse)
        self.root = np.einsum("bij,bj,bkj->bik", axes, np.sqrt(np.maximum(values, 0.0)), axes)

    def _turned(self, matrix: Array, q: Array) -> Array:
        """Return the matrices of the turns in ground axes."""
        if self.d == 3:
            return matrix
        R = matrices(q[:, 3:])
        return np.asarray(R @ matrix @ R.transpose(0, 2, 1))

    def _blocks(self, shift: Array, turn: Array) -> Array:
        out = np.zeros((self.count, self.d, self.d))
        k = np.arange(self.shifts)
        out[:, k, k] = shift[:, None]
        out[:, self.shifts :, self.shifts :] = turn
        return out

    def weights(self, q: Array) -> Array:
        """Return W, the inverse of M with a little inertia added where there is none."""
        return self._blocks(self.light, self._turned(self.inverse, q))

    def roots(self, q: Array) -> Array:
        """Return the symmetric roots C of W: C C = W."""
        return self._blocks(np.sqrt(self.light), self._turned(self.root, q))

    def middle_twist(self, q: Array, p: Array, h: float, near: Array) -> tuple[Array, Array]:
        """Return the twist u, constant over a step of h from q, that has the momentum p half way; and du/dp.

        Turning a body about w leaves w alone: with E the turn by h w / 2 and I the inertia at q, the angular momentum
        half way is E I w. So I w = E^T L is solved by Newton's iteration; added inertia D counts with the spin `near`
        instead of none, (I + D) w = E^T L + D near, so that it drops out where the caller's iteration ends. du/dp is
        for the displacement h du of the pose at the end, exact to first order in h w.
        """
        W = self.weights(q)
        u = times(W, p)
        if self.d == 3:
            return u, W
        L, I = p[:, 3:], self._turned(self.raised, q)
        kept, w, last = times(self._turned(self.added, q), near[:, 3:]), near[:, 3:], np.inf
        for _ in range(20):
            E = rotations(0.5 * h * w)
            turned = np.einsum("bji,bj->bi", E, L)
            slope = I - 0.5 * h * skew(turned)
            change = np.linalg.solve(slope, (turned + kept - times(I, w))[:, :, None])[:, :, 0]
            w = w + change
            size = float(np.abs(change).max(initial=0.0))
            if size <= 1e-15 * np.abs(w).max(initial=0.0) or size >= last:
                break
            last = size
        u[:, 3:] = w
        W[:, 3:, 3:] = E @ np.linalg.solve(slope, E.transpose(0, 2, 1))
        return u, W


def times(blocks: Array, vectors: Array) -> Array:
    """Return the blocks (bodies, d, d) times vectors (bodies, d)."""
    return np.asarray(np.einsum("bij,bj->bi", blocks, vectors))


def rotations(a: Array) -> Array:
    """Return the matrices (n, 3, 3) of rotation vectors (n, 3)."""
    angle = np.sqrt((a * a).sum(axis=1))[:, None, None]
    half, K = np.sinc(0.5 * angle / np.pi), skew(a)
    return np.asarray(np.eye(3) + np.sinc(angle / np.pi) * K + 0.5 * half * half * (K @ K))
