"""Slider-crank and Scotch yoke: a turning crank and a sliding block."""

from __future__ import annotations

from linkwork.model.mechanism import Mechanism

from .parts import heading, link, parameters
from .registry import mechanism


@mechanism("slider-crank", kind="planar")
def slider_crank(crank: float = 0.1, rod: float = 0.25, offset: float = 0.0, driven: bool = True) -> Mechanism:
    """Slider-crank: crank, connecting rod and a slider on a straight rail.

    The heart of every piston engine and compressor; known from Roman saw mills (Hierapolis, third
    century). With equal bars (``rod=crank``) it has a singular position where the slider passes the
    crank's pivot.

    Parameters
    ----------
    crank, rod : float
        Lengths of crank and connecting rod [m].
    offset : float
        Height of the rail above the crank's pivot [m].
    driven : bool
        Turn the crank once a second.
    """
    m = Mechanism("slider-crank", plane="xy", gravity=(0, -9.81))
    parameters(m, crank_length=crank, rod_length=rod, rail_height=offset)
    one, two = link(m, "crank", "crank_length"), link(m, "rod", "rod_length")
    slider = m.body("slider", mass=1.0, inertia=0.001)
    m.revolute("crank_pivot", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("crank_pin", one.at("crank_length", 0), two.at(0, 0))
    m.revolute("wrist_pin", two.at("rod_length", 0), slider.at(0, 0))
    m.prismatic("rail", m.ground.at(0, "rail_height"), slider.at(0, 0), axis="x")
    reach = (rod * rod - offset * offset) ** 0.5 if rod > abs(offset) else rod
    m.place(one, angle=0.0)
    m.place(two, angle=heading((0, 0), (reach, offset)))
    m.place(slider, at=(crank + reach, offset))
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")
    return m


@mechanism("scotch yoke", kind="planar")
def scotch_yoke(radius: float = 0.08, mass: float = 1.5, driven: bool = True) -> Mechanism:
    """Scotch yoke: a crank pin in a straight slot makes a yoke slide in a pure sine.

    Used in steam pumps and valve actuators; the yoke's position is exactly ``r cos(angle)``.

    Parameters
    ----------
    radius : float
        Crank radius [m].
    mass : float
        Mass of the yoke [kg].
    driven : bool
        Turn the crank once a second.
    """
    m = Mechanism("scotch yoke", plane="xy")
    parameters(m, crank_radius=radius)
    crank = link(m, "crank", "crank_radius")
    yoke = m.body("yoke", mass=mass, inertia=0.01)
    m.revolute("pivot", m.ground.at(0, 0), crank.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), yoke.at(0, 0), axis="x")
    m.point_on_line("slot", yoke.at(0, 0, z="y"), crank.at("crank_radius", 0))
    m.place(yoke, at=("crank_radius", 0))
    if driven:
        m.drive("pivot.angle", "2*pi*t")
    return m
