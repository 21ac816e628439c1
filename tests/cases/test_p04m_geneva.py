"""Geneva wheel with four slots: problem 3/13 of the natural-coordinate chapter."""

import numpy as np
import pytest
from case_data import agree, column, load

from linkwork import gallery
from linkwork.errors import ModelError

CASE = load("p04m_geneva4")
ROWS, DATA = CASE.reference["rows"], CASE.data


@pytest.fixture(scope="module")
def model():
    m = gallery.get("geneva drive", slots=DATA["slots"], distance=DATA["centre_distance"], driven=False)
    m.drive("crank_axle.angle", f"-1 + {DATA['omega']}*t")
    return m


def test_wheel_in_engagement(model):
    motion = model.move((column(ROWS, "phi1") + 1.0) / DATA["omega"])
    wheel = motion.joint("wheel_axle")
    agree(np.pi - wheel.angle, column(ROWS, "phi2"), 1e-11)
    agree(-wheel.angle_velocity, column(ROWS, "phi2_dot"), 1e-9)
    agree(-wheel.angle_acceleration, column(ROWS, "phi2_ddot"), 1e-8)


def test_locked_before_and_after(model):
    phi = np.array([-0.9, 0.9, 3.0, 5.4])
    wheel = model.move((phi + 1.0) / DATA["omega"]).joint("wheel_axle")
    # a quarter turn in every engagement; at rest to rounding of the sines of the row
    assert np.allclose(wheel.angle, np.pi * np.array([1.25, 0.75, 0.75, 0.75]), atol=1e-13)
    assert np.allclose(wheel.angle_velocity, 0.0, atol=1e-12)


def test_pin_presses_square_to_the_slot():
    m = gallery.get("geneva drive", driven=False)
    m.drive("crank_axle.angle", "0.3")
    m.effort("brake", "wheel_axle.angle", 2.0)
    inv = m.inverse([0.0])
    r, a = 0.1 * np.sin(np.pi / 4), 0.1
    arm = np.hypot(a - r * np.cos(0.3), r * np.sin(0.3))  # from the wheel's centre to the pin
    force = inv.joint("wheel_axle").force[0]
    slot = np.array([r * np.cos(0.3) - a, r * np.sin(0.3)]) / arm
    assert abs(force @ slot) < 1e-12 * 2.0 / arm  # rounding
    assert np.isclose(np.linalg.norm(force), 2.0 / arm, rtol=1e-12)


def test_radius_that_does_not_fit():
    m = gallery.get("geneva drive")
    joint = m.joints.pop("pin_and_slots")
    m.geneva("pin_and_slots", joint.a, joint.b, slots=5, radius=joint.radius)
    with pytest.raises(ModelError, match=r"enters along a slot at 0\.0587785252 m only"):
        m.check()
