"""Five-bar with independent velocities y2' and x3': example 3.14 of the chapter.

Once with the Jacobian of the chapter, in natural coordinates, and once as a mechanism of four bodies.
"""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw
from linkwork.coordinates.null_space import METHODS, allowable, projected, selection

CASE = load("p04c_fivebar_R")
REFERENCE = CASE.reference
POINTS = {name: np.array(xy) for name, xy in CASE.data.items()}
BARS = (("A", "p1"), ("p1", "p2"), ("p2", "p3"), ("p3", "B"))
COLUMN = {"p1": 0, "p2": 2, "p3": 4}
INDEPENDENT = (3, 4)  # y2', x3'
RATES = {key: np.array([float(z) for z in key.split(",")]) for key in REFERENCE["Sc"]}


def rows(points: dict[str, np.ndarray]) -> np.ndarray:
    """Phi_q of the constant lengths: one row a bar, linear in the coordinates."""
    J = np.zeros((4, 6))
    for row, (a, b) in zip(J, BARS, strict=True):
        for end, other in ((a, b), (b, a)):
            if end in COLUMN:
                row[COLUMN[end] : COLUMN[end] + 2] = points[end] - points[other]
    return J


def right_side(qdot: np.ndarray) -> np.ndarray:
    """c = -Phi_q' q'; the fixed points have no velocity."""
    moving = {"A": np.zeros(2), "B": np.zeros(2)} | {p: qdot[k : k + 2] for p, k in COLUMN.items()}
    return -rows(moving) @ qdot


def test_R_in_natural_coordinates():
    found = projected(rows(POINTS), selection(INDEPENDENT, 6))
    assert (found.rank, found.freedoms) == (REFERENCE["rank"], REFERENCE["dof"])
    agree(found.R, REFERENCE["R"], 1e-13)


@pytest.mark.parametrize("key", RATES)
def test_Sc_in_natural_coordinates(key):
    found = projected(rows(POINTS), selection(INDEPENDENT, 6))
    agree(found.sc(right_side(found.R @ RATES[key])), REFERENCE["Sc"][key], 1e-13)


@pytest.mark.parametrize("method", METHODS)
def test_methods_span_the_same_space(method):
    found = allowable(rows(POINTS), method)
    R = found.R @ np.linalg.inv(found.R[list(INDEPENDENT)])
    agree(R, REFERENCE["R"], 1e-12)


def five_bar() -> lw.Mechanism:
    m = lw.Mechanism("five-bar", plane="xy")
    bars = []
    for k, (a, b) in enumerate(BARS):
        span = POINTS[b] - POINTS[a]
        bars.append(m.body(f"bar{k}", lw.rod(length=float(np.hypot(*span)), mass=1.0)))
        m.place(bars[k], at=tuple(POINTS[a]), angle=float(np.arctan2(span[1], span[0])))
    length = [float(np.hypot(*(POINTS[b] - POINTS[a]))) for a, b in BARS]
    m.revolute("A", m.ground.at(*POINTS["A"]), bars[0].at(0, 0))
    for k, name in enumerate(("p1", "p2", "p3")):
        m.revolute(name, bars[k].at(length[k], 0), bars[k + 1].at(0, 0))
    m.revolute("B", bars[3].at(length[3], 0), m.ground.at(*POINTS["B"]))
    return m


def ends() -> np.ndarray:
    """Linear map from the twists of the bars (12) to the velocities of points 1, 2, 3 (6)."""
    out = np.zeros((6, 12))
    for k, (a, b) in enumerate(BARS[:3]):
        x, y = (POINTS[b] - POINTS[a]) / 2  # from the centre of mass to the end
        out[2 * k : 2 * k + 2, 3 * k : 3 * k + 3] = [[1, 0, -y], [0, 1, x]]
    return out


def centripetal(qdot: np.ndarray) -> np.ndarray:
    """-w^2 s of the ends of bars 0, 1, 2 about their centres."""
    return np.concatenate([-(qdot[3 * k + 2] ** 2) * (POINTS[b] - POINTS[a]) / 2 for k, (a, b) in enumerate(BARS[:3])])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("key", RATES)
def test_the_mechanism_moves_the_same(method, key):
    found = five_bar().allowable_motions(method=method)
    assert (found.freedoms, found.finite) == (REFERENCE["dof"], REFERENCE["dof"])
    points, chosen = ends(), list(INDEPENDENT)
    to_z = np.linalg.inv((points @ found.R)[chosen])
    agree(points @ found.R @ to_z, REFERENCE["R"], 1e-11)
    found = found.moving(to_z @ RATES[key])
    # z'' such that y2'' = x3'' = 0; point accelerations have a part -w^2 s besides that of the twists
    constant = points @ found.acceleration([0.0, 0.0]) + centripetal(found.qdot)
    zddot = -to_z @ constant[chosen]
    agree(constant + points @ found.R @ zddot, REFERENCE["Sc"][key], 1e-10)
