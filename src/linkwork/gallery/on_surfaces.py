"""Things on a curve in space and on a smooth surface: a bead on a helix, a rattleback."""

from __future__ import annotations

from linkwork import curves
from linkwork.base.rotation import rpy
from linkwork.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("bead on a helix", gravity=(0, 0, -9.81), degrees_of_freedom=1)
def bead_on_a_helix(
    m: Mechanism, radius: float = 0.3, pitch: float = 0.4, mass: float = 0.2, driven: bool = True
) -> None:
    """Bead that slides down a helix, with a constant acceleration along it.

    Parameters
    ----------
    radius : float
        Of the helix [m].
    pitch : float
        By which it falls in a turn [m].
    mass : float
        [kg].
    driven : bool
        Let it go down two turns and up again in a second.
    """
    parameters(m, radius=radius, pitch=pitch, bead_mass=mass)
    bead = m.body("bead", mass="bead_mass", inertia=(1e-5, 1e-5, 1e-5))
    bead.point("centre", 0, 0, 0)
    helix = curves.curve("radius*cos(u)", "radius*sin(u)", (0, "20*pi"), "-pitch*u/(2*pi)")
    m.point_on_curve("wire", m.ground.at(0, 0, 0), bead.at(0, 0, 0), curve=helix)
    m.constant_orientation("upright", m.ground.at(0, 0, 0), bead.at(0, 0, 0))
    m.place(bead, at=("radius", 0, 0))
    if driven:
        m.drive("bead.centre.z", "-pitch*(1 - cos(2*pi*t))")


@mechanism("rattleback", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def rattleback(
    m: Mechanism,
    length: float = 0.2,
    width: float = 0.03,
    height: float = 0.02,
    mass: float = 1.0,
    skew: float = 2e-5,
    driven: bool = True,
) -> None:
    """Rattleback or celt: spun the wrong way it begins to rattle, stops, and turns back.

    The lower half of an ellipsoid that rolls without slip. Its principal axes of inertia do not lie along those of the
    ellipsoid. The numbers are those of Kane and Levinson (1982).

    Parameters
    ----------
    length, width, height : float
        Half axes of the ellipsoid along x, y and z [m].
    mass : float
        [kg].
    skew : float
        Product of inertia that makes it turn back [kg m^2].
    driven : bool
        Rock and turn it to and fro once a second.
    """
    parameters(m, length=length, width=width, height=height, stone_mass=mass, skew=skew)
    moments = ((2e-4, "-skew", 0), ("-skew", 16e-4, 0), (0, 0, 17e-4))
    stone = m.body("stone", mass="stone_mass", com=(0, 0, "-height/2"), inertia=moments)
    stone.point("tip", "length", 0, 0)
    hull = "(x/length)^2 + (y/width)^2 + (z/height)^2 - 1"
    m.surface_on_plane("table", m.ground.at(0, 0, 0), stone.at(0, 0, 0), surface=hull)
    m.place(stone, at=(0, 0, "height"), rotation=rpy(0, 0, 0) if driven else rpy("0.5 deg", "0.5 deg", 0))
    if driven:
        m.drive_body(stone, yaw="0.5*sin(2*pi*t)", pitch="0.02*sin(2*pi*t)", roll="0.3*sin(2*pi*t)")
