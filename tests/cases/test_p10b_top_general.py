"""Heavy top that nods while it precesses, against the reduced equations of Lagrange."""

import numpy as np
import pytest
from case_data import agree, load
from dynamic_case import DEFAULT, DRIFT, TIGHT, agree_columns, assert_energy_balance, table, trusted

import linkwork as lw
from linkwork import gallery

CASE = load("p10b_top_general")
D, R = CASE.data, CASE.reference
TIMES, COLUMNS = table(CASE)
# The gallery's top has its symmetry axis along x; the case's frame along z: columns of this are x, y, z.
FRAME = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])


def model() -> lw.Mechanism:
    m = gallery.get(
        "heavy top", mass=D["m"], distance=D["l"], transverse=D["A"], axial=D["C"], tilt=D["theta0"], driven=False
    )
    c, s = np.cos(D["theta0"]), np.sin(D["theta0"])
    about_x = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    axis = about_x[:, 2]
    rate = np.array([D["theta_dot0"], 0, 0]) + D["psi_dot0"] * np.array([0, 0, 1]) + D["phi_dot0"] * axis
    m.place("top", rotation=lw.matrix(about_x @ FRAME), rate=rate)
    return m


def columns(run):
    top, centre = run.body("top"), run.point("top.centre").position
    r = top.rotation @ FRAME.T
    theta = np.arccos(r[:, 2, 2])
    psi = np.unwrap(np.arctan2(r[:, 0, 2], -r[:, 1, 2]))
    phi = np.unwrap(np.arctan2(r[:, 2, 0], r[:, 2, 1]))
    node = np.column_stack([np.cos(psi), np.sin(psi), 0 * psi])
    theta_dot = (top.angular_velocity * node).sum(axis=1)
    spin = (top.angular_velocity * r[:, :, 2]).sum(axis=1)
    psi_dot = (top.angular_velocity[:, 2] - spin * np.cos(theta)) / np.sin(theta) ** 2
    rates = {"theta_dot": theta_dot, "psi_dot": psi_dot, "phi_dot": spin - psi_dot * np.cos(theta)}
    places = {f"c{axis}": centre[:, k] for k, axis in enumerate("xyz")}
    return {"theta": theta, "psi": psi, "phi": phi, **rates, **places}


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_motion(run):
    agree_columns(columns(run), COLUMNS, DEFAULT)


def test_what_stays(run):
    assert_energy_balance(run)
    agree(run.energy.kinetic + run.energy.potential, np.full(len(TIMES), R["energy"]), DRIFT)
    agree(run.momentum.angular[:, 2], np.full(len(TIMES), R["Lz"]), DRIFT)
    top = run.body("top")
    agree((top.angular_velocity * top.rotation[:, :, 0]).sum(axis=1) / R["axial_spin_w3"], np.ones(len(TIMES)), DRIFT)


def test_first_reaction(run):
    agree(run.joint("foot").force[0], R["initial_reaction_at_O_on_top"], 1e-11)


def test_tight_tolerance():
    agree_columns(columns(model().simulate(TIMES, tolerance=TIGHT)), COLUMNS, trusted(CASE))
