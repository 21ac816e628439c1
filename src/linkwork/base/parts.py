"""The parts of a description other than joints: bodies, placements and drivers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from ..errors import ModelError, nearest
from ..functions import TimeFunction
from .marker import Marker, Value, Vector
from .rotation import Rotation
from .shapes import Shape

Inertia = Value | tuple[Value, ...] | tuple[tuple[Value, ...], ...]
"""One number (about the normal of the plane), three principal moments, or a 3 x 3 tensor [kg m^2]."""


@dataclass(frozen=True)
class Body:
    """A rigid body: mass, centre of mass, inertia about the centre of mass, named points.

    Attributes
    ----------
    name : str
    mass : float, str or None
        Mass [kg]; None when it is not given (enough for kinematics).
    com : tuple or None
        Centre of mass in body axes [m]; None: from the shape, or the origin.
    inertia : number, tuple or None
        About the centre of mass in body axes [kg m^2].
    shape : Shape or None
        A solid from which mass, centre of mass and inertia follow where they are not given.
    points : dict
        Named points with their axes.
    """

    name: str
    mass: Value | None = None
    com: Vector | None = None
    inertia: Inertia | None = None
    shape: Shape | None = None
    points: dict[str, Marker] = field(default_factory=dict)

    def __getattr__(self, name: str) -> NoReturn:
        if name in ("at", "point", "axis", "frame"):
            raise AttributeError(
                f"m.bodies['{self.name}'] is the description of a body. Points are made by what m.body('{self.name}') "
                f"returned: {self.name} = m.body('{self.name}'), {self.name}.{name}(...)."
            )
        raise AttributeError(f"A body has no '{name}'.")


def named_point(bodies: Mapping[str, Body], text: str, what: str) -> Marker:
    """Return the point ``"body.point"``, of ``"body"`` its origin; raises ModelError about `what` for no point."""
    name, _, point = text.partition(".")
    if name not in bodies:
        raise ModelError(f"{what} '{text}': there is no body '{name}'. {nearest(name, list(bodies))}")
    if not point:
        return Marker(name)
    points = bodies[name].points
    if point not in points:
        raise ModelError(f"{what} '{text}': body '{name}' has no point '{point}'. {nearest(point, list(points))}")
    return points[point]


@dataclass(frozen=True)
class Placement:
    """A rough hint where a body is and how it moves; None where nothing is known.

    Attributes
    ----------
    at : tuple or None
        Position of the body's origin [m].
    angle : float, str or None
        Angle about the normal of the plane [rad].
    rotation : Rotation or None
        Orientation in space.
    velocity : tuple or None
        Velocity of the body's origin [m/s].
    rate : float, str, tuple or None
        Angular velocity [rad/s]: one number about the normal, or three components.
    """

    at: Vector | None = None
    angle: Value | None = None
    rotation: Rotation | None = None
    velocity: Vector | None = None
    rate: Value | Vector | None = None


@dataclass(frozen=True)
class Driver:
    """A measured quantity that follows a function of time."""

    name: str
    quantity: str
    function: TimeFunction
