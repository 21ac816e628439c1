"""Steady motions: a governor at speed, a top that precesses."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw
from linkwork.errors import ModelError, MotionError


def governor() -> lw.Mechanism:
    m = lw.Mechanism("governor", gravity=(0, 0, -9.81))
    shaft = m.body("shaft", mass=1.0, inertia=(1, 1, 1))
    rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
    m.revolute("pin", shaft.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
    m.place(rod, rotation=lw.axis_angle((0, 1, 0), 0.5))
    return m


def test_a_rod_that_swings_out():
    """L w^2 sin a cos a / 3 = g cos a / 2, a below the horizontal; it swings about that with w cos a, and the shaft."""
    speed = 6.0
    found = governor().steady({"spin.angle": speed})
    angle = np.arcsin(3 * 9.81 / (2 * speed**2))
    np.testing.assert_allclose(found["pin.angle"], angle, rtol=1e-10)
    assert found.kind == "stable"
    assert "stable steady motion with spin.angle at 6" in str(found)
    run = governor().simulate(1.0, points=3, start=found.start)
    np.testing.assert_allclose(run["pin.angle"], angle, rtol=1e-8)


def test_steady_precession_of_a_top():
    case = load("p10a_top_steady")
    d, r = case.data, case.reference
    across = d["A"] - d["m"] * d["l"] ** 2
    for precession in (r["slow"], r["fast"]):
        m = lw.Mechanism("top", gravity=(0, 0, -d["g"]))
        top = m.body("top", mass=d["m"], com=(d["l"], 0, 0), inertia=(d["C"], across, across))
        m.spherical("tip", m.ground.at(0, 0, 0), top.at(0, 0, 0))
        m.place(top, rotation=lw.axis_angle((0, 1, 0), -(np.pi / 2 - d["theta"] - 0.05)))
        spin = d["w3"] - precession * np.cos(d["theta"])
        found = m.steady({"top.yaw": precession, "top.roll": spin})
        agree(np.pi / 2 + found["top.pitch"], d["theta"], 1e-9)
        agree(found["tip.force.z"], r["reaction_vertical"], 1e-9)


def test_what_is_no_steady_motion():
    m = governor()
    with pytest.raises(ModelError, match=r"steady motion is found without equations of velocities"):
        lw.gallery.get("rolling disc").steady({"disc.yaw": 1.0})
    m.viscous("bearing", "spin.angle", damping=1.0)
    with pytest.raises(MotionError, match=r"'spin\.angle' still speeds up"):
        m.steady({"spin.angle": 6.0})
