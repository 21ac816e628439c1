"""Oldham coupling: where its disc runs."""

import numpy as np
from case_data import agree, load

from linkwork import gallery

CASE = load("p10h_oldham")
DATA, REFERENCE = CASE.data, CASE.reference


def coupling():
    m = gallery.get("oldham", offset=DATA["offset"], driven=False)
    m.drive("input_bearing.angle", f"{DATA['omega']}*t")
    return m


def test_disc():
    motion = coupling().move([0.0, DATA["theta"] / DATA["omega"]])
    disc = motion.body("disc")
    agree(disc.position[-1], REFERENCE["centre"], 1e-12)
    agree(disc.velocity[-1], REFERENCE["velocity"], 1e-11)
    agree(disc.acceleration[-1], REFERENCE["acceleration"], 1e-11)
    slots = motion.joint("input_slot"), motion.joint("output_slot")
    agree([s.translation[-1] for s in slots], [REFERENCE["slot1"], REFERENCE["slot2"]], 1e-12)
    agree([s.translation_velocity[-1] for s in slots], [REFERENCE["slot1_rate"], REFERENCE["slot2_rate"]], 1e-11)
    output = motion.joint("output_bearing")
    agree(output.angle_velocity[-1] / DATA["omega"], REFERENCE["ratio"], 1e-12)


def test_the_disc_runs_round_a_circle_at_twice_the_speed():
    motion = coupling().move(np.linspace(0, 2 * np.pi / DATA["omega"], 25))
    disc, middle = motion.body("disc"), np.array([DATA["offset"] / 2, 0])
    out = disc.position - middle
    agree(np.linalg.norm(out, axis=1), np.full(25, REFERENCE["disc_centre_circle_radius"]), 1e-12)
    turn = (out[:, 0] * disc.velocity[:, 1] - out[:, 1] * disc.velocity[:, 0]) / (out**2).sum(axis=1)
    agree(turn, np.full(25, REFERENCE["disc_centre_angular_speed_on_circle"]))
