"""Kernels with their first arguments held: looked at once, kept in memory, and the rest looked at in every call."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from linkwork.kernels.compiler.jit import JIT, holding
from linkwork.kernels.geometry.features import displace

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")


def poses() -> np.ndarray:
    q = np.zeros((2, 7))
    q[:, 3] = 1.0
    return q


def test_held_arguments_do_what_given_ones_do():
    x = np.arange(6.0).reshape(2, 3)
    given, held, all_held = poses(), poses(), poses()
    displace(given, x, 0.1)
    first = holding(displace, held)
    first(x, 0.1)
    holding(holding(displace, all_held), x, 0.1)()
    assert np.array_equal(given, held)
    assert np.array_equal(given, all_held)


def test_the_rest_is_looked_at_with_the_sizes_of_the_first():
    held = holding(displace, poses())
    with pytest.raises(TypeError, match=r"displace: argument 2 must be an array of float64 of shape \(2, any\)"):
        held(np.zeros((3, 3)), 1.0)
    with pytest.raises(TypeError, match="displace: 3 arguments are needed, not 2"):
        held(np.zeros((2, 3)))


def test_what_is_held_is_looked_at():
    with pytest.raises(TypeError, match="displace: argument 1 must be an array of float64 in one piece"):
        holding(displace, np.zeros((2, 7), np.float32))


def test_arrays_that_are_held_stay_in_memory():
    q = poses()
    alive, held = weakref.ref(q), holding(displace, q)
    further = holding(held, np.ones((2, 3)), 1.0)
    del q, held
    gc.collect()
    further()
    assert alive() is not None
    del further
    gc.collect()
    assert alive() is None
