"""Example 3.11: two allowable motions of a planar arm."""

import numpy as np
from chapter_3 import case, chain

from linkwork.coordinates.null_space import projected

CASE = case("p04b_planar_arm_nullspace")
D = CASE.data


def test_basis_of_allowable_motions():
    m = chain([D["A"], D["p1"], D["p2"]], last_fixed=False)
    eq = m.equations(coordinates="natural")
    np.testing.assert_allclose(eq.q, [*D["p1"], *D["p2"]], rtol=0, atol=1e-14)
    assert (eq.rank, eq.R.shape[1]) == (CASE.reference["rank"], CASE.reference["dof"])
    # q' = R z' with z' = (x2', y2'). The print has the first two components of r1 wrong.
    R = projected(eq.Phi_q, np.eye(4)[2:]).R
    np.testing.assert_allclose(R.T, CASE.reference["R_columns"], rtol=0, atol=1e-13)
    x1, y1, x2, y2 = eq.q
    xA, yA = D["A"]
    d = (y1 - y2) * (x1 - xA) - (x1 - x2) * (y1 - yA)
    np.testing.assert_allclose(R[:2, 0], np.array([(x2 - x1) * (y1 - yA), -(x2 - x1) * (x1 - xA)]) / d, atol=1e-13)
    np.testing.assert_allclose(R[:2, 1], np.array([(y2 - y1) * (y1 - yA), -(y2 - y1) * (x1 - xA)]) / d, atol=1e-13)
