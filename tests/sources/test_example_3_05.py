"""Example 3.5: velocities of the four-bar in four kinds of coordinates."""

from itertools import pairwise

import numpy as np
from chapter_3 import (
    FOUR_BAR,
    L2,
    L3,
    L4,
    POSITION,
    PSI,
    A,
    B,
    D,
    equations,
    four_bar,
    four_bar_jacobian,
)

import linkwork as lw

VELOCITY = FOUR_BAR.reference["velocity_for_input"]
MIXED = FOUR_BAR.reference["mixed_coordinates"]
# Closed forms of 13 digits, numbers up to 3.
CLOSE = {"rtol": 0, "atol": 1e-11}


def middle_four_bar() -> lw.Mechanism:
    """Links with reference points in their middles, each directed from one joint to the next."""
    m = lw.Mechanism("four-bar", plane="xy")
    bodies = [m.body(f"link_{k}", mass=1.0, inertia=1.0) for k in (2, 3, 4)]
    ends = [m.ground.at(*A)]
    for k, (body, length) in enumerate(zip(bodies, (L2, L3, L4), strict=True)):
        m.revolute(f"J{k}", ends[-1], body.at(-length / 2, 0))
        ends.append(body.at(length / 2, 0))
    m.revolute("J3", ends[-1], m.ground.at(*B))
    tail = A
    for body, head in zip(bodies, (POSITION[:2], POSITION[2:], B), strict=True):
        m.place(body, at=tuple((tail + head) / 2), angle=float(np.arctan2(*(head - tail)[::-1])))
        tail = head
    return m


def angles() -> list[float]:
    points = [A, POSITION[:2], POSITION[2:], B]
    return [float(np.arctan2(*(h - t)[::-1])) for t, h in pairwise(points)]


def test_relative_coordinates():
    # Columns of the printed matrix: what the end of the chain does when one joint turns.
    a1, a2, a3 = angles()
    ends = np.array([[L2, a1], [L3, a2], [L4, a3]])
    arms = np.column_stack([-ends[:, 0] * np.sin(ends[:, 1]), ends[:, 0] * np.cos(ends[:, 1])])
    J = np.array([arms[k:].sum(axis=0) for k in range(3)]).T
    m = four_bar()
    m.drive("A.angle", f"{D['theta']} + {D['theta_dot']}*t")
    motion = m.pose(0.0)
    turn = [motion.body(n).angular_velocity[0] for n in ("crank", "coupler", "rocker")]
    rates = np.array([turn[0], turn[1] - turn[0], turn[2] - turn[1]])
    np.testing.assert_allclose(J @ rates, 0, atol=1e-11)
    # One known rate leaves two equations in two unknowns.
    np.testing.assert_allclose(np.linalg.solve(J[:, 1:], -J[:, 0] * rates[0]), rates[1:], **CLOSE)


def test_reference_point_coordinates():
    J = middle_four_bar().equations().Phi_q
    s, c = np.sin(angles()), np.cos(angles())
    expected = np.zeros((8, 9))
    for k, length in enumerate((L2, L3, L4)):
        # A link's turn moves both its ends; the head's rows follow those of its tail. The last two rows are those of
        # D: x_D - x3 - L3/2 cos(psi3) = 0. (The print has x3 - x_D - L3/2 cos(psi3), which contradicts the two rows
        # before: with these signs link 4 would point both ways.)
        expected[2 * k : 2 * k + 2, 3 * k : 3 * k + 2] = np.eye(2)
        expected[2 * k + 2 : 2 * k + 4, 3 * k : 3 * k + 2] = -np.eye(2)
        turn = length / 2 * np.array([s[k], -c[k]])
        expected[2 * k : 2 * k + 2, 3 * k + 2] = turn
        expected[2 * k + 2 : 2 * k + 4, 3 * k + 2] = turn
    np.testing.assert_allclose(J, expected, rtol=0, atol=1e-12)


def test_natural_coordinates():
    rate = np.array(VELOCITY["values"])
    J = equations(four_bar(), POSITION).Phi_q
    # The third equation is that of point 2 (printed with the coordinates of a point 3).
    np.testing.assert_allclose(J, 2 * four_bar_jacobian(POSITION), rtol=0, atol=1e-13)
    np.testing.assert_allclose(J @ rate, 0, atol=1e-11)
    np.testing.assert_allclose(np.linalg.solve(J[:, 1:], -J[:, 0] * rate[0]), rate[1:], **CLOSE)


def test_mixed_coordinates():
    J = equations(four_bar(), [*POSITION, PSI], named=("P1.angle",)).Phi_q
    np.testing.assert_allclose(np.linalg.solve(J[:, :4], -J[:, 4]), MIXED["velocity_for_psi_dot_1"], **CLOSE)
    # The printed fourth row vanishes on the same velocities.
    x1, y1, x2, y2 = POSITION
    row = [x2 - 2 * x1 + A[0], y2 - 2 * y1 + A[1], x1 - A[0], y1 - A[1], L2 * L3 * np.sin(PSI)]
    np.testing.assert_allclose(np.dot(row, [*MIXED["velocity_for_psi_dot_1"], 1.0]), 0, atol=1e-11)
