"""The generalised-alpha method: its parameters and the plan it works on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..kernels.steps.stepping import NONE

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from .settings import Settings
    from .watching import Watched


def _none() -> Array:
    return np.zeros((2, 1))


@dataclass(frozen=True)
class GeneralisedAlpha:
    """Chung and Hulbert's generalised-alpha method, as `linkwork.kernels.steps.implicit` does it.

    It has the same attributes as an explicit `Method`; its tables are empty and its `stages` are 0.
    """

    name: str = "generalised-alpha"
    words: str = "generalised-alpha, implicit, order 2"
    order: int = 2
    control: int = 3
    stages: int = 0
    adaptive: bool = True
    implicit: bool = True
    constant: bool = False
    tolerance: float = 1e-5
    a: Array = field(default_factory=_none)
    b: Array = field(default_factory=lambda: np.zeros(1))
    c: Array = field(default_factory=lambda: np.zeros(1))
    e: Array = field(default_factory=_none)

    def plan(self, watched: Watched) -> Plan:
        """Return the plan with rows for stiffness and damping of the forces."""
        return watched.stiff_plan

    def set_up(self, work: Bundle, settings: Settings) -> None:
        """Write the parameters of the method to the control array.

        The step closes the joints by itself: nothing is left to stabilise.
        """
        work.control.stabilise = NONE
        work.control.alpha_m, work.control.alpha_f = weights(settings.spectral_radius)


def weights(spectral_radius: float) -> tuple[float, float]:
    """Return alpha_m and alpha_f for a spectral radius at infinite frequency.

    With these the damping at low frequencies is the least possible (Chung and Hulbert 1993).

    Parameters
    ----------
    spectral_radius : float
        1: no damping, 0: what is infinitely stiff is gone after one step.
    """
    return (2.0 * spectral_radius - 1.0) / (spectral_radius + 1.0), spectral_radius / (spectral_radius + 1.0)
