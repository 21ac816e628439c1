"""Inverse dynamics: what the drivers must do, and what the joints must bear, for a prescribed motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ..results.dynamics import DynamicMotion
from .kinematics import move
from .masses import check_masses

if TYPE_CHECKING:
    from ..model.mechanism import Mechanism


def inverse(model: Mechanism, times: ArrayLike, **options: Any) -> DynamicMotion:
    """Move a driven mechanism and find the efforts of its drivers and the reactions in its joints.

    The motion comes from the drivers alone (`linkwork.solve.kinematics.move`), loops and all; the equations
    of motion then give force or torque of every driver, its power, all reactions and the shaking force.

    Parameters
    ----------
    model : Mechanism
        With as many drivers as degrees of freedom, and a mass for every body.
    times : array_like
        Times to report [s], rising.
    **options
        Those of `move`.

    Returns
    -------
    DynamicMotion
    """
    plan = model.plan()
    check_masses(model, plan)
    motion = move(model, times, **{"derivatives": 2, **options})
    return DynamicMotion.along(motion)
