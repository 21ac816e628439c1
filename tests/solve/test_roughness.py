"""Runs whose steps follow the rounding of positions end with a sentence that names the body, others do not."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import MotionError
from linkwork.solve.roughness import FOLLOWED, roughness
from linkwork.solve.run import BUDGET, Run
from linkwork.solve.settings import read_settings
from linkwork.solve.start import consistent_start
from linkwork.solve.watching import watched_plan

sys.path.append(str(Path(__file__).parents[1] / "fuzz"))
from examine import mechanism


def distant(x: float) -> lw.Mechanism:
    """A pendulum on a rod of a millimetre, x metres away from the origin."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    bob = m.body("bob", mass=1e-3, inertia=1e-10)
    m.rod("rod", m.ground.at(x, 0), bob.at(0, 0), length=1e-3)
    m.place(bob, at=(x + 0.8e-3, -0.6e-3))
    return m


def begun(m: lw.Mechanism) -> Run:
    """Return a run of 0.1 s with dop853, finished."""
    times = np.array([0.0, 0.1])
    run = Run(watched_plan(m.plan()), consistent_start(m.plan()), times, read_settings({"method": "dop853"}))
    run.go(None)
    return run


@pytest.mark.parametrize("name", ["four-bar", "andrews squeezer", "door", "bennett"])
def test_smooth_motions_are_not_rough(name):
    """Their steps are some 1e-2 of a swing, rounding some 1e-15 of accelerations and the tolerance 1e-11: 1e-6."""
    assert roughness(begun(gallery.get(name, driven=False))).share < 1e-2 * FOLLOWED


def test_noise_grows_with_the_distance_from_the_origin():
    """Coordinates a hundred times as large are known a hundred times less: up to chance, a factor of ten."""
    near, far = (roughness(begun(distant(x))).noise for x in (0.1, 10.0))
    assert 10.0 < far / near < 1000.0


def test_steps_that_follow_rounding_end_with_a_sentence():
    """Bodies of 0.9 mm and of 2.6 km in one mechanism: after a piece of work or two, whatever the method.

    The noise of the few states that are looked at differs tenfold from that of the next few, with any other rounding.
    """
    words = r"'spatial 412' stopped at .*acceleration of 'b\d' changes with the rounding of positions"
    with pytest.raises(MotionError, match=words) as caught:
        mechanism(412).model.simulate(0.05, points=4)
    counts = caught.value.motion.counts
    assert counts["steps"] + counts["rejected"] < 3 * BUDGET
