"""Full turns that wheels make on the way to where they rest."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def test_geared_wheels_turn_as_far_as_it_takes():
    """A torque T on a wheel, a spring k on one twice as large: angles 4 T / k and -2 T / k, over several turns."""
    m = lw.Mechanism("winder", plane="xy")
    a, b = (m.body(name, mass=1.0, inertia=0.01) for name in ("a", "b"))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    m.place(b, at=(0.3, 0))
    m.gear("mesh", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.2)
    m.torque("push", a, 0.7)
    m.rotational_spring("spring", "B.angle", stiffness=0.1)
    rest = m.equilibrium()
    assert rest["A.angle"] == pytest.approx(28.0, rel=1e-12)  # rounding of a linear law
    assert rest["B.angle"] == pytest.approx(-14.0, rel=1e-12)
    assert rest["a.angle"] == pytest.approx(28.0, rel=1e-12)
    assert m.simulate(0.1, start=rest.start)["A.angle"][-1] == pytest.approx(28.0, rel=1e-9)  # tolerance of the run


def test_a_weight_on_a_rack_unwinds_a_drum():
    """A weight m g on a rack at r, a spring k on the drum: it turns by m g r / k and swings with k / (I + m r^2)."""
    m = lw.Mechanism("hoist", plane="xy", gravity=(0, -9.81))
    drum, weight = m.body("drum", mass=1.0, inertia=0.01), m.body("weight", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), drum.at(0, 0))
    m.prismatic("rail", m.ground.at(0.1, 0), weight.at(0, 0), axis="y")
    m.place(weight, at=(0.1, -0.5))
    m.rack("mesh", weight.at(0, 0, x=(0, 1)), drum.at(0, 0), radius=0.1)
    m.rotational_spring("spring", "A.angle", stiffness=0.05)
    rest = m.equilibrium()
    assert abs(rest["A.angle"]) == pytest.approx(9.81 * 0.1 / 0.05, rel=1e-12)
    (mode,) = m.linearise(rest.start).modes
    assert 2 * np.pi * mode.frequency == pytest.approx((0.05 / 0.02) ** 0.5, rel=1e-9)
