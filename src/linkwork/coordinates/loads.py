"""Forces and masses as tables for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Ints
from ..base.measure import DIMENSIONS
from ..expressions import Program
from ..kernels.tables.records import LOAD, MASS
from ..model.equations import Gauge, Site
from ..model.loads import ResolvedLoad
from ..model.resolve import Resolved
from ..model.state import Input

KINDS = {"along": 0, "force": 1, "torque": 2, "combined": 3}


def gauges_of(loads: Sequence[ResolvedLoad]) -> list[Gauge]:
    """Return every gauge that the loads act along or depend on."""
    found = [load.gauge for load in loads if load.gauge is not None]
    found += [gauge for load in loads for gauge in load.spread]
    return [*found, *(gauge for load in loads for gauge, _ in load.law.inputs)]


def sites_of(loads: Sequence[ResolvedLoad]) -> list[Site]:
    """Return every point and vector of the loads that act on points and bodies directly."""
    return [site for load in loads for site in load.sites]


def programs_of(loads: Sequence[ResolvedLoad]) -> list[Program]:
    """Return the programs of the loads: of each its law and the length it works on, those that it has."""
    return [p for load in loads for p in (load.law.program, load.combined) if p is not None]


def load_tables(
    loads: Sequence[ResolvedLoad], gauges: Mapping[Gauge, int], features: Mapping[Site, int], first_program: int
) -> tuple[NDArray[np.void], Ints]:
    """Return the table of loads and the table of their inputs; their programs are numbered from `first_program`."""
    table = np.zeros(len(loads), LOAD)
    inputs: list[tuple[int, int, int]] = []
    program = first_program
    for i, load in enumerate(loads):
        law, row = load.law, table[i]
        row["kind"] = KINDS[load.kind]
        row["measure"] = -1 if load.gauge is None else gauges[load.gauge]
        if load.sites:
            row["u"], row["a"], row["b"] = (features[site] for site in load.sites)
        row["program"] = -1
        if law.program is not None:
            row["program"], program = program, program + 1
        row["first"] = len(inputs)
        inputs.extend(input_rows(law.inputs, gauges))
        row["last"] = len(inputs)
        if load.combined is not None:
            row["u"], program = program, program + 1
            row["a"] = len(inputs)
            inputs.extend(input_rows([(gauge, 0) for gauge in load.spread], gauges))
            row["b"] = len(inputs)
        row["external"] = not load.internal
        row["constant"], row["stiffness"] = law.constant, law.stiffness
        row["free"], row["damping"] = law.free, law.damping
    return table, np.array(inputs, np.int64).reshape(-1, 3)


def input_rows(inputs: Sequence[Input], gauges: Mapping[Gauge, int]) -> list[tuple[int, int, int]]:
    """Return the inputs of a program as a table: measure, order of the derivative, 1 for a length."""
    return [(gauges[gauge], order, int(DIMENSIONS[gauge.kind] == "length")) for gauge, order in inputs]


FLOOR = 1e-3
"""Smallest principal moment of inertia of a body in the linear solve, relative to its largest."""


def mass_table(resolved: Resolved, least: Array) -> NDArray[np.void]:
    """Return the masses of the bodies for the kernels: see `masses_of`."""
    mass = np.array([solid.mass for solid in resolved.solids])
    inertia = np.array([solid.inertia for solid in resolved.solids]).reshape(-1, 3, 3)
    return masses_of(mass, inertia, least, resolved.space.planar)


def masses_of(mass: Array, inertia: Array, least: Array, planar: bool) -> NDArray[np.void]:
    """Return mass, inertia, lifts and the inverses of the weights, `MASS` records (..., bodies).

    Weights are masses and inertias as the linear solve takes them: at least those of `least` (..., bodies, 2), see
    `coordinates.lifting`; kernels take the lift out again. A slender rod, which has no inertia about its own axis, gets
    a little too. A weight of zero (of a point mass, or nothing given) has the inverse zero: nothing moves the body so.
    """
    table = np.zeros(mass.shape, MASS)
    mass, inertia = (np.where(np.isfinite(given), given, 0.0) for given in (mass, inertia))
    weight = np.maximum(mass, least[..., 0])
    table["mass"], table["ease"], table["lift"] = mass, _inverse(weight), weight - mass
    if planar:
        moment = inertia[..., 2, 2]
        weight = np.maximum(moment, least[..., 1])
        table["inertia"][..., 2, 2], table["turn_ease"][..., 2, 2] = moment, _inverse(weight)
        table["turn_lift"][..., 2, 2] = weight - moment
        return table
    table["inertia"] = inertia
    moments, axes = np.linalg.eigh(inertia)
    raised = np.maximum(moments, np.maximum(FLOOR * moments[..., 2:], least[..., 1:]))
    columns = axes.swapaxes(-1, -2)
    table["turn_ease"] = (axes * _inverse(raised)[..., None, :]) @ columns
    table["turn_lift"] = (axes * (raised - moments)[..., None, :]) @ columns
    return table


def _inverse(weight: Any) -> Any:
    """Return 1 / weight, or 0 where there is none."""
    return np.divide(1.0, weight, out=np.zeros_like(weight, float), where=np.asarray(weight) > 0)
