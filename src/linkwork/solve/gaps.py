"""Why a mechanism cannot be closed: which joint stays open, by how much, and what would be needed."""

from __future__ import annotations

from collections import deque

import numpy as np

from ..arrays import Array, Flags
from ..base.marker import GROUND
from ..joints import Joint
from ..kernels.tables.statuses import OPEN
from ..model.description import Description
from ..model.equations import Equation
from ..results.statuses import STATUSES
from ..words import quoted, told_apart
from .engine import Engine

SOFT = 1e8
"""Softness of the rows that may stay open while all others are closed."""


def explain_open(engine: Engine, begin: Array, t: float, weight: Array, hold: list[str]) -> str:
    """Return the sentence of an AssemblyError."""
    equations = engine.plan.equations
    intro = STATUSES[OPEN].close.format(name=engine.plan.name, t=t, why="")
    held = f" (with {', '.join(hold)} held)" if hold else ""
    if cable := _unfit_cable(engine, begin, t, weight):
        return intro + cable + held
    drivers = np.array([e.driver for e in equations], bool)
    joints = engine
    if drivers.any():
        residuals = _with_soft(engine, begin, t, weight, drivers)
        if engine.scaled(residuals)[~drivers].max(initial=0.0) < 1e-6:
            return intro + _missed_drivers(engine, residuals, drivers) + held
        joints = Engine(engine.plan.undriven.positions)
    worst, best = _smallest_gap(joints, begin, t, weight)
    if best is None:
        everything = np.ones(len(joints.plan.equations), bool)
        return intro + _many_open(joints, _with_soft(joints, begin, t, weight, everything), worst) + held
    owner, residuals = best
    kept = _with_drivers_kept(engine, owner, begin, t, weight) if drivers.any() else ""
    return intro + _one_open(joints, owner, residuals, kept) + held


def _unfit_cable(engine: Engine, begin: Array, t: float, weight: Array) -> str:
    """Return by how much a cable is too short or too long, where that alone keeps the mechanism open; else nothing.

    Its row is the length kept less that of its way. What has a length gives way before what holds points together.
    """
    found: list[tuple[float, str, float]] = []
    for name in (name for name, joint in engine.plan.model.joints.items() if joint.KEEPS_LENGTH):
        own = np.array([e.owner == name and not e.driver for e in engine.plan.equations], bool)
        if not own.any():
            continue
        residuals = _with_soft(engine, begin, t, weight, own)
        if engine.scaled(residuals)[~own].max(initial=0.0) < 1e-6:
            k = int(np.argmax(own))
            found.append((float(residuals[k]), name, -engine.plan.equations[k].offset))
    if not found:
        return ""
    gap, name, length = min(found, key=lambda cable: abs(cable[0]))
    short, drivers = gap < 0, any(e.driver for e in engine.plan.equations)
    everything = f"with all other joints closed{' and all drivers followed' if drivers else ''}"
    return (
        f"cable '{name}' is too {'short' if short else 'long'} by {abs(gap):.6g} m {everything}: it is {length:.6g} m "
        f"long, and its way is {length - gap:.6g} m at {'least' if short else 'most'}. Give it another length, or "
        f"place its ends {'nearer to' if short else 'farther from'} each other."
    )


def _smallest_gap(engine: Engine, begin: Array, t: float, weight: Array) -> tuple[list[str], tuple[str, Array] | None]:
    """Return the joints that stay open, the worst first, and the one whose gap is smallest with all others closed.

    With its residuals; None where no single joint can be left open so that the others close.
    """
    equations = engine.plan.equations
    worst = _worst_owners(engine, _with_soft(engine, begin, t, weight, np.ones(len(equations), bool)))
    best: tuple[float, str, Array] | None = None
    for owner in worst[:4]:
        alone = np.array([e.owner == owner for e in equations], bool)
        residuals = _with_soft(engine, begin, t, weight, alone)
        gap = _gap(engine, residuals, owner)
        if engine.scaled(residuals)[~alone].max(initial=0.0) < 1e-6 and (best is None or gap < best[0]):
            best = (gap, owner, residuals)
    return worst, None if best is None else best[1:]


def _with_drivers_kept(engine: Engine, owner: str, begin: Array, t: float, weight: Array) -> str:
    """Return how far the joint stays open where the drivers are followed."""
    equations = engine.plan.equations
    drivers = list(dict.fromkeys(e.owner for e in equations if e.driver))
    names, many = quoted(drivers), len(drivers) > 1
    alone = np.array([e.owner == owner and not e.driver for e in equations], bool)
    residuals = _with_soft(engine, begin, t, weight, alone)
    if engine.scaled(residuals)[~alone].max(initial=0.0) >= 1e-6:
        return f" and driver{'s' if many else ''} {names} left out"
    gap = _open_parts(engine, residuals, owner)
    return f" and driver{'s' if many else ''} {names} left out, by {gap} with {'them' if many else 'it'} kept"


def _with_soft(engine: Engine, begin: Array, t: float, weight: Array, rows: Flags) -> Array:
    """Close all rows but `rows`, which are only brought as near as possible; return the residuals."""
    soft = np.where(rows, 1.0 if rows.all() else SOFT, 1.0)
    _, q = engine.close(begin, t, weight=weight, soft=soft, patience=1e-13, limit=5000)
    return engine.residuals(q, t)


def _worst_owners(engine: Engine, residuals: Array) -> list[str]:
    sizes: dict[str, float] = {}
    for e, r in zip(engine.plan.equations, engine.scaled(residuals), strict=True):
        if not e.driver:
            sizes[e.owner] = max(sizes.get(e.owner, 0.0), float(r))
    return sorted(sizes, key=lambda owner: -sizes[owner])


def _gap(engine: Engine, residuals: Array, owner: str) -> float:
    scaled = engine.scaled(residuals)
    return float(
        np.sqrt(sum(scaled[i] ** 2 for i, e in enumerate(engine.plan.equations) if e.owner == owner and not e.driver))
    )


def _open_parts(engine: Engine, residuals: Array, owner: str) -> str:
    lengths: list[float] = []
    others: list[float] = []
    for e, r in zip(engine.plan.equations, residuals, strict=True):
        if e.owner == owner and not e.driver:
            (lengths if e.is_length else others).append(r)
    parts = []
    if lengths and np.linalg.norm(lengths) > 1e-9 * engine.plan.length:
        parts.append(f"{np.linalg.norm(lengths):.6g} m")
    if others and (size := float(np.linalg.norm(others))) > 1e-9:
        written = engine.plan.model.joints[owner].EXPRESSION
        parts.append(f"{size:.6g} in the value of its expression" if written else f"{np.degrees(size):.4g} deg")
    return " and ".join(parts) or "slightly"


def _missed_drivers(engine: Engine, residuals: Array, drivers: Flags) -> str:
    missed = [(e, r) for e, r, d in zip(engine.plan.equations, residuals, drivers, strict=True) if d]
    lengths = [r for e, r in missed if e.is_length]
    parts = []
    for e, r in missed:
        if abs(r) > 1e-9 * (engine.plan.length if e.is_length else 1.0):
            parts.append(_missed(engine, e, r))
    text = "the joints close, but " + ", ".join(parts) + "."
    if len(lengths) > 1:
        text += f" The nearest position misses the target by {np.linalg.norm(lengths):.6g} m."
    return text + (
        " The target is out of reach, or the drivers contradict each other. Change a driver's value, or look at "
        "mobility() for the number of drivers the mechanism can take."
    )


def _missed(engine: Engine, driver: Equation, residual: float) -> str:
    """Return by how much a driver is missed; that of the length of a cable: by how much that is too short or long."""
    model = engine.plan.model
    asked = model.drivers.get(driver.owner)  # not there: a coordinate that is held
    cable = None if asked is None else model.joints.get(asked.quantity.removesuffix(".length"))
    amount = _amount(driver.is_length, residual)
    if cable is None or not cable.KEEPS_LENGTH:
        return f"driver '{driver.owner}' is missed by {amount}"
    return f"driver '{driver.owner}' makes cable '{cable.name}' too {'short' if residual > 0 else 'long'} by {amount}"


def _amount(is_length: bool, r: float) -> str:
    return f"{abs(r):.6g} m" if is_length else f"{np.degrees(abs(r)):.6g} deg"


def _many_open(engine: Engine, residuals: Array, worst: list[str]) -> str:
    listed = ", ".join(f"'{o}' by {_open_parts(engine, residuals, o)}" for o in worst[:3])
    return (
        f"more than one joint stays open at the nearest position found: {listed}. Check the points and axes of these "
        f"joints, or place the bodies nearer to where they belong."
    )


def _one_open(engine: Engine, owner: str, residuals: Array, kept: str) -> str:
    joint = engine.plan.model.joints[owner]
    bodies = f" ({joint.a.body} - {joint.b.body})" if joint.ENDS else ""
    text = (
        f"{joint.called}{bodies} stays open by "
        f"{_open_parts(engine, residuals, owner)} with all other joints closed{kept}."
    )
    reach = _reach(engine, joint)
    return text + (reach or " Check the points and axes of the joints in this loop, or give better placement hints.")


def _reach(engine: Engine, joint: Joint) -> str:
    """Return a sentence when the longest link of the loop exceeds the sum of the others."""
    loop = _loop(engine.plan.model, joint)
    if loop is None:
        return ""
    frames = engine.plan.writer.frames
    lengths = {}
    for body, first, second in loop:
        ends = [next(m for m in j.ends if m.body == body) for j in (first, second)]
        p, q = (frames.frame(m, j.AXIS).point for m, j in zip(ends, (first, second), strict=True))
        lengths[body] = float(np.linalg.norm(p - q))
    longest = max(lengths, key=lambda b: lengths[b])
    others = [b for b in lengths if b != longest]
    reach = sum(lengths[b] for b in others)
    if lengths[longest] <= reach * (1 + 1e-9):
        return ""
    names = " + ".join(f"'{b}'" for b in others)
    links = f"The links {names} reach" if len(others) > 1 else f"The link {names} reaches"
    near, far = told_apart(reach, lengths[longest])
    together = " together" if len(others) > 1 else ""
    what = "its pivots nearer" if longest == GROUND else f"the pivots on '{longest}' nearer (it is too long)"
    return (
        f" {links} {near} m{together}, but '{longest}' spans {far} m, {lengths[longest] - reach:.6g} m more. "
        f"Bring {what}, or lengthen {names.replace(' + ', ' or ')}."
    )


def _loop(model: Description, joint: Joint) -> list[tuple[str, Joint, Joint]] | None:
    """Return the shortest loop through `joint`: bodies with the two joints of the loop on each.

    Only joints that hold two points together count; None when there is no such loop.
    """
    pins = [j for j in model.joints.values() if j.KIND in ("revolute", "spherical", "universal")]
    if joint not in pins:
        return None
    around: dict[str, list[tuple[str, Joint]]] = {}
    for pin in pins:
        if pin is not joint:
            around.setdefault(pin.a.body, []).append((pin.b.body, pin))
            around.setdefault(pin.b.body, []).append((pin.a.body, pin))
    came: dict[str, tuple[str, Joint]] = {}
    queue = deque([joint.a.body])
    while queue and joint.b.body not in came:
        body = queue.popleft()
        for other, pin in around.get(body, []):
            if other not in came and other != joint.a.body:
                came[other] = (body, pin)
                queue.append(other)
    if joint.b.body not in came:
        return None
    loop, body, last = [], joint.b.body, joint
    while body != joint.a.body:
        previous, pin = came[body]
        loop.append((body, last, pin))
        body, last = previous, pin
    loop.append((body, last, joint))
    return loop
