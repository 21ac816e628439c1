"""Four-bar of the natural orthogonal complement paper: acceleration and joint forces at one instant."""

import pytest
from case_data import agree, load, quadratic
from case_models import four_bar
from dynamic_case import set_moving

CASE = load("p05a_noc_fourbar")
D, R = CASE.data, CASE.reference
# Trusted to 13 digits, of numbers up to 32.
DIGITS = 1e-12


def model():
    m = four_bar(D, D["psi"])
    set_moving(m, O2=(D["psi"], D["psi_dot"]))
    return m


@pytest.fixture(scope="module")
def run():
    return model().simulate([0.0])


def test_start(run):
    agree(run.body("link_3").position[0], R["joint_A"], DIGITS)
    rates = [run.body(f"link_{k}").angular_velocity[0] / D["psi_dot"] for k in (2, 3, 4)]
    agree(rates, [1.0, R["r_theta"], R["r_phi"]], DIGITS)


def test_accelerations(run):
    agree([run.body(f"link_{k}").angular_acceleration[0] for k in (2, 3, 4)], R["angular_accelerations"], DIGITS)


@pytest.mark.parametrize(
    ("joint", "sign", "key"),
    [
        ("O2", 1, "f01_ground_on_crank"),
        ("A", 1, "f12_crank_on_coupler"),
        ("B", 1, "f23_coupler_on_follower"),
        ("O4", -1, "f30_follower_on_ground"),
    ],
)
def test_joint_forces(run, joint, sign, key):
    agree(sign * run.joint(joint).force[0], R[key], DIGITS)


def effort(acceleration: float, rate: float, gravity: float = 0.0) -> float:
    """Return the torque that drives the crank."""
    m = four_bar({**D, "g": gravity}, D["psi"])
    del m.forces["motor"]
    m.drive("O2", quadratic(D["psi"], rate, acceleration))
    return float(m.inverse([0.0]).driver("O2").effort[0])


def test_terms_of_the_equation_of_motion():
    # I psi'' = C psi' + tau, with the drive as tau_1 and gravity in tau.
    agree(effort(1.0, 0.0), R["generalized_inertia_I"], DIGITS)
    agree(-effort(0.0, D["psi_dot"]) / D["psi_dot"], R["convective_C"], DIGITS)
    agree(D["T_in"] - effort(0.0, 0.0, D["g"]), R["generalized_force_tau"], DIGITS)
    agree(effort(R["psi_ddot"], D["psi_dot"], D["g"]), D["T_in"], DIGITS)
