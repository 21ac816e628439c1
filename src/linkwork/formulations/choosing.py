"""Which formulation suits a mechanism, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..coordinates.masses import mass_weights
from ..kernels.dynamics import accelerate
from .relative import Relative

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..coordinates.plan import Plan


FULL_RANK = 1e-6
"""Relative pivots above this: no row depends on the others."""


UNEVEN = 1e5
"""The Schur complement adds up how heavy and light bodies give way; beyond this ratio the heavy ones are lost."""

LARGE = 400
"""Most unknowns that the augmented system, which is dense, is taken for by itself."""


def uneven(plan: Plan) -> str:
    """Return why masses want the augmented system, or an empty string."""
    masses = plan.tables["masses"][:, 0]
    if len(masses) < 2 or plan.coordinates + len(plan.equations) > LARGE or masses.max() <= UNEVEN * masses.min():
        return ""
    solids = plan.resolved.solids
    light, heavy = (solids[int(k)].name for k in (masses.argmin(), masses.argmax()))
    return f"'{heavy}' ({masses.max():.3g} kg) is {masses.max() / masses.min():.1g} times as heavy as '{light}'."


def choose(plan: Plan, poses: NDArray[np.float64], t: float) -> tuple[str, str]:
    """Return the name of the formulation for a mechanism at a pose, and the reason in a sentence.

    By topology: an open chain needs no equations in relative coordinates. Where loops close, relative coordinates pay
    in space, where they leave few equations of many, as long as none of these is redundant. By masses: very light
    bodies beside heavy ones need the augmented system.
    """
    if "formulation" not in plan.cache:
        plan.cache["formulation"] = _choose(plan, poses, t)
    return plan.cache["formulation"]  # type: ignore[return-value]


def _choose(plan: Plan, poses: NDArray[np.float64], t: float) -> tuple[str, str]:
    if uneven(plan):
        return "augmented", uneven(plan)
    unfit = Relative.reason(plan)
    if unfit:
        return "reference", unfit
    if not plan.resolved.solids:
        return "reference", "nothing moves."
    if plan.slender:
        return "reference", "a body has no inertia about one of its axes."
    relative = Relative.of(plan)
    coordinates, rows = len(relative.tree.rate_names), len(relative.tree.cut)
    counts = f"{coordinates} relative coordinates with {rows} equations"
    others = f"{plan.coordinates} reference-point coordinates with {len(plan.equations)}"
    if relative.tree.loops == 0:
        return "relative", f"no loops: {counts} instead of {others}."
    if plan.freedoms == 3:
        return "reference", f"planar loops: {others} equations cost no more than {counts}."
    if 2 * rows > len(plan.equations):
        return "reference", f"many loops: {counts} would not save much over {others}."
    if redundant(plan, poses, t):
        return "reference", "some equations are redundant, which reference-point coordinates treat alike."
    return "relative", f"few loops: {counts} instead of {others}."


def redundant(plan: Plan, poses: NDArray[np.float64], t: float) -> bool:
    """Return whether rows depend on each other at a pose."""
    work = plan.bundle(poses)
    mass_weights(plan, work)
    accelerate(work.H, float(t))
    return bool(work.info[0] < FULL_RANK)
