"""Slopes of Python functions that take plain numbers alone, on every scale."""

from __future__ import annotations

import math

import pytest

import linkwork as lw
from linkwork.functions.law import slope_by_differences


@pytest.mark.parametrize(
    ("f", "x", "slope"),
    [
        (math.exp, 1.0, math.e),
        (math.sqrt, 1e-4, 50.0),  # has no value a longer step away
        (lambda x: math.tanh(x / 1e-7), 0.0, 1e7),
        (lambda x: 1e9 * max(x, 0.0) ** 1.5, 1e-6, 1.5e6),
        (lambda x: math.sin(50.0 * x), 2.0, 50.0 * math.cos(100.0)),
        (lambda x: math.erf((x - 1000.0) / 1e-2), 1000.003, 200.0 / math.sqrt(math.pi) * math.exp(-0.09)),
        (lambda x: math.erf(x / 1e6), 3e5, 2e-6 / math.sqrt(math.pi) * math.exp(-0.09)),
        (lambda _: 3.0, 5.0, 0.0),
        (lambda x: 1.0 if x > 0.0 else 0.0, 0.0, 0.0),  # beside the jump
    ],
)
def test_slopes_of_plain_numbers(f, x, slope):
    assert slope_by_differences(f, x) == pytest.approx(slope, rel=1e-9, abs=1e-12)


def test_a_function_without_values_around_raises_its_own_error():
    with pytest.raises(ValueError, match="math domain error"):
        slope_by_differences(math.log, -1.0)


@pytest.mark.parametrize(("f", "told"), [(math.erf, True), (lambda x: -(x**2) if x > 0.0 else x, False)])
def test_linear_equations_tell_of_differences(f, told):
    m = lw.Mechanism("block", plane="xy")
    block = m.body("b", mass=1.0, inertia=1.0)
    rail = m.prismatic("R", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.effort("F", rail, lw.law(f, "R.translation"))
    m.place(block, at=(0.3, 0))
    notes = " ".join(m.linearise().notes)
    assert ("Slopes of 'F' are differences of a Python function" in notes) == told
