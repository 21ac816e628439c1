"""Quantities of a motion by their text: names, rates and any arithmetic of them, in the grammar of expressions.

A text is read with the plan alone, so that its names and units are checked before anything is computed: `read` returns
a `Term`. What it is for a motion comes with as many time derivatives as are known: a program runs on them as it does in
forces and equations, so that ``rate(A.angle*B.angle)`` is as exact as the rates in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING
from warnings import warn

import numpy as np

from ..arrays import Array
from ..errors import ExpressionError, ModelError
from ..expressions import Node, Program, compile_program, parse, plain
from ..expressions.constant import MEANT, TIME_NAMES, value_of
from ..expressions.dimensions import Reckoner
from ..expressions.naming import DOTTED
from ..expressions.nodes import Call, Name, Quantity, rewritten
from ..expressions.units import NUMBER, TIME, Dimension, result_symbol
from ..model.aliases import SIZE, SUFFIXES, rate_of, split_suffix
from ..model.quantities import FUNCTIONS, RATE
from .naming import Found, find, unknown
from .quantities import REGISTRY
from .series import Curve, Series, run_along

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from .motion import Motion


UNKNOWN = "SI"
"""Unit of what contains numbers or parameters without a unit, so that it is not known: some SI unit."""


@dataclass(frozen=True)
class Term:
    """A number over time that a text means, before there is a motion.

    Attributes
    ----------
    text, unit : str
    forces : bool
        Whether only a motion with forces has it.
    order : int
        Order of the derivatives of positions that it needs.
    """

    text: str
    unit: str
    forces: bool
    order: int

    def values(self, motion: Motion) -> Array:
        """Return value and time derivatives as far as they are known, shape (times, 1 or more)."""
        raise NotImplementedError

    def value(self, motion: Motion) -> Array:
        """Return the value alone, shape (times,)."""
        return np.asarray(self.values(motion)[:, 0])


@dataclass(frozen=True)
class Component(Term):
    """A component of a quantity of the registry, or the size of a vector; `column` is its name in tables."""

    found: Found
    column: str

    def value(self, motion: Motion) -> Array:
        """Return the component."""
        values, place = self.found.quantity.values(motion, self.found.owner), self.found.component
        return np.asarray(np.linalg.norm(values, axis=1) if place == -1 else np.atleast_2d(values.T)[place or 0])

    def values(self, motion: Motion) -> Array:
        """Return the component, and those of the quantities that are its derivatives."""
        quantity, columns = self.found.quantity, [self.value(motion)]
        while self.found.component != -1:
            rate = REGISTRY.get(f"{quantity.owner}.{quantity.RATE}")
            if rate is None or motion.order < rate.ORDER:
                break
            quantity = rate
            columns.append(np.atleast_2d(quantity.values(motion, self.found.owner).T)[self.found.component or 0])
        return np.stack(columns, axis=1)


@dataclass(frozen=True)
class Measured(Term):
    """A measured quantity that nothing owns: a distance, a coordinate of the ground, a length of a cable."""

    def values(self, motion: Motion) -> Array:
        """Return value and derivatives."""
        return motion.measured(self.text).values[:, : motion.order + 1]


@dataclass(frozen=True)
class Rate(Term):
    """The time derivative of another term."""

    inner: Term

    def values(self, motion: Motion) -> Array:
        """Return the derivatives of the other term, from the first on."""
        found = self.inner.values(motion)
        if found.shape[1] > 1:
            return found[:, 1:]
        if self.inner.forces:
            raise ModelError(
                f"'{self.text}': '{self.inner.text}' is found at the stored times only, and its rate is not computed. "
                f"For an estimate: np.gradient(motion[{self.inner.text!r}], motion.time)."
            )
        if self.inner.order < motion.order:
            raise ModelError(f"'{self.text}': the rate of '{self.inner.text}' is not computed.")
        raise not_computed(motion, self.text, self.order)


@dataclass(frozen=True)
class Computed(Term):
    """An expression of other terms and of the time."""

    program: Program
    inputs: tuple[Term, ...]

    def values(self, motion: Motion) -> Array:
        """Return value and derivatives, as far as those of all terms in it are known."""
        found = [term.values(motion) for term in self.inputs]
        return run_along(motion.time, self.program, found, min([4, *(values.shape[1] for values in found)]))


# ---- from a text to terms


def read(plan: Plan, text: str) -> list[Term]:
    """Return what a text means: one term, or the components of a vector that it names.

    Raises
    ------
    ModelError
        For a name that means nothing, with what to write instead, and for units that do not go together.
    """
    if not isinstance(text, str):
        raise ModelError(f"A quantity is a text such as 'A.angle' or 'rate(A.angle)', not {text!r}.")
    key = "terms", text
    if key not in plan.cache:
        plan.cache[key] = _read(plan, text)
    return list(plan.cache[key])  # type: ignore[call-overload, no-any-return]


def _read(plan: Plan, text: str) -> list[Term]:
    found = find(plan, text.strip())
    if found is None:  # it is no name by itself, or one in quotes
        node = plan.writer.quantities.parsed(text)
        found = find(plan, plain(node.name)) if isinstance(node, Name) else None
        if found is None:
            return [_Reader(plan).term(node)]
    places = range(len(found.quantity.components(plan, found.owner))) if found.component is None else [found.component]
    return [_component(plan, Found(found.quantity, found.owner, place)) for place in places]


def expression(plan: Plan, node: Node) -> Computed:
    """Return an expression as a program of the time and of the quantities in it; raises ModelError."""
    return _Reader(plan).expression(node)


def leaves_of(term: Term) -> list[Term]:
    """Return the quantities that a term is made of."""
    if isinstance(term, Rate):
        return leaves_of(term.inner)
    return [leaf for part in term.inputs for leaf in leaves_of(part)] if isinstance(term, Computed) else [term]


def _component(plan: Plan, found: Found) -> Component:
    quantity, owner, place = found.quantity, found.owner, found.component or 0
    component = SIZE if place == -1 else quantity.components(plan, owner)[place]
    text, unit = quantity.written(owner, component), quantity.units(plan, owner)[max(place, 0)]
    column = text if place == -1 else quantity.column(owner, component)
    return Component(text, unit, quantity.FORCES, quantity.ORDER, found, column)


class _Reader:
    """Turns the parts of an expression into terms."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.parameters = plan.resolved.parameters

    def term(self, node: Node) -> Term:
        """Return what an expression means."""
        if isinstance(node, Call) and node.name == RATE:
            return self.rate(node)
        return self.leaf(node) if self.is_quantity(node) else self.expression(node)

    def expression(self, node: Node) -> Computed:
        """Return an expression as a program of the quantities in it, also where it is one of them."""
        inputs: dict[str, Term] = {}

        def rule(item: Node) -> Node | None:
            if not (self.is_quantity(item) or (isinstance(item, Call) and item.name == RATE)):
                return None
            inputs.setdefault(str(item), self.term(item))
            return Name(str(item))

        return self.computed(node, rewritten(node, rule), inputs)

    def computed(self, node: Node, shown: Node, inputs: Mapping[str, Term]) -> Computed:
        """Return an expression of terms; `shown`: with a name for each of them."""
        dimensions = {text: d for text, term in inputs.items() if (d := dimension_of_unit(term.unit)) is not None}
        program = compile_program(
            shown, {text: k for k, text in enumerate(inputs, 1)}, self.parameters, dimensions=dimensions
        )
        terms = tuple(inputs.values())
        forces, order = any(t.forces for t in terms), max((t.order for t in terms), default=0)
        return Computed(str(node), self.unit(shown, dimensions, program), forces, order, program, terms)

    def unit(self, node: Node, dimensions: Mapping[str, Dimension], program: Program) -> str:
        """Return the unit of an expression; that of a sum is that of its parts which have one."""
        own = {name: constant.dimension for name, constant in self.parameters.items()}
        known = {**own, **dimensions, **dict.fromkeys(TIME_NAMES, TIME)}
        try:
            found = Reckoner(lambda item: known.get(str(item)), self.fixed).dimension(node)
        except ExpressionError:  # a bare number stands for a quantity with a unit
            found = program.dimension
        return UNKNOWN if found is None else result_symbol(found)

    def fixed(self, node: Node) -> float | None:
        """Return the value of an exponent, None where it varies."""
        try:
            return value_of(node, self.parameters)
        except ExpressionError:
            return None

    def is_quantity(self, node: Node) -> bool:
        """Return whether a part of an expression is a quantity by itself."""
        if isinstance(node, Call):
            return node.name in FUNCTIONS
        return isinstance(node, Name) and node.name not in (*self.parameters, *MEANT)

    def rate(self, node: Call) -> Term:
        """Return the time derivative of an expression."""
        if len(node.arguments) != 1:
            raise ExpressionError(f"'{node}': {RATE} takes one quantity, {len(node.arguments)} were given.")
        inner = self.term(node.arguments[0])
        return Rate(str(node), unit_of_rate(inner.unit, 1), inner.forces, inner.order + 1, inner)

    def leaf(self, node: Node) -> Term:
        """Return a quantity by itself."""
        name = plain(str(node))
        found = find(self.plan, name) if isinstance(node, Name) else None
        if found is not None and found.component is None:
            components = found.quantity.components(self.plan, found.owner)
            if len(components) > 1:
                raise ModelError(_vector(found, components))
        if found is not None:
            return _component(self.plan, found)
        base, order = self.plan.writer.quantities.underived(node.name) if isinstance(node, Name) else (str(node), 0)
        return self.measured(base) if base == str(node) else self.term(parse(rate_of(base, order)))

    def measured(self, text: str) -> Term:
        """Return a quantity that is measured on positions."""
        writer = self.plan.writer
        if writer.combinations.find(text) is not None:
            return Measured(text, "m", False, 0)
        try:
            unit = writer.quantities.measure(text).unit
        except ExpressionError as error:
            raise (unknown(self.plan, plain(text)) if "(" not in text else ModelError(str(error))) from None
        return Measured(text, unit or "1", False, 0)


def _vector(found: Found, components: tuple[str, ...]) -> str:
    quantity, owner = found.quantity, found.owner
    shown = [*components[:3], *([SIZE] if quantity.VECTOR else [])]
    listed = ", ".join(f"'{quantity.written(owner, c)}'" for c in shown)
    return f"'{quantity.written(owner)}' has {len(components)} components; write one of them: {listed}."


@cache
def dimension_of_unit(unit: str) -> Dimension | None:
    """Return the dimension of an SI unit; None for one that is not known."""
    if unit in ("", UNKNOWN):
        return None
    node = parse("1" if unit == "1" else f"1 {unit}")
    return node.unit.dimension if isinstance(node, Quantity) else NUMBER


def unit_of_rate(unit: str, order: int) -> str:
    """Return the unit of a time derivative."""
    dimension = dimension_of_unit(unit)
    return UNKNOWN if dimension is None else result_symbol(dimension.times(TIME.power(-order)))


# ---- for a motion


def check(plan: Plan, text: str, has_forces: bool) -> list[Term]:
    """Return what a text means; raises ModelError when it means nothing, or what a motion without forces has not."""
    terms = read(plan, text)
    if not has_forces and any(term.forces for term in terms):
        raise ModelError(
            f"'{text}' needs the forces of the motion, and this one was moved without them. "
            f"Forces come with simulate or inverse."
        )
    return terms


def terms_of(motion: Motion, text: str) -> list[Term]:
    """Return what a text means for a motion; raises ModelError for what it has not."""
    terms = check(motion.plan, text, motion.has_forces)
    order = max(term.order for term in terms)
    if order > motion.order:
        raise not_computed(motion, text, order)
    return terms


def not_computed(motion: Motion, text: str, order: int) -> ModelError:
    """Return the error about a derivative that a motion does not have."""
    if motion.has_forces:
        known = "a motion with forces has derivatives up to accelerations"
        return ModelError(f"'{text}' was not computed: {known}. Jerks come with move.")
    return ModelError(
        f"'{text}' was not computed: the motion has derivatives up to order {motion.order}. "
        f"Move the mechanism again with derivatives={order}."
    )


def _valued(motion: Motion, term: Term) -> Array:
    """Return value and derivatives of a term; warns where an expression of known numbers has no value."""
    found = term.values(motion)
    lost = ~np.isfinite(found[:, 0])
    if lost.any() and not isinstance(term, Component | Measured):
        for part in leaves_of(term):
            lost &= np.isfinite(part.values(motion)[:, 0])
        if lost.any():
            first = int(np.argmax(lost))
            given = ", ".join(f"{part.text} = {part.values(motion)[first, 0]:.6g}" for part in leaves_of(term))
            warn(
                f"'{term.text}' has no value at {lost.sum()} of {len(motion)} times, the first t = "
                f"{motion.time[first]:.9g} s, where {given or 'it is not finite'}.",
                RuntimeWarning,
                stacklevel=4,
            )
    return found


def array_of(motion: Motion, text: str) -> Array:
    """Return a quantity over time, shape (times,); of a vector (times, components)."""
    columns = [_valued(motion, term)[:, 0] for term in terms_of(motion, text)]
    return columns[0].copy() if len(columns) == 1 else np.stack(columns, axis=1)


def series_of(motion: Motion, text: str) -> Series:
    """Return a number over time with its derivatives; those that are not known are NaN."""
    terms = terms_of(motion, text)
    if len(terms) > 1:
        raise ModelError(f"'{text}' has {len(terms)} components; ask for one: '{terms[0].text}'.")
    found = _valued(motion, terms[0])
    values = np.full((len(motion), 4), np.nan)
    values[:, : found.shape[1]] = found
    return Series(text, terms[0].unit, values)


def curves_of(motion: Motion, text: str, orders: int = 0, size: bool = False) -> list[Curve]:
    """Return the curves that a text means.

    Parameters
    ----------
    motion : Motion
    text : str
    orders : int
        How many derivatives are wanted beside a number, as far as they were computed.
    size : bool
        Whether the size of a vector is wanted beside its components.
    """
    terms = terms_of(motion, text)
    parts = [term for term in terms if isinstance(term, Component)]
    if len(terms) > 1:
        quantity, owner = parts[0].found.quantity, parts[0].found.owner
        sized = size and quantity.VECTOR
        parts += [_component(motion.plan, Found(quantity, owner, -1))] if sized else []
        return [Curve(part.column, part.unit, part.values(motion)[:, 0], quantity.LOG) for part in parts]
    values, unit = terms[0].values(motion), terms[0].unit
    wanted = range(1, min(values.shape[1], 1 + orders))
    rates = [Curve(_derivative(text, n), unit_of_rate(unit, n), values[:, n]) for n in wanted]
    log = bool(parts) and parts[0].found.quantity.LOG
    return [Curve(text, unit, values[:, 0], log), *rates]


def _derivative(text: str, n: int) -> str:
    """Return how the n-th derivative of a quantity is called: ``A.angle_velocity``, ``rate(2*A.angle)``."""
    base, order = split_suffix(text)
    return base + SUFFIXES[order + n] if re.fullmatch(DOTTED, base) else rate_of(text, n)
