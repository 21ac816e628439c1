"""Machines with cables: block and tackle, cranes, clam-shell bucket, frame on a string."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin, sqrt

from linkwork.base.pulley import pulley
from linkwork.base.rotation import axis_angle
from linkwork.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("block and tackle", plane="xy", gravity=(0, -9.81))
def block_and_tackle(
    m: Mechanism, load: float = 20.0, hand: float = 1.0, radius: float = 0.1, height: float = 2.0, driven: bool = True
) -> None:
    """Block and tackle: a moving pulley hangs on two parts of the rope, and the hand pulls half the load.

    Parameters
    ----------
    load, hand : float
        Masses [kg].
    radius : float
        Of both pulleys [m].
    height : float
        Of the fixed pulley above the load at the start [m].
    driven : bool
        Pull the hand down by half a metre and back.
    """
    block, grip = m.body("block", mass=load, inertia=0.1), m.body("hand", mass=hand, inertia=0.01)
    m.prismatic("lift", m.ground.at(radius, 0), block.at(0, 0), axis="y")
    m.prismatic("pull", m.ground.at(4 * radius, 0), grip.at(0, 0), axis="y")
    m.place(block, (radius, 0))
    m.place(grip, (4 * radius, height / 2))
    wheels = [pulley(block.at(0, 0), radius, "left"), pulley((3 * radius, height), radius, "right")]
    m.cable("rope", m.ground.at(0, height), grip.at(0, 0), over=wheels)
    if driven:
        m.drive("pull.translation", f"{height / 2!r} - 0.25*(1 - cos(2*pi*t))")


@mechanism("derrick", plane="xy", gravity=(0, -9.81), duration=20.0)
def derrick(
    m: Mechanism,
    boom: float = 4.0,
    mast: float = 3.0,
    load: float = 500.0,
    drum: float = 0.2,
    angle: float = radians(30),
    driven: bool = True,
) -> None:
    """Derrick crane: a drum at the foot of the mast raises the boom by a cable over the head of the mast.

    Parameters
    ----------
    boom, mast : float
        Lengths [m]; both stand on the same foot.
    load : float
        Mass at the tip of the boom [kg].
    drum : float
        Radius of the drum [m].
    angle : float
        Of the boom above the horizontal, where it is placed [rad].
    driven : bool
        Wind the drum up by two turns and back.
    """
    arm, winch = m.body("boom", mass=load, com=(boom, 0), inertia=0.0), m.body("drum", mass=50.0, inertia=1.0)
    m.revolute("foot", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("axle", m.ground.at(-1.0, 0), winch.at(0, 0))
    m.place(arm, (0, 0), angle)
    head = pulley((0, mast), 0.1, "right")
    m.cable("rope", winch.at(0, 0), arm.at(boom, 0), over=[head], drum_a=drum, side_a="left")
    if driven:
        m.drive("axle.angle", "-2*pi*(1 - cos(pi*t/10))")


@mechanism("overhead crane", plane="xy", gravity=(0, -9.81), degrees_of_freedom=4, duration=6.0)
def overhead_crane(
    m: Mechanism,
    trolley: float = 200.0,
    load: float = 500.0,
    depth: float = 4.0,
    sway: float = 1.5,
    driven: bool = True,
) -> None:
    """Overhead crane: a trolley on a rail lets a load down from a drum; the load swings under it.

    A load on a rope is where the rope pulls it to: carried along x at a constant height, by ``x(t)``, its rope leans by
    ``tan(lean) = x''/g``, so that the trolley must be at ``x + depth x''/g`` and the rope as long as that takes. Then
    nothing else need guide the load, and it does not sway: the drivers of the load itself have nothing to do.

    Parameters
    ----------
    trolley, load : float
        Masses [kg].
    depth : float
        Of the load below the trolley [m].
    sway : float
        How far the load is carried to either side [m].
    driven : bool
        Carry the load to and fro at a constant height, in six seconds.
    """
    parameters(m, depth=depth, sway=sway, drum_radius=0.15)
    parameters(m, omega=f"{pi / 3!r} rad/s", lead="1 - depth*omega^2/(9.81 m/s^2)")
    car, drum = m.body("trolley", mass=trolley, inertia=10.0), m.body("drum", mass=30.0, inertia=0.4)
    weight = m.body("load", mass=load, inertia=60.0)
    m.prismatic("rail", m.ground.at(0, 0), car.at(0, 0), axis="x")
    m.revolute("axle", car.at(0.6, 0.1), drum.at(0, 0))
    m.place(car, (0, 0))
    m.place(drum, (0.6, 0.1))
    m.place(weight, (0, "-depth"))
    m.cable("rope", drum.at(0, 0), weight.at(0, 0), over=[car.at(0, 0)], drum_a="drum_radius", side_a="left")
    if driven:
        lean = "sway*(1 - lead)*sin(omega*t)"
        m.drive("rail.translation", "sway*lead*sin(omega*t)")
        m.drive("load.x", "sway*sin(omega*t)")
        m.drive("load.angle", 0)
        m.drive("axle.angle", f"(sqrt(depth^2 + ({lean})^2) - depth)/drum_radius")


@mechanism("clam-shell bucket", plane="xy", gravity=(0, -9.81))
def clam_shell(
    m: Mechanism, arm: float = 0.8, rod: float = 1.4, half: float = 0.3, angle: float = radians(20), driven: bool = True
) -> None:
    """Clam-shell bucket: a cable of three parts pulls the lower block up, and both shells close.

    Parameters
    ----------
    arm : float
        From the pin of a shell on the lower block to that of its rod [m].
    rod : float
        Length of the rods to the head [m].
    half : float
        Of the rods' pins on the head from its middle [m].
    angle : float
        Of the arms of the shells above the horizontal at the start [rad].
    driven : bool
        Haul the cable in by 0.4 m and pay it out again.
    """
    out = arm * cos(angle) - half
    depth = sqrt(rod**2 - out**2) + arm * sin(angle)
    block = m.body("block", mass=30.0, inertia=1.0)
    m.prismatic("guide", m.ground.at(0, 0), block.at(0, 0), axis="y")
    m.place(block, (0, -depth))
    for name, side in (("right", 1), ("left", -1)):
        shell = m.body(name, mass=80.0, com=(arm / 2, -side * arm / 4), inertia=10.0)
        m.revolute(f"{name}_hinge", block.at(0, 0), shell.at(0, 0))
        m.rod(f"{name}_rod", m.ground.at(side * half, 0), shell.at(arm, 0), length=rod)
        m.place(shell, (0, -depth), angle if side > 0 else pi - angle)
    wheels = [pulley((-0.05, 0), 0.05, "right"), pulley(block.at(0.05, 0), 0.05, "left")]
    m.cable("closing", block.at(-0.1, 0), m.ground.at(0.1, 0), over=wheels, hold=False)
    if driven:
        m.drive("closing.length", f"{3 * depth + 0.1 * pi!r} - 0.2*(1 - cos(2*pi*t))")


@mechanism("frame on a string", gravity=(0, 0, -9.81))
def frame_on_a_string(
    m: Mechanism, width: float = 1.0, height: float = 0.6, reach: float = 0.8, rise: float = 0.9, driven: bool = True
) -> None:
    """Frame on a string: a frame turns about a fixed edge, pulled up by a string through a ring above it.

    Parameters
    ----------
    width, height : float
        Of the frame A12B along its fixed edge AB, the x axis, and across [m].
    reach, rise : float
        Where the ring C is, along y and z [m]; it stands over the middle of the edge.
    driven : bool
        Haul the string in and pay it out again.
    """
    frame = m.body("frame", mass=4.0, com=(width / 2, height / 2, 0), inertia=(0.2, 0.4, 0.6))
    m.revolute("edge", m.ground.at(0, 0, 0, z="x", x="y"), frame.at(0, 0, 0, z="x", x="y"))
    m.place(frame, (0, 0, 0), rotation=axis_angle((1, 0, 0), 0.1))
    m.cable("string", frame.at(width, height, 0), m.ground.at(width / 2, reach, rise), hold=False)
    if driven:
        far = hypot(width / 2, reach - height * cos(0.1), rise - height * sin(0.1))
        m.drive("string.length", f"{far!r} - 0.08*(1 - cos(2*pi*t))")
