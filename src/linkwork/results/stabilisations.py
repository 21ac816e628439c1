"""Stabilisations side by side: how well joints are kept closed, and at what price."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Array
from ..base.pictures import picture
from ..errors import ModelError, nearest
from .comparison import Comparison, Entry

SHOWN = ("violation.position", "violation.velocity", "violation.acceleration", "energy.total-energy.work")
"""What is drawn when nothing else is asked for."""

COLUMNS = {
    "position_violation": "Phi [m]",
    "velocity_violation": "Phi' [m/s]",
    "acceleration_violation": "Phi'' [m/s^2]",
    "multiplier": "lambda [N, N m]",
    "drift": "energy",
    "position": "positions",
    "velocity": "velocities",
}
"""Numbers of the table, and their titles."""


@dataclass(frozen=True)
class Stabilised(Entry):
    """One stabilisation of a comparison.

    `position`, `velocity` and `reaction` are the differences from a run with steps chosen by the error, `words` is the
    kind of stabilisation.

    Attributes
    ----------
    position_violation, velocity_violation, acceleration_violation : float
        Largest residual of joints and drivers at the stored times, turns at the mechanism's size [m, m/s, m/s^2].
    multiplier : float
        Largest multiplier [N, N m].
    alpha, beta : float
        Baumgarte's parameters [1/s], 0 without.
    """

    position_violation: float = np.nan
    velocity_violation: float = np.nan
    acceleration_violation: float = np.nan
    multiplier: float = np.nan
    alpha: float = 0.0
    beta: float = 0.0


@dataclass(frozen=True)
class Stabilisations(Comparison):
    """The same simulation with several stabilisations; print it for a table, plot it over time or over its parameters.

    ``.over_time("violation.velocity")`` holds the curves of all runs, ``.column("velocity_violation")`` one number a
    run, ``.grid("velocity_violation")`` that number over alpha and beta.
    """

    entries: tuple[Stabilised, ...]

    @property
    def alpha(self) -> Array:
        """Baumgarte's alpha of every run, shape (runs,) [1/s]."""
        return self.column("alpha")

    @property
    def beta(self) -> Array:
        """Baumgarte's beta of every run, shape (runs,) [1/s]."""
        return self.column("beta")

    def column(self, name: str) -> Array:
        """Return one number of every run, shape (runs,): an attribute of `Stabilised` such as "drift"."""
        known = [*COLUMNS, "reaction", "violation", "alpha", "beta", "steps", "evaluations"]
        if name not in known:
            raise ModelError(f"There is no number '{name}' in the comparison. {nearest(name, known)}")
        return np.array([float(getattr(entry, name)) for entry in self.entries])

    def grid(self, name: str) -> tuple[Array, Array, Array]:
        """Return alpha (n,), beta (m,) and one number of every run of Baumgarte over them, shape (n, m).

        What was not run, or broke down, is not a number.
        """
        runs = [i for i, entry in enumerate(self.entries) if entry.words == "baumgarte"]
        if not runs:
            raise ModelError("Only runs with Baumgarte's stabilisation lie on a grid of alpha and beta.")
        values, alpha, beta = self.column(name), np.unique(self.alpha[runs]), np.unique(self.beta[runs])
        out = np.full((len(alpha), len(beta)), np.nan)
        for i in runs:
            place = np.searchsorted(alpha, self.alpha[i]), np.searchsorted(beta, self.beta[i])
            out[place] = np.nan if self.entries[i].reason else values[i]
        return alpha, beta, out

    def plot(self, *quantities: str, path: str | Path | None = None) -> Any:
        """Plot quantities of all runs over time; of a grid of alpha and beta, without a name, the largest violations.

        Parameters
        ----------
        *quantities : str
            Of the one grammar, each a number over time; default: the violations, and the energy less the work done.
        path : str or Path, optional
            File to write: ``.svg``, ``.png`` or ``.pdf``.

        Returns
        -------
        array of matplotlib Axes
        """
        gridded = sum(entry.words == "baumgarte" for entry in self.entries) == len(self.entries)
        if gridded and not quantities and min(len(np.unique(v)) for v in (self.alpha, self.beta)) > 1:
            return picture("plot_grid")(self, list(COLUMNS)[:3], path)
        return super().plot(*(quantities or SHOWN), path=path)

    def __str__(self) -> str:
        head = (
            f"'{self.name}', {self.until:g} s; largest violations and multipliers; energy left over, and differences "
            f"from a run with steps chosen by the error"
        )
        width = max(len(entry.name) for entry in self.entries)
        lines = [head, f"{'':{width}}  " + "  ".join(f"{title:>15}" for title in COLUMNS.values())]
        for entry in self.entries:
            numbers = "  ".join(f"{getattr(entry, name):>15.1e}" for name in COLUMNS)
            ended = "" if entry.motion is None else f"  stopped at {entry.motion.time[-1]:.3g} s"
            lines.append(f"{entry.name:{width}}  {numbers}{ended if entry.reason else ''}".rstrip())
        reasons = dict.fromkeys(f"{entry.name}: {entry.reason}" for entry in self.entries if entry.reason)
        return "\n".join([*lines, *reasons])

    __repr__ = __str__
