"""Points, bodies and joints over time, as plain arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..errors import ModelError, nearest
from ..model.aliases import SUFFIXES
from .angles import BodyAngles, body_angles
from .series import Series
from .short import Short


@dataclass(frozen=True, repr=False)
class PointMotion(Short):
    """A point over time: arrays of shape (times, 2) in the plane, (times, 3) in space, in ground axes."""

    position: Array
    velocity: Array
    acceleration: Array
    jerk: Array


@dataclass(frozen=True, repr=False)
class BodyMotion(Short):
    """A body over time.

    Attributes
    ----------
    position, velocity, acceleration, jerk : array, shape (times, 2) or (times, 3)
        Of the body's origin, in ground axes [m, m/s, m/s^2, m/s^3].
    angle : array, shape (times,)
        In the plane: the body's angle, continuous over any number of turns [rad]. In space: the
        angle of its rotation.
    rotation : array, shape (times, 3, 3)
        Columns: the body's axes in ground axes (in the plane: first axis, second axis, normal).
    angular_velocity, angular_acceleration, angular_jerk : array
        Shape (times,) in the plane, (times, 3) in ground axes in space [rad/s ...].
    euler_parameters : array, shape (times, 4)
        Of the body's axes in ground axes (in the plane: first axis, second axis, normal), scalar first.
    name : str
    time : array, shape (times,)
        [s].
    """

    position: Array
    velocity: Array
    acceleration: Array
    jerk: Array
    angle: Array
    rotation: Array
    angular_velocity: Array
    angular_acceleration: Array
    angular_jerk: Array
    euler_parameters: Array
    name: str
    time: Array

    @property
    def body_angular_velocity(self) -> Array:
        """Angular velocity in the axes of the body, shape (times, 3); in the plane as it is, (times,) [rad/s]."""
        if self.angular_velocity.ndim == 1:
            return self.angular_velocity
        return np.asarray(np.einsum("tji,tj->ti", self.rotation, self.angular_velocity))

    def angles(self, sequence: str) -> BodyAngles:
        """Return three angles of the body over time with their rates, in one of the twelve sequences of axes.

        Parameters
        ----------
        sequence : str
            Body axes in the order of the turns: ``"zxz"`` for Euler angles, ``"xyz"`` for Bryant angles, ``"zyx"``
            for yaw, pitch and roll, or one of the nine others; see `linkwork.angles`.

        Examples
        --------
        >>> top = gallery.get("heavy top").move(times).body("top")
        >>> precession, nutation, spin = top.angles("zyx").values.T
        """
        if self.angular_velocity.ndim == 1:
            raise ModelError(f"Body '{self.name}' moves in a plane and has one angle: write .angle without a sequence.")
        return body_angles(self, sequence)


class JointMotion:
    """A joint over time: ``.angle``, ``.angle_velocity``, ``.angle_acceleration``, ``.angle_jerk`` ..."""

    def __init__(
        self, name: str, kind: str, measure: Callable[[], Mapping[str, Series]], coordinates: tuple[str, ...] = ()
    ) -> None:
        self.name = name
        self.kind = kind
        self.coordinates = coordinates
        self._measure = measure

    def __repr__(self) -> str:
        known = f"{', '.join(self.coordinates)} with {', '.join(SUFFIXES[1:])}" if self.coordinates else "no coordinate"
        return f"<{self.kind} joint '{self.name}' over time: {known}>"

    @cached_property
    def series(self) -> dict[str, Series]:
        """The joint's coordinates by name, measured when they are first looked at."""
        return dict(self._measure())

    def __getattr__(self, name: str) -> Array:
        if name.startswith("_"):
            raise AttributeError(name)
        for coordinate, series in self.series.items():
            for order, suffix in enumerate(SUFFIXES):
                if name == coordinate + suffix:
                    return series.values[:, order]
        legal = [c + s for c in self.series for s in SUFFIXES]
        raise AttributeError(f"{self.kind} joint '{self.name}' has no '{name}'. {nearest(name, legal)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(c + s for c in self.series for s in SUFFIXES)]
