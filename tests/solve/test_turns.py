"""Full turns: counted at the steps of a solver, so that results do not depend on how many times are reported."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

SPRING, INERTIA, SPEED = 0.4, 0.1, 60.0
"""[N m/rad, kg m^2, rad/s]: the rotor swings as angle = 30 sin 2t, almost five turns to either side."""


def rotor(plane: str | None = None, gauge: str = "A.angle") -> lw.Mechanism:
    """Return a rotor on a rotational spring."""
    m = lw.Mechanism("rotor", plane=plane) if plane else lw.Mechanism("rotor")
    where = (0, 0) if plane else (0, 0, 0)
    body = m.body("rotor", mass=1.0, inertia=INERTIA if plane else (INERTIA,) * 3)
    m.revolute("A", m.ground.at(*where), body.at(*where))
    m.place(body, rate=SPEED if plane else (0, 0, SPEED))
    m.rotational_spring("spring", gauge, stiffness=SPRING)
    return m


def swing(t: np.ndarray) -> np.ndarray:
    """Return the angle of the rotor."""
    omega = np.sqrt(SPRING / INERTIA)
    return SPEED / omega * np.sin(omega * t)


def assert_swings(run: lw.DynamicMotion, tolerance: float = 1e-6) -> None:
    """Compare angle, torque, acceleration and energy with the closed form; a missed turn would be 6.28."""
    angle = swing(run.time)
    assert np.abs(run.joint("A").angle - angle).max() < tolerance
    assert np.abs(run.force("spring").value + SPRING * angle).max() < tolerance
    assert np.abs(run.joint("A").angle_acceleration + SPRING / INERTIA * angle).max() < 10 * tolerance
    energy = 0.5 * INERTIA * SPEED**2
    assert np.abs(run.energy.kinetic + run.energy.potential - energy).max() < tolerance * energy


@pytest.mark.parametrize("plane", [None, "xy"])
@pytest.mark.parametrize("points", [2, 4, 21, 401])
def test_a_spring_knows_its_turn_however_few_times_are_reported(plane, points):
    assert_swings(rotor(plane).simulate(3.0, points=points))


# where states are read between steps of low order or by a cubic, angles are as good as the tolerance asks for
EXACT = ("relative", "natural", "mixed", "projection", "augmented", "independent", "lagrange", "noc", "penalty")
FORMULATIONS = {**dict.fromkeys(EXACT, 1e-6), "momentum": 2e-2}


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation_counts_turns(formulation):
    run = rotor().simulate(0.5, points=3, formulation=formulation)
    assert_swings(run, FORMULATIONS[formulation])


def test_an_implicit_method_counts_turns():
    run = rotor().simulate(0.5, points=3, method="generalised-alpha", step=1e-4)
    # second order: (omega h)^2 / 12 relative for the trapezoidal rule with omega = 2 is 3e-9; its damping adds to that
    assert_swings(run, 1e-4)


def test_members_of_a_batch_count_turns():
    m = rotor()
    k = m.parameter("k", SPRING)
    m.rotational_spring("more", "A.angle", stiffness=f"{k} - {SPRING}")
    batch = m.simulate_many(3.0, parameters={"k": [SPRING, SPRING]}, points=3)
    assert_swings(batch[1])
    assert np.abs(batch.measure("A.angle") - swing(batch.time)).max() < 1e-6


def test_an_event_ends_with_the_turn_counted():
    run = rotor().simulate(3.0, points=2, stop_when="A.angle > 20")
    assert run.joint("A").angle[-1] == pytest.approx(20.0, abs=1e-8)
    assert run.force("spring").value[-1] == pytest.approx(-20.0 * SPRING, abs=1e-8)


def gears(driven: bool) -> lw.Mechanism:
    """Return two shafts in space, B turning twice as fast as A and the other way, driven or pulled by a torque."""
    m = lw.Mechanism("gears")
    shafts = {}
    for name, joint, x in (("a", "A", 0.0), ("b", "B", 1.0)):
        shafts[joint] = shaft = m.body(name, mass=1.0, inertia=(INERTIA,) * 3)
        m.place(shaft, at=(x, 0, 0))
        m.revolute(joint, m.ground.at(x, 0, 0), shaft.at(0, 0, 0))
    m.constraint("gear", expression="2*A.angle + B.angle")
    if driven:
        m.drive("A.angle", "30*sin(2*t)")
    else:
        m.torque("pull", shafts["A"], 5.0)
    return m


@pytest.mark.parametrize("points", [2, 11])
def test_gears_in_space(points):
    run = gears(driven=False).simulate(4.0, points=points)
    angle = 0.5 * 5.0 / (INERTIA + 4 * INERTIA) * run.time**2  # 80 rad at the end
    assert np.abs(run.joint("A").angle - angle).max() < 1e-7
    assert np.abs(2 * run.joint("A").angle + run.joint("B").angle).max() < 1e-8
    assert run.violations.position.max() < 1e-8


@pytest.mark.parametrize("times", [[0.0, 1.0, 2.5], np.linspace(0.0, 2.5, 1001)])
@pytest.mark.parametrize("analysis", ["move", "inverse"])
def test_driven_shafts_in_space(times, analysis):
    motion = getattr(gears(driven=True), analysis)(times)
    assert np.abs(motion.joint("A").angle - 30 * np.sin(2 * motion.time)).max() < 1e-10
    assert np.abs(motion.joint("B").angle + 60 * np.sin(2 * motion.time)).max() < 1e-10


def test_a_joint_in_space_that_nothing_measures():
    m = lw.Mechanism("shaft")
    shaft = m.body("shaft", mass=1.0, inertia=(INERTIA,) * 3)
    m.cylindrical("A", m.ground.at(0, 0, 0), shaft.at(0, 0, 0))
    m.torque("motor", shaft, 2.0)
    run = m.simulate(5.0, points=2)
    assert run.joint("A").angle[-1] == pytest.approx(0.5 * 2.0 / INERTIA * 25.0, abs=1e-8)  # 250 rad
    assert run.measure("A.angle").value[-1] == pytest.approx(250.0, abs=1e-8)


# ---- going on from a run --------------------------------------------------------------------------


@pytest.mark.parametrize("plane", [None, "xy"])
def test_a_run_that_goes_on_keeps_its_turns(plane):
    m = rotor(plane)
    first = m.simulate(0.7)
    assert_swings(m.simulate([0.7, 1.5, 2.0], start=first))
    again = m.simulate([0.7, 0.9], start=m.start(0.7, start=first))
    assert_swings(m.simulate([0.9, 2.0], start=again))


def test_a_planar_body_that_goes_on_keeps_its_angle():
    m = rotor("xy", "A.angle")
    m.place("rotor", angle="360 deg", rate=SPEED)
    m.forces.clear()
    m.rotational_spring("spring", "A.angle", stiffness=SPRING, free_angle="360 deg")  # one turn on, as the rotor is
    first = m.simulate(0.7)
    assert first.body("rotor").angle[0] == pytest.approx(2 * np.pi, abs=1e-12)
    rest = m.simulate([0.7, 2.0], start=first)
    assert np.abs(rest.body("rotor").angle - 2 * np.pi - swing(rest.time)).max() < 1e-6


def test_a_planar_joint_that_nothing_measures_goes_on():
    m = lw.Mechanism("wheel", plane="xy")
    wheel = m.body("wheel", mass=1.0, inertia=INERTIA)
    m.revolute("A", m.ground.at(0, 0), wheel.at(0, 0))
    m.place(wheel, rate=10.0)
    rest = m.simulate([3.0, 9.0], start=m.simulate(3.0))
    assert rest.joint("A").angle == pytest.approx([30.0, 90.0], abs=1e-8)


def test_a_run_goes_on_with_another_spring():
    m = rotor()
    m.parameter("k", 0.0)
    m.rotational_spring("more", "A.angle", stiffness="k")
    first = m.simulate(0.7)
    other = m.with_parameters(k=1.0)
    rest = other.simulate([0.7, 0.71], start=first)
    assert rest.force("more").value[0] == pytest.approx(-swing(np.array([0.7]))[0], abs=1e-6)


def test_an_impact_ends_the_rate_that_turns_are_counted_with():
    """Against a stop an angle rests: long steps after the impact count no turn with the speed before it."""
    m = lw.Mechanism("door", plane="xy")
    door = m.body("door", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), door.at(0, 0))
    m.rigid_contact("stop", "A.angle", -0.07)
    m.torque("wind", door, value=-1.0)
    m.place(door, rate=-20.0)
    run = m.simulate(20.0, points=21)
    np.testing.assert_allclose(run.joint("A").angle[1:], -0.07, atol=1e-9)
