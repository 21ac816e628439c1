"""Constructors of curves.

Every value may be a number in SI units, or text with a unit or parameters (``"30 mm"``, ``"2*R"``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import pi
from typing import Any

from linkwork.errors import ExpressionError, nearest
from linkwork.expressions.nodes import Node
from linkwork.functions import TimeFunction, as_function

from .base import Point, Value
from .disc_cam import FOLLOWERS, Cam
from .formulas import Parametric, Polar
from .shapes import Circle, Ellipse, Polyline, Spline

Function = float | str | Node | TimeFunction | Mapping[str, Any] | Callable[[Any], Any]


def _value(value: Any) -> Value:
    return value if isinstance(value, str) else float(value)


def _point(values: Sequence[Any]) -> Point:
    return tuple(_value(v) for v in values)


def circle(radius: Value, centre: Sequence[Value] = (0.0, 0.0)) -> Circle:
    """Return a circle."""
    return Circle(_value(radius), _point(centre))


def ellipse(a: Value, b: Value, centre: Sequence[Value] = (0.0, 0.0), angle: Value = 0.0) -> Ellipse:
    """Return an ellipse with half axes a, at an angle from x, and b."""
    return Ellipse(_value(a), _value(b), _point(centre), _value(angle))


def spline(points: Sequence[Sequence[Value]], closed: bool = False) -> Spline:
    """Return the smooth curve through points, continuous to the fourth derivative.

    Parameters
    ----------
    points : sequence of points
        At least 6, with two coordinates each, or three for a curve in space.
    closed : bool
        Whether it goes back to its first point, which need not be given twice.
    """
    return Spline(tuple(_point(p) for p in points), closed)


def polyline(points: Sequence[Sequence[Value]], radius: Value = 0.0, closed: bool = False) -> Polyline:
    """Return straight lines from point to point, with corners rounded by arcs of a radius."""
    return Polyline(tuple(_point(p) for p in points), _value(radius), closed)


def polar(radius: Function, over: Sequence[Value] = (0.0, 2 * pi)) -> Polar:
    """Return the curve at a distance from the origin that depends on the angle u.

    Parameters
    ----------
    radius : str, TimeFunction or callable
        For example ``"30 mm + 5 mm*cos(3*u)"``, or a table of angles and distances (`table`).
    over : two values
        First and last angle; a full turn makes a closed curve.
    """
    return Polar(as_function(radius), _point(over))


def curve(
    x: Function, y: Function, over: Sequence[Value], z: Function | None = None, closed: bool = False
) -> Parametric:
    """Return the curve whose coordinates are functions of a parameter u.

    Parameters
    ----------
    x, y, z : str, TimeFunction or callable
        Expressions of u, for example ``"R*cos(u)"``, or tables and other functions of one argument. With z it is a
        curve in space.
    over : two values
        First and last value of u.
    closed : bool
        Whether it ends where it begins; its free side is then the outside, otherwise the left of the way it runs.

    Examples
    --------
    >>> import linkwork as lw
    >>> track = lw.curve("u", "0.1*u^2", over=(-1, 1))
    >>> round(float(track.curvature(0.0)), 6)
    0.2
    """
    third = None if z is None else as_function(z)
    return Parametric(as_function(x), as_function(y), _point(over), third, closed)


def cam(
    program: Sequence[Sequence[Value]] | Function,
    base_radius: Value,
    follower: str = "roller",
    roller_radius: Value = 0.0,
    offset: Value = 0.0,
    pivot: Value | None = None,
    arm: Value | None = None,
    clockwise: bool = False,
) -> Cam:
    """Return a disc cam: a curve, its profile, that knows its follower.

    In ground axes a translating follower moves along y; the pivot of an oscillating one lies on the x axis, and its
    lift is the angle by which it turns away from the cam. The cam's centre is the origin.

    Parameters
    ----------
    program : sequence of segments
        ``(angle, level, law)``: over this angle of the cam to this level, a length, or an angle of an oscillating
        follower; ``(angle, "dwell")``: no motion. Laws: ``"cycloidal"``, ``"poly345"``, ``"poly4567"``,
        ``"modified_trapezoid"``, ``"modified_sine"``, ``"haversine"`` (simple harmonic), ``"step"`` (cubic). Or the
        lift as a function of the cam angle u.
    base_radius : float or str
        Radius of the base circle, which the profile touches at no lift [m].
    follower : str
        ``"roller"``, ``"knife"`` or ``"flat"``.
    roller_radius : float or str
        Radius of the roller [m].
    offset : float or str
        Of a translating follower's line from the cam's centre, along x; of an oscillating flat face from its pivot [m].
    pivot, arm : float or str, optional
        Of an oscillating follower: distance of its pivot from the cam's centre, and from the pivot to the roller [m].
    clockwise : bool
        Whether the cam turns clockwise; otherwise it turns counterclockwise.

    Examples
    --------
    >>> import linkwork as lw
    >>> program = [("90 deg", "20 mm", "cycloidal"), ("90 deg", "dwell"), ("180 deg", 0, "poly345")]
    >>> cam = lw.cam(program, base_radius="40 mm", roller_radius="10 mm")
    >>> print(cam.undercut or "no undercut")
    no undercut
    """
    if follower not in FOLLOWERS:
        raise ExpressionError(f"There is no follower '{follower}'. {nearest(follower, FOLLOWERS)}")
    segments = isinstance(program, Sequence) and not isinstance(program, str)
    motion = tuple(_point(s) for s in program) if segments else as_function(program)  # type: ignore[union-attr]
    centre, length = (None if value is None else _value(value) for value in (pivot, arm))
    sizes = (_value(base_radius), follower, _value(roller_radius), _value(offset))
    return Cam(motion, *sizes, centre, length, clockwise)
