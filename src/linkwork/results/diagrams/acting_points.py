"""Where forces act: the point of a body at which the force of a joint, driver or force element is drawn.

What the equations of motion know is force and moment about the centre of mass. The same about any point of the line of
action is the force alone: a point of the joint at which no moment is left is the one that a reader expects.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...joints.meshing import Gearing
from ..contacts import has_contact
from ..frames import marker_point, site_place

if TYPE_CHECKING:
    from ...model.equations import Site
    from ..dynamics import DynamicMotion


LEFT = 1e-9
"""A moment below this share of force times size of the mechanism is none."""


class Points:
    """Finds points of action at one position of a motion, in the engine's three axes."""

    def __init__(self, motion: DynamicMotion, k: int, body: int) -> None:
        self.motion, self.k, self.body = motion, k, body
        self.centre = motion.poses[k, body, :3]

    def of_joint(self, name: str, force: Array, moment: Array) -> Array:
        """Return where the force of a joint acts on the body, from its force and moment about the centre of mass."""
        motion, joint = self.motion, self.motion.model.joints[name]
        if not joint.ENDS:
            return self.centre
        if has_contact(motion, joint):
            found = motion.contact(name).point[self.k]
            return np.pad(found, (0, 3 - len(found)))
        own = motion.bodies[self.body]
        a, b = (marker_point(motion, end, joint.AXIS)[self.k] for end in joint.ends)
        if isinstance(joint, Gearing):
            return self._between_teeth(a, b, force, moment, a if joint.a.body == own else b)
        markers = [m for m in joint.markers() if m.body == own]
        places = [marker_point(motion, marker, joint.AXIS)[self.k] for marker in markers]
        return self.best(places, force, moment, b if len(joint.markers()) == 2 else None)

    def of_sites(self, sites: Iterable[Site], quantity: str, force: Array, moment: Array) -> Array:
        """Return where what works on a quantity, or at some sites, acts: at a point of the body if it has one there."""
        points = [site for site in sites if not site.vector]
        plan, poses = self.motion.plan, self.motion.poses[self.k]
        own = [site_place(plan, poses, site) for site in points if site.body == self.body]
        joint = self.motion.model.joints.get(quantity.split(".")[0])
        if joint is not None and joint.ENDS:
            own += [marker_point(self.motion, m, joint.AXIS)[self.k] for m in joint.ends[::-1]]
        others = [site_place(plan, poses, site) for site in points if site.body != self.body]
        return self.best([*own, *others], force, moment, None)

    def best(self, places: Sequence[Array], force: Array, moment: Array, otherwise: Array | None) -> Array:
        """Return the first place at which the force alone is felt, else `otherwise` or the first; the centre if none.

        A couple has no place: it is drawn at the first.
        """
        size = float(np.linalg.norm(force)) * self.motion.plan.length
        for place in places:
            if np.linalg.norm(self.moment_at(place, force, moment)) <= LEFT * size:
                return place
        if otherwise is not None:
            return otherwise
        return places[0] if places else self.centre

    def moment_at(self, place: Array, force: Array, moment: Array) -> Array:
        """Return the moment about a place of a force with a moment about the centre of mass."""
        return np.asarray(moment + np.cross(self.centre - place, force))

    def _between_teeth(self, a: Array, b: Array, force: Array, moment: Array, own: Array) -> Array:
        """Return where the line of action of the teeth's force meets the line of centres: the pitch point.

        With d = b - a: the moment about a + s d vanishes, moment_a - s d x force = 0.
        """
        about_a, arm = self.moment_at(a, force, moment), np.cross(b - a, force)
        square = float(arm @ arm)
        place = a + (b - a) * float(about_a @ arm) / square if square > 0 else own
        size = float(np.linalg.norm(force)) * self.motion.plan.length
        left = np.linalg.norm(self.moment_at(place, force, moment))
        return place if left <= LEFT * size else own
