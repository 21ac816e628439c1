"""RSCR linkage: example 3.3 of the natural-coordinate chapter."""

import numpy as np
import pytest
from case_data import agree, agree_angles, column, load

import linkwork as lw
from linkwork import gallery

CASE = load("p04f_rscr")
ROWS = CASE.reference["rows"]


def rscr(start: float, rocker: float) -> lw.Mechanism:
    m = gallery.get("rscr", distance=CASE.data["d"], shift=CASE.data["k5"], start=start, rocker=rocker, driven=False)
    m.drive("A.angle", "t")
    return m


def compare(motion, rows) -> None:
    phi, guide = motion.joint("B"), motion.joint("guide")
    # The reference jumps by a full turn between its rows: an angle is compared up to full turns.
    agree_angles(phi.angle, column(rows, "phi_output"))
    agree(phi.angle_velocity, column(rows, "phi_dot_per_psi_dot"))
    agree(phi.angle_acceleration, column(rows, "phi_ddot_at_psi_dot_1"))
    agree(guide.translation, column(rows, "s"))
    agree(guide.translation_velocity, column(rows, "s_dot_per_psi_dot"))
    agree(guide.translation_acceleration, column(rows, "s_ddot_at_psi_dot_1"))
    for name, point in (("p1", "crank.P1"), ("p2", "sleeve.P2"), ("p3", "rocker.P3")):
        agree(motion.point(point).position, column(rows, name))
    agree(motion.point("sleeve.P2").velocity, column(rows, "v2"))
    agree(motion.point("sleeve.P2").acceleration, column(rows, "a2"))


def test_first_position():
    compare(rscr(0.0, CASE.data["phi_guess"]).pose(0.0), ROWS[:1])


def test_later_positions_lie_on_one_branch():
    start = ROWS[1]
    motion = rscr(start["psi"], start["phi_output"]).move(column(ROWS[1:], "psi"))
    compare(motion, ROWS[1:])


def test_the_first_branch_ends_before_the_second_row():
    # Followed from psi = 0, phi = -1.0924 the two roots of the loop equation meet at psi = 0.196 (scan of
    # the closed form), so that no continuous motion leads to the rows from psi = 0.3 on.
    with pytest.raises(lw.MotionError, match="no position exists further on") as stopped:
        rscr(0.0, CASE.data["phi_guess"]).move(np.linspace(0.0, 0.3, 31))
    reached = stopped.value.motion
    assert reached.time[-1] == pytest.approx(0.19)
    agree_angles(reached.joint("B").angle[-1], -1.51409, 1e-5)


def test_one_degree_of_freedom():
    mobility = rscr(0.0, CASE.data["phi_guess"]).mobility()
    # 12 natural coordinates, rank 11 in the reference: one freedom.
    assert mobility.degrees_of_freedom == 12 - ROWS[0]["rank_of_12_equations_without_driver"]
    assert mobility.redundant == ()
