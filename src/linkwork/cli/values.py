"""Values of options as the user types them: times with or without a unit, and how many of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

MOST_TIMES = 1_000_000
"""Times that one run may report."""


def seconds(given: Any) -> float:
    """Return a time [s] from a number, or from a text with a unit such as ``"500 ms"``."""
    from math import isfinite

    from linkwork.errors import ExpressionError
    from linkwork.expressions import evaluate, units

    try:
        value = float(given)
    except ValueError:
        try:
            value = evaluate(str(given), units.TIME, {})
        except ExpressionError as error:
            raise typer.BadParameter(f"{error} A time is a number of seconds, or a text such as '500 ms'.") from None
    if not isfinite(value):
        raise typer.BadParameter(f"'{given}' is not a finite time.")
    return value


def by_name(texts: Sequence[str], option: str, example: str) -> dict[str, str]:
    """Return the values of an option that is given as ``name=value``, by name."""
    from linkwork.errors import LinkworkError

    values = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise LinkworkError(f"{option} is '{text}'; write a name and its value, such as {option} '{example}'.")
        values[name] = value
    return values


def points_of(points: int | None, steps: int | None, default: int) -> int:
    """Return how many times are asked for, as ``--points`` or as ``--steps``, one less."""
    from linkwork.errors import LinkworkError

    if points is not None and steps is not None and points != steps + 1:
        raise LinkworkError(f"--points {points} and --steps {steps} do not agree; give one of them.")
    count = points if points is not None else default if steps is None else steps + 1
    if count > MOST_TIMES:
        raise LinkworkError(f"{count} times were asked for; one run reports at most {MOST_TIMES}.")
    return count
