"""Faulty and doubtful models in dynamics: what is said about them."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery


def pendulum(**body) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", **body)
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    return m


def free_body(spatial: bool = False, **body) -> lw.Mechanism:
    m = pendulum(mass=1.0, com=(1, 0), inertia=0.1)
    m.body("loose", **body)
    return m.in_space() if spatial else m


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"mass": 0.0},
        {"mass": 0.0, "inertia": 1.0},
    ],
)
@pytest.mark.parametrize("spatial", [False, True])
def test_free_body_without_mass(body, spatial):
    with pytest.raises(lw.ModelError, match="'loose'"):
        free_body(spatial, **body).simulate(1.0)


def test_inertia_that_joints_need():
    with pytest.raises(lw.ModelError, match=r"body 'rod'.*inertia"):
        pendulum(mass=1.0, com=(1, 0)).simulate(1.0)


def test_massless_link():
    with pytest.raises(lw.ModelError, match=r"body 'rod': it can turn but has no inertia"):
        pendulum(mass=0.0, inertia=0.0, com=(1, 0)).simulate(1.0)
    assert pendulum(mass=0.0, inertia=1.0).simulate(1.0).complete  # nothing moves it, but it has an inertia


def test_point_mass_needs_no_inertia():
    m = lw.Mechanism("stone", plane="xy", gravity=(0, -9.81))
    m.body("stone", mass=1.0)
    run = m.simulate([0.0, 1.0])
    assert run.body("stone").position[-1, 1] == pytest.approx(-9.81 / 2, rel=1e-9)


@pytest.mark.parametrize("spatial", [False, True])
def test_disconnected_body_falls_and_is_mentioned(spatial):
    run = free_body(spatial, mass=1.0, inertia=0.1).simulate([0.0, 1.0])
    assert run.body("loose").position[-1, 1] == pytest.approx(-9.81 / 2, rel=1e-9)
    assert "loose" in run.summary()


def test_inconsistent_start_velocity_is_projected_and_said():
    m = lw.Mechanism("pendulum", plane="xy")
    bob = m.body("bob", mass=1.0)
    m.rod("bar", m.ground.at(0, 0), bob.at(0, 0), length=1.0)
    m.place(bob, at=(0, -1), velocity=(1.0, 0.5))
    run = m.simulate([0.0])
    # The least change for a point mass: the part along the bar goes.
    np.testing.assert_allclose(run.body("bob").velocity[0], [1.0, 0.0], atol=1e-12)
    # From 0.5 to 0 m/s, where the largest velocity is 1 m/s.
    assert "velocities were changed by up to 50 %" in run.summary()


def test_consistent_start_is_left_alone():
    m = pendulum(mass=1.0, com=(1, 0), inertia=0.1)
    m.place("rod", angle=-0.5, rate=2.0)
    run = m.simulate([0.0])
    assert run.body("rod").angular_velocity[0] == pytest.approx(2.0, abs=1e-14)
    assert "velocities were changed" not in run.summary()


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_no_nan_reaches_results(bad):
    def with_torque(m: lw.Mechanism) -> None:
        m.torque("motor", "rod", bad)

    def with_rate(m: lw.Mechanism) -> None:
        m.place("rod", rate=bad)

    def simulate(change) -> None:
        m = pendulum(mass=1.0, com=(1, 0), inertia=0.1)
        change(m)
        m.simulate(1.0)

    for change in (with_torque, with_rate):
        with pytest.raises(lw.LinkworkError, match=r"nan|inf|finite"):
            simulate(change)


def test_impossible_times_and_tolerances():
    m = pendulum(mass=1.0, com=(1, 0), inertia=0.1)
    for times in ([], [0.0, float("nan")], [1.0, 0.5, 2.0]):
        with pytest.raises(lw.ModelError, match=r"time"):
            m.simulate(times)
    for tolerance in (0.0, -1.0, float("nan")):
        with pytest.raises(lw.ModelError, match=r"tolerance"):
            m.simulate(1.0, tolerance=tolerance)
    with pytest.raises(lw.ModelError, match=r"dop853"):
        m.simulate(1.0, method="dop835")


def test_times_may_be_a_column_of_a_table():
    m = pendulum(mass=1.0, com=(1, 0), inertia=0.1)
    table = np.column_stack([np.linspace(0.0, 1.0, 5), np.zeros(5)])
    assert m.simulate(table[:, 0]).complete


@pytest.mark.parametrize("start", ["yesterday", np.zeros((2, 7)), np.full((1, 7), np.nan)])
def test_a_start_that_is_none(start):
    with pytest.raises(lw.ModelError, match=r"'pendulum' cannot start from"):
        pendulum(mass=1.0, com=(1, 0), inertia=0.1).simulate(1.0, start=start)


def test_a_start_of_another_mechanism_is_refused():
    other = gallery.get("slider-crank")
    for start in (other.start(), other.assemble(), other.move([0.0, 0.1])):
        with pytest.raises(lw.ModelError, match=r"'pendulum'.*'slider-crank'.*crank, rod, slider"):
            pendulum(mass=1.0, com=(1, 0), inertia=0.1).simulate(1.0, start=start)


def test_a_start_of_a_mechanism_that_differs_in_numbers_is_taken():
    start = pendulum(mass=2.0, com=(1, 0), inertia=0.3).start()
    assert pendulum(mass=1.0, com=(1, 0), inertia=0.1).simulate(1.0, start=start).complete


def test_a_tolerance_below_rounding_is_refused():
    with pytest.raises(lw.ModelError, match=r"1e-20.*rounding.*1e-15"):
        pendulum(mass=1.0, com=(1, 0), inertia=0.1).simulate(1.0, tolerance=1e-20)
