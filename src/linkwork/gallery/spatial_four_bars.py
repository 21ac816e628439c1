"""Four-bars in space with one freedom: RSSR, RSCR and the spherical four-bar."""

from __future__ import annotations

import numpy as np

from linkwork.base.rotation import axis_angle, rpy
from linkwork.mechanism import Mechanism

from .parts import parameters, pointing, turned
from .registry import mechanism


@mechanism("rssr", gravity=(0, 0, -9.81), degrees_of_freedom=2, idle=1)
def rssr(
    m: Mechanism,
    crank: float = 0.5,
    rocker: float = 1.5,
    coupler: float = 2.2,
    pivot: tuple[float, float, float] = (2.0, 0.5, 0.3),
    driven: bool = True,
) -> None:
    """RSSR linkage: two cranks on skew axes, joined by a rod between two ball joints.

    The most used four-bar in space: steering gear, treadle drives. The rod may spin about itself, a
    second freedom that moves nothing else. See Hunt, *Kinematic Geometry of Mechanisms* (1978).

    Parameters
    ----------
    crank, rocker, coupler : float
        Lengths [m]. The crank turns about z at the origin, the rocker about y at `pivot`.
    pivot : tuple
        Pivot of the rocker [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_length=crank, rocker_length=rocker, coupler_length=coupler)
    one, rod, two = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("crank", "coupler", "rocker"))
    m.revolute("A", m.ground.at(0, 0, 0), one.at(0, 0, 0), axis="z")
    m.spherical("ball_1", one.at("crank_length", 0, 0), rod.at(0, 0, 0))
    m.spherical("ball_2", rod.at("coupler_length", 0, 0), two.at(0, 0, "rocker_length"))
    m.revolute("B", m.ground.at(*pivot), two.at(0, 0, 0), axis="y")
    m.place(one, rotation=axis_angle((0, 0, 1), 0.0))
    m.place(two, rotation=axis_angle((0, 1, 0), -0.2))
    tip = np.array(pivot) + turned((0, 1, 0), -0.2, (0, 0, rocker))
    m.place(rod, rotation=pointing(tip - [crank, 0, 0]))
    if driven:
        m.drive("A.angle", "2*pi*t")


@mechanism("rscr")
def rscr(
    m: Mechanism,
    distance: float = 0.8,
    shift: float = 0.3,
    start: float = 0.8,
    rocker: float = 3.5,
    driven: bool = True,
) -> None:
    """RSCR linkage: a crank moves a sleeve on a swinging shaft through a ball joint.

    Revolute, spherical, cylindrical, revolute: with the equations of its points and unit vectors it is
    the standard example of natural coordinates. See Garcia de Jalon and Bayo, *Kinematic and Dynamic
    Simulation of Multibody Systems* (1994), example 3.3.

    Parameters
    ----------
    distance : float
        Of the ball from the shaft [m].
    shift : float
        Of the sleeve's point 2 from the ball along the shaft [m].
    start : float
        Angle of the crank where the bodies are placed, and middle of its swing [rad].
    rocker : float
        Angle of the rocker there, near enough to find its branch [rad].
    driven : bool
        Swing the crank by 0.4 rad each way, once a second.
    """
    parameters(m, ball_distance=distance, ball_shift=shift, crank_start=start)
    crank, sleeve, shaft = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("crank", "sleeve", "rocker"))
    hinge, direction = (0.0, 1.0, 0.2), (1.0, 0.1, 0.0)
    crank.point("P1", 1, 0, 0.2)
    sleeve.point("P2", 0, 0, 0)
    shaft.point("P3", 0, 0, 1.5, z=direction)
    m.revolute("A", m.ground.at(0, 0, 0), crank.at(0, 0, 0), axis="z")
    m.spherical("ball", crank.at(1, 0, 0.2), sleeve.at("ball_distance", 0, "-ball_shift"))
    m.cylindrical("guide", shaft.at(0, 0, 1.5, z=direction), sleeve.at(0, 0, 0, z="z"))
    m.revolute("B", m.ground.at(3, 0.5, 0), shaft.at(0, 0, 0), axis=hinge)
    m.place(crank, rotation=axis_angle((0, 0, 1), start))
    m.place(shaft, rotation=axis_angle(hinge, rocker))
    along = turned(hinge, rocker, np.array(direction) / np.linalg.norm(direction))
    ball = turned((0, 0, 1), start, (1, 0, 0.2))
    middle = np.array([3, 0.5, 0]) + turned(hinge, rocker, (0, 0, 1.5))
    out = ball - middle - along * (along @ (ball - middle))
    m.place(sleeve, rotation=pointing(out, along))
    if driven:
        m.drive("A.angle", "crank_start + 0.4*sin(2*pi*t)")


@mechanism("spherical four-bar")
def spherical_four_bar(
    m: Mechanism,
    crank: float = 0.6,
    coupler: float = 1.2,
    rocker: float = 1.1,
    base: float = 1.3734007669450159,
    driven: bool = True,
) -> None:
    """Spherical four-bar: four hinges whose axes meet in one point.

    Every point moves on a sphere. Counting joints gives 18 - 20 = -2 freedoms, for the count does not
    know that the axes meet; it has one. The bevel-gear differential and Hooke's joint are relatives.

    Parameters
    ----------
    crank, coupler, rocker, base : float
        Arcs between the axes [rad].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_arc=crank, coupler_arc=coupler, rocker_arc=rocker, base_arc=base)
    one, two, three = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("crank", "coupler", "rocker"))
    base_axis = ("sin(base_arc)", 0, "cos(base_arc)")
    one.point("P1", "1.2*sin(crank_arc)", 0, "1.2*cos(crank_arc)")
    m.revolute("A", m.ground.at(0, 0, 0), one.at(0, 0, 0), axis="z")
    m.revolute("joint_1", one.at(0, 0, 0, z=("sin(crank_arc)", 0, "cos(crank_arc)")), two.at(0, 0, 0, z="z"))
    m.revolute(
        "joint_2",
        two.at(0, 0, 0, z=("sin(coupler_arc)", 0, "cos(coupler_arc)")),
        three.at(0, 0, 0, z=("sin(base_arc - rocker_arc)", 0, "cos(base_arc - rocker_arc)")),
    )
    m.revolute("B", m.ground.at(0, 0, 0), three.at(0, 0, 0), axis=base_axis)
    _place_spherical(m, crank, coupler, rocker, base)
    if driven:
        m.drive("A.angle", "2*pi*t")


def _place_spherical(m: Mechanism, crank: float, coupler: float, rocker: float, base: float) -> None:
    """Place coupler and rocker for the crank in the plane of the fixed axes."""
    u1 = np.array([np.sin(crank), 0, np.cos(crank)])
    ub = np.array([np.sin(base), 0, np.cos(base)])
    at_zero = np.array([np.sin(base - rocker), 0, np.cos(base - rocker)])
    # u1 . u2(phi) = cos(coupler), u2 = at_zero turned about ub: p cos(phi) + q sin(phi) = r
    inside = ub * (ub @ at_zero)
    p, q = u1 @ (at_zero - inside), u1 @ np.cross(ub, at_zero)
    ratio = (np.cos(coupler) - u1 @ inside) / np.hypot(p, q)
    phi = float(np.arctan2(q, p) + np.arccos(np.clip(ratio, -1.0, 1.0)))
    u2 = turned(ub, phi, at_zero)
    m.place("crank", rotation=rpy(0, 0, 0))
    m.place("coupler", rotation=pointing(u2 - u1 * (u1 @ u2), u1))
    m.place("rocker", rotation=axis_angle((float(ub[0]), 0.0, float(ub[2])), phi))
