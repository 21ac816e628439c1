"""Crank shaper with quick return: problem 3/8 of the natural-coordinate chapter."""

import numpy as np
import pytest
from case_data import agree, column, load

from linkwork import gallery

CASE = load("p04k_quick_return")
ROWS = CASE.reference["rows"]
DATA = CASE.data


@pytest.fixture(scope="module")
def model():
    m = gallery.get("quick return", crank=DATA["r"], depth=DATA["d"], height=DATA["H"], driven=False)
    m.drive("crank_pivot.angle", f"{DATA['omega']}*t")
    return m


def test_lever_pin_and_ram(model):
    motion = model.move(column(ROWS, "phi") / DATA["omega"])
    lever, slot, rail = (motion.joint(n) for n in ("lever_pivot", "slot", "rail"))
    agree(lever.angle, column(ROWS, "lever_angle"), 1e-11)
    agree(lever.angle_velocity, column(ROWS, "lever_rate"))
    agree(lever.angle_acceleration, column(ROWS, "lever_acc"))
    agree(slot.translation, column(ROWS, "pin_distance"), 1e-11)
    agree(slot.translation_velocity, column(ROWS, "pin_slide_rate"))
    agree(slot.translation_acceleration, column(ROWS, "pin_slide_acc"))
    agree(rail.translation, column(ROWS, "s"), 1e-11)
    agree(rail.translation_velocity, column(ROWS, "s_dot"))
    agree(rail.translation_acceleration, column(ROWS, "s_ddot"))


def test_stroke_and_time_ratio(model):
    # At the ends of the stroke the crank is perpendicular to the lever; there the ram stands still.
    lean = np.arcsin(DATA["r"] / DATA["d"])
    ends = np.array([2 * np.pi - lean, 3 * np.pi + lean])
    motion = model.move(ends / DATA["omega"])
    rail = motion.joint("rail")
    agree(rail.translation_velocity, [0.0, 0.0])
    agree(rail.translation[0] - rail.translation[1], CASE.reference["stroke"], 1e-11)
    cut = ends[1] - ends[0]
    agree(cut / (2 * np.pi - cut), CASE.reference["time_ratio"], 1e-12)
