"""Compiling an expression to a program of the stack machine in `kernels.program`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.errors import ExpressionError

from .constant import TIME_NAMES, Constant, check_expected, reject_ambiguous_units
from .cycles import reject_cycles
from .dimensions import Checker
from .lowering import Lowering, Polynomial, Rise
from .nodes import Apply, Binary, Call, Compare, Name, Node, Quantity, depth, unfolded, walk
from .units import Dimension
from .vocabulary import FUNCTIONS

if TYPE_CHECKING:
    from linkwork.functions.callable import Called

MAX_DEPTH = 200  # three Python frames per level must stay below the recursion limit


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
    """

    ops: NDArray[np.int64]
    consts: NDArray[np.float64]
    depth: int
    dimension: Dimension | None = None
    text: str = ""
    callables: tuple[tuple[int, Called], ...] = ()
    node: Node | None = field(default=None, repr=False)
    rows: Mapping[str, int] = field(default_factory=dict, repr=False)
    breaks: tuple[float, ...] = ()

    @property
    def fixed(self) -> float | None:
        """The value, when the program is one constant."""
        from linkwork.kernels.opcodes import CONST

        alone = len(self.ops) == 1 and self.ops[0, 0] == CONST
        return float(self.consts[self.ops[0, 1]]) if alone else None


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

    ops: NDArray[np.int64]
    consts: NDArray[np.float64]
    spans: NDArray[np.int64]
    depth: int
    programs: tuple[Program, ...] = field(repr=False, default=())

    def stack(self) -> NDArray[np.float64]:
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


def compile_program(
    node: Node,
    variables: Mapping[str, int] | None = None,
    parameters: Mapping[str, Constant] | None = None,
    *,
    dimensions: Mapping[str, Dimension] | None = None,
    expected: Dimension | None = None,
) -> Program:
    """Return the program of an expression.

    Parameters
    ----------
    node : Node
        The expression.
    variables : mapping of str to int
        Row of each variable in the table of jets. The time, ``t`` or ``time``, is row 0
        always. A measure such as ``distance(a.P, b.Q)`` is looked up by its text.
    parameters : mapping of str to Constant
        Names with a fixed value.
    dimensions : mapping of str to Dimension, optional
        Dimensions of variables, where known.
    expected : Dimension, optional
        What the result should be.
    """
    rows = {**dict.fromkeys(TIME_NAMES, 0), **(variables or {})}
    known = parameters or {}
    _reject_deep(node)
    written, node = node, unfolded(node)  # what a Python function computes has no units
    _reject_deep(node)
    reject_ambiguous_units(node, {**known, **rows})
    _reject_tonne(node)
    lowering = Lowering(rows, known)
    found = _dimension(written, lowering, dimensions or {})
    check_expected(written, found, expected)
    reject_cycles(written, expected, known)
    emitter = _Emitter(lowering)
    emitter.emit(node)
    return Program(
        np.array(emitter.ops, dtype=np.int64).reshape(-1, 2),
        np.array(emitter.consts, dtype=np.float64),
        emitter.deepest,
        found,
        str(node),
        tuple(emitter.callables),
        node,
        rows,
        tuple(sorted(emitter.breaks)),
    )


def link(programs: Iterable[Program]) -> ProgramTable:
    """Return one table of all programs, with their constants and addresses in place."""
    from linkwork.kernels import opcodes as machine

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


def _reject_tonne(node: Node) -> None:
    for item in walk(node):
        if isinstance(item, Quantity) and any(f.name == "t" for f in item.factors):
            raise ExpressionError(
                f"'{item}' may be tonnes or a multiple of the time t. Write '{item.operand}*t' for the time, or use kg."
            )


def _reject_deep(node: Node) -> None:
    if depth(node) > MAX_DEPTH:
        raise ExpressionError(f"The expression is nested too deeply; at most {MAX_DEPTH} levels are compiled.")


def _dimension(node: Node, lowering: Lowering, dimensions: Mapping[str, Dimension]) -> Dimension | None:
    def lookup(item: Node) -> Dimension | None:
        text = str(item)
        if text in lowering.rows:
            return dimensions.get(text)
        known = lowering.parameters.get(text)
        return None if known is None else known.dimension

    return Checker(lookup, lambda item: lowering.polynomial(item).constant).dimension(node)


class _Emitter:
    """Writes the operations of a tree, operands first."""

    def __init__(self, lowering: Lowering) -> None:
        from linkwork.kernels import opcodes as machine

        self.machine: ModuleType = machine
        self.lowering = lowering
        self.ops: list[tuple[int, int]] = []
        self.consts: list[float] = []
        self.callables: list[tuple[int, Any]] = []
        self.breaks: set[float] = set()
        self.height = 0
        self.deepest = 0

    def op(self, name: str, argument: int = 0, change: int = 0) -> None:
        """Append one operation; `change` is what it does to the height of the stack."""
        self.ops.append((getattr(self.machine, name), argument))
        self.height += change
        self.deepest = max(self.deepest, self.height)

    def store(self, values: Iterable[float]) -> int:
        """Append constants and return where they start."""
        start = len(self.consts)
        self.consts.extend(values)
        return start

    def breaks_at(self, node: Node, *levels: float) -> None:
        """Note when an argument goes through some levels, if it rises or falls evenly with time."""
        form = self.lowering.polynomial(node)
        if form.base == Name("t") and len(form.coefficients) == 2:
            self.breaks.update((level - form.coefficients[0]) / form.coefficients[1] for level in levels)

    def emit(self, node: Node) -> None:
        """Append the operations that leave the value of `node` on the stack."""
        form = self.lowering.polynomial(node)
        if form.base is None:
            self.op("CONST", self.store(form.coefficients[:1]), 1)
            return
        if form.base is node:
            self.emit_opaque(node)
        else:
            self.emit(form.base)
        if form.coefficients == (0.0, -1.0):
            self.op("NEG")
        elif form.coefficients != Polynomial.IDENTITY:
            self.op("POLY", self.store([len(form.coefficients), *form.coefficients]))

    def emit_opaque(self, node: Node) -> None:
        """Append an operation that is not a polynomial of something simpler."""
        match node:
            case Name():
                self.op("VAR", self.lowering.rows[node.name], 1)
            case Compare():
                self.emit_compare(node)
            case Binary():
                self.emit_binary(node)
            case Rise():
                self.breaks_at(node.argument, 0.0, 1.0)
                self.emit(node.argument)
                self.op("RISE", self.machine.RISE_KINDS[node.kind])
            case Call():
                self.emit_call(node)
            case Apply():
                self.emit_apply(node)

    def emit_apply(self, node: Apply) -> None:
        """Append a table or a Python function."""
        for argument in node.arguments:
            self.emit(argument)
        count, opcode = len(node.arguments), node.function.opcode
        self.breaks_at(node.arguments[0], *node.function.ends)
        if opcode == "CALLN":  # it works in the rows above its arguments
            self.deepest = max(self.deepest, self.height + (count + 3) // 4 + (count + 4) // 4)
        position = self.store(node.function.constants())
        self.op(opcode, position, 1 - count)
        if opcode.startswith("CALL"):
            self.callables.append((position, node.function))

    def emit_compare(self, node: Compare) -> None:
        """Append a comparison; a > b becomes b < a."""
        swap = node.operator[0] == ">"
        self.breaks_at(node.left - node.right, 0.0)
        for operand in (node.right, node.left) if swap else (node.left, node.right):
            self.emit(operand)
        self.op("LE" if node.operator[1:] else "LT", change=-1)

    def emit_binary(self, node: Binary) -> None:
        """Append an operator; a power that gets here has a fixed exponent."""
        self.emit(node.left)
        if node.operator == "^":
            exponent = self.lowering.polynomial(node.right).constant
            assert exponent is not None
            self.op("POWR", self.store([exponent]))
            return
        self.emit(node.right)
        self.op({"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV"}[node.operator], change=-1)

    def emit_call(self, node: Call) -> None:
        """Append a function of the library, or the variable of a measure."""
        function = FUNCTIONS.get(node.name)
        if function is None:
            self.op("VAR", self.lowering.rows[str(node)], 1)
            return
        if function.opcode == "SELECT":
            for argument in node.arguments:
                self.emit(argument)
            self.op("SELECT", change=-2)
            return
        self.emit(node.arguments[0])
        if len(node.arguments) == 1:
            self.op(function.opcode)
            if node.name in ("abs", "sign"):
                self.breaks_at(node.arguments[0], 0.0)
        for argument in node.arguments[1:]:
            if node.name in ("max", "min"):
                self.breaks_at(node.arguments[0] - argument, 0.0)
            self.emit(argument)
            self.op(function.opcode, change=-1)
