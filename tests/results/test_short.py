"""Results say in a line what they are."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.results.motion import Motion


@pytest.fixture(scope="module")
def run() -> lw.DynamicMotion:
    return gallery.get("four-bar", driven=False).simulate(0.2)


@pytest.fixture(scope="module")
def motion() -> Motion:
    return gallery.get("four-bar").move(np.linspace(0, 1, 101))


def test_a_motion_in_a_line(run: lw.DynamicMotion, motion: Motion) -> None:
    assert str(run) == f"<DynamicMotion 'four-bar': 201 times, 0 to 0.2 s. {run.status}>"
    assert repr(motion) == f"<Motion 'four-bar': 101 times, 0 to 1 s. {motion.status}>"


def test_a_motion_without_positions_has_a_line_too(motion: Motion) -> None:
    empty = Motion("four-bar", np.zeros(0), "Stopped.", False, 0.0, {}, 0, motion.model, motion.plan,
                      motion.poses[:0], motion.motions[:0])  # fmt: skip
    assert repr(empty) == "<Motion 'four-bar': no times. Stopped.>"
    assert "<svg" not in empty._repr_html_()


def test_joints_and_bodies_in_a_line(run: lw.DynamicMotion, motion: Motion) -> None:
    assert str(motion.joint("A")) == "<revolute joint 'A' over time: angle with _velocity, _acceleration, _jerk>"
    assert repr(run.joint("A")).endswith("; force, torque, magnitude, power>")
    words = repr(run.body("crank"))
    assert words.startswith("<BodyMotion 'crank': position (201, 2), velocity (201, 2)")
    assert words.endswith("201 times, 0 to 0.2 s>")


def test_no_result_prints_its_numbers(run: lw.DynamicMotion, motion: Motion) -> None:
    inverse = gallery.get("four-bar").inverse(np.linspace(0, 1, 101))
    things = [run, motion, run.body("crank"), run.joint("A"), run.joint("A").on("crank"), run.point("crank")]
    things += [run.energy, run.momentum, run.violations, run.forces, run.measure("A.angle"), run.reactions()]
    things += [run.determinacy, inverse.kinetostatics(), inverse.driver("A.angle"), run.model.equations()]
    for thing in things:
        words = repr(thing)
        assert len(words) < 320, words
        assert "array(" not in words
        assert "object at 0x" not in words
        assert "\n" not in words


def test_a_notebook_shows_status_and_drawing(run: lw.DynamicMotion) -> None:
    shown = run._repr_html_()
    assert run.status in shown
    assert shown.count("<svg") == 1


@pytest.mark.parametrize("plane", ["xy", "xz", None])
def test_the_loads_of_a_bushing_are_named_by_their_axes(plane: str | None) -> None:
    """The torque on the body about the axis named is the value: what turns it back has the other sign."""
    m = lw.Mechanism("mount", plane=plane)
    zero = (0,) * (2 if plane else 3)
    body = m.body("body", mass=1.0, inertia=1.0 if plane else (1, 1, 1))
    m.bushing("mount", m.ground.at(*zero), body.at(*zero), stiffness=10, rotational_stiffness=10)
    labels = m.simulate(0.1, points=2).force("mount").labels
    expected = {
        "xy": ("force x", "force y", "torque z"),
        "xz": ("force x", "force z", "torque -y"),  # angles in the plane xz grow from x to z: about -y
        None: ("force x", "force y", "force z", "torque -x", "torque y", "torque z"),
    }
    assert labels == expected[plane]


def test_the_torque_of_a_bushing_acts_about_the_axis_it_is_named_by() -> None:
    m = lw.Mechanism("mount", plane=None)
    body = m.body("body", mass=1.0, inertia=(1, 1, 1))
    m.bushing("mount", m.ground.at(0, 0, 0), body.at(0, 0, 0), rotational_stiffness=10)
    m.place(body, (0, 0, 0), rotation=lw.rpy(0.1, 0, 0))
    run = m.simulate(0.01, points=2)
    value = dict(zip(run.force("mount").labels, run.force("mount").values[0], strict=True))["torque -x"]
    # inertia 1 kg m^2: angular acceleration and torque are the same number; solved to rounding
    assert np.isclose(-value, run.body("body").angular_acceleration[0, 0], atol=1e-12)
    assert value > 0.9


# ---- at a prompt and in a notebook ---------------------------------------------------------------------

ANSWERS = {
    "check": lambda m: m.check(),
    "assemble": lambda m: m.assemble(),
    "mobility": lambda m: m.mobility(),
    "start": lambda m: m.start(),
    "allowable_motions": lambda m: m.without_drivers().allowable_motions(),
    "compare": lambda m: m.without_drivers().compare(0.001, ["reference"], points=2),
    "simulate_many": lambda m: m.without_drivers().simulate_many(0.001, points=2, starts=[None]),
    "reduced": lambda m: m.without_drivers().reduced("A.angle", points=13),
    "closure": lambda m: m.simulate(0.001, points=2).violations,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_reads_well_as_the_last_line_of_a_cell(name):
    from linkwork import gallery

    shown = repr(ANSWERS[name](gallery.get("four-bar")))
    assert "array(" not in shown
    assert "Constant(" not in shown
    assert len(max(shown.splitlines(), key=len)) < 250


def test_a_checked_model_says_so():
    from linkwork import gallery

    m = gallery.get("four-bar")
    assert repr(m.check()) == "'four-bar' in the plane xy: 3 bodies, 4 joints, 1 driver, 0 forces; no faults."
    assert repr(m) == "<Mechanism 'four-bar' in the plane xy: 3 bodies, 4 joints, 1 driver, 0 forces>"
    assert repr(m.mobility()) == str(m.mobility())
