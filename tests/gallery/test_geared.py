"""Known answers of the geared mechanisms and shaft couplings of the gallery."""

import numpy as np
import pytest

from linkwork import gallery

CLOSE = 1e-10
"""Angles are right to 1e-12 a position; they grow to some hundred radians."""


def moved(name, count=41, **parameters):
    return gallery.get(name, **parameters).move(gallery.info(name).times(count))


def test_carrier_of_a_planetary_gearbox():
    motion = moved("planetary gearbox")
    np.testing.assert_allclose(motion.joint("output").angle, motion.joint("input").angle / 3.5, atol=CLOSE)
    # A planet turns (sun - carrier) 24/18 back against the carrier.
    relative = (motion.joint("input").angle - motion.joint("output").angle) * 24 / 18
    np.testing.assert_allclose(motion.joint("pin 2").angle, -relative, atol=CLOSE)


def test_torques_of_a_planetary_gearbox():
    m = gallery.get("planetary gearbox", driven=False)
    m.torque("input torque", "sun", 2.0)
    m.drive("output.angle", "3*t")
    run = m.inverse([0.0, 0.3])
    np.testing.assert_allclose(run.driver("output.angle").effort, -7.0, atol=1e-9)


@pytest.mark.parametrize("formulation", ["reference", "augmented", "natural", "noc"])
def test_three_planets_share_the_load_evenly(formulation):
    m = gallery.get("planetary gearbox")
    m.torque("load", "carrier", -2.0)
    run = m.simulate([0.0, 0.01], formulation=formulation)
    # the pin of a planet at 42 mm gets the forces of both its meshes: 2 N m = 3 (2 F) 42 mm
    due = 2.0 / (6 * 0.042)
    for k in (1, 2, 3):
        for mesh, body in (("inner", "sun"), ("outer", f"planet {k}")):
            force = run.joint(f"{mesh} {k}").on(body).force
            np.testing.assert_allclose(np.hypot(*force.T), due / np.cos(np.radians(20)), rtol=1e-9)


@pytest.mark.parametrize("formulation", ["reference", "augmented"])
def test_teeth_without_load_carry_nothing(formulation):
    """The pins hold the planets against their centrifugal forces; no flank that rounding chooses helps them."""
    start = gallery.get("planetary gearbox").start().motion
    m = gallery.get("planetary gearbox", driven=False)
    run = m.simulate(np.linspace(0, 8e-3, 9), formulation=formulation, method="rk4", step=1e-3, start=start)
    for k in (1, 2, 3):
        held = np.hypot(*run.joint(f"pin {k}").force.T)
        np.testing.assert_allclose(held, 0.12 * 0.042 * (2 * np.pi / 3.5) ** 2, rtol=1e-9)
        assert np.abs(run.joint(f"inner {k}").force).max() < 1e-12


def test_wheels_of_a_differential():
    motion = moved("car differential")
    left, right = motion.joint("left axle").angle, motion.joint("right axle").angle
    np.testing.assert_allclose((left + right) / 2, -motion.joint("input").angle / 3, atol=CLOSE)
    np.testing.assert_allclose((left + right) / 2, motion.joint("bearing").angle, atol=CLOSE)
    assert np.abs(left - right).max() > 1


@pytest.mark.parametrize("speed", [0.0, 5.0])
def test_a_differential_shares_the_torque_evenly(speed):
    m = gallery.get("car differential", driven=False)
    m.drive("left axle.angle", f"{speed}*t")
    m.drive("right axle.angle", "2*t")
    m.torque("engine", "pinion", 10.0, axis="x")
    run = m.inverse([0.0, 0.1])
    # At constant speeds the planet turns steadily: no torque makes a difference between the wheels.
    for side in ("left axle.angle", "right axle.angle"):
        np.testing.assert_allclose(run.driver(side).effort, 15.0, atol=1e-9)


def test_harmonic_drive():
    motion = moved("harmonic drive")
    np.testing.assert_allclose(motion.joint("output").angle, -motion.joint("input").angle / 20, atol=CLOSE)


def test_pin_of_a_geared_five_bar_runs_straight():
    path = moved("geared five-bar").point("left coupler.P").position
    np.testing.assert_allclose(path[:, 0], 0.15, atol=1e-12)
    angle = np.linspace(0, 2 * np.pi, 41)
    height = 0.08 * np.sin(angle) + np.sqrt(0.3**2 - (0.15 - 0.08 * np.cos(angle)) ** 2)
    np.testing.assert_allclose(path[:, 1], height, atol=1e-12)


def test_tool_of_a_belt_gantry_runs_round_a_circle():
    motion = moved("belt gantry")
    away = motion.point("carriage.tool").position - [-0.05, 0.0]
    np.testing.assert_allclose(np.linalg.norm(away, axis=1), 0.05, atol=1e-12)


def test_motors_of_a_belt_gantry_share_a_load_along_x():
    m = gallery.get("belt gantry")
    m.point_force("pull", "carriage.tool", force=(12.0, 0.0))
    run, alone = m.inverse([0.3]), gallery.get("belt gantry").inverse([0.3])
    for motor in ("M1.angle", "M2.angle"):
        extra = run.driver(motor).effort - alone.driver(motor).effort
        np.testing.assert_allclose(extra, -12.0 * 0.01 / 2, atol=1e-10)


@pytest.mark.parametrize("name", ["double hooke joint", "constant-velocity joint"])
@pytest.mark.parametrize("angle", [0.2, 0.6])
def test_output_turns_as_the_input_does(name, angle):
    motion = moved(name, angle=angle)
    np.testing.assert_allclose(motion.joint("output_bearing").angle, motion.joint("input_bearing").angle, atol=CLOSE)
    np.testing.assert_allclose(motion.joint("output_bearing").angle_velocity, 2 * np.pi, atol=CLOSE)


def test_middle_shaft_of_a_double_hooke_joint_runs_unevenly():
    """Hooke: the middle shaft has cos(b) / (1 - sin(b)^2 cos(angle)^2) of the input's speed, b between them."""
    motion, lean = moved("double hooke joint"), 0.4
    shaft = np.array([np.sin(lean), 0.0, np.cos(lean)])
    angle = motion.joint("input_bearing").angle
    due = 2 * np.pi * np.cos(lean) / (1 - (np.sin(lean) * np.cos(angle)) ** 2)
    np.testing.assert_allclose(motion.body("middle").angular_velocity @ shaft, due, rtol=1e-9)


def test_ball_of_a_constant_velocity_joint_stays_in_the_plane_that_halves_the_angle():
    motion = moved("constant-velocity joint")
    ball = motion.point(gallery.get("constant-velocity joint").joints["ball"].a).position
    # one shaft goes along -z, the other along (sin, 0, cos): their mirror plane
    np.testing.assert_allclose(ball @ [np.sin(0.5), 0.0, 1.0 + np.cos(0.5)], 0.0, atol=CLOSE)
    assert np.ptp(np.linalg.norm(ball, axis=1)) > 1e-3
