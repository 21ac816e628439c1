"""What the mechanism is made of, as tables."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from ...results.dimensions import force_dimension, joint_dimension, parameter_dimensions
from ...results.motion import Motion
from .figures import number, vector
from .units import symbol, with_unit


@dataclass(frozen=True)
class Table:
    """A table: title, headings and rows of texts; `numbers` are the columns set to the right."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()


def part_tables(motion: Motion) -> list[Table]:
    """Return bodies, joints, drivers, forces and parameters of the mechanism; empty ones are left out."""
    tables = [_bodies(motion), _joints(motion), _drivers(motion), _forces(motion), _parameters(motion)]
    return [_without_empty(table) for table in tables if table.rows]


def _bodies(motion: Motion) -> Table:
    planar = motion.model.space.planar
    rows = []
    for solid in motion.plan.resolved.solids:
        inertia = solid.inertia[2:, 2] if planar else np.diag(solid.inertia)
        centre = motion.model.space.components(solid.com)
        known = np.isfinite(solid.mass)
        shown_centre = vector(centre) if known else "–"
        rows.append((solid.name, number(solid.mass), shown_centre, vector(inertia, alone=planar)))
    about = "inertia [kg m²]" if planar else "inertia xx, yy, zz [kg m²]"
    return Table("Bodies", ("name", "mass [kg]", "centre of mass [m]", about), tuple(rows), (1, 2, 3))


def _joints(motion: Motion) -> Table:
    rows = []
    for joint in motion.model.joints.values():
        given = {name: getattr(joint, name) for name in joint.options() if getattr(joint, name)}
        options = [f"{n} = {with_unit(value, joint_dimension(joint, n), motion)}" for n, value in given.items()]
        ends = f"{joint.a.body} – {joint.b.body}" if joint.ENDS else ""
        rows.append((joint.name, joint.KIND.replace("_", " "), ends, ", ".join(options)))
    return Table("Joints", ("name", "kind", "between", "details"), tuple(rows))


def _drivers(motion: Motion) -> Table:
    drivers = motion.model.drivers.values()
    rows = tuple((d.name, d.quantity, shortened(str(d.function))) for d in drivers)
    if all(name == quantity for name, quantity, _ in rows):
        return Table("Drivers", ("quantity", "follows"), tuple((q, f) for _, q, f in rows))
    return Table("Drivers", ("name", "quantity", "follows"), rows)


def _forces(motion: Motion) -> Table:
    rows = []
    for force in motion.model.forces.values():
        own = [f for f in fields(force) if f.name != "name" and getattr(force, f.name) != f.default]
        words = [with_unit(getattr(force, f.name), force_dimension(motion.plan, force, f.name), motion) for f in own]
        details = ", ".join(f"{f.name.replace('_', ' ')} {text}" for f, text in zip(own, words, strict=True))
        rows.append((force.name, force.KIND.replace("_", " "), shortened(details, 160)))
    if motion.model.gravity is not None:
        gravity = motion.model.space.components(motion.plan.resolved.gravity)
        rows.append(("gravity", "on every body", f"{vector(gravity)} m/s²"))
    return Table("Forces", ("name", "kind", "details"), tuple(rows))


def _parameters(motion: Motion) -> Table:
    constants, dimensions = motion.plan.resolved.parameters, parameter_dimensions(motion.plan)
    rows = tuple(
        (name, with_unit(given, None, motion), number(constants[name].value), symbol(dimensions.get(name)))
        for name, given in motion.model.parameters.items()
    )
    return Table("Parameters", ("name", "given", "value", "SI unit"), rows, (2,))


def _without_empty(table: Table) -> Table:
    """Return a table without the columns that hold nothing."""
    keep = [k for k in range(len(table.headings)) if any(row[k] not in ("", "–") for row in table.rows)]
    rows = tuple(tuple(row[k] for k in keep) for row in table.rows)
    numbers = tuple(new for new, k in enumerate(keep) if k in table.numbers)
    return Table(table.title, tuple(table.headings[k] for k in keep), rows, numbers)


def shortened(text: str, most: int = 90) -> str:
    """Return a text, cut when it is very long."""
    return text if len(text) <= most else text[: most - 1] + "…"
