"""Relative coordinates: joint angles and shifts along a tree, compiled and linear in the number of bodies."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..arrays import Array, Flags
from ..base.poses import kept_by
from ..coordinates.loads import FLOOR
from ..coordinates.masses import mass_weights
from ..coordinates.plan import Plan
from ..coordinates.rank import solve_min_norm
from ..coordinates.relative import Limb, Tree, make_tree, relative_plan, tree_positions
from ..kernels.compiler.stages import address_of
from ..kernels.dynamics import dynamics
from ..kernels.steps import projecting, rates, state
from ..kernels.tables.bundle import Bundle
from ..kernels.trees import relative
from ..kernels.trees.nodes import BALL, SHIFT, TURN, WELD, S
from ..kernels.trees.plane import articulate_plane, place_plane, reach_plane, respond_plane
from ..kernels.trees.space import articulate_space, place_space, reach_space, respond_space
from .base import ASKED, Formulation, Options, formulation
from .on_coordinates import Coordinates
from .terms import body_terms


@formulation("relative")
class Relative(Formulation):
    """Coordinates of the joints of a spanning tree; loops closed by the rows of the joints that were cut.

    Articulated bodies along the tree (Featherstone), one sparse factorisation of the rows of the loops.
    """

    WORDS: ClassVar[str] = "relative coordinates along a spanning tree, articulated bodies"
    BODIES: ClassVar[bool] = False
    FACTORISED: ClassVar[bool] = True
    STAGES: ClassVar[tuple[tuple[Any, Any], ...]] = (
        (state.unpack, relative.unpack_tree),
        (state.pack, relative.pack_tree),
        (rates.rates, relative.rates_tree),
        (projecting.answer, relative.answer_tree),
        (projecting.renew, relative.renew_tree),
        (projecting.follow, relative.follow_tree),
    )

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why relative coordinates do not apply."""
        if plan.tables["switches"].size:
            return "contacts and friction need the joints' own multipliers at every moment."
        spinning = cls.of(plan).spinning if plan.lifted else ""
        if spinning:
            return f"body '{spinning}' has no inertia about one of its axes, about which its joint lets it turn."
        return ""

    @property
    def spinning(self) -> str:
        """Name of a body without inertia about an axis that hangs on a ball or freely, if there is one."""
        inertia = self.full.tables["masses"]["inertia"]
        moments = np.linalg.eigvalsh(inertia)
        slender = (moments[:, 0] <= FLOOR * moments[:, 2]) & (self.full.freedoms == 6)
        loose = [limb.body for limb in self.tree.limbs if "ball" in limb.motion and slender[limb.body]]
        return self.full.resolved.solids[loose[0]].name if loose else ""

    @classmethod
    def of(cls, plan: Plan) -> Relative:
        """Return relative coordinates of a plan with the usual options."""
        return cls(plan, Options())

    @cached_property
    def tree(self) -> Tree:
        """The spanning tree, found once for a mechanism."""
        cache = self.full.cache
        if "tree" not in cache:
            cache["tree"] = make_tree(self.full)
        return cache["tree"]  # type: ignore[return-value]

    @property
    def plan(self) -> Plan:
        """The plan whose rows close the loops, made once for a mechanism."""
        cache = self.full.cache
        if "relative" not in cache:
            cache["relative"] = relative_plan(self.full, self.tree, self.full.events)
        return cache["relative"]  # type: ignore[return-value]

    def as_coordinates(self, work: Bundle) -> Coordinates:
        """Return the coordinates with their matrices."""
        from .relative_terms import RelativeCoordinates

        self._load()
        return RelativeCoordinates(self)

    def _load(self) -> None:
        """Compile, or load, the recursions for the plane or for space."""
        plane = (place_plane, articulate_plane, reach_plane, respond_plane)
        space = (place_space, articulate_space, reach_space, respond_space)
        for stage in (*(plane if self.full.freedoms == 3 else space), relative.accelerate_tree):
            self._kept.append(address_of(stage)[1])

    def install(self, work: Bundle) -> None:
        """Let the integrator work on relative coordinates; the bodies in `work` give the start."""
        self._load()
        self._begin(work)
        for replaced, stage in self.STAGES:
            address, kept = address_of(stage)
            self._kept.append(kept)
            work.redirect({replaced.place: address})

    def _begin(self, work: Bundle) -> None:
        """Fill z and zv; runs from the same start find them in the cache."""
        cache, q, V = self.full.cache, work.q.copy(), work.V[:, 0].copy()
        kept = cache.get("relative start")
        if isinstance(kept, tuple) and np.array_equal(kept[0], q) and np.array_equal(kept[1], V):
            work.z[:], work.zv[:] = kept[2:]
            return
        self.start(work)
        cache["relative start"] = q, V, work.z.copy(), work.zv.copy()

    def lowest_pivot(self, work: Bundle) -> float:
        """Search on the rows of all joints: the poses of the last states tell where."""
        full = self.full.bundle(work.q)
        mass_weights(self.full, full)
        own, others = self._same_angles
        full.near[others] = work.turns[own, 0]
        dynamics.accelerate(full.H, float(work.control.time))
        full.past[:], full.clock[:] = work.past, work.clock
        control = full.control
        control.known, control.pivot_before, control.cancelled = work.control.known, 1.0, full.info[2]
        return super().lowest_pivot(full)

    def serve(self, work: Bundle) -> None:
        """Let `accelerate` find accelerations in relative coordinates, and from them all multipliers.

        Where nobody asked for them, reactions come from the multipliers of all joints, which is quicker.
        """
        if self.why != ASKED:
            return
        own = self.plan.bundle()
        mass_weights(self.plan, own)
        self._load()
        places, others = self._same_angles

        def accelerate(t: float) -> int:
            own.q[:], own.V[:] = work.q, work.V
            own.near[places] = work.near[others]
            self.start(own)
            status = relative.accelerate_tree(own.H, t)
            terms = body_terms(self.full, work, t)
            work.x[:] = own.x
            work.lam[:] = terms.multipliers(own.x.ravel())
            return int(status)

        self.redirect(work, dynamics.accelerate, accelerate)

    @cached_property
    def _same_angles(self) -> tuple[list[int], list[int]]:
        """Places of the angles that both plans measure, in this one and in the full one."""
        full = {gauge: i for i, gauge in self.full.counted}
        both = [(i, full[gauge]) for i, gauge in self.plan.counted if gauge in full]
        return [i for i, _ in both], [i for _, i in both]

    def start(self, work: Bundle) -> None:
        """Fill z and zv from the bodies in `work`."""
        twists = work.V[:, 0].copy()
        work.z[:] = tree_positions(self.full, self.tree, work.q)
        work.zv[:] = 0.0
        place = place_plane if self.full.freedoms == 3 else place_space
        before = work.q[:, 3:].copy()
        place(work.H)
        self._same_sign(work, np.einsum("bi,bi->b", before, work.q[:, 3:]) < 0.0)
        for limb in self.tree.limbs:
            if (self.tree.nodes["kind"][limb.first : limb.last] != WELD).any():
                self._start_limb(work, limb, twists)
        place(work.H)

    def _same_sign(self, work: Bundle, opposite: Flags) -> None:
        """Give every body the sign of Euler parameters it started with: a full turn of its joint, or -e of a ball."""
        nodes = self.tree.nodes
        for limb in self.tree.limbs:
            carrier = limb.carrier
            if opposite[limb.body] == (carrier >= 0 and opposite[carrier]):
                continue
            for i in range(limb.first, limb.last):
                place = int(nodes["place"][i])
                if nodes["kind"][i] == TURN:
                    work.z[place] += 2.0 * np.pi
                    break
                if nodes["kind"][i] == BALL:
                    work.z[place : place + 4] *= -1.0
                    break

    def _start_limb(self, work: Bundle, limb: Limb, twists: Array) -> None:
        """Fill the rates of one joint: what its bodies' twists differ by, in its own motions."""
        columns, places = limb_motions(self.tree, limb, work.nodework, self.full.freedoms == 3)
        carrier = limb.carrier
        apart = twists[limb.body].copy()
        if carrier >= 0:
            d = work.q[limb.body, :3] - work.q[carrier, :3]
            apart -= twists[carrier]
            apart[:3] -= np.cross(twists[carrier, 3:], d)
        columns[:3] /= self.full.length
        apart[:3] /= self.full.length
        sizes = np.linalg.norm(columns, axis=0)
        work.zv[places] = solve_min_norm(columns, apart, unknowns=1.0 / sizes)


def limb_motions(tree: Tree, limb: Limb, nodework: Array, planar: bool) -> tuple[Array, list[int]]:
    """Return the motions (6, k) that the nodes of a joint give its body, about its centre, and their places in zv."""
    columns, places = [], []
    shift = np.zeros(3)
    for i in range(limb.last - 1, limb.first - 1, -1):
        kind, rate, n = int(tree.nodes["kind"][i]), int(tree.nodes["rate"][i]), nodework[i]
        for k in range({WELD: 0, BALL: 3}.get(kind, 1)):
            s = np.zeros(6)
            s[kept_by(3 if planar else 6)] = n[S + 6 * k : S + 6 * k + (3 if planar else 6)]
            s[:3] += np.cross(s[3:], shift)
            columns.append(s)
            places.append(rate + k)
        shift[: 2 if planar else 3] += n[SHIFT : SHIFT + (2 if planar else 3)]
    return np.array(columns).T, places
