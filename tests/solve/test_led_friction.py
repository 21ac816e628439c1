"""Friction in joints that drivers lead: it slides as they do, from when they begin on, and bears nothing at rest."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels.dynamics.switches import HELD
from linkwork.mechanism import Mechanism

MU, MASS, G = 0.1, 2.0, 9.81
LAWS = [lw.poly4567, lw.poly345, lw.cycloidal, lw.haversine, lw.step]


def _slide(law: object) -> Mechanism:
    m = Mechanism("slide", plane="xy", gravity=(0, -G))
    block = m.body("block", mass=MASS, inertia=0.01)
    m.prismatic("guide", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.friction("dry", "guide", mu=MU)
    m.drive("guide.translation", law, name="d")
    return m


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("start", [0.0, 0.2])
def test_effort_of_a_driven_slide_is_that_of_mass_and_friction(law: object, start: float) -> None:
    """F = m a + mu m g sign(v) while it moves, 0 while it is held still; steps end where rise and friction begin."""
    run = _slide(law(0.1, 0.5, start)).simulate(1.0, points=101)  # type: ignore[operator]
    v, a = run.body("block").velocity[:, 0], run.body("block").acceleration[:, 0]
    moves = (run.time > start + 1e-9) & (run.time < start + 0.5 - 1e-9)
    wanted = np.where(moves, MASS * a + MU * MASS * G * np.sign(v), 0.0)
    inside = ~np.isin(np.round(run.time, 9), [start, start + 0.5])
    np.testing.assert_allclose(run.driver("d").effort[inside], wanted[inside], atol=1e-12 * MASS * G)  # rounding
    found = [time for times in run.changes["guide"].values() for time in times]
    np.testing.assert_allclose(found, [start + 0.5] if start == 0 else [start, start + 0.5], atol=2e-12)  # of 0.5 s
    assert " 0 rejected" in str(run.status)  # no step goes across a jump of the acceleration
    assert np.all(run.modes[run.time > start + 0.5 + 1e-9] == HELD)


@pytest.mark.parametrize("law", ["poly4567", "haversine"])
@pytest.mark.parametrize("lifts", [False, True])
def test_driven_cam_with_friction_in_its_guide(law: str, lifts: bool) -> None:
    """A rise that begins with the run, after a dwell and before one: the torque is that of inverse dynamics."""
    program = [("90 deg", "20 mm", law), ("90 deg", "dwell"), ("120 deg", 0, law), ("60 deg", "dwell")]
    cam = lw.cam(program, base_radius="30 mm", roller_radius="10 mm")
    m = Mechanism("valve", plane="xy", gravity=(0, -G))
    disc, valve = m.body("disc", mass=0.4, inertia=2e-4), m.body("valve", mass=0.12, inertia=1e-4)
    m.revolute("shaft", m.ground.at(0, 0), disc.at(0, 0))
    m.prismatic("guide", m.ground.at(0, 0), valve.at(0, 0), axis="y")
    m.point_on_curve("contact", disc.at(0, 0), valve.at(0, 0), curve=cam, radius="10 mm", lifts=lifts)
    m.spring("spring", m.ground.at(0, 0.2), valve.at(0, 0), stiffness=4000, free_length=0.2)
    m.friction("dry", "guide", mu=0.2)
    m.place(valve, at=(0, 0.04))
    m.drive("shaft.angle", lw.speed("60 rpm"))
    run = m.simulate(1.0, points=101)
    torque, wanted = (r.driver("shaft.angle").effort for r in (run, m.inverse(run.time)))
    np.testing.assert_allclose(torque, wanted, atol=1e-11 * np.abs(wanted).max())  # of the accelerations, 1e-12 found
    assert "not met" not in str(run.status)


def test_friction_in_every_joint_of_a_driven_crank() -> None:
    """Pins and guide slide as they are led, and turn over where they do; between, simulation agrees with inverse."""
    m = Mechanism("crank", plane="xy", gravity=(0, -G))
    crank, rod = m.body("crank", lw.rod(0.1, 1.0)), m.body("rod", lw.rod(0.3, 2.0))
    piston = m.body("piston", mass=1.5, inertia=0.01)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(0.1, 0), rod.at(0, 0))
    m.revolute("C", rod.at(0.3, 0), piston.at(0, 0))
    m.prismatic("G", m.ground.at(0, 0), piston.at(0, 0), axis="x")
    for joint in "ABC":
        m.friction(f"f{joint}", joint, mu=MU, radius=0.01)
    m.friction("fG", "G", mu=MU)
    m.place(crank, angle="40 deg")
    m.place(piston, at=(0.35, 0))
    m.drive("A.angle", lw.poly4567(3.0, 0.5, 0.2, 0.7), name="d")
    run = m.simulate(1.0, points=101)
    torque, wanted = (r.driver("d").effort for r in (run, m.inverse(run.time)))
    inside = ~np.isin(np.round(run.time, 9), [0.2, 0.7])
    np.testing.assert_allclose(torque[inside], wanted[inside], atol=1e-12 * np.abs(wanted).max())
    assert [len(run.changes[joint]["is held still"]) for joint in "ABCG"] == [1] * 4


def test_wheel_whose_axle_and_turn_are_both_driven_slides_as_it_is_led() -> None:
    """Driven at 2 m/s and at half the turning of rolling: the friction is mu m g against the slip."""
    m = Mechanism("wheel", plane="xy", gravity=(0, -G))
    wheel = m.body("wheel", mass=MASS, inertia=0.01)
    m.rolling_wheel("track", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, friction=MU)
    m.place(wheel, at=(0, 0.1))
    m.drive("wheel.x", lw.poly4567(1.0, 0.5), name="pull")
    m.drive("wheel.angle", lw.poly4567(-5.0, 0.5), name="turn")
    run = m.simulate(0.4, points=11)
    a = run.body("wheel").acceleration[1:, 0]
    np.testing.assert_allclose(run.driver("pull").effort[1:], MASS * a + MU * MASS * G, rtol=1e-12)
    np.testing.assert_allclose(run.driver("turn").effort[1:], -0.01 * 5 * a + 0.1 * MU * MASS * G, rtol=1e-11)


@pytest.mark.parametrize(("low", "first"), [(0.1, "Q"), (0.02, "P")])
def test_of_slides_one_upon_the_other_the_weaker_slides_from_when_the_driver_begins(low: float, first: str) -> None:
    """Each of the two could stick, both cannot: the block is led, and what holds less gives way."""
    m = Mechanism("plank", plane="xy", gravity=(0, -G))
    plank, block = m.body("plank", mass=1.0, inertia=1.0), m.body("block", mass=MASS, inertia=1.0)
    m.prismatic("P", m.ground.at(0, 0), plank.at(0, 0), axis="x")
    m.prismatic("Q", plank.at(0, 0), block.at(0, 0), axis="x")
    m.friction("low", "P", mu=low)  # bears 3 kg
    m.friction("top", "Q", mu=MU)  # bears 2 kg
    m.drive("block.x", lw.poly4567(0.5, 0.5, 0.2), name="d")
    run = m.simulate(1.0, points=101)
    assert run.events[0].startswith(f"t = 0.2 s: joint '{first}' slides forward")
    assert "not met" not in str(run.status)
    just = m.simulate(0.201, points=202)
    a, moved = just.body("block").acceleration[-1, 0], MASS if first == "Q" else MASS + 1.0
    friction = MU * MASS * G if first == "Q" else low * (MASS + 1.0) * G
    np.testing.assert_allclose(just.driver("d").effort[-1], moved * a + friction, rtol=1e-9)
