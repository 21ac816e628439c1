"""Checking the dimensions of an expression.

The check forgives what it cannot know: a bare number, the time t and anything without a
stated dimension go with everything. ``30 mm + 2 kg`` is an error; ``30 mm + 0.2`` is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from linkwork.errors import ExpressionError

from .nodes import Binary, Call, Compare, Name, Node, Number, Quantity, Unary, names
from .units import ANGLE, NUMBER, TIME, Dimension, compatible, describe
from .vocabulary import FUNCTIONS

Maybe = Dimension | None


@dataclass(frozen=True)
class Checker:
    """Finds dimensions, given those of the names.

    Attributes
    ----------
    lookup : callable
        Dimension of a `Name`, or of the `Call` of a measure.
    constant : callable
        Value of an exponent, or None when it varies.
    """

    lookup: Callable[[Node], Maybe]
    constant: Callable[[Node], float | None]

    def dimension(self, node: Node) -> Maybe:
        """Return the dimension of `node`; raise when its parts do not go together."""
        match node:
            case Number():
                return None
            case Name():
                return self.lookup(node)
            case Unary():
                return self.dimension(node.operand)
            case Quantity():
                return self.quantity(node)
            case Compare():
                self.same(node, (node.left, node.right), "compared with")
                return NUMBER
            case Binary():
                return self.binary(node)
            case Call():
                return self.call(node) if node.name in FUNCTIONS else self.lookup(node)
        for child in node.children():
            self.dimension(child)
        return None

    def quantity(self, node: Quantity) -> Dimension:
        """Return the dimension of the unit; its value must be a plain number."""
        inner = self.dimension(node.operand)
        if inner not in (None, NUMBER):
            raise ExpressionError(f"'{node}' has two units: '{node.operand}' is already {describe(inner)}.")
        return node.unit.dimension

    def binary(self, node: Binary) -> Maybe:
        """Return the dimension of a sum, product, quotient or power."""
        if node.operator in "+-":
            verb = "added to" if node.operator == "+" else "subtracted from"
            return self.same(node, (node.left, node.right), verb)
        left = self.dimension(node.left)
        right = self.dimension(node.right)
        if node.operator == "^":
            return self.power(node, left, right)
        if left is None or right is None:
            return None
        return left.times(right if node.operator == "*" else right.power(-1))

    def power(self, node: Binary, base: Maybe, exponent: Maybe) -> Maybe:
        """Return the dimension of a power, whose exponent must be a plain number."""
        if exponent is not None and not _is_number(exponent):
            raise ExpressionError(
                f"The exponent '{node.right}' in '{node}' is {describe(exponent)}, not a plain number."
            )
        if base is None or _is_number(base):
            return base
        value = self.constant(node.right)
        return None if value is None else base.power(value)

    def same(self, node: Node, parts: Sequence[Node], verb: str) -> Maybe:
        """Return the dimension that all parts share."""
        shared: Maybe = None
        owner = parts[0]
        for part in parts:
            found = self.dimension(part)
            if not compatible(shared, found):
                assert found is not None
                assert shared is not None
                first, second = (part, owner) if verb != "compared with" else (owner, part)
                a, b = (found, shared) if verb != "compared with" else (shared, found)
                raise ExpressionError(
                    f"'{node}' mixes dimensions: '{first}', {describe(a)}, cannot be {verb} '{second}', {describe(b)}."
                )
            if shared is None or shared == NUMBER:
                shared, owner = (found, part) if found is not None else (shared, owner)
        return shared

    def call(self, node: Call) -> Maybe:
        """Return the dimension of a function of the library."""
        arguments = node.arguments
        rule = FUNCTIONS[node.name].dimensions
        if rule == "same":
            return self.same(node, arguments, "used together with")
        if rule == "if":
            self.dimension(arguments[0])
            return self.same(node, arguments[1:], "used together with")
        if rule == "rise":
            self.same(node, (arguments[0], arguments[1], arguments[3]), "used together with")
            return self.same(node, (arguments[2], arguments[4]), "used together with")
        if rule == "contact":
            return self.contact(node)
        if rule == "ratio to angle":
            self.same(node, arguments, "used together with")
            return ANGLE
        found = self.dimension(arguments[0])
        if rule == "root":
            return None if found is None else found.power(0.5)
        if rule != "sign" and found is not None and not _is_number(found):
            wanted = "an angle" if rule == "of angle" else "a plain number"
            raise ExpressionError(f"'{arguments[0]}' in '{node}' is {describe(found)}; {node.name} takes {wanted}.")
        return ANGLE if rule == "to angle" else NUMBER

    def contact(self, node: Call) -> Maybe:
        """Return the dimension of impact or bistop: that of damping times speed.

        The stiffness is per length^e, for which there is no unit unless e is whole: it is not looked at.
        """
        x, v, *stops, _, _, damping, depth = node.arguments
        along = self.same(node, (x, *stops, depth), "used together with")
        speed, resistance = self.dimension(v), self.dimension(damping)
        wanted = None if along is None else along.times(TIME.power(-1))
        if speed is not None and not compatible(speed, wanted):
            assert wanted is not None
            raise ExpressionError(f"'{v}' in '{node}' is {describe(speed)}; the rate of '{x}' is {describe(wanted)}.")
        return None if speed is None or resistance is None else speed.times(resistance)


class Reckoner(Checker):
    """Finds the unit of a result: a bare factor is a plain number, so that twice a force is a force."""

    def binary(self, node: Binary) -> Maybe:
        """Return the dimension of a sum, product, quotient or power."""
        if node.operator not in "*/":
            return super().binary(node)
        left, right = (
            NUMBER if found is None and not names(part) else found
            for part, found in ((part, self.dimension(part)) for part in node.children())
        )
        if left is None or right is None:
            return None
        return left.times(right if node.operator == "*" else right.power(-1))


def _is_number(dimension: Dimension) -> bool:
    """Return whether length, mass and time cancel; an angle counts as a number."""
    return compatible(dimension, Dimension(angle=1))
