"""Elimination order and fill: right on any graph, and linear for chains and ladders. Counts, no clocks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.solve.engine import Engine
from linkwork.topology.ordering import minimum_degree, symbolic_factor

# ---- the order ------------------------------------------------------------------------------------


def random_cliques(rng: np.random.Generator, nodes: int) -> list[list[int]]:
    """Return groups of connected nodes, as joints on bodies."""
    return [sorted(set(rng.integers(0, nodes, rng.integers(1, 5)).tolist())) for _ in range(nodes)]


@pytest.mark.parametrize("seed", range(20))
def test_the_order_is_a_permutation(seed):
    rng = np.random.default_rng(seed)
    nodes = int(rng.integers(1, 40))
    order = minimum_degree(random_cliques(rng, nodes), nodes)
    assert sorted(order) == list(range(nodes))


def test_nothing_to_order():
    assert minimum_degree([], 0) == []
    assert sorted(minimum_degree([], 3)) == [0, 1, 2]


def test_leaves_come_before_the_hub():
    """A star: the node that all others hang on is eliminated among the last two, and nothing fills in."""
    cliques = [[0, k] for k in range(1, 12)]
    assert 0 in minimum_degree(cliques, 12)[-2:]


# ---- the fill -------------------------------------------------------------------------------------


def rows_of(adjacency: np.ndarray) -> list[list[int]]:
    return [np.flatnonzero(adjacency[i, :i]).tolist() for i in range(len(adjacency))]


def eliminated(adjacency: np.ndarray) -> np.ndarray:
    """Return the pattern of L by plain elimination on booleans."""
    work = adjacency.copy()
    for k in range(len(work)):
        below = np.flatnonzero(work[k + 1 :, k]) + k + 1
        work[np.ix_(below, below)] = True
    return np.tril(work, -1)


@pytest.mark.parametrize("seed", range(30))
def test_pattern_is_that_of_plain_elimination(seed):
    rng = np.random.default_rng(seed)
    nodes = int(rng.integers(1, 25))
    adjacency = rng.random((nodes, nodes)) < rng.uniform(0.05, 0.5)
    adjacency |= adjacency.T
    np.fill_diagonal(adjacency, True)
    pattern = symbolic_factor(rows_of(adjacency))
    found = np.zeros((nodes, nodes), bool)
    for j in range(nodes):
        entries = pattern.col_row[pattern.col_ptr[j] : pattern.col_ptr[j + 1]]
        assert (np.diff(entries) > 0).all(), "entries of a column must rise"
        found[entries, j] = True
    np.testing.assert_array_equal(found, eliminated(adjacency))
    assert all(pattern.col_row[p] == i for (i, _), p in pattern.place.items())


@pytest.mark.parametrize("seed", range(10))
def test_updates_go_where_the_products_belong(seed):
    """For every column and every two of its entries, the place of the product, in the order of the kernel."""
    rng = np.random.default_rng(seed)
    adjacency = rng.random((15, 15)) < 0.2
    adjacency |= adjacency.T
    pattern = symbolic_factor(rows_of(adjacency))
    n = 0
    for j in range(15):
        entries = pattern.col_row[pattern.col_ptr[j] : pattern.col_ptr[j + 1]]
        for k, p in enumerate(entries):
            for r in entries[k + 1 :]:
                assert pattern.updates[n] == pattern.place[int(r), int(p)]
                n += 1
    assert n == pattern.updates.size


@pytest.mark.parametrize("name", ["jansen leg", "klann leg", "four-bar ladder", "stewart platform", "delta robot"])
def test_symbolic_pattern_contains_the_numeric_one(name):
    """The factor of the real matrix, worked out densely, is zero wherever the plan says so.

    Exact zeros of the pattern stay exact zeros in elimination; 1e-14 of the largest is for rounding.
    """
    m = gallery.get(name)
    plan = m.plan()
    jacobian = Engine(plan).jacobian(m.assemble().poses, 0.0)[plan.order]
    # A little of the identity keeps pivots away from zero where equations are redundant.
    matrix = jacobian @ jacobian.T + 1e-3 * np.eye(len(jacobian))
    factor = np.linalg.cholesky(matrix)
    known = np.eye(len(matrix), dtype=bool)
    for j in range(len(matrix)):
        known[plan.tables["col_row"][plan.tables["col_ptr"][j] : plan.tables["col_ptr"][j + 1]], j] = True
    outside = np.abs(np.where(known, 0.0, factor))
    assert outside.max() < 1e-14 * np.abs(factor).max()


# ---- cost grows with the length -------------------------------------------------------------------


def chain(n: int) -> lw.Mechanism:
    """An open chain of n bodies."""
    m = lw.Mechanism("chain", plane="xy")
    before = m.ground
    for k in range(n):
        body = m.body(f"b{k}")
        m.revolute(f"J{k}", before.at(1, 0), body.at(0, 0))
        before = body
    return m


def ring(n: int) -> lw.Mechanism:
    """The same, closed to the ground: one loop of n bodies."""
    m = chain(n)
    m.revolute("end", f"b{n - 1}", m.ground.at(1, 0))
    return m


def ladder(n: int) -> lw.Mechanism:
    """n loops in a row, each sharing a crank with the next."""
    return gallery.get("four-bar ladder", n=n, driven=False)


def truss(n: int) -> lw.Mechanism:
    """n cells of two loops each between two parallel chains, not joined to the ground but at the ends."""
    m = lw.Mechanism("truss", plane="xy")
    upper = lower = m.ground
    for k in range(n):
        top, bottom, post = (m.body(f"{w}{k}") for w in ("top", "bottom", "post"))
        m.revolute(f"T{k}", upper.at(1, 0), top.at(0, 0))
        m.revolute(f"B{k}", lower.at(1, 0.5), bottom.at(0, 0))
        m.revolute(f"P{k}", top.at(1, 0), post.at(0, 0))
        m.revolute(f"Q{k}", bottom.at(1, 0), post.at(0.5, 0))
        upper, lower = top, bottom
    return m


def spatial_ladder(n: int) -> lw.Mechanism:
    return ladder(n).in_space()


SIZES = (10, 30, 100, 300)


def counts(m: lw.Mechanism) -> tuple[float, float, float]:
    """Return entries of L, updates and products of blocks, for every equation."""
    tables = m.plan().tables
    rows = tables["rows"].size
    return tables["col_row"].size / rows, tables["updates"].size / rows, len(tables["pairs"]) / rows


@pytest.mark.parametrize("build", [chain, ring, ladder, truss])
def test_work_per_joint_is_constant(build):
    """Entries, updates and products per equation do not grow from 10 to 300 cells.

    They approach a constant from below as the ends matter less: 10 % more at 300 than at 100 would be growth
    (a fill growing with the logarithm of the length adds some 25 % from 100 to 300).
    """
    found = {n: counts(build(n)) for n in SIZES}
    for k, what in enumerate(("entries of L", "updates", "products")):
        values = [found[n][k] for n in SIZES]
        assert values[3] <= 1.1 * values[2], f"{what} per equation at {SIZES}: {values}"
        assert values[3] <= 1.5 * values[0] + 1, f"{what} per equation at {SIZES}: {values}"


def test_work_per_joint_is_constant_in_space():
    found = [counts(spatial_ladder(n)) for n in (10, 30, 100)]
    for k, what in enumerate(("entries of L", "updates", "products")):
        values = [row[k] for row in found]
        assert values[2] <= 1.1 * values[1], f"{what} per equation at 10, 30, 100: {values}"


def test_the_joints_of_a_body_stay_together():
    """The rows of one joint stand next to each other: the order is one of joints, not of equations."""
    plan = gallery.get("stewart platform").plan()
    owners = [(plan.equations[i].owner, plan.equations[i].driver) for i in plan.order]
    changes = 1 + sum(a != b for a, b in pairwise(owners))
    assert changes == len(set(owners))
