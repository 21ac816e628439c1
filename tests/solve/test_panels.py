"""Panels along a run: the collocation, times that tell the others, and going back."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.kernels.runs.going_back import LEFT, go_back
from linkwork.solve.gradients.adjoint import _windows
from linkwork.solve.gradients.panels import (
    CHEBYSHEV,
    STAGES,
    TABLEAUS,
    Asked,
    cut,
    fewer_powers,
    lagrange,
    node_times,
    radau,
    thinned,
)

ROUNDING = 1e-14
"""Sums of some twenty products of numbers up to one."""


@pytest.mark.parametrize("stages", [2, 3, 8, STAGES])
def test_radau_integrates_powers(stages: int) -> None:
    """Stages are exact up to the power s - 1, the end up to 2 s - 2."""
    a, c = radau(stages)
    for power in range(stages):
        assert np.abs(a @ c**power - c ** (power + 1) / (power + 1)).max() < ROUNDING
    for power in range(2 * stages - 1):
        assert a[-1] @ c**power == pytest.approx(1.0 / (power + 1), abs=ROUNDING)


def test_one_power_less() -> None:
    a, c = radau(8)
    less = fewer_powers(a[-1], c)
    for power in range(7):
        assert np.abs(less @ c**power - c**power).max() < 100.0 * ROUNDING  # the powers are alike
    seventh = c**7
    assert np.abs(less @ seventh - seventh).max() > 1e-5
    assert a[-1] @ less @ seventh == pytest.approx(a[-1] @ seventh, abs=ROUNDING)


def test_times_that_tell_the_others() -> None:
    """The sum over 201 times of a smooth quantity is told by fewer; a kink keeps all times of its panel."""
    ends, times = np.array([0.0, 0.3, 0.7, 1.0]), np.linspace(0.0, 1.0, 201)
    weights = np.full(201, 0.005)
    smooth, kinked = np.sin(7.0 * times), np.abs(times - 0.5)
    places, counts = thinned(ends, times, smooth, weights)
    assert len(places) <= 3 * len(CHEBYSHEV[1])
    for power in range(8):  # all that both ways keep
        assert counts @ times[places] ** power == pytest.approx(np.full(2, weights @ times**power), rel=1e-12)
    assert counts[0] @ smooth[places] == pytest.approx(weights @ smooth, rel=1e-7)
    kept, _ = thinned(ends, times, kinked, weights)
    inside = (times > 0.3) & (times <= 0.7)
    assert np.isin(np.flatnonzero(inside), kept).all()
    assert len(kept) < len(times)


def test_few_times_are_all_kept() -> None:
    times = np.linspace(0.0, 1.0, 12)
    places, counts = thinned(np.array([0.0, 1.0]), times, times**2, np.ones(12))
    assert places.tolist() == list(range(12))
    assert (counts == 1.0).all()


def test_a_panel_cut_in_four() -> None:
    ends = np.array([0.0, 1.0, 2.0])
    assert cut(ends, 1.5).tolist() == [0.0, 1.0, 1.25, 1.5, 1.75, 2.0]
    assert cut(ends, 0.0).tolist() == [0.0, 0.25, 0.5, 0.75, 1.0, 2.0]
    assert cut(ends, 9.0).tolist() == [0.0, 1.0, 1.25, 1.5, 1.75, 2.0]


def test_what_is_asked_at_nodes_reads_polynomials() -> None:
    """A polynomial that the nodes of a panel and its start tell is read at any time as it is there."""
    ends, times = np.array([0.0, 0.4, 1.0]), np.array([0.0, 0.1, 0.25, 0.4, 0.77, 1.0])
    asked = Asked.of(ends, times, np.ones((2, len(times), 1)))
    values = np.r_[0.0, node_times(ends)] ** 9
    total = asked.at_start[:, 0] * values[0] + asked.covectors[:, :, 0].T @ values[1:][asked.nodes]
    assert total == pytest.approx(np.full(2, (times**9).sum()), rel=1e-11)


def equations(size: int, stiff: float) -> tuple[np.ndarray, ...]:
    """Return lengths, A of the nodes, changes at the ends, and what is read, of three panels."""
    draw = np.random.default_rng(3)
    A = stiff * draw.standard_normal((3 * STAGES, size, size))
    return np.array([0.3, 0.2, 0.4]), A, draw.standard_normal((3, size, size)), draw.standard_normal((2, 2, size))


def test_going_back_solves_the_equations() -> None:
    """Against the equations of all nodes of a panel, solved at once."""
    size = 3
    lengths, A, change, read = equations(size, 1.0)
    reads = np.full(3 * STAGES, -1)
    reads[[5, 3 * STAGES - 1]] = 0, 1
    lam, weights, after = np.zeros((2, size)), np.zeros((3 * STAGES, 2, size)), np.zeros((3, 2, size))
    room = np.zeros((STAGES, size)), np.zeros((STAGES, size)), np.zeros(size)
    assert go_back(lengths, np.array(TABLEAUS), A, change, reads, read, *room, lam, weights, after) == 0
    for way, a in enumerate(TABLEAUS):
        end = np.zeros(size)
        for panel in (2, 1, 0):
            nodes = slice(panel * STAGES, (panel + 1) * STAGES)
            right = np.array([read[k, way] if k >= 0 else np.zeros(size) for k in reads[nodes]])
            right[-1] += end @ change[panel]
            coupled = lengths[panel] * np.einsum("ij,jab->jbia", a, A[nodes]).reshape(STAGES * size, STAGES * size)
            y = np.linalg.solve(np.eye(STAGES * size) - coupled, right.ravel()).reshape(STAGES, size)
            expected = lengths[panel] * a.T @ y
            assert np.abs(weights[nodes, way] - expected).max() < 10.0 * LEFT * np.abs(y).max()
            end = y.sum(axis=0)
        assert lam[way] == pytest.approx(end, abs=100.0 * LEFT * np.abs(end).max())


def test_panels_too_stiff_to_go_back_over_are_told() -> None:
    lengths, A, change, read = equations(2, 500.0)
    given = lengths, np.array(TABLEAUS), A, change, np.r_[np.full(3 * STAGES - 1, -1), 0], read
    room = np.zeros((STAGES, 2)), np.zeros((STAGES, 2)), np.zeros(2)
    assert go_back(*given, *room, np.zeros((2, 2)), np.zeros((3 * STAGES, 2, 2)), np.zeros((3, 2, 2))) == 3


def test_lagrange_at_nodes() -> None:
    nodes = CHEBYSHEV[0]
    assert lagrange(nodes, nodes) == pytest.approx(np.eye(len(nodes)), abs=ROUNDING)


def test_states_between_steps_are_read_from_those_about_them() -> None:
    """Four states of a piece, two where steps differ much; a piece that begins anew reads nothing before it."""
    times = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 4.0, 5.0, 5.01])
    windows = _windows(times, np.array([1, 1, 1, 1, 1, 2, 2, 2]))
    assert windows[:5].tolist() == [[0, 4], [0, 4], [0, 4], [1, 5], [1, 5]]
    assert windows[5:].tolist() == [[5, 7], [5, 7], [6, 8]]
