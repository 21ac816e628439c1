"""Example 3.3: the RSCR mechanism has three movable points and one movable unit vector."""

from collections import Counter

import numpy as np
import pytest
from chapter_3 import case, natural

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.rank import numerical_rank

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


def coordinates(row) -> np.ndarray:
    places = {"P1": row["p1"], "uC": row["u1"], "C.sleeve": row["p2"], "C.rocker": row["p3"]}
    return np.concatenate([places[name[:-2]] for name in natural(rscr()).names[::3]])


def test_twelve_coordinates_and_the_printed_equations():
    z = natural(rscr())
    assert sorted({name[:-2] for name in z.names}) == ["C.rocker", "C.sleeve", "P1", "uC"]
    # Equations 2, 4, 7: distances; 3, 5, 8, 9, 10: scalar products; 6: unit length; 11 to 13: the cylindrical joint.
    # (The print counts 6 to 10 for element 4; its own equations are 7 to 10.)
    kinds = Counter(c.kind for c in z.natural.conditions)
    assert kinds == {"distance": 3, "dot": 5, "unit": 1, "axis": 1}
    assert len(z.words) == 12


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"psi={row['psi']}")
def test_reference_positions_and_rank(row):
    z, at = natural(rscr()), coordinates(row)
    rows = z.rows(0.0, at, 0 * at)
    assert np.abs(rows.Phi).max() < 1e-11
    # Only two of equations 11 to 13 are independent.
    assert numerical_rank(rows.J) == row["rank_of_12_equations_without_driver"] == z.needed == 11


def test_motion_of_point_2():
    m = gallery.get("rscr", distance=DATA["d"], shift=DATA["k5"], start=0.6, rocker=ROWS[2]["phi_output"], driven=False)
    m.drive("A.angle", "0.6 + t")
    motion = m.pose(0.0)
    # 1e-9: the reference allows 13 digits; velocities lose a few through the conditioning of the loop.
    np.testing.assert_allclose(motion.point("sleeve.P2").velocity[0], ROWS[2]["v2"], rtol=0, atol=1e-9)
