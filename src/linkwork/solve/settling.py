"""Where the joints hold the bodies, before joints that depend on it are written: teeth mesh where wheels are held."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..base.angles import nearest_turn
from ..base.rotation import matrices
from ..coordinates.plan import make_plan
from .engine import Engine
from .hints import Hints
from .nearest import Search

if TYPE_CHECKING:
    from ..model.equations import Equation, Writer
    from ..model.resolve import Hint, Resolved

Array = NDArray[np.float64]


def settled_hints(resolved: Resolved, equations: list[Equation], writer: Writer) -> list[Hint]:
    """Return the hints brought to the nearest position in which `equations` hold; as they are where there is none."""
    plan = make_plan(resolved, [e for e in equations if e.level == 0], writer)
    hints = Hints.of(plan)
    q, _ = Search(Engine(plan), hints, 0.0, np.ones(plan.weight.shape), 1e-12, 0).run()
    return hints_at(resolved, hints.begin if q is None else q)


def hints_at(resolved: Resolved, q: Array) -> list[Hint]:
    """Return the hints with the bodies at poses q (bodies, 7)."""
    turned = matrices(q[:, 3:])
    found = []
    for b, (solid, hint) in enumerate(zip(resolved.solids, resolved.hints, strict=True)):
        angle = hint.angle
        if resolved.space.planar:
            angle = float(nearest_turn(2.0 * np.arctan2(q[b, 6], q[b, 3]), hint.angle))
        found.append(replace(hint, position=q[b, :3] - turned[b] @ solid.com, axes=turned[b], angle=angle))
    return found
