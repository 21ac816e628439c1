"""Polygons of velocity and acceleration: vectors of points drawn from one pole, and how they hang together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Array
from ...base.marker import GROUND, Marker
from ...base.pictures import picture
from ...base.space import Space
from ...errors import ModelError, nearest
from ..motion import Motion
from ..short import Short
from .instants import position, time_words
from .polygon_words import worked_step
from .rigid import check_order
from .steps import Net, Node, Step
from .worked import WorkedList, number, vector

UNITS = {"velocity": "m/s", "acceleration": "m/s²"}


@dataclass(frozen=True, repr=False)
class Polygon(Short):
    """The velocity or acceleration polygon of points at one time. Print it for the list.

    Attributes
    ----------
    kind : str
        ``"velocity"`` or ``"acceleration"``.
    time : float
        [s].
    points : tuple of Node
        Points with their places and vectors; those that stand still are the pole.
    steps : tuple of Step
        From one point of a body to the next, and from a point of a guide to what slides on it.
    """

    kind: str
    time: float = field(repr=False)
    points: tuple[Node, ...]
    steps: tuple[Step, ...]
    when: str = field(repr=False)
    space: Space = field(repr=False)
    motion: Motion = field(repr=False)
    number: int = field(repr=False)

    @property
    def unit(self) -> str:
        """Unit of the vectors."""
        return UNITS[self.kind]

    def __getitem__(self, name: str) -> Array:
        """Return the vector of a point by name, shape (2,) or (3,)."""
        known = {node.name: node for node in self.points}
        if name not in known:
            raise ModelError(f"The polygon has no point '{name}'. {nearest(name, list(known))}")
        return self.space.components(known[name].vector)

    @property
    def largest(self) -> float:
        """Size of the largest vector."""
        return max((float(np.linalg.norm(node.vector)) for node in self.points), default=0.0)

    def __str__(self) -> str:
        lines = [f"{self.kind.capitalize()} polygon of '{self.motion.name}' at {self.when} [{self.unit}]:"]
        for node in self.points:
            shown = vector(self.space.components(node.vector), self.largest)
            size = number(float(np.linalg.norm(node.vector)), self.largest)
            lines.append(f"  {node.name} of {' and '.join(node.bodies)}: {shown}, size {size}")
        return "\n".join(lines)

    def equations(self) -> WorkedList:
        """Return each step worked out, ``v_B = v_A + omega x r_AB``: in symbols, with numbers, and the result."""
        return WorkedList(worked_step(step, self) for step in self.steps if step.told)

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw the polygon from its pole, to scale."""
        return picture("draw_polygon")(self, path, **options)


def polygon(motion: Motion, points: Sequence[str | Marker] | None, at: float, kind: str) -> Polygon:
    """Return a polygon of the points asked for at a time or position of a motion."""
    order = {"velocity": 1, "acceleration": 2}[kind]
    check_order(motion, order, f"The {kind} polygon")
    k = position(motion, at)
    net = Net(motion, k, order)
    if points is None:
        net.add_everything()
    for point in points or ():
        net.add(point)
    if not net.nodes:
        raise ModelError(f"'{motion.name}' has no joint and no named point to draw a {kind} polygon of.")
    shown = tuple(net.nodes)
    if all(node.bodies == (GROUND,) for node in shown):
        raise ModelError(f"All points of the {kind} polygon are fixed to the ground; name one of a moving body.")
    words = time_words(motion, k, at)
    return Polygon(kind, float(motion.time[k]), shown, tuple(net.steps()), words, motion.model.space, motion, k)
