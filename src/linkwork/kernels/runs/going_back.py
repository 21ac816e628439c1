"""Linear equations in panels, gone back: what multiplies their right sides.

In a panel of length h the collocation a takes z, where it begins, to its nodes by z_i = z + h sum_j a_ij (A_j z_j +
b_j). For the co-vectors r_i that count at the nodes, r z adds up to y z + sum_j g_j b_j with

    y_j = r_j + A_j^T g_j,   g_j = h sum_i a_ij y_i,   y = sum_j y_j.

These are solved node by node from the last one, again and again: h a A is small, and what is known of y_i behind a node
is most of g_j.
"""

from __future__ import annotations

from ..compiler.jit import inline, kernel, signed

LEFT = 1e-12
"""Share of the largest y_j that its last change may be."""

BEYOND = 1e150
"""Size at which what grows from round to round is given up, before it is no number."""

ROUNDS = 60
"""Rounds after which equations count as too stiff for their panel."""


@inline
def gather_node(h, a, y, j, g):
    """Fill g = h sum_i a_ij y_i."""
    for k in range(g.size):
        g[k] = 0.0
    for i in range(y.shape[0]):
        share = h * a[i, j]
        for k in range(g.size):
            g[k] += share * y[i, k]


@inline
def renew(A, r, g, y, new):
    """Fill y = r + A^T g; return its largest change and its largest number."""
    for k in range(g.size):
        new[k] = r[k]
    for i in range(g.size):
        for k in range(g.size):
            new[k] += g[i] * A[i, k]
    change, largest = 0.0, 0.0
    for k in range(g.size):
        change, largest = max(change, abs(new[k] - y[k])), max(largest, abs(new[k]))
        y[k] = new[k]
    return change, largest


@inline
def settle(h, a, A, r, y, g, new):
    """Solve the equations of a panel for y and g at its nodes; return whether that led on."""
    for _ in range(ROUNDS):
        change, largest = 0.0, 0.0
        for j in range(y.shape[0] - 1, -1, -1):
            gather_node(h, a, y, j, g[j])
            moved, size = renew(A[j], r[j], g[j], y[j], new)
            change, largest = max(change, moved), max(largest, size)
        if not largest < BEYOND:
            return False
        if change <= LEFT * largest:
            return True
    return False


@kernel
def go_back(lengths, tableaus, A, change, reads, read, r, y, new, lam, weights, after):
    """Go back over panels for the co-vectors of some ways; return how many panels from the start are left.

    lengths[panel]: h; tableaus[way]: a; A[node]; change[panel]: new z by the old ones at its end; reads[node]: its
    number in read[number, way], what counts there, or -1. lam[way]: at the start at last; weights[node, way]: g;
    after[panel, way]: of the new z. r, y, new are room for the work.
    """
    n = y.shape[0]
    for panel in range(lengths.size - 1, -1, -1):
        first = panel * n
        for way in range(lam.shape[0]):
            end = lam[way]
            for j in range(n):
                for k in range(end.size):
                    r[j, k] = read[reads[first + j], way, k] if reads[first + j] >= 0 else 0.0
            for i in range(end.size):
                after[panel, way, i] = end[i]
                for k in range(end.size):
                    r[n - 1, k] += end[i] * change[panel, i, k]
            for j in range(n):
                for k in range(end.size):
                    y[j, k] = r[n - 1, k]
            g = weights[first : first + n, way]
            if not settle(lengths[panel], tableaus[way], A[first : first + n], r, y, g, new):
                return panel + 1
            for k in range(end.size):
                end[k] = 0.0
                for j in range(n):
                    end[k] += y[j, k]
    return 0


signed(
    go_back,
    "f[p] f[w,n,n] f[s,g,g] f[p,g,g] i[s] f[r,w,g] f[n,g] f[n,g] f[g] f[w,g] f[s,w,g] f[p,w,g] -> i",
)
