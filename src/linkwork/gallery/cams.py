"""Cams in machines: the eccentric, and the valve train of an engine."""

from __future__ import annotations

from linkwork.curves import Cam, cam, circle
from linkwork.mechanism import Mechanism
from linkwork.model.refs import BodyRef

from .parts import parameters
from .registry import mechanism


@mechanism("eccentric", plane="xy", gravity=(0, -9.81))
def eccentric(
    m: Mechanism, radius: float = 0.05, eccentricity: float = 0.02, mass: float = 0.5, driven: bool = True
) -> None:
    """Eccentric: a round disc on a shaft beside its centre lifts a flat plunger in a pure sine.

    The simplest of all cams; it drives fuel pumps and shakes sieves. The plunger is at ``r + e sin(angle)``.

    Parameters
    ----------
    radius, eccentricity : float
        Of the disc, and distance of its centre from the shaft [m].
    mass : float
        Of the plunger [kg].
    driven : bool
        Turn the shaft once a second.
    """
    parameters(m, disc_radius=radius, eccentricity=eccentricity)
    disc = m.body("disc", mass=1.0, com=("eccentricity", 0), inertia="disc_radius^2/2")
    plunger = m.body("plunger", mass=mass, inertia=0.001)
    m.revolute("shaft", m.ground.at(0, 0), disc.at(0, 0))
    m.prismatic("guide", m.ground.at(0, "3*disc_radius"), plunger.at(0, "disc_radius"), axis="y")
    outline = circle("disc_radius", ("eccentricity", 0))
    m.face_on_curve("contact", disc.at(0, 0), plunger.at(0, 0), curve=outline)
    m.place(plunger, at=(0, "disc_radius"))
    if driven:
        m.drive("shaft.angle", "2*pi*t")


@mechanism("cam valve train", plane="xy", gravity=(0, -9.81))
def cam_valve_train(
    m: Mechanism,
    base: float = 0.022,
    lift: float = 0.24,
    stiffness: float = 25e3,
    preload: float = 250.0,
    speed: float = 1.0,
    driven: bool = True,
) -> None:
    """Valve train: a cam lifts the roller of a rocker arm, whose tip opens a valve against its spring.

    Nothing but the spring keeps cam, rocker and valve together: above some speed they part, which limits the speed of
    an engine.

    Parameters
    ----------
    base : float
        Radius of the cam's base circle [m].
    lift : float
        By how much the rocker turns [rad], in 100 degrees of the cam up and as many down.
    stiffness, preload : float
        Of the valve's spring [N/m], and its force on the closed valve [N].
    speed : float
        Of the camshaft [revolutions a second]; one cycle takes 1/speed.
    driven : bool
        Turn the camshaft.
    """
    parameters(m, base=base, lift=lift, roller=0.008, pivot=0.06, arm=0.05, tip_arm=0.045, tip_radius=0.006)
    # angle between the two arms of the rocker, and of its first arm from the line of centres where the valve is closed
    parameters(m, bend="147 deg", closed="acos((arm^2 + pivot^2 - (base + roller)^2)/(2*arm*pivot))")
    shaft = m.body("camshaft", mass=0.5, inertia=2e-4)
    rocker = m.body("rocker", mass=0.15, inertia=6e-5)
    valve = m.body("valve", mass=0.06, inertia=1e-5)
    m.revolute("bearing", m.ground.at(0, 0), shaft.at(0, 0))
    m.revolute("fulcrum", m.ground.at("pivot", 0), rocker.at(0, 0))
    m.prismatic("guide", m.ground.at("pivot + tip_arm", -0.03), valve.at(0, -0.03), axis="y")
    m.point_on_curve("cam", shaft.at(0, 0), rocker.at("arm", 0), curve=_profile(), radius="roller")
    _add_tip(m, rocker, valve)
    top = "tip_arm*sin(pi - closed - bend) - tip_radius"
    seat, free = m.ground.at("pivot + tip_arm", f"{top} - 0.06"), 0.05 + preload / stiffness
    m.spring("spring", seat, valve.at(0, -0.01), stiffness=stiffness, free_length=free)
    m.place(rocker, at=("pivot", 0), angle="pi - closed")
    m.place(valve, at=("pivot + tip_arm", top))
    if driven:
        m.drive("bearing.angle", f"2*pi*{speed!r}*t")


def _profile() -> Cam:
    """Return the cam of a rocker arm with a roller."""
    program = [("100 deg", "lift", "poly4567"), ("20 deg", "dwell"), ("100 deg", 0, "poly4567"), ("140 deg", "dwell")]
    return cam(program, base_radius="base", roller_radius="roller", pivot="pivot", arm="arm")


def _add_tip(m: Mechanism, rocker: BodyRef, valve: BodyRef) -> None:
    """Let the round tip of the rocker touch the flat end of the valve, which lies below it."""
    centre = ("tip_arm*cos(bend)", "-tip_arm*sin(bend)")
    rocker.point("pad", *centre)
    m.face_on_curve("tip", rocker.at(0, 0), valve.at(0, 0, x="-x"), curve=circle("tip_radius", centre))
