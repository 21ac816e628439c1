"""Things that roll and skate: disc, sleigh, snakeboard, cars, robot, bicycle."""

from __future__ import annotations

from math import cos, pi, sin

from linkwork.base.rotation import rpy
from linkwork.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("rolling disc", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def rolling_disc(
    m: Mechanism,
    mass: float = 2.0,
    radius: float = 0.3,
    axial: float = 0.09,
    diametral: float = 0.045,
    lean: float = 0.3,
    driven: bool = True,
) -> None:
    """Disc that leans, steers and rolls on a plane, as Chaplygin and Korteweg solved it.

    The axle is the disc's x axis, so that yaw is the direction of the axle, pitch its slope downwards, roll the spin.

    Parameters
    ----------
    mass : float
        [kg].
    radius : float
        [m].
    axial, diametral : float
        Moments of inertia about the axle and about a diameter [kg m^2].
    lean : float
        Of the disc from the upright, where it is placed [rad].
    driven : bool
        Roll round a circle once a second, three turns of the disc a round.
    """
    parameters(m, disc_mass=mass, radius=radius, axial=axial, diametral=diametral)
    disc = m.body("disc", mass="disc_mass", inertia=("axial", "diametral", "diametral"))
    disc.point("centre", 0, 0, 0)
    m.rolling_disc("road", m.ground.at(0, 0, 0), disc.at(0, 0, 0, z="x"), radius="radius")
    m.place(disc, at=(0, 0, f"radius*cos({lean!r})"), rotation=rpy(0, -lean, 0))
    if driven:
        m.drive_body(disc, yaw="2*pi*t", pitch=-lean, roll="-6*pi*t")


@mechanism("chaplygin sleigh", plane="xy", degrees_of_freedom=2)
def chaplygin_sleigh(
    m: Mechanism, mass: float = 3.0, inertia: float = 0.4, distance: float = 0.25, driven: bool = True
) -> None:
    """Chaplygin's sleigh: a body on one skate, with its mass centre ahead of the skate.

    Energy stays, momentum does not: whatever the start, it ends up gliding straight with its mass centre in front.

    Parameters
    ----------
    mass : float
        [kg].
    inertia : float
        About the mass centre [kg m^2].
    distance : float
        Of the mass centre ahead of the skate [m].
    driven : bool
        Swing the blade from side to side while going to and fro.
    """
    parameters(m, sleigh_mass=mass, inertia=inertia, distance=distance)
    sleigh = m.body("sleigh", mass="sleigh_mass", com=("distance", 0), inertia="inertia")
    sleigh.point("skate", 0, 0)
    m.knife_edge("blade", m.ground.at(0, 0), sleigh.at(0, 0))
    m.place(sleigh, at=(0, 0), angle=0)
    if driven:
        m.drive("sleigh.angle", "0.6*sin(4*pi*t)")
        m.drive("sleigh.x", "0.5*sin(2*pi*t)")


@mechanism("snakeboard", plane="xy", degrees_of_freedom=4)
def snakeboard(
    m: Mechanism,
    length: float = 0.4,
    board_mass: float = 6.0,
    rider_inertia: float = 0.4,
    angle: float = 0.5,
    driven: bool = True,
) -> None:
    """Snakeboard: a rider who twists, with the trucks under the board turned, drives it on.

    Parameters
    ----------
    length : float
        From the middle of the board to each truck [m].
    board_mass : float
        [kg].
    rider_inertia : float
        Of the rider about the upright axis [kg m^2].
    angle : float
        Of the front truck, and of the back truck to the other side, where they are placed [rad].
    driven : bool
        Go round a circle once a second, with the rider swinging.
    """
    parameters(m, half_length=length, board_mass=board_mass, rider_inertia=rider_inertia)
    board = m.body("board", mass="board_mass", inertia="board_mass*half_length^2/3")
    rider = m.body("rider", mass=1.0, inertia="rider_inertia")
    m.revolute("twist", board.at(0, 0), rider.at(0, 0))
    m.place(board, at=(0, 0), angle=0)
    m.place(rider, at=(0, 0), angle=0)
    for name, side in (("front", 1), ("back", -1)):
        truck = m.body(f"{name}_truck", mass=0.5, inertia=0.002)
        x = "half_length" if side > 0 else "-half_length"
        m.revolute(name, board.at(x, 0), truck.at(0, 0))
        m.knife_edge(f"{name}_wheels", m.ground.at(0, 0), truck.at(0, 0))
        m.place(truck, at=(x, 0), angle=side * angle)
    if driven:
        m.drive("front", angle)
        m.drive("back", -angle)
        m.drive("twist", "0.7*sin(2*pi*t)")
        m.drive("board.angle", "2*pi*t")


@mechanism("single-track car", plane="xy", degrees_of_freedom=2)
def single_track_car(
    m: Mechanism, wheelbase: float = 2.5, steering: float = 0.4, mass: float = 1000.0, driven: bool = True
) -> None:
    """Single-track car: the wheels of each axle drawn together on the centre line; none slips.

    Parameters
    ----------
    wheelbase : float
        Distance of the axles [m].
    steering : float
        Angle of the front wheel where it is placed [rad].
    mass : float
        [kg].
    driven : bool
        Go round a circle once a second, with the front wheel held.
    """
    parameters(m, wheelbase=wheelbase, car_mass=mass)
    car = m.body("car", mass="car_mass", com=("wheelbase/2", 0), inertia="car_mass*wheelbase^2/4")
    front = m.body("front_wheel", mass=20.0, inertia=1.0)
    car.point("rear", 0, 0)
    m.revolute("steering", car.at("wheelbase", 0), front.at(0, 0))
    m.knife_edge("rear", m.ground.at(0, 0), car.at(0, 0))
    m.knife_edge("front", m.ground.at(0, 0), front.at(0, 0))
    m.place(car, at=(0, 0), angle=0)
    m.place(front, at=("wheelbase", 0), angle=steering)
    if driven:
        m.drive("steering", steering)
        m.drive("car.angle", "2*pi*t")


@mechanism("ackermann car", plane="xy", degrees_of_freedom=2)
def ackermann_car(
    m: Mechanism,
    wheelbase: float = 2.5,
    track: float = 1.4,
    steering: float = 0.4,
    mass: float = 1000.0,
    driven: bool = True,
) -> None:
    """Car with Ackermann steering: all four wheels roll about one centre, without slip.

    The front wheels are coupled by Ackermann's law, cot(outer) - cot(inner) = track/wheelbase.

    Parameters
    ----------
    wheelbase : float
        Distance of the axles [m].
    track : float
        Distance of the wheels of an axle [m].
    steering : float
        Angle of the left front wheel where it is placed [rad].
    mass : float
        [kg].
    driven : bool
        Go round a circle once a second, with the left front wheel held.
    """
    parameters(m, wheelbase=wheelbase, track=track, car_mass=mass)
    car = m.body("car", mass="car_mass", com=("wheelbase/2", 0), inertia="car_mass*wheelbase^2/4")
    car.point("rear", 0, 0)
    m.place(car, at=(0, 0), angle=0)
    slope = f"tan({steering!r})"
    right = f"atan(wheelbase*{slope}/(wheelbase + track*{slope}))"
    m.knife_edge("rear", m.ground.at(0, 0), car.at(0, 0))
    for name, side, angle in (("left", 1, steering), ("right", -1, right)):
        wheel = m.body(f"{name}_wheel", mass=20.0, inertia=1.0)
        pin = "wheelbase", "track/2" if side > 0 else "-track/2"
        m.revolute(name, car.at(*pin), wheel.at(0, 0))
        m.knife_edge(f"{name}_tyre", m.ground.at(0, 0), wheel.at(0, 0))
        m.place(wheel, at=pin, angle=angle)
    law = "wheelbase*(tan(left.angle) - tan(right.angle)) - track*tan(left.angle)*tan(right.angle)"
    m.constraint("ackermann", expression=law)
    if driven:
        m.drive("left", steering)
        m.drive("car.angle", "2*pi*t")


@mechanism("differential drive", gravity=(0, 0, -9.81), degrees_of_freedom=2)
def differential_drive(
    m: Mechanism,
    wheel_radius: float = 0.1,
    half_track: float = 0.2,
    castor: float = 0.3,
    mass: float = 5.0,
    driven: bool = True,
) -> None:
    """Robot with differential drive: two driven wheels on one axle, and a castor that slides.

    Parameters
    ----------
    wheel_radius : float
        [m].
    half_track : float
        Distance of each wheel from the middle [m].
    castor : float
        Distance of the castor ahead of the axle [m].
    mass : float
        Of the body [kg].
    driven : bool
        Drive a circle of radius 0.5 m once a second: 3 turns of the left wheel, 7 of the right one.
    """
    parameters(m, wheel_radius=wheel_radius, half_track=half_track, castor=castor, robot_mass=mass)
    robot = m.body("robot", mass="robot_mass", com=("castor/3", 0, 0), inertia=(0.1, 0.1, 0.15))
    robot.point("middle", 0, 0, 0)
    m.place(robot, at=(0, 0, "wheel_radius"))
    m.point_on_plane("castor", m.ground.at(0, 0, 0), robot.at("castor", 0, "-wheel_radius"))
    for name, side in (("left", 1), ("right", -1)):
        wheel = m.body(f"{name}_wheel", mass=0.5, inertia=(0.0013, 0.0025, 0.0013))
        y = "half_track" if side > 0 else "-half_track"
        m.revolute(name, robot.at(0, y, 0), wheel.at(0, 0, 0), axis="y")
        m.rolling_disc(f"{name}_tyre", m.ground.at(0, 0, 0), wheel.at(0, 0, 0, z="y"), radius="wheel_radius")
        m.place(wheel, at=(0, y, "wheel_radius"))
    if driven:
        m.drive("left", "6*pi*t")
        m.drive("right", "14*pi*t")


@mechanism("bicycle", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def bicycle(
    m: Mechanism,
    wheelbase: float = 1.02,
    trail: float = 0.08,
    steer_tilt: float = pi / 10,
    rear_radius: float = 0.3,
    front_radius: float = 0.35,
    speed: float = 0.0,
    driven: bool = True,
) -> None:
    """Bicycle of Whipple (1899): frame with rider, fork, and two wheels that roll.

    Masses and inertias are those of the benchmark: J. P. Meijaard, J. M. Papadopoulos, A. Ruina and A. L. Schwab,
    Linearized dynamics equations for the balance and steer of a bicycle, Proc. R. Soc. A 463 (2007). Ahead is x, to
    the left y, up z.

    Parameters
    ----------
    wheelbase : float
        Distance of the contacts [m].
    trail : float
        Of the front contact behind the steer axis on the ground [m].
    steer_tilt : float
        Of the steer axis from the upright [rad].
    rear_radius, front_radius : float
        Of the wheels [m].
    speed : float
        Ahead, where it is placed [m/s].
    driven : bool
        Roll to and fro, upright, steering as it goes.
    """
    parameters(m, wheelbase=wheelbase, trail=trail, steer_tilt=steer_tilt, r_rear=rear_radius, r_front=front_radius)
    parameters(m, speed=speed)
    frame = m.body("frame", mass=85.0, com=(0.3, 0, 0.9), inertia=((9.2, 0, -2.4), (0, 11.0, 0), (-2.4, 0, 2.8)))
    fork = m.body(
        "fork", mass=4.0, com=(0.9, 0, 0.7), inertia=((0.05892, 0, 0.00756), (0, 0.06, 0), (0.00756, 0, 0.00708))
    )
    rear = m.body("rear_wheel", mass=2.0, inertia=(0.0603, 0.12, 0.0603))
    front = m.body("front_wheel", mass=3.0, inertia=(0.1405, 0.28, 0.1405))
    upward = (-sin(steer_tilt), 0, cos(steer_tilt))
    m.revolute("rear", frame.at(0, 0, "r_rear"), rear.at(0, 0, 0), axis="y")
    m.revolute("steering", frame.at("wheelbase + trail", 0, 0), fork.at("wheelbase + trail", 0, 0), axis=upward)
    m.revolute("front", fork.at("wheelbase", 0, "r_front"), front.at(0, 0, 0), axis="y")
    m.rolling_disc("rear_tyre", m.ground.at(0, 0, 0), rear.at(0, 0, 0, z="y"), radius="r_rear")
    m.rolling_disc("front_tyre", m.ground.at(0, 0, 0), front.at(0, 0, 0, z="y"), radius="r_front")
    for body in (frame, fork):
        m.place(body, at=(0, 0, 0), velocity=("speed", 0, 0), rate=(0, 0, 0))
    for wheel, x, radius in ((rear, 0.0, "r_rear"), (front, "wheelbase", "r_front")):
        m.place(wheel, at=(x, 0, radius), velocity=("speed", 0, 0), rate=(0, f"speed/{radius}", 0))
    if driven:
        m.drive("rear", "2*sin(2*pi*t)")
        m.drive("steering", "0.3*sin(2*pi*t)")
        m.drive("frame.roll", 0)
