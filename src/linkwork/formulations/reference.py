"""Reference-point coordinates with the multipliers from the Schur complement."""

from __future__ import annotations

from typing import ClassVar

from .base import Formulation, formulation


@formulation("reference")
class Reference(Formulation):
    """Positions and Euler parameters of all bodies; multipliers from J M^-1 J^T lam = gamma - J M^-1 Q.

    Compiled, sparse, linear in the number of bodies for chains and ladders; goes through redundancy and singular
    positions. Serves every model.
    """

    WORDS: ClassVar[str] = "reference-point coordinates, Schur complement"
