"""A factor in front of an equation of the user's changes its multiplier, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

FACTORS = ["1e-12", "1e-9", "1e-3", "1e3", "1e8", "1e12"]


def geared(equation: str) -> lw.Mechanism:
    """Two discs side by side, the first one turned by 1 N m."""
    m = lw.Mechanism("discs", plane="xy")
    a, b = m.body("a", mass=2.0, inertia=0.1), m.body("b", mass=1.0, inertia=0.2)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(1, 0), b.at(0, 0))
    m.constraint("c", equation)
    m.torque("t", a, 1.0)
    return m


def serial(equation: str) -> lw.Mechanism:
    """Two bars in a row, the second one led by the first."""
    m = lw.Mechanism("serial", plane="xy")
    a, b = m.body("a", mass=2.0, inertia=0.1, com=(0.1, 0)), m.body("b", mass=1.0, inertia=0.2)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1, 0), b.at(0, 0))
    m.constraint("c", equation)
    m.effort("e", "A.angle", "0.3*cos(t)")
    m.place(a, angle=0.4, rate=1.0)
    m.place(b, at=(np.cos(0.4), np.sin(0.4)), angle=1.2, rate=3.0)
    return m


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("equation", ["rate(A.angle) - 2*rate(B.angle)", "A.angle - 2*B.angle"])
def test_a_factor_changes_no_motion(equation, factor):
    run = geared(f"{factor}*({equation})").simulate([0.0, 0.5])
    assert run.joint("A").angle[-1] == pytest.approx(0.125 / 0.15, rel=1e-11)  # J = 0.1 + 0.2/4; tolerance of the run
    assert run["lambda.c"].ravel() * float(factor) == pytest.approx(-1.0 / 3.0, rel=1e-9)  # 0.1 of 0.15 to the first
    assert "not met" not in run.status


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("formulation", ["auto", "reference", "relative", "augmented"])
def test_in_every_formulation(factor, formulation):
    text = "(A.angle - 0.5*B.angle)"
    plain, scaled = (
        serial(equation).simulate([0.0, 0.5], method="dop853", formulation=formulation)
        for equation in (text, f"{factor}*{text}")
    )
    assert scaled.counts["steps"] == plain.counts["steps"]
    assert scaled.joint("B").angle == pytest.approx(plain.joint("B").angle, rel=1e-12)  # rounding


@pytest.mark.parametrize("factor", FACTORS)
def test_where_a_slope_vanishes_at_the_start(factor):
    run = geared(f"{factor}*(A.angle^2 - 2*B.angle)").simulate([0.0, 0.5])
    plain = geared("A.angle^2 - 2*B.angle").simulate([0.0, 0.5])
    assert run.joint("B").angle == pytest.approx(plain.joint("B").angle, rel=1e-12)  # rounding


@pytest.mark.parametrize("factor", FACTORS)
def test_what_cannot_be_closed_is_told(factor):
    m = geared(f"{factor}*(sin(A.angle) - 2 - 0*B.angle)")
    with pytest.raises(lw.AssemblyError, match="'c'"):
        m.start()


def test_many_members_with_other_factors():
    m = geared("k*(A.angle - 2*B.angle)")
    m.parameter("k", 1.0)
    many = m.simulate_many([0.0, 0.5], parameters={"k": [1e-9, 1.0, 2.0, 1e9]})
    for i in range(4):
        assert many[i].joint("A").angle[-1] == pytest.approx(0.125 / 0.15, rel=1e-11)  # tolerance of the run
