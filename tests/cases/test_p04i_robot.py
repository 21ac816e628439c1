"""6R robot whose hand is led round an ellipse: example 3.7 of the natural-coordinate chapter.

Section 3.2 of the chapter compares Newton's method with a new factorisation at every iteration
(standard), with one factorisation a step (modified), and with one factorisation a step and a velocity
predictor from the same factorisation. The numbers of iterations depend on how equations are scaled;
the order of the costs does not.
"""

import numpy as np
import pytest
from case_data import agree, column, load

from linkwork import gallery

CASE = load("p04i_robot_6R_ellipse")
STEPS = CASE.data["increments"]
SAMPLES = CASE.reference["samples"]
METHODS = {
    "standard": {"newton": "standard", "predictor": "none"},
    "modified": {"newton": "modified", "predictor": "none"},
    "velocity": {"newton": "modified", "predictor": "velocity"},
}


@pytest.fixture(scope="module")
def robot():
    d = CASE.data
    return gallery.get("6r robot", shoulder=d["a"], height=d["h"], upper=d["l2"], fore=d["l3"])


def sweep(robot, tolerance: float, method: str):
    return robot.move(np.linspace(0.0, 1.0, STEPS + 1), derivatives=0, tolerance=tolerance, **METHODS[method])


def compare_samples(motion, tolerance: float) -> None:
    at = column(SAMPLES, "step").astype(int)
    agree(motion.joint("joint_1").angle[at], column(SAMPLES, "q1"), tolerance)
    agree(motion.joint("joint_2").angle[at], column(SAMPLES, "q2_elevation_of_upper_arm"), tolerance)
    agree(motion.joint("joint_3").angle[at], column(SAMPLES, "q3_relative"), tolerance)
    agree(motion.body("upper_arm").position[at], column(SAMPLES, "P1"), tolerance)
    agree(motion.body("forearm").position[at], column(SAMPLES, "P2"), tolerance)
    agree(motion.body("hand").position[at], column(SAMPLES, "wrist"), tolerance)


def test_joint_angles_with_default_settings(robot):
    motion = robot.move(np.linspace(0.0, 1.0, STEPS + 1))
    compare_samples(motion, 1e-11)
    axis = motion.body("column").rotation @ [0, 1, 0]
    agree(axis[column(SAMPLES, "step").astype(int)], column(SAMPLES, "u1"), 1e-11)


@pytest.mark.parametrize("tolerance", CASE.data["tols"])
def test_order_of_the_costs(robot, tolerance):
    runs = {method: sweep(robot, tolerance, method) for method in METHODS}
    count = {method: run.counts for method, run in runs.items()}
    assert count["standard"]["factorisations"] > count["modified"]["factorisations"]
    assert count["modified"]["factorisations"] == count["velocity"]["factorisations"]
    # One a step, and one at the position where the sweep begins.
    assert count["modified"]["factorisations"] == pytest.approx(STEPS, abs=1)
    assert count["modified"]["iterations"] > count["velocity"]["iterations"]
    assert count["standard"]["factorisations"] == pytest.approx(2 * STEPS, rel=0.5)
    for run in runs.values():
        # A residual below the tolerance leaves joint angles wrong by a small multiple of it.
        compare_samples(run, 100 * tolerance)


def test_inverse_kinematics_of_the_robot(robot):
    times = np.linspace(0.0, 1.0, STEPS + 1)
    ellipse = [0.85 + 0 * times, 0.3 * np.cos(2 * np.pi * times), 0.75 + 0.2 * np.sin(2 * np.pi * times)]
    found = robot.robot(tool="hand").inverse_kinematics(np.stack(ellipse, axis=1), np.eye(3))
    at = column(SAMPLES, "step").astype(int)
    agree(found.z[at, 0], column(SAMPLES, "q1"), 1e-11)
    agree(found.z[at, 1], column(SAMPLES, "q2_elevation_of_upper_arm"), 1e-11)
    agree(found.z[at, 2], column(SAMPLES, "q3_relative"), 1e-11)
