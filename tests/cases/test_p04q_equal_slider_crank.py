"""Slider-crank with equal bars running through its singular position six times."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, set_moving, table, trusted

from linkwork import gallery

CASE = load("p04q_equal_slidercrank_dynamics")
D = CASE.data
TIMES, COLUMNS = table(CASE)


def model():
    m = gallery.get("slider-crank", crank=D["L"], rod=D["L"], slider_mass=D["ms"], driven=False)
    m.place("crank", angle=D["theta0"])
    m.place("rod", angle=-D["theta0"])
    m.place("slider", at=(2 * D["L"] * np.cos(D["theta0"]), 0))
    set_moving(m, crank_pivot=(D["theta0"], D["w0"]))
    return m


def columns(run):
    crank, slider = run.body("crank"), run.body("slider")
    return {
        "theta": crank.angle,
        "theta_dot": crank.angular_velocity,
        "theta_ddot": crank.angular_acceleration,
        "x": slider.position[:, 0],
        "vx": slider.velocity[:, 0],
    }


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_motion(run):
    agree_columns(columns(run), COLUMNS, DEFAULT)


def test_energy_stays(run):
    assert_energy_balance(run)
    assert run.energy.kinetic[0] + run.energy.potential[0] == pytest.approx(CASE.reference["energy"])


def test_singular_positions_are_reported(run):
    found = [float(event.split()[2]) for event in run.events if "singular" in event]
    expected = np.array(CASE.reference["singular_passage_times"])
    np.testing.assert_allclose(found, expected, atol=1e-4)


def test_passage_times():
    run = model().simulate(3.0, record_when={"passes": "slider.x"})
    expected = CASE.reference["singular_passage_times"]
    np.testing.assert_allclose(run.records["passes"], expected, atol=DEFAULT)


def test_tight_tolerance():
    agree_columns(columns(model().simulate(TIMES, tolerance=TIGHT)), COLUMNS, 2 * trusted(CASE))


def test_relative_coordinates():
    # Next to a singular position rounding of velocities, divided by the distance, is in accelerations: one digit more.
    actual = columns(model().simulate(TIMES, formulation="relative", tolerance=TIGHT))
    agree_columns(actual, {"theta_ddot": COLUMNS["theta_ddot"]}, 1e-8)
    agree_columns(actual, {name: values for name, values in COLUMNS.items() if name != "theta_ddot"}, 1e-9)
