"""Example 3.4: Newton-Raphson for the position of the four-bar, in natural and in mixed coordinates."""

import numpy as np
from chapter_3 import (
    DIGITS,
    FOUR_BAR,
    POSITION,
    PSI,
    D,
    driven_four_bar,
    equations,
    four_bar,
    four_bar_constraints,
    four_bar_jacobian,
)


def test_iterates_with_point_1_known():
    m, at = four_bar(), np.array([*POSITION[:2], *D["start"]])
    for expected in FOUR_BAR.reference["newton_iterates_point2_from_start"]:
        np.testing.assert_allclose(at[2:], expected, rtol=0, atol=DIGITS)
        eq = equations(m, at)
        np.testing.assert_allclose(eq.Phi_q, 2 * four_bar_jacobian(at), rtol=0, atol=1e-13)
        np.testing.assert_allclose(eq.Phi, four_bar_constraints(at), rtol=0, atol=1e-13)
        # The columns of point 1 are left out, and with them the first equation.
        at[2:] += np.linalg.solve(eq.Phi_q[1:, 2:], -eq.Phi[1:])


def test_iterates_of_figure_3_5():
    x1, y1 = POSITION[:2]
    start = {"P1.x": x1, "P1.y": y1, "P2.x": D["start"][0], "P2.y": D["start"][1]}
    found = driven_four_bar().assemble(coordinates="natural", start=start, history=True)
    expected = np.array(FOUR_BAR.reference["newton_iterates_point2_from_start"])
    count = len(found.iterates)
    assert count >= 6
    iterates = np.column_stack([found.iterates["P2.x"], found.iterates["P2.y"]])
    np.testing.assert_allclose(iterates, expected[:count], rtol=0, atol=DIGITS)
    assert (found.iterates.shares == 1.0).all()
    # quadratic convergence: every residual is about the square of the one before
    assert (found.iterates.residuals[2:5] < 3.0 * found.iterates.residuals[1:4] ** 2 + 1e-15).all()


def test_mixed_coordinates_with_psi_known():
    # The print lacks the minus sign of the right side: J dq = -Phi.
    m, at = four_bar(), np.array([0.9, 1.2, 3.6, 2.8, PSI])
    for _ in range(8):
        eq = equations(m, at, named=("P1.angle",))
        at[:4] += np.linalg.solve(eq.Phi_q[:, :4], -eq.Phi)
    np.testing.assert_allclose(at[:4], POSITION, rtol=0, atol=DIGITS)


def test_jacobian_is_linear_in_the_coordinates():
    m, (a, b) = four_bar(), np.random.default_rng(2).normal(size=(2, 4))
    middle = equations(m, 0.5 * (a + b)).Phi_q
    np.testing.assert_allclose(middle, 0.5 * (equations(m, a).Phi_q + equations(m, b).Phi_q), rtol=0, atol=1e-14)
