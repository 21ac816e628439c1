"""Direct correction and projection: what is read between steps meets the joints as the steps do."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.formulations import names
from linkwork.gallery.parts import heading, meeting, polar
from linkwork.solve.formulating import formulation_named

STEP = 0.025
TIMES = np.linspace(0.0, 1.5, 151)
"""Two of five lie on the steps."""

METHODS = ["dop853", "rk45", "rk4", "heun", "euler", "cauchy-euler", "esdirk54", "generalised-alpha"]
FORMULATIONS = [name for name in names() if not formulation_named(name).STEPPER]


def thesis_four_bar():
    """Return the four-bar of the thesis, table 5.1, in the plane of gravity and with enough torque to run."""
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    masses, inertias, centres = (1.0, 2.25, 2.0), (0.3, 2.0, 1.35), (1.0, 2.0, 2.0)
    two, three, four = (
        m.body(f"link_{k + 2}", mass=masses[k], com=(centres[k], 0), inertia=inertias[k]) for k in range(3)
    )
    m.revolute("O2", m.ground.at(0, 0), two.at(0, 0))
    m.revolute("A", two.at(2.0, 0), three.at(0, 0))
    m.revolute("B", three.at(4.0, 0), four.at(4.0, 0))
    m.revolute("O4", m.ground.at(2.5, 0), four.at(0, 0))
    m.parameter("T", 60.0)
    m.torque("motor", two, "T")
    a = polar(2.0, np.radians(60))
    b = meeting(a, 4.0, (2.5, 0), 4.0, 1)
    m.place(two, angle="60 deg")
    m.place(three, angle=heading(a, b))
    m.place(four, angle=heading((2.5, 0), b))
    return m


def apart(run, kind: str) -> np.ndarray:
    """Return how far the pins are open, or how fast they open, over time [m or m/s]."""
    gaps = [getattr(run.point(j.b), kind) - getattr(run.point(j.a), kind) for j in run.model.joints.values()]
    return np.abs(np.hstack(gaps)).max(axis=1)


def assert_closed(run, tolerance: float) -> None:
    quickest = np.abs(run.motions[:, :, 0, 3:]).max()
    # Residuals are relative to the length scale, those of velocities also to the quickest turn at a step, which what
    # is read between steps may stay below by a few percent where steps are as coarse as these.
    assert apart(run, "position").max() < 1.01 * tolerance * run.plan.length
    assert apart(run, "velocity").max() < 1.2 * tolerance * run.plan.length * quickest


@pytest.mark.parametrize("method", METHODS)
def test_correction_with_every_method(method):
    run = thesis_four_bar().simulate(
        TIMES, method=method, step=STEP, stabilisation="correction", correction_tolerance=1e-12
    )
    assert_closed(run, 1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_projection_with_every_method(method):
    run = thesis_four_bar().simulate(TIMES, method=method, step=STEP, tolerance=1e-9)
    # A projection closes to a thousandth of the tolerance.
    assert_closed(run, 1e-12)


@pytest.mark.parametrize("stabilisation", ["correction", "projection"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation(formulation, stabilisation):
    run = thesis_four_bar().simulate(
        np.linspace(0.0, 0.5, 51),
        method="rk4",
        step=STEP,
        tolerance=1e-9,
        correction_tolerance=1e-12,
        stabilisation=stabilisation,
        formulation=formulation,
    )
    assert_closed(run, 1e-12)


def test_steps_chosen_by_the_tolerance_are_corrected_between_too():
    run = thesis_four_bar().simulate(2.0, points=501, stabilisation="correction", correction_tolerance=1e-13)
    assert_closed(run, 1e-13)


def test_steps_chosen_by_the_tolerance_keep_what_is_read_between_within_it():
    run = thesis_four_bar().simulate(2.0, points=501, tolerance=1e-9)
    # Not projected: a polynomial of degree eight through steps that an error of 1e-9 allows.
    assert_closed(run, 1e-7)


def test_in_space():
    m = thesis_four_bar()
    spatial = lw.Mechanism.from_toml(m.to_toml().replace('plane = "xy"', 'plane = "xy"\nspatial = true'))
    run = spatial.simulate(TIMES, method="rk4", step=STEP, stabilisation="correction", correction_tolerance=1e-12)
    assert_closed(run, 1e-12)


def test_angles_go_with_the_poses():
    run = thesis_four_bar().simulate(TIMES, method="rk4", step=STEP, stabilisation="correction")
    for name in ("link_2", "link_3", "link_4"):
        e = run.body(name).euler_parameters
        turn = 2 * np.arctan2(e[:, 3], e[:, 0])
        assert np.abs(np.sin(0.5 * (run.body(name).angle - turn))).max() < 1e-12


def test_members_of_a_batch_alike():
    m = thesis_four_bar()
    settings = {"method": "rk4", "step": STEP, "stabilisation": "correction", "correction_tolerance": 1e-12}
    batch = m.simulate_many(TIMES, parameters={"T": [60.0, 61.0, 62.0]}, **settings)
    for member in batch:
        assert_closed(member, 1e-12)
