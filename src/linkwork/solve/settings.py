"""How a simulation is done: methods, tolerances, times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import ModelError, nearest
from .kinematics import read_times
from .methods import METHODS

Array = NDArray[np.float64]

STABILISATIONS = {"none": 0, "baumgarte": 1, "correction": 2, "projection": 3}


@dataclass(frozen=True)
class Settings:
    """How a simulation is done; see `simulate`."""

    method: str = "dop853"
    tolerance: float = 1e-10
    step: float | None = None
    longest: float | None = None
    stabilisation: str = "projection"
    alpha: float | str = "taylor"
    beta: float | str = "taylor"
    correction_tolerance: float = 1e-12


def read_settings(given: dict[str, object]) -> Settings:
    """Return the settings; raises ModelError for a name or value that makes no sense."""
    legal = list(Settings.__dataclass_fields__)
    for name in given:
        if name not in legal:
            raise ModelError(f"simulate has no option '{name}'. {nearest(name, legal)}")
    s = Settings(**given)  # type: ignore[arg-type]
    if s.method not in METHODS:
        raise ModelError(f"There is no method '{s.method}'. {nearest(s.method, list(METHODS))}")
    if s.stabilisation not in STABILISATIONS:
        raise ModelError(f"There is no stabilisation '{s.stabilisation}'. {nearest(s.stabilisation, STABILISATIONS)}")
    for name in ("tolerance", "correction_tolerance", "step", "longest"):
        value = getattr(s, name)
        if value is not None and not (isinstance(value, float | int) and np.isfinite(value) and value > 0):
            raise ModelError(f"{name} must be a positive number, not {value!r}.")
    if s.step is None and not METHODS[s.method].adaptive:
        raise ModelError(f"The method '{s.method}' does not estimate its error: give step=..., the step in seconds.")
    for name in ("alpha", "beta"):
        value = getattr(s, name)
        if value != "taylor" and not (isinstance(value, float | int) and np.isfinite(value) and value >= 0):
            raise ModelError(f"{name} is a number in 1/s or 'taylor', not {value!r}.")
    return s


def output_times(until: float | ArrayLike, points: int) -> Array:
    """Return the times to report."""
    if np.ndim(until) > 0:  # type: ignore[arg-type]
        return read_times(until)  # type: ignore[arg-type]
    end = read_times([until])[0]  # type: ignore[list-item]
    if end <= 0:
        raise ModelError(f"A simulation ends after it starts at 0 s; {end:g} s was asked for.")
    if not isinstance(points, int) or points < 2:
        raise ModelError(f"points is the number of times to report, at least 2, not {points!r}.")
    return np.linspace(0.0, end, points)
