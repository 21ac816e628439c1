"""From the description to numbers: every string read, every fault of the model collected.

`resolve` reads the parameters, bodies, markers and placements; `linkwork.model.equations` then
writes the constraint equations. Neither raises at the first fault: they collect all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base import angles as sequences
from ..base import rotation as rotations
from ..base.marker import GROUND, Direction, Marker, Value, Vector
from ..base.parts import Placement
from ..base.space import Space
from ..errors import ExpressionError, Fault, nearest
from ..expressions import Constant, evaluate, resolve_parameters, units
from ..expressions.units import Dimension
from ..words import counted
from .solids import Solid, read_solid

if TYPE_CHECKING:
    from .description import Description


@dataclass(frozen=True)
class Frame:
    """A marker in numbers: body index (-1 = ground), point and axes (columns x, y, z) in body axes."""

    body: int
    point: Array
    axes: Array


@dataclass(frozen=True)
class Hint:
    """Where a body is thought to be: position and axes of its origin, and its motion, in ground axes.

    `angle` is the one given about the normal, full turns and all [rad]; zero where none is. The position of a body that
    has none is that to which pins take it from a placed one, if `reached`.
    """

    position: Array
    axes: Array
    velocity: Array
    rate: Array
    has_position: bool = False
    has_axes: bool = False
    has_velocity: bool = False
    has_rate: bool = False
    angle: float = 0.0
    reached: bool = False

    @property
    def known(self) -> bool:
        """Whether its position is given, or reached by pins."""
        return self.has_position or self.reached


@dataclass
class Resolved:
    """A mechanism in numbers, with the faults found on the way.

    `settled` are the hints brought to where the joints close, for joints that depend on it; None where no joint does.
    """

    space: Space
    parameters: dict[str, Constant]
    solids: list[Solid]
    hints: list[Hint]
    gravity: Array
    index: dict[str, int]
    faults: list[Fault] = field(default_factory=list)
    about: str = ""
    settled: list[Hint] | None = None

    @property
    def placed_poses(self) -> Array:
        """Centres of mass and Euler parameters of the bodies where their hints place them, shape (bodies, 7)."""
        q = np.zeros((len(self.solids), 7))
        for b, (solid, hint) in enumerate(zip(self.solids, self.hints, strict=True)):
            q[b, :3], q[b, 3:] = hint.position + hint.axes @ solid.com, rotations.matrix_quaternion(hint.axes)
        return q

    @property
    def places(self) -> list[Hint]:
        """Where the bodies are taken to be before all joints are closed."""
        return self.hints if self.settled is None else self.settled

    def __repr__(self) -> str:
        count = counted(len(self.faults), "fault") if self.faults else "no faults"
        return f"{self.about}; {count}."


IN_PLANE = 1e-9
"""Share of a velocity that may leave the plane: rounding."""

LARGEST = 1e50
"""Largest length, mass or other quantity of a model, in SI: products of six such numbers are still finite."""


class Reader:
    """Turns the user's values into numbers and collects what is wrong with them."""

    def __init__(self, space: Space, parameters: Mapping[str, Constant], faults: list[Fault]) -> None:
        self.space = space
        self.parameters = parameters
        self.faults = faults

    def fault(self, where: str, problem: str, hint: str = "") -> None:
        """Note a fault."""
        self.faults.append(Fault(where, problem, hint))

    def value(self, value: Value, dimension: Dimension | None, where: str) -> float:
        """Return a value in SI; a fault is noted and NaN returned when it cannot be read or is too large."""
        if type(value) is float and (abs(value) <= LARGEST or (dimension is None and isfinite(value))):
            return value  # most values are plain numbers: no need to read them
        try:
            found = evaluate(value, dimension, self.parameters)
        except ExpressionError as error:
            self.fault(where, str(error))
            return float("nan")
        if abs(found) > LARGEST and dimension is not None:
            self.fault(where, f"{found:g} is too large to reckon with; the limit is {LARGEST:g}.", "Check its unit.")
            return float("nan")
        return found

    def values(self, values: Sequence[Value], dimension: Dimension | None, where: str) -> list[float]:
        """Return several values in SI."""
        return [self.value(v, dimension, where) for v in values]

    def components(self, vector: Vector, dimension: Dimension | None, where: str) -> list[float]:
        """Return the two or three components of a vector; a wrong count is a fault."""
        if len(vector) not in (2, 3):
            shown = ", ".join(str(v) for v in vector)
            self.fault(where, f"({shown}) has {len(vector)} components; 2 or 3 are expected.")
            return [float("nan")] * 3
        return self.values(vector, dimension, where)

    def point(self, vector: Vector, where: str) -> Array:
        """Return a point in engine axes."""
        return self.space.point(self.components(vector, units.LENGTH, where))

    def direction(self, direction: Direction, where: str) -> Array:
        """Return a unit vector in engine axes."""
        if isinstance(direction, str):
            name = direction.lstrip("+-")
            if name not in ("x", "y", "z"):
                self.fault(where, f"'{direction}' is not an axis.", "Write 'x', 'y', 'z', '-x' ... or components.")
                return np.full(3, np.nan)
            return self.space.named_axis(name) * (-1.0 if direction.startswith("-") else 1.0)
        vector = self.space.vector(self.components(direction, None, where))
        try:
            return rotations.unit(vector, f"the direction {tuple(direction)} has no length.")
        except ValueError as error:
            self.fault(where, str(error))
            return np.full(3, np.nan)

    def axes(self, z: Array, x: Direction | None, where: str) -> Array:
        """Return the matrix with columns x, y, z; x is made perpendicular to z."""
        if x is not None:
            first = self.direction(x, where)
            if abs(z @ first) > 1 - 1e-15:
                self.fault(where, "its x direction is parallel to its axis.", "Give another x direction.")
        else:
            first = self.space.first
            if abs(z @ first) > 1 - 1e-12:
                first = self.space.second
        first = first - z * (z @ first)
        length = np.linalg.norm(first)
        first = first / length if length > 0 else first
        (a, b, c), (d, e, f) = z, first
        return np.array([[d, b * f - c * e, a], [e, c * d - a * f, b], [f, a * e - b * d, c]])


@np.errstate(over="ignore", invalid="ignore")
def resolve(model: Description) -> Resolved:
    """Return the model in numbers; look at `.faults` before using it."""
    faults: list[Fault] = list(model.build_faults)
    parameters = _parameters(model, faults)
    reader = Reader(model.space, parameters, faults)
    solids = [read_solid(reader, body) for body in model.bodies.values() if body.name != GROUND]
    index = {solid.name: k for k, solid in enumerate(solids)}
    index[GROUND] = -1
    for name in model.placements:
        if name not in index:
            reader.fault(f"placement of '{name}'", "there is no such body.", nearest(name, list(index)))
        elif name == GROUND:
            reader.fault(f"placement of '{name}'", "the ground stays where it is.")
    hints = [read_hint(reader, s.name, model.placements.get(s.name, Placement())) for s in solids]
    gravity = np.zeros(3)
    if model.gravity is not None:
        gravity = model.space.vector(reader.components(model.gravity, units.ACCELERATION, "gravity"))
    return Resolved(model.space, parameters, solids, hints, gravity, index, faults, model.about)


def _parameters(model: Description, faults: list[Fault]) -> dict[str, Constant]:
    """Return the parameters; one with a fault is noted and stands for 1, so that others are still read."""
    given: dict[str, Value | Constant] = dict(model.parameters)
    for _ in model.parameters:
        try:
            return resolve_parameters(given)
        except ExpressionError as error:
            text = str(error)
            wrong = _culprit(text, given)
            faults.append(Fault(f"parameter '{wrong}'", text.removeprefix(f"Parameter '{wrong}': ")))
            given[wrong] = Constant(1.0, None)
            if text.startswith(f"'{wrong}' cannot name"):
                del given[wrong]
    return resolve_parameters(given)


def _culprit(text: str, parameters: Mapping[str, object]) -> str:
    """Return the parameter that a message of `resolve_parameters` is about."""
    starts = ("Parameter '{}':", "'{}' cannot name", "The parameters refer to each other in a circle: {} ->")
    return next(n for n in parameters if text.startswith(tuple(s.format(n) for s in starts)))


def read_hint(reader: Reader, name: str, placement: Placement) -> Hint:
    """Return the placement of a body in numbers."""
    where = f"placement of '{name}'"
    space = reader.space
    position, axes, angle = np.zeros(3), np.eye(3), 0.0
    if placement.at is not None:
        position = reader.point(placement.at, where)
    if placement.angle is not None:
        angle = reader.value(placement.angle, units.ANGLE, f"angle in the {where}")
        axes = rotations.axis_angle_matrix(space.normal, angle)
    if placement.rotation is not None:
        axes = _rotation(reader, placement.rotation, where)
        if placement.angle is not None:
            reader.fault(where, "both an angle and a rotation are given.", "Give one of them.")
    velocity, rate = np.zeros(3), np.zeros(3)
    if placement.velocity is not None:
        velocity = space.vector(reader.components(placement.velocity, units.SPEED, f"velocity in the {where}"))
    if isinstance(placement.rate, tuple):
        rate = space.vector(reader.components(placement.rate, units.ANGULAR_SPEED, f"rate in the {where}"))
    elif placement.rate is not None:
        rate = space.normal * reader.value(placement.rate, units.ANGULAR_SPEED, f"rate in the {where}")
    _check_plane(reader, velocity, rate, where)
    has_axes = placement.angle is not None or placement.rotation is not None
    moving = placement.velocity is not None, placement.rate is not None
    return Hint(position, axes, velocity, rate, placement.at is not None, has_axes, *moving, angle)


def _check_plane(reader: Reader, velocity: Array, rate: Array, where: str) -> None:
    """Note a velocity out of the plane of a planar model, or a turn about an axis in it: nothing would move so."""
    if not reader.space.planar:
        return
    out = abs(float(velocity @ reader.space.normal))
    if out > IN_PLANE * np.linalg.norm(velocity):
        reader.fault(where, f"its velocity leaves the plane, by {out:g} m/s.", "Write its two components in the plane.")
    across = float(np.linalg.norm(rate - reader.space.normal * (rate @ reader.space.normal)))
    if across > IN_PLANE * np.linalg.norm(rate):
        reader.fault(where, f"its rate is about an axis in the plane, by {across:g} rad/s.", "Write one number.")


def _rotation(reader: Reader, given: rotations.Rotation, where: str) -> Array:
    dimensions: list[Dimension | None] = [None] * len(given.values)
    if given.kind in rotations.ANGULAR:
        dimensions = [units.ANGLE] * 3
    elif given.kind == "axis_angle":
        dimensions[-1] = units.ANGLE
    if reader.space.planar:
        reader.fault(where, "a planar body is turned by an angle, not by a rotation.", "Write angle=...")
        return np.eye(3)
    values = tuple(reader.value(v, d, where) for v, d in zip(given.values, dimensions, strict=True))
    if given.kind == "angles" and given.sequence not in sequences.SEQUENCES:
        reader.fault(where, sequences.unknown(given.sequence))
        return np.eye(3)
    if not np.isfinite(values).all():
        return np.eye(3)
    try:
        return rotations.to_matrix(given.kind, values, given.sequence)
    except ValueError as error:
        reader.fault(where, f"{error}.")
        return np.eye(3)


class Frames:
    """Markers in numbers, each worked out once."""

    def __init__(self, reader: Reader, resolved: Resolved) -> None:
        self.reader = reader
        self.resolved = resolved
        self._cache: dict[tuple[Marker, str], Frame] = {}

    def frame(self, marker: Marker, default_axis: str = "normal") -> Frame:
        """Return point and axes of a marker; `default_axis` is ``"normal"`` or ``"first"``."""
        key = (marker, default_axis)
        if key not in self._cache:
            self._cache[key] = self._frame(marker, default_axis)
        return self._cache[key]

    def known(self) -> dict[tuple[Marker, str], Frame]:
        """Return the frames worked out so far, by marker and default axis."""
        return dict(self._cache)

    def keep(self, frames: Mapping[tuple[Marker, str], Frame]) -> None:
        """Take frames that were worked out elsewhere."""
        self._cache.update(frames)

    def _frame(self, marker: Marker, default_axis: str) -> Frame:
        where = f"point {marker}"
        reader, space = self.reader, self.reader.space
        point = reader.point(marker.at, where)
        if marker.z is not None:
            z = reader.direction(marker.z, where)
        else:
            z = space.normal if default_axis == "normal" else space.first
        axes = reader.axes(z, marker.x, where)
        body = self.resolved.index.get(marker.body, -1)
        if marker.drawn and body >= 0:
            hint = self.resolved.hints[body]
            point, axes = hint.axes.T @ (point - hint.position), hint.axes.T @ axes
        return Frame(body, point, axes)
