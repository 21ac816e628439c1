"""What the hints say: where each body should be, how much that weighs, and by how much it was changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags
from ..base.marker import GROUND
from ..base.poses import between
from ..base.rotation import matrices
from ..coordinates.plan import Plan
from ..model.placed import holds_points
from ..results.motion import Motion
from ..words import aligned
from .placing import first_poses

LOOSE = 100.0
"""How much more easily a coordinate moves that nobody hinted at."""

FIRM = 0.1
"""How much less easily a body moves whose place and angle are both hinted, and a hinted angle of a crank."""

MATTERS = 0.02
"""Change of a hint that is told [rad, or lengths of the mechanism]: about a degree, rough hints are no better."""

ROUNDING = 1e-9
"""Changes of hints below this are none [rad, or lengths of the mechanism]."""


@dataclass(frozen=True)
class HintChange:
    """A hint that had to be changed to close the joints.

    Attributes
    ----------
    body : str
    what : str
        ``"angle"``, ``"position"`` or ``"rotation"``.
    asked, found : str
        In the units of results: rad, m.
    by : float
        Size of the change [rad] or [m].
    share : float
        Size of the change [rad], or in lengths of the mechanism.
    """

    body: str
    what: str
    asked: str
    found: str
    by: float
    share: float

    def __str__(self) -> str:
        amount = f"{self.by:.4g} m" if self.what == "position" else f"{np.degrees(self.by):.4g} deg"
        return f"'{self.body}' {self.what} {self.asked} asked, {self.found} found ({amount})"


class Hints:
    """Poses to start from, and which of their coordinates were said.

    Attributes
    ----------
    begin : array, shape (bodies, 7)
        Poses that follow the hints, and where there are none, the joints.
    origins : array, shape (bodies, 3)
        Where the origins of the bodies are in these poses [m].
    place, turn : array of bool, shape (bodies,)
        Whether the position of a body's origin and its orientation were said.
    cranks : array of bool, shape (bodies,)
        Whether a body is pinned to the ground.
    said : array of bool, shape (bodies, d)
        The same for every freedom.
    units : array, shape (d,)
        What a shift and a turn are measured by: length of the mechanism [m], 1 rad.
    mobility : array, shape (bodies, d)
        Diagonal of W^-1: how easily each freedom moves in the search.
    exact : bool
        Whether what was said of single bodies is kept exactly where that is possible.
    """

    def __init__(self, plan: Plan, begin: Array, place: Flags, turn: Flags, cranks: Flags, exact: bool = True) -> None:
        self.plan, self.begin, self.place, self.turn, self.exact = plan, begin, place, turn, exact
        self.cranks = cranks
        self.shifts = len(plan.resolved.space.labels)
        self.said = np.zeros(plan.weight.shape, bool)
        self.said[:, : self.shifts] = place[:, None]
        self.said[:, self.shifts :] = turn[:, None]
        self.units = np.where(np.arange(plan.freedoms) < self.shifts, plan.length, 1.0)
        # a radian asked for is a radian, whatever the size of the body
        self.mobility = np.where(self.said, (self.units / plan.length) ** 2, LOOSE * plan.weight)
        self.mobility[place & turn] *= FIRM
        self.mobility[cranks & turn, self.shifts :] *= FIRM
        self._centres = np.array([solid.com for solid in plan.resolved.solids]).reshape(-1, 3)
        self.origins = begin[:, :3] - np.einsum("bij,bj->bi", matrices(begin[:, 3:]), self._centres)

    @staticmethod
    def of(plan: Plan) -> Hints:
        """Return the placement hints of a model."""
        if "hints" not in plan.cache:
            given = plan.resolved.hints
            begin = first_poses(plan.resolved, list(plan.model.joints.values()), plan.writer)
            place, turn = np.array([(h.has_position, h.has_axes) for h in given], bool).reshape(-1, 2).T
            plan.cache["hints"] = Hints(plan, begin, place, turn, _cranks(plan))
        return plan.cache["hints"]  # type: ignore[return-value]

    @staticmethod
    def poses(plan: Plan, begin: Array) -> Hints:
        """Return hints that say the poses given, all alike."""
        said = np.ones(len(begin), bool)
        return Hints(plan, begin, said, said, ~said, exact=False)

    def deviation(self, q: Array) -> Array:
        """Return the displacement (bodies, d) that would bring q back to what was said; zero where nothing was."""
        aim = self.begin.copy()
        alone = self.place & ~self.turn
        if alone.any():  # of a body that may turn the origin is to stay, wherever its centre of mass goes
            turned = matrices(q[alone, 3:])
            aim[alone, :3] = self.origins[alone] + np.einsum("bij,bj->bi", turned, self._centres[alone])
        return np.where(self.said, between(q, aim, self.plan.freedoms).reshape(self.said.shape), 0.0)

    def energy(self, q: Array) -> float:
        """Return how far q is from what was said: the sum of squares in the metric of the hints."""
        return float((self.deviation(q) ** 2 / self.mobility).sum())

    def distances(self, q: Array) -> Array:
        """Return how far each body is from what was said of it (bodies,) [rad, or lengths of the mechanism]."""
        return np.asarray(np.linalg.norm(self.deviation(q) / self.units, axis=1))

    def farthest(self, q: Array) -> float:
        """Return the largest deviation [rad, or lengths of the mechanism]."""
        return float(self.distances(q).max(initial=0.0))

    def changes(self, motion: Motion) -> list[HintChange]:
        """Return what was changed, the largest first; `motion` is the one position found."""
        found: list[HintChange] = []
        off = self.deviation(motion.poses[0])
        for b in np.flatnonzero(self.place | self.turn):
            turn = float(np.linalg.norm(off[b, self.shifts :]))
            body = motion.body(motion.bodies[b])
            if self.place[b]:
                asked = motion.model.space.components(self.origins[b])
                shift = float(np.linalg.norm(asked - body.position[0]))
                words = _point(asked), _point(body.position[0])
                found.append(HintChange(body.name, "position", *words, shift, shift / self.plan.length))
            if self.turn[b] and motion.model.space.planar:
                angle = float(body.angle[0])
                found.append(HintChange(body.name, "angle", _rad(angle + off[b, 2]), _rad(angle), turn, turn))
            elif self.turn[b]:
                found.append(HintChange(body.name, "rotation", "as hinted", "turned", turn, turn))
        found = [change for change in found if change.share > ROUNDING]
        return sorted(found, key=lambda change: (-change.share, change.body))


def _rad(angle: float) -> str:
    return f"{round(angle, 12) + 0.0:.6g} rad"


def _point(position: Array) -> str:
    return f"({', '.join(f'{round(x, 12) + 0.0:.6g}' for x in position)}) m"


def _cranks(plan: Plan) -> Flags:
    """Return which bodies a joint pins to the ground: their angles are what a user knows best."""
    cranks = np.zeros(len(plan.resolved.solids), bool)
    for joint in plan.model.joints.values():
        bodies = [end.body for end in joint.ends]
        if GROUND in bodies and holds_points(joint):
            cranks[[plan.resolved.index[name] for name in bodies if name != GROUND]] = True
    return cranks


def change_note(changes: Sequence[HintChange]) -> str:
    """Return a sentence on the hint that was changed most, if it matters."""
    telling = [change for change in changes if change.share > MATTERS]
    if not telling:
        return ""
    more = len(telling) - 1
    others = f", and {more} more (see .changes)" if more else ""
    return f" To close the joints, hints were changed: {telling[0]}{others}."


def change_table(changes: Sequence[HintChange]) -> str:
    """Return a table of the hints that were changed: body, what, asked, found."""
    rows = [("body", "hint", "asked", "found")]
    rows += [(change.body, change.what, change.asked, change.found) for change in changes]
    return "\n".join(aligned(rows, left=4))
