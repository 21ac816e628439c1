"""One angle, one value: results, forces, expressions, equations and events count the same full turns."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

ANGLES = (4.0, -4.0, 7.0, -20.0)
"""Beyond half a turn, a turn and three turns, either way [rad]."""

ROUNDING = 1e-13
"""Angles of 20 rad and torques of 100 N m, to rounding with a margin of ten."""


def wheel(angle: float, spatial: bool = False, **hint: object) -> lw.Mechanism:
    """Return a wheel on a bearing, hinted at an angle."""
    m = lw.Mechanism("wheel", plane="xy", spatial=spatial)
    body = m.body("wheel", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), body.at(0, 0))
    m.place(body, angle=angle, **hint)
    return m


SPACES = pytest.mark.parametrize("spatial", [False, True], ids=["plane", "space"])


@SPACES
@pytest.mark.parametrize("angle", ANGLES)
def test_every_result_begins_where_the_hint_says(angle, spatial):
    m = wheel(angle, spatial, rate=1.0)
    moving = wheel(angle, spatial)
    moving.drive("A.angle", f"{angle} + t")
    motions = [m.assemble().motion, m.start().motion, m.simulate(0.1, points=3)]
    motions += [moving.move([0.0, 0.1]), moving.inverse([0.0, 0.1]), moving.simulate(0.1, points=3)]
    for motion in motions:
        assert motion.joint("A").angle[0] == pytest.approx(angle, abs=ROUNDING)
        if not spatial:
            assert motion.body("wheel").angle[0] == pytest.approx(angle, abs=ROUNDING)
            assert motion.measure("wheel.angle").value[0] == pytest.approx(angle, abs=ROUNDING)


@SPACES
@pytest.mark.parametrize("angle", ANGLES)
def test_springs_and_expressions_feel_the_angle_that_is_reported(angle, spatial):
    m = wheel(angle, spatial)
    m.rotational_spring("spring", "A.angle", stiffness=10.0, free_angle=angle + 0.5)
    m.torque("law", "wheel", value="2*A.angle")
    run = m.simulate(0.01, points=3)
    assert run.force("spring").value[0] == pytest.approx(5.0, abs=10 * ROUNDING * abs(angle))
    assert run.force("law").value[0] == pytest.approx(2 * angle, abs=10 * ROUNDING)
    turning = m.equations().Q[-1]
    assert turning == pytest.approx(5.0 + 2 * angle, abs=10 * ROUNDING * abs(angle))


@pytest.mark.parametrize("formulation", [name for name in lw.FORMULATIONS if name != "lagrange"])
def test_a_spring_at_its_free_angle_is_at_rest_in_every_formulation(formulation):
    """10 N m/rad at 4 rad would be 62.8 N m a turn off; at rest nothing moves, to rounding."""
    m = wheel(4.0)
    m.rotational_spring("spring", "A.angle", stiffness=10.0, free_angle=4.0)
    options = {"step": 1e-3} if formulation in ("momentum", "augmented-lagrangian-3") else {}
    run = m.simulate(0.005, points=3, formulation=formulation, **options)
    np.testing.assert_allclose(run.joint("A").angle, 4.0, atol=1e-12)


@SPACES
def test_an_event_happens_at_the_angle_that_is_reported(spatial):
    run = wheel(4.0, spatial, rate=1.0).simulate(10.0, stop_when="A.angle > 4.5")
    assert run.time[-1] == pytest.approx(0.5, abs=1e-9)  # located to the tolerance of events
    assert run.joint("A").angle[-1] == pytest.approx(4.5, abs=1e-9)


def test_a_gear_is_assembled_at_the_angles_hinted():
    """Two wheels, one turning twice as fast: hinted at 4 and 8 rad they mesh as they are."""
    m = lw.Mechanism("gear", plane="xy")
    for name, at in (("slow", 0.0), ("fast", 3.0)):
        m.revolute(f"{name} bearing", m.ground.at(at, 0), m.body(name, mass=1.0, inertia=0.1).at(0, 0))
    m.constraint("mesh", expression="'fast bearing'.angle - 2*'slow bearing'.angle")
    m.place("slow", angle=4.0)
    m.place("fast", angle=8.0)
    found = m.assemble()
    assert not found.changes
    assert [float(found.motion.body(n).angle[0]) for n in ("slow", "fast")] == pytest.approx([4.0, 8.0], abs=ROUNDING)


@SPACES
def test_a_run_that_goes_on_goes_on_counting(spatial):
    m = wheel(4.0, spatial, rate=30.0)
    m.rotational_spring("spring", "A.angle", stiffness=0.01)
    one = m.simulate(1.0, points=5)
    two = m.simulate(1.0, points=5, start=one)
    whole = m.simulate(2.0, points=9)
    np.testing.assert_allclose(two.joint("A").angle, whole.joint("A").angle[4:], atol=1e-6)  # tolerance of the runs
    assert m.equations(one, 1.0).Q[-1] == pytest.approx(-0.01 * one.joint("A").angle[-1], abs=1e-12)


def test_a_driven_angle_and_that_of_its_body_agree():
    m = wheel(0.0)
    m.drive("A.angle", "20 + t")
    motion = m.move(np.linspace(0, 9, 4))
    np.testing.assert_allclose(motion.body("wheel").angle, motion.joint("A").angle, atol=ROUNDING)
    np.testing.assert_allclose(motion.joint("A").angle, 20 + motion.time, atol=ROUNDING)
