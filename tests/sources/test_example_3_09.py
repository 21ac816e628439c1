"""Example 3.9: the spherical four-bar: 12 coordinates, 17 equations, 14 of them needed, 11 independent."""

from collections import Counter

import numpy as np
import pytest
from chapter_3 import case, natural

import linkwork as lw
from linkwork.coordinates.rank import numerical_rank

CASE = case("p04g_spherical_fourbar")
D = CASE.data


def unit(vector) -> np.ndarray:
    return np.array(vector) / np.linalg.norm(vector)


UA, UB = unit(D["uA"]), unit(D["uB"])


def spherical(row) -> lw.Mechanism:
    """Points sit on the axes at the distances of the case; bodies are described where they stand."""
    m, (rA, r1, r2, rB) = lw.Mechanism("spherical four-bar"), D["radius"]
    axes = {"A": UA, "1": unit(row["u1"]), "2": unit(row["u2"]), "B": UB}
    radii = {"A": rA, "1": r1, "2": r2, "B": rB}
    crank, coupler, rocker = m.body("crank"), m.body("coupler"), m.body("rocker")
    for name, one, other in (
        ("A", m.ground, crank),
        ("1", crank, coupler),
        ("2", coupler, rocker),
        ("B", m.ground, rocker),
    ):
        u = axes[name]
        at = tuple(radii[name] * u)
        m.revolute(f"J{name}", one.at(*at, z=tuple(u)), other.at(*at, z=tuple(u)))
    return m


def coordinates(row) -> np.ndarray:
    u1, u2 = np.array(row["u1"]), np.array(row["u2"])
    return np.concatenate([D["radius"][1] * u1, u1, D["radius"][2] * u2, u2])


@pytest.mark.parametrize("row", CASE.reference["rows"], ids=lambda row: f"psi={row['psi']}")
def test_counts(row):
    z = natural(spherical(row))
    assert [name[:-2] for name in z.names[::3]] == ["J1", "uJ1", "J2", "uJ2"]
    assert len(z.names) == CASE.reference["n_coordinates"] == 12
    # 1, 2: unit lengths; 3 to 5: distances; 6 to 8: angles; 9 to 17: linear combinations, of each three two needed.
    kinds = Counter(c.kind for c in z.natural.conditions)
    assert kinds == {"unit": 2, "distance": 3, "dot": 3, "combination": 3}
    assert len(z.words) == 17
    assert z.needed == CASE.reference["n_equations"] == 14
    at = coordinates(row)
    rows = z.rows(0.0, at, 0 * at)
    assert np.abs(rows.Phi).max() < 1e-14
    assert numerical_rank(rows.J) == row["rank_17_equations"] == CASE.reference["rank"] == 11


def test_least_squares_closes_the_redundant_equations():
    # Equation (3.15) from a position that meets none of the equations: all 17 are met in the end.
    row = CASE.reference["rows"][1]
    z = natural(spherical(row))
    at = coordinates(row) + 0.02 * np.random.default_rng(4).normal(size=12)
    for _ in range(8):
        rows = z.rows(0.0, at, 0 * at)
        at -= np.linalg.pinv(rows.J, rcond=1e-6) @ rows.Phi
    assert np.abs(z.rows(0.0, at, 0 * at).Phi).max() < 1e-13
