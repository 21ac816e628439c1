"""A position of static equilibrium."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


@dataclass(frozen=True, repr=False)
class Equilibrium:
    """A position in which a mechanism stays at rest.

    Attributes
    ----------
    name : str
    kind : str
        "stable", "unstable" or "indifferent", by the reduced stiffness.
    motion : DynamicMotion
        The position as a motion of one instant: poses, reactions, energies, drawings as of a simulation.
    start : Start
        To begin analyses from.
    stiffness : array, shape (k,)
        Of the allowed motions, lowest first; each motion is scaled to a size of one, so that signs and ratios count.
    open : float
        Force left over, as a share of the forces that act.
    steps : int
    notes : tuple of str
        What was left out.
    """

    name: str
    kind: str
    motion: DynamicMotion
    start: Any
    stiffness: Array = field(repr=False)
    open: float
    steps: int
    notes: tuple[str, ...] = ()

    @property
    def poses(self) -> Array:
        """Centres of mass and Euler parameters (bodies, 7)."""
        return np.asarray(self.motion.poses[0])

    def __getitem__(self, text: str) -> Any:
        """Return a quantity at the equilibrium, by its name."""
        return self.motion[text][0]

    def __str__(self) -> str:
        found = f"'{self.name}': {self.kind} equilibrium after {self.steps} steps"
        return " ".join([f"{found}; {self.open:.1e} of the forces is left over.", *self.notes])

    __repr__ = __str__
