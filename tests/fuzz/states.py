"""Checks of a run with parts that switch, at stored times: laws, friction, contacts, balances, energy."""

from __future__ import annotations

from typing import Any

import numpy as np
from examine import check_rates, usual_acceleration
from mechanics import GROUND, States, applied, energies, inertia_terms, states_of
from parts import Part
from quantities import joint_coordinate, wrenches

Array = np.ndarray[Any, np.dtype[np.float64]]

MET = 1e-6
"""Largest residual of balances and laws, relative to the largest of their own terms, as for smooth mechanisms."""

APART = 1e-8
"""A gap above this share of the mechanism's size is one; the program takes 1e-9 of it for none."""


def check_run(found: Any, run: Any) -> bool:
    """Check all stored states and, at a dozen of them, forces; return whether all is finite."""
    forces = found.tried("reactions", run.reactions)
    if forces is None:
        return False
    states = [states_of(found.made, run, k) for k in range(len(run))]
    arrays = [x for s in states for one in s.values() for x in vars(one).values()]
    if not all(np.isfinite(x).all() for x in arrays):
        found.note("NaN", "a position, velocity or acceleration is not finite")
        return False
    for part in found.parts:
        if part.kind == "rigid_contact":
            check_contact(found, run, part, states)
    shares = run.reactions("solver")
    for k in range(0, len(run), max(1, len(run) // 12)):
        check_rates(found, "simulate", states[k], run)
        check_balance(found, run, forces, states[k], k)
        for part in found.parts:
            check_part(found, run, part, shares, states[k], k)
        if found.driver is not None:
            s = found.driver.quantity.value(states[k])
            want = found.driver.law(0.0, 0.0, run.time[k])
            way = 1.0 if found.driver.quantity.turns else found.size
            found.limit("driver", "a driven coordinate", _turned(s - want, found.driver) / way, 1e-9)
    check_energy(found, run, states)
    return True


def _turned(difference: float, part: Part) -> float:
    """Return a difference, of angles up to full turns."""
    return abs((difference + np.pi) % (2 * np.pi) - np.pi) if part.quantity.turns else abs(difference)


# ---- forces ---------------------------------------------------------------------------------------


def efforts(part: Part, run: Any, k: int) -> list[float]:
    """Return the reported efforts of a part, one along each of its coordinates."""
    return [float(v) for v in run.force(part.name).values[k]]


def rows(part: Part, made: Any, states: States) -> list[Array]:
    """Return the rows that the efforts of a part act along."""
    if part.kind == "friction" and part.link.kind == "cylindrical":
        return [joint_coordinate(made, part.link, what).row(states) for what in ("translation", "angle")]
    return [part.quantity.row(states)]


def acting_on(found: Any, run: Any, forces: Any, states: States, k: int) -> dict[str, list[tuple[Array, Array]]]:
    """Return every force and its moment about the centre of mass, by body, inertia and weight included."""
    made = found.made
    acting: dict[str, list[tuple[Array, Array]]] = {name: [] for name in made.masses}
    efforts_of = [
        value * row
        for part in found.parts
        for value, row in zip(efforts(part, run, k), rows(part, made, states), strict=True)
    ]
    if found.driver is not None:
        efforts_of.append(run.driver("d").effort[k] * found.driver.quantity.row(states))
    pairs = applied(made, states) + [w for effort in efforts_of for w in wrenches(made, states, effort)]
    for body, force, moment in pairs:
        acting[body].append((force, moment))
    for link in made.links:
        for body in {link.a, link.b} - {GROUND}:
            felt = forces.on(link.name, body)
            acting[body].append((_space(felt.force[k]), _axis(felt.torque[k])))
    for name, (force, moment) in inertia_terms(made, states).items():
        weight = made.masses[name].mass * made.gravity
        acting[name] += [(weight, np.zeros(3)), (-force - weight, -moment)]
    return acting


def check_balance(found: Any, run: Any, forces: Any, states: States, k: int) -> None:
    """Check Newton and Euler for every body."""
    acting = acting_on(found, run, forces, states, k)
    lists = [pair for pairs in acting.values() for pair in pairs]
    largest = max(max(float(np.linalg.norm(f)), float(np.linalg.norm(m)) / found.size) for f, m in lists)
    still = 1e-3 * usual_acceleration(found) * found.size
    for name, pairs in acting.items():
        mass = found.made.masses[name].mass
        force, moment = np.sum([f for f, _ in pairs], axis=0), np.sum([m for _, m in pairs], axis=0)
        scale = max(*(float(np.linalg.norm(f)) for f, _ in pairs), still * mass, 1e-9 * largest, 1e-300)
        turning = max(*(float(np.linalg.norm(m)) for _, m in pairs), scale * found.made.sizes[name])
        found.limit("balance", f"force on {name} at {run.time[k]:g} s", float(np.linalg.norm(force)) / scale, MET)
        found.limit("balance", f"moment on {name} at {run.time[k]:g} s", float(np.linalg.norm(moment)) / turning, MET)


def _space(vector: Array) -> Array:
    return np.append(vector, 0.0) if len(vector) == 2 else np.asarray(vector)


def _axis(turned: Any) -> Array:
    return np.array([0.0, 0.0, float(turned)]) if np.ndim(turned) == 0 else np.asarray(turned)


def check_part(found: Any, run: Any, part: Part, shares: Any, states: States, k: int) -> None:
    """Check that the reported effort of a part is that of its law at the reported state."""
    if part.kind == "friction":
        check_friction(found, run, part, shares, states, k)
        return
    if part.kind == "controller":
        check_sample(found, run, part, k)
        return
    if part.law is None:
        return
    s, v, t = part.quantity.value(states), part.quantity.rate(found.made, states), float(run.time[k])
    if part.quantity.text:
        told = float(run.measure(part.quantity.text).value[k])
        way = 1.0 if part.quantity.turns else found.size
        found.limit("measure", part.quantity.text, _turned(told - s, part) / way, 1e-9)
        s = told
    told = efforts(part, run, k)[0]
    near = 1e-9 * (1.0 if part.quantity.turns else found.size)  # of positions; speeds read between steps: 1e-7 1/s
    doubts = [(ds, dv, dt) for ds in (-near, 0.0, near) for dv in (-1e2 * near, 1e2 * near) for dt in (-1e-9, 1e-9)]
    law = [part.law(s + ds, v + dv, t + dt) for ds, dv, dt in doubts]
    low, high = min(law), max(law)
    largest = max(abs(low), abs(high), *np.abs(run.force(part.name).values[:, 0]))
    off = max(low - told, told - high, 0.0) / max(largest, 1e-300)
    found.limit(f"law: {part.kind}", f"{part.name} at {t:g} s", off, MET)


def check_sample(found: Any, run: Any, part: Part, k: int) -> None:
    """Check that a controller was sampled in every period, and that its value is held."""
    samples, period = run.samples[part.name], part.numbers["period"]
    want = np.arange(0.0, run.time[-1], period)
    if len(want) != len(samples.time) and abs(len(want) * period - run.time[-1]) > 1e-9:
        found.note("controller", f"{len(samples.time)} samples, {len(want)} periods")
        return
    number = run.time[k] / period
    if abs(number - round(number)) > 1e-6:
        held = samples.value[int(number)]
        off = abs(held - efforts(part, run, k)[0]) / max(abs(held), 1e-300)
        found.limit("law: controller", f"{part.name} at {run.time[k]:g} s", off, 1e-12)


def check_friction(found: Any, run: Any, part: Part, shares: Any, states: States, k: int) -> None:
    """Check that friction is within its cone, and at its edge against the motion where the joint slides."""
    link, numbers = part.link, part.numbers
    body, point = (link.b, link.point_b) if link.b != GROUND else (link.a, link.point_a)
    felt, s = shares.on(link.name, body), states[body]
    force, moment = _space(felt.force[k]), _axis(felt.torque[k])
    moment = moment + np.cross(s.R @ found.made.masses[body].com - s.R @ point, force)
    normal = float(np.linalg.norm(force)) + numbers.get("preload", 0.0)
    if "bearing" in numbers:
        normal += 2.0 * float(np.linalg.norm(moment)) / numbers["bearing"]
    names = {"revolute": ("angle",), "prismatic": ("translation",)}.get(link.kind, ("translation", "angle"))
    for what, value in zip(names, efforts(part, run, k), strict=True):
        quantity = joint_coordinate(found.made, link, what)
        radius = numbers["radius"] if what == "angle" else 1.0
        rate = quantity.rate(found.made, states)
        usual = 1e-6 * (1.0 if what == "angle" else found.size)
        full, limit = (numbers[mu] * radius * normal for mu in ("mu", "mu_static"))
        scale = max(limit, 1e-300)
        where = f"{part.name} along {link.name}.{what} at {run.time[k]:g} s"
        if "smooth" in numbers:
            want = -full * np.tanh(rate * radius / numbers["smooth"])
            found.limit("friction: smooth", where, abs(value - want) / scale, 1e-5)
        elif abs(rate) > usual:
            found.limit("friction: slides", where, abs(value + np.sign(rate) * full) / scale, 1e-5)
        else:
            found.limit("friction: cone", where, max(abs(value) - limit, 0.0) / scale, 1e-5)


def check_contact(found: Any, run: Any, part: Part, states: list[States]) -> None:
    """Check that a gap is never negative, nor the force, and that there is no force across a gap."""
    side, limit = part.numbers["side"], part.numbers["limit"]
    way = 1.0 if part.quantity.turns else found.size
    told = run.measure(part.quantity.text).value
    mine = np.array([part.quantity.value(s) for s in states])
    off = max(_turned(float(d), part) for d in told - mine)
    found.limit("measure", part.quantity.text, off / way, 1e-9)
    gaps = side * (told - limit) / way
    pushes = side * run.force(part.name).values[:, 0]
    largest = max(float(np.abs(pushes).max()), 1e-300)
    found.limit("contact: sinks in", part.name, float(max(0.0, -gaps.min())), APART)
    found.limit("contact: pulls", part.name, float(max(0.0, -pushes.min())) / largest, MET)
    apart = gaps > 10 * APART
    if apart.any():
        found.limit("contact: acts at a distance", part.name, float(np.abs(pushes[apart]).max()) / largest, 1e-12)


# ---- energy ---------------------------------------------------------------------------------------


def check_energy(found: Any, run: Any, states: list[States]) -> None:
    """Compare kinetic energies; check the reported balance; without sources, energy never rises."""
    made = found.made
    pairs = np.array([energies(made, s) for s in states])
    kinetic, told = pairs[:, 0], run.energy.kinetic
    masses = sum(own.mass for own in made.masses.values())
    scale = max(float(kinetic.max()), 0.5 * masses * (1e-6 * found.size) ** 2)
    found.limit("energy: kinetic", "kinetic energy", float(np.abs(kinetic - told).max()) / scale, MET)
    total = pairs.sum(axis=1)
    for part in found.parts:
        if part.stored:
            told = run.measure(part.quantity.text).value if part.quantity.text else map(part.quantity.value, states)
            total = total + [part.stored(float(s)) for s in told]
    scale = max(scale, float(np.ptp(pairs[:, 1])), 1e-10 * float(np.abs(pairs[:, 1]).max()))
    scale = max(scale, 0.5 * masses * (1e-3 * found.size) ** 2)
    found.limit("energy: balance", "energy", run.energy.drift / scale, MET)
    sources = found.driver is not None or any(p.source for p in found.parts)
    if not sources and not any(a.kind == "torque" for a in made.actions):
        rise = float(np.max(total - np.minimum.accumulate(total)))
        found.limit("energy: rises", "energy without a source", rise / scale, 1e-5)
