"""Example 3.13: a bar on a ball joint; the basis of one position serves at another."""

import numpy as np
from chapter_3 import case

import linkwork as lw
from linkwork.coordinates.null_space import projected

CASE = case("p04e_bar_projection")
D = CASE.data


def motions(tip):
    """Return the allowable motions of A; the turn about OA is no coordinate."""
    m = lw.Mechanism("bar")
    bar = m.body("bar")
    bar.point("A", *tip)
    m.spherical("O", m.ground.at(*D["O"]), bar.at(*D["O"]))
    return m.allowable_motions(coordinates="natural")


def test_basis_is_the_transposed_projection():
    found = motions(D["A"])
    assert found.coordinates == ("bar.A.x", "bar.A.y", "bar.A.z")
    assert found.freedoms == CASE.reference["dof"]
    B = np.linalg.svd(found.Phi_q)[2][1:]  # V_i of (3.38)
    R = projected(found.Phi_q, B).R
    np.testing.assert_allclose(R, B.T, atol=1e-14)
    np.testing.assert_allclose(R @ B, CASE.reference["projector_at_A"], rtol=0, atol=1e-14)


def test_the_same_b_at_another_position():
    B = np.linalg.svd(motions(D["A"]).Phi_q)[2][1:]
    R = projected(motions(D["A2"]).Phi_q, B).R  # (3.35)
    np.testing.assert_allclose(R @ B, CASE.reference["RB_at_A2"], rtol=0, atol=1e-13)
