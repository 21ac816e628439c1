"""Derivatives written as expressions against those that programs carry along."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.errors import ExpressionError
from linkwork.expressions import compile_program, parse
from linkwork.expressions.derivative import derivative
from linkwork.expressions.nodes import Node
from linkwork.expressions.program import link
from linkwork.kernels.programs.program import run_program

TEXTS = [
    "3*x^2 - x/4 + 7",
    "-(x - 2)^3*sin(x)",
    "x^2.5 + 2^x",
    "exp(-x^2)*cos(3*x)/(1 + x^2)",
    "sqrt(1 + x^2) + log(2 + x)",
    "atan2(x, 1 + x) + atan(x) + tan(x/3)",
    "asin(x/3) + acos(x/4)",
    "sinh(x) + cosh(x/2) - tanh(x)",
    "abs(x - 3) + if(x < 0.5, x^2, x^3)",
    "(30 mm)*x/(2 mm)",
    "x^x",
]


def jet(node: Node, x: float) -> np.ndarray:
    """Return an expression of x and its first three derivatives."""
    table = link([compile_program(node, {"x": 0})])
    stack = table.stack()
    variables = np.array([[x, 1.0, 0.0, 0.0]])
    assert run_program(table.ops, 0, len(table.ops), table.consts, variables, stack, 3) == 0
    return stack[0].copy()


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("x", [0.3, 0.9])
def test_it_is_what_the_program_of_the_expression_carries_along(text: str, x: float) -> None:
    """Two derivatives further: the jet of the derivative is that of the expression, one order on."""
    whole, slope = jet(parse(text), x), jet(derivative(parse(text), "x"), x)
    np.testing.assert_allclose(slope[:3], whole[1:], rtol=1e-11, atol=1e-11)


def test_other_names_are_constants() -> None:
    assert str(derivative(parse("y^2 + sin(z)"), "x")) == "0"
    assert str(derivative(parse("x*y"), "x")) == "y"


def test_what_has_none_is_said() -> None:
    with pytest.raises(ExpressionError, match="has no derivative that could be written down"):
        derivative(parse("step(x, 0, 0, 1, 1)"), "x")
