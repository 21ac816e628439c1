"""Disc cams: from the program of the follower to the profile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import pi
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from linkwork.base.pictures import picture
from linkwork.errors import ExpressionError, ModelError
from linkwork.expressions.units import ANGLE, LENGTH
from linkwork.functions import TimeFunction

from ..arrays import Array
from .base import Curve, Parameters, Value, curve_kind, entry, number, of_own_parameter, positive
from .cam_design import Design
from .fit import fit
from .followers import Follower
from .formulas import closed_well, of_parameter
from .program import Segment, lift_of
from .solved import Solved, parameters_of

FOLLOWERS = ("roller", "knife", "flat")


@curve_kind("cam")
@dataclass(frozen=True)
class Cam(Curve):
    """Disc cam: the curve is its profile, for a follower that moves by a program; its parameter is the cam angle."""

    program: tuple[Segment, ...] | TimeFunction = entry("program", "segments, or the lift as a function of the angle u")
    base_radius: Value = entry("value", "radius of the base circle, at no lift [m]")
    follower: str = entry("choice", "what touches the cam", "roller", FOLLOWERS)
    roller_radius: Value = entry("value", "radius of the roller [m]", 0.0)
    offset: Value = entry("value", "of the follower's line from the centre, or of a flat face from its pivot [m]", 0.0)
    pivot: Value | None = entry("value", "distance of an oscillating follower's pivot from the centre [m]", None)
    arm: Value | None = entry("value", "from the pivot to the roller or edge [m]", None)
    clockwise: bool = entry("switch", "whether the cam turns clockwise", False)

    # ---- in numbers

    def geometry(self, parameters: Parameters | None = None) -> Follower:
        """Return the follower in numbers."""
        known = parameters or {}
        base = positive(self.base_radius, "base_radius", known)
        roller = number(self.roller_radius, "roller_radius", known)
        if self.follower == "roller" and not roller > 0.0:
            raise ExpressionError(f"roller_radius is '{self.roller_radius}'; a roller needs one, a 'knife' has none.")
        if self.follower != "roller" and roller != 0.0:
            raise ExpressionError(f"a {self.follower} follower has no roller; roller_radius is '{self.roller_radius}'.")
        pivot = 0.0 if self.pivot is None else positive(self.pivot, "pivot", known)
        arm = 0.0 if self.arm is None else positive(self.arm, "arm", known)
        flat = self.follower == "flat"
        if flat and arm > 0.0:
            raise ExpressionError("a flat follower has no arm: its face is 'offset' away from its pivot.")
        if not flat and (pivot > 0.0) != (arm > 0.0):
            raise ExpressionError("an oscillating follower needs both pivot and arm, a translating one neither.")
        turn = -1.0 if self.clockwise else 1.0
        return Follower(base, roller, number(self.offset, "offset", known), pivot, arm, turn, flat)

    def lift_function(self, parameters: Parameters | None = None) -> TimeFunction:
        """Return the lift [m or rad] as a function of the cam angle, from 0 to a turn."""
        if isinstance(self.program, TimeFunction):
            return of_parameter(self.program, parameters or {})
        return lift_of(self.program, LENGTH if self.pivot is None else ANGLE, parameters or {})

    def _solve(self, parameters: Parameters) -> Solved:
        follower, lift = self.geometry(parameters), self.lift_function(parameters)
        design = Design(follower, lift, parameters)
        if wrong := design.unfit() or design.undercut():
            raise ExpressionError(wrong)

        def derivatives(u: Array) -> Array:
            c = follower.shape(design.motion(u), u).profile
            return np.array([[z.real, z.imag] for z in c])

        return closed_well(Solved(*fit(derivatives, 2, design.breaks), True))

    @cached_property
    def design(self) -> Design:
        """What the cam is judged by, without parameters of a model."""
        return Design(self.geometry(), self.lift_function(), {})

    @property
    def pitch(self) -> Pitch:
        """The pitch curve: the way of the roller's centre, as the cam sees it."""
        return Pitch(self)

    # ---- what can be asked

    def motion(self, u: ArrayLike) -> Array:
        """Return lift, velocity, acceleration and jerk at cam angles u, along the first axis [m or rad, per rad^n].

        At a speed w of the cam the n-th of them is to be multiplied by w^n.
        """
        return self.design.motion(parameters_of(u))

    def pressure_angle(self, u: ArrayLike) -> Array:
        """Return the angle between the common normal and the way of the follower [rad]."""
        return self.design.shape(parameters_of(u)).pressure

    def radius_of_curvature(self, u: ArrayLike) -> Array:
        """Return the radius of curvature of the profile, negative where it is hollow [m]."""
        return self.design.shape(parameters_of(u)).radius

    @property
    def undercut(self) -> str:
        """Where and why the profile is cut off by the follower, and what avoids it; empty if it is not."""
        sentence = self.design.unfit() or self.design.undercut()
        return sentence[:1].upper() + sentence[1:]

    def smallest_base(self, pressure_angle: float | str | None = None, curvature: float | str = 0.0) -> float:
        """Return the smallest base radius that keeps limits [m]; 0 where any base circle does.

        Parameters
        ----------
        pressure_angle : float or str, optional
            Largest pressure angle, such as ``"30 deg"``.
        curvature : float or str
            Least radius of curvature where the profile bulges; 0: just no undercut.

        Raises
        ------
        ExpressionError
            When no base circle keeps them.
        """
        limit = pi if pressure_angle is None else number(pressure_angle, "pressure_angle", {}, ANGLE)
        return self.design.smallest_base(limit, number(curvature, "curvature", {}))

    def with_base(self, radius: Value) -> Cam:
        """Return the same cam on another base circle."""
        return replace(self, base_radius=radius)

    def __str__(self) -> str:
        try:
            return self.design.summary(self.follower)
        except ExpressionError as error:  # it may have parameters of a model
            given = {name: value for name, value in vars(self).items() if isinstance(value, str) and value}
            words = ", ".join(f"{name} {value}" for name, value in given.items())
            return f"Cam with {words}. Without parameters of a model: {of_own_parameter(str(error))}"

    # ---- files and pictures

    def to_csv(self, path: str | Path, count: int = 361) -> None:
        """Write motion, pressure angle, curvature and profile over the cam angle, SI units, angles in degrees."""
        from .cam_files import write_csv

        if not isinstance(count, int) or count < 2:
            raise ModelError(f"count= is how many lines the table has, a whole number from 2 on, not {count!r}.")
        write_csv(self, path, count)

    def to_dxf(self, path: str | Path, tolerance: float | str = "1 um") -> None:
        """Write the profile as a closed polyline in mm (DXF R12), its chords within a tolerance of the curve."""
        from .cam_files import write_dxf

        within = number(tolerance, "tolerance", {})
        if not within > 0.0:
            raise ModelError(f"tolerance= is how far chords may leave the profile, more than 0 m, not {tolerance!r}.")
        write_dxf(self, path, within)

    def plot(self, path: str | Path | None = None) -> Any:
        """Plot motion and profile; return the matplotlib figure, and save it if a path is given."""
        return picture("plot_cam")(self, path)


@dataclass(frozen=True)
class Pitch(Curve):
    """The way of the centre of the roller of a cam, as the cam sees it."""

    KIND: ClassVar[str] = "pitch curve"

    cam: Cam

    def _solve(self, parameters: Parameters) -> Solved:
        follower, lift = self.cam.geometry(parameters), self.cam.lift_function(parameters)
        if follower.flat:
            raise ExpressionError("a flat follower has no centre.")
        design = Design(follower, lift, parameters)

        def derivatives(u: Array) -> Array:
            return np.array([[z.real, z.imag] for z in follower.pitch(design.motion(u), u)])

        return closed_well(Solved(*fit(derivatives, 3, design.breaks), True))
