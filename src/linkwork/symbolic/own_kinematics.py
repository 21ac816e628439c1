"""Points and vectors in symbols of natural and mixed coordinates, and of joint coordinates along a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.rotation import matrices
from ..model.equations import Site
from .bodies import Feature, Quantity, spatial_body
from .measures import FORMULAS
from .named import Named
from .numbers import Expr, library, snapped
from .programs import Translator

if TYPE_CHECKING:
    from ..coordinates.natural import Natural
    from ..coordinates.natural_frames import Direction
    from ..coordinates.relative import Limb, Tree
    from ..model.equations import Gauge


class OwnKinematics:
    """Coordinates q with velocities v, points and vectors of bodies in them, and conditions of their own.

    Attributes
    ----------
    q, v, rates : list of expressions
        Coordinates, velocities, and the rates of the coordinates in these.
    names : list of str
        Of the coordinates, as in `linkwork.Equations`.
    planar : bool
    """

    planar: bool

    def __init__(self, named: Named, translator: Translator) -> None:
        self.sp, self.named, self.translator, self.number = library(), named, translator, translator.number
        self.q: list[Expr] = []
        self.v: list[Expr] = []
        self.rates: list[Expr] = []

    def symbols(self, letter: str, owner: str) -> Expr:
        """Take up a coordinate with its velocity; return its symbol."""
        plain = "".join(c if c.isalnum() else "_" for c in owner)
        self.q.append(self.sp.Symbol(f"{letter}_{plain}", real=True))
        self.v.append(self.sp.Symbol(f"{letter}dot_{plain}", real=True))
        self.rates.append(self.v[-1])
        return self.q[-1]

    def place(self, site: Site) -> Any:
        """Return a point or vector in ground axes."""
        raise NotImplementedError

    def placed(self, body: int, vector: bool, local: Any) -> Any:
        """Return a point or vector of a body, given in its axes, in ground axes."""
        raise NotImplementedError

    def speed(self, place: Any) -> Any:
        """Return the time derivative of a column of expressions of q, linear in v."""
        return place.jacobian(self.q) * self.sp.Matrix(self.rates) if self.q else 0 * place

    def slopes(self, place: Any) -> Any:
        """Return the derivatives of its speed by the velocities (rows, n)."""
        speed = self.speed(place)
        return speed.jacobian(self.v) if self.v else self.sp.zeros(len(place), 0)

    def change(self, place: Any) -> Any:
        """Return its second time derivative while v does not change."""
        return self.speed(self.speed(place))

    def feature(self, site: Site) -> Feature:
        """Return a point or vector in ground axes with its derivatives."""
        place = self.place(site)
        slopes = self.slopes(place)
        rows = tuple(tuple(slopes.row(k)) for k in range(3))
        return Feature(tuple(place), tuple(self.speed(place)), tuple(self.change(place)), rows)

    def quantity(self, gauge: Gauge) -> Quantity:
        """Return a measure with its derivatives."""
        value = self.sp.Matrix([self.value(gauge)])
        return Quantity(value[0], tuple(self.slopes(value)), self.speed(value)[0], self.change(value)[0])

    def spin(self, body: int) -> Any:
        """Return the angular velocity of a body in ground axes, half the sum of e x e' over its axes."""
        if body < 0:
            return self.sp.zeros(3, 1)
        axes = [self.placed(body, True, self.sp.eye(3)[:, k]) for k in range(2 if self.planar else 3)]
        terms = [axis.cross(self.speed(axis)) for axis in axes]
        return sum(terms, start=self.sp.zeros(3, 1)) / 2

    def value(self, gauge: Gauge) -> Expr:
        """Return a measure."""
        return FORMULAS[gauge.kind][1]([self.place(site) for site in gauge.sites], gauge.axis)

    def conditions(self) -> list[Expr]:
        """Return what vanishes beside the equations of joints and drivers."""
        return []


class NaturalKinematics(OwnKinematics):
    """Basic points and unit vectors; `measured` are gauges that are coordinates as well, by name."""

    def __init__(
        self, natural: Natural, measured: tuple[tuple[str, Gauge], ...], named: Named, translator: Translator
    ) -> None:
        super().__init__(named, translator)
        self.natural, self.planar = natural, natural.dim == 2
        items, labels = natural.elements.items, natural.elements.space.labels
        self._items: dict[int, Any] = {}
        for i in natural.layout.moving:
            own = [self.symbols(label, items[i].name) for label in labels]
            self._items[i] = self.sp.Matrix([*own, *([self.sp.Integer(0)] * (3 - len(own)))])
        self.measured = {gauge: self.symbols(_letter(gauge), name.removesuffix(".angle")) for name, gauge in measured}

    @property
    def carries_masses(self) -> bool:
        """Whether points and vectors are those that a mass matrix needs, too."""
        from ..coordinates.natural import Natural

        gauges = tuple((str(symbol), gauge) for gauge, symbol in self.measured.items())
        return self.natural.names == Natural(self.natural.plan, gauges, massive=True).names

    def element(self, number: int) -> Any:
        """Return a basic point or vector."""
        item = self.natural.elements.items[number]
        if item.fixed is None:
            return self._items[number]
        return self.named.place(Site(-1, item.vector, _three(item.fixed)))

    def local(self, body: int, number: int) -> Any:
        """Return a basic point or vector in the axes of a body."""
        item = self.natural.elements.items[number]
        return self.named.place(Site(body, item.vector, _three(item.sites[body])))

    def _direction(self, d: Direction) -> Any:
        return self.element(d.head) if d.vector else self.element(d.head) - self.element(d.tail)

    def _own(self, body: int, d: Direction) -> Any:
        return self.local(body, d.head) if d.vector else self.local(body, d.head) - self.local(body, d.tail)

    def _carried(self, body: int, local: Any, vector: bool) -> Any:
        """Return a point or vector of a body from the directions that carry it, p0 + k1 b1 + ..."""
        frame = self.natural.elements.frames[body]
        arm = local if vector else local - self.local(body, frame.origin)
        start = self.sp.zeros(3, 1) if vector else self.element(frame.origin)
        own, directions = [self._own(body, d) for d in frame.base], [self._direction(d) for d in frame.base]
        if self.planar:
            turn = self.sp.Matrix([[0, -1, 0], [1, 0, 0], [0, 0, 0]])
            own, directions = [own[0], turn * own[0]], [directions[0], turn * directions[0]]
            start = start + self.sp.Matrix([0, 0, arm[2]])
            shares = [self.sp.cancel(b.dot(arm) / own[0].dot(own[0])) for b in own]
        else:
            basis = self.sp.Matrix.hstack(*own)
            shares = list((basis.T * basis).LUsolve(basis.T * arm).applyfunc(self.sp.simplify))
        for share, direction in zip(shares, directions, strict=True):
            start = start + share * direction
        return start

    def placed(self, body: int, vector: bool, local: Any) -> Any:
        """Return a point or vector of a body, linear in the coordinates."""
        return self._carried(body, local, vector)

    def place(self, site: Site) -> Any:
        """Return a point or vector in ground axes, linear in the coordinates."""
        local = self.named.place(site)
        return local if site.body < 0 else self._carried(site.body, local, site.vector)

    def conditions(self) -> list[Expr]:
        """Return the rigid-body conditions: scalar products, then combinations, then points on axes."""
        of = self.natural.conditions
        found = [self._product(c) for c in of if c.kind not in ("combination", "axis")]
        dim = self.natural.dim
        for c in (c for c in of if c.kind == "combination"):
            item = self.natural.elements.items[c.element]
            carried = self._carried(c.body, self.local(c.body, c.element), item.vector)
            found += list(self.element(c.element) - carried)[:dim]
        for line in self.natural.elements.lines:
            axis = self.natural.elements.find(line.axis)
            assert axis is not None
            found += list((self.place(line.b) - self.place(line.a)).cross(self.element(axis)))
        return found

    def _product(self, condition: Any) -> Expr:
        """Return a . b less what it is in body axes."""
        if condition.kind == "unit":
            (number,) = {k // self.natural.dim for k in condition.a.A.any(axis=0).nonzero()[0]}
            u = self._items[self.natural.layout.moving[number]]
            return u.dot(u) - 1
        one, other = condition.directions
        value = self._own(condition.body, one).dot(self._own(condition.body, other))
        return self._direction(one).dot(self._direction(other)) - self.sp.simplify(value)


class TreeKinematics(OwnKinematics):
    """Joint coordinates along a spanning tree; in the plane angles of bodies are sums of those of joints."""

    def __init__(self, tree: Tree, planar: bool, named: Named, translator: Translator) -> None:
        super().__init__(named, translator)
        self.planar = planar
        zero = self.sp.Integer(0)
        self._poses: dict[int, tuple[Any, Any, Expr]] = {-1: (self.sp.eye(3), self.sp.zeros(3, 1), zero)}
        for limb in tree.limbs:
            nodes = [tree.geometry[i] for i in range(limb.first, limb.last)]
            self._poses[limb.body] = self._hang(limb, nodes, iter(tree.names[int(tree.nodes["place"][limb.first]) :]))

    def _hang(self, limb: Limb, nodes: list[Any], names: Iterator[str]) -> tuple[Any, Any, Expr]:
        """Return rotation, origin and, in the plane, angle of the body of a joint from those of its carrier."""
        start, end = (limb.a, limb.b) if limb.forward else (limb.b, limb.a)
        R, origin, angle = self._poses[limb.carrier]
        P = origin + R * self.named.place(Site(start.body, False, _three(start.point)))
        steps = (limb.motion if limb.forward else limb.motion[::-1]) or ("weld",)
        for step, node in zip(steps, nodes, strict=True):
            axis = self.sp.Matrix([self.number(snapped(float(node[k]))) for k in ("ax", "ay", "az")])
            rest = matrices(np.array([node[k] for k in ("qw", "qx", "qy", "qz")]))
            turn = self.sp.Matrix(3, 3, [self.number(snapped(float(x))) for x in rest.ravel()])
            if step.startswith("turn"):
                theta = self._named_symbol("theta", next(names))
                angle += axis[2] * theta
                turn = self._about(axis, theta) * turn
            elif step.startswith("slide"):
                P = P + R * axis * self._named_symbol("s", next(names))
            elif step == "ball":
                turn = self._ball(next(names).rpartition(".")[0]) * turn
            angle += self.number(snapped(float(np.arctan2(rest[1, 0], rest[0, 0])))) if self.planar else 0
            R = self._about(self.sp.Matrix([0, 0, 1]), angle) if self.planar else R * turn
        return R, P - R * self.named.place(Site(end.body, False, _three(end.point))), angle

    def _named_symbol(self, letter: str, name: str) -> Expr:
        return self.symbols(letter, name.removesuffix(".angle").removesuffix(".translation"))

    def _about(self, axis: Any, angle: Expr) -> Any:
        """Return the rotation about an axis: c 1 + s axis~ + (1 - c) axis axis^T."""
        c, s = self.sp.cos(angle), self.sp.sin(angle)
        x, y, z = axis
        skew = self.sp.Matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        return c * self.sp.eye(3) + s * skew + (1 - c) * axis * axis.T

    def _ball(self, owner: str) -> Any:
        """Take up the Euler parameters of a ball with its angular velocity; return the rotation."""
        free = spatial_body("".join(c if c.isalnum() else "_" for c in owner))
        self.q += free.q[3:]
        self.v += free.v[3:]
        self.rates += free.rates[3:]
        return free.rotation

    def placed(self, body: int, vector: bool, local: Any) -> Any:
        """Return a point or vector of a body by its rotation and origin."""
        R, origin, _ = self._poses[body]
        return R * local if vector else origin + R * local

    def place(self, site: Site) -> Any:
        """Return a point or vector in ground axes."""
        return self.placed(site.body, site.vector, self.named.place(site))

    def value(self, gauge: Gauge) -> Expr:
        """Return a measure; an angle in the plane is the difference of those of its directions, up to full turns."""
        if not (self.planar and gauge.kind == "angle" and all(abs(site.xyz[2]) < 1e-12 for site in gauge.sites)):
            return super().value(gauge)
        start, side, end = gauge.sites
        sign = 1 if start.xyz[0] * side.xyz[1] - start.xyz[1] * side.xyz[0] > 0 else -1
        turn = float(np.arctan2(end.xyz[1], end.xyz[0]) - np.arctan2(start.xyz[1], start.xyz[0]))
        between = self._poses[end.body][2] - self._poses[start.body][2]
        return sign * between + self.number(snapped(sign * turn))


def _letter(gauge: Gauge) -> str:
    return "s" if gauge.kind in ("distance", "along", "component") else "theta"


def _three(values: Any) -> tuple[float, float, float]:
    x, y, *rest = (float(v) for v in values)
    return x, y, rest[0] if rest else 0.0
