"""Things of the wrong kind are refused in words that name them, never with a traceback from inside."""

import copy
import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import ExpressionError, ModelError


def pendulum(**options):
    m = lw.Mechanism("pendulum", plane="xy", **{"gravity": (0, -9.81), **options})
    m.parameter("L", 1.0)
    rod = m.body("rod", lw.rod(length="L", mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    return m


@pytest.mark.parametrize(
    ("stop_when", "message"),
    [
        (lambda t: t > 0.5, "stop_when is a text such as 'A.angle > 1' or 't > 0.5', not a function"),
        (3, "stop_when is a text such as 'A.angle > 1' or 't > 0.5', not 3"),
        ("3", "'3' is 3 at all times, so nothing happens"),
        ("L > 2", "'L > 2' is 0 at all times"),
        ("pin.angle > 1 and t > 0.1", r"write (pin.angle > 1)*(t > 0.1) for 'and'"),
        ("pin.angle > 1 or t > 0.1", r"write max(pin.angle > 1, t > 0.1) for 'or'"),
        ("pin.angle == 1", "for 'equal' write the difference, which is 0 there"),
    ],
)
def test_stop_when(stop_when, message):
    with pytest.raises(ModelError) as caught:
        pendulum().simulate(1.0, stop_when=stop_when)
    assert message in str(caught.value)


def test_conditions_joined_as_advised_stop_the_run():
    both = pendulum().simulate(1.0, points=5, stop_when="(pin.angle < -0.5)*(t > 0.1)")
    alone = pendulum().simulate(1.0, points=5, stop_when="pin.angle < -0.5")
    # the root of a jump is found by halving to the same rounding as that of a smooth function
    assert both.time[-1] == pytest.approx(alone.time[-1], abs=1e-9)
    either = pendulum().simulate(1.0, points=5, stop_when="max(pin.angle < -0.5, t > 0.1)")
    assert either.time[-1] == pytest.approx(0.1, abs=1e-9)


def test_a_condition_that_holds_at_the_start_is_told():
    run = pendulum().simulate(0.1, points=3, stop_when="t >= -1")
    assert run.status.endswith("'t >= -1' holds at the start already; it ends the run when it comes true again.")
    assert "already" not in pendulum().simulate(0.1, points=3, stop_when="t > 5").status


def test_a_condition_without_a_value_at_the_start():
    with pytest.raises(ModelError, match=r"'sqrt\(t - 1\) > 2' has no value at the start"):
        pendulum().simulate(0.1, stop_when="sqrt(t - 1) > 2")


def test_a_condition_that_loses_its_value_on_the_way_is_told():
    run = pendulum().simulate(0.4, points=5, stop_when="sqrt(0.25 - t) > 2")
    told = "'sqrt(0.25 - t) > 2' has no value at 2 of 5 stored times, the first t = 0.3 s: 'sqrt(0.25 - t)' is not a"
    assert told in run.status
    assert "no value" not in pendulum().simulate(0.4, points=5, record_when={"late": "sqrt(t) > 0.5"}).status


def test_what_to_do_on_failure_is_one_of_two_words():
    with pytest.raises(ModelError, match="on_failure is 'raise' or 'return', not 'ignore'"):
        pendulum().simulate(0.1, on_failure="ignore")


@pytest.mark.parametrize("record_when", ["rate(pin.angle)", ["rate(pin.angle)"], {"top": 3}, {3: "pin.angle"}])
def test_record_when(record_when):
    with pytest.raises(ModelError, match="record_when"):
        pendulum().simulate(1.0, record_when=record_when)


def test_parameters_of_a_batch_given_one_by_one():
    with pytest.raises(ModelError, match=r"parameters=\{'L': \[1.0, 2.0\]\}, not a list"):
        pendulum().simulate_many(1.0, parameters=[{"L": 1.0}, {"L": 2.0}])
    with pytest.raises(ModelError, match="stop_when is a text"):
        pendulum().simulate_many(1.0, parameters={"L": [1.0, 2.0]}, stop_when=3)


@pytest.mark.parametrize("gravity", [9.81, "9.81 m/s^2"])
def test_gravity_without_a_direction(gravity):
    with pytest.raises(ModelError, match=r"gravity is .*9.81.*Write gravity=\(0, -9.81\)"):
        pendulum(gravity=gravity).check()


@pytest.mark.parametrize("rotation", [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], (1, 0, 0, 0), "x", 3.0])
def test_orientations_that_are_none(rotation):
    m = lw.Mechanism("arm")
    arm = m.body("arm", mass=1.0)
    m.revolute("A", m.ground.at(0, 0, 0), arm.at(0, 0, 0))
    m.place(arm, rotation=rotation)
    with pytest.raises(ModelError, match=r"placement of 'arm': its rotation is .*orientation is expected.*lw.matrix"):
        m.check()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"velocity": (1, 2, 3)}, "its velocity leaves the plane, by 3 m/s"),
        ({"rate": (0.5, 0, 2)}, "its rate is about an axis in the plane, by 0.5 rad/s"),
    ],
)
def test_velocities_that_leave_the_plane(given, said):
    m = pendulum()
    m.place("rod", **given)
    with pytest.raises(ModelError, match=f"placement of 'rod': {said}"):
        m.check()
    m.in_space().check()
    m.place("rod", velocity=(1, 2, 0), rate=(0, 0, 2))
    m.check()


def test_names_that_are_no_texts():
    m = pendulum()
    m.body(3)
    with pytest.raises(ModelError, match="body '3': its name is 3, not a text"):
        m.check()
    with pytest.raises(ModelError, match=r"There is no joint '3'\. Known: pin\."):
        pendulum().simulate(0.01, points=2).joint(3)


def test_a_law_needs_a_function():
    with pytest.raises(ExpressionError, match=r"law takes a function.*; 3.0 is none"):
        lw.law(3.0, "t")


@pytest.mark.parametrize("value", [None, float("nan")])
def test_a_driver_without_a_value_is_named(value):
    with pytest.raises(ExpressionError, match=r"Driver 'pin.angle': (None|nan) is not"):
        pendulum().drive("pin.angle", value)


def test_the_example_has_the_unit_of_the_quantity():
    m = lw.Mechanism("m", plane="xy")
    m.body("rod", mass=[1])
    with pytest.raises(ModelError, match="such as '1 kg'"):
        m.check()


def test_every_formulation_is_listed():
    with pytest.raises(ModelError) as caught:
        pendulum().simulate(1.0, formulation="magic")
    assert all(name in str(caught.value) for name in lw.FORMULATIONS)
    assert "..." not in str(caught.value)


def test_parts_of_another_mechanism_are_refused():
    m, other = pendulum(), pendulum()
    other.name = "other"
    rod = other.body("arm")
    pin = other.revolute("hinge", other.ground.at(0, 0), rod.at(0, 0))
    m.body("arm")
    m.revolute("hinge", m.ground.at(1, 0), rod.at(0, 0))
    m.torque("turn", rod, 1)
    m.viscous("oil", pin, 1)
    m.place(rod, angle=1)
    with pytest.raises(ModelError) as caught:
        m.check()
    assert [f.where for f in caught.value.faults] == [
        "joint 'hinge'", "force 'turn'", "force 'oil'", "placement of 'arm'",
    ]  # fmt: skip
    assert "'arm' belongs to another mechanism, not to 'pendulum'" in str(caught.value)


@pytest.mark.parametrize("again", [lambda m: m.copy(), copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_parts_serve_every_copy_of_their_mechanism(again):
    m = pendulum()
    arm = m.body("arm")
    other = again(m)
    other.revolute("hinge", other.ground.at(1, 0), arm.at(0, 0))
    other.check()


def test_more_points_than_memory_holds():
    with pytest.raises(ModelError, match="points=1000000000000 is more than memory holds"):
        pendulum().simulate(1.0, points=10**12)
    assert len(pendulum().simulate(0.1, points=np.int64(3))) == 3
