"""Batches: many simulations of a four-bar over 5 s, one by one and together, on one and more threads.

Crank 2, coupler about 4, follower 4, ground 2.5 (m), masses and motor of the example in the design; 201 times. Three
batches: the coupler's length changes (most numbers of the plan with it), the motor's torque changes, and the
starting states change (one plan serves all). `cost` is the processor time of a member in a batch on one thread over
that of its integration alone, which a busy machine does not change.
"""

from __future__ import annotations

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import json
import sys
from collections.abc import Callable
from time import perf_counter, process_time, thread_time

import numpy as np

import linkwork as lw
from linkwork.solve import batch as batches

COUNT = 200
UNTIL = 5.0


def four_bar() -> lw.Mechanism:
    """Return the four-bar with its parameters."""
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    m.parameter("L", 4.0)
    m.parameter("T", 39.75)
    crank = m.body("crank", mass=1.0, inertia=0.30, com=(1, 0))
    coupler = m.body("coupler", mass=2.25, inertia=2.00, com=("L/2", 0))
    follower = m.body("follower", mass=2.0, inertia=1.35, com=(2, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at("L", 0), follower.at(4, 0))
    m.revolute("D", m.ground.at(2.5, 0), follower.at(0, 0))
    m.torque("motor", crank, "T")
    m.place(crank, angle=60 * lw.deg)
    return m


def rate(run: Callable[[], object], repeats: int = 3) -> float:
    """Return members per second, the best of several runs."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return COUNT / min(times)


def cost(run: Callable[[], object], repeats: int = 3) -> float:
    """Return the processor time of a batch over that of its integrations alone, the least of several runs."""
    alone, found = 0.0, []
    integrate_many = batches.integrate_many

    def timed(*args: object) -> int:
        nonlocal alone
        start = thread_time()
        result = integrate_many(*args)
        alone += thread_time() - start
        return result

    batches.integrate_many = timed
    for _ in range(repeats):
        alone, start = 0.0, process_time()
        run()
        found.append((process_time() - start) / alone)
    batches.integrate_many = integrate_many
    return min(found)


def cases(m: lw.Mechanism) -> dict[str, tuple[Callable[[], object], Callable[[int], object]]]:
    """Return, by name, the loop of single runs and the batch on a number of threads."""

    def by_parameter(name: str, values: np.ndarray) -> tuple[Callable[[], object], Callable[[int], object]]:
        return (
            lambda: [m.with_parameters(**{name: float(v)}).simulate(UNTIL, on_failure="return") for v in values],
            lambda threads: m.simulate_many(UNTIL, parameters={name: values}, threads=threads),
        )

    angles = np.linspace(0.5, 1.5, COUNT)
    crank = list(m.bodies).index("crank") - 1
    starts = []
    for angle in angles:
        poses = m.start().poses.copy()
        poses[crank] = [np.cos(angle), np.sin(angle), 0, np.cos(angle / 2), 0, 0, np.sin(angle / 2)]
        starts.append(m.start(start=poses))
    return {
        "length": by_parameter("L", np.linspace(3.9, 4.3, COUNT)),
        "torque": by_parameter("T", np.linspace(20, 60, COUNT)),
        "start": (
            lambda: [m.simulate(UNTIL, start=s, on_failure="return") for s in starts],
            lambda threads: m.simulate_many(UNTIL, starts=starts, threads=threads),
        ),
    }


def main() -> None:
    """Print members per second."""
    m = four_bar()
    m.simulate_many(UNTIL, parameters={"L": [4.0, 4.1]})
    found: dict[str, dict[str, float]] = {}
    for name, (loop, batch) in cases(m).items():
        found[name] = {"loop": rate(loop)}
        for threads in (1, 2):
            found[name][f"{threads} threads"] = rate(lambda n=threads, b=batch: b(n))
        found[name]["cost"] = cost(lambda b=batch: b(1))
    if "--json" in sys.argv:
        print(json.dumps(found))
        return
    print(f"{'changed':10}{'loop':>10}{'1 thread':>12}{'2 threads':>12}{'cost':>8}   members per second")
    for name, row in found.items():
        print(f"{name:10}{row['loop']:10.0f}{row['1 threads']:12.0f}{row['2 threads']:12.0f}{row['cost']:8.2f}")


if __name__ == "__main__":
    main()
