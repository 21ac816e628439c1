"""Contacts on curves and surfaces as tables for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..curves.solved import Solved, tables
from ..expressions import Program
from ..kernels.contacts.feet import CURVE, FACE, POINT
from ..kernels.contacts.on_curves import POSE
from ..kernels.contacts.on_surfaces import TERMS
from ..kernels.contacts.space_curves import FIRST, SECOND
from ..kernels.contacts.surfaces import BALL, DISC, HULL
from ..kernels.kinematics.motion import evaluate
from ..kernels.tables.records import RELATION
from ..model.equations import Equation, Gauge
from .features import TOUCHING

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


def measured(equations: Sequence[Equation]) -> list[Equation]:
    """Return the equations with one gauge for each contact on curves, its gap or slip, in place of those of the pose.

    Its sites are the axes x, y of a, the points of a and b and, where it counts, the x axis of b, or z of a on a curve
    in space; its number is that of its relation.
    """
    found, number = [], 0
    for e in equations:
        if e.contact is not None:
            (x, a, b), y = e.gauges[0].sites, e.gauges[1].sites[0]
            third = [e.gauges[2].sites[2 if e.gauges[2].kind == "angle" else 0]] if len(e.gauges) > 2 else []
            found.append(replace(e, gauges=(Gauge(TOUCHING, (x, y, a, b, *third), number),)))
        else:
            found.append(e)
        number += e.contact is not None or e.surface is not None
    return found


def wheel_angle(equation: Equation) -> Gauge | None:
    """Return the angle of what rolls on a curve in the plane, whose turns count; None for all else."""
    contact = equation.contact
    rolls = contact is not None and contact.kind in ("point", "face", "curve") and contact.roll
    return equation.gauges[2] if rolls else None


def contact_tables(
    equations: Sequence[Equation], rows: NDArray[np.void], first: int, gauges: Mapping[Gauge, int]
) -> dict[str, NDArray[Any]]:
    """Return the tables of relations and curves; say in `rows` which relation a row is.

    Rows of one joint share its contact. An offset that is not known yet, that of the start, is zero: see `started`.
    `first` is the number of the first program of a surface; `gauges` are the numbers of the measures.
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
        rows[i]["relation"], place = len(relations), owners.index(e.owner)
        if e.surface is not None:
            f, program = e.surface, first + 4 * surfaces.index(e.owner)
            relations.append((KINDS[f.kind], program, -1, f.roll, place, i, -1, f.side, 1.0, f.radius))
            continue
        assert e.contact is not None
        c, angle, other = e.contact, wheel_angle(e), -1
        curves.append(c.curve)
        own = len(curves) - 1
        if c.other is not None:
            curves.append(c.other)
            other = len(curves) - 1
        rows[i]["period"], rows[i]["offset"] = c.period, 0.0 if np.isnan(e.offset) else e.offset
        turn = -1 if angle is None else gauges[angle]
        relations.append((KINDS[c.kind], own, other, c.roll, place, i, turn, c.side, c.other_side, c.radius))
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
    work = plan.bundle()
    evaluate(work.H, 0.0, plan.resolved.placed_poses)
    rows = plan.tables["rows"].copy()
    rows["offset"][open_rows] = np.nan_to_num(work.Phi[open_rows])
    return replace(plan, tables={**plan.tables, "rows": rows})


def contact_sizes(relations: NDArray[np.void]) -> dict[str, int]:
    """Return the sizes of the work arrays of contacts, each there twice: now and at the last position reached."""
    slopes = TERMS if (relations["kind"] >= BALL).any() else 3
    contacts = 2 * (int(np.max(relations["contact"], initial=-1)) + 1)
    return {"contacts": contacts, "slopes": slopes, "pose": max(slopes, POSE)}
