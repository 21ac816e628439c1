"""What both methods of natural coordinates for rolling wheels refuse, and that they agree wherever they answer."""

from __future__ import annotations

import numpy as np
import pytest

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
