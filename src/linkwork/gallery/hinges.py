"""Small things in space: a door on two hinges, a gyroscope in gimbals, a rod on a cube."""

from __future__ import annotations

from linkwork.base.shapes import box, cylinder
from linkwork.mechanism import Mechanism

from .parts import parameters, pointing
from .registry import mechanism


@mechanism("door", gravity=(0, 0, -9.81))
def door(m: Mechanism, width: float = 0.9, height: float = 2.0, driven: bool = True) -> None:
    """Door on two hinges: the plainest over-constrained mechanism.

    One hinge is enough; the second repeats all five of its equations, and every carpenter knows that
    the two must be in line.

    Parameters
    ----------
    width, height : float
        Of the door [m].
    driven : bool
        Open it to 90 degrees and shut it, once a second.
    """
    parameters(m, door_width=width, door_height=height)
    leaf = m.body("leaf", box("door_width", 0.04, "door_height", mass=25.0), com=("door_width/2", 0, "door_height/2"))
    leaf.point("handle", "0.9*door_width", 0, "door_height/2")
    for name, part in (("lower", "0.1"), ("upper", "0.9")):
        at = (0, 0, f"{part}*door_height")
        m.revolute(f"{name}_hinge", m.ground.at(*at), leaf.at(*at), axis="z")
    if driven:
        m.drive("lower_hinge.angle", "45 deg*(1 - cos(2*pi*t))")


@mechanism("gyroscope", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def gyroscope(m: Mechanism, radius: float = 0.05, thickness: float = 0.02, driven: bool = True) -> None:
    """Gyroscope in two gimbals: the rotor may turn to any direction while it spins.

    Bohnenberger (1817) and Foucault, who named it (1852). Outer gimbal about z, inner gimbal about its
    x axis, rotor about its own z axis.

    Parameters
    ----------
    radius, thickness : float
        Of the steel rotor [m].
    driven : bool
        Spin the rotor at 20 revolutions a second while the gimbals turn slowly.
    """
    parameters(m, rotor_radius=radius, rotor_thickness=thickness)
    outer, inner = (m.body(n, mass=0.1, inertia=(0.0005, 0.0005, 0.0005)) for n in ("outer", "inner"))
    rotor = m.body("rotor", cylinder("rotor_radius", "rotor_thickness", density="steel"))
    m.revolute("outer_axis", m.ground.at(0, 0, 0), outer.at(0, 0, 0), axis="z")
    m.revolute("inner_axis", outer.at(0, 0, 0), inner.at(0, 0, 0), axis="x")
    m.revolute("spin_axis", inner.at(0, 0, 0), rotor.at(0, 0, 0), axis="z")
    if driven:
        m.drive("outer_axis.angle", "2*pi*t")
        m.drive("inner_axis.angle", "60 deg + 20 deg*sin(2*pi*t)")
        m.drive("spin_axis.angle", "40*pi*t")


@mechanism("rod on a cube", degrees_of_freedom=2, idle=1)
def rod_on_cube(m: Mechanism, length: float = 2**0.5, edge: float = 1.0, driven: bool = True) -> None:
    """Rod whose ends slide along two skew edges of a cube.

    A problem of the textbooks on natural coordinates: two points, three equations. The rod may also
    spin about itself.

    Parameters
    ----------
    length : float
        Of the rod [m], above the edge of the cube.
    edge : float
        Of the cube [m].
    driven : bool
        Slide the first end to and fro along its edge, once a second.
    """
    parameters(m, rod_length=length, edge=edge)
    bar = m.body("rod", mass=1.0, com=("rod_length/2", 0, 0), inertia=(0.0001, 0.17, 0.17))
    m.point_on_line("first_edge", m.ground.at(0, 0, 0, z="x"), bar.at(0, 0, 0))
    m.point_on_line("second_edge", m.ground.at(0, "edge", 0, z="z"), bar.at("rod_length", 0, 0))
    u = 0.4 * edge
    v = max(0.0, length**2 - edge**2 - u**2) ** 0.5
    m.place(bar, at=(u, 0, 0), rotation=pointing((-u, edge, v)))
    if driven:
        m.drive("first_edge.translation", "edge*(0.4 + 0.3*sin(2*pi*t))")
