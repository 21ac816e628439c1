"""The fields of a force in numbers: every text read, every fault noted."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from ..base.marker import Marker, Value
from ..base.measure import DIMENSIONS
from ..errors import ExpressionError, nearest
from ..expressions import units
from ..expressions.units import Dimension
from ..forces import Force
from ..functions import TimeFunction
from ..joints import Joint
from .equations import Writer
from .fields import fields_of
from .state import StateReader

DIMENSIONS_OF_FIELDS: dict[str, tuple[Dimension | None, Dimension | None]] = {
    "effort": (units.FORCE, units.TORQUE),
    "coordinate": (units.LENGTH, units.ANGLE),
    "speed": (units.SPEED, units.ANGULAR_SPEED),
    "stiffness": (units.STIFFNESS, units.ANGULAR_STIFFNESS),
    "damping": (units.DAMPING, units.ANGULAR_DAMPING),
    "quadratic damping": (units.FORCE.times(units.SPEED.power(-2)), units.INERTIA),
    **{
        name: (dimension, dimension)
        for name, dimension in {
            "number": units.NUMBER,
            "length": units.LENGTH,
            "force": units.FORCE,
            "linear speed": units.SPEED,
            "linear stiffness": units.STIFFNESS,
            "linear damping": units.DAMPING,
            "angular stiffness": units.ANGULAR_STIFFNESS,
            "angular damping": units.ANGULAR_DAMPING,
        }.items()
    },
}
"""What a field of a force is measured in, along a length and along an angle."""

_BODIES = ("body", "reacted_by")
_A = {"length": "a length", "angle": "an angle", "number": "a plain number"}


class ForceReader:
    """Reads the fields of forces; faults go to the writer's reader."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.model = writer.model
        self.reader = writer.reader
        self.fault = writer.reader.fault
        self.state = StateReader(writer)

    def read(self, force: Force) -> Force | None:
        """Return a force with every numeric field in SI units, or None after noting its faults."""
        where = f"force '{force.name}'"
        before = len(self.reader.faults)
        self._check_places(force, where)
        self._check_functions(force, where)
        side = self._side(force, where)
        numbers: dict[str, Any] = {}
        for field in fields(force):
            value = getattr(force, field.name)
            if "dimension" in field.metadata and value is not None:
                dimension = DIMENSIONS_OF_FIELDS[field.metadata["dimension"]][side == "angle"]
                numbers[field.name] = self._number(field.name, value, dimension, field.metadata["least"], where)
        if len(self.reader.faults) > before:
            return None
        read = replace(force, **numbers)
        lost = any(fault.where == where for fault in self.reader.faults)  # a field could not be read before
        reason = ("" if lost else force.idle()) or read.unfit()
        if reason:
            self.fault(where, reason)
        return None if reason else read

    def _check_places(self, force: Force, where: str) -> None:
        """Note bodies and joints that do not exist."""
        index, joints = self.writer.resolved.index, self.model.joints
        for name, value in vars(force).items():
            body = value.body if isinstance(value, Marker) else value if name in _BODIES else None
            if body is not None and body not in index:
                self.fault(where, f"there is no body '{body}'.", nearest(str(body), list(index)))
            if name == "joint" and value not in joints:
                self.fault(where, f"there is no joint '{value}'.", nearest(str(value), list(joints)))
            elif name == "joint":
                self._check_joint(joints[value], force, where)

    def _check_functions(self, force: Force, where: str) -> None:
        """Note functions and directions that cannot be read; a curve is read later, at its argument."""
        for name, field in fields_of(type(force)).items():
            value = getattr(force, name)
            if value is None or name == "curve":
                continue
            if field.type == "direction":
                self.reader.direction(value, where)
            elif field.type == "function":
                self._check_function(value, where)
            elif field.type == "functions":
                for part in value:
                    self._check_function(part, where)

    def _check_function(self, function: TimeFunction, where: str) -> None:
        try:
            self.state.program(function)
        except ExpressionError as error:
            self.fault(where, str(error))

    def _check_joint(self, joint: Joint, force: Force, where: str) -> None:
        """Note a joint in which nothing slides, or in which a pin without a radius turns."""
        sides = [measure.dimension for measure in joint.coordinates().values()]
        if not sides:
            self.fault(where, f"the {joint.called} has no coordinate along which it could slide.")
        elif "angle" in sides and getattr(force, "radius", 1.0) is None:
            self.fault(where, f"the {joint.called} turns, and the radius of its pin is not given.", "Write radius=...")

    def _side(self, force: Force, where: str) -> str:
        """Return what the quantity of a force is: ``"length"``, ``"angle"`` or ``"number"``; empty without one."""
        quantity = getattr(force, "quantity", None)
        if quantity is None:
            return ""
        try:
            combined = self.writer.combinations.find(quantity) is not None
            side = "length" if combined else DIMENSIONS[self.writer.named_gauge(quantity).kind]
        except ExpressionError as error:
            self.fault(where, str(error))
            return ""
        if force.ALONG and side != force.ALONG:
            kind = force.KIND.replace("_", " ")
            self.fault(where, f"'{quantity}' is {_A[side]}; a {kind} needs {_A[force.ALONG]}.")
        return side

    def _number(self, name: str, value: Any, dimension: Dimension | None, least: str, where: str) -> Any:
        """Return one number, or several, in SI units."""
        if isinstance(value, tuple):
            return tuple(self._one_number(name, v, dimension, least, where) for v in value)
        return self._one_number(name, value, dimension, least, where)

    def _one_number(self, name: str, value: Value, dimension: Dimension | None, least: str, where: str) -> float:
        read = self.reader.value(value, dimension, f"{name} of {where}")
        if (least == "positive" and read <= 0) or (least == "not negative" and read < 0):
            unit = units.symbol(dimension) if dimension is not None else ""
            self.fault(where, f"its {name} is {read:g} {unit}".rstrip() + f"; it must be {least}.")
        return read
