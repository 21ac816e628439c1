"""Free body spun about its intermediate axis: it turns over again and again (Dzhanibekov)."""

import numpy as np
import pytest
from case_data import agree, load
from dynamic_case import DEFAULT, DRIFT, TIGHT, agree_columns, assert_energy_balance, table, trusted

import linkwork as lw
from linkwork.base.rotation import matrix_quaternion

CASE = load("p10c_dzhanibekov")
D, R = CASE.data, CASE.reference
TIMES, COLUMNS = table(CASE)


def model() -> lw.Mechanism:
    m = lw.Mechanism("wing nut")
    body = m.body("nut", mass=1.0, inertia=D["I"])
    m.place(body, at=(0, 0, 0), rotation=lw.quaternion(1, 0, 0, 0), rate=D["w0"])
    return m


def columns(run):
    nut = run.body("nut")
    turned = np.array([matrix_quaternion(r) for r in nut.rotation])
    expected = np.column_stack([COLUMNS[f"e{k}"] for k in range(4)])
    # Both signs of four Euler parameters are the same orientation.
    turned *= np.sign((turned * expected).sum(axis=1))[:, None]
    spin = np.einsum("tji,tj->ti", nut.rotation, nut.angular_velocity)
    parameters = {f"e{k}": turned[:, k] for k in range(4)}
    return parameters | {f"w{axis}": spin[:, k] for k, axis in enumerate("xyz")}


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_motion(run):
    # From 0.01 to 3 rad/s about the unstable axis, and again: errors grow 10^4-fold.
    agree_columns(columns(run), COLUMNS, DEFAULT)


def test_what_stays(run):
    assert_energy_balance(run)
    agree(2 * run.energy.kinetic, np.full(len(TIMES), R["two_E"]), DRIFT)
    agree(run.momentum.angular, np.tile(R["angular_momentum_global"], (len(TIMES), 1)), DRIFT)


def test_period():
    run = model().simulate([0.0, R["period_of_body_rates"]], tolerance=TIGHT)
    nut = run.body("nut")
    spin = nut.rotation[-1].T @ nut.angular_velocity[-1]
    agree(spin, D["w0"], 1e-9)


def test_tight_tolerance():
    # 10 digits trusted.
    agree_columns(columns(model().simulate(TIMES, tolerance=1e-14)), COLUMNS, trusted(CASE))
