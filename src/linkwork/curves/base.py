"""What a curve is: a few fields, and the pieces of polynomials that they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from linkwork.arrays import Array
from linkwork.errors import ExpressionError
from linkwork.expressions.constant import Constant, evaluate
from linkwork.expressions.units import LENGTH, Dimension
from linkwork.functions import TimeFunction
from linkwork.functions.kinds import kind_and_fields

from .solved import Solved

Value = float | str
Point = tuple[Value, ...]
Parameters = Mapping[str, Constant]

KINDS: dict[str, type[Curve]] = {}
"""Every kind of curve by name."""

CurveType = TypeVar("CurveType", bound="type[Curve]")


def curve_kind(kind: str) -> Callable[[CurveType], CurveType]:
    """Register a class of curves under `kind`: its name in files."""

    def register(cls: CurveType) -> CurveType:
        cls.KIND = kind
        cls.__repr__ = Curve.as_written  # type: ignore[method-assign, assignment]
        KINDS[kind] = cls
        return cls

    return register


def entry(type_: str, doc: str, default: Any = MISSING, choices: tuple[str, ...] = ()) -> Any:
    """Declare a field.

    Its type: ``"value"``, ``"point"``, ``"points"``, ``"range"`` (two values), ``"function"``, ``"switch"``,
    ``"choice"`` or ``"program"`` (the motion of a cam's follower).
    """
    return field(default=default, metadata={"type": type_, "doc": doc, "choices": choices})


def of_own_parameter(text: str) -> str:
    """Return a sentence on a function of the only argument that functions know with the name it has here, u."""
    quoted = re.sub(r"'[^']*'", lambda found: re.sub(r"\bt\b", "u", found[0]), text)
    return quoted.replace(" at t = ", " at u = ")


@dataclass(frozen=True)
class Curve:
    """A curve in the axes of what carries it; made by `circle`, `ellipse`, `spline`, `polyline`, `polar` and `curve`.

    It runs over a parameter s. A closed curve goes round and round; its free side is the outside. An open one has
    ends, goes on straight beyond them, and its free side is on the left of the way it runs.
    """

    KIND: ClassVar[str] = ""

    def solve(self, parameters: Parameters | None = None) -> Solved:
        """Return the curve in numbers, for given parameters.

        Raises
        ------
        ExpressionError
            When its fields do not make a curve.
        """
        try:
            return self._solve(parameters or {})
        except ExpressionError as error:
            raise ExpressionError(f"This {self.KIND} cannot be made: {of_own_parameter(str(error))}") from None

    def _solve(self, parameters: Parameters) -> Solved:
        raise NotImplementedError

    @cached_property
    def plain(self) -> Solved:
        """The curve in numbers, without parameters of a model."""
        return self.solve()

    @property
    def in_space(self) -> bool:
        """Whether it has a third coordinate."""
        return False

    @property
    def range(self) -> tuple[float, float]:
        """First and last value of the parameter s."""
        return self.plain.start, self.plain.end

    @property
    def length(self) -> float:
        """Arc length of the whole curve [m]."""
        return self.plain.length

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Where the direction jumps: parameter, and the angle of the corner [rad]."""
        return self.plain.corners

    @property
    def jumps(self) -> list[tuple[float, float]]:
        """Where the curvature jumps: parameter, and by how much [1/m]. Accelerations of what rolls there jump too."""
        return self.plain.jumps

    def point(self, s: ArrayLike) -> Array:
        """Return the point at s, or points along the first axes [m]."""
        found: Array = self.plain.derivatives(s, 1)[0]
        return found

    def tangent(self, s: ArrayLike) -> Array:
        """Return the unit tangent at s."""
        slope = self.plain.derivatives(s, 1)[1]
        found: Array = slope / np.linalg.norm(slope, axis=-1, keepdims=True)
        return found

    def normal(self, s: ArrayLike) -> Array:
        """Return the unit normal at s: of a plane curve, to its free side.

        Of a curve in space it is the first of two normals that are carried along the curve without twist about its
        tangent; the second is ``cross(tangent, normal)``. It starts as ``z x tangent``.
        """
        return self.plain.normal(s)

    def curvature(self, s: ArrayLike) -> Array:
        """Return the curvature at s [1/m]; of a plane curve, positive where it turns left."""
        return self.plain.curvature(s)[0]

    def curvature_rate(self, s: ArrayLike) -> Array:
        """Return the derivative of the curvature by arc length at s [1/m^2]."""
        return self.plain.curvature(s)[1]

    def torsion(self, s: ArrayLike) -> Array:
        """Return the torsion of a curve in space at s, positive for a right-handed screw [1/m]."""
        return self.plain.torsion(s)

    def arc_length(self, s: ArrayLike) -> Array:
        """Return the arc length from the start to s [m]; it goes on over the rounds of a closed curve."""
        return self.plain.arc_length(s)

    def nearest(self, point: ArrayLike) -> float:
        """Return the parameter s at which the curve is nearest to a point."""
        return self.plain.nearest(point)

    def as_written(self) -> str:
        """Return the curve as it is written in Python: ``lw.circle(radius=0.1)``."""
        given = (
            (item.name, getattr(self, item.name)) for item in fields(self) if getattr(self, item.name) != item.default
        )
        return f"lw.{self.KIND}({', '.join(f'{name}={_data(value)!r}' for name, value in given)})"

    def to_data(self) -> dict[str, Any]:
        """Return the kind and the fields that differ from their defaults: what a model file holds."""
        found: dict[str, Any] = {"kind": self.KIND}
        for item in fields(self):
            value = getattr(self, item.name)
            if value != item.default:
                found[item.name] = _data(value)
        return found


def _data(value: Any) -> Any:
    if isinstance(value, TimeFunction):
        return value.to_data()
    return [_data(v) for v in value] if isinstance(value, tuple) else value


def from_data(data: Mapping[str, Any]) -> Curve:
    """Return the curve of a table such as ``{kind = "circle", radius = "30 mm"}``.

    Raises
    ------
    ExpressionError
        For an unknown kind or field, or a missing field.
    """
    from . import constructors

    name, given = kind_and_fields(
        data, "curve", KINDS, lambda kind: {item.name: item.default is MISSING for item in fields(KINDS[kind])}
    )
    built: Curve = getattr(constructors, name)(**given)
    return built


def number(value: Value, label: str, parameters: Parameters, dimension: Dimension = LENGTH) -> float:
    """Return a field in SI units; `label` says in messages which one it is."""
    try:
        return evaluate(value, dimension, parameters)
    except ExpressionError as error:
        raise ExpressionError(f"for {label}: {error}") from None


def positive(value: Value, label: str, parameters: Parameters) -> float:
    """Return a length that must be more than zero."""
    found = number(value, label, parameters)
    if not found > 0.0:
        raise ExpressionError(f"{label} is '{value}'; it must be positive.")
    return found
