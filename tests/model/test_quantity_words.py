"""Quantities in forces and events: the words of results, and what cannot stand there."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def pendulum(law: str | None = None) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    rod.point("tip", 1, 0)
    m.ground.point("Q", 0, 1)
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.spring("S", rod.at(1, 0), m.ground.at(1, 1), stiffness=5, free_length=0.5)
    if law:
        m.torque("T", rod, law)
    return m


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("rate(pin.angle) < -1", "pin.angle_velocity < -1"),
        ("rate(pin.angle) < -1", "rod.angular_velocity < -1"),
        ("rod.tip.y < -0.1", "rod.tip.position.y < -0.1"),
        ("rate(rod.tip.y) < -1", "rod.tip.velocity.y < -1"),
        ("sqrt(rate(rod.tip.x)^2 + rate(rod.tip.y)^2) > 1", "rod.tip.velocity.size > 1"),
        ("rate(distance(rod.tip, ground.Q)) > 1", "distance(rod.tip, ground.Q)_velocity > 1"),
    ],
)
def test_events_know_the_words_of_results(text: str, other: str) -> None:
    first, second = (pendulum().simulate(1.0, points=3, stop_when=event) for event in (text, other))
    np.testing.assert_array_equal(first.time, second.time)
    assert first.time[-1] < 0.5


def test_forces_know_the_words_of_results() -> None:
    first, second = (pendulum(law).simulate(0.2, points=3) for law in ("-2*rate(pin.angle)", "-2*pin.angle_velocity"))
    np.testing.assert_array_equal(first["pin.angle"], second["pin.angle"])


@pytest.mark.parametrize("law", ["-pin.force.x", "-S.value", "-pin.angle_acceleration", "rod.acceleration.x"])
def test_a_force_cannot_depend_on_what_forces_cause(law: str) -> None:
    with pytest.raises(lw.ModelError, match=r"see positions and velocities.*known when the motion is: ask for run\["):
        pendulum(law).check()


def test_a_constraint_cannot_contain_a_force() -> None:
    m = pendulum()
    m.constraint("C", expression="rod.x - 0.1*pin.force.x")
    with pytest.raises(lw.ModelError, match="known when the motion is"):
        m.check()
