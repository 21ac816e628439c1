"""Example 3.8: slider-crank with the sine and the cosine equation of its driven angle at once."""

import numpy as np
import pytest
from chapter_3 import case, equations

import linkwork as lw

CASE = case("p04d_slidercrank_redundant_driver")
L2, L3 = CASE.data["L2"], CASE.data["L3"]
EQUATIONS = {"iv": "crank.P1.x - L2*cos(t)", "v": "crank.P1.y - L2*sin(t)"}


def slider_crank(*equations: str) -> lw.Mechanism:
    m = lw.Mechanism("slider-crank", plane="xy")
    m.parameter("L2", L2)
    crank, rod, slider = m.body("crank"), m.body("rod"), m.body("slider")
    crank.point("P1", "L2", 0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("P1", crank.at("L2", 0), rod.at(0, 0))
    m.revolute("P2", rod.at(L3, 0), slider.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="x")
    for name in equations:
        m.constraint(name, expression=EQUATIONS[name])
    return m


def test_equations_i_to_iii():
    at = np.random.default_rng(3).normal(size=4)
    eq = equations(slider_crank(), at)
    assert eq.columns == ("P1.x", "P1.y", "P2.x", "P2.y")
    x1, y1, x2, y2 = at
    expected = [x1**2 + y1**2 - L2**2, (x2 - x1) ** 2 + (y2 - y1) ** 2 - L3**2]
    np.testing.assert_allclose(eq.Phi[:2], expected, rtol=0, atol=1e-13)
    assert abs(eq.Phi[2]) == pytest.approx(abs(y2), abs=1e-14)


@pytest.mark.parametrize("row", CASE.reference["rows"], ids=lambda row: f"psi={row['psi']:.3f}")
def test_rank_with_one_and_with_both_driver_equations(row):
    at = [row["x1"], row["y1"], row["x2"], 0.0]
    ranks = {}
    for name, chosen in {"cosine": ["iv"], "sine": ["v"], "both": ["iv", "v"]}.items():
        eq = equations(slider_crank(*chosen), at, t=row["psi"])
        ranks[name] = eq.rank
        assert np.abs(eq.Phi).max() < 1e-14
    assert ranks == {
        "cosine": row["rank_with_cosine_only"],
        "sine": row["rank_with_sine_only"],
        "both": row["rank_all5"],
    }
    # All five equations are compatible: least squares gives the velocities at every angle.
    rate = np.linalg.pinv(eq.Phi_q) @ eq.nu
    np.testing.assert_allclose(rate, row["velocity_psi_dot_1"], rtol=0, atol=1e-13)


@pytest.mark.parametrize("row", CASE.reference["rows"], ids=lambda row: f"psi={row['psi']:.3f}")
def test_the_angle_itself_as_a_mixed_coordinate_is_never_singular(row):
    m = slider_crank()
    m.drive("A.angle", "t")
    at = {"P1.x": row["x1"], "P1.y": row["y1"], "P2.x": row["x2"], "P2.y": 0.0, "A.angle": row["psi"]}
    eq = m.equations(at, row["psi"], coordinates="mixed", assembled=False)
    assert eq.Phi_q.shape == (5, 5)
    expected = [*row["velocity_psi_dot_1"], 1.0]
    np.testing.assert_allclose(np.linalg.solve(eq.Phi_q, eq.nu), expected, rtol=0, atol=1e-13)
    found = m.pose(row["psi"], coordinates="mixed", start=at).in_coordinates
    np.testing.assert_allclose(found.position[0, :3], [row["x1"], row["y1"], row["x2"]], rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.velocity[0], expected, rtol=0, atol=1e-13)
