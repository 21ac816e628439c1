"""Sensitivities by twenty numbers of a design, against the analysis itself: `python bench/bench_gradient.py`.

Prints the time of one analysis, of its gradient without the check, and their ratio; minima of three.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

import linkwork as lw


def shortest(action: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        begun = perf_counter()
        action()
        times.append(perf_counter() - begun)
    return min(times)


def four_bar(driven: bool) -> lw.Mechanism:
    """Return a four-bar mechanism with a spring or a driver."""
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    for name, value in {"a": 0.1, "b": 0.35, "c": 0.3, "d": 0.4}.items():
        m.parameter(name, value)
    crank = m.body("crank", lw.rod(length="a", mass=1.0))
    coupler = m.body("coupler", lw.rod(length="b", mass=2.0))
    rocker = m.body("rocker", lw.rod(length="c", mass=2.0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at("a", 0), coupler.at(0, 0))
    m.revolute("C", coupler.at("b", 0), rocker.at("c", 0))
    m.revolute("D", m.ground.at("d", 0), rocker.at(0, 0))
    m.place(crank, angle=1.0)
    if driven:
        m.drive("A.angle", "1 + 6*t", "motor")
    else:
        m.spring("S", m.ground.at(0.1, 0.5), crank.at("a", 0), stiffness=200.0, free_length=0.2)
    return m


NUMBERS = [
    *("a", "b", "c", "d", "crank.mass", "coupler.mass", "rocker.mass", "gravity.y", "A.a.x", "A.a.y"),
    *("A.b.x", "A.b.y", "B.a.y", "B.b.x", "B.b.y", "C.a.y", "C.b.y", "D.a.y", "D.b.x", "D.b.y"),
]


def main() -> None:
    free, driven, t = four_bar(False), four_bar(True), np.linspace(0, 10, 2001)
    cases: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "simulate 1 s, final angle": (
            lambda: free.simulate(1.0),
            lambda: free.gradient("final A.angle", NUMBERS, times=1.0, check=False),
        ),
        "simulate 10 s, final angle": (
            lambda: free.simulate(10.0),
            lambda: free.gradient("final A.angle", NUMBERS, times=10.0, check=False),
        ),
        "inverse, 2001 times, peak force": (
            lambda: driven.inverse(t)["B.force.size"].max(),
            lambda: driven.gradient("peak of B.force.size", NUMBERS, analysis="inverse", times=t, check=False),
        ),
        "equilibrium, joint force": (
            lambda: free.equilibrium()["B.force.size"],
            lambda: free.gradient("B.force.size", NUMBERS, analysis="equilibrium", check=False),
        ),
    }
    for name, (analysis, gradient) in cases.items():
        gradient()
        one, all_ = shortest(analysis), shortest(gradient)
        print(f"{name:34s} {1e3 * one:8.1f} ms   {1e3 * all_:8.1f} ms for 20   {all_ / one:6.1f} analyses")


if __name__ == "__main__":
    main()
