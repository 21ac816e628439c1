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
    actual = columns(model().simulate(TIMES, formulation="relative", tolerance=TIGHT))
    agree_columns(actual, COLUMNS, 1e-9)


TORQUE = 3.0
"""On the crank [N m]: it acts along the direction that the joints lose where the bars coincide."""


def pushed():
    m = model()
    m.torque("push", "crank", TORQUE)
    return m


def acceleration_of(angle, rate):
    """Return the crank's angular acceleration, from Lagrange's equation of the bars' common angle."""
    m, L, ms = D["m"], D["L"], D["ms"]
    inertia = 2 * m * L**2 / 12 + m * L**2 / 4 + (m * (9 / 4 * np.sin(angle) ** 2 + np.cos(angle) ** 2 / 4)) * L**2
    inertia += 4 * ms * L**2 * np.sin(angle) ** 2
    slope = (2 * m + 4 * ms) * L**2 * 2 * np.sin(angle) * np.cos(angle)
    return (TORQUE - m * D["g"] * L * np.cos(angle) - slope * rate**2 / 2) / inertia


@pytest.mark.parametrize("formulation", ["reference", "relative"])
def test_accelerations_next_to_and_in_singular_positions(formulation):
    # Read from the steps around: as good as tolerance, method (some hundred tolerances) and rounding allow.
    passage = pushed().simulate(1.0, tolerance=TIGHT, record_when={"passes": "slider.x"}).records["passes"][0]
    beside = np.geomspace(1e-9, 1e-2, 36)
    times = np.array([0.0, *(passage - beside[::-1]), passage, *(passage + beside), 1.0])
    run = pushed().simulate(times, tolerance=TIGHT, formulation=formulation)
    crank, rod = run.body("crank"), run.body("rod")
    expected = acceleration_of(crank.angle, crank.angular_velocity)
    size = np.abs(expected).max()
    np.testing.assert_allclose(crank.angular_acceleration, expected, atol=1e-8 * size)
    np.testing.assert_allclose(rod.angular_acceleration, -expected, atol=1e-8 * size)


def test_reactions_grow_like_one_over_the_distance():
    # What the force along the lost direction needs, over the distance; 1e-6 off 1e-5 s it still has four digits.
    passage = pushed().simulate(1.0, tolerance=TIGHT, record_when={"passes": "slider.x"}).records["passes"][0]
    beside = np.array([1e-6, 1e-5, 1e-4])
    run = pushed().simulate([0.0, *(passage + beside), 1.0], tolerance=TIGHT)
    force = np.linalg.norm(run.joint("crank_pivot").force[1:-1], axis=1)
    np.testing.assert_allclose(force * beside, force[0] * beside[0], rtol=2e-3)
