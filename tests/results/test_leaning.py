"""Joints of one plane in space: what leans there without anything that keeps it upright is told."""

from __future__ import annotations

import pytest

import linkwork as lw

ROAD = {"z": (0, -1, 0), "x": (1, 0, 0)}
JOINTS = {
    "rolling_wheel": (0.1, {"radius": 0.1}),
    "point_on_curve": (0.1, {"curve": lw.polyline([(-5, 0), (5, 0)]), "radius": 0.1, "rolling": True}),
    "face_on_curve": (0.3, {"curve": lw.circle(0.3)}),
    "curve_on_curve": (0.4, {"curve": lw.circle(0.3), "curve_b": lw.circle(0.1), "rolling": True}),
}


def on_road(kind: str, held: bool) -> lw.Mechanism:
    height, fields = JOINTS[kind]
    m = lw.Mechanism("road", gravity=(0, 0, -9.81))
    wheel = m.body("wheel", lw.disc(0.1, mass=1.0))
    getattr(m, kind)("W", m.ground.at(0, 0, 0, **ROAD), wheel.at(0, 0, 0), **fields)
    if held:
        m.planar("wall", m.ground.at(0, 0, 0, **ROAD), wheel.at(0, 0, 0))
    m.place(wheel, at=(0, 0, height), rotation=lw.rpy(1.5707963267948966, 0, 0), rate=(0.3, 1, 0.4))
    return m


@pytest.mark.parametrize("kind", JOINTS)
def test_what_leans_is_told(kind):
    run = on_road(kind, held=False).simulate(0.3, points=5)
    assert "The axes of 'W' are 8." in run.status
    assert "hold 'ground' and 'wheel' in it by other joints" in run.status
    assert ("use rolling_disc" in run.status) == (kind == "rolling_wheel")
    assert "from parallel" not in on_road(kind, held=True).simulate(0.3, points=5).status


def test_a_roller_that_slides_may_lean_like_a_ball():
    m = lw.Mechanism("ball", gravity=(0, 0, -9.81))
    ball = m.body("ball", lw.sphere(0.1, mass=1.0))
    m.point_on_curve("W", m.ground.at(0, 0, 0, **ROAD), ball.at(0, 0, 0), curve=lw.circle(0.3), radius=0.1)
    m.place(ball, at=(0, 0, 0.4), rate=(1.0, 1.0, 0))
    assert "from parallel" not in m.simulate(0.1, points=3).status
