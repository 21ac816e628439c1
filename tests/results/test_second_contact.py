"""What touches its curve or surface at a second place is told: with both places, or the time, and the depth."""

from __future__ import annotations

import re

import numpy as np
import pytest

import linkwork as lw

VALLEYS = lw.curve("u", "0.1*cos(10*u)", over=(-2, 2))


def along(curve: lw.Curve, radius: float, start: float = 0.3) -> lw.Mechanism:
    """A roller that is driven along a track."""
    m = lw.Mechanism("roller", plane="xy")
    roller = m.body("roller")
    m.point_on_curve("track", m.ground.at(0, 0), roller.at(0, 0), curve=curve, radius=radius)
    m.drive("roller.angle", 0)
    m.drive("roller.x", f"{start} + 0.6*t")
    m.place(roller, at=(start, 0.1 + radius))
    return m


def told(status: str) -> tuple[float, float, float]:
    """Return first place, second place and depth from the sentence."""
    number = r"(-?[\d.e-]+)"
    found = re.search(
        rf"at parameter {number} of its curve touches it at parameter {number} too.* by {number} m", status
    )
    assert found, status
    return float(found[1]), float(found[2]), float(found[3])


def test_a_roller_that_fits_the_valleys_is_not_told():
    assert "touches it" not in along(VALLEYS, 0.05).move([0, 0.5, 1.0]).status


def test_a_roller_between_two_walls_is_told():
    """A bump of a sharp wall: the roller stands on the floor beside it and reaches into the wall."""
    wall = lw.curve("u", "0.3*exp(-400*(u - 1)^2)", over=(-1, 3))
    run = along(wall, 0.15, start=0.5).move(np.linspace(0, 0.6, 101), on_limit="return")
    s, u, depth = told(run.status)
    assert abs(s - u) > 0.05
    # the depth as it is: the roller's radius less the least distance of its middle from the wall
    best = 0.0
    grid = wall.point(np.linspace(-1, 3, 20001))
    for middle in run.body("roller").position:
        best = max(best, 0.15 - np.linalg.norm(grid - middle, axis=1).min())
    assert depth == pytest.approx(best, rel=2e-2)


def test_a_face_across_two_summits_is_told():
    """A flat face that follows one summit tilts into the next: by how much is plain geometry."""
    m = lw.Mechanism("face", plane="xy")
    face = m.body("face")
    m.face_on_curve("F", m.ground.at(0, 0), face.at(0, 0), curve=VALLEYS)
    m.drive("face.angle", "-0.2*t")
    m.drive("face.x", "0")
    m.place(face, at=(0, 0.1))
    s, u, depth = told(m.move([0.0, 0.5, 1.0]).status)
    normal = np.array([np.sin(0.2), np.cos(0.2)])
    way = (VALLEYS.point(np.linspace(-2, 2, 40001)) - VALLEYS.point(s)) @ normal
    assert depth == pytest.approx(way.max(), rel=1e-3)
    assert s < -1.5
    assert u > 1.5


def test_two_curves_are_told():
    """A rod with two humps on a flat track: it is held on one of them, tilted so that the other is in the ground."""
    m = lw.Mechanism("humps", plane="xy")
    rod = m.body("rod")
    humps = lw.curve("u", "-0.1*cos(2*pi*u)", over=(-0.3, 1.3))
    m.curve_on_curve(
        "C",
        m.ground.at(0, 0),
        rod.at(0, 0),
        curve=lw.curve("u", "0.01*u^2", over=(-3, 3)),
        curve_b=humps,
        side_b="other",
    )
    m.drive("rod.angle", "0.3*t")
    m.drive("rod.x", "0")
    m.place(rod, at=(0, 0.1))
    s, u, depth = told(m.move([0.0, 0.5, 1.0]).status)
    assert s > 0.8
    assert abs(u) < 0.2
    assert depth == pytest.approx(np.sin(0.3), rel=0.1)


# ---- on surfaces -----------------------------------------------------------------------------------

TROUGH = "z - 0.2*x^2 - 2e6*x^6"
"""Nearly flat at the bottom, with walls 0.07 m to both sides."""


def depth_in_trough(points: np.ndarray) -> float:
    """Return how far points (n, 2) of a section on the bottom of the trough reach through its walls, to first order."""
    x, z = points.T
    f, slope = z - 0.2 * x**2 - 2e6 * x**6, -0.4 * x - 1.2e7 * x**5
    return float((-f / np.hypot(slope, 1.0)).max())


@pytest.mark.parametrize(("radius", "cuts"), [(0.1, True), (0.02, False)])
def test_a_ball_that_is_too_large_for_its_trough(radius, cuts):
    m = lw.Mechanism("trough", gravity=(0, 0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=(0.4 * radius**2,) * 3)
    m.sphere_on_surface("rest", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface=TROUGH, radius=radius)
    m.place(ball, at=(0, 0, radius), velocity=(0, 0.1, 0))
    status = m.simulate(0.1, points=11).status
    assert ("The ball of 'rest' cuts into its surface" in status) is cuts
    if cuts:
        turn = np.linspace(0, 2 * np.pi, 20001)
        expected = depth_in_trough(np.stack([radius * np.sin(turn), radius - radius * np.cos(turn)], axis=1))
        found = float(re.search(r"by ([\d.e-]+) m", status)[1])
        # 400 points of a ball are 0.18 rad apart: half of that, squared, is 1 % of the radius
        assert expected - 0.01 * radius < found <= expected * (1 + 1e-3)


@pytest.mark.parametrize(("radius", "cuts"), [(0.06, True), (0.02, False)])
def test_a_disc_that_is_too_large_for_its_trough(radius, cuts):
    m = lw.Mechanism("trough", gravity=(0, 0, -9.81))
    disc = m.body("disc", mass=1.0, inertia=(0.25 * radius**2, 0.25 * radius**2, 0.5 * radius**2))
    m.disc_on_surface("rest", m.ground.at(0, 0, 0), disc.at(0, 0, 0), surface="z - 0.2*x^2 - 2e7*x^6", radius=radius)
    m.place(disc, at=(0, 0, radius), rotation=lw.axis_angle((1, 0, 0), 90 * lw.deg))
    status = m.simulate(0.01, points=3, on_failure="return").status
    assert ("The disc of 'rest' cuts into its surface" in status) is cuts
