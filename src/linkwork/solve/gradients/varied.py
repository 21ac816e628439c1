"""Design variables and the plans beside a design: the numbers of its tables a small step to either side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...coordinates.plan import plan_of
from ...errors import LinkworkError, ModelError, texts_of
from ...expressions.units import number_symbol
from ...model.designs import Design, design_names, make_designs
from ...results.dimensions import parameter_dimensions
from ...words import quoted
from ..members import Members, first_that

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

SMALL = 1e-5
"""Step of a design variable, as a share of its size, in differences of fourth order: residuals are polynomials of low
degree in it in most cases, so that rounding is left, 1e-16/SMALL."""

MEASURED = 1e-4
"""The same where residuals contain what is measured where bodies are placed, such as the mesh of teeth, which is known
to 1e-14. No longer than that leaves good: curves of cams have pieces, whose seams longer steps come across."""

LARGE = 1e-3
"""The same where a whole analysis is repeated, whose own errors are about 1e-12: differences then miss LARGE^4 and
1e-12/LARGE."""

BENT = 3e-5
"""Share by which differences of second order may be off: those of fourth order, which count, then miss its square."""

SHORTER, SHORTEST = 1.0 / 32.0, 1e-4
"""By how much steps are shortened at most at a time, and altogether."""

FLOOR = 1e-2
"""Lengths and angles count as no less than this share of the mechanism's size, and of one radian."""

FINE = ((-2.0, -1.0, 1.0, 2.0), (1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0))
"""Steps and weights of a difference of fourth order."""

AHEAD, BEHIND = ((0.0, 1.0, 2.0), (-1.5, 2.0, -0.5)), ((0.0, -1.0, -2.0), (1.5, -2.0, 0.5))
"""Of one to the right, for what cannot be less, such as no damping, and to the left, for what cannot be more."""


@dataclass(frozen=True)
class Variable:
    """A design variable with the plans beside the design.

    Attributes
    ----------
    design : Design
    steps, weights : array
        Where the plans are, in units of the parameter, and what they count in a difference [1/unit].
    plans : tuple of Plan
    """

    design: Design
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
    sizes, steps : list of float
        What changes of each are counted in, and what steps are a share of: no more, and less where equations bend.
    fixed : tuple of str
        Numbers that are not varied, as no value beside theirs is allowed.
    cache : dict
        What depends on the design variables alone, kept for the next gradient.
    """

    def __init__(self, plan: Plan, names: Sequence[str] | None) -> None:
        chosen = design_names(plan.model) if names is None else texts_of("by", names, "L")
        if not chosen:
            raise ModelError(f"'{plan.name}' has no numbers to vary. Name some: by=['rod.mass', 'spring.stiffness'].")
        model, made = make_designs(plan.model, plan.resolved.parameters, chosen)
        measured = parameter_dimensions(plan)
        units = {d.name: number_symbol(measured[d.name]) for d in made if d.unit == "SI" and d.name in measured}
        self.all = [replace(design, unit=units.get(design.name, design.unit)) for design in made]
        self.plan = plan if model is plan.model else plan_of(model)
        self.fixed: tuple[str, ...] = ()
        self.placed = any(joint.PLACED or joint.MEASURES_PLACES for joint in model.joints.values())
        self._members: dict[tuple[str, ...], Members] = {}
        self.sizes = [self._size(design) for design in self.all]
        self.steps = list(self.sizes)
        self._variables: dict[int, Variable] = {}
        self.cache: dict[Any, Any] = {}

    def shorter(self, shares: Array) -> Designs:
        """Return the same with shorter steps."""
        other = copy(self)
        other.steps = (np.array(self.steps) * shares).tolist()
        other._variables, other.cache = {}, {}
        return other

    def _size(self, design: Design) -> float:
        """Return what changes of a number are counted in: itself, and of zero what moves the mechanism as it should."""
        length = self.plan.length
        least = {"m": FLOOR * length, "rad": FLOOR}.get(design.unit, 0.0)
        if not design.value and design.unit == "SI":  # a length of small mechanisms, or anything else
            least = min(1.0, FLOOR * length)
            least = least if self._moves(design, least) else 1.0
        return max(abs(design.value), least) or 1.0

    def _moves(self, design: Design, step: float) -> bool:
        """Return whether a step of a number moves points of bodies, or parts some, as lengths do."""
        try:
            plans = self.beside({design.name: step}), self.plan
        except LinkworkError:
            return False
        features = [plan.tables["features"] for plan in plans]
        return not np.array_equal(*(table[table["vector"] == 0] for table in features))

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

    def allowed(self, chosen: Sequence[Design]) -> bool:
        """Return whether some numbers may have values a little beside theirs, all at once."""
        try:
            self.beside({design.name: SMALL * self.steps[self.all.index(design)] for design in chosen})
        except LinkworkError:
            return False
        return True

    def variable(self, i: int) -> Variable:
        """Return design variable number i with the plans beside the design."""
        if i not in self._variables:
            self._variables[i] = self._variable(i)
        return self._variables[i]

    def _variable(self, i: int) -> Variable:
        design, step = self.all[i], (MEASURED if self.placed else SMALL) * self.steps[i]
        try:
            (offsets, weights), plans = first_that(
                (FINE, AHEAD, BEHIND),
                lambda way: tuple(self.beside({design.name: k * step}) if k else self.plan for k in way[0]),
            )
        except LinkworkError as error:
            raise ModelError(f"There is no derivative by '{design.name}': beside its value, {error}") from None
        return Variable(design, step * np.array(offsets), np.array(weights) / step, plans)


def designs_of(plan: Plan, names: Sequence[str] | None) -> Designs:
    """Return the design variables by their names, made once for a plan."""
    key = "designs", None if names is None else tuple(texts_of("by", names, "L"))
    if key not in plan.cache:
        plan.cache[key] = _free_designs(plan) if names is None else Designs(plan, names)
    return plan.cache[key]  # type: ignore[return-value]


def _free_designs(plan: Plan) -> Designs:
    """Return the design variables where none are named: not those that must be what they are, such as teeth."""
    found = Designs(plan, None)
    free = [] if found.allowed(found.all) else [design.name for design in found.all if found.allowed([design])]
    if not free:
        return found
    chosen = Designs(plan, free)
    chosen.fixed = tuple(design.name for design in found.all if design.name not in free)
    return chosen


class BentError(LinkworkError):
    """Equations bend too strongly for the steps of some design variables.

    Attributes
    ----------
    shares : array, shape (variables,)
        By which their steps are to be shortened.
    """

    def __init__(self, shares: Array) -> None:
        super().__init__("the equations bend too strongly with a number")
        self.shares = shares


def shares_of(found: Array, level: Array | float) -> Array:
    """Return by how much steps are to be shortened, shape (variables,), for values (4, variables, ..) beside a design.

    These stand at the offsets of `FINE`; level is what of them is rounding.
    """
    values = found.reshape(4, found.shape[1], -1)
    apart = np.abs((values[3] - values[0]) / 4.0 - (values[2] - values[1]) / 2.0) / 3.0
    missed = np.where(apart > level, apart, 0.0).max(axis=1, initial=0.0)
    share = missed / np.maximum(np.abs(values).max(axis=(0, 2), initial=0.0), 1e-300)
    return np.where(share > BENT, np.clip(0.5 * np.sqrt(BENT / np.maximum(share, BENT)), SHORTER, 0.5), 1.0)
