"""Random mechanisms with bodies without mass or inertia: simulated where every motion has some, else refused.

Which of both it must be follows from plain linear algebra: the mass matrix on the motions that the joints leave free.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from crossing import mass_matrix
from equipped import Equipped, true_states
from examine import SHORT_SPAN, closed, elsewhere
from mechanics import GROUND, States, applied, rate_of_rows, rows_of, states_of, twists_of
from quantities import columns, free_motions, units_of
from random_mechanisms import Mass, Sample, Shape, build, loaded, sample
from scipy.linalg import eigh
from states import check_run

Array = np.ndarray[Any, np.dtype[np.float64]]

FIRST = 200_000
"""Number of the first mechanism without masses."""

KINDS = ("link", "point", "several", "long", "light", "any", "any", "rods")
"""What is without mass in mechanism number n: kind n modulo 8."""


def lightened(made: Sample, names: list[str], point: bool) -> None:
    """Take the inertia of bodies, and their mass unless they become point masses."""
    for name in names:
        own = made.masses[name]
        mass = own.mass if point else 0.0
        made.masses[name] = Mass(mass, own.com, np.zeros(3), own.velocity, own.spin)
    made.model = build(made)


def free_inertia(made: Sample) -> tuple[Array, Array, Array]:
    """Return the mass matrix in units of the size, the inertia of free motions, and what that were with equal masses.

    The last gives every body the largest mass, at its own size: a tiny body that moves alone has inertia all the same.
    """
    states, found = true_states(made), Equipped(made)
    units = units_of(made, found.size)
    free = free_motions(made, states, units)
    M = units[:, None] * mass_matrix(found, states) * units
    shifts = 2 if made.planar else 3
    own = [[1.0] * shifts + [made.sizes[name] ** 2] * (2 * shifts - 3) for name in made.masses]
    most = max(mass.mass for mass in made.masses.values())
    return M, free.T @ M @ free, free.T @ ((most * units**2 * np.concatenate(own))[:, None] * free)


def least_inertia(made: Sample) -> float:
    """Return the least inertia of a free motion relative to the largest mass at the size; 1 if nothing can move."""
    M, free, _ = free_inertia(made)
    return float(np.linalg.eigvalsh(free)[0] / max(np.abs(M).max(), 1e-300)) if len(free) else 1.0


def least_share(made: Sample) -> float:
    """Return the least inertia of a free motion relative to what it had if its bodies had the most mass."""
    _, free, usual = free_inertia(made)
    return float(eigh(free, usual, eigvals_only=True)[0]) if len(free) else 1.0


def strip(made: Sample, rng: np.random.Generator) -> None:
    """Take mass and inertia from bodies that others carry along by their joints, as many as chance allows."""
    for name in rng.permutation(list(made.masses))[1:]:  # one keeps its mass
        kept = dict(made.masses)
        lightened(made, [str(name)], bool(rng.random() < 0.3))
        if least_inertia(made) < 1e-6:
            made.masses = kept
            made.model = build(made)


def mechanism(seed: int) -> Sample:
    """Return the mechanism of a number."""
    kind, rng = KINDS[seed % len(KINDS)], np.random.default_rng([seed, 31])
    ratio = float(10.0 ** rng.uniform(2, 9)) if kind == "long" else 1.0
    made = sample(int(rng.integers(1 << 30)), bool(rng.random() < 0.5), False, Shape(ratio=ratio))
    made.hints = {name: pose for name, pose in made.truth.items() if name != GROUND}
    made.name = f"massless {seed}"
    made = loaded(made, seed, float(10.0 ** rng.uniform(2, 9)) if kind == "light" else 1.0)
    names = [str(n) for n in rng.permutation(list(made.masses))]
    if kind == "rods":
        for name in names[:2]:  # slender: no inertia about one axis
            own = made.masses[name]
            made.masses[name] = Mass(own.mass, own.com, own.inertia * [0, 1, 1], own.velocity, own.spin)
        made.model = build(made)
    elif kind in ("several", "long", "light"):
        strip(made, rng)
    else:
        point = kind == "point" or (kind == "any" and bool(rng.random() < 0.5))
        lightened(made, names[1 : 1 + int(rng.integers(1, 3))], point)
    return made


def examine(seed: int) -> Equipped:
    """Return what is found at mechanism number `seed`."""
    found = Equipped(mechanism(seed))
    made = found.made
    with np.errstate(all="ignore"):
        least = least_inertia(made)
        run = found.run("simulate", np.linspace(0.0, 0.05, 4))
        if found.findings and found.findings[-1].kind == "simulate: too slow":  # tiny bodies turn at 1e4 rad/s
            found.findings.pop()
            run = found.run("simulate", np.linspace(0.0, SHORT_SPAN, 4))
        refused = run is None and any("no inertia" in text for text in found.refused)
        if refused and least > 1e-7:
            found.note("refused", f"least inertia {least:.1e}: {found.refused[-1]}")
        if refused and not any(f"'{name}'" in found.refused[-1] for name in made.masses):
            found.note("refused without a name", found.refused[-1])
        if run is None:
            return found
        closed(found, "simulate", run, range(len(run)))
        if least < 1e-13 and least_share(made) < 1e-13 and not turns_alone(made):
            found.note("not refused", f"least inertia {least:.1e}")
        if check_run(found, run) and least > 1e-7:
            check_accelerations(found, run)
    return found


def turns_alone(made: Sample) -> bool:
    """Return whether a body has no inertia about some axis: its turning about that is let pass if it moves nothing."""
    return any((own.inertia.min() if not made.planar else own.inertia[2]) == 0.0 for own in made.masses.values())


def check_accelerations(found: Equipped, run: Any) -> None:
    """Compare the accelerations at the start with those of the plain equations M a = Q + J^T lam, J a = gamma."""
    made, states = found.made, states_of(found.made, run, 0)
    want = plain_accelerations(found, states)
    rounding = np.abs(plain_accelerations(found, elsewhere(states, found.size)) - want).max()
    told = twists_of(made, states, True) / units_of(made, found.size)
    off = max(float(np.abs(told - want).max() - 10.0 * rounding), 0.0)  # ten times that one sample, as for the joints
    found.limit("accelerations", "an acceleration", off / max(np.abs(want).max(), 1e-3), 1e-5)


def plain_accelerations(found: Equipped, states: States) -> Array:
    """Return the solution of the plain equations, velocities in units of the size."""
    made, size = found.made, units_of(found.made, found.size)
    M = size[:, None] * mass_matrix(found, states) * size
    J = rows_of(made, states) * size
    lengths = np.linalg.norm(J, axis=1, keepdims=True)
    J, gamma = J / lengths, -rate_of_rows(made, states) / lengths[:, 0]
    force = size * loads(made, states)
    heavy = np.abs(M).max()
    K = np.block([[M / heavy, -J.T], [J, np.zeros((len(J), len(J)))]])
    return np.asarray(np.linalg.lstsq(K, np.concatenate([force / heavy, gamma]), rcond=1e-13)[0][: len(M)])


def loads(made: Sample, states: States) -> Array:
    """Return applied forces, weights and gyroscopic terms on the twists of the origins."""
    parts = []
    for name, own in made.masses.items():
        s = states[name]
        c = s.R @ own.com
        inertia = s.R @ np.diag(own.inertia) @ s.R.T
        force = own.mass * (made.gravity - np.cross(s.w, np.cross(s.w, c)))
        parts.append((name, force, np.cross(c, force) - np.cross(s.w, inertia @ s.w)))
    for name, force, moment in applied(made, states):
        c = states[name].R @ made.masses[name].com
        parts.append((name, force, moment + np.cross(c, force)))
    return columns(made, parts)
