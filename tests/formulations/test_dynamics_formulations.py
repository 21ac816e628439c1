"""Formulations of dynamics agree with each other; each has the errors and the order its equations promise."""

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.base.poses import between, moved
from linkwork.errors import ModelError
from linkwork.solve.progress import Pace, progress_line, time_left

SPAN = 0.15

MECHANISMS = {
    "loop": lambda: gallery.get("four-bar").without_drivers(),
    "slider": lambda: gallery.get("slider-crank").without_drivers(),
    "in space": lambda: gallery.get("spatial slider-crank").without_drivers(),
    "redundant": lambda: spinning(gallery.get("double parallel crank").without_drivers(), 5.0),
    "redundant in space": lambda: spinning(gallery.get("bennett").without_drivers(), (0.0, 0.0, 5.0)),
    "chain": lambda: gallery.get("6r robot").without_drivers(),
    "driven": lambda: gallery.get("four-bar"),
}

EXACT = ("projection", "augmented-lagrangian", "independent", "lagrange")
"""Right to the tolerance of the integration."""

CLOSE = ("penalty", "augmented-lagrangian-3")
"""Right to 1 / penalty, or to the looser tolerance of order two."""

ONE = ("loop", "slider", "redundant", "redundant in space")
"""Mechanisms with one degree of freedom and no driver."""


def spinning(model, rate):
    """Let the first moving body turn."""
    model.place(list(model.bodies)[1], rate=rate)
    return model


@cache
def reference(kind):
    return MECHANISMS[kind]().simulate(SPAN, points=16)


def run(kind, formulation, **options):
    return MECHANISMS[kind]().simulate(SPAN, points=16, formulation=formulation, **options)


def missed(motion, exact):
    """Return the largest error of positions and of velocities, relative to the largest speed."""
    of_poses = np.abs(motion.poses - exact.poses).max()
    speeds = exact.motions[:, :, 0]
    return of_poses, np.abs(motion.motions[:, :, 0] - speeds).max() / np.abs(speeds).max()


@pytest.mark.parametrize("kind", MECHANISMS)
@pytest.mark.parametrize("formulation", EXACT)
def test_same_motion(kind, formulation):
    if formulation == "lagrange" and kind not in ONE:
        pytest.skip("more than one degree of freedom, or none")
    found = missed(run(kind, formulation), reference(kind))
    # Steps are held to 1e-11; reading between them, a derivative of a polynomial, costs velocities two digits.
    assert found[0] < 1e-9
    assert found[1] < 1e-8


@pytest.mark.parametrize("kind", MECHANISMS)
@pytest.mark.parametrize("formulation", CLOSE)
def test_nearly_the_same_motion(kind, formulation):
    found = missed(run(kind, formulation), reference(kind))
    # penalty 1e7 leaves 1e-7 of the accelerations; steps of order two are held to 1e-7 each, some hundred of them
    assert found[0] < 1e-6
    assert found[1] < 1e-5


@pytest.mark.parametrize("formulation", [*EXACT, *CLOSE])
@pytest.mark.parametrize("kind", ["loop", "slider"])
def test_same_reactions(kind, formulation):
    motion, exact = run(kind, formulation), reference(kind)
    for joint in exact.model.joints:
        force = exact.joint(joint).force
        # as for velocities; reactions follow from accelerations at the states read
        tolerance = 1e-7 if formulation in EXACT else 1e-4
        np.testing.assert_allclose(motion.joint(joint).force, force, atol=tolerance * np.abs(force).max())


@pytest.mark.parametrize("formulation", [*EXACT, *CLOSE])
def test_energy_balance(formulation):
    energy = run("slider", formulation).energy
    # the error of a step, 1e-11 or 1e-7, adds up over some hundred steps; a penalty does work of the order 1 / penalty
    assert energy.drift < (1e-9 if formulation in EXACT else 1e-5) * energy.kinetic.max()


@pytest.mark.parametrize("method", ["svd", "qr", "gauss", "gram-schmidt"])
def test_projection_does_not_depend_on_the_choice_of_velocities(method):
    found = missed(run("redundant", "projection", null_space=method), reference("redundant"))
    assert max(found) < 1e-9


def test_unknown_null_space():
    with pytest.raises(ModelError, match="gauss"):
        run("loop", "projection", null_space="gaus")


def test_penalty_error_falls_with_the_penalty():
    errors = [missed(run("slider", "penalty", penalty=10.0**k), reference("slider"))[1] for k in (3, 4, 5)]
    ratios = np.divide(errors[:-1], errors[1:])
    assert ratios == pytest.approx([10.0, 10.0], rel=0.02)  # the next term is of the order 1 / penalty^2


def test_penalty_leaves_joints_open_by_its_inverse():
    gaps = []
    for k in (4, 5):
        motion = run("loop", "penalty", penalty=10.0**k, stabilisation="none", natural_frequency=50.0)
        gaps.append(motion.violation)
    assert gaps[0] / gaps[1] == pytest.approx(10.0, rel=0.02)


@pytest.mark.parametrize("penalty", [1e2, 1e9])
def test_augmented_lagrangian_does_not_depend_on_the_penalty(penalty):
    found = missed(run("slider", "augmented-lagrangian", penalty=penalty), reference("slider"))
    assert found[0] < 1e-9  # as in test_same_motion
    assert found[1] < 1e-8


def test_violations_pull_where_nothing_else_does():
    coarse = {"method": "rk4", "step": 0.01, "stabilisation": "none", "formulation": "augmented-lagrangian"}
    loose, pulled = (MECHANISMS["loop"]().simulate(3.0, natural_frequency=omega, **coarse) for omega in (0.0, 5.0))
    assert pulled.violation < 0.5 * loose.violation


def test_implicit_step_is_of_order_two():
    times = [0.0, SPAN]
    exact = MECHANISMS["slider"]().simulate(times)
    errors = []
    for h in (SPAN / 60, SPAN / 120, SPAN / 240):
        motion = MECHANISMS["slider"]().simulate(times, formulation="augmented-lagrangian-3", step=h)
        errors.append(np.abs(motion.poses[-1] - exact.poses[-1]).max())
    order = np.log2(np.divide(errors[:-1], errors[1:]))
    assert order == pytest.approx([2.0, 2.0], abs=0.1)  # the next term of the error is of order three or four


def test_implicit_step_takes_stiff_forces():
    m = lw.Mechanism("stiff pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.viscous("damper", pin, damping=1e5)
    motion = m.simulate(1.0, formulation="augmented-lagrangian-3", step=0.1)
    # explicit methods would need steps below 2 I / c = 1e-5 s; the damper lets it sink at m g l / (2 c)
    assert motion.joint("pin").angle[-1] == pytest.approx(-2.0 * 9.81 * 0.5 / 1e5, rel=1e-3)


def test_events_end_a_step_of_a_stepper():
    m = gallery.get("slider-crank").without_drivers()
    joint = next(iter(m.joints))
    expected = m.simulate(1.0, stop_when=f"{joint}.angle < -20 deg")
    found = m.simulate(1.0, stop_when=f"{joint}.angle < -20 deg", formulation="augmented-lagrangian-3")
    assert found.time[-1] == pytest.approx(expected.time[-1], rel=1e-5)  # steps are held to 1e-7


def test_partitions_change_on_the_way():
    m = gallery.get("slider-crank").without_drivers()
    m.place("crank", rate=30.0)
    exact, found = (m.simulate(0.5, points=26, formulation=f) for f in ("reference", "independent"))
    assert np.ptp(exact.body("crank").angle) > 2 * np.pi  # more than five partitions
    assert missed(found, exact)[1] < 1e-8  # as in test_same_motion


def test_lagrange_stops_where_its_coordinate_stands_still():
    # the crank starts stretched out: the slider is at its dead centre
    with pytest.raises(ModelError, match=r"'rail.translation' stands still while 'slider-crank' moves"):
        run("slider", "lagrange", coordinate="rail.translation")


def test_lagrange_changes_its_coordinate_at_a_dead_point():
    # The rocker's hinge is declared first and moves well at the start; at its dead centre the crank takes over.
    m = lw.Mechanism("crank and rocker", plane="xy")
    crank, coupler, rocker = (m.body(n, lw.rod(length=x, mass=x)) for n, x in (("c", 1.0), ("k", 3.0), ("r", 2.5)))
    m.revolute("D", m.ground.at(3, 0), rocker.at(0, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(3, 0), rocker.at(2.5, 0))
    m.place(crank, (0, 0), angle=1.5, rate=4.0)
    m.place(coupler, (0, 1), angle=0.5)
    m.place(rocker, (3, 0), angle=1.6)
    run, expected = (m.simulate(1.6, points=5, formulation=f) for f in ("lagrange", "reference"))
    turned = run.joint("A").angle[-1] - run.joint("A").angle[0]
    assert abs(turned) > np.pi, "both dead centres of the rocker are passed"
    # 1e-9 a step, some hundred steps
    assert run.poses == pytest.approx(expected.poses, abs=1e-6)
    with pytest.raises(ModelError, match=r"'D.angle' stands still while 'crank and rocker' moves.*near t = "):
        m.simulate(1.6, formulation="lagrange", coordinate="D.angle")


def test_lagrange_in_a_coordinate_of_choice():
    motion = run("slider", "lagrange", coordinate="crank_pin.angle")
    assert missed(motion, reference("slider"))[1] < 1e-8


@pytest.mark.parametrize(
    ("kind", "count"), [("driven", "no degree of freedom is"), ("chain", "6 degrees of freedom are")]
)
def test_lagrange_takes_one_degree_of_freedom(kind, count):
    with pytest.raises(ModelError, match=count):
        run(kind, "lagrange")


def test_friction_that_sticks_has_no_minimal_coordinates():
    m = gallery.get("slider-crank").without_drivers()
    m.friction("rubbing", next(iter(m.joints)), mu=0.1, radius=0.01)
    with pytest.raises(ModelError, match="change the number"):
        m.simulate(0.1, formulation="independent")


def test_friction_in_python_formulations():
    m = gallery.get("slider-crank").without_drivers()
    m.friction("rubbing", next(iter(m.joints)), mu=0.2, radius=0.05)
    exact = m.simulate(SPAN, points=16)
    for formulation in ("projection", "augmented-lagrangian"):
        assert missed(m.simulate(SPAN, points=16, formulation=formulation), exact)[1] < 1e-8


def test_a_stepper_needs_no_method():
    with pytest.raises(ModelError, match="takes its steps by itself"):
        run("loop", "augmented-lagrangian-3", method="rk4", step=0.01)


def test_displacements_and_poses():
    rng = np.random.default_rng(3)
    q = rng.normal(size=(5, 7))
    q[:, 3:] /= np.linalg.norm(q[:, 3:], axis=1, keepdims=True)
    x = rng.normal(size=30)
    np.testing.assert_allclose(between(q, moved(q, x, 6), 6), x, atol=1e-14)  # rounding


# ---- reduced inertia -----------------------------------------------------------------------------


def test_reduced_slider_crank_by_hand():
    cycle = gallery.get("slider-crank").reduced(points=9)
    # every body's kinetic energy counts once
    np.testing.assert_allclose(sum(cycle.shares.values()), 1.0, atol=1e-14)
    # at the dead centres the slider stands still
    assert cycle.shares["slider"][[0, 4]] == pytest.approx(0.0, abs=1e-14)


@pytest.mark.parametrize("name", ["slider-crank", "four-bar", "hooke joint"])
def test_slope_is_the_derivative_of_the_inertia(name):
    cycle = gallery.get(name).reduced(points=1441)
    numeric = np.gradient(cycle.inertia, cycle.phi, edge_order=2)
    # central differences: h^2 / 6 times the third derivative, which stays below 40 times the largest value here
    step = cycle.phi[1] - cycle.phi[0]
    np.testing.assert_allclose(cycle.slope, numeric, atol=step**2 * 40 * np.abs(cycle.inertia).max())


def test_torque_is_that_of_the_weights():
    m = gallery.get("slider-crank")
    cycle = m.reduced(points=37)
    held = m.without_drivers()
    held.drive("crank_pivot.angle", float(cycle.phi[3]))
    effort = held.inverse([0.0, 1.0]).driver("crank_pivot.angle").effort[0]
    assert cycle.torque[3] == pytest.approx(-effort, rel=1e-10)  # both solve the same linear equations


def test_dead_points_end_the_cycle():
    cycle = gallery.get("four-bar").reduced("D.angle", points=181)
    assert not cycle.complete
    assert "dead points" in cycle.status
    assert (np.diff(cycle.phi) > 0).all()


def test_reduced_says_what_is_wrong():
    with pytest.raises(ModelError, match="2 degrees of freedom"):
        gallery.get("rssr").reduced()
    with pytest.raises(ModelError, match="range"):
        gallery.get("slider-crank").reduced("rail.translation")


def test_slopes_of_forces_are_kept_from_step_to_step():
    m = gallery.get("andrews squeezer")
    run = m.simulate(0.002, points=2, formulation="augmented-lagrangian-3")
    # Some five evaluations in each of three steps; slopes of 21 coordinates would take 129 more a step.
    assert run.counts["evaluations"] < 40 * run.counts["steps"]


def test_the_time_left_is_told_in_words():
    assert [time_left(x) for x in (0.0, 2.0, 38.0, 198.0, 20000.0)] == [
        "",
        "",
        ", about 38 s left",
        ", about 3 min left",
        ", about 6 h left",
    ]


def test_the_short_steps_of_a_start_do_not_count_for_the_time_left():
    # A second for 1 % because of short first steps, then 1 % in every tenth: 9.9 s in all once they are forgotten.
    pace = Pace()
    for k in range(60):
        left = pace.left(1.0 + 0.1 * k, 0.01 * (k + 1))
    assert left == pytest.approx(0.1 * 40, rel=1e-9)


def test_a_long_run_that_nobody_watches_tells_the_time_left_once(capsys, monkeypatch):
    monkeypatch.delenv("LINKWORK_QUIET", raising=False)
    seconds = iter(range(0, 100, 2))
    show = progress_line("simulating", 201, clock=lambda: float(next(seconds)))
    for k in range(1, 20):
        show(0.01 * k)
    assert capsys.readouterr().err == "Linkwork: simulating, 1 % after 2 s, about 3 min left.\n"


def test_formulations_in_python_report_often():
    seen = []
    gallery.get("four-bar", driven=False).simulate(2.0, formulation="projection", progress=seen.append)
    assert len(seen) > 2
    assert seen == sorted(seen)
