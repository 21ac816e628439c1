"""One small model for every kind of joint, random poses and prescribed motions for it, differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numba
import numpy as np

import linkwork as lw
from linkwork.base.measure import WRAPPED
from linkwork.coordinates.plan import Plan
from linkwork.joints import REGISTRY
from linkwork.kernels.contacts.on_curves import touch
from linkwork.kernels.geometry.features import displace, gather, move_features
from linkwork.kernels.geometry.measures import CONTACT
from linkwork.kernels.geometry.other_measures import gauge_rates
from linkwork.kernels.kinematics.motion import evaluate, set_time
from linkwork.kernels.kinematics.rows import right_side
from linkwork.model.equations import Equation, Gauge
from linkwork.solve.engine import Engine

Array = np.ndarray[Any, np.dtype[np.float64]]


@cache
def door_to(function: Any) -> Any:
    """Return a kernel that can be called from Python: those meant for other kernels only have no door."""
    return numba.njit(error_model="numpy", _nrt=False)(function.py_func)


right_side, gather = door_to(right_side), door_to(gather)

EXPRESSIONS = {
    "relative": "distance(one.P, two.Q)^2 - 0.5*distance(one.R, two.Q) - 0.3",
    "absolute": "distance(one.P, two.Q)*two.x - sin(3*t)*two.angle + exp(0.2*two.Q.y)",
    "skating": "rate(two.x)*sin(two.angle) - rate(two.y)*two.x + 0.2*cos(t)*rate(distance(one.P, two.Q)) - 0.1*t",
}
PROPORTIONS = {
    "relative": "distance(one.P, two.Q) = 0.5*distance(one.R, two.Q) + 0.3",
    "absolute": "two.x - 0.4*two.angle = 0.2*distance(one.P, two.Q)",
}
"""Equations for couplings, which are linear."""

GIVEN: dict[str, tuple[dict[str, Any], ...]] = {
    "gear": (
        {"radius_a": 0.7, "radius_b": 0.4, "pressure_angle": 0.3, "helix_angle": 0.2},
        {"teeth_a": 20, "teeth_b": 30, "mesh": "internal", "pressure_angle": 0.3},
        {"ratio": 1.7},
    ),
    "bevel_gear": ({"radius_a": 0.7, "radius_b": 0.4, "pressure_angle": 0.3}, {"ratio": 1.7}),
    "crossed_gear": ({"radius_a": 0.7, "radius_b": 0.4}, {"ratio": 1.7, "helix_angle": 0.2, "pressure_angle": 0.3}),
    "rack": ({"radius": 0.7}, {"radius": 0.7, "pressure_angle": 0.3}),
    "belt": ({"radius_a": 0.7, "radius_b": 0.4}, {"radius_a": 0.7, "radius_b": 0.4, "strands": "crossed"}),
}
"""Fields of joints that take some of them only."""

SAMPLES = {"length": 0.7, "angle": 0.4, "number": 5.0}
"""Values of the numeric fields of a joint, by dimension."""
OWN_SAMPLES = {"edge": 0.1, "track_radius": 1.9, "surface_radius": 1.9}
"""Values of fields that must fit the others of their joint, by name."""

CURVES = {"curve": lw.ellipse(0.5, 0.3), "curve_b": lw.polar("0.4 + 0.05*cos(2*u)")}
"""Closed curves that bulge everywhere, for the fields that take one."""

_EGG = "x^2 + 2*y^2 + 1.5*z^2 + 0.3*x*z + 0.2*x*exp(0.5*y) - 0.3"
SURFACES = dict.fromkeys(("sphere_on_surface", "disc_on_surface", "surface_on_plane"), _EGG)
"""Surfaces that bulge everywhere, about their origin."""

MORE: dict[str, tuple[dict[str, Any], ...]] = {
    "point_on_curve": ({"curve": lw.curve("0.5*cos(u)", "0.3*sin(u)", (0, "2*pi"), "0.1*sin(u + 1)", closed=True)},),
}
"""Further fields to try: a curve in space."""

INNER = ("side", "side_a", "side_b")
"""Fields that turn a curve inside out: bodies that lie apart touch the outside of each other."""
RELEASES = ("lifts", "restitution", "friction", "friction_static")
"""Fields that change no equation, but when it holds."""

PULLEYS = (lw.pulley("two.Q", 0.04, "right"), lw.pulley("two", 0.03, slip=False))
"""Pulleys on the way of a cable."""
DRUMS = {"drum_a": 0.02, "drum_b": 0.05}
"""Small radii: a cable with them has a way wherever its ends are."""

AXES = {
    # Main axis and reference direction of the markers on the first and on the second body.
    "oblique": (((0.3, -0.5, 0.7), (1.0, 0.4, -0.2)), ((-0.6, 0.2, 0.5), (0.3, 1.0, 0.1))),
    "normal": (((0.0, 0.0, 1.0), (0.8, 0.6)), ((0.0, 0.0, 1.0), (-0.28, 0.96))),
    "inside": (((0.8, 0.6), None), ((0.28, 0.96), None)),
}


@dataclass(frozen=True)
class Case:
    """A joint of one kind between two moving bodies, or between the ground and a moving body.

    Attributes
    ----------
    kind : str
    plane : str or None
    axes : str
        How the markers' axes lie, see AXES.
    options : tuple of (name, value)
        The joint's own fields.
    grounded : bool
        Whether the first body is the ground.
    """

    kind: str
    plane: str | None
    axes: str
    options: tuple[tuple[str, Any], ...] = ()
    grounded: bool = False

    def __str__(self) -> str:
        words = [value for _, value in self.options if isinstance(value, str)]
        words += [f"{name}" for name, value in self.options if value is True]
        words += [value.KIND for _, value in self.options if isinstance(value, lw.Curve)]
        words += [name for name, _ in self.options if self.kind in GIVEN]
        where = "plane" if self.plane else "space"
        ground = ["grounded"] if self.grounded else []
        return "-".join([self.kind, where, *([self.axes] if self.plane else []), *words, *ground])

    @property
    def planar(self) -> bool:
        return self.plane is not None

    @property
    def relative(self) -> bool:
        """Whether its equations know the two bodies only, not the ground."""
        words = dict(self.options)
        return not self.grounded and words.get("expression") not in ("absolute", "skating")

    @property
    def alone(self) -> bool:
        """Whether it closes by itself: teeth and pins in slots need bearings for their wheels, cables a clear way."""
        return not self.model().joints["J"].held() and self.kind not in ("cable", "geneva")

    def model(self, swapped: bool = False, driven: bool = False) -> lw.Mechanism:
        """Return the mechanism with this joint, called J; swapped: with its ends exchanged."""
        m = lw.Mechanism(str(self), plane=self.plane)
        one = m.ground if self.grounded else m.body("one", com=self._vector(0.1, -0.2, 0.3))
        two = m.body("two", com=self._vector(-0.3, 0.1, 0.2))
        one.point("P", self._vector(0.4, 0.3, -0.2))
        one.point("R", self._vector(-0.2, 0.5, 0.6))
        two.point("Q", self._vector(0.1, -0.6, 0.3))
        (z_a, x_a), (z_b, x_b) = AXES[self.axes]
        a = one.at(self._vector(0.3, -0.4, 0.5), z=z_a, x=x_a)
        b = two.at(self._vector(-0.5, 0.2, 0.1), z=z_b, x=x_b)
        options = dict(self.options)
        if "expression" in options:
            texts = PROPORTIONS if self.kind == "coupling" else EXPRESSIONS
            options["expression"] = texts[options["expression"]]
            m.joint(self.kind, "J", **options)
        else:
            if swapped:
                a, b, options = b, a, _reversed(options)
            m.joint(self.kind, "J", a, b, **options)
        if driven:
            for k, name in enumerate(m.joints["J"].coordinates()):
                m.drive(f"J.{name}", f"0.3 + 0.2*sin({3 + k}*t) + 0.1*t^2")
        if options.get("hold") is False:  # a length that nothing else keeps
            m.drive("J.length", "0.7 + 0.2*sin(3*t) + 0.1*t^2")
        return m

    def _vector(self, x: float, y: float, z: float) -> tuple[float, ...]:
        return (x, y) if self.planar else (x, y, z)


def _reversed(options: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a joint for exchanged ends: words with a hyphen read backwards."""
    return {
        name: "-".join(reversed(value.split("-"))) if isinstance(value, str) and "-" in value else value
        for name, value in options.items()
    }


def _options(kind: str) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Yield the fields to try for a kind of joint: every word of a choice, a number for a quantity."""
    if kind in GIVEN:
        yield from (tuple(given.items()) for given in GIVEN[kind])
        return
    alternatives: list[list[tuple[str, Any]]] = []
    for name, f in REGISTRY[kind].options().items():
        if name in INNER + RELEASES:
            continue
        if "choices" in f.metadata:
            alternatives.append([(name, word) for word in f.metadata["choices"]])
        elif "surface" in f.metadata:
            alternatives.append([(name, SURFACES.get(kind, "x^2 + 2*y^2 + 0.5*sin(z) - 1"))])
        elif "curve" in f.metadata:
            alternatives.append([(name, CURVES[name])])
        elif isinstance(f.default, bool):
            alternatives.append([(name, False), (name, True)])
        elif "pulleys" in f.metadata:
            alternatives.append([(name, ()), (name, PULLEYS)])
        elif name in DRUMS:
            alternatives.append([(name, DRUMS[name])])
        elif "dimension" in f.metadata:
            alternatives.append([(name, OWN_SAMPLES.get(name, SAMPLES[f.metadata["dimension"]]))])
        elif "expression" in f.metadata:
            alternatives.append([(name, word) for word in (PROPORTIONS if kind == "coupling" else EXPRESSIONS)])
    yield from product(*alternatives)
    yield from (tuple(given.items()) for given in MORE.get(kind, ()))


def _fits(case: Case) -> bool:
    try:
        case.model().check()
    except lw.ModelError:
        return False
    return True


def all_cases() -> list[Case]:
    """Return every kind of joint in plane and space, with every choice of its fields, wherever it fits."""
    tried = [
        Case(kind, plane, axes, options, grounded)
        for kind in sorted(REGISTRY)
        for options in _options(kind)
        for plane, axes in (("xy", "normal"), ("xy", "inside"), (None, "oblique"))
        for grounded in (False, True)
        if REGISTRY[kind].ENDS or not grounded
    ]
    return [case for case in tried if _fits(case)]


CASES = all_cases()
ALONE = [case for case in CASES if case.alone]
"""The cases that need no other joints to move as they should."""

BETWEEN = [case for case in CASES if case.relative]
"""The cases between two moving bodies."""


# ---- poses --------------------------------------------------------------------------------------


def rotation_of(e: Array) -> Array:
    """Return the rotation matrix of unit Euler parameters (w, x, y, z)."""
    w, v = e[0], e[1:]
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * k + 2 * k @ k


def product_of(e: Array, f: Array) -> Array:
    """Return the product of two quaternions: first f, then e."""
    return np.array([e[0] * f[0] - e[1:] @ f[1:], *(e[0] * f[1:] + f[0] * e[1:] + np.cross(e[1:], f[1:]))])


def random_pose(plan: Plan, rng: np.random.Generator) -> Array:
    """Return a random pose in which no measure of the model is near a singular place of its own.

    Lengths in expressions, which may divide by them, are well away from zero.
    """
    gauges = [g for e in plan.equations for g in e.gauges]
    divisors = [g for e in plan.equations if e.program is not None for g in e.gauges if g.kind == "along"]
    for _ in range(1000):
        q = np.zeros((len(plan.resolved.solids), 7))
        for pose in q:
            if plan.resolved.space.planar:
                angle = rng.uniform(-np.pi, np.pi)
                pose[:] = [*rng.normal(size=2), 0, np.cos(angle / 2), 0, 0, np.sin(angle / 2)]
            else:
                pose[:3], pose[3:] = rng.normal(size=3), rng.normal(size=4)
                pose[3:] /= np.linalg.norm(pose[3:])
        far = all(abs(FORMULAS[g.kind](placed(g, plan, q), g.axis)) > 0.3 for g in divisors)
        regular = far and all(is_regular(g, plan, q) for g in gauges)
        if regular and all(is_outside(e, plan, q) for e in plan.equations):
            return q
    raise AssertionError("no regular pose found in 1000 random ones")


def placed(gauge: Gauge, plan: Plan, q: Array) -> list[Array]:
    """Return the points and vectors of a gauge in ground axes, worked out apart from the kernels."""
    out = []
    for site in gauge.sites:
        xyz = np.array(site.xyz)
        if site.body < 0:
            out.append(xyz)
            continue
        turn = rotation_of(q[site.body, 3:])
        com = plan.resolved.solids[site.body].com
        out.append(turn @ xyz if site.vector else q[site.body, :3] + turn @ (xyz - com))
    return out


def is_outside(equation: Equation, plan: Plan, q: Array) -> bool:
    """Return whether the bodies of a contact are well apart, so that there is one foot on each."""
    if equation.surface is not None and equation.surface.kind != "hull":  # tangents end where the normal is -z
        place = np.array([FORMULAS["along"](placed(gauge, plan, q), 0) for gauge in equation.gauges[:3]])
        return bool(1.5 < np.linalg.norm(place) < 4.0 and place[2] > 0.2 * np.linalg.norm(place))
    if equation.contact is None:
        return True
    xi, eta = (FORMULAS["along"](placed(gauge, plan, q), 0) for gauge in equation.gauges[:2])
    return bool(1.5 < np.hypot(xi, eta) < 4.0)


def is_regular(gauge: Gauge, plan: Plan, q: Array) -> bool:
    """Return whether a measure is well away from where its derivatives grow without bound.

    Tilt: opposed axes; angle: the projected direction vanishes; pitch: 90 degrees; distance: zero.
    """
    f = placed(gauge, plan, q)
    if gauge.kind == "tilt":
        return bool(f[0] @ f[2] > -0.7)
    if gauge.kind == "angle":
        return bool(np.hypot(f[0] @ f[2], f[1] @ f[2]) > 0.3)
    if gauge.kind == "heading":
        return bool(np.hypot(f[0] @ (f[3] - f[2]), f[1] @ (f[3] - f[2])) > 0.3)
    if gauge.kind == "pitch":
        return bool(abs(f[0] @ f[1]) < 0.9)
    if gauge.kind == "distance":
        return bool(np.linalg.norm(f[1] - f[0]) > 0.3)
    return True


# ---- measures in plain geometry -----------------------------------------------------------------


def _tilt(f, axis):
    c = f[0] @ f[2]
    return np.arccos(np.clip(c, -1, 1)) / np.sqrt(1 - c * c) * (f[0] @ f[1])


# Values in plain words of geometry, on points and vectors in ground axes.
FORMULAS = {
    "component": lambda f, axis: (f[1] - f[0])[axis],
    "along": lambda f, axis: f[0] @ (f[2] - f[1]),
    "dot": lambda f, axis: f[0] @ f[1],
    "distance": lambda f, axis: np.linalg.norm(f[1] - f[0]),
    "tilt": _tilt,
    "angle": lambda f, axis: np.arctan2(f[1] @ f[2], f[0] @ f[2]),
    "pitch": lambda f, axis: np.arcsin(f[0] @ f[1]),
    "heading": lambda f, axis: np.arctan2(f[1] @ (f[3] - f[2]), f[0] @ (f[3] - f[2])),
    "triple": lambda f, axis: np.cross(f[0], f[1]) @ (f[3] - f[2]),
}


def without_turns(equation: Equation, off: float) -> float:
    """Return a difference of two residuals without the full turns of the angles in them, up to one of each."""
    weights = equation.weights or (1.0,) * len(equation.gauges)
    turning = [2 * np.pi * w for g, w in zip(equation.gauges, weights, strict=True) if g.kind in WRAPPED]
    if not turning or equation.program is not None:
        return off
    if equation.single:
        return off - turning[0] * np.round(off / turning[0])
    return min((off - sum(n) for n in product(*([k * turn for k in (-1, 0, 1)] for turn in turning))), key=abs)


# ---- prescribed motions -------------------------------------------------------------------------


class Prescribed:
    """A smooth motion of every body, in closed form: it does not heed the joints.

    Centre: r(t) = r0 + c1 sin(t + c2) (each component). Attitude: a turn f(t) about the ground's z
    after a turn g(t) about x after the first attitude; w = f' ez + g' u with u = Rz(f) ex.
    """

    def __init__(self, q: Array, planar: bool, rng: np.random.Generator) -> None:
        self.q, self.planar = q, planar
        self.size, self.phase = rng.uniform(0.3, 1.0, (2, len(q), 5))
        if planar:
            self.size[:, [2, 4]] = 0.0

    def at(self, t: float) -> tuple[Array, Array]:
        """Return poses (bodies, 7) and motions (bodies, 3, 6) at time t."""
        q, v = np.zeros_like(self.q), np.zeros((len(self.q), 3, 6))
        for b in range(len(q)):
            waves = [self.size[b] * np.sin(t + self.phase[b] + n * np.pi / 2) for n in range(4)]
            start = self.size[b] * np.sin(self.phase[b])
            (f, g), (f1, g1), (f2, g2), (f3, g3) = (w[3:] - (start[3:] if n == 0 else 0) for n, w in enumerate(waves))
            q[b, :3] = self.q[b, :3] + waves[0][:3] - start[:3]
            about_z = np.array([np.cos(f / 2), 0, 0, np.sin(f / 2)])
            about_x = np.array([np.cos(g / 2), np.sin(g / 2), 0, 0])
            q[b, 3:] = product_of(about_z, product_of(about_x, self.q[b, 3:]))
            ez, u = np.array([0.0, 0.0, 1.0]), np.array([np.cos(f), np.sin(f), 0.0])
            u1 = f1 * np.cross(ez, u)
            u2 = f2 * np.cross(ez, u) + f1 * np.cross(ez, u1)
            for n in range(3):
                v[b, n, :3] = waves[n + 1][:3]
            v[b, 0, 3:] = f1 * ez + g1 * u
            v[b, 1, 3:] = f2 * ez + g2 * u + g1 * u1
            v[b, 2, 3:] = f3 * ez + g3 * u + 2 * g2 * u1 + g1 * u2
        return q, v


def residual_jet(engine: Engine, q: Array, v: Array, t: float, unknown: int = 4) -> Array:
    """Return Phi and its three time derivatives (equations, 4) along the motion v, by the kernels.

    unknown : int
        Derivatives of the motion from this order on are taken as zero, as the solver does to get
        the right sides: column n is then minus the right side of order n.
    """
    w = engine.work
    out = np.zeros((len(engine.plan.equations), 4))
    out[:, 0] = engine.residuals(q, t)
    set_time(w.H, t)
    evaluate(w.H, t, q)
    known = v.copy()
    known[:, unknown - 1 :] = 0.0
    for n in range(1, 4):
        move_features(w.bodies, w.features, q, known, n, w.X)
        for i, measure in enumerate(w.measures):
            if measure["kind"] == CONTACT:
                touch(w.H, i, n, False)
                loose = w.measured[i].copy()
                touch(w.H, i, n, True)  # the short way of rigid bodies, to the rounding of sums of third derivatives
                np.testing.assert_allclose(w.measured[i], loose, rtol=0, atol=1e-12 * (1.0 + np.abs(loose).max()))
            else:
                gauge_rates(w.H, i, n)
        right_side(w.H, t, n, w.rhs)
        out[:, n] = -w.rhs[engine.plan.position_in_table]
    return out


def freedoms_of(engine: Engine, v: Array, order: int) -> Array:
    """Return the unknowns of one order (1 velocity ...) as one column, body by body."""
    x = np.zeros_like(engine.work.x)
    gather(v, order - 1, x)
    return x.ravel()


def moved(q: Array, x: Array, scale: float) -> Array:
    """Return the poses displaced by scale * x, where x is (bodies, freedoms)."""
    out = q.copy()
    displace(out, np.ascontiguousarray(x), scale)
    return out


# ---- differences --------------------------------------------------------------------------------

SIXTH = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
"""Weights of the central difference of sixth order: f'(0) = sum w_k (f(k h) - f(-k h)) / h."""


def slope(function: Callable[[float], Array], h: float, wrapped: Sequence[bool] | None = None) -> Array:
    """Return the derivative of a function at 0 by the central difference of sixth order.

    wrapped : which entries are angles that may jump by a full turn.
    """
    total: Any = 0.0
    for k, weight in SIXTH.items():
        difference = function(k * h) - function(-k * h)
        if wrapped is not None:
            turns = 2 * np.pi * np.round(difference / (2 * np.pi))
            difference = difference - turns * np.asarray(wrapped)
        total = total + weight * difference / h
    return total
