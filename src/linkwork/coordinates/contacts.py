"""Contacts on curves and surfaces as tables for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..base.rotation import matrix_quaternion
from ..curves.solved import Solved, tables
from ..expressions import Program
from ..kernels.contacts.finding import CONTACT
from ..kernels.contacts.on_surfaces import TERMS
from ..kernels.contacts.relations import CURVE, FACE, POINT
from ..kernels.contacts.series import SERIES
from ..kernels.contacts.space_curves import FIRST, SECOND
from ..kernels.contacts.surfaces import BALL, DISC, HULL
from ..kernels.kinematics.motion import evaluate
from ..kernels.tables.records import RELATION
from ..model.equations import Equation

if TYPE_CHECKING:
    from .plan import Plan

KINDS = {
    "point": POINT,
    "face": FACE,
    "curve": CURVE,
    "first": FIRST,
    "second": SECOND,
    "ball": BALL,
    "hull": HULL,
    "disc": DISC,
}


def surface_programs(equations: Sequence[Equation]) -> list[Program]:
    """Return the programs of every joint on a surface: its expression and the slopes by x, y and z."""
    owners = {e.owner: e.surface.programs for e in equations if e.surface is not None}
    return [program for programs in owners.values() for program in programs]


def contact_tables(equations: Sequence[Equation], rows: NDArray[np.void], first: int) -> dict[str, NDArray[Any]]:
    """Return the tables of relations and curves; say in `rows` which relation a row is.

    Rows of one joint share its contact. An offset that is not known yet, that of the start, is zero: see `started`.
    `first` is the number of the first program of a surface.
    """
    curves: list[Solved] = []
    owners: list[str] = []
    relations: list[tuple[Any, ...]] = []
    surfaces = list(dict.fromkeys(e.owner for e in equations if e.surface is not None))
    for i, e in enumerate(equations):
        if e.contact is None and e.surface is None:
            continue
        if e.owner not in owners:
            owners.append(e.owner)
        if e.surface is not None:
            f, program = e.surface, first + 4 * surfaces.index(e.owner)
            rows[i]["relation"] = len(relations)
            relations.append((KINDS[f.kind], program, -1, f.roll, owners.index(e.owner), f.side, 1.0, f.radius))
            continue
        assert e.contact is not None
        c, other = e.contact, -1
        curves.append(c.curve)
        own = len(curves) - 1
        if c.other is not None:
            curves.append(c.other)
            other = len(curves) - 1
        rows[i]["relation"], rows[i]["period"] = len(relations), c.period
        rows[i]["offset"] = 0.0 if np.isnan(e.offset) else e.offset
        relations.append((KINDS[c.kind], own, other, c.roll, owners.index(e.owner), c.side, c.other_side, c.radius))
    table, pieces, coefficients = tables(curves)
    return {
        "relations": np.array(relations, RELATION),
        "curves": table,
        "pieces": pieces,
        "coefficients": coefficients,
    }


def started(plan: Plan) -> Plan:
    """Return the plan with the slips of rolling contacts counted from where the bodies are placed."""
    open_rows = [k for k, i in enumerate(plan.order) if np.isnan(plan.equations[i].offset)]
    if not open_rows:
        return plan
    q = np.zeros((len(plan.resolved.solids), 7))
    for b, (solid, hint) in enumerate(zip(plan.resolved.solids, plan.resolved.hints, strict=True)):
        q[b, :3], q[b, 3:] = hint.position + hint.axes @ solid.com, matrix_quaternion(hint.axes)
    work = plan.bundle()
    evaluate(work.H, 0.0, q)
    rows = plan.tables["rows"].copy()
    rows["offset"][open_rows] = np.nan_to_num(work.Phi[open_rows])
    return replace(plan, tables={**plan.tables, "rows": rows})


def contact_shapes(relations: NDArray[np.void]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the work arrays of contacts."""
    count = int(np.max(relations["contact"], initial=-1)) + 1
    terms = TERMS if (relations["kind"] >= BALL).any() else 3
    return {
        "pose": (max(terms, 4), 4),
        "jet": (4,),
        "slopes": (terms,),
        "foot": (6, 4),
        "trouble": (len(relations),),
        "contacts": (2 * count, CONTACT),
        "series": (2 * count, 2, SERIES),
        "felt": (len(relations), terms),
    }
