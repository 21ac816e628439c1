"""Random parts that switch: stops, contacts, friction, motors, efforts with decisions, sampled controllers, drivers.

Every part is added to the mechanism as users write it, and keeps its law as a plain function of the quantity, its rate
and time, for the check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from mechanics import GROUND, States
from quantities import (
    COORDINATES,
    Quantity,
    body_coordinate,
    distance,
    free_motions,
    height,
    joint_coordinate,
    units_of,
)
from random_mechanisms import Link, Sample, unit

import linkwork as lw

Array = np.ndarray[Any, np.dtype[np.float64]]
Law = Callable[[float, float, float], float]


@dataclass(frozen=True)
class Part:
    """A part in numbers: what it acts along, its law, and further numbers of its kind.

    law : value by quantity, rate and time; None where reactions and events decide
    stored : elastic energy by the quantity, of compliant stops and contacts
    source : whether it may put energy into the mechanism
    """

    kind: str
    name: str
    quantity: Quantity
    law: Law | None = None
    stored: Callable[[float], float] | None = None
    source: bool = False
    link: Link | None = None
    numbers: dict[str, float] = field(default_factory=dict)


@dataclass
class Bench:
    """What a part is made from: the mechanism, its state at the start, chance, and the name of the part."""

    made: Sample
    states: States
    rng: np.random.Generator
    name: str = ""

    @property
    def model(self) -> lw.Mechanism:
        """The mechanism in Linkwork's words."""
        return self.made.model

    def start(self, quantity: Quantity) -> float:
        """Return where a quantity starts; an angle in the turn in which Linkwork counts it."""
        value = quantity.value(self.states)
        if not quantity.turns:
            return value
        told = float(self.assembly.motion.measure(quantity.text).value[0])
        return value + 2.0 * np.pi * round((told - value) / (2.0 * np.pi))

    @cached_property
    def assembly(self) -> Any:
        """The mechanism put together, without forces."""
        return self.made.model.assemble()

    def size(self, bodies: tuple[str, ...]) -> float:
        """Return the size of the smallest of some bodies [m]."""
        return min(self.made.sizes[b] for b in bodies)

    def mass(self, bodies: tuple[str, ...]) -> float:
        """Return the mass of the lightest of some bodies [kg]; a massless one counts as one of 0.1 kg."""
        return min(self.made.masses[b].mass or 0.1 for b in bodies if b != GROUND)

    def effort(self, quantity: Quantity) -> float:
        """Return an effort along a quantity that moves its bodies: a few weights [N], [N m]."""
        arm = self.size(quantity.bodies) if quantity.turns else 1.0
        return float(self.rng.uniform(2, 20) * self.mass(quantity.bodies) * self.size(quantity.bodies) * arm)

    def span(self, quantity: Quantity) -> float:
        """Return a short way along a quantity [m], [rad]."""
        return float(10.0 ** self.rng.uniform(-3, -1) * (1.0 if quantity.turns else self.size(quantity.bodies)))

    def joint(self) -> tuple[Link, Quantity] | None:
        """Return a joint with a coordinate, and it; or None."""
        known = [(link, what) for link in self.made.links for what in COORDINATES.get(link.kind, ())]
        if not known:
            return None
        link, what = known[int(self.rng.integers(len(known)))]
        return link, joint_coordinate(self.made, link, what)

    def moves(self, quantities: Iterable[Quantity]) -> bool:
        """Return whether the joints let all of some quantities change."""
        units = units_of(self.made, max(self.made.sizes.values()))
        free = free_motions(self.made, self.states, units)
        rows = [quantity.row(self.states) * units for quantity in quantities]
        return all(float(np.linalg.norm(row @ free)) > 1e-3 * float(np.linalg.norm(row)) for row in rows)

    def points(self) -> tuple[str, Array, str, Array]:
        """Return two bodies, of which the first may be the ground, and a point of each."""
        names = list(self.made.masses)
        b = str(self.rng.choice(names))
        a = str(self.rng.choice([GROUND, *(n for n in names if n != b)]))
        flat = np.array([1.0, 1.0, not self.made.planar])
        point_a, point_b = (self.rng.uniform(-0.5, 0.5, 3) * flat * self.made.sizes[n] for n in (a, b))
        return a, point_a, b, point_b

    def marker(self, body: str, point: Array, **axes: Any) -> lw.Marker:
        """Return a point of a body in Linkwork's words."""
        return lw.Marker(body, self.vector(point), **axes)

    def vector(self, values: Array) -> tuple[float, ...]:
        """Return the components that users write."""
        return tuple(map(float, values[:2] if self.made.planar else values))


def anything(bench: Bench) -> Quantity | None:
    """Return a joint coordinate, a coordinate of a body or a distance of points."""
    kind = bench.rng.random()
    found = bench.joint()
    if kind < 0.5 and found:
        return found[1]
    a, point_a, b, point_b = bench.points()
    if kind < 0.75:
        return body_coordinate(bench.made, b, int(bench.rng.integers(2 if bench.made.planar else 3)))
    ends = []
    for body, point, end in ((a, point_a, "P"), (b, point_b, "Q")):
        ref = bench.model.ground if body == GROUND else lw.model.refs.BodyRef(bench.model, body)
        ref.point(f"{end}{bench.name}", *bench.vector(point))
        ends.append(f"{body}.{end}{bench.name}")
    quantity = distance(bench.made, a, point_a, b, point_b, f"distance({', '.join(ends)})")
    return quantity if quantity.value(bench.states) > 0.05 * bench.size((a, b)) else None


# ---- laws along a quantity ------------------------------------------------------------------------


def pushing(x1: float, k: float, e: float, c: float, d: float) -> Law:
    """Return the push of a stop at x1 on what is below it: k p^e - c v, the damping rising over the depth d."""

    def law(x: float, v: float, t: float) -> float:
        p = x1 - x
        if p <= 0.0:
            return 0.0
        share = min(p / d, 1.0)
        return max(0.0, k * p**e - c * v * share**2 * (3.0 - 2.0 * share))

    return law


def material(bench: Bench, quantity: Quantity) -> dict[str, float]:
    """Return stiffness, exponent, damping and depth of a stop: the effort of a few weights presses it in by little."""
    rng, way = bench.rng, 1.0 if quantity.turns else bench.size(quantity.bodies)
    exponent = float(rng.choice([1.0, 1.5, 2.2]))
    deep = way * 10.0 ** -rng.uniform(2, 4)
    stiffness = bench.effort(quantity) / deep**exponent
    damping = float(rng.choice([0.0, 0.3])) * bench.effort(quantity) / way
    return {
        "stiffness": float(stiffness),
        "exponent": exponent,
        "damping": damping,
        "depth": float(deep * rng.uniform(0.1, 2)),
    }


def end_stop(bench: Bench) -> Part | None:
    """Return stops of a joint coordinate, near where it starts."""
    found = bench.joint()
    if found is None:
        return None
    quantity, given = found[1], material(bench, found[1])
    x = bench.start(quantity)
    stops: dict[str, float] = {}
    if bench.rng.random() < 0.7:
        stops["lower"] = x - bench.span(quantity)
    if bench.rng.random() < 0.7 or not stops:
        stops["upper"] = x + bench.span(quantity)
    bench.model.end_stop(bench.name, quantity.text, **stops, **given)
    numbers = tuple(given.values())
    low, high = pushing(stops.get("lower", -np.inf), *numbers), pushing(-stops.get("upper", np.inf), *numbers)

    def stored(s: float) -> float:
        p = max(stops.get("lower", -np.inf) - s, s - stops.get("upper", np.inf), 0.0)
        return float(given["stiffness"] * p ** (given["exponent"] + 1.0) / (given["exponent"] + 1.0))

    return Part("end_stop", bench.name, quantity, lambda s, v, t: low(s, v, t) - high(-s, -v, t), stored)


def contact(bench: Bench) -> Part | None:
    """Return a compliant contact of a sphere with a plane or with another one, near where they start."""
    a, point_a, b, point_b = bench.points()
    rng, name = bench.rng, bench.name
    if rng.random() < 0.5:
        normal = unit(rng.normal(size=3) * [1, 1, not bench.made.planar])
        quantity = height(bench.made, a, point_a, normal, b, point_b)
        if quantity.value(bench.states) < 0.0:
            normal = -normal
            quantity = height(bench.made, a, point_a, normal, b, point_b)
        options: dict[str, Any] = {"normal": bench.vector(normal), "surface": "plane"}
    else:
        quantity, options = distance(bench.made, a, point_a, b, point_b, ""), {"surface": "sphere"}
    h = quantity.value(bench.states)
    touching = h - bench.span(quantity)
    if touching <= 0.02 * bench.size((a, b)):
        return None
    given = material(bench, quantity)
    bench.model.contact(name, bench.marker(a, point_a), bench.marker(b, point_b), radius=touching, **options, **given)
    law = pushing(touching, *given.values())

    def stored(s: float) -> float:
        return float(given["stiffness"] * max(touching - s, 0.0) ** (given["exponent"] + 1) / (given["exponent"] + 1))

    return Part("contact", name, quantity, law, stored)


def rigid_contact(bench: Bench) -> Part | None:
    """Return a limit of any quantity, near where it starts or (seldom) there."""
    quantity = anything(bench)
    if quantity is None:
        return None
    side = 1.0 if bench.rng.random() < 0.5 else -1.0
    gap = bench.span(quantity) if bench.rng.random() < 0.85 else 0.0
    limit = bench.start(quantity) - side * gap
    restitution = float(bench.rng.choice([0.0, 0.5, 0.9, 1.0]))
    side_word = "above" if side > 0 else "below"
    bench.model.rigid_contact(bench.name, quantity.text, limit, side=side_word, restitution=restitution)
    numbers = {"limit": limit, "side": side, "restitution": restitution}
    return Part("rigid_contact", bench.name, quantity, numbers=numbers)


def friction(bench: Bench) -> Part | None:
    """Return friction of a joint."""
    found = bench.joint()
    if found is None or found[0].name in {f.joint for f in bench.model.forces.values() if hasattr(f, "joint")}:
        return None
    if not bench.moves(joint_coordinate(bench.made, found[0], what) for what in COORDINATES[found[0].kind]):
        return None  # refused: what it bears is not determined
    link, rng = found[0], bench.rng
    size = bench.size((link.a, link.b))
    mu = float(rng.uniform(0.05, 0.5))
    numbers = {"mu": mu, "mu_static": mu * float(rng.choice([1.0, 1.3]))}
    if link.kind != "prismatic":
        numbers["radius"] = 0.02 * size
    if rng.random() < 0.3:
        numbers["bearing"] = 0.3 * size
    if rng.random() < 0.3:
        numbers["preload"] = 5.0 * bench.mass((link.a, link.b)) * size
    if rng.random() < 0.2:
        numbers["smooth"] = 0.01 * size
    bench.model.friction(bench.name, link.name, **numbers)
    return Part("friction", bench.name, found[1], link=link, numbers=numbers)


def viscous(bench: Bench) -> Part | None:
    """Return viscous damping of any quantity."""
    quantity = anything(bench)
    if quantity is None:
        return None
    c = bench.effort(quantity) / (1.0 if quantity.turns else bench.size(quantity.bodies))
    bench.model.viscous(bench.name, quantity.text, c)
    return Part("viscous", bench.name, quantity, lambda s, v, t: -c * v)


def motor(bench: Bench) -> Part | None:
    """Return a motor on a joint: direct current, or an induction motor."""
    found = bench.joint()
    if found is None:
        return None
    quantity, full = found[1], bench.effort(found[1])
    speed = 2.0 * (1.0 if quantity.turns else bench.size(quantity.bodies))
    if bench.rng.random() < 0.5:
        bench.model.motor(bench.name, quantity.text, stall=full, no_load_speed=speed)
        return Part("motor", bench.name, quantity, lambda s, v, t: full * (1.0 - v / speed), source=True)
    bench.model.motor(bench.name, quantity.text, pull_out=full, pull_out_slip=0.2, synchronous_speed=speed)

    def kloss(s: float, v: float, t: float) -> float:
        slip = 1.0 - v / speed
        return 2.0 * full * 0.2 * slip / (slip**2 + 0.04)

    return Part("motor", bench.name, quantity, kloss, source=True)


def effort(bench: Bench) -> Part | None:
    """Return an effort along any quantity that decides by `if`, `abs`, `min`, `sign`, `mod`, `step`, or by a table."""
    quantity = anything(bench)
    if quantity is None:
        return None
    q, f, t1 = quantity.text, bench.effort(quantity), float(bench.rng.uniform(0.02, 0.15))
    c, w = bench.start(quantity) + bench.span(quantity), bench.span(quantity)
    times, values = np.sort(bench.rng.uniform(0.0, 0.2, 6)), bench.rng.uniform(-f, f, 6)
    laws: dict[str, Law] = {
        f"{f!r}*if({q} > {c!r}, 1, -0.5)": lambda s, v, t: f * (1.0 if s > c else -0.5),
        f"{f!r}*abs({q} - {c!r})/{w!r}": lambda s, v, t: f * abs(s - c) / w,
        f"{f!r}*min(1, ({q} - {c!r})/{w!r})": lambda s, v, t: f * min(1.0, (s - c) / w),
        f"{f!r}*sign({t1!r} - t)": lambda s, v, t: f * float(np.sign(t1 - t)),
        f"{f!r}*(t > {t1!r})*cos(40*t)": lambda s, v, t: f * (t > t1) * float(np.cos(40 * t)),
        f"{f!r}*mod(t, {t1!r})/{t1!r}": lambda s, v, t: f * (t / t1 - np.floor(t / t1)),
        f"-{f!r}*max(rate({q}), 0)/{w!r}": lambda s, v, t: -f * max(v, 0.0) / w,
        f"-{f!r}*sign(rate({q}))": lambda s, v, t: -f * float(np.sign(v)),
        f"{f!r}*sign(rate({q}))": lambda s, v, t: f * float(np.sign(v)),
        "table": lambda s, v, t: float(np.interp(t, times, values)),
    }
    text = list(laws)[int(bench.rng.integers(len(laws)))]
    if text == "table":
        from scipy.interpolate import CubicSpline

        spline = CubicSpline(times, values)
        bench.model.effort(bench.name, q, lw.table(list(times), list(values)))
        return Part("effort", bench.name, quantity, lambda s, v, t: float(spline(t)), source=True)
    bench.model.effort(bench.name, q, text)
    return Part("effort", bench.name, quantity, laws[text], source=True)


def controller(bench: Bench) -> Part | None:
    """Return a sampled controller of a joint's speed that remembers and limits its effort."""
    found = bench.joint()
    if found is None:
        return None
    quantity, full = found[1], bench.effort(found[1])
    speed = 0.5 * (1.0 if quantity.turns else bench.size(quantity.bodies))
    period = float(bench.rng.uniform(0.004, 0.03))
    total = [0.0]

    def control(t: float, v: float) -> float:
        total[0] = 0.0 if t == 0.0 else total[0] + 0.1 * (speed - v) / speed
        return min(max(full * ((speed - v) / speed + total[0]), -full), full)

    held = lw.controller(control, period, "t", f"rate({quantity.text})")
    bench.model.effort(bench.name, quantity.text, held)
    return Part("controller", bench.name, quantity, source=True, numbers={"period": period})


PARTS: dict[str, Callable[[Bench], Part | None]] = {
    "end_stop": end_stop,
    "contact": contact,
    "rigid_contact": rigid_contact,
    "friction": friction,
    "viscous": viscous,
    "motor": motor,
    "effort": effort,
    "controller": controller,
}
SHARES = np.array([2, 2, 3, 3, 1, 1, 2, 1]) / 15
