"""Bar on a ball joint: example 3.13 of the chapter, B of one position used at another."""

import numpy as np
import pytest
from case_data import agree, load

from linkwork.coordinates.null_space import KeptProjection, allowable, projected

CASE = load("p04e_bar_projection")
REFERENCE = CASE.reference
O, A, A2 = (np.array(CASE.data[p]) for p in ("O", "A", "A2"))
HERE, THERE = (A - O)[None], (A2 - O)[None]
ORTHONORMAL = ("svd", "qr", "gram-schmidt")


@pytest.mark.parametrize("method", ORTHONORMAL)
def test_B_where_it_is_chosen(method):
    found = allowable(HERE, method)
    assert found.freedoms == REFERENCE["dof"]
    agree(found.B, found.R.T, 1e-14)
    agree(found.R @ found.R.T, REFERENCE["projector_at_A"], 1e-14)


@pytest.mark.parametrize("method", ORTHONORMAL)
def test_B_at_the_other_position(method):
    found = projected(THERE, allowable(HERE, method).B)
    # R and B are unique up to a rotation, their product is
    agree(found.R @ found.B, REFERENCE["RB_at_A2"], 1e-13)


def test_kept_or_renewed():
    """The bar turned by acos(4/9) = 64 degrees, so that R grew by 9/4 = 1 / cos: kept at growth 4, renewed at 2."""
    for growth, renewals in ((4.0, 0), (2.0, 1)):
        kept = KeptProjection(growth=growth)
        kept.at(HERE)
        found = kept.at(THERE)
        assert kept.renewals == renewals
        agree(found.stretch, 1.0 if renewals else 9 / 4, 1e-13)
