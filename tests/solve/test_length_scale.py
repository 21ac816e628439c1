"""The length scale: mechanisms of any size are computed alike, also where bodies have one point at most."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

SIZES = [1e-9, 1e-6, 1.0, 1e3]


@pytest.mark.parametrize("size", SIZES)
def test_a_free_mass_on_a_spring(size):
    m = lw.Mechanism("mass", plane="xy")
    mass = m.body("mass", mass=1.0, inertia=size**2)
    m.place(mass, at=(1.1 * size, 0))
    m.spring("spring", m.ground.at(0, 0), mass.at(0, 0), stiffness=4.0, free_length=size)
    run = m.simulate(3.0)
    expected = size + 0.1 * size * np.cos(2.0 * run.time)
    # the tolerance of a step is 1e-9 or less of the length; the error was 6e-7 of it at 1e-9 m
    assert np.abs(run.body("mass").position[:, 0] - expected).max() < 1e-9 * size


@pytest.mark.parametrize("size", SIZES)
def test_a_mass_that_swings_far_from_where_it_is_placed(size):
    m = lw.Mechanism("mass", plane="xy")
    mass = m.body("mass", mass=1.0)
    m.place(mass, at=(1e-12 * size, 0), velocity=(2.0 * size, 0))
    m.spring("spring", m.ground.at(-size, 0), mass.at(0, 0), stiffness=4.0, free_length=size)
    run = m.simulate(3.0)
    assert np.abs(run.body("mass").position[:, 0] - size * np.sin(2.0 * run.time)).max() < 1e-9 * size
    assert run.counts["steps"] < 100  # 28 at 1 m


def impacts(size: float) -> int:
    """Return how often a ball that falls from a height bounces in 8.5 times the time of its first fall.

    With restitution e it comes to rest after (1 + e) / (1 - e) = 9 of these times.
    """
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=size**2)
    m.place(ball, at=(0, size))
    m.rigid_contact("floor", "ball.y", 0.0, restitution=0.8)
    return m.simulate(8.5 * np.sqrt(2.0 * size / 9.81)).counts["events"]


@pytest.mark.parametrize("size", SIZES)
def test_a_ball_bounces_as_often_at_any_size(size):
    # the times of the impacts are 1, 1 + 2 e, 1 + 2 e + 2 e^2 ... of the first fall
    times = 1.0 + np.concatenate([[0.0], np.cumsum(2.0 * 0.8 ** np.arange(1, 60))])
    assert impacts(size) == int((times < 8.5).sum())


def test_a_body_that_flies_freely_is_measured_in_metres():
    m = lw.Mechanism("stone", plane="xy", gravity=(0, -9.81))
    stone = m.body("stone", mass=1.0, inertia=1e-14)
    m.place(stone, at=(0, 1e-6))
    run = m.simulate(100.0)
    assert run.body("stone").position[-1, 1] == pytest.approx(1e-6 - 0.5 * 9.81 * 1e4, rel=1e-12)
    assert run.counts["steps"] < 100  # against its own size there would be millions


@pytest.mark.parametrize("ratio", [1e2, 1e5, 1e7])
def test_a_long_rod_on_a_short_one_is_assembled(ratio):
    """Its centre of mass is far from its pin: rounding there is more than a share of 1e-12 of the short rod."""
    m = lw.Mechanism("rods", plane="xy", gravity=(0, -9.81))
    short, long = m.body("short", lw.rod(length=1e-3, mass=1.0)), m.body("long", lw.rod(length=1e-3 * ratio, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), short.at(0, 0))
    m.revolute("B", short.at(1e-3, 0), long.at(0, 0))
    m.place(short, angle=1.0)
    m.place(long, angle=-1.3)
    assert m.assemble().violation < 1e-15 * ratio
    rest = m.equilibrium(search="nearest")
    assert rest["A.force.y"] == pytest.approx(2 * 9.81, rel=1e-9)
