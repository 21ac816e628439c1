"""The parts of a mechanism whose forces change with the state, as tables: see `kernels.tangents.forces`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Ints
from ..kernels.dynamics.loads import ALONG, COMBINED
from ..kernels.tables.records import ELEMENT
from ..kernels.tangents.forces import BENT, INERT, LOADED, MEASURED

if TYPE_CHECKING:
    from .plan import Plan


@dataclass(frozen=True)
class Elements:
    """Elements in tables.

    Attributes
    ----------
    table : array of ELEMENT
    members : array of int
        Bodies of the elements, one element after the other.
    size : int
        Numbers in the matrices of all elements.
    """

    table: NDArray[Any]
    members: Ints
    size: int

    def places(self, d: int) -> tuple[Ints, Ints]:
        """Return row and column among the freedoms of all bodies of every number in the matrices."""
        rows, columns = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for element in self.table:
            bodies = self.members[element["first"] : element["last"]]
            own = (d * bodies[:, None] + np.arange(d)).ravel()
            rows.append(np.repeat(own, own.size))
            columns.append(np.tile(own, own.size))
        return np.concatenate(rows), np.concatenate(columns)


def elements_of(plan: Plan) -> Elements:
    """Return the elements of a plan, found once."""
    found = plan.cache.get("elements")
    if not isinstance(found, Elements):
        found = plan.cache["elements"] = _tables(list(_listed(plan)), plan.freedoms)
    return found


def _tables(listed: Sequence[tuple[int, int, list[int]]], d: int) -> Elements:
    table = np.zeros(len(listed), ELEMENT)
    counts = np.array([len(bodies) for _, _, bodies in listed], np.int64)
    ends, sizes = np.cumsum(counts), (d * counts) ** 2
    table["kind"] = [kind for kind, _, _ in listed]
    table["number"] = [number for _, number, _ in listed]
    table["first"], table["last"], table["place"] = ends - counts, ends, np.cumsum(sizes) - sizes
    members = np.array([b for _, _, bodies in listed for b in bodies], np.int64)
    return Elements(table, members, int(sizes.sum()))


def _listed(plan: Plan) -> Iterator[tuple[int, int, list[int]]]:
    """Return kind, number and bodies of every element."""
    tables = plan.tables
    of_measure = _bodies_of_measures(plan)
    rows, terms = tables["rows"], tables["terms"]
    for i in sorted(_pushed(plan)):
        yield MEASURED, i, of_measure[i]
    for n, load in enumerate(tables["loads"]):
        if load["stiffness"] or load["damping"] or load["program"] >= 0 or load["kind"] != ALONG:
            yield LOADED, n, _bodies_of_load(plan, load, of_measure)
    for i, row in enumerate(rows):
        if row["program"] >= 0 or row["relation"] >= 0:
            measures = terms["measure"][row["first"] : row["last"]]
            yield BENT, i, sorted({b for m in measures for b in of_measure[m]})
    if plan.freedoms == 6:
        for b in range(len(plan.resolved.solids)):
            yield INERT, b, [b]


def _pushed(plan: Plan) -> set[int]:
    """Return the measures along which rows or loads push."""
    tables = plan.tables
    loads, inputs = tables["loads"], tables["inputs"]
    found = {int(m) for row in tables["rows"] for m in tables["terms"]["measure"][row["first"] : row["last"]]}
    found |= {int(load["measure"]) for load in loads if load["kind"] == ALONG}
    return found | {int(m) for load in loads if load["kind"] == COMBINED for m in inputs[load["a"] : load["b"], 0]}


def _bodies_of_measures(plan: Plan) -> list[list[int]]:
    """Return the moving bodies of every measure."""
    measures, body = plan.tables["measures"], plan.tables["features"]["body"]
    sites = np.stack([measures[name] for name in ("f0", "f1", "f2", "f3", "f4")], axis=1)
    return [sorted({int(b) for b in body[own] if b >= 0}) for own in sites]


def _bodies_of_load(plan: Plan, load: Any, of_measure: list[list[int]]) -> list[int]:
    """Return the moving bodies that a load pushes or depends on."""
    inputs, body = plan.tables["inputs"], plan.tables["features"]["body"]
    measures = [int(m) for m in inputs[load["first"] : load["last"], 0]]
    if load["measure"] >= 0:
        measures.append(int(load["measure"]))
    if load["kind"] == COMBINED:
        measures += [int(m) for m in inputs[load["a"] : load["b"], 0]]
    found = {b for m in measures for b in of_measure[m]}
    if load["kind"] not in (ALONG, COMBINED):
        found |= {int(body[load[end]]) for end in ("u", "a", "b")}
    return sorted(found - {-1})
