"""Double pendulum released from the horizontal: the pose that the singularity-free paper calls singular."""

import pytest
from case_data import load
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, table, trusted

import linkwork as lw

CASE = load("p06a_double_pendulum")
D = CASE.data
TIMES, COLUMNS = table(CASE)


def model() -> lw.Mechanism:
    m = lw.Mechanism("double pendulum", plane="xy", gravity=(0, -D["g"]))
    upper, lower = (m.body(f"link_{k}", mass=D[f"m{k}"], com=(D[f"a{k}"], 0), inertia=D[f"J{k}"]) for k in (1, 2))
    lower.point("centre", D["a2"], 0)
    m.revolute("top", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("middle", upper.at(D["L1"], 0), lower.at(0, 0))
    m.place(upper, angle=D["theta1"])
    m.place(lower, angle=D["theta2"])
    return m


def columns(run):
    c = {}
    for k in (1, 2):
        body, force = run.body(f"link_{k}"), run.joint(("top", "middle")[k - 1]).force
        c |= {f"theta{k}": body.angle, f"w{k}": body.angular_velocity, f"alpha{k}": body.angular_acceleration}
        c |= {f"F{k}x": force[:, 0], f"F{k}y": force[:, 1]}
    centre = run.point("link_2.centre")
    c |= {"c2x": centre.position[:, 0], "c2y": centre.position[:, 1]}
    return c | {"v2x": centre.velocity[:, 0], "v2y": centre.velocity[:, 1]}


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_motion_and_reactions(run):
    agree_columns(columns(run), COLUMNS, DEFAULT)


def test_energy_stays(run):
    assert_energy_balance(run)
    assert abs(run.energy.total).max() < 1e-7 * run.energy.scale  # it starts at the height of its pin


def test_tight_tolerance():
    agree_columns(columns(model().simulate(TIMES, tolerance=TIGHT)), COLUMNS, trusted(CASE))


def test_the_same_in_space():
    agree = model().in_space().simulate(TIMES)
    assert agree.point("link_2.centre").position[:, :2] == pytest.approx(
        model().simulate(TIMES).point("link_2.centre").position, abs=1e-6
    )
