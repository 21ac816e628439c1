"""Ratchets: teeth that pass, pawls that hold, against closed forms. Times of events are right to 1e-9."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import ModelError

TEETH = 12
PITCH = 2 * np.pi / TEETH


def wheel(plane="xy", **fields):
    """Return a wheel of 0.5 kg m^2 on an axle with a ratchet."""
    m = lw.Mechanism("ratchet", plane=plane)
    body = m.body("wheel", mass=2.0, inertia=0.5 if plane else (0.5, 0.5, 0.5))
    at = (0, 0) if plane else (0, 0, 0)
    axle = m.revolute("axle", m.ground.at(*at), body.at(*at))
    m.place(body, at)
    m.ratchet("pawl", axle, **({"teeth": TEETH} | fields))
    return m, axle


@pytest.mark.parametrize("plane", ["xy", None])
def test_teeth_pass_and_the_pawl_holds_the_last(plane):
    m, axle = wheel(plane)
    m.effort("motor", axle, "1 - 0.8*t")
    run = m.simulate(6.0)
    # w = 2 t - 0.8 t^2 turns at 2.5 s, after t^2 - 0.8/3 t^3 = 2.083 rad: three teeth of 30 degrees
    passed = [np.roots([-0.8 / 3, 1.0, 0.0, -k * PITCH]) for k in (1, 2, 3)]
    times = [min(r.real for r in found if abs(r.imag) < 1e-12 and r.real > 0) for found in passed]
    np.testing.assert_allclose(run.changes["pawl"]["passes a tooth"], times, rtol=1e-9)
    back = max(r.real for r in passed[2])
    (locked,) = run.changes["pawl"]["locks"]
    assert locked == pytest.approx(back, rel=1e-9)
    after = run.time > locked
    np.testing.assert_allclose(run.joint("axle").angle[after], 3 * PITCH, atol=1e-12)
    np.testing.assert_allclose(run.force("pawl").value[after], 0.8 * run.time[after] - 1, rtol=1e-9)
    assert any("ratchet 'pawl' passes a tooth" in event for event in run.events)
    assert run.balance.met


def test_backs_up_by_a_tooth_at_most_over_many_turns():
    m, axle = wheel()
    m.effort("motor", axle, "2 + 12*cos(3*t)")
    run = m.simulate(20.0, points=2001)
    angle = run.joint("axle").angle
    highest = np.maximum.accumulate(angle)
    assert angle[-1] > 10.0
    assert (highest - angle).max() < PITCH
    tooth = PITCH * np.floor(highest / PITCH + 1e-9)
    assert (angle - tooth).min() > -1e-9
    assert len(run.changes["pawl"]["passes a tooth"]) == int(np.floor(highest[-1] / PITCH))


def test_weight_rests_on_a_tooth_and_is_let_go():
    """A rack that may rise, with teeth at 5 mm + k 20 mm: it falls on one of them until a hand lifts it."""
    m = lw.Mechanism("jack", plane="xy", gravity=(0, -9.81))
    bar = m.body("bar", mass=2.0, inertia=0.1)
    slide = m.prismatic("slide", m.ground.at(0, 0), bar.at(0, 0), axis="y")
    m.place(bar, (0, "13 mm"))
    m.ratchet("pawl", slide, pitch="20 mm", first="5 mm")
    m.effort("hand", slide, "30*t")
    run = m.simulate(1.0)
    # it falls 8 mm to the tooth at 5 mm, with 9.81 - 15 t, and rests there until the hand carries it, at 19.62 / 30 s
    (locked,) = run.changes["pawl"]["locks"]
    assert 9.81 * locked**2 / 2 - 15 * locked**3 / 6 == pytest.approx(0.008, rel=1e-9)
    (let_go,) = run.changes["pawl"]["runs free"]
    assert let_go == pytest.approx(19.62 / 30, rel=1e-9)
    still = (run.time > locked) & (run.time < let_go)
    np.testing.assert_allclose(run.joint("slide").translation[still], 0.005, atol=1e-12)
    passed = run.changes["pawl"]["passes a tooth"] - let_go
    due = (6 * 0.02 * np.arange(1, 1 + len(passed)) / 15) ** (1 / 3)  # 15 (t - t0)^3 / 6 = k pitch
    assert len(passed) == 5
    np.testing.assert_allclose(passed, due, rtol=1e-6)  # let_go is right to 1e-9, its cubic root is not


def test_free_the_other_way():
    m, axle = wheel(free="back")
    m.effort("motor", axle, "-1 + 0.8*t")
    run = m.simulate(6.0)
    assert len(run.changes["pawl"]["passes a tooth"]) == 3
    assert run.joint("axle").angle[-1] == pytest.approx(-3 * PITCH, abs=1e-12)


def test_words():
    for fields, words in (
        ({"pitch": 0.1}, "give its pitch or its teeth, not both"),
        ({"teeth": None}, "give its pitch or its teeth, not neither"),
        ({"teeth": 2.5}, "it has 2.5 teeth; a whole number is expected"),
    ):
        with pytest.raises(ModelError, match=words):
            wheel(**fields)[0].check()
