"""Spatial slider-crank R-S-S-P set spinning, with the force of its rod on the slider."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, set_moving, table, trusted

from linkwork import gallery

CASE = load("p10o_spatial_slider_crank_dynamics")
D = CASE.data
TIMES, COLUMNS = table(CASE)
FORCES = np.array(CASE.reference["rod_force_on_slider"])


def model():
    m = gallery.get("spatial slider-crank", driven=False)
    set_moving(m, undriven="hold", crank_pivot=(D["theta0"], D["w0"]))
    return m


def columns(run):
    crank, slider = run.joint("crank_pivot"), run.joint("rail")
    return {
        "theta": crank.angle,
        "theta_dot": crank.angle_velocity,
        "theta_ddot": crank.angle_acceleration,
        "s": slider.translation,
        "s_dot": slider.translation_velocity,
        "s_ddot": slider.translation_acceleration,
    }


def force_columns(run):
    return {axis: run.joint("slider_ball").force[:, k] for k, axis in enumerate("xyz")}


EXPECTED_FORCES = dict(zip("xyz", FORCES[:, 1:].T, strict=True))


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_times_of_forces():
    np.testing.assert_allclose(FORCES[:, 0], TIMES, atol=1e-12)


def test_the_rod_does_not_spin(run):
    rod = run.body("rod")
    spin = (rod.angular_velocity * rod.rotation[:, :, 0]).sum(axis=1)
    assert np.abs(spin).max() < 1e-6


def test_motion(run):
    agree_columns(columns(run), COLUMNS, DEFAULT)


def test_force_of_the_rod_on_the_slider(run):
    assert run.joint("slider_ball").meaning == "force of rod on slider"
    agree_columns(force_columns(run), EXPECTED_FORCES, DEFAULT)


def test_energy_stays(run):
    assert_energy_balance(run)


def test_freedoms():
    assert model().mobility().degrees_of_freedom == CASE.reference["dof_including_idle_rod_spin"]


def test_tight_tolerance():
    run = model().simulate(TIMES, tolerance=TIGHT)
    agree_columns(columns(run), COLUMNS, trusted(CASE))
    # The forces of the reference balance to 5e-10 N, 1e-10 of the largest.
    agree_columns(force_columns(run), EXPECTED_FORCES, trusted(CASE))
