"""Steady motion: accelerations that are zero but for rounding are no remainder of the equations of motion."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import MotionError


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


def test_a_car_in_a_curve():
    """Its steering rests, while the heading of its front wheels turns: yaw rate w = v tan(steering) / wheelbase."""
    m = lw.Mechanism("car", plane="xy")
    car = m.body("car", mass=1000.0, inertia=1500.0, com=(1.2, 0))
    wheel = m.body("wheel", mass=10.0, inertia=1.0)
    m.knife_edge("rear", m.ground.at(0, 0), car.at(0, 0))
    m.revolute("steering", car.at(2.5, 0), wheel.at(0, 0))
    m.knife_edge("front", m.ground.at(0, 0), wheel.at(0, 0))
    m.rotational_spring("spring", "steering.angle", stiffness=1e4, free_angle=0.2)
    m.place(car, velocity=(5, 0))
    m.place(wheel, angle=0.2)
    found = m.steady({"car.angle": 0.4, "steering.angle": 0})
    assert found["steering.angle"] == pytest.approx(0.2, abs=1e-12)
    assert found["rate(rear.x)"] == pytest.approx(0.4 * 2.5 / np.tan(0.2), rel=1e-12)
    with pytest.raises(MotionError, match=r"Taken at rest: 'front\.angle'; where others are to rest"):
        m.steady({"car.angle": 0.4})
