"""Three-leg platform of the singularity-free paper under equal motor torques: it passes flat positions."""

import numpy as np
import pytest
from case_data import agree, load
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, table

from linkwork import gallery

CASE = load("p06b_three_leg_platform")
TIMES, COLUMNS = table(CASE)
LISTED = {name: COLUMNS[name] for name in ("theta", "z", "vz", "az", "phi", "phi_dot")}
EARLY = TIMES <= 0.8 + 1e-9
"""Until the flat position; the symmetric motion is unstable sideways."""


def model():
    return gallery.get("three-leg platform", driven=False)


def columns(run, rows=slice(None)):
    plate, motor = run.body("platform"), run.joint("motor_1")
    return {
        "theta": run.measure("platform.yaw").values[rows, 0],
        "z": plate.position[rows, 2],
        "vz": plate.velocity[rows, 2],
        "az": plate.acceleration[rows, 2],
        "phi": motor.angle[rows],
        "phi_dot": motor.angle_velocity[rows],
    }


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_freedoms():
    mobility = model().mobility()
    assert (mobility.equations, mobility.rank, mobility.degrees_of_freedom) == (39, 39, 3)


def test_motion(run):
    agree_columns(columns(run), LISTED, DEFAULT)


def test_it_stays_symmetric(run):
    assert np.abs(run.body("platform").position[:, :2]).max() < 1e-6
    for k in (2, 3):
        agree(run.joint(f"motor_{k}").angle, run.joint("motor_1").angle, 1e-6)


def test_first_force_on_the_leg(run):
    expected = CASE.reference["initial_force_of_platform_on_leg1_at_J1"]
    # Known from one derivation only, to about 1e-12.
    assert run.joint("ball_1").meaning == "force of platform on leg_1"
    agree(run.joint("ball_1").force[0], expected, 1e-10)


def test_energy_balance(run):
    assert_energy_balance(run)


def test_tight_tolerance():
    # The full equations were checked against the symmetric solution to 1e-11 until 0.8 s; 9 digits are trusted.
    run = model().simulate(TIMES[EARLY], tolerance=TIGHT)
    agree_columns(columns(run), {name: values[EARLY] for name, values in LISTED.items()}, 1e-9)


def test_flat_positions():
    run = model().simulate(2.0, record_when={"flat": "platform.z"})
    expected = [event["t"] for event in CASE.reference["events"] if event["kind"].startswith("z=0")]
    agree(run.records["flat"], expected, DEFAULT)
