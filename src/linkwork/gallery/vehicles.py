"""The car axis of the IVP test set."""

from __future__ import annotations

from linkwork.model.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("car axis", kind="planar", degrees_of_freedom=2, duration=0.6283185307179586)
def car_axis(
    length: float = 1.0,
    rest: float = 0.5,
    stiffness: float = 1e4,
    mass: float = 10.0,
    bump: float = 0.1,
    frequency: float = 10.0,
    driven: bool = True,
) -> Mechanism:
    """Car axis: two masses on a rigid bar, on springs, over a road that shakes one of its wheels.

    The smallest stiff example with constraints of the IVP test set (Schneider 1992). The road is a
    body that turns about its left end by a given function of time; the left mass stays above that end.

    Parameters
    ----------
    length : float
        Of the bar, and distance of the wheels on the road [m].
    rest : float
        Natural length of the springs [m].
    stiffness : float
        Of each spring [N/m].
    mass : float
        Half of it at each end of the bar [kg].
    bump : float
        Height to which the right wheel is lifted [m].
    frequency : float
        Of the bumps [rad/s].
    driven : bool
        Lead the bar up and down, once a bump, instead of leaving it to the springs.
    """
    m = Mechanism("car axis", plane="xy", gravity=(0, -1.0))
    parameters(m, bar_length=length, rest_length=rest, car_mass=mass, spring_stiffness=stiffness)
    parameters(m, bump=bump, frequency=frequency)
    road = m.body("road", mass=1.0, inertia=1.0)
    axis = m.body("axis", mass="car_mass", com=("bar_length/2", 0), inertia="car_mass*bar_length^2/4")
    axis.point("left", 0, 0)
    axis.point("right", "bar_length", 0)
    m.revolute("pivot", m.ground.at(0, 0), road.at(0, 0))
    m.constraint("bumps", expression="pivot.angle - asin(bump/bar_length*sin(frequency*t))")
    m.point_on_line("upright", road.at(0, 0, z="y"), axis.at(0, 0))
    for side, x in (("left", 0), ("right", "bar_length")):
        m.spring(f"{side}_spring", road.at(x, 0), axis.at(x, 0), "spring_stiffness", "rest_length")
    m.place(road, angle=0.0)
    m.place(axis, at=(0, rest), angle=0.0)
    if driven:
        m.drive("distance(road, axis)", "rest_length + 0.2*bump*sin(frequency*t)")
        m.drive("axis.angle", "0.5*bump/bar_length*sin(frequency*t)")
    return m
