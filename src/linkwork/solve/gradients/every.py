"""All design variables together: how residuals and readings change with each, everything else held."""

from __future__ import annotations

from collections.abc import Callable
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
from .readings import STATES, Tangents, enough, slopes_along, value_of, with_plan
from .varied import BOTH, SMALL, Designs, Variable

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

JUMP = 0.1
"""Change of a row with a small step of a design variable, relative to the size of the mechanism, that is a jump."""

FORETOLD = 1e-6
"""Share of the sum of all effects on a reading by which plans made in full may differ from tables with other numbers:
symmetric differences with steps of 1e-5 miss 1e-10 of a smooth reading."""

STEPS = tuple(SMALL * offset for offset in BOTH[0])
"""Where the designs beside one are, as shares of the sizes of the variables."""

ROUNDED = 1e-12
"""Share of a reading that is rounding."""


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
    """

    def __init__(
        self, designs: Designs, prepared: Callable[[Plan], Plan] | None = None, near: Beside | None = None
    ) -> None:
        self.designs, self._prepared = designs, prepared
        self.names = [design.name for design in designs.all]
        self.near = None if prepared else near or beside_or_none(designs, STEPS)
        self._weights = np.array(BOTH[1]) / (SMALL * np.array(designs.sizes)[:, None])
        self._direct: dict[str, Array] = {}

    @cached_property
    def variables(self) -> list[Variable]:
        """The variables, each with plans made in full."""
        found = [self.designs.variable(i) for i in range(len(self.names))]
        if self._prepared is None:
            return found
        return [replace(v, plans=tuple(map(self._prepared, v.plans))) for v in found]

    def partials(self, states: States, which: Ints | None = None) -> tuple[Array, Array]:
        """Return how rows (t, 3, rows, variables) and forces (t, n, variables) change, everything else held.

        Of all variables, or of some.
        """
        chosen = np.arange(len(self.names)) if which is None else which
        if self.near is None:
            found = [_partials(self.variables[i], states) for i in chosen]
            return np.stack([rows for rows, _ in found], axis=-1), np.stack([rest for _, rest in found], axis=-1)
        rows, rest = self.near.left_over(states, len(STEPS), chosen)
        _check_jump(rows[:, :, :, 0] * self.near.plan.tables["rows"]["scale"])
        weights = self._weights[chosen]
        return np.einsum("vo,ov...->...v", weights, rows), np.einsum("vo,ov...->...v", weights, rest)

    @cached_property
    def entries(self) -> Entries | None:
        """The numbers in the tables; None where the designs beside this one are made in full."""
        if self.near is None:
            return None
        if "entries" not in self.designs.cache:
            self.designs.cache["entries"] = Entries(self.near, self._weights)
        return self.designs.cache["entries"]  # type: ignore[return-value]

    def slopes(self, text: str, motion: Motion, tangents: Tangents) -> Array:
        """Return the derivatives (t, variables) of a quantity, the motion changing as the tangents say."""
        term = read(motion.plan, text)[0]
        motion = enough(term, motion)
        along = slopes_along(term, motion, tangents, SMALL * np.array(self.designs.sizes))
        return along + self.held(text, motion)

    def held(self, text: str, motion: Motion) -> Array:
        """Return the derivatives (t, variables) of a quantity, the motion held."""
        term = read(motion.plan, text)[0]
        if text not in self._direct:  # states found anew on shorter intervals are the same
            self._direct[text] = self._read(text, term, enough(term, motion))
        return self._direct[text]

    def _read(self, text: str, term: Term, motion: Motion) -> Array:
        """Return how a quantity changes with the variables, the motion held, shape (t, variables)."""
        if self.near is not None:
            fixed = isinstance(term, Component)  # an expression may contain parameters
            near, value = self.near, term.value if fixed else lambda there: value_of(there.plan, text, there)
            ends = [value(with_plan(motion, plan)) for plan in near.planned()]
            for way in (_stacked, _sketched):
                found = np.asarray(np.einsum("vo,ovt->tv", self._weights, way(near, value, motion)))
                if _foretells(near, found, ends):
                    return found
        columns = [v.slope(lambda plan, _: value_of(plan, text, with_plan(motion, plan))) for v in self.variables]
        return np.array(columns).T


def _stacked(near: Beside, value: Callable[[Any], Array], motion: Motion) -> Array:
    """Return a quantity beside the design (offsets, variables, t), where numbers act on forces alone."""
    count = len(STEPS), near.count, len(motion)
    if not isinstance(motion, DynamicMotion) or len(motion) * len(STEPS) * near.count > STATES:
        return np.zeros(count)
    return value(near.stacked(motion, len(STEPS))).reshape(count)


def _sketched(near: Beside, value: Callable[[Any], Array], motion: Motion) -> Array:
    """Return a quantity beside the design (offsets, variables, t), with tables, points and bodies of each design."""
    return np.array([[value(with_plan(motion, plan)) for plan in plans] for plans in near.sketches(len(STEPS))])


def _foretells(near: Beside, slopes: Array, ends: list[Array]) -> bool:
    """Return whether derivatives (t, variables) foretell what plans made in full say, all numbers changed."""
    effects = slopes * near.mixed
    apart = np.abs(0.5 * (ends[0] - ends[1]) - effects.sum(axis=1))
    return bool((apart <= FORETOLD * np.abs(effects).sum(axis=1) + ROUNDED * np.abs(ends[0])).all())


def _partials(variable: Variable, states: States) -> tuple[Array, Array]:
    """Return how rows (t, 3, rows) and forces (t, n) change with one variable, by plans made in full."""
    if any(plan.tables["measures"].size != states.near.shape[1] for plan in variable.plans):
        raise NotSmoothError("points meet for this design only")
    left = {id(plan): left_over(plan, states) for plan in variable.plans}
    _check_jump(np.array([rows[:, 0] for rows, _ in left.values()]) * variable.plans[0].tables["rows"]["scale"])
    return variable.slope(lambda plan, _: left[id(plan)][0]), variable.slope(lambda plan, _: left[id(plan)][1])


def _check_jump(positions: Array) -> None:
    """Raise NotSmoothError where the rows jump between the designs of a variable, which come first."""
    if np.ptp(positions, axis=0).max(initial=0.0) > JUMP:
        raise NotSmoothError("angles are counted from other turns beside the design")
