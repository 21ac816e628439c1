"""Joint forces: what the bodies of a joint exert on each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.marker import GROUND, Value
from ..errors import LinkworkError, ModelError, nearest
from ..words import quoted
from .determinacy import Determinacy, acts_as
from .edges import EdgeForces, edge_forces
from .forces import as_vectors, wrench_power
from .frames import marker_axes, marker_point, turning
from .parts import JointMotion
from .short import Short
from .split import Stiffness, redistribute, row_softness

if TYPE_CHECKING:
    from ..coordinates.slots import Owner
    from ..joints import Joint
    from .dynamics import DynamicMotion


@dataclass(frozen=True, repr=False)
class BodyForce(Short):
    """Force and moment of a joint on one body.

    Attributes
    ----------
    meaning : str
        Who acts on whom, and about which point the moment is taken.
    force : array, shape (times, 2) or (times, 3)
        In ground axes [N].
    torque : array, shape (times,) or (times, 3)
        About the body's centre of mass, in ground axes [N m].
    """

    meaning: str
    force: Array
    torque: Array


class JointForce:
    """The force in a joint: that of its first body on its second body, at the point b of the joint.

    What a driver or a force element does along the joint is not part of it.
    """

    name: str
    kind: str

    @property
    def _reactions(self) -> Reactions:
        raise NotImplementedError

    @cached_property
    def bodies(self) -> tuple[str, ...]:
        """The moving bodies that feel the joint."""
        return self._reactions.felt(self.name)

    @cached_property
    def meaning(self) -> str:
        """Whose force on whom `force` is: ``"force of crank on coupler"``."""
        joint = self.joint
        if joint.a.body != joint.b.body:
            return f"force of {joint.a.body} on {joint.b.body}"
        along = acts_as(self.motion, self.name)
        alone = f"pure {along} of {self.name} along the coordinates in it, on each of its bodies: no contact force"
        return alone if along else f"force of {self.name} on each of its bodies"

    @property
    def determinate(self) -> dict[str, bool]:
        """Component by component, whether the equations of motion determine it; else the split asked for does."""
        return self._reactions.determinacy.joints[self.name]

    @property
    def components(self) -> tuple[str, ...]:
        """Names of the components: force x, force y ... torque ..."""
        return tuple(self.determinate)

    @cached_property
    def force(self) -> Array:
        """Force in ground axes, shape (times, 2) or (times, 3) [N]."""
        return self.motion.model.space.components(self.vectors[0])

    @cached_property
    def torque(self) -> Array:
        """Torque about point b of the joint in ground axes, shape (times,) or (times, 3) [N m]."""
        return turning(self.motion, self.vectors[1])

    @cached_property
    def by_equation(self) -> dict[str, Array]:
        """What each equation of the joint holds against, in the words of its kind, (times,) each [N, N m].

        The force around the wheels of a gear, the difference of the pulls of a belt, the force of a thread.
        """
        words, lam = self.joint.REACTIONS, self._reactions.multipliers
        own = [(i, e) for i, e in enumerate(self.motion.plan.equations) if e.owner == self.name and not e.driver]
        return {words[e.index] if e.index < len(words) else e.meaning: lam[:, i] for i, e in own}

    @cached_property
    def magnitude(self) -> Array:
        """Size of the force, shape (times,) [N]."""
        return np.asarray(np.linalg.norm(self.vectors[0], axis=1))

    @cached_property
    def power(self) -> Array:
        """Power that the joint puts into its bodies, shape (times,) [W]; zero unless it changes with time."""
        return self._reactions.power(self.name)

    def force_in(self, end: str) -> Array:
        """Return the force along x, y, z of the joint's marker "a" or "b" (z: its axis), shape (times, 3) [N]."""
        return self._along(end, self.vectors[0])

    def torque_in(self, end: str) -> Array:
        """Return the torque about x, y, z of the joint's marker "a" or "b" (z: its axis), shape (times, 3) [N m]."""
        return self._along(end, self.vectors[1])

    def on(self, body: str) -> BodyForce:
        """Return what the joint does to one of its bodies, with the moment about its centre of mass."""
        return self._reactions.on(self.name, body)

    def edges(self, length: Value, at: str = "b", offset: Value = 0.0) -> EdgeForces:
        """Return the forces at the edges of a slider or at the ends of a long bearing, in place of force and couple.

        Parameters
        ----------
        length : float or str
            Distance of the two edges along the axis [m], such as ``"40 mm"``.
        at : {"a", "b"}
            Whose point lies between the edges: "b" for a block that slides on a guide, "a" for a sleeve that holds a
            sliding rod.
        offset : float or str
            How far ahead of that point, along the axis of a, the middle between the edges lies [m].

        Returns
        -------
        EdgeForces
            ``.forces`` across the axis at both ends, ``.axial`` force and ``.moment`` about the axis that are left.
        """
        return edge_forces(self, length, at, offset)

    @property
    def motion(self) -> DynamicMotion:
        """The motion that it belongs to."""
        return self._reactions.motion

    @property
    def joint(self) -> Joint:
        """The joint of the model."""
        return self.motion.model.joints[self.name]

    @cached_property
    def vectors(self) -> tuple[Array, Array]:
        """Force on the second body and torque about point b, (times, 3) each."""
        joint, motion = self.joint, self.motion
        if joint.a.body == joint.b.body:
            listed = quoted(self.bodies)
            raise LinkworkError(
                f"{self.kind} joint '{self.name}' acts on {listed or 'no body'}, not between two points: "
                f"ask on(body) for its force on one of them."
            )
        body, sign = (joint.b.body, 1.0) if joint.b.body != GROUND else (joint.a.body, -1.0)
        force, moment = self._reactions.vectors(self.name, body)
        arm = motion.poses[:, motion._body(body), :3] - marker_point(motion, joint.ends[1], joint.AXIS)
        return sign * force, sign * (moment + np.cross(arm, force))

    def _along(self, end: str, vectors: Array) -> Array:
        if end not in ("a", "b"):
            raise ModelError(f"Joint '{self.name}' has the ends 'a' and 'b', not {end!r}.")
        axes = marker_axes(self.motion, self.joint.ends["ab".index(end)], self.joint.AXIS)
        return np.asarray(np.einsum("tij,ti->tj", axes, vectors))


class JointReaction(JointForce):
    """The force in a joint, with the split of `Reactions`."""

    def __init__(self, name: str, kind: str, reactions: Reactions) -> None:
        self.name, self.kind, self._split = name, kind, reactions

    def __repr__(self) -> str:
        known = ("name", "kind", "meaning", "determinate", "bodies")
        return f"JointReaction({', '.join(f'{what}={getattr(self, what)!r}' for what in known)})"

    @property
    def _reactions(self) -> Reactions:
        return self._split


@dataclass(frozen=True, repr=False)
class Reactions(Short):
    """The forces in all joints, with one way to split those that are not unique.

    Attributes
    ----------
    motion : DynamicMotion
    split : str
        ``"minimum-norm"``, ``"stiffness"`` or ``"solver"`` (as the solver left them).
    determinacy : Determinacy
        Which of them are unique; print it for the sentences.
    multipliers : array, shape (times, equations)
        In the user's order.
    wrenches : array, shape (times, slots, d)
        Force and moment about the centre of mass on each body.
    """

    motion: DynamicMotion = field(repr=False)
    split: str
    determinacy: Determinacy
    multipliers: Array = field(repr=False)
    wrenches: Array = field(repr=False)

    @property
    def unique(self) -> bool:
        """Whether there is only one way to split the loads."""
        return not self.determinacy.sharings

    def joint(self, name: str) -> JointReaction:
        """Return the force in a joint by name."""
        return JointReaction(name, self.motion.known_joint(name).KIND, self)

    def felt(self, name: str) -> tuple[str, ...]:
        """Return the moving bodies that feel a joint."""
        return tuple(self.motion.bodies[b] for owner, b in self._slots if owner == ("joint", name))

    def on(self, name: str, body: str) -> BodyForce:
        """Return what a joint does to one of its bodies."""
        self.motion.known_joint(name)
        force, moment = self.vectors(name, body)
        meaning = f"force of joint {name} on {body}, moment about its centre of mass"
        return BodyForce(meaning, self.motion.model.space.components(force), turning(self.motion, moment))

    def power(self, name: str) -> Array:
        """Return the power that a joint puts into its bodies, shape (times,) [W]."""
        total = np.zeros(len(self.motion))
        for (owner, body), slot in self._slots.items():
            if owner == ("joint", name):
                total += wrench_power(self.motion, self.wrenches[:, slot], body)
        return total

    def vectors(self, name: str, body: str) -> tuple[Array, Array]:
        """Return force and moment about the centre of mass of a joint on a body, (times, 3) each."""
        from ..coordinates.slots import Owner

        b = self.motion._body(body)
        joint = self.motion.model.joints[name]
        slot = self._slots.get((Owner("joint", name), b))
        if slot is not None:
            return as_vectors(self.wrenches[:, slot])
        felt = self.felt(name)
        if body not in (*felt, joint.a.body, joint.b.body):
            raise ModelError(f"Joint '{name}' does not act on '{body}'. {nearest(body, felt)}")
        return np.zeros((len(self.motion), 3)), np.zeros((len(self.motion), 3))

    @property
    def _slots(self) -> dict[tuple[Owner, int], int]:
        return self.motion.forces.slots


def find_reactions(motion: DynamicMotion, split: str, stiffness: Mapping[str, Stiffness] | None) -> Reactions:
    """Return the reactions of a motion with the split asked for."""
    determinacy, forces = motion.determinacy, motion.forces
    rows, weight = row_softness(motion, determinacy, split, stiffness)
    if split == "solver" or not determinacy.redundant:
        return Reactions(motion, split, determinacy, forces.multipliers, forces.reactions)
    return Reactions(motion, split, determinacy, *redistribute(motion, determinacy.redundant, rows, weight))


class DynamicJoint(JointMotion, JointForce):
    """A joint over time: its coordinates (``.angle``, ``.angle_velocity`` ...) and the force in it."""

    def __init__(self, coordinates: JointMotion, motion: DynamicMotion) -> None:
        super().__init__(coordinates.name, coordinates.kind, lambda: coordinates.series, coordinates.coordinates)
        self._run = motion

    def __repr__(self) -> str:
        return super().__repr__().removesuffix(">") + "; force, torque, magnitude, power>"

    @property
    def _reactions(self) -> Reactions:
        return self._run.reactions()

    @property
    def reaction(self) -> JointReaction:
        """The force in the joint by itself."""
        return self._reactions.joint(self.name)
