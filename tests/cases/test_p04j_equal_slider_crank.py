"""Slider-crank with equal bars at its singular position: problems 3/6 and 3/7 of the chapter."""

import numpy as np
import pytest
from case_data import agree, load

from linkwork import gallery

CASE = load("p04j_equal_slidercrank_singular")
ROWS = CASE.reference["rows"]
L = CASE.data["L"]


def at_angle(theta: float):
    m = gallery.get("slider-crank", crank=L, rod=L, driven=False)
    m.place("crank", angle=theta)
    m.place("rod", angle=-theta)
    m.place("slider", at=(2 * L * np.cos(theta), 0))
    return m


def in_natural_coordinates(free, theta: float) -> np.ndarray:
    """Return the velocities of crank pin and slider in a free motion."""
    slider = free.twists.get("slider", np.zeros(3))
    turn = free.rates.get("crank_pivot.angle", 0.0)
    return np.array([-turn * L * np.sin(theta), turn * L * np.cos(theta), slider[0], slider[1]])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"theta={row['theta']:.2f}")
def test_rank_and_free_motions(row):
    mobility = at_angle(row["theta"]).mobility()
    assert mobility.instantaneous == row["nullity"]
    assert mobility.coordinates - mobility.rank == row["nullity"]
    assert mobility.degrees_of_freedom == 1
    vectors = np.array([in_natural_coordinates(free, row["theta"]) for free in mobility.motions]).T
    basis, _ = np.linalg.qr(vectors)
    # The basis is not unique, the projector on its span is.
    agree(basis @ basis.T, row["nullspace_projector"])


def test_both_branches_leave_the_singular_position():
    at_singularity = at_angle(np.pi / 2).mobility()
    assert at_singularity.instantaneous == 2
    assert "singular position" in str(at_singularity)
    vectors = np.array([in_natural_coordinates(f, np.pi / 2) for f in at_singularity.motions]).T
    for branch in ("1", "2"):
        tangent = np.array(CASE.reference[f"at_singularity_tangent_of_branch_{branch}"], float)
        left = tangent - vectors @ np.linalg.lstsq(vectors, tangent, rcond=None)[0]
        agree(left, np.zeros(4))


def test_a_driven_crank_passes_smoothly():
    m = at_angle(0.5)
    m.drive("crank_pivot.angle", "0.5 + t")
    motion = m.move(np.linspace(0.0, 2.0, 81))
    angle = 0.5 + motion.time
    agree(motion.body("slider").position[:, 0], 2 * L * np.cos(angle), 1e-8)
