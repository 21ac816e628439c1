"""Coordinates and equations of formulations, counted: what has to be solved for accelerations."""

from __future__ import annotations

from ..coordinates.plan import Plan
from ..formulations import Formulation
from ..formulations.minimal import Minimal
from ..formulations.noc import NaturalOrthogonalComplement
from ..results.comparison import Effort
from .allowable import allowable_motions
from .formulating import make_formulation
from .settings import Settings


def effort_of(plan: Plan, kind: type[Formulation]) -> Effort:
    """Return the coordinates and equations of a formulation that applies to a plan.

    In independent coordinates and joint rates there are as many as velocities are free, and no equation is left.
    """
    if issubclass(kind, Minimal | NaturalOrthogonalComplement):
        return Effort(allowable_motions(plan).freedoms, 0)
    coordinates = make_formulation(kind.NAME, Settings(), plan).as_coordinates(plan.bundle())
    if coordinates is None:
        return Effort(plan.coordinates, len(plan.equations))
    return Effort(len(coordinates.rate_parts), len(coordinates.words))
