"""Projection on the allowable motions: the matrix R."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ..coordinates.rank import null_space
from .base import formulation
from .on_bodies import OnBodies
from .terms import BodyTerms

Array = NDArray[np.float64]


@formulation("projection")
class Projection(OnBodies):
    """Accelerations from the motions that the joints allow: a = R z'' + S c with R^T M R z'' = R^T (Q - M S c).

    Multipliers drop out; they are recovered from what is left of Newton's and Euler's equations.
    Natural-coordinate chapter, equations (3.45) ff.
    """

    WORDS: ClassVar[str] = "reference-point coordinates, projected on the allowable motions R"

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations and multipliers."""
        R = null_space(terms.J)
        Sc: Array = np.linalg.pinv(terms.J, rcond=1e-11) @ terms.gamma
        z = np.linalg.solve(R.T @ terms.times_mass(R), R.T @ (terms.force - terms.times_mass(Sc)))
        a = R @ z + Sc
        return a, terms.multipliers(a)
