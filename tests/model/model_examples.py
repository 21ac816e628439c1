"""Mechanisms that the tests of the model layer share."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.shapes import DIMENSIONS
from linkwork.joints import REGISTRY

SHAPES = {
    "rod": lw.rod(1.0, 2.0),
    "bar": lw.bar("L", 0.02, "10 mm", density="steel"),
    "disc": lw.disc(0.1, mass=3),
    "box": lw.box(0.1, 0.2, 0.3, mass="500 g"),
    "cylinder": lw.cylinder(np.float64(0.1), 0.3, density="7.8 t/m^3"),
    "sphere": lw.sphere(0.05, density=7850),
}
assert set(SHAPES) == set(DIMENSIONS)

ROTATIONS = {
    "rpy": lw.rpy("30 deg", 0.1, "a"),
    "euler": lw.euler("30 deg", 0.1, "a"),
    "bryant": lw.bryant("30 deg", 0.1, "a"),
    "angles": lw.angles("yzy", "30 deg", 0.1, "a"),
    "axis_angle": lw.axis_angle((1.0, 0.0, "L"), "45 deg"),
    "quaternion": lw.quaternion(0.1, 0.2, 0.3, 1 / 3),
    "matrix": lw.matrix([[0, -1, 0], [1, 0, 0], [0, 0, 1]]),
}

FUNCTIONS = {
    "number": 2.5,
    "negative": -1 / 3,
    "whole": 3,
    "numpy": np.float32(0.1),
    "expression": "30 deg*sin(2*t) + L/(1 m)",
    "combined": lw.speed(2) + 1,
    "constant": lw.constant("30 deg"),
    "speed": lw.speed("60 rpm", start="10 deg"),
    "polynomial": lw.polynomial(1, "2 rad/s", 1 / 3),
    "harmonic": lw.harmonic(0.3, "2 rev/s", phase="90 deg"),
    "step": lw.step("30 deg", 1),
    "step5": lw.step5(0.1, "T", start=0.2),
    "haversine": lw.haversine(0.1, 2, base=-0.1),
    "cycloidal": lw.cycloidal(rise="30 deg", duration=1),
    "poly345": lw.poly345(1, 2),
    "poly4567": lw.poly4567(1, 2),
    "modified_trapezoid": lw.modified_trapezoid(1, 2),
    "modified_sine": lw.modified_sine(1, 2),
}

# Ends at which each joint may sit in a planar and in a spatial model, with its own fields.
JOINT_FIELDS = {
    "cable": {
        "over": [lw.pulley("crank", "20 mm", "right"), (0.0, 3.0)],
        "length": "4 m",
        "drum_b": 0.01,
    },
    "geneva": {"slots": 5, "radius": "0.2 m"},
    "rod": {"length": "2 m", "rod_ends": "revolute-spherical"},
    "universal": {"axis": "x", "axis_b": (0, 1, 0)},
    "constant_angle": {"angle": "30 deg"},
    "constraint": {"expression": "crank.angle - 2*coupler.angle"},
    "point_on_curve": {"curve": lw.ellipse("30 mm", 0.02), "radius": "5 mm", "rolling": True},
    "face_on_curve": {"curve": lw.polar("0.4 + 0.05*cos(2*u)")},
    "curve_on_curve": {
        "curve": lw.circle(0.1),
        "curve_b": lw.spline([(0, 0), (1, 0.2), (2, 0), (3, -0.1), (4, 0), (5, 0.3)]),
    },
    "point_on_surface": {"surface": "x^2 + y^2 - 0.4*z"},
    "sphere_on_surface": {"surface": "z - 0.1*sin(x)", "radius": "30 mm", "side": "negative"},
    "disc_on_surface": {"surface": "z - 0.1*sin(x)", "radius": "30 mm"},
    "surface_on_plane": {"surface": "x^2 + 2*y^2 + z^2 - 1", "contact": "sliding"},
    "rolling_wheel": {"radius": "30 mm", "track": "inside", "track_radius": "1 m"},
    "rolling_disc": {"radius": "30 mm", "edge": 0.01},
    "rolling_sphere": {"radius": "30 mm", "surface": "bowl", "surface_radius": "2*30 mm", "contact": "sliding"},
    "coupling": {"expression": "crank.angle = 2*coupler.angle"},
    "gear": {"teeth_a": 20, "teeth_b": "2*20", "module": "5 mm", "mesh": "internal", "pressure_angle": "20 deg"},
    "bevel_gear": {"ratio": 2.5, "radius_a": 0.1, "radius_b": "0.25 m", "axis_b": (0, 1, 0)},
    "crossed_gear": {"ratio": 3, "helix_angle": "30 deg"},
    "rack": {"radius": "30 mm", "direction": (0.6, 0.8)},
    "belt": {"radius_a": 0.1, "radius_b": "80 mm", "strands": "crossed"},
    "screw": {"pitch": "5 mm"},
}


def four_bar() -> lw.Mechanism:
    """A planar mechanism with a little of everything."""
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    m.parameter("L", "2 m")
    m.parameter("half", "L/2")
    m.ground.point("O", 0, 0)
    m.ground.point("C", "2*L", 0)
    crank = m.body("crank", mass=1.0, com=("half", 0), inertia=0.3)
    crank.point("B", "L", 0)
    coupler = m.body("coupler", lw.bar(6, 0.1, 0.1, density="aluminium"))
    rocker = m.body("rocker", lw.rod("5 m", 2), mass="2.5 kg")
    m.place(rocker, at=(4, 0), angle="80 deg")
    m.place(crank, angle="60 deg", rate=1.5)
    A = m.revolute("A", "ground.O", crank)
    m.revolute("B", "crank.B", coupler)
    m.revolute("C", coupler.at(6, 0), rocker.at("5 m", 0))
    m.revolute("D", "ground.C", rocker)
    m.drive(A.angle, "60 rpm*t")
    m.torque("motor", crank, "5 N*m", axis="z")
    return m


def spatial() -> lw.Mechanism:
    """A spatial mechanism with frames, axes, rotations and drawn markers."""
    m = lw.Mechanism('arm: "quoted" \\ µ\n', gravity=(0, 0, -1 / 3))
    m.parameter("L", 1 / 7)
    m.parameter("a", 0.1)
    base = m.body("base", mass=np.float64(1.1), com=(0, 0, "L"), inertia=(1, 2, 2.5))
    arm = m.body("upper arm", lw.box(1, 2, 3, mass=2), inertia=[[2, 0.1, 0], [0.1, 2, 0], [0, 0, 3]])
    base.frame("tool", (0, 0, 1), z="x", x=(0, 1, 0))
    base.axis("screw", (0, 0.6, 0.8))
    m.place(base, (0, 0, 1e-17), rotation=ROTATIONS["matrix"], velocity=(0, 0, 1), rate=(0, "3 rpm", 0))
    m.place(arm, at=(1, 1, 1), rotation=ROTATIONS["rpy"])
    m.revolute("J-1", m.ground, base, at=(0, 0, 0.5), axis="y")
    m.cylindrical("J2", "base.tool", arm.at(0, 0, 0, z="-z"))
    m.spherical("J3", arm.at(0, 1, 0), lw.Marker("ground", (1.0, 2.0, 3.0), x="y", name="loose"))
    m.drive_body(base, yaw=FUNCTIONS["cycloidal"])
    return m


def with_joint(kind: str, planar: bool) -> lw.Mechanism:
    """A mechanism with one joint of a kind, or the same in space."""
    m = lw.Mechanism(f"one {kind}", plane="xy" if planar else None)
    crank, coupler = m.body("crank"), m.body("coupler")
    ends = (crank.at(1, 0), coupler.at(-1, 0.5)) if REGISTRY[kind].ENDS else ()
    m.joint(kind, "J", *ends, **JOINT_FIELDS.get(kind, {}))
    return m


KINDS = sorted(REGISTRY)


def faults_of(m: lw.Mechanism) -> list[str]:
    with pytest.raises(lw.ModelError) as caught:
        m.check()
    return [str(fault) for fault in caught.value.faults]


def only_fault(m: lw.Mechanism) -> str:
    (fault,) = faults_of(m)
    return fault
