"""Outputs of linear equations that are no measured quantities: against closed forms."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import ModelError

G, L, MASS = 9.81, 1.2, 2.0
ANGLE, RATE = 0.3, 1.7


def pendulum() -> lw.Mechanism:
    """Return a rod on a pin with a torque, at an angle from the horizontal, turning."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -G))
    rod = m.body("rod", lw.rod(length=L, mass=MASS))
    rod.point("tip", L, 0)
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.rotational_spring("motor", "pin.angle", stiffness=3.0)
    m.place(rod, angle=ANGLE, rate=RATE)
    return m


def reaction(angle: float, rate: float, torque: float) -> np.ndarray:
    """Return acceleration, pin force x and y, kinetic energy and acceleration of the tip along x of the rod."""
    inertia = MASS * L**2 / 3
    alpha = (torque - 3.0 * angle - MASS * G * L / 2 * np.cos(angle)) / inertia
    c, s = np.cos(angle), np.sin(angle)
    ax, ay = (L / 2 * (-alpha * s - rate**2 * c), L / 2 * (alpha * c - rate**2 * s))
    return np.array([alpha, MASS * ax, MASS * (ay + G), inertia * rate**2 / 2, 2 * ax])


def test_outputs_of_a_pendulum():
    """Complex steps through the closed form are exact."""
    names = ["rate(rate(pin.angle))", "pin.force.x", "pin.force.y", "energy.kinetic", "rod.tip.acceleration.x"]
    linear = pendulum().linearise(inputs=["motor"], outputs=names)
    assert linear.outputs == tuple(names)
    e = 1e-30
    exact = [reaction(ANGLE + 1j * e, RATE, 0), reaction(ANGLE, RATE + 1j * e, 0), reaction(ANGLE, RATE, 1j * e)]
    by_angle, by_rate, by_torque = (np.imag(x) / e for x in exact)
    sign = np.sign(linear.B[1, 0])
    np.testing.assert_allclose(linear.C, np.stack([by_angle, by_rate], axis=1), rtol=0, atol=1e-10 * 50)
    np.testing.assert_allclose(sign * linear.D[:, 0], by_torque, rtol=0, atol=1e-10)
    assert "differences of readings" in str(linear)
    assert "rate(rate(pin.angle))" not in linear.notes[0]


def test_effort_of_a_driver():
    """A driver that is an input moves the rod: effort = I z'' + 3 z + m g L/2 cos z."""
    m = pendulum()
    m.drive("pin.angle", f"{ANGLE} + {RATE}*t", name="drive")
    linear = m.linearise(inputs=["drive"], outputs=["drive.effort"])
    np.testing.assert_allclose(linear.D, [[MASS * L**2 / 3]], rtol=1e-10)
    np.testing.assert_allclose(linear.C, [[3.0 - MASS * G * L / 2 * np.sin(ANGLE), 0.0]], atol=1e-9)


def test_a_reaction_that_is_not_unique_is_refused():
    m = lw.Mechanism("door", gravity=(0, 0, -G))
    door = m.body("door", mass=10.0, com=(0.5, 0, 0.5), inertia=(1, 1, 1))
    m.revolute("low", m.ground.at(0, 0, 0), door.at(0, 0, 0), axis="z")
    m.revolute("high", m.ground.at(0, 0, 1), door.at(0, 0, 1), axis="z")
    with pytest.raises(ModelError, match=r"'low\.force\.z' is not unique"):
        m.linearise(outputs=["low.force.z"])


def test_an_output_that_is_nothing_is_refused():
    with pytest.raises(ModelError, match=r"pin\.agnle"):
        pendulum().linearise(outputs=["pin.agnle"])


def slotted(motion: str) -> lw.Mechanism:
    """Return a driven arm with a slider on a spring along it."""
    m = lw.Mechanism("slot", plane="xy")
    arm, slider = m.body("arm", mass=1.0, inertia=0.3), m.body("slider", mass=0.5, inertia=0.001)
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.prismatic("P", arm.at(0, 0), slider.at(0, 0), axis="x")
    m.spring("k", arm.at(0, 0), slider.at(0, 0), stiffness=50.0, free_length=0.4)
    m.drive("O.angle", motion, name="motor")
    m.place(slider, at=(0.45, 0))
    return m


@pytest.mark.parametrize(("motion", "pace"), [("0", 0.0), ("0.3", 0.0), ("3*t", 3.0)])
def test_an_effort_that_is_nothing_is_smooth(motion, pace):
    """At the slider's place x the effort is I z'' + 2 m x x' W, whatever x: nothing at rest and where x stands still.

    By x' it changes by 2 m x W, by z'' by I = 0.301 + m x^2. Rounding of forces of 20 N over steps of 1e-2: 1e-12.
    """
    m = slotted(motion)
    start = m.steady({}).start if pace else m.start()
    linear = m.linearise(start, inputs=["motor"], outputs=["motor.effort"])
    x = float(start["P.translation"])
    np.testing.assert_allclose(linear.C[0, :2], [0.0, 2 * 0.5 * x * pace], atol=1e-11)
    np.testing.assert_allclose(linear.D, [[0.301 + 0.5 * x**2]], rtol=1e-10)


def test_a_force_with_a_corner_is_refused():
    """A stop begins where the slider stands; its force is nothing there."""
    m = slotted("0.3")
    m.end_stop("stop", "P.translation", lower=float(m.start()["P.translation"]), stiffness=1e4)
    with pytest.raises(ModelError, match="is not smooth at this state"):
        m.linearise(outputs=["motor.effort", "stop.value"])
