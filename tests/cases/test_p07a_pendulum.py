"""IFToMM A01, simple pendulum: a point mass on a massless bar, against Jacobi's elliptic functions."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, table, trusted

import linkwork as lw

CASE = load("p07a_A01_pendulum")
D = CASE.data
TIMES, COLUMNS = table(CASE)


def model() -> lw.Mechanism:
    """Return a point mass held by a rod; nothing turns it, so it needs no inertia."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -D["g"]))
    bob = m.body("bob", mass=D["m"])
    m.rod("hang", m.ground.at(0, 0), bob.at(0, 0), length=D["L"])
    m.place(bob, at=(D["side"] * D["L"], 0))
    return m


def columns(run):
    mass = run.body("bob")
    (x, y), (vx, vy) = mass.position.T, mass.velocity.T
    inwards = -mass.position / D["L"]
    return {
        "x": x,
        "y": y,
        "vx": vx,
        "vy": vy,
        "alpha": np.arctan2(x, -y),
        "alpha_dot": (x * vy - y * vx) / D["L"] ** 2,
        "tension": (run.joint("hang").force * inwards).sum(axis=1),
    }


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_motion_and_tension(run):
    agree_columns(columns(run), COLUMNS, DEFAULT)


def test_energy_stays(run):
    assert_energy_balance(run)


def test_tight_tolerance():
    agree_columns(columns(model().simulate(TIMES, tolerance=TIGHT)), COLUMNS, trusted(CASE))


def test_period():
    run = model().simulate(10.0, record_when={"lowest": "bob.x"}, tolerance=TIGHT)
    passages = run.records["lowest"]
    # It passes the lowest point every half period, first after a quarter.
    expected = CASE.reference["period"] * (0.25 + 0.5 * np.arange(len(passages)))
    assert len(passages) == 8
    np.testing.assert_allclose(passages, expected, rtol=1e-10)
