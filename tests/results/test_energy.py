"""Energy, momentum, violations and the summary of runs."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

G = 9.81


def pendulum(damping: float = 0.0) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -G))
    rod = m.body("rod", lw.rod(1.0, 2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    if damping:
        m.viscous("oil", "pin", damping=damping)
    return m


def test_energy_of_a_pendulum():
    run = pendulum().simulate(2.0, points=101)
    rod = run.body("rod")
    assert run.energy.kinetic == pytest.approx(0.5 * 2.0 / 3 * rod.angular_velocity**2)
    assert run.energy.potential == pytest.approx(2.0 * G * 0.5 * np.sin(rod.angle), abs=1e-9)
    assert run.energy.conservative
    assert np.all(run.energy.work == 0)
    assert np.abs(run.energy.balance).max() < 1e-8 * run.energy.scale
    assert run.energy.relative_drift < 1e-8
    assert run.energy.drift == run.drift
    assert str(run.energy).startswith("Energy: up to 9.8")


def test_springs_have_a_potential():
    m = pendulum()
    m.spring("spring", m.ground.at(1, 1), "rod", stiffness=40.0, free_length=1.0)
    m.rotational_spring("coil", "pin", stiffness=5.0, preload=1.0)
    run = m.simulate(2.0, points=101)
    assert run.energy.conservative
    assert np.abs(run.energy.balance).max() < 1e-8 * run.energy.scale


def test_work_of_what_has_no_potential():
    run = pendulum(0.3).simulate(2.0, points=2001)
    energy = run.energy
    assert not energy.conservative
    assert energy.work[-1] < -1.0
    assert energy.relative_drift < 1e-8
    assert abs(energy.balance[-1]) < 1e-7
    # Both are read between the steps or the stored times by low polynomials.
    assert run.force("oil").work == pytest.approx(energy.work, abs=1e-4)
    assert run.force("oil").power == pytest.approx(-0.3 * run.body("rod").angular_velocity ** 2)


def test_inverse_dynamics_integrates_for_information():
    m = pendulum(0.3)
    m.drive("pin.angle", "3*t^2")
    run = m.inverse(np.linspace(0, 1, 401))
    assert np.isnan(run.energy.drift)
    assert np.abs(run.energy.balance).max() < 1e-6 * run.energy.scale
    assert "integrated from the stored times" in str(run.energy)
    total = run.driver("pin.angle").work + run.force("oil").work
    assert run.energy.work == pytest.approx(total)


def test_free_bodies_keep_their_momentum():
    """A tumbling chain in free space: momenta of both kinds stay, in plane and space."""
    for m, first, second in ((lw.Mechanism("chain", plane="xy"), 1.0, -2.0), (_tumbler(), None, None)):
        if m.space.planar:
            a, b = m.body("a", lw.rod(1.0, 2.0)), m.body("b", lw.rod(0.5, 1.0))
            m.revolute("elbow", a.at(1, 0), b.at(0, 0))
            m.place(a, at=(0, 0), velocity=(1, 0.5), rate=first)
            m.place(b, at=(1, 0), rate=second)
        run = m.simulate(2.0, points=21)
        for values in (run.momentum.linear, run.momentum.angular):
            assert np.abs(values - values[0]).max() < 1e-7 * np.abs(values).max()
        assert np.abs(run.momentum.angular).max() > 0.01
        assert np.abs(run.shaking_force).max() < 1e-8


def _tumbler() -> lw.Mechanism:
    m = lw.Mechanism("tumbler")
    a, b = m.body("a", lw.box(1.0, 0.5, 0.2, mass=2.0)), m.body("b", lw.box(0.4, 0.5, 0.3, mass=1.0))
    m.spherical("ball", a.at(0.5, 0.2, 0), b.at(-0.2, 0, 0))
    m.place(a, at=(0, 0, 0), velocity=(0.1, 0, 0.3), rate=(1, 2, 3))
    m.place(b, rate=(-1, 0, 2))
    return m


def test_violations_and_summary():
    m = lw.gallery.get("four-bar", driven=False)
    run = m.simulate(1.0, points=31)
    assert run.violations.position.shape == run.violations.velocity.shape == (31,)
    assert run.violations.position.max() < 1e-8
    assert run.velocity_violation == run.violations.velocity.max() < 1e-6
    assert set(run.violations.joints) == set(m.joints)
    text = run.summary()
    for part in (run.status, "Violation at the stored times", "Energy:", "Every reaction is unique."):
        assert part in text


def test_drift_off_shows_in_the_violations():
    run = lw.gallery.get("four-bar", driven=False).simulate(
        2.0, points=21, method="rk4", step=0.02, stabilisation="none"
    )
    assert run.violations.position.max() > 1e-9
    assert run.violations.position[0] < 1e-12


def test_nothing_is_computed_before_it_is_looked_at():
    run = pendulum().simulate(1.0, points=11)
    assert not set(vars(run)) & {"forces", "determinacy", "energy", "momentum", "_reactions", "_shaking"}
    _ = run.energy
    assert "_reactions" not in vars(run)
