"""One random mechanism through every analysis; results are checked with `mechanics`, which knows nothing of Linkwork.

A finding is a class and a sentence. What Linkwork refuses in a sentence of its own that names something of the model is
no finding; a wrong number, a number that is none, another exception, or a run over its budget of steps is. A wrong
number of a result that says itself which equation of which joint or body it does not meet, and by how much, is told:
that is counted apart.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from mechanics import (
    GROUND,
    TURN,
    Sample,
    States,
    applied,
    conservative,
    coordinate_row,
    driver_wrenches,
    energies,
    inertia_terms,
    quickest_turn,
    rate_of_rows,
    rows_of,
    states_of,
    twists_of,
    work_lost,
)
from random_mechanisms import Link, Shape, gaps, loaded, poses_of, sample

import linkwork as lw
from linkwork import FORMULATIONS
from linkwork.results.equations import Equations

Array = np.ndarray[Any, np.dtype[np.float64]]

CLOSED = 1e-9
"""Largest gap of a closed joint, relative to the mechanism's size (1e-12 of it is promised for every equation)."""

MET = 1e-6
"""Largest residual of velocities, accelerations and balances, relative to the largest of their own terms. Linkwork
promises 1e-9 of its own equations; the rest is for condition numbers of up to 1e3 and the differences taken here."""

SINGULAR_ENERGY = 1e-5
"""Share of the energy that a run through singular positions may leave unaccounted for: beyond, it ends and says so."""

EPS = float(np.finfo(float).eps)

PIECES, SHORT_PIECES = 3, 25
"""Pieces of work after which a run counts as too slow: of 2000 steps in `simulate`, of 500 in `move`."""

ROUGH = {"penalty": 1e-3}
"""Formulations that do not solve the equations exactly, with what they may be off by: 1e7 times the masses is not
infinity, and bodies of other masses and lever arms feel a hundred times more."""

OWN = 1e-10
"""Formulations close positions of their own, to 1e-12 of the size; times the condition number of the rows, up to a
hundred of these are in accelerations (two links of 10 km and 0.2 mm in relative coordinates: forty)."""

SPAN, SHORT_SPAN = 0.05, 5e-5
"""Time simulated [s]; and of motions that are so quick that their steps use up the budget before: links of a millimetre
at masses of a kilogram turn at up to 1e6 rad/s."""

H = 1e-3
"""Time between positions that differences are taken of [s]."""

EIGHTH = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
SIXTH = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
"""Central differences of eighth and of sixth order."""

KINDS = ("plain", "braced", "flat", "coincident", "long", "light", "slender", "plain")
"""What is difficult about mechanism number n: kind n modulo 8."""


class Finding(NamedTuple):
    """What is wrong: its class, and a sentence."""

    kind: str
    text: str


class OverBudgetError(Exception):
    """A run took more pieces of work than it may."""


@dataclass
class Examination:
    """A mechanism and what was found."""

    made: Sample
    findings: list[Finding] = field(default_factory=list)
    told: list[Finding] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    @property
    def size(self) -> float:
        """Largest length of the mechanism [m]."""
        lengths = [np.abs(p).max() for link in self.made.links for p in (link.point_a, link.point_b)]
        return float(max(*lengths, *self.made.sizes.values(), *(np.abs(r).max() for r, _ in self.made.truth.values())))

    def note(self, kind: str, text: str) -> None:
        """Keep a finding."""
        self.findings.append(Finding(kind, text))

    def limit(self, kind: str, what: str, off: float, allowed: float, *results: Any) -> None:
        """Keep a finding when a number of some results is too large, or is none: as told where one of them says so."""
        if not off <= allowed:
            found = Finding(kind, f"{what} is off by {off:.1e} of its terms; {allowed:.0e} is allowed")
            told = np.isfinite(off) and any(self.says(result) for result in results)
            (self.told if told else self.findings).append(found)

    def says(self, result: Any) -> bool:
        """Return whether a result says which equation of which joint or body it does not meet, and by how much."""
        words = " ".join(result.notes) if isinstance(result, Equations) else result.status
        names = "|".join([*self.made.truth, *(link.name for link in self.made.links)])
        return re.search(rf"not met to 1e-9[^:]*: the \w+ (in|on) '({names})[^']*' to \d", words) is not None

    def tried(self, what: str, function: Callable[[], Any]) -> Any:
        """Return what a function returns; or None, with what it raised noted."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                result = function()
        except lw.LinkworkError as error:
            names = [self.made.name, *self.made.truth, *(link.name for link in self.made.links)]
            if not any(name in str(error) for name in names[:1] + names[2:]):
                self.note(f"{what}: sentence without a name", str(error))
            self.refused.append(f"{what}: {str(error)[:200]}")
            return None
        except OverBudgetError:
            self.note(f"{what}: too slow", "its budget of steps is used up")
            return None
        except Exception as error:
            self.note(f"{what}: {type(error).__name__}", str(error)[:200])
            return None
        self.done.append(what)
        return result


def budget(pieces: int = PIECES) -> Callable[[float], None]:
    """Return a function to be called after every piece of work, which ends a run after some."""
    left = [pieces]

    def count(_: float) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OverBudgetError

    return count


def mechanism(seed: int) -> Sample:
    """Return the mechanism of a number: in plane or space, of one of the `KINDS`, with masses and forces."""
    rng = np.random.default_rng([seed, 11])
    kind, planar = KINDS[seed % len(KINDS)], bool(rng.random() < 0.5)
    shape = {
        "flat": Shape(flat=float(10.0 ** -rng.uniform(2, 12))),
        "coincident": Shape(coincident=True),
        "long": Shape(ratio=float(10.0 ** rng.uniform(2, 9))),
    }.get(kind, Shape())
    made = sample(seed, planar, kind == "braced", shape)
    if rng.random() < 0.5:  # told exactly: then it must be assembled
        made.hints = {name: pose for name, pose in made.truth.items() if name != GROUND}
    lightest = float(10.0 ** rng.uniform(2, 9)) if kind == "light" else 1.0
    slender = float(10.0 ** rng.uniform(2, 6)) if kind == "slender" else 1.0
    return loaded(made, seed, lightest, slender)


def examine(seed: int) -> Examination:
    """Return what is found at mechanism number `seed`."""
    found = Examination(mechanism(seed))
    rng = np.random.default_rng([seed, 12])
    with np.errstate(all="ignore"):
        assembly = found.tried("assemble", found.made.model.assemble)
        if assembly is None:
            if len(found.made.hints) == len(found.made.truth) - 1 and "told exactly" in _told(found.made):
                found.note("assemble: refused at the truth", found.refused[-1])
            return found
        closed(found, "assemble", assembly.motion, range(1))
        check_mobility(found, assembly)
        check_simulation(found, assembly, rng)
        check_driven(found, assembly, rng)
    return found


def _told(made: Sample) -> str:
    same = all(np.array_equal(made.hints[n][0], made.truth[n][0]) for n in made.hints)
    return "told exactly" if same else ""


# ---- positions ------------------------------------------------------------------------------------


def closed(found: Examination, what: str, motion: Any, times: Any) -> None:
    """Check that every joint is closed."""
    for k in times:
        open_by = gaps(found.made, poses_of(found.made, motion, k), found.size)
        worst = max(open_by, key=lambda name: open_by[name] if open_by[name] == open_by[name] else np.inf)
        found.limit(f"{what}: open", f"joint {worst} at time {motion.time[k]:g}", open_by[worst], CLOSED, motion)


def scaled_rows(found: Examination, states: States) -> Array:
    """Return the rows of the joints for twists whose velocities are in units of the size, each of length 1."""
    rows = rows_of(found.made, states) * _units(found)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _units(found: Examination) -> Array:
    """Return the unit of every component of the twists: the size for velocities, 1 for spins."""
    one = [found.size] * 2 + [1.0] if found.made.planar else [found.size] * 3 + [1.0] * 3
    return np.tile(one, len(found.made.truth) - 1)


def check_mobility(found: Examination, assembly: Any) -> None:
    """Compare the freedoms of velocities with the rank of the rows, where that is clear."""
    mobility = found.tried("mobility", lambda: found.made.model.mobility(start=assembly.poses))
    if mobility is None:
        return
    values = np.linalg.svd(scaled_rows(found, states_of(found.made, assembly.motion, 0)), compute_uv=False)
    values = np.append(values / values[0], np.zeros(max(0, found.made.coordinates() - len(values))))
    if ((values > 1e-11) & (values < 1e-5)).any():
        return  # a matter of opinion
    free = found.made.coordinates() - int((values > 1e-8).sum())
    if mobility.instantaneous != free:
        found.note(
            "mobility: wrong", f"{mobility.instantaneous} freedoms of velocities, {free} by the rank of the rows"
        )
    if not mobility.finite <= mobility.instantaneous:
        found.note("mobility: wrong", f"{mobility.finite} finite freedoms, {mobility.instantaneous} of velocities")


# ---- motions with forces --------------------------------------------------------------------------


def check_simulation(found: Examination, assembly: Any, rng: np.random.Generator) -> None:
    """Simulate a little, and check states, forces and energy; then one other formulation, and the equations."""
    m = found.made.model
    run = found.tried("simulate", lambda: m.simulate(SPAN, points=4, start=assembly, progress=budget()))
    if found.findings and found.findings[-1].kind == "simulate: too slow":
        found.findings.pop()
        run = found.tried("simulate", lambda: m.simulate(SHORT_SPAN, points=4, start=assembly, progress=budget()))
    if run is None:
        return
    if check_dynamics(found, "simulate", run, ()):
        check_energy(found, run)
        check_formulation(found, run, assembly, str(rng.choice(sorted(set(FORMULATIONS) - {"reference"}))))
        check_equations(found, run)


def check_dynamics(found: Examination, what: str, run: Any, drivers: Any) -> bool:
    """Check joints, velocities, accelerations and the balance of every body; return whether all is finite."""
    forces = found.tried(f"{what}: reactions", run.reactions)
    if forces is None:
        return False
    states = [states_of(found.made, run, k) for k in range(len(run))]
    arrays = [x for s in states for one in s.values() for x in vars(one).values()]
    if not all(np.isfinite(x).all() for x in arrays):
        found.note(f"{what}: NaN", "a position, velocity or acceleration is not finite")
        return False
    closed(found, what, run, range(len(run)))
    for k in sorted({0, len(run) - 1}):
        check_rates(found, what, states[k], run)
        check_balance(found, what, run, forces, states[k], k, drivers)
    return True


def check_rates(found: Examination, what: str, states: States, run: Any) -> None:
    """Check that velocities and accelerations keep the joints closed."""
    made = found.made
    rows, twists = rows_of(made, states), twists_of(made, states)
    aside = elsewhere(states, found.size)
    still = 1e-3 * _units(found)  # 1e-3 rad/s: velocities below that are none, what is hinted is 0.1 rad/s and more
    changed = (rows_of(made, aside) - rows) @ twists + EPS * _vectors(made, rows, twists)
    off = _left(rows, twists, np.zeros(len(rows)), still, changed)
    found.limit(f"{what}: velocity", "velocity of a joint", off, MET, run)
    rate = rate_of_rows(made, states)
    accelerations = twists_of(made, states, accelerations=True)
    spin = max(float(np.linalg.norm(s.w)) for s in states.values())
    still = 1e-3 * usual_acceleration(found) * _units(found) + spin * np.abs(twists)
    changed = rate_of_rows(made, aside) - rate + (rows_of(made, aside) - rows) @ accelerations
    differences = EPS / TURN * quickest_turn(made, states) * _vectors(made, rows, twists)
    changed = np.abs(changed) + EPS * _vectors(made, rows, accelerations) + differences
    off = _left(rows, accelerations, rate, still, changed)
    found.limit(f"{what}: acceleration", "acceleration of a joint", off, MET, run)


def _vectors(made: Sample, rows: Array, values: Array) -> Array:
    """Return the sum over bodies of |part of a row| |vector| for velocities and spins: axes are known to EPS of 1."""
    parts = [[0, 1], [2]] if made.planar else [[0, 1, 2], [3, 4, 5]]
    wide, long = rows.reshape(len(rows), -1, sum(map(len, parts))), values.reshape(-1, sum(map(len, parts)))
    products = [np.linalg.norm(wide[..., p], axis=2) @ np.linalg.norm(long[:, p], axis=1) for p in parts]
    return np.asarray(sum(products))


def elsewhere(states: States, size: float) -> States:
    """Return the same states at another place, half the size away: nothing but rounding changes."""
    aside = 0.5 * size * np.array([0.6180339887, 0.7320508076, 0.4142135624])
    return {name: replace(state, r=state.r + aside) for name, state in states.items()}


def usual_acceleration(found: Examination) -> float:
    """Return the angular acceleration that weights and forces give to all that they act on, in terms of the size."""
    masses = sum(own.mass for own in found.made.masses.values())
    forces = [np.linalg.norm(a.vector) / (found.size if a.kind == "torque" else 1.0) for a in found.made.actions]
    springs = [a.stiffness * a.free for a in found.made.actions]
    return float(max(1.0, np.linalg.norm(found.made.gravity), (sum(forces) + sum(springs)) / masses) / found.size)


def _left(rows: Array, values: Array, further: Array, still: Array, rounding: Array | float = 0.0) -> float:
    """Return the largest sum of rows times values, and something further, relative to the terms of its row.

    Values below `still` are as good as none. Of a sum that rounding changes, ten times that change counts as nothing:
    lengths are differences of coordinates of the mechanism's size, and the change is one sample of their rounding.
    """
    terms = np.abs(rows) @ np.maximum(np.abs(values), still) + np.abs(further)
    left = np.maximum(np.abs(rows @ values + further) - 10.0 * np.abs(rounding), 0.0)
    return float(np.max(left / np.maximum(terms, 1e-300)))


def check_balance(
    found: Examination, what: str, run: Any, forces: Any, states: States, k: int, drivers: list[tuple[str, Link, str]]
) -> None:
    """Check Newton and Euler for every body with the reported reactions, and that joints do no work."""
    made = found.made
    acting: dict[str, list[tuple[Array, Array]]] = {name: [] for name in made.masses}
    for body, force, moment in applied(made, states):
        acting[body].append((force, moment))
    for name, link, coordinate in drivers:
        for body, force, moment in driver_wrenches(link, coordinate, run.driver(name).effort[k], made, states):
            acting[body].append((force, moment))
    largest = 0.0
    for link in made.links:
        for body in {link.a, link.b} - {GROUND}:
            felt = forces.on(link.name, body)
            force, moment = _space(felt.force[k]), _axis(felt.torque[k])
            acting[body].append((force, moment))
            largest = max(largest, float(np.linalg.norm(force)))
    need = inertia_terms(made, states)
    nothing = 1e-12 * sum(own.mass for own in made.masses.values()) * usual_acceleration(found) * found.size
    for name, list_of in acting.items():
        weight = made.masses[name].mass * made.gravity
        terms = [*list_of, (weight, np.zeros(3)), (-need[name][0] - weight, -need[name][1])]
        _balanced(found, f"{what}: balance", name, terms, run)
    for link in made.links:
        reaction = forces.joint(link.name)
        force, torque = _space(reaction.force[k]), _axis(reaction.torque[k])
        lost, lost_torque = work_lost(link, states, force, torque)
        scale = max(float(np.linalg.norm(force)), 1e-6 * largest, nothing)
        arm = max(np.linalg.norm(link.point_b), np.linalg.norm(link.point_a), 1e-300)
        found.limit(f"{what}: joint works", f"force along {link.name}", lost / scale, MET, run)
        turning = max(float(np.linalg.norm(torque)), scale * arm)
        if float(np.linalg.norm(torque)) > 1e-300:
            found.limit(f"{what}: joint works", f"torque about {link.name}", lost_torque / turning, MET, run)


def _balanced(found: Examination, kind: str, name: str, terms: list[tuple[Array, Array]], run: Any) -> None:
    """Note a body whose forces or moments do not add up to zero, relative to the largest of its own."""
    force, moment = np.sum([f for f, _ in terms], axis=0), np.sum([m for _, m in terms], axis=0)
    still = 1e-3 * found.made.masses[name].mass * usual_acceleration(found) * found.size
    scale = max(*(float(np.linalg.norm(f)) for f, _ in terms), still)
    turning = max(*(float(np.linalg.norm(m)) for _, m in terms), scale * found.made.sizes[name], 1e-300)
    found.limit(kind, f"force on {name}", float(np.linalg.norm(force)) / scale, MET, run)
    found.limit(kind, f"moment on {name}", float(np.linalg.norm(moment)) / turning, MET, run)


def _space(vector: Array) -> Array:
    return np.append(vector, 0.0) if len(vector) == 2 else np.asarray(vector)


def _axis(turned: Any) -> Array:
    return np.array([0.0, 0.0, float(turned)]) if np.ndim(turned) == 0 else np.asarray(turned)


def check_energy(found: Examination, run: Any) -> None:
    """Compare kinetic energies, and the balance where nothing works but what has a potential."""
    made = found.made
    pairs = np.array([energies(made, states_of(made, run, k)) for k in range(len(run))])
    kinetic, told = pairs[:, 0], run.energy.kinetic
    off = float(np.max(np.abs(kinetic - told)) / max(kinetic.max(), 1e-300))
    found.limit("energy: kinetic", "kinetic energy", off, MET, run)
    if conservative(made):
        total = pairs.sum(axis=1)
        mass = sum(own.mass for own in made.masses.values())
        still = 0.5 * mass * (1e-3 * found.size) ** 2
        # Joints are closed to 1e-12 of the size, times the condition of their rows along the way that they hold least:
        # forces at work along that are no error of 1e-6.
        values = np.linalg.svd(scaled_rows(found, states_of(made, run, 0)), compute_uv=False)
        least = values[values > 1e-11 * values[0]][-1] / values[0]
        pulls = mass * usual_acceleration(found) + sum(a.stiffness for a in made.actions)  # [N/m]
        unknown = 1e-6 * pulls * found.size**2 / least
        scale = max(kinetic.max(), np.ptp(pairs[:, 1]), 1e-10 * np.abs(pairs[:, 1]).max(), still, unknown)
        allowed = SINGULAR_ENERGY if run.counts["events"] else MET
        found.limit("energy: balance", "energy", float(np.ptp(total) / scale), allowed, run)


def check_formulation(found: Examination, run: Any, assembly: Any, name: str) -> None:
    """Compare the accelerations at the start in another formulation."""
    m = found.made.model
    other = found.tried(name, lambda: m.simulate([0.0], start=run.start, formulation=name, progress=budget()))
    if other is None:
        return
    one, two = (twists_of(found.made, states_of(found.made, r, 0), True) / _units(found) for r in (run, other))
    scale = max(np.abs(one).max(), usual_acceleration(found))
    off = float(np.abs(one - two).max() / scale)
    states = states_of(found.made, run, 0)
    values = np.linalg.svd(scaled_rows(found, states), compute_uv=False)
    allowed = max(ROUGH.get(name, MET), OWN * float(values[0] / values[values > 1e-11 * values[0]][-1]))
    found.limit(f"{name}: accelerations", "an acceleration", off, allowed, run, other)


def check_equations(found: Examination, run: Any) -> None:
    """Check that the equations at the start are met by what they say."""
    eq = found.tried("equations", lambda: found.made.model.equations(at=run.start))
    if eq is None:
        return
    still = 1e-3 * usual_acceleration(found) * _units(found)
    found.limit("equations: constraints", "a row", _left(eq.Phi_q, eq.acceleration, -eq.gamma, still), MET, eq)
    terms = np.hstack([eq.M, -eq.Phi_q.T])
    unknowns = np.concatenate([eq.acceleration, eq.lam])
    still = np.concatenate([still, np.zeros(len(eq.lam))])
    # Directions are known to EPS of 1: a component of a force is, too, that the whole force hardly has.
    rounding = EPS * np.linalg.norm(eq.lam) * np.linalg.norm(eq.Phi_q, axis=0)
    found.limit("equations: motion", "a column", _left(terms, unknowns, -eq.Q, still, rounding), MET, eq)


# ---- driven motions -------------------------------------------------------------------------------

COORDINATES = {"revolute": ("angle",), "prismatic": ("translation",), "cylindrical": ("angle", "translation")}


def check_driven(found: Examination, assembly: Any, rng: np.random.Generator) -> None:
    """Drive as many joint coordinates as there are freedoms; check motion, derivatives and efforts."""
    drivers = choose_drivers(found, assembly)
    if not drivers:
        return
    m = found.made.model.copy()
    for name, link, what in drivers:
        start = float(assembly.motion.measure(name).value[0])
        sweep = 0.05 * (1.0 if what == "angle" else min(found.made.sizes[link.a], found.made.sizes[link.b]))
        m.drive(name, f"{start!r} + {sweep!r}*sin(3*t)")
    times = np.array([0.0, *(0.1 + H * np.arange(-4, 5))])
    run = found.tried(
        "inverse", lambda: m.inverse(times, start=assembly.poses, derivatives=3, progress=budget(SHORT_PIECES))
    )
    if run is None:
        return
    if check_dynamics(found, "inverse", run, drivers):
        moved = found.tried("move", lambda: m.move(times, start=assembly.poses, progress=budget(SHORT_PIECES)))
        if moved is not None:
            check_slopes(found, moved, run, condition(found, run, drivers))
            check_same_accelerations(found, run, moved)


def choose_drivers(found: Examination, assembly: Any) -> list[tuple[str, Link, str]]:
    """Return joint coordinates that fix all freedoms and are well apart: quantity, joint, coordinate."""
    states = states_of(found.made, assembly.motion, 0)
    _, values, right = np.linalg.svd(scaled_rows(found, states), full_matrices=True)
    rank = int((values > 1e-8 * values[0]).sum())
    free = right[rank:]
    chosen: list[tuple[str, Link, str]] = []
    candidates = [
        (f"{link.name}.{what}", link, what) for link in found.made.links for what in COORDINATES.get(link.kind, ())
    ]
    for candidate in candidates:
        if len(chosen) == len(right) - rank:
            break
        row = coordinate_row(candidate[1], candidate[2], found.made, states) * _units(found)
        part = free @ (row / np.linalg.norm(row))
        if np.linalg.norm(part) > 1e-3:
            chosen.append(candidate)
            free = free - np.outer(free @ (part @ free), part @ free) / (part @ part)
            free = np.linalg.svd(free)[2][: len(free) - 1]
    return chosen if len(chosen) == len(right) - rank else []


def condition(found: Examination, run: Any, drivers: list[tuple[str, Link, str]]) -> float:
    """Return the condition number of the rows of joints and drivers where slopes are checked."""
    states = states_of(found.made, run, 5)
    driven = [coordinate_row(link, what, found.made, states) * _units(found) for _, link, what in drivers]
    rows = np.vstack([scaled_rows(found, states), *(row / np.linalg.norm(row) for row in driven)])
    values = np.linalg.svd(rows, compute_uv=False)
    return float(values[0] / values[values > 1e-11 * values[0]][-1])


def check_slopes(found: Examination, moved: Any, run: Any, cond: float) -> None:
    """Check that velocity, acceleration and jerk are the slopes of what is before them.

    Relative to the largest of their kind in the mechanism, spins times its size: rounding in one body is felt by all.
    A difference of eighth order is known to what it differs from that of sixth order by, and positions are closed to
    1e-12 of the size: the condition number times that is in them, and what they have of it is divided by the time.
    """
    bodies = [moved.body(name) for name in list(found.made.truth)[1:]]
    shifts = [[getattr(b, w) / found.size for b in bodies] for w in ("position", "velocity", "acceleration", "jerk")]
    turns = [[getattr(b, f"angular_{w}") for b in bodies] for w in ("velocity", "acceleration", "jerk")]
    below = 1.0  # the largest of the kind that slopes are taken of
    for n in range(3):
        pairs = list(zip(shifts[n], shifts[n + 1], strict=True))
        pairs += list(zip(turns[n - 1], turns[n], strict=True)) if n > 0 else []
        scale = max(3.0**n * 1e-3, *(np.abs(x).max() for x in (*shifts[n + 1], *turns[n])))
        for name, (before, after) in zip([*found.made.truth][1:] * 2, pairs, strict=False):
            slope, other = (
                sum(w * (before[5 + k] - before[5 - k]) for k, w in rule.items()) / H for rule in (EIGHTH, SIXTH)
            )
            off = float(np.abs(slope - after[5]).max() / scale)
            known = float(np.abs(slope - other).max() / scale)
            allowed = max(1e-5, known, 1e-12 * cond * below / (H * scale))
            found.limit("move: slopes", f"derivative {n + 1} of {name}", off, allowed, moved, run)
        below = scale


def check_same_accelerations(found: Examination, run: Any, moved: Any) -> None:
    """Compare the accelerations that forces cause with those of kinematics."""
    one, two = (twists_of(found.made, states_of(found.made, r, 5), True) / _units(found) for r in (run, moved))
    off = float(np.abs(one - two).max() / max(np.abs(two).max(), 1e-3))
    found.limit("inverse: accelerations", "an acceleration", off, MET, run)
