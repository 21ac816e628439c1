"""A robot arm with six hinges."""

from __future__ import annotations

from linkwork.base.rotation import rpy
from linkwork.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism


@mechanism("6r robot", gravity=(0, 0, -9.81), degrees_of_freedom=6)
def robot_6r(
    m: Mechanism,
    shoulder: float = 0.2,
    height: float = 0.6,
    upper: float = 0.7,
    fore: float = 0.65,
    driven: bool = True,
) -> None:
    """Robot arm 6R with a spherical wrist; its hand is led along an ellipse without turning.

    The layout of most industrial robots since the PUMA (1978). Driving the hand instead of the joints
    makes the computer solve the inverse problem. See Garcia de Jalon and Bayo, *Kinematic and Dynamic
    Simulation of Multibody Systems* (1994), example 3.7.

    Parameters
    ----------
    shoulder, height : float
        Distance of the shoulder from the first axis, and its height [m].
    upper, fore : float
        Lengths of upper arm and forearm [m].
    driven : bool
        Lead the wrist round the ellipse with half axes 0.3 and 0.2 m about (0.85, 0, 0.75), once a second.
    """
    parameters(m, shoulder_offset=shoulder, shoulder_height=height, upper_length=upper, fore_length=fore)
    names = ("column", "upper_arm", "forearm", "roll", "pitch", "hand")
    column, arm, forearm, roll, pitch, hand = (m.body(n, mass=2.0, inertia=(0.1, 0.1, 0.1)) for n in names)
    hand.point("tool", 0.2, 0.0, 0.0)
    m.revolute("joint_1", m.ground.at(0, 0, 0), column.at(0, 0, 0), axis="z")
    m.revolute("joint_2", column.at("shoulder_offset", 0, "shoulder_height"), arm.at(0, 0, 0), axis="-y")
    m.revolute("joint_3", arm.at("upper_length", 0, 0), forearm.at(0, 0, 0), axis="-y")
    m.revolute("joint_4", forearm.at("fore_length", 0, 0), roll.at(0, 0, 0), axis="x")
    m.revolute("joint_5", roll.at(0, 0, 0), pitch.at(0, 0, 0), axis="y")
    m.revolute("joint_6", pitch.at(0, 0, 0), hand.at(0, 0, 0), axis="x")
    hints = {"column": 0.0, "upper_arm": 1.16, "forearm": -0.86, "roll": -0.86}
    for body, elevation in hints.items():
        m.place(body, rotation=rpy(0, -elevation, 0.34))
    m.place(pitch, rotation=rpy(0, 0, 0))
    m.place(hand, rotation=rpy(0, 0, 0))
    if driven:
        m.drive_body(hand, x=0.85, y="0.3*cos(2*pi*t)", z="0.75 + 0.2*sin(2*pi*t)", roll=0, pitch=0, yaw=0)
