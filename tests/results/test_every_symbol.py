"""Every symbol of the texts by a public call: the rate of the Jacobian, Phi_t, b, c, jerk, R and its rate, S and B."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.null_space import METHODS, projected
from linkwork.results.motion import Motion

COORDINATES = ("reference", "natural", "mixed", "relative")

H = 1e-4
"""Step of differences [s]: their error is of the order H^2 / 6 times third derivatives, and 1e-15 / H by rounding."""

CLOSE = 1e-4
"""Share of the largest entry that H^2 / 6 (2 pi)^4 and more leaves of a difference, at a turn a second."""

FREE = ("four-bar", "slider-crank", "spatial four-bar", "heavy top", "quick return", "rssr", "rolling disc")


@cache
def on_the_way(name: str, free: bool = False) -> tuple[lw.Mechanism, Motion]:
    """Return a mechanism of the gallery at three times next to each other; a free one is simulated without drivers."""
    times = [0.1 - H, 0.1, 0.1 + H]
    if not free:
        m = gallery.get(name)
        return m, m.move(times)
    m = gallery.get(name)
    m.drivers.clear()
    return m, m.simulate([0.0, *times])


def driven() -> list[str]:
    """Return the mechanisms whose drivers fix every velocity."""
    return [name for name in gallery.names() if not gallery.get(name).allowable_motions().freedoms]


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_rates_are_those_of_differences_over_the_gallery(coordinates):
    met = 0
    for name in driven():
        m, motion = on_the_way(name)
        before, eq, after = (
            m.equations(at=motion, t=float(t), coordinates=coordinates, dynamics=False) for t in motion.time
        )
        met += 1
        for value, rate in (("Phi_q", "Phi_q_dot"), ("velocity", "acceleration"), ("acceleration", "jerk")):
            difference = (getattr(after, value) - getattr(before, value)) / (2 * H)
            size = max(1.0, np.abs(difference).max(initial=0.0))
            assert getattr(eq, rate) == pytest.approx(difference, abs=CLOSE * size), (name, rate)
        # (3.7): c = -(d/dt) Phi_t - Phi_q' q'
        explicit = (after.Phi_t - before.Phi_t) / (2 * H)
        size = max(1.0, np.abs(eq.c).max(initial=0.0))
        assert eq.c == pytest.approx(-explicit - eq.Phi_q_dot @ eq.velocity, abs=CLOSE * size), name
        # linear systems of at most 100 unknowns, solved once
        size = max(1.0, np.abs(eq.velocity).max(initial=0.0))
        assert eq.Phi_q @ eq.velocity == pytest.approx(eq.b, abs=1e-9 * size), name
        size = max(1.0, np.abs(eq.jerk_side).max(initial=0.0), np.abs(eq.jerk).max(initial=0.0))
        assert eq.Phi_q @ eq.jerk == pytest.approx(eq.jerk_side, abs=1e-8 * size), name
    assert met > 20


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("name", FREE)
def test_the_jacobian_changes_as_fast_as_said_where_nothing_is_driven(name, coordinates):
    m, run = on_the_way(name, free=True)
    before, eq, after = (m.equations(at=run, t=float(t), coordinates=coordinates) for t in run.time[1:])
    difference = (after.Phi_q - before.Phi_q) / (2 * H)
    size = max(1.0, np.abs(difference).max(initial=0.0))
    assert eq.Phi_q_dot == pytest.approx(difference, abs=CLOSE * size)
    # nothing depends on time: c = -Phi_q' q'
    assert eq.c == pytest.approx(-eq.Phi_q_dot @ eq.velocity, abs=1e-9 * max(1.0, np.abs(eq.c).max(initial=0.0)))


def test_Phi_t_is_the_derivative_by_time_alone():
    m = gallery.get("four-bar")
    motion = m.move([0.1])
    late, early = (m.equations(at=motion.poses[0], t=0.1 + h, assembled=False) for h in (H, -H))
    eq = m.equations(at=motion, t=0.1)
    assert eq.Phi_t == pytest.approx((late.Phi - early.Phi) / (2 * H), abs=1e-9)  # the driver is linear in time
    assert eq.Phi_t[-1] == pytest.approx(-2 * np.pi)
    assert np.array_equal(eq.b, -eq.Phi_t)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("name", FREE[:-1])
def test_R_S_and_B_by_every_method(name, coordinates, method):
    m, run = on_the_way(name, free=True)
    eq = m.equations(at=run, t=0.1, coordinates=coordinates, method=method)
    f, rows = eq.R.shape[1], len(eq.rows)
    near = 1e-9 * max(1.0, np.abs(eq.S).max(initial=0.0), np.abs(eq.R).max()) ** 2  # an inverse, used once
    assert eq.Phi_q @ eq.R == pytest.approx(np.zeros((rows, f)), abs=near)
    assert pytest.approx(np.eye(f), abs=near) == eq.B @ eq.R
    assert pytest.approx(np.zeros((f, rows)), abs=near) == eq.B @ eq.S
    assert eq.Phi_q @ eq.S @ eq.Phi_q == pytest.approx(eq.Phi_q, abs=near)
    if not eq.redundant:
        assert eq.Phi_q @ eq.S == pytest.approx(np.eye(rows), abs=near)
    size = near * max(
        1.0, np.abs(eq.velocity).max(), np.abs(eq.acceleration).max(), np.abs(eq.Phi_q_dot).max(initial=0.0)
    )
    assert eq.velocity == pytest.approx(eq.S @ eq.b + eq.R @ (eq.B @ eq.velocity), abs=size)
    assert eq.acceleration == pytest.approx(eq.S @ eq.c + eq.R @ (eq.B @ eq.acceleration), abs=size)
    assert eq.Phi_q @ eq.R_dot == pytest.approx(-eq.Phi_q_dot @ eq.R, abs=size)
    if method == "gram-schmidt":  # an orthonormal basis stays one
        assert eq.R.T @ eq.R_dot + eq.R_dot.T @ eq.R == pytest.approx(np.zeros((f, f)), abs=size)
    else:
        assert eq.B @ eq.R_dot == pytest.approx(np.zeros((f, f)), abs=size)
        # (3.23), (3.32): S c takes the place of R' z' where nothing depends on time
        assert eq.S @ eq.c == pytest.approx(eq.R_dot @ (eq.B @ eq.velocity), abs=size)


@pytest.mark.parametrize("method", METHODS)
def test_the_rate_of_R_is_that_of_differences(method):
    m, run = on_the_way("four-bar", free=True)
    before, eq, after = (m.equations(at=run, t=float(t), method=method, coordinates="natural") for t in run.time[1:])
    ends = [before.R, after.R]
    if method in ("svd", "qr"):  # B stays; at the neighbours it would be chosen again
        ends = [projected(e.Phi_q, eq.B).R for e in (before, after)]
    difference = (ends[1] - ends[0]) / (2 * H)
    assert eq.R_dot == pytest.approx(difference, abs=CLOSE * max(1.0, np.abs(difference).max()))


def test_names_of_independent_velocities_and_units():
    eq = gallery.get("four-bar", driven=False).equations(method="gauss", coordinates="natural")
    assert set(eq.motions) < set(eq.columns)
    assert eq.names("S") == (eq.columns, eq.rows)
    assert eq.names("c") == eq.names("gamma")
    assert eq.units("Phi_q")[0, 0] == "m"  # a square of a length by a length
    assert eq.units("lam")[0] == "N/m"
    assert eq.units("R_dot")[0, 0] == "1/s"
    flat = gallery.get("four-bar").equations()
    assert flat.units("M")[2, 2] == "kg*m^2"
    assert flat.units("Q").tolist()[:3] == ["N", "N", "N*m"]
    assert flat.units("jerk_side")[0] == "m/s^3"
    assert flat.units("Phi_q_dot")[-1, 0] == "1/(m*s)"
    assert "kg*m^2" in flat.table("M", units=True)
    assert flat.as_dict("q")["crank.angle"] == pytest.approx(flat.q[2])
    with pytest.raises(lw.ModelError, match=r"no method 'lu' for allowable motions"):
        gallery.get("four-bar").equations(method="lu")


@pytest.mark.parametrize("name", ["four-bar", "slider-crank", "rscr"])
def test_driven_angles_of_mixed_coordinates_follow_their_drivers(name):
    eq = gallery.get(name).equations(coordinates="mixed")
    assert eq.Phi_q @ eq.acceleration == pytest.approx(eq.gamma, abs=1e-10 * np.abs(eq.gamma).max())
    assert eq.M @ eq.acceleration == pytest.approx(eq.Q + eq.Phi_q.T @ eq.lam, abs=1e-9 * np.abs(eq.lam).max())
    assert not eq.notes
