"""Parallel robots in space: Gough-Stewart platform, three-leg platform and delta robot."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from linkwork.base.rotation import rpy
from linkwork.mechanism import Mechanism
from linkwork.model.refs import BodyRef

from ..arrays import Array
from .parts import parameters, pointing
from .registry import mechanism


def hexagon(radius: float, half_angle: float, height: float = 0.0) -> Array:
    """Return six points in pairs, `half_angle` to each side of 0, 120 and 240 degrees."""
    angles = [2 * pi * k / 3 + side * half_angle for k in range(3) for side in (-1, 1)]
    return np.array([[radius * cos(a), radius * sin(a), height] for a in angles])


def add_leg(m: Mechanism, k: int, plate: BodyRef, foot: Array, top: Array, at: Array) -> None:
    """Add leg k: a universal joint at the foot, a slider, and a ball at the platform's point `top`.

    `at` is the place of the ball in ground axes where the platform is placed; the slider's
    coordinate is the length of the leg.
    """
    low, high = (m.body(f"{part}_{k}", mass=1.0, inertia=(0.01, 0.1, 0.1)) for part in ("cylinder", "piston"))
    m.universal(f"foot_{k}", m.ground.at(foot), low.at(0, 0, 0), axis="x" if abs(foot[0]) > 1e-9 else "y", axis_b="y")
    m.prismatic(f"leg_{k}", low.at(0, 0, 0), high.at(0, 0, 0), axis="x")
    m.spherical(f"ball_{k}", high.at(0, 0, 0), plate.at(top))
    for body, origin in ((low, foot), (high, at)):
        m.place(body, at=origin, rotation=pointing(at - foot, (1.0, 0.0, 0.0)))


@mechanism("stewart platform", gravity=(0, 0, -9.81), degrees_of_freedom=6)
def stewart_platform(
    m: Mechanism,
    base_radius: float = 1.0,
    base_half_angle: float = 0.2,
    platform_radius: float = 0.5,
    platform_half_angle: float = pi / 3 - 0.15,
    height: float = 1.1,
    driven: bool = True,
) -> None:
    """Gough-Stewart platform 6-UPS: six legs of variable length carry a platform.

    Eric Gough's tyre test machine (1954), and Stewart's flight simulator (1965). Universal joints at
    the base, sliders in the legs, balls at the platform.

    Parameters
    ----------
    base_radius, platform_radius : float
        Of the circles through the joints [m].
    base_half_angle, platform_half_angle : float
        Half the angle between the two joints of a pair [rad].
    height : float
        Of the platform's origin, 0.05 m above its joints, where it is placed [m].
    driven : bool
        Move the six legs up and down by 0.05 m, out of step.
    """
    plate = m.body("platform", mass=20.0, inertia=(1.2, 1.2, 2.0))
    m.place(plate, at=(0, 0, height))
    feet = hexagon(base_radius, base_half_angle)
    tops = hexagon(platform_radius, platform_half_angle, -0.05)
    for k, (foot, top) in enumerate(zip(feet, tops, strict=True), start=1):
        ball = np.array([top[0], top[1], top[2] + height])
        add_leg(m, k, plate, foot, top, ball)
        if driven:
            length = float(np.linalg.norm(ball - foot))
            m.drive(
                f"leg_{k}.translation",
                f"{length:.12g} + 0.05*(sin(2*pi*t + {60 * k} deg) - sin({60 * k} deg))",
            )


@mechanism("three-leg platform", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def three_leg_platform(
    m: Mechanism,
    base: float = 0.5,
    side: float = 1.06,
    height: float = 0.71,
    offset: float = 0.1,
    tilt: float = pi / 12,
    torque: float = 10.0,
    driven: bool = True,
) -> None:
    """Three-leg platform: motors with inclined axes turn legs that carry a platform on balls.

    Each leg hangs on a cross link in a universal-joint fashion. Turned alike, the motors make the
    platform turn and sink; legs and platform pass a plane in which the platform may go either way.

    Parameters
    ----------
    base, side : float
        Sides of the triangles of the base and of the platform [m].
    height : float
        Of the platform where it is placed [m].
    offset : float
        Of the motor from the leg along the motor's axis [m].
    tilt : float
        Of the motor axes from the horizontal [rad].
    torque : float
        Of each motor, when the motors are not driven [N m].
    driven : bool
        Turn the motors to and fro by 30 degrees, once a second.
    """
    plate = m.body("platform", mass=10.0, inertia=(2.5, 5.0, 2.5))
    m.place(plate, at=(0, 0, height))
    for k, azimuth in enumerate((pi / 2, -pi / 6, 7 * pi / 6), start=1):
        out = np.array([cos(azimuth), sin(azimuth), 0.0])
        across = np.array([sin(azimuth), -cos(azimuth), 0.0])
        axis = np.array([0, 0, sin(tilt)]) - cos(tilt) * out
        foot, ball = base / 3**0.5 * out, side / 3**0.5 * out
        leg = ball - foot + np.array([0, 0, height])
        length = float(np.linalg.norm(leg))
        cross = m.body(f"cross_{k}", mass=1.0, com=(-offset / 2, 0, 0), inertia=(0.01, 0.1, 0.1))
        bar = m.body(f"leg_{k}", mass=5.0, com=(length / 2, 0, 0), inertia=(0.07, 0.7, 0.7))
        motor = m.ground.at(foot - offset * axis, z=axis, x=across)
        m.revolute(f"motor_{k}", motor, cross.at(-offset, 0, 0, z="x", x="y"))
        m.revolute(f"hip_{k}", cross.at(0, 0, 0), bar.at(0, 0, 0), axis="y")
        m.spherical(f"ball_{k}", plate.at(ball), bar.at(length, 0, 0))
        m.place(cross, at=foot, rotation=pointing(axis, np.cross(axis, across)))
        m.place(bar, at=foot, rotation=pointing(leg, np.cross(leg, across)))
        if driven:
            m.drive(f"motor_{k}.angle", "30 deg*sin(2*pi*t)")
        else:
            m.torque(f"torque_{k}", cross, torque, axis="x", follows="body")


@mechanism("delta robot", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def delta_robot(
    m: Mechanism,
    base: float = 0.2,
    arm: float = 0.25,
    rod: float = 0.6,
    platform: float = 0.05,
    spacing: float = 0.05,
    driven: bool = True,
) -> None:
    """Delta robot: three arms and three pairs of parallel rods keep a platform level.

    Reymond Clavel (1985), for packing chocolates: motors at the base, light rods, and a platform that
    shifts without turning.

    Parameters
    ----------
    base, platform : float
        Distance of the arm hinges, and of the platform's rod ends, from the middle [m].
    arm, rod : float
        Lengths [m].
    spacing : float
        Half the distance of the two rods of a pair [m].
    driven : bool
        Turn the three arms to and fro, a third of a period apart.
    """
    parameters(m, base_radius=base, arm_length=arm, rod_length=rod, platform_radius=platform, half_spacing=spacing)
    plate = m.body("platform", mass=0.5, inertia=(0.001, 0.001, 0.002))
    plate.point("tool", 0, 0, 0)
    tilt = 0.35
    m.place(plate, at=(0, 0, -arm * sin(tilt) - (rod**2 - (base + arm * cos(tilt) - platform) ** 2) ** 0.5))
    for k in range(3):
        c, s = f"cos({120 * k} deg)", f"sin({120 * k} deg)"
        out, across = (c, s, 0), (f"-{s}", c, 0)
        body = m.body(f"arm_{k + 1}", mass=0.3, com=("arm_length/2", 0, 0), inertia=(0.0001, 0.002, 0.002))
        m.place(body, rotation=rpy(0, tilt, 2 * pi * k / 3))
        hinge = m.ground.at(f"base_radius*{c}", f"base_radius*{s}", 0, z=across, x=out)
        m.revolute(f"motor_{k + 1}", hinge, body.at(0, 0, 0, z="y", x="x"))
        for name, sign in (("a", "-"), ("b", "+")):
            x = f"platform_radius*{c} - ({sign}half_spacing)*{s}"
            y = f"platform_radius*{s} + ({sign}half_spacing)*{c}"
            elbow = body.at("arm_length", f"{sign}half_spacing", 0)
            m.rod(f"rod_{k + 1}{name}", elbow, plate.at(x, y, 0), length="rod_length")
        if driven:
            m.drive(f"motor_{k + 1}.angle", f"0.35 + 15 deg*(sin(2*pi*t + {120 * k} deg) - sin({120 * k} deg))")
