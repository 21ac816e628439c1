"""Where bodies touch, along a motion: contacts on curves, of wheels, discs and balls, and on surfaces.

The point of contact belongs to neither body: its velocity is the rate of its place, not that of a material point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array, Flags
from ..errors import ModelError
from ..functions.jet_number import Jet
from ..joints.slip import AXES, NAMES, slip_measures
from .series import Series

if TYPE_CHECKING:
    from ..curves.solved import Solved
    from ..joints import Joint
    from ..model.equations import Equation
    from .motion import Motion


AT_END = 1e-9
"""Share of a curve by which what is at its end may seem to have left it."""


@dataclass(frozen=True)
class ContactMotion:
    """A contact over time.

    Attributes
    ----------
    parameter : array, shape (times,)
        Place on the curve of a, in its own parameter; it counts the rounds of a closed curve. Not a number for a
        contact on no curve.
    parameter_b : array, shape (times,)
        The same on the curve of b; along a flat face, the distance from its point [m]. Not a number for a point.
    point : array, shape (times, 2 or 3)
        The point of contact in ground axes [m].
    beyond : array of bool, shape (times,)
        Whether the contact has left an end of an open curve, which is then taken to go on straight.
    open : array of bool, shape (times,)
        Whether the contact has lifted off; the others then tell the nearest place.
    """

    parameter: Array
    parameter_b: Array
    point: Array
    beyond: Flags
    open: Flags


def contact_along(motion: Motion, name: str) -> ContactMotion:
    """Return where the contact of joint `name` is at every time of a motion."""
    joint = motion.known_joint(name)
    row = next((k for k, e in _in_table(motion) if _touches(e, name)), None)
    if row is not None:
        return _on_curve(motion, joint, row)
    path = contact_series(motion, joint)
    if not path:
        kind = joint.KIND.replace("_", " ")
        raise ModelError(f"Joint '{name}' ({kind}) has no point of contact.")
    place = motion.in_ground(joint.ends[0], np.stack([series.values[:, 0] for series in path.values()], axis=1))
    unknown = np.full(len(motion), np.nan)
    return ContactMotion(unknown, unknown.copy(), place, np.zeros(len(motion), bool), np.zeros(len(motion), bool))


def has_contact(motion: Motion, joint: Joint) -> bool:
    """Return whether the bodies of a joint touch at a point that `contact_along` knows."""
    return bool(contact_names(joint)) or any(_touches(e, joint.name) for e in motion.plan.equations)


def changes_passed(motion: Motion) -> list[str]:
    """Return the joints whose contacts come over places where the course of their curve changes, or next to these."""
    found = []
    for owner, contact in [(e.owner, e.contact) for _, e in _in_table(motion) if e.contact and not e.contact.roll]:
        along = contact_along(motion, owner)
        for curve, s in ((contact.curve, along.parameter), (contact.other, along.parameter_b)):
            if curve is not None and _comes_over(curve, s):
                found.append(owner)
    return found


def _comes_over(curve: Solved, s: Array) -> bool:
    """Return whether parameters come over a change of a curve, within the largest way between two, or leave its end."""
    beside, once = float(np.abs(np.diff(s)).max(initial=0.0)), curve.end - curve.start
    low, high = float(s.min()), float(s.max())
    if not curve.closed and (low < curve.start - AT_END * once or high > curve.end + AT_END * once):
        return True
    past = curve.changes - (low - beside)
    past = np.mod(past, once) if curve.closed else past[past >= 0.0]
    return bool((past <= high - low + 2.0 * beside).any())


def _touches(equation: Equation, owner: str) -> bool:
    """Return whether an equation is the gap of a joint on a curve."""
    return equation.contact is not None and not equation.contact.roll and equation.owner == owner


def _in_table(motion: Motion) -> Iterator[tuple[int, Equation]]:
    """Yield the rows of the plan's table and their equations."""
    return ((k, motion.plan.equations[int(i)]) for k, i in enumerate(motion.plan.order))


def _on_curve(motion: Motion, joint: Joint, row: int) -> ContactMotion:
    """Return the contact that row `row` of the table follows along a curve."""
    from ..kernels.kinematics.motion import evaluate

    plan = motion.plan
    contact = plan.equations[int(plan.order[row])].contact
    assert contact is not None
    work, place = plan.bundle(), int(plan.tables["relations"]["contact"][plan.tables["rows"]["relation"][row]])
    if plan.equations[int(plan.order[row])].release is not None:
        work.soft[row] = -1.0  # it may have come back anywhere: the nearest place is looked for
    found, near = np.zeros((len(motion), 2)), motion.near(plan)
    for k, t in enumerate(motion.time.tolist()):
        work.near[:] = near[k]
        evaluate(work.H, t, np.ascontiguousarray(motion.poses[k]))
        found[k] = work.contacts[place, :2]
    last = motion.places.get(joint.name, np.full((len(motion), 2), np.nan))
    curve, s, other = contact.curve, _in_round(contact.curve, found[:, 0], last[:, 0]), found[:, 1]
    if contact.other is not None:
        other = _in_round(contact.other, other, last[:, 1])
    beyond = np.zeros(len(s), bool) if curve.closed else (s < curve.start) | (s > curve.end)
    point = motion.in_ground(joint.ends[0], curve.derivatives(s, 1)[0])
    return ContactMotion(s, other, point, beyond, _open(motion, row))


def _in_round(curve: Solved, s: Array, last: Array) -> Array:
    """Return parameters of a closed curve in the rounds in which they were when last followed, where that is known."""
    once = curve.end - curve.start
    rounds = np.nan_to_num(np.round((last - s) / once)) if curve.closed else 0.0
    return np.asarray(s + once * rounds)


def _open(motion: Motion, row: int) -> Flags:
    """Return when the contact of a row of the table is open."""
    switches = np.flatnonzero(motion.plan.tables["switches"]["row"] == row)
    modes: Array | None = getattr(motion, "modes", None)
    if modes is None or not len(switches):
        return np.zeros(len(motion), bool)
    return np.asarray(modes[:, switches[0]] == 0.0)


# ---- the path of the contact, with its derivatives


def contact_names(joint: Joint) -> list[str]:
    """Return the names of the components of a joint's point of contact: ``contact_x`` ..."""
    if any(row.surface is not None for row in joint.rows()):
        return [f"contact_{axis}" for axis in AXES]
    place = joint.contact_point(dict.fromkeys(NAMES, 1.0))
    return [f"contact_{axis}" for axis, _ in zip(AXES, place, strict=False)]


def contact_series(motion: Motion, joint: Joint) -> dict[str, Series]:
    """Return the point of contact of a joint along the axes of its marker a, from point a, with derivatives."""
    names = contact_names(joint)
    if not names:
        return {}
    row = _surface_row(motion, joint)
    found = _on_measures(motion, joint) if row is None else _on_surface(motion, row)
    return {name: Series(f"{joint.name}.{name}", "m", found[:, i]) for i, name in enumerate(names)}


def _surface_row(motion: Motion, joint: Joint) -> int | None:
    """Return the row of the plan's table that is a joint's gap on a surface, if it has one."""
    return next((k for k, e in _in_table(motion) if e.surface is not None and e.owner == joint.name), None)


def _on_measures(motion: Motion, joint: Joint) -> Array:
    """Return a point of contact that is a function of measures, with derivatives [times, components, 4]."""
    read, measures = motion.plan.writer.read(joint), slip_measures(*joint.ends)
    values = motion.observe([motion.plan.writer.gauge(m, joint.AXIS) for m in measures.values()])
    known, jets = _known(values)
    places = [read.contact_point({n: Jet(*jet) for n, jet in zip(measures, at, strict=True)}) for at in jets]
    return _up_to(known, [[(0.0 + part).derivatives for part in place] for place in places])


def _on_surface(motion: Motion, row: int) -> Array:
    """Return point of contact and normal on a surface, in the axes of a, with derivatives [times, 3 and 3, 4]."""
    from ..kernels.contacts.on_surfaces import lie

    plan, work = motion.plan, motion.plan.bundle()
    equation, entry = plan.equations[int(plan.order[row])], plan.tables["rows"][row]
    assert equation.surface is not None
    measured = plan.tables["terms"]["measure"][entry["first"] : entry["last"]]
    known, jets = _known(motion.observe(list(equation.gauges)))
    found: list[Array] = []
    for at in jets:
        work.measured[measured] = at
        if lie(work.H, row, 4) != 0:
            work.foot[:] = np.nan
        found.append(work.foot.copy())
        if equation.surface.kind == "hull":
            found[-1][:3] = _seen_from_a(work.foot[:3], at)
    return _up_to(known, found)


def _seen_from_a(foot: Array, measures: Array) -> Array:
    """Return the jets of c_t + sum_k X_k d[t, k], from those of X in the axes of b and of c and d."""
    x, d = [Jet(*jet) for jet in foot], [Jet(*jet) for jet in measures]
    return np.array([(d[t] + sum(x[k] * d[3 + 3 * t + k] for k in range(3))).derivatives for t in range(3)])


def _known(values: Array) -> tuple[Flags, Array]:
    """Return which derivatives are known, and measures [times, measures, 4] with zeros for those that are not."""
    known: Flags = np.asarray(np.isfinite(values).all(axis=(0, 1)))
    return known, np.where(known, values, 0.0)


def _up_to(known: Flags, found: object) -> Array:
    return np.where(known, np.asarray(found, float), np.nan)
