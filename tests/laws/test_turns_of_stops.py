"""Stops of angles count full turns from where the bodies are placed, whatever the marks of the joint are."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def marked(placed: float, mark: float) -> lw.Mechanism:
    """Return a bar at an angle [deg], whose joint has an x axis of its own at another angle [deg] on the bar."""
    m = lw.Mechanism("bar", plane="xy")
    bar = m.body("bar", mass=1.0, inertia=1.0)
    direction = tuple(map(float, (np.cos(np.radians(mark)), np.sin(np.radians(mark)))))
    m.revolute("pin", m.ground.at(0, 0, x=(1, 0)), bar.at(0, 0, x=direction))
    m.place("bar", angle=np.radians(placed))
    return m


def test_an_angle_counts_from_the_placed_body():
    assert np.isclose(marked(170.0, 100.0).assemble().motion.joint("pin").angle[0], np.radians(270.0))


@pytest.mark.parametrize(
    ("stops", "right"),
    [({"lower": "-100 deg", "upper": "100 deg"}, "-90"), ({"upper": "80 deg"}, "-90"), ({"lower": "600 deg"}, "630")],
)
def test_an_end_stop_a_full_turn_away_is_told(stops, right):
    m = marked(170.0, 100.0)
    m.end_stop("stop", "pin.angle", **stops, stiffness=1e3)
    with pytest.raises(lw.ModelError, match=r"at the start pin\.angle is 270 degrees") as error:
        m.simulate(0.1)
    assert "end stop 'stop'" in str(error.value)
    assert "1 full turn away" in str(error.value)
    assert f"so that it is {right} degrees" in str(error.value)


@pytest.mark.parametrize("stops", [{"lower": "200 deg", "upper": "300 deg"}, {"lower": "275 deg", "upper": "300 deg"}])
def test_an_end_stop_around_the_angle_or_pressed_in_is_none_of_these(stops):
    m = marked(170.0, 100.0)
    m.end_stop("stop", "pin.angle", **stops, stiffness=10.0)
    assert m.simulate(0.01).complete


def test_a_rigid_contact_counts_the_same_turns():
    m = marked(170.0, 100.0)
    m.rigid_contact("stop", "pin.angle", "260 deg")
    assert m.simulate(0.01).complete
    m = marked(170.0, 100.0)
    m.rigid_contact("stop", "pin.angle", "-80 deg", side="below")
    with pytest.raises(lw.LinkworkError, match=r"at the start pin\.angle is 4\.71"):
        m.simulate(0.01)
