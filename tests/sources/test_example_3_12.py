"""Example 3.12: a four-bar driven by a cylinder between point 1 and B: a constraint that depends on time."""

import numpy as np
from chapter_3 import DIGITS, FOUR_BAR, POSITION, equations, four_bar

CYLINDER = FOUR_BAR.reference["hydraulic_driver"]
LAW = f"{CYLINDER['distance_1_to_B']!r} + {CYLINDER['rate_for_input']!r}*t + {CYLINDER['accel_for_input']!r}/2*t^2"
RATE = FOUR_BAR.reference["velocity_for_input"]["values"]
ACCELERATION = FOUR_BAR.reference["acceleration_for_input"]["values"]
# Closed forms of 13 digits, numbers up to 7.
CLOSE = {"rtol": 0, "atol": 1e-11}


def driven():
    m = four_bar()
    m.drive("distance(crank.P1, ground.B)", LAW)
    return m


def test_velocities_and_accelerations():
    eq = equations(driven(), POSITION)
    np.testing.assert_allclose(eq.Phi, 0, atol=1e-12)
    assert eq.Phi_q.shape == (4, 4)
    # b = -Phi_t, the rate of the cylinder; printed with one dot too many
    np.testing.assert_allclose(eq.b, [0, 0, 0, CYLINDER["rate_for_input"]], **CLOSE)
    np.testing.assert_allclose(eq.b, -eq.Phi_t, rtol=0, atol=0)
    np.testing.assert_allclose(np.linalg.solve(eq.Phi_q, eq.b), RATE, **CLOSE)  # (3.25)
    moving = equations(driven(), POSITION, RATE)
    np.testing.assert_allclose(np.linalg.solve(moving.Phi_q, moving.c), ACCELERATION, **CLOSE)  # (3.26)


def test_the_length_as_a_mixed_coordinate():
    found = driven().pose(0.0, coordinates="mixed").in_coordinates
    assert found.names[-1] == "distance(crank.P1, ground.B)"
    np.testing.assert_allclose(found.velocity[0], [*RATE, CYLINDER["rate_for_input"]], rtol=0, atol=10 * DIGITS)
    expected = [*ACCELERATION, CYLINDER["accel_for_input"]]
    np.testing.assert_allclose(found.acceleration[0], expected, rtol=0, atol=100 * DIGITS)
