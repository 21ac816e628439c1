"""Where contacts are along a motion, whatever times are asked for: past the ends of open curves, rounds of closed ones.

Forces and places on straight lines are exact up to rounding of one linear solve, and up to the tolerance of a run where
they follow from its positions.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

G = 9.81


def wheel(length=1.0, **fields):
    """Return a disc of 0.1 m that goes along a level line at 1 m/s; over the middle of the line at the start."""
    m = lw.Mechanism("end", plane="xy", gravity=(0, -G))
    b = m.body("b", lw.disc(0.1, mass=0.5))
    line = lw.polyline([(0, 0), (length, 0)])
    m.point_on_curve("w", m.ground.at(0, 0), b.at(0, 0), curve=line, radius=0.1, **fields)
    m.place(b, at=(0.5 * length, 0.1), velocity=(1, 0))
    return m


@pytest.mark.parametrize("times", [[0, 5, 10], np.linspace(0, 10, 101), [0, 1e4]])
@pytest.mark.parametrize("fields", [{}, {"rolling": True}, {"lifts": True}])
def test_a_short_line_carries_like_a_long_one(times, fields):
    """A curve goes on straight beyond its ends, however far: up to ten thousand lengths here."""
    run = wheel(**fields).simulate(times)
    far = wheel(3e4, **fields).simulate(times)
    assert np.allclose(run.contact("w").parameter, 0.5 + run.time, rtol=1e-7)  # tolerance of the run
    assert np.allclose(run.joint("w").force[:, 1], 0.5 * G, rtol=1e-9)
    assert np.allclose(run.joint("w").force, far.joint("w").force, atol=1e-9 * G)
    assert np.allclose(run["b.acceleration"], far["b.acceleration"], atol=1e-9 * G)
    assert run.contact("w").beyond.tolist() == (run.time > 0.5).tolist()
    assert "Contact 'w' left the end of its curve" in run.status


def test_a_driven_wheel_is_carried_past_the_end():
    m = wheel()
    m.drive("b.x", "0.5 + t")
    m.drive("b.angle", 0)
    found = m.inverse([0, 5, 10])
    assert np.allclose(found.contact("w").parameter, [0.5, 5.5, 10.5], atol=1e-12)
    assert np.allclose(found.joint("w").force[:, 1], 0.5 * G, rtol=1e-12)


@pytest.mark.parametrize("back", [-3.0, -30.0])
def test_a_wheel_comes_back_onto_its_curve(back):
    """Placed beyond the end, it is found there, and on the curve when it has come back."""
    m = wheel()
    m.place("b", at=(1.0 - back, 0.1))
    m.drive("b.x", f"{1 - back} + ({back} - 0.5)*t")
    m.drive("b.angle", 0)
    motion = m.move([0.0, 1.0])
    assert np.allclose(motion.contact("w").parameter, [1.0 - back, 0.5], atol=1e-12)
    assert motion.contact("w").beyond.tolist() == [True, False]


@pytest.mark.parametrize("points", [3, 9])
def test_a_bead_that_left_its_wire_is_held_on_the_tangent(points):
    """Beyond u = 1 the wire goes on along (1, 0.4, -1): gravity along it, the rest is carried."""
    m = lw.Mechanism("wire", gravity=(0, 0, -G))
    b = m.body("b", mass=0.5, inertia=(0.01,) * 3)
    m.point_on_curve("w", m.ground.at(0, 0, 0), b.at(0, 0, 0), curve=lw.curve("u", "0.2*u^2", over=(0, 1), z="-u"))
    m.place(b, at=(0, 0, 0))
    run = m.simulate(2.0, points=points)
    along = np.array([1, 0.4, -1]) / np.sqrt(2.16)
    weight = np.array([0, 0, -0.5 * G])
    assert np.allclose(run.joint("w").force[-1], (weight @ along) * along - weight, atol=1e-9)
    assert run.contact("w").parameter[-1] == pytest.approx(run["b.x"][-1], abs=1e-9)


def hoop():
    """Return a bead on an elliptic hoop; nothing but the hoop acts on it, so that it keeps its speed of 3 m/s."""
    m = lw.Mechanism("hoop", plane="xy")
    b = m.body("b", mass=0.5, inertia=1e-3)
    m.point_on_curve("w", m.ground.at(0, 0), b.at(0, 0), curve=lw.ellipse(0.5, 0.3))
    m.place(b, at=(0.5, 0), velocity=(0, 3.0))
    return m


def round_of(length):
    """Return the parameter at an arc length of the ellipse, by Gauss's rule on a thousand pieces."""
    nodes, weights = np.polynomial.legendre.leggauss(8)
    edges = np.linspace(0, 2 * np.pi, 1001)
    speed = lambda s: np.hypot(0.5 * np.sin(s), 0.3 * np.cos(s))  # noqa: E731
    middle, half = 0.5 * (edges[1:] + edges[:-1]), 0.5 * np.diff(edges)
    arcs = np.append(0, np.cumsum((speed(middle[:, None] + half[:, None] * nodes) @ weights) * half))
    rounds, rest = divmod(length, arcs[-1])
    return 2 * np.pi * rounds + np.interp(rest, arcs, edges)


@pytest.mark.parametrize("options", [{}, {"method": "esdirk54"}, {"formulation": "relative"}, {"method": "rk4"}])
@pytest.mark.parametrize("times", [[0, 5], [0, 1, 5], np.linspace(0, 5, 51)])
def test_rounds_of_a_hoop_are_counted_whatever_times_are_asked_for(times, options):
    if options.get("method") == "rk4":
        options = {**options, "step": 1e-3}
    place = hoop().simulate(times, **options).contact("w").parameter
    # straight between a thousand places of an ellipse: (2 pi / 1000)^2 / 8 = 5e-6; the runs are exact to 1e-7
    assert np.allclose(place, [round_of(3.0 * t) for t in times], atol=5e-6)


def test_rounds_go_on_in_a_run_that_goes_on():
    m = hoop()
    first = m.simulate([0, 3])
    second = m.simulate([3, 5], start=first)
    assert second.contact("w").parameter[0] == pytest.approx(first.contact("w").parameter[-1], abs=1e-9)
    assert second.contact("w").parameter[1] == pytest.approx(round_of(15.0), abs=5e-6)  # as above


@pytest.mark.parametrize("times", [[0, 7], np.linspace(0, 7, 71)])
def test_rounds_of_both_curves_are_counted_in_a_driven_motion(times):
    """An ellipse turns about a focus and drives its twin: after 42 rad both have gone round, up to part of a round."""
    m = lw.Mechanism("twins", plane="xy")
    a, b = m.body("a"), m.body("b")
    m.revolute("A", m.ground.at(0, 0), a.at(0.4, 0))
    m.revolute("B", m.ground.at(1, 0), b.at(-0.4, 0))
    m.place(a, at=(-0.4, 0))
    m.place(b, at=(1.4, 0))
    m.curve_on_curve("w", a.at(0, 0), b.at(0, 0), curve=lw.ellipse(0.5, 0.3), curve_b=lw.ellipse(0.5, 0.3))
    m.drive("A.angle", "6*t")
    found = m.move(times).contact("w")
    assert abs(found.parameter[-1] - found.parameter[0]) == pytest.approx(42.0, abs=2 * np.pi)
    assert abs(found.parameter_b[-1] - found.parameter_b[0]) == pytest.approx(42.0, abs=2 * np.pi)


@pytest.mark.parametrize("x", [0.1, 0.2, 0.28, 0.35])
def test_a_wheel_wider_than_the_valley_is_assembled_on_one_side(x):
    m = lw.Mechanism("valley", plane="xy", gravity=(0, -9.81))
    wheel = m.body("wheel", lw.disc(0.5, mass=1.0))
    m.point_on_curve(
        "valley", m.ground.at(0, 0), wheel.at(0, 0), curve=lw.curve("u", "5*u^2", over=(-1, 1)), radius=0.5
    )
    m.place(wheel, at=(x, 1.25))
    found = m.assemble()
    assert found.violation < 1e-12
    u = np.linspace(-1.0, 1.0, 200001)
    place = found.motion.body("wheel").position[0]
    assert np.hypot(u - place[0], 5 * u**2 - place[1]).min() == pytest.approx(0.5, abs=1e-9)
    assert m.simulate(0.01, points=3).complete


@pytest.mark.parametrize(("x", "angle"), [("-u", 0.0), ("u", 0.8), ("u", 3.1)])
def test_a_face_that_no_place_of_the_curve_lies_along_is_told(x, angle):
    m = lw.Mechanism("board", plane="xy")
    board = m.body("board")
    m.face_on_curve("barrel", m.ground.at(0, 0), board.at(0, 0), curve=lw.curve(x, "-u^2", over=(-0.3, 0.3)))
    m.drive("board.angle", angle)
    m.place(board, angle=angle)
    with pytest.raises(lw.AssemblyError, match="'barrel' is lost: no place of the curve lies along the face"):
        m.assemble()
