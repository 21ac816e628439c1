"""Example 3.10: the null space of the four-bar's Jacobian is one vector."""

import numpy as np
from chapter_3 import DIGITS, FOUR_BAR, POSITION, A, B, driven_four_bar, four_bar


def test_null_vector():
    found = four_bar().allowable_motions(coordinates="natural", at=driven_four_bar().assemble().poses)
    assert (found.rank, found.freedoms) == (FOUR_BAR.reference["jacobian_rank"], FOUR_BAR.reference["dof"])
    J = found.Phi_q
    x1, y1, x2, y2 = POSITION
    first = (y2 - y1) * (x2 - B[0]) - (x2 - x1) * (y2 - B[1])
    second = (y1 - y2) * (x1 - A[0]) - (x1 - x2) * (y1 - A[1])
    # The third component is printed with the wrong sign.
    r = np.array([(y1 - A[1]) * first, -(x1 - A[0]) * first, -(y2 - B[1]) * second, (x2 - B[0]) * second])
    np.testing.assert_allclose(J @ r, 0, atol=1e-12 * np.linalg.norm(r) * np.abs(J).max())
    expected = np.array(FOUR_BAR.reference["nullspace_unit_vector"])
    for vector in (found.R[:, 0], r):
        unit = vector / np.linalg.norm(vector)
        np.testing.assert_allclose(unit * np.sign(unit @ expected), expected, rtol=0, atol=DIGITS)
