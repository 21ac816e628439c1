"""Arrows over the drawing of a motion: velocities and accelerations of points, forces of joints, drivers and loads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..base.marker import GROUND, Marker
from ..errors import ModelError
from ..results.diagrams.acting import DRIVER, INERTIA, JOINT
from ..results.diagrams.free_body import free_body
from ..results.diagrams.polygons import polygon
from ..results.diagrams.steps import PRIME
from ..results.diagrams.worked import number
from ..results.dynamics import DynamicMotion
from .diagrams.force_arrows import couples_of, force_arrow
from .overlays import Drawn, Overlay
from .vectors import Arrow

if TYPE_CHECKING:
    from ..results.diagrams.acting import Acting
    from ..results.motion import Motion
    from .view import View


OUTSIDE = 30.0
"""Radius of the arrows of couples, outside those that tell in which sense joints are driven [pixels]."""

Points = bool | Sequence[str | Marker]
"""Which points have arrows: all, none, or those named."""


def arrows_of(
    motion: Motion, view: View, k: int, velocities: Points, accelerations: Points, forces: bool
) -> list[Overlay]:
    """Return the arrows asked for, at position k."""
    wanted = {"velocity": velocities, "acceleration": accelerations}
    found = [vectors_of(motion, view, k, kind, points) for kind, points in wanted.items() if points]
    return [*found, forces_of(motion, view, k)] if forces else found


def vectors_of(motion: Motion, view: View, k: int, kind: str, points: Points) -> Overlay:
    """Return velocities or accelerations of points."""
    found = polygon(motion, None if isinstance(points, bool) else points, k, kind)
    arrows = []
    for node in found.points:
        size = float(np.linalg.norm(node.vector))
        if size > 1e-9 * found.largest and not node.name.endswith(PRIME):
            label = f"{kind[0]}_{{{node.name}}} = {number(size)} {found.unit}"
            arrows.append(Arrow(view.see(node.place), view.see(node.vector), label, kind, node.name))
    return Overlay(arrows, found.unit, kind)


def forces_of(motion: Motion, view: View, k: int) -> Overlay:
    """Return what joints, drivers and forces do, and weights: of joints and drivers the force on the second body."""
    if not isinstance(motion, DynamicMotion):
        raise ModelError(
            f"forces=True needs a motion with forces, and that of '{motion.name}' has none: use inverse or simulate."
        )
    cuts = [free_body(motion, body, k) for body in motion.bodies]
    shown = [(cut, [a for a in cut if _on_second(motion, a, cut.body)]) for cut in cuts]
    arrows = [force_arrow(cut, a, view, None) for cut, acting in shown for a in acting if cut.felt(a.push)]

    def couples(unit: float) -> Drawn:
        both = [couples_of(cut, acting, view, [view.see(cut.place)], unit, OUTSIDE) for cut, acting in shown]
        return [i for items, _ in both for i in items], [w for _, wishes in both for w in wishes]

    return Overlay(arrows, "N", "reaction", couples)


def least_norm(motion: Motion) -> str:
    """Return words on forces that are one choice of many, or ""."""
    shared = isinstance(motion, DynamicMotion) and motion.determinacy.sharings
    return "; joint forces are not unique, those of least norm are drawn" if shared else ""


def _on_second(motion: DynamicMotion, a: Acting, body: str) -> bool:
    """Return whether it is drawn on this body: not inertia, and what acts between two bodies on one of them alone."""
    if a.kind == INERTIA:
        return False
    if a.kind == JOINT and motion.model.joints[a.name].ENDS:
        joint = motion.model.joints[a.name]
        second = joint.b.body if joint.b.body != GROUND else joint.a.body
        return body == second or body not in (joint.a.body, joint.b.body)
    if a.kind == DRIVER:
        owner = next(e for e in motion.plan.equations if e.driver and e.owner == a.name)
        return body == motion.bodies[max(owner.bodies)]
    return True
