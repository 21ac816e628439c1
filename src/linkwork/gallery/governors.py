"""Watt's flyball governor with springs."""

from __future__ import annotations

from math import pi

from linkwork.base.rotation import rpy
from linkwork.base.shapes import box
from linkwork.mechanism import Mechanism
from linkwork.model.refs import BodyRef

from .registry import mechanism

DENSITY = 3000.0
"""Of all solids [kg/m^3]."""


@mechanism("flyball governor", gravity=(0, 0, -9.81), degrees_of_freedom=4)
def flyball_governor(
    m: Mechanism,
    stiffness: float = 8e5,
    damping: float = 4e4,
    ball: float = 5.0,
    angle: float = pi / 6,
    height: float = 0.5,
    driven: bool = True,
) -> None:
    """Flyball governor: spinning balls swing out and lift a sleeve on the shaft, through springs.

    Watt (1788) and, with Maxwell's paper *On Governors* (1868), the root of control engineering. With
    these very stiff springs it is A05 of the IFToMM library of benchmarks.

    Parameters
    ----------
    stiffness, damping : float
        Of the two springs from the rods to the sleeve [N/m, N s/m]; their natural length is 0.5 m.
    ball : float
        Mass of each ball [kg].
    angle : float
        Of the rods below the horizontal, where they are placed [rad].
    height : float
        Of the sleeve, where it is placed [m].
    driven : bool
        Turn the shaft once a second while the sleeve goes up and down by 0.05 m.
    """
    shaft = m.body("shaft", box(0.01, 0.01, 1.0, density=DENSITY))
    sleeve = m.body("sleeve", box(0.1, 0.1, 0.1, density=DENSITY))
    m.revolute("base", m.ground.at(0, 0, 0), shaft.at(0, 0, -0.5), axis="z")
    m.prismatic("guide", shaft.at(0, 0, -0.5), sleeve.at(0, 0, 0), axis="z")
    m.place(shaft, at=(0, 0, 0.5))
    m.place(sleeve, at=(0, 0, height))
    for k, (side, y) in enumerate(((1, "y"), (-1, "-y")), start=1):
        rod = _loaded_rod(m, f"rod_{k}", ball)
        m.revolute(f"pivot_{k}", shaft.at(0.05 * side, 0, 0.5, z=y, x=(side, 0, 0)), rod.at(0, 0, 0, z="y", x="x"))
        m.spring(f"spring_{k}", rod.at(0.5, 0, 0), sleeve.at(0.05 * side, 0, 0), stiffness, 0.5, damping)
        m.place(rod, at=(0.05 * side, 0, 1.0), rotation=rpy(0, angle, 0 if side > 0 else pi))
    if driven:
        m.drive("base.angle", "2*pi*t")
        m.drive("guide.translation", f"{height!r} + 0.05*sin(2*pi*t)")
        for k in (1, 2):
            m.drive(f"pivot_{k}.angle", f"{angle!r} - 0.06*sin(2*pi*t)")


def _loaded_rod(m: Mechanism, name: str, ball: float, length: float = 1.0, section: float = 0.01) -> BodyRef:
    """Add a square rod along its own x axis from its origin, with a point mass at its end."""
    mass = DENSITY * section**2 * length
    com = (mass * length / 2 + ball * length) / (mass + ball)
    thick = mass * section**2 / 6
    across = mass * (length**2 + section**2) / 12 + mass * (com - length / 2) ** 2 + ball * (length - com) ** 2
    return m.body(name, mass=mass + ball, com=(com, 0, 0), inertia=(thick, across, across))
