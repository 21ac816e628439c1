"""What follows from which equation acts on which body: the order of the rows and the pattern of their products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Ints
from ..model.equations import Equation
from ..topology.ordering import Pattern, minimum_degree, symbolic_factor


def same_structure(equations: Sequence[Equation], others: Sequence[Equation]) -> bool:
    """Return whether equations act on the same bodies for the same owners, one by one."""
    return len(equations) == len(others) and all(
        a is b or (a.owner == b.owner and a.driver == b.driver and a.bodies == b.bodies)
        for a, b in zip(equations, others, strict=True)
    )


def elimination_order(equations: Sequence[Equation], connected: Sequence[Sequence[int]]) -> list[int]:
    """Return the equations sorted so that factorising fills in little; an owner's rows stay together."""
    owners: dict[tuple[str, bool], list[int]] = {}
    for i, e in enumerate(equations):
        owners.setdefault((e.owner, e.driver), []).append(i)
    groups = list(owners.values())
    by_body: dict[int, list[int]] = {}
    for g, group in enumerate(groups):
        for member in set().union(*(connected[i] for i in group)):
            by_body.setdefault(member, []).append(g)
    return [i for g in minimum_degree(list(by_body.values()), len(groups)) for i in groups[g]]


@dataclass(frozen=True)
class Arrangement:
    """Equations in the order of their elimination."""

    order: list[int]  # which of the equations given comes first, second ...
    equations: list[Equation]  # in this order
    blocks: list[tuple[int, int]]  # place in this order and body, for every body that an equation acts on
    tables: dict[str, Ints]  # what depends on nothing but the blocks


def arrange(
    equations: Sequence[Equation],
    arms: Sequence[Sequence[int]] | None,
    known: tuple[list[int], dict[str, Ints]] | None,
) -> Arrangement:
    """Return equations sorted for elimination, connected by the bodies they act on, or by nodes of a tree (`arms`).

    `known` is the order and the tables of equations of the same structure.
    """
    connected = [sorted(e.bodies) for e in equations] if arms is None else arms
    order = known[0] if known else elimination_order(equations, connected)
    placed = [equations[i] for i in order]
    blocks = [(i, b) for i, e in enumerate(placed) for b in sorted(e.bodies)]
    tables = known[1] if known else _tables(blocks, [connected[i] for i in order], arms is not None)
    return Arrangement(order, placed, blocks, tables)


def _tables(blocks: Sequence[tuple[int, int]], connected: Sequence[Sequence[int]], in_tree: bool) -> dict[str, Ints]:
    """Return the tables that depend on which equation acts on which body, or node of a tree, and on nothing else."""
    arms = [(i, n) for i, members in enumerate(connected) for n in members]
    pattern, pairs = _pattern(len(connected), arms)
    block_ptr, arm_ptr = (_starts([i for i, _ in entries], len(connected)) for entries in (blocks, arms))
    return dict(  # noqa: C408
        block_ptr=block_ptr,
        block_body=np.array([b for _, b in blocks], np.int64),
        arm_ptr=arm_ptr if in_tree else np.zeros(0, np.int64),
        arm_node=np.array([n for _, n in arms] if in_tree else [], np.int64),
        pairs=pairs,
        col_ptr=pattern.col_ptr,
        col_row=pattern.col_row,
        col_of=np.repeat(np.arange(len(connected)), np.diff(pattern.col_ptr)),
        updates=pattern.updates,
    )


def _starts(rows: Sequence[int], count: int) -> Ints:
    """Return where the entries of each row start, given the row of every entry."""
    starts = np.zeros(count + 1, np.int64)
    np.add.at(starts[1:], np.array(rows, np.int64), 1)
    return np.cumsum(starts)


STRUCTURE = ("block_ptr", "block_body", "arm_ptr", "arm_node", "pairs", "col_ptr", "col_row", "col_of", "updates")
"""The tables of `Arrangement`."""


def _pattern(count: int, blocks: Sequence[tuple[int, int]]) -> tuple[Pattern, Ints]:
    """Return the pattern of S and its factor, and the products of blocks (row, body or node) that add up to S."""
    together: dict[int, list[tuple[int, int]]] = {}
    for k, (i, b) in enumerate(blocks):
        together.setdefault(b, []).append((i, k))
    on_body = list(together.values())
    lower: list[set[int]] = [set() for _ in range(count)]
    for members in on_body:
        for i, _ in members:
            lower[i].update(j for j, _ in members if j < i)
    pattern = symbolic_factor([sorted(columns) for columns in lower])
    diagonal = pattern.col_row.size
    pairs = []
    for members in on_body:
        for i, ki in members:
            for j, kj in members:
                if j < i:
                    pairs.append((pattern.place[i, j], ki, kj))
                elif j == i:
                    pairs.append((diagonal + i, ki, kj))
    pairs.sort()
    return pattern, np.array(pairs, np.int64).reshape(-1, 3)
