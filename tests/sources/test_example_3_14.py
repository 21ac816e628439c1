"""Example 3.14: five-bar with the independent velocities y2' and x3'."""

import numpy as np
import pytest
from chapter_3 import case, chain, natural, placed

CASE = case("p04c_fivebar_R")
D = CASE.data


@pytest.fixture(scope="module")
def five_bar():
    m = chain([D["A"], D["p1"], D["p2"], D["p3"], D["B"]], last_fixed=True)
    z = natural(m)
    return z, placed(m, z)


def inverse(z, at, rate):
    """Return [S R], the inverse of the Jacobian bordered by B, and c."""
    rows = z.rows(0.0, at, rate)
    B = np.zeros((2, 6))
    B[0, z.names.index("P2.y")] = B[1, z.names.index("P3.x")] = 1.0
    return np.linalg.inv(np.vstack([rows.J, B])), rows


def test_matrix_r(five_bar):
    z, at = five_bar
    assert z.names == ["P1.x", "P1.y", "P2.x", "P2.y", "P3.x", "P3.y"]
    both, rows = inverse(z, at, 0 * at)
    assert np.linalg.matrix_rank(rows.J) == CASE.reference["rank"]
    np.testing.assert_allclose(both[:, 4:], CASE.reference["R"], rtol=0, atol=1e-13)


@pytest.mark.parametrize("rates", CASE.reference["Sc"])
def test_accelerations_without_independent_ones(five_bar, rates):
    z, at = five_bar
    both, _ = inverse(z, at, 0 * at)
    rate = both[:, 4:] @ [float(r) for r in rates.split(",")]
    rows = z.rows(0.0, at, rate)
    # 13 digits of numbers up to 6.
    np.testing.assert_allclose(both[:, :4] @ rows.gamma, CASE.reference["Sc"][rates], rtol=0, atol=1e-12)
