"""Example 3.9: the spherical four-bar: 12 coordinates, 17 equations, 14 of them needed, 11 independent."""

import numpy as np
import pytest
from chapter_3 import case, equations, kinds

import linkwork as lw

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
    eq = equations(spherical(row), coordinates(row))
    assert [name[:-2] for name in eq.columns[::3]] == ["J1", "uJ1", "J2", "uJ2"]
    assert len(eq.columns) == CASE.reference["n_coordinates"] == 12
    # 1, 2: unit lengths; 3 to 5: distances; 6 to 8: angles; 9 to 17: linear combinations, of each three two needed.
    found = kinds(eq.rows)
    assert found == {"unit": 2, "distance": 3, "angle": 3, "combination": 9}
    assert len(eq.rows) == 17
    assert 17 - found["combination"] // 3 == CASE.reference["n_equations"] == 14
    assert np.abs(eq.Phi).max() < 1e-14
    assert eq.rank == row["rank_17_equations"] == CASE.reference["rank"] == 11
    assert eq.R.shape[1] == CASE.reference["dof"]


@pytest.mark.parametrize("row", CASE.reference["rows"], ids=lambda row: f"psi={row['psi']}")
def test_motion(row):
    m = spherical(row)
    m.drive("JA.angle", "t")
    found, usual = m.pose(0.0, coordinates="natural"), m.pose(0.0)
    np.testing.assert_allclose(found.motions, usual.motions, rtol=0, atol=1e-11)
    assert found.body("rocker").angular_velocity[0] @ UB == pytest.approx(row["phi_dot_per_psi_dot"], abs=1e-11)


def test_grubler_counts_less():
    mobility = spherical(CASE.reference["rows"][1]).mobility()
    assert 6 * 3 - mobility.equations == CASE.reference["grubler"] == -2
    assert mobility.degrees_of_freedom == CASE.reference["dof"]


def test_least_squares_closes_the_redundant_equations():
    # Equation (3.15) from a position that meets none of the equations: all 17 are met in the end.
    row = CASE.reference["rows"][1]
    m, at = spherical(row), coordinates(row) + 0.02 * np.random.default_rng(4).normal(size=12)
    for _ in range(8):
        eq = equations(m, at)
        at -= np.linalg.pinv(eq.Phi_q, rcond=1e-6) @ eq.Phi
    assert np.abs(equations(m, at).Phi).max() < 1e-13
