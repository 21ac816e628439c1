"""Planar exercises of textbooks: two cranks with a telescope, a swinging cylinder, a toggle, things that roll."""

from __future__ import annotations

from math import asin

import numpy as np

from linkwork.base.shapes import disc
from linkwork.curves import circle, polyline
from linkwork.mechanism import Mechanism

from .parts import heading, link, meeting, parameters, polar
from .registry import mechanism


@mechanism("oscillating cylinder", plane="xy", gravity=(0, -9.81))
def oscillating_cylinder(
    m: Mechanism, crank: float = 0.1, distance: float = 0.3, cylinder: float = 0.2, driven: bool = True
) -> None:
    """Oscillating cylinder: the piston rod turns the crank itself, and the cylinder swings about a pivot.

    The engine of early paddle steamers (William Murdoch, 1785) and of toys; an inversion of the slider-crank.

    Parameters
    ----------
    crank : float
        Radius of the crank about the origin [m].
    distance : float
        Of the cylinder's pivot from the origin [m]; above `crank`.
    cylinder : float
        Length of cylinder and piston rod [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=crank, pivot_distance=distance, cylinder_length=cylinder)
    wheel, tube = link(m, "crank", "crank_radius"), link(m, "cylinder", "cylinder_length")
    piston = m.body("piston", mass=0.5, inertia=0.002)
    m.revolute("crank_pivot", m.ground.at(0, 0), wheel.at(0, 0))
    m.revolute("crank_pin", wheel.at("crank_radius", 0), piston.at(0, 0))
    m.prismatic("bore", tube.at(0, 0), piston.at(0, 0), axis="x")
    m.revolute("cylinder_pivot", m.ground.at("pivot_distance", 0), tube.at(0, 0))
    m.place(wheel, angle=np.pi / 2)
    slope = heading((distance, 0), (0, crank))
    m.place(tube, angle=slope)
    m.place(piston, at=(0, crank), angle=slope)
    if driven:
        m.drive("crank_pivot.angle", "pi/2 + 2*pi*t")


@mechanism("rod rolling on a disc", plane="xy", gravity=(0, -9.81))
def rod_on_disc(
    m: Mechanism, radius: float = 0.15, crank: float = 0.1, distance: float = 0.6, rod: float = 1.0, driven: bool = True
) -> None:
    """Rod on a crank that lies on a disc and turns it: they roll on each other without sliding.

    The disc turns by what the rod turns, and by the length that passes over it, divided by its radius.

    Parameters
    ----------
    radius : float
        Of the disc about the origin [m].
    crank : float
        Radius of the crank [m].
    distance : float
        Of the crank's pivot from the disc's centre, to the left [m].
    rod : float
        Length of the rod [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, disc_radius=radius, crank_radius=crank, pivot_distance=distance, rod_length=rod)
    one, bar = link(m, "crank", "crank_radius"), link(m, "rod", "rod_length")
    roller = m.body("disc", disc("disc_radius", "20 mm", mass=2.0))
    m.revolute("crank_pivot", m.ground.at("-pivot_distance", 0), one.at(0, 0))
    m.revolute("crank_pin", one.at("crank_radius", 0), bar.at(0, 0))
    m.revolute("disc_pivot", m.ground.at(0, 0), roller.at(0, 0))
    m.face_on_curve("contact", roller.at(0, 0), bar.at(0, 0), curve=circle("disc_radius"), rolling=True)
    away = distance - crank
    m.place(bar, at=(-away, 0), angle=asin(radius / away))
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")


@mechanism("toggle press", plane="xy", gravity=(0, -9.81))
def toggle_press(
    m: Mechanism,
    crank: float = 0.05,
    rod: float = 0.22,
    link_length: float = 0.25,
    pivot: tuple[float, float] = (0.3, 0.25),
    driven: bool = True,
) -> None:
    """Toggle press: a crank stretches a knee of two links, which moves a ram with growing force.

    Next to the straight knee the ram stands almost still and its force has no limit but that of the frame: coining
    presses, stone crushers, clamps.

    Parameters
    ----------
    crank, rod : float
        Radius of the crank about the origin, and length of the rod to the knee [m].
    link_length : float
        Length of each link of the knee [m].
    pivot : tuple
        Where the upper link is fixed; the ram slides below it [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=crank, rod_length=rod, link_length=link_length, pivot_x=pivot[0], pivot_y=pivot[1])
    one, two = link(m, "crank", "crank_radius"), link(m, "rod", "rod_length")
    upper, lower = link(m, "upper", "link_length"), link(m, "lower", "link_length")
    ram = m.body("ram", mass=5.0, inertia=0.02)
    m.revolute("crank_pivot", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("crank_pin", one.at("crank_radius", 0), two.at(0, 0))
    m.revolute("frame_pin", m.ground.at("pivot_x", "pivot_y"), upper.at(0, 0))
    m.revolute("knee", upper.at("link_length", 0), lower.at(0, 0))
    m.revolute("rod_pin", two.at("rod_length", 0), lower.at(0, 0))
    m.revolute("ram_pin", lower.at("link_length", 0), ram.at(0, 0))
    m.prismatic("rail", m.ground.at("pivot_x", 0), ram.at(0, 0), axis="y")
    knee = meeting((crank, 0), rod, pivot, link_length, side=-1)
    foot = (pivot[0], knee[1] - (link_length**2 - (pivot[0] - knee[0]) ** 2) ** 0.5)
    m.place(two, angle=heading((crank, 0), knee))
    m.place(upper, angle=heading(pivot, knee))
    m.place(lower, at=knee, angle=heading(knee, foot))
    m.place(ram, at=foot)
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")


@mechanism("wheel on a connecting rod", plane="xy", gravity=(0, -9.81))
def wheel_on_rod(
    m: Mechanism, crank: float = 0.1, rod: float = 0.4, radius: float = 0.12, offset: float = 0.03, driven: bool = True
) -> None:
    """Wheel that rolls to and fro on the floor, moved by a crank and a connecting rod.

    A slider-crank whose slider is a wheel: its centre moves like a slider, and it turns by the way of its centre
    divided by its radius.

    Parameters
    ----------
    crank, rod : float
        Lengths of crank and connecting rod [m].
    radius : float
        Of the wheel [m].
    offset : float
        Height of the wheel's centre above the crank's pivot [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=crank, rod_length=rod, wheel_radius=radius, height=offset)
    one, two = link(m, "crank", "crank_radius"), link(m, "rod", "rod_length")
    wheel = m.body("wheel", disc("wheel_radius", "20 mm", mass=2.0))
    m.revolute("crank_pivot", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("crank_pin", one.at("crank_radius", 0), two.at(0, 0))
    m.revolute("hub", two.at("rod_length", 0), wheel.at(0, 0))
    ends = ("rod_length - 2*crank_radius", "rod_length + 2*crank_radius")
    floor = polyline([(x, "height - wheel_radius") for x in ends])
    m.point_on_curve("floor", m.ground.at(0, 0), wheel.at(0, 0), curve=floor, radius="wheel_radius", rolling=True)
    centre = (crank + (rod**2 - offset**2) ** 0.5, offset)
    m.place(two, angle=heading((crank, 0), centre))
    m.place(wheel, at=centre)
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")


@mechanism("telescopic coupler", plane="xy", gravity=(0, -9.81), degrees_of_freedom=2)
def telescopic_coupler(
    m: Mechanism,
    distance: float = 0.5,
    first: float = 0.15,
    second: float = 0.2,
    tube: float = 0.3,
    driven: bool = True,
) -> None:
    """Two cranks joined by a telescope: five bars, one joint of which slides.

    The length of the telescope is that between the crank pins; each crank may be turned by itself.

    Parameters
    ----------
    distance : float
        Between the pivots of the cranks [m]; above the sum of the cranks.
    first, second : float
        Radii of the cranks [m].
    tube : float
        Length of either part of the telescope [m].
    driven : bool
        Turn the cranks once a second, against each other.
    """
    parameters(m, pivot_distance=distance, first_radius=first, second_radius=second, tube_length=tube)
    one, two = link(m, "first", "first_radius"), link(m, "second", "second_radius")
    sleeve = link(m, "sleeve", "tube_length")
    rod = m.body("rod", mass=1.0, com=("-tube_length/2", 0), inertia="tube_length^2/12")
    m.revolute("first_pivot", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("second_pivot", m.ground.at("pivot_distance", 0), two.at(0, 0))
    m.revolute("first_pin", one.at("first_radius", 0), sleeve.at(0, 0))
    m.revolute("second_pin", two.at("second_radius", 0), rod.at(0, 0))
    m.prismatic("telescope", sleeve.at(0, 0), rod.at(0, 0), axis="x")
    p, q = np.array([first, 0.0]), polar(second, np.pi / 2, (distance, 0))
    m.place(two, angle=np.pi / 2)
    m.place(sleeve, angle=heading(p, q))
    m.place(rod, at=q, angle=heading(p, q))
    if driven:
        m.drive("first_pivot.angle", "2*pi*t")
        m.drive("second_pivot.angle", "pi/2 - 2*pi*t")
