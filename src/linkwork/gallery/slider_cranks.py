"""Slider-cranks, planar and in space, and Scotch yoke: a turning crank and a sliding block."""

from __future__ import annotations

from linkwork.mechanism import Mechanism

from .parts import heading, link, parameters, pointing
from .registry import mechanism


@mechanism("slider-crank", plane="xy", gravity=(0, -9.81))
def slider_crank(
    m: Mechanism,
    crank: float = 0.1,
    rod: float = 0.25,
    offset: float = 0.0,
    slider_mass: float = 1.0,
    driven: bool = True,
) -> None:
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
    slider_mass : float
        Mass of the slider [kg]; crank and rod are uniform bars of 1 kg each.
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_length=crank, rod_length=rod, rail_height=offset)
    one, two = link(m, "crank", "crank_length"), link(m, "rod", "rod_length")
    slider = m.body("slider", mass=slider_mass, inertia=0.001)
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


@mechanism("spatial slider-crank", gravity=(0, 0, -9.81), degrees_of_freedom=2, idle=1)
def spatial_slider_crank(
    m: Mechanism, crank: float = 0.08, rod: float = 0.3, height: float = 0.12, shift: float = 0.1, driven: bool = True
) -> None:
    """Spatial slider-crank: the slider moves along the crank's axis, through a rod between two balls.

    R-S-S-P. The crank turns about an axis parallel to the rail, so it could not move the slider in a
    plane. The rod may spin about itself, a second freedom that moves nothing else. See Haug,
    *Computer Aided Kinematics and Dynamics of Mechanical Systems* (1989).

    Parameters
    ----------
    crank, rod : float
        Lengths of crank and connecting rod [m].
    height, shift : float
        Of the crank's axis above the rail and beside it [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_length=crank, rod_length=rod, height=height, shift=shift)
    one = m.body("crank", mass=0.12, com=(0, "crank_length/2", 0), inertia=(2.08e-4, 1e-4, 2.08e-4))
    # A rod that does not spin never feels its moment of inertia about itself.
    across = "0.5*rod_length^2/12"
    two = m.body("rod", mass=0.5, com=("rod_length/2", 0, 0), inertia=(1e-5, across, across))
    slider = m.body("slider", mass=2.0, inertia=(0.002, 0.002, 0.002))
    m.revolute("crank_pivot", m.ground.at(0, "shift", "height", z="x", x="y"), one.at(0, 0, 0, z="x", x="y"))
    m.spherical("crank_ball", one.at(0, "crank_length", 0), two.at(0, 0, 0))
    m.spherical("slider_ball", two.at("rod_length", 0, 0), slider.at(0, 0, 0))
    m.prismatic("rail", m.ground.at(0, 0, 0), slider.at(0, 0, 0), axis="x")
    reach = max(0.0, rod**2 - (shift + crank) ** 2 - height**2) ** 0.5
    m.place(one, at=(0, shift, height))
    m.place(two, at=(0, shift + crank, height), rotation=pointing((reach, -shift - crank, -height)))
    m.place(slider, at=(reach, 0, 0))
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")


@mechanism("scotch yoke", plane="xy")
def scotch_yoke(m: Mechanism, radius: float = 0.08, mass: float = 1.5, driven: bool = True) -> None:
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
    parameters(m, crank_radius=radius)
    crank = link(m, "crank", "crank_radius")
    yoke = m.body("yoke", mass=mass, inertia=0.01)
    m.revolute("pivot", m.ground.at(0, 0), crank.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), yoke.at(0, 0), axis="x")
    m.point_on_line("slot", yoke.at(0, 0, z="y"), crank.at("crank_radius", 0))
    m.place(yoke, at=("crank_radius", 0))
    if driven:
        m.drive("pivot.angle", "2*pi*t")
