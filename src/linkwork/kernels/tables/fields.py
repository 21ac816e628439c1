"""The tables of a planned mechanism, the work arrays, and how kernels open them.

A kernel gets one handle, ``H``: the address of a short table of addresses and shapes. It opens what it needs,
``rows = tb.rows(H)``, which costs a few loads. Passing thirty arrays from kernel to kernel instead
would cost more than the mechanics itself, in run time and in compile time. The arrays belong to a
`Bundle`, which must outlive the call.

Tables are constant during a run: a changed parameter changes entries, never code. Rows (equations)
stand in elimination order: the planner sorts them so that the factorisation fills in little.

Axes are named by what they count; those of the tables give most of the sizes, `coordinates.sizes` the others.
There are three freedoms a body in the plane: x, y, turn, and six in space: velocity of the centre, angular velocity,
ground axes. Matrices are written J, W, L as in textbooks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.arguments import PLACES
from ..compiler.stages import opener
from .control import CONTROL, COUNTS
from .records import (
    BODY,
    CONTACT,
    CURVE,
    FEATURE,
    LIMB,
    LOAD,
    MASS,
    MEASURE,
    MONITOR,
    NODE,
    PIECE,
    POWERS,
    RELATION,
    ROW,
    SERIES,
    SHARE,
    SWITCH,
    TERM,
)

_F8, _I8 = np.dtype("f8"), np.dtype("i8")


class Field:
    """An array of the handle: its entries, and its axes, each a number or the name of a size."""

    def __init__(self, dtype: np.dtype[Any], *axes: int | str) -> None:
        self.dtype, self.axes, self.ndim = dtype, axes, len(axes)

    def shape(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """Return the shape that the sizes give it."""
        return tuple(axis if isinstance(axis, int) else sizes[axis] for axis in self.axes)


reals, wholes = partial(Field, _F8), partial(Field, _I8)

FIELDS: dict[str, Field] = {
    # ---- tables
    "bodies": Field(BODY, "bodies"),
    "features": Field(FEATURE, "features"),
    "measures": Field(MEASURE, "measures"),
    "rows": Field(ROW, "rows"),
    "terms": Field(TERM, "terms"),
    "shares": Field(SHARE, "shares"),
    "block_ptr": wholes("row_ends"),  # blocks of a row
    "block_body": wholes("blocks"),  # body of a block
    "pairs": wholes("pairs", 3),  # entry of S (in L, then diagonal) += Z[block i] . J[block j]
    "col_ptr": wholes("row_ends"),  # pattern of L by columns
    "col_row": wholes("below_diagonal"),
    "col_of": wholes("below_diagonal"),  # column of each entry of L
    "updates": wholes("updates"),  # where each product of two entries of a column of L goes
    "ops": wholes("ops", "op"),  # programs: see programs.program
    "consts": reals("consts"),
    "spans": wholes("programs", 2),
    "tree": Field(NODE, "nodes"),  # nodes, each after the one before it; none in reference-point coordinates
    "limbs": Field(LIMB, "nodes"),
    "node_of": wholes("node_of"),  # node of each body
    "arm_ptr": wholes("arm_ends"),  # nodes that a row moves along, those at the tips first
    "arm_node": wholes("arms"),
    "parts": wholes("parts"),  # kind of each component of the state: see steps.stepping
    "sizes": wholes(3),  # measures that rows use, the others serve forces and events; 1: weights lifted; 1: teeth mesh
    "masses": Field(MASS, "bodies"),
    "gravity": reals(3),
    "loads": Field(LOAD, "loads"),
    # measure, order of derivative, 1 for a length; or place among what is observed, OBSERVED, 0; or PLACE
    "inputs": wholes("inputs", 3),
    "switches": Field(SWITCH, "switches"),
    "monitors": Field(MONITOR, "monitors"),
    "levels": reals("levels"),  # of the monitors, rising, between -1e300 and 1e300
    "relations": Field(RELATION, "relations"),  # contacts on curves and surfaces: see contacts.relations
    "curves": Field(CURVE, "curves"),
    "pieces": Field(PIECE, "pieces"),
    "coefficients": reals("pieces", POWERS, "components"),
    "dials": reals("dials", 12),  # angles counted for results: three vectors u, n, v, each body and components
    # ---- work
    "X": reals("features", 4, 3),  # features and their first three time derivatives
    "measured": reals("measures", 4),  # measures and their derivatives
    "G": reals("measures", 5, 3),  # gradient of each measure by its features
    "coef": reals("terms"),  # derivative of the row by the term
    "F": reals("functions", 4),  # functions of time and their derivatives
    "Phi": reals("rows"),  # residual of every row
    "J": reals("blocks", "freedoms"),  # Jacobian blocks
    "Z": reals("blocks", "freedoms"),  # J W^-1
    "S": reals("rows"),  # diagonal of J W^-1 J^T
    "L": reals("factor"),  # unit lower triangular factor, by columns; then m places for the diagonal
    "D": reals("rows"),  # inverse pivots
    "y": reals("rows"),  # right side and solution of the factored system
    "x": reals("bodies", "freedoms"),  # unknown: displacement, velocity, acceleration or jerk
    "rhs": reals("rows"),
    "shift": reals("rows"),  # residual wanted instead of zero (continuation)
    "weight": reals("bodies", "freedoms"),  # diagonal of W^-1
    "soft": reals("rows"),  # damping of a row relative to the others
    "compliance": reals("rows"),  # added to the diagonal of J W^-1 J^T
    "turning": reals("turning", 3, 3),  # space: block of W^-1 for the turn of a body; empty in the plane
    "balance": reals(2, "bodies", "freedoms"),  # what is left of the equations of motion: see dynamics.balance
    "lift": reals(3, "bodies", "freedoms"),  # see dynamics.light_bodies
    "still": reals("rows"),  # zeros
    "search": reals(6, "rows"),  # see linear.refining
    "response": reals(3, "bodies", "freedoms"),  # what directions of a search do to the bodies
    "force": reals("bodies", "freedoms"),  # applied forces and moments about the centres of mass
    "values": reals("loads"),  # value of each load
    "lam": reals("rows"),  # multipliers
    "variables": reals("variables", 4),  # time and measures of a program
    "stack": reals("stack", 4),  # of the program interpreter
    "pose": reals("pose", 4),  # of a contact: jets of xi, eta, psi; cosine and sine of psi
    "jet": reals(4),  # of its relation
    "slopes": reals("slopes"),
    "foot": reals(6, 4),  # of the last contact on a surface: jets of its point and normal
    "trouble": reals("relations"),  # why each failed since the last position reached; 0: it did not
    "contacts": reals("contacts", CONTACT),  # where each contact is, and where it was at the last position reached
    "series": reals("contacts", 2, SERIES),  # the curves next to each contact: see contacts.series
    "felt": reals("relations", "slopes"),  # on surfaces: the measures for which coef holds the slopes of each
    "info": reals(3),  # smallest relative pivot of the last factorisation; of those not cancelled; how many did
    "z": reals("coordinates"),  # relative coordinates, their rates and accelerations
    "zv": reals("rates"),
    "za": reals("rates"),
    "nodework": reals("nodes", "node"),  # see trees.nodes
    # articulated inertias; in the plane [nn, 1, 6]: xx, xy, xz, yy, yz, zz
    "articulated": reals("nodes", "inertias", 6),
    "reach": reals("nodes", 6),  # force of a row on the way down
    "Y": reals("arms", 3),  # what a row does along a joint
    "W": reals("arms", 3),  # D^-1 Y
    "angles": reals(2, "bodies"),  # planar bodies: angle turned since the start, and one position before
    "turns": reals("angles", 2),  # angles counted over full turns, and their rates, at the last position
    "near": reals("angles"),  # value that an angle in an expression is taken nearest to
    "held": reals("functions"),  # functions at the last position
    "turns0": reals("angles", 4),  # `turns` one and two positions before; `held` one before
    "held0": reals("functions"),
    "largest": reals(3),  # largest right side of each order met so far
    # ---- state
    "q": reals("bodies", 7),  # pose: centre of mass, Euler parameters
    "V": reals("bodies", 3, 6),  # velocity, acceleration, jerk
    "nodes": reals(16, "poses"),  # derivatives 0 ... 3 of the poses at the last four positions
    "clock": reals(4),  # their times
    "inverse": reals(4, 4),  # inverse differences of these times
    "poly": reals(21, "poses"),  # divided differences: see steps.polynomials
    "lines": reals("stride", 8),  # rates of Euler parameters at the times inside a step
    "V0": reals("bodies", 3, 6),  # motion at the position before
    "trial": reals("bodies", 7),
    "memory": reals(15),  # time reached, last step, positions known before it ...: see runs.displacement
    "modes": reals("switches"),  # see dynamics.switches
    "rubbing": reals("switches"),  # friction force along the coordinate
    "guards": reals(2, "monitors"),  # their values before and after a step
    "observed": reals("observed", 2),  # what only results tell, and its scale: see events.monitors
    "sides": reals("monitors"),  # the level below, of those with levels; -1: not known
    "samples": reals(10, "monitors"),  # their values and rates at a few times within a step: see events.search
    "switching": reals("switches", "columns"),  # columns: see dynamics.switches
    "control": Field(CONTROL, 1),  # of the integrator
    "K": reals(16, "state"),  # rates of the state at the stages of a step
    "s": reals("state"),  # state: positions, velocities, work of the forces
    "s0": reals("state"),  # at the start of the step
    # positions, rates, accelerations (rows 1 ... 3, 5 ... 7, 9 ... 11, 13 ... 15) at the last states
    "past": reals(16, "positions"),
    "work": reals(4, 2),  # work done and power at these states
    "newton": reals(12, "positions"),  # divided differences through them
    "counts": Field(COUNTS, 1),  # of iterations, steps, events ...
    # ---- of a simulation, attached by its run
    "rk_a": reals("stages", "stages"),  # table of the Runge-Kutta method
    "rk_b": reals("stages"),
    "rk_c": reals("stages"),
    "rk_e": reals(2, "stages"),
    "times": reals("times"),  # times to report
    "breaks": reals("breaks", 3),  # times just before and after a change of a function of time; 1: sampled
    "Q": reals("times", "bodies", 7),  # poses there
    "U": reals("times", "bodies", 2, 6),  # velocities and accelerations
    "out": reals("times", "outputs"),  # work done, angles turned by, modes, counted angles, places
    "log": reals("events", 3),  # time, monitor and new mode
    "track": reals("landings", "tracked"),  # states at the ends of all steps: see steps.output; none unless asked for
    "augmented": reals("unknowns", "width"),  # the augmented system, see linear.augmented
}


def sizes_of(tables: Mapping[str, np.ndarray[Any, Any]]) -> dict[str, int]:
    """Return the sizes that stand in tables by the names of their axes; raises where two tables contradict."""
    sizes: dict[str, int] = {}
    for name, table in tables.items():
        for axis, size in zip(FIELDS[name].axes, table.shape, strict=True):
            known = axis if isinstance(axis, int) else sizes.setdefault(axis, size)
            if size != known:
                raise ValueError(f"table '{name}' has {size} where there are {known} {axis}: {table.shape}")
    return sizes


WIDTH = 5  # address and up to four sizes

ATTACHED = tuple(FIELDS)[tuple(FIELDS).index("rk_a") :]
"""The fields that a run attaches."""

TABLES = tuple(FIELDS)[: tuple(FIELDS).index("X")]
"""The fields that are constant during a run."""

WORK = tuple(FIELDS)[len(TABLES) : -len(ATTACHED)]
"""The work and state arrays of a run."""

SINGLE = ("control", "counts")
"""The fields that are one record."""

PLACE = {name: 1 + WIDTH * k for k, name in enumerate(FIELDS)}

PLACES.update({name: 1 + place for name, place in PLACE.items()})

# Each field is opened by a function of its name: rows(H).
globals().update({name: opener(PLACE[name], field.dtype, field.axes) for name, field in FIELDS.items()})

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Return how a field is opened."""
