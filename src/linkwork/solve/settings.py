"""How a simulation is done: methods, tolerances, times."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from math import isfinite
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..errors import ModelError, check_tolerance, nearest
from ..formulations import Options
from .formulating import takes_steps
from .kinematics import read_times
from .methods import EXPLICIT, METHODS, Method

STABILISATIONS = {"none": 0, "baumgarte": 1, "correction": 2, "projection": 3}

POSITIVE = ("step", "longest", "penalty")
"""Settings that are positive numbers."""

MOST_POINTS = 10**8
"""Most times that are reported: a hundred million poses of one body take 6 GB."""

STEPPERS_TOLERANCE = 1e-7
"""Error allowed in a step of a formulation of order two that takes its steps by itself."""


@dataclass(frozen=True)
class Settings:
    """How a simulation is done; see `simulate`."""

    method: str = "auto"
    tolerance: float | None = None
    step: float | None = None
    longest: float | None = None
    stabilisation: str = "projection"
    alpha: float | str = "taylor"
    beta: float | str = "taylor"
    correction_tolerance: float = 1e-12
    spectral_radius: float = 0.8
    formulation: str = "auto"
    null_space: str = "svd"
    penalty: float = 1e7
    natural_frequency: float = 10.0
    damping_ratio: float = 1.0
    coordinate: str = ""

    @property
    def first_method(self) -> Method:
        """The method that a run begins with."""
        return METHODS[EXPLICIT if self.method == "auto" else self.method]

    @property
    def leaves_method_open(self) -> bool:
        """Whether a run may change over to another method on the way."""
        return self.method == self.formulation == "auto" and self.stabilisation == "projection"

    def tolerance_with(self, method: Method) -> float:
        """Return the tolerance that was asked for, or else that of a method."""
        if self.tolerance is not None:
            return self.tolerance
        return STEPPERS_TOLERANCE if takes_steps(self.formulation) else method.tolerance

    @cached_property
    def options(self) -> Options:
        """Those that concern formulations."""
        return Options(**{f.name: getattr(self, f.name) for f in fields(Options)})


def read_settings(given: dict[str, object]) -> Settings:
    """Return the settings; raises ModelError for a name or value that makes no sense."""
    try:
        return _remembered(tuple(given.items()))
    except TypeError:  # a value that cannot be remembered cannot be right either, but gets its own message
        return _read(given)


@lru_cache(maxsize=64)
def _remembered(given: tuple[tuple[str, object], ...]) -> Settings:
    return _read(dict(given))


def _read(given: dict[str, object]) -> Settings:
    legal = list(Settings.__dataclass_fields__)
    for name in given:
        if name not in legal:
            raise ModelError(f"simulate has no option '{name}'. {nearest(name, legal)}")
    settings = Settings(**given)  # type: ignore[arg-type]
    wrong = _wrong_choice(settings, "method" in given) or _wrong_number(settings)
    if wrong:
        raise ModelError(wrong)
    return settings


def _wrong_choice(s: Settings, chosen: bool) -> str:
    """Return what is wrong with method, formulation and stabilisation; `chosen`: the user named the method."""
    if s.method not in ("auto", *METHODS):
        return f"There is no method '{s.method}'. {nearest(s.method, ['auto', *METHODS])}"
    if s.first_method.implicit and s.formulation not in ("auto", "reference"):
        return f"The method '{s.method}' has its own formulation: leave out formulation=..."
    if takes_steps(s.formulation) and chosen:
        return f"The formulation '{s.formulation}' takes its steps by itself: leave out method=..."
    if s.stabilisation not in STABILISATIONS:
        return f"There is no stabilisation '{s.stabilisation}'. {nearest(s.stabilisation, list(STABILISATIONS))}"
    return ""


def _wrong_number(s: Settings) -> str:
    """Return what is wrong with the numbers of settings whose method is known."""
    for name in POSITIVE:
        value = getattr(s, name)
        if value is not None and not (_finite(value) and value > 0):
            return f"{name} must be a positive number, not {value!r}."
    for name in ("tolerance", "correction_tolerance"):
        if (value := getattr(s, name)) is not None:
            check_tolerance(name, value)
    if s.step is None and not s.first_method.adaptive:
        return f"The method '{s.method}' does not estimate its error: give step=..., the step in seconds."
    if not (_finite(s.spectral_radius) and 0 <= s.spectral_radius <= 1):
        return f"spectral_radius is a number from 0 (most damping) to 1 (none), not {s.spectral_radius!r}."
    for name in ("alpha", "beta"):
        value = getattr(s, name)
        if value != "taylor" and not (_finite(value) and value >= 0):
            return f"{name} is a number in 1/s or 'taylor', not {value!r}."
    return ""


def _finite(value: object) -> bool:
    return isinstance(value, float | int) and isfinite(value)


def output_times(until: float | ArrayLike, points: int) -> Array:
    """Return the times to report."""
    if not isinstance(until, float | int):
        times = read_times(until)
        if np.ndim(until) > 0:
            return times
        until = float(times[0])
    end = float(until)
    if not isfinite(end):
        raise ModelError("times must be finite numbers.")
    if end <= 0:
        raise ModelError(f"A simulation ends after it starts at 0 s; {end:g} s was asked for.")
    if not isinstance(points, Integral) or points < 2:
        raise ModelError(f"points is the number of times to report, at least 2, not {points!r}.")
    if points > MOST_POINTS:
        raise ModelError(f"points={points} is more than memory holds; at most {MOST_POINTS} times are reported.")
    times = np.arange(points) * (end / (points - 1))  # as linspace does, in a third of its time
    times[-1] = end
    return times
