"""Example 3.6: accelerations of the four-bar in mixed coordinates."""

import numpy as np
from chapter_3 import FOUR_BAR, L2, L3, POSITION, PSI, four_bar, four_bar_jacobian, mixed

MIXED = FOUR_BAR.reference["mixed_coordinates"]
RATE = np.array([*MIXED["velocity_for_psi_dot_1"], 1.0])
ACCELERATION = np.array([*MIXED["acceleration_for_psi_dot_1_psi_ddot_0"], 0.0])


def test_accelerations():
    z, at = mixed(four_bar(), "P1.angle"), np.array([*POSITION, PSI])
    rows = z.rows(0.0, at, RATE)
    # Closed forms of 13 digits, numbers up to 3.
    found = np.linalg.solve(rows.J[:, :4], rows.gamma - rows.J[:, 4] * ACCELERATION[4])
    np.testing.assert_allclose(found, ACCELERATION[:4], rtol=0, atol=1e-11)


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
    z, at = mixed(four_bar(), "P1.angle"), np.array([*POSITION, PSI])
    dx1, dy1, dx2, dy2, _ = RATE
    expected = -2 * np.array([dx1**2 + dy1**2, (dx2 - dx1) ** 2 + (dy2 - dy1) ** 2, dx2**2 + dy2**2])
    np.testing.assert_allclose(z.rows(0.0, at, RATE).gamma[:3], expected, rtol=0, atol=1e-13)
