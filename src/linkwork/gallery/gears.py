"""Gears at work: planets on a carrier, a differential, a harmonic drive, cranks that mesh, belts of a gantry."""

from __future__ import annotations

import numpy as np

from linkwork.model.mechanism import Mechanism

from .parts import link, meeting, parameters
from .registry import mechanism


@mechanism("planetary gearbox", kind="planar", duration=21.0)
def planetary_gearbox(
    sun: int = 24, planet: int = 18, module: float = 0.002, planets: int = 3, driven: bool = True
) -> Mechanism:
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
    m = Mechanism("planetary gearbox", plane="xy")
    parameters(m, z_sun=sun, z_planet=planet, modulus=module)
    wheel, carrier = m.body("sun", mass=0.2, inertia=1e-4), m.body("carrier", mass=0.5, inertia=8e-4)
    m.revolute("input", m.ground.at(0, 0), wheel.at(0, 0))
    m.revolute("output", m.ground.at(0, 0), carrier.at(0, 0))
    teeth = {"module": "modulus", "pressure_angle": "20 deg"}
    for k in range(planets):
        angle = f"{2 * np.pi * k / planets!r}"
        reach = "modulus*(z_sun + z_planet)/2"
        small = m.body(f"planet {k + 1}", mass=0.12, inertia=3e-5)
        m.revolute(f"pin {k + 1}", carrier.at(f"{reach}*cos({angle})", f"{reach}*sin({angle})"), small.at(0, 0))
        m.gear(f"inner {k + 1}", wheel.at(0, 0), small.at(0, 0), teeth_a="z_sun", teeth_b="z_planet", **teeth)
        ring = {"teeth_a": "z_planet", "teeth_b": "z_sun + 2*z_planet", "mesh": "internal", **teeth}
        m.gear(f"outer {k + 1}", small.at(0, 0), m.ground.at(0, 0), **ring)
    if driven:
        m.drive("input.angle", "2*pi*t")
    return m


@mechanism("car differential", kind="spatial", degrees_of_freedom=2, duration=9.0)
def car_differential(ratio: float = 3.0, driven: bool = True) -> Mechanism:
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
    m = Mechanism("car differential")
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
    return m


@mechanism("harmonic drive", kind="planar", duration=20.0)
def harmonic_drive(flexible: int = 40, circular: int = 42, driven: bool = True) -> Mechanism:
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
    m = Mechanism("harmonic drive", plane="xy", gravity=(0, -9.81))
    parameters(m, z_flexible=flexible, z_circular=circular)
    generator, spline = m.body("wave generator", mass=0.1, inertia=2e-5), m.body("flexspline", mass=0.2, inertia=1e-4)
    generator.point("nose", 0.03, 0)
    spline.point("mark", 0.02, 0)
    m.revolute("input", m.ground.at(0, 0), generator.at(0, 0))
    m.revolute("output", m.ground.at(0, 0), spline.at(0, 0))
    m.coupling("teeth", expression="z_flexible*output.angle = -(z_circular - z_flexible)*input.angle")
    if driven:
        m.drive("input.angle", "2*pi*t")
    return m


@mechanism("geared five-bar", kind="planar")
def geared_five_bar(base: float = 0.3, crank: float = 0.08, coupler: float = 0.3, driven: bool = True) -> Mechanism:
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
    m = Mechanism("geared five-bar", plane="xy")
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
    return m


@mechanism("belt gantry", kind="planar", degrees_of_freedom=2)
def belt_gantry(radius: float = 0.01, driven: bool = True) -> Mechanism:
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
    m = Mechanism("belt gantry", plane="xy")
    parameters(m, pulley=radius)
    bridge, carriage = m.body("bridge", mass=0.8, inertia=0.02), m.body("carriage", mass=0.3, inertia=0.001)
    one, two = (m.body(f"motor {k}", mass=0.2, inertia=1e-5) for k in (1, 2))
    m.prismatic("Y", m.ground.at(0, 0), bridge.at(0, 0), axis="y")
    m.prismatic("X", bridge.at(0, 0), carriage.at(0, 0), axis="x")
    m.revolute("M1", m.ground.at(-0.2, 0.2), one.at(0, 0))
    m.revolute("M2", m.ground.at(0.2, 0.2), two.at(0, 0))
    m.coupling("belt 1", expression="pulley*M1.angle = X.translation + Y.translation")
    m.coupling("belt 2", expression="pulley*M2.angle = X.translation - Y.translation")
    carriage.point("tool", 0, 0)
    if driven:
        m.drive("M1.angle", "0.05*(cos(2*pi*t) - 1 + sin(2*pi*t))/pulley")
        m.drive("M2.angle", "0.05*(cos(2*pi*t) - 1 - sin(2*pi*t))/pulley")
    return m
