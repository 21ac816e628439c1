"""The tables of a planned mechanism, the work arrays, and how kernels open them.

A kernel gets one handle, ``H``: the address of a short table of addresses and shapes. It opens what it needs,
``rows = tb.rows(H)``, which costs a few loads. Passing thirty arrays from kernel to kernel instead
would cost more than the mechanics itself, in run time and in compile time. The arrays belong to a
`Bundle`, which must outlive the call.

Tables are constant during a run: a changed parameter changes entries, never code. Rows (equations)
stand in elimination order: the planner sorts them so that the factorisation fills in little.

Sizes: nb bodies, nx features, nm measures, m rows, nt terms, nk Jacobian blocks, d freedoms a body
(3 in the plane: x, y, turn; 6 in space: velocity of the centre, angular velocity, ground axes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.arguments import PLACES
from ..compiler.stages import opener
from .control import CONTROL, COUNTS
from .records import (
    BODY,
    CURVE,
    FEATURE,
    LIMB,
    LOAD,
    MASS,
    MEASURE,
    MONITOR,
    NODE,
    PIECE,
    RELATION,
    ROW,
    SHARE,
    SWITCH,
    TERM,
)

_F8, _I8 = np.dtype("f8"), np.dtype("i8")

FIELDS: dict[str, tuple[np.dtype[Any], int]] = {
    # ---- tables
    "bodies": (BODY, 1),  #       [nb]
    "features": (FEATURE, 1),  #  [nx]
    "measures": (MEASURE, 1),  #  [nm]
    "rows": (ROW, 1),  #          [m]
    "terms": (TERM, 1),  #        [nt]
    "shares": (SHARE, 1),
    "block_ptr": (_I8, 1),  #     [m + 1]   blocks of a row
    "block_body": (_I8, 1),  #    [nk]      body of a block
    "pairs": (_I8, 2),  #         [..., 3]  entry of S (in L, then diagonal) += Z[block i] . J[block j]
    "col_ptr": (_I8, 1),  #       [m + 1]   pattern of L by columns
    "col_row": (_I8, 1),
    "col_of": (_I8, 1),  #        column of each entry of L
    "updates": (_I8, 1),  #       where each product of two entries of a column of L goes
    "ops": (_I8, 2),  #           programs: see programs.program
    "consts": (_F8, 1),
    "spans": (_I8, 2),  #         [np, 2]
    "tree": (NODE, 1),  #         [nn]      nodes, each after the one before it; none in reference-point coordinates
    "limbs": (LIMB, 1),  #        [nn]
    "node_of": (_I8, 1),  #       [nb]      node of each body
    "arm_ptr": (_I8, 1),  #       [m + 1]   nodes that a row moves along, those at the tips first
    "arm_node": (_I8, 1),
    "parts": (_I8, 1),  #         [n - 1]   kind of each component of the state: see steps.stepping
    "sizes": (
        _I8,
        1,
    ),  # [3]       measures that rows use, the others serve forces and events; 1: weights lifted; 1: teeth mesh
    "masses": (MASS, 1),  #       [nb]
    "gravity": (_F8, 1),  #       [3]
    "loads": (LOAD, 1),
    "inputs": (_I8, 2),  #        [..., 3]  measure, order of derivative, 1 for a length
    "switches": (SWITCH, 1),
    "monitors": (MONITOR, 1),
    "levels": (_F8, 1),  #        of the monitors, rising, between -1e300 and 1e300
    "relations": (RELATION, 1),  # contacts on curves and surfaces: see contacts.relations
    "curves": (CURVE, 1),
    "pieces": (PIECE, 1),
    "coefficients": (_F8, 3),  #  [pieces, 4, POWERS]
    "dials": (_F8, 2),  #         [nd, 12]  angles counted for results: three vectors u, n, v, each body and components
    # ---- work
    "X": (_F8, 3),  #             [nx, 4, 3] features and their first three time derivatives
    "M": (_F8, 2),  #             [nm, 4]    measures and their derivatives
    "G": (_F8, 3),  #             [nm, 5, 3] gradient of each measure by its features
    "coef": (_F8, 1),  #          [nt]       derivative of the row by the term
    "F": (_F8, 2),  #             [nf, 4]    functions of time and their derivatives
    "Phi": (_F8, 1),  #           [m]        residual of every row
    "J": (_F8, 2),  #             [nk, d]    Jacobian blocks
    "Z": (_F8, 2),  #             [nk, d]    J W^-1
    "S": (_F8, 1),  #             [m]        diagonal of J W^-1 J^T
    "L": (_F8, 1),  #             unit lower triangular factor, by columns; then m places for the diagonal
    "D": (_F8, 1),  #             [m]        inverse pivots
    "y": (_F8, 1),  #             [m]        right side and solution of the factored system
    "x": (_F8, 2),  #             [nb, d]    unknown: displacement, velocity, acceleration or jerk
    "rhs": (_F8, 1),  #           [m]
    "shift": (_F8, 1),  #         [m]        residual wanted instead of zero (continuation)
    "weight": (_F8, 2),  #        [nb, d]    diagonal of W^-1
    "soft": (_F8, 1),  #          [m]        damping of a row relative to the others
    "compliance": (_F8, 1),  #    [m]        added to the diagonal of J W^-1 J^T
    "turning": (_F8, 3),  #       [nb, 3, 3] space: block of W^-1 for the turn of a body; empty in the plane
    "balance": (_F8, 3),  #       [2, nb, d] what is left of the equations of motion: see dynamics.balance
    "lift": (_F8, 3),  #          [3, nb, d] see dynamics.light_bodies
    "still": (_F8, 1),  #         [m]        zeros
    "search": (_F8, 2),  #        [6, m]     see linear.refining
    "response": (_F8, 3),  #      [3, nb, d] what directions of a search do to the bodies
    "force": (_F8, 2),  #         [nb, d]    applied forces and moments about the centres of mass
    "values": (_F8, 1),  #        [nl]       value of each load
    "lam": (_F8, 1),  #           [m]        multipliers
    "variables": (_F8, 2),  #     [..., 4]   time and measures of a program
    "stack": (_F8, 2),  #         [..., 4]   of the program interpreter
    "pose": (_F8, 2),  # [.., 4]    of a contact: jets of xi, eta, psi; cosine and sine of psi
    "jet": (_F8, 1),  #           [4]        of its relation
    "slopes": (_F8, 1),  #        [..]
    "foot": (_F8, 2),  #          [6, 4]     of the last contact on a surface: jets of its point and normal
    "trouble": (_F8, 1),  #       [relations] why each failed since the last position reached; 0: it did not
    "contacts": (_F8, 2),  #      [2 nc, ..] where each contact is, and where it was at the last position reached
    "series": (_F8, 3),  #        [2 nc, 2, ..] the curves next to each contact: see contacts.series
    "felt": (_F8, 2),  #          [relations, ..] on surfaces: the measures for which coef holds the slopes of each
    "info": (
        _F8,
        1,
    ),  # [3]        smallest relative pivot of the last factorisation; of those not cancelled; how many did
    "z": (_F8, 1),  #             [nz]       relative coordinates, their rates and accelerations
    "zv": (_F8, 1),
    "za": (_F8, 1),
    "nodework": (_F8, 2),  #      [nn, ...]  see trees.nodes
    "articulated": (_F8, 3),  #   [nn, 6, 6] articulated inertias; in the plane [nn, 1, 6]: xx, xy, xz, yy, yz, zz
    "reach": (_F8, 2),  #         [nn, 6]    force of a row on the way down
    "Y": (_F8, 2),  #             [arms, 3]  what a row does along a joint
    "W": (_F8, 2),  #             [arms, 3]  D^-1 Y
    "angles": (_F8, 2),  #        [2, nb]    planar bodies: angle turned since the start, and one position before
    "turns": (_F8, 2),  #         [nm + nd, 2] angles counted over full turns, and their rates, at the last position
    "near": (_F8, 1),  #          [nm + nd]  value that an angle in an expression is taken nearest to
    "held": (_F8, 1),  #          [nf]       functions at the last position
    "turns0": (_F8, 2),  #        [nm + nd, 4] `turns` one and two positions before; `held` one before
    "held0": (_F8, 1),
    "largest": (_F8, 1),  #       [3]        largest right side of each order met so far
    # ---- state
    "q": (_F8, 2),  #             [nb, 7]    pose: centre of mass, Euler parameters
    "V": (_F8, 3),  #             [nb, 3, 6] velocity, acceleration, jerk
    "nodes": (_F8, 2),  #         [16, 7 nb] derivatives 0 ... 3 of the poses at the last four positions
    "clock": (_F8, 1),  #         [4]        their times
    "inverse": (_F8, 2),  #       [3, 3]     inverse differences of these times
    "poly": (_F8, 2),  #          [21, 7 nb] divided differences: see steps.polynomials
    "lines": (_F8, 2),  #         [stride, 8] rates of Euler parameters at the times inside a step
    "V0": (_F8, 3),  #            [nb, 3, 6] motion at the position before
    "trial": (_F8, 2),  #         [nb, 7]
    "memory": (_F8, 1),  # [15]       time reached, last step, positions known before it ...: see runs.displacement
    "modes": (_F8, 1),  #         [switches] see dynamics.switches
    "rubbing": (_F8, 1),  #       [switches] friction force along the coordinate
    "guards": (_F8, 2),  #        [2, monitors] their values before and after a step
    "sides": (_F8, 1),  #         [monitors] the level below, of those with levels; -1: not known
    "samples": (_F8, 2),  # [10, monitors] their values and rates at a few times within a step: see events.search
    "switching": (_F8, 2),  #     [switches, switches + 8] columns: see dynamics.switches
    "control": (CONTROL, 1),  #   [1]        of the integrator
    "K": (_F8, 2),  #             [16, n]    rates of the state at the stages of a step
    "s": (_F8, 1),  #             [n]        state: positions, velocities, work of the forces
    "s0": (_F8, 1),  #            [n]        at the start of the step
    "past": (_F8, 2),  # [12, np]   positions, rates, accelerations (rows 1 ... 3, 5 ... 7, 9 ... 11) at the last states
    "work": (_F8, 2),  #          [3, 2]     work done and power at the last three states
    "newton": (_F8, 2),  #        [9, np]    divided differences through them
    "counts": (COUNTS, 1),  #     [1]        of iterations, steps, events ...
    # ---- of a simulation, attached by its run
    "rk_a": (_F8, 2),  #          [stages, stages] table of the Runge-Kutta method
    "rk_b": (_F8, 1),
    "rk_c": (_F8, 1),
    "rk_e": (_F8, 2),  #          [2, stages]
    "times": (_F8, 1),  #         times to report
    "breaks": (_F8, 2),  #        [breaks, 3] times just before and after a change of a function of time; 1: sampled
    "Q": (_F8, 3),  #             [times, nb, 7] poses there
    "U": (_F8, 4),  #             [times, nb, 2, 6] velocities and accelerations
    "out": (_F8, 2),  #           [times, 1 + nb + switches + angles] work done, angles turned by, modes, counted angles
    "log": (_F8, 2),  #           [events, 3] time, monitor and new mode
    "augmented": (_F8, 2),  #     [n, n + 4] the augmented system, see linear.augmented
}

WIDTH = 5  # address and up to four sizes

ATTACHED = tuple(FIELDS)[tuple(FIELDS).index("rk_a") :]
"""The fields that a run attaches."""

TABLES = tuple(FIELDS)[: tuple(FIELDS).index("X")]
"""The fields that are constant during a run."""

SINGLE = ("control", "counts")
"""The fields that are one record."""

PLACE = {name: 1 + WIDTH * k for k, name in enumerate(FIELDS)}

PLACES.update({name: 1 + place for name, place in PLACE.items()})

# Each field is opened by a function of its name: rows(H).
globals().update({name: opener(PLACE[name], dtype, ndim) for name, (dtype, ndim) in FIELDS.items()})

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Return how a field is opened."""
