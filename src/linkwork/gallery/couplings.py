"""Shaft couplings: Oldham's for parallel shafts, Hooke's for crossing ones."""

from __future__ import annotations

from linkwork.model.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("oldham", kind="planar")
def oldham(offset: float = 0.02, mass: float = 0.3, driven: bool = True) -> Mechanism:
    """Oldham coupling: a disc slides in slots of two parallel shafts and turns both alike.

    John Oldham (1821) coupled the paddle-wheel shafts of steamers with it. The disc's centre runs
    round a circle with the offset as diameter, twice a turn.

    Parameters
    ----------
    offset : float
        Distance of the shafts [m].
    mass : float
        Mass of the disc [kg].
    driven : bool
        Turn the first shaft once a second.
    """
    m = Mechanism("oldham", plane="xy")
    parameters(m, shaft_offset=offset)
    first, second = (m.body(name, mass=1.0, inertia=0.001) for name in ("input", "output"))
    disc = m.body("disc", mass=mass, inertia=0.0005)
    m.revolute("input_bearing", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("output_bearing", m.ground.at("shaft_offset", 0), second.at(0, 0))
    m.prismatic("input_slot", first.at(0, 0), disc.at(0, 0), axis="x")
    m.prismatic("output_slot", second.at(0, 0), disc.at(0, 0), axis="y")
    m.place(disc, at=("shaft_offset", 0))
    if driven:
        m.drive("input_bearing.angle", "2*pi*t")
    return m


@mechanism("hooke joint", kind="spatial")
def hooke_joint(angle: float = 0.5, driven: bool = True) -> Mechanism:
    """Hooke's joint: two shafts that cross at an angle, with a cross between their forks.

    Described by Cardano and Hooke (1676). The output follows ``tan(output) = tan(input)/cos(angle)``
    with the angles measured from the position where the input fork lies in the plane of the shafts.
    Counting joints gives -2 freedoms; the four axes meet in one point, and it turns.

    Parameters
    ----------
    angle : float
        Between the shafts [rad].
    driven : bool
        Turn the input shaft once a second.
    """
    m = Mechanism("hooke joint")
    parameters(m, shaft_angle=angle)
    shaft = ("sin(shaft_angle)", 0, "cos(shaft_angle)")
    first, cross, second = (m.body(n, mass=1.0, inertia=(0.01, 0.01, 0.01)) for n in ("input", "cross", "output"))
    m.revolute("input_bearing", m.ground.at(0, 0, 0), first.at(0, 0, 0), axis="z")
    m.revolute("input_fork", first.at(0, 0, 0), cross.at(0, 0, 0), axis="x")
    m.revolute("output_fork", second.at(0, 0, 0), cross.at(0, 0, 0), axis="y")
    m.revolute("output_bearing", m.ground.at(0, 0, 0), second.at(0, 0, 0), axis=shaft)
    if driven:
        m.drive("input_bearing.angle", "2*pi*t")
    return m
