"""Chaplygin's sleigh, against its equations in forward speed and turning rate."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, DRIFT, TIGHT, agree_columns, table, trusted

from linkwork import gallery

CASE = load("p09c_chaplygin_sleigh")
TIMES, COLUMNS = table(CASE)


def columns(run):
    body, blade = run.body("sleigh"), run.joint("blade")
    ahead = np.column_stack([np.cos(body.angle), np.sin(body.angle)])
    return {
        "x": blade.x,
        "y": blade.y,
        "phi": body.angle,
        "v": (run.point("sleigh.skate").velocity * ahead).sum(axis=1),
        "w": body.angular_velocity,
        "lateral_force": (blade.force * ahead[:, ::-1] * [-1, 1]).sum(axis=1),
    }


def run(**options):
    d = CASE.data
    m = gallery.get("chaplygin sleigh", mass=d["m"], inertia=d["I"], distance=d["a"], driven=False)
    m.place("sleigh", at=(0, 0), angle=0, velocity=(d["v0"], 0), rate=d["w0"])
    return m.simulate(TIMES, **options)


@pytest.mark.parametrize(("tolerance", "limit"), [(None, DEFAULT), (TIGHT, trusted(CASE))])
def test_motion_and_force_of_the_blade(tolerance, limit):
    options = {} if tolerance is None else {"tolerance": tolerance}
    found = run(**options)
    agree_columns(columns(found), COLUMNS, limit)
    assert found.energy.relative_drift < DRIFT


def test_it_ends_up_gliding_straight_ahead():
    # w -> 0 and v -> sqrt(2 E/m), with the mass centre in front: all its energy is in the forward motion.
    d = CASE.data
    energy = 0.5 * d["m"] * (d["v0"] ** 2 + (d["a"] * d["w0"]) ** 2) + 0.5 * d["I"] * d["w0"] ** 2
    m = gallery.get("chaplygin sleigh", mass=d["m"], inertia=d["I"], distance=d["a"], driven=False)
    m.place("sleigh", at=(0, 0), angle=0, velocity=(d["v0"], 0), rate=d["w0"])
    last = columns(m.simulate([0.0, 40.0], tolerance=1e-10))
    assert abs(last["w"][-1]) < 1e-6
    assert last["v"][-1] == pytest.approx(np.sqrt(2 * energy / d["m"]), rel=1e-8)
