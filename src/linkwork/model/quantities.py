"""Names of measured quantities: ``A.angle``, ``coupler.P.x``, ``distance(crank.P, ground.Q)``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..base.marker import Marker
from ..base.measure import WORLD, Feature, Measure, point, turn
from ..base.parts import Body
from ..base.space import Space
from ..errors import ExpressionError, nearest
from ..expressions import parse, parts_of, quoted, spelled
from ..expressions.nodes import Call, Name, Node, rewritten
from .aliases import SIZE, rate_of, spelled_out, underived

if TYPE_CHECKING:
    from ..joints import Joint

FUNCTIONS = ("distance",)
RATE = "rate"
"""Function of a measured quantity: its time derivative, in forces and events."""
NOT_MEASURED = (
    "'{}' is not a measured quantity. Write a joint coordinate ('A.angle'), a point coordinate ('coupler.P.x'), a body "
    "angle ('crank.angle') or 'distance(crank.P, ground.Q)'."
)
_BODY_ANGLES = ("angle", "roll", "pitch", "yaw")


def known_afterwards(text: str) -> str:
    """Return why accelerations, forces in joints, efforts and energies cannot stand where a motion is computed."""
    return (
        f"Forces, drivers and constraints see positions and velocities; accelerations, forces in joints, efforts, "
        f"powers and energies are known when the motion is: ask for run[{text!r}] then."
    )


class Quantities:
    """Looks up measured quantities of a model by name."""

    def __init__(
        self, space: Space, bodies: Mapping[str, Body], joints: Mapping[str, Joint], others: Iterable[str] = ()
    ) -> None:
        self.space = space
        self.bodies = bodies
        self.joints = joints
        self.others = [name for name in others if "." not in name]  # a driver may be called 'A.angle'

    def measure(self, text: str) -> Measure:
        """Return the measure called `text`; raises ExpressionError with the nearest legal name."""
        parts = text.split(".")
        if parts[0] in self.joints or parts[0] in self.bodies:
            return self._named(parts, text)  # a name by itself needs no quotes
        return self.of_node(self.parsed(text), text)

    def parsed(self, text: str) -> Node:
        """Return the tree of an expression, with the names of the model in it."""
        return parse(self.spelled(text))

    def spelled(self, text: str) -> str:
        """Return an expression with quotes around names of the model that have spaces or dashes."""
        points = (point for body in self.bodies.values() for point in body.points)
        return spelled(spelled_out(text), (*self.joints, *self.bodies, *points, *self.others))

    def underived(self, name: str) -> tuple[str, int]:
        """Return the measured quantity that a name is the derivative of, as it stands in expressions, and the order.

        ``A.angle_velocity`` and ``coupler.P.velocity.x`` are of order 1; a name that is no derivative is of order 0.
        """
        parts = parts_of(name)
        base, order = underived(parts, self.space.labels)
        known = base[0] in self.joints or base[0] in self.bodies
        if not known or base == parts or self.knows(parts) or not self.knows(base):
            return name, 0
        return ".".join(map(quoted, base)), order

    def knows(self, parts: list[str]) -> bool:
        """Return whether the parts of a name are a measured quantity."""
        joint = self.joints.get(parts[0])
        if joint is not None and ".".join(parts[1:]) in joint.combinations():
            return True
        try:
            self._named(parts, ".".join(parts))
        except ExpressionError:
            return False
        return True

    def in_rates(self, node: Node) -> Node:
        """Return an expression with ``rate(A.angle)`` where another way to write it stands."""

        def rule(item: Node) -> Node | None:
            if not isinstance(item, Name) or "." not in item.name:
                return None
            *vector, last = parts_of(item.name)
            parts = [".".join(map(quoted, (*vector, axis))) for axis in self.space.labels]
            if last == SIZE and all(self.underived(part)[0] != part for part in parts):
                return parse(f"sqrt({' + '.join(f'{rate_of(*self.underived(part))}^2' for part in parts)})")
            base, order = self.underived(item.name)
            return parse(rate_of(base, order)) if base != item.name else None

        return rewritten(node, rule)

    def split(self, text: str) -> tuple[str, int]:
        """Return the quantity in ``text`` and how often it is differentiated: 1 for ``rate(A.angle)``, else 0."""
        if text.split(".")[0] in self.joints:
            return text, 0
        node = self.parsed(text)
        if not (isinstance(node, Call) and node.name == RATE):
            return text, 0
        if len(node.arguments) != 1:
            raise ExpressionError(f"'{text}': {RATE} takes one measured quantity, {len(node.arguments)} were given.")
        (inner,) = node.arguments
        if isinstance(inner, Call) and inner.name == RATE:
            raise ExpressionError(f"'{text}' follows from the forces. {known_afterwards(text)}")
        return str(inner), 1

    def of_node(self, node: Node, text: str) -> Measure:
        """Return the measure that a parsed name or ``distance(...)`` stands for."""
        if isinstance(node, Call) and node.name in FUNCTIONS:
            if len(node.arguments) != 2:
                count = len(node.arguments)
                raise ExpressionError(f"'{text}': distance takes two points, {count} were given.")
            first, second = node.arguments
            return Measure("distance", (point(self._point(first)), point(self._point(second))))
        if isinstance(node, Call) and node.name == RATE:
            raise ExpressionError(f"'{text}' is the rate of a quantity; here the quantity itself is expected.")
        if not isinstance(node, Name):
            raise ExpressionError(NOT_MEASURED.format(text))
        return self._named(parts_of(node.name), text)

    def _named(self, parts: list[str], text: str) -> Measure:
        owner = parts[0]
        if owner in self.joints:
            return self._joint_coordinate(self.joints[owner], parts[1:], text)
        if owner in self.bodies:
            return self._body_quantity(self.bodies[owner], parts[1:], text)
        if owner in self.others:
            raise ExpressionError(f"'{text}': '{owner}' is a driver or force. {known_afterwards(text)}")
        raise ExpressionError(
            f"'{text}': there is no joint or body called '{owner}'. {nearest(owner, [*self.joints, *self.bodies])}"
        )

    def _joint_coordinate(self, joint: Joint, parts: list[str], text: str) -> Measure:
        coordinates = joint.coordinates()
        if not parts and len(coordinates) == 1:
            return next(iter(coordinates.values()))
        name = ".".join(parts)
        if name in coordinates:
            return coordinates[name]
        *whole, part = parts or [""]
        combination = joint.combinations().get(".".join(whole))
        if combination is not None and part in combination.names:
            return combination.names[part]
        if name in joint.combinations():
            raise ExpressionError(f"'{text}' is made of several measures, so it cannot stand here.")
        _check_name(name, text)
        whose = f"'{text}': joint '{joint.name}' ({joint.KIND.replace('_', ' ')})"
        if not coordinates:
            raise ExpressionError(f"{whose} has no scalar coordinate. {known_afterwards(text) if name else ''}".strip())
        hint = _hint(name, list(coordinates), text) if name else "Say which one."
        raise ExpressionError(f"{whose} has the coordinates {', '.join(coordinates)}. {hint}")

    def _body_quantity(self, body: Body, parts: list[str], text: str) -> Measure:
        labels = self.space.labels
        if len(parts) == 1 and parts[0] in _BODY_ANGLES:
            return self._body_angle(body.name, parts[0], text)
        if len(parts) == 1 and parts[0] in labels:
            origin = Marker(body.name, (0.0, 0.0, 0.0))
            return Measure("component", (point(WORLD), point(origin)), labels.index(parts[0]))
        if len(parts) == 2 and parts[0] in body.points and parts[1] in labels:
            return Measure("component", (point(WORLD), point(body.points[parts[0]])), labels.index(parts[1]))
        angles = _BODY_ANGLES[:1] if self.space.planar else _BODY_ANGLES
        legal = [*labels, *angles, *(f"{p}.{c}" for p in body.points for c in labels)]
        _check_name(".".join(parts), text)
        raise ExpressionError(
            f"'{text}': body '{body.name}' has no such quantity. {_hint('.'.join(parts), legal, text)}"
        )

    def _body_angle(self, body: str, angle: str, text: str) -> Measure:
        origin = Marker(body, (0.0, 0.0, 0.0))
        if angle == "angle":
            return turn(WORLD, origin)
        if self.space.planar:
            raise ExpressionError(f"'{text}': a planar body has one angle; write '{body}.angle'.")
        axes = Marker(body, (0.0, 0.0, 0.0), z="z", x="x")
        world = Marker(WORLD.body, WORLD.at, z="z", x="x")
        if angle == "yaw":
            return Measure("angle", (Feature(world, "x"), Feature(world, "y"), Feature(axes, "x")))
        if angle == "pitch":
            down = Marker(WORLD.body, WORLD.at, z="-z", x="x")
            return Measure("pitch", (Feature(axes, "x"), Feature(down, "z")))
        return Measure("angle", (Feature(axes, "z"), Feature(axes, "y"), Feature(world, "z")))

    def _point(self, node: Node) -> Marker:
        text = str(node)
        parts = parts_of(node.name) if isinstance(node, Name) else []
        if parts and parts[0] in self.bodies:
            body = self.bodies[parts[0]]
            if len(parts) == 1:
                return Marker(body.name, (0.0, 0.0, 0.0))
            if len(parts) == 2 and parts[1] in body.points:
                return body.points[parts[1]]
            raise ExpressionError(
                f"'{text}': body '{body.name}' has no point '{'.'.join(parts[1:])}'. "
                f"{nearest(parts[-1], list(body.points))}"
            )
        raise ExpressionError(f"'{text}' is not a point. Write 'body.point'. {nearest(text, list(self.bodies))}")


def _check_name(name: str, text: str) -> None:
    """Raise ExpressionError where what should be the name of a quantity is an expression."""
    if set(name) & set("+-*/^()"):
        raise ExpressionError(NOT_MEASURED.format(text))


def _hint(name: str, legal: list[str], text: str) -> str:
    """Return the nearest legal name; where none is near, that it may be known afterwards."""
    close = nearest(name, legal)
    return close if close.startswith("Did you mean") else f"{close} {known_afterwards(text)}"
