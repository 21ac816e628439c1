"""Stabilisations side by side, and the violations and multipliers over time that they are judged by."""

import numpy as np
import pytest
from test_closed_between_steps import thesis_four_bar

import linkwork as lw

ALL = ["none", "baumgarte", "correction", "projection"]
SETTINGS = {"method": "rk4", "step": 0.025, "points": 61}


@pytest.fixture(scope="module")
def table():
    return thesis_four_bar().compare(1.5, stabilisations=ALL, alpha=5.0, beta=5.0, **SETTINGS)


@pytest.fixture(scope="module")
def grid():
    return thesis_four_bar().compare(1.0, stabilisations="baumgarte", alpha=[5, 10, 20], beta=[0, 10], **SETTINGS)


def test_a_line_for_every_stabilisation(table):
    assert [e.name for e in table.entries] == ["none", "baumgarte 5, 5", "correction", "projection"]
    printed = str(table).splitlines()
    assert "Phi'' [m/s^2]" in printed[1]
    assert [line.split()[0] for line in printed[2:]] == ALL


def test_curves_of_all_runs_as_arrays(table):
    assert table.over_time("violation").shape == (4, 61, 3)
    assert table.over_time("lambda").shape == (4, 61, 8)
    assert table.over_time("energy.total").shape == (4, 61)
    np.testing.assert_array_equal(table.column("velocity_violation"), table.over_time("violation.velocity").max(axis=1))


def test_what_each_keeps(table):
    worst = dict(zip(ALL, table.over_time("violation").max(axis=1), strict=True))
    # Corrected to 1e-12 of a length scale of 4 m, velocities also relative to some 10 rad/s.
    assert worst["correction"][0] < 1e-11
    assert worst["correction"][1] < 1e-9
    assert worst["projection"][1] < 1e-9
    # RK4 with 0.025 s drifts by more than that, and a feedback leaves what it feeds back.
    assert worst["none"][0] > 1e-6
    assert worst["baumgarte"][1] > 1e-5
    # Only Baumgarte's accelerations do not meet Phi'' = 0: rounding of some 100 m/s^2 in the others.
    assert max(worst[name][2] for name in ("none", "correction", "projection")) < 1e-11
    assert worst["baumgarte"][2] > 1e-4


def test_accelerations_of_baumgarte_are_those_of_the_run(table):
    run = table["baumgarte 5, 5"].motion
    gaps = run.forces.gaps
    # Phi'' = -2 alpha Phi' - beta^2 Phi, equation by equation; rounding of 100 m/s^2
    np.testing.assert_allclose(gaps[:, 2], -10.0 * gaps[:, 1] - 25.0 * gaps[:, 0], atol=1e-11)


def test_multipliers_are_named_by_equation(table):
    run = table["projection"].motion
    # A planar pin holds the point b of its second body on the point a of its first, in x and in y
    np.testing.assert_allclose(run["lambda.O2_0"] ** 2 + run["lambda.O2_1"] ** 2, run["O2.force.size"] ** 2, rtol=1e-12)
    assert run.measure("lambda.A_1").unit == "N"
    assert "lambda.B_0" in run.quantities()
    assert run["2*lambda.B_0"] == pytest.approx(2 * run["lambda.B_0"])


def test_multiplier_of_a_driver_is_its_effort():
    run = lw.gallery.get("four-bar").inverse(np.linspace(0, 1, 5))
    driver = next(iter(run.model.drivers))
    np.testing.assert_allclose(run[f"lambda.{driver}"], run[f"{driver}.effort"], rtol=1e-12)
    assert run.measure(f"lambda.{driver}").unit == "N*m"


def test_violation_of_a_run_that_drifts():
    run = thesis_four_bar().simulate(1.0, points=41, method="rk4", step=0.025, stabilisation="none")
    pins = [run.point(j.b).position - run.point(j.a).position for j in run.model.joints.values()]
    np.testing.assert_allclose(run["violation.position"], np.abs(np.hstack(pins)).max(axis=1), atol=1e-15)
    assert run.measure("violation.velocity").unit == "m/s"


def test_baumgarte_over_a_grid(grid):
    alpha, beta, values = grid.grid("position_violation")
    np.testing.assert_array_equal(alpha, [5, 10, 20])
    np.testing.assert_array_equal(beta, [0, 10])
    assert values.shape == (3, 2)
    entry = grid["baumgarte 10, 0"]
    assert values[1, 0] == entry.position_violation == pytest.approx(entry.motion["violation.position"].max())
    assert (entry.alpha, entry.beta) == (10.0, 0.0)


def test_drawn_over_time_and_over_the_grid(table, grid, tmp_path):
    axes = table.plot(path=tmp_path / "runs.svg")
    assert [ax.get_ylabel() for ax in axes][1] == "violation.velocity [m/s]"
    assert axes[0].get_yscale() == "log"
    left = np.array([line.get_ydata() for line in axes[3].lines])
    assert np.abs(left - left[:, :1]).max() < 0.1 * np.ptp(table["none"].motion["energy.total"])  # the work taken off
    assert [line.get_label() for line in axes[0].lines] == [e.name for e in table.entries]
    assert len(table.plot("lambda.A_0", "A.angle")) == 2
    maps = grid.plot(path=tmp_path / "grid.svg")
    assert [ax.get_title() for ax in maps] == ["position violation", "velocity violation", "acceleration violation"]
    assert (tmp_path / "runs.svg").read_text().startswith("<?xml")
    run = table["none"].motion
    assert [ax.get_yscale() for ax in run.plot("violation")] == ["log"] * 3
    assert len(run.plot("lambda").lines) == 8


def test_a_run_that_breaks_down_keeps_its_line():
    found = thesis_four_bar().compare(5.0, stabilisations=["none", "correction"], method="rk4", step=0.05, points=101)
    broken = found["none"]
    assert broken.reason
    assert f"stopped at {broken.motion.time[-1]:.3g} s" in str(found)
    assert np.isnan(found.over_time("violation.position")[0, -1])


def test_formulations_are_drawn_side_by_side():
    found = thesis_four_bar().compare(0.2, ["reference", "relative"], points=11)
    assert found.over_time("A.angle").shape == (2, 11)
    assert [line.get_label() for line in found.plot("A.angle")[0].lines] == ["reference", "relative"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"stabilisations": "baumgart"}, "Did you mean 'baumgarte'"),
        ({"stabilisations": []}, "Name at least one stabilisation"),
        ({"stabilisations": "none", "alpha": [1.0]}, "name 'baumgarte' among the stabilisations"),
        ({"stabilisations": "baumgarte", "alpha": [-1.0]}, "alpha is a number in 1/s or 'taylor'"),
        ({"stabilisations": "baumgarte", "alpha": range(30), "beta": range(30)}, "900 runs are too many"),
        ({"stabilisations": "none", "formulations": ["reference", "relative"]}, "compared in one formulation"),
    ],
)
def test_wrong_questions(options, words):
    with pytest.raises(lw.ModelError, match=words):
        thesis_four_bar().compare(1.0, **{**SETTINGS, **options})
