"""Block pushed up an incline with Coulomb friction: it stops, and slides back down."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw

CASE = load("p12a_block_on_incline")
D, R = CASE.data, CASE.reference


def model(mu: float = D["mu"]) -> lw.Mechanism:
    m = lw.Mechanism("incline", plane="xy", gravity=(0, -D["g"]))
    block = m.body("block", mass=D["m"], inertia=0.01)
    up = (np.cos(D["alpha"]), np.sin(D["alpha"]))
    m.prismatic("slope", m.ground.at(0, 0, z=up), block.at(0, 0, z="x"))
    m.friction("friction", "slope", mu=mu)
    m.place(block, angle=D["alpha"], velocity=D["v0"] * np.array(up))
    return m


def along(run):
    slope = run.joint("slope")
    return slope.translation, slope.translation_velocity, slope.translation_acceleration


def test_up_and_down_again():
    times = np.linspace(0.0, R["t_return"], 201)
    s, v, a = along(model().simulate(times))
    up = times < R["t_stop"]
    agree(a[up], np.full(up.sum(), -R["deceleration_up"]), 1e-9)
    agree(a[~up], np.full((~up).sum(), -R["acceleration_down"]), 1e-9)
    # Closed form: two parabolas.
    after = times - R["t_stop"]
    agree(s[~up], R["s_stop"] - R["acceleration_down"] / 2 * after[~up] ** 2, 1e-8)
    agree(s[-1], 0.0, 1e-8)
    agree(v[-1], -R["v_return"], 1e-8)


def test_stop_is_an_event():
    run = model().simulate(1.0)
    assert any("friction" in event or "slope" in event for event in run.events)
    # The speed changes sign where the closed form says.
    assert np.interp(0.0, -along(run)[1], run.time) == pytest.approx(R["t_stop"], abs=1e-3)


def test_normal_force():
    run = model().simulate(1.0)
    across = np.array([-np.sin(D["alpha"]), np.cos(D["alpha"])])
    agree(run.joint("slope").force @ across, np.full(len(run.time), R["normal_force"]), 1e-9)


def test_enough_friction_holds_it():
    # tan(alpha) = 0.546: with mu = 0.6 it stops and stays.
    s, v, a = along(model(mu=0.6).simulate(2.0))
    deceleration = D["g"] * (np.sin(D["alpha"]) + 0.6 * np.cos(D["alpha"]))
    assert s[-1] == pytest.approx(D["v0"] ** 2 / (2 * deceleration), abs=1e-8)
    assert abs(v[-1]) < 1e-10
    assert abs(a[-1]) < 1e-8
