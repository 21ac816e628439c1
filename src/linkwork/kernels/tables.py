"""The tables that describe a planned mechanism to the kernels, and the work arrays they fill.

``Tables`` is constant during a run: a changed parameter changes entries, never code. ``Work`` is
owned by one run. Rows (equations) stand in elimination order: the planner sorts them so that the
factorisation fills in little.

Sizes: nb bodies, nx features, nm measures, m rows, nt terms, nk Jacobian blocks, d freedoms a body
(3 in the plane: x, y, turn; 6 in space: velocity of the centre, angular velocity, ground axes).
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

# A body: its features stand at [first, last); the ground's features come after all others.
BODY = np.dtype([("first", "i8"), ("last", "i8")])

# A point (relative to the centre of mass) or a unit vector in body axes.
FEATURE = np.dtype([("vector", "i8"), ("x", "f8"), ("y", "f8"), ("z", "f8")])

# A scalar on up to three features; `axis` is used by the kind "component".
MEASURE = np.dtype([("kind", "i8"), ("f0", "i8"), ("f1", "i8"), ("f2", "i8"), ("axis", "i8")])

# An equation: measure - offset - function(t) = 0, or program(measures, t) = 0 (program >= 0).
# Its terms stand at [first, last). `scale` makes residuals comparable: 1 / length, or 1.
ROW = np.dtype(
    [
        ("first", "i8"),
        ("last", "i8"),
        ("function", "i8"),
        ("program", "i8"),
        ("wrap", "i8"),
        ("offset", "f8"),
        ("scale", "f8"),
    ]
)

# A share of a Jacobian block: the gradient of term `term` (a measure) by its feature number `slot`.
SHARE = np.dtype(
    [("block", "i8"), ("term", "i8"), ("measure", "i8"), ("slot", "i8"), ("feature", "i8"), ("body", "i8")]
)

Tables = namedtuple(
    "Tables",
    [
        "bodies",  #    BODY[nb]
        "features",  #  FEATURE[nx]
        "measures",  #  MEASURE[nm]
        "rows",  #      ROW[m]
        "terms",  #     i8[nt]        measure of each term
        "shares",  #    SHARE[...]
        "block_ptr",  # i8[m + 1]     blocks of a row
        "block_body",  # i8[nk]       body of a block
        "pairs",  #     i8[..., 3]    S[target] += Z[block i] . J[block j]
        "s_ptr",  #     i8[m + 1]     pattern of S below the diagonal, by rows
        "s_col",  #     i8[...]
        "row_ptr",  #   i8[m + 1]     pattern of L by rows: columns ascending
        "row_col",  #   i8[...]
        "col_ptr",  #   i8[m + 1]     pattern of L by columns
        "col_row",  #   i8[...]
        "ops",  #       i8[..., 2]    programs: see kernels.program
        "consts",  #    f8[...]
        "spans",  #     i8[np, 2]
    ],
)

Work = namedtuple(
    "Work",
    [
        "X",  #     f8[nx, 4, 3]  features and their first three time derivatives
        "M",  #     f8[nm, 4]     measures and their derivatives
        "G",  #     f8[nm, 3, 3]  gradient of each measure by its features
        "coef",  #  f8[nt]        derivative of the row by the term
        "F",  #     f8[nf, 4]     functions of time and their derivatives
        "Phi",  #   f8[m]         residual of every row
        "J",  #     f8[nk, d]     Jacobian blocks
        "Z",  #     f8[nk, d]     J W^-1
        "S",  #     f8[... + m]   J W^-1 J^T: entries below the diagonal, then the diagonal
        "L",  #     f8[...]       unit lower triangular factor, by columns
        "D",  #     f8[m]         pivots
        "y",  #     f8[m]         right side and solution of the factored system
        "fill",  #  i8[m]         entries of each column of L that are filled
        "x",  #     f8[nb, d]     unknown: displacement, velocity, acceleration or jerk
        "variables",  # f8[..., 4]  time and measures of a program
        "stack",  # f8[..., 4]      of the program interpreter
        "info",  #  f8[2]         smallest relative pivot; distance moved since the factorisation
    ],
)
