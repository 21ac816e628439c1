"""Stops, clutches and pawls that drivers take a mechanism past, in words, with their times.

A driven motion follows from its drivers alone; what holds on one side cannot stop it, and no force tells it.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..forces import Force
from ..forces.base import number
from ..forces.one_way import OneWay
from ..forces.ratchet import Ratchet
from ..forces.rigid_contact import RigidContact
from ..words import times_words
from .motion import Motion

NEAREST = 1e-9
"""Share of the mechanism's length, or of a radian, by which a limit may be passed: that of a residual."""

KINDS: dict[type[Force], str] = {RigidContact: "Rigid contact", OneWay: "One-way clutch", Ratchet: "Ratchet"}

PASSED = (
    " {kind} '{name}' does not let '{quantity}' {verb}{bound}, as it is driven {when}, {over:.4g} {unit} at most: "
    "drivers take it there all the same, and its force is not told. Drive it another way, or take '{name}' out."
)


def passed_limits(motion: Motion) -> str:
    """Return a sentence on every stop, clutch and pawl that a driven motion passes at a stored time; "" for none."""
    return "".join(_sentence(motion, force) for force in motion.plan.writer.forces_of(Force))


def _sentence(motion: Motion, force: Force) -> str:
    if not isinstance(force, RigidContact | OneWay | Ratchet):
        return ""
    series = motion.measured(force.quantity)
    grows = force.side == "above" if isinstance(force, RigidContact) else force.free == "forward"
    side = 1.0 if grows else -1.0
    rated = int(isinstance(force, OneWay) and motion.order > 0)
    ahead, unit = side * series.values[:, rated], series.unit + rated * "/s"
    limits = np.zeros(len(motion)) if rated else _limits(force, side, ahead)
    size = max(motion.plan.length if series.unit == "m" else 1.0, float(np.abs(ahead).max()))
    wrong = np.flatnonzero(limits - ahead > NEAREST * size)
    if not len(wrong):
        return ""
    return PASSED.format(
        kind=KINDS[type(force)],
        name=force.name,
        quantity=force.quantity,
        verb="fall" if grows else "grow",
        bound="" if isinstance(force, OneWay) else f" beyond {side * limits[wrong[0]]:.6g} {unit}",
        when=f"at {times_words(motion.time[wrong])}",
        over=(limits - ahead).max(),
        unit=unit,
    )


def _limits(force: RigidContact | OneWay | Ratchet, side: float, ahead: Array) -> Array:
    """Return below what a quantity, counted the free way, may not fall at each time."""
    if isinstance(force, RigidContact):
        return np.full(len(ahead), side * number(force.limit))
    farthest = np.maximum.accumulate(ahead)
    if isinstance(force, OneWay):
        return farthest
    first = side * number(force.first)
    return np.asarray(first + force.step * np.floor((farthest - first) / force.step + NEAREST))
