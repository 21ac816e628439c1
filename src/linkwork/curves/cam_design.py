"""What a cam is judged by: pressure angle, curvature, undercut, and the base circle that keeps them within limits."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import pi

import numpy as np

from linkwork.errors import ExpressionError
from linkwork.functions import TimeFunction

from .base import Array, Parameters
from .followers import Follower, Shape

GRID = 7200
"""Cam angles at which peaks are looked for, in a turn: every 0.05 deg."""

TURN = 2 * pi


class Design:
    """A follower and its lift, judged over a turn of the cam."""

    def __init__(self, follower: Follower, lift: TimeFunction, parameters: Parameters) -> None:
        self.follower, self.lift, self.parameters = follower, lift, parameters
        places = lift.program(parameters).breaks
        self.breaks = [0.0, *sorted(p for p in places if 1e-12 < p < TURN - 1e-12), TURN]

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
        near = np.concatenate([inner[:-1] + 1e-9, inner[1:] - 1e-9])
        return np.unique(np.concatenate([np.linspace(0, TURN, GRID + 1)[:-1], near]))

    @cached_property
    def _grid(self) -> Array:
        return self.motion(self.angles)

    def _over_turn(self, follower: Follower, curvature: float = 0.0) -> Shape:
        return follower.shape(self._grid, self.angles, curvature)

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
        return bool(np.abs(shape.pressure).max() <= pressure and shape.margin.min() >= 0.0)

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
        k = int(np.argmax(np.abs(shape.pressure)))
        bulging = np.where(shape.radius > 0.0, shape.radius, np.inf)
        n = int(np.argmin(bulging))
        at = [f"at a cam angle of {np.degrees(self.angles[i]):.4g} deg." for i in (k, n)]
        lines = [
            f"Cam with {motion} {kind} follower: lift {shown} on a base circle of {follower.base * 1e3:.5g} mm.",
            f"Largest pressure angle {np.degrees(abs(shape.pressure[k])):.4g} deg, {at[0]}",
            f"Smallest radius of curvature of the profile {bulging[n] * 1e3:.4g} mm, {at[1]}",
        ]
        trouble = self.undercut()
        if trouble:
            lines[2] = trouble[0].upper() + trouble[1:]
        elif (shape.radius < 0.0).any():
            hollow = float((-shape.radius[shape.radius < 0.0]).min())
            lines.append(f"It is hollow in places: the radius of a grinding wheel must be below {hollow * 1e3:.4g} mm.")
        return "\n".join(lines)
