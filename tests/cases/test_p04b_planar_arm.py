"""Planar arm of two bars: example 3.11 of the chapter, a basis of the allowable motions."""

import numpy as np
import pytest
from case_data import agree, load

from linkwork.coordinates.null_space import METHODS, allowable, projected, selection

CASE = load("p04b_planar_arm_nullspace")
REFERENCE = CASE.reference
(XA, YA), (X1, Y1), (X2, Y2) = (CASE.data[p] for p in ("A", "p1", "p2"))
PHI_Q = np.array([[X1 - XA, Y1 - YA, 0, 0], [X1 - X2, Y1 - Y2, X2 - X1, Y2 - Y1]])


def test_basis_in_the_velocities_of_the_tip():
    found = projected(PHI_Q, selection([2, 3], 4))
    agree(found.R.T, REFERENCE["R_columns"], 1e-13)
    assert found.independent == (2, 3)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_spans_the_same_space(method):
    found = allowable(PHI_Q, method)
    assert (found.rank, found.freedoms) == (REFERENCE["rank"], REFERENCE["dof"])
    basis, _ = np.linalg.qr(found.R)
    agree(basis @ basis.T, REFERENCE["orthonormal_nullspace_projector"], 1e-13)
