"""Checks of what happens between stored times: events, impacts, and that the output times change nothing.

Events end steps: runs that are compared watch the same, since motions that turn over a thousand times differ by steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from mechanics import States, rows_of, states_of, twists_of
from parts import Part
from quantities import joint_coordinate, units_of

Array = np.ndarray[Any, np.dtype[np.float64]]

BESIDE = 1e-7
"""Time before and after an event at which states are read [s]."""


def change_times(run: Any) -> Array:
    """Return the times of all changes and records of a run, in order [s]."""
    lists = [times for does in run.changes.values() for times in does.values()] + list(run.records.values())
    return np.sort(np.concatenate([np.zeros(0), *lists]))


def alone(times: Array, t: float) -> bool:
    """Return whether no other change is beside the one at time t."""
    other = times[np.abs(times - t) > 1e-12]
    return not len(other) or float(np.abs(other - t).min()) > 4 * BESIDE


# ---- events ---------------------------------------------------------------------------------------


NOTHING = {True: 1e-6, False: 1e-7}
"""Share of its usual size up to which a rate, or another expression, is none: velocities are read between steps."""


def values_of(found: Any, run: Any, text: str) -> tuple[Array, float]:
    """Return a watched expression at the stored times, and its usual size."""
    part = next(p for p in found.parts if p.quantity.text and p.quantity.text in text)
    series = run.measure(part.quantity.text)
    way = 1.0 if part.quantity.turns else found.size
    if text.startswith("rate("):
        return series.velocity, max(float(np.abs(series.velocity).max()), 0.1 * way)
    return series.value - float(text[len(part.quantity.text) + 3 :]), way


def check_events(found: Any, run: Any) -> None:
    """Check that every change of sign was recorded, and that every record is one."""
    for name, text in found.watched.items():
        values, size = values_of(found, run, text)
        times = run.records[name]
        clear = np.abs(values) > NOTHING[text.startswith("rate(")] * size
        known, moments, signs = run.time[clear], times, np.sign(values[clear])
        for k in np.flatnonzero(signs[1:] * signs[:-1] < 0):
            if not ((moments >= known[k] - 1e-9) & (moments <= known[k + 1] + 1e-9)).any():
                found.note("event: missed", f"{text} changes sign between {known[k]:g} and {known[k + 1]:g} s")
        for t in times:
            after = np.searchsorted(known, t)
            if 0 < after < len(known) and signs[after] == signs[after - 1]:
                inside = (times > known[after - 1]) & (times < known[after])
                if inside.sum() == 1 and np.diff(known[after - 1 : after + 1])[0] < 1.5 * np.diff(run.time)[0]:
                    check_touch(found, run, text, float(t), values, size)


def check_touch(found: Any, run: Any, text: str, t: float, values: Array, size: float) -> None:
    """Check a record without a change of sign around it: the expression must at least be near zero."""
    k = int(np.searchsorted(run.time, t))
    near = min(abs(values[max(k - 1, 0)]), abs(values[min(k, len(values) - 1)]))
    found.limit("event: nothing happened", f"{text} at {t:g} s", near / size, 1e-2)


def check_stop(found: Any, run: Any, rng: np.random.Generator) -> None:
    """Check that a run that is to stop where a watched expression changes its sign ends at a record of that."""
    if not found.watched:
        return
    name = str(rng.choice(list(found.watched)))
    text = found.watched[name]
    values, size = values_of(found, run, text)
    none = NOTHING[text.startswith("rate(")] * size
    if abs(values[0]) <= none:
        return  # on no side at the start
    side = float(np.sign(values[0]))
    condition = f"{text} {'<' if side > 0.0 else '>'} 0"
    stopped = found.run("stop", run.time, stop_when=condition, record_when=found.watched)
    if stopped is None:
        return
    across, end = run.time[side * values < -none], float(stopped.time[-1])
    if not stopped.status.startswith("Stopped"):
        if len(across):
            found.note("stop: missed", f"{condition} holds at {across[0]:g} s")
    elif not (np.abs(run.records[name] - end) <= 1e-9 * run.time[-1]).any():
        found.note("stop: not recorded", f"{condition} stops at {end:.12g} s")
    elif len(across) and end > across[0] + 1e-9 * run.time[-1]:
        found.note("stop: late", f"{condition} stops at {end:g} s, but holds at {across[0]:g} s")


# ---- output times ---------------------------------------------------------------------------------


def check_grid(found: Any, run: Any, rng: np.random.Generator) -> None:
    """Check that other output times change neither the end nor the times of changes."""
    times = np.sort(np.concatenate([[0.0], rng.uniform(0.0, run.time[-1], 3), [run.time[-1]]]))
    other = found.run("other output times", times, record_when=found.watched)
    if other is None:
        return
    one, two = states_of(found.made, run, len(run) - 1), states_of(found.made, other, len(other) - 1)
    speeds = max(max(float(np.linalg.norm(s.v)), found.size * float(np.linalg.norm(s.w))) for s in one.values())
    speeds = max(speeds, found.size)
    for name in one:
        off = np.linalg.norm(one[name].r - two[name].r) / found.size + np.linalg.norm(one[name].R - two[name].R)
        fast = np.linalg.norm(one[name].v - two[name].v) + found.size * np.linalg.norm(one[name].w - two[name].w)
        found.limit("output times", f"pose of {name} at the end", float(off), 1e-5)
        found.limit("output times", f"velocity of {name} at the end", float(fast / speeds), 1e-4)


# ---- impacts --------------------------------------------------------------------------------------


def check_impacts(found: Any, run: Any) -> None:
    """Look at the states beside every change of a contact: restitution, momentum, energy."""
    contacts = {p.name: p for p in found.parts if p.kind == "rigid_contact"}
    every = change_times(run)
    changes = [
        (float(t), name)
        for name, does in run.changes.items()
        if name in contacts
        for times in does.values()
        for t in times
        if 4 * BESIDE < t < run.time[-1] - 4 * BESIDE and alone(every, t)
    ][:12]
    moments = sorted({t + d for t, _ in changes for d in (-BESIDE, BESIDE)})
    if not moments:
        return
    beside = found.run("beside changes", [0.0, *moments, float(run.time[-1])], record_when=found.watched)
    if beside is None:
        return
    for t, name in changes:
        k = int(np.searchsorted(beside.time, t))
        before, after = (states_of(found.made, beside, i) for i in (k - 1, k))
        check_impact(found, contacts[name], before, after, t, _at_the_same_time(run, contacts, t))


def _at_the_same_time(run: Any, contacts: dict[str, Part], t: float) -> list[Part]:
    """Return all contacts that are closed or change at a time."""
    k = max(int(np.searchsorted(run.time, t)) - 1, 0)
    found = []
    for name, part in contacts.items():
        times = np.concatenate([np.zeros(0), *run.changes.get(name, {}).values()])
        closed = any(run.force(name).values[i, 0] != 0.0 for i in (k, min(k + 1, len(run) - 1)))
        if closed or (np.abs(times - t) < 1e-9).any():
            found.append(part)
    return found


def check_impact(found: Any, part: Part, before: States, after: States, t: float, touching: list[Part]) -> None:
    """Check restitution, the impulses behind the change of velocities, and the loss of energy."""
    made, side = found.made, part.numbers["side"]
    pace = side * np.array([part.quantity.rate(made, s) for s in (before, after)])
    drifts = max(
        abs(float(part.quantity.row(s) @ twists_of(made, s, True))) * 4 * BESIDE + _turning(part, s) * 4 * BESIDE
        for s in (before, after)
    )
    slow = 1e-6 * (1.0 if part.quantity.turns else found.size) + drifts
    if pace[0] > -slow:
        return  # it opened; no impact
    back = -part.numbers["restitution"] * pace[0]
    if pace[1] < back - slow - 1e-6 * abs(pace[0]):
        found.note("impact: restitution", f"{part.name} at {t:g} s: {pace[0]:g} becomes {pace[1]:g}, not {back:g}")
    if len(touching) == 1 and pace[1] > back + slow + 1e-6 * abs(pace[0]):
        found.note("impact: restitution", f"{part.name} at {t:g} s: {pace[0]:g} becomes {pace[1]:g}, not {back:g}")
    check_impulse(found, before, after, t, touching)


def _turning(part: Part, states: States) -> float:
    """Return the acceleration of a quantity by the turning of its bodies alone, roughly."""
    spins = [float(np.linalg.norm(states[b].w)) for b in part.quantity.bodies]
    speeds = [float(np.linalg.norm(states[b].v)) for b in part.quantity.bodies]
    return max(spins) * (max(speeds) + max(spins)) + max(speeds) ** 2


def check_impulse(found: Any, before: States, after: States, t: float, touching: list[Part]) -> None:
    """Check that the change of momentum is one of impulses of joints, contacts, drivers and frictions that stick."""
    made = found.made
    M = mass_matrix(found, before)
    change = twists_of(made, after) - twists_of(made, before)
    lists = [rows_of(made, before), *(p.quantity.row(before)[None] for p in touching)]
    lists += [
        joint_coordinate(made, p.link, what).row(before)[None]
        for p in found.parts
        if p.kind == "friction"
        for what in {"revolute": ("angle",), "prismatic": ("translation",)}.get(p.link.kind, ("angle", "translation"))
    ]
    if found.driver is not None:
        lists.append(found.driver.quantity.row(before)[None])
    J = np.vstack(lists)
    squares = np.diag(M) / units_of(made, found.size) ** 2 * found.size**2
    roots = np.sqrt(np.maximum(squares, 1e-6 * squares.max())) * units_of(made, found.size) / found.size
    scaled = (J / roots).T
    scaled = scaled / np.linalg.norm(scaled, axis=0)
    want = M @ change / roots
    left = want - scaled @ np.linalg.lstsq(scaled, want, rcond=1e-12)[0]
    drift = max(float(np.linalg.norm(M @ twists_of(made, s, True) / roots)) * 4 * BESIDE for s in (before, after))
    speeds = float(np.linalg.norm(M @ twists_of(made, before) / roots))
    size = float(np.linalg.norm(left)) / max(float(np.linalg.norm(want)), 1e-6 * speeds, drift / 1e-6, 1e-300)
    found.limit("impact: momentum", f"momentum at {t:g} s", size, 1e-5)
    kinetic = [0.5 * float(twists_of(made, s) @ M @ twists_of(made, s)) for s in (before, after)]
    if found.driver is None and kinetic[1] > kinetic[0] * (1 + 1e-6) + drift * speeds:
        found.note("impact: energy", f"kinetic energy rises from {kinetic[0]:g} to {kinetic[1]:g} J at {t:g} s")


def mass_matrix(found: Any, states: States) -> Array:
    """Return the mass matrix for twists of the origins."""
    made = found.made
    size = 3 if made.planar else 6
    M = np.zeros((size * len(made.masses),) * 2)
    for k, (name, own) in enumerate(made.masses.items()):
        R = states[name].R
        c = R @ own.com
        C = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
        block = np.zeros((6, 6))
        block[:3, :3] = own.mass * np.eye(3)
        block[:3, 3:], block[3:, :3] = -own.mass * C, own.mass * C
        block[3:, 3:] = R @ np.diag(own.inertia) @ R.T - own.mass * C @ C
        keep = [0, 1, 5] if made.planar else list(range(6))
        M[size * k : size * k + size, size * k : size * k + size] = block[np.ix_(keep, keep)]
    return M
