"""A curve in numbers: pieces of polynomials, what can be asked of it, and its tables for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Ints
from ..errors import ModelError
from ..expressions import evaluate
from .fit import POWERS, value, with_arc_length, with_normals

CORNER = 1e-7
"""Angle between two tangents that makes a corner [rad]."""

JUMP = 1e-6
"""Jump of the curvature that counts, as a share of 1 / size."""

NEXT = 1e-6
"""Share of a curve within which a place is the same."""

FEW = 32
"""Most changes of a curve at which steps end."""

COURSE, CHANGE = 5, 1e-3
"""Derivatives that are looked at for a change of the course, and by what share of the largest they jump there."""


@dataclass(frozen=True)
class Round:
    """The ellipse ``centre + first cos s + second sin s``; a circle, if both are as long and at right angles."""

    centre: tuple[float, float]
    first: tuple[float, float]
    second: tuple[float, float]

    @property
    def circle(self) -> bool:
        """Whether it is a circle."""
        (ax, ay), (bx, by) = self.first, self.second
        return (ax, ay) == (by, -bx)

    @property
    def slim(self) -> float:
        """The smaller half axis as a share of the larger."""
        large, small = np.linalg.svd(np.array([self.first, self.second]), compute_uv=False)
        return float(small / large)


class Solved:
    """A curve in numbers.

    Parameters
    ----------
    breaks : float64[n + 1]
        Where its pieces meet.
    coefficients : float64[n, 2 or 3, POWERS]
        Of powers of w in [-1, 1], for x, y and z [m].
    closed : bool
        Whether it ends where it begins.
    round_curve : Round, optional
        The ellipse that it is.
    """

    normals: Array
    """Of a curve in space: the polynomials [n, 3, POWERS] of its first normal, carried along without twist."""

    def __init__(
        self, breaks: Array, coefficients: Array, closed: bool, round_curve: Round | None = None, powers: int = POWERS
    ) -> None:
        self.breaks, self.coefficients = with_arc_length(breaks, coefficients)
        self.closed, self.round, self.powers = closed, round_curve, powers
        self.planar = coefficients.shape[1] == 2
        if not self.planar:
            self.breaks, self.coefficients, self.normals = with_normals(self.breaks, self.coefficients)
        self.start, self.end = float(breaks[0]), float(breaks[-1])

    @property
    def length(self) -> float:
        """Arc length [m]."""
        return float(value(self.coefficients[-1, -1], 1.0))  # type: ignore[arg-type]

    @cached_property
    def size(self) -> float:
        """Largest extent along x, y or z [m]."""
        points = value(self.coefficients[:, :-1, None, :], np.linspace(-1, 1, 9))
        return float(np.ptp(points.transpose(1, 0, 2).reshape(points.shape[1], -1), axis=1).max())

    # ---- what can be asked

    def spread(self, per_piece: int = 4, fewest: int = 240) -> Array:
        """Return parameters all along the curve, so many in a piece and so many in all at least."""
        count = max(per_piece, -(-fewest // (len(self.breaks) - 1)))
        inside = self.breaks[:-1, None] + np.diff(self.breaks)[:, None] * (np.arange(count) + 0.5) / count
        return np.asarray(inside.ravel())

    def derivatives(self, s: ArrayLike, order: int = 4, row: slice = slice(0, -1)) -> Array:
        """Return c and its derivatives by s, [order + 1, ..., components]; an open curve goes on straight."""
        s = parameters_of(s)
        inside = self._inside(s)
        k, w, half = self._piece(inside)
        rows = self.coefficients[k][..., row, :]
        found = np.array([value(rows, w[..., None], n) / half[..., None] ** n for n in range(order + 1)])
        if not self.closed and order:
            away = (s - inside)[..., None]
            found[0] += away * found[1]
            found[2:] = np.where(away == 0.0, found[2:], 0.0)
        return found

    def _piece(self, inside: Array) -> tuple[Ints, Array, Array]:
        """Return the pieces in which parameters lie, where in them (w), and half their widths."""
        k = np.clip(np.searchsorted(self.breaks, inside, "right") - 1, 0, len(self.breaks) - 2)
        half = (self.breaks[k + 1] - self.breaks[k]) / 2
        return k, (inside - (self.breaks[k + 1] + self.breaks[k]) / 2) / half, half

    def _inside(self, s: Array) -> Array:
        if self.closed:
            return self.start + np.mod(s - self.start, self.end - self.start)
        return np.clip(s, self.start, self.end)

    def arc_length(self, s: ArrayLike) -> Array:
        """Return the arc length from the start to s, over full rounds of a closed curve [m]."""
        s = parameters_of(s)
        arc: Array = self.derivatives(s, 1, slice(-1, None))[0][..., 0]
        if self.closed:
            arc = arc + self.length * np.floor((s - self.start) / (self.end - self.start))
        return arc

    def curvature(self, s: ArrayLike) -> tuple[Array, Array]:
        """Return the curvature, of a plane curve positive to the left [1/m], and its rate by arc length [1/m^2]."""
        _, d1, d2, d3 = self.derivatives(s, 3)
        q = (d1**2).sum(axis=-1)
        if not self.planar:
            bend, bend1 = np.cross(d1, d2), np.cross(d1, d3)
            size = np.linalg.norm(bend, axis=-1)
            grown = (bend * bend1).sum(axis=-1) / np.where(size > 0.0, size, 1.0)
            return size / q**1.5, grown / q**2 - 3.0 * size * (d1 * d2).sum(axis=-1) / q**3
        bent, bent1 = _cross(d1, d2), _cross(d1, d3)
        return bent / q**1.5, bent1 / q**2 - 3.0 * bent * (d1 * d2).sum(axis=-1) / q**3

    def torsion(self, s: ArrayLike) -> Array:
        """Return the torsion, positive for a right-handed screw; 0 where the curve is straight or plane [1/m]."""
        if self.planar:
            return np.zeros(np.shape(s))
        _, d1, d2, d3 = self.derivatives(s, 3)
        bend = np.cross(d1, d2)
        size: Array = (bend**2).sum(axis=-1)
        return np.asarray((bend * d3).sum(axis=-1) / np.where(size > 0.0, size, np.inf))

    def normal(self, s: ArrayLike) -> Array:
        """Return the unit normal of a plane curve to its free side; in space, the first that is carried along."""
        s = parameters_of(s)
        slope = self.derivatives(s, 1)[1]
        t = slope / np.linalg.norm(slope, axis=-1, keepdims=True)
        if self.planar:
            return self.side * np.stack([-t[..., 1], t[..., 0]], axis=-1)
        k, w, _ = self._piece(self._inside(s))
        first = value(self.normals[k], w[..., None])
        turned = self.angles[1] * np.floor((s - self.start) / (self.end - self.start)) if self.closed else 0.0 * s
        return np.asarray(np.cos(turned)[..., None] * first + np.sin(turned)[..., None] * np.cross(t, first))

    def nearest(self, point: ArrayLike) -> float:
        """Return the parameter of the point of the curve that lies nearest to a point."""
        target = np.asarray(point, dtype=float)
        fractions = np.linspace(0, 1, 17)
        s = np.unique(self.breaks[:-1, None] + np.diff(self.breaks)[:, None] * fractions)
        gaps = ((self.derivatives(s, 0)[0] - target) ** 2).sum(axis=-1)
        best = float(s[np.argmin(gaps)])
        for _ in range(50):
            c, c1, c2 = self.derivatives(best, 2)
            bent = c1 @ c1 - (target - c) @ c2
            step = (target - c) @ c1 / (bent if bent > 0.0 else c1 @ c1)
            moved = best + step if self.closed else min(max(best + step, self.start), self.end)
            if abs(moved - best) <= 1e-15 * (self.end - self.start):
                break
            best = moved
        return float(self._inside(np.array(best)))

    # ---- corners

    @cached_property
    def _joints(self) -> tuple[Array, Array, Array]:
        """Return where pieces meet, by how much the tangent turns there and by how much the curvature jumps.

        In space both are sizes, that of the jump is the curvature vector's.
        """
        half = np.diff(self.breaks)[:, None] / 2
        last, next_ = (self._edge(w, half) for w in (1.0, -1.0))
        s = self.breaks[1:]
        pairs = [(last[0], np.roll(next_[0], -1, axis=0)), (last[1], np.roll(next_[1], -1, axis=0))]
        turn = np.arctan2(self._turn(*pairs[0]), (pairs[0][0] * pairs[0][1]).sum(axis=-1))
        jump = pairs[1][1] - pairs[1][0]
        jump = jump if self.planar else np.linalg.norm(jump, axis=-1)
        return (s, turn, jump) if self.closed else (s[:-1], turn[:-1], jump[:-1])

    def _turn(self, a: Array, b: Array) -> Array:
        """Return the cross product of tangents: in the plane as a number, in space its size."""
        return _cross(a, b) if self.planar else np.asarray(np.linalg.norm(np.cross(a, b), axis=-1))

    def _edge(self, w: float, half: Array) -> tuple[Array, Array]:
        """Return c' and the curvature (in space, as a vector) of all pieces at one of their ends."""
        rows = self.coefficients[:, :-1]
        at = np.full(1, w)
        d1, d2 = value(rows, at, 1) / half, value(rows, at, 2) / half**2
        q = (d1**2).sum(axis=-1)
        if self.planar:
            return d1, _cross(d1, d2) / q**1.5
        return d1, (d2 - ((d1 * d2).sum(axis=-1) / q)[:, None] * d1) / q[:, None]

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The corners: parameter, and the angle by which the tangent turns [rad]."""
        s, turn, _ = self._joints
        return [(float(a), float(b)) for a, b in zip(s, turn, strict=True) if abs(b) > CORNER]

    @property
    def jumps(self) -> list[tuple[float, float]]:
        """Where the curvature jumps: parameter, and by how much [1/m]."""
        s, _, jump = self._joints
        return [(float(a), float(b)) for a, b in zip(s, jump, strict=True) if abs(b) * self.size > JUMP]

    @property
    def unfit(self) -> str:
        """Why nothing can touch it; empty if it can."""
        if self.corners:
            s, angle = self.corners[0]
            how = (
                "Round the corner, as `polyline` does with its radius."
                if self.planar
                else "Round it, as `spline` does."
            )
            return (
                f"its curve has a corner of {np.degrees(abs(angle)):.4g} deg at a parameter of {s:.6g}: what touches "
                f"it would change direction at once. {how}"
            )
        return ""

    def jumps_at(self, s: float) -> bool:
        """Return whether the curvature jumps at a parameter, or next to it, in any round of a closed curve."""
        once = self.end - self.start
        apart = np.array([place for place, _ in self.jumps]) - s
        apart -= once * np.round(apart / once) if self.closed else 0.0
        return bool((np.abs(apart) < NEXT * once).any())

    @cached_property
    def changes(self) -> Array:
        """Parameters at which the course of the curve changes: a derivative jumps."""
        half, found = np.diff(self.breaks)[:, None] / 2, np.zeros(len(self.breaks) - 1, bool)
        rows = self.coefficients[:, :-1]
        for n in range(2, COURSE + 1):
            begin, end = (value(rows, np.full(1, w), n) / half**n for w in (-1.0, 1.0))
            apart = np.abs(np.roll(begin, -1, axis=0) - end).max(axis=1)
            found |= apart > CHANGE * max(float(np.abs(begin).max()), self.size / (self.end - self.start) ** n)
        return self.breaks[1:][found] if self.closed else self.breaks[1:-1][found[:-1]]

    @property
    def halts(self) -> Array:
        """Those of the changes at which steps of a run end: all of a few, none of a fine table, which are slight."""
        return self.changes if len(self.changes) <= FEW else self.changes[:0]

    # ---- tables

    @cached_property
    def angles(self) -> tuple[Array, float]:
        """The angle of the tangent in the middle of each piece, without jumps, and the turn of the whole [rad].

        Of a curve in space, zeros and the angle by which a closed one brings its first normal back turned.
        """
        if not self.planar:
            return np.zeros(len(self.breaks) - 1), self._holonomy
        half = np.diff(self.breaks)[:, None] / 2
        middle = value(self.coefficients[:, :2], np.zeros(1), 1)
        first, last = (self._edge(w, half)[0] for w in (-1.0, 1.0))
        after = np.roll(first, -1, axis=0)
        turned = [
            np.arctan2(_cross(a, b), (a * b).sum(axis=-1)) for a, b in ((first, middle), (middle, last), (last, after))
        ]
        begin = np.arctan2(first[0, 1], first[0, 0])
        ends = np.cumsum(turned[0] + turned[1] + turned[2])
        total = 2 * pi * round(float(ends[-1]) / (2 * pi)) if self.closed else float(ends[-1] - turned[2][-1])
        return begin + np.concatenate([[0.0], ends[:-1]]) + turned[0], total

    @property
    def _holonomy(self) -> float:
        tangent = value(self.coefficients[0, :3], np.full(1, -1.0), 1)
        first, last = value(self.normals[0], np.full(1, -1.0)), value(self.normals[-1], np.full(1, 1.0))
        second = np.cross(tangent / np.linalg.norm(tangent), first)
        return float(np.arctan2(last @ second, last @ first))

    @property
    def side(self) -> float:
        """1 when the free side is to the left of the curve, -1 when to the right.

        The free side of a closed curve is the outside; of an open one, the left of the way it runs.
        """
        return -1.0 if self.planar and self.closed and self.angles[1] > 0.0 else 1.0


def parameters_of(s: ArrayLike) -> Array:
    """Return values of the parameter of a curve, given as numbers or as a text with a unit, ``"90 deg"``."""
    try:
        return np.asarray(evaluate(s) if isinstance(s, str) else s, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"The parameter of a curve is a number or an array of numbers, not {s!r}.") from None


def _cross(a: Array, b: Array) -> Array:
    result: Array = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return result


def tables(curves: Sequence[Solved]) -> tuple[Any, Any, Array]:
    """Return the tables of the kernels: curves, pieces, and coefficients[piece, POWERS, 4]; 7 with curves in space."""
    from linkwork.kernels.contacts.curves import CIRCLE, POLYNOMIALS, ROUND
    from linkwork.kernels.contacts.space_curves import NORMAL
    from linkwork.kernels.tables.records import CURVE, PIECE

    count = [len(c.breaks) - 1 for c in curves]
    rows, pieces = np.zeros(len(curves), CURVE), np.zeros(sum(count), PIECE)
    coefficients = np.zeros((sum(count), 4 if all(c.planar for c in curves) else 7, POWERS))
    for k, curve in enumerate(curves):
        first = sum(count[:k])
        span = slice(first, first + count[k])
        kind = POLYNOMIALS if curve.round is None else (CIRCLE if curve.round.circle else ROUND)
        ellipse = (0.0,) * 6 if curve.round is None else (*curve.round.centre, *curve.round.first, *curve.round.second)
        angles, turn = curve.angles
        slim = 1.0 if curve.round is None else curve.round.slim
        numbers = (curve.start, curve.end, curve.length, turn, curve.side, curve.size, slim)
        powers = max(curve.powers, 5)  # those above are zero
        rows[k] = (kind, first, first + count[k], powers, curve.closed, *numbers, *ellipse)
        pieces["start"][span] = curve.breaks[:-1]
        pieces["middle"][span] = (curve.breaks[:-1] + curve.breaks[1:]) / 2
        pieces["scale"][span] = 2 / np.diff(curve.breaks)
        pieces["angle"][span] = angles
        components = curve.coefficients.shape[1] - 1
        coefficients[span, :components] = curve.coefficients[:, :-1]
        coefficients[span, 3] = curve.coefficients[:, -1]
        if not curve.planar:
            coefficients[span, NORMAL:] = curve.normals
    return rows, pieces, np.ascontiguousarray(coefficients.transpose(0, 2, 1))
