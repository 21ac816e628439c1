"""The interpreter and the jets, against independent Python numbers with derivatives."""

import math
import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.errors import ExpressionError
from linkwork.expressions import compile_program, link, parse
from linkwork.expressions.nodes import Binary, Call, Name, Node, Number, Unary
from linkwork.functions import Jet
from linkwork.functions.jet_number import _FUNCTIONS
from linkwork.kernels.compiler.jit import JIT, kernel, signed
from linkwork.kernels.programs import jets, opcodes
from linkwork.kernels.programs import program as machine

X = (0.4, -1.3, 0.7, 2.1)
Y = (1.7, 0.6, -0.9, 0.3)


def run(text, variables=None, rows=None):
    table = link([compile_program(parse(text), rows)])
    start, end = table.spans[0]
    jet = np.array([[0.3, 1.0, 0.0, 0.0]]) if variables is None else np.asarray(variables, dtype=float)
    stack = table.stack()
    with np.errstate(all="ignore"):
        status = machine.run_program(table.ops, start, end, table.consts, jet, stack, 3)
    return status, stack[0].copy()


def in_python(node: Node, values):
    """Evaluate a tree with Python numbers that carry derivatives."""
    match node:
        case Number():
            return Jet(node.value)
        case Name():
            return values[node.name]
        case Unary():
            return -in_python(node.operand, values)
        case Binary():
            a, b = in_python(node.left, values), in_python(node.right, values)
            return Jet(0)._operate(node.operator, a, b)
        case Call():
            return Jet(0)._apply(node.name, tuple(in_python(a, values) for a in node.arguments))
    raise AssertionError(node)


UNARY = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "log",
    "sqrt",
    "abs",
    "sign",
]


@pytest.mark.parametrize("name", [*UNARY, "-"])
def test_functions(name):
    status, found = run(f"{name}(x)" if name != "-" else "-x", [(0, 1, 0, 0), X], {"x": 1})
    assert status == 0
    assert found == pytest.approx(Jet(*X)._apply(name, (Jet(*X),)).derivatives, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize(
    "text", ["x + y", "x - y", "x*y", "x/y", "atan2(x, y)", "min(x, y)", "max(x, y)", "mod(y, x)",
             "x^y", "x^2.5", "x^3", "x^-2", "y^15", "2^x"],
)  # fmt: skip
def test_operators(text):
    status, found = run(text, [(0, 1, 0, 0), X, Y], {"x": 1, "y": 2})
    assert status == 0
    expected = in_python(parse(text), {"x": Jet(*X), "y": Jet(*Y)}).derivatives
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


def opened(helper):
    """Return a helper of the kernels with a door for Python."""
    if not JIT:
        return helper

    @numba.njit
    def one(a):
        return helper(a)

    @numba.njit
    def two(a, b):
        return helper(a, b)

    return lambda *args: one(*args) if len(args) == 1 else two(*args)


def test_a_helper_called_from_python_says_so():
    if JIT:
        with pytest.raises(TypeError, match="called by other kernels only"):
            jets.neg(X)


def test_jet_functions_agree_with_python_numbers():
    for name in ("sin", "cos", "asin", "sqrt"):
        found = opened(getattr(jets, name))(X)
        assert found == pytest.approx(Jet(*X)._apply(name, (Jet(*X),)).derivatives, rel=1e-13), name
    for name, symbol in {"add": "+", "sub": "-", "mul": "*", "div": "/"}.items():
        expected = Jet(*X)._operate(symbol, Jet(*X), Jet(*Y)).derivatives
        assert opened(getattr(jets, name))(X, Y) == pytest.approx(expected, rel=1e-13)
    assert opened(jets.scale)(2.0, X) == pytest.approx(np.multiply(2, X))
    assert opened(jets.neg)(X) == pytest.approx(np.negative(X))


def test_dot3():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 4, 3))
    expected = sum((Jet(*a[:, i]) * Jet(*b[:, i]) for i in range(3)), Jet(0)).derivatives
    assert opened(jets.dot3)(a, b) == pytest.approx(expected, rel=1e-13)


_LEAVES = st.one_of(
    st.floats(0.1, 3, allow_nan=False).map(lambda v: Number(round(v, 3))),
    st.sampled_from(["t", "x", "y"]).map(Name),
)
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.builds(Binary, st.sampled_from("+-*/"), inner, inner),
        st.builds(lambda a, n: Binary("^", a, Number(float(n))), inner, st.integers(0, 4)),
        st.builds(lambda f, a: Call(f, (a,)), st.sampled_from(["sin", "cos", "tanh", "atan", "abs"]), inner),
        st.builds(lambda f, a, b: Call(f, (a, b)), st.sampled_from(["min", "max", "atan2"]), inner, inner),
        st.builds(lambda a: Unary("-", a), inner),
    ),
    max_leaves=10,
)


@settings(max_examples=300)
@given(_TREES)
def test_random_expressions(node):
    values = {"t": Jet.variable(0.3), "x": Jet(*X), "y": Jet(*Y)}
    try:
        expected = np.array(in_python(node, values).derivatives)
    except (ZeroDivisionError, OverflowError):
        return
    if not np.all(np.abs(expected) < 1e8):
        return
    try:
        status, found = run(str(node), [(0.3, 1, 0, 0), X, Y], {"x": 1, "y": 2})
    except ExpressionError:
        return  # a constant part divides by zero, which Python hides behind abs, min or max
    assert status == 0
    # Cancellation inside a tree costs digits: the bound is relative to the largest entry.
    assert found == pytest.approx(expected, rel=1e-7, abs=1e-7 * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("if(t < 1, 2, 3)", 2),
        ("if(t <= 0.2, 2, 3*t)", 0.9),
        ("(t > 0)*(t >= 0.3)", 1),
        ("if(t > 1, sqrt(t - 1), t)", 0.3),
    ],
)
def test_conditions(text, value):
    status, found = run(text)
    assert status == 0
    assert found[0] == pytest.approx(value)


@pytest.mark.parametrize("text", ["sqrt(t - 1)", "log(-t)", "1/abs(t - 0.3)", "asin(t + 1)"])
def test_not_finite(text):
    assert run(text)[0] == machine.NOT_FINITE


def test_a_standing_argument_has_no_derivatives():
    status, found = run("sqrt(x)", [(0, 1, 0, 0), (0, 0, 0, 0)], {"x": 1})
    assert (status, found.tolist()) == (0, [0, 0, 0, 0])
    assert opened(jets.atan2)((0.0,) * 4, (0.0,) * 4) == (0, 0, 0, 0)
    assert run("t^2", [(0, 1, 0, 0)])[1].tolist() == [0, 0, 2, 0]


@kernel
def _write_rise(kind, x, out):
    out[0], out[1], out[2], out[3] = machine.d_rise(kind, x)


signed(_write_rise, "i f f[4]")


def _rise(kind, x):
    out = np.zeros(4)
    _write_rise(kind, x, out)
    return tuple(out)


@pytest.mark.parametrize(
    ("kind", "speed", "acceleration"),
    [
        ("step", 1.5, 6.0), ("poly345", 1.875, 5.7735), ("poly4567", 2.1875, 7.5132),
        ("haversine", 1.5708, 4.9348), ("cycloidal", 2.0, 6.2832),
        ("modified_trapezoid", 2.0, 4.8881), ("modified_sine", 1.7596, 5.5280),
    ],
)  # fmt: skip
def test_rises_have_the_peaks_of_the_cam_texts(kind, speed, acceleration):
    number = opcodes.RISE_KINDS[kind]
    x = np.linspace(0, 1, 4001)
    values = np.array([_rise(number, v) for v in x])
    assert values[0, :2] == pytest.approx([0, 0], abs=1e-15)
    assert values[-1, :2] == pytest.approx([1, 0], abs=1e-15)
    assert np.abs(values[:, 1]).max() == pytest.approx(speed, abs=6e-5)
    assert np.abs(values[:, 2]).max() == pytest.approx(acceleration, abs=6e-5)
    assert values[:, 0] + values[::-1, 0] == pytest.approx(np.ones(len(x)), abs=1e-14)
    for order in range(3):  # Simpson's rule over pairs of steps recovers each order from the next
        d = values[:, order + 1]
        steps = (d[:-2:2] + 4 * d[1:-1:2] + d[2::2]) * (x[1] - x[0]) / 3
        assert np.diff(values[::2, order]) == pytest.approx(steps, abs=1e-9)
    assert _rise(number, -0.1) == (0, 0, 0, 0)
    assert _rise(number, 1.1) == (1, 0, 0, 0)


def test_end_points_of_a_rise_are_inside():
    assert _rise(0, 0.0)[2] == 6.0
    assert _rise(0, 1.0)[2] == -6.0
    assert _rise(0, -1e-16)[2] == pytest.approx(6.0)
    assert math.isnan(_rise(0, math.nan)[0])


def test_sample_and_unlinked_call():
    table = link([compile_program(parse("sin(t)"))])
    times, out = np.linspace(0, 1, 5), np.zeros((5, 4))
    assert machine.sample(table.ops, table.consts, 0, len(table.ops), times, out, table.stack()) == 0
    assert out[:, 2] == pytest.approx(-np.sin(times))
    ops, stack = np.array([[machine.VAR, 0], [machine.CALL, 0]]), np.zeros((2, 4))
    jet = np.array([[0.0, 1.0, 0.0, 0.0]])
    assert machine.run_program(ops, 0, 2, np.zeros(2), jet, stack, 3) == machine.CALLBACK_FAILED


def test_every_function_of_the_library_is_tested():
    assert set(UNARY) | {"-", "atan2", "min", "max", "mod"} == set(_FUNCTIONS)


_INTERPRETED = """
import numpy as np
from linkwork.functions import cycloidal, expression, function, table
from linkwork.kernels.compiler import jit
assert not jit.JIT
print(cycloidal(1, 2)(1.0), expression("t^2.5 + asin(t/9)")(1.0))
f = function(lambda t: t**3 if t < 1 else 3*t - 2)
print(f.derivatives([0.5, 2.0]).tolist(), table([0, 1, 2], [0, 1, 4])(1.5))
try:
    expression("sqrt(t - 1) + 1/t").derivatives(0.0)
except Exception as error:
    print(error)
"""


def test_without_the_compiler():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _INTERPRETED],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    assert [float(x) for x in lines[0].split()] == pytest.approx([0.5, 1 + math.asin(1 / 9)])
    assert lines[1] == "[[0.125, 0.75, 3.0, 6.0], [4.0, 3.0, 0.0, 0.0]] 2.25"
    assert "is not finite at t = 0" in lines[2]
