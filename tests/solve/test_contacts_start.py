"""How contacts that let go start, what they say, and how files keep them."""

import numpy as np
import pytest

import linkwork as lw

G = 9.81


def disc_on(joint, **fields) -> lw.Mechanism:
    """Return a homogeneous disc in the plane that touches the ground by a joint 'C'."""
    m = lw.Mechanism("disc", plane="xy", gravity=(0, -G))
    body = m.body("disc", lw.disc(0.1, mass=2.0))
    m.joint(joint, "C", m.ground.at(0, 0), body.at(0, 0), radius=0.1, **fields)
    m.place(body, at=(0, 0.1))
    return m


def test_hinted_velocities_decide_whether_it_starts_rolling():
    m = disc_on("rolling_wheel", friction=0.3)
    m.place("disc", at=(0, 0.1), velocity=(2.0, 0))
    assert np.isclose(m.start().twists[0, 5], -20.0)
    m.place("disc", at=(0, 0.1), velocity=(2.0, 0), rate=0.0)
    start = m.start()
    assert start.twists[0, 5] == 0.0
    assert "Hinted velocities let 'C' start sliding or open." in start.status
    m.place("disc", at=(0, 0.1), velocity=(2.0, 0), rate=-20.0)
    assert "sliding" not in m.start().status


def test_a_ball_that_is_held_clear_of_a_hill_falls_on_it():
    m = disc_on("point_on_curve", curve=lw.circle(1.0), lifts=True, restitution=0.5)
    m.place("disc", at=(0, 1.6), velocity=(0, 0), rate=0.0)
    assert np.isclose(m.simulate(0.1).body("disc").position[0, 1], 1.1)  # brought to the contact
    run = m.simulate(1.0, hold=["disc"])
    assert run.body("disc").position[0, 1] == 1.6
    assert abs(run.changes["C"]["rebounds or opens"][0] - np.sqrt(2 * 0.5 / G)) < 1e-9
    assert np.isclose(m.simulate(0.1, start=run).body("disc").position[0, 1], run.body("disc").position[-1, 1])
    m.place("disc", at=(0, 0.9))
    with pytest.raises(lw.AssemblyError):
        m.simulate(1.0, hold=["disc"])


FAULTS = {
    "its restitution is 1.2; it lies between 0 and 1": {"lifts": True, "restitution": 1.2, "friction": 0.2},
    "its friction is -0.1; a coefficient of friction is not negative": {"friction": -0.1},
    "its friction_static is 0.1, with a friction of 0.2": {"friction": 0.2, "friction_static": 0.1},
    "its friction_static is 0.1, with no friction": {"friction_static": 0.1},
    "its friction of 0.2 limits the force of rolling, and its contact does not roll": {
        "friction": 0.2,
        "contact": "sliding",
    },
    "it lifts off and rolls without limit": {"lifts": True},
}


@pytest.mark.parametrize("words", list(FAULTS))
def test_options_that_contradict_each_other_are_faults(words):
    with pytest.raises(lw.ModelError, match=words):
        disc_on("rolling_wheel", **FAULTS[words]).check()


def test_files_keep_the_options(tmp_path):
    m = disc_on("rolling_wheel", lifts=True, restitution=0.5, friction=0.3, friction_static=0.4)
    m.save(tmp_path / "wheel.toml")
    text = (tmp_path / "wheel.toml").read_text()
    assert "lifts = true" in text
    assert "friction = 0.3" in text
    assert lw.Mechanism.load(tmp_path / "wheel.toml").joints["C"] == m.joints["C"]
