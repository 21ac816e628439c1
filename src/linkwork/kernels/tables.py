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

from functools import cache
from math import prod
from typing import Any

import numpy as np

from ._arguments import PLACES, Handle, address
from ._stages import ADDRESSES, addresses_with, opener
from .curves import CURVE, PIECE
from .relations import RELATION

# A body: its features stand at [first, last); the ground's features come after all others.
BODY = np.dtype([("first", "i8"), ("last", "i8")])

# A point (relative to the centre of mass) or a unit vector in body axes.
FEATURE = np.dtype([("vector", "i8"), ("body", "i8"), ("x", "f8"), ("y", "f8"), ("z", "f8")])

# A scalar on up to four features; `axis` is used by the kind "component".
MEASURE = np.dtype([("kind", "i8"), ("f0", "i8"), ("f1", "i8"), ("f2", "i8"), ("f3", "i8"), ("axis", "i8")])

# An equation: sum of weight (measure - rest), or program(t, measures) (program >= 0), less offset and function(t) is 0.
# Its terms stand at [first, last). `scale` makes residuals comparable: 1 / length, or 1.
# level 1: an equation of velocities, program(t, measures, their rates) = 0, linear in the rates; it has no position.
# press n: the weights of the last n terms hold for a positive multiplier and change sign with it: teeth press their
# wheels apart whichever flank carries.
# relation >= 0: gap or slip of a contact on curves (see `relations`), of its terms xi, eta, psi, or on a surface (see
# `lying`); with a period, a slip counts up to full rounds.
# load >= 0: no equation; the row stands for the stiffness and damping of a load (see `implicit`).
ROW = np.dtype(
    [
        ("first", "i8"),
        ("last", "i8"),
        ("function", "i8"),
        ("program", "i8"),
        ("wrap", "i8"),
        ("offset", "f8"),
        ("scale", "f8"),
        ("load", "i8"),
        ("level", "i8"),
        ("rated", "i8"),
        ("press", "i8"),
        ("relation", "i8"),
        ("period", "f8"),
    ]
)

# A term of a row: its measure, the weight it has in a sum, and the value at which it adds nothing.
TERM = np.dtype([("measure", "i8"), ("weight", "f8"), ("rest", "f8")])

# A share of a Jacobian block: the gradient of term `term` (a measure) by its feature number `slot`.
SHARE = np.dtype(
    [("block", "i8"), ("term", "i8"), ("measure", "i8"), ("slot", "i8"), ("feature", "i8"), ("body", "i8")]
)

# A force or torque: value = constant + stiffness (m - free) + damping m' + program(t, inputs [first, last)).
# kind 0 works on the rate of its measure m; kind 1 is a force along the vector u at point b, reacted at point a;
# kind 2 a torque along u on the body of b, reacted by the body of a; kind 3 works on the rate of program u of the
# measures at inputs [a, b).
LOAD = np.dtype(
    [
        ("kind", "i8"),
        ("measure", "i8"),
        ("u", "i8"),
        ("a", "i8"),
        ("b", "i8"),
        ("program", "i8"),
        ("first", "i8"),
        ("last", "i8"),
        ("external", "i8"),
        ("constant", "f8"),
        ("stiffness", "f8"),
        ("free", "f8"),
        ("damping", "f8"),
    ]
)

# A rigid contact (kind 0) or friction in a joint (kind 1), with the row that counts while it holds, and the `second` of
# what rolls in space (-1: none). The joint's rows stand at [first, last); its force on `body` presses; `point` is a
# point of the joint. `contact` is the switch that must be closed for friction to act (-1: none); `own`: the rows are
# those of a joint.
SWITCH = np.dtype(
    [
        ("kind", "i8"),
        ("row", "i8"),
        ("second", "i8"),
        ("measure", "i8"),
        ("first", "i8"),
        ("last", "i8"),
        ("body", "i8"),
        ("point", "i8"),
        ("contact", "i8"),
        ("own", "i8"),
        ("side", "f8"),
        ("limit", "f8"),
        ("restitution", "f8"),
        ("pitch", "f8"),
        ("mu", "f8"),
        ("mu_static", "f8"),
        ("radius", "f8"),
        ("bearing", "f8"),
        ("preload", "f8"),
        ("smooth", "f8"),
    ]
)

# What is watched for a change of sign: a switch (program < 0), or an expression of the inputs [first, last). With
# levels [lowest, highest] it is watched for leaving the interval between two of them.
MONITOR = np.dtype([(name, "i8") for name in "switch program first last direction action lowest highest".split()])

# A node of the tree of joints: kind (see kernels.nodes), the node before it (-1: ground), its body (-1: none), the
# places of its coordinates in z and of its rates in zv.
NODE = np.dtype([("kind", "i8"), ("before", "i8"), ("body", "i8"), ("place", "i8"), ("rate", "i8")])

# Where a node sits: point p and axis a in the node before it, Euler parameters q of the node there while its coordinate
# is zero, and e from that point to the node's origin, in its own axes.
LIMB = np.dtype([(name, "f8") for name in "px py pz ax ay az qw qx qy qz ex ey ez".split()])

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
    "ops": (_I8, 2),  #           programs: see kernels.program
    "consts": (_F8, 1),
    "spans": (_I8, 2),  #         [np, 2]
    "tree": (NODE, 1),  #         [nn]      nodes, each after the one before it; none in reference-point coordinates
    "limbs": (LIMB, 1),  #        [nn]
    "node_of": (_I8, 1),  #       [nb]      node of each body
    "arm_ptr": (_I8, 1),  #       [m + 1]   nodes that a row moves along, those at the tips first
    "arm_node": (_I8, 1),
    "parts": (_I8, 1),  #         [n - 1]   kind of each component of the state: see kernels.stepping
    "sizes": (
        _I8,
        1,
    ),  #         [3]       measures that rows use, the others serve forces and events; 1: weights lifted; 1: teeth mesh
    "masses": (_F8, 2),  #        [nb, 30]  mass, 1 / weight, inertia, inverse of its weight, lifts of both: see loads
    "gravity": (_F8, 1),  #       [3]
    "loads": (LOAD, 1),
    "inputs": (_I8, 2),  #        [..., 3]  measure, order of derivative, 1 for a length
    "switches": (SWITCH, 1),
    "monitors": (MONITOR, 1),
    "levels": (_F8, 1),  #        of the monitors, rising, between -1e300 and 1e300
    "relations": (RELATION, 1),  # contacts on curves and surfaces: see kernels.relations
    "curves": (CURVE, 1),
    "pieces": (PIECE, 1),
    "coefficients": (_F8, 3),  #  [pieces, 4, POWERS]
    "dials": (_F8, 2),  #         [nd, 12]  angles counted for results: three vectors u, n, v, each body and components
    # ---- work
    "X": (_F8, 3),  #             [nx, 4, 3] features and their first three time derivatives
    "M": (_F8, 2),  #             [nm, 4]    measures and their derivatives
    "G": (_F8, 3),  #             [nm, 4, 3] gradient of each measure by its features
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
    "balance": (_F8, 3),  #       [2, nb, d] what is left of the equations of motion: see kernels.balance
    "lift": (_F8, 3),  #          [3, nb, d] see kernels.lifting
    "still": (_F8, 1),  #         [m]        zeros
    "search": (_F8, 2),  #        [6, m]     see kernels.refining
    "response": (_F8, 3),  #      [3, nb, d] what directions of a search do to the bodies
    "force": (_F8, 2),  #         [nb, d]    applied forces and moments about the centres of mass
    "values": (_F8, 1),  #        [nl]       value of each load
    "lam": (_F8, 1),  #           [m]        multipliers
    "variables": (_F8, 2),  #     [..., 4]   time and measures of a program
    "stack": (_F8, 2),  #         [..., 4]   of the program interpreter
    "pose": (
        _F8,
        2,
    ),  #          [.., 4]    of a contact: jets of xi, eta, psi; cosine and sine of psi
    "jet": (_F8, 1),  #           [4]        of its relation
    "slopes": (_F8, 1),  #        [..]
    "foot": (_F8, 2),  #          [6, 4]     of the last contact on a surface: jets of its point and normal
    "trouble": (_F8, 1),  #       [relations] why each failed since the last position reached; 0: it did not
    "contacts": (_F8, 2),  #      [2 nc, ..] where each contact is, and where it was at the last position reached
    "series": (_F8, 3),  #        [2 nc, 2, ..] the curves next to each contact: see kernels.series
    "felt": (_F8, 2),  #          [relations, ..] the measures for which coef holds the slopes of each
    "info": (
        _F8,
        1,
    ),  #          [3]        smallest relative pivot of the last factorisation; of those not cancelled; how many did
    "z": (_F8, 1),  #             [nz]       relative coordinates, their rates and accelerations
    "zv": (_F8, 1),
    "za": (_F8, 1),
    "nodework": (_F8, 2),  #      [nn, ...]  see kernels.nodes
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
    "poly": (_F8, 2),  #          [21, 7 nb] divided differences: see kernels.dense
    "lines": (_F8, 2),  #         [stride, 8] rates of Euler parameters at the times inside a step
    "V0": (_F8, 3),  #            [nb, 3, 6] motion at the position before
    "trial": (_F8, 2),  #         [nb, 7]
    "memory": (_F8, 1),  #        [15]       time reached, last step, positions known before it ...: see kernels.sweep
    "modes": (_F8, 1),  #         [switches] see kernels.switches
    "rubbing": (_F8, 1),  #       [switches] friction force along the coordinate
    "guards": (_F8, 2),  #        [2, monitors] their values before and after a step
    "sides": (_F8, 1),  #         [monitors] the level below, of those with levels; -1: not known
    "samples": (_F8, 2),  #       [10, monitors] their values and rates at a few times within a step: see kernels.inside
    "switching": (_F8, 2),  #     [switches, switches + 8] columns: see kernels.switches
    "control": (_F8, 1),  #       [SIZE]     of the integrator: see kernels.control
    "K": (_F8, 2),  #             [16, n]    rates of the state at the stages of a step
    "s": (_F8, 1),  #             [n]        state: positions, velocities, work of the forces
    "s0": (_F8, 1),  #            [n]        at the start of the step
    "past": (
        _F8,
        2,
    ),  #          [12, np]   positions, rates, accelerations (rows 1 ... 3, 5 ... 7, 9 ... 11) at the last states
    "work": (_F8, 2),  #          [3, 2]     work done and power at the last three states
    "newton": (_F8, 2),  #        [9, np]    divided differences through them
    "counts": (_I8, 1),  #        [6]        iterations, factorisations, solves, steps, splits; see also kernels.control
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
    "augmented": (_F8, 2),  #     [n, n + 4] the augmented system, see kernels.augmented
}

_WIDTH = 5  # address and up to four sizes

ATTACHED = tuple(FIELDS)[tuple(FIELDS).index("rk_a") :]
"""The fields that a run attaches."""

TABLES = tuple(FIELDS)[: tuple(FIELDS).index("X")]
"""The fields that are constant during a run."""

_PLACE = {name: 1 + _WIDTH * k for k, name in enumerate(FIELDS)}

PLACES.update({name: 1 + place for name, place in _PLACE.items()})


class Layout:
    """The constant tables of a plan, and where the work and state arrays of a run will lie in memory.

    Made once for a plan, so that starting a run costs one allocation.
    """

    def __init__(self, tables: dict[str, np.ndarray[Any, Any]], shapes: dict[str, tuple[int, ...]]) -> None:
        missing = set(FIELDS) - set(TABLES) - set(ATTACHED) - set(shapes)
        if missing:
            raise ValueError(f"no shape for {', '.join(sorted(missing))}")
        self.arrays = {name: np.ascontiguousarray(tables[name], FIELDS[name][0]) for name in TABLES}
        self.shapes = shapes
        self.H = np.zeros(1 + _WIDTH * len(FIELDS), np.int64)
        self.H[0] = ADDRESSES.ctypes.data
        for name, array in self.arrays.items():
            self._note(name, array.ctypes.data, array.shape)
        self.size = 0
        self.offsets: dict[str, int] = {}
        for name, shape in shapes.items():
            self.offsets[name] = self.size
            self._note(name, 8 * self.size, shape)
            self.size += prod(shape)
        self.places = np.array([_PLACE[name] for name in shapes])

    def _note(self, name: str, address: int, shape: tuple[int, ...]) -> None:
        place = _PLACE[name]
        self.H[place] = address
        self.H[place + 1 : place + 1 + len(shape)] = shape


class Bundle:
    """Tables, work and state arrays of one run by name, and the handle `H` through which kernels open them.

    Work and state arrays lie in one piece of memory, all with entries of eight bytes; they are zero at first, or a copy
    of those of the bundle `like`, with the arrays that are attached to it.
    """

    def __init__(self, layout: Layout, like: Bundle | None = None) -> None:
        self._layout = layout
        self._memory: np.ndarray[Any, Any] = np.zeros(layout.size) if like is None else like._memory.copy()
        self._handle: np.ndarray[Any, Any] = (layout.H if like is None else like._handle).copy()
        self._start: int = address(self._memory)
        self._handle[layout.places] += self._start - (0 if like is None else like._start)
        self._address = address(self._handle)
        self._redirected: dict[int, int] = {}
        self._addresses = ADDRESSES  # of all stages; a redirected one has its own
        self._handle[0] = layout.H[0]

    @property
    def H(self) -> Handle:
        """The handle for kernels; it keeps the bundle, so that what it leads to stays in memory."""
        return Handle(self._address, self)

    @property
    def redirected(self) -> bool:
        """Whether kernels call other code in place of some stages."""
        return bool(self._redirected)

    def redirect(self, places: dict[int, int]) -> None:
        """Let kernels call other code in place of some stages: the address for the place of each stage."""
        self._redirected |= places
        self._addresses = addresses_with(self._redirected)
        self._handle[0] = self._addresses.ctypes.data

    def attach(self, name: str, array: np.ndarray[Any, Any]) -> None:
        """Let kernels open `array`, which must lie in one piece, under one of the names in ATTACHED."""
        dtype, ndim = FIELDS[name]
        if name not in ATTACHED or array.dtype is not dtype or array.ndim != ndim or not array.flags.c_contiguous:
            raise ValueError(f"'{name}' cannot be attached: {array.dtype}, {array.shape}")
        place = _PLACE[name]
        self._handle[place : place + 1 + ndim] = address(array), *array.shape
        self.__dict__[name] = array

    def attach_new(self, shapes: dict[str, tuple[int, ...]]) -> list[np.ndarray[Any, Any]]:
        """Attach new arrays of zeros, which lie one after the other in one piece of memory; return them."""
        memory = np.zeros(sum(map(prod, shapes.values())))
        start, offset, made, entries = address(memory), 0, [], []
        for name, shape in shapes.items():
            array = self.__dict__[name] = np.ndarray(shape, _F8, memory, offset)
            made.append(array)
            entries += [start + offset, *shape]
            offset += array.nbytes
        self._handle[_entries_of(tuple(shapes))] = entries
        return made

    def __getattr__(self, name: str) -> np.ndarray[Any, Any]:
        layout = self.__dict__["_layout"]
        if name in layout.arrays:
            return layout.arrays[name]  # type: ignore[no-any-return]
        if name not in layout.shapes:
            raise AttributeError(name)
        memory, start = self.__dict__["_memory"], 8 * layout.offsets[name]
        array: np.ndarray[Any, Any] = np.ndarray(layout.shapes[name], FIELDS[name][0], memory, start)
        self.__dict__[name] = array
        return array


@cache
def _entries_of(names: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """Return the places in a handle of the addresses and sizes of some fields."""
    return np.array([_PLACE[name] + k for name in names for k in range(1 + FIELDS[name][1])])


def _open(name: str) -> Any:
    dtype, ndim = FIELDS[name]
    return opener(_PLACE[name], dtype, ndim)


bodies, features, measures, rows = _open("bodies"), _open("features"), _open("measures"), _open("rows")
terms, shares, block_ptr, block_body = (
    _open("terms"),
    _open("shares"),
    _open("block_ptr"),
    _open("block_body"),
)
pairs, updates = _open("pairs"), _open("updates")
col_ptr, col_row, col_of = _open("col_ptr"), _open("col_row"), _open("col_of")
ops, consts, spans = _open("ops"), _open("consts"), _open("spans")
X, M, G, coef, F, Phi = _open("X"), _open("M"), _open("G"), _open("coef"), _open("F"), _open("Phi")
J, Z, S, L, D, y = _open("J"), _open("Z"), _open("S"), _open("L"), _open("D"), _open("y")
x, rhs, shift, weight, soft = _open("x"), _open("rhs"), _open("shift"), _open("weight"), _open("soft")
variables, stack, info, largest = _open("variables"), _open("stack"), _open("info"), _open("largest")
q, V, V0, nodes, clock, poly = (
    _open("q"),
    _open("V"),
    _open("V0"),
    _open("nodes"),
    _open("clock"),
    _open("poly"),
)
inverse, lines = _open("inverse"), _open("lines")
turns, near, held = _open("turns"), _open("near"), _open("held")
turns0, held0, angles = _open("turns0"), _open("held0"), _open("angles")
trial, memory, counts = _open("trial"), _open("memory"), _open("counts")
parts, sizes, masses, gravity, loads, inputs = (
    _open("parts"),
    _open("sizes"),
    _open("masses"),
    _open("gravity"),
    _open("loads"),
    _open("inputs"),
)
compliance, augmented = _open("compliance"), _open("augmented")
turning, force, values, lam = _open("turning"), _open("force"), _open("values"), _open("lam")
control, K, s, s0 = _open("control"), _open("K"), _open("s"), _open("s0")
past, newton, work = _open("past"), _open("newton"), _open("work")
switches, monitors, modes, dials = _open("switches"), _open("monitors"), _open("modes"), _open("dials")
rubbing, guards, levels, sides = _open("rubbing"), _open("guards"), _open("levels"), _open("sides")
samples, switching = _open("samples"), _open("switching")
rk_a, rk_b, rk_c, rk_e = _open("rk_a"), _open("rk_b"), _open("rk_c"), _open("rk_e")
times, Q, U, out, log = _open("times"), _open("Q"), _open("U"), _open("out"), _open("log")
breaks = _open("breaks")
relations, curves, pieces, coefficients = (
    _open("relations"),
    _open("curves"),
    _open("pieces"),
    _open("coefficients"),
)
pose, jet, slopes, trouble, contacts = _open("pose"), _open("jet"), _open("slopes"), _open("trouble"), _open("contacts")
series, felt = _open("series"), _open("felt")
foot = _open("foot")
balance, lift, still = _open("balance"), _open("lift"), _open("still")
search, response = _open("search"), _open("response")
tree, limbs, node_of, arm_ptr, arm_node = (
    _open("tree"),
    _open("limbs"),
    _open("node_of"),
    _open("arm_ptr"),
    _open("arm_node"),
)
z, zv, za, nodework, articulated = _open("z"), _open("zv"), _open("za"), _open("nodework"), _open("articulated")
reach, Y, W = _open("reach"), _open("Y"), _open("W")
