"""Slider-crank with gas force, of the natural orthogonal complement paper, at one instant."""

import numpy as np
import pytest
from case_data import agree, load, quadratic
from dynamic_case import set_moving

import linkwork as lw

CASE = load("p05b_noc_slidercrank_gas")
D, R = CASE.data, CASE.reference
# Trusted to 12 digits, of the largest number compared at once.
DIGITS = 1e-11


def model(gas: float = D["fc"], motor: float = D["tau1"], gravity: float = D["g"]) -> lw.Mechanism:
    m = lw.Mechanism("slider-crank", plane="xy", gravity=(0, -gravity))
    crank = m.body("crank", mass=D["m1"], com=(D["c1"], 0), inertia=D["I1"])
    rod = m.body("rod", mass=D["m2"], com=(D["c2"], 0), inertia=D["I2"])
    slider = m.body("slider", mass=D["m3"], inertia=1.0)  # it does not turn
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(D["r"], 0), rod.at(0, 0))
    m.revolute("B", rod.at(D["l"], 0), slider.at(0, 0))
    m.prismatic("guide", m.ground.at(0, D["e"]), slider.at(0, 0), axis="x")
    m.torque("motor", crank, motor)
    m.point_force("gas", slider.at(0, 0), force=(-gas, 0))
    m.place(crank, angle=D["psi"])
    m.place(rod, angle=-0.2)
    m.place(slider, at=(0.41, 0))
    return m


@pytest.fixture(scope="module")
def run():
    m = model()
    set_moving(m, O=(D["psi"], D["psi_dot"]))
    return m.simulate([0.0])


def test_position_and_rates(run):
    agree(run.body("rod").angle[0], R["theta_rod"], DIGITS)
    agree(run.joint("guide").translation[0], R["slider_x"], DIGITS)
    agree(run.body("rod").angular_velocity[0] / D["psi_dot"], R["r_theta"], DIGITS)
    agree(run.body("slider").velocity[0, 0] / D["psi_dot"], R["r_s"], DIGITS)


def test_accelerations(run):
    agree(run.body("crank").angular_acceleration[0], R["psi_ddot"], DIGITS)
    agree(run.body("rod").angular_acceleration[0], R["rod_angular_acceleration"], DIGITS)
    agree(run.body("slider").acceleration[0], [R["slider_acceleration"], 0.0], DIGITS)


def test_joint_forces(run):
    agree(run.joint("O").force[0], R["f01_ground_on_crank"], DIGITS)
    agree(run.joint("A").force[0], R["f12_crank_on_rod"], DIGITS)
    agree(run.joint("B").force[0], R["f23_rod_on_slider"], DIGITS)


def test_guide(run):
    guide = run.joint("guide")
    assert guide.meaning == "force of ground on slider"
    agree(guide.force[0], [0.0, R["guide_normal_force_on_slider_y"]], DIGITS)
    # The guide's couple is what is left of moments of up to 60 N m.
    assert guide.torque[0] == pytest.approx(R["guide_couple_on_slider"], abs=1e-10)


def effort(acceleration: float, rate: float, **loads: float) -> float:
    """Return the torque that drives the crank."""
    m = model(motor=0.0, **{"gas": 0.0, "gravity": 0.0, **loads})
    m.drive("O", quadratic(D["psi"], rate, acceleration))
    return float(m.inverse([0.0]).driver("O").effort[0])


def test_terms_of_the_equation_of_motion():
    agree(effort(1.0, 0.0), R["generalized_inertia_I"], DIGITS)
    agree(-effort(0.0, D["psi_dot"]) / D["psi_dot"], R["convective_C"], DIGITS)
    agree(D["tau1"] - effort(0.0, 0.0, gas=D["fc"], gravity=D["g"]), R["generalized_force_tau"], DIGITS)


def test_shaking_force_is_what_ground_bears(run):
    total = run.joint("O").force[0] + run.joint("guide").force[0]
    np.testing.assert_allclose(run.shaking_force[0], -total, atol=1e-9)
