"""The geometry of cam and follower: from the lift over the cam angle to pitch curve, profile and pressure angle.

Points of the plane are complex numbers, turned by ``exp(i angle)``. The cam's centre is the origin. In ground axes a
translating follower moves along y; an oscillating one turns about a pivot on the x axis, away from the cam. The cam
turns by u times `turn`, 1 counterclockwise or -1 clockwise; seen from the cam, the follower goes round the other way.

Lifts s come with three derivatives by u, ``s[0] ... s[3]``; what is returned has the derivatives that follow from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, asin, comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.arrays import Array
from linkwork.errors import ExpressionError

Complex = NDArray[np.complex128]


@dataclass(frozen=True)
class Shape:
    """Profile c with c', c'', signed radius of curvature (positive: the profile bulges), and how far from undercut.

    `margin` is 1 - (roller + wanted radius) / (radius of the pitch curve), or the radius of a flat follower's profile
    less the wanted one: undercut where it is not positive.
    """

    profile: tuple[Complex, Complex, Complex]
    radius: Array
    margin: Array
    pressure: Array


def _seen_from_cam(ground: Sequence[Complex], u: Array, turn: float) -> list[Complex]:
    """Return points that move in ground axes, with derivatives, in the axes of the turning cam (Leibniz)."""
    back = np.exp(-1j * turn * u)
    return [
        back * sum(comb(n, k) * (-1j * turn) ** k * ground[n - k] for k in range(n + 1)) for n in range(len(ground))
    ]


def _turning(beta: Array) -> list[Complex]:
    """Return exp(-i beta) with three derivatives."""
    wave = np.exp(-1j * beta[0])
    g0, g1, g2 = -1j * beta[1], -1j * beta[2], -1j * beta[3]
    return [wave, g0 * wave, (g1 + g0**2) * wave, (g2 + 3 * g0 * g1 + g0**3) * wave]


@dataclass(frozen=True)
class Follower:
    """A follower in numbers: lengths [m].

    Attributes
    ----------
    base : float
        Radius of the base circle, which the profile touches where the lift is zero.
    roller : float
        Radius of the roller; 0 for a knife edge.
    offset : float
        From the cam's centre to the line of a translating follower; from the pivot of a flat one to its face.
    pivot, arm : float
        Distance of the pivot of an oscillating follower from the cam's centre, and from its pivot to its roller.
    turn : float
        1 when the cam turns counterclockwise, -1 clockwise.
    """

    base: float
    roller: float
    offset: float
    pivot: float
    arm: float
    turn: float
    flat: bool

    @property
    def oscillating(self) -> bool:
        """Whether it turns about a pivot."""
        return self.pivot > 0.0

    def start(self) -> float:
        """Return where the follower is at no lift: along y [m], or the angle of its arm from the line of centres [rad].

        Raises
        ------
        ExpressionError
            When it does not reach the base circle.
        """
        reach, e, d, a = self.base + self.roller, self.offset, self.pivot, self.arm
        if self.flat:
            if not self.oscillating:
                return self.base
            if abs(self.base - e) >= d:
                raise ExpressionError(f"its face does not reach the base circle: the pivot is {d:g} m away only.")
            return asin((self.base - e) / d)
        if not self.oscillating:
            if abs(e) >= reach:
                raise ExpressionError(
                    f"its offset, {abs(e):g} m, is not less than {reach:g} m, the base circle and the roller together: "
                    "the follower would pass the cam."
                )
            return sqrt(reach**2 - e**2)
        if not abs(d - a) < reach < d + a:
            raise ExpressionError(
                f"with the pivot at {d:g} m and an arm of {a:g} m the follower does not reach the base circle; base "
                f"circle and roller together are {reach:g} m, and must lie between {abs(d - a):g} m and {d + a:g} m."
            )
        return acos((a**2 + d**2 - reach**2) / (2 * a * d))

    def pitch(self, s: Array, u: Array) -> list[Complex]:
        """Return the centre of the roller in the axes of the cam, with three derivatives."""
        start = self.start()
        if self.oscillating:
            wave = _turning(np.array([start + s[0], s[1], s[2], s[3]]))
            ground = [self.pivot - self.arm * wave[0], *(-self.arm * w for w in wave[1:])]
        else:
            ground = [self.offset + 1j * (start + s[0]), 1j * s[1], 1j * s[2], 1j * s[3]]
        return _seen_from_cam(ground, u, self.turn)

    def shape(self, s: Array, u: Array, wanted: float = 0.0) -> Shape:
        """Return the profile and what makes it good or bad; `wanted` is the least radius of curvature asked for [m]."""
        return self._flat_shape(s, u, wanted) if self.flat else self._roller_shape(s, u, wanted)

    def _roller_shape(self, s: Array, u: Array, wanted: float) -> Shape:
        """Return the curve at the roller's radius inside the pitch curve z: c = z - r N, N = turn i z' / |z'|."""
        z, z1, z2, z3 = self.pitch(s, u)
        v, along, bent = np.abs(z1), (z1.conj() * z2).real, (z1.conj() * z2).imag
        bulge = -self.turn * bent / v**3  # curvature of the pitch curve, positive where it bulges
        bulge1 = -self.turn * ((z1.conj() * z3).imag / v**3 - 3 * bent * along / v**5)
        shrink, shrink1 = 1 - self.roller * bulge, -self.roller * bulge1
        normal = 1j * self.turn * z1 / v
        free = 1j * np.ones_like(z)
        if self.oscillating:
            free = 1j * np.exp(-1j * (self.start() + s[0]))
        pressure = np.angle(normal * np.exp(1j * self.turn * u) / free)
        with np.errstate(divide="ignore"):
            radius = 1 / bulge - self.roller
        profile = (z - self.roller * normal, shrink * z1, shrink1 * z1 + shrink * z2)
        return Shape(profile, radius, 1 - (self.roller + wanted) * bulge, pressure)

    def _flat_shape(self, s: Array, u: Array, wanted: float) -> Shape:
        """Return the envelope of lines at a distance h from the centre whose normal stands at an angle alpha.

        With derivatives by alpha, c = exp(i alpha) (h + i h'), and its radius of curvature is h + h''.
        """
        a0, a1, a2, a3, h0, h1, h2, h3 = self._faces(s, u)
        bent = h2 * a1 - h1 * a2
        radius = h0 + bent / a1**3
        radius1 = h1 + (h3 * a1 - h1 * a3) / a1**3 - 3 * bent * a2 / a1**4
        m = np.exp(1j * a0)
        profile = (
            m * (h0 + 1j * h1 / a1),
            1j * a1 * radius * m,
            (1j * (a2 * radius + a1 * radius1) - a1**2 * radius) * m,
        )
        pressure = np.zeros_like(u)
        if self.oscillating:
            contact = profile[0] * np.exp(1j * self.turn * u)
            pressure = np.angle(m * np.exp(1j * self.turn * u) / (-1j * (contact - self.pivot)))
        return Shape(profile, radius, radius - wanted, pressure)

    def _faces(self, s: Array, u: Array) -> tuple[Any, ...]:
        """Return angle and distance of a flat face as the cam sees it, each with three derivatives."""
        start, zero = self.start(), np.zeros_like(u)
        if not self.oscillating:
            return (np.pi / 2 - self.turn * u, zero - self.turn, zero, zero, start + s[0], s[1], s[2], s[3])
        sn, cs, d = np.sin(start + s[0]), np.cos(start + s[0]), self.pivot
        angle = (np.pi / 2 - start - s[0] - self.turn * u, -s[1] - self.turn, -s[2], -s[3])
        third = cs * (s[3] - s[1] ** 3) - 3 * sn * s[1] * s[2]
        away = (d * sn + self.offset, d * cs * s[1], d * (cs * s[2] - sn * s[1] ** 2), d * third)
        return (*angle, *away)
