"""Example 3.1: the four-bar has four natural coordinates and three constant distances."""

import numpy as np
from chapter_3 import DIGITS, FOUR_BAR, POSITION, driven_four_bar, equations, four_bar, four_bar_constraints, kinds


def test_coordinates_and_constraints():
    m = four_bar()
    eq = equations(m)
    assert eq.columns == ("P1.x", "P1.y", "P2.x", "P2.y")
    assert kinds(eq.rows) == {"distance": 3}
    assert len(eq.rows) == 3
    rng = np.random.default_rng(1)
    for at in rng.normal(size=(5, 4)):  # the equations are the printed ones everywhere, not only where they vanish
        np.testing.assert_allclose(equations(m, at).Phi, four_bar_constraints(at), rtol=0, atol=1e-13)


def test_two_unknowns_when_point_1_is_known():
    m = four_bar()
    m.drive("A.angle", 1.0)
    position = m.equations(coordinates="natural").q
    np.testing.assert_allclose(position, POSITION, rtol=0, atol=DIGITS)
    # The first equation holds no unknown when point 1 is known: its Jacobian by point 2 vanishes.
    assert not equations(four_bar(), position).Phi_q[0, 2:].any()


def test_position_velocity_acceleration():
    found = driven_four_bar().pose(0.0, coordinates="natural").in_coordinates
    assert found.names == ("P1.x", "P1.y", "P2.x", "P2.y")
    np.testing.assert_allclose(found.position[0], POSITION, rtol=0, atol=DIGITS)
    np.testing.assert_allclose(found.velocity[0], FOUR_BAR.reference["velocity_for_input"]["values"], atol=DIGITS)
    np.testing.assert_allclose(
        found.acceleration[0], FOUR_BAR.reference["acceleration_for_input"]["values"], rtol=0, atol=10 * DIGITS
    )
