"""Small motions about a position of rest: the modes in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import LinkworkError
from ...results.dynamics import DynamicMotion
from .parts import Table

if TYPE_CHECKING:
    from ...results.motion import Motion

HEADINGS = ("mode", "frequency [Hz]", "damping ratio", "time constant [s]", "shape")

CONTACTS = ("contact or friction", "state", "force [N, N m]")

MOST_MODES = 30
"""Modes that are shown."""


def contact_tables(motion: Motion) -> list[Table]:
    """Return what contacts and frictions do in a motion of one instant, such as an equilibrium; none of others."""
    from ...solve.jumps import switch_states

    if len(motion) != 1 or not isinstance(motion, DynamicMotion):
        return []
    rows = tuple((name, state, f"{force:.6g}") for name, state, force in switch_states(motion))
    return [Table("Contacts", CONTACTS, rows, (2,))] if rows else []


def mode_tables(motion: Motion) -> list[Table]:
    """Return the modes about the position of a motion of one instant, such as an equilibrium; none of other motions."""
    from ...coordinates.plan import plan_of
    from ...solve.linearise import linearise

    if len(motion) != 1 or not isinstance(motion, DynamicMotion) or np.any(motion.motions[0, :, 0]):
        return []
    try:
        linear = linearise(plan_of(motion.model), motion, float(motion.time[0]), inputs=(), outputs=())
    except LinkworkError:
        return []
    rows = []
    for mode in linear.modes[:MOST_MODES]:
        shape = str(mode).partition("; ")[2].removesuffix(".")
        values = (mode.frequency, mode.damping_ratio, mode.time_constant)
        told = ("free motion", "–", "–") if not mode.eigenvalue else tuple(f"{value:.5g}" for value in values)
        rows.append((str(mode.number), *told, shape))
    return [Table("Modes", HEADINGS, tuple(rows), (1, 2, 3))]
