"""Free-body diagrams: a body cut free, with all that acts on it at one time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...base.marker import GROUND
from ...base.pictures import picture
from ...base.space import Space
from ...errors import ModelError, nearest
from ..balance import MET
from ..short import Short
from .acting import HOLD, Acting, Collector
from .instants import position, time_words
from .worked import WorkedList

if TYPE_CHECKING:
    from ..dynamics import DynamicMotion


FAINT = 1e-12
"""Forces below this share of the largest in the whole motion are rounding: the body is at rest and unloaded."""


@dataclass(frozen=True, repr=False)
class FreeBody(Short):
    """A body cut free at one time: every force, couple and inertia term that acts on it. Print it for the table.

    The terms of inertia (d'Alembert) are -m a at the centre of mass and -(I alpha + omega x I omega): with them the sum
    of all that is listed is zero.

    Attributes
    ----------
    body : str
    time : float
        [s].
    acting : tuple of Acting
        Joints, drivers, force elements, weight and inertia: ``free["B"].force``.
    mass, inertia : float, array
        Mass [kg]; inertia about the centre of mass, a number in the plane, else (3, 3) in ground axes [kg m^2].
    notes : tuple of str
        What must be known about them, such as which are one choice of many.
    """

    body: str
    time: float = field(repr=False)
    acting: tuple[Acting, ...]
    mass: float = field(repr=False)
    inertia: float | Array = field(repr=False)
    notes: tuple[str, ...] = field(repr=False)
    when: str = field(repr=False)
    space: Space = field(repr=False)
    place: Array = field(repr=False)
    rates: Array = field(repr=False)
    rounding: float = field(repr=False)  # forces up to this are rounding beside those of the whole motion
    motion: DynamicMotion = field(repr=False)
    number: int = field(repr=False)

    def __repr__(self) -> str:
        return f"<FreeBody '{self.body}' at t = {self.time:.6g} s: {', '.join(a.name for a in self.acting)}>"

    def __iter__(self) -> Iterator[Acting]:
        return iter(self.acting)

    def __getitem__(self, name: str) -> Acting:
        """Return one of what acts, by name: of the joint, driver or force, ``"weight"`` or ``"inertia"``."""
        known = {a.name: a for a in reversed(self.acting)}
        if name not in known:
            raise ModelError(f"Nothing called '{name}' acts on '{self.body}'. {nearest(name, list(known))}")
        return known[name]

    @property
    def centre(self) -> Array:
        """Centre of mass in ground axes, shape (2,) or (3,) [m]."""
        return self.space.components(self.place)

    @property
    def sum(self) -> Acting:
        """The sum of all forces and of all moments about the centre of mass: nothing but rounding."""
        push = np.sum([a.push for a in self.acting], axis=0)
        turn = np.sum([a.moment_about(self.place) for a in self.acting], axis=0)
        words = f"sum of all that acts on {self.body}"
        return Acting("sum", "sum", words, "sum", True, self.space.planar, self.place, push, turn)

    def moment_about(self, point: Any) -> float | Array:
        """Return the sum of all moments about a point: components in ground axes [m], or what acts there by name."""
        place = self[point].at if isinstance(point, str) else self.space.vector(list(point))
        total = np.sum([a.moment_about(place) for a in self.acting], axis=0)
        return float(total[2]) if self.space.planar else total

    @property
    def largest(self) -> float:
        """The largest force that acts on it; couples count at an arm of the mechanism's size [N]."""
        length = self.motion.plan.length
        sizes = [max(np.linalg.norm(a.push), np.linalg.norm(a.turn) / length) for a in self.acting]
        return float(max(sizes, default=0.0))

    def felt(self, vector: Array, arm: float = 1.0) -> bool:
        """Return whether a force, or a couple divided by an arm [m], is more than rounding."""
        return float(np.linalg.norm(vector)) > max(self.rounding, 1e-11 * self.largest) * arm

    @property
    def remainder(self) -> float:
        """What the sum leaves, relative to the largest force, or to rounding where nothing acts."""
        total = self.sum
        left = max(np.abs(total.push).max(), np.abs(total.turn).max() / self.motion.plan.length)
        return float(left / max(self.largest, self.rounding / MET, 1e-300))

    @property
    def balanced(self) -> bool:
        """Whether forces and moments add up to zero within 1e-9 of the largest force."""
        return self.remainder <= MET

    def equations(self, about: str = "") -> WorkedList:
        """Return the sums of forces and of moments: in symbols, with numbers, and the result.

        Parameters
        ----------
        about : str
            Moments about the point where this one acts, such as ``"B"``; default: the centre of mass G.
        """
        from .free_body_words import sums

        return sums(self, about)

    def text(self) -> str:
        """Return the table of all that acts, with notes, as plain text."""
        from .free_body_words import text_of

        return text_of(self)

    __str__ = text

    def _repr_html_(self) -> str:
        """Return the picture with the table, as a notebook shows it."""
        from .free_body_words import html_of

        return f"<div>{self.draw().svg()}{html_of(self)}</div>"

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw the body with all that acts on it; SVG, PNG or PDF by the file's ending; see `linkwork.draw`."""
        return picture("draw_free_body")(self, path, **options)


def free_body(motion: DynamicMotion, body: str, at: float) -> FreeBody:
    """Return a body of a motion cut free at a time [s] (a float: the nearest computed one) or a position's number."""
    if body == GROUND:
        raise ModelError("The ground is not cut free: what it bears is shaking_force and shaking_moment of the motion.")
    b, k = motion._body(body), position(motion, at)
    found = _told_apart(Collector(motion, k, b).everything())
    masses = motion.plan.tables["masses"][b]
    rotation = motion._rotations(b)[k]
    inertia = rotation @ masses["inertia"] @ rotation.T
    planar = motion.model.space.planar
    largest = max(float(np.abs(motion.reactions().wrenches).max(initial=0.0)), *(np.abs(a.push).max() for a in found))
    cut = FreeBody(
        body,
        float(motion.time[k]),
        tuple(found),
        float(masses["mass"]),
        float(inertia[2, 2]) if planar else inertia,
        (),
        time_words(motion, k, at),
        motion.model.space,
        motion.poses[k, b, :3].copy(),
        motion.motions[k, b, :2].copy(),
        FAINT * largest,
        motion,
        k,
    )
    return replace(cut, notes=_notes(cut))


def _told_apart(found: list[Acting]) -> list[Acting]:
    """Return what acts with symbols that differ: a joint and a force may have one name."""
    names = [a.name for a in found]
    return [replace(a, symbol=f"{a.kind} {a.name}") if names.count(a.name) > 1 else a for a in found]


def _notes(cut: FreeBody) -> tuple[str, ...]:
    """Return the sentences below a table."""
    notes = []
    shared = [f"'{a.name}'" for a in cut.acting if not a.unique]
    if shared:
        notes.append(
            f"Not unique: {', '.join(shared)}. Redundant joints can share the load in more than one way; given are the "
            f"forces of least norm (least sum of squares over all joints; see run.reactions(split=...))."
        )
    if any(a.kind == HOLD for a in cut.acting):
        notes.append(
            "No driver moves every freedom: 'hold' is what would have to act so that the freedoms left move as the "
            "motion says."
        )
    if not cut.balanced:
        notes.append(f"The sum leaves {cut.remainder:.1e} of the largest force. {cut.motion.balance}")
    return tuple(notes)
