"""How equations of the user's own (gears, cams, belts written in coordinates) act on bodies, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.measure import DIMENSIONS

if TYPE_CHECKING:
    from .dynamics import DynamicMotion

OF_POINTS = ("component", "distance")
"""Kinds of measure between points: an equation of these alone acts where a contact would, at its points."""


def acts_as(motion: DynamicMotion, name: str) -> str:
    """Return "couples", "forces" or both, along what an equation measures; "" where it acts at points alone."""
    gauges = [g for e in motion.plan.equations if e.owner == name and not e.driver for g in e.gauges]
    if all(gauge.kind in OF_POINTS for gauge in gauges):
        return ""
    lengths = {DIMENSIONS[gauge.kind] == "length" for gauge in gauges}
    return " and ".join(["couples"] * (False in lengths) + ["forces"] * (True in lengths))


def own_equation_sentences(motion: DynamicMotion) -> tuple[str, ...]:
    """Return a sentence for every equation of coordinates: which force it leaves out of the joints."""
    found = []
    for name, joint in motion.model.joints.items():
        words = acts_as(motion, name) if not joint.ENDS else ""
        if words:
            found.append(
                f"The equation '{name}' acts as pure {words} along the coordinates in it, not at a point where bodies "
                f"touch: the force of a contact, and what it loads the bearings with, is not in these reactions."
            )
    return tuple(found)
