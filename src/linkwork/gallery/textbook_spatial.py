"""Exercises of textbooks in space: a crank with a collar, a plate on a plane, a body led in all its freedoms."""

from __future__ import annotations

import numpy as np

from linkwork.base.rotation import axis_angle
from linkwork.base.shapes import box
from linkwork.mechanism import Mechanism

from .parts import parameters, pointing
from .registry import mechanism


@mechanism("rsrc", gravity=(0, -9.81, 0))
def rsrc(
    m: Mechanism,
    crank: float = 0.3,
    rod: float = 1.0,
    shaft: tuple[float, float] = (0.1, 0.5),
    driven: bool = True,
) -> None:
    """RSRC linkage: a crank moves a collar along a shaft; the rod is hinged to the collar, which may turn.

    Revolute, spherical, revolute, cylindrical. The hinge and the turning collar together make a joint RC: the end of
    the rod runs along the shaft, and the rod does not spin about itself.

    Parameters
    ----------
    crank : float
        Radius of the crank, which turns about z at the origin [m].
    rod : float
        Length of the rod [m].
    shaft : tuple
        Where the shaft, which is parallel to x, passes: y and z [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=crank, rod_length=rod, shaft_y=shaft[0], shaft_z=shaft[1])
    one = m.body("crank", mass=1.0, com=("crank_radius/2", 0, 0), inertia=(0.001, 0.01, 0.01))
    bar = m.body("rod", mass=1.0, com=("rod_length/2", 0, 0), inertia=(0.001, 0.08, 0.08))
    collar = m.body("collar", mass=0.5, inertia=(0.001, 0.001, 0.001))
    m.revolute("A", m.ground.at(0, 0, 0), one.at(0, 0, 0), axis="z")
    m.spherical("ball", one.at("crank_radius", 0, 0), bar.at("rod_length", 0, 0))
    m.revolute("hinge", collar.at(0, 0, 0), bar.at(0, 0, 0), axis="y")
    m.cylindrical("shaft", m.ground.at(0, "shaft_y", "shaft_z"), collar.at(0, 0, 0), axis="x")
    x = np.array([1.0, 0.0, 0.0])
    end = np.array([crank + max(0.0, rod**2 - shaft[0] ** 2 - shaft[1] ** 2) ** 0.5, *shaft])
    along = crank * x - end
    hinge = np.cross(x, along)
    m.place(bar, at=end, rotation=pointing(along, np.cross(along, hinge)))
    m.place(collar, at=end, rotation=pointing(x, np.cross(x, hinge)))
    if driven:
        m.drive("A.angle", "2*pi*t")


@mechanism("plate on a plane", gravity=(0, 0, -9.81), degrees_of_freedom=3)
def plate_on_plane(
    m: Mechanism,
    point: tuple[float, float, float] = (0.2, 0.1, 0.3),
    normal: tuple[float, float, float] = (1.0, -2.0, 5.0),
    driven: bool = True,
) -> None:
    """Plate that slides and turns on a plane which leans in space.

    The plane joint of a body with two points on the plane and a unit vector in it: three equations, which natural
    coordinates write as two dot products with the normal for the points and one for the vector.

    Parameters
    ----------
    point, normal : tuple
        A point of the plane [m] and a vector along its normal.
    driven : bool
        Lead the plate round a circle while it turns, once a second.
    """
    plate = m.body("plate", box(0.4, 0.2, 0.005, mass=2.0))
    plate.point("P1", -0.2, 0, 0)
    plate.point("P2", 0.2, 0, 0)
    m.planar("floor", m.ground.at(*point, z=normal), plate.at(0, 0, 0, z="z"))
    upright = np.array(normal) / np.linalg.norm(normal)
    turn = np.cross([0.0, 0.0, 1.0], upright)
    lean = float(np.arctan2(np.linalg.norm(turn), upright[2]))
    m.place(plate, at=point, rotation=axis_angle(tuple(turn), lean))
    if driven:
        m.drive("floor.x", "0.3*(cos(2*pi*t) - 1)")
        m.drive("floor.y", "0.3*sin(2*pi*t)")
        m.drive("floor.angle", "2*pi*t")


@mechanism("guided body", gravity=(0, 0, -9.81), degrees_of_freedom=6)
def guided_body(m: Mechanism, shift: float = 0.5, swing: float = 0.4, driven: bool = True) -> None:
    """Body without joints, led in all six freedoms: along x, y and z, in roll, pitch and yaw.

    What a flight simulator does with its cabin: six driving equations and nothing else. Yaw is about z, pitch about the
    y axis that has turned with it, roll about the body's own x axis.

    Parameters
    ----------
    shift : float
        How far it moves to and fro along every axis [m].
    swing : float
        How far it turns to and fro in roll, pitch and yaw [rad].
    driven : bool
        Lead it, once a second.
    """
    parameters(m, shift=shift, swing=swing)
    cabin = m.body("cabin", box(1.0, 0.7, 0.5, mass=100.0))
    cabin.point("nose", 0.5, 0, 0)
    if driven:
        ways = ("sin(2*pi*t)", "sin(4*pi*t)", "sin(2*pi*t + 1) - sin(1)")
        shifts = {name: f"shift*({way})" for name, way in zip("xyz", ways, strict=True)}
        turns = {name: f"swing*({way})" for name, way in zip(("roll", "pitch", "yaw"), reversed(ways), strict=True)}
        m.drive_body(cabin, **shifts, **turns)
