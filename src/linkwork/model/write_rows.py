"""The rows of a joint written on numbers: a measure, a sum of measures, or an expression that keeps a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ..base.measure import IN_SPACE, Combination, Contact, Row, Surface
from ..base.pulley import Pulley
from ..errors import ExpressionError
from ..expressions import Constant, compile_program, evaluate, parse, units
from ..expressions.derivative import derivative
from ..expressions.nodes import Call, Name, Node, Quantity, names, rewritten, walk
from ..expressions.program import Program
from ..expressions.units import Dimension
from ..joints import Joint
from ..joints.base import Misfit
from .combined import combined, compiled
from .equations import UNITS_OF_MEASURES, Equation, Gauge, SolvedContact, SolvedSurface, Writer
from .in_plane import constant_in_plane, value_in_plane
from .linear import check_linear, check_proportions
from .placed import ends_at, placed_value, without_way
from .quantities import RATE
from .state import dimensions_of

Make = Callable[..., Equation]
"""Makes the equation of a row of gauges, an offset and what else it has."""


class RowWriter:
    """Writes the rows of one joint, whose quantities are read first; faults go to the reader's list."""

    def __init__(self, writer: Writer, joint: Joint) -> None:
        self.writer, self.where, self.reader = writer, joint.called, writer.reader
        self.planar = writer.model.space.planar
        self.joint = self._read(joint)

    def rows(self) -> tuple[Row, ...]:
        """Return the rows of the joint, with the numbers that depend on where its ends are."""
        joint = self.joint
        if not joint.PLACED:
            return joint.rows()
        try:
            return joint.rows_at(ends_at(joint, self.writer.frames, self.writer.resolved.places))
        except Misfit as misfit:
            self.reader.fault(self.where, str(misfit))
            return ()

    def _read(self, joint: Joint) -> Joint:
        """Return a joint with its quantities in SI units."""
        found: dict[str, Any] = {}
        for name, field in joint.options().items():
            value, dimension = getattr(joint, name), field.metadata.get("dimension")
            if dimension is not None and value is not None:
                found[name] = self.reader.value(value, UNITS_OF_MEASURES[dimension] or units.NUMBER, self.where)
            elif "pulleys" in field.metadata:
                found[name] = tuple(self._pulley(wheel) for wheel in value)
        return replace(joint, **found) if found else joint

    def _pulley(self, wheel: Pulley) -> Pulley:
        radius = self.reader.value(wheel.radius, UNITS_OF_MEASURES["length"], self.where)
        if radius < 0.0:
            self.reader.fault(self.where, f"the radius of a pulley is {radius:g} m.", "Choose its side instead.")
        return replace(wheel, radius=radius)

    def equation(self, row: Row, number: int) -> Equation | None:
        """Return row `number` in numbers, or None where it has no meaning in the plane or a fault."""
        return self._written(
            row, partial(Equation, self.joint.name, False, row.meaning, index=number, release=row.release)
        )

    def _written(self, row: Row, make: Make) -> Equation | None:
        if row.combination is not None:
            return self._combination(row, row.combination, make)
        if row.contact is not None:
            return self._contact(row, row.contact, make)
        if row.surface is not None:
            return self._surface(row, row.surface, make)
        if row.terms:
            return self._sum(row, make)
        if row.measure is None:
            return self._expression(row, make)
        gauge = self.writer.gauge(row.measure, self.joint.AXIS)
        if row.equals is None:
            target = self._placed((gauge,))[0]
        else:
            target = self.reader.value(row.equals, UNITS_OF_MEASURES[row.measure.dimension], self.where)
        if row.measure.kind == "distance" and target <= 0:
            self.reader.fault(
                self.where, f"its length is {target:g} m.", "Use a spherical or revolute joint for length 0."
            )
        if self.planar and constant_in_plane(gauge):
            if abs(target - value_in_plane(gauge)) > 1e-9:
                problem = f"'{row.meaning}' cannot hold in the plane {self.writer.model.space.plane}."
                self.reader.fault(self.where, problem, "Make the model spatial.")
            return None
        return make((gauge,), target)

    def _placed(self, gauges: tuple[Gauge, ...], needed: bool = True) -> list[float]:
        """Return the values of gauges where their bodies are placed; a fault where one is not, if they are needed."""
        resolved = self.writer.resolved
        drawn = {end.body for end in self.joint.ends if end.drawn}
        for b in sorted(set().union(*(g.bodies for g in gauges))):
            name = resolved.solids[b].name
            if needed and not resolved.hints[b].known and name not in drawn:
                problem = f"its length is not given, and '{name}' is not placed, so it cannot be measured."
                self.reader.fault(self.where, problem, f"Give length=..., or place '{name}'.")
                return [float("nan")] * len(gauges)
        for gauge in gauges:
            at = without_way(gauge, resolved.places)
            if at is not None and all(resolved.hints[b].known for b in gauge.bodies):
                place = ", ".join(f"{x + 0.0:.6g}" for x in resolved.space.components(at))
                problem = (
                    f"both its points are placed at ({place}) m, so that no direction leads from one to the other."
                )
                self.reader.fault(self.where, problem, f"Place one of its bodies aside, {self._apart()}.")
                break
        return [placed_value(gauge, resolved.places, resolved.space.normal) for gauge in gauges]

    def _apart(self) -> str:
        """Return how far the points of the joint are apart where it is closed, in words."""
        for row in self.joint.rows():
            if row.measure is not None and row.measure.kind == "distance" and row.equals is not None:
                way = self.reader.value(row.equals, UNITS_OF_MEASURES[row.measure.dimension], self.where)
                return f"to where they are {way:.6g} m apart"
        return "to where the joint is closed"

    def _sum(self, row: Row, make: Make) -> Equation | None:
        """Return the equation of a weighted sum; terms that no motion in the plane can change are constants."""
        pairs = [(term, self.writer.gauge(term.measure, self.joint.AXIS)) for term in row.terms]
        target = 0.0
        if row.equals is None:
            placed = self._placed(tuple(gauge for _, gauge in pairs), needed=False)
            pairs = [(replace(t, rest=value), g) for (t, g), value in zip(pairs, placed, strict=True)]
        else:
            target = self.reader.value(row.equals, None, self.where)
        fixed = [self.planar and constant_in_plane(gauge) for _, gauge in pairs]
        target -= sum(t.weight * (value_in_plane(g) - t.rest) for (t, g), f in zip(pairs, fixed, strict=True) if f)
        pairs = [pair for pair, f in zip(pairs, fixed, strict=True) if not f]
        if not pairs:
            return None
        return make(
            tuple(gauge for _, gauge in pairs),
            float(target),
            weights=tuple(term.weight for term, _ in pairs),
            rests=tuple(term.rest for term, _ in pairs),
            press=sum(not constant for constant in fixed[len(fixed) - row.press :]),
            length=row.length,
        )

    def _combination(self, row: Row, combination: Combination, make: Make) -> Equation | None:
        """Return the equation of a length made of several measures: the value kept less the length."""
        before = len(self.reader.faults)
        found = combined(self.writer, combination, self.joint, "")
        gauges = tuple(found.gauges.values())
        if row.equals is None:
            placed = self._placed(gauges)
            target = 0.0 if len(self.reader.faults) > before else found.at(placed)
        else:
            target = self.reader.value(row.equals, UNITS_OF_MEASURES["length"], self.where)
        if len(self.reader.faults) > before:
            return None
        return make(gauges, -target, program=compiled(-found.value, found.gauges), length=True, valid=found.limits)

    def _contact(self, row: Row, contact: Contact, make: Make) -> Equation | None:
        """Return the equation of a contact, its curves in numbers."""
        parameters = self.writer.resolved.parameters
        if contact.curve is None:
            return None
        try:
            curve = contact.curve.solve(parameters)
            other = None if contact.other is None else contact.other.solve(parameters)
        except ExpressionError as error:
            self.reader.fault(self.where, str(error))
            return None
        for part in (curve, other):
            if part is not None and part.unfit:
                self.reader.fault(self.where, part.unfit)
                return None
            if part is not None and not part.planar and contact.kind not in IN_SPACE:
                self.reader.fault(self.where, "its curve has a third coordinate; a plane curve is expected.")
                return None
        solved = SolvedContact(
            contact.kind, curve, other, contact.roll, contact.side, contact.other_side, contact.radius
        )
        offset = float("nan")  # counted from where the bodies are placed
        if row.equals is not None:
            offset = self.reader.value(row.equals, UNITS_OF_MEASURES["length"], self.where)
        gauges = tuple(self.writer.gauge(term.measure, self.joint.AXIS) for term in row.terms)
        return make(gauges, offset, length=True, contact=solved)

    def _surface(self, row: Row, surface: Surface, make: Make) -> Equation | None:
        """Return the equation of a contact on a surface, its expression and the slopes of it as programs."""
        if not surface.expression:
            return None
        parameters = self.writer.resolved.parameters
        try:
            node = self.writer.quantities.parsed(surface.expression)
            for name in names(node):
                if name not in (*"xyz", *parameters):
                    raise ExpressionError(
                        f"'{surface.expression}': there is no '{name}' in it. A surface on which something lies is an "
                        f"expression of x, y, z and parameters."
                    )
            slots = {"x": 1, "y": 2, "z": 3}
            nodes = [node, *(derivative(node, axis) for axis in slots)]
            programs = tuple(compile_program(part, slots, parameters) for part in nodes)
            _check_geometry(surface.expression, programs[0].dimension)
            valid = ((self._at_centre(row.valid[0], nodes), row.valid[1]),) if row.valid else ()
        except ExpressionError as error:
            self.reader.fault(self.where, str(error))
            return None
        gauges = tuple(self.writer.gauge(term.measure, self.joint.AXIS) for term in row.terms)
        self._check_side(surface, nodes, gauges[:3])
        solved = SolvedSurface(surface.kind, programs, surface.roll, surface.side, surface.radius)
        rated = len(gauges) if surface.roll else 0
        return make(gauges, level=int(surface.roll > 0), rated=rated, length=row.length, valid=valid, surface=solved)

    def _check_side(self, surface: Surface, nodes: list[Node], centre: tuple[Gauge, ...]) -> None:
        """Note a ball or disc that is placed on the wrong side of its surface, by more than half its radius."""
        resolved = self.writer.resolved
        if surface.roll or not surface.radius or not all(resolved.hints[b].known for g in centre for b in g.bodies):
            return
        at = {t: Constant(value) for t, value in zip("xyz", self._placed(centre, needed=False), strict=True)}
        try:
            f, *slopes = (evaluate(node, None, {**resolved.parameters, **at}) for node in nodes)
        except ExpressionError:  # it has no value there
            return
        depth = -surface.side * f / max(sum(g * g for g in slopes) ** 0.5, 1e-300)
        if 0.5 * surface.radius < depth < float("inf"):
            here, there = ("negative", "positive") if surface.side > 0 else ("positive", "negative")
            self.reader.fault(
                self.where,
                f"the centre of its {surface.kind} is placed where '{surface.expression}' is {f:.6g}, and it lies "
                f"on the {there} side.",
                f"Give side='{here}', or place it on the other side of the surface.",
            )

    def _at_centre(self, text: str, nodes: list[Node]) -> Program:
        """Return the program of an expression of f, its slopes gx, gy, gz at point b, and products of axes, xx to zz.

        Its variables are the terms of the row, see `surface_row`; no parameter of the user has such names.
        """
        known = dict(zip(("f", "gx", "gy", "gz"), nodes, strict=True))
        axes = {t + e: Name(f"{t} of a . {e} of b") for t in "xyz" for e in "xyz"}
        node = rewritten(parse(text), lambda item: {**known, **axes}.get(str(item)))
        slots = {name: 1 + k for k, name in enumerate((*"xyz", *(str(axis) for axis in axes.values())))}
        return compile_program(node, slots, self.writer.resolved.parameters)

    def _expression(self, row: Row, make: Make) -> Equation | None:
        """Return the equation of an expression; with rates in it, it is one of velocities."""
        if not row.expression:
            return None
        try:
            own = {name: self.writer.gauge(measure, self.joint.AXIS) for name, measure in row.names.items()}
            node = self.writer.combinations.written_out(self.writer.quantities.parsed(row.expression))
            values, rates = self._variables(node, own)
            gauges = tuple(own.get(text) or self.writer.named_gauge(text) for text in values)
            slots = {name: 1 + k for k, name in enumerate(values)}
            slots |= {f"{RATE}({name})": len(values) + slots[name] for name in rates}
            node = rewritten(node, lambda item: Name(str(item)) if str(item) in slots else None)
            check_linear(node, [f"{RATE}({name})" for name in rates], row.expression)
            if row.linear:
                check_proportions(node, slots, row.meaning)
            slots, parameters = {"t": 0, **slots}, self.writer.resolved.parameters
            known = self._dimensions(node, values, rates, gauges)
            program = compile_program(node, slots, parameters, dimensions=known)
            _check_geometry(row.expression, program.dimension, bool(rates))
            valid = self._limits(row, slots)
        except ExpressionError as error:
            self.reader.fault(self.where, str(error))
            return None
        if self._misfits(row, own):
            return None
        if not any(g.bodies for g in gauges):
            self.reader.fault(self.where, f"'{row.expression}' measures nothing that moves.")
            return None
        return make(
            gauges,
            program=program,
            level=int(bool(rates)),
            rated=len(rates),
            length=row.length,
            passing=row.passing,
            valid=valid,
        )

    def _limits(self, row: Row, slots: Mapping[str, int]) -> tuple[tuple[Program, str], ...]:
        """Return up to where the expression of a row has a meaning; in the plane nothing leans, and it always has."""
        if row.valid is None or self.writer.resolved.space.planar:
            return ()
        return ((compile_program(parse(row.valid[0]), slots, self.writer.resolved.parameters), row.valid[1]),)

    def _dimensions(
        self, node: Node, values: list[str], rates: list[str], gauges: tuple[Gauge, ...]
    ) -> dict[str, Dimension]:
        """Return the dimensions of what an expression measures where units are written in it; else all are numbers."""
        if not any(isinstance(part, Quantity) for part in walk(node)):
            return {}
        inputs = {text: (gauge, 0) for text, gauge in zip(values, gauges, strict=True)}
        inputs |= {f"{RATE}({text})": (inputs[text][0], 1) for text in rates}
        return dimensions_of(self.writer, inputs)

    def _misfits(self, row: Row, own: Mapping[str, Gauge]) -> bool:
        """Note measures that do not fit where the bodies are placed, if they are; return whether they do not."""
        hints = self.writer.resolved.hints
        placed = all(hints[b].known for g in own.values() for b in g.bodies)
        if row.fit is None or not placed:
            return False
        wrong = row.fit(dict(zip(own, self._placed(tuple(own.values()), needed=False), strict=True)))
        if wrong:
            self.reader.fault(self.where, wrong)
        return bool(wrong)

    def _variables(self, node: Node, own: Mapping[str, Gauge]) -> tuple[list[str], list[str]]:
        """Return the quantities in an expression, first those whose rates are in it, and these; `own`: more names."""
        values: dict[str, None] = {}
        rates: dict[str, None] = {}

        def look(item: Node) -> Node | None:
            if isinstance(item, Call) and item.name == RATE:
                if len(item.arguments) != 1:
                    raise ExpressionError(f"'{item}': {RATE} takes one measured quantity.")
                rates[str(item.arguments[0])] = values[str(item.arguments[0])] = None
                return item
            if str(item) in own or self.writer.is_quantity(item):
                values[str(item)] = None
                return item
            return None

        rewritten(node, look)
        return [*rates, *(name for name in values if name not in rates)], list(rates)


def _check_geometry(text: str, found: Dimension | None, rated: bool = False) -> None:
    """Raise ExpressionError when an equation of positions, or with rates of velocities, has another unit."""
    if found is not None and (found.mass or (found.time and not rated)):
        kind = "velocities" if rated else "positions"
        raise ExpressionError(
            f"'{text}' is {units.describe(found)}, and an equation of {kind} is none. Write the numbers in it as "
            f"lengths or angles, such as '30 mm', or without a unit."
        )
