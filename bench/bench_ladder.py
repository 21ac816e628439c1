"""A ladder of N four-bar loops: time of planning, assembling and moving, which should grow linearly.

The ladder is the N-four-bar: N + 1 parallel bars and N couplers, 2 N + 1 bodies and 3 N + 1 pins.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np

from linkwork import gallery


def best(run, repeats=3):
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = run()
        times.append(perf_counter() - start)
    return min(times), result


def main() -> None:
    times = np.linspace(0.0, 1.0, 101)
    print(f"{'N':>4} {'bodies':>7} {'plan':>10} {'assemble':>10} {'move 101':>10} {'per position and loop':>22}")
    for n in (10, 30, 100, 300):
        model = gallery.get("four-bar ladder", n=n)
        model.move(times[:3])

        def plan(model=model):
            model._plan = None
            return model.plan()

        planning, _ = best(plan)
        assembling, start = best(model.assemble)
        moving, motion = best(lambda model=model, start=start: model.move(times, start=start, dense=False))
        per = moving / len(times) / n
        print(
            f"{n:4d} {len(motion.bodies):7d} {1e3 * planning:7.1f} ms {1e3 * assembling:7.1f} ms "
            f"{1e3 * moving:7.1f} ms {1e6 * per:19.2f} us   violation {motion.violation:.0e}"
        )


if __name__ == "__main__":
    main()
