"""Random mechanisms that can be closed, for each of which a closed pose is known, and a plain check of poses.

A mechanism is made backwards. Every body gets a random true pose; joints are put between them, and the
points and axes of each joint are worked out from the true poses, so that it is closed there. What the
assembly is told is something else: poses up to 1 rad and half a link off, or nothing at all.

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


@dataclass
class Sample:
    """A random mechanism with its true poses (position, rotation) by body."""

    name: str
    planar: bool
    model: lw.Mechanism
    truth: dict[str, tuple[Array, Array]]
    links: list[Link] = field(default_factory=list)

    def coordinates(self) -> int:
        return (3 if self.planar else 6) * (len(self.truth) - 1)

    def equations(self) -> int:
        return sum(EQUATIONS[link.kind][not self.planar] for link in self.links)


def sample(seed: int, planar: bool, braced: bool = False) -> Sample:
    """Return random mechanism number `seed`: a loop, or several, of 2 to 6 bodies and the ground.

    braced : more joints than freedoms, so that (in general) no pose but the true one is closed.
    """
    rng = np.random.default_rng([seed, planar, braced])
    count = int(rng.integers(2, 7 if planar else 6))
    model = lw.Mechanism(f"{'planar' if planar else 'spatial'} {seed}", plane="xy" if planar else None)
    made = Sample(model.name, planar, model, {GROUND: (np.zeros(3), np.eye(3))})
    names = [f"b{k}" for k in range(count)]
    for k, name in enumerate(names):
        model.body(name)
        made.truth[name] = _true_pose(rng, k, planar)
    parallel = not planar and rng.random() < 0.15  # axes all parallel: over-constrained where loops close
    for a, b in _graph(rng, names):
        _join(made, rng, a, b, parallel)
    for _ in range(int(rng.integers(2, 6) if braced else rng.integers(0, 4))):  # further joints: more loops
        a, b = rng.choice([GROUND, *names], 2, replace=False)
        room = 99 if braced else made.coordinates() - made.equations()
        _join(made, rng, str(a), str(b), parallel, room)
    _hint(made, rng)
    return made


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


def _join(made: Sample, rng: np.random.Generator, a: str, b: str, parallel: bool, room: int = 99) -> None:
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
    p_b, length = p, 0.0
    z = np.array([0.0, 0.0, 1.0]) if made.planar or parallel else unit(rng.normal(size=3))
    if made.planar and kind in ("prismatic", "point_on_line"):
        z = unit(rng.normal(size=3) * flat)
    if kind in ("prismatic", "cylindrical", "point_on_line"):
        p_b = p + rng.uniform(-0.6, 0.6) * z
    if kind == "rod":
        p_b = p + rng.uniform(0.4, 1.2) * unit(rng.normal(size=3) * flat)
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
    options = {"length": length} if kind == "rod" else {}
    made.model.joint(kind, link.name, _marker(made, link, "a"), _marker(made, link, "b"), **options)


def _frame(z: Array, rng: np.random.Generator, planar: bool) -> Array:
    """Return axes (columns x, y, z) with this z; in the plane x or y is the normal when z lies in it."""
    x = unit(np.cross([0, 0, 1.0], z)) if planar and abs(z[2]) < 0.5 else unit(np.cross(rng.normal(size=3), z))
    return np.column_stack([x, np.cross(z, x), z])


def _marker(made: Sample, link: Link, end: str) -> lw.Marker:
    body, point, axes = getattr(link, end), getattr(link, f"point_{end}"), getattr(link, f"axes_{end}")
    at = tuple(point[:2]) if made.planar else tuple(point)
    return lw.Marker(body, tuple(map(float, at)), tuple(map(float, axes[:, 2])), tuple(map(float, axes[:, 0])))


def _hint(made: Sample, rng: np.random.Generator) -> None:
    """Place bodies up to 1 rad and half a link from the truth; a fifth of the mechanisms gets no hint."""
    if rng.random() < 0.2:
        return
    for name, (r, turned) in made.truth.items():
        if name == GROUND or rng.random() < 0.1:
            continue
        off = rng.uniform(-1, 1, 3)
        at = r + 0.5 * off / max(1.0, np.linalg.norm(off)) * [1, 1, not made.planar]
        if made.planar:
            angle = np.arctan2(turned[1, 0], turned[0, 0]) + rng.uniform(-1, 1)
            made.model.place(name, at=at[:2], angle=float(angle))
        else:
            shaken = turn(unit(rng.normal(size=3)) * rng.uniform(0, 1)) @ turned
            made.model.place(name, at=at, rotation=lw.matrix(shaken))


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


def gaps(made: Sample, poses: dict[str, tuple[Array, Array]]) -> dict[str, float]:
    """Return by how much every joint is open [m, rad]: points, axes with their sense, distances."""
    found = {}
    for link in made.links:
        (r_a, turn_a), (r_b, turn_b) = poses[link.a], poses[link.b]
        p_a, p_b = r_a + turn_a @ link.point_a, r_b + turn_b @ link.point_b
        axes_a, axes_b = turn_a @ link.axes_a, turn_b @ link.axes_b
        d, z_a, z_b = p_b - p_a, axes_a[:, 2], axes_b[:, 2]
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
            gap = abs(np.linalg.norm(d) - link.length)
        found[f"{link.name} ({link.kind})"] = float(gap)
    return found
