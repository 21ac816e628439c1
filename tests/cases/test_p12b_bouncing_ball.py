"""Ball dropped on a rigid floor: impacts by events, with restitution, until it rests."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw

CASE = load("p12b_bouncing_ball")
D, R = CASE.data, CASE.reference


def model() -> lw.Mechanism:
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -D["g"]))
    ball = m.body("ball", mass=1.0)
    m.rigid_contact("floor", "ball.y", restitution=D["e"])
    m.place(ball, at=(0, D["h"]))
    return m


@pytest.fixture(scope="module")
def run():
    return model().simulate(np.linspace(0.0, 3.0, 301))


def height(t: float) -> float:
    """Return the closed form: parabolas between impacts, rest after the last."""
    g, e = D["g"], D["e"]
    if t >= R["stop_time"]:
        return 0.0
    start, speed = np.sqrt(2 * D["h"] / g), np.sqrt(2 * g * D["h"])
    if t < start:
        return D["h"] - g / 2 * t**2
    while True:
        speed *= e
        after = t - start
        if after < 2 * speed / g:
            return speed * after - g / 2 * after**2
        start += 2 * speed / g


def test_impact_times():
    times = impacts(model().simulate(2.4))
    # Events are told in nine digits.
    agree(times[: len(R["impact_times"])], R["impact_times"], 1e-8)


def impacts(run) -> np.ndarray:
    """Return the times of the impacts the run reports."""
    return np.array([float(event.split()[2]) for event in run.events if "'floor' rebounds" in event])


def test_heights(run):
    agree(run.body("ball").position[:, 1], [height(t) for t in run.time], 1e-7)


def test_apex_heights():
    times = np.array(R["impact_times"])
    middles = (times[:-1] + times[1:]) / 2
    run = model().simulate(np.concatenate([[0.0], middles]))
    agree(run.body("ball").position[1:, 1], R["apex_heights"], 1e-9)


def test_it_comes_to_rest(run):
    at_rest = run.time > R["stop_time"] + 0.01
    assert np.abs(run.body("ball").position[at_rest, 1]).max() < 1e-6
    assert np.abs(run.body("ball").velocity[at_rest, 1]).max() < 1e-6
    assert run.complete
