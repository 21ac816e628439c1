"""Radau's collocation (order 15) over panels of some steps of a run, on its own states.

The same nodes make a method of one order less, whose rates have one power of time less. By how much the two differ
tells how well derivatives are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.polynomial.legendre import Legendre, legvander
from scipy.sparse import csr_array

from ...arrays import Array, Ints

if TYPE_CHECKING:
    from ..run import Run

STAGES = 8

INTERVALS = (9.0, 7.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.5, 0.25)
"""Steps of the run in a panel that are tried."""

FALLS = 9
"""Power of the length of panels with which errors fall at least."""

SAFE = 3.0
"""How many times the difference of the two methods errors may be: 3 was seen, on panels no longer than `INTERVALS`."""

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


def fewer_powers(b: Array, c: Array) -> Array:
    """Return the matrix that takes the highest power of time out of values at the nodes c.

    What is left is nearest in the sum with the weights b: the integral stays the same.
    """
    root = np.sqrt(b)
    lower, _ = np.linalg.qr(root[:, None] * legvander(2.0 * c - 1.0, len(c) - 2))
    return np.asarray(lower @ lower.T * root / root[:, None])


A, C = radau(STAGES)

TABLEAUS = A, A @ fewer_powers(A[-1], C)
"""a of the collocation, and of the method of one order less; the last row is b of both."""

NODES = np.r_[0.0, C]
"""The start of a panel and its nodes, as shares of it."""


def lagrange(nodes: Array, at: Array) -> Array:
    """Return the polynomials that are 1 at one of the nodes and 0 at the others, shape (at, nodes)."""
    apart = at[:, None] - nodes
    others = [np.delete(np.arange(len(nodes)), k) for k in range(len(nodes))]
    return np.stack([np.prod(apart[:, o] / (nodes[k] - nodes[o]), axis=1) for k, o in enumerate(others)], axis=1)


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


def node_times(ends: Array) -> Array:
    """Return the nodes of panels with their ends."""
    times = (ends[:-1, None] + np.diff(ends)[:, None] * C).ravel()
    times[STAGES - 1 :: STAGES] = ends[1:]
    return np.asarray(times)


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
        """Return what co-vectors (t, 2 n) at any times are at the nodes of panels with their ends.

        The collocation reads the polynomial through the nodes and the start of a panel, the other method that through
        the nodes alone.
        """
        later = times > ends[0]
        panel = np.searchsorted(ends, times[later]) - 1
        share = (times[later] - ends[panel]) / np.diff(ends)[panel]
        places = STAGES * panel[:, None] + np.arange(STAGES + 1)
        many, spread = 1 + STAGES * (len(ends) - 1), []
        for way in range(len(TABLEAUS)):
            weights = lagrange(NODES[way:], share)
            each = np.broadcast_to(np.arange(len(share))[:, None], weights.shape)
            at_nodes = csr_array((weights.ravel(), (places[:, way:].ravel(), each.ravel())), (many, len(share)))
            spread.append(at_nodes @ covectors[later])
            spread[way][0] += covectors[~later].sum(axis=0)
        both = np.stack(spread, axis=1)
        nodes = np.flatnonzero(both[1:].any(axis=(1, 2)))
        return cls(nodes, both[1:][nodes], both[0])
