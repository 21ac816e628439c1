"""What is read between the steps of a simulation is about as good as the steps are."""

import numpy as np
import pytest

import linkwork as lw

INERTIA = 1.0 + 0.5**2  # about the pin [kg m^2]


def crank(rate: float, torque: float) -> lw.Mechanism:
    """Return a crank of 1 m whose centre of mass goes round on a circle of half of that."""
    m = lw.Mechanism("crank", plane="xy")
    body = m.body("crank", mass=1.0, inertia=1.0, com=(0.5, 0))
    body.point("P", 1.0, 0)
    m.revolute("A", m.ground.at(0, 0), body.at(0, 0))
    m.torque("motor", body, torque)
    m.place(body, angle=0.0, rate=rate)
    return m


def missed(run, rate: float, torque: float) -> tuple[float, float, float]:
    """Return by how much angle [rad], point [m] and velocity of the point, as a share of the largest, are missed."""
    t = run.time - run.time[0]
    angle, turning = rate * t + 0.5 * torque / INERTIA * t**2, rate + torque / INERTIA * t
    return (
        np.abs(run["A.angle"] - angle).max(),
        np.abs(run["crank.P.x"] - np.cos(angle)).max(),
        np.abs(run["crank.P.velocity.x"] + turning * np.sin(angle)).max() / turning.max(),
    )


@pytest.mark.parametrize("start", [0.0, -7.0])
@pytest.mark.parametrize("tolerance", [1e-11, 1e-8, 1e-5])
def test_steady_turning(tolerance, start):
    # The steps are exact here, and the polynomial misses a circle by 0.4 of the tolerance, its slope by more. Rounding
    # of angles up to 100 rad is 1e-14.
    run = crank(10.0, 0.0).simulate(np.linspace(start, start + 10.0, 1001), tolerance=tolerance)
    angle, point, velocity = missed(run, 10.0, 0.0)
    assert angle < tolerance + 1e-12
    assert point < tolerance
    assert velocity < 10.0 * tolerance


@pytest.mark.parametrize("tolerance", [1e-11, 1e-8, 1e-5])
def test_turning_that_quickens(tolerance):
    # First steps from rest grow several times each, and the path bends more and more within them.
    run = crank(0.0, 1.0).simulate(np.linspace(0.0, 10.0, 1001), tolerance=tolerance)
    angle, point, velocity = missed(run, 0.0, 1.0)
    assert angle < 10.0 * tolerance
    assert point < 300.0 * tolerance
    assert velocity < 1000.0 * tolerance


def test_few_and_many_times_are_read_alike():
    many = crank(0.0, 1.0).simulate(np.linspace(0.0, 4.0, 401))
    few = crank(0.0, 1.0).simulate(np.linspace(0.0, 4.0, 5))
    np.testing.assert_allclose(few.poses, many.poses[::100], atol=1e-15)


def test_a_run_that_stops_is_read_up_to_its_end():
    run = crank(0.0, 1.0).simulate(np.linspace(0.0, 4.0, 401), stop_when="A.angle > 5")
    assert run["A.angle"][-1] == pytest.approx(5.0, abs=1e-10)
    assert len(run) == 2 + int(run.time[-1] / 0.01)
    np.testing.assert_allclose(run["A.angle"], 0.5 / INERTIA * run.time**2, atol=1e-9)
