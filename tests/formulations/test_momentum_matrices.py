"""The singularity-free step by its matrices: df/dQ, U, W, P and H, and the reactions that solve it."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

M, J, D = 14.59, 1.36, 0.61
"""Masses, inertias and half lengths of the paper's double pendulum, figure 8."""

STEP = 1e-3


def double_pendulum(first: float, second: float, rate: float = 0.0) -> lw.Mechanism:
    m = lw.Mechanism("double pendulum", plane="xy", gravity=(0, -9.81))
    one, two = (m.body(name, mass=M, inertia=J, com=(D, 0)) for name in ("link 1", "link 2"))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", one.at(2 * D, 0), two.at(0, 0))
    m.place("link 1", angle=first, rate=rate)
    m.place("link 2", angle=second, rate=rate)
    return m


def arm(angle: float, sign: float) -> np.ndarray:
    """Return 1/m + (d x)(d x)^T / J of two arms of a bar at an angle, along each other or opposite, (14.a)."""
    across = np.array([-np.sin(angle), np.cos(angle)])
    return np.eye(2) / M + sign * D**2 / J * np.outer(across, across)


@pytest.mark.parametrize(("first", "second"), [(0.0, 0.0), (0.3, 0.3), (0.3, -0.9)])
def test_double_pendulum_of_the_paper(first, second):
    """(37) to (39) with the misprints of the text removed: factor 1/m, and a sum in the lower right block."""
    found = double_pendulum(first, second).momentum_step(STEP)
    near, far = arm(first, 1.0), arm(first, -1.0)
    wanted = STEP**2 / 2 * np.block([[near, -far], [-far, near + arm(second, 1.0)]])
    assert found.f_Q == pytest.approx(wanted, abs=1e-14 * np.abs(wanted).max())
    assert found.W_Q[:2, :2] == pytest.approx(STEP**2 / 2 * near, abs=1e-20)
    assert found.names("W_Q")[0][:2] == ("A on link 1.x", "A on link 1.y")
    if first == second:  # 41 (dt^2 / 2 m)^4 with m d^2 / J = 4, which is 3.992 here
        k = M * D**2 / J
        assert np.linalg.det(found.f_Q) == pytest.approx((1 + 6 * k + k**2) * (STEP**2 / 2 / M) ** 4, rel=1e-9)
    # from rest the points fall by g dt^2 / 2, and the reactions are those of the start
    assert pytest.approx([0.0, -9.81 * STEP**2 / 2] * 3, abs=1e-20) == found.U
    eq = double_pendulum(first, second).equations()
    # Psi is a few micrometres known to 1e-16 m, and f_Q some 1e-8 m/N
    assert pytest.approx(eq.lam, abs=1e-7) == found.Q
    assert found.acceleration == pytest.approx(eq.acceleration, abs=1e-7)


def test_spatial_joints_close_at_the_end():
    m = gallery.get("spatial four-bar", driven=False)
    m.gravity = (3.0, 2.0, -9.0)
    run = m.simulate([0.0, 0.1])
    found, eq = m.momentum_step(1e-3, 0.1, at=run), m.equations(at=run, t=0.1)
    assert found.f_Q @ found.Q == pytest.approx(found.Psi, abs=1e-9 * np.abs(found.Psi).max())
    assert pytest.approx(found.W_Q @ found.Q) == found.W
    assert pytest.approx(found.H_Q @ found.Q) == found.H
    assert len(found.vectors) == len(found.P) == len(found.H) > 0
    # reactions are means over a step: apart by its length times their rate
    assert found.acceleration == pytest.approx(eq.acceleration, abs=1e-2 * np.abs(eq.acceleration).max())


@pytest.mark.parametrize("name", ["slider-crank", "rscr", "stewart platform", "heavy top"])
def test_steps_over_the_gallery(name):
    m = gallery.get(name)
    m.drivers.clear()
    found, eq = m.momentum_step(1e-4), m.equations()
    size = max(1.0, np.abs(eq.acceleration).max())
    assert found.acceleration == pytest.approx(eq.acceleration, abs=1e-3 * size)
    assert found.velocity_end == pytest.approx(found.velocity + 1e-4 * found.acceleration)
    assert found.rank == eq.rank


def test_words_and_units():
    found = double_pendulum(0.3, 0.3).momentum_step(STEP)
    assert "4 reactions, f_Q of rank 4." in str(found)
    assert found.units("Q").tolist() == ["N"] * 4
    assert found.units("f_Q")[0, 0] == "s^2/kg"  # m/N
    assert found.units("U")[0] == "m"
    with pytest.raises(lw.ModelError, match=r"A step of 0 s is not possible"):
        double_pendulum(0, 0).momentum_step(0.0)
    with pytest.raises(lw.ModelError, match=r"no matrix 'f_q' among those of the step"):
        found.table("f_q")
