"""Cars: the axis of the IVP test set, and one that is steered by a tie rod."""

from __future__ import annotations

from math import atan2, pi

from linkwork.mechanism import Mechanism

from .parts import heading, meeting, parameters, polar
from .registry import mechanism


@mechanism("car axis", plane="xy", gravity=(0, -1.0), degrees_of_freedom=2, duration=0.6283185307179586)
def car_axis(
    m: Mechanism,
    length: float = 1.0,
    rest: float = 0.5,
    stiffness: float = 1e4,
    mass: float = 10.0,
    bump: float = 0.1,
    frequency: float = 10.0,
    driven: bool = True,
) -> None:
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
    m.place(axis, at=(0, "rest_length"), angle=0.0)
    if driven:
        m.drive("distance(road, axis)", "rest_length + 0.2*bump*sin(frequency*t)")
        m.drive("axis.angle", "0.5*bump/bar_length*sin(frequency*t)")


@mechanism("tie-rod car", plane="xy", degrees_of_freedom=2)
def tie_rod_car(
    m: Mechanism,
    wheelbase: float = 2.5,
    track: float = 1.4,
    arm: float = 0.15,
    steering: float = 0.4,
    mass: float = 1000.0,
    driven: bool = True,
) -> None:
    """Car whose front wheels are steered by a tie rod between two arms.

    The arms point to the middle of the rear axle: Lankensperger (1816), Ackermann (1818). The trapezoid of tie rod and
    arms comes near Ackermann's law, ``cot(right) - cot(left) = track/wheelbase``, but meets it straight ahead only.
    Rear axle and left front wheel roll here, and the tyre of the right one slips by what the linkage is wrong.

    Parameters
    ----------
    wheelbase : float
        Distance of the axles [m].
    track : float
        Distance of the kingpins of the front wheels [m].
    arm : float
        Length of the steering arms [m].
    steering : float
        Angle of the left front wheel where it is placed [rad].
    mass : float
        [kg].
    driven : bool
        Go round a circle once a second, with the left front wheel held.
    """
    parameters(m, wheelbase=wheelbase, track=track, arm=arm, car_mass=mass)
    parameters(m, inward="atan(track/(2*wheelbase))")
    car = m.body("car", mass="car_mass", com=("wheelbase/2", 0), inertia="car_mass*wheelbase^2/4")
    car.point("rear", 0, 0)
    m.knife_edge("rear", m.ground.at(0, 0), car.at(0, 0))
    inward = atan2(track / 2, wheelbase)
    pins = {"left": (wheelbase, track / 2), "right": (wheelbase, -track / 2)}
    straight = {"left": polar(arm, pi + inward, pins["left"]), "right": polar(arm, pi - inward, pins["right"])}
    rod = float(straight["left"][1] - straight["right"][1])
    tip = polar(arm, pi + inward + steering, pins["left"])
    other = meeting(tip, rod, pins["right"], arm, side=-1)
    turned = heading(pins["right"], other) - heading(pins["right"], straight["right"])
    angles = {"left": steering, "right": (turned + pi) % (2 * pi) - pi}
    tips = []
    for name, sign in (("left", ""), ("right", "-")):
        wheel = m.body(f"{name}_wheel", mass=20.0, inertia=1.0)
        pin = "wheelbase", f"{sign}track/2"
        m.revolute(name, car.at(*pin), wheel.at(0, 0))
        m.place(wheel, at=pin, angle=angles[name])
        tips.append(wheel.at("-arm*cos(inward)", f"-({sign}arm*sin(inward))"))
        if name == "left":
            m.knife_edge("left_tyre", m.ground.at(0, 0), wheel.at(0, 0))
    m.rod("tie_rod", *tips, length="track - 2*arm*sin(inward)")
    m.place(car, at=(0, 0), angle=0)
    if driven:
        m.drive("left", steering)
        m.drive("car.angle", "2*pi*t")
