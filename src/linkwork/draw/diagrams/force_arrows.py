"""Arrows of what acts on a body: forces to scale, couples round their axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...arrays import Array
from ...results.diagrams.acting import DRIVER, FORCE, HOLD, INERTIA, JOINT, WEIGHT, Acting
from ...results.diagrams.free_body import FreeBody
from ...results.diagrams.free_body_words import symbol_of
from ...results.diagrams.worked import number
from ..items import Item
from ..labels import Wish
from ..vectors import Arrow, couple_arrow
from ..view import View

STYLES = {JOINT: "reaction", DRIVER: "drive", FORCE: "load", WEIGHT: "weight", INERTIA: "inertia", HOLD: "load"}

RADIUS = 28.0
"""Of the arrow of a couple; a second one at the same point goes round it [pixels]."""


def force_arrow(cut: FreeBody, a: Acting, view: View, middle: Array | None) -> Arrow:
    """Return the arrow of a force.

    Where the middle of the body is given, one that presses on it ends at its point and does not hide it.
    """
    at, force = view.see(a.at), view.see(a.push)
    presses = middle is not None and _presses(cut, a, (middle - at)[:2], force)
    between = ": " if a.kind in (WEIGHT, INERTIA) else " = "
    label = f"{symbol_of(cut, a)}{between}{number(float(np.linalg.norm(a.push)))} N"
    return Arrow(at, force, label, STYLES[a.kind], a.meaning, presses)


def couples_of(
    cut: FreeBody, acting: Iterable[Acting], view: View, around: Sequence[Array], unit: float, first: float = RADIUS
) -> tuple[list[Item], list[Wish]]:
    """Return the arrows of couples, the `first` of this radius [pixels], wider where several are at one point."""
    items: list[Item] = []
    wishes: list[Wish] = []
    taken: list[Array] = []
    for a in acting:
        if not cut.felt(a.turn, cut.motion.plan.length):
            continue
        at = view.see(a.at)
        radius = first + 9.0 * sum(float(np.linalg.norm(at - p)) < unit for p in taken)
        taken.append(at)
        name = "-I α" if a.kind == INERTIA else f"M_{{{a.symbol}}}"
        if a.kind == INERTIA and not cut.space.planar:
            name = "-(I α + ω × I ω)"
        between = ": " if a.kind == INERTIA else " = "
        label = f"{name}{between}{number(float(np.linalg.norm(a.turn)))} N m"
        more, wish = couple_arrow(at, view.see(a.turn), around, label, STYLES[a.kind], unit, radius)
        items += more
        wishes += wish
    return items, wishes


def _presses(cut: FreeBody, a: Acting, inward: Array, force: Array) -> bool:
    """Return whether a force presses on the body: it points inward, or belongs to a contact."""
    if a.kind in (WEIGHT, INERTIA, HOLD):
        return False
    ahead = float(inward @ force[:2]) > 0.2 * float(np.hypot(*inward) * np.hypot(*force[:2]))
    return ahead or (a.kind == JOINT and cut.motion.model.joints[a.name].presses != 0.0)
