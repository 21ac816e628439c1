"""What the famous mechanisms are famous for."""

import numpy as np
import pytest

from linkwork import gallery


def driven(name: str, count: int = 181):
    entry = gallery.info(name)
    return gallery.get(name).move(entry.times(count), undriven=entry.undriven)


def test_peaucellier_draws_an_exact_line():
    x = driven("peaucellier").point("side_bd.D").position[:, 0]
    # (long^2 - side^2)/(2 crank) = (25 - 4)/4
    np.testing.assert_allclose(x, 5.25, atol=1e-11)


def test_watt_is_nearly_straight():
    motion = driven("watt", 361)
    p = motion.point("coupler.P").position
    assert np.ptp(p[:, 1]) > 0.9
    assert np.abs(p[:, 0]).max() < 0.0015 * np.ptp(p[:, 1])
    # By symmetry the curve leaves its tangent with the fifth power of the swing: Watt's choice.
    swing, off = motion.joint("left_pivot").angle[2:9], np.abs(p[2:9, 0])
    slope = np.polyfit(np.log(swing), np.log(off), 1)[0]
    assert slope == pytest.approx(5.0, abs=0.05)


@pytest.mark.parametrize(
    ("name", "height", "half", "deviation"),
    # Height 4 cranks of the lambda linkage; both are checked about the middle of the stroke, where the
    # crank points away from the second pivot.
    [("chebyshev lambda", 4.0, 90, 0.011), ("hoeken", None, 50, 0.0005)],
)
def test_straight_part_of_the_coupler_curve(name, height, half, deviation):
    motion = driven(name, 361)
    angle = np.degrees(motion.joint("A").angle)
    straight = np.abs(angle - 180) <= half + 1e-6
    p = motion.point("coupler.P")
    y = p.position[straight, 1]
    assert np.ptp(y) < 2 * deviation * max(y)
    assert np.ptp(p.position[straight, 0]) > 2.0
    if height is not None:
        assert y.mean() == pytest.approx(height, rel=deviation)


def test_pantograph_enlarges():
    motion = driven("pantograph")
    pen, tracer = motion.point("second.Q"), motion.point("third.P")
    np.testing.assert_allclose(pen.position, 2 * tracer.position, atol=1e-11)
    np.testing.assert_allclose(pen.acceleration, 2 * tracer.acceleration, atol=1e-8)


def test_jansen_foot_path_is_flat_below():
    foot = driven("jansen leg").point("foot.F").position
    step, lift = np.ptp(foot[:, 0]), np.ptp(foot[:, 1])
    low = foot[foot[:, 1] < foot[:, 1].min() + 0.04 * step]
    # The foot stays within 4 per cent of the stride for most of the stride.
    assert 0.5 < step < 1.0
    assert lift > 0.15
    assert np.ptp(low[:, 0]) > 0.7 * step


def test_klann_foot_steps():
    foot = driven("klann leg").point("leg.F").position
    assert np.ptp(foot[:, 0]) > 0.8
    assert np.ptp(foot[:, 1]) > 0.4
    low = foot[foot[:, 1] < foot[:, 1].min() + 0.05]
    assert np.ptp(low[:, 0]) > 0.7


def test_whitworth_returns_quickly():
    motion = driven("whitworth", 1441)
    ram = motion.joint("rail").translation_velocity
    forward = (ram[:-1] > 0).mean()
    # With the rail through the lever's pivot the lever makes half a turn a stroke: (90 deg - a) to
    # (90 deg + a) of the crank with cos(a) = depth/crank = 1/2, so 120 against 240 degrees.
    assert min(forward, 1 - forward) == pytest.approx(1 / 3, abs=2e-3)


def test_delta_platform_never_turns():
    plate = driven("delta robot").body("platform")
    np.testing.assert_allclose(plate.rotation, np.tile(np.eye(3), (181, 1, 1)), atol=1e-11)


def test_ladder_cranks_stay_parallel():
    motion = driven("four-bar ladder")
    for k in range(1, 4):
        np.testing.assert_allclose(motion.joint(f"A{k}").angle, motion.joint("A0").angle, atol=1e-11)


def test_robot_hand_follows_the_ellipse():
    motion = driven("6r robot")
    t = 2 * np.pi * motion.time
    path = np.column_stack([np.full_like(t, 0.85), 0.3 * np.cos(t), 0.75 + 0.2 * np.sin(t)])
    np.testing.assert_allclose(motion.body("hand").position, path, atol=1e-11)
    np.testing.assert_allclose(motion.body("hand").rotation, np.tile(np.eye(3), (181, 1, 1)), atol=1e-11)
