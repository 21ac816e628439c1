"""Example 3.1: the four-bar has four natural coordinates and three constant distances."""

import numpy as np
from chapter_3 import DIGITS, POSITION, four_bar, four_bar_constraints, natural, placed


def test_coordinates_and_constraints():
    z = natural(four_bar())
    assert z.names == ["P1.x", "P1.y", "P2.x", "P2.y"]
    assert [c.kind for c in z.natural.conditions] == ["distance"] * 3
    assert z.natural.kept.size == 0
    rng = np.random.default_rng(1)
    for at in rng.normal(size=(5, 4)):  # the equations are the printed ones everywhere, not only where they vanish
        np.testing.assert_allclose(z.rows(0.0, at, 0 * at).Phi, four_bar_constraints(at), rtol=0, atol=1e-13)


def test_two_unknowns_when_point_1_is_known():
    m = four_bar()
    m.drive("A.angle", 1.0)
    position = placed(m, natural(m))
    np.testing.assert_allclose(position, POSITION, rtol=0, atol=DIGITS)
    # The first equation holds no unknown when point 1 is known: its Jacobian by point 2 vanishes.
    assert not natural(four_bar()).rows(0.0, position, 0 * position).J[0, 2:].any()
