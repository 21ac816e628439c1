"""Geneva wheel with four slots: problem 3/13 of the natural-coordinate chapter."""

import numpy as np
import pytest
from case_data import agree, column, load

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError

CASE = load("p04m_geneva4")
ROWS, DATA = CASE.reference["rows"], CASE.data


@pytest.fixture(scope="module")
def model():
    m = gallery.get("geneva drive", slots=DATA["slots"], distance=DATA["centre_distance"], driven=False)
    m.drive("crank_axle.angle", f"-1 + {DATA['omega']}*t")
    return m


def test_wheel_in_engagement(model):
    motion = model.move((column(ROWS, "phi1") + 1.0) / DATA["omega"])
    wheel = motion.joint("wheel_axle")
    agree(np.pi - wheel.angle, column(ROWS, "phi2"), 1e-11)
    agree(-wheel.angle_velocity, column(ROWS, "phi2_dot"), 1e-9)
    agree(-wheel.angle_acceleration, column(ROWS, "phi2_ddot"), 1e-8)


def test_locked_before_and_after(model):
    phi = np.array([-0.9, 0.9, 3.0, 5.4])
    wheel = model.move((phi + 1.0) / DATA["omega"]).joint("wheel_axle")
    # a quarter turn in every engagement; at rest to rounding of the sines of the row
    assert np.allclose(wheel.angle, np.pi * np.array([1.25, 0.75, 0.75, 0.75]), atol=1e-13)
    assert np.allclose(wheel.angle_velocity, 0.0, atol=1e-12)


def test_pin_presses_square_to_the_slot():
    m = gallery.get("geneva drive", driven=False)
    m.drive("crank_axle.angle", "0.3")
    m.effort("brake", "wheel_axle.angle", 2.0)
    inv = m.inverse([0.0])
    r, a = 0.1 * np.sin(np.pi / 4), 0.1
    arm = np.hypot(a - r * np.cos(0.3), r * np.sin(0.3))  # from the wheel's centre to the pin
    force = inv.joint("wheel_axle").force[0]
    slot = np.array([r * np.cos(0.3) - a, r * np.sin(0.3)]) / arm
    assert abs(force @ slot) < 1e-12 * 2.0 / arm  # rounding
    assert np.isclose(np.linalg.norm(force), 2.0 / arm, rtol=1e-12)


def test_radius_that_does_not_fit():
    m = gallery.get("geneva drive")
    joint = m.joints.pop("pin_and_slots")
    m.geneva("pin_and_slots", joint.a, joint.b, slots=5, radius=joint.radius)
    with pytest.raises(ModelError, match=r"enters along a slot at 0\.0587785252 m only"):
        m.check()


def wheel_at(t, turns=1.0):
    """Return the angle of the wheel of the gallery, whose crank turns once a second, in closed form [rad]."""
    number = np.round(t)  # of the engagement
    phi = np.clip(2 * np.pi * (t - number), -np.pi / 4, np.pi / 4)
    r = np.sin(np.pi / 4)
    return np.pi - number * np.pi / 2 - np.arctan2(r * np.sin(phi), 1 - r * np.cos(phi))


@pytest.mark.parametrize("times", [np.linspace(0, 4, 41), [0.0, 4.0], [2.2, 3.0]])
def test_when_the_pin_enters_and_leaves(times):
    motion = gallery.get("geneva drive").move(times)
    due = {n + part: words for n in range(4) for part, words in ((0.125, "leaves its slot"), (0.875, "enters a slot"))}
    due = {t: words for t, words in due.items() if times[0] < t < times[-1]}
    told = [f"t = {t:.9g} s: joint 'pin_and_slots': the pin {due[t]}" for t in sorted(due)]
    assert list(motion.events) == told


@pytest.mark.parametrize("t", [0.05, 0.5, 1.0, 2.93, 3.4])
def test_fresh_assembly_finds_the_slot_of_that_time(t):
    m = gallery.get("geneva drive")
    assert abs(m.assemble(t=t).motion.joint("wheel_axle").angle[0] - wheel_at(t)) < 1e-12
    assert abs(m.move([0.0, t]).joint("wheel_axle").angle[-1] - wheel_at(t)) < 1e-12


@pytest.mark.parametrize("formulation", ["reference", "relative", "projection", "independent"])
def test_free_drive_keeps_its_energy_and_tells_its_events(formulation):
    m = gallery.get("geneva drive", driven=False)
    m.place("crank", (0, 0), -1.2, rate=6.0)
    run = m.simulate(1.0, formulation=formulation)
    changes = run.changes["pin_and_slots"]
    # at rest the crank alone turns at 6 rad/s; it gets that speed back when the wheel stands again
    enters, leaves = changes["the pin enters a slot"], changes["the pin leaves its slot"]
    assert enters[0] == pytest.approx((1.2 - np.pi / 4) / 6.0, abs=1e-8)
    after = run.time > leaves[0] + 1e-3
    np.testing.assert_allclose(run.joint("crank_axle").angle_velocity[after][:5], 6.0, rtol=1e-4)  # tolerance 1e-6
    assert f"t = {enters[0]:.9g} s: joint 'pin_and_slots': the pin enters a slot" in run.events


def test_locking_disc_holds_the_wheel():
    m = gallery.get("geneva drive", driven=False)
    m.drive("crank_axle.angle", "2.5")
    m.effort("brake", "wheel_axle.angle", 2.0)
    m.place("crank", (0, 0), 2.5)
    m.place("wheel", (0.1, 0), 0.75 * np.pi)
    inv = m.inverse([0.0])
    # the disc is round: it holds the wheel without a torque on the crank
    np.testing.assert_allclose(inv.driver("crank_axle.angle").effort, 0.0, atol=1e-12)
    np.testing.assert_allclose(np.abs(inv.joint("pin_and_slots").on("wheel").torque), 2.0, rtol=1e-12)


def test_drawing_shows_slots_and_pin():
    from linkwork.draw.items import Circle, Polyline

    for slots in (3, 4, 8):
        scene = gallery.get("geneva drive", slots=slots).draw()
        drawn = [item for item in scene.items if getattr(item, "name", "") == "pin_and_slots"]
        outline = max((len(item.points) for item in drawn if isinstance(item, Polyline)), default=0)
        assert outline == 17 * slots + 1  # four corners of a slot and thirteen points of a hollow for each
        assert any(isinstance(item, Circle) for item in scene.items)


@pytest.mark.parametrize("formulation", ["natural", "mixed", "penalty", "lagrange"])
def test_a_wheel_that_coasts_enters_its_slot_in_all_formulations(formulation):
    """Without a drive accelerations jump where the pin enters; every formulation goes on there as 'reference' does."""
    m = gallery.get("geneva drive", driven=False)
    m.place("crank", angle=-0.85, rate=5.0)
    runs = [m.simulate(0.1, points=3, formulation=name) for name in ("reference", formulation)]
    assert [event.split(": ")[1:] for event in runs[1].events] == [["joint 'pin_and_slots'", "the pin enters a slot"]]
    # the crank gives energy to the wheel; a penalty leaves 1e-9 of it, the tolerance of a step
    np.testing.assert_allclose(runs[1].poses[-1], runs[0].poses[-1], atol=1e-8)
    np.testing.assert_allclose(runs[1].motions[-1, :, 0], runs[0].motions[-1, :, 0], atol=1e-6)


@pytest.mark.parametrize("slots", [5, 7, 12, 100])
def test_pins_enter_and_leave_at_times_of_output(slots):
    """The pin is in a slot over pi - 2 pi/n of a turn; a time of output there was taken for the next but one."""
    m = lw.Mechanism("geneva", plane="xy")
    crank, wheel = m.body("crank"), m.body("wheel")
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", m.ground.at(1, 0), wheel.at(0, 0))
    m.geneva("G", crank.at(0, 0), wheel.at(0, 0), slots=slots, radius=np.sin(np.pi / slots))
    m.place(wheel, at=(1, 0), angle=np.pi)
    m.drive("A.angle", "2*pi*t")
    leaves = 0.25 - 0.5 / slots
    for times in (np.linspace(0, 2, 401), np.array([0, leaves, 0.5, 1 - leaves, 1.0])):
        events = m.move(times).events
        assert [float(e.split()[2]) for e in events[:2]] == pytest.approx([leaves, 1 - leaves], abs=1e-9)
