"""Example 3.6: accelerations of the four-bar in mixed coordinates."""

import numpy as np
from chapter_3 import DIGITS, FOUR_BAR, L2, L3, POSITION, PSI, equations, four_bar, four_bar_jacobian

MIXED = FOUR_BAR.reference["mixed_coordinates"]
RATE = np.array([*MIXED["velocity_for_psi_dot_1"], 1.0])
ACCELERATION = np.array([*MIXED["acceleration_for_psi_dot_1_psi_ddot_0"], 0.0])


def moving():
    return equations(four_bar(), [*POSITION, PSI], RATE, named=("P1.angle",))


def test_accelerations():
    eq = moving()
    np.testing.assert_allclose(eq.velocity, RATE, rtol=0, atol=1e-13)
    # Closed forms of 13 digits, numbers up to 3.
    found = np.linalg.solve(eq.Phi_q[:, :4], eq.gamma - eq.Phi_q[:, 4] * ACCELERATION[4])
    np.testing.assert_allclose(found, ACCELERATION[:4], rtol=0, atol=1e-11)


def test_motion_of_a_mechanism_driven_there():
    m = four_bar()
    m.drive("P1.angle", f"{PSI!r} + t")
    found = m.pose(0.0, coordinates="mixed").in_coordinates
    np.testing.assert_allclose(found.velocity[0], RATE, rtol=0, atol=DIGITS)
    np.testing.assert_allclose(found.acceleration[0], ACCELERATION, rtol=0, atol=10 * DIGITS)


def test_printed_equations():
    (x1, y1, x2, y2), (dx1, dy1, dx2, dy2, dpsi) = POSITION, RATE
    # Printed with x2-x2, y2-y2 in row 2 and without the rate of psi in the last entry on the right.
    left = np.zeros((4, 5))
    left[:3, :4] = four_bar_jacobian(POSITION)
    left[3] = [x2 - 2 * x1, y2 - 2 * y1, x1, y1, L2 * L3 * np.sin(PSI)]
    right = np.array(
        [
            [dx1, dy1, 0, 0, 0],
            [dx1 - dx2, dy1 - dy2, dx2 - dx1, dy2 - dy1, 0],
            [0, 0, dx2, dy2, 0],
            [dx2 - 2 * dx1, dy2 - 2 * dy1, dx1, dy1, L2 * L3 * np.cos(PSI) * dpsi],
        ]
    )
    np.testing.assert_allclose(left @ ACCELERATION, -right @ RATE, rtol=0, atol=1e-11)


def test_right_side_of_the_distances():
    dx1, dy1, dx2, dy2, _ = RATE
    expected = -2 * np.array([dx1**2 + dy1**2, (dx2 - dx1) ** 2 + (dy2 - dy1) ** 2, dx2**2 + dy2**2])
    np.testing.assert_allclose(moving().gamma[:3], expected, rtol=0, atol=1e-13)


def test_rate_of_the_jacobian():
    # The right matrix of the example, doubled; its last row belongs to the printed definition of psi.
    dx1, dy1, dx2, dy2, _ = RATE
    right = [[dx1, dy1, 0, 0], [dx1 - dx2, dy1 - dy2, dx2 - dx1, dy2 - dy1], [0, 0, dx2, dy2]]
    np.testing.assert_allclose(moving().Phi_q_dot[:3, :4], 2 * np.array(right), rtol=0, atol=1e-13)
