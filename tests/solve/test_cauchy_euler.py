"""The Cauchy-Euler step: v + h a, q + h v + h^2 / 2 a."""

import numpy as np
import pytest

import linkwork as lw


def wheel(spatial: bool = False):
    """Return a wheel under a constant torque: its acceleration is constant, 3 rad/s^2."""
    m = lw.Mechanism("wheel", plane="xy", spatial=spatial)
    body = m.body("wheel", mass=2.0, inertia=(0.5, 0.5, 0.5) if spatial else 0.5)
    m.revolute("pin", m.ground.at(0, 0), body.at(0, 0))
    m.torque("T", body, 1.5)
    m.place(body, rate=0.7)
    return m


def pendulum():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    return m


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("formulation", ["reference", "augmented", "relative", "projection", "noc"])
def test_it_is_exact_where_accelerations_are_constant(formulation, spatial):
    m = wheel(spatial)
    run = m.simulate(1.0, points=11, method="cauchy-euler", step=0.1, formulation=formulation, stabilisation="none")
    # angle 0.7 t + 3/2 t^2: ten steps, rounding of each.
    assert run["pin.angle"] == pytest.approx(0.7 * run.time + 1.5 * run.time**2, abs=1e-13)
    assert run["rate(pin.angle)"] == pytest.approx(0.7 + 3.0 * run.time, abs=1e-13)


def test_one_step_is_the_formula():
    m = pendulum()
    run = m.simulate([0.0, 0.1], method="cauchy-euler", step=0.1, formulation="lagrange")
    # The rod is let go level: alpha = -m g l/2 / (m l^2 / 3) = -3 g / (2 l), constant over the step.
    alpha = -1.5 * 9.81
    assert run["pin.angle"][1] == pytest.approx(0.5 * alpha * 0.01, abs=1e-14)
    assert run["rate(pin.angle)"][1] == pytest.approx(alpha * 0.1, abs=1e-14)


@pytest.mark.parametrize("formulation", ["reference", "relative", "projection", "natural"])
def test_order_one(formulation):
    m = pendulum()
    exact = m.simulate(1.0, tolerance=1e-12)["pin.angle"][-1]
    steps = 0.01 / 2.0 ** np.arange(4)
    errors = [
        abs(m.simulate(1.0, method="cauchy-euler", step=h, formulation=formulation)["pin.angle"][-1] - exact)
        for h in steps
    ]
    order = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    # The next power of h changes the slope over these steps by some percent.
    assert order == pytest.approx(1.0, abs=0.1)


def test_it_needs_a_step():
    with pytest.raises(lw.ModelError, match="'cauchy-euler' does not estimate its error: give step="):
        pendulum().simulate(1.0, method="cauchy-euler")
