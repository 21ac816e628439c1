"""Events, functions of the motion, and programs that need only their value."""

from __future__ import annotations

import math

import numpy as np
import pytest
from force_models import loads_of, machine_model, run, value_of

import linkwork as lw
from linkwork.errors import ExpressionError
from linkwork.expressions import compile_program, parse


def event(text):
    return machine_model().checked()[2].event(text)


@pytest.mark.parametrize(
    ("text", "direction", "inputs", "value"),
    [
        ("A.angle > 90 deg", 1, (2.0,), 2 - math.pi / 2),
        ("A.angle >= 90 deg", 1, (2.0,), 2 - math.pi / 2),
        ("rate(slide.translation) < 0", -1, (0.3,), 0.3),
        ("90 deg > A.angle", 1, (2.0,), math.pi / 2 - 2),
        ("A.angle - 1", 0, (2.0,), 1.0),
        ("t > 2", 1, (), -2.0),
        ("distance(crank.P, ground.O)*rate(A) <= 30*L/(1 s)", -1, (2.0, 3.0), 6 - 15),
    ],
)
def test_events(text, direction, inputs, value):
    found = event(text)
    assert (found.text, found.direction, len(found.inputs)) == (text, direction, len(inputs))
    assert run(found.program, 0.0, inputs)[1][0] == pytest.approx(value)


def test_inputs_know_their_order():
    found = event("2*A.angle + 3*rate(A.angle)")
    (angle, zero), (same, one) = found.inputs
    assert angle == same
    assert (zero, one) == (0, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A.angle > 3 m", "'A.angle', an angle, cannot be compared with '3 m', a length"),
        ("rate(A.angle) > 3 m/s", "an angular speed, cannot be compared with '3 m/s', a speed"),
        ("B.angle > 3", "there is no joint or body called 'B'"),
        ("q > 3", "There is no variable or parameter 'q'"),
        ("A.angle >", "a number, name or '(' is expected"),
    ],
)
def test_wrong_events(text, message):
    with pytest.raises(ExpressionError) as caught:
        event(text)
    assert message in str(caught.value)


# ---- Python functions -----------------------------------------------------------------------------


def law_of(function, *quantities):
    m = machine_model()
    m.effort("it", "A", lw.law(function, *quantities))
    return loads_of(m)[0].law


def test_a_law_without_decisions_becomes_an_expression():
    law = law_of(lambda t, w: -3 * np.sin(t) * w, "t", "rate(A)")
    assert law.program.callables == ()
    assert value_of(law, 0.5, (2.0,)) == pytest.approx(-6 * math.sin(0.5))


def test_a_law_with_decisions_is_called():
    law = law_of(lambda t, w: -3 * w if t > 1 else 0.0, "t", "rate(A)")
    assert len(law.program.callables) == 1
    assert value_of(law, 0.5, (2.0,)) == 0.0
    assert value_of(law, 1.5, (2.0,)) == -6.0


@pytest.mark.parametrize("sine", [np.sin, math.sin])
@pytest.mark.parametrize("count", range(2, 10))
def test_first_derivatives_of_a_called_law(sine, count):
    def f(*x):
        return sum((k + 1) * sine(a) for k, a in enumerate(x)) if x[0] > -9 else 0.0

    texts = [f"x{k}" for k in range(count)]
    node = lw.law(f, *texts).node
    assert "Python function f" in str(node)
    program = compile_program(node + 1, {text: k for k, text in enumerate(texts)})
    from linkwork.expressions import link
    from linkwork.kernels.programs import program as machine

    table = link([program])
    rng = np.random.default_rng(count)
    variables, stack = rng.normal(size=(count, 4)), table.stack()
    status = machine.run_program(table.ops, 0, len(table.ops), table.consts, variables, stack, 1)
    x, v, weights = variables[:, 0], variables[:, 1], np.arange(1, count + 1)
    assert status == machine.OK
    assert stack[0, 0] == pytest.approx(1 + weights @ np.sin(x))
    assert stack[0, 1] == pytest.approx((weights * np.cos(x)) @ v, rel=1e-8)
    assert machine.run_program(table.ops, 0, len(table.ops), table.consts, variables, stack, 2) == machine.NOT_FINITE


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (lambda t, w: {}[w if t < 9 else t], KeyError, ""),
        (lambda t, w: "no" if t < 9 else w, ExpressionError, "returned 'no' at t = 0.5, rate"),
        (lambda t, w: math.nan if t < 9 else w, ExpressionError, "is not finite at t = 0.5, rate(A) = 2"),
    ],
)
def test_what_a_law_raises_is_raised_afterwards(function, error, message):
    law = law_of(function, "t", "rate(A)")
    with pytest.raises(error) as caught:
        run(law.program, 0.5, (2.0,))
    assert message in str(caught.value)
    assert any("raised by the Python function" in note for note in caught.value.__notes__)


def test_a_law_of_time_alone_keeps_its_derivatives():
    assert lw.law(np.sin, "t").derivatives(0.3) == pytest.approx(
        [math.sin(0.3), math.cos(0.3), -math.sin(0.3), -math.cos(0.3)]
    )


# ---- programs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "order"), [("t^0.5", 0), ("t^1.5", 1), ("t^2.5", 2), ("t^3.5", 3)])
def test_only_the_entries_that_are_used_must_be_finite(text, order):
    program = compile_program(parse(text))
    for asked in range(4):
        assert (run(program, 0.0, (), asked)[0] == 0) == (asked <= order)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("impact(x, v, 0, 1, 1.5, 1, 0)", "the depth d, over which the damping rises, is 0"),
        ("impact(x, v, 0, 1, 1.5, 1)", "impact takes 7 arguments, not 6"),
        ("bistop(x, v, 0, 1, 1, 1.5, 1)", "bistop takes 8 arguments, not 7"),
        ("impact(x, v, 3 kg, 1, 1.5, 1, 0.1)", "mixes dimensions"),
        (
            "impact(x, x, 0, 1, 1.5, 1, 0.1)",
            "'x' in 'impact(x, x, 0, 1, 1.5, 1, 0.1)' is a length; the rate of 'x' is a",
        ),
    ],
)
def test_wrong_stops(text, message):
    from linkwork.expressions.units import LENGTH, SPEED

    with pytest.raises(ExpressionError) as caught:
        compile_program(parse(text), {"x": 1, "v": 2}, dimensions={"x": LENGTH, "v": SPEED})
    assert message in str(caught.value)


def test_a_stop_has_the_dimension_of_damping_times_speed():
    from linkwork.expressions.units import FORCE, LENGTH, SPEED

    node = parse("impact(x, v, 0, 1e5 N/m, 1.5, 20 N*s/m, 1 mm)")
    program = compile_program(node, {"x": 1, "v": 2}, dimensions={"x": LENGTH, "v": SPEED}, expected=FORCE)
    assert program.dimension == FORCE
