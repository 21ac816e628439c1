"""Three angles of a body over time, in any of the twelve sequences of axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array, Flags
from ..base import angles as sequences
from .short import Short

if TYPE_CHECKING:
    from .parts import BodyMotion


@dataclass(frozen=True, repr=False)
class BodyAngles(Short):
    """Three angles of a body over time, with their rates.

    Attributes
    ----------
    sequence : str
        Body axes in the order of the turns.
    values : array, shape (times, 3)
        First, second and third angle, continuous over any number of turns and through critical positions [rad].
    rates : array, shape (times, 3)
        Their time derivatives [rad/s]; NaN in a motion without velocities.
    critical : array of bool, shape (times,)
        Where the first and the third axis are parallel, so that only the sum or the difference of the first and the
        third angle is unique. There the third angle keeps its last value (0 at the start), and the rates are the
        smallest whose angular velocity is nearest to the body's.
    status : str
        A sentence on the critical positions.
    """

    sequence: str
    values: Array
    rates: Array
    critical: Flags
    status: str

    def __str__(self) -> str:
        return self.status


def body_angles(body: BodyMotion, sequence: str) -> BodyAngles:
    """Return the angles of a body in space; raises ModelError with the legal sequences."""
    values, critical = _followed(sequence, body)
    rates, _ = sequences.rates(sequence, values, body.angular_velocity)
    status = _sentence(sequence, body, values[:, 1], critical)
    return BodyAngles(sequence, values, rates, critical, status)


def _followed(sequence: str, body: BodyMotion) -> tuple[Array, Flags]:
    """Return continuous angles: of all that have the matrix, those nearest to where the rates lead."""
    values, critical = sequences.from_matrix(sequence, body.rotation)
    omega = np.nan_to_num(body.angular_velocity)
    speeds = _speeds(sequence, values, omega)
    for k in range(1, len(values)):
        if critical[k]:
            values[k], _ = sequences.from_matrix(sequence, body.rotation[k], values[k - 1, 2])
            speeds[k] = _speeds(sequence, values[k], omega[k])
        step = body.time[k] - body.time[k - 1]
        near, miss = _nearest(values[k], values[k - 1] + _growth(speeds[k - 1], speeds[k], step))
        if not critical[k]:
            other, speed = sequences.same_turn(sequence, values[k]), speeds[k] * (1.0, -1.0, 1.0)
            far, far_miss = _nearest(other, values[k - 1] + _growth(speeds[k - 1], speed, step))
            # The other set, with its second angle outside the usual range, is taken only where it clearly goes on.
            if far_miss < 0.5 * miss:
                near, speeds[k] = far, speed
        values[k] = near
    return values, critical


def _speeds(sequence: str, values: Array, omega: Array) -> Array:
    """Return the rates that the angles follow: at critical positions those with the third angle held."""
    speeds, critical = sequences.rates(sequence, values, omega)
    first, second, third = np.moveaxis(speeds, -1, 0)
    both = first + np.sign(sequences.parallel(sequence, values[..., 1])) * third
    held = np.stack([both, second, np.zeros_like(third)], axis=-1)
    return np.where(critical[..., None], held, speeds)


def _growth(before: Array, after: Array, step: float) -> Array:
    """Return by how much angles grow in a step: by the mean rate, or by the smaller one if they differ too much.

    Near a critical position rates have peaks of the height 1/sine that last for a moment only; a peak met by chance
    says nothing about the step as a whole. Half a turn is what the nearest full turn can make good.
    """
    smaller = np.where(np.abs(before) < np.abs(after), before, after)
    smooth = np.abs(after - before) * step <= np.pi
    return np.where(smooth, 0.5 * (before + after), smaller) * step


def _nearest(angles: Array, expected: Array) -> tuple[Array, float]:
    """Return angles with the full turns that bring them nearest to those expected, and by how much they miss."""
    turned = sequences.nearest_turn(angles, expected)
    return turned, float(np.linalg.norm(turned - expected))


def _sentence(sequence: str, body: BodyMotion, second: Array, critical: Flags) -> str:
    if not critical.any():
        return f"The {sequence} angles of '{body.name}' are unique at all times given."
    signs = np.sign(sequences.parallel(sequence, second[critical]))
    unique = [word for sign, word in ((1, "sum"), (-1, "difference")) if sign in signs]
    return (
        f"The {sequence} angles of '{body.name}' are at a critical position at t = {_listed(body.time[critical])} s: "
        f"the second angle is {_degrees(second[critical])} degrees, the first and the third axis are parallel, and "
        f"only the {' or the '.join(unique)} of the first and the third angle is unique. The third angle keeps its "
        f"last value there, and the rates are the smallest that fit. Another sequence has its critical position "
        f"elsewhere."
    )


def _listed(times: Array) -> str:
    """Return up to five times in words."""
    shown = [f"{t:.9g}" for t in times]
    return ", ".join(shown if len(shown) <= 5 else [*shown[:4], "...", shown[-1]])


def _degrees(second: Array) -> str:
    """Return the critical second angles, whole turns taken off."""
    whole = np.unique(np.round(np.degrees(second)).astype(int) % 360)
    return " or ".join(str(d if d <= 180 else d - 360) for d in whole)
