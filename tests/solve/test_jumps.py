"""Linear equations where something jumps: contacts that press, touch or are open, friction, bent laws."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import MotionError


def rocker(stop: float, press: float = 0.0) -> lw.Mechanism:
    """Return two rods on a spring: the upper one may lie on a stop, the lower one swings below it."""
    m = lw.Mechanism("rocker", plane="xy", gravity=(0, -9.81))
    upper, lower = m.body("upper", lw.rod(length=1.0, mass=1.0)), m.body("lower", lw.rod(length=1.0, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("B", upper.at(1.0, 0), lower.at(0, 0))
    m.rigid_contact("stop", "A.angle", stop)
    m.place(upper, angle=stop + 0.1)
    m.place(lower, at=(np.cos(stop), np.sin(stop)), angle=-1.2)
    return m


def test_a_contact_that_presses_is_a_joint():
    """On its stop the upper rod stands and the lower one swings with 3 g / (2 L)."""
    m = rocker(-0.5)
    linear = m.linearise(m.equilibrium().start)
    assert len(linear.modes) == 1
    np.testing.assert_allclose((2 * np.pi * linear.modes[0].frequency) ** 2, 1.5 * 9.81, rtol=1e-9)
    assert "Closed contacts that press are held like joints: 'stop'." in linear.notes


def test_a_contact_that_is_open_is_none():
    m = rocker(-2.5)
    linear = m.linearise(m.equilibrium().start)
    assert len(linear.modes) == 2
    assert linear.notes == ("Open contacts are left out: 'stop'.",)


def test_a_contact_about_to_lift_is_told():
    m = rocker(-np.pi / 2)
    assert "Contacts touch without a force: 'stop'. They hold one way" in str(m.linearise(m.equilibrium().start))


def test_friction_that_sticks_is_told():
    m = lw.Mechanism("slope", plane="xy", gravity=(0, -9.81))
    block = m.body("block", mass=2.0, inertia=0.01)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.friction("dry", "rail", mu=0.3)
    assert "Friction sticks, a jump: 'dry'." in str(m.linearise())
    m.place(block, velocity=(1.0, 0))
    assert "Friction that slides is left out: 'dry'." in str(m.linearise())


@pytest.mark.parametrize(("exponent", "place", "told"), [(1.0, 0.0, True), (1.0, 0.01, False), (2.0, 0.0, False)])
def test_the_begin_of_a_stop_is_told(exponent, place, told):
    """A linear stop has a knee where it begins; one of a higher power has none."""
    m = lw.Mechanism("buffer", plane="xy")
    body = m.body("body", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), body.at(0, 0), axis="x")
    m.end_stop("stop", "rail.translation", lower=0.0, stiffness=1e3, exponent=exponent)
    m.spring("spring", m.ground.at(-1, 0), body.at(0, 0), stiffness=10.0, free_length=1.0)
    m.place(body, at=(place, 0))
    assert ("The slope of 'stop' jumps at this state" in str(m.linearise())) == told


def pushed(law: object, beside: float = 0.0) -> lw.Mechanism:
    """Return a body on a rail, at rest at the free length of a spring or beside that and moving, with another force."""
    m = lw.Mechanism("pushed", plane="xy")
    body = m.body("body", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), body.at(0, 0))
    m.spring("spring", m.ground.at(-1, 0), body.at(0, 0), stiffness=50.0, free_length=1.0)
    m.effort("push", "rail.translation", law)
    m.place(body, at=(beside, 0), velocity=(beside, 0))
    return m


X, V = "(rail.translation/(1 m))", "(rate(rail.translation)/(1 m/s))"


@pytest.mark.parametrize(
    "law",
    [
        f"-5 N*sign({V})",
        f"if({X} > 0, -1, 1)*1 N",
        f"-5 N*sign({X})*sqrt(abs({X}))",
        f"-5 N*sign({V})*sqrt(abs({V}))",
        lw.law(lambda v: -5.0 if v > 0 else 5.0 if v < 0 else 0.0, "rate(rail.translation)"),
    ],
)
def test_a_force_that_jumps_is_told(law):
    """Where a force jumps, or has an infinite slope; beside it, and a steep but smooth force, are no such place."""
    m, told = pushed(law), "The force of 'push' jumps at this state"
    assert told in str(m.linearise())
    assert told in str(m.descriptor())
    assert "jumps" not in str(pushed(law, beside=0.01).linearise())
    assert "jumps" not in str(pushed(f"-5 N*tanh(1e5*{V})").linearise())


def test_a_rest_tells_of_a_force_that_jumps():
    assert "The force of 'push' jumps at this state" in str(pushed(f"-5 N*sign({V})").equilibrium().notes)
    assert pushed(f"-5 N*{V}").equilibrium().notes == ()


def test_a_damper_with_two_slopes_is_told():
    assert "The slope of 'push' jumps at this state" in str(pushed(f"-max(1 N*{V}, 3 N*{V})").linearise())


@pytest.mark.parametrize(
    ("law", "what"),
    [
        (f"5 N*sqrt({X})", "its slope is infinite"),
        (f"5 N*{X}^(1/3)", "its slope is infinite"),
        (f"-3 N*atan2({V}, 0)", "its slope is infinite"),
        (f"-5 N*{V}*abs({V})^(-0.5)", "its value is nan"),
    ],
)
def test_a_force_without_a_slope_is_refused(law, what):
    m = pushed(law)
    for analysis in (m.linearise, m.descriptor, m.equilibrium):
        with pytest.raises(MotionError, match=f"forces have no derivatives at this position. Of 'push' {what}"):
            analysis()
