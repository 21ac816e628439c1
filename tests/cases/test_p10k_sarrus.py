"""Sarrus' linkage: an exact straight line, against the count of joints."""

import numpy as np
import pytest
from case_data import agree, load

from linkwork import gallery

CASE = load("p10k_sarrus")
DATA, REFERENCE = CASE.data, CASE.reference


@pytest.fixture(scope="module")
def model():
    m = gallery.get("sarrus", length=DATA["L"], height=DATA["h"], radius=DATA["r"], driven=False)
    m.drive("platform.z", f"{DATA['h']} + {DATA['h_dot']}*t")
    return m


def test_mobility(model):
    mobility = model.mobility()
    assert mobility.equations == REFERENCE["rows"]
    assert mobility.rank == REFERENCE["rank"]
    assert mobility.degrees_of_freedom == REFERENCE["dof"]
    assert mobility.grubler == 0
    assert len(mobility.redundant) == 1


def test_rates(model):
    motion = model.pose(0.0)
    # About +y a link that rises towards -x ... +x turns the other way: the rate is compared in size.
    agree(np.abs(motion.joint("base_x").angle_velocity), REFERENCE["lower_link_rate"])
    plate = motion.body("platform")
    twist = np.concatenate([plate.velocity[0], plate.angular_velocity[0]]) / DATA["h_dot"]
    agree(twist, REFERENCE["platform_twist_per_h_dot"])
    out = np.sqrt(DATA["L"] ** 2 - (DATA["h"] / 2) ** 2)
    agree(np.arctan2(DATA["h"] / 2, out), REFERENCE["lower_link_angle_from_horizontal"])


def test_the_platform_goes_straight_up(model):
    motion = model.move(np.linspace(0, 1, 31))
    plate = motion.body("platform")
    agree(plate.position, np.column_stack([0 * motion.time, 0 * motion.time, 0.6 + 0.3 * motion.time]), 1e-11)
    agree(plate.rotation, np.tile(np.eye(3), (31, 1, 1)), 1e-11)
