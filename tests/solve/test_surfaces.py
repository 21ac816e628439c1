"""A point on a surface against the closed forms of the spherical pendulum and of a bead in a bowl."""

import numpy as np
import pytest

import linkwork as lw

G = 9.81


def bead(surface: str, at: tuple[float, ...], velocity: tuple[float, ...]) -> lw.Mechanism:
    m = lw.Mechanism("bead", gravity=(0, 0, -G))
    ball = m.body("ball", mass=0.3, inertia=(1e-3, 1e-3, 1e-3))
    m.point_on_surface("S", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface=surface)
    m.place(ball, at=at, velocity=velocity)
    return m


def test_a_bead_circles_in_a_bowl():
    """At radius r in the bowl z = r^2 / (2 p) the rate of a circle is sqrt(g / p), whatever the radius."""
    p, r = 0.4, 0.25
    rate = np.sqrt(G / p)
    m = bead(f"x^2 + y^2 - {2 * p}*z", (r, 0, r**2 / (2 * p)), (0, r * rate, 0))
    run = m.simulate(3.0, tolerance=1e-11)
    angle = rate * run.time
    circle = np.stack([r * np.cos(angle), r * np.sin(angle), np.full_like(angle, r**2 / (2 * p))], axis=1)
    # dop853 at 1e-11 a step over some 60 steps of this size
    np.testing.assert_allclose(run.body("ball").position, circle, atol=1e-9)
    # normal force: weight and centripetal force together
    assert np.linalg.norm(run.joint("S").force, axis=1) == pytest.approx(0.3 * np.hypot(G, r * rate**2), rel=1e-9)


def test_a_sphere_is_a_rod():
    """On a sphere of radius L the bead moves as on a rod of length L."""
    L, at, velocity = 0.7, (0.42, 0, -0.56), (0.2, 1.1, 0.15)
    run = bead(f"x^2 + y^2 + z^2 - {L**2}", at, velocity).simulate(2.0, tolerance=1e-11)
    m = lw.Mechanism("rod", gravity=(0, 0, -G))
    ball = m.body("ball", mass=0.3, inertia=(1e-3, 1e-3, 1e-3))
    m.rod("R", m.ground.at(0, 0, 0), ball.at(0, 0, 0), length=L)
    m.place(ball, at=at, velocity=velocity)
    other = m.simulate(2.0, tolerance=1e-11)
    np.testing.assert_allclose(run.body("ball").position, other.body("ball").position, atol=1e-9)
    np.testing.assert_allclose(run.joint("S").force, other.joint("R").force, atol=1e-7)


def test_what_vanishes_nowhere_is_said():
    m = bead("x^2 + y^2 + z^2 + 1", (0.1, 0.2, 0.3), (0, 0, 0))
    with pytest.raises(lw.AssemblyError, match="S"):
        m.assemble()
