"""Bennett's linkage, which moves although counting says it cannot."""

import numpy as np
import pytest
from case_data import agree, agree_angles, column, load

from linkwork import gallery
from linkwork.gallery.overconstrained import bennett_joints

CASE = load("p10e_bennett")
ROWS = CASE.reference["rows"]
DATA = CASE.data
START = DATA["theta1"][0]


@pytest.fixture(scope="module")
def model():
    m = gallery.get("bennett", a=DATA["a"], alpha=DATA["alpha"], beta=DATA["beta"], start=START, driven=False)
    m.drive("joint_1.angle", f"t - {START}")
    return m


def test_joints():
    points, axes = bennett_joints(DATA["a"], DATA["alpha"], DATA["beta"], START)
    agree(points, CASE.reference["joint_points"], 1e-13)
    agree(axes, CASE.reference["joint_axes"], 1e-13)


def test_motion(model):
    theta1 = column(ROWS, "theta1")
    joint = model.move(theta1).joint("joint_2")
    # Joint angles of the model count from the drawn position.
    agree_angles(joint.angle + ROWS[0]["theta2"], column(ROWS, "theta2"))
    agree(joint.angle_velocity, column(ROWS, "dtheta2_dtheta1"))


def test_mobility(model):
    reference = CASE.reference
    for theta1 in (0.5, 2.0):
        start = model.move([0.5, theta1]).poses[-1] if theta1 > 0.5 else None
        mobility = model.mobility(t=theta1, start=start)
        assert mobility.equations == reference["constraint_rows"]
        assert mobility.rank == reference["rank"]
        assert mobility.degrees_of_freedom == reference["dof"]
        assert mobility.grubler == reference["grubler"]
        assert len(mobility.redundant) == 3


def test_a_full_turn(model):
    motion = model.move(np.linspace(START, START + 2 * np.pi, 181))
    assert motion.violation < 1e-10
    agree(motion.body("bar_3").position[-1], motion.body("bar_3").position[0], 1e-8)
