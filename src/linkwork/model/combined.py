"""Combinations in numbers: lengths made of several measures, written out wherever an expression names one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.measure import Combination
from ..expressions import Constant, Program, compile_program, evaluate, parse, parts_of
from ..expressions.nodes import Call, Name, Node, lift, rewritten
from .placed import placed_value
from .quantities import RATE

if TYPE_CHECKING:
    from ..joints import Joint
    from .equations import Gauge, Writer


@dataclass(frozen=True)
class Combined:
    """A combination in numbers.

    Attributes
    ----------
    value, rate : Node
        Of the names of its measures and of their rates.
    gauges : dict
        The measures in the expression, by those names.
    limits : tuple of (Program, str)
        Of the gauges, positive while it has a meaning, each with what is so where that ends.
    """

    value: Node
    rate: Node
    gauges: dict[str, Gauge]
    limits: tuple[tuple[Program, str], ...] = ()

    @property
    def program(self) -> Program:
        """Its value: variable 0 is the time, the others are the gauges."""
        return compiled(self.value, self.gauges)

    def at(self, measured: Sequence[float]) -> float:
        """Return its value where the gauges have these values."""
        constants = {name: Constant(value) for name, value in zip(self.gauges, measured, strict=True)}
        return evaluate(self.value, None, constants)


def compiled(node: Node, names: Iterable[str]) -> Program:
    """Return the program of an expression: variable 0 is the time, the others are these names in turn."""
    return compile_program(node, {"t": 0, **{name: k for k, name in enumerate(names, 1)}}, {})


def combined(writer: Writer, combination: Combination, joint: Joint, prefix: str) -> Combined:
    """Return a combination in numbers; a name in it is `prefix` and its own. What does not fit is a fault."""
    resolved = writer.resolved
    gauges = {name: writer.gauge(measure, joint.AXIS) for name, measure in combination.names.items()}
    placed = {name: placed_value(gauge, resolved.hints, resolved.space.normal) for name, gauge in gauges.items()}
    more, wrong = combination.fit(placed)
    if wrong and all(resolved.hints[b].known for gauge in gauges.values() for b in gauge.bodies):
        writer.reader.fault(joint.called, wrong)
    value = _named(combination.expression, gauges, prefix) + lift(more)
    parts = [_named(s, gauges, prefix) * Call(RATE, (Name(prefix + n),)) for n, s in combination.slopes.items()]
    rate = parts[0]
    for part in parts[1:]:
        rate = rate + part
    told = combination.limits(placed) if combination.limits and not wrong else ()
    names = {prefix + name: gauges[name] for name in combination.slopes}
    return Combined(value, rate, names, tuple((compiled(_named(text, gauges, prefix), names), w) for text, w in told))


def _named(text: str, names: dict[str, Gauge], prefix: str) -> Node:
    """Return a parsed expression with every name in it behind the prefix."""

    def rule(item: Node) -> Node | None:
        return Name(prefix + item.name) if isinstance(item, Name) and item.name in names else None

    return rewritten(parse(text), rule)


class Combinations:
    """The combinations of a model by name, such as ``rope.length``; each is read once."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.leaves: set[str] = set()
        self._found: dict[str, Combined | None] = {}

    def find(self, text: str) -> Combined | None:
        """Return the combination called `text`, or None where that is something else."""
        if text not in self._found:
            self._found[text] = self._read(text)
        return self._found[text]

    def _read(self, text: str) -> Combined | None:
        joints = self.writer.model.joints
        owner, *rest = text.split(".") if text.split(".")[0] in joints else parts_of(text) or [""]
        joint = joints.get(owner)
        if joint is None or not joint.combinations():
            return None
        if not self.writer.joint_fits(joint):
            return None
        own = self.writer.read(joint).combinations()
        name = ".".join(rest) or ("" if joint.coordinates() else next(iter(own)))
        if name not in own:
            return None
        found = combined(self.writer, own[name], joint, f"{owner}.{name}.")
        self.leaves |= set(found.gauges)
        return found

    def written_out(self, node: Node) -> Node:
        """Return an expression with its combinations, and the rates of these, written out, and every rate as such."""

        def rule(item: Node) -> Node | None:
            if isinstance(item, Name) and self.writer.is_quantity(item):
                found = self.find(item.name)
                return None if found is None else found.value
            if isinstance(item, Call) and item.name == RATE and len(item.arguments) == 1:
                found = self.find(str(item.arguments[0]))
                return item if found is None else found.rate
            return None

        return rewritten(self.writer.quantities.in_rates(node), rule)
