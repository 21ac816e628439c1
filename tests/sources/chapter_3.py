"""Mechanisms of the natural-coordinate chapter, and their equations by public calls.

Numbers are those of the reference cases in tests/cases/data (13 digits or more): closed forms and constraints evaluated
at positions closed to rounding agree to 1e-12.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import linkwork as lw

DIGITS = 1e-12


def case(name: str) -> SimpleNamespace:
    """Return definition and reference of a case."""
    folder = Path(__file__).parents[1] / "cases" / "data"
    return SimpleNamespace(**json.loads((folder / f"{name}.json").read_text("utf-8")))


FOUR_BAR = case("p04a_fourbar_natural")
D = FOUR_BAR.data
A, B = np.array(D["A"]), np.array(D["B"])
L2, L3, L4 = D["L2"], D["L3"], D["L4"]
POSITION = np.array([FOUR_BAR.reference["position"][c] for c in ("x1", "y1", "x2", "y2")])
PSI = FOUR_BAR.reference["position"]["psi"]


def four_bar(mass: float | None = None) -> lw.Mechanism:
    """Figure 3.1: points 1 and 2 are the joints P1 and P2."""
    m = lw.Mechanism("four-bar", plane="xy")
    inertia = None if mass is None else 1.0
    crank, coupler, rocker = (m.body(n, mass=mass, inertia=inertia) for n in ("crank", "coupler", "rocker"))
    crank.point("P1", L2, 0)
    m.ground.point("B", *B)
    m.revolute("A", m.ground.at(*A), crank.at(0, 0))
    m.revolute("P1", crank.at(L2, 0), coupler.at(0, 0))
    m.revolute("P2", coupler.at(L3, 0), rocker.at(L4, 0))
    m.revolute("B", m.ground.at(*B), rocker.at(0, 0))
    m.place(crank, angle=D["theta"])
    m.place(coupler, angle=0.5)
    m.place(rocker, angle=1.5)
    return m


def driven_four_bar() -> lw.Mechanism:
    """The same with the input of the reference case at its crank."""
    m = four_bar()
    m.drive("A.angle", f"{D['theta']!r} + {D['theta_dot']!r}*t + {D['theta_ddot'] / 2!r}*t^2")
    return m


def chain(points, last_fixed: bool) -> lw.Mechanism:
    """Bars from point to point, the first fixed, the last fixed or free."""
    m = lw.Mechanism("chain of bars", plane="xy")
    before = m.ground.at(*points[0])
    for k, (tail, head) in enumerate(pairwise(points), start=1):
        span = np.subtract(head, tail)
        bar = m.body(f"bar_{k}")
        m.revolute(f"P{k - 1}", before, bar.at(0, 0))
        m.place(bar, at=tuple(tail), angle=float(np.arctan2(span[1], span[0])))
        before = bar.at(float(np.hypot(*span)), 0)
    if last_fixed:
        m.revolute("end", m.ground.at(*points[-1]), before)
    else:
        bar.point(f"P{k}", float(np.hypot(*span)), 0)
    return m


def equations(m: lw.Mechanism, at: Any = None, rate: Any = None, t: float = 0.0, named: tuple[str, ...] = ()) -> Any:
    """Return the equations at values of the coordinates, open or closed, and at rates of these coordinates."""
    options = {"coordinates": "mixed" if named else "natural", "quantities": named, "assembled": False}
    here = m.equations(at, t, **options)
    return here if rate is None else m.equations(at, t, velocities=here.T @ rate, **options)


KINDS = {
    "distance": "distance of",
    "angle": "angle between",
    "unit": "has unit length",
    "axis": "keeps a point on its axis",
    "combination": "carried by the other points",
}


def kinds(rows: tuple[str, ...]) -> dict[str, int]:
    """Return how many equations of each kind there are."""
    return {kind: n for kind, words in KINDS.items() if (n := sum(words in row for row in rows))}


def four_bar_constraints(z) -> np.ndarray:
    """The three distance conditions as printed in example 3.1."""
    x1, y1, x2, y2 = z[:4]
    return np.array(
        [
            (x1 - A[0]) ** 2 + (y1 - A[1]) ** 2 - L2**2,
            (x2 - x1) ** 2 + (y2 - y1) ** 2 - L3**2,
            (x2 - B[0]) ** 2 + (y2 - B[1]) ** 2 - L4**2,
        ]
    )


def four_bar_jacobian(z) -> np.ndarray:
    """The matrix of examples 3.4, 3.5 c) and 3.10; the Jacobian is twice this."""
    x1, y1, x2, y2 = z[:4]
    return np.array(
        [
            [x1 - A[0], y1 - A[1], 0, 0],
            [x1 - x2, y1 - y2, x2 - x1, y2 - y1],
            [0, 0, x2 - B[0], y2 - B[1]],
        ]
    )
