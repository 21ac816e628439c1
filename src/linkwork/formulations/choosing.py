"""Which formulation suits a mechanism, and why."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.zero import HEALTHY
from ..coordinates.masses import mass_weights
from ..coordinates.plan import Plan
from ..kernels.kinematics.motion import evaluate, factor, linearise, set_time
from .relative import Relative


def choose(plan: Plan, poses: Array, t: float) -> tuple[str, str]:
    """Return the name of the formulation for a mechanism at a pose, and the reason in a sentence.

    By topology: an open chain needs no equations in relative coordinates. Where loops close, relative coordinates pay
    in space, where they leave few equations of many, as long as none of these is redundant. By masses: light and
    slender bodies are treated well in reference-point coordinates (see `kernels.dynamics.light_bodies`).
    """
    if "formulation" not in plan.cache:
        plan.cache["formulation"] = _choose(plan, poses, t)
    return plan.cache["formulation"]  # type: ignore[return-value]


def _choose(plan: Plan, poses: Array, t: float) -> tuple[str, str]:
    unfit = Relative.reason(plan)
    if unfit:
        return "reference", unfit
    if not plan.resolved.solids:
        return "reference", "nothing moves."
    if plan.lifted:
        return "reference", light_words(plan)
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


def light_words(plan: Plan) -> str:
    """Return which body is lifted, in words."""
    masses, solids = plan.tables["masses"], plan.resolved.solids
    lifted = masses["lift"] > 0.0
    b = int(np.argmax(lifted if lifted.any() else np.abs(masses["turn_lift"]).max(axis=(1, 2))))
    if lifted[b]:
        return f"body '{solids[b].name}' ({masses['mass'][b]:.3g} kg) is very light beside the others."
    return f"body '{solids[b].name}' has little or no inertia about one of its axes."


def redundant(plan: Plan, poses: Array, t: float) -> bool:
    """Return whether rows depend on each other at a pose; no force is asked for that."""
    work, at = plan.bundle(poses), float(t)
    mass_weights(plan, work)
    set_time(work.H, at)
    evaluate(work.H, at, work.q)
    linearise(work.H, at, work.q)
    factor(work.H, 0.0)
    return bool(work.info[0] < HEALTHY)
