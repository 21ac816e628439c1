"""The generalised-alpha method: order, stiffness, joints, damping, cost."""

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError
from linkwork.solve.methods import weights

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cases"))
from case_data import load
from dynamic_case import set_moving, table

ALPHA = {"method": "generalised-alpha"}


def pendulum():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", mass=2.0, inertia=0.3, com=(0.5, 0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=0.3)
    return m


def four_bar(torque=20.0):
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    crank = m.body("crank", mass=1.0, inertia=0.30, com=(1, 0))
    coupler = m.body("coupler", mass=2.25, inertia=2.00, com=(2, 0))
    follower = m.body("follower", mass=2.0, inertia=1.35, com=(2, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(4, 0), follower.at(4, 0))
    m.revolute("D", m.ground.at(2.5, 0), follower.at(0, 0))
    m.torque("motor", crank, torque)
    m.place(crank, angle=60 * lw.deg)
    return m


def elastic_pendulum(stiffness, damping=0.0):
    """A mass on a spring so stiff that it swings like a pendulum."""
    m = lw.Mechanism("elastic pendulum", plane="xy", gravity=(0, -9.81))
    bob = m.body("bob", mass=1.0)
    m.spring("S", m.ground.at(0, 0), bob.at(0, 0), stiffness, 1.0, damping)
    m.place(bob, at=(1.0, 0.0))
    return m


def spinning_top():
    m = gallery.get("heavy top", driven=False)
    m.place(next(b for b in m.bodies if b != "ground"), rate=(2.0, 1.0, 10.0))
    return m


def difference(run, reference):
    return float(np.abs(run.poses[-1] - reference.poses[-1]).max())


@pytest.mark.parametrize("model", [pendulum, four_bar, spinning_top])
def test_order_two(model):
    m = model()
    end = 0.5
    reference = m.simulate([0.0, end], tolerance=1e-12)
    errors = [difference(m.simulate([0.0, end], step=h, **ALPHA), reference) for h in (0.005, 0.0025, 0.00125)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    np.testing.assert_allclose(orders, 2.0, atol=0.15)


@pytest.mark.parametrize("model", [pendulum, four_bar, spinning_top])
def test_error_follows_the_tolerance(model):
    m = model()
    reference = m.simulate([0.0, 0.5], tolerance=1e-12)
    errors = [difference(m.simulate([0.0, 0.5], tolerance=tol, **ALPHA), reference) for tol in (1e-4, 1e-5, 1e-6)]
    # of order two: steps are held to tolerance^(3/2), so that the error at the end falls with the tolerance
    assert errors[1] < errors[0] / 5
    assert errors[2] < errors[1] / 5


@pytest.mark.parametrize("model", [four_bar, spinning_top])
def test_joints_stay_closed_at_both_levels(model):
    run = model().simulate([0.0, 0.5], step=0.01, **ALPHA)
    assert run.violation < 1e-13
    from linkwork.solve.engine import Engine

    jacobian = Engine(run.plan).jacobian(run.poses[-1], 0.5)
    twist = run.motions[-1, :, 0]
    speeds = (twist[:, [0, 1, 5]] if run.plan.freedoms == 3 else twist).ravel()
    assert np.abs(jacobian @ speeds).max() < 1e-13 * np.abs(speeds).max()


@pytest.mark.parametrize("stiffness", [1e4, 1e7, 1e10])
def test_steps_do_not_depend_on_the_stiffness(stiffness):
    run = elastic_pendulum(stiffness, damping=1e-2 * stiffness).simulate([0.0, 1.0], tolerance=2e-5, **ALPHA)
    assert run.counts["steps"] < 2500
    assert run.counts["evaluations"] < 3.6 * run.counts["steps"]


def test_stiff_limit_is_the_rigid_pendulum():
    rigid = lw.Mechanism("rod pendulum", plane="xy", gravity=(0, -9.81))
    bob = rigid.body("bob", mass=1.0)
    rigid.rod("S", rigid.ground.at(0, 0), bob.at(0, 0), length=1.0)
    rigid.place(bob, at=(1.0, 0.0))
    times = np.linspace(0.0, 1.0, 11)
    expected = rigid.simulate(times).body("bob").position
    found = elastic_pendulum(1e9, damping=1e6).simulate(times, tolerance=5e-6, **ALPHA).body("bob").position
    np.testing.assert_allclose(found, expected, atol=3e-5)


def test_flyball_governor():
    """IFToMM A05: a hundredth of the evaluations of the explicit method."""
    case = load("p07e_A05_flyball")
    times, columns = table(case)
    times = np.ascontiguousarray(times)
    m = gallery.get("flyball governor", driven=False)
    d = case.data
    set_moving(
        m,
        base=(0.0, d["omega0"]),
        guide=(d["s0"], 0.0),
        pivot_1=(d["alpha0"], 0.0),
        pivot_2=(d["alpha0"], 0.0),
    )
    run = m.simulate(times, tolerance=5e-6, **ALPHA)
    np.testing.assert_allclose(run.joint("guide").translation, columns["s"], atol=5e-5)
    np.testing.assert_allclose(run.joint("pivot_1").angle, columns["alpha"], atol=5e-5)
    np.testing.assert_allclose(run.joint("base").angle_velocity, columns["Omega"], atol=5e-4)
    assert run.counts["evaluations"] < 40_000  # dop853 needs more than 400 000
    assert run.violation < 1e-12
    about_z = run.momentum.angular[:, 2]
    np.testing.assert_allclose(about_z, case.reference["angular_momentum_z"], rtol=1e-4)


def test_energy_is_damped_by_the_spectral_radius():
    """A vibration that a step of 0.05 s cannot follow dies out, and the quicker the smaller the radius."""
    left = []
    for radius in (1.0, 0.8, 0.0):
        m = lw.Mechanism("vibration", plane="xy")
        block = m.body("block", mass=1.0)
        m.point_on_line("guide", m.ground.at(0, 0, z=(1, 0)), block.at(0, 0))
        m.spring("S", m.ground.at(0, 0), block.at(0, 0), 1e8, 1.0)
        m.place(block, at=(1.001, 0.0))
        run = m.simulate([0.0, 1.0], step=0.01, spectral_radius=radius, **ALPHA)
        left.append(run.energy.kinetic[-1] + run.energy.potential[-1])
    assert left[0] == pytest.approx(50.0, rel=1e-3)
    assert left[1] < 1e-6
    assert left[2] < 1e-12


def test_energy_of_a_slow_motion_is_kept():
    run = pendulum().simulate(2.0, tolerance=1e-6, **ALPHA)
    assert np.ptp(run.energy.balance) < 1e-5 * run.energy.kinetic.max()


def test_slopes_of_expressions_are_used():
    """A contact law and a spring curve are as stiff as a spring: their slopes come from their programs."""
    m = lw.Mechanism("curved", plane="xy", gravity=(0, -9.81))
    block = m.body("block", mass=1.0)
    m.point_on_line("guide", m.ground.at(0, 0, z=(0, 1)), block.at(0, 0))
    m.effort("S", "guide.translation", "-1e8*guide.translation - 1e6*rate(guide.translation)")
    run = m.simulate([0.0, 1.0], tolerance=1e-6, **ALPHA)
    assert run.counts["steps"] < 300
    assert run.body("block").position[-1, 1] == pytest.approx(-9.81e-8, rel=1e-3)


def test_redundant_joints():
    m = gallery.get("spatial four-bar", driven=False)
    expected = m.simulate([0.0, 0.5])
    errors = []
    for h in (0.01, 0.005):
        run = m.simulate([0.0, 0.5], step=h, **ALPHA)
        assert run.violation < 1e-12
        errors.append(difference(run, expected))
    assert errors[1] < 0.3 * errors[0]


def test_events_end_the_run():
    run = pendulum().simulate(5.0, stop_when="pin.angle < -1", tolerance=2e-5, **ALPHA)
    assert run.joint("pin").angle[-1] == pytest.approx(-1.0, abs=1e-9)


def test_driven_mechanism():
    m = gallery.get("four-bar")
    expected = m.simulate([0.0, 0.5])
    run = m.simulate([0.0, 0.5], step=0.01, **ALPHA)
    np.testing.assert_allclose(run.poses[-1], expected.poses[-1], atol=1e-9)


def test_parameters_of_the_method():
    assert weights(1.0) == (0.5, 0.5)
    assert weights(0.0) == (-1.0, 0.0)


def test_radius_out_of_range():
    with pytest.raises(ModelError, match="spectral_radius"):
        pendulum().simulate(1.0, spectral_radius=1.2, **ALPHA)
