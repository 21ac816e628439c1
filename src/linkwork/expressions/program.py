"""Compiled expressions, programs of the stack machine in `kernels.programs.program`, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array, Ints
from .nodes import Node
from .units import Dimension

if TYPE_CHECKING:
    from linkwork.functions.callable import Called


@dataclass(frozen=True, eq=False)
class Program:
    """A compiled expression.

    Attributes
    ----------
    ops : int64[n, 2]
        Opcode and argument.
    consts : float64[:]
        What the arguments of some opcodes point to.
    depth : int
        Rows of the stack that it needs.
    dimension : Dimension or None
        Of the result, when it is known.
    text : str
        The expression.
    callables : tuple of (int, Called)
        Python functions and where in `consts` their address belongs.
    node : Node or None
        The tree it was made from.
    rows : mapping of str to int
        Row of each variable of the tree in the table of jets; the time is row 0.
    breaks : tuple of float
        Times at which its course changes: where a rise begins and ends, a comparison with the time turns, a table
        begins and ends [s].
    edges : tuple of float
        The same times as its values see them [s]: a rise takes what is a rounding beyond its ends for its ends.
    courses : tuple of Course
        Where else its course changes: such places in the motion, or at times that no even rise tells.
    """

    ops: Ints
    consts: Array
    depth: int
    dimension: Dimension | None = None
    text: str = ""
    callables: tuple[tuple[int, Called], ...] = ()
    node: Node | None = field(default=None, repr=False)
    rows: Mapping[str, int] = field(default_factory=dict, repr=False)
    breaks: tuple[float, ...] = ()
    edges: tuple[float, ...] = ()
    courses: tuple[Course, ...] = ()

    @property
    def fixed(self) -> float | None:
        """The value, when the program is one constant."""
        from linkwork.kernels.programs.opcodes import CONST

        alone = len(self.ops) == 1 and self.ops[0, 0] == CONST
        return float(self.consts[self.ops[0, 1]]) if alone else None


@dataclass(frozen=True, eq=False)
class Course:
    """Where an expression changes its course: something in it goes through one of some levels.

    Attributes
    ----------
    program : Program
        What goes through the levels, of the same variables; not a number where it does not matter.
    levels : tuple of float
        Rising.
    """

    program: Program
    levels: tuple[float, ...]

    @property
    def timed(self) -> bool:
        """Whether it depends on the time alone."""
        from linkwork.kernels.programs.opcodes import VAR

        return not any(kind == VAR and row for kind, row in self.program.ops.tolist())


@dataclass(frozen=True, eq=False)
class ProgramTable:
    """Programs linked into shared tables, ready to run.

    Attributes
    ----------
    ops, consts
        As in `Program`.
    spans : int64[n, 2]
        First and last + 1 row of each program.
    depth : int
        Rows of the deepest stack, and one more that serves as the jet of time.
    programs : tuple of Program
        What was linked; it keeps the Python functions alive.
    """

    ops: Ints
    consts: Array
    spans: Ints
    depth: int
    programs: tuple[Program, ...] = field(repr=False, default=())

    def stack(self) -> Array:
        """Return a new work space for the interpreter."""
        return np.zeros((self.depth, 4))

    def reraise(self) -> None:
        """Raise what a Python function raised while compiled code called it, if anything."""
        for program in self.programs:
            for _, function in program.callables:
                function.reraise()

    def __reduce__(self) -> Any:
        # Addresses of functions do not survive in another process; link again there.
        return link, (self.programs,)


def link(programs: Iterable[Program]) -> ProgramTable:
    """Return one table of all programs, with their constants and addresses in place."""
    from linkwork.kernels.programs import opcodes as machine

    programs = tuple(programs)
    ops, consts, spans = [np.zeros((0, 2), np.int64)], [np.zeros(0)], []
    row = offset = 0
    for program in programs:
        moved = program.ops.copy()
        moved[np.isin(moved[:, 0], machine.WITH_CONSTS), 1] += offset
        values = program.consts.copy()
        for position, function in program.callables:
            values[position : position + 2] = divmod(function.address, 2**32)
        ops.append(moved)
        consts.append(values)
        spans.append((row, row + len(moved)))
        row += len(moved)
        offset += len(values)
    return ProgramTable(
        np.concatenate(ops),
        np.concatenate(consts),
        np.array(spans, dtype=np.int64).reshape(-1, 2),
        max((p.depth for p in programs), default=0) + 1,
        programs,
    )
