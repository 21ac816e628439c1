"""Functions of time that begin, end or jump: steps end there, so that nothing is missed and nothing smeared."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

PULSE = "50 N*(step(t, 5, 0, 5.01, 1) - step(t, 5.02, 0, 5.03, 1))"


def disc(torque: object) -> lw.Mechanism:
    """A disc of inertia 0.1 on an axle, at rest."""
    m = lw.Mechanism("turntable", plane="xy")
    body = m.body("disc", lw.disc(0.2, mass=5.0))
    m.revolute("axle", m.ground.at(0, 0), body.at(0, 0))
    m.torque("motor", body, torque)
    return m


@pytest.mark.parametrize(
    ("torque", "expected"),
    [
        ("if(t > 0.1, 2 N*m, 0 N*m)", 18.0),
        ("if(t < 0.1, 0 N*m, 2 N*m)", 18.0),
        ("2 N*m*max(0, t/(1 s) - 0.1)", 8.1),
        ("2 N*m*step(t, 0.1, 0, 0.2, 1)", 17.0),
        ("1 N*m*abs(t/(1 s) - 0.5)", 2.5),
        ("if(t > 0.1, 1, 0)*if(t > 0.6, 0, 1)*2 N*m", 10.0),
    ],
)
@pytest.mark.parametrize("tolerance", [1e-6, 1e-9, 1e-11])
def test_a_machine_at_rest_starts_later(torque, expected, tolerance):
    run = disc(torque).simulate(1.0, tolerance=tolerance)
    # the torque is a polynomial on both sides, which the method integrates exactly
    assert run.joint("axle").angle_velocity[-1] == pytest.approx(expected, rel=1e-13)
    assert run.counts["rejected"] <= 2
    assert run.energy.relative_drift < 1e-12


def test_a_short_pulse_in_a_long_run_is_not_missed():
    m = lw.Mechanism("pulse", plane="xy")
    body = m.body("body", mass=1.0, inertia=1.0)
    m.point_force("push", body.at(0, 0), PULSE, "x")
    run = m.simulate(10.0, points=11)
    assert run.body("body").velocity[-1, 0] == pytest.approx(1.0, abs=1e-12)  # 50 N for 0.02 s, polynomials


def test_output_between_steps_keeps_the_kink():
    times = np.array([0.0, 0.05, 0.0999, 0.1, 0.1001, 0.15, 0.5, 1.0])
    velocity = disc("if(t > 0.1, 2 N*m, 0 N*m)").simulate(times).joint("axle").angle_velocity
    assert velocity == pytest.approx(
        20.0 * np.maximum(times - 0.1, 0.0), abs=2e-8
    )  # read between steps: tolerance 1e-9 of 18 rad/s


def test_a_force_that_jumps_breaks_a_stick():
    m = lw.Mechanism("block", plane="xy", gravity=(0, -9.81))
    block = m.body("block", mass=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0))
    m.friction("dry", "rail", mu=0.3, mu_static=0.4)
    m.point_force("push", block.at(0, 0), "if(t > 0.5, 5 N, 1 N)", "x")
    run = m.simulate(1.0)
    assert run.joint("rail").translation_velocity[-1] == pytest.approx((5 - 0.3 * 9.81) * 0.5, rel=1e-9)
    assert run.joint("rail").translation[run.time < 0.5] == pytest.approx(0.0, abs=1e-14)


def test_drivers_that_begin_and_end():
    m = lw.Mechanism("arm", plane="xy", gravity=(0, -9.81))
    arm = m.body("arm", mass=1.0, inertia=0.1, com=(0.5, 0))
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.drive("A.angle", "1 rad*step5(t, 0.2, 0, 0.4, 1)")
    run = m.simulate(1.0, tolerance=1e-10)
    assert run.joint("A").angle[-1] == pytest.approx(1.0, abs=1e-12)  # kept closed by projection
    assert run.counts["rejected"] <= 3


@pytest.mark.parametrize("formulation", ["natural", "relative", "projection"])
def test_every_formulation_stops_there(formulation):
    run = disc("if(t > 0.1, 2 N*m, 0 N*m)").simulate(0.2, formulation=formulation)
    assert run.joint("axle").angle_velocity[-1] == pytest.approx(2.0, rel=1e-11)  # formulations project each step


@pytest.mark.parametrize("condition", ["t > 0.1", "(t > 0.1)*(axle.angle < 9)", "t - 0.1"])
def test_an_event_at_the_very_time_is_seen(condition):
    run = disc("if(t > 0.1, 2 N*m, 0 N*m)").simulate(1.0, stop_when=condition)
    assert run.time[-1] == pytest.approx(0.1, abs=1e-9)  # sought to 1e-9 of a step at most
    assert "Stopped" in run.status
