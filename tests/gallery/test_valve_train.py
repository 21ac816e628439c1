"""The valve train: motion by its program, contact forces by free bodies, the speed at which it comes apart.

Free bodies, with the cam at u and the rocker turned by its lift s(u) from where its first arm stands at the angle
pi - closed: the valve hangs on the tip, ``F = f - m (g + y'')`` with f the force of the spring; about the fulcrum,
``I (-s'') = F x - N a`` with x the tip beside the fulcrum and a the arm of the roller's force N. Its line goes through
the roller's centre and the pole of cam and rocker on the line of their pivots (Kennedy), w_cam q = w_rocker (q - d).
"""

from __future__ import annotations

import numpy as np
import pytest

from linkwork import gallery

PIVOT, ARM, ROLLER, TIP, PAD, BASE, LIFT = 0.06, 0.05, 0.008, 0.045, 0.006, 0.022, 0.24
CLOSED = np.arccos((ARM**2 + PIVOT**2 - (BASE + ROLLER) ** 2) / (2 * ARM * PIVOT))
BEND = np.radians(147.0)
STIFFNESS, PRELOAD, GRAVITY, VALVE, INERTIA = 25e3, 250.0, 9.81, 0.06, 6e-5
TURN = np.linspace(0.0, 1.0, 721)


def lift(u):
    """Return the lift of the program with two derivatives: 35 x^4 - 84 x^5 + 70 x^6 - 20 x^7, up and down."""
    rise = np.radians(100.0)
    law = np.polynomial.Polynomial([0, 0, 0, 0, 35, -84, 70, -20])
    back = 2.2 * rise  # 20 deg of dwell in between
    out = np.zeros((3, len(u)))
    for n in range(3):
        slope = law.deriv(n) if n else law
        up, down = slope(u / rise) / rise**n, (-1) ** n * slope((back - u) / rise) / rise**n
        inside = (u > rise) & (u < back - rise)
        parts = [u <= rise, inside, (u >= back - rise) & (u <= back)]
        out[n] = LIFT * np.select(parts, [up, np.full_like(u, n == 0), down], 0.0)
    return out


def free_bodies(u, speed):
    """Return the height of the valve, and the forces at the tip and at the roller [N] at a speed of the cam [rad/s]."""
    s, s1, s2 = lift(u)
    s1, s2 = s1 * speed, s2 * speed**2
    tip = np.pi - CLOSED - BEND - s  # angle of the second arm
    y, y2 = TIP * np.sin(tip) - PAD, -TIP * np.cos(tip) * s2 - TIP * np.sin(tip) * s1**2
    top = TIP * np.sin(np.pi - CLOSED - BEND) - PAD
    push = PRELOAD + STIFFNESS * (top - y) - VALVE * (GRAVITY + y2)
    pole = s1 * PIVOT / (speed + s1)  # the rocker turns at -s1
    centre = np.array([PIVOT - ARM * np.cos(CLOSED + s), ARM * np.sin(CLOSED + s)])
    line = centre - np.array([pole, np.zeros_like(pole)])
    lever = line[1] / np.hypot(*line) * (PIVOT - pole)
    return y, push, (push * TIP * np.cos(tip) + INERTIA * s2) / lever


def test_the_program_is_reproduced():
    motion = gallery.get("cam valve train").move(TURN)
    u = 2 * np.pi * TURN
    s, s1, s2 = lift(u)
    rocker = motion.joint("fulcrum")
    np.testing.assert_allclose(np.pi - CLOSED - rocker.angle, s, atol=1e-9)
    np.testing.assert_allclose(-rocker.angle_velocity, 2 * np.pi * s1, atol=1e-9 * 2 * np.pi)
    np.testing.assert_allclose(-rocker.angle_acceleration, (2 * np.pi) ** 2 * s2, atol=1e-9 * (2 * np.pi) ** 2)
    np.testing.assert_allclose(motion.body("valve").position[:, 1], free_bodies(u, 1.0)[0], atol=1e-9)


@pytest.mark.parametrize("revolutions", [1.0, 25.0])
def test_contact_forces_are_those_of_free_bodies(revolutions):
    parts = np.array([0.08, 0.17, 0.45])
    run = gallery.get("cam valve train", speed=revolutions).inverse(parts / revolutions)
    _, tip, roller = free_bodies(2 * np.pi * parts, 2 * np.pi * revolutions)
    for name, wanted in (("tip", tip), ("cam", roller)):
        found = np.linalg.norm(run.joint(name).force, axis=1)
        np.testing.assert_allclose(found, wanted, rtol=1e-9)


def lift_off() -> tuple[float, str]:
    """Return the least speed at which a contact would pull [rad/s], and which: forces are A + B speed^2."""
    u = 2 * np.pi * TURN
    least = {}
    for k, name in ((1, "tip"), (2, "cam")):
        at_rest, moving = free_bodies(u, 1e-6)[k], free_bodies(u, 1.0)[k]
        falls = moving - at_rest
        with np.errstate(divide="ignore"):
            least[name] = np.sqrt(np.where(falls < 0, -at_rest / falls, np.inf)).min()
    name = min(least, key=lambda n: least[n])
    return least[name], name


def test_it_is_told_when_the_valve_train_comes_apart():
    speed, name = lift_off()
    assert 20 < speed / (2 * np.pi) < 200  # revolutions a second: an engine's
    for share, apart in ((0.9999, False), (1.0001, True)):
        turns = share * speed / (2 * np.pi)
        run = gallery.get("cam valve train", speed=float(turns)).inverse(TURN / turns)
        assert (f"Contact '{name}' would have to pull" in run.status) == apart
        assert ("would have to pull" in run.status) == apart


def test_a_stiffer_spring_holds_longer():
    speed = lift_off()[0] / (2 * np.pi)
    run = gallery.get("cam valve train", speed=1.01 * float(speed), preload=270.0).inverse(TURN / (1.01 * speed))
    assert "would have to pull" not in run.status
