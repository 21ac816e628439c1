"""The momentum step: second order with every joint, through singular positions, momentum kept exactly.

It is symmetric and of second order: halving the step quarters the error (15 % is left for terms of fourth order at the
steps used here), and errors below 1e-9 are those of rounding and of the integration compared with.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

sys.path.append(str(Path(__file__).parents[1] / "cases"))
sys.path.append(str(Path(__file__).parents[1] / "laws"))
import test_p04q_equal_slider_crank as slider_crank
import test_p06a_double_pendulum as pendulum
import test_p06b_three_leg_platform as platform
from dynamic_case import DEFAULT, agree_columns
from law_models import ALONE
from test_dynamics_laws import heavy

ROUNDING = 1e-9


def momentum(m, until, **options):
    return m.simulate(until, formulation="momentum", **options)


def errors(m, until: float, h: float) -> tuple[float, float]:
    """Return the largest error of poses and of twists at the end, with steps of h."""
    exact, run = m.simulate([0.0, until]), momentum(m, [0.0, until], step=h)
    assert run.violation < 1e-12
    return np.abs(run.poses[-1] - exact.poses[-1]).max(), np.abs(run.motions[-1, :, 0] - exact.motions[-1, :, 0]).max()


def assert_second_order(m, until: float, h: float) -> None:
    for coarse, fine in zip(errors(m, until, h), errors(m, until, 0.5 * h), strict=True):
        assert fine < coarse / 4 * 1.15 + ROUNDING


@pytest.mark.parametrize("case", ALONE, ids=str)
def test_second_order_with_every_joint(case):
    # a disc that is about to fall bends its path within a step of 0.01 s
    assert_second_order(heavy(case), 0.1, 0.002 if case.kind == "rolling_disc" else 0.01)


@pytest.mark.parametrize("driven", [True, False], ids=["driven", "free"])
@pytest.mark.parametrize("name", ["rssr", "spatial slider-crank"])
def test_second_order_with_slender_rods(name, driven):
    # Their rods have no inertia about their own axes.
    m = gallery.get(name, driven=driven)
    m.gravity = (1.0, -5.0, -8.0)
    assert_second_order(m, 0.1, 0.004)


@pytest.mark.parametrize("name", ["bennett", "sarrus", "double parallel crank"])
def test_redundant_equations(name):
    m = gallery.get(name, driven=False)
    m.gravity = (1.0, -9.0) if m.space.planar else (1.0, -5.0, -8.0)
    assert m.mobility().redundant
    assert_second_order(m, 0.1, 0.005)


def test_forces_that_depend_on_velocity_and_time():
    m = pendulum.model()
    m.viscous("oil", "middle", damping=3.0)
    m.torque("motor", "link_1", "40*sin(5*t)")
    assert_second_order(m, 0.4, 0.01)


def test_linear_and_angular_momentum_are_kept():
    case = next(c for c in ALONE if c.kind == "universal" and not c.grounded)
    m = heavy(case)
    m.gravity = (0.0, 0.0, 0.0)
    run = momentum(m, 1.0, step=0.05, points=21)
    # Kept exactly, with steps of which the positions are good to 1e-3: 20 steps of rounding.
    for values in (run.momentum.linear, run.momentum.angular):
        np.testing.assert_allclose(values, values[:1].repeat(len(values), axis=0), atol=1e-12)


def test_energy_error_falls_with_the_square_of_the_step():
    drifts = [momentum(pendulum.model(), 1.0, step=h).energy.relative_drift for h in (0.008, 0.004, 0.002)]
    assert drifts[0] / drifts[1] == pytest.approx(4.0, rel=0.1)
    assert drifts[1] / drifts[2] == pytest.approx(4.0, rel=0.1)


def test_double_pendulum_with_fixed_steps():
    """Errors against the table of p06a; h = 0.001 s is the paper's step."""
    runs = [pendulum.columns(momentum(pendulum.model(), pendulum.TIMES, step=h)) for h in (0.002, 0.001)]
    coarse, fine = (max(_errors(run, pendulum.COLUMNS).values()) for run in runs)
    assert coarse / fine == pytest.approx(4.0, rel=0.1)
    assert fine < 1e-4


def _errors(actual, expected) -> dict[str, float]:
    return {k: float(np.abs(actual[k] - v).max() / (np.abs(v).max() or 1.0)) for k, v in expected.items()}


def test_double_pendulum():
    run = momentum(pendulum.model(), pendulum.TIMES, tolerance=5e-7)
    agree_columns(pendulum.columns(run), pendulum.COLUMNS, DEFAULT)


def test_three_leg_platform_through_its_flat_position():
    flat = next(e["t"] for e in platform.CASE.reference["events"] if e["kind"].startswith("z=0"))
    rows = flat + 0.1 >= platform.TIMES
    run = momentum(platform.model(), platform.TIMES[rows], tolerance=1e-5)
    agree_columns(platform.columns(run), {k: v[rows] for k, v in platform.LISTED.items()}, DEFAULT)


def test_equal_slider_crank_through_its_singular_position():
    first = slider_crank.CASE.reference["singular_passage_times"][0]
    rows = first + 0.2 >= slider_crank.TIMES
    assert 3 < rows.sum() < len(rows)
    run = momentum(slider_crank.model(), slider_crank.TIMES[rows], tolerance=1e-8)
    agree_columns(slider_crank.columns(run), {k: v[rows] for k, v in slider_crank.COLUMNS.items()}, DEFAULT)


def test_steps_that_end_exactly_in_the_singular_position():
    """With the bars upright J has lost rank where a step begins, and the momentum says how it goes on."""
    L = 1.0
    m = gallery.get("slider-crank", crank=L, rod=L, driven=False)
    m.gravity = (0.0, 0.0, 0.0)
    m.place("crank", angle=np.pi / 2, rate=2.0)
    m.place("rod", angle=-np.pi / 2, rate=-2.0)
    m.place("slider", at=(0.0, 0.0), velocity=(-4.0, 0.0))
    assert m.mobility().instantaneous == 2
    run = momentum(m, 0.5, step=0.0025)
    crank, slider = run.body("crank").angle, run.body("slider").position[:, 0]
    np.testing.assert_allclose(slider, 2 * L * np.cos(crank), atol=1e-9)
    assert crank[-1] > np.pi / 2 + 0.5
    assert run.energy.relative_drift < 1e-4  # 3.6e-5: of second order, 1.4e-4 with steps twice as long


def test_rigid_contact_is_declined_in_words():
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=0.1)
    m.place(ball, at=(0, 1))
    m.rigid_contact("floor", "ball.y", restitution=0.5)
    with pytest.raises(lw.ModelError, match="'momentum' does not apply to 'ball': it has rigid contacts"):
        momentum(m, 0.1)
