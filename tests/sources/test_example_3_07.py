"""Example 3.7: a 6R robot in natural coordinates, led along an ellipse with three variants of Newton's method.

The joint angles and the order of the costs over 1000 increments are in tests/cases/test_p04i_robot.py.
"""

import numpy as np
import pytest
from chapter_3 import case

from linkwork import gallery

CASE = case("p04i_robot_6R_ellipse")
INCREMENTS = 50


@pytest.fixture(scope="module")
def robot():
    d = CASE.data
    return gallery.get("6r robot", shoulder=d["a"], height=d["h"], upper=d["l2"], fore=d["l3"])


def test_21_coordinates_and_six_degrees_of_freedom(robot):
    eq = robot.without_drivers().equations(coordinates="natural", dynamics=False)
    assert len(eq.columns) == 21
    assert eq.R.shape[1] == 6


def test_order_of_the_costs(robot):
    times = np.linspace(0, INCREMENTS, INCREMENTS + 1) / CASE.data["increments"]
    standard, modified, predicted = (
        robot.move(times, coordinates="natural", newton=newton, predictor=predictor, derivatives=0, tolerance=1e-10)
        for newton, predictor in (("standard", "none"), ("modified", "none"), ("modified", "velocity"))
    )
    for other in (modified, predicted):
        # all stop at a residual of 1e-10
        np.testing.assert_allclose(other.poses[-1], standard.poses[-1], rtol=0, atol=1e-9)
    assert standard.counts["factorisations"] > modified.counts["factorisations"]
    # one a step, and one where the sweep begins
    assert modified.counts["factorisations"] == predicted.counts["factorisations"] == INCREMENTS + 1
    assert modified.counts["iterations"] > predicted.counts["iterations"]
