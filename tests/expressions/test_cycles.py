"""Hz counts cycles: it is refused where it would pass for rad/s, and only there."""

import math

import pytest

import linkwork as lw
from linkwork.errors import ExpressionError, ModelError
from linkwork.expressions import compile_program, parse
from linkwork.expressions.constant import resolve_parameters
from linkwork.expressions.units import ANGLE, FORCE, LENGTH

ADVICE = "write '5 rev/s', '300 rpm' or '2*pi*5 rad/s'"


def crank(function):
    m = lw.Mechanism("crank", plane="xy")
    m.revolute("A", m.ground.at(0, 0), m.body("crank").at(0, 0))
    m.drive("A.angle", function)
    return m


@pytest.mark.parametrize(
    "text",
    [
        "5 Hz*t",
        "-(5 Hz)*t",
        "30 deg + 5 Hz*t",
        "5 Hz*t/2",
        "if(t < 1, 5 Hz*t, 0)",
        "sin(5 Hz*t)",
        "step(t, 0, 0, 1, 5 Hz*t)",
    ],
)
def test_cycles_of_a_driven_angle_are_refused(text):
    with pytest.raises(ModelError) as caught:
        crank(text).check()
    assert ADVICE in str(caught.value)
    assert "driver 'A.angle'" in str(caught.value)


@pytest.mark.parametrize("text", ["2*pi*5 Hz*t", "1 rev*5 Hz*t", "(2*pi*5) Hz*t", "10 rad Hz*t", "tau*mod(5 Hz*t, 1)"])
def test_cycles_times_an_angle_are_an_angle(text):
    crank(text).check()


def test_a_speed_in_hertz_is_refused_where_it_is_written():
    with pytest.raises(ExpressionError, match="For the rate of speed: '5 Hz' is a frequency"):
        lw.speed("5 Hz")


def test_a_file_with_a_rate_in_hertz_is_refused_with_its_line():
    text = crank(lw.speed("300 rpm")).to_toml().replace("300 rpm", "5 Hz")
    with pytest.raises(ModelError) as caught:
        lw.Mechanism.from_toml(text)
    assert ADVICE in str(caught.value)
    assert "line" in str(caught.value)


def test_a_parameter_in_hertz_stays_one():
    m = crank("2*f*t")
    m.parameter("f", "5 Hz")
    with pytest.raises(ModelError, match=r"'f' in '2\*f\*t' is a frequency"):
        m.check()
    m = crank("2*pi*f*t")
    m.parameter("f", "5 Hz")
    assert m.pose(0.01).joint("A").angle[0] == pytest.approx(2 * math.pi * 0.05, rel=1e-12)  # rounding


def test_a_ratio_of_speed_and_radius_is_an_angular_speed():
    m = crank("v/r*t")
    m.parameter("v", "2 m/s")
    m.parameter("r", "0.1 m")
    m.check()


def test_hertz_elsewhere_is_a_frequency():
    known = resolve_parameters({"f": "5 Hz"})
    for text, expected in (("20 mm*f*t", LENGTH), ("3 N*s*f", FORCE), ("20 deg/(5 Hz)/t", ANGLE)):
        compile_program(parse(text), {}, known, expected=expected)
