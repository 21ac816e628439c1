"""Independent coordinates, picked among those of the bodies: coordinate partitioning."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..base.poses import between, skew, twists_of
from ..coordinates.null_space import GROWTH, allowable, projected
from ..errors import LinkworkError
from .base import TURN, formulation
from .minimal import Chart, Minimal, check_regular, freedoms_left

FAR = 1.0
"""Turns of a body [rad] from which its rotation vector is counted anew: far enough from pi, where it breaks off."""


class Partition(Chart):
    """Some coordinates of the bodies, counted from a position q0: shifts, and components of rotation vectors.

    u are the same components of the twists; B selects them. Shifts are divided by the mechanism's size, so that they
    count like turns: which kind a coordinate is may change with the partition.
    """

    def __init__(self, q0: Array, J: Array, scale: Array, length: float) -> None:
        found = allowable(J, "gauss", scale)
        self.q0, self.scale, self.d = q0, scale, len(scale) // len(q0)
        self.stretch, self.freedoms = found.stretch, found.freedoms
        shifts = 2 if self.d == 3 else 3
        is_shift = np.array([column % self.d < shifts for column in found.independent], bool)
        self.B = found.B / np.where(is_shift, length, 1.0)[:, None]
        self.wraps = ~is_shift

    def coordinates(self, q: Array) -> Array:
        """Return the components selected of the displacement from q0."""
        return np.asarray(self.B @ between(self.q0, q, self.d))

    def gradient(self, q: Array) -> Array:
        """Return B times the matrix that makes rates of rotation vectors of angular velocities."""
        if self.d == 3:
            return self.B
        turns = twists_of(between(self.q0, q, self.d), self.d)[:, 3:]
        rates = self.B.reshape(-1, len(q), 6).copy()
        rates[:, :, 3:] = np.einsum("fbi,bij->fbj", rates[:, :, 3:], _rates_of_turns(turns))
        return np.asarray(rates.reshape(self.B.shape))

    def rows(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return B, which is constant."""
        return self.B, np.zeros(len(self.B))

    def good(self, q: Array, J: Array) -> bool:
        """Return whether R has not grown much, and no body has turned far."""
        turns = twists_of(between(self.q0, q, self.d), self.d)[:, 3:]
        if np.abs(turns).max(initial=0.0) > FAR:
            return False
        try:
            return projected(J, self.B, self.scale).stretch <= GROWTH * self.stretch
        except LinkworkError:
            return False


def _rates_of_turns(turns: Array) -> Array:
    """Return the matrices (bodies, 3, 3) that make the rates of rotation vectors of angular velocities, ground axes.

    1 - K / 2 + (1 - (a / 2) cot (a / 2)) K^2 / a^2 with K = [turn x], a its length.
    """
    K = skew(turns)
    half = 0.5 * np.linalg.norm(turns, axis=1)
    safe = np.where(half > 1e-3, half, 1.0)
    factor = np.where(half > 1e-3, (1.0 - safe / np.tan(safe)) / (4.0 * safe**2), 1.0 / 12.0 + half**2 / 180.0)
    return np.asarray(np.eye(3) - 0.5 * K + factor[:, None, None] * K @ K)


@formulation("independent")
class Independent(Minimal):
    """As many coordinates as degrees of freedom: R^T M R z'' = R^T (Q - M S c).

    Gauss's elimination with total pivoting on J parts the coordinates of the bodies into dependent ones, those of the
    pivots, and independent ones z. Positions follow from z by Newton's iteration, q' = R z' + S b, q'' = R z'' + S c;
    S b and S c carry what drivers and quick motion add. Nothing drifts: every state meets the constraints. The
    partition is renewed when R has grown fourfold or a body has turned by a radian.

    Wehage and Haug (1982), J. Mech. Design 104, 247-255; natural-coordinate chapter, section 3.5, equation (3.44).
    """

    WORDS: ClassVar[str] = "independent coordinates by partitioning (Gauss with total pivoting)"

    def kinds(self) -> list[int]:
        """Return TURN for each: shifts are counted in lengths of the mechanism."""
        return [TURN] * freedoms_left(self.full)

    def chart_at(self, q: Array, J: Array) -> Partition:
        """Return the partition that Gauss's elimination makes here."""
        chart = Partition(q, J, self.full.units, self.full.length)
        check_regular(self.full, chart.freedoms)
        return chart
