"""Formulations side by side: how well they agree, and what each costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.pictures import picture
from ..words import aligned

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


@dataclass(frozen=True)
class Effort:
    """What a formulation has to solve for accelerations, counted.

    Attributes
    ----------
    coordinates : int
        Velocities, and with them differential equations of second order.
    equations : int
        Algebraic constraint equations; none in generalised coordinates.
    """

    coordinates: int
    equations: int

    @property
    def size(self) -> int:
        """Unknowns of the linear system: accelerations and multipliers."""
        return self.coordinates + self.equations

    @property
    def operations(self) -> int:
        """Multiplications and divisions of Gauss's elimination on it, n^3 / 3 + n^2 - n / 3, whatever its zeros."""
        n = self.size
        return (n**3 - n) // 3 + n**2


@dataclass(frozen=True)
class Entry:
    """One formulation of a comparison.

    Attributes
    ----------
    name, words : str
        Of the formulation.
    reason : str
        Why it does not apply, or why its run failed; empty when it ran.
    position, velocity : float
        Largest difference from the first run, positions relative to the mechanism's size (turns in radians),
        velocities relative to the largest one.
    reaction : float
        Largest difference of a joint's force or moment, relative to the largest one; the smallest reactions where
        several are possible.
    drift : float
        Largest imbalance of energy at the steps, relative to the largest kinetic energy.
    violation : float
        Largest residual of the joints, relative to the mechanism's size.
    steps, evaluations : int
    time : float
        Of the run [s].
    motion : DynamicMotion or None
    effort : Effort or None
        Coordinates, equations and operations.
    """

    name: str
    words: str
    reason: str = ""
    position: float = 0.0
    velocity: float = 0.0
    reaction: float = 0.0
    drift: float = 0.0
    violation: float = 0.0
    steps: int = 0
    evaluations: int = 0
    time: float = 0.0
    motion: DynamicMotion | None = field(default=None, repr=False)
    effort: Effort | None = None


@dataclass(frozen=True)
class Comparison:
    """The same simulation in several formulations; print it for a table.

    Attributes
    ----------
    name : str
        Of the mechanism.
    until : float
        End of the simulation [s].
    tolerance : float
        Error allowed in a step.
    entries : tuple of Entry
        The first is what the others are compared with.
    """

    name: str
    until: float
    tolerance: float
    entries: tuple[Entry, ...]

    @property
    def largest(self) -> float:
        """Largest difference of a position or velocity among the formulations that ran."""
        return max((max(e.position, e.velocity) for e in self.entries if not e.reason), default=0.0)

    @property
    def time(self) -> Array:
        """Times of the runs, shape (times,) [s]."""
        return max((e.motion.time for e in self.entries if e.motion is not None), key=len, default=np.zeros(0))

    def over_time(self, quantity: str) -> Array:
        """Return a quantity of every run over time, shape (runs, times), of a vector (runs, times, components).

        What a run did not reach is not a number.
        """
        found = [None if e.motion is None else e.motion[quantity] for e in self.entries]
        shape = next((values.shape[1:] for values in found if values is not None), ())
        out = np.full((len(found), len(self.time), *shape), np.nan)
        for i, values in enumerate(found):
            if values is not None:
                out[i, : len(values)] = values
        return out

    def efforts(self) -> str:
        """Return a table of coordinates, equations and effort of the formulations that ran.

        Operations are counted for the linear system of accelerations as if it had no zeros; the time of an evaluation
        is measured, and has all else in it.
        """
        titles = ("", "coordinates", "equations", "unknowns", "operations", "evaluations", "time of one")
        lines: list[tuple[str, ...]] = [titles]
        for entry in (e for e in self.entries if not e.reason and e.effort is not None):
            assert entry.effort is not None
            counts = (entry.effort.coordinates, entry.effort.equations, entry.effort.size, entry.effort.operations)
            each = f"{1e6 * entry.time / max(entry.evaluations, 1):.1f} us"
            lines.append((entry.name, *(str(count) for count in counts), str(entry.evaluations), each))
        return "\n".join(aligned(lines))

    def plot(self, *quantities: str, path: str | Path | None = None) -> Any:
        """Plot quantities of all runs over time, one panel each; returns an array of matplotlib axes.

        Parameters
        ----------
        *quantities : str
            Each a number over time, such as ``"A.angle"``; default: the energy.
        path : str or Path, optional
            File to write: ``.svg``, ``.png`` or ``.pdf``.
        """
        return picture("plot_comparison")(self, quantities or ("energy.total",), path)

    def __getitem__(self, name: str) -> Entry:
        return next(e for e in self.entries if e.name == name)

    def __str__(self) -> str:
        head = (
            f"'{self.name}', {self.until:g} s, tolerance {self.tolerance:g}; differences from '{self.entries[0].name}'"
        )
        width = max(len(e.name) for e in self.entries)
        titles = ("position", "velocity", "reaction", "energy", "joints", "steps", "evaluations", "time")
        lines = [head, f"{'':{width}}  " + "  ".join(f"{t:>11}" for t in titles)]
        for e in self.entries:
            if e.reason:
                lines.append(f"{e.name:{width}}  {e.reason}")
                continue
            numbers = [f"{v:>11.1e}" for v in (e.position, e.velocity, e.reaction, e.drift, e.violation)]
            numbers += [f"{e.steps:>11}", f"{e.evaluations:>11}", f"{1e3 * e.time:>8.2f} ms"]
            lines.append(f"{e.name:{width}}  " + "  ".join(numbers))
        return "\n".join(lines)

    __repr__ = __str__
