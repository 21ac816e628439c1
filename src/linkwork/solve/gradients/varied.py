"""Design variables and the plans beside a design: the numbers of its tables a small step to either side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...coordinates.plan import plan_of
from ...errors import LinkworkError, ModelError, texts_of
from ...model.designs import Design, design_names, make_designs
from ...words import quoted
from ..members import Members

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

SMALL = 1e-5
"""Step of a design variable, as a share of its size: residuals are polynomials of low degree in it, so that a symmetric
difference misses SMALL^2 and rounding 1e-16/SMALL, both about 1e-10 and less."""

LARGE = 1e-3
"""The same where a whole analysis is repeated, whose own errors are about 1e-12: differences of fourth order then miss
LARGE^4 and 1e-12/LARGE."""

FLOOR = 1e-2
"""Lengths and angles count as no less than this share of the mechanism's size, and of one radian."""

BOTH, AHEAD = ((-1.0, 1.0), (-0.5, 0.5)), ((0.0, 1.0, 2.0), (-1.5, 2.0, -0.5))
"""Steps and weights of a symmetric difference, and of one to the right, for what cannot be less, such as no damping."""

FINE = ((-2.0, -1.0, 1.0, 2.0), (1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0))
"""Of a difference of fourth order, with large steps."""


@dataclass(frozen=True)
class Variable:
    """A design variable with the plans beside the design.

    Attributes
    ----------
    design : Design
    size : float
        What steps are a share of.
    steps, weights : array
        Where the plans are, in units of the parameter, and what they count in a difference [1/unit].
    plans : tuple of Plan
    """

    design: Design
    size: float
    steps: Array
    weights: Array
    plans: tuple[Plan, ...]

    def slope(self, read: Callable[[Plan, float], Array]) -> Array:
        """Return the derivative of what is read from a plan that many units beside the design."""
        found = [w * read(p, float(h)) for p, h, w in zip(self.plans, self.steps, self.weights, strict=True)]
        return np.asarray(sum(found[1:], found[0]))


class Designs:
    """The design variables of a mechanism.

    Attributes
    ----------
    plan : Plan
        Of the mechanism with a parameter for every design variable.
    all : list of Design
    sizes : list of float
    cache : dict
        What depends on the design variables alone, kept for the next gradient.
    """

    def __init__(self, plan: Plan, names: Sequence[str] | None) -> None:
        chosen = design_names(plan.model) if names is None else texts_of("by", names, "L")
        if not chosen:
            raise ModelError(f"'{plan.name}' has no numbers to vary. Name some: by=['rod.mass', 'spring.stiffness'].")
        model, self.all = make_designs(plan.model, plan.resolved.parameters, chosen)
        self.plan = plan if model is plan.model else plan_of(model)
        # what is measured where bodies are placed, such as the mesh of teeth, is known as well as these places
        self.placed = any(joint.PLACED or joint.MEASURES_PLACES for joint in model.joints.values())
        self.sizes = [_size(design, self.plan.length) for design in self.all]
        self._members: dict[tuple[str, ...], Members] = {}
        self._variables: dict[int, Variable] = {}
        self.cache: dict[object, object] = {}

    def beside(self, shifts: dict[str, float]) -> Plan:
        """Return the plan with parameters shifted from where they are."""
        changed = [design for design in self.all if design.name in shifts]
        names = tuple(design.parameter for design in changed)
        if names not in self._members:  # what other numbers reach is not read again
            self._members[names] = Members(self.plan, {name: [0.0] for name in names}, 1)
        found = self._members[names].with_values({d.parameter: d.begin + shifts[d.name] for d in changed})
        mine = self.plan
        same = [e.owner for e in found.equations] == [e.owner for e in mine.equations]
        if not same or len(found.loads) != len(mine.loads):
            raise ModelError(
                f"{quoted(shifts)}: another value, however near, changes which equations or forces the mechanism has: "
                f"there is no derivative."
            )
        return found

    def variable(self, i: int) -> Variable:
        """Return design variable number i with the plans beside the design."""
        if i not in self._variables:
            self._variables[i] = self._variable(i)
        return self._variables[i]

    def _variable(self, i: int) -> Variable:
        design, size, told = self.all[i], self.sizes[i], ""
        share, ways = (LARGE, (FINE, AHEAD)) if self.placed else (SMALL, (BOTH, AHEAD))
        for offsets, weights in ways:
            step = share * size
            try:
                plans = tuple(self.beside({design.name: k * step}) if k else self.plan for k in offsets)
            except LinkworkError as error:
                told = str(error)
                continue
            return Variable(design, size, step * np.array(offsets), np.array(weights) / step, plans)
        raise ModelError(f"There is no derivative by '{design.name}': beside its value, {told}")


def designs_of(plan: Plan, names: Sequence[str] | None) -> Designs:
    """Return the design variables by their names, made once for a plan."""
    key = "designs", None if names is None else tuple(texts_of("by", names, "L"))
    twice = sorted({name for name in key[1] or () if (key[1] or ()).count(name) > 1})
    if twice:
        raise ModelError(f"by: {quoted(twice)} is named twice; name each number once.")
    if key not in plan.cache:
        plan.cache[key] = Designs(plan, names)
    return plan.cache[key]  # type: ignore[return-value]


def _size(design: Design, length: float) -> float:
    """Return what a step of a design variable is a share of."""
    least = {"m": FLOOR * length, "rad": FLOOR}.get(design.unit, 0.0)
    return max(abs(design.value), least) or 1.0
