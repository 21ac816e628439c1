"""Everything that acts on a body at one time: joints, drivers, force elements, weight and inertia."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...base.marker import GROUND
from ...words import listed
from ..balance import MET
from ..efforts import switched
from ..forces import Forces, as_vectors, forces_along
from ..momentum import inertia_forces, weights
from ..short import Short
from .acting_points import Points
from .worked import number, vector

if TYPE_CHECKING:
    from ...coordinates.slots import Owner
    from ...model.equations import Gauge, Site
    from ..dynamics import DynamicMotion


JOINT, DRIVER, FORCE, WEIGHT, INERTIA, HOLD = "joint", "driver", "force", "weight", "inertia", "hold"


@dataclass(frozen=True, repr=False)
class Acting(Short):
    """A force and a couple that act on a body, at one time.

    Attributes
    ----------
    name : str
        Of the joint, driver or force element; ``"weight"``, ``"inertia"`` or ``"hold"``.
    kind : str
        ``"joint"``, ``"driver"``, ``"force"``, ``"weight"``, ``"inertia"`` or ``"hold"``.
    meaning : str
        Who acts on whom: ``"force of crank on coupler in B"``.
    symbol : str
        Its index in equations: the force of ``"B"`` is ``F_{B}``, its couple ``M_{B}``.
    unique : bool
        Whether the equations of motion determine it.
    planar : bool
    at, push, turn : array, shape (3,)
        Point of action [m], force [N] and couple [N m] in three ground axes (in the plane: its axes and its normal).
    """

    name: str
    kind: str = field(repr=False)
    meaning: str
    symbol: str = field(repr=False)
    unique: bool = field(repr=False)
    planar: bool = field(repr=False)
    at: Array = field(repr=False)
    push: Array = field(repr=False)
    turn: Array = field(repr=False)

    def __repr__(self) -> str:
        size = float(np.linalg.norm(self.push)) + float(np.linalg.norm(self.turn))
        couple = number(float(self.turn[2]), size) if self.planar else vector(self.turn, size)
        return f"<{self.meaning}: {vector(self.force, size)} N at {vector(self.point)} m, couple {couple} N m>"

    @property
    def point(self) -> Array:
        """Where it acts, in ground axes, shape (2,) or (3,) [m]."""
        return self.at[:2] if self.planar else self.at

    @property
    def force(self) -> Array:
        """The force in ground axes, shape (2,) or (3,) [N]."""
        return self.push[:2] if self.planar else self.push

    @property
    def couple(self) -> float | Array:
        """The moment that is left about `point`, a number in the plane, else shape (3,) [N m]."""
        return float(self.turn[2]) if self.planar else self.turn

    def moment_about(self, place: Array) -> Array:
        """Return its moment about a place (3,), shape (3,) [N m]."""
        return np.asarray(self.turn + np.cross(self.at - place, self.push))


class Collector:
    """Collects what acts on one body at one position of a motion."""

    def __init__(self, motion: DynamicMotion, k: int, body: int) -> None:
        self.motion, self.k, self.body = motion, k, body
        self.name = motion.bodies[body]
        self.points = Points(motion, k, body)
        self.solved: Forces = forces_along(motion, at=np.array([k], np.int64), pushes=True)

    def everything(self) -> list[Acting]:
        """Return joints, drivers, force elements, weight and inertia, in this order."""
        found = [*self._reactions("joint"), *self._reactions("driver"), *self._elements(), *self._mass()]
        return [*found, *self._held(found)]

    def _reactions(self, kind: str) -> list[Acting]:
        """Return what joints or drivers do to the body."""
        from ...coordinates.slots import Owner

        motion, found = self.motion, []
        wrenches = motion.reactions().wrenches[self.k]
        for owner in (Owner(kind, name) for name in (motion.model.joints if kind == JOINT else motion.model.drivers)):
            if (owner, self.body) not in self.solved.slots:
                continue
            force, moment = as_vectors(wrenches[self.solved.slots[owner, self.body]])
            if kind == JOINT:
                at = self.points.of_joint(owner.name, force, moment)
                unique = all(motion.determinacy.joints[owner.name].values())
                meaning = self._joint_words(owner.name)
            else:
                at = self.points.of_sites(self._sites(owner), motion.model.drivers[owner.name].quantity, force, moment)
                unique = motion.determinacy.drivers[owner.name]
                meaning = f"drive {owner.name}, {self._of_whom(self._driven_by(owner.name))}"
            found.append(self._acting(owner.name, kind, meaning, at, force, moment, unique))
        return found

    def _elements(self) -> list[Acting]:
        """Return what force elements do to the body: loads, and contacts and frictions with what they hold or rub."""
        model, found = self.motion.model, []
        for name, force in model.forces.items():
            sites = self._ends(name)
            bodies = {site.body for site in sites}
            if self.body not in bodies:
                continue
            push, moment = as_vectors(self._wrench(name))
            at = self.points.of_sites(sites, str(getattr(force, "quantity", getattr(force, "joint", ""))), push, moment)
            kind = force.KIND.replace("_", " ")
            outside = any(load.owner == name and not load.internal for load in self.motion.plan.loads)
            whom = f"from outside on {self.name}" if outside else self._of_whom(bodies)
            words = f"{name if kind in name else f'{kind} {name}'}, {whom}"
            found.append(self._acting(name, FORCE, words, at, push, moment, True))
        return found

    def _ends(self, name: str) -> list[Site]:
        """Return the points and vectors at which a force element is felt."""
        plan = self.motion.plan
        gauges = [gauge for row in switched(plan, name)[1] for gauge in plan.equations[row].gauges]
        sites = [site for load in plan.loads if load.owner == name for site in load.ends]
        return sites + [site for gauge in gauges for site in gauge.sites]

    def _wrench(self, name: str) -> Array:
        """Return what a force element does to the body: its loads, its friction that slides, and what it holds."""
        from ...coordinates.slots import Owner

        loads = self.motion.plan.loads
        own = [i for i, load in enumerate(loads) if load.owner == name]
        own += [len(loads) + k for k in switched(self.motion.plan, name)[0]]
        total: Array = self.solved.pushes[0, own, self.body].sum(axis=0)
        slot = self.solved.slots.get((Owner(FORCE, name), self.body))
        return total if slot is None else total + self.motion.reactions().wrenches[self.k, slot]

    def _mass(self) -> list[Acting]:
        """Return the weight and the inertia of the body, at its centre of mass."""
        push, turn = (array[self.k, self.body] for array in inertia_forces(self.motion))
        weight, centre, none = weights(self.motion)[self.body], self.points.centre, np.zeros(3)
        found = []
        if weight.any():
            found.append(self._acting(WEIGHT, WEIGHT, f"weight of {self.name}", centre, weight, none, True))
        solid = self.motion.plan.tables["masses"][self.body]
        if solid["mass"] or solid["inertia"].any():
            found.append(self._acting(INERTIA, INERTIA, f"inertia of {self.name}", centre, push, turn, True))
        return found

    def _held(self, found: Iterable[Acting]) -> list[Acting]:
        """Return what must hold the body where its motion is prescribed in a freedom that no driver moves."""
        if not self.motion.prescribed or self.motion.balance.bodies <= MET:
            return []
        force = -np.sum([a.push for a in found], axis=0)
        moment = -np.sum([a.moment_about(self.points.centre) for a in found], axis=0)
        size = max(float(np.abs(a.push).max()) for a in found)
        if max(np.abs(force).max(), np.abs(moment).max() / self.motion.plan.length) <= MET * size:
            return []
        force = np.where(np.abs(force) <= MET * size, 0.0, force)
        words = f"what holds {self.name} in a freedom without a driver"
        return [self._acting(HOLD, HOLD, words, self.points.centre, force, moment, True)]

    def _acting(
        self, name: str, kind: str, meaning: str, at: Array, force: Array, moment: Array, unique: bool
    ) -> Acting:
        turn = self.points.moment_at(at, force, moment)
        planar = self.motion.model.space.planar
        return Acting(name, kind, meaning, name, unique, planar, at.copy(), force.copy(), turn)

    def _joint_words(self, name: str) -> str:
        joint = self.motion.model.joints[name]
        kind = joint.KIND.replace("_", " ")
        if not joint.ENDS or joint.a.body == joint.b.body or len(joint.markers()) > 2:
            return f"{kind} {name} on {self.name}"
        other = joint.a.body if joint.b.body == self.name else joint.b.body
        return f"force of {other} on {self.name} in {name}"

    def _of_whom(self, bodies: set[int]) -> str:
        others = [GROUND if b < 0 else self.motion.bodies[b] for b in sorted(bodies) if b != self.body]
        return f"of {listed(others)} on {self.name}" if others else f"on {self.name}"

    def _driven_by(self, name: str) -> set[int]:
        return {site.body for gauge in self._gauges(name) for site in gauge.sites}

    def _sites(self, owner: Owner) -> list[Site]:
        return [site for gauge in self._gauges(owner.name) for site in gauge.sites]

    def _gauges(self, driver: str) -> list[Gauge]:
        equations = [e for e in self.motion.plan.equations if e.driver and e.owner == driver]
        return [gauge for e in equations for gauge in e.gauges]
