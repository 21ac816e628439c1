"""Sensitivities by twenty numbers of a design, against the analysis itself: `python bench/bench_gradient.py`.

Prints the time of one analysis, of a gradient without the check, of the first one of a new mechanism, and of one with
the check, each with its ratio to the analysis; minima of five.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

import numpy as np

import linkwork as lw

REPEATED = 5


def shortest(action: Callable[[], object], repeated: int = REPEATED) -> float:
    times = []
    for _ in range(repeated):
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


Case = tuple[bool, Callable[[lw.Mechanism], object], Callable[[lw.Mechanism, bool], object]]
T = np.linspace(0, 10, 2001)

CASES: dict[str, Case] = {
    "simulate 1 s, final angle": (
        False,
        lambda m: m.simulate(1.0),
        lambda m, check: m.gradient("final A.angle", NUMBERS, times=1.0, check=check),
    ),
    "simulate 10 s, final angle": (
        False,
        lambda m: m.simulate(10.0),
        lambda m, check: m.gradient("final A.angle", NUMBERS, times=10.0, check=check),
    ),
    "simulate 10 s, final angle, direct": (
        False,
        lambda m: m.simulate(10.0),
        lambda m, check: m.gradient("final A.angle", NUMBERS, times=10.0, check=check, how="direct"),
    ),
    "simulate 1 s, time of an event": (
        False,
        lambda m: m.simulate(1.0, record_when={"passed": "A.angle > 1.5"}),
        lambda m, check: m.gradient("time of A.angle > 1.5", NUMBERS, times=1.0, check=check),
    ),
    "simulate 1 s, mean of energy": (
        False,
        lambda m: m.simulate(1.0)["energy.kinetic"].mean(),
        lambda m, check: m.gradient("mean of energy.kinetic", NUMBERS, times=1.0, check=check),
    ),
    "simulate 10 s, mean of energy": (
        False,
        lambda m: m.simulate(10.0)["energy.kinetic"].mean(),
        lambda m, check: m.gradient("mean of energy.kinetic", NUMBERS, times=10.0, check=check),
    ),
    "inverse, 2001 times, peak force": (
        True,
        lambda m: m.inverse(T)["B.force.size"].max(),
        lambda m, check: m.gradient("peak of B.force.size", NUMBERS, analysis="inverse", times=T, check=check),
    ),
    "move, 2001 times, peak velocity": (
        True,
        lambda m: m.move(T)["D.angle_velocity"].max(),
        lambda m, check: m.gradient("peak of D.angle_velocity", NUMBERS, analysis="move", times=T, check=check),
    ),
    "equilibrium, joint force": (
        False,
        lambda m: m.equilibrium()["B.force.size"],
        lambda m, check: m.gradient("B.force.size", NUMBERS, analysis="equilibrium", check=check),
    ),
}


def main() -> None:
    print(f"{'twenty numbers':34s} {'analysis':>9s} {'gradient':>17s} {'first':>17s} {'checked':>17s}")
    for name, (driven, analysis, gradient) in CASES.items():
        m = four_bar(driven)
        gradient(m, True)
        new = [four_bar(driven) for _ in range(REPEATED)]
        one = shortest(partial(analysis, m))
        found = [shortest(partial(gradient, m, check)) for check in (False, True)]
        found.insert(1, min(shortest(partial(gradient, other, False), 1) for other in new))
        told = "  ".join(f"{1e3 * time:6.1f} ms {time / one:6.1f}" for time in found)
        print(f"{name:34s} {1e3 * one:6.1f} ms  {told}")


if __name__ == "__main__":
    main()
