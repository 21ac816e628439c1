"""Example 3.13: a bar on a ball joint; the basis of one position serves at another."""

import numpy as np
from chapter_3 import case, natural, placed

import linkwork as lw
from linkwork.coordinates.rank import null_space

CASE = case("p04e_bar_projection")
D = CASE.data


def bar_jacobian(tip) -> np.ndarray:
    """The row of the constant distance OA by the coordinates of A; the turn about OA is left out."""
    m, tip = lw.Mechanism("bar"), np.array(tip)
    bar = m.body("bar")
    bar.point("A", *tip)
    m.spherical("O", m.ground.at(*D["O"]), bar.at(*D["O"]))
    z = natural(m)
    at = placed(m, z)
    own = [z.names.index(f"bar.A.{axis}") for axis in "xyz"]
    np.testing.assert_allclose(at[own], tip, rtol=0, atol=1e-14)
    (row,) = (i for i, words in enumerate(z.words) if words.startswith("distance"))
    return z.rows(0.0, at, 0 * at).J[row, own][None]


def test_basis_is_the_transposed_projection():
    R = null_space(bar_jacobian(D["A"]))
    assert R.shape[1] == CASE.reference["dof"]
    B = R.T
    np.testing.assert_allclose(B @ R, np.eye(2), atol=1e-15)
    np.testing.assert_allclose(R @ B, CASE.reference["projector_at_A"], rtol=0, atol=1e-14)


def test_the_same_b_at_another_position():
    B = null_space(bar_jacobian(D["A"])).T
    inverse = np.linalg.inv(np.vstack([bar_jacobian(D["A2"]), B]))
    R = inverse[:, 1:]  # (3.35)
    np.testing.assert_allclose(R @ B, CASE.reference["RB_at_A2"], rtol=0, atol=1e-14)
