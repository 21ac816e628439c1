"""IFToMM A05, stiff flyball governor: springs of 800 kN/m on light rods, for ten seconds."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, agree_columns, assert_energy_balance, set_moving, table

from linkwork import gallery

pytestmark = pytest.mark.slow

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
    # As stiff as it is, the run changes over to the implicit method, with a tolerance of 1e-9 if none is asked for.
    return model().simulate(10.0, tolerance=1e-11)


def test_motion(run):
    # The case lists every twentieth of a second, of which the table keeps every fifth.
    agree_columns({name: values[::5] for name, values in columns(run).items()}, COLUMNS, DEFAULT)


def test_both_sides_move_alike(run):
    np.testing.assert_allclose(run.joint("pivot_2").angle, run.joint("pivot_1").angle, atol=1e-8)


def test_angular_momentum_about_the_shaft(run):
    about_z = run.momentum.angular[:, 2]
    np.testing.assert_allclose(about_z, CASE.reference["angular_momentum_z"], rtol=1e-8)


def test_energy_balance(run):
    assert_energy_balance(run)


def test_heights_reached(run):
    s = run.joint("guide").translation
    assert s.max() == pytest.approx(CASE.reference["s_max"], rel=DEFAULT)
    assert s.min() == pytest.approx(CASE.reference["s_min"], rel=DEFAULT)


def test_tight_tolerance():
    # 7 digits are trusted over ten seconds of a stiff motion; the first second is known to 1e-10.
    run = model().simulate(TIMES[:5], tolerance=1e-11)
    agree_columns(columns(run), {name: values[:5] for name, values in COLUMNS.items()}, 1e-7)
