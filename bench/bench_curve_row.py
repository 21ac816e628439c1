"""What a row with a curve costs, beside the row of a rod between the same two bodies.

A model holds a number of pairs of bodies, each with one joint of the kind measured; the time of the same bodies without
joints is taken off, so that what is left is rows alone: features, measures, residual or right side, and Jacobian.
Body b goes round body a from call to call: not at all (rest), by the step of an integrator (step), or by such a step
and two corrections (newton). It goes forth and back on its course, so that no contact has to be searched for from
nothing: a search among all samples of two curves leaves the processor slow for thousands of rows after it.
"""

from __future__ import annotations

from itertools import cycle
from time import perf_counter

import numba
import numpy as np

import linkwork as lw
from linkwork.kernels.dynamics.dynamics import carry
from linkwork.kernels.geometry.features import move_features
from linkwork.kernels.kinematics.measuring import gauge_all_rates
from linkwork.kernels.kinematics.motion import evaluate, linearise
from linkwork.kernels.kinematics.rows import right_side
from linkwork.kernels.tables import fields as tb

PAIRS, CALLS, REPEATS = 20, 99, 60
STEPS = {"rest": (0.0,), "step": (0.02,), "newton": (0.02, 1e-4, 1e-8)}
TURN = (0, "360 deg")
STAR = [(r * np.cos(a), r * np.sin(a)) for a in np.arange(24) * np.pi / 12 for r in [1 + 0.04 * np.cos(3 * a)]]
CIRCLE, SPLINE = lw.circle(1.0, centre=(0.1, 0.0)), lw.spline(STAR, closed=True)
ELLIPSE = lw.ellipse(1.2, 0.8)
EGG = lw.curve("cos(u) + 0.1*cos(2*u)", "0.8*sin(u)", over=TURN, closed=True)
ROWS = {
    "rod": ("rod", {"length": 1.5}),
    "point on circle": ("point_on_curve", {"curve": CIRCLE}),
    "point on ellipse": ("point_on_curve", {"curve": ELLIPSE}),
    "point on spline": ("point_on_curve", {"curve": SPLINE}),
    "point on expression": ("point_on_curve", {"curve": EGG}),
    "face on circle": ("face_on_curve", {"curve": CIRCLE}),
    "face on ellipse": ("face_on_curve", {"curve": ELLIPSE}),
    "face on spline": ("face_on_curve", {"curve": SPLINE}),
    "curve on curve": ("curve_on_curve", {"curve": EGG, "curve_b": ELLIPSE}),
}


@numba.njit
def positions(H, poses, motions):
    """Residual and Jacobian at one pose after the other: as Newton's method asks for them."""
    for n in range(poses.shape[0]):
        evaluate(H, 0.0, poses[n].ctypes.data)
        linearise(H, 0.0, poses[n].ctypes.data)


@numba.njit
def stages(H, poses, motions):
    """Right side of the accelerations and Jacobian at one state after the other: as integrators ask for them."""
    q, V = tb.q(H), tb.V(H)
    for n in range(poses.shape[0]):
        q[:] = poses[n]
        V[:] = motions[n]
        carry(H)
        right_side(H, 0.0, 2, tb.rhs(H))
        linearise(H, 0.0, q.ctypes.data)


@numba.njit
def motion(H, poses, motions):
    """Residual, Jacobian, and the right sides up to the jerk at one pose after the other: as a sweep asks for them."""
    X, measured = tb.X(H), tb.measured(H)
    for n in range(poses.shape[0]):
        evaluate(H, 0.0, poses[n].ctypes.data)
        linearise(H, 0.0, poses[n].ctypes.data)
        measured[:, 1] = 0.0
        right_side(H, 0.0, 1, tb.rhs(H))
        move_features(tb.bodies(H), tb.features(H), poses[n], motions[n], 1, X)
        for order in range(2, 4):
            move_features(tb.bodies(H), tb.features(H), poses[n], motions[n], order, X)
            gauge_all_rates(H, order, True)
            right_side(H, 0.0, order, tb.rhs(H))


PASSES = {"position and Jacobian": positions, "acceleration": stages, "up to the jerk": motion}


def pairs_of(joint: str = "", fields: dict | None = None) -> lw.Mechanism:
    """Return a model of pairs of bodies with a joint in each pair."""
    m = lw.Mechanism("pairs", plane="xy")
    for k in range(PAIRS):
        a, b = m.body(f"a{k}", mass=1.0, inertia=1.0), m.body(f"b{k}", mass=1.0, inertia=1.0)
        if joint:
            getattr(m, joint)(f"j{k}", a.at(0, 0), b.at(0, 0), **(fields or {}))
        m.place(b, at=(0, 1.5))
    return m


def course(steps: tuple[float, ...], distance: float) -> tuple[np.ndarray, np.ndarray]:
    """Return poses [calls, bodies, 7] and motions [calls, bodies, 3, 6] of bodies b that go round bodies a."""
    poses, motions = np.zeros((CALLS, 2 * PAIRS, 7)), np.zeros((CALLS, 2 * PAIRS, 3, 6))
    phi = np.cumsum(np.resize(steps, CALLS))[:, None] + np.linspace(0, 2 * np.pi, PAIRS)
    half = phi / 2 - np.pi / 4  # of the turn of b, whose y axis points outwards
    poses[..., 3] = 1.0
    poses[:, 1::2, 0], poses[:, 1::2, 1] = distance * np.cos(phi), distance * np.sin(phi)
    poses[:, 1::2, 3], poses[:, 1::2, 6] = np.cos(half), np.sin(half)
    motions[..., 0], motions[..., 1], motions[..., 5] = 0.3, -0.2, 1.0
    return poses, motions


def measure(steps: tuple[float, ...]) -> dict[tuple[str, str], float]:
    """Return seconds a row by kind and pass: best of many, all kinds by turns, without those of the bodies alone."""
    works = {name: pairs_of(*row).plan().bundle() for name, row in {"": (), **ROWS}.items()}
    there = {name: course(steps, 2.6 if name == "curve on curve" else 1.6) for name in works}
    back = {name: tuple(np.ascontiguousarray(a[::-1]) for a in way) for name, way in there.items()}
    ways = cycle([there, back])
    best: dict[tuple[str, str], float] = {}
    for repeat in range(REPEATS + 1):  # the first one finds the contacts
        for (title, run), courses in zip(PASSES.items(), ways, strict=False):
            for name, work in works.items():
                start = perf_counter()
                run(int(work.H), *courses[name])
                seconds = (perf_counter() - start) / CALLS / PAIRS
                if repeat:
                    best[name, title] = min(seconds, best.get((name, title), 1.0))
    return {(name, title): best[name, title] - best["", title] for name in ROWS for title in PASSES}


def main() -> None:
    for stage in (evaluate, linearise, carry):
        stage.load()
    found = {how: measure(steps) for how, steps in STEPS.items()}
    for title in PASSES:
        print(f"{title + ', ns a row (times a rod)':46}" + "".join(f"{how:>16}" for how in STEPS))
        for name in ROWS:
            cells = ((found[how][name, title], found[how]["rod", title]) for how in STEPS)
            print(f"  {name:44}" + "".join(f"{1e9 * t:9.0f} ({t / rod:4.2f})" for t, rod in cells))


if __name__ == "__main__":
    main()
