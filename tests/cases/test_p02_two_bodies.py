"""Two bodies and one revolute joint: section 4.2 of the lecture notes on multibody kinematics."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw
from linkwork.arrays import Array

CASE = load("p02_two_bodies_revolute")
D, R = CASE.data, CASE.reference


def turned(angle: float, vector: list[float]) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]]) @ vector


@pytest.fixture(scope="module")
def run():
    m = lw.Mechanism("two bodies", plane="xy", gravity=(0, -D["g"]))
    for k, name in enumerate("ij"):
        body = m.body(name, mass=D["m"][k], inertia=D["mu"][k])
        m.point_force(f"pull_{name}", body.at(0, 0), force=tuple(D[f"f_{name}"]))
        m.place(body, angle=D[f"phi_{name}"], rate=D[f"w_{name}"])
    m.revolute("P", lw.Marker("i", tuple(D["s_i"])), lw.Marker("j", tuple(D["s_j"])))
    arm_i, arm_j = turned(D["phi_i"], D["s_i"]), turned(D["phi_j"], D["s_j"])
    m.place("i", at=(0, 0), velocity=(0, 0))
    m.place("j", at=arm_i - arm_j, velocity=D["w_i"] * turned(np.pi / 2, arm_i) - D["w_j"] * turned(np.pi / 2, arm_j))
    return m.simulate([0.0])


@pytest.mark.parametrize("name", ["i", "j"])
def test_accelerations(run, name):
    body = run.body(name)
    # Trusted to 14 digits, of numbers of order ten.
    agree([*body.acceleration[0], body.angular_acceleration[0]], R[f"qdd_{name}"], 1e-13)


def test_joint_force(run):
    joint = run.joint("P")
    assert joint.meaning == "force of i on j"
    agree(joint.force[0], R["force_on_body_j_at_P"], 1e-13)
    agree(joint.torque, [0.0], 1e-13)
