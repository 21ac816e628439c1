"""Compiling an expression to a program of the stack machine in `kernels.programs.program`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf, nan
from types import ModuleType
from typing import Any

import numpy as np

from linkwork.errors import ExpressionError

from .constant import TIME_NAMES, Constant, check_expected, reject_ambiguous_units
from .cycles import reject_cycles
from .dimensions import Checker
from .lowering import Lowering, Polynomial, Rise
from .nodes import Apply, Binary, Call, Compare, Name, Node, Quantity, depth, lift, unfolded, walk
from .program import Course, Program
from .units import Dimension
from .vocabulary import FUNCTIONS

MAX_DEPTH = 200  # three Python frames per level must stay below the recursion limit


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
    return replace(
        emitter.program(node, found),
        breaks=tuple(sorted(emitter.breaks)),
        edges=tuple(sorted(emitter.edges)),
        courses=tuple(emitter.courses()),
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


_Guards = tuple[tuple[Node, bool], ...]
"""Conditions around a part of an expression, each with the value for which the part counts."""


class _Emitter:
    """Writes the operations of a tree, operands first."""

    def __init__(self, lowering: Lowering) -> None:
        from linkwork.kernels.programs import opcodes as machine

        self.machine: ModuleType = machine
        self.lowering = lowering
        self.ops: list[tuple[int, int]] = []
        self.consts: list[float] = []
        self.callables: list[tuple[int, Any]] = []
        self.breaks: set[float] = set()
        self.edges: set[float] = set()
        self.guards: _Guards = ()
        self.places: dict[tuple[Node, _Guards], set[float]] = {}
        self.height = 0
        self.deepest = 0

    def program(self, node: Node, dimension: Dimension | None = None) -> Program:
        """Return what was written as the program of `node`."""
        return Program(
            np.array(self.ops, dtype=np.int64).reshape(-1, 2),
            np.array(self.consts, dtype=np.float64),
            self.deepest,
            dimension,
            str(node),
            tuple(self.callables),
            node,
            self.lowering.rows,
        )

    def courses(self) -> Iterator[Course]:
        """Yield the places at which the course changes, each with a program of its own."""
        for (node, guards), levels in self.places.items():
            inner = _Emitter(self.lowering)
            inner.emit_guarded(node, guards)
            yield Course(inner.program(node), _apart(sorted(levels)))

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

    def changes_at(self, node: Node, *levels: float, edges: tuple[float, ...] = ()) -> None:
        """Note that the course changes where an argument goes through some levels; `edges`: where kernels change over.

        If it rises or falls evenly with time, these are times; a root or power is zero where its base is.
        """
        form = self.lowering.polynomial(node)
        if form.base is None:
            return
        if len(form.coefficients) == 2:
            base, slope = form.coefficients
            levels, edges = (tuple((level - base) / slope for level in some) for some in (levels, edges))
            node = form.base
        if node == Name("t"):
            self.breaks.update(levels)
            self.edges.update(edges or levels)
        elif isinstance(node, Binary) and node.operator == "^" and not any(levels):
            self.changes_at(node.left, 0.0)
        elif levels:
            guards = () if str(node) in self.lowering.rows else self.guards
            self.places.setdefault((node, guards), set()).update(levels)

    def emit_guarded(self, node: Node, guards: _Guards) -> None:
        """Append `node`, or not a number where one of the conditions around it does not hold."""
        if not guards:
            self.emit(node)
            return
        (condition, wanted), *others = guards
        self.emit(condition)
        for chosen in (True, False):
            if chosen == wanted:
                self.emit_guarded(node, tuple(others))
            else:
                self.op("CONST", self.store([nan]), 1)
        self.op("SELECT", change=-2)

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
                beyond = self.machine.RISE_END
                self.changes_at(node.argument, 0.0, 1.0, edges=(-beyond, 1.0 + beyond))
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
        self.changes_at(folded(node.arguments[0], node.function.period), *node.function.changes)
        if opcode == "CALLN":  # it works in the rows above its arguments
            self.deepest = max(self.deepest, self.height + (count + 3) // 4 + (count + 4) // 4)
        position = self.store(node.function.constants())
        self.op(opcode, position, 1 - count)
        if opcode.startswith("CALL"):
            self.callables.append((position, node.function))

    def emit_compare(self, node: Compare) -> None:
        """Append a comparison; a > b becomes b < a."""
        swap = node.operator[0] == ">"
        self.changes_at(node.left - node.right, 0.0)
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
            self.emit_select(*node.arguments)
            return
        first, *others = node.arguments
        self.emit(first)
        if not others:
            self.op(function.opcode)
            if node.name in ("abs", "sign"):
                self.changes_at(first, 0.0)
        for k, argument in enumerate(others):
            if node.name in ("max", "min"):
                for before in (first, *others[:k]):
                    self.changes_at(before - argument, 0.0)
            elif node.name == "mod":
                self.changes_at(Call("sin", (Name("pi") * first / argument,)), 0.0)
            self.emit(argument)
            self.op(function.opcode, change=-1)

    def emit_select(self, condition: Node, then: Node, otherwise: Node) -> None:
        """Append a choice; what happens inside a branch counts only where the branch is taken."""
        self.emit(condition)
        around = self.guards
        for branch, wanted in ((then, True), (otherwise, False)):
            self.guards = (*around, (condition, wanted))
            self.emit(branch)
        self.guards = around
        self.op("SELECT", change=-2)


def _apart(levels: list[float]) -> tuple[float, ...]:
    """Return rising levels without those that only rounding tells from the one before."""
    size = 1e-13 * max(map(abs, levels))
    return tuple(b for a, b in zip([-inf, *levels], levels, strict=False) if b - a > size)


def folded(node: Node, period: tuple[float, float] | None) -> Node:
    """Return an argument brought into the range of a periodic function: first value and period, or None."""
    if period is None:
        return node
    first, length = (lift(value) for value in period)
    return Binary("+", Call("mod", (Binary("-", node, first), length)), first)
