"""Functions of time: values, derivatives, data, and refusals."""

import numpy as np
import pytest
from scipy import interpolate

from linkwork import functions as fn
from linkwork.errors import ExpressionError
from linkwork.expressions import Constant, resolve_parameters
from linkwork.expressions import units as u
from linkwork.expressions.vocabulary import RISES

TIMES = [0.0, 0.4, 1.0, 1.3, 2.2, 3.0]
VALUES = [0.0, 0.3, 0.2, 0.9, 1.0, 0.0]

EXAMPLES = {
    "constant": fn.constant("30 deg"),
    "speed": fn.speed("60 rpm", "10 deg"),
    "polynomial": fn.polynomial(1, -2, 0.5, 0.25, -0.1),
    "harmonic": fn.harmonic("20 mm", 3.0, "30 deg", 0.1),
    **{kind: getattr(fn, kind)("30 deg", 1.5, start=0.2, base=0.1) for kind in RISES},
    "table": fn.table(TIMES, VALUES, "quintic"),
    "cubic table": fn.table(TIMES, VALUES, ends="natural"),
    "akima table": fn.table(TIMES, VALUES, "akima"),
    "periodic table": fn.table(TIMES, VALUES, "quintic", "periodic"),
    "clamped table": fn.table(TIMES, VALUES, "quintic", "clamped"),
    "expression": fn.expression("2*exp(-t)*sin(3*t)/(1 + t^2)"),
    "traced": fn.function(lambda t: np.sqrt(1 + np.square(t)) * np.tanh(t)),
    "branching": fn.function(lambda t: t**3 if t < 1 else np.sin(t)),
    "given": fn.function(np.sin, np.cos, lambda t: -np.sin(t), lambda t: -np.cos(t)),
}


def differences(f, t, h=2e-2):
    """Central differences of the values, extrapolated to step zero (Richardson, four levels)."""
    rows = []
    for k in range(4):
        d = h / 2**k
        y = f(t + d * np.arange(-2, 3))
        rows.append(
            [
                (y[3] - y[1]) / (2 * d),
                (y[3] - 2 * y[2] + y[1]) / d**2,
                (y[4] - 2 * y[3] + 2 * y[1] - y[0]) / (2 * d**3),
            ]
        )
    rows = np.array(rows)
    for level in range(1, 4):
        rows = (4**level * rows[1:] - rows[:-1]) / (4**level - 1)
    return rows[0]


@pytest.mark.parametrize("name", EXAMPLES)
def test_derivatives_against_differences(name):
    f = EXAMPLES[name]
    for t in (0.57, 1.06, 1.61):  # away from the joints of the pieces
        found = f.derivatives(t)
        assert found[0] == f(t)
        # differences of order n lose about eps / h^n
        assert found[1:] == pytest.approx(differences(f, t), rel=1e-7, abs=1e-6), (name, t)


def test_every_kind_has_an_example():
    assert set(fn.KINDS) <= set(EXAMPLES)
    for kind in fn.KINDS.values():
        assert kind.doc
        assert all(field.doc for field in kind.fields)


def test_values():
    assert fn.speed("60 rpm")(1.0) == pytest.approx(2 * np.pi)
    assert fn.harmonic(2, 3, 0, 1)(0.5) == pytest.approx(1 + 2 * np.sin(1.5))
    assert fn.cycloidal(2, 4, start=1, base=5)([0.0, 1.0, 3.0, 9.0]) == pytest.approx([5, 5, 6, 7])
    assert fn.step(1, 0.3, start=0.1).derivatives([0.1, 0.4])[:, 2] == pytest.approx([6 / 0.09, -6 / 0.09])
    assert isinstance(fn.constant(3)(0.0), float)
    assert fn.constant(3)(np.zeros((2, 3))).shape == (2, 3)
    assert fn.constant(3).derivatives(np.zeros((2, 3))).shape == (2, 3, 4)


def test_rises_in_expressions_take_the_order_of_adams():
    f = fn.expression("step(t, 1, 10 deg, 3, 40 deg)")
    g = fn.step("30 deg", 2, start=1, base="10 deg")
    t = np.linspace(0, 4, 9)
    assert f.derivatives(t) == pytest.approx(g.derivatives(t))


def test_tables_agree_with_scipy_and_go_on_outside():
    t = np.linspace(-0.5, 3.5, 41)
    for method, spline in {
        "cubic": interpolate.CubicSpline(TIMES, VALUES),
        "akima": interpolate.Akima1DInterpolator(TIMES, VALUES, extrapolate=True),
        "quintic": interpolate.make_interp_spline(TIMES, VALUES, k=5),
    }.items():
        found = fn.table(TIMES, VALUES, method).derivatives(t)
        for order in range(3):
            assert found[:, order] == pytest.approx(spline(t, order), rel=1e-9, abs=1e-9), method


def test_periodic_table_repeats():
    f = fn.table(TIMES, VALUES, ends="periodic")
    assert f([0.7, 2.9]) == pytest.approx(f([0.7 + 9.0, 2.9 - 6.0]))


def test_arithmetic():
    f = fn.table(TIMES, VALUES) + 2 * fn.cycloidal("30 deg", 1) - "5 deg"
    g = f / (1 + fn.expression("t^2"))
    t = 0.8
    value = fn.table(TIMES, VALUES)(t) + 2 * fn.cycloidal("30 deg", 1)(t) - np.deg2rad(5)
    assert g(t) == pytest.approx(value / (1 + t**2))
    assert np.sin(fn.speed(2))(0.3) == pytest.approx(np.sin(0.6))
    assert (-fn.speed(2))(1.0) == -2


def test_parameters_are_resolved_when_compiled():
    f = fn.cycloidal("2*lift", "T", base="lift")
    parameters = resolve_parameters({"lift": "10 mm", "T": "2 s"})
    assert f.parameters == ["lift", "T"]
    assert f(1.0, parameters) == pytest.approx(0.02)
    assert f.program(parameters).dimension == u.LENGTH
    with pytest.raises(ExpressionError, match="There is no parameter 'T'"):
        f(1.0, {"lift": Constant(1.0)})
    with pytest.raises(ExpressionError, match="The duration of cycloidal is 'T'; it must be positive"):
        f(1.0, {"lift": Constant(1.0), "T": Constant(-1.0)})
    with pytest.raises(ExpressionError, match="is a length; an angle is expected"):
        f.program(parameters, expected=u.ANGLE)


@pytest.mark.parametrize("name", [n for n in EXAMPLES if n not in ("branching", "given")])
def test_data_round_trip(name):
    f = EXAMPLES[name]
    again = fn.from_data(f.to_data())
    t = np.linspace(0, 3, 7)
    assert again.derivatives(t) == pytest.approx(f.derivatives(t))
    assert again.to_data() == f.to_data()


def test_data_of_plain_values():
    assert fn.as_function(3).to_data() == 3.0
    assert fn.as_function(-3.5).to_data() == -3.5
    assert fn.as_function("30 deg*t").to_data() == "(30 deg)*t"
    data = {"kind": "cycloidal", "rise": "30 deg", "duration": 1.0, "start": 0.0, "base": 0}
    assert fn.as_function(data).to_data() == {**data, "base": 0.0}
    assert fn.as_function(EXAMPLES["speed"]) is EXAMPLES["speed"]
    assert fn.as_function(lambda t: 2 * t).to_data() == "2*t"
    for name in ("branching", "given"):
        with pytest.raises(ExpressionError, match="cannot be written to a file: it contains a Python function"):
            EXAMPLES[name].to_data()
    with pytest.raises(ExpressionError, match="it contains a table"):
        (EXAMPLES["table"] + 1).to_data()


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: fn.cycloidal(1, 0), "The duration of cycloidal is '0'; it must be positive"),
        (lambda: fn.cycloidal(1, "3 mm"), "For the duration of cycloidal: '3 mm' is a length; a time"),
        (lambda: fn.cycloidal("t", 1), "For the rise of cycloidal: 't' is the time"),
        (lambda: fn.cycloidal(1, "1 +"), "For the duration of cycloidal: '1 +' cannot be read"),
        (lambda: fn.harmonic(1, "5 Hz"), "For the frequency of harmonic: '5 Hz' is a frequency"),
        (lambda: fn.constant(float("nan")), "nan is not a finite number"),
        (lambda: fn.constant(None), "None is not a number"),
        (lambda: fn.polynomial(), "at least one coefficient"),
        (lambda: fn.table([0, 1, 1], [0, 1, 2]), "must increase; number 3 is 1 after 1"),
        (lambda: fn.table([0, 1], [0, 1, 2]), "has 2 times but 3 values"),
        (lambda: fn.table([0, 1], [0, 1], "quintic"), "needs at least 6 points, not 2"),
        (lambda: fn.table([0, 1], [0, 1], "cubik"), "Did you mean 'cubic'?"),
        (lambda: fn.table([0, 1], [0, 1], ends="free"), "There is no table end 'free'"),
        (lambda: fn.table([0, 1], [0, 1], "akima", "natural"), "has no choice of ends"),
        (lambda: fn.table([0, 1], [0, 1], ends="periodic"), "must end as it begins; it has 0 and 1"),
        (lambda: fn.table([0, "x"], [0, 1]), "The times of a table: There is no parameter 'x'"),
        (lambda: fn.from_data({"kind": "cycloid"}), "function 'cycloid'. Did you mean 'cycloidal'?"),
        (lambda: fn.from_data({"rise": 1}), "A function needs a 'kind'"),
        (lambda: fn.from_data({"kind": "speed", "rat": 1}), "has no field 'rat'. Did you mean 'rate'?"),
        (lambda: fn.from_data({"kind": "cycloidal"}), "needs 'rise' and 'duration'"),
        (lambda: fn.from_data(abs), "is not the data of a function"),
        (lambda: fn.expression("sqrt(t - 1)")(0.5), "The value of 'sqrt(t - 1)' is not finite at t = 0.5"),
        (lambda: fn.expression("t^1.5")(0.0), "The second derivative of 't^1.5' is not finite at t = 0"),
        (lambda: fn.speed(1) + None, "None is not a number"),
    ],
)  # fmt: skip
def test_refused(build, message):
    with pytest.raises(ExpressionError) as caught:
        build()
    assert message in str(caught.value)
