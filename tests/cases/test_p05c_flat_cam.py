"""Eccentric circle cam with a flat-face follower, of the natural orthogonal complement paper, at one instant."""

import pytest
from case_data import agree, load
from dynamic_case import set_moving

import linkwork as lw

CASE = load("p05c_noc_flat_cam")
D, R = CASE.data, CASE.reference
# Trusted to 14 digits; a contact is found to rounding and its second derivative loses a digit.
DIGITS = 1e-12


def model(plane: str | None = "xy") -> lw.Mechanism:
    m = lw.Mechanism("flat cam", plane="xy", gravity=(0, -D["g"]))
    cam = m.body("cam", mass=D["m1"], inertia=D["I1"], com=(D["cm_radius"], 0))
    follower = m.body("follower", mass=D["m2"], inertia=1.0)  # it does not turn
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.prismatic("guide", m.ground.at(D["follower_x"], 0), follower.at(0, 0), axis="y")
    m.face_on_curve("contact", cam.at(0, 0), follower.at(0, 0), curve=lw.circle(D["R"], centre=(D["e"], 0)))
    m.torque("motor", cam, D["tau1"])
    m.point_force("load", follower.at(0, 0), force=(0, -D["fs"]))
    m.place(cam, angle=D["psi"])
    m.place(follower, at=(0, D["R"]))
    return m


@pytest.fixture(scope="module", params=[False, True], ids=["plane", "space"])
def run(request):
    m = model()
    set_moving(m, O=(D["psi"], D["psi_dot"]))
    return (m.in_space() if request.param else m).simulate([0.0])


def test_motion(run):
    agree(run.joint("guide").translation[0], R["s"], DIGITS)
    agree(run.joint("guide").translation_velocity[0] / D["psi_dot"], R["s_prime"], DIGITS)
    agree(run.joint("O").angle_acceleration[0], R["psi_ddot"], DIGITS)
    agree(run.joint("guide").translation_acceleration[0], R["follower_acceleration"], DIGITS)


def test_contact_and_bearings(run):
    agree(run.joint("contact").force[0][:2], R["contact_force_on_follower"], DIGITS)
    agree(run.joint("O").force[0][:2], R["bearing_force_on_cam"], DIGITS)
    agree(run.contact("contact").point[0][:2], R["contact_point"], DIGITS)
    agree(run.joint("guide").force[0][0], R["guide_side_force"], DIGITS)
