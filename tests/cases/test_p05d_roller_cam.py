"""Eccentric circle cam with a roller that rolls on it, of the natural orthogonal complement paper, at one instant."""

import numpy as np
import pytest
from case_data import agree, load
from dynamic_case import set_moving

import linkwork as lw

CASE = load("p05d_noc_roller_cam")
D, R = CASE.data, CASE.reference
# Trusted to 12 digits, of the largest number compared at once.
DIGITS = 1e-11


@pytest.fixture(scope="module", params=[False, True], ids=["plane", "space"])
def run(request):
    m = lw.Mechanism("roller cam", plane="xy", gravity=(0, -D["g"]))
    cam = m.body("cam", mass=D["m1"], inertia=D["I1"], com=(D["cm_radius"], 0))
    roller = m.body("roller", mass=D["m2"], inertia=D["I2"])
    follower = m.body("follower", mass=D["m3"], inertia=1.0)  # it does not turn
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.revolute("pin", follower.at(0, 0), roller.at(0, 0))
    m.prismatic("guide", m.ground.at(D["d"], 0), follower.at(0, 0), axis="y")
    circle = lw.circle(D["R"], centre=(D["e"], 0))
    m.point_on_curve("contact", cam.at(0, 0), roller.at(0, 0), curve=circle, radius=D["rr"], rolling=True)
    m.torque("motor", cam, D["tau1"])
    m.point_force("load", follower.at(0, 0), force=(0, -D["fs"]))
    m.place(cam, angle=D["psi"])
    for body in (roller, follower):
        m.place(body, at=(0, 0.07))
    set_moving(m, O=(D["psi"], D["psi_dot"]))
    return (m.in_space() if request.param else m).simulate([0.0])


def test_motion(run):
    agree(run.joint("guide").translation[0], R["s"], DIGITS)
    agree(run.joint("guide").translation_velocity[0] / D["psi_dot"], R["s_prime"], DIGITS)
    agree(run.joint("O").angle_acceleration[0], R["psi_ddot"], DIGITS)
    agree(run.joint("guide").translation_acceleration[0], R["follower_acceleration"], DIGITS)
    spin = run.joint("pin").angle_velocity[0] / D["psi_dot"]
    agree([spin, run.joint("pin").angle_acceleration[0]], [R["r_theta"], R["roller_angular_acceleration"]], DIGITS)


def test_contact_and_bearings(run):
    force = run.joint("contact").force[0][:2]
    agree(force, R["contact_force_on_roller"], DIGITS)
    agree(np.array(R["contact_normal_direction_cam_to_roller"]) @ force, R["contact_normal_force"], DIGITS)
    agree(run.joint("pin").force[0][:2], R["pin_force_follower_on_roller"], DIGITS)
    agree(run.joint("guide").force[0][0], R["guide_side_force_on_follower_x"], DIGITS)
    agree(run.joint("O").force[0][:2], R["bearing_force_ground_on_cam"], DIGITS)
    agree(run.contact("contact").point[0][:2], R["contact_point"], DIGITS)
