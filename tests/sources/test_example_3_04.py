"""Example 3.4: Newton-Raphson for the position of the four-bar, in natural and in mixed coordinates."""

import numpy as np
from chapter_3 import (
    DIGITS,
    FOUR_BAR,
    POSITION,
    PSI,
    D,
    four_bar,
    four_bar_constraints,
    four_bar_jacobian,
    mixed,
    natural,
)


def test_iterates_with_point_1_known():
    z, at = natural(four_bar()), np.array([*POSITION[:2], *D["start"]])
    for expected in FOUR_BAR.reference["newton_iterates_point2_from_start"]:
        np.testing.assert_allclose(at[2:], expected, rtol=0, atol=DIGITS)
        rows = z.rows(0.0, at, 0 * at)
        np.testing.assert_allclose(rows.J, 2 * four_bar_jacobian(at), rtol=0, atol=1e-13)
        np.testing.assert_allclose(rows.Phi, four_bar_constraints(at), rtol=0, atol=1e-13)
        # The columns of point 1 are left out, and with them the first equation.
        at[2:] += np.linalg.solve(rows.J[1:, 2:], -rows.Phi[1:])


def test_mixed_coordinates_with_psi_known():
    # The print lacks the minus sign of the right side: J dq = -Phi.
    z, at = mixed(four_bar(), "P1.angle"), np.array([0.9, 1.2, 3.6, 2.8, PSI])
    for _ in range(8):
        rows = z.rows(0.0, at, 0 * at)
        at[:4] += np.linalg.solve(rows.J[:, :4], -rows.Phi)
    np.testing.assert_allclose(at[:4], POSITION, rtol=0, atol=DIGITS)


def test_jacobian_is_linear_in_the_coordinates():
    z, (a, b) = natural(four_bar()), np.random.default_rng(2).normal(size=(2, 4))
    middle = z.rows(0.0, 0.5 * (a + b), 0 * a).J
    np.testing.assert_allclose(middle, 0.5 * (z.rows(0.0, a, 0 * a).J + z.rows(0.0, b, 0 * b).J), rtol=0, atol=1e-14)
