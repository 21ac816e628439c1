"""Reductions of a million to one, driven at their slow end: small numbers in equations are no dead points."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

TURN = 10.0
"""What the quick end turns in a second [rad]."""


def geared(ratio: float, hinge: float = 0.0) -> lw.Mechanism:
    """A pinion and a wheel of 1 m, driven at the wheel; the pinion's hinge may be away from its centre of mass."""
    m = lw.Mechanism("reduction", plane="xy")
    p, w = m.body("p", mass=1.0, inertia=1e-3), m.body("w", mass=1.0, inertia=0.1)
    m.revolute("quick", m.ground.at(0, 0), p.at(hinge, 0))
    m.revolute("slow", m.ground.at(1.0, 0), w.at(0, 0))
    m.gear("mesh", p.at(hinge, 0), w.at(0, 0), ratio=ratio)
    m.drive("slow.angle", f"{-TURN / ratio!r}*t")
    return m


def screwed(ratio: float, hinge: float = 0.0) -> lw.Mechanism:
    """A nut on a thread of 1 m / ratio in a radian, driven along its axis."""
    m = lw.Mechanism("screw", plane=None)
    n = m.body("n", mass=1.0, inertia=(1e-3, 1e-3, 1e-3))
    m.screw("quick", m.ground.at(0, 0, 0), n.at(hinge, 0, 0), pitch=2 * np.pi / ratio)
    m.drive("quick.translation", f"{TURN / ratio!r}*t")
    return m


@pytest.mark.parametrize("hinge", [0.0, 0.2])
@pytest.mark.parametrize("ratio", [1e4, 1e5, 1e6, 1e7])
@pytest.mark.parametrize("build", [geared, screwed])
def test_the_quick_end_turns_as_the_ratio_says(build, ratio, hinge):
    """Positions are closed to 1e-12 m or better; at the quick end that is the ratio times as much [rad]."""
    t = np.linspace(0.0, 1.0, 5)
    motion = build(ratio, hinge).move(t)
    assert motion.events == ()
    assert motion["quick.angle"] == pytest.approx(TURN * t, abs=1e-12 * ratio)
    assert motion["rate(quick.angle)"] == pytest.approx(TURN, rel=1e-9)


@pytest.mark.parametrize("ratio", [1e4, 1e6])
def test_the_slow_end_bears_the_inertia_of_the_quick_one(ratio):
    """With w' = 2 rad/s^2 at the quick end: T w_slow = (I_quick w + I_slow w / ratio^2) w', power for power."""
    m = lw.Mechanism("reduction", plane="xy")
    p, w = m.body("p", mass=1.0, inertia=1e-3), m.body("w", mass=1.0, inertia=0.1)
    m.revolute("quick", m.ground.at(0, 0), p.at(0, 0))
    m.revolute("slow", m.ground.at(1.0, 0), w.at(0, 0))
    m.gear("mesh", p.at(0, 0), w.at(0, 0), ratio=ratio)
    m.drive("slow.angle", f"{-1.0 / ratio!r}*t^2", name="motor")
    run = m.inverse(np.linspace(0.0, 1.0, 5))
    due = -2.0 * (1e-3 * ratio + 0.1 / ratio)
    assert run["motor.effort"] == pytest.approx(due, rel=1e-9)
    assert np.abs(run["mesh.force.size"]) == pytest.approx(1e-3 * 2.0 * (1.0 + ratio), rel=1e-9)
