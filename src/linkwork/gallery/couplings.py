"""Shaft couplings: Oldham's for parallel shafts, Hooke's for crossing ones."""

from __future__ import annotations

from linkwork.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("oldham", plane="xy")
def oldham(m: Mechanism, offset: float = 0.02, mass: float = 0.3, driven: bool = True) -> None:
    """Oldham coupling: a disc slides in slots of two parallel shafts and turns both alike.

    John Oldham (1821) coupled the paddle-wheel shafts of steamers with it. The disc's centre runs round a circle
    with the offset as diameter, twice a turn.

    Parameters
    ----------
    offset : float
        Distance of the shafts [m].
    mass : float
        Mass of the disc [kg].
    driven : bool
        Turn the first shaft once a second.
    """
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


@mechanism("hooke joint")
def hooke_joint(m: Mechanism, angle: float = 0.5, driven: bool = True) -> None:
    """Hooke's joint: two shafts that cross at an angle, with a cross between their forks.

    Described by Cardano and Hooke (1676). The output follows ``tan(output) = tan(input)/cos(angle)`` with the
    angles measured from the position where the input fork lies in the plane of the shafts. Counting joints gives -2
    freedoms; the four axes meet in one point, and it turns.

    Parameters
    ----------
    angle : float
        Between the shafts [rad].
    driven : bool
        Turn the input shaft once a second.
    """
    parameters(m, shaft_angle=angle)
    shaft = ("sin(shaft_angle)", 0, "cos(shaft_angle)")
    first, cross, second = (m.body(n, mass=1.0, inertia=(0.01, 0.01, 0.01)) for n in ("input", "cross", "output"))
    m.revolute("input_bearing", m.ground.at(0, 0, 0), first.at(0, 0, 0), axis="z")
    m.revolute("input_fork", first.at(0, 0, 0), cross.at(0, 0, 0), axis="x")
    m.revolute("output_fork", second.at(0, 0, 0), cross.at(0, 0, 0), axis="y")
    m.revolute("output_bearing", m.ground.at(0, 0, 0), second.at(0, 0, 0), axis=shaft)
    if driven:
        m.drive("input_bearing.angle", "2*pi*t")


@mechanism("double hooke joint")
def double_hooke_joint(m: Mechanism, angle: float = 0.4, length: float = 0.3, driven: bool = True) -> None:
    """Two Hooke's joints on one shaft: the second one undoes what the first one does.

    The forks of the middle shaft lie in one plane and it makes the same angle with both shafts, so that the output
    turns exactly as the input does, while the middle shaft runs faster and slower twice a turn.

    Parameters
    ----------
    angle : float
        Of the middle shaft with the others [rad].
    length : float
        Of the middle shaft [m].
    driven : bool
        Turn the input shaft once a second.
    """
    parameters(m, lean=angle, middle_length=length)
    end = ("middle_length*sin(lean)", 0, "middle_length*cos(lean)")
    first, middle, second = (m.body(n, mass=1.0, inertia=(0.01, 0.01, 0.01)) for n in ("input", "middle", "output"))
    m.revolute("input_bearing", m.ground.at(0, 0, 0), first.at(0, 0, 0), axis="z")
    m.universal("first_cross", first.at(0, 0, 0), middle.at(0, 0, 0), axis="x", axis_b="y")
    m.universal("second_cross", second.at(0, 0, 0), middle.at(*end), axis="x", axis_b="y")
    m.cylindrical("output_bearing", m.ground.at(*end), second.at(0, 0, 0), axis="z")
    m.place(second, at=end)
    if driven:
        m.drive("input_bearing.angle", "2*pi*t")


@mechanism("constant-velocity joint")
def constant_velocity_joint(
    m: Mechanism, angle: float = 0.5, hinge: float = 0.1, reach: float = 0.12, driven: bool = True
) -> None:
    """Constant-velocity joint: two hinged arms meet in a ball half way between the shafts.

    Clemens (1869). The ball stays in the plane that halves the angle between the shafts, so that one half of the
    joint is always the mirror image of the other and the output turns exactly as the input does.

    Parameters
    ----------
    angle : float
        Between the shafts [rad].
    hinge : float
        Distance of the arms' hinges from where the shafts would meet [m].
    reach : float
        Distance of the ball from there at the start [m].
    driven : bool
        Turn the input shaft once a second.
    """
    parameters(m, shaft_angle=angle, hinge_distance=hinge, ball_distance=reach)
    shaft, across = ("sin(shaft_angle)", 0, "cos(shaft_angle)"), ("cos(shaft_angle)", 0, "-sin(shaft_angle)")
    far = ("hinge_distance*sin(shaft_angle)", 0, "hinge_distance*cos(shaft_angle)")
    first, second = (m.body(n, mass=1.0, inertia=(0.01, 0.01, 0.01)) for n in ("input", "output"))
    arms = [m.body(n, mass=0.2, inertia=(0.001, 0.001, 0.001)) for n in ("input arm", "output arm")]
    m.revolute("input_bearing", m.ground.at(0, 0, 0), first.at(0, 0, 0), axis="z")
    m.revolute("output_bearing", m.ground.at(0, 0, 0), second.at(0, 0, 0), axis=shaft)
    m.revolute("input_hinge", first.at(0, 0, "-hinge_distance"), arms[0].at(0, 0, "-hinge_distance"), axis="x")
    m.revolute("output_hinge", second.at(*far), arms[1].at(*far), axis=across)
    m.spherical("ball", arms[0].at(0, "ball_distance", 0), arms[1].at(0, "ball_distance", 0))
    if driven:
        m.drive("input_bearing.angle", "2*pi*t")
