"""Where the contacts on curves are, along a motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError

if TYPE_CHECKING:
    from ..model.equations import Equation
    from .motion import Motion

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ContactMotion:
    """A contact on a curve over time.

    Attributes
    ----------
    parameter : array, shape (times,)
        Place on the curve of a, in its own parameter; it counts the rounds of a closed curve.
    parameter_b : array, shape (times,)
        The same on the curve of b; along a flat face, the distance from its point [m]. Not a number for a point.
    point : array, shape (times, 2 or 3)
        The point of contact in ground axes [m].
    beyond : array of bool, shape (times,)
        Whether the contact has left an end of an open curve, which is then taken to go on straight.
    """

    parameter: Array
    parameter_b: Array
    point: Array
    beyond: NDArray[np.bool_]


def contact_along(motion: Motion, name: str) -> ContactMotion:
    """Return where the contact of joint `name` is at every time of a motion."""
    from ..kernels.motion import evaluate

    plan, joint = motion.plan, motion.known_joint(name)
    row = next((k for k, i in enumerate(plan.order) if _touches(plan.equations[i], name)), None)
    if row is None:
        kind = joint.KIND.replace("_", " ")
        raise ModelError(f"Joint '{name}' ({kind}) is no contact on a curve: it has no point of contact.")
    contact = plan.equations[int(plan.order[row])].contact
    assert contact is not None
    work, place = plan.bundle(), int(plan.tables["relations"]["contact"][plan.tables["rows"]["relation"][row]])
    places, angles = [i for i, _ in plan.counted], motion.angles([gauge for _, gauge in plan.counted])
    found = np.zeros((len(motion), 2))
    for k, t in enumerate(motion.time.tolist()):
        work.near[places] = angles[k]
        evaluate(work.H, t, np.ascontiguousarray(motion.poses[k]))
        found[k] = work.contacts[place, :2]
    s, curve = found[:, 0], contact.curve
    beyond = np.zeros(len(s), bool) if curve.closed else (s < curve.start) | (s > curve.end)
    point = motion.in_ground(joint.ends[0], curve.derivatives(s, 1)[0])
    return ContactMotion(s, found[:, 1], point, beyond)


def _touches(equation: Equation, owner: str) -> bool:
    return equation.contact is not None and equation.owner == owner
