"""Open chain of four hinges in space: mass matrix, inverse and forward dynamics, against Pinocchio."""

import numpy as np
import pytest
from case_data import agree, load, quadratic
from dynamic_case import set_moving

import linkwork as lw
from linkwork.base.rotation import to_matrix

CASE = load("p10m_open_chain_4R")
D, R = CASE.data, CASE.reference
JOINTS = [f"joint_{k}" for k in range(1, 5)]
NEXT = {"x": "y", "y": "z", "z": "x"}
# Trusted to 12 digits.
DIGITS = 1e-11


def model(gravity: bool = True) -> lw.Mechanism:
    m = lw.Mechanism("4R chain", gravity=D["gravity"] if gravity else None)
    parent = m.ground
    for name, j in zip(JOINTS, D["joints"], strict=True):
        frame, unit = to_matrix("rpy", tuple(j["rpy"])), dict(zip("xyz", np.eye(3), strict=True))
        link = m.body(name.replace("joint", "link"), mass=j["mass"], com=j["com"], inertia=j["inertia"])
        axis, reference = j["axis"], NEXT[j["axis"]]
        before = parent.at(*j["xyz"], z=frame @ unit[axis], x=frame @ unit[reference])
        m.revolute(name, before, link.at(0, 0, 0, z=axis, x=reference))
        parent = link
    parent.point("centre", *D["joints"][-1]["com"])
    return m


def efforts(rates, accelerations, gravity: bool = True):
    m = model(gravity)
    for joint, q, v, a in zip(JOINTS, D["q"], rates, accelerations, strict=True):
        m.drive(joint, quadratic(q, float(v), float(a)))
    run = m.inverse([0.0])
    return [run.driver(joint).effort[0] for joint in JOINTS]


def test_inverse_dynamics():
    agree(efforts(D["v"], D["a"]), R["inverse_dynamics"], DIGITS)


def test_bias():
    agree(efforts(D["v"], np.zeros(4)), R["bias"], DIGITS)


def test_mass_matrix():
    # Without gravity and at rest, the efforts of a unit acceleration are a column of the mass matrix.
    agree([efforts(np.zeros(4), unit, gravity=False) for unit in np.eye(4)], R["mass_matrix"], DIGITS)


@pytest.fixture(scope="module", params=["auto", "natural"])
def run(request):
    m = model()
    bodies = ["ground", *(joint.replace("joint", "link") for joint in JOINTS)]
    for k, (j, torque) in enumerate(zip(D["joints"], D["tau"], strict=True)):
        m.torque(f"motor_{k}", bodies[k + 1], torque, axis=j["axis"], reacted_by=bodies[k], follows="body")
    set_moving(m, **{joint: (q, v) for joint, q, v in zip(JOINTS, D["q"], D["v"], strict=True)})
    return m.simulate([0.0], formulation=request.param)


def test_forward_dynamics(run):
    accelerations = [run.joint(joint).angle_acceleration[0] for joint in JOINTS]
    # The first two differ by small pivots: two digits of 12 are lost.
    agree(accelerations, R["forward_dynamics"], DIGITS)


def test_state(run):
    agree(run.energy.kinetic[0], R["kinetic_energy"], DIGITS)
    agree(run.point("link_4.centre").position[0], R["last_link_com"], DIGITS)


def test_force_in_the_base(run):
    assert run.joint("joint_1").meaning == "force of ground on link_1"
    agree(run.joint("joint_1").force[0], R["base_joint_force_on_link1_in_forward_dynamics"], DIGITS)


def test_robot_routines():
    robot = model().robot(tool="link_4.centre")
    assert robot.names == [f"{joint}.angle" for joint in JOINTS]
    q, v = np.array(D["q"]), np.array(D["v"])
    agree(robot.mass_matrix(q), R["mass_matrix"], DIGITS)
    agree(robot.bias(q, v), R["bias"], DIGITS)
    agree(robot.inverse_dynamics(q, v, D["a"]), R["inverse_dynamics"], DIGITS)
    agree(robot.forward_dynamics(q, v, D["tau"]), R["forward_dynamics"], DIGITS)
    agree(robot.forward(q).position, R["last_link_com"], DIGITS)
    agree(0.5 * v @ robot.mass_matrix(q) @ v, R["kinetic_energy"], DIGITS)
