"""Words for drivers and equations that ask for another position at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..errors import MotionError
from ..expressions.nodes import Apply, walk
from ..functions.callable import PythonFunction
from ..results.series import run_along
from .engine import Engine

if TYPE_CHECKING:
    from ..base.parts import Driver
    from ..coordinates.plan import Plan
    from ..expressions.nodes import Node
    from ..expressions.program import Program
    from ..model.equations import Equation

LEAP = 1e-7
"""Change of a driver or an equation, as a share of the mechanism's size, beyond what its rate explains: a jump."""

DRIVER = (
    "driver '{name}' jumps there from {before} to {after}, and a mechanism cannot follow a jump. Let it rise in some "
    "time: step, step5, cycloidal, or another rise of linkwork.functions, for example "
    "lw.cycloidal(rise={rise:.6g}, duration=0.1, start={t:.6g})."
)

EQUATION = (
    "equation '{name}' jumps there: what must vanish goes from {before:.6g} to {after:.6g}{unit}, and a mechanism "
    "cannot follow a jump. Let it change over some way or time, as step(...) does."
)


def check_leaps(plan: Plan, times: Array) -> None:
    """Raise MotionError where a driver jumps at one of some times [s]."""
    for t in np.unique(times).tolist():
        beside = 4.0 * float(np.spacing(abs(t)))
        if words := driver_words(plan, t - beside, t + beside):
            raise MotionError(f"'{plan.name}' cannot be simulated past t = {t:.9g} s: {words}")


def passed_leap(plan: Plan, times: Array) -> str:
    """Return the words for a driver of a Python function that jumped on the way through some times; "" where none did.

    Steps that are fixed, or long, go across. A function that does not jump changes by what its rates tell, up to the
    fifth power of the time between: halves of what does not are looked at, until there is a jump or none.
    """
    for equation in plan.equations:
        if equation.driver and equation.function is not None and _is_python(equation.function.node):
            allowed = LEAP * (plan.length if equation.is_length else 1.0)
            for k in np.flatnonzero(_unexplained(equation.function, times) > allowed).tolist():
                t, then = _narrowed(equation.function, times[k], times[k + 1], allowed)
                if words := driver_words(plan, t, then):
                    return f" At t = {t:.9g} s {words}"
    return ""


def _is_python(node: Node | None) -> bool:
    parts = () if node is None else walk(node)
    return any(isinstance(part, Apply) and isinstance(part.function, PythonFunction) for part in parts)


def _unexplained(function: Program, times: Array) -> Array:
    """Return what rates and their changes do not explain of a function's changes between times (times - 1,)."""
    value, rate, bend = run_along(times, function, [], 3).T
    h = np.diff(times)
    explained = h * (rate[1:] + rate[:-1]) / 2.0 - h * h * np.diff(bend) / 12.0
    return np.asarray(np.abs(np.diff(value) - explained))


def _narrowed(function: Program, t: float, then: float, allowed: float) -> tuple[float, float]:
    """Return the times next to each other between which a function changes by more than its rates explain, if any."""
    while then - t > 8.0 * float(np.spacing(max(abs(t), abs(then)))):
        middle = 0.5 * (t + then)
        halves = _unexplained(function, np.array([t, middle, then]))
        if not halves.max() > allowed:
            break
        t, then = (t, middle) if halves[0] >= halves[1] else (middle, then)
    return t, then


def leap_words(plan: Plan, q: Array, t: float, then: float) -> str:
    """Return the words for a driver or an equation that jumps between two times at a position; "" where none does."""
    if words := driver_words(plan, t, then):
        return words
    engine = Engine(plan)
    was, becomes = engine.residuals(q, t), engine.residuals(q, then)
    sizes = np.array([plan.length if e.is_length else 1.0 for e in plan.equations])
    opened = np.flatnonzero(abs(becomes - was) > LEAP * sizes).tolist()
    first = next((k for k in opened if not plan.equations[k].driver), None)
    return "" if first is None else equation_words(plan.equations[first], was[first], becomes[first])


def driver_words(plan: Plan, t: float, then: float) -> str:
    """Return the words for a driver that jumps between two times; "" where none does."""
    at, behind = plan.function_values(t), plan.function_values(then)
    for driver in plan.model.drivers.values():
        (before, rate), (after, rate_then) = at[driver.name][:2], behind[driver.name][:2]
        size = plan.length if unit_of_driver(plan, driver) == "m" else 1.0
        if abs(after - before) > 2.0 * (then - t) * max(abs(rate), abs(rate_then)) + LEAP * size:
            both = {"before": amount(plan, driver, before), "after": amount(plan, driver, after)}
            return DRIVER.format(name=driver.name, rise=after - before, t=t, **both)
    return ""


def equation_words(equation: Equation, before: float, after: float) -> str:
    """Return the words for an equation of positions that jumps from one value to another [m, rad]."""
    unit = " m" if equation.is_length else ""
    return EQUATION.format(name=equation.owner, before=before, after=after, unit=unit)


def unit_of_driver(plan: Plan, driver: Driver) -> str:
    """Return the unit of what a driver drives."""
    if plan.writer.combinations.find(driver.quantity) is not None:
        return "m"
    return plan.writer.quantities.measure(driver.quantity).unit


def amount(plan: Plan, driver: Driver, value: float) -> str:
    """Return a value of a driver with its unit; an angle of up to a turn also in degrees."""
    unit, value = unit_of_driver(plan, driver), round(value, 12)  # rounding of a jump to zero tells nothing
    degrees = f" ({np.degrees(value):.6g} deg)" if unit == "rad" and 0 < abs(value) <= 2 * np.pi else ""
    return f"{value:.9g} {unit}".rstrip() + degrees
