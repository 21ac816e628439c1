"""Linkwork in the peer benchmark harness: ``python linkwork_cases.py C1 [C2-10 ...]`` prints JSON lines.

The harness (cases.py, harness.py, references.json) is not part of this project; its folder is the current
one, or the environment variable BENCH_HARNESS. A case is a tree of joints with one coordinate each, plus loop
closures and forces. Massless frames of the tree, which stand for universal and free joints, are merged here.
Timed is the call of `simulate` alone, on a model already planned and run once, from a consistent start found
before: the cases give consistent joint coordinates and rates, and the other engines start from these.
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.environ.get("BENCH_HARNESS", os.getcwd()))

import harness  # first, so that the import of the engine is measured; isort: skip

from time import perf_counter

_start = perf_counter()
import linkwork as lw

IMPORT = perf_counter() - _start

import numpy as np

import cases

TOLERANCES = [10.0**-k for k in range(3, 14)]


# ---- building ----------------------------------------------------------------------------------


def is_planar(case) -> bool:
    """Return whether the case lies in the plane xy: every axis is z and every closure is planar."""
    return bool(case.closures) and all(c["kind"] == "planar" for c in case.closures)


def build(case) -> lw.Mechanism:
    """Return the mechanism of a case, every body exactly at its place and with its velocity."""
    planar = is_planar(case)
    gravity = case.gravity[:2] if planar else case.gravity
    m = lw.Mechanism(case.name, plane="xy" if planar else None, gravity=tuple(gravity) if any(gravity) else None)
    add_bodies(m, case, planar)
    for i in solids(case):
        add_joint(m, case, i, planar)
    for k, closure in enumerate(case.closures):
        add_closure(m, case, closure, f"closure{k}", planar)
    add_forces(m, case, planar)
    return m


def solids(case) -> list[int]:
    """Return the bodies with mass."""
    return [i for i in range(case.n) if case.m[i] > 0]


def add_bodies(m: lw.Mechanism, case, planar: bool) -> None:
    """Add the bodies, placed with position, orientation, velocity and angular velocity."""
    (axes, origins), (spins, velocities) = case.fk(), case.fkvel()
    for i in solids(case):
        inertia = float(case.I[i][2, 2]) if planar else case.I[i].tolist()
        body = m.body(case.bname[i], mass=case.m[i], com=components(case.c[i], planar), inertia=inertia)
        at, velocity = components(origins[i], planar), components(velocities[i], planar)
        if planar:
            m.place(body, at, total(case, i, case.q0), velocity=velocity, rate=float(spins[i][2]))
        else:
            m.place(body, at, rotation=lw.matrix(axes[i]), velocity=velocity, rate=tuple(spins[i]))


def add_joint(m: lw.Mechanism, case, i: int, planar: bool) -> None:
    """Add what holds body i to the nearest body with mass below it in the tree."""
    chain = [i]
    while case.parent[chain[0]] >= 0 and case.m[case.parent[chain[0]]] == 0:
        chain.insert(0, case.parent[chain[0]])
    first, kinds = chain[0], "".join(case.kind[k] for k in chain)
    a = point(case, case.parent[first], case.r[first], planar)
    b = point(case, i, np.zeros(3), planar)
    if planar:
        m.revolute(joint_name(i), a, b)
    elif kinds == "RR" and not np.any(case.r[i]):
        m.universal(joint_name(i), a, b, axis=tuple(case.axis[first]), axis_b=tuple(case.axis[i]))
    elif len(kinds) == 1:
        kind = "revolute" if kinds == "R" else "prismatic"
        m.joint(kind, joint_name(i), a, b, axis=tuple(case.axis[i]))
    elif sorted(kinds) != sorted("PPPRRR"):
        raise NotImplementedError(f"a chain of massless frames with joints {kinds}")


def add_closure(m: lw.Mechanism, case, closure: dict, name: str, planar: bool) -> None:
    """Add the joint that closes a loop."""
    a, b = (point(case, closure[x], closure["p" + x], planar) for x in "ab")
    if closure["kind"] == "planar":
        m.revolute(name, a, b)
    elif closure["kind"] == "point":
        m.spherical(name, a, b)
    else:
        axes, _ = case.fk()
        z = [tuple(turned(axes, closure[x]).T @ np.array(closure["ax"], float)) for x in "ab"]
        ends = [point(case, closure[x], closure["p" + x], planar, z[k]) for k, x in enumerate("ab")]
        m.revolute(name, *ends)


def add_forces(m: lw.Mechanism, case, planar: bool) -> None:
    """Add the torques and springs; a spring of a slider joins the points whose distance is the slider's shift."""
    for i, value in case.tau.items():
        if not planar or case.parent[i] >= 0:
            raise NotImplementedError("a torque between two moving bodies")
        m.torque(f"torque{i}", case.bname[i], value)
    for i, stiffness, free in case.jspring:
        ends = point(case, case.parent[i], case.r[i], planar), point(case, i, np.zeros(3), planar)
        m.spring(f"spring{i}", *ends, stiffness=stiffness, free_length=free)
    for k, (a, pa, b, pb, stiffness, free) in enumerate(case.pspring):
        ends = point(case, a, pa, planar), point(case, b, pb, planar)
        m.spring(f"pull{k}", *ends, stiffness=stiffness, free_length=free)


def joint_name(i: int) -> str:
    """Return the name of the joint below body i."""
    return f"joint{i}"


def point(case, i: int, at, planar: bool, z=None) -> lw.Marker:
    """Return a point of body i (-1: the ground), if need be with its axis."""
    return lw.Marker("ground" if i < 0 else case.bname[i], components(at, planar), z)


def components(vector, planar: bool) -> tuple[float, ...]:
    """Return two components in the plane, three in space."""
    return tuple(float(v) for v in vector[: 2 if planar else 3])


def turned(axes: list[np.ndarray], i: int) -> np.ndarray:
    """Return the orientation of body i (-1: the ground)."""
    return np.eye(3) if i < 0 else axes[i]


def total(case, i: int, q) -> float:
    """Return the sum of the joint angles from the ground to body i."""
    return float(q[i]) + (total(case, case.parent[i], q) if case.parent[i] >= 0 else 0.0)


# ---- results -----------------------------------------------------------------------------------


def output(case, motion) -> np.ndarray:
    """Return the compared output: positions of points (times, 3 a point), or joint angles (times, joints)."""
    planar = is_planar(case)
    if case.out == "q":
        angles = [motion.body(name).angle for name in case.bname]
        return np.stack([a - angles[p] if p >= 0 else a for a, p in zip(angles, case.parent, strict=True)], 1)
    found = [motion.point(point(case, b, at, planar)).position for b, at in case.out]
    return np.concatenate([np.pad(p, ((0, 0), (0, 3 - p.shape[1]))) for p in found], 1)


def energy_drift(run) -> float:
    """Return the largest imbalance of energy over the samples [J]; the work of torques is counted."""
    balance = run.forces.kinetic + run.forces.potential - run.work
    return float(np.abs(balance - balance[0]).max())


def measure(case, m: lw.Mechanism, start, tolerance: float) -> dict[str, object]:
    """Return the record of one tolerance; the first run, which may compile, is not timed."""
    options = {"tolerance": tolerance, "start": start}
    times = case.times
    m.simulate(times, **options)
    run, best, median, reps = harness.timed(lambda: m.simulate(times, **options))
    return {
        "wall_s": best,
        "wall_median_s": median,
        "reps": reps,
        "nrhs": run.counts["evaluations"],
        "violation": float(run.violation),
        "energy_drift": energy_drift(run),
        **harness.errors(case.name, output(case, run)),
    }


BATCH = 10000
"""Configurations in the batch of joint forces."""


def joint_forces(case):
    """Yield the records of inverse dynamics: one configuration a call, and a batch, each per configuration."""
    build(case).robot()
    begin = perf_counter()
    robot = build(case).robot()
    build_s = perf_counter() - begin
    rng = np.random.default_rng(0)
    state = [rng.uniform(-1, 1, case.n) for _ in range(3)]
    tau = robot.inverse_dynamics(*state).tolist()
    one = harness.rate(lambda: robot.inverse_dynamics(*state))
    yield {"method": "inverse_dynamics, one configuration", "per_call_s": one, "build_s": build_s, "tau": tau}
    many = [rng.uniform(-1, 1, (BATCH, case.n)) for _ in range(3)]
    each = harness.rate(lambda: robot.inverse_dynamics(*many)) / BATCH
    yield {"method": f"inverse_dynamics, batch of {BATCH}", "per_call_s": each, "build_s": build_s}


def dispatch(name: str):
    """Yield the records of one case."""
    if name == "C7":
        raise NotImplementedError("not a simulation: see bench_four_bar_sweep.py")
    case = cases.get(name)
    if name == "C8":
        yield from joint_forces(case)
        return
    build(case).start()  # whatever has to be compiled
    begin = perf_counter()
    m = build(case)
    start = m.start()
    build_s = perf_counter() - begin
    for tolerance in TOLERANCES:
        about = {"method": "dop853, projection", "setting": f"tolerance={tolerance:g}", "build_s": build_s}
        try:
            yield {**about, **measure(case, m, start, tolerance)}
        except lw.LinkworkError as error:
            yield {**about, "failed": True, "note": str(error)[:150]}


if __name__ == "__main__":
    harness.run("linkwork", lw.__version__, IMPORT, dispatch)
