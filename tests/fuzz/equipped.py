"""A random mechanism with parts that switch, and what is found at it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from examine import Examination, budget
from mechanics import GROUND, STILL, State, States
from parts import Part
from random_mechanisms import Sample

SPAN, SHORT_SPAN = 0.2, 5e-4
"""Time simulated [s]; and of motions so quick that their steps use up the budget before."""

PIECES = 11
"""Pieces of work after which a run counts as too slow: of 2000 steps, or up to a singular position. A force that turns
against every motion ends a run after ten of them."""


@dataclass
class Equipped(Examination):
    """A mechanism with parts, and what was found."""

    parts: list[Part] = field(default_factory=list)
    driver: Part | None = None

    @property
    def watched(self) -> dict[str, str]:
        """What is recorded, by name: where quantities pass the middle of what is near, and where they turn."""
        found = {}
        for part in self.parts[:2]:
            if part.quantity.text:
                s = part.quantity.value(true_states(self.made))
                found[f"passes {part.name}"] = f"{part.quantity.text} - {s + 0.01 * self.size!r}"
                found[f"turns {part.name}"] = f"rate({part.quantity.text})"
        return found

    def run(self, what: str, times: Any, **options: Any) -> Any:
        """Return a simulation at some times, or None with what it raised noted."""
        samples = sum(SPAN / p.numbers["period"] for p in self.parts if p.kind == "controller")  # each ends a piece
        allowed = PIECES + int(samples)
        return self.tried(what, lambda: self.made.model.simulate(times, progress=budget(allowed), **options))


def true_states(made: Sample) -> States:
    """Return the true poses as states at rest."""
    zero = np.zeros(3)
    states = {name: State(r, turned, zero, zero, zero, zero) for name, (r, turned) in made.truth.items()}
    return {**states, GROUND: STILL}
