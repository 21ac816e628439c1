"""The four-bar linkage, in the plane and with four hinges in space."""

from __future__ import annotations

from linkwork.mechanism import Mechanism
from linkwork.model.refs import BodyRef

from .parts import heading, link, meeting, parameters, polar
from .registry import mechanism


def build_four_bar(
    m: Mechanism,
    lengths: tuple[float, float, float, float],
    *,
    start: float = 0.0,
    side: int = 1,
    masses: float = 1.0,
) -> tuple[BodyRef, BodyRef, BodyRef]:
    """Add crank, coupler and rocker with the pins A, B, C, D; return the three bodies.

    Parameters
    ----------
    m : Mechanism
    lengths : tuple
        Of ground, crank, coupler and rocker [m].
    start : float
        Angle of the crank where the bodies are placed [rad].
    side : int
        +1: pin C lies to the left of the line from B to D, -1: to the right.
    masses : float
        Of each bar [kg].
    """
    ground, crank, coupler, rocker = lengths
    parameters(m, ground_length=ground, crank_length=crank, coupler_length=coupler, rocker_length=rocker)
    one, two, three = (link(m, name, f"{name}_length", masses) for name in ("crank", "coupler", "rocker"))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", one.at("crank_length", 0), two.at(0, 0))
    m.revolute("C", two.at("coupler_length", 0), three.at("rocker_length", 0))
    m.revolute("D", m.ground.at("ground_length", 0), three.at(0, 0))
    b = polar(crank, start)
    c = meeting(b, coupler, (ground, 0), rocker, side)
    m.place(one, angle=start)
    m.place(two, angle=heading(b, c))
    m.place(three, angle=heading((ground, 0), c))
    return one, two, three


@mechanism("four-bar", plane="xy", gravity=(0, -9.81))
def four_bar(
    m: Mechanism,
    ground: float = 4.0,
    crank: float = 1.5,
    coupler: float = 3.5,
    rocker: float = 3.0,
    point: tuple[float, float] = (1.75, 1.0),
    driven: bool = True,
) -> None:
    """Four-bar linkage: a crank turns and a rocker swings; a point of the coupler draws a curve.

    The smallest closed linkage. With the shortest bar as crank and the sum of the shortest and the
    longest bar not above the sum of the others, the crank turns through (Grashof 1883). Coupler
    curves are tabulated in Hrones and Nelson, *Analysis of the Four-Bar Linkage* (1951).

    Parameters
    ----------
    ground, crank, coupler, rocker : float
        Lengths of the bars [m].
    point : tuple
        The point P of the coupler, from pin B with x towards pin C [m].
    driven : bool
        Turn the crank once a second.
    """
    _, bar, _ = build_four_bar(m, (ground, crank, coupler, rocker))
    parameters(m, point_x=point[0], point_y=point[1])
    bar.point("P", "point_x", "point_y")
    if driven:
        m.drive("A.angle", "2*pi*t")


@mechanism("spatial four-bar", plane="xy", spatial=True, gravity=(0, -9.81))
def spatial_four_bar(
    m: Mechanism,
    ground: float = 4.0,
    crank: float = 1.5,
    coupler: float = 3.5,
    rocker: float = 3.0,
    driven: bool = True,
) -> None:
    """Four-bar with four hinges in space: over-constrained, for its axes need to be exactly parallel.

    Counting joints gives 18 - 20 = -2 freedoms; three of the equations repeat others, and it moves
    like the planar four-bar. The simplest test of a program for mechanisms in space.

    Parameters
    ----------
    ground, crank, coupler, rocker : float
        Lengths of the bars [m].
    driven : bool
        Turn the crank once a second.
    """
    build_four_bar(m, (ground, crank, coupler, rocker))
    if driven:
        m.drive("A.angle", "2*pi*t")
