"""IFToMM A05, stiff flyball governor: springs of 800 kN/m on light rods, for ten seconds."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, DRIFT, agree_columns, energy_drift, set_moving, table

from linkwork import gallery

CASE = load("p07e_A05_flyball")
D = CASE.data
TIMES, COLUMNS = table(CASE)


def model():
    m = gallery.get("flyball governor", driven=False)
    set_moving(
        m,
        base=(0.0, D["omega0"]),
        guide=(D["s0"], 0.0),
        pivot_1=(D["alpha0"], 0.0),
        pivot_2=(D["alpha0"], 0.0),
    )
    return m


def columns(run):
    guide, pivot = run.joint("guide"), run.joint("pivot_1")
    return {
        "s": guide.translation,
        "s_dot": guide.translation_velocity,
        "alpha": pivot.angle,
        "alpha_dot": pivot.angle_velocity,
        "Omega": run.joint("base").angle_velocity,
    }


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_motion(run):
    agree_columns(columns(run), COLUMNS, DEFAULT)


def test_both_sides_move_alike(run):
    np.testing.assert_allclose(run.joint("pivot_2").angle, run.joint("pivot_1").angle, atol=1e-8)


def test_angular_momentum_about_the_shaft(run):
    about_z = run.momentum.angular[:, 2]
    np.testing.assert_allclose(about_z, CASE.reference["angular_momentum_z"], rtol=1e-8)


def test_energy_balance(run):
    assert energy_drift(run) < DRIFT


def test_heights_reached():
    s = model().simulate(10.0, points=2001).joint("guide").translation
    # Extremes of a curve sampled every 5 ms: off by up to 12 m/s^2/2 (2.5 ms)^2.
    assert s.max() == pytest.approx(CASE.reference["s_max"], abs=5e-5)
    assert s.min() == pytest.approx(CASE.reference["s_min"], abs=5e-5)


@pytest.mark.slow
def test_tight_tolerance():
    # 7 digits are trusted over ten seconds of a stiff motion; the first second is known to 1e-10.
    run = model().simulate(TIMES[:5], tolerance=1e-11)
    agree_columns(columns(run), {name: values[:5] for name, values in COLUMNS.items()}, 1e-7)
