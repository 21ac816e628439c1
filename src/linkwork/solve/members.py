"""The members of a batch: one mechanism with other parameters, each planned at the cost of its numbers only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.marker import Value
from ..coordinates.plan import Plan, make_plan
from ..errors import LinkworkError, ModelError, check_name, nearest
from ..expressions import evaluate
from ..model.description import Description
from ..model.variants import Variants
from ..results.dimensions import parameter_dimensions

Values = dict[str, list["Value"]]

Way = TypeVar("Way")
Made = TypeVar("Made")


class Members:
    """Variants of a mechanism that share the structure of its plan.

    Parameters
    ----------
    plan : Plan
        Of the mechanism, with its own parameters.
    values : dict
        Parameter name -> value for every member.
    count : int
    """

    def __init__(self, plan: Plan, values: Values, count: int) -> None:
        self.plan, self.model, self.values, self.count = plan, plan.model, values, count
        checked = plan.resolved, plan.equations, plan.writer
        self._variants = Variants(plan.model, checked, values) if values else None

    @staticmethod
    def of(plan: Plan, parameters: Mapping[str, Any] | None, starts: Sequence[Any] | None) -> Members:
        """Return the members that parameters and starts, given by a user, ask for."""
        values = read_values(plan.model, parameters)
        count = member_count(values, starts)
        return Members(plan, {name: v * count if len(v) == 1 else v for name, v in values.items()}, count)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, i: int) -> Plan:
        """Return the plan of member number i; raises ModelError when its values make no mechanism."""
        return self.with_values({name: given[i] for name, given in self.values.items()})

    def with_values(self, values: Mapping[str, Value]) -> Plan:
        """Return the plan for values of the same parameters."""
        if self._variants is None:
            return self.plan
        return make_plan(*self._variants.checked(self.model.with_parameters(**values)), like=self.plan)

    def __iter__(self) -> Iterator[Plan]:
        return (self[i] for i in range(self.count))


def read_values(model: Description, parameters: Mapping[str, Any] | None) -> Values:
    """Return the values of the parameters that are given as lists, one for every member; a single value is repeated."""
    if parameters is not None and not isinstance(parameters, Mapping):
        raise ModelError(
            f"parameters gives each parameter its values, one for every member: parameters={_example(parameters)}, "
            f"not a {type(parameters).__name__}."
        )
    given = {name: _as_list(name, values) for name, values in (parameters or {}).items()}
    for name in given:
        check_name("parameter", name, model.parameters)
    lengths = {name: len(values) for name, values in given.items() if values is not None and len(values) != 1}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"'{name}' has {n}" for name, n in lengths.items())
        raise ModelError(f"The parameters of a batch have as many values as it has members: {listed}.")
    count = next(iter(lengths.values()), 1)
    return {name: values * count if len(values) == 1 else values for name, values in given.items()}


def _example(given: Any) -> str:
    """Return how parameters are written; what was given as one dict for every member, turned round."""
    members = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else []
    if not members or not all(isinstance(m, Mapping) and set(m) == set(members[0]) for m in members):
        return "{'L': [0.5, 1.0]}"
    lists = {str(name): [m[name] for m in members[:3]] for name in members[0]}
    return repr(lists).replace("]", ", ...]") if len(members) > 3 else repr(lists)


def _as_list(name: str, values: Any) -> list[Value]:
    if isinstance(values, str) or np.ndim(values) == 0:
        return [_as_value(name, values)]
    found = [_as_value(name, value) for value in values]
    if not found:
        raise ModelError(f"The parameter '{name}' has no values.")
    return found


def _as_value(name: str, value: Any) -> Value:
    if isinstance(value, str):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ModelError(f"The parameter '{name}' is a number or a text with a unit, not {value!r}.") from None


def member_count(values: Values, starts: Sequence[Any] | None) -> int:
    """Return the number of members of a batch."""
    counts = {len(given) for given in values.values()} - ({1} if starts is not None else set())
    if starts is None:
        if not counts:
            raise ModelError("A batch needs parameters={'name': values} or starts=[...], one for every member.")
        return counts.pop()
    if counts and counts != {len(starts)}:
        raise ModelError(f"There are {len(starts)} starts, and parameters for {counts.pop()} members.")
    if not len(starts):
        raise ModelError("A batch needs at least one start.")
    return len(starts)


def parameter_values(plan: Plan, parameter: str, values: ArrayLike | Sequence[str]) -> Array:
    """Return values of a design parameter [SI] from numbers, or texts with a unit; raises ModelError for others."""
    if parameter not in plan.model.parameters:
        known = list(plan.model.parameters)
        hint = nearest(parameter, known) if known else "It has none: name a number with m.parameter('F', 0)."
        raise ModelError(f"'{plan.name}' has no design parameter '{parameter}'. {hint}")
    dimension, given = parameter_dimensions(plan).get(parameter), np.atleast_1d(np.asarray(values))
    if given.ndim == 1 and given.dtype.kind == "U":
        return np.array([evaluate(str(text), dimension, {}) for text in given])
    try:
        return np.asarray(given, float)
    except (TypeError, ValueError):
        raise ModelError(f"values of '{parameter}' are numbers, or texts with a unit, not {values!r}.") from None


def first_that(ways: Iterable[Way], made: Callable[[Way], Made]) -> tuple[Way, Made]:
    """Return the first of some differences whose members there are, with what is made of it; raises the first error."""
    told: LinkworkError | None = None
    for way in ways:
        try:
            return way, made(way)
        except LinkworkError as error:
            told = told or error
    assert told is not None
    raise told
