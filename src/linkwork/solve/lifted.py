"""Contacts of joints that may lift off: which are open at a position, and which overlap."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.measure import Lift
from ..coordinates.plan import Plan
from ..kernels.dynamics.switches import TOUCHING
from .engine import Engine


def gaps(plan: Plan, q: Array, t: float) -> dict[str, float]:
    """Return the gap of every contact that may lift off at poses q, by joint, negative where bodies overlap [m]."""
    lifting = [(i, e.owner, e.release) for i, e in enumerate(plan.equations) if isinstance(e.release, Lift)]
    residuals = Engine(plan).residuals(q, t) if lifting else np.zeros(0)
    return {owner: release.side * float(residuals[i]) for i, owner, release in lifting}


def opened(plan: Plan, q: Array, t: float) -> list[str]:
    """Return the joints whose contacts are open at poses q."""
    return [name for name, gap in gaps(plan, q, t).items() if gap > TOUCHING * plan.length]


def overlap(plan: Plan, q: Array, t: float) -> str:
    """Return a sentence on the first contact whose bodies overlap at poses q, or ""."""
    for name, gap in gaps(plan, q, t).items():
        if gap < -TOUCHING * plan.length:
            return f"the bodies in contact '{name}' overlap by {-gap:.6g} m. Place them clear of each other."
    return ""
