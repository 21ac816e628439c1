"""Four-bar sweep: position, velocity and acceleration of the coupler-follower pin at 3600 crank angles.

Crank 2, coupler 4, follower 4, ground 2.5 (m); crank speed 1 rad/s; upper branch. The error is the
largest difference from the closed form.
"""

from __future__ import annotations

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import json
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

import linkwork as lw

CRANK, COUPLER, FOLLOWER, GROUND = 2.0, 4.0, 4.0, 2.5
COUNT = 3600
ANGLES = 2 * np.pi * np.arange(COUNT) / COUNT


def closed_form(angle):
    """Return position, velocity and acceleration of the pin by intersecting circles."""
    bx, by = CRANK * np.cos(angle), CRANK * np.sin(angle)
    dx, dy = GROUND - bx, -by
    d2 = dx * dx + dy * dy
    a = (COUPLER**2 - FOLLOWER**2 + d2) * 0.5
    h = np.sqrt(COUPLER**2 * d2 - a * a)
    ux, uy = (a * dx - h * dy) / d2, (a * dy + h * dx) / d2
    wx, wy = bx + ux - GROUND, by + uy
    det = uy * wx - wy * ux
    w2, w3 = (-by * wx + bx * wy) / det, (-by * ux + bx * uy) / det
    rx, ry = -bx - w2**2 * ux + w3**2 * wx, -by - w2**2 * uy + w3**2 * wy
    alpha = (rx * ux + ry * uy) / det
    position = np.stack([wx + GROUND, wy], 1)
    velocity = np.stack([-w3 * wy, w3 * wx], 1)
    acceleration = np.stack([-alpha * wy - w3**2 * wx, alpha * wx - w3**2 * wy], 1)
    return position, velocity, acceleration


EXACT = closed_form(ANGLES)


def best(run: Callable[[], object], repeats: int = 15) -> float:
    """Return the shortest of several run times [s]."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def errors(*values: np.ndarray) -> dict[str, float]:
    names = ("position", "velocity", "acceleration")
    return {n: float(np.abs(v - e).max()) for n, v, e in zip(names, values, EXACT, strict=False)}


def linkwork_model() -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane="xy")
    crank, coupler, follower = m.body("crank"), m.body("coupler"), m.body("follower")
    coupler.point("C", COUPLER, 0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(CRANK, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(COUPLER, 0), follower.at(FOLLOWER, 0))
    m.revolute("D", m.ground.at(GROUND, 0), follower.at(0, 0))
    m.place(coupler, angle=60 * lw.deg)
    m.place(follower, angle=90 * lw.deg)
    m.drive("A.angle", "t")
    return m


def run_linkwork() -> Iterator[dict[str, object]]:
    m = linkwork_model()
    start = m.assemble()
    for label, options in (
        ("move, derivatives=2", {"derivatives": 2}),
        ("move, derivatives=2, every angle solved", {"derivatives": 2, "dense": False}),
        ("move, derivatives=3, every angle solved", {"derivatives": 3}),
    ):
        motion = m.move(ANGLES, start=start, **options)
        c = motion.point("coupler.C")
        seconds = best(lambda options=options: m.move(ANGLES, start=start, **options))
        yield {
            "tool": f"linkwork {lw.__version__}",
            "method": label,
            "seconds": seconds,
            **errors(c.position, c.velocity, c.acceleration),
        }


def run_numpy() -> Iterator[dict[str, object]]:
    seconds = best(lambda: closed_form(ANGLES), 50)
    yield {
        "tool": "numpy",
        "method": "closed form (limit, not a general tool)",
        "seconds": seconds,
        **errors(*closed_form(ANGLES)),
    }


def run_pylinkage() -> Iterator[dict[str, object]]:
    import pylinkage as pl

    def make():
        o1, o2 = pl.Ground(0.0, 0.0), pl.Ground(GROUND, 0.0)
        step = 2 * np.pi / COUNT
        crank = pl.Crank(anchor=o1, radius=CRANK, angular_velocity=step, initial_angle=-step)
        pin = pl.RRRDyad(crank.output, o2, COUPLER, FOLLOWER, x=EXACT[0][-1, 0], y=EXACT[0][-1, 1])
        linkage = pl.Linkage([o1, o2, crank, pin])
        linkage.set_input_velocity(crank, omega=1.0)
        return linkage, linkage.components.index(pin)

    linkage, index = make()
    linkage.step_fast_with_kinematics(iterations=COUNT)
    times = []
    for _ in range(15):
        linkage, index = make()
        start = perf_counter()
        result = linkage.step_fast_with_kinematics(iterations=COUNT)
        times.append(perf_counter() - start)
    found = [part[:, index] for part in result[:3]]
    yield {
        "tool": "pylinkage",
        "method": "step_fast_with_kinematics (compiled)",
        "seconds": min(times),
        **errors(*found),
    }


def run_scipy() -> Iterator[dict[str, object]]:
    from scipy.optimize import fsolve

    def gap(x, bx, by):
        return [(x[0] - bx) ** 2 + (x[1] - by) ** 2 - COUPLER**2, (x[0] - GROUND) ** 2 + x[1] ** 2 - FOLLOWER**2]

    def sweep():
        x, out = EXACT[0][0], np.zeros((COUNT, 2))
        for k, a in enumerate(ANGLES):
            x = fsolve(gap, x, (CRANK * np.cos(a), CRANK * np.sin(a)), xtol=1e-12)
            out[k] = x
        return out

    yield {"tool": "scipy", "method": "fsolve, positions only", "seconds": best(sweep, 2), **errors(sweep())}


def run_mechanism() -> Iterator[dict[str, object]]:
    from mechanism import Mechanism, Vector, get_joints

    def sweep():
        o, a, b, c = get_joints("O A B C")
        first, second = Vector((o, a), r=CRANK), Vector((a, b), r=COUPLER)
        ground, third = Vector((o, c), r=GROUND, theta=0), Vector((c, b), r=FOLLOWER)
        u, w = EXACT[0][0] - [CRANK, 0], EXACT[0][0] - [GROUND, 0]
        guess = np.array([np.arctan2(u[1], u[0]), np.arctan2(w[1], w[0])])
        model = Mechanism(
            vectors=(first, second, ground, third),
            origin=o,
            loops=lambda x, i: first(i) + second(x[0]) - ground() - third(x[1]),
            pos=ANGLES.copy(),
            vel=np.ones(COUNT),
            acc=np.zeros(COUNT),
            guess=(guess, np.array([0.1, 0.1]), np.array([0.1, 0.1])),
        )
        model.iterate()
        return b

    start = perf_counter()
    b = sweep()
    seconds = perf_counter() - start
    found = (
        np.stack([b.x_positions, b.y_positions], 1),
        np.stack([b.x_velocities, b.y_velocities], 1),
        np.stack([b.x_accelerations, b.y_accelerations], 1),
    )
    yield {"tool": "mechanism", "method": "Mechanism.iterate", "seconds": seconds, **errors(*found)}


def main() -> None:
    rows = []
    for run in (run_linkwork, run_numpy, run_pylinkage, run_scipy, run_mechanism):
        try:
            rows.extend(run())
        except ImportError as missing:
            print(f"left out: {missing.name} is not installed", file=sys.stderr)
    if "--json" in sys.argv:
        for row in rows:
            print(json.dumps(row))
        return
    print(f"{'tool':16} {'method':42} {'time':>9} {'per angle':>10}   errors: position velocity acceleration")
    for row in sorted(rows, key=lambda r: r["seconds"]):
        seconds = row["seconds"]
        found = "  ".join(
            f"{row[n]:8.1e}" if n in row else "       -" for n in ("position", "velocity", "acceleration")
        )
        print(f"{row['tool']:16} {row['method']:42} {1e3 * seconds:6.2f} ms {1e9 * seconds / COUNT:7.0f} ns   {found}")


if __name__ == "__main__":
    main()
