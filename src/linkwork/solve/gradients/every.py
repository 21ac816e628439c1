"""All design variables together: how residuals and readings change with each, everything else held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array, Ints
from ...results.dynamics import DynamicMotion
from ...results.motion import Motion
from ...results.reading import Component, Term, read
from ..states import States
from .beside import Beside, beside_or_none
from .entries import Entries
from .held import NotSmoothError, left_over
from .readings import STATES, Tangents, at_places, enough, slopes_along, value_of, with_plan
from .varied import FINE, SHORTEST, SMALL, BentError, Designs, Variable, shares_of

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

Value = Callable[[Any], Array]
"""What reads a quantity of a motion, over time."""

JUMP = 0.1
"""Change of a row with a small step of a design variable, relative to the size of the mechanism, that is a jump."""

OTHER_TURNS = "angles are counted from other turns beside the design"

FORETOLD = 1e-6
"""Share of the sum of all effects on a reading by which plans made in full may differ from tables with other numbers:
differences with steps of 1e-5 miss 1e-10 of a smooth reading."""

STEPS = tuple(SMALL * offset for offset in FINE[0])
"""Where the designs beside one are, as shares of the steps of the variables."""

COARSE, INNER = (0.0, -0.5, 0.5, 0.0), (1, 2)
"""Weights of a difference of second order at the same places, and which of them count."""

STRAIGHT = 1e-9
"""Share of the largest by which differences of both orders may be apart where the second one does."""

ROUNDED = 1e-12
"""Share of a reading that is rounding."""

SCATTER = 100.0
"""By how much changes of rows and forces are larger at least than what is left of them at the design itself."""


class Every:
    """The design variables of a mechanism.

    Parameters
    ----------
    designs : Designs
    prepared : callable, optional
        What is done to every plan first; each is then made in full.
    near : Beside, optional
        The designs at `STEPS`, where they are known.

    Attributes
    ----------
    names : list of str
    steps : array, shape (variables,)
        Of differences.
    """

    def __init__(
        self, designs: Designs, prepared: Callable[[Plan], Plan] | None = None, near: Beside | None = None
    ) -> None:
        self.designs, self._prepare = designs, prepared or (lambda plan: plan)
        self.names = [design.name for design in designs.all]
        self.steps = SMALL * np.array(designs.steps)
        self.near = None if prepared else near or beside_or_none(designs, STEPS)
        self._weights = np.array(FINE[1]) / self.steps[:, None]
        self._direct: dict[tuple[str, bytes], Array] = {}

    @cached_property
    def variables(self) -> list[Variable]:
        """The variables, each with plans made in full."""
        found = [self.designs.variable(i) for i in range(len(self.names))]
        return [replace(v, plans=tuple(map(self._prepare, v.plans))) for v in found]

    def partials(self, states: States, which: Ints | None = None) -> tuple[Array, Array]:
        """Return how rows (t, 3, rows, variables) and forces (t, n, variables) change, everything else held.

        Of all variables, or of some.
        """
        chosen = np.arange(len(self.names)) if which is None else which
        here = left_over(self._prepare(self.designs.plan), states)
        if self.near is None:
            found = [self._partials(i, states, here) for i in chosen]
            return np.stack([rows for rows, _ in found], axis=-1), np.stack([rest for _, rest in found], axis=-1)
        rows, rest = self.near.left_over(states, len(STEPS), chosen)
        self._check(chosen, rows, rest, here)
        weights = self._weights[chosen]
        return np.einsum("vo,ov...->...v", weights, rows), np.einsum("vo,ov...->...v", weights, rest)

    def _partials(self, i: int, states: States, here: tuple[Array, Array]) -> tuple[Array, Array]:
        """Return how rows (t, 3, rows) and forces (t, n) change with one variable, by plans made in full."""
        variable = self.variables[i]
        if any(plan.tables["measures"].size != states.near.shape[1] for plan in variable.plans):
            raise NotSmoothError("points meet for this design only")
        left = {id(plan): left_over(plan, states) for plan in variable.plans}
        rows, rest = (np.array(part)[:, None] for part in zip(*left.values(), strict=True))
        self._check(np.array([i]), rows, rest, here)
        return variable.slope(lambda plan, _: left[id(plan)][0]), variable.slope(lambda plan, _: left[id(plan)][1])

    def _check(self, chosen: Ints, rows: Array, rest: Array, here: tuple[Array, Array]) -> None:
        """Raise BentError where steps of some variables are too long, NotSmoothError where rows jump however short.

        `here` is what rows and forces leave at the design itself: rounding.
        """
        scale = self._prepare(self.designs.plan).tables["rows"]["scale"]
        places, closed = rows[:, :, :, 0] * scale, here[0][:, 0] * scale
        if np.abs(places - closed).max(initial=0.0) > JUMP:
            raise NotSmoothError(OTHER_TURNS)
        if len(rows) == len(STEPS):
            both = (places, closed), (rest, here[1])
            self.shorten(chosen, *(shares_of(x, SCATTER * np.abs(x0).max(initial=ROUNDED)) for x, x0 in both))

    def shorten(self, chosen: Ints, *wanted: Array) -> None:
        """Raise BentError where shares by which steps of some variables are to be shortened are below one."""
        shares = np.ones(len(self.names))
        shares[chosen] = np.min(wanted, axis=0)
        shares[np.array(self.designs.steps) <= SHORTEST * np.array(self.designs.sizes)] = 1.0
        if (shares < 1.0).any():
            raise BentError(shares)

    @cached_property
    def entries(self) -> Entries | None:
        """The numbers in the tables; None where the designs beside this one are made in full."""
        if self.near is None:
            return None
        if "entries" not in self.designs.cache:
            found = self.designs.cache["entries"] = Entries(self.near, self._weights)
            self.shorten(np.arange(len(self.names)), found.shares)
            if not found.stand_at(self.designs.plan):
                raise NotSmoothError(OTHER_TURNS)
        entries: Entries = self.designs.cache["entries"]
        return entries

    def slopes(self, text: str, motion: Motion, tangents: Tangents) -> Array:
        """Return the derivatives (t, variables) of a quantity, the motion changing as the tangents say."""
        term = read(motion.plan, text)[0]
        motion = enough(term, motion)
        along = slopes_along(term, motion, tangents, self.steps)
        return along + self.held(text, motion)

    def held(self, text: str, motion: Motion) -> Array:
        """Return the derivatives (t, variables) of a quantity, the motion held."""
        key = text, motion.time.tobytes()
        if key not in self._direct:  # states found anew on shorter intervals are the same
            term = read(motion.plan, text)[0]
            self._direct[key] = self._read(text, term, enough(term, motion))
        return self._direct[key]

    def _read(self, text: str, term: Term, motion: Motion) -> Array:
        """Return how a quantity changes with the variables, the motion held, shape (t, variables)."""
        if self.near is not None:
            fixed = isinstance(term, Component)  # an expression may contain parameters
            value = term.value if fixed else lambda there: value_of(there.plan, text, there)
            found = self._foretold(text, value, motion)
            if found is not None:
                return found
        columns = [v.slope(lambda plan, _: value_of(plan, text, with_plan(motion, plan))) for v in self.variables]
        return np.array(columns).T

    def _foretold(self, text: str, value: Value, motion: Motion) -> Array | None:
        """Return how a quantity changes with the variables by their tables; None where plans made in full say other.

        In which way, and by which of the variables, is a matter of the quantity, and found out once; but where nothing
        moves or nothing is measured, as at a start, fewer act than elsewhere.
        """
        assert self.near is not None
        cache, key = self.designs.cache, ("acts on", text)
        ends = [value(with_plan(motion, plan)) for plan in self.near.planned()]
        known = np.zeros(0, np.int64)
        if key in cache:
            way, known = cache[key]
            found = self._spread(way(self.near, value, motion, known), known)
            if _foretells(self.near, found, ends):
                return found
        everything = np.arange(len(self.names))
        for way in (_fine, _sketched):
            found = self._spread(way(self.near, value, motion, everything), everything)
            if _foretells(self.near, found, ends):
                which = np.union1d(known, np.flatnonzero(found.any(axis=0)))
                coarse = self._spread(_coarse(self.near, value, motion, which), which)
                straight = (np.abs(coarse - found) <= STRAIGHT * np.abs(found).max(axis=0, initial=0.0)).all()
                cache[key] = _coarse if straight else way, which
                return found
        return None

    def _spread(self, changes: Array, which: Ints) -> Array:
        """Return changes (t, which) for steps of some variables as derivatives by all."""
        found = np.zeros((len(changes), len(self.names)))
        found[:, which] = changes / self.steps[which]
        return found


def _stacked(near: Beside, value: Value, motion: Motion, which: Ints, offsets: Sequence[int]) -> Array:
    """Return a quantity (offsets, which, t) beside the design, where numbers act on forces alone; zero without any."""
    found = np.zeros((len(offsets), len(which), len(motion)))
    if isinstance(motion, DynamicMotion) and len(which):
        many = max(1, STATES // (len(offsets) * len(which)))
        for first in range(0, len(motion), many):
            part = at_places(motion, np.arange(first, min(first + many, len(motion))))
            found[:, :, first : first + many] = value(near.stacked(part, offsets, which)).reshape(*found.shape[:2], -1)
    return found


def _coarse(near: Beside, value: Value, motion: Motion, which: Ints) -> Array:
    """Return the change of a quantity (t, which) for a step of some variables, by differences of second order."""
    return _difference(_stacked(near, value, motion, which, INNER), [COARSE[k] for k in INNER])


def _fine(near: Beside, value: Value, motion: Motion, which: Ints) -> Array:
    """Return the same by differences of fourth order."""
    return _difference(_stacked(near, value, motion, which, range(len(STEPS))), FINE[1])


def _sketched(near: Beside, value: Value, motion: Motion, which: Ints) -> Array:
    """Return the change of a quantity (t, which) for a step of some variables, with all that is read of each design."""
    plans = near.sketches(range(len(STEPS)), which)
    found = np.array([[value(with_plan(motion, plan)) for plan in beside] for beside in plans])
    return _difference(found.reshape(len(STEPS), len(which), len(motion)), FINE[1])


def _difference(values: Array, weights: Sequence[float]) -> Array:
    """Return differences (t, which) of values (offsets, which, t); what is the same everywhere has none at all."""
    return np.asarray(np.einsum("o,ovt->tv", weights, values - values[:1]))


def _foretells(near: Beside, slopes: Array, ends: list[Array]) -> bool:
    """Return whether derivatives (t, variables) foretell what plans made in full say, all numbers changed."""
    effects = slopes * near.mixed
    apart = np.abs(0.5 * (ends[0] - ends[1]) - effects.sum(axis=1))
    return bool((apart <= FORETOLD * np.abs(effects).sum(axis=1) + ROUNDED * np.abs(ends[0])).all())
