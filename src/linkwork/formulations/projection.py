"""Projection on the allowable motions: the matrix R."""

from __future__ import annotations

from typing import ClassVar

from ..arrays import Array
from ..coordinates.null_space import KeptProjection
from .base import formulation
from .on_bodies import OnBodies
from .terms import BodyTerms


@formulation("projection")
class Projection(OnBodies):
    """Accelerations from the motions that the joints allow: a = R z'' + S c with R^T M R z'' = R^T (Q - M S c).

    Multipliers drop out; they are recovered from what is left of Newton's and Euler's equations. ``null_space`` says
    how the independent velocities z' = B q' are chosen; B stays as long as it is good.
    Natural-coordinate chapter, equations (3.45) ff.
    """

    WORDS: ClassVar[str] = "reference-point coordinates, projected on the allowable motions R"

    def prepare(self) -> None:
        """Begin without a choice of independent velocities."""
        self.kept = KeptProjection(self.options.null_space)

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations and multipliers."""
        found = self.kept.at(terms.J, terms.units)
        _, a = terms.allowed(found.R, found.sc(terms.gamma))
        return a, terms.multipliers(a)
