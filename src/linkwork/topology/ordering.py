"""Elimination order and fill of the factorisation, found once for a mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def minimum_degree(cliques: Sequence[Sequence[int]], count: int) -> list[int]:
    """Return an order of 0 .. count-1 that eliminates the least connected first.

    `cliques` lists groups of mutually connected nodes (the joints on one body). Chains and ladders
    get an order with constant fill a node, so that factorising them costs time linear in their length.
    """
    neighbours: list[set[int]] = [set() for _ in range(count)]
    for clique in cliques:
        for node in clique:
            neighbours[node].update(clique)
    for node in range(count):
        neighbours[node].discard(node)
    heap = [(len(n), i) for i, n in enumerate(neighbours)]
    heapify(heap)
    done = [False] * count
    order: list[int] = []
    while heap:
        degree, node = heappop(heap)
        if done[node] or degree != len(neighbours[node]):
            continue
        done[node] = True
        order.append(node)
        around = neighbours[node]
        for other in around:
            joined = neighbours[other]
            joined |= around
            joined.discard(node)
            joined.discard(other)
            heappush(heap, (len(joined), other))
    return order


@dataclass(frozen=True)
class Pattern:
    """Static pattern of S (below the diagonal, by rows) and of its factor L (by rows and by columns)."""

    s_ptr: Ints
    s_col: Ints
    row_ptr: Ints
    row_col: Ints
    col_ptr: Ints
    col_row: Ints


def _flatten(lists: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    ptr = np.zeros(len(lists) + 1, np.int64)
    ptr[1:] = np.cumsum([len(entries) for entries in lists])
    flat = np.array([entry for entries in lists for entry in entries], np.int64)
    return ptr, flat


def symbolic_factor(rows: Sequence[Sequence[int]]) -> Pattern:
    """Return the pattern of L for a symmetric matrix whose row i has `rows[i]` (sorted) below the diagonal."""
    count = len(rows)
    below: list[set[int]] = [set() for _ in range(count)]
    for i, columns in enumerate(rows):
        for j in columns:
            below[j].add(i)
    for j in range(count):
        if below[j]:
            parent = min(below[j])
            below[parent] |= below[j]
            below[parent].discard(parent)
    columns_of: list[list[int]] = [[] for _ in range(count)]
    by_column = [sorted(entries) for entries in below]
    for j, entries in enumerate(by_column):
        for i in entries:
            columns_of[i].append(j)
    return Pattern(*_flatten(rows), *_flatten(columns_of), *_flatten(by_column))
