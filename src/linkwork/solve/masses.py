"""Masses of a plan: whether they are all there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import Fault, ModelError

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.mechanism import Mechanism


def check_masses(model: Mechanism, plan: Plan) -> None:
    """Raise ModelError naming every body whose mass or inertia dynamics would need."""
    if plan.cache.get("masses") is True:
        return
    faults = [fault for b in range(len(plan.resolved.solids)) for fault in _faults(plan, b)]
    if faults:
        count = "one body does" if len(faults) == 1 else f"{len(faults)} bodies do"
        raise ModelError(f"The dynamics of '{model.name}' needs masses that {count} not have:", faults)
    plan.cache["masses"] = True


def _faults(plan: Plan, b: int) -> list[Fault]:
    solid = plan.resolved.solids[b]
    where = f"body '{solid.name}'"
    if not np.isfinite(solid.mass):
        return [Fault(where, "its mass is not given.", "Give mass= and inertia=, or a shape such as rod(...).")]
    if solid.mass <= 0:
        hint = "Give it a small mass, or join its neighbours by a rod."
        return [Fault(where, f"its mass is {solid.mass:g} kg; its motion would not be determined.", hint)]
    if _turns_freely(plan, b):
        return []
    moments = [solid.inertia[2, 2]] if plan.freedoms == 3 else list(np.diag(solid.inertia))
    if not np.isfinite(moments).all():
        return [Fault(where, "its inertia is not given, and its joints or forces can turn it.", "Give inertia=.")]
    if min(moments) <= 0 and (plan.freedoms == 3 or max(moments) <= 0):
        return [Fault(where, "its inertia is zero, and its joints or forces can turn it.", "Give inertia=.")]
    return []


def _turns_freely(plan: Plan, b: int) -> bool:
    """Return whether nothing can turn a body: all its points are at its centre of mass (a point mass)."""
    bodies, features = plan.tables["bodies"], plan.tables["features"]
    own = features[bodies["first"][b] : bodies["last"][b]]
    reach = np.abs([own["x"], own["y"], own["z"]]).max(initial=0.0)
    return not own["vector"].any() and reach <= 1e-12 * plan.length
