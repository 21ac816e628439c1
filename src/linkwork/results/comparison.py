"""Formulations side by side: how well they agree, and what each costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


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
