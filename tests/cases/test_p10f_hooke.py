"""Hooke's joint: the ratio of its speeds."""

import pytest
from case_data import agree, agree_angles, column, load

import linkwork as lw
from linkwork import gallery

CASE = load("p10f_hooke")
ROWS = CASE.reference["rows"]


def with_cross() -> lw.Mechanism:
    m = gallery.get("hooke joint", angle=CASE.data["beta"], driven=False)
    m.drive("input_bearing.angle", "t")
    return m


def with_universal_joint() -> lw.Mechanism:
    m = lw.Mechanism("universal joint")
    m.parameter("beta", CASE.data["beta"])
    first, second = m.body("input"), m.body("output")
    m.revolute("input_bearing", m.ground.at(0, 0, 0), first.at(0, 0, 0), axis="z")
    m.revolute("output_bearing", m.ground.at(0, 0, 0), second.at(0, 0, 0), axis=("sin(beta)", 0, "cos(beta)"))
    m.universal("cross", first.at(0, 0, 0), second.at(0, 0, 0), axis="x", axis_b="y")
    m.drive("input_bearing.angle", "t")
    return m


@pytest.mark.parametrize("build", [with_cross, with_universal_joint])
def test_output_shaft(build):
    output = build().move(column(ROWS, "theta1")).joint("output_bearing")
    agree_angles(output.angle, column(ROWS, "theta2"))
    agree(output.angle_velocity, column(ROWS, "ratio"))
    agree(output.angle_acceleration, column(ROWS, "alpha2_at_omega1_1"))


@pytest.mark.parametrize("build", [with_cross, with_universal_joint])
def test_one_freedom_although_counting_denies_it(build):
    mobility = build().mobility()
    assert mobility.degrees_of_freedom == 1
    assert mobility.grubler == -2


def test_extreme_ratios():
    motion = with_cross().move([i * 0.7853981633974483 for i in range(5)])
    rate = motion.joint("output_bearing").angle_velocity
    agree(rate.max(), CASE.reference["max_ratio"])
    agree(rate.min(), CASE.reference["min_ratio"])
