"""Example 3.7: a 6R robot in natural coordinates, led along an ellipse with three variants of Newton's method.

The joint angles and the order of the costs over 1000 increments are in tests/cases/test_p04i_robot.py.
"""

import numpy as np
import pytest
from chapter_3 import case, natural, placed

from linkwork import gallery
from linkwork.coordinates.rank import numerical_rank

CASE = case("p04i_robot_6R_ellipse")
INCREMENTS = 50


@pytest.fixture(scope="module")
def robot():
    d = CASE.data
    return gallery.get("6r robot", shoulder=d["a"], height=d["h"], upper=d["l2"], fore=d["l3"])


def test_six_degrees_of_freedom(robot):
    free = gallery.get("6r robot", driven=False)
    z = natural(free)
    rows = z.rows(0.0, placed(free, z), np.zeros(len(z.names)))
    assert len(z.names) - numerical_rank(rows.J) == 6


def follow(z, start, modified: bool, predict: bool):
    """Return the last position, and how many iterations and factorisations it took."""
    at, zero, iterations, factorisations = start.copy(), 0 * start, 0, 0
    for k in range(1, INCREMENTS + 1):
        t, h = k / CASE.data["increments"], 1 / CASE.data["increments"]
        inverse = np.linalg.pinv(z.rows(t - h, at, zero).J) if modified else None
        factorisations += modified
        if predict:  # (3.9)
            at = at - h * inverse @ z.rows(t - h, at, zero).slip
        while np.linalg.norm((rows := z.rows(t, at, zero)).Phi) > 1e-10:
            iterations += 1
            factorisations += not modified
            at = at - (np.linalg.pinv(rows.J) if inverse is None else inverse) @ rows.Phi
    return at, iterations, factorisations


def test_order_of_the_costs(robot):
    z = natural(robot)
    start = placed(robot, z)
    standard, modified, predicted = (follow(z, start, *how) for how in ((False, False), (True, False), (True, True)))
    for other in (modified, predicted):
        np.testing.assert_allclose(other[0], standard[0], rtol=0, atol=1e-9)  # both stop at a residual of 1e-10
    assert standard[2] > modified[2] == predicted[2] == INCREMENTS
    assert modified[1] > predicted[1]
