"""Forces at the edges of a slider and at the ends of a long bearing, in place of force and couple."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.marker import Value
from ..errors import ExpressionError, ModelError
from ..expressions import evaluate
from ..expressions.units import LENGTH
from .frames import marker_axes, marker_point
from .short import Short

if TYPE_CHECKING:
    from .reactions import JointForce


ALONG = ({"slide z"}, {"turn z"}, {"slide z", "turn z"})
"""Motions of joints with one axis, across which they carry forces and couples."""


@dataclass(frozen=True, repr=False)
class EdgeForces(Short):
    """Two forces across the axis of a joint, statically equal to its force and couple; of body a on body b.

    Attributes
    ----------
    meaning : str
        Whose forces on whom, and which end is which.
    length : float
        Distance between the two ends [m].
    points : array, shape (times, 2, 2) or (times, 2, 3)
        The first end, behind along the axis of a, and the second end, ahead, in ground axes [m].
    forces : array, shape (times, 2, 2) or (times, 2, 3)
        Across the axis at each end, in ground axes [N].
    axial : array, shape (times,)
        Force along the axis of a [N]: of a slider and a plain bearing none but rounding.
    moment : array, shape (times,)
        Moment about the axis that is left, as a key carries it [N m]; zero in the plane.
    across : array, shape (times, 2), or None
        In the plane: the forces to the left of the axis. A change of sign: the edge touches the other side.
    """

    meaning: str
    length: float
    points: Array = field(repr=False)
    forces: Array = field(repr=False)
    axial: Array = field(repr=False)
    moment: Array = field(repr=False)
    across: Array | None = field(default=None, repr=False)

    @property
    def sizes(self) -> Array:
        """Sizes of the two forces, shape (times, 2) [N]."""
        return np.asarray(np.linalg.norm(self.forces, axis=2))

    def __str__(self) -> str:
        first, second = self.sizes.max(axis=0, initial=0.0)
        return f"{self.meaning}: at most {first:.6g} N at the first, {second:.6g} N at the second."


def edge_forces(reaction: JointForce, length: Value, end: str, offset: Value) -> EdgeForces:
    """Return the forces at the two ends of a joint's guide or bearing; see `JointReaction.edges`.

    With the unit vector u of the axis, force F and couple T about the middle between the ends, b apart:

        R_1 + R_2 = F - (F . u) u,     b/2 u x (R_2 - R_1) = T - (T . u) u   =>   R_2 - R_1 = 2/b T x u
    """
    motion, joint = reaction.motion, reaction.joint
    _check_kind(reaction)
    b, shift = _length(reaction, "length", length), _length(reaction, "offset", offset)
    if not b > 0.0:
        raise ModelError(f"Edges of joint '{reaction.name}': length is the distance of its ends, not {length!r}.")
    if end not in ("a", "b"):
        raise ModelError(f"Edges of joint '{reaction.name}': the middle is at 'a' or 'b', not at {end!r}.")
    u = marker_axes(motion, joint.ends[0], joint.AXIS)[:, :, 2]
    middle = marker_point(motion, joint.ends["ab".index(end)], joint.AXIS) + shift * u
    force, torque = reaction.vectors
    couple = torque + np.cross(marker_point(motion, joint.ends[1], joint.AXIS) - middle, force)
    axial = np.einsum("ti,ti->t", force, u)
    half, apart = 0.5 * (force - axial[:, None] * u), np.cross(couple, u) / b
    forces = np.stack([half - apart, half + apart], axis=1)
    points = np.stack([middle - 0.5 * b * u, middle + 0.5 * b * u], axis=1)
    space = motion.model.space
    left = np.cross(np.broadcast_to(space.normal, u.shape), u) if space.planar else None
    return EdgeForces(
        f"{reaction.meaning.replace('force', 'forces', 1)} at the two ends of '{reaction.name}', {b:g} m apart",
        b,
        space.components(points),
        space.components(forces),
        axial,
        np.einsum("ti,ti->t", couple, u),
        None if left is None else np.einsum("tei,ti->te", forces, left),
    )


def _check_kind(reaction: JointForce) -> None:
    """Raise for a joint that has not one axis with couples across it."""
    joint, planar = reaction.joint, reaction.motion.model.space.planar
    moves = set(joint.MOTION or ())
    what = f"{joint.KIND} joint '{reaction.name}'"
    if moves not in ALONG:
        raise ModelError(
            f"The {what} has no edges: a slider, a hinge or a plain bearing has, whose one axis carries a couple."
        )
    if planar and "slide z" not in moves:
        raise ModelError(
            f"The {what} has its axis across the plane, and a planar model knows no couple along it. Compute in space "
            f"(spatial=True) for the forces at the ends of the bearing."
        )


def _length(reaction: JointForce, what: str, value: Value) -> float:
    try:
        return evaluate(value, LENGTH, reaction.motion.plan.resolved.parameters)
    except ExpressionError as error:
        raise ModelError(f"Edges of joint '{reaction.name}': {what}: {error}") from None
