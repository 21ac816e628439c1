"""Over-constrained mechanisms assemble and move with default settings, driven at one joint."""

import numpy as np
import pytest
from case_data import agree

from linkwork import gallery

# Name, joint equations, rank: the rank is 6 (3) a body less one freedom, from the closed-form motion.
MODELS = [
    ("spatial four-bar", 20, 17),
    ("door", 10, 5),
    ("bennett", 20, 17),
    ("bricard", 30, 29),
    ("sarrus", 30, 29),
    ("double parallel crank", 12, 11),
    ("hooke joint", 20, 17),
    ("spherical four-bar", 20, 17),
]


@pytest.mark.parametrize(("name", "equations", "rank"), MODELS)
def test_rank_and_freedom(name, equations, rank):
    mobility = gallery.get(name).mobility()
    assert (mobility.equations, mobility.rank) == (equations, rank)
    assert mobility.degrees_of_freedom == 1
    assert len(mobility.redundant) == equations - rank
    assert mobility.driven == 1


@pytest.mark.parametrize("name", [name for name, *_ in MODELS])
@pytest.mark.parametrize("count", [25, 73, 361])
def test_moves_with_default_settings(name, count):
    motion = gallery.get(name).move(gallery.info(name).times(count))
    assert motion.complete
    assert motion.violation < 1e-10


def test_spatial_four_bar_moves_like_the_planar_one():
    times = gallery.info("four-bar").times()
    planar, spatial = (gallery.get(n).move(times) for n in ("four-bar", "spatial four-bar"))
    for joint in "BCD":
        agree(spatial.joint(joint).angle, planar.joint(joint).angle)
        agree(spatial.joint(joint).angle_acceleration, planar.joint(joint).angle_acceleration, 1e-8)
    agree(spatial.body("coupler").position[:, 2], np.zeros(len(times)), 1e-12)


def test_bricard_follows_its_closed_form():
    motion = gallery.get("bricard").move(gallery.info("bricard").times())
    angle = motion.joint("P1").angle
    s, c = np.sin(angle), np.cos(angle)
    # Closed form of the cube linkage: P3 = (c, -sqrt(1 + 2 s), -s)/(1 + s).
    expected = np.column_stack([c, -np.sqrt(1 + 2 * s), -s]) / (1 + s)[:, None]
    agree(motion.point("bar_2.P3").position, expected, 1e-10)


def test_door_hinges_turn_alike():
    motion = gallery.get("door").move(gallery.info("door").times())
    agree(motion.joint("upper_hinge").angle, motion.joint("lower_hinge").angle, 1e-12)
