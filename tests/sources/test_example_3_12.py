"""Example 3.12: a four-bar driven by a cylinder between point 1 and B: a constraint that depends on time."""

import numpy as np
from chapter_3 import FOUR_BAR, POSITION, four_bar, mixed, natural

CYLINDER = FOUR_BAR.reference["hydraulic_driver"]
LAW = f"{CYLINDER['distance_1_to_B']!r} + {CYLINDER['rate_for_input']!r}*t + {CYLINDER['accel_for_input']!r}/2*t^2"
# Closed forms of 13 digits, numbers up to 7.
CLOSE = {"rtol": 0, "atol": 1e-11}


def test_velocities_and_accelerations():
    m = four_bar()
    m.drive("distance(crank.P1, ground.B)", LAW)
    z = natural(m)
    rows = z.rows(0.0, POSITION, np.zeros(4))
    np.testing.assert_allclose(rows.Phi, 0, atol=1e-12)
    assert rows.J.shape == (4, 4)
    rate = np.linalg.solve(rows.J, -rows.slip)  # (3.25): with q' = 0 the residual of velocity is -b
    np.testing.assert_allclose(rate, FOUR_BAR.reference["velocity_for_input"]["values"], **CLOSE)
    moving = z.rows(0.0, POSITION, rate)
    found = np.linalg.solve(moving.J, moving.gamma)  # (3.26)
    np.testing.assert_allclose(found, FOUR_BAR.reference["acceleration_for_input"]["values"], **CLOSE)


def test_the_length_as_a_mixed_coordinate():
    m = four_bar()
    m.drive("distance(crank.P1, ground.B)", LAW)
    z = mixed(m)
    at = np.array([*POSITION, CYLINDER["distance_1_to_B"]])
    rows = z.rows(0.0, at, 0 * at)
    rate = np.linalg.solve(rows.J, -rows.slip)
    expected = [*FOUR_BAR.reference["velocity_for_input"]["values"], CYLINDER["rate_for_input"]]
    np.testing.assert_allclose(rate, expected, **CLOSE)
