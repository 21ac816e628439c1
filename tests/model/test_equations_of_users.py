"""Equations that users write: with a sign of equality or as what vanishes, and with units that fit."""

from __future__ import annotations

import re

import pytest

import linkwork as lw


def pair(equation: str) -> lw.Mechanism:
    """A disc on an axle and a slide, with an equation between them."""
    m = lw.Mechanism("pair", plane="xy")
    a, b = m.body("a", mass=1.0, inertia=0.1), m.body("b", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.prismatic("B", m.ground.at(1, 0), b.at(0, 0))
    m.parameter("r", "10 cm")
    m.constraint("c", equation)
    return m


@pytest.mark.parametrize(
    ("equation", "words"),
    [
        ("rate(A.angle) - 1 m/s", "'1 m/s', a speed, cannot be subtracted from 'rate(A.angle)', an angular speed"),
        ("A.angle = 1 m", "'1 m', a length, cannot be subtracted from 'A.angle', an angle"),
        ("B.translation - 10 mm*sin(b.x)", "'b.x' in 'sin(b.x)' is a length; sin takes an angle"),
    ],
)
def test_units_that_do_not_fit_are_told(equation, words):
    with pytest.raises(lw.ModelError) as told:
        pair(equation).check()
    assert words in str(told.value)


@pytest.mark.parametrize(
    "equation",
    [
        "B.translation = 0.1*A.angle",
        "B.translation = 10 mm*A.angle",
        "B.translation - r*sin(A.angle)",
        "B.translation - A.angle",  # numbers without units are SI
        "b.y - 0.1*sin(b.x)",
        "rate(B.translation) = r*rate(A.angle)",
        "A.angle - 10 deg/s*t",
        "if(A.angle <= 1, A.angle, 1) = B.translation",
    ],
)
def test_units_that_fit_and_numbers_without(equation):
    pair(equation).check()


def test_an_equation_is_what_its_difference_is():
    positions = [
        pair(text).assemble() for text in ("B.translation = 0.1*A.angle + 1 cm", "B.translation - 0.1*A.angle - 1 cm")
    ]
    assert positions[0]["B.translation"] == positions[1]["B.translation"]
    m = pair("B.translation = 0.1*A.angle + 1 cm")
    assert "B.translation = 0.1*A.angle + 1 cm" in [e.meaning for e in m.plan().equations]
    assert lw.Mechanism.from_toml(m.to_toml()).joints == m.joints


@pytest.mark.parametrize("inner", ["A.angle*B.angle", "A.angle + B.angle", "2*A.angle", "a.x*a.y", "b.x + A.angle"])
def test_a_rate_is_that_of_one_quantity(inner):
    m = lw.Mechanism("two", plane="xy")
    a, b = m.body("a", mass=1.0, inertia=0.1), m.body("b", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(1, 0), b.at(0, 0))
    m.constraint("led", f"rate({inner}) - 1")
    with pytest.raises(lw.ModelError, match=f"'{re.escape(inner)}' is not a measured quantity"):
        m.mobility()
