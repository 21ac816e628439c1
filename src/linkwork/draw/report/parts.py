"""What the mechanism is made of, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from ...model.marker import Marker

if TYPE_CHECKING:
    from ...results.motion import Motion


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
        options = [f"{name} = {shown(getattr(joint, name))}" for name in joint.options() if getattr(joint, name)]
        ends = "" if joint.KIND == "constraint" else f"{joint.a.body} – {joint.b.body}"
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
        details = ", ".join(f"{f.name.replace('_', ' ')} {shown(getattr(force, f.name))}" for f in own)
        rows.append((force.name, force.KIND.replace("_", " "), shortened(details, 160)))
    if motion.model.gravity is not None:
        gravity = motion.model.space.components(motion.plan.resolved.gravity)
        rows.append(("gravity", "on every body", f"{vector(gravity)} m/s²"))
    return Table("Forces", ("name", "kind", "details"), tuple(rows))


def _parameters(motion: Motion) -> Table:
    constants = motion.plan.resolved.parameters
    rows = tuple((name, shown(given), number(constants[name].value)) for name, given in motion.model.parameters.items())
    return Table("Parameters", ("name", "given", "value in SI units"), rows, (2,))


def _without_empty(table: Table) -> Table:
    """Return a table without the columns that hold nothing."""
    keep = [k for k in range(len(table.headings)) if any(row[k] not in ("", "–") for row in table.rows)]
    rows = tuple(tuple(row[k] for k in keep) for row in table.rows)
    numbers = tuple(new for new, k in enumerate(keep) if k in table.numbers)
    return Table(table.title, tuple(table.headings[k] for k in keep), rows, numbers)


def shown(value: Any) -> str:
    """Return a field of the description in words."""
    if isinstance(value, Marker):
        return str(value)
    if isinstance(value, tuple | list):
        return "(" + ", ".join(shown(v) for v in value) + ")"
    return number(value) if isinstance(value, float) else str(value)


def number(value: float) -> str:
    """Return a number with five figures; a dash where there is none."""
    if not np.isfinite(value):
        return "–"
    return f"{0.0 if abs(value) < 1e-12 else value:.5g}".replace("-", "−")


def vector(values: Sequence[float] | np.ndarray[Any, Any], alone: bool = False) -> str:
    """Return numbers in brackets; `alone`, the first one by itself."""
    if not np.isfinite(values).any():
        return "–"
    return number(float(values[0])) if alone else "(" + ", ".join(number(float(v)) for v in values) + ")"


def shortened(text: str, most: int = 90) -> str:
    """Return a text, cut when it is very long."""
    return text if len(text) <= most else text[: most - 1] + "…"
