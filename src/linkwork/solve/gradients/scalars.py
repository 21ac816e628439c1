"""What a gradient is of: one number of an analysis, written in words.

``"peak of B.force.size"``, ``"mean of motor.effort"``, ``"final A.angle"``, ``"B.force.x at 0.3 s"``,
``"time of A.angle > 90 deg"``, ``"period of rate(A.angle) > 0"``, ``"frequency of mode 1"``; a quantity by itself
where the analysis has one instant only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Ints
from ...errors import ModelError, check_word, nearest
from ...expressions import evaluate, units

REDUCED = ("peak", "max", "min", "mean", "rms", "integral")
OF_MODES = ("frequency", "natural frequency", "damping ratio")
OF_EVENTS = ("time", "period")

_PATTERN = re.compile(rf"({'|'.join((*REDUCED, *OF_EVENTS, *OF_MODES))})\s+of\s+(.+)", re.DOTALL)

_UNKNOWN = re.compile(r"([^\W\d]\w*)\s+(?:of\s+)?[^\W\d]\w*")
"""A word before a quantity: no expression has two names in a row, but for those of parts."""

CLOSE = 1e-3
"""Peaks at other instants that are lower by less than this share are told."""


@dataclass(frozen=True)
class Scalar:
    """One number of an analysis.

    Attributes
    ----------
    text : str
        As it was asked for.
    kind : str
        One of the words above, "final", "at", or "" for a quantity of one instant.
    quantity : str
        The quantity, the event, or the number of the mode.
    time : float
        Of "at" [s].
    """

    text: str
    kind: str
    quantity: str
    time: float = 0.0

    @property
    def instants(self) -> bool:
        """Whether it is a quantity at one instant."""
        return self.kind in ("", "final", "at", "peak", "max", "min")

    def value(self, time: Array, values: Array) -> float:
        """Return it from the values of the quantity over time."""
        k = self.place(time, values)
        if k >= 0:
            return float(abs(values[k]) if self.kind == "peak" else values[k])
        if self.kind == "rms":
            return float(np.sqrt(self.weights(time) @ values**2))
        return float(self.weights(time) @ values)

    def place(self, time: Array, values: Array) -> int:
        """Return the place in time that it is read at; -1 where all count."""
        match self.kind:
            case "peak":
                return int(np.argmax(np.abs(values)))
            case "max":
                return int(np.argmax(values))
            case "min":
                return int(np.argmin(values))
            case "at":
                return int(np.argmin(np.abs(time - self.time)))
        return len(time) - 1 if self.kind in ("", "final") else -1

    def weights(self, time: Array) -> Array:
        """Return what the values at each time count, for means and integrals by trapezoids."""
        if len(time) < 2:
            raise ModelError(f"'{self.text}' needs more than one time.")
        gaps = np.diff(time)
        weights = 0.5 * (np.append(gaps, 0.0) + np.insert(gaps, 0, 0.0))
        return np.asarray(weights if self.kind == "integral" else weights / (time[-1] - time[0]))

    def places(self, time: Array, values: Array) -> Ints:
        """Return the places in time whose values count."""
        k = self.place(time, values)
        return np.arange(len(time)) if k < 0 else np.array([k], np.int64)

    def slope(self, time: Array, values: Array, slopes: Array) -> Array:
        """Return its derivatives (variables,) from those of the quantity (places, variables).

        At a peak time is held: that its instant moves changes nothing to first order.
        """
        k = self.place(time, values)
        if k >= 0:
            return np.asarray(slopes[0] * (np.sign(values[k]) if self.kind == "peak" else 1.0))
        if self.kind == "rms":
            return np.asarray(self.weights(time) @ (values[:, None] * slopes) / self.value(time, values))
        return np.asarray(self.weights(time) @ slopes)

    def note(self, time: Array, values: Array) -> str:
        """Return a sentence where another instant has almost the same peak."""
        if self.kind not in ("peak", "max", "min"):
            return ""
        size = {"peak": np.abs(values), "max": values, "min": -values}[self.kind]
        k, spread = int(np.argmax(size)), float(np.ptp(values)) or 1.0
        inner = np.r_[True, size[1:] >= size[:-1]] & np.r_[size[:-1] >= size[1:], True]
        others = [int(i) for i in np.flatnonzero(inner & (size > size[k] - CLOSE * spread)) if abs(i - k) > 1]
        if not others or spread <= 1e-9 * float(size[k]):
            return ""
        return (
            f"The {self.kind} at t = {time[k]:g} s is almost reached at t = {time[others[0]]:g} s, too: beyond small "
            f"changes the other one may be the largest, and the derivative jumps."
        )


def read_scalar(text: str, analysis: str, owners: Iterable[str] = ()) -> Scalar:
    """Return what a text asks for, of owners with names; raises ModelError where the analysis has no such number."""
    if not isinstance(text, str) or not text.strip():
        raise ModelError(f"of is a text such as 'peak of B.force.size' or 'A.angle at 0.3 s', not {text!r}.")
    found = _read(text.strip())
    if not found.kind and not found.quantity.startswith(tuple(owner for owner in owners if " " in owner)):
        _check_words(found.quantity)
    if (found.kind in OF_MODES) != (analysis == "modes"):
        raise ModelError(
            f"'{text}': analysis='modes' has numbers such as 'frequency of mode 1' and 'damping ratio of mode 2', and "
            f"these come from no other."
        )
    if found.kind in OF_EVENTS and analysis != "simulate":
        raise ModelError(f"'{text}': events have times in a simulation: analysis='simulate'.")
    if found.kind and analysis in ("assemble", "equilibrium"):
        raise ModelError(f"'{text}': {analysis} has one instant only; ask for '{found.quantity}' by itself.")
    if not found.kind and analysis in ("move", "inverse", "simulate"):
        words = ", ".join(f"'{word} of {text}'" for word in REDUCED[:3])
        raise ModelError(f"'{text}' changes with time: ask for {words}, '{text} at 0.3 s', 'final {text}' ...")
    return found


def _check_words(text: str) -> None:
    """Raise ModelError where a word before a quantity means nothing."""
    if unknown := _UNKNOWN.match(text):
        known = [*(f"{word} of" for word in (*REDUCED, *OF_EVENTS, *OF_MODES)), "final"]
        raise ModelError(
            f"'{text}': there is no number '{unknown[1]}' of an analysis. {nearest(unknown[1], known)} "
            f"An instant is written behind the quantity: 'A.angle at 0.3 s'."
        )


def _read(text: str) -> Scalar:
    match = _PATTERN.fullmatch(text)
    if match:
        kind, rest = match[1], match[2].strip()
        if kind in OF_MODES:
            number = rest.removeprefix("mode").strip()
            check_word("mode", "a number" if number.isdigit() else number, ("a number",))
            return Scalar(text, kind, number)
        return Scalar(text, kind, rest)
    if text.startswith("final "):
        return Scalar(text, "final", text.removeprefix("final ").strip())
    head, at, tail = text.rpartition(" at ")
    if at:
        return Scalar(text, "at", head.strip(), float(evaluate(tail.strip(), units.TIME)))
    return Scalar(text, "", text)
