"""Reading expressions: grammar, round trips, refusals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.errors import ExpressionError
from linkwork.expressions import names, parse
from linkwork.expressions.nodes import Binary, Call, Compare, Name, Number, Quantity, Unary, UnitFactor

TEXTS = [
    "30 mm", "5 N*m", "2 kg m^2", "1500 rpm", "9.81 m/s^2", "-60 deg", "2 rad/s*t", "3 N/(m/s)*x",
    "2^3^2", "(2^3)^2", "-x^2", "(-x)^2", "a - (b - c)", "a/(b*c)", "a/b*c", "(5 N)*m", "(-5 N)*m",
    "2*pi rad/s", "if(t < 1, 2, distance(a.P, b))", "2^-3 mm", "(a + b)*c", "(a < b)*2", "min(1, 2, 3) in",
    "(x) mm", "1e-3", "1.5E+3", ".5", "3.", "2 m s^-2", "coupler.P.x + A.angle", "a**b", "+3", "2 mm^2 / 3",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_round_trip(text):
    node = parse(text)
    assert parse(str(node)) == node


def test_tree():
    assert parse("a + 2*b^3") == Binary("+", Name("a"), Binary("*", Number(2), Binary("^", Name("b"), Number(3))))
    assert parse("-x^2") == Unary("-", Binary("^", Name("x"), Number(2)))
    assert parse("t >= 1") == Compare(">=", Name("t"), Number(1))
    assert parse("5 N*m") == Quantity(Number(5), (UnitFactor(" ", "N"), UnitFactor("*", "m")))
    assert parse("distance(c.P, g.Q)") == Call("distance", (Name("c.P"), Name("g.Q")))


def test_time_is_not_a_tonne_after_a_unit():
    assert parse("2 rad/s*t") == Binary("*", parse("2 rad/s"), Name("t"))
    assert parse("2 N*min(a, b)").right == Call("min", (Name("a"), Name("b")))


def test_names_are_listed_once():
    assert names(parse("a*b.c + a + sin(pi*t)")) == ["a", "b.c", "t"]


def test_python_operators_and_numpy_compose():
    t = parse("t")
    assert str(2 * np.sin(3 * t) ** 2 - t / 4) == "2*sin(3*t)^2 - t/4"
    assert str(np.float64(2) * t + np.arctan2(t, -1)) == "2*t + atan2(t, -1)"
    assert str(abs(-t) % 2) == "mod(abs(-t), 2)"
    assert str(t < 3) == "t < 3"
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(t < 3)
    with pytest.raises(TypeError):
        t + "x"


_LEAVES = st.one_of(
    st.floats(0, 1e6, allow_nan=False).map(Number),
    st.sampled_from(["a", "t", "b.c.d", "pi"]).map(Name),
    st.sampled_from(["30 mm", "2 N*m", "5 rad/s"]).map(parse),
)
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda o, a, b: Binary(o, a, b), st.sampled_from("+-*/^"), inner, inner),
        st.builds(lambda o, a, b: Compare(o, a, b), st.sampled_from(["<", ">="]), inner, inner),
        st.builds(lambda a: Unary("-", a), inner),
        st.builds(lambda a, b: Call("atan2", (a, b)), inner, inner),
        st.builds(lambda a: Quantity(a, (UnitFactor(" ", "mm"), UnitFactor("/", "s", 2))), inner),
    ),
    max_leaves=12,
)


@settings(max_examples=300)
@given(_TREES)
def test_text_of_any_tree_parses_back(node):
    assert parse(str(node)) == node


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("__import__('os')", "there is no function '__import__'"),
        ("x'", "''' has no meaning here"),
        ("__import__(os)", "there is no function '__import__'"),
        ("().__class__", "has no meaning here"),
        ("()", "a number, name or '(' is expected here, not ')'"),
        ("x[0]", "'[' has no meaning"),
        ("lambda: 1", "':' has no meaning"),
        ("a; b", "';' has no meaning"),
        ("30 milimeter", "'milimeter' is not a unit"),
        ("30 kgg", "Did you mean 'kg'?"),
        ("1 +", "not the end"),
        ("(1", "')' is expected here, not the end"),
        ("1)", "this ')' has no '('"),
        ("", "it is empty"),
        ("sni(1)", "Did you mean 'sin'?"),
        ("sin(1, 2)", "sin takes 1 argument, not 2"),
        ("min(1)", "min takes 2 or more arguments, not 1"),
        ("step(t, 0)", "step takes 5 arguments, not 2"),
        ("1 < 2 < 3", "comparisons do not chain"),
        ("5 N/m s", "ambiguous"),
        ("2 m^x", "exponent of a unit"),
        ("1e999", "too large"),
        ("a b", "an operator is missing before 'b'"),
        ("(" * 500 + "1" + ")" * 500, "nested too deeply"),
        ("-" * 500 + "1", "nested too deeply"),
        ("+".join(["t"] * 500), "nested too deeply"),
        ("2^" * 500 + "2", "nested too deeply"),
        ("1" * 20000, "20000 characters"),
    ],
)
def test_refused(text, reason):
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert reason in str(caught.value)


def test_error_shows_the_column():
    with pytest.raises(ExpressionError) as caught:
        parse("2*sin(x) + $")
    lines = str(caught.value).splitlines()
    assert lines[0] == "'2*sin(x) + $' cannot be read: '$' has no meaning here."
    assert lines[2].index("^") == lines[1].index("$")
    assert "column 12" in lines[2]


def test_measures_can_be_chosen():
    assert parse("gap(a.P)", measures=("gap",)).name == "gap"
    with pytest.raises(ExpressionError, match="no function 'gap'"):
        parse("gap(a.P)")
