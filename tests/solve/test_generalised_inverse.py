"""Greville's recursion: Penrose's four conditions, the same as by singular values, and what the texts use it for."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.generalised_inverse import greville


@pytest.mark.parametrize("name", ["four-bar", "slider-crank", "spatial four-bar", "bennett", "sarrus", "quick return"])
@pytest.mark.parametrize("coordinates", ["reference", "natural"])
def test_of_jacobians(name, coordinates):
    eq = gallery.get(name).equations(coordinates=coordinates, dynamics=False)
    found = greville(eq.Phi_q)
    by_values = np.linalg.pinv(eq.Phi_q, rcond=1e-9)
    size = max(1.0, np.abs(by_values).max())
    # a recursion of at most 40 rows: rounding of 1e-16 times the square of the condition, which is below 1e3
    assert found.inverse == pytest.approx(by_values, abs=1e-9 * size)
    assert max(found.penrose) < 1e-9 * size * max(1.0, np.abs(eq.Phi_q).max())
    assert found.rank == eq.rank
    assert [eq.rows[i] for i, s in enumerate(found.steps) if not s.independent] == list(eq.redundant)


def test_steps_by_hand():
    found = greville([[3.0, 4.0], [6.0, 8.0], [0.0, 1.0]])
    first, second, third = found.steps
    assert first.b == pytest.approx([3 / 25, 4 / 25])
    assert second.d == pytest.approx([2.0])
    assert not second.c.any()
    assert second.b == pytest.approx(np.array([3, 4]) / 25 * 2 / 5)  # A+ d / (1 + d d)
    assert third.c == pytest.approx([-12 / 25, 9 / 25])
    assert found.inverse == pytest.approx(np.linalg.pinv(found.matrix))
    assert "row 2 is a combination of the rows before" in str(found)
    assert not greville(np.zeros((2, 3))).inverse.any()
    with pytest.raises(lw.ModelError, match="A matrix of finite numbers is expected"):
        greville([1.0, 2.0])


def test_full_rank_is_the_fourth_relation():
    A = np.array([[1.0, 2.0, 0.5], [0.0, 1.0, -1.0]])
    assert greville(A).inverse == pytest.approx(A.T @ np.linalg.inv(A @ A.T))


def test_it_closes_joints_by_the_least_change():
    """Direct correction (4.24): steps -Phi_q+ Phi from an open position, in natural coordinates."""
    m = gallery.get("four-bar", driven=False)
    q = m.equations(coordinates="natural").q + np.array([0.02, -0.01, 0.03, 0.02])
    for _ in range(6):
        eq = m.equations(at=q, coordinates="natural", assembled=False, dynamics=False)
        q = q - greville(eq.Phi_q).inverse @ eq.Phi
    assert np.abs(m.equations(at=q, coordinates="natural", assembled=False, dynamics=False).Phi).max() < 1e-13
