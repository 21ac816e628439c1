"""Example 3.10: the null space of the four-bar's Jacobian is one vector."""

import numpy as np
from chapter_3 import DIGITS, FOUR_BAR, POSITION, A, B, four_bar, natural

from linkwork.coordinates.rank import null_space


def test_null_vector():
    J = natural(four_bar()).rows(0.0, POSITION, 0 * POSITION).J
    x1, y1, x2, y2 = POSITION
    first = (y2 - y1) * (x2 - B[0]) - (x2 - x1) * (y2 - B[1])
    second = (y1 - y2) * (x1 - A[0]) - (x1 - x2) * (y1 - A[1])
    # The third component is printed with the wrong sign.
    r = np.array([(y1 - A[1]) * first, -(x1 - A[0]) * first, -(y2 - B[1]) * second, (x2 - B[0]) * second])
    np.testing.assert_allclose(J @ r, 0, atol=1e-13 * np.linalg.norm(r) * np.abs(J).max())
    R = null_space(J)
    assert R.shape == (4, FOUR_BAR.reference["dof"])
    expected = np.array(FOUR_BAR.reference["nullspace_unit_vector"])
    for vector in (R[:, 0], r / np.linalg.norm(r)):
        np.testing.assert_allclose(vector * np.sign(vector @ expected), expected, rtol=0, atol=DIGITS)
