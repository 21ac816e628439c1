"""Example 3.2: mixed coordinates, the angle psi between crank and coupler beside the points."""

import numpy as np
import pytest
from chapter_3 import (
    DIGITS,
    FOUR_BAR,
    L2,
    L3,
    POSITION,
    PSI,
    A,
    driven_four_bar,
    equations,
    four_bar,
    four_bar_constraints,
)


def printed(z) -> float:
    """The fourth equation: (r1 - rA) . (r2 - r1) - L2 L3 cos(psi)."""
    return float((z[:2] - A) @ (z[2:4] - z[:2]) - L2 * L3 * np.cos(z[4]))


def test_five_coordinates_four_equations():
    eq = equations(four_bar(), named=("P1.angle",))
    assert eq.columns == ("P1.x", "P1.y", "P2.x", "P2.y", "P1.angle")
    assert len(eq.rows) == eq.rank == 4


def test_same_solutions_as_the_printed_equations():
    m = four_bar()
    m.drive("P1.angle", PSI)
    at = m.equations(coordinates="mixed").q
    np.testing.assert_allclose(at, [*POSITION, PSI], rtol=0, atol=DIGITS)
    np.testing.assert_allclose([*four_bar_constraints(at), printed(at)], 0, atol=1e-11)
    assert np.abs(equations(m, at, named=("P1.angle",)).Phi).max() < 1e-11


def test_the_definition_is_sensitive_where_the_cosine_is_not():
    # Stretched, psi = 0: the printed equation does not change with psi, the angle of Linkwork does.
    stretched = np.array([L2, 0.0, L2 + L3, 0.0, 0.0])
    assert abs(-L2 * L3 * np.sin(stretched[4])) == 0
    assert equations(four_bar(), stretched, named=("P1.angle",)).Phi_q[-1, -1] == -1


def test_the_angle_between_two_bars_beside_a_driven_one():
    found = driven_four_bar().pose(0.0, coordinates="mixed", quantities=["P1.angle"]).in_coordinates
    assert found.names[-2:] == ("A.angle", "P1.angle")
    assert found["P1.angle"][0] == pytest.approx(PSI, abs=DIGITS)
    assert found.velocity[0, -1] == pytest.approx(FOUR_BAR.reference["velocity_for_input"]["psi_dot"], abs=DIGITS)
    ddot = FOUR_BAR.reference["acceleration_for_input"]["psi_ddot"]
    assert found.acceleration[0, -1] == pytest.approx(ddot, abs=10 * DIGITS)
