"""Where contacts are along a motion: past the ends of open curves, whatever times are asked for.

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
