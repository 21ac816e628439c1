"""Random mechanisms that can be closed, for each of which a closed pose is known, and a plain check of poses.

A mechanism is made backwards. Every body gets a random true pose; joints are put between them, and the
points and axes of each joint are worked out from the true poses, so that it is closed there. What the
assembly is told is something else: poses up to 1 rad and half a link off, or nothing at all.

Numbers come first, the `Mechanism` is written from them last (`build`), in any units of length, mass and time. With a
`Shape` the mechanism is made difficult (long beside short, coincident joints, nearly flat); `loaded` gives it masses,
gravity, springs, forces and velocities.

`gaps` evaluates the joints with plain vectors of its own; it shares no code with Linkwork.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

import linkwork as lw

Array = np.ndarray[Any, np.dtype[np.float64]]

EQUATIONS = {
    # in the plane, in space
    "revolute": (2, 5),
    "prismatic": (2, 5),
    "spherical": (2, 3),
    "universal": (0, 4),
    "cylindrical": (0, 4),
    "rod": (1, 1),
    "point_on_line": (1, 2),
}
PLANAR = ("revolute", "prismatic", "rod", "point_on_line")
SPATIAL = ("revolute", "prismatic", "spherical", "universal", "cylindrical", "rod", "point_on_line")
GROUND = "ground"


def skew(v: Array) -> Array:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def turn(vector: Array) -> Array:
    """Return the matrix of the turn by a rotation vector (Rodrigues)."""
    angle = np.linalg.norm(vector)
    if angle < 1e-12:
        return np.eye(3)
    k = skew(vector / angle)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def unit(v: Array) -> Array:
    return v / np.linalg.norm(v)


@dataclass
class Link:
    """A joint in numbers: bodies, points and axes (columns x, y, z) in body axes, length of a rod."""

    kind: str
    name: str
    a: str
    b: str
    point_a: Array
    point_b: Array
    axes_a: Array
    axes_b: Array
    length: float = 0.0


@dataclass(frozen=True)
class Shape:
    """What is difficult about a mechanism: sizes of bodies apart by this ratio, joints in one place, how flat it is."""

    ratio: float = 1.0
    coincident: bool = False
    flat: float = 1.0


@dataclass(frozen=True)
class Units:
    """How many of the mechanism's units make a metre, a kilogram, a second: the same thing in other numbers."""

    length: float = 1.0
    mass: float = 1.0
    time: float = 1.0

    @property
    def force(self) -> float:
        return self.mass * self.length / self.time**2


@dataclass
class Mass:
    """Mass, centre of mass and principal moments of inertia about it in body axes; velocity and spin to start with."""

    mass: float
    com: Array
    inertia: Array
    velocity: Array
    spin: Array


@dataclass
class Action:
    """A force in numbers: a spring between two points, or a constant force at a point, or a constant torque."""

    kind: str
    name: str
    a: str
    b: str
    point_a: Array
    point_b: Array
    vector: Array
    stiffness: float = 0.0
    free: float = 0.0
    damping: float = 0.0


@dataclass
class Sample:
    """A random mechanism with its true poses (position, rotation) by body, and the poses that it is told."""

    name: str
    planar: bool
    model: lw.Mechanism
    truth: dict[str, tuple[Array, Array]]
    links: list[Link] = field(default_factory=list)
    hints: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)
    masses: dict[str, Mass] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)
    gravity: Array = field(default_factory=lambda: np.zeros(3))

    def coordinates(self) -> int:
        return (3 if self.planar else 6) * (len(self.truth) - 1)

    def equations(self) -> int:
        return sum(EQUATIONS[link.kind][not self.planar] for link in self.links)


PLAIN, SI = Shape(), Units()


def sample(seed: int, planar: bool, braced: bool = False, shape: Shape = PLAIN) -> Sample:
    """Return random mechanism number `seed`: a loop, or several, of 2 to 6 bodies and the ground.

    braced : more joints than freedoms, so that (in general) no pose but the true one is closed.
    """
    rng = np.random.default_rng([seed, planar, braced])
    count = int(rng.integers(2, 7 if planar else 6))
    name = f"{'planar' if planar else 'spatial'} {seed}"
    made = Sample(name, planar, lw.Mechanism(name), {GROUND: (np.zeros(3), np.eye(3))}, sizes={GROUND: 1.0})
    names = [f"b{k}" for k in range(count)]
    for k, name in enumerate(names):
        made.truth[name] = _true_pose(rng, k, planar)
        made.sizes[name] = 1.0
    if shape != PLAIN:
        _shape(made, np.random.default_rng([seed, planar, braced, 1]), shape)
    parallel = not planar and rng.random() < 0.15  # axes all parallel: over-constrained where loops close
    for a, b in _graph(rng, names):
        _join(made, rng, a, b, parallel, shape=shape)
    for _ in range(int(rng.integers(2, 6) if braced else rng.integers(0, 4))):  # further joints: more loops
        a, b = rng.choice([GROUND, *names], 2, replace=False)
        room = 99 if braced else made.coordinates() - made.equations()
        _join(made, rng, str(a), str(b), parallel, room, shape)
    _hint(made, rng)
    made.model = build(made)
    return made


def _shape(made: Sample, rng: np.random.Generator, shape: Shape) -> None:
    """Give bodies sizes apart by a ratio, and put them nearly on a line."""
    at = np.zeros(3)
    for name, (r, turned) in made.truth.items():
        if name == GROUND:
            continue
        size = float(shape.ratio ** rng.uniform(-0.5, 0.5))
        at = at + size * (r - np.round(r)) * np.array([1.0, shape.flat, shape.flat])
        made.truth[name], made.sizes[name] = (at, turned), size


def _true_pose(rng: np.random.Generator, k: int, planar: bool) -> tuple[Array, Array]:
    """Return a pose about 1 m from the body before, turned at random."""
    at = np.array([0.8 * k, 0.0, 0.0]) + rng.uniform(-0.7, 0.7, 3)
    turned = rng.uniform(-np.pi, np.pi) * np.array([0, 0, 1.0]) if planar else rng.normal(size=3) * 1.5
    return (at * [1, 1, 0] if planar else at), turn(turned)


def _graph(rng: np.random.Generator, names: list[str]) -> list[tuple[str, str]]:
    """Return pairs of bodies to join: a loop through the ground, or a tree with one loop in it."""
    if rng.random() < 0.6:
        ring = [GROUND, *names, GROUND]
        return [(ring[k], ring[k + 1]) for k in range(len(ring) - 1)]
    before = [GROUND, *names]
    pairs = [(before[int(rng.integers(0, k + 1))], name) for k, name in enumerate(names)]
    joined = {frozenset(pair) for pair in pairs}
    others = [(a, b) for a in before for b in names if a != b and frozenset((a, b)) not in joined]
    if others:
        pairs.append(others[int(rng.integers(len(others)))])
    return pairs


def _join(
    made: Sample,
    rng: np.random.Generator,
    a: str,
    b: str,
    parallel: bool,
    room: int = 99,
    shape: Shape = PLAIN,
) -> None:
    """Add a random joint that takes no more than `room` freedoms, closed at the true poses."""
    kinds = PLANAR if made.planar else SPATIAL
    shares = np.array([EQUATIONS[k][not made.planar] <= room for k in kinds], float)
    shares[kinds.index("revolute")] *= 3
    if parallel:
        shares[[k in ("spherical", "universal") for k in kinds]] = 0
    if not shares.any():
        return
    kind = str(rng.choice(kinds, p=shares / shares.sum()))
    (r_a, turn_a), (r_b, turn_b) = made.truth[a], made.truth[b]
    flat = np.array([1.0, 1.0, 0.0 if made.planar else 1.0])
    p = 0.5 * (r_a + r_b) + rng.uniform(-0.4, 0.4, 3) * flat
    size = min(made.sizes[a], made.sizes[b])
    if shape != PLAIN:
        p = _difficult_point(made, rng, a, b, shape) * flat
    p_b, length = p, 0.0
    z = np.array([0.0, 0.0, 1.0]) if made.planar or parallel else unit(rng.normal(size=3))
    if made.planar and kind in ("prismatic", "point_on_line"):
        z = unit(rng.normal(size=3) * flat)
    if kind in ("prismatic", "cylindrical", "point_on_line"):
        p_b = p + rng.uniform(-0.6, 0.6) * size * z
    if kind == "rod":
        p_b = p + rng.uniform(0.4, 1.2) * size * unit(rng.normal(size=3) * flat)
        length = float(np.linalg.norm(p_b - p))
    z_b = unit(np.cross(z, rng.normal(size=3))) if kind == "universal" else z
    axes, axes_b = _frame(z, rng, made.planar), _frame(z_b, rng, made.planar)
    if kind == "prismatic":
        axes_b = axes
    link = Link(
        kind,
        f"j{len(made.links)}",
        a,
        b,
        turn_a.T @ (p - r_a),
        turn_b.T @ (p_b - r_b),
        turn_a.T @ axes,
        turn_b.T @ axes_b,
        length,
    )
    made.links.append(link)


def _difficult_point(made: Sample, rng: np.random.Generator, a: str, b: str, shape: Shape) -> Array:
    """Return where a joint of two bodies is: near the smaller one, or where there is a joint already; nearly flat."""
    if shape.coincident and made.links and rng.random() < 0.6:
        link = made.links[int(rng.integers(len(made.links)))]
        r, turned = made.truth[link.a]
        return r + turned @ link.point_a
    small = a if made.sizes[a] <= made.sizes[b] and a != GROUND else b
    off = made.sizes[small] * rng.uniform(-0.4, 0.4, 3)
    return made.truth[small][0] + off * np.array([1.0, shape.flat, shape.flat])


def _frame(z: Array, rng: np.random.Generator, planar: bool) -> Array:
    """Return axes (columns x, y, z) with this z; in the plane x or y is the normal when z lies in it."""
    x = unit(np.cross([0, 0, 1.0], z)) if planar and abs(z[2]) < 0.5 else unit(np.cross(rng.normal(size=3), z))
    return np.column_stack([x, np.cross(z, x), z])


def _hint(made: Sample, rng: np.random.Generator) -> None:
    """Tell poses up to 1 rad and half a link from the truth; a fifth of the mechanisms is told nothing."""
    if rng.random() < 0.2:
        return
    for name, (r, turned) in made.truth.items():
        if name == GROUND or rng.random() < 0.1:
            continue
        off = rng.uniform(-1, 1, 3)
        at = r + 0.5 * made.sizes[name] * off / max(1.0, np.linalg.norm(off)) * [1, 1, not made.planar]
        if made.planar:
            angle = np.arctan2(turned[1, 0], turned[0, 0]) + rng.uniform(-1, 1)
            made.hints[name] = at, turn(np.array([0.0, 0.0, angle]))
        else:
            made.hints[name] = at, turn(unit(rng.normal(size=3)) * rng.uniform(0, 1)) @ turned


def loaded(made: Sample, seed: int, lightest: float = 1.0, slender: float = 1.0) -> Sample:
    """Give a mechanism masses, gravity, springs, dampers, forces and velocities, and write it anew.

    lightest : masses are apart by this ratio; slender : radii of gyration are smaller by up to this ratio.
    """
    rng = np.random.default_rng([seed, 2])
    flat = np.array([1.0, 1.0, not made.planar])
    for name in list(made.truth)[1:]:
        size = made.sizes[name]
        mass = float(rng.uniform(0.5, 2.0) * lightest ** rng.uniform(-0.5, 0.5))
        squares = (rng.uniform(0.1, 0.5, 3) * size * slender ** rng.uniform(-1.0, 0.0)) ** 2
        com, velocity, spin = (rng.uniform(-0.3, 0.3, 3) for _ in range(3))
        moments = mass * (squares.sum() - squares)
        made.masses[name] = Mass(
            mass, size * com * flat, moments, size * velocity * flat, spin * (1.0 - 1.0 * (flat * made.planar))
        )
    if rng.random() < 0.8:
        made.gravity = np.array([0.0, -9.81, 0.0]) if made.planar else np.array([0.0, 0.0, -9.81])
    for k in range(int(rng.integers(0, 4))):
        made.actions.append(_action(made, rng, f"f{k}", flat))
    made.model = build(made)
    return made


def _action(made: Sample, rng: np.random.Generator, name: str, flat: Array) -> Action:
    """Return a random spring (with or without damping), point force or torque."""
    kind = str(rng.choice(["spring", "spring", "point_force", "torque"]))
    names = list(made.masses)
    a, b = str(rng.choice([GROUND, *names])), str(rng.choice(names))
    while b == a:
        a = GROUND
    point_a, point_b = (rng.uniform(-0.5, 0.5, 3) * flat * made.sizes[body] for body in (a, b))
    lighter = min(made.masses[body].mass for body in (a, b) if body != GROUND)
    stiffness = lighter * 10.0 ** rng.uniform(0, 3)
    damping = float(rng.choice([0.0, 0.2])) * np.sqrt(stiffness * lighter)
    vector = rng.normal(size=3) * lighter * made.sizes[b]
    if kind == "spring":
        return Action(kind, name, a, b, point_a, point_b, np.zeros(3), stiffness, 0.7 * made.sizes[b], damping)
    if kind == "torque":
        return Action(
            kind, name, GROUND, b, point_a, point_b, vector * made.sizes[b] * (1.0 - flat if made.planar else 1.0)
        )
    return Action(kind, name, GROUND, b, point_a, point_b, vector * flat)


# ---- from numbers to a mechanism ------------------------------------------------------------------


def build(made: Sample, units: Units = SI) -> lw.Mechanism:
    """Return the mechanism in Linkwork's words, with every number in the units given."""
    m = lw.Mechanism(made.name, plane="xy" if made.planar else None)
    if made.gravity.any():
        m = lw.Mechanism(
            made.name,
            plane="xy" if made.planar else None,
            gravity=_vector(made, made.gravity * units.length / units.time**2),
        )
    for name in list(made.truth)[1:]:
        _body(made, m, name, units)
    for link in made.links:
        options = {"length": link.length * units.length} if link.kind == "rod" else {}
        m.joint(link.kind, link.name, _marker(made, link, "a", units), _marker(made, link, "b", units), **options)
    for name, (at, turned) in made.hints.items():
        if made.planar:
            m.place(name, at=_vector(made, at * units.length), angle=float(np.arctan2(turned[1, 0], turned[0, 0])))
        else:
            m.place(name, at=_vector(made, at * units.length), rotation=lw.matrix(turned))
    for action in made.actions:
        _force(made, m, action, units)
    return m


def _body(made: Sample, m: lw.Mechanism, name: str, units: Units) -> None:
    """Add a body with its mass, if it has one, and its velocity."""
    if name not in made.masses:
        m.body(name)
        return
    own = made.masses[name]
    moments = own.inertia * units.mass * units.length**2
    inertia = float(moments[2]) if made.planar else tuple(map(float, moments))
    m.body(name, mass=own.mass * units.mass, com=_vector(made, own.com * units.length), inertia=inertia)
    spin = own.spin / units.time
    velocity = _vector(made, own.velocity * units.length / units.time)
    m.place(name, velocity=velocity, rate=float(spin[2]) if made.planar else tuple(map(float, spin)))


def _force(made: Sample, m: lw.Mechanism, action: Action, units: Units) -> None:
    """Add a force."""
    a, b = (
        lw.Marker(body, _vector(made, point * units.length))
        for body, point in ((action.a, action.point_a), (action.b, action.point_b))
    )
    if action.kind == "spring":
        stiffness, damping = action.stiffness * units.mass / units.time**2, action.damping * units.mass / units.time
        m.spring(action.name, a, b, stiffness=stiffness, free_length=action.free * units.length, damping=damping)
    elif action.kind == "torque":
        vector = action.vector * units.force * units.length
        size = float(vector[2]) if made.planar else float(np.linalg.norm(vector))
        m.torque(action.name, action.b, size, **({} if made.planar else {"axis": tuple(map(float, unit(vector)))}))
    else:
        m.point_force(action.name, b, force=_vector(made, action.vector * units.force))


def _vector(made: Sample, values: Array) -> tuple[float, ...]:
    return tuple(map(float, values[:2] if made.planar else values))


def _marker(made: Sample, link: Link, end: str, units: Units) -> lw.Marker:
    body, point, axes = getattr(link, end), getattr(link, f"point_{end}"), getattr(link, f"axes_{end}")
    at = _vector(made, point * units.length)
    return lw.Marker(body, at, tuple(map(float, axes[:, 2])), tuple(map(float, axes[:, 0])))


# ---- the plain check ------------------------------------------------------------------------------


def poses_of(made: Sample, motion: Any, k: int = 0) -> dict[str, tuple[Array, Array]]:
    """Return position and rotation of every body, from the results a user would read."""
    poses = {GROUND: (np.zeros(3), np.eye(3))}
    for name in made.truth:
        if name != GROUND:
            body = motion.body(name)
            at = np.zeros(3)
            at[: body.position.shape[1]] = body.position[k]
            poses[name] = (at, body.rotation[k])
    return poses


def gaps(made: Sample, poses: dict[str, tuple[Array, Array]], length: float = 1.0) -> dict[str, float]:
    """Return by how much every joint is open [`length`, rad]: points, axes with their sense, distances."""
    found = {}
    for link in made.links:
        (r_a, turn_a), (r_b, turn_b) = poses[link.a], poses[link.b]
        p_a, p_b = r_a + turn_a @ link.point_a, r_b + turn_b @ link.point_b
        axes_a, axes_b = turn_a @ link.axes_a, turn_b @ link.axes_b
        d, z_a, z_b = (p_b - p_a) / length, axes_a[:, 2], axes_b[:, 2]
        tilt = np.arctan2(np.linalg.norm(np.cross(z_a, z_b)), z_a @ z_b)  # pi when they are opposed
        across = np.linalg.norm(np.cross(z_a, d))
        if link.kind == "revolute":
            gap = max(np.linalg.norm(d), tilt)
        elif link.kind == "spherical":
            gap = np.linalg.norm(d)
        elif link.kind == "universal":
            gap = max(np.linalg.norm(d), abs(z_a @ z_b))
        elif link.kind == "cylindrical":
            gap = max(across, tilt)
        elif link.kind == "prismatic":
            between = axes_a.T @ axes_b
            turned = np.arccos(np.clip((np.trace(between) - 1) / 2, -1, 1))
            gap = max(across, turned if turned > 1e-6 else np.linalg.norm(between - np.eye(3)))
        elif link.kind == "point_on_line":
            gap = across
        else:
            gap = abs(np.linalg.norm(d) - link.length / length)
        found[f"{link.name} ({link.kind})"] = float(gap)
    return found
