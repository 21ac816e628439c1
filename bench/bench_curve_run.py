"""What an evaluation of the equations of motion costs in a run, where bodies are guided by curves or by rods.

Bodies swing next to each other under gravity, each held by one row and nothing else: with more around it a curve
weighs less. The time of a short run is taken off that of a long one, so that neither planning nor results count.
"""

from __future__ import annotations

import re
from time import perf_counter

from bench_curve_row import CIRCLE, EGG, ELLIPSE, SPLINE

import linkwork as lw

BODIES, SHORT, LONG, REPEATS = 4, 1.0, 60.0, 7
SMALL = lw.ellipse(0.5, 0.4)
CASES = {
    "rod": ("rod", {"length": 1.0}, (1.0, 0.0)),
    "point on circle": ("point_on_curve", {"curve": CIRCLE}, (1.1, 0.0)),
    "point on ellipse": ("point_on_curve", {"curve": ELLIPSE}, (1.2, 0.0)),
    "point on spline": ("point_on_curve", {"curve": SPLINE}, (1.04, 0.0)),
    "point on expression": ("point_on_curve", {"curve": EGG}, (1.1, 0.0)),
    "curve on curve": ("curve_on_curve", {"curve": EGG, "curve_b": SMALL}, (1.6, 0.0)),
}


def swinging(kind: str, fields: dict, at: tuple[float, float]) -> lw.Mechanism:
    """Return bodies that swing, each on a joint of its own."""
    m = lw.Mechanism("swinging", plane="xy", gravity=(0, -9.81))
    for k in range(BODIES):
        body = m.body(f"b{k}", mass=1.0, inertia=0.1)
        m.joint(kind, f"j{k}", m.ground.at(0, 0), body.at(0, 0), **fields)
        m.place(body, at=at)
    return m


def timed(m: lw.Mechanism, duration: float) -> tuple[float, int]:
    """Return the time of a run and the number of its evaluations."""
    start = perf_counter()
    run = m.simulate(duration, points=2, formulation="reference")
    return perf_counter() - start, int(re.search(r"(\d+) evaluations", run.status)[1])


def main() -> None:
    models = {name: swinging(*case) for name, case in CASES.items()}
    counts: dict[tuple[str, float], int] = {}
    for m in models.values():
        timed(m, SHORT)
    best: dict[tuple[str, float], float] = {}
    for _ in range(REPEATS):
        for name, m in models.items():
            for duration in (SHORT, LONG):
                seconds, counts[name, duration] = timed(m, duration)
                best[name, duration] = min(seconds, best.get((name, duration), 1e3))
    found = {n: (best[n, LONG] - best[n, SHORT]) / (counts[n, LONG] - counts[n, SHORT]) for n in models}
    print(f"an evaluation with {BODIES} bodies, microseconds (times that with rods)")
    for name, seconds in found.items():
        print(f"  {name:44}{1e6 * seconds:9.2f} ({seconds / found['rod']:4.2f})")


if __name__ == "__main__":
    main()
