"""IFToMM A02, N four-bars in a row: twice a turn N ranks are lost, and the cranks must go on together."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, set_moving, table, trusted

from linkwork import gallery

SIZES = [1, 2, 10, pytest.param(40, marks=pytest.mark.slow)]


def case(n: int):
    return load(f"p07b_A02_n_fourbar_{n:02d}")


def model(n: int):
    m = gallery.get("four-bar ladder", n=n, driven=False)
    set_moving(m, A0=(np.pi / 2, -case(n).data["v0"]))
    return m


def columns(run):
    crank, tip = run.body("crank_0"), run.point(run.model.joints["B0"].a)
    return {
        "B0x": tip.position[:, 0],
        "B0y": tip.position[:, 1],
        "B0vx": tip.velocity[:, 0],
        "B0vy": tip.velocity[:, 1],
        "beta": np.pi / 2 - crank.angle,
        "beta_dot": -crank.angular_velocity,
        "beta_ddot": -crank.angular_acceleration,
    }


@pytest.mark.parametrize("n", SIZES)
def test_motion(n):
    times, expected = table(case(n))
    run = model(n).simulate(times)
    agree_columns(columns(run), expected, DEFAULT)
    assert_energy_balance(run)
    assert run.energy.kinetic[0] + run.energy.potential[0] == pytest.approx(case(n).reference["total_energy"])
    # The smooth continuation: all cranks stay parallel through the singular positions.
    last = run.body(f"crank_{n}").angle
    np.testing.assert_allclose(last, run.body("crank_0").angle, atol=1e-6)


@pytest.mark.parametrize("n", SIZES)
def test_tight_tolerance(n):
    # Trusted to 11 digits, of which `trusted` leaves one for the integration. Some output times are close to a singular
    # position, where rounding in velocities is divided by the distance to make accelerations: one digit more.
    times, expected = table(case(n))
    actual = columns(model(n).simulate(times, tolerance=TIGHT))
    agree_columns(actual, {"beta_ddot": expected.pop("beta_ddot")}, 10 * trusted(case(n)))
    agree_columns(actual, expected, 2 * trusted(case(n)))


@pytest.mark.parametrize("tolerance", [1e-13, 1e-14, 1e-15])
def test_a_tolerance_below_rounding_is_raised_and_told(tolerance):
    """Of 25 four-bars rounding leaves more than 1e-13 next to the flat positions: asking for less must not hurt."""
    m = gallery.get("four-bar ladder", n=25, driven=False)
    set_moving(m, A0=(np.pi / 2, -1.0))
    run, default = (m.simulate([0.0, 10.0], **asked) for asked in ({"tolerance": tolerance}, {}))
    assert run.complete
    assert f"The tolerance of {tolerance:g} was raised to " in run.status
    assert "raised" not in default.status
    assert run.counts["evaluations"] < 5 * default.counts["evaluations"]  # the eighth root of 1e4 is 3.2
    # A passage costs what rounding leaves there, which differs from step to step by some factor.
    assert run.energy.relative_drift < 10 * default.energy.relative_drift


@pytest.mark.parametrize("n", [1, 2, 10])
def test_relative_coordinates(n):
    # The rows of the loops vanish at the singular positions, diagonal and all.
    times, expected = table(case(n))
    run = model(n).simulate(times, formulation="relative", tolerance=1e-10)
    agree_columns(columns(run), expected, DEFAULT)
    assert sum("singular" in event for event in run.events) == 10


@pytest.mark.parametrize("n", [1, 2, 10])
def test_singular_positions_are_reported(n):
    # Twice a turn, at 90 and 270 degrees; five turns and a little in ten seconds.
    assert sum("singular" in event for event in model(n).simulate(10.0).events) == 10
