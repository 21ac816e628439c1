"""A bead on a curve in space: helix, tilted circle, plane curve with z = 0, a roller coaster.

dop853 with a tolerance of 1e-11 a step leaves some 1e-10 after the 50 to 100 steps of these runs.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

G = 9.81
TURN = (0, "2*pi")
COASTER = [(np.cos(a) * (2 + np.cos(2 * a)), np.sin(a) * 2, 0.6 * np.sin(2 * a)) for a in np.arange(40) * np.pi / 20]


def bead(curve: lw.Curve, s: float, rate: float = 0.0, carrier: bool = False) -> lw.Mechanism:
    """A bead at parameter s of a curve, which the ground carries, or a body that turns about z."""
    m = lw.Mechanism("bead on a wire", gravity=(0, 0, -G))
    ball = m.body("bead", mass=0.3, inertia=(1e-3, 1e-3, 1e-3))
    wire = m.ground
    if carrier:
        wire = m.body("wire", mass=1.0, inertia=(0.1, 0.1, 0.1))
        m.revolute("axle", m.ground.at(0, 0, 0), wire.at(0, 0, 0), axis="z")
        m.place(wire, at=(0, 0, 0))
    m.point_on_curve("W", wire.at(0, 0, 0), ball.at(0, 0, 0), curve=curve)
    place, slope = curve.plain.derivatives(s, 1)
    m.place(ball, at=tuple(place), velocity=tuple(rate * slope))
    return m


def test_a_bead_slides_down_a_helix():
    """Along a helix of radius R that falls by p u the acceleration is constant: u'' = g p / (R^2 + p^2)."""
    R, p, mass = 0.3, 0.05, 0.3
    run = bead(lw.curve(f"{R}*cos(u)", f"{R}*sin(u)", (0, 40), f"-{p}*u"), 0.0).simulate(2.0, tolerance=1e-11)
    rate = G * p / (R**2 + p**2) * run.time
    u = rate * run.time / 2
    np.testing.assert_allclose(run.contact("W").parameter, u, atol=1e-10)
    helix = np.stack([R * np.cos(u), R * np.sin(u), -p * u], axis=1)
    np.testing.assert_allclose(run.body("bead").position, helix, atol=1e-10)
    np.testing.assert_allclose(run.contact("W").point, helix, atol=1e-10)
    # centripetal force R u'^2 towards the axis, and what is across the slope of the weight
    across = mass * np.hypot(R * rate**2, G * R / np.hypot(R, p))
    np.testing.assert_allclose(np.linalg.norm(run.joint("W").force, axis=1), across, rtol=1e-9)
    acceleration = G * p / (R**2 + p**2)
    inward, along = -R * rate**2, R * acceleration
    expected = np.stack([inward * np.cos(u) - along * np.sin(u), inward * np.sin(u) + along * np.cos(u)], axis=1)
    np.testing.assert_allclose(run.body("bead").acceleration[:, :2], expected, rtol=1e-8, atol=1e-8)


def test_a_bead_on_a_tilted_circle_is_a_pendulum():
    """On a circle of radius L in a plane tilted by b, a bead swings like a pendulum under g cos(b)."""
    L, b = 0.5, np.radians(35)
    circle = lw.curve(f"{L}*sin(u)", f"{-L * np.sin(b)}*cos(u)", TURN, f"{-L * np.cos(b)}*cos(u)", closed=True)
    run = bead(circle, 0.0, rate=4.0).simulate(2.0, tolerance=1e-11)
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -G * np.cos(b)))
    ball = m.body("bead", mass=0.3, inertia=0.0)
    m.rod("R", m.ground.at(0, 0), ball.at(0, 0), length=L)
    m.place(ball, at=(0, -L), velocity=(4.0 * L, 0))
    x, y = m.simulate(2.0, tolerance=1e-11).body("bead").position.T
    found = run.body("bead").position
    np.testing.assert_allclose(found, np.stack([x, y * np.sin(b), y * np.cos(b)], axis=1), atol=1e-9)


@pytest.mark.parametrize("closed", [False, True])
def test_a_plane_curve_with_z_is_one_without(closed: bool):
    """Positions, velocities, accelerations, jerk and forces to rounding: the same motion of the same bead."""
    parts = ("0.4*cos(u)", "0.3*sin(u) + 0.05*cos(2*u)")
    over = (0, "2*pi") if closed else (-1, 8)

    def driven(curve: lw.Curve) -> lw.DynamicMotion:
        m = lw.Mechanism("driven")
        arm, ball = (
            m.body("arm", mass=0.1, inertia=(1e-3, 1e-3, 1e-3)),
            m.body("bead", mass=0.4, inertia=(1e-3, 1e-3, 1e-3)),
        )
        m.revolute("axle", m.ground.at(0, 0, 0), arm.at(0, 0, 0), axis="z")
        m.prismatic("slide", arm.at(0, 0, 0), ball.at(0, 0, 0), axis="x")
        m.point_on_curve("W", m.ground.at(0, 0, 0), ball.at(0, 0, 0), curve=curve)
        m.drive("axle.angle", "0.3 + 4*t + 0.5*sin(3*t)")
        m.place(ball, at=(0.4, 0.1, 0))
        return m.inverse(np.linspace(0, 1, 60))

    flat, spatial = driven(lw.curve(*parts, over=over, closed=closed)), driven(lw.curve(*parts, over, "0", closed))
    for order in range(4):
        name = ("position", "velocity", "acceleration", "jerk")[order]
        one, other = (getattr(m.body("bead"), name) for m in (flat, spatial))
        np.testing.assert_allclose(other, one, atol=1e-11 * np.abs(one).max())
    np.testing.assert_allclose(spatial.contact("W").parameter, flat.contact("W").parameter, atol=1e-12)
    np.testing.assert_allclose(spatial.joint("W").force, flat.joint("W").force, atol=1e-9)


@pytest.mark.parametrize("formulation", ["relative", "natural", "augmented", "independent", "noc"])
def test_formulations_agree_on_a_roller_coaster(formulation: str):
    """Energy stays, and the bead where the others have it.

    A spline is smooth to its fourth derivative: each of some ten knots it passes costs steps of dop853 some digits.
    """
    m = bead(lw.spline(COASTER, closed=True), 1.0, rate=3.0, carrier=True)
    plain = m.simulate(1.0, tolerance=1e-10)
    other = m.simulate(1.0, tolerance=1e-10, formulation=formulation)
    np.testing.assert_allclose(other.body("bead").position, plain.body("bead").position, atol=1e-7)
    assert abs(plain.energy.balance).max() < 1e-7 * plain.energy.kinetic.max()


def test_the_end_of_a_wire_is_told():
    run = bead(lw.curve("0.3*cos(u)", "0.3*sin(u)", (0, 3), "-0.05*u"), 0.0).simulate(2.0)
    assert run.contact("W").beyond[-1]
    assert "'W' left the end of its curve" in run.status


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"radius": 0.1}, "a bead. Leave radius and rolling out"),
        ({"rolling": True}, "a bead. Leave radius and rolling out"),
        ({"plane": "xy"}, "its curve has a third coordinate. Leave z out"),
    ],
)
def test_what_does_not_fit_a_curve_in_space_is_said(options: dict, sentence: str):
    plane = options.pop("plane", None)
    m = lw.Mechanism("wrong", plane=plane)
    origin = (0, 0) if plane else (0, 0, 0)
    m.point_on_curve("W", m.ground.at(*origin), m.body("bead").at(*origin), curve=lw.spline(COASTER), **options)
    with pytest.raises(lw.ModelError, match=sentence):
        m.assemble()


def test_curves_that_must_be_plane_say_so():
    m = lw.Mechanism("wrong")
    m.face_on_curve("F", m.ground.at(0, 0, 0), m.body("face").at(0, 0, 0), curve=lw.spline(COASTER))
    with pytest.raises(lw.ModelError, match="a plane curve is expected"):
        m.assemble()
