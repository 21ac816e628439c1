"""Contacts and frictions that share a load are told, while they hold; one that carries by itself is not."""

import numpy as np
import pytest

import linkwork as lw


def beam(stops: dict[str, float]) -> lw.Mechanism:
    """Return a beam on a rail, a little above stops under points of it."""
    m = lw.Mechanism("beam", plane="xy", gravity=(0, -9.81))
    body = m.body("beam", lw.rod(length=1.0, mass=2.0))
    m.prismatic("rail", m.ground.at(0, 0), body.at(0, 0), axis="y")
    for name, x in stops.items():
        body.point(f"P_{name}", x, 0)
        m.rigid_contact(name, f"beam.P_{name}.y", 0.0, restitution=0.0)
    m.place(body, at=(0, 0.05))
    return m


def test_two_stops_and_the_rail():
    run = beam({"left": 0.0, "right": 1.0}).simulate(0.4)
    told = str(run.determinacy)
    assert "While 'left' and 'right' hold, how 'rail', 'left' and 'right' share the load is not unique" in told
    assert "Every reaction is unique" not in told
    assert told in run.summary()


@pytest.mark.parametrize("times", [[0.0, 0.05], np.linspace(0.0, 0.05, 11)])
def test_what_has_not_closed_shares_nothing(times):
    assert str(beam({"left": 0.0, "right": 1.0}).simulate(times).determinacy) == "Every reaction is unique."


def test_one_stop_carries_all():
    run = beam({"left": 0.3}).simulate(0.4)
    assert str(run.determinacy) == "Every reaction is unique."
    np.testing.assert_allclose(run["left.value"][-1], 2.0 * 9.81, rtol=1e-9)


def test_at_rest():
    rest = beam({"left": 0.0, "right": 1.0}).equilibrium()
    assert "While 'left' and 'right' hold" in str(rest.motion.determinacy)


def test_friction_that_sticks_beside_a_driver():
    m = lw.Mechanism("sledge", plane="xy", gravity=(0, -9.81))
    body = m.body("sledge", mass=1.0, inertia=0.1)
    m.prismatic("guide", m.ground.at(0, 0), body.at(0, 0), axis="x")
    m.friction("dry", "guide", mu=0.2)
    m.drive("guide.translation", 0.0, "screw")
    told = str(m.simulate(0.1).determinacy)
    assert "While 'dry' holds, how 'screw' and 'dry' share the load is not unique" in told
