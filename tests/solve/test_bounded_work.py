"""Bounded work: next to singular positions there is an answer or a sentence after few steps, never steps for ever."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import MotionError
from linkwork.solve.run import BUDGET

# ---- velocities that joints let pass for an instant only ------------------------------------------


def two_bars(height: float) -> lw.Mechanism:
    """Two bars of 1 m between two pins, nearly in line: the middle one lets them move for an instant only."""
    m = lw.Mechanism("two bars", plane="xy")
    a, b = m.body("a", mass=1.0, inertia=0.1, com=(0.5, 0)), m.body("b", mass=1.0, inertia=0.1, com=(0.5, 0))
    rise = float(np.arcsin(height))
    m.revolute("left", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("middle", a.at(1, 0), b.at(0, 0))
    m.revolute("right", b.at(1, 0), m.ground.at(2 * np.cos(rise), 0))
    m.place(a, angle=rise, rate=0.2)
    m.place(b, at=(float(np.cos(rise)), height), angle=-rise, rate=-0.2)
    return m


@pytest.mark.parametrize("height", [0.0, 1e-12])
def test_a_velocity_for_an_instant_only_ends_with_a_sentence(height):
    """Bars in line up to the 1e-12 of their lengths that joints are closed to: the joints let them begin to move."""
    words = (
        r"'two bars' stopped at t = .*for an instant only \(singular position\).*'(left|middle|right)' closed.*mobility"
    )
    with pytest.raises(MotionError, match=words) as caught:
        two_bars(height).simulate(0.05, points=4)
    counts = caught.value.motion.counts
    # a hundred steps may each leave their share of energy unaccounted for, each after some shorter and shorter tries
    assert counts["steps"] + counts["rejected"] < 1000


@pytest.mark.parametrize("height", [1e-10, 1e-9, 0.5])
def test_bars_that_stand_still_are_simulated(height):
    """A triangle of bars, however flat: nothing lets it move, and nothing ends its run."""
    run = two_bars(height).simulate(0.05, points=4)
    assert run.complete
    assert np.abs(run.body("a").angular_velocity).max() < 1e-12  # the hinted rates of 0.2 rad/s do not suit the joints


# ---- dead points of mechanisms with redundant joints ----------------------------------------------


def doubled_rocker() -> lw.Mechanism:
    """Four-bar 4, 2, 3, 2.5 driven at its follower, two of its pins given twice."""
    m = lw.Mechanism("four-bar", plane="xy")
    crank, coupler, follower = m.body("crank"), m.body("coupler"), m.body("follower")
    for name in ("A", "A again"):
        m.revolute(name, crank.at(2, 0), coupler.at(0, 0))
    for name in ("B", "B again"):
        m.revolute(name, coupler.at(3, 0), follower.at(2.5, 0))
    m.revolute("O2", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("O4", m.ground.at(4, 0), follower.at(0, 0))
    m.place(crank, angle=1.0)
    m.place(coupler, angle=0.2)
    m.place(follower, angle=1.8)
    m.drive("O4.angle", "1.8 - 0.5*t")
    return m


def test_a_dead_point_is_reached_in_few_steps_with_redundant_joints():
    """Crank and coupler in line, 5 m: cos = (4^2 + 2.5^2 - 5^2)/(2 4 2.5) at the ground pivot."""
    dead = (1.8 - float(np.pi - np.arccos((16 + 6.25 - 25) / 20))) / 0.5
    motion = doubled_rocker().move([0.0, 1.1 * dead], on_limit="return")
    assert not motion.complete
    reached = float(motion.status.split("stops at t = ")[1].split(" s")[0])
    assert reached == pytest.approx(dead, rel=1e-7)  # positions part by the root of what the time is off by
    # every step leaves a share of the way to the dead point: 40 halvings to 1e-12 of it, and as many steps refused
    assert motion.counts["steps"] + motion.counts["splits"] < 400


# ---- pieces of work -------------------------------------------------------------------------------


def test_singular_positions_are_no_pieces_of_work():
    """Four-bars in a row pass one twice a turn; progress is shown after so many steps, and at the end."""
    seen: list[float] = []
    m = gallery.get("four-bar ladder", n=1, driven=False)
    m.place("crank_0", angle=1.0, rate=6.0)
    run = m.simulate(4.0, points=4, progress=seen.append)
    assert len([event for event in run.events if "singular" in str(event)]) > 3
    assert len(seen) == (run.counts["steps"] + run.counts["rejected"]) // BUDGET + 1
    assert seen[-1] == 1.0
