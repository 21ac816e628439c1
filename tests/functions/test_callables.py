"""Python functions as functions of time."""

import math
import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork import functions as fn
from linkwork.errors import ExpressionError
from linkwork.expressions import link
from linkwork.functions import Jet
from linkwork.functions.callable import PythonFunction, trace
from linkwork.kernels.programs import program as machine


def ramp(t):
    return t**2 if t < 1 else 2 * t - 1


@pytest.mark.parametrize(
    ("f", "text"),
    [
        (lambda t: 2 * t + 1, "2*t + 1"),
        (lambda t: np.sin(t) ** 2, "sin(t)^2"),
        (lambda t: -np.arctan2(t, 2), "-atan2(t, 2)"),
        (lambda t: np.maximum(t, 1.0) % 3, "mod(max(t, 1), 3)"),
        (lambda t: 4, "4"),
    ],
)
def test_traced(f, text):
    assert str(trace(f)) == text
    assert fn.function(f).to_data() in (text, 4.0)


@pytest.mark.parametrize(
    "f",
    [
        ramp,
        lambda t: 1.0 if t == 0 else np.sin(t) / t,
        lambda t: np.where(t < 1, t, 2 * t),
        lambda t: max(t, 1),
        lambda t: math.sin(t),
        lambda t: "x",
        lambda t: [1.0][int(t)],
        lambda t: t.undefined,
    ],
)
def test_not_traced(f):
    assert trace(f) is None


def test_branches_are_differentiated():
    f = fn.function(ramp)
    assert f.derivatives([0.5, 2.0]) == pytest.approx(np.array([[0.25, 1, 2, 0], [3, 2, 0, 0]]))
    g = fn.function(lambda t: 1.0 if t == 0 else np.sin(t) / t)
    assert g([0.0, 1.0]) == pytest.approx([1, np.sin(1)])


def test_composed_argument():
    f = PythonFunction(ramp)
    node = fn.expression("2*t").node
    from linkwork.expressions.nodes import Apply

    found = fn.TimeFunction(Apply(f, (node,))).derivatives(0.25)
    assert found == pytest.approx([0.25, 2, 8, 0])


def test_math_functions_are_explained():
    with pytest.raises(ExpressionError) as caught:
        fn.function(lambda t: math.sin(t))
    assert "Use numpy functions (np.sin instead of math.sin)" in str(caught.value)
    assert "function(f, df, ddf, dddf)" in str(caught.value)
    given = fn.function(math.sin, math.cos, lambda t: -math.sin(t), lambda t: -math.cos(t))
    assert given.derivatives(0.3) == pytest.approx([math.sin(0.3), math.cos(0.3), -math.sin(0.3), -math.cos(0.3)])
    with pytest.raises(ExpressionError, match="all three derivatives"):
        fn.function(math.sin, math.cos)


def test_exceptions_arrive_as_they_were():
    def f(t):
        if t > 1:
            raise KeyError("out of data")
        return t

    g = fn.function(f)
    assert g(0.5) == 0.5
    with pytest.raises(KeyError, match="out of data") as caught:
        g([0.5, 1.5])
    assert any("t = 1.5" in note for note in caught.value.__notes__)
    assert g(0.5) == 0.5  # and are forgotten


@pytest.mark.parametrize(
    ("result", "message"), [(math.nan, "is not finite at t = 2"), ("x", "returned 'x' at t = 2; a number")]
)
def test_bad_results(result, message):
    f = fn.function(lambda t: result if t > 1 else t)
    with pytest.raises(ExpressionError, match=message):
        f(2.0)


def values_of(table, t):
    """Return the status of each program of a table at time t, and the jets."""
    out, at = np.zeros((len(table.spans), 4)), np.array([t])
    parts = [(start, end, out[k : k + 1]) for k, (start, end) in enumerate(table.spans)]
    return [machine.sample(table.ops, table.consts, a, b, at, row, table.stack()) for a, b, row in parts], out


def test_status_and_reraise_by_hand():
    def f(t):
        return 1 / 0 if t > 1 else t

    table = link([fn.speed(2).program(), (3 + fn.function(f)).program()])
    status, out = values_of(table, 0.5)
    assert status == [0, 0]
    assert out.tolist() == [[1, 2, 0, 0], [3.5, 1, 0, 0]]
    status, out = values_of(table, 1.5)
    assert status == [0, machine.CALLBACK_FAILED]
    assert out[0].tolist() == [3, 2, 0, 0]
    with pytest.raises(ZeroDivisionError):
        table.reraise()
    table.reraise()  # once only


def test_a_failure_in_the_branch_not_taken_does_not_matter():
    def f(t):
        if t < 1:
            raise ValueError
        return t

    from linkwork.expressions.nodes import Apply, Call, Name

    node = Call("if", (Name("t") < 1, Name("t"), Apply(PythonFunction(f), (Name("t"),))))
    assert fn.TimeFunction(node)([0.5, 2.0]).tolist() == [0.5, 2.0]


def test_functions_survive_pickling_and_collection():
    import gc

    table = link([fn.function(ramp).program()])
    again = pickle.loads(pickle.dumps(table))
    gc.collect()
    status, out = values_of(again, 0.5)
    assert status == [0]
    assert out[0].tolist() == [0.25, 1, 2, 0]


def test_jet_numbers():
    t = Jet.variable(2.0)
    assert (t**3).derivatives == (8, 12, 12, 6)
    assert (1 / t).derivatives == pytest.approx((0.5, -0.25, 0.25, -0.375))
    assert np.exp(t).derivatives == pytest.approx([np.exp(2)] * 4)
    assert t > 1
    assert t == 2.0
    assert t != 3
    assert bool(t)
    assert repr(t) == "Jet(2, 1, 0, 0)"
    for convert in (float, int, complex):
        with pytest.raises(TypeError, match="cannot become a plain"):
            convert(t)
    with pytest.raises(TypeError):
        t + "x"
    with pytest.raises(TypeError):
        hash(t)


# ---- laws: what a Python function computes is looked at for every analysis ---------------------------


def braked(f, *quantities):
    m = lw.Mechanism("pendulum", plane="xy")
    rod = m.body("rod", mass=1.0, inertia=0.1, com=(0.5, 0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.effort("brake", "pin.angle", lw.law(f, *quantities))
    m.place(rod, rate=1.0)
    return m


def test_a_law_and_a_driver_see_what_has_changed_since():
    gain = {"k": 1.0}
    m = braked(lambda t, w: gain["k"] + 0 * w, "t", "rate(pin.angle)")
    driven = m.copy()
    driven.drive("pin.angle", lambda t: gain["k"] * t)
    for k in (1.0, 5.0):
        gain["k"] = k
        assert m.simulate(0.01).force("brake").value[0] == k
        assert driven.move([0.0, 0.1]).joint("pin").angle[-1] == pytest.approx(0.1 * k, abs=1e-12)  # solver


def test_a_function_with_a_memory_is_called():
    count = [0]

    def counting(w):
        count[0] += 1
        return -0.001 * count[0]

    value = braked(counting, "rate(pin.angle)").simulate(0.1, method="rk4", step=0.01, points=11).force("brake").value
    assert len(set(value)) == 11


@pytest.mark.parametrize(
    "f", [lambda w: -w, lambda w: 1 - w, lambda w: -w * abs(w), lambda w: np.tanh(w)], ids=["-w", "1-w", "w|w|", "tanh"]
)
def test_what_a_python_function_returns_has_no_units(f):
    run = braked(f, "rate(pin.angle)").simulate(0.1)
    assert run.force("brake").value == pytest.approx(f(run.joint("pin").angle_velocity), abs=1e-14)


def test_a_law_with_memory_gets_numbers_only():
    seen = {"time": -1.0, "force": 0.0}

    def held(t: float, x: float) -> float:
        if t >= seen["time"] + 0.1:
            seen["time"], seen["force"] = t, -2.0 * x
        return seen["force"]

    m = lw.Mechanism("block", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.point_force("f", block, lw.law(held, "t", "block.x"), "x")
    m.place(block, at=(1.0, 0.0))
    run = m.simulate(0.05)
    assert run.body("block").velocity[-1, 0] == pytest.approx(-0.1, rel=1e-9)
    assert isinstance(seen["force"], float)
