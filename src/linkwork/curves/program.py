"""Programs of cam followers: dwells and rises over the cam angle, as one function of it."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from linkwork.errors import ExpressionError, nearest
from linkwork.expressions.units import ANGLE, Dimension, symbol
from linkwork.functions import (
    TimeFunction,
    constant,
    cycloidal,
    haversine,
    modified_sine,
    modified_trapezoid,
    poly345,
    poly4567,
    step,
)

from .base import Parameters, Value, number

Segment = tuple[Value, ...]

LAWS: dict[str, Callable[..., TimeFunction]] = {
    "cycloidal": cycloidal,
    "poly345": poly345,
    "poly4567": poly4567,
    "modified_trapezoid": modified_trapezoid,
    "modified_sine": modified_sine,
    "haversine": haversine,
    "step": step,
}
"""How a follower gets from one level to the next. The acceleration jumps at the ends of the last two."""

DWELL = "dwell"


def lift_of(program: tuple[Segment, ...], dimension: Dimension, parameters: Parameters) -> TimeFunction:
    """Return the lift over one turn of the cam, from 0 to 2 pi, as a function of its only argument.

    Parameters
    ----------
    program : tuple of segments
        ``(angle, "dwell")``, or ``(angle, level, law)``: within this angle of the cam to this level. The level at the
        beginning is that at the end.
    dimension : Dimension
        Of the levels: a length or an angle.

    Raises
    ------
    ExpressionError
        When the segments are not one turn, or one of them cannot be read.
    """
    moves: list[tuple[float, float, float, str]] = []  # start, angle, level, law
    at = 0.0
    for k, segment in enumerate(program):
        label = f"segment {k + 1} of the program"
        angle = number(segment[0], label, parameters, ANGLE)
        if angle <= 0.0:
            raise ExpressionError(f"{label} goes over '{segment[0]}'; an angle above zero is expected.")
        if segment[1:] != (DWELL,):
            if len(segment) != 3:
                raise ExpressionError(f"{label} has {len(segment)} entries; (angle, 'dwell') or (angle, level, law).")
            if segment[2] not in LAWS:
                raise ExpressionError(
                    f"{label}: there is no law '{segment[2]}'. {nearest(str(segment[2]), list(LAWS))}"
                )
            moves.append((at, angle, number(segment[1], label, parameters, dimension), str(segment[2])))
        at += angle
    if abs(at - 2 * pi) > 1e-9:
        raise ExpressionError(
            f"the segments of the program add up to {at * 180 / pi:.6g} deg; one turn of the cam, 360 deg, is expected."
        )
    level = moves[-1][2] if moves else 0.0
    if moves and all(move[2] == level for move in moves):
        raise ExpressionError(
            f"every segment of the program leads to the same level, {level:.6g} {symbol(dimension)}, and the turn "
            f"begins where it ends: the follower would never move. Add a segment that leads back, such as "
            f"('120 deg', 0, '{moves[0][3]}'), or let it 'dwell'."
        )
    lift = constant(level)
    for start, angle, to, law in moves:
        if to != level:
            lift = lift + LAWS[law](to - level, angle, start)
        level = to
    return lift
