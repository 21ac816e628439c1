"""Linkages that move only because of their exact dimensions: Bennett, Bricard, Sarrus."""

from __future__ import annotations

from math import atan, cos, pi, sin, tan

import numpy as np

from linkwork.arrays import Array
from linkwork.mechanism import Mechanism
from linkwork.model.refs import BodyRef

from .parts import parameters
from .registry import mechanism


@mechanism("bennett")
def bennett(
    m: Mechanism, a: float = 1.0, alpha: float = 0.6, beta: float = 1.1, start: float = 0.5, driven: bool = True
) -> None:
    """Bennett's linkage: four hinges, neither parallel nor meeting, and yet it moves.

    Geoffrey Bennett (1903). Opposite bars are equal, with lengths a, b and twists alpha, beta that
    satisfy ``a/sin(alpha) = b/sin(beta)``; then ``tan(x/2) tan(y/2)`` of neighbouring joint angles is
    constant. Counting joints gives -2 freedoms.

    Parameters
    ----------
    a : float
        Length of the first and third bar [m].
    alpha, beta : float
        Twists of the bars [rad].
    start : float
        First joint angle where the linkage is drawn [rad].
    driven : bool
        Turn the first bar once a second.
    """
    points, axes = bennett_joints(a, alpha, beta, start)
    bodies = [m.body(f"bar_{k + 1}", mass=1.0, inertia=(0.1, 0.1, 0.1)) for k in range(3)]
    chain = [m.ground, *bodies, m.ground]
    for k in range(4):
        first, second = chain[k].at(points[k], z=axes[k]), chain[k + 1].at(points[k], z=axes[k])
        m.revolute(f"joint_{k + 1}", first, second)
    if driven:
        m.drive("joint_1.angle", "2*pi*t")


def bennett_joints(a: float, alpha: float, beta: float, start: float) -> tuple[Array, Array]:
    """Return points and axes of the four joints, from the product of the bars' frames."""
    b = a * sin(beta) / sin(alpha)
    second = 2 * atan(sin((beta + alpha) / 2) / sin((beta - alpha) / 2) / tan(start / 2))
    angles = (start, second, 2 * pi - start)
    frame, points, axes = np.eye(4), [], []
    for turn, length, twist in zip(angles, (a, b, a), (alpha, beta, alpha), strict=True):
        points.append(frame[:3, 3].copy())
        axes.append(frame[:3, 2].copy())
        frame = frame @ _bar(turn, length, twist)
    return np.array([*points, frame[:3, 3]]), np.array([*axes, frame[:3, 2]])


def _bar(turn: float, length: float, twist: float) -> Array:
    """Return Rz(turn) Tx(length) Rx(twist) as a 4 x 4 matrix."""
    c, s, d, e = cos(turn), sin(turn), cos(twist), sin(twist)
    return np.array([[c, -s * d, s * e, length * c], [s, c * d, -c * e, length * s], [0, e, d, 0], [0, 0, 0, 1]], float)


@mechanism("bricard", gravity=(0, -9.81, 0))
def bricard(m: Mechanism, length: float = 1.0, driven: bool = True) -> None:
    """Bricard's linkage on the edges of a cube: six hinges, five bars, one freedom.

    Raoul Bricard (1897, 1927); in this form a benchmark of the IFToMM library (A04). Counting joints
    gives 30 - 30 = 0 freedoms.

    Parameters
    ----------
    length : float
        Edge of the cube [m].
    driven : bool
        Turn the first bar by a quarter turn and back, once a second.
    """
    parameters(m, edge=length)
    corners = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]
    bodies = [_edge_bar(m, f"bar_{k + 1}", *corners[k : k + 2]) for k in range(5)]
    chain = [m.ground, *bodies, m.ground]
    for k, (corner, axis) in enumerate(zip(corners, "yzxyzx", strict=True)):
        at = tuple(f"{c}*edge" for c in corner)
        first, second = chain[k].at(*at, z=axis), chain[k + 1].at(*at, z=axis)
        m.revolute(f"P{k + 1}", first, second)
    bodies[1].point("P3", "edge", "-edge", 0)
    if driven:
        m.drive("P1.angle", "45 deg*(1 - cos(2*pi*t))")


def _edge_bar(m: Mechanism, name: str, p: tuple[int, ...], q: tuple[int, ...]) -> BodyRef:
    """Add a uniform slender bar of 1 kg along an edge of the cube, in ground axes."""
    middle = tuple(f"{(a + b) / 2}*edge" for a, b in zip(p, q, strict=True))
    inertia = tuple("edge^2/12" if a == b else 0.0 for a, b in zip(p, q, strict=True))
    return m.body(name, mass=1.0, com=middle, inertia=inertia)


@mechanism("sarrus", gravity=(0, 0, -9.81))
def sarrus(m: Mechanism, length: float = 0.5, height: float = 0.6, radius: float = 0.2, driven: bool = True) -> None:
    """Sarrus' linkage: two folding chains across each other lift a platform exactly straight.

    Pierre-Frederic Sarrus (1853), the first exact straight-line linkage, eleven years before
    Peaucellier's. Counting joints gives 30 - 30 = 0 freedoms; it has one.

    Parameters
    ----------
    length : float
        Of the four links [m].
    height : float
        Of the platform where the linkage is drawn [m]; below twice the length.
    radius : float
        Distance of the hinges of base and platform from the middle [m].
    driven : bool
        Lift the platform by 0.2 m each way, once a second.
    """
    parameters(m, link_length=length, height=height, radius=radius)
    knee = "radius + sqrt(link_length^2 - (height/2)^2)"
    plate = m.body("platform", mass=1.5, inertia=(0.02, 0.02, 0.04))
    m.place(plate, at=(0, 0, "height"))
    for name, hinge in (("x", "y"), ("y", "x")):
        low, high = (m.body(f"{part}_{name}", mass=0.4, inertia=(0.01, 0.01, 0.01)) for part in ("lower", "upper"))
        at = [_on(name, "radius", 0), _on(name, knee, "height/2"), _on(name, "radius", "height")]
        m.revolute(f"base_{name}", m.ground.at(*at[0]), low.at(*at[0]), axis=hinge)
        m.revolute(f"knee_{name}", low.at(*at[1]), high.at(*at[1]), axis=hinge)
        m.revolute(f"top_{name}", high.at(*at[2]), plate.at(*_on(name, "radius", 0)), axis=hinge)
    if driven:
        m.drive("platform.z", "height + 0.2*sin(2*pi*t)")


def _on(axis: str, out: str, up: str | float) -> tuple[str | float, ...]:
    return (out, 0.0, up) if axis == "x" else (0.0, out, up)
