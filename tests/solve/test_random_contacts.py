"""Random wheels and balls that roll, slide and fly: the laws of contact hold at every stored time."""

import numpy as np
import pytest

import linkwork as lw

G = 9.81
LAWS = 1e-8
"""For gaps, pulls and the cone of friction: states hold 1e-11 of a step, forces some digits less."""

SPHERES = {"plane": (0.0, 1.0), "sphere": (1.1, 1.0), "bowl": (0.9, -1.0), "cylinder": (1.1, 1.0), "pipe": (0.9, -1.0)}
"""Surfaces with the way of the ball's centre from their own, and the side of the ball."""


def check_cone(run, mu: float) -> None:
    grip = run.grip("C")
    assert run.complete, run.status
    assert run.energy.relative_drift < 1e-7  # losses of impacts and friction are counted
    assert grip.pressure.min() > -LAWS
    assert (grip.friction - mu * grip.pressure).max() < 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_wheels_on_wavy_wheels(seed):
    """On a curve of the ground or of a cam that turns, outside or inside: no overlap, by the distance to all of it."""
    random = np.random.default_rng(seed)
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -G))
    wheel, base = m.body("wheel", lw.disc(0.08, mass=1.5)), m.ground
    if seed % 3 == 0:
        base = m.body("cam", mass=1.0, inertia=0.1)
        m.revolute("O", m.ground.at(0, 0), base.at(0, 0))
        m.drive("O.angle", f"{random.uniform(-6, 6):.3f}*t")
    a, b = random.uniform(0.0, 0.03, 2)
    curve = lw.polar(f"1 + {a}*cos(2*u) + {b}*sin(3*u)")
    inside, mu, bounce = seed % 2 == 1, random.choice([0.05, 0.2, 0.6, 1.5]), random.choice([0.0, 0.3, 1.0])
    fields = {"rolling": True, "friction": mu, "lifts": True, "restitution": bounce}
    m.point_on_curve(
        "C", base.at(0, 0), wheel.at(0, 0), curve=curve, radius=0.08, side="other" if inside else "free", **fields
    )
    angle = random.uniform(0, 2 * np.pi) if inside else np.pi / 2 + random.uniform(-0.5, 0.5)
    at = (0.92 if inside else 1.08) * np.array([np.cos(angle), np.sin(angle)])
    m.place(wheel, at=tuple(at), velocity=tuple(random.uniform(-2, 2, 2)), rate=random.uniform(-30, 30))
    run = m.simulate(1.0, points=101)
    check_cone(run, mu)
    turned = run.body("cam").angle if seed % 3 == 0 else np.zeros(len(run))
    u = np.linspace(0, 2 * np.pi, 4001)
    r = 1 + a * np.cos(2 * u) + b * np.sin(3 * u)
    for centre, turn in zip(run.body("wheel").position, turned, strict=True):
        points = np.stack([r * np.cos(u + turn), r * np.sin(u + turn)], axis=1)
        assert np.linalg.norm(points - centre, axis=1).min() > 0.08 - 1e-9


@pytest.mark.parametrize("surface", list(SPHERES))
@pytest.mark.parametrize("seed", range(3))
def test_balls_on_surfaces(surface, seed):
    random = np.random.default_rng(seed)
    way, side = SPHERES[surface]
    mu, bounce = random.choice([0.05, 0.2, 0.6]), random.choice([0.0, 0.5, 1.0])
    down = np.array([0.5, -0.8, 0.1 if surface in ("cylinder", "pipe") else -0.7])
    m = lw.Mechanism("ball", gravity=tuple(G * down))
    ball = m.body("ball", mass=2.0, inertia=(0.008, 0.008, 0.008))
    size = {} if surface == "plane" else {"surface_radius": 1.0}
    m.rolling_sphere(
        "C", m.ground.at(0, 0, 0), ball.at(0, 0, 0), radius=0.1, surface=surface, friction=mu, lifts=True,
        restitution=bounce, **size,
    )  # fmt: skip
    flat = down * (1, 1, 0) if surface in ("cylinder", "pipe") else down
    at = (0, 0, 0.1) if surface == "plane" else tuple(-side * way * flat / np.linalg.norm(flat))
    m.place(ball, at=at, velocity=tuple(random.uniform(-1.5, 1.5, 3)), rate=tuple(random.uniform(-20, 20, 3)))
    run = m.simulate(1.0, points=51)
    check_cone(run, mu)
    place = run.body("ball").position * ((1, 1, 0) if surface in ("cylinder", "pipe") else 1)
    gap = place[:, 2] - 0.1 if surface == "plane" else side * (np.linalg.norm(place, axis=1) - way)
    assert gap.min() > -LAWS
