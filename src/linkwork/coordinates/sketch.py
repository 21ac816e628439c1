"""A plan with other numbers in its tables: for what is read of results beside a design, at a tenth of a plan's cost."""

from __future__ import annotations

from dataclasses import replace

from ..kernels.tables.bundle import Bundle
from ..model.batch_numbers import MemberReader
from ..model.equations import Writer
from .batch_tables import BatchTables, Tables
from .plan import Plan

STRUCTURAL = ("owners", "reaction_slots", "position_in_table", "counted", "block_places", "lifted")
"""What a plan knows by its structure alone."""


def sketched(batch: BatchTables, tables: Tables, i: int, member: int, first: Bundle) -> Plan:
    """Return a plan for one of the members whose tables were filled together.

    Points, bodies and parameters are those of the member; its equations, gauges and loads are described with the
    numbers of the batch's own plan.

    Parameters
    ----------
    batch : BatchTables
    tables : Tables
    i, member : int
        Place in the tables, number in the batch.
    first : Bundle
        Its work arrays.
    """
    plan, lanes = batch.plan, batch.lanes
    own = {name: table[i] for name, table in tables.tables.items()}
    constants = dict(plan.resolved.parameters)
    for name in lanes.reach.parameters:
        constants[name] = replace(constants[name], value=float(lanes.of(name)[member]))
    solids = [replace(solid, com=com) for solid, com in zip(plan.resolved.solids, tables.centre[i], strict=True)]
    gravity = own.get("gravity", plan.resolved.gravity)
    resolved = replace(plan.resolved, parameters=constants, solids=solids, gravity=gravity, faults=[])
    writer = Writer(plan.model, resolved, MemberReader(plan.writer.reader, lanes, member))
    writer.frames.keep(batch.unmoved)
    made = replace(
        plan,
        resolved=resolved,
        writer=writer,
        tables={**plan.tables, **own},
        weight=tables.weight[i],
        length=float(tables.length[i]),
        ground=tables.ground[i],
    )
    known = {name: getattr(plan, name) for name in STRUCTURAL}
    vars(made).update(known, layout=plan.layout.with_tables(own), first_bundle=first)
    return made
