"""What both methods of natural coordinates for rolling wheels refuse, and that they agree wherever they answer."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import rolling
from linkwork.errors import LinkworkError

O, A, P = (0.0, 0.5), (0.4, 0.8), (0.0, 0.0)
METHODS = (rolling.direct, rolling.equivalent)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("centre", "point", "track", "words"),
    [
        (O, A, (0.3, -1.0), "0.3 m beside the line through the contact and the wheel's centre"),
        (O, A, O, "The wheel fills its track: both have the radius 0.5 m"),
        (O, A, P, "a corner"),
        (O, O, None, "in line with centre and contact"),
        (O, (0.0, 0.9), (0.0, -2.0), "in line with centre and contact"),
        (O, P, None, "at the contact, where it has no velocity"),
        (P, A, None, "The wheel has no radius"),
    ],
)
def test_what_is_no_wheel_on_a_track_is_told(method, centre, point, track, words):
    with pytest.raises(LinkworkError, match=words):
        method(centre, point, P, rate=1.0, track_centre=track)


def test_both_agree_with_the_circle_of_the_centre():
    rng = np.random.default_rng(4)
    for _ in range(50):
        turned, radius = rng.uniform(0.0, 2.0 * np.pi), rng.uniform(0.1, 1.0)
        normal = np.array([np.cos(turned), np.sin(turned)])
        bend = radius * rng.choice([-3.0, -1.2, 1.2, 5.0])  # outside the wheel, or around it
        o, rate, faster = rng.uniform(-1.0, 1.0, 2), *rng.uniform(-5.0, 5.0, 2)
        p = o - radius * normal
        a, track = o + rng.uniform(0.1, 1.0, 2), p + bend * normal
        left = np.array([-normal[1], normal[0]])
        # O goes round O' in a circle of the radius |R - r|: at w r, with alpha r along it.
        towards = (track - o) / np.linalg.norm(track - o) ** 2
        expected = faster * radius * left + (rate * radius) ** 2 * towards
        arm = a - o
        expected = expected + faster * np.array([-arm[1], arm[0]]) - rate**2 * arm
        for method in METHODS:
            found = method(o, a, p, rate, faster, track)
            # Few operations: rounding, magnified where O is near O'.
            assert found.point_acceleration == pytest.approx(expected, rel=1e-9, abs=1e-9)


def carried(inside: bool, slip: tuple[float, float] | None) -> tuple[lw.Mechanism, lw.rolling.TrackMotion]:
    """Return a wheel of 0.3 m on a ring of 1 m, which a driven body carries along and turns."""
    m = lw.Mechanism("carried", plane="xy")
    track, wheel = m.body("track"), m.body("wheel")
    wheel.point("A", 0.2, 0.1)
    for name, law in {"x": "0.3*t + 0.2*t^2", "y": "-0.5*t + 0.4*t^2", "angle": "0.8*t - 0.7*t^2"}.items():
        m.drive(f"track.{name}", law)
    ring = {"track": "inside" if inside else "outside", "track_radius": 1.0}
    m.rolling_wheel("W", track.at(0, 0), wheel.at(0, 0), radius=0.3, contact="sliding" if slip else "rolling", **ring)
    m.drive("wheel.angle", "-3*t + 0.6*t^2")
    way = 0.7 if inside else 1.3
    if slip:
        # with the wheel on the left of the way along the track, counted against the direction of its place from outside
        sign = 1.0 if inside else -1.0
        arc = f"({sign * slip[0]!r}*t + {0.5 * sign * slip[1]!r}*t^2)"
        turned = "(-3.8*t + 1.3*t^2)"
        m.drive("W.heading", f"0.4 + ({arc} {'-' if inside else '+'} 0.3*{turned})/{way}")
    m.place(wheel, at=(way * np.cos(0.4), way * np.sin(0.4)))
    p = np.array([np.cos(0.4), np.sin(0.4)])
    left = np.array([-p[1], p[0]])
    velocity, acceleration = (0.3, -0.5) + 0.8 * left, (0.4, 0.8) - 1.4 * left - 0.64 * p
    return m, lw.rolling.TrackMotion(velocity, acceleration, 0.8, -1.4)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("slip", [None, (0.9, -0.4), (-0.6, 1.1), (0.0, 0.0)])
@pytest.mark.parametrize("inside", [False, True])
def test_on_tracks_that_move_both_are_what_the_joint_does(inside, slip, method):
    m, track = carried(inside, slip)
    at = m.move([0.0, 0.001])
    o, a = at.body("wheel"), at.point("wheel.A")
    p = (np.cos(0.4), np.sin(0.4))
    found = method(o.position[0], a.position[0], p, -3.0, 1.2, (0.0, 0.0), slip=slip, track=track)
    for name, part in (("centre", o), ("point", a)):
        assert getattr(found, f"{name}_velocity") == pytest.approx(part.velocity[0], abs=1e-12)
        assert getattr(found, f"{name}_acceleration") == pytest.approx(part.acceleration[0], abs=1e-11)


@pytest.mark.parametrize("method", METHODS)
def test_a_wheel_that_slides_without_slip_rolls(method):
    for centre in (None, (0.0, -2.0), (0.0, 3.0)):
        rolled, slid = (method(O, A, P, -3.0, 1.2, centre, slip=slip) for slip in (None, (0.0, 0.0)))
        assert rolled.point_acceleration == pytest.approx(slid.point_acceleration, rel=1e-12)
        assert rolled.pole_velocity == pytest.approx(slid.pole_velocity, rel=1e-12, abs=1e-15)
