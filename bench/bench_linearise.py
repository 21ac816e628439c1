"""Linearisation beside other engines: one state a call, and many states of one motion, in one run.

    python bench/bench_linearise.py [--harness FOLDER] [--peers PYTHON] [--cases C1,C5-6]

FOLDER (or the environment variable BENCH_HARNESS) holds the peer benchmark harness with the cases; without it there are
ladders alone. PYTHON is an interpreter with the other engines, ``pip install exudyn pin drake sympy``; missing ones are
left out. All see the same states. Chains: A of Pinocchio (computeABADerivatives) and of Drake
(FirstOrderTaylorApproximation) is compared with ours. Exudyn linearises by differences in the coordinates of all bodies
and projects into the null space of its constraints; it does not count what constraint forces do, so that only times are
compared. SymPy's equations (Kane's method, linearised in symbols) are functions of numbers before the clock starts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: one thread everywhere

import numpy as np

CASES = ("C1", "C3", "C6", "C5-6", "C5-20", "C5-100")
STATES = 100


def best(run, seconds: float = 0.3) -> float:
    """Return the shortest time of several calls: that of the processor, as other programs may be running."""
    run()
    times, end = [], perf_counter() + seconds
    while perf_counter() < end or len(times) < 3:
        start = process_time()
        run()
        times.append(process_time() - start)
    return min(times)


# ---- other engines, in an interpreter of their own -----------------------------------------------


def states_of(case, given: dict) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the joint coordinates and rates of a chain, from what its angles have changed by."""
    return [(np.array(case.q0) + np.array(q), np.array(v)) for q, v in zip(given["q"], given["v"], strict=True)]


def pinocchio_peer(case, given: dict) -> dict:
    """Return the time a state and A of the last."""
    import pinocchio as pin
    import pinocchio_cases

    if case.closures:
        raise NotImplementedError("chains alone are compared")
    model, data, *_ = pinocchio_cases.build(case)
    states, tau = states_of(case, given), np.zeros(model.nv)

    def run():
        for q, v in states:
            pin.computeABADerivatives(model, data, q, v, tau)

    seconds = best(run) / len(states)
    return {"seconds": seconds, "A": np.hstack([data.ddq_dq, data.ddq_dv]).tolist()}


def drake_peer(case, given: dict) -> dict:
    """Return the time a state and A of the last."""
    import drake_cases
    from pydrake.systems.framework import InputPortSelection, OutputPortSelection
    from pydrake.systems.primitives import FirstOrderTaylorApproximation

    if case.closures:
        raise NotImplementedError("a continuous plant has no loop constraints")
    plant, _, qa, va = drake_cases.build(case, 0.0)
    context, (q, v) = plant.CreateDefaultContext(), states_of(case, given)[-1]
    places = np.concatenate([qa, len(q) + np.asarray(va) - min(va)])
    positions, velocities = np.zeros(len(q)), np.zeros(len(v))
    positions[qa], velocities[np.asarray(va) - min(va)] = q, v
    plant.SetPositions(context, positions)
    plant.SetVelocities(context, velocities)

    def run():
        return FirstOrderTaylorApproximation(plant, context, InputPortSelection.kNoInput, OutputPortSelection.kNoOutput)

    A = run().A()
    return {"seconds": best(run), "A": A[np.ix_(places, places)][len(q) :].tolist()}


def exudyn_peer(case, given: dict) -> dict:
    """Return the time of a state, that of the start."""
    import exudyn
    import exudyn_cases

    planar = exudyn_cases.planar(case)
    _, mbs, _ = (exudyn_cases.build2d if planar else exudyn_cases.build3d)(case)
    mbs.Assemble()
    settings = exudyn.SimulationSettings()

    def run():
        return exudyn.solver.ComputeLinearizedSystem(
            mbs, settings, projectIntoConstraintNullspace=True, autoAssemble=False
        )

    return {"seconds": best(run)}


def sympy_peer(case, given: dict) -> dict:
    """Return the time a state, matrices as functions of numbers already; of chains also A of the last."""
    import sympy as sp
    import sympy_cases
    from sympy.physics import mechanics as me

    if case.n > 6:
        raise NotImplementedError("more than six bodies take too long to derive")
    kane, q, u, order = sympy_cases.derive(case, [0])
    coordinates, speeds = [q[i] for i in order], [u[i] for i in order]
    M, A, _ = kane.to_linearizer().linearize()
    time, rates = me.dynamicsymbols._t, sp.symbols(f"rate:{case.n}")
    known = [(speed.diff(time), rate) for speed, rate in zip(speeds, rates, strict=True)]
    known += [(coordinate.diff(time), speed) for coordinate, speed in zip(q, u, strict=True)]
    terms = sp.lambdify([coordinates + speeds], [kane.mass_matrix, kane.forcing], cse=True)
    changes = sp.lambdify([coordinates + speeds, rates], [M.subs(known), A.subs(known)], cse=True)
    given = given or {"q": [np.zeros(case.n)], "v": [case.v0]}
    states = [np.concatenate([x[order], v[order]]) for x, v in states_of(case, given)]

    def run():
        for x in states:
            mass, forcing = terms(x)
            M, A = changes(x, np.linalg.solve(mass, forcing)[:, 0])
            last = np.linalg.solve(M, A)
        return last

    A = run()
    return {"seconds": best(run) / len(states)} | ({} if case.closures else {"A": A[case.n :].tolist()})


PEERS = {"pinocchio": pinocchio_peer, "drake": drake_peer, "exudyn": exudyn_peer, "sympy": sympy_peer}


def peer(engine: str, name: str) -> None:
    """Print what another engine has found, as JSON: what was asked stands in the standard input."""
    import harness

    harness.run = lambda *_: None  # the adapters run every case when they are loaded
    import cases

    given = json.load(sys.stdin)
    try:
        found = PEERS[engine](cases.get(name), given)
    except ImportError:
        found = {"left out": "not installed"}
    except NotImplementedError as error:
        found = {"left out": str(error)}
    print("\n" + json.dumps(found))


def ask(engine: str, name: str, python: str, harness: Path, given: dict) -> dict:
    """Return what another engine finds."""
    command = [python, str(Path(__file__).resolve()), "--peer", engine, "--cases", name]
    paths = os.pathsep.join([str(harness), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}
    try:
        run = subprocess.run(
            command, cwd=harness, env=environment, input=json.dumps(given), capture_output=True, text=True, timeout=300
        )
    except subprocess.TimeoutExpired:
        return {"left out": "not done after 300 s"}
    if run.returncode:
        return {"left out": run.stderr.strip().splitlines()[-1] if run.stderr.strip() else "it failed"}
    return json.loads(run.stdout.strip().splitlines()[-1])


# ---- ours ----------------------------------------------------------------------------------------


def measured(model) -> tuple[float, float, float, object, object]:
    """Return times of a single call, of one of many states, and of the sparse matrices; the run and its equations."""
    run = model.simulate(np.linspace(0.0, 0.01, STATES))
    start = model.start()
    series = model.linearise_along(run)
    many = best(lambda: model.linearise_along(run)) / STATES
    single, sparse = best(lambda: model.linearise(start)), best(lambda: model.descriptor(start))
    return single, many, sparse, run, series


def asked(run, names) -> dict:
    """Return by how much the joint coordinates of a run have changed, and their rates."""
    values = np.stack([run.measure(name).values for name in names], axis=1)
    return {"q": (values[:, :, 0] - values[0, :, 0]).tolist(), "v": values[:, :, 1].tolist()}


def against(engine: str, found: dict, many: float, A: np.ndarray) -> str:
    """Return what another engine has found beside us, in words."""
    if "seconds" not in found:
        return f"{engine}: left out ({found['left out']})"
    text = f"{engine} {1e6 * found['seconds']:.1f} us (ours / theirs {many / found['seconds']:.2g})"
    if "A" in found:
        theirs = np.array(found["A"])
        text += f", A differs by {np.abs(theirs - A[len(A) // 2 :]).max() / np.abs(theirs).max():.0e}"
    return text


def row(name: str, times: tuple[float, float, float], states: int) -> str:
    """Return a line of the table."""
    return f"{name:8s} {states:6d} " + " ".join(f"{1e6 * seconds:10.1f} us" for seconds in times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Linearisation beside other engines.")
    parser.add_argument("--harness", type=Path, default=os.environ.get("BENCH_HARNESS"))
    parser.add_argument("--peers", default="", help="interpreter with the other engines")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--peer", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.peer:
        peer(chosen.peer, chosen.cases)
        return
    from linkwork import gallery

    print(f"{'case':8s} {'states':>6s} {'one call':>13s} {'of many':>13s} {'sparse':>13s}")
    for n in (10, 40, 160):
        *times, _, series = measured(gallery.get("four-bar ladder", n=n, driven=False))
        print(row(f"ladder{n}", times, series.A.shape[1]), flush=True)
    if not chosen.harness:
        print("cases and other engines are left out: give --harness or set BENCH_HARNESS")
        return
    sys.path[:0] = [str(chosen.harness), str(Path(__file__).parent)]
    os.environ["BENCH_HARNESS"] = str(chosen.harness)
    import linkwork_cases

    import cases

    for name in chosen.cases.split(","):
        case = cases.get(name)
        *times, run, series = measured(linkwork_cases.build(case))
        print(row(name, times, series.A.shape[1]), flush=True)
        given = asked(run, series.first.coordinates) if not case.closures else {}
        for engine in PEERS if chosen.peers else ():
            found = ask(engine, name, chosen.peers, Path(chosen.harness), given)
            print("         " + against(engine, found, times[1], series.A[-1]), flush=True)


if __name__ == "__main__":
    main()
