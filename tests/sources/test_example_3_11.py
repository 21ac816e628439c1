"""Example 3.11: two allowable motions of a planar arm."""

import numpy as np
from chapter_3 import case, chain, natural, placed

CASE = case("p04b_planar_arm_nullspace")
D = CASE.data


def test_basis_of_allowable_motions():
    m = chain([D["A"], D["p1"], D["p2"]], last_fixed=False)
    z = natural(m)
    assert [name.split(".", 1)[-1] if "bar" in name else name for name in z.names] == ["P1.x", "P1.y", "P2.x", "P2.y"]
    at = placed(m, z)
    np.testing.assert_allclose(at, [*D["p1"], *D["p2"]], rtol=0, atol=1e-14)
    J = z.rows(0.0, at, 0 * at).J
    assert np.linalg.matrix_rank(J) == CASE.reference["rank"]
    # q' = R z' with z' = (x2', y2'). The print has the first two components of r1 wrong.
    R = np.vstack([-np.linalg.solve(J[:, :2], J[:, 2:]), np.eye(2)])
    np.testing.assert_allclose(R.T, CASE.reference["R_columns"], rtol=0, atol=1e-13)
    x1, y1, x2, y2 = at
    xA, yA = D["A"]
    d = (y1 - y2) * (x1 - xA) - (x1 - x2) * (y1 - yA)
    np.testing.assert_allclose(R[:2, 0], np.array([(x2 - x1) * (y1 - yA), -(x2 - x1) * (x1 - xA)]) / d, atol=1e-13)
    np.testing.assert_allclose(R[:2, 1], np.array([(y2 - y1) * (y1 - yA), -(y2 - y1) * (x1 - xA)]) / d, atol=1e-13)
