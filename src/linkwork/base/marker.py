"""Markers: points with axes on bodies, the places where joints, drivers and forces act."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from numbers import Real

Value = float | str
"""A number in SI units, or a string: ``"30 mm"``, ``"L/2 + 5 mm"``."""

Vector = tuple[Value, ...]
"""Two components (in the plane of the model) or three (x, y, z)."""

Direction = Vector | str
"""A vector of any length, or the name of an axis: ``"x"``, ``"y"``, ``"z"``, ``"-x"`` ..."""

GROUND = "ground"


@dataclass(frozen=True)
class Marker:
    """A point on a body, with axes.

    Attributes
    ----------
    body : str
        Name of the body; ``"ground"`` for the fixed frame.
    at : tuple
        Position in body axes [m], two or three components.
    z : tuple or str or None
        Direction of the marker's main axis in body axes (a joint turns about or slides along it).
        None: the joint's own default.
    x : tuple or str or None
        Direction from which angles are measured. None: chosen perpendicular to z.
    name : str
        Name of the point on its body, or empty.
    drawn : bool
        True: position and directions are given in ground axes, with the body where it is placed.
    origin : str
        The mechanism (and its copies) whose body gave the point; empty for a point made by itself.
    """

    body: str
    at: Vector = (0.0, 0.0)
    z: Direction | None = None
    x: Direction | None = None
    name: str = ""
    drawn: bool = False
    origin: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        if self.name:
            return f"{self.body}.{self.name}"
        return f"{self.body} at ({', '.join(str(c) for c in self.at)})"

    def with_axis(self, axis: Direction | None) -> Marker:
        """Return this marker with its main axis set, unless it has one or `axis` is None."""
        return self if axis is None or self.z is not None else replace(self, z=axis)


def as_vector(components: tuple[object, ...]) -> Vector:
    """Return components given as ``(x, y)``, as ``x, y``, or as an array, as a tuple of values."""
    if len(components) == 1 and not isinstance(components[0], str | Real):
        components = tuple(components[0])  # type: ignore[arg-type]
    return tuple(c if isinstance(c, str) else float(c) for c in components)  # type: ignore[arg-type]


def as_direction(direction: object) -> Direction | None:
    """Return a direction given as a name or as components in the stored form."""
    if direction is None or isinstance(direction, str):
        return direction
    return as_vector(tuple(direction))  # type: ignore[arg-type]
