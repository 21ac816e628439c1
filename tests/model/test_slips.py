"""Slips of the pen: what was meant is told, or understood where there is only one thing that it can mean."""

from __future__ import annotations

from dataclasses import dataclass
from pydoc import plain, render_doc

import numpy as np
import pytest

import linkwork as lw
from linkwork.forces import REGISTRY as FORCES
from linkwork.joints import REGISTRY as JOINTS
from linkwork.joints.base import Joint, joint
from linkwork.methods import Analysis, Methods


def pendulum() -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.revolute("pin", m.ground.at(0, 0), m.body("rod", lw.rod(length=1.0, mass=2.0)).at(0, 0))
    return m


def test_fields_that_bodies_placements_drivers_and_mechanisms_do_not_have():
    m = lw.Mechanism("m", plan="xy")
    m.body("b", mas=2.0)
    m.place("b", angel=3)
    m.drive("b.angle", 3.0, nane="d")
    with pytest.raises(lw.ModelError) as caught:
        m.check()
    assert [str(fault) for fault in caught.value.faults] == [
        "mechanism 'm': it has no field 'plan'. Did you mean 'plane'?",
        "body 'b': it has no field 'mas'. Did you mean 'mass'?",
        "placement of 'b': it has no field 'angel'. Did you mean 'angle'?",
        "driver of 'b.angle': it has no field 'nane'. Did you mean 'name'?",
    ]


def test_an_attribute_that_a_mechanism_does_not_have_cannot_be_set():
    m = pendulum()
    with pytest.raises(AttributeError, match=r"nothing called 'gravty' that can be set. Did you mean 'gravity'"):
        m.gravty = (0, 0)
    m.gravity = (0.0, 0.0)
    assert m.simulate(0.1, points=2)["pin.angle"][-1] == 0.0


def test_a_class_of_ones_own_may_hold_more():
    class Crane(lw.Mechanism):
        hook: lw.BodyRef

    crane = Crane("crane", plane="xy")
    crane.hook = crane.body("hook", mass=1.0)
    assert crane.copy().hook is crane.hook


def test_the_text_of_an_equation_needs_no_name():
    m = pendulum()
    other = m.body("other", mass=1.0, inertia=1.0)
    m.revolute("Q", m.ground.at(1, 0), other.at(0, 0))
    m.constraint("as one", "pin.angle - Q.angle")
    assert m.joints["as one"].expression == "pin.angle - Q.angle"
    assert m.mobility().degrees_of_freedom == 1
    m.constraint("twice", "pin.angle", expression="Q.angle")
    with pytest.raises(lw.ModelError, match=r"'twice': its equation is given twice: 'pin.angle' and expression='Q"):
        m.check()


def test_a_body_of_the_table_of_bodies_is_as_good_as_its_name():
    m = pendulum()
    m.torque("push", m.bodies["rod"], "3 N*m")
    assert m.forces["push"].body == "rod"
    m.bodies["rood"] = lw.Mechanism("other").bodies["ground"]
    m.torque("pull", m.bodies.pop("rood"), "3 N*m", axis="nowhere")
    with pytest.raises(lw.ModelError) as caught:
        m.check()
    assert "Body(" not in str(caught.value)


def test_another_joint_of_the_same_kind_is_told():
    known = JOINTS["revolute"]
    try:
        with pytest.warns(UserWarning, match="The joint 'revolute' of linkwork.joints.revolute is now that of"):

            @joint("revolute")
            @dataclass(frozen=True)
            class Mine(Joint):
                """A joint of my own."""

        joint("revolute")(Mine)  # once more, as in a notebook
    finally:
        JOINTS["revolute"] = known


# ---- times


def test_times_may_be_texts_with_units():
    m = pendulum()
    m.parameter("T", "200 ms")
    assert m.simulate("100 ms", points=2).time.tolist() == [0.0, 0.1]
    assert m.simulate(["0 s", "0.1 s", 0.2]).time.tolist() == [0.0, 0.1, 0.2]
    assert m.simulate("T/2", method="rk4", step="10 ms", points=2).counts["steps"] == 10
    assert m.simulate_many("T", parameters={"T": ["200 ms"]}, points=2)[0].time.tolist() == [0.0, 0.2]
    m.drive("pin.angle", "2*t")
    assert m.move(["0 s", "0.5 s"])["pin.angle"].tolist() == pytest.approx([0.0, 1.0])
    assert m.pose("250 ms")["pin.angle"] == pytest.approx(0.5)
    assert m.move(np.linspace(0, 1, 3)).draw(at="0.5 s").svg() == m.move(np.linspace(0, 1, 3)).draw(at=0.5).svg()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("100 mm", "simulate, until: '100 mm' is a length; a time is expected"),
        ("soon", "simulate, until: There is no parameter 'soon'"),
    ],
)
def test_a_text_that_is_no_time_says_so(given, words):
    with pytest.raises(lw.ModelError, match=words):
        pendulum().simulate(given)


# ---- results


def test_whether_a_motion_has_a_quantity():
    run = pendulum().simulate(0.1, points=3)
    has = ["pin.angle", "pin.force.x", "pin.force", "rate(pin.angle)", "energy.kinetic/2"]
    assert [name in run for name in (*has, "pin.angel", "rod.jerk.x", 3)] == [True] * 5 + [False] * 3


def test_what_has_no_value_is_told():
    run = pendulum().simulate(0.5, points=5)
    with pytest.warns(RuntimeWarning, match=r"'sqrt\(pin.angle\)' has no value at 4 of 5 times, .* pin.angle = -0\.1"):
        found = run["sqrt(pin.angle)"]
    assert np.isnan(found).tolist() == [False, True, True, True, True]


# ---- help and notebooks


def test_help_lists_analyses_joints_and_forces():
    shown = plain(render_doc(lw.Mechanism)).replace("|", " ")
    analyses = [name for name, item in vars(Methods).items() if isinstance(item, Analysis)]
    lines = {line.split()[0]: line.split()[1:] for line in shown.splitlines() if line.strip()}
    assert [name for name in (*analyses, *JOINTS, *FORCES) if not lines.get(name)] == []
    assert lines["revolute"][:3] == ["Pin", "or", "hinge:"]


def test_a_notebook_shows_parts_and_a_drawing():
    m = pendulum()
    shown = m._repr_html_()
    assert "<td>pin</td><td>revolute ground - rod</td>" in shown
    assert "<svg" in shown
    m.rod("R", "nowhere.P", "rod.Q")
    assert "there is no body" in m._repr_html_()


def test_a_notebook_shows_the_members_of_a_batch():
    m = pendulum()
    m.parameter("L", 1.0)
    shown = m.simulate_many(0.1, parameters={"L": [1.0, 2.0]}, points=2)._repr_html_()
    assert "<th>member</th><th>L</th><th>status</th>" in shown
    assert "<td>1</td><td>2.0</td>" in shown
