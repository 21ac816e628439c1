"""Steady motion: accelerations that are zero but for rounding are no remainder of the equations of motion."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


@pytest.mark.parametrize("torque", [0.0, 20.0])
@pytest.mark.parametrize("space", [False, True])
def test_geared_wheels_at_constant_speed(torque: float, space: bool) -> None:
    m = lw.Mechanism("gears", plane="xy", spatial=space)
    wheels = [m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1) if space else 0.1) for name in "ab"]
    for k, wheel in enumerate(wheels):
        m.revolute("AB"[k], m.ground.at(0.3 * k, 0), wheel.at(0, 0), axis="z")
    m.constraint("gear", expression="A.angle + 2*B.angle")
    m.effort("load", "B.angle", torque)
    m.drive("A.angle", "t")
    run = m.inverse([0.0, 0.5, 1.0])
    assert "not met" not in run.status
    # B turns by -1/2 of A: the effort on A carries half of the load on B. Rounding of 20 N m.
    np.testing.assert_allclose(run.driver("A.angle").effort, torque / 2, atol=1e-12)
