"""Four-bar of the thesis as printed: it starts in an unstable equilibrium, and must leave it backwards."""

import numpy as np
import pytest
from case_data import load
from case_models import STABILISATIONS, STUDY_OF, four_bar, four_bar_columns
from dynamic_case import DEFAULT, agree_columns, assert_energy_balance, table

CASE = load("p01a_thesis_fourbar_as_printed")
TIMES, COLUMNS = table(CASE)


def model(gravity: float = CASE.data["g"]):
    return four_bar({**CASE.data, "g": gravity}, CASE.data["initial"]["theta2"])


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_angles_and_reactions(run):
    agree_columns(four_bar_columns(run), COLUMNS, DEFAULT)


def test_reactions_say_whose_they_are(run):
    assert run.joint("A").meaning == "force of link_2 on link_3"
    assert all(run.joint("A").determinate.values())


def test_energy_balance(run):
    assert_energy_balance(run)


def test_tight_tolerance():
    # Trusted to 12 digits, from one equation in theta2. It leaves an unstable equilibrium: from an
    # acceleration of 0.001 rad/s^2 to half a radian, errors grow several hundredfold on the way.
    agree_columns(four_bar_columns(model().simulate(TIMES, tolerance=1e-13)), COLUMNS, 1e-10)


@pytest.mark.parametrize("gravity", ["9.81", "9.80", "9.80665"])
def test_direction_of_the_start_depends_on_gravity(gravity):
    start = model(float(gravity)).simulate([0.0])
    expected = CASE.reference["sensitivity"][f"alpha2_0_for_g_{gravity}"]
    # A difference of torques of 39.75 N m: 1e-13 of them.
    assert start.body("link_2").angular_acceleration[0] == pytest.approx(expected, abs=1e-12)


def test_torque_that_holds_it():
    m = model()
    del m.forces["motor"]
    m.drive("O2.angle", CASE.data["initial"]["theta2"])
    effort = m.inverse([0.0]).driver("O2.angle").effort[0]
    assert effort == pytest.approx(CASE.reference["sensitivity"]["static_holding_torque_g_9.81"], rel=1e-12)


# ---- every stabilisation, with steps chosen by the error and with the study's ------------------------


@pytest.mark.parametrize("options", STABILISATIONS.values(), ids=STABILISATIONS)
def test_every_stabilisation_with_step_control(options):
    agree_columns(four_bar_columns(model().simulate(TIMES, **options)), COLUMNS, DEFAULT)


@pytest.mark.parametrize(("name", "options"), STUDY_OF.items())
def test_drift_of_every_stabilisation(name, options):
    run = model().simulate(np.linspace(0, 5, 201), method="rk4", step=0.025, **options)
    study = CASE.reference["drift_study"][name]
    for t, position, velocity, theta in study["history"]:
        k = round(t / 0.025)
        # Orders of magnitude, as the case says, of norms over the eight pins; below 1e-12 they are rounding.
        assert run["violation.position"][k] < 5 * max(position, 1e-12)
        assert run["violation.velocity"][k] < 5 * max(velocity, 1e-12)
        if position > 1e-12 and options["stabilisation"] != "correction":
            assert run["violation.position"][k] > position / 10
        assert run.body("link_2").angle[k] == pytest.approx(theta, abs=1e-6)


def test_projection_meets_positions_and_velocities():
    run = model().simulate(np.linspace(0, 5, 201), method="rk4", step=0.025, tolerance=1e-9)
    # A thousandth of the tolerance, of 4 m, and of a turn of 1 rad/s.
    assert run["violation.position"].max() < 4e-12
    assert run["violation.velocity"].max() < 4e-12
    assert run.body("link_2").angle[-1] == pytest.approx(COLUMNS["theta2"][-1], abs=1e-6)
