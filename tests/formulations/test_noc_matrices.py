"""T, its rate, A, I and C of the natural orthogonal complement as matrices with names, in motion."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

NAMES = ("four-bar", "slider-crank", "spatial four-bar", "bennett", "rscr", "heavy top", "stewart platform", "6r robot")

H = 1e-4
"""Step of differences [s]: their error is of the order H^2 / 6 times third derivatives."""


def fallen(name: str, until: float):
    """Return a mechanism without its drivers and the complement after so long a fall from where it stands."""
    m = gallery.get(name)
    m.drivers.clear()
    if not np.any(m.gravity):
        m.gravity = (3.0, -9.0) if m.space.planar else (3.0, 2.0, -9.0)
    run = m.simulate([0.0, until])
    return m.noc(until, at=run), m.equations(at=run, t=until)


@pytest.mark.parametrize("name", NAMES)
def test_matrices_fit_each_other(name):
    noc, eq = fallen(name, 0.1)
    free = noc.rates[[noc.joint_rates.index(rate) for rate in noc.independent]]
    assert np.abs(free).max() > 1e-3
    size = max(1.0, np.abs(noc.T).max())
    assert pytest.approx(eq.Phi_q, abs=1e-9) == noc.A
    assert noc.equations == eq.rows
    # products of a few matrices that linear solves of at most 40 unknowns give
    assert pytest.approx(np.zeros((len(noc.equations), len(free))), abs=1e-10 * size) == noc.A @ noc.T
    assert eq.velocity == pytest.approx(noc.T @ free, abs=1e-8 * size * np.abs(free).max())
    size *= max(1.0, np.abs(eq.Phi_q_dot).max())
    assert noc.A @ noc.T_dot == pytest.approx(-eq.Phi_q_dot @ noc.T, abs=1e-8 * size)  # A T = 0 at all times
    size *= max(1.0, np.abs(free).max())
    assert noc.T_dot @ free == pytest.approx(noc.T_rates, abs=1e-8 * size)  # (10)
    size = max(1.0, np.abs(noc.I).max(), np.abs(noc.tau).max())
    assert pytest.approx(noc.I, abs=1e-12 * size) == noc.T.T @ noc.M @ noc.T
    assert noc.C @ free == pytest.approx(noc.C_rates, abs=1e-7 * size)
    assert noc.I @ noc.accelerations == pytest.approx(noc.C @ free + noc.tau, abs=1e-7 * size)  # (11)
    wrench = np.concatenate(list(noc.wrenches.values()))
    assert noc.T.T @ wrench == pytest.approx(np.zeros(len(free)), abs=1e-9 * max(size, np.abs(wrench).max()))


@pytest.mark.parametrize("name", ["four-bar", "spatial four-bar", "heavy top"])
def test_the_rate_of_T_is_that_of_differences(name):
    (before, _), (noc, _), (after, _) = (fallen(name, 0.1 + h) for h in (-H, 0.0, H))
    assert before.independent == noc.independent == after.independent
    difference = (after.T - before.T) / (2 * H)
    assert noc.T_dot == pytest.approx(difference, abs=1e-5 * max(1.0, np.abs(difference).max()))


def test_names_and_units():
    m = gallery.get("slider-crank", driven=False)
    noc = m.noc()
    assert noc.names("T") == (m.equations().columns, noc.independent)
    assert noc.as_dict("T")["crank.w"] == pytest.approx({"crank_pivot.angle": 1.0})
    assert noc.units("I")[0, 0] == "kg*m^2"
    assert noc.units("tau")[0] == "N*m"
    assert noc.units("T").ravel().tolist()[:3] == ["m", "m", "1"]
    assert noc.units("W")[0, 0] == "1/s"
    text = str(noc)
    assert "independent: crank_pivot.angle" in text
    assert "T_dot" in text
    with pytest.raises(lw.ModelError, match=r"no matrix 'T_dott'.*T_dot"):
        noc.table("T_dott")
