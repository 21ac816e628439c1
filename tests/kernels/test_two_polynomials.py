"""Two polynomials evaluated together against NumPy's; rounding is 1e-15 of the sum of sizes, which is 100."""

from __future__ import annotations

from math import factorial

import numba
import numpy as np
import pytest
from numpy.polynomial import Polynomial

from linkwork.kernels.compiler.jit import _two_polynomials, two_polynomials


@numba.njit
def compiled(table, row, count, w):
    return two_polynomials(table, row, count, w)


@pytest.mark.parametrize("how", [compiled, _two_polynomials])
@pytest.mark.parametrize("count", [5, 6, 9, 14])
def test_values_and_derivatives_of_both(how, count: int) -> None:
    rng = np.random.default_rng(count)
    table, w = rng.normal(size=(3, 14, 4)), 0.7
    found = np.reshape(how(table, 1, count, w), (5, 2))
    for k in range(2):
        whole = Polynomial(table[1, :count, k])
        wanted = [whole(w), *(whole.deriv(n)(w) / factorial(n) for n in range(1, 5))]
        np.testing.assert_allclose(found[:, k], wanted, rtol=0, atol=1e-13)
