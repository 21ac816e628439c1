"""RSSR linkage: problem 3/17 of the natural-coordinate chapter."""

import pytest
from case_data import agree, agree_angles, column, load

import linkwork as lw
from linkwork import gallery

CASE = load("p10d_rssr")
ROWS = CASE.reference["rows"]


@pytest.fixture(scope="module")
def model():
    d = CASE.data
    m = gallery.get("rssr", coupler=d["L"], pivot=tuple(d["B"]), driven=False)
    m.drive("A.angle", "t")
    return m


def test_output(model):
    # The rod's spin about itself is left without a driver.
    motion = model.move(column(ROWS, "psi"), undriven="hold")
    phi = motion.joint("B")
    agree_angles(phi.angle, column(ROWS, "phi"))
    agree(phi.angle_velocity, column(ROWS, "phi_dot"))
    agree(phi.angle_acceleration, column(ROWS, "phi_ddot"))
    ball = motion.point(lw.Marker("rocker", (0.0, 0.0, 1.5)))
    agree(ball.position, column(ROWS, "p2"))
    agree(ball.velocity, column(ROWS, "v2"))
    agree(ball.acceleration, column(ROWS, "a2"))


def test_idle_spin_is_counted_and_named(model):
    mobility = model.mobility()
    assert mobility.degrees_of_freedom == CASE.reference["dof_including_idle_spin"] == 2
    assert any("'coupler' turns about the axis" in s for s in mobility.motions_in_words)


def test_undriven_spin_is_refused_by_name(model):
    with pytest.raises(lw.MotionError, match=r"2 degrees of freedom and 1 driver: 1 left undriven.*'coupler'"):
        model.move([0.0, 1.0])


def test_a_rod_without_spin_gives_the_same(model):
    d = CASE.data
    m = lw.Mechanism("rssr")
    crank, rocker = m.body("crank"), m.body("rocker")
    m.revolute("A", m.ground.at(*d["A"]), crank.at(0, 0, 0), axis="z")
    m.revolute("B", m.ground.at(*d["B"]), rocker.at(0, 0, 0), axis="y")
    m.rod("coupler", crank.at(*d["p1_at_psi0"]), rocker.at(0, 0, 1.5), length=d["L"])
    m.place(rocker, rotation=lw.axis_angle((0, 1, 0), -0.2))
    m.drive("A.angle", "t")
    assert m.mobility().degrees_of_freedom == 1
    agree_angles(m.move(column(ROWS, "psi")).joint("B").angle, column(ROWS, "phi"))
