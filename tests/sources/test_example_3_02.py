"""Example 3.2: mixed coordinates, the angle psi between crank and coupler beside the points."""

import numpy as np
from chapter_3 import DIGITS, L2, L3, POSITION, PSI, A, four_bar, four_bar_constraints, mixed, placed


def printed(z) -> float:
    """The fourth equation: (r1 - rA) . (r2 - r1) - L2 L3 cos(psi)."""
    return float((z[:2] - A) @ (z[2:4] - z[:2]) - L2 * L3 * np.cos(z[4]))


def test_five_coordinates_four_equations():
    z = mixed(four_bar(), "P1.angle")
    assert z.names == ["P1.x", "P1.y", "P2.x", "P2.y", "P1.angle"]
    assert len(z.words) == z.needed == 4


def test_same_solutions_as_the_printed_equations():
    m = four_bar()
    m.drive("P1.angle", PSI)
    z = mixed(m)
    at = placed(m, z)
    np.testing.assert_allclose(at, [*POSITION, PSI], rtol=0, atol=DIGITS)
    np.testing.assert_allclose([*four_bar_constraints(at), printed(at)], 0, atol=1e-11)
    assert np.abs(z.rows(0.0, at, 0 * at).Phi).max() < 1e-11


def test_the_definition_is_sensitive_where_the_cosine_is_not():
    # Stretched, psi = 0: the printed equation does not change with psi, the angle of Linkwork does.
    z = mixed(four_bar(), "P1.angle")
    stretched = np.array([L2, 0.0, L2 + L3, 0.0, 0.0])
    assert abs(-L2 * L3 * np.sin(stretched[4])) == 0
    assert z.rows(0.0, stretched, 0 * stretched).J[-1, -1] == -1
