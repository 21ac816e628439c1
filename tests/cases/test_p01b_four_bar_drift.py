"""Four-bar of the thesis without gravity: it runs, and fixed steps show how constraints drift."""

import numpy as np
import pytest
from case_data import load
from case_models import STABILISATIONS, STUDY_OF, four_bar, four_bar_columns
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, table, trusted

import linkwork as lw

CASE = load("p01b_thesis_fourbar_no_gravity")
TIMES, COLUMNS = table(CASE)
STUDY = CASE.reference["drift_study"]
END = COLUMNS["theta2"][-1]


def model():
    return four_bar(CASE.data, CASE.data["initial"]["theta2"])


@pytest.fixture(scope="module")
def run():
    return model().simulate(TIMES)


def test_angles_and_reactions(run):
    agree_columns(four_bar_columns(run), COLUMNS, DEFAULT)


def test_energy_balance(run):
    assert_energy_balance(run)


def test_tight_tolerance():
    agree_columns(four_bar_columns(model().simulate(TIMES, tolerance=TIGHT)), COLUMNS, trusted(CASE))


@pytest.mark.parametrize("options", STABILISATIONS.values(), ids=STABILISATIONS)
def test_every_stabilisation_with_step_control(options):
    agree_columns(four_bar_columns(model().simulate(TIMES, **options)), COLUMNS, DEFAULT)


def test_stabilisations_side_by_side():
    names, pairs = ["none", "baumgarte", "correction", "projection"], [5.0, 10.0]
    table = model().compare(2.0, stabilisations=names, alpha=pairs, beta=pairs, method="rk4", step=0.025, points=81)
    # The study's violations at 2 s: norms over eight pins, orders of magnitude.
    for name, entry in (("none", "direct_rk4"), ("baumgarte 10, 10", "baumgarte_alpha_beta_10")):
        *_, (_, position, velocity, _) = (row for row in STUDY[entry]["history"] if row[0] <= 2.0)
        assert position / 10 < table[name].motion["violation.position"][-1] < 5 * position
        assert velocity / 10 < table[name].motion["violation.velocity"][-1] < 5 * velocity
    closed = [table[name] for name in ("correction", "projection")]
    # 1e-12 of 4 m, velocities also of some 10 rad/s.
    assert max(e.position_violation for e in closed) < 1e-11
    assert max(e.velocity_violation for e in closed) < 1e-10


# ---- the drift study: RK4 with a step of 0.025 s, far too large once the crank runs ---------------


def gap(run) -> np.ndarray:
    """Return the norm of the eight position constraints over time [m]."""
    open_by = [run.point(j.b).position - run.point(j.a).position for j in run.model.joints.values()]
    return np.linalg.norm(np.hstack(open_by), axis=1)


def study(until: float = 5.0, **options):
    """Return a run with the study's step; a run that breaks down gives what it reached."""
    times = np.linspace(0.0, until, round(until / 0.025) + 1)
    try:
        return model().simulate(times, method="rk4", step=0.025, **options)
    except lw.LinkworkError as error:
        return error.motion


@pytest.mark.parametrize(("name", "options"), list(STUDY_OF.items())[:3])
def test_early_drift(name, options):
    run = study(2.0, **options)
    violation = gap(run)
    for t, expected, _, theta in STUDY[name]["history"]:
        k = round(t / 0.025)
        # Orders of magnitude, as the case says.
        assert expected / 5 < violation[k] < 5 * expected
        assert run.body("link_2").angle[k] == pytest.approx(theta, abs=1e-3)


def test_without_stabilisation_it_falls_apart():
    run = study(stabilisation="none")
    assert np.isfinite(gap(run)).all()
    assert gap(run).max() > 0.1
    assert run.violation * run.plan.length > 0.1
    # It diverges after 4.3 s; what cannot be trusted is not handed over as if it were complete.
    assert not run.complete
    assert run.time[-1] == pytest.approx(STUDY["direct_rk4"]["diverged_at_t"], abs=0.5)


@pytest.mark.parametrize("gain", [5.0, 10.0])
def test_baumgarte_holds_it_together_on_a_wrong_branch(gain):
    run = study(stabilisation="baumgarte", alpha=gain, beta=gain)
    assert 0.1 < gap(run).max() < 2.0
    assert run.violation * run.plan.length > 0.03
    assert abs(run.body("link_2").angle[-1] - END) > 1.0


def test_correction_holds_the_joints_and_loses_the_phase():
    run = study(stabilisation="correction", correction_tolerance=1e-7)
    # Each of the eight residuals is below the tolerance, relative to the length scale.
    assert gap(run).max() < np.sqrt(8) * 1e-7 * run.plan.length
    angle = run.body("link_2").angle
    assert abs(angle[-1] - END) > 1.0
    for t, _, _, theta in STUDY["direct_correction_tol_1e-7"]["history"]:
        assert angle[round(t / 0.025)] == pytest.approx(theta, abs=1e-3)


def test_projection_with_the_same_step_is_no_better_than_its_step():
    run = study()
    assert gap(run).max() < 1e-9
    assert abs(run.body("link_2").angle[-1] - END) > 0.1


def slip(run) -> np.ndarray:
    """Return the largest rate of the eight position constraints over time [m/s]."""
    apart = [run.point(j.b).velocity - run.point(j.a).velocity for j in run.model.joints.values()]
    return np.abs(np.hstack(apart)).max(axis=1)


@pytest.mark.parametrize(
    "options", [{"stabilisation": "correction", "correction_tolerance": 1e-12}, {"tolerance": 1e-9}]
)
@pytest.mark.parametrize("formulation", ["reference", "relative", "natural"])
def test_velocities_are_closed_like_positions(options, formulation):
    run = study(formulation=formulation, **options)
    # A correction to 1e-12, and a projection to 1e-3 of the tolerance, leave as much of length times fastest turn.
    quickest = np.abs(run.motions[:, :, 0, 5]).max()
    assert gap(run).max() < np.sqrt(8) * 1e-12 * run.plan.length
    assert slip(run).max() < 2e-12 * run.plan.length * quickest


def test_small_fixed_steps_converge():
    run = model().simulate(TIMES, method="rk4", step=0.0005)
    # Fourth order: an error of several rad at 0.025 s, divided by 50^4 = 6e6.
    assert abs(run.body("link_2").angle[-1] - END) < 1e-4
