"""How a load that is not unique is split among the joints that share it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array, Ints
from ..errors import ModelError, check_name, nearest
from .forces import forces_along
from .self_stress import dense_blocks, last_left_vectors, row_scale

if TYPE_CHECKING:
    from .determinacy import Determinacy
    from .dynamics import DynamicMotion


Stiffness = float | tuple[float, float]
"""Of a joint: against forces [N/m], or against forces and moments [N/m, N m/rad]."""

SPLITS = ("minimum-norm", "stiffness", "solver")

CHUNK = 64
"""Times treated at once."""


def row_softness(
    motion: DynamicMotion, determinacy: Determinacy, split: str, stiffness: Mapping[str, Stiffness] | None
) -> tuple[Ints, Array]:
    """Return the equations that share loads and the weight w of each: the split makes the sum of (lam / w)^2 least."""
    check_name("split", split, SPLITS)
    if split != "stiffness" and stiffness is not None:
        raise ModelError(f"stiffness= goes with split='stiffness', not with '{split}'.")
    if split != "stiffness":
        return determinacy.moved, row_scale(motion.plan)[determinacy.moved]
    return determinacy.rows, _by_stiffness(motion, determinacy, stiffness or {})


def _by_stiffness(motion: DynamicMotion, determinacy: Determinacy, given: Mapping[str, Stiffness]) -> Array:
    plan = motion.plan
    owners = [motion.forces.owners[i].name for i in determinacy.rows]
    known = [*motion.model.joints, *motion.model.drivers]
    for name in given:
        if name not in known:
            raise ModelError(f"stiffness: there is no joint '{name}'. {nearest(name, known)}")
    missing = [f"'{name}'" for name in dict.fromkeys(owners) if name not in given]
    if missing:
        raise ModelError(
            f"stiffness: {', '.join(missing)} shares loads as well. Give a stiffness for every one of them."
        )
    return np.array(
        [
            _stiffness(given[o], o, plan.length)[not plan.equations[i].is_length]
            for o, i in zip(owners, determinacy.rows, strict=True)
        ]
    )


def _stiffness(value: Stiffness, name: str, length: float) -> tuple[float, float]:
    """Return the square roots of the stiffness against forces and against moments."""
    pair = (value, value * length**2) if isinstance(value, int | float) else tuple(value)
    if len(pair) != 2 or not all(np.isfinite(k) and k > 0 for k in pair):
        raise ModelError(
            f"The stiffness of joint '{name}' is a positive number [N/m], or two (against forces [N/m] and against "
            f"moments [N m/rad]), not {value!r}."
        )
    return float(np.sqrt(pair[0])), float(np.sqrt(pair[1]))


def redistribute(motion: DynamicMotion, redundant: int, rows: Ints, weight: Array) -> tuple[Array, Array]:
    """Return multipliers (times, equations) and reactions (times, slots, d) with the sum of (lam / weight)^2 least."""
    plan, forces = motion.plan, motion.forces
    kept, row, body = dense_blocks(plan, rows)
    blocks = forces_along(motion, kept, np.arange(len(motion))).blocks
    change = np.zeros((len(motion), len(rows)))
    for first in range(0, len(motion), CHUNK):
        piece = slice(first, first + CHUNK)
        jacobian = _dense(plan.weight, blocks[piece], row, body, len(rows))
        basis = last_left_vectors(weight[:, None] * jacobian, redundant)
        mu = (forces.multipliers[piece, rows] / weight)[:, :, None]
        change[piece] = -weight * (basis @ (basis.transpose(0, 2, 1) @ mu))[:, :, 0]
    multipliers, reactions = forces.multipliers.copy(), forces.reactions.copy()
    multipliers[:, rows] += change
    for n in range(len(kept)):
        slot = forces.slots[forces.owners[rows[row[n]]], int(body[n])]
        reactions[:, slot] += change[:, row[n], None] * blocks[:, n]
    return multipliers, reactions


def _dense(weight: Array, blocks: Array, row: Ints, body: Ints, rows: int) -> Array:
    """Return Jacobians (times, rows, coordinates of the bodies they touch), scaled as in rank decisions."""
    used, column = np.unique(body, return_inverse=True)
    dense = np.zeros((len(blocks), rows, len(used), blocks.shape[2]))
    dense[:, row, column] = blocks * np.sqrt(weight)[body]
    return dense.reshape(len(blocks), rows, -1)
