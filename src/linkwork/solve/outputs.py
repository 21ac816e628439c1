"""Outputs of linear equations: what is measured, with its rates and accelerations, and every quantity that has a name.

Measured quantities change as the kernels say, exactly. Reactions, efforts, energies and expressions are read off the
state with its forces; how they change is found from readings beside it. Those along a state are of the same equations
of motion, solved there. Those along an input have the accelerations and multipliers that it causes,

    da = R dw' + (what a driver moves),   J^T dlam = M da - dF.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import largest, moved, shift_count, twists_of
from ..coordinates.rank import solve_min_norm
from ..errors import ExpressionError, ModelError
from ..results.dynamics import DynamicMotion
from ..results.reading import Component, Computed, Rate, Term, leaves_of, read

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.equations import Gauge
    from .tangents import StateTangents


STEP = 1e-2
"""Between readings: turns [rad], and shifts as a share of the mechanism's size."""

WEIGHTS = {1: 0.75, 2: -0.15, 3: 1 / 60}
"""Of differences of sixth order, which miss 1e-12 and less of smooth readings with this step."""

SHORTER = (1.0, 1e-1, 1e-2, 1e-3)
"""Of the steps, where readings bend too much between longer ones."""

SMOOTH, ROUGH, NOTHING, FELT = 1e-7, 1e-3, 1e-9, 1e-7
"""Shares of the change of a reading that a corner or rounding may make of it: none, too much; of the reading itself
from which on it changes at all; and of the reactions from which on a force does, of which rounding leaves 1e-15."""


@dataclass(frozen=True)
class Output:
    """What is asked for: a measured quantity or its derivative, or a quantity that is read off the state."""

    name: str
    gauge: Gauge | None = None
    order: int = 0
    term: Term | None = None


def read_outputs(plan: Plan, texts: Sequence[str]) -> list[Output]:
    """Return what texts mean, every component of a vector; raises ModelError for one that means nothing."""
    found: list[Output] = []
    for text in texts:
        inner, order = text.strip(), 0
        while inner.startswith("rate(") and inner.endswith(")"):
            inner, order = inner[5:-1].strip(), order + 1
        try:
            gauge = plan.writer.named_gauge(inner) if order <= 2 else None
        except ExpressionError:
            gauge = None
        if gauge is not None:
            found.append(Output(text.strip(), gauge, order))
        else:
            found += [Output(term.text, term=term) for term in read(plan, text)]
    for output in found:
        if output.term is not None and is_integrated(output.term):
            raise ModelError(
                f"'{output.name}' adds up from the start on, which linear equations about a state do not tell. Ask for "
                f"a power instead, such as 'motor.power'."
            )
    return found


def is_integrated(term: Term) -> bool:
    """Return whether a term contains the work done since the start, which is no matter of one state."""
    return any(isinstance(leaf, Component) and leaf.text.startswith("energy.work") for leaf in leaves_of(term))


class Readings:
    """Quantities at a state and beside it.

    Parameters
    ----------
    tangents : StateTangents
        The state, in the tables of the mechanism.
    terms : sequence of Term
        What is read.
    """

    def __init__(self, tangents: StateTangents, terms: Sequence[Term]) -> None:
        self.plan, self.tangents, self.terms = tangents.plan, tangents, terms
        work = tangents.work
        self.poses, self.twists = work.q.copy(), work.V[:, 0].copy()
        self.base = self._motion(self.poses[None], self.twists[None])
        for term in terms:
            check_unique(self.base, term)
        self.values = self._read(self.base)[0, 0]
        for term, value in zip(terms, self.values, strict=True):
            if not np.isfinite(value):
                raise ModelError(f"The output '{term.text}' has no value at this state: it is {value}.")

    def _motion(self, poses: Array, twists: Array) -> DynamicMotion:
        """Return states (states, bodies, ...) at one time as a motion."""
        plan, count = self.plan, len(poses)
        motions = np.zeros((count, twists.shape[1], 2, 6))
        motions[:, :, 0] = twists
        near = self.tangents.work.near
        counted = {gauge: np.full(count, near[i]) for i, gauge in plan.counted}
        more = {"counted": counted, "work": np.zeros(count)}  # the work is not read: see `is_integrated`
        return DynamicMotion.of(plan, np.full(count, self.tangents.t), poses, motions, 2, **more)

    def _read(self, motion: DynamicMotion) -> Array:
        """Return the quantities, and what changes of them count as none (states, 2, terms)."""
        values = np.stack([term.values(motion)[:, 0] for term in self.terms], axis=1)
        return np.stack([values, self._least(motion)], axis=1)

    def _least(self, motion: DynamicMotion) -> Array:
        """Return changes (states, terms) that are none beside the reactions: an effort may be nothing everywhere."""
        plan, arm = self.plan, self.plan.length
        scales = {"N": 1.0, "N*m": arm, "W": arm * max(self._size_of_twists(), 1.0)}
        own = np.array([scales.get(term.unit, 0.0) if term.forces else 0.0 for term in self.terms])
        if not own.any():
            return np.zeros((len(motion), len(own)))
        units = np.where(np.arange(plan.freedoms) < shift_count(plan.freedoms), 1.0, 1.0 / arm)
        felt = np.abs(motion.forces.reactions * units).max(axis=(1, 2), initial=0.0)
        return np.asarray(FELT * felt[:, None] * own)

    def by_states(self, shifts: Array, changes: Array) -> Array:
        """Return the change (terms, k) with displacements and changes of velocity (bodies * d, k)."""
        d, columns = self.plan.freedoms, []
        for u, v in zip(shifts.T, changes.T, strict=True):
            sizes = [largest(x, self.plan.freedoms, self.plan.length) for x in (u, v)]
            h = STEP / max(sizes[0], sizes[1] / max(self._size_of_twists(), 1.0), 1e-300)
            columns.append(self._slope(partial(self._beside, u, v, d), h))
        return np.array(columns).T.reshape(len(self.terms), shifts.shape[1])

    def _beside(self, shift: Array, change: Array, d: int, steps: Sequence[float]) -> Array:
        """Return what `_read` tells (steps, 2, terms) at steps along a displacement and a change of velocity."""
        poses = np.array([moved(self.poses, step * shift, d) for step in steps])
        twists = np.array([self.twists + step * twists_of(change, d) for step in steps])
        return self._read(self._motion(poses, twists))

    def _slope(self, beside: Callable[[Sequence[float]], Array], h: float) -> Array:
        """Return the slopes (terms,) of quantities from readings at steps of h, or at shorter ones if they bend there.

        Raises ModelError for a quantity that is not smooth however near the readings are.
        """
        slopes, least = np.zeros(len(self.terms)), np.full(len(self.terms), np.inf)
        for shorter in SHORTER:
            readings = beside([sign * k * shorter * h for k in WEIGHTS for sign in (1, -1)])
            bent = _bend(readings[:, 0], self.values, readings[:, 1].max(axis=0))
            slopes = np.where(bent < least, _slope(readings[:, 0], shorter * h), slopes)
            least = np.minimum(bent, least)
            if (least <= SMOOTH).all():
                return slopes
        if (least > ROUGH).any():
            raise ModelError(
                f"The output '{self.terms[int(least.argmax())].text}' is not smooth at this state: it has no "
                f"derivative there, or no value next to it."
            )
        return slopes

    def by_inputs(self, accelerations: Array, loads: Array, pushed: Sequence[Sequence[int]]) -> Array:
        """Return the change (terms, inputs) with accelerations and forces on the bodies (bodies * d, inputs).

        pushed: for each input the loads whose value it is.
        """
        terms, plan = self.tangents.terms, self.plan
        wrench = terms.times_mass(accelerations) - loads
        lam = np.zeros((len(terms.J), loads.shape[1]))
        if len(terms.J):
            lam = solve_min_norm(terms.J.T, wrench, terms.units, terms.scale)
        columns = []
        for k, places in enumerate(pushed):
            size = max(float(np.abs(self.base.forces.reactions).max(initial=0.0)), 1.0)
            most = np.abs(np.stack([loads[:, k], wrench[:, k]])).max(initial=0.0)
            h = STEP * size / max(float(most), 1e-300)
            change = twists_of(accelerations[:, k], plan.freedoms), lam[:, k], places
            columns.append(self._slope(partial(self._under, change), h))
        return np.array(columns).T.reshape(len(self.terms), len(pushed))

    def _under(self, change: tuple[Array, Array, Sequence[int]], steps: Sequence[float]) -> Array:
        """Return what `_read` tells (steps, 2, terms) at the state under so much of an input."""
        return np.vstack([self._pushed(*change, step) for step in steps])

    def _pushed(self, acceleration: Array, lam: Array, places: Sequence[int], h: float) -> Array:
        """Return what `_read` tells at the state with accelerations, multipliers and loads changed by h times these."""
        base, plan = self.base, self.plan
        was = base.forces
        motions, reactions, values, outside = (
            array.copy() for array in (base.motions, was.reactions, was.values, was.outside)
        )
        motions[0, :, 1] += h * acceleration
        rows = np.repeat(np.arange(len(lam)), np.diff(plan.tables["block_ptr"]))
        np.add.at(reactions[0], plan.reaction_slots[1], h * lam[rows, None] * self.tangents.work.J)
        values[0, list(places)] += h
        external = [i for i in places if plan.tables["loads"]["external"][i]]
        outside[0] += h * self.tangents.unit_load(external).reshape(outside[0].shape)
        forces = replace(
            was,
            multipliers=was.multipliers + h * lam[plan.position_in_table],
            reactions=reactions,
            values=values,
            outside=outside,
        )
        motion = replace(base, motions=motions)
        motion.__dict__["forces"] = forces  # in place of those that would be solved for
        return self._read(motion)

    def _size_of_twists(self) -> float:
        return float(np.abs(self.twists / ([self.plan.length] * 3 + [1.0] * 3)).max(initial=0.0))


def _slope(readings: Array, h: float) -> Array:
    """Return the slope (terms,) from readings at +h, -h, +2h, -2h, +3h, -3h."""
    weights = np.array([sign * weight for weight in WEIGHTS.values() for sign in (1, -1)])
    return np.asarray(weights @ readings / h)


def _bend(readings: Array, value: Array, nothing: Array) -> Array:
    """Return how far quantities (terms,) are from smooth between readings, as a share of their change; inf: no value.

    Changes below `nothing` (terms,) count as that. Differences of fourth and of sixth order agree where a quantity is
    smooth, and its second differences grow as the square of the step: not so at a corner or a jump.
    """
    with np.errstate(invalid="ignore"):
        up, down = readings[::2] - value, readings[1::2] - value
        fourth, sixth = (up - down)[:2].T @ [2 / 3, -1 / 12], (up - down).T @ list(WEIGHTS.values())
        missed = np.maximum(np.abs(sixth - fourth), np.abs(4.0 * (up + down)[0] - (up + down)[1]))
        sizes = np.abs(readings - value).max(axis=0), NOTHING * np.abs(readings).max(axis=0), nothing
        size = np.max(sizes, axis=0)
        share = missed / np.where(size > 0.0, size, 1.0)
    return np.where(np.isfinite(readings).all(axis=0), share, np.inf)


def check_unique(motion: DynamicMotion, term: Term) -> None:
    """Raise ModelError for a reaction that several joints share in more than one way."""
    if isinstance(term, Rate):
        check_unique(motion, term.inner)
    elif isinstance(term, Computed):
        for inner in term.inputs:
            check_unique(motion, inner)
    elif isinstance(term, Component) and term.forces:
        owner, kind = term.found.owner, term.found.quantity.owner
        if kind not in ("joint", "driver"):
            return
        known = motion.determinacy
        unique = all(known.joints.get(owner, {}).values()) if kind == "joint" else known.drivers.get(owner, True)
        if not unique:
            raise ModelError(
                f"The output '{term.text}' is not unique, so that its change is not either. {known} Take out a "
                f"redundant constraint; m.mobility() names them. Where it names none, the position is singular, as "
                f"where links line up: ask beside it."
            )
