"""The heavy top."""

from __future__ import annotations

from math import pi

from linkwork.base.rotation import rpy
from linkwork.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("heavy top", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def heavy_top(
    m: Mechanism,
    mass: float = 1.2,
    distance: float = 0.08,
    transverse: float = 0.02,
    axial: float = 0.012,
    tilt: float = 0.6,
    driven: bool = True,
) -> None:
    """Heavy top: a symmetric body that spins about a fixed point, precesses and nods.

    Lagrange (1788) solved it in closed form. The symmetry axis is the body's x axis, so that yaw,
    pitch and roll are precession, nutation and spin.

    Parameters
    ----------
    mass : float
        [kg].
    distance : float
        Of the mass centre from the fixed point [m].
    transverse, axial : float
        Moments of inertia about the fixed point, across and about the symmetry axis [kg m^2].
    tilt : float
        Of the axis from the upright, where the top is placed [rad].
    driven : bool
        Precess once a second at this tilt, spinning ten times as fast.
    """
    parameters(m, top_mass=mass, distance=distance, transverse=transverse, axial=axial)
    across = "transverse - top_mass*distance^2"
    top = m.body("top", mass="top_mass", com=("distance", 0, 0), inertia=("axial", across, across))
    top.point("centre", "distance", 0, 0)
    m.spherical("foot", m.ground.at(0, 0, 0), top.at(0, 0, 0))
    m.place(top, at=(0, 0, 0), rotation=rpy(0, tilt - pi / 2, 0))
    if driven:
        m.drive_body(top, yaw="2*pi*t", pitch=tilt - pi / 2, roll="20*pi*t")
