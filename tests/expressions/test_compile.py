"""Compiling expressions."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from linkwork.errors import ExpressionError
from linkwork.expressions import Constant, compile_program, link, parse
from linkwork.expressions import units as u
from linkwork.kernels.programs import program as machine


def opcodes(text, **options):
    return compile_program(parse(text), **options).ops[:, 0].tolist()


def test_constants_are_folded():
    program = compile_program(parse("2*sin(L/2) + 30 deg"), {}, {"L": Constant(1.0)})
    assert program.ops.tolist() == [[machine.CONST, 0]]
    assert program.consts[0] == pytest.approx(2 * np.sin(0.5) + np.pi / 6, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "coefficients"),
    [
        ("t", None),
        ("10 deg + 2 rad/s*t", [np.pi / 18, 2]),
        ("3*t^2 - t*t*t/2 + 1", [1, 0, 3, -0.5]),
        ("(time - 1)*2 + t", [-2, 3]),
        ("t - t + 4", []),
    ],
)
def test_polynomials_of_time_are_one_operation(text, coefficients):
    program = compile_program(parse(text))
    if coefficients is None:
        assert program.ops.tolist() == [[machine.VAR, 0]]
    elif not coefficients:
        assert program.ops.tolist() == [[machine.CONST, 0]]
    else:
        assert program.ops.tolist() == [[machine.VAR, 0], [machine.POLY, 0]]
        assert program.consts == pytest.approx([len(coefficients), *coefficients], rel=1e-15)


def test_what_would_lose_digits_is_not_multiplied_out():
    assert opcodes("(t - 1000)^3") == [machine.VAR, machine.POLY, machine.POLY]


def test_depth_of_the_stack():
    assert compile_program(parse("sin(t)*(cos(t) + sin(2*t)*exp(t))")).depth == 4


def test_rise_is_reduced_to_its_profile():
    assert opcodes("step(t, 1, 0, 2, 30 deg)") == [machine.VAR, machine.POLY, machine.RISE, machine.POLY]


def test_variables_and_measures():
    rows = {"A.angle": 1, "distance(c.P, g.Q)": 2}
    program = compile_program(parse("A.angle*distance( c.P,g.Q )"), rows)
    assert program.ops.tolist() == [[machine.VAR, 1], [machine.VAR, 2], [machine.MUL, 0]]


def test_link_moves_the_constants():
    texts = ["3", "sin(2*t) + 5*cos(t)", "t^2.5 - 7"]
    programs = [compile_program(parse(x)) for x in texts]
    table = link(programs)
    out, at = np.zeros((3, 4)), np.array([0.7])
    for k, (start, end) in enumerate(table.spans):
        assert machine.sample(table.ops, table.consts, start, end, at, out[k : k + 1], table.stack()) == 0
    assert out[:, 0] == pytest.approx([3, np.sin(1.4) + 5 * np.cos(0.7), 0.7**2.5 - 7], rel=1e-14)
    again = pickle.loads(pickle.dumps(table))
    assert np.array_equal(again.consts, table.consts)
    assert link([]).spans.shape == (0, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("30 mm + 2 kg*sin(t)", "mixes dimensions"),
        ("x + 1 kg", "'1 kg', a mass, cannot be added to 'x', a length"),
        ("2 t", "may be tonnes or a multiple of the time t. Write '2*t'"),
        ("A.angel", "There is no variable or parameter 'A.angel'. Did you mean 'A.angle'?"),
        ("distance(a, b)", "There is no measure 'distance(a, b)'"),
        ("step(t, 1, 0, 1, 5)", "no room to rise"),
        ("t/0", "divides by zero"),
        ("t*10^400", "no finite value"),
        ("sin(t)*sqrt(-2)", "sqrt of -2"),
        ("3 N*x", None),
    ],
)
def test_refused(text, message):
    options = {"variables": {"A.angle": 1, "x": 2}, "dimensions": {"x": u.LENGTH, "A.angle": u.ANGLE}}
    if message is None:
        assert compile_program(parse(text), **options).dimension == u.TORQUE
        return
    with pytest.raises(ExpressionError) as caught:
        compile_program(parse(text), **options)
    assert message in str(caught.value)


def test_expected_dimension():
    with pytest.raises(ExpressionError, match="is a length; an angle is expected"):
        compile_program(parse("30 mm"), expected=u.ANGLE)


def test_deep_trees_from_python_are_refused_not_crashed():
    node = parse("t")
    for _ in range(2000):
        node = np.sin(node)
    with pytest.raises(ExpressionError, match="nested too deeply"):
        compile_program(node)


def test_import_is_light():
    code = (
        "import sys, linkwork.expressions, linkwork.functions;"
        "assert not {'numba', 'scipy'} & set(sys.modules), 'heavy import'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
