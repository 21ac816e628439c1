"""Known answers of the car with a tie rod and of the crane with a swinging load."""

import numpy as np
import pytest

from linkwork import gallery

G = 9.81


def right_wheel(left: float, wheelbase=2.5, track=1.4, arm=0.15) -> float:
    """Return the angle of the right wheel, where the tips of the arms are as far apart as straight ahead.

    |s - arm (e_L - e_R)|^2 = rod^2 is A cos(q) + B sin(q) = C in the direction q of the right arm, from the straight
    line between the kingpins on.
    """
    lean = np.arctan2(track / 2, wheelbase)
    rod = track - 2 * arm * np.sin(lean)
    tip = 1j * track / 2 - arm * np.exp(1j * (lean + left))  # from the middle between the kingpins
    w = tip + 1j * track / 2  # from the right kingpin
    # |w + arm exp(i q)|^2 = rod^2, the arm of the right wheel being -exp(i q), q = right - lean
    c = (rod**2 - abs(w) ** 2 - arm**2) / (2 * arm * abs(w))
    both = np.angle(w) + np.array([1.0, -1.0]) * np.arccos(c)
    return float(both[np.argmin(np.abs(np.exp(1j * both) - 1))] + lean)


@pytest.mark.parametrize("left", [-0.4, -0.1, 0.1, 0.4])
def test_tie_rod_sets_the_right_wheel(left):
    m = gallery.get("tie-rod car", steering=left)
    motion = m.move(np.linspace(0, 1, 5))
    right = right_wheel(left)
    np.testing.assert_allclose(motion.joint("right").angle, right, atol=1e-9)
    # near Ackermann's law, and the nearer the smaller the angle
    law = np.arctan(2.5 * np.tan(left) / (2.5 + 1.4 * np.tan(left)))
    assert abs(right - law) < 0.3 * left**2


def test_car_with_a_tie_rod_goes_round_the_centre_of_its_left_wheel():
    motion = gallery.get("tie-rod car").move(np.linspace(0, 1, 9))
    rear = motion.point("car.rear").position
    centre = np.array([0.0, 2.5 / np.tan(0.4) + 0.7])
    np.testing.assert_allclose(np.linalg.norm(rear - centre, axis=1), centre[1], rtol=1e-9)


def test_straight_ahead_both_wheels_are_straight():
    motion = gallery.get("tie-rod car", steering=0.0, driven=False).assemble().motion
    assert abs(motion.joint("right").angle[0]) < 1e-12


def test_load_of_a_crane_needs_no_guide():
    inv = gallery.get("overhead crane").inverse(np.linspace(0, 6, 25))
    x, accelerated = 1.5 * np.sin(np.pi / 3 * inv.time), -1.5 * (np.pi / 3) ** 2 * np.sin(np.pi / 3 * inv.time)
    np.testing.assert_allclose(inv.body("load").position, np.stack([x, np.full(25, -4.0)], axis=1), atol=1e-12)
    pull = 500.0 * np.hypot(G, accelerated)
    np.testing.assert_allclose(inv.tension("rope"), pull, rtol=1e-10)
    for driver in ("load.x", "load.angle"):
        assert np.abs(inv.driver(driver).effort).max() < 1e-8  # of 5 kN


def braked(lean: float, **parameters):
    """Return the crane with its drum braked and its load at an angle of the rope."""
    m = gallery.get("overhead crane", driven=False, **parameters)
    m.place("load", (4 * np.sin(lean), -4 * np.cos(lean)))
    m.drive("axle.angle", 0.0)
    return m


def test_load_swings_as_a_pendulum_under_a_trolley_that_stands():
    m = braked(0.6)
    m.drive("rail.translation", 0.0)
    # the period of a pendulum by the arithmetic-geometric mean: 2 pi sqrt(l/g) / agm(1, cos(a/2))
    a, b = 1.0, np.cos(0.3)
    for _ in range(6):
        a, b = (a + b) / 2, np.sqrt(a * b)
    period = 2 * np.pi * np.sqrt(4.0 / G) / a
    run = m.simulate(period)
    np.testing.assert_allclose(run.body("load").position[-1], [4 * np.sin(0.6), -4 * np.cos(0.6)], atol=1e-7)
    np.testing.assert_allclose(run.tension("rope")[0], 500 * G * np.cos(0.6), rtol=1e-9)


def test_load_and_free_trolley_swing_against_each_other():
    m = braked(1e-4)
    omega = np.sqrt(G / 4 * (1 + 500 / 230))  # trolley with its drum
    run = m.simulate(2 * np.pi / omega)
    start = run.body("load").position[0, 0]
    np.testing.assert_allclose(run.body("load").position[-1, 0], start, atol=1e-6 * start)  # small angles: 1e-4 squared
    half = m.simulate(np.pi / omega).body("trolley").position[-1, 0]
    np.testing.assert_allclose(half, 2 * start * 500 / 730, rtol=1e-6)


def test_hoisting_raises_the_load_by_what_the_drum_winds():
    m = gallery.get("overhead crane", driven=False)
    for quantity, function in (
        ("rail.translation", 0.0),
        ("load.x", 0.0),
        ("load.angle", 0.0),
        ("axle.angle", "-2*t^2"),
    ):
        m.drive(quantity, function)
    inv = m.inverse([0.0, 1.0, 2.0])
    np.testing.assert_allclose(inv.body("load").position[:, 1], -4 + 0.15 * 2 * inv.time**2, atol=1e-12)
    np.testing.assert_allclose(inv.tension("rope"), 500 * (G + 0.6), rtol=1e-10)
    # the drum of 0.4 kg m^2 and the rope on its radius
    np.testing.assert_allclose(inv.driver("axle.angle").effort, -(0.4 * 4 + 0.15 * 500 * (G + 0.6)), rtol=1e-10)


def test_a_robot_of_another_track_starts_straight_ahead():
    """The right wheel goes at v = 14 pi r along the heading a = 4 pi r t / h: dv_x/dh = v sin(a) a / h."""
    m, t, r, h = gallery.get("differential-drive"), 0.2, 0.1, 0.2
    found = m.gradient("final right_wheel.velocity.x", ["half_track"], analysis="move", times=np.linspace(0, t, 21))
    a = 4.0 * np.pi * r * t / h
    # repeated motions, good to 1e-10, beside steps of 1e-3: 1e-7 and less
    assert found["half_track"] == pytest.approx(14.0 * np.pi * r * np.sin(a) * a / h, rel=1e-6)
    assert m.with_parameters(half_track=0.21).assemble()["robot.yaw"] == pytest.approx(0.0, abs=1e-12)
