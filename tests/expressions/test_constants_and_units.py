"""Units, constants and parameters."""

import math

import numpy as np
import pytest

from linkwork.errors import ExpressionError
from linkwork.expressions import (
    UNITS,
    Constant,
    Dimension,
    compile_program,
    evaluate,
    evaluate_constant,
    parse,
    resolve_parameters,
)
from linkwork.expressions import units as u


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30 mm", 0.03), ("1 in", 0.0254), ("1 ft", 0.3048), ("2 t", 2000.0), ("1 lb", 0.45359237),
        ("90 deg", math.pi / 2), ("1 rev", math.tau), ("60 rpm", math.tau), ("1 h", 3600.0),
        ("1 lbf", 4.4482216152605), ("2 kN*mm", 2.0), ("9.81 m/s^2", 9.81), ("5 N/(mm/s)", 5000.0),
        ("1 bar", 1e5), ("210 GPa", 210e9), ("3 g cm^2", 3e-7), ("-2*(1 + 1 m)", -4.0), ("2^3^2", 512.0),
        ("2*pi rad/s", math.tau), ("max(1, 5, 3) mm", 5e-3), ("if(2 > 1, 3, 4)", 3.0), ("mod(-1, 3)", 2.0),
        ("sqrt(4 m^2)", 2.0), ("atan2(1 mm, 1 m)", math.atan2(1, 1000)), (7, 7.0), (np.float64(0.5), 0.5),
        ("10 N*3 mm", 0.03), ("1 us", 1e-6), ("5 Hz", 5.0), ("1 kW/(2*pi rad/s)", 1000 / math.tau),
    ],
)  # fmt: skip
def test_values(text, value):
    assert evaluate(text) == pytest.approx(value, rel=1e-14)


def test_every_unit_is_readable_with_its_dimension():
    for name, unit in UNITS.items():
        constant = evaluate_constant(f"2 {name}")
        assert constant == Constant(2 * unit.size, unit.dimension), name
        assert u.describe(unit.dimension).startswith(("a ", "an "))


@pytest.mark.parametrize(
    ("text", "dimension", "message"),
    [
        ("3 m", u.MASS, "'3 m' is a length; a mass is expected (for example '3 kg')."),
        ("-3 m", u.MASS, "'-3 m' is a length; a mass is expected (for example '3 kg')."),
        ("1/4 in", u.LENGTH, "Write '(1/4) in' or '1/(4 in)'"),
        ("30 deg", u.LENGTH, "is an angle; a length is expected"),
        ("2 kg*m", u.FORCE, "is a quantity in m*kg; a force is expected (for example '2 N')"),
        ("5 Hz", u.ANGULAR_SPEED, "write '5 rev/s'"),
        ("30 mm + 2 kg", None, "'2 kg', a mass, cannot be added to '30 mm', a length"),
        ("30 mm - 2 kg", None, "cannot be subtracted from '30 mm'"),
        ("30 mm < 2 kg", None, "'30 mm', a length, cannot be compared with '2 kg', a mass"),
        ("max(30 mm, 2 kg)", None, "mixes dimensions"),
        ("sin(3 mm)", None, "'3 mm' in 'sin(3 mm)' is a length; sin takes an angle"),
        ("exp(3 s)", None, "exp takes a plain number"),
        ("2^(3 m)", None, "exponent '3 m'"),
        ("(3 mm) kg", None, "has two units: '3 mm' is already a length"),
        ("Lenght", None, "There is no parameter 'Lenght'. Did you mean 'Length'?"),
        ("2*mm", None, "put it after a number, such as '30 mm'"),
        ("t + 1", None, "'t' is the time; a constant cannot depend on it"),
        ("distance(a.P, b.P)", None, "is measured on the moving mechanism"),
        ("step(1, 0, 0, 1, 1)", None, "is a function of time"),
        ("1/0", None, "'1/0' divides by zero"),
        ("sqrt(-1)", None, "has no finite value: sqrt of -1"),
        ("(-1)^0.5", None, "has no finite value"),
        ("9^9^9^9", None, "has no finite value"),
        ("exp(1e6)", None, "has no finite value"),
        ("1e300*1e300", None, "has no finite value"),
        (float("nan"), None, "nan is not a finite number"),
        (float("-inf"), None, "-inf is not a finite number"),
        (True, None, "True is not a number"),
        (None, None, "None is not a number"),
        ([1], None, "is not a number, nor text"),
    ],
)
def test_refused(text, dimension, message):
    with pytest.raises(ExpressionError) as caught:
        evaluate(text, dimension, {"Length": Constant(1.0)})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("5", u.MASS), ("2*9.81", u.FORCE), ("9.81*2 kg", u.FORCE), ("v/r", u.ANGULAR_SPEED),
        ("5 N*m/rad", u.TORQUE), ("sin(30 deg)", u.LENGTH), ("2*pi*5 Hz", u.ANGULAR_SPEED), ("3 J", u.TORQUE),
        ("2 mm + 1", u.LENGTH), ("sqrt(r*r)", u.LENGTH), ("r^2/r", u.LENGTH), ("5 deg", u.NUMBER),
    ],
)  # fmt: skip
def test_accepted(text, dimension):
    parameters = {"v": Constant(1.0, u.SPEED), "r": Constant(0.5, u.LENGTH)}
    assert math.isfinite(evaluate(text, dimension, parameters))


def test_unit_that_is_also_a_parameter():
    parameters = {"m": Constant(2.0, u.MASS)}
    assert evaluate("5 m", None, parameters) == 5.0
    assert evaluate("(5 N)*m", None, parameters) == 10.0
    assert evaluate("5 N m", None, parameters) == 5.0
    with pytest.raises(ExpressionError, match=r"'m' may be the unit or the parameter.*'\(5 N\)\*m'"):
        evaluate("5 N*m", None, parameters)


def test_parameters_in_any_order():
    found = resolve_parameters({"c": "a + b", "b": "2*a", "a": "30 mm", "d": Constant(1.0), "e": 4})
    assert found["a"] == Constant(0.03, u.LENGTH)
    assert found["c"].value == pytest.approx(0.09)
    assert found["c"].dimension == u.LENGTH
    assert found["e"] == Constant(4.0, None)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"a": "b", "b": "c + 1", "c": "a"}, "in a circle: a -> b -> c -> a"),
        ({"a": "a"}, "in a circle: a -> a"),
        ({"long": "1 m", "b": "lonk"}, "Parameter 'b': There is no parameter 'lonk'. Did you mean 'long'?"),
        ({"a": "1 m + 1 s"}, "Parameter 'a': '1 m + 1 s' mixes dimensions"),
        ({"b": "2*a", "a": "1 +"}, "Parameter 'a': '1 +' cannot be read"),
        ({"t": 1}, "'t' cannot name a parameter"),
        ({"sin": 1}, "'sin' cannot name a parameter"),
        ({"a b": 1}, "use letters, digits and '_'"),
        ({"a": False}, "Parameter 'a': False is not a number"),
    ],
)
def test_parameters_refused(parameters, message):
    with pytest.raises(ExpressionError) as caught:
        resolve_parameters(parameters)
    assert message in str(caught.value)


def test_names_of_dimensions():
    assert u.describe(u.ANGULAR_SPEED) == "an angular speed"
    assert u.describe(Dimension(4, 0, -1)) == "a quantity in m^4*s^-1"
    assert not u.compatible(u.LENGTH, u.ANGLE)
    assert u.compatible(u.LENGTH, None)


# ---- units as engineers type them ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("5 Nm", "5 N*m"),
        ("5 kNm", "5000 N*m"),
        ("5 Nmm", "0.005 N*m"),
        ("5 Ncm", "0.05 N*m"),
        ("5 N·m", "5 N*m"),
        ("5 N⋅m", "5 N*m"),
        ("5 Nm/rad", "5 N*m/rad"),
        ("5 Nm*s/rad", "5 N*m*s/rad"),
        ("5 Nms/rad", "5 N*m*s/rad"),
        ("5 Ns/m", "5 N*s/m"),
        ("5 daN", "50 N"),
        ("60°", "60 deg"),
        ("60 °", "60 deg"),
        ("60 °/s", "60 deg/s"),
        ("5 kg m2", "5 kg*m^2"),
        ("5 kg*m2", "5 kg*m^2"),
        ("5 kgm2", "5 kg*m^2"),
        ("5 kg m²", "5 kg*m^2"),
        ("5 kg·m²", "5 kg*m^2"),
        ("5 kg mm2", "5 kg*mm^2"),
        ("5 kgcm2", "5 kg*cm^2"),
        ("5 kg/m3", "5 kg/m^3"),
        ("5 g/cm³", "5 g/cm^3"),
        ("5 m/s2", "5 m/s^2"),
        ("5 m/s²", "5 m/s^2"),
        ("5 N/mm2", "5 MPa"),
        ("5 µm", "5 um"),  # the micro sign
        ("5 μm", "5 um"),  # the Greek letter
        ("5 1/s", "5 s^-1"),
        ("5 s⁻¹", "5 s^-1"),
        ("5 m s⁻²", "5 m s^-2"),
        ("1500 1/min", "1500 rpm"),
        ("1500 min^-1", "1500 rpm"),
        ("1500 min⁻¹", "1500 rpm"),
        ("−5 mm", "-5 mm"),
        ("5 mm min^-1", "5 mm/min"),
    ],
)
def test_units_as_engineers_type_them(typed, meant):
    """Both texts are one product of the same few numbers; its order may differ by a rounding or two."""
    found, wanted = evaluate_constant(typed), evaluate_constant(meant)
    assert found.value == pytest.approx(wanted.value, rel=1e-15)
    assert found.dimension == wanted.dimension
    assert parse(str(parse(typed))) == parse(typed), "a file would not hold it"


def test_revolutions_a_minute_are_an_angular_speed():
    assert evaluate("1500 1/min", u.ANGULAR_SPEED) == evaluate("1500 rpm", u.ANGULAR_SPEED)
    assert evaluate("1/min(2, 4)") == 0.5  # the function


@pytest.mark.parametrize("text", ["2*pi*n", "n*2*pi", "pi*n/30", "tau*n", "2*pi*1500 1/min", "-(2*pi)*n*t"])
def test_the_circle_is_not_counted_twice(text):
    known = resolve_parameters({"n": "1500 1/min"})
    with pytest.raises(ExpressionError, match="counts the circle twice"):
        compile_program(parse(text), parameters=known)


def test_a_power_without_a_sign_may_be_a_parameter():
    known = resolve_parameters({"m2": "3 kg"})
    assert evaluate("2*m2", None, known) == 6.0
    with pytest.raises(ExpressionError, match="'m2' may be the unit or the parameter"):
        evaluate("5 N*m2", None, known)
