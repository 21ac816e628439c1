"""Gears at work: on a rod, on a carrier, on links; a differential, a harmonic drive, belts of a gantry."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from linkwork.base.pulley import Pulley, pulley
from linkwork.base.shapes import disc
from linkwork.mechanism import Mechanism
from linkwork.model.refs import BodyRef

from .parts import heading, link, meeting, parameters, polar
from .registry import mechanism

Side = Literal["left", "right"]


@mechanism("planetary gearbox", plane="xy", duration=21.0)
def planetary_gearbox(
    m: Mechanism, sun: int = 24, planet: int = 18, module: float = 0.002, planets: int = 3, driven: bool = True
) -> None:
    """Planetary gearbox: planets on a carrier run between a sun and a ring that stands still.

    With the ring held the carrier turns ``1 + ring/sun`` times as slowly as the sun (Willis 1841), 3.5 times with
    these teeth, and the same way; ``ring = sun + 2 planet``. Further planets share the load: their equations are
    redundant.

    Parameters
    ----------
    sun, planet : int
        Numbers of teeth; ``2 (sun + planet)`` must be divisible by the number of planets.
    module : float
        Pitch diameter over number of teeth [m].
    planets : int
        Number of planets.
    driven : bool
        Turn the sun once a second.
    """
    parameters(m, z_sun=sun, z_planet=planet, modulus=module)
    wheel, carrier = m.body("sun", mass=0.2, inertia=1e-4), m.body("carrier", mass=0.5, inertia=8e-4)
    m.revolute("input", m.ground.at(0, 0), wheel.at(0, 0))
    m.revolute("output", m.ground.at(0, 0), carrier.at(0, 0))
    teeth: dict[str, Any] = {"module": "modulus", "pressure_angle": "20 deg"}
    for k in range(planets):
        angle = f"{2 * np.pi * k / planets!r}"
        reach = "modulus*(z_sun + z_planet)/2"
        small = m.body(f"planet {k + 1}", mass=0.12, inertia=3e-5)
        m.revolute(f"pin {k + 1}", carrier.at(f"{reach}*cos({angle})", f"{reach}*sin({angle})"), small.at(0, 0))
        m.gear(f"inner {k + 1}", wheel.at(0, 0), small.at(0, 0), teeth_a="z_sun", teeth_b="z_planet", **teeth)
        ring = {"teeth_a": "z_planet", "teeth_b": "z_sun + 2*z_planet", **teeth}
        m.gear(f"outer {k + 1}", small.at(0, 0), m.ground.at(0, 0), mesh="internal", **ring)
    if driven:
        m.drive("input.angle", "2*pi*t")


@mechanism("car differential", degrees_of_freedom=2, duration=9.0)
def car_differential(m: Mechanism, ratio: float = 3.0, driven: bool = True) -> None:
    """Car differential: a pinion turns a cage, whose bevel wheel shares the torque between two axles.

    Pecqueur (1827). The cage turns at the mean of both wheels, ``(left + right)/2 = pinion/ratio``, and both get
    the same torque, whatever the difference of their speeds.

    Parameters
    ----------
    ratio : float
        Of the crown wheel on the cage and the pinion.
    driven : bool
        Turn the pinion once a second, the left wheel at a third of the cage's speed, as in a narrow bend.
    """
    parameters(m, crown_ratio=ratio, pinion_radius=0.02, side_radius=0.03, planet_radius=0.02)
    pinion, cage, spider = (m.body(n, mass=1.0, inertia=(0.001, 0.001, 0.001)) for n in ("pinion", "cage", "planet"))
    left, right = (m.body(n, mass=1.0, inertia=(0.002, 0.002, 0.002)) for n in ("left", "right"))
    m.revolute("input", m.ground.at("crown_ratio*pinion_radius", 0, 0), pinion.at(0, 0, 0), axis="x")
    m.revolute("bearing", m.ground.at(0, "pinion_radius", 0), cage.at(0, "pinion_radius", 0), axis="y")
    m.revolute("spindle", cage.at(0, 0, "side_radius"), spider.at(0, 0, 0), axis="z")
    m.bevel_gear("drive", pinion.at(0, 0, 0, z="x"), cage.at(0, "pinion_radius", 0, z="y"), ratio="crown_ratio")
    for wheel, name, side in ((left, "left", ""), (right, "right", "-")):
        m.revolute(f"{name} axle", m.ground.at(0, f"{side}planet_radius", 0), wheel.at(0, 0, 0), axis="y")
        sizes = {"radius_a": "planet_radius", "radius_b": "side_radius"}
        m.bevel_gear(f"{name} mesh", spider.at(0, 0, 0, z="z"), wheel.at(0, 0, 0, z="y"), **sizes)
    if driven:
        m.drive("input.angle", "2*pi*t")
        m.drive("left axle.angle", "-2*pi*t/(3*crown_ratio)")


@mechanism("harmonic drive", plane="xy", gravity=(0, -9.81), duration=20.0)
def harmonic_drive(m: Mechanism, flexible: int = 40, circular: int = 42, driven: bool = True) -> None:
    """Harmonic drive: a flexible ring, pressed into a stiff one by a rotating oval, creeps round in it.

    Musser (1957). The flexible ring has fewer teeth than the stiff one around it, and goes back by their difference
    with each turn of the oval: ``output = -(circular - flexible)/flexible input``, one turn for twenty.

    Parameters
    ----------
    flexible, circular : int
        Numbers of teeth of the flexible and of the stiff ring.
    driven : bool
        Turn the oval once a second.
    """
    parameters(m, z_flexible=flexible, z_circular=circular)
    generator, spline = m.body("wave generator", mass=0.1, inertia=2e-5), m.body("flexspline", mass=0.2, inertia=1e-4)
    generator.point("nose", 0.03, 0)
    spline.point("mark", 0.02, 0)
    m.revolute("input", m.ground.at(0, 0), generator.at(0, 0))
    m.revolute("output", m.ground.at(0, 0), spline.at(0, 0))
    m.coupling("teeth", expression="z_flexible*output.angle = -(z_circular - z_flexible)*input.angle")
    if driven:
        m.drive("input.angle", "2*pi*t")


@mechanism("geared five-bar", plane="xy")
def geared_five_bar(
    m: Mechanism, base: float = 0.3, crank: float = 0.08, coupler: float = 0.3, driven: bool = True
) -> None:
    """Geared five-bar: two cranks that mesh carry two couplers; their common pin runs on a straight line.

    The wheels are equal and the cranks mirror images of each other, so that the pin stays on the line half way
    between the pivots; other ratios and phases draw other curves.

    Parameters
    ----------
    base : float
        Distance of the pivots [m].
    crank, coupler : float
        Lengths of the links [m].
    driven : bool
        Turn the left crank once a second.
    """
    parameters(m, pivots=base, crank_length=crank, coupler_length=coupler)
    first, second = link(m, "left crank", "crank_length"), link(m, "right crank", "crank_length")
    left, right = link(m, "left coupler", "coupler_length"), link(m, "right coupler", "coupler_length")
    m.revolute("A", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("E", m.ground.at("pivots", 0), second.at(0, 0))
    m.revolute("B", first.at("crank_length", 0), left.at(0, 0))
    m.revolute("D", second.at("crank_length", 0), right.at(0, 0))
    m.revolute("C", left.at("coupler_length", 0), right.at("coupler_length", 0))
    m.gear("mesh", first.at(0, 0), second.at(0, 0), ratio=1)
    top = meeting((crank, 0), coupler, (base - crank, 0), coupler)
    lean = float(np.arctan2(top[1], top[0] - crank))
    m.place(first, at=(0, 0), angle=0.0)
    m.place(second, at=("pivots", 0), angle=np.pi)
    m.place(left, at=(crank, 0), angle=lean)
    m.place(right, at=(base - crank, 0), angle=np.pi - lean)
    left.point("P", "coupler_length", 0)
    if driven:
        m.drive("A.angle", "2*pi*t")


@mechanism("gears on a rod", plane="xy", gravity=(0, -9.81), degrees_of_freedom=2, duration=2.0)
def gears_on_a_rod(m: Mechanism, first: float = 0.1, second: float = 0.06, driven: bool = True) -> None:
    """Two gears whose centres are joined by a rod, which turns about the centre of the first one.

    ``second = rod + first_radius/second_radius (rod - first)``, all angular velocities against the ground. With the
    first gear held it is James Watt's sun and planet (1781) the other way round.

    Parameters
    ----------
    first, second : float
        Pitch radii of the gears [m].
    driven : bool
        Turn the rod once a second and the first gear back at half that speed.
    """
    parameters(m, first_radius=first, second_radius=second)
    bar = link(m, "rod", "first_radius + second_radius")
    one = m.body("first gear", disc("first_radius", "10 mm", mass=1.0))
    two = m.body("second gear", disc("second_radius", "10 mm", mass=1.0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("rod_pivot", m.ground.at(0, 0), bar.at(0, 0))
    m.revolute("B", bar.at("first_radius + second_radius", 0), two.at(0, 0))
    m.gear("mesh", one.at(0, 0), two.at(0, 0), radius_a="first_radius", radius_b="second_radius")
    m.place(two, at=("first_radius + second_radius", 0))
    if driven:
        m.drive("rod_pivot.angle", "2*pi*t")
        m.drive("A.angle", "-pi*t")


@mechanism("geared connecting rods", plane="xy", gravity=(0, -9.81))
def geared_connecting_rods(
    m: Mechanism,
    crank: float = 0.1,
    rods: tuple[float, float] = (0.35, 0.3),
    gears: tuple[float, float] = (0.09, 0.06),
    base: float = 0.45,
    driven: bool = True,
) -> None:
    """Five bars with two gears: a gear on each of two rods, their centres joined by the rod between them.

    Crank 1, rod 2 with the first gear, rod 3 from centre to centre, rod 4 with the second gear on a pivot. The gears
    take one of the two freedoms of the five bars: ``r_3 (angle_2 - angle_3) + r_5 (angle_4 - angle_3)`` stays.

    Parameters
    ----------
    crank : float
        Radius of the crank [m].
    rods : tuple
        Lengths of rods 2 and 4 [m].
    gears : tuple
        Pitch radii of the gears; rod 3 is as long as both together [m].
    base : float
        Distance of the pivots [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=crank, rod_2=rods[0], rod_4=rods[1], r_3=gears[0], r_5=gears[1], pivots=base)
    one, two = link(m, "crank", "crank_radius"), link(m, "rod 2", "rod_2")
    three, four = link(m, "rod 3", "r_3 + r_5"), link(m, "rod 4", "rod_4")
    m.revolute("crank_pivot", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("crank_pin", one.at("crank_radius", 0), two.at(0, 0))
    m.revolute("first_centre", two.at("rod_2", 0), three.at(0, 0))
    m.revolute("second_centre", three.at("r_3 + r_5", 0), four.at("rod_4", 0))
    m.revolute("rod_pivot", m.ground.at("pivots", 0), four.at(0, 0))
    m.gear("mesh", two.at("rod_2", 0), four.at("rod_4", 0), radius_a="r_3", radius_b="r_5")
    first = polar(rods[0], 1.2, (crank, 0))
    second = meeting(first, sum(gears), (base, 0), rods[1])
    m.place(one, at=(0, 0), angle=0.0)
    m.place(two, at=(crank, 0), angle=heading((crank, 0), first))
    m.place(three, at=first, angle=heading(first, second))
    m.place(four, at=(base, 0), angle=heading((base, 0), second))
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")


@mechanism("belt gantry", plane="xy", degrees_of_freedom=2)
def belt_gantry(m: Mechanism, radius: float = 0.01, driven: bool = True) -> None:
    """Belt gantry: two motors at rest move a carriage along x and y by belts over it and its bridge.

    The arrangement of pen plotters and printers known as CoreXY: each belt goes round its motor by ``radius
    angle``, the sum of both shifts for one motor and their difference for the other. Both motors together move
    along x, against each other along y, and carry half of the load each.

    Parameters
    ----------
    radius : float
        Of the motors' pulleys [m].
    driven : bool
        Run the carriage round a circle once a second.
    """
    parameters(m, pulley=radius)
    bridge, carriage = m.body("bridge", mass=0.8, inertia=0.02), m.body("carriage", mass=0.3, inertia=0.001)
    one, two = (m.body(f"motor {k}", mass=0.2, inertia=1e-5) for k in (1, 2))
    m.prismatic("Y", m.ground.at(0, 0), bridge.at(0, 0), axis="y")
    m.prismatic("X", bridge.at(0, 0), carriage.at(0, 0), axis="x")
    m.revolute("M1", m.ground.at(-0.2, 0.2), one.at(0, 0))
    m.revolute("M2", m.ground.at(0.2, 0.2), two.at(0, 0))
    for body, at in ((bridge, (0, 0)), (carriage, (0, 0)), (one, (-0.2, 0.2)), (two, (0.2, 0.2))):
        m.place(body, at)
    m.coupling("belt 1", expression="pulley*M1.angle = X.translation + Y.translation")
    m.coupling("belt 2", expression="pulley*M2.angle = X.translation - Y.translation")
    carriage.point("tool", 0, 0)
    for k, motor, side in ((1, one, 1.0), (2, two, -1.0)):  # for drawings; what the belts do are the couplings
        for which, (drum, end, over) in _gantry_strands(bridge, side, radius).items():
            tip = carriage.at(end * 2 * radius, 2 * side * radius)
            m.cable(f"strand {k}{which}", motor.at(0, 0), tip, over=over, drum_a=radius, side_a=drum, hold=False)
    if driven:
        m.drive("M1.angle", "0.05*(cos(2*pi*t) - 1 + sin(2*pi*t))/pulley")
        m.drive("M2.angle", "0.05*(cos(2*pi*t) - 1 - sin(2*pi*t))/pulley")


def _gantry_strands(bridge: BodyRef, side: float, r: float) -> dict[str, tuple[Side, float, list[Pulley]]]:
    """Return both strands of a belt, from its motor over the bridge to the carriage.

    Each with the side of its drum, the end of the carriage (1: right) and its pulleys. `side` 1: the motor stands on
    the left of the carriage; -1: on the right.
    """
    out: Side = "left" if side > 0 else "right"
    back: Side = "right" if side > 0 else "left"
    y = 2 * side * r  # one belt lies above the other on the bridge
    top, bottom = (side * (0.2 - r), 0.2 + 3 * r), (-side * 0.2, -0.2)
    far, near = bridge.at(side * (0.2 - r), y + r), bridge.at(-side * (0.2 - 2 * r), y - r)
    return {
        "a": (back, side, [pulley(top, r, back), pulley(far, r, back)]),
        "b": (out, -side, [pulley(bottom, r, out), pulley(near, r, back)]),
    }
