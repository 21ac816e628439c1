"""Radau's collocation (order 31) over panels of some steps of a run, on its own states.

The same nodes make a method of one order less, whose rates have one power of time less. By how much the two differ
tells how well derivatives are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.polynomial.legendre import Legendre, legvander

from ...arrays import Array, Ints

if TYPE_CHECKING:
    from ..run import Run

STAGES = 16

INTERVALS = (14.0, 12.0, 9.0, 7.0, 5.0, 3.0, 2.0, 1.0, 0.5, 0.25)
"""Steps of the run in a panel that are tried."""

WITHIN = 12.0
"""Steps in a panel at most where something is read within it."""

FALLS = 10
"""Power of the length of panels with which errors fall at least."""

SAFE = 10.0
"""How many times the difference of the two methods errors may be: 8 was seen, on panels of 14 steps."""

CHEBYSHEV = tuple(0.5 - 0.5 * np.cos(np.pi * (np.arange(many) + 0.5) / many) for many in (9, 13, 17))
"""Nodes, as shares of a panel, next to which quantities are read where there are many times: the first that do."""

MANY = 1.75
"""Times in a panel, for each of these nodes, that are many: Lebesgue's constant of those chosen from them is 2.5 to 4,
that of some chosen from fewer up to 10."""

SMOOTH = 3e-8
"""Share of its largest value that a quantity may be apart from the polynomial through some of its values."""

NEAR = 1e-13
"""Relative difference of times that is rounding."""


def radau(stages: int) -> tuple[Array, Array]:
    """Return a and c of Radau's collocation, the last node at the end.

    By integrals of Legendre's polynomials, (2 n + 1) int P_n = P_n+1 - P_n-1: powers of time are too alike to be told
    apart at many nodes.
    """
    last = Legendre.basis(stages) - Legendre.basis(stages - 1)
    x = np.append(np.sort(last.roots().real)[:-1], 1.0)
    x[:-1] -= last(x[:-1]) / last.deriv()(x[:-1])
    values, n = legvander(x, stages), np.arange(1, stages)
    integrals = np.column_stack([x + 1.0, (values[:, n + 1] - values[:, n - 1]) / (2 * n + 1)])
    return 0.5 * integrals @ np.linalg.inv(values[:, :-1]), 0.5 * (x + 1.0)


def weights_of(nodes: Array) -> Array:
    """Return the barycentric weights of nodes: their sum with the values of any lower power of time is zero."""
    between = nodes[:, None] - nodes
    np.fill_diagonal(between, 1.0)
    return np.asarray(1.0 / between.prod(axis=1))


def fewer_powers(b: Array, c: Array) -> Array:
    """Return the matrix that takes the highest power of time out of values at the nodes c.

    What is left is nearest in the sum with the weights b: the integral stays the same.
    """
    root = np.sqrt(b)
    highest = weights_of(c) / root
    highest /= np.linalg.norm(highest)
    return np.asarray(np.eye(len(c)) - np.outer(highest / root, highest * root))


A, C = radau(STAGES)

TABLEAUS = A, A @ fewer_powers(A[-1], C)
"""a of the collocation, and of the method of one order less; the last row is b of both."""

NODES = np.r_[0.0, C]
"""The start of a panel and its nodes, as shares of it."""


def lagrange(nodes: Array, at: Array) -> Array:
    """Return the polynomials that are 1 at one of the nodes and 0 at the others, shape (at, nodes)."""
    apart = at[:, None] - nodes
    rows, hit = np.nonzero(apart == 0.0)
    apart[rows] = np.inf
    apart[rows, hit] = 1.0
    shares = weights_of(nodes) / apart
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def track_ends(run: Run, steps: float, reads: Array) -> Array:
    """Return the ends of panels of so many steps of a run.

    They end where something is read, and just before functions of time change their course.
    """
    last, ends = float(reads.max()), np.unique(run.landings[:, 0])
    inner = np.interp(np.arange(0.0, len(ends), steps), np.arange(len(ends)), ends)
    before, behind = run.breaks[:, 0], run.breaks[:, 1]
    for start, end in zip(before, behind, strict=True):  # what rounding leaves beside them
        inner = inner[(inner < start - NEAR * abs(start)) | (inner > end + NEAR * abs(end))]
    turns = before[(before > ends[0]) & (before < last)]
    return np.unique(np.r_[ends[0], inner[inner < last], turns, reads])


def cut(ends: Array, time: float) -> Array:
    """Return the ends of panels with the one that contains a time cut in four."""
    panel = min(max(int(np.searchsorted(ends, time)), 1), len(ends) - 1)
    return np.insert(ends, panel, np.linspace(ends[panel - 1], ends[panel], 5)[1:-1])


def node_times(ends: Array) -> Array:
    """Return the nodes of panels with their ends."""
    times = (ends[:-1, None] + np.diff(ends)[:, None] * C).ravel()
    times[STAGES - 1 :: STAGES] = ends[1:]
    return np.asarray(times)


def thinned(ends: Array, times: Array, values: Array, weights: Array) -> tuple[Ints, Array]:
    """Return places of some of the times, and what values there count (2, places), so that they add up as all do.

    In a panel with many times those next to Chebyshev's nodes tell a smooth quantity at the others: by the polynomial
    through them and, second, by one of a power less. How smooth it is its values tell.
    """
    panel = np.maximum(np.searchsorted(ends, times) - 1, 0)
    places, counts, enough = [], [], 0
    for here in np.split(np.arange(len(times)), np.flatnonzero(np.diff(panel)) + 1):
        few, count = here, np.stack([weights[here], weights[here]])
        x = (times[here] - times[here[0]]) / (np.ptp(times[here]) or 1.0)
        for k, nodes in enumerate(CHEBYSHEV[enough:], enough):
            if len(here) <= MANY * len(nodes):
                break
            some = np.unique(np.abs(x[:, None] - nodes).argmin(axis=0))
            through = lagrange(x[some], x)
            if np.abs(through @ values[here[some]] - values[here]).max() <= SMOOTH * np.abs(values).max():
                all_powers = weights[here] @ through
                fewer = fewer_powers(np.full(len(some), 1.0 / len(some)), x[some])
                few, count = here[some], np.stack([all_powers, all_powers @ fewer])
                enough = k  # in the next panel it takes as many
                break
        places.append(few)
        counts.append(count)
    return np.concatenate(places), np.concatenate(counts, axis=1)


@dataclass(frozen=True)
class Asked:
    """Co-vectors at some nodes of panels, as each of the two methods reads them.

    Attributes
    ----------
    nodes : array of int, shape (r,)
    covectors : array, shape (r, 2, 2 n)
        Of displacements and velocities.
    at_start : array, shape (2, 2 n)
    """

    nodes: Ints
    covectors: Array
    at_start: Array

    @classmethod
    def of(cls, ends: Array, times: Array, covectors: Array) -> Asked:
        """Return what co-vectors (2, t, 2 n) of both methods at any times are at the nodes of panels with their ends.

        The collocation reads the polynomial through the nodes and the start of a panel, the other method that through
        the nodes alone.
        """
        both = np.zeros((1 + STAGES * (len(ends) - 1), len(TABLEAUS), covectors.shape[2]))
        both[0] = covectors[:, times <= ends[0]].sum(axis=1)
        later = np.flatnonzero(times > ends[0])
        panel = np.searchsorted(ends, times[later]) - 1
        share = (times[later] - ends[panel]) / np.diff(ends)[panel]
        firsts = np.flatnonzero(np.diff(panel, prepend=-1))
        inside = both[1:].reshape(-1, STAGES, *both.shape[1:])
        for way, given in enumerate(covectors):
            parts = lagrange(NODES[way:], share)[:, :, None] * given[later][:, None]
            sums = np.add.reduceat(parts, firsts) if len(firsts) else parts
            inside[panel[firsts], :, way] += sums[:, -STAGES:]
            if way == 0:
                both[STAGES * panel[firsts], way] += sums[:, 0]
        nodes = np.flatnonzero(both[1:].any(axis=(1, 2)))
        return cls(nodes, both[1:][nodes], both[0])
