"""Elimination order and fill of the factorisation, found once for a mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from ..arrays import Ints


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
    """Static pattern of a factor L, by columns, and where products of its entries go.

    Attributes
    ----------
    col_ptr, col_row : arrays of int
        Entries of column j: rows ``col_row[col_ptr[j]:col_ptr[j + 1]]``, ascending.
    updates : array of int
        For every column and every two of its entries, in order: place in L of the product.
    place : dict
        Place in L of the entry (row, column).
    """

    col_ptr: Ints
    col_row: Ints
    updates: Ints
    place: dict[tuple[int, int], int]


def symbolic_factor(rows: Sequence[Sequence[int]]) -> Pattern:
    """Return the pattern of L for a symmetric matrix whose row i has `rows[i]` below the diagonal."""
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
    columns_of = [sorted(entries) for entries in below]
    col_ptr = np.zeros(count + 1, np.int64)
    col_ptr[1:] = np.cumsum([len(entries) for entries in columns_of])
    place = {(i, j): int(col_ptr[j]) + n for j, entries in enumerate(columns_of) for n, i in enumerate(entries)}
    updates = [place[r, p] for entries in columns_of for n, p in enumerate(entries) for r in entries[n + 1 :]]
    col_row = np.array([i for entries in columns_of for i in entries], np.int64)
    return Pattern(col_ptr, col_row, np.array(updates, np.int64), place)
