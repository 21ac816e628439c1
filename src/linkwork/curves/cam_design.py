"""What a cam is judged by: pressure angle, curvature, undercut, and the base circle that keeps them within limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from math import pi

import numpy as np

from linkwork.errors import ExpressionError
from linkwork.expressions.units import ANGLE, LENGTH
from linkwork.functions import TimeFunction

from ..arrays import Array
from .base import Parameters
from .followers import Follower, Shape
from .formulas import changes_of, parted

GRID, STRETCH = 7200, 64
"""Cam angles at which peaks are looked for, in a turn: every 0.05 deg; and in each stretch between two changes of the
motion, however short it is."""

FINER, ROUNDS = 40, 4
"""A peak is looked for between its neighbours again: so many parts, so often."""

CLOSING = 1e-9
"""By how much the lift may differ after a turn, as a share of the base circle or of a radian."""

BROKEN, MOST, HALVINGS = 1e-6, 8, 45
"""Jump of the lift or of its slope, as a share of the lift, that breaks a profile; how many suspected places are looked
at; and how often the way to one is halved."""

STEP = (
    "its lift jumps from {before:.6g} to {after:.6g} {unit} at a cam angle of {at:.6g} deg: the cam would have a step. "
    "Let it rise over some angle."
)

KINK = (
    "its lift has a kink at a cam angle of {at:.6g} deg, where its slope goes from {before:.6g} to {after:.6g} "
    "{unit}/rad: the follower's velocity would jump, and the profile break off. Round it, or write segments such as "
    "('90 deg', level, 'cycloidal')."
)

TURN = 2 * pi


class Design:
    """A follower and its lift, judged over a turn of the cam."""

    def __init__(self, follower: Follower, lift: TimeFunction, parameters: Parameters) -> None:
        self.follower, self.lift, self.parameters = follower, lift, parameters
        places = changes_of(lift, parameters, ANGLE if follower.oscillating else LENGTH)
        self.breaks = parted(places, 0.0, TURN)

    def motion(self, u: Array) -> Array:
        """Return lift and three derivatives at cam angles, [4, ...]."""
        found: Array = np.moveaxis(self.lift.derivatives(np.mod(u, TURN), self.parameters), -1, 0)
        return found

    def shape(self, u: Array, curvature: float = 0.0) -> Shape:
        """Return the profile at cam angles."""
        return self.follower.shape(self.motion(u), u, curvature)

    @cached_property
    def angles(self) -> Array:
        """Cam angles at which peaks are looked for: a grid, and both sides of every place where the motion changes."""
        inner = np.array(self.breaks)
        near = min(1e-9, float(np.diff(inner).min()) / 4)
        shares = np.linspace(0, 1, STRETCH + 1)[:, None]
        within = ((1 - shares) * (inner[:-1] + near) + shares * (inner[1:] - near)).ravel()
        return np.unique(np.concatenate([np.linspace(0, TURN, GRID + 1)[:-1], within]))

    @cached_property
    def _grid(self) -> Array:
        return self.motion(self.angles)

    def _over_turn(self, follower: Follower, curvature: float = 0.0) -> Shape:
        return follower.shape(self._grid, self.angles, curvature)

    def unfit(self) -> str:
        """Return why a cam cannot have this lift, whatever its curvature; empty if it can."""
        ends = self.lift.derivatives(np.array([0.0, TURN]), self.parameters)[:, 0]
        follower, unit = self.follower, "rad" if self.follower.oscillating else "m"
        least = CLOSING * (1.0 if follower.oscillating else follower.base)
        if abs(ends[1] - ends[0]) > least:
            return (
                f"its lift is {ends[0]:.6g} {unit} at the cam angle u = 0 and {ends[1]:.6g} {unit} after a turn, at "
                f"u = 2 pi: the cam would have a step. Let it end where it begins."
            )
        if broken := self._broken(unit):
            return broken
        low, start = float(self._grid[0].min()), follower.start()
        if follower.oscillating:
            high = float(self._grid[0].max())
            if not follower.flat and not 0.0 < start + low <= start + high < pi:
                return (
                    f"its arm stands at {start:.6g} rad from the line of centres at no lift and goes from {low:.6g} to "
                    f"{high:.6g} rad from there: it would pass that line, and the cam's centre. Give a smaller lift."
                )
        elif not start + low > follower.roller:
            reach = start - follower.roller
            return (
                f"its lift goes down to {low:.6g} m, and a profile that is {reach:.6g} m from the cam's centre at no "
                f"lift ends there. Levels count from the base circle of {follower.base:.6g} m: raise them, or it."
            )
        if np.ptp(self._grid[0]) <= least:
            return (
                f"its lift is {ends[0]:.6g} {unit} at every cam angle: the follower would never move. Write a lift "
                f"that changes with the cam angle u, or segments such as ('90 deg', level, 'cycloidal')."
            )
        return ""

    def _broken(self, unit: str) -> str:
        """Return where the lift or its slope jumps, in words; empty if nowhere."""
        for order, words in enumerate((STEP, KINK)):
            found, slope = self._grid[order], abs(self._grid[order + 1])
            apart = abs(np.diff(found, append=found[:1]))
            way = np.diff(self.angles, append=self.angles[0] + TURN)
            least = BROKEN * float(np.ptp(self._grid[0]))
            steep = apart - 2.0 * way * np.maximum(slope, np.roll(slope, -1)) - least
            for k in np.argsort(-steep)[: np.count_nonzero(steep > 0.0)][:MOST].tolist():
                low, high = self._narrowed(float(self.angles[k]), float(self.angles[k] + way[k]), order)
                before, after = self.motion(np.array([low, high]))[order].tolist()
                if abs(after - before) > least:
                    at = np.degrees(np.mod(high, TURN))
                    return words.format(at=at, before=before, after=after, unit=unit)
        return ""

    def _narrowed(self, low: float, high: float, order: int) -> tuple[float, float]:
        """Return neighbouring cam angles, the half kept in which the lift, or its slope, changes more."""
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            a, b, c = self.motion(np.array([low, middle, high]))[order].tolist()
            low, high = (low, middle) if abs(b - a) > abs(c - b) else (middle, high)
        return low, high

    def _peak(self, k: int, size: Callable[[Shape], Array]) -> tuple[float, float]:
        """Return the largest size of a shape next to angle k, and its cam angle [rad]."""
        last = len(self.angles) - 1
        low, high = self.angles[max(k - 1, 0)], self.angles[min(k + 1, last)]
        best, at = -np.inf, float(self.angles[k])
        for _ in range(ROUNDS):
            u = np.append(np.linspace(low, high, FINER + 1), at)
            found = size(self.shape(u))
            best, at = float(found.max()), float(u[int(np.argmax(found))])
            low, high = max(low, at - (high - low) / FINER), min(high, at + (high - low) / FINER)
        return best, at

    def undercut(self) -> str:
        """Return where and why the follower cuts off the profile; empty if it does not."""
        shape = self._over_turn(self.follower)
        k = int(np.argmin(shape.margin))
        if shape.margin[k] > 0.0:
            return ""
        at = f"{np.degrees(self.angles[k]):.4g} deg"
        if self.follower.flat:
            why = (
                f"the profile is undercut at a cam angle of {at}: its radius of curvature would be "
                f"{shape.radius[k] * 1e3:.4g} mm there, and a flat face needs one that bulges."
            )
        else:
            why = (
                f"the profile is undercut at a cam angle of {at}: the pitch curve has a radius of curvature of "
                f"{(shape.radius[k] + self.follower.roller) * 1e3:.4g} mm there, the roller one of "
                f"{self.follower.roller * 1e3:.4g} mm."
            )
        try:
            return f"{why} A base circle of more than {self.smallest_base(pi, 0.0) * 1e3:.6g} mm avoids it."
        except ExpressionError:
            return f"{why} No base circle avoids it with this follower."

    def _keeps(self, base: float, pressure: float, curvature: float) -> bool:
        follower = replace(self.follower, base=base)
        try:
            shape = self._over_turn(follower, curvature)
        except ExpressionError:
            return False
        return bool(_steepness(shape).max() <= pressure and shape.margin.min() >= 0.0)

    def smallest_base(self, pressure: float, curvature: float) -> float:
        """Return the smallest base radius that keeps a pressure angle [rad] and a radius of curvature [m]; 0 if all do.

        From the largest of many radii that fails on, by bisection: what fails need not fail on one side only.
        """
        scale = max(self.follower.base, float(np.ptp(self._grid[0])) if not self.follower.oscillating else 0.0)
        bases = scale * np.geomspace(1e-3, 1e3, 241)
        good = [self._keeps(base, pressure, curvature) for base in bases]
        if not any(good):
            raise ExpressionError(
                f"no base circle keeps a pressure angle of {np.degrees(pressure):.4g} deg and a radius of curvature of "
                f"{curvature * 1e3:.4g} mm; try another offset, a longer rise, or wider limits."
            )
        last = len(good) - 1 - good[::-1].index(True)
        low = last
        while low > 0 and good[low - 1]:
            low -= 1
        if low == 0:
            return 0.0
        fails, keeps = bases[low - 1], bases[low]
        while keeps - fails > 1e-12 * keeps:
            middle = (fails + keeps) / 2
            fails, keeps = (fails, middle) if self._keeps(middle, pressure, curvature) else (middle, keeps)
        return float(keeps)

    def summary(self, kind: str) -> str:
        """Return what matters in sentences."""
        shape, follower = self._over_turn(self.follower), self.follower
        motion = "oscillating" if follower.oscillating else "translating"
        lift = float(np.ptp(self._grid[0]))
        shown = f"{np.degrees(lift):.5g} deg" if follower.oscillating else f"{lift * 1e3:.5g} mm"
        if wrong := self.unfit():
            return f"Cam with {motion} {kind} follower that cannot be made: {wrong}"
        steepest, at = self._peak(int(np.argmax(_steepness(shape))), _steepness)
        tightest, there = self._peak(int(np.argmax(_tightness(shape))), _tightness)
        least = 1e3 / tightest if tightest > 0.0 else np.inf
        lines = [
            f"Cam with {motion} {kind} follower: lift {shown} on a base circle of {follower.base * 1e3:.5g} mm.",
            f"Largest pressure angle {np.degrees(steepest):.4g} deg, {_at(at)}",
            f"Smallest radius of curvature of the profile {least:.4g} mm, {_at(there)}",
        ]
        trouble = self.undercut()
        if trouble:
            lines[2] = trouble[0].upper() + trouble[1:]
        elif (shape.radius < 0.0).any():
            hollow = float((-shape.radius[shape.radius < 0.0]).min())
            lines.append(f"It is hollow in places: the radius of a grinding wheel must be below {hollow * 1e3:.4g} mm.")
        return "\n".join(lines)


def _at(u: float) -> str:
    return f"at a cam angle of {np.degrees(u):.4g} deg."


def _steepness(shape: Shape) -> Array:
    """Return the size of the pressure angle [rad]."""
    return np.abs(shape.pressure)


def _tightness(shape: Shape) -> Array:
    """Return the curvature where the profile bulges, else zero [1/m]."""
    return np.asarray(np.where(shape.radius > 0.0, 1.0 / np.where(shape.radius > 0.0, shape.radius, np.inf), 0.0))
