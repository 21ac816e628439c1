"""Example 3.3: the RSCR mechanism has three movable points and one movable unit vector."""

import numpy as np
import pytest
from chapter_3 import case, equations, kinds

import linkwork as lw
from linkwork import gallery

ROWS = case("p04f_rscr").reference["rows"]
DATA = case("p04f_rscr").data


def rscr() -> lw.Mechanism:
    """The linkage without masses: two directions carry a body where nothing needs a third one."""
    m, axis = lw.Mechanism("rscr"), DATA["u1_at_phi0"]
    crank, sleeve, shaft = m.body("crank"), m.body("sleeve"), m.body("rocker")
    m.revolute("A", m.ground.at(*DATA["A"]), crank.at(0, 0, 0), axis=DATA["uA"])
    m.spherical("P1", crank.at(*DATA["p1_at_psi0"]), sleeve.at(DATA["d"], 0, -DATA["k5"]))
    arm = np.subtract(DATA["p3_at_phi0"], DATA["B"])
    m.cylindrical("C", shaft.at(*arm, z=tuple(axis)), sleeve.at(0, 0, 0, z="z"))
    m.revolute("B", m.ground.at(*DATA["B"]), shaft.at(0, 0, 0), axis=DATA["uB"])
    return m


def coordinates(row) -> dict[str, float]:
    places = {"P1": row["p1"], "uC": row["u1"], "C.sleeve": row["p2"], "C.rocker": row["p3"]}
    return {f"{name}.{axis}": value for name, xyz in places.items() for axis, value in zip("xyz", xyz, strict=True)}


def test_twelve_coordinates_and_the_printed_equations():
    eq = equations(rscr())
    assert sorted({name[:-2] for name in eq.columns}) == ["C.rocker", "C.sleeve", "P1", "uC"]
    # Equations 2, 4, 7: distances; 3, 5, 8, 9, 10: scalar products; 6: unit length; 11 to 13: the cylindrical joint.
    # (The print counts 6 to 10 for element 4; its own equations are 7 to 10.)
    assert kinds(eq.rows) == {"distance": 3, "angle": 5, "unit": 1, "axis": 3}
    assert eq.Phi_q.shape == (12, 12)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"psi={row['psi']}")
def test_reference_positions_and_rank(row):
    eq = equations(rscr(), coordinates(row))
    assert np.abs(eq.Phi).max() < 1e-11
    # Only two of equations 11 to 13 are independent.
    assert eq.rank == row["rank_of_12_equations_without_driver"] == 11


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"psi={row['psi']}")
def test_motion_from_the_reference_positions(row):
    m = rscr()
    m.drive("A.angle", f"{row['psi']!r} + t")
    found = m.pose(0.0, coordinates="natural", start=coordinates(row)).in_coordinates
    own = [found.names.index(f"C.sleeve.{axis}") for axis in "xyz"]
    # 13 digits of the reference, less what the conditioning of the loop takes
    np.testing.assert_allclose(found.position[0, own], row["p2"], rtol=0, atol=1e-11)
    np.testing.assert_allclose(found.velocity[0, own], row["v2"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.acceleration[0, own], row["a2"], rtol=0, atol=1e-8)


def test_motion_of_point_2():
    m = gallery.get("rscr", distance=DATA["d"], shift=DATA["k5"], start=0.6, rocker=ROWS[2]["phi_output"], driven=False)
    m.drive("A.angle", "0.6 + t")
    motion = m.pose(0.0)
    # 1e-9: the reference allows 13 digits; velocities lose a few through the conditioning of the loop.
    np.testing.assert_allclose(motion.point("sleeve.P2").velocity[0], ROWS[2]["v2"], rtol=0, atol=1e-9)
