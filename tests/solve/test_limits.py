"""Limits of motions: dead points, ends of reach, missing drivers, interruptions, functions that fail."""

from __future__ import annotations

import re

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.solve import sweeping
from linkwork.solve.sweeping import BUDGET

# ---- dead points ----------------------------------------------------------------------------------


def double_rocker(function: str) -> lw.Mechanism:
    """Four-bar 4, 2, 3, 2.5 driven at its follower, which swings between two dead points."""
    m = lw.Mechanism("four-bar", plane="xy")
    crank, coupler, follower = m.body("crank"), m.body("coupler"), m.body("follower")
    m.revolute("O2", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(2, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(3, 0), follower.at(2.5, 0))
    m.revolute("O4", m.ground.at(4, 0), follower.at(0, 0))
    m.place(crank, angle=1.0)
    m.place(coupler, angle=0.2)
    m.place(follower, angle=1.8)
    m.drive("O4.angle", function)
    return m


def slider_crank(function: str) -> lw.Mechanism:
    """Crank 0.1, rod 0.25, driven at the slider, which reaches from 0.15 to 0.35 m."""
    m = gallery.get("slider-crank", driven=False)
    m.place("crank", angle=0.8)
    m.place("rod", angle=-0.3)
    m.place("slider", at=(0.3, 0))
    m.drive("rail.translation", function)
    return m


def arm(function: str) -> lw.Mechanism:
    """Two links of 1 and 0.6 m whose tip is led along x at height 0.5 m: out to sqrt(1.6^2 - 0.5^2)."""
    m = lw.Mechanism("arm", plane="xy")
    upper, fore = m.body("upper"), m.body("fore")
    fore.point("tip", 0.6, 0)
    m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("elbow", upper.at(1, 0), fore.at(0, 0))
    m.place(upper, angle=0.9)
    m.place(fore, angle=-0.5)
    m.drive("fore.tip.x", function)
    m.drive("fore.tip.y", 0.5)
    return m


# Crank and coupler in line at the dead point: cos = (4^2 + 2.5^2 - 5^2)/(2 4 2.5) at the ground pivot.
DEAD = float(np.pi - np.arccos((16 + 6.25 - 25) / 20))
LIMITS = [
    (double_rocker, "1.8 - 0.5*t", "O4.angle", DEAD, -0.5),
    (slider_crank, "0.3 + 0.2*t", "rail.translation", 0.35, 0.2),
    (slider_crank, "0.3 - 0.4*t", "rail.translation", 0.15, -0.4),
    (arm, "1.2 + 0.5*t", "fore.tip.x", float(np.sqrt(1.6**2 - 0.5**2)), 0.5),
]


@pytest.mark.parametrize("newton", ["mixed", "standard", "modified"])
@pytest.mark.parametrize(("build", "function", "quantity", "limit", "speed"), LIMITS)
def test_a_motion_stops_at_the_limit(build, function, quantity, limit, speed, newton):
    """Limit position and time to 1e-6.

    Steps shrink until they are 1e-12 of the span, but near a dead point the position depends on the root of
    the distance in time: the last position closed to 1e-12 lies some 1e-12 before the limit; 1e-6 is asked.
    """
    times = np.linspace(0, 1, 21)
    with pytest.raises(lw.MotionError, match="no position exists further on") as stopped:
        build(function).move(times, newton=newton)
    said = re.search(rf"stops at t = (\S+) s.*{re.escape(quantity)} = (\S+) (?:rad|m)\b", str(stopped.value))
    assert said is not None, f"the sentence does not tell the limit: {stopped.value}"
    start = float(function.split()[0])
    assert float(said[1]) == pytest.approx((limit - start) / speed, abs=1e-6)
    assert float(said[2]) == pytest.approx(limit, abs=1e-6)
    motion = stopped.value.motion
    # All times before the limit are there, and none after it.
    assert len(motion) == int(np.sum(times < (limit - start) / speed))
    assert not motion.complete
    np.testing.assert_allclose(motion.measure(quantity).value, start + speed * motion.time, rtol=0, atol=1e-10)
    assert np.isfinite(motion.motions).all()


@pytest.mark.parametrize(("build", "function", "quantity", "limit", "speed"), LIMITS)
@pytest.mark.parametrize("derivatives", [0, 3])
def test_on_limit_return_keeps_what_there_is(build, function, quantity, limit, speed, derivatives):
    times = np.linspace(0, 1, 21)
    motion = build(function).move(times, derivatives=derivatives, on_limit="return")
    assert not motion.complete
    assert "no position exists further on" in motion.status
    assert 0 < len(motion) < len(times)
    before = build(function).move(motion.time, derivatives=derivatives)
    assert before.complete
    np.testing.assert_array_equal(before.poses, motion.poses)


def test_the_way_back_is_open():
    """A swing that turns round before the dead point passes, however near it comes."""
    depth = 1.8 - DEAD - 1e-4
    motion = double_rocker(f"1.8 - {depth!r}*sin(pi*t)").move(np.linspace(0, 1, 41))
    assert motion.complete
    first, last = motion.poses[0], motion.poses[-1]
    np.testing.assert_allclose(first, last, atol=1e-9)  # back on the same branch: closed to 1e-12, as it began


def test_a_dead_point_touched_is_passed_on_the_smooth_path():
    """The slider turns round where crank and rod are in line: the crank goes on turning, and the event is told.

    Crank 0.1, rod 0.25: x = r cos(a) + l cos(b) with r sin(a) = l sin(b), so that near the dead point
    0.35 - x = a^2 (r + r^2 / l) / 2; with 0.35 - x = 0.05 (2 pi)^2 (t - 1/4)^2 / 2 the speed follows.
    Positions at a singular place are known to the root of rounding, 1e-8. At the place itself the speed is that
    of the prediction, which is of third order: some 1e-5 with steps of 0.025 s.
    """
    m = slider_crank("0.3 + 0.05*sin(2*pi*t)")
    motion = m.move(np.linspace(0, 0.5, 21))
    crank = motion.body("crank")
    speed = 2 * np.pi * np.sqrt(0.05 / (0.1 + 0.1**2 / 0.25))
    assert abs(crank.angle[10]) < 1e-7
    assert crank.angular_velocity[10] == pytest.approx(-speed, rel=1e-4)
    np.testing.assert_allclose(crank.angle, -crank.angle[::-1], atol=1e-7)
    assert any("singular position at t = 0.25" in event for event in motion.events)


def test_starting_at_a_dead_point():
    m = slider_crank("0.35 - 0.1*t")
    m.place("crank", angle=0.0)
    m.place("rod", angle=0.0)
    m.place("slider", at=(0.35, 0))
    with pytest.raises(lw.SingularityError, match=r"dead point at t = 0 s.*rank 8 of 9.*Drive another joint"):
        m.move([0.0, 0.1])
    assert m.move([0.0], derivatives=0).complete


def test_a_straight_arm_is_a_dead_point():
    m = arm("1.6 - t")
    m.drivers.clear()
    m.drive("fore.tip.x", "1.6 - t")
    m.drive("fore.tip.y", 0.0)
    m.place("upper", angle=0.0)
    m.place("fore", angle=0.0)
    with pytest.raises(lw.SingularityError, match="do not determine a finite velocity"):
        m.pose(0.0)


# ---- drivers: too few, too many -------------------------------------------------------------------


def test_missing_drivers_are_told_in_words():
    m = gallery.get("3-rrr", driven=False)
    with pytest.raises(lw.MotionError, match=r"has 3 degrees of freedom and 0 drivers: 3 left undriven") as told:
        m.move([0.0, 1.0])
    assert "undriven='hold'" in str(told.value)


def test_undriven_hold_stands_still_without_drivers():
    """Nothing drives it, so the smallest motion is none at all."""
    motion = gallery.get("four-bar", driven=False).move(np.linspace(0, 1, 5), undriven="hold")
    assert motion.complete
    np.testing.assert_allclose(motion.poses, motion.poses[:1].repeat(5, 0), rtol=0, atol=1e-14)
    assert np.abs(motion.motions).max() < 1e-13


def test_undriven_hold_moves_what_is_driven():
    """A five-bar with one of its two cranks driven: the joints stay closed, the driven crank follows."""
    m = lw.Mechanism("five-bar", plane="xy")
    a, b, c, d = (m.body(n) for n in "abcd")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1, 0), b.at(0, 0))
    m.revolute("C", b.at(2, 0), c.at(2, 0))
    m.revolute("D", d.at(1, 0), c.at(0, 0))
    m.revolute("E", m.ground.at(1.5, 0), d.at(0, 0))
    for body, angle in ((a, 1.8), (b, 0.8), (c, 2.2), (d, 1.2)):
        m.place(body, angle=angle)
    start = float(m.assemble().motion.joint("A").angle[0])
    m.drive("A.angle", f"{start!r} + 0.5*sin(2*pi*t)")
    with pytest.raises(lw.MotionError, match="1 left undriven"):
        m.move([0.0, 0.5])
    motion = m.move(np.linspace(0, 1, 25), undriven="hold")
    assert motion.violation < 1e-12
    np.testing.assert_allclose(
        motion.joint("A").angle, start + 0.5 * np.sin(2 * np.pi * motion.time), rtol=0, atol=1e-11
    )


def test_a_contradicting_driver_is_refused():
    m = gallery.get("four-bar")
    m.drive("D.angle", "1 + 0.1*t")
    with pytest.raises(lw.LinkworkError):
        m.move([0.0, 0.1])


def test_a_second_driver_that_agrees_is_harmless():
    """Both cranks of a parallelogram driven alike: one driver too many, and the motion is exact."""
    m = gallery.get("double parallel crank")
    one = m.move(np.linspace(0, 1, 9))
    m.drive("B.angle", "90 deg + 50 deg*sin(2*pi*t)")
    two = m.move(np.linspace(0, 1, 9))
    np.testing.assert_allclose(one.poses, two.poses, rtol=0, atol=1e-11)


# ---- interruptions --------------------------------------------------------------------------------


def test_keyboard_interrupt_keeps_whole_positions():
    """Interrupted after the first piece: what is kept equals the beginning of the whole motion."""
    m = gallery.get("four-bar")
    times = np.linspace(0, 3, 3 * BUDGET)
    whole = m.move(times)  # jerk is wanted: every position is a step

    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        m.move(times, progress=stop)
    kept = stopped.value.motion  # type: ignore[attr-defined]
    assert BUDGET - 10 < len(kept) <= BUDGET + 1  # some steps may have been split
    assert not kept.complete
    assert "Interrupted" in kept.status
    np.testing.assert_array_equal(kept.poses, whole.poses[: len(kept)])
    np.testing.assert_array_equal(kept.motions, whole.motions[: len(kept)])
    # The mechanism is as good as before: nothing of the broken run is left in it.
    again = m.move(times)
    np.testing.assert_array_equal(again.poses, whole.poses)


@pytest.mark.parametrize("times", [np.linspace(0, 3, 401), np.linspace(0, 30, 7), [0.0, 5.0]])
@pytest.mark.parametrize("derivatives", [1, 3])
def test_a_pause_leaves_no_trace(times, derivatives, monkeypatch):
    m = gallery.get("four-bar")
    whole = m.move(times, derivatives=derivatives)
    monkeypatch.setattr(sweeping, "BUDGET", 7)
    paused = m.move(times, derivatives=derivatives)
    np.testing.assert_array_equal(paused.poses, whole.poses)
    np.testing.assert_array_equal(paused.motions, whole.motions)
    assert paused.counts == whole.counts


def test_progress_counts_up_to_one():
    told: list[float] = []
    gallery.get("four-bar").move(np.linspace(0, 1, 2 * BUDGET + 2), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) == 3


def test_an_error_in_progress_surfaces():
    def fail(fraction: float) -> None:
        raise RuntimeError("no room on the screen")

    with pytest.raises(RuntimeError, match="no room on the screen"):
        gallery.get("four-bar").move([0.0, 0.1], progress=fail)


# ---- functions that fail --------------------------------------------------------------------------


def four_bar(function: object) -> lw.Mechanism:
    m = gallery.get("four-bar", driven=False)
    m.drive("A.angle", function)
    return m


class OwnError(Exception):
    """An exception of the user's."""


@pytest.mark.parametrize("error", [OwnError, ZeroDivisionError, ValueError, KeyboardInterrupt, KeyError])
def test_an_exception_of_a_python_driver_keeps_its_type(error):
    def function(t):
        if t > 0.5:
            raise error("from the user's function")
        return 2 * t

    m = four_bar(function)
    with pytest.raises(error, match="from the user's function") as raised:
        m.move(np.linspace(0, 1, 9))
    assert any("function" in note and "t = 0.6" in note for note in raised.value.__notes__)
    # It is raised once: the part of the range that works, works afterwards.
    assert m.move(np.linspace(0, 0.5, 5)).complete


def test_an_exception_at_the_first_time():
    def function(t):
        raise OwnError("at once") if t >= 0 else OwnError("never")

    with pytest.raises(OwnError, match="at once"):
        four_bar(function).move([0.0, 1.0])


@pytest.mark.parametrize(
    ("function", "last"), [("sqrt(0.5 - t)", 0.375), ("1/(t - 0.5)", 0.375), ("log(0.6 - t)", 0.5)]
)
@pytest.mark.parametrize("on_limit", ["raise", "return"])
def test_a_driver_without_a_value_stops_the_motion(function, last, on_limit):
    m = four_bar(function)
    with pytest.raises(lw.MotionError, match=r"cannot be moved to t = .* 'A.angle' gives no finite number") as stopped:
        m.move(np.linspace(0, 1, 9), on_limit=on_limit)
    assert stopped.value.motion.time[-1] == last
    assert np.isfinite(stopped.value.motion.motions).all()


def test_a_python_driver_that_returns_nan():
    def function(t):
        return float("nan") if t > 0.5 else 2 * t

    with pytest.raises(lw.LinkworkError, match=r"not finite at t = 0\.6"):
        four_bar(function).move(np.linspace(0, 1, 9))


@pytest.mark.parametrize(
    "function",
    [
        "log(t)",
        "1/t",
        "sqrt(t)",
    ],
)
def test_a_driver_without_a_value_at_the_first_time(function):
    with pytest.raises(lw.LinkworkError, match="no finite number"):
        four_bar(function).move([0.0, 1.0])


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        ([0.0, 0.0], "times must rise"),
        ([1.0, 0.5], "times must rise: 1 s is followed by 0.5 s"),
        ([0.0, np.nan], "finite"),
        ([], "at least one time"),
        ([[0.0, 1.0]], "list"),
    ],
)
def test_times_that_make_no_sense(times, sentence):
    with pytest.raises(lw.ModelError, match=sentence):
        four_bar("t").move(times)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ({"newton": "mixd"}, "Did you mean 'mixed'"),
        ({"predictor": "hermit"}, "Did you mean 'hermite'"),
        ({"derivatives": 4}, "not 4"),
    ],
)
def test_options_that_make_no_sense(option, sentence):
    with pytest.raises(lw.ModelError, match=sentence):
        four_bar("t").move([0.0, 1.0], **option)


@pytest.mark.parametrize("option", [{"on_limit": "stop"}, {"undriven": "keep"}])
def test_words_that_make_no_sense(option):
    with pytest.raises(lw.ModelError):
        four_bar("t").move([0.0, 1.0], **option)
