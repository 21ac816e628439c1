"""Nut on a fixed vertical screw."""

import pytest
from case_data import agree, load

import linkwork as lw

CASE = load("p10i_screw")
DATA, REFERENCE = CASE.data, CASE.reference


def jack(torque: float) -> lw.Mechanism:
    m = lw.Mechanism("screw jack", gravity=(0, 0, -DATA["g"]))
    nut = m.body("nut", mass=DATA["m"], inertia=(DATA["I"], DATA["I"], DATA["I"]))
    m.screw("thread", m.ground.at(0, 0, 0), nut.at(0, 0, 0), pitch=DATA["pitch"])
    m.torque("hand", nut, torque, axis="z")
    return m


@pytest.mark.parametrize("formulation", ["auto", "relative", "natural", "lagrange"])
def test_turning_nut(formulation):
    run = jack(DATA["torque"]).simulate([0.0, 1.0], formulation=formulation, tolerance=1e-12)
    thread = run.joint("thread")
    agree(thread.angle_acceleration, [REFERENCE["phi_ddot"]] * 2)
    agree(run.body("nut").acceleration[0, 2], REFERENCE["z_ddot"])
    agree(thread.on("nut").force[0], [0, 0, REFERENCE["axial_force_of_screw_on_nut"]])
    agree(thread.on("nut").torque[0], [0, 0, REFERENCE["screw_torque_on_nut"]])
    agree(run.body("nut").position[1, 2], REFERENCE["z_after_1s"])


def test_holding_torque():
    m = jack(0.0)
    m.drive("thread.angle", 0.0)
    agree(m.inverse([0.0]).driver("thread.angle").effort, [REFERENCE["holding_torque"]])
