"""Bodies in symbols: their coordinates and velocities, points and vectors on them, and measures of those."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2
from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from .measures import FORMULAS, derived
from .numbers import Expr, library, snapped

if TYPE_CHECKING:
    from ..model.equations import Gauge, Site
    from ..model.resolve import Resolved
    from ..model.solids import Solid
    from .named import Named

DOT = "dot"
"""Stands in the plain name of a symbol for the dot of a time derivative."""


@dataclass(frozen=True)
class SymbolicBody:
    """A body in symbols.

    Attributes
    ----------
    q : tuple of symbols
        Centre of mass and angle; in space, Euler parameters e0 ... e3 (scalar first) instead of the angle.
    v : tuple of symbols
        Velocity of the centre of mass and angular velocity, ground axes.
    rates : tuple of expressions
        Time derivatives of q.
    position, rotation : matrices
        Of the centre of mass (3, 1), and from body axes to ground axes (3, 3).
    """

    q: tuple[Expr, ...]
    v: tuple[Expr, ...]
    rates: tuple[Expr, ...]
    position: Any
    rotation: Any


@dataclass(frozen=True)
class Feature:
    """A point or vector in ground axes, each entry a number or a mark that stands for an expression.

    Attributes
    ----------
    place, speed, change : tuple of expressions
        It, its velocity, and its acceleration while no body accelerates.
    slopes : tuple of tuples
        Derivatives of the speed by all velocities v, a row for each of the three components.
    """

    place: tuple[Expr, ...]
    speed: tuple[Expr, ...]
    change: tuple[Expr, ...]
    slopes: tuple[tuple[Expr, ...], ...]


@dataclass(frozen=True)
class Quantity:
    """A scalar of the motion: its value, its slopes by the velocities, its rate and what of its second derivative
    remains while nothing accelerates.
    """  # noqa: D205

    value: Expr
    slopes: tuple[Expr, ...]
    rate: Expr
    curvature: Expr


def planar_body(name: str, labels: Sequence[str]) -> SymbolicBody:
    """Return a body of a planar model."""
    sp = library()
    first, second = labels
    q = tuple(sp.Symbol(f"{part}_{name}", real=True) for part in (first, second, "theta"))
    v = tuple(sp.Symbol(f"{part}_{name}", real=True) for part in (first + DOT, second + DOT, "omega"))
    c, s = sp.cos(q[2]), sp.sin(q[2])
    rotation = sp.Matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return SymbolicBody(q, v, v, sp.Matrix([q[0], q[1], 0]), rotation)


def spatial_body(name: str) -> SymbolicBody:
    """Return a body in space: e' = (-e . w, e0 w + w x e) / 2 for the angular velocity w in ground axes."""
    sp = library()
    parts = ("x", "y", "z", "e0", "e1", "e2", "e3")
    q = tuple(sp.Symbol(f"{part}_{name}", real=True) for part in parts)
    rates = (*(p + DOT for p in parts[:3]), "omegax", "omegay", "omegaz")
    v = tuple(sp.Symbol(f"{part}_{name}", real=True) for part in rates)
    e0, e, w = q[3], sp.Matrix(q[4:]), sp.Matrix(v[3:])
    half = sp.Rational(1, 2)
    turning = (-half * e.dot(w), *(half * (e0 * w + w.cross(e))))
    a, b, c = e
    rotation = sp.Matrix(
        [
            [1 - 2 * (b**2 + c**2), 2 * (a * b - e0 * c), 2 * (a * c + e0 * b)],
            [2 * (a * b + e0 * c), 1 - 2 * (a**2 + c**2), 2 * (b * c - e0 * a)],
            [2 * (a * c - e0 * b), 2 * (b * c + e0 * a), 1 - 2 * (a**2 + b**2)],
        ]
    )
    return SymbolicBody(q, v, (*v[:3], *turning), sp.Matrix(q[:3]), rotation)


class Kinematics:
    """All bodies of a model in symbols; features and measures are worked out once.

    Parameters
    ----------
    resolved : Resolved
    number : callable
        Writes a number.
    named : Named
        Writes points and vectors, with the user's parameters in them.
    """

    def __init__(self, resolved: Resolved, number: Callable[[float], Expr], named: Named) -> None:
        self.sp, self.resolved, self.number, self.named = library(), resolved, number, named
        self.planar = resolved.space.planar
        names = _plain_names(resolved.solids)
        self.bodies = [planar_body(n, resolved.space.labels) if self.planar else spatial_body(n) for n in names]
        self.q = tuple(s for body in self.bodies for s in body.q)
        self.v = tuple(s for body in self.bodies for s in body.v)
        self.rates = dict(zip(self.q, (r for body in self.bodies for r in body.rates), strict=True))
        self.meanings: dict[Expr, Expr] = {}
        self._features: dict[Site, Feature] = {}
        self._turning: dict[int, tuple[Any, Any, Any, list[Any]]] = {}
        self._quantities: dict[Gauge, Quantity] = {}

    def along_motion(self, expression: Expr) -> Expr:
        """Return the time derivative of an expression while no body accelerates."""
        met = sorted(expression.free_symbols & self.rates.keys(), key=str)
        return self.sp.Add(*(expression.diff(s) * self.rates[s] for s in met))

    def turning(self, b: int) -> tuple[Any, Any, Any, list[Any]]:
        """Return the rotation of a body, two time derivatives, and the slopes of the first one by its velocities."""
        if b not in self._turning:
            body = self.bodies[b]
            first = body.rotation.applyfunc(self.along_motion)
            second = first.applyfunc(self.along_motion)
            slopes = [first.applyfunc(lambda entry, v=v: entry.diff(v)) for v in body.v]
            self._turning[b] = body.rotation, first, second, slopes
        return self._turning[b]

    def feature(self, site: Site) -> Feature:
        """Return a point or vector in ground axes with its derivatives."""
        if site not in self._features:
            self._features[site] = self._fixed(site) if site.body < 0 else self._moving(site)
        return self._features[site]

    def _fixed(self, site: Site) -> Feature:
        zero = (self.sp.Integer(0),) * 3
        return Feature(tuple(self._own(site)), zero, zero, ((self.sp.Integer(0),) * len(self.v),) * 3)

    def _moving(self, site: Site) -> Feature:
        """Return r + R s with r = 0 for a vector; s does not change in the body's axes."""
        body, own = self.bodies[site.body], self._own(site)
        R, first, second, by_velocity = self.turning(site.body)
        place, speed, shift = R * own, first * own, self.sp.zeros(3, len(body.v))
        if not site.vector:
            shifts = 2 if self.planar else 3
            place += body.position
            speed += self.sp.Matrix([*body.v[:shifts], *([0] * (3 - shifts))])
            shift[:shifts, :shifts] = self.sp.eye(shifts)
        start = site.body * len(body.v)
        slopes = self.sp.zeros(3, len(self.v))
        for j, turn in enumerate(by_velocity):
            slopes[:, start + j] = shift[:, j] + turn * own
        rows = tuple(tuple(self.mark(entry) for entry in slopes.row(k)) for k in range(3))
        marked = [tuple(self.mark(entry) for entry in m) for m in (place, speed, second * own)]
        return Feature(marked[0], marked[1], marked[2], rows)

    def spin(self, b: int) -> Any:
        """Return the angular velocity of a body in ground axes."""
        if b < 0:
            return self.sp.zeros(3, 1)
        v = self.bodies[b].v
        return self.sp.Matrix([0, 0, v[2]] if self.planar else v[3:])

    def mark(self, expression: Expr) -> Expr:
        """Return a mark for an expression, so that what is built on it stays short; `opened` puts it back."""
        if not expression.args:
            return expression
        made = self.sp.Symbol(f"mark{len(self.meanings)}", real=True)
        self.meanings[made] = expression
        return made

    def opened(self, expression: Expr) -> Expr:
        """Return an expression or matrix with what the marks stand for."""
        return expression.xreplace(self.meanings)

    def place(self, site: Site) -> Any:
        """Return a point or vector in ground axes, written out."""
        own = self._own(site)
        if site.body < 0:
            return own
        body = self.bodies[site.body]
        return body.rotation * own if site.vector else body.position + body.rotation * own

    def value(self, gauge: Gauge) -> Expr:
        """Return a measure alone, written out."""
        if self._is_flat(gauge):
            return self.quantity(gauge).value
        return FORMULAS[gauge.kind][1]([self.place(site) for site in gauge.sites], gauge.axis)

    def _own(self, site: Site) -> Any:
        """Return a point (from the centre of mass) or vector in body axes."""
        if (written := self.named.from_centre(site)) is not None:
            return written
        com = self.resolved.solids[site.body].com if site.body >= 0 and not site.vector else (0.0, 0.0, 0.0)
        return self.sp.Matrix([self.number(snapped(float(x - c))) for x, c in zip(site.xyz, com, strict=True)])

    def quantity(self, gauge: Gauge) -> Quantity:
        """Return a measure with its derivatives."""
        if gauge not in self._quantities:
            self._quantities[gauge] = self._turn(gauge) if self._is_flat(gauge) else self._general(gauge)
        return self._quantities[gauge]

    def _is_flat(self, gauge: Gauge) -> bool:
        """Return whether it is an angle between directions in the plane of a planar model."""
        turns = self.planar and gauge.kind in ("angle", "tilt")
        return turns and all(abs(site.xyz[2]) < 1e-12 for site in gauge.sites)

    def _turn(self, gauge: Gauge) -> Quantity:
        """Return an angle between directions in the plane, as the difference of their angles (up to full turns).

        angle: of v from u, positive towards n. tilt: of u from w, positive towards v.
        """
        first, towards, last = gauge.sites
        start, end, side = (first, last, towards) if gauge.kind == "angle" else (last, first, towards)
        base = start.xyz
        sign = 1 if base[0] * side.xyz[1] - base[1] * side.xyz[0] > 0 else -1
        value, rate = self.sp.Integer(0), self.sp.Integer(0)
        turn = atan2(end.xyz[1], end.xyz[0]) - atan2(base[1], base[0])
        for site, share in ((end, sign), (start, -sign)):
            if site.body >= 0:
                value += share * self.bodies[site.body].q[2]
                rate += share * self.bodies[site.body].v[2]
        value += self.number(snapped(sign * turn))
        return Quantity(value, tuple(rate.diff(s) for s in self.v), rate, self.sp.Integer(0))

    def _general(self, gauge: Gauge) -> Quantity:
        """Return any measure by the chain rule over its points and vectors."""
        symbols, value, gradient, second = derived(gauge.kind, gauge.axis)
        features = [self.feature(site) for site in gauge.sites]
        places, speeds, changes, by_velocity = (
            [entry for piece in part for entry in piece]
            for part in zip(*((f.place, f.speed, f.change, f.slopes) for f in features), strict=True)
        )
        put = dict(zip(symbols, places, strict=True))
        slopes = [g.xreplace(put) for g in gradient]
        curvature = self._sum(slopes, changes)
        for (i, j), entry in second.items():
            curvature += (1 if i == j else 2) * entry.xreplace(put) * speeds[i] * speeds[j]
        columns = tuple(self._sum(slopes, column) for column in zip(*by_velocity, strict=True))
        return Quantity(value.xreplace(put), columns, self._sum(slopes, speeds), curvature)

    def _sum(self, factors: Sequence[Expr], others: Sequence[Expr]) -> Expr:
        return self.sp.Add(*(a * b for a, b in zip(factors, others, strict=True) if b != 0))


def _plain_names(solids: Sequence[Solid]) -> list[str]:
    """Return the names of the bodies as they stand in symbols."""
    names = ["".join(c if c.isalnum() else "_" for c in solid.name) for solid in solids]
    if len(set(names)) < len(names):
        twice = next(s.name for s, n in zip(solids, names, strict=True) if names.count(n) > 1)
        raise ModelError(f"The symbols of body '{twice}' would be those of another body. Rename one of them.")
    return names
