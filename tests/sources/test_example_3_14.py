"""Example 3.14: five-bar with the independent velocities y2' and x3'."""

import numpy as np
import pytest
from chapter_3 import case, chain, equations

from linkwork.coordinates.null_space import projected

CASE = case("p04c_fivebar_R")
D = CASE.data


@pytest.fixture(scope="module")
def five_bar():
    m = chain([D["A"], D["p1"], D["p2"], D["p3"], D["B"]], last_fixed=True)
    return m, m.equations(coordinates="natural")


def chosen(eq):
    """Return the allowable motions with z' = (y2', x3')."""
    B = np.zeros((2, 6))
    B[0, eq.columns.index("P2.y")] = B[1, eq.columns.index("P3.x")] = 1.0
    return projected(eq.Phi_q, B)


def test_matrix_r(five_bar):
    _, eq = five_bar
    assert eq.columns == ("P1.x", "P1.y", "P2.x", "P2.y", "P3.x", "P3.y")
    assert (eq.rank, eq.R.shape[1]) == (CASE.reference["rank"], CASE.reference["dof"])
    np.testing.assert_allclose(chosen(eq).R, CASE.reference["R"], rtol=0, atol=1e-13)


@pytest.mark.parametrize("rates", CASE.reference["Sc"])
def test_accelerations_without_independent_ones(five_bar, rates):
    m, eq = five_bar
    own = chosen(eq)
    moving = equations(m, eq.q, own.R @ [float(r) for r in rates.split(",")])
    # 13 digits of numbers up to 6.
    np.testing.assert_allclose(own.S @ moving.c, CASE.reference["Sc"][rates], rtol=0, atol=1e-12)
