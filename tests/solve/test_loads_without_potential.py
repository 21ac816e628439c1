"""Equilibria under loads that have no potential: a column under a load that follows it, a wing in a wind."""

import numpy as np
import pytest

import linkwork as lw

M, L, K = 0.3, 0.4, 50.0
"""Of each rod of the column: mass [kg], length [m], and the stiffness of its joint [N m/rad]."""


def column(load: float, damping: float = 0.0) -> lw.Mechanism:
    """Return Ziegler's column: two rods with springs in their joints, pressed by a load along the second one."""
    m = lw.Mechanism("column", plane="xz")
    m.parameter("P", load)
    lower, upper = (m.body(name, lw.rod(length=L, mass=M)) for name in ("lower", "upper"))
    m.revolute("foot", m.ground.at(0, 0), lower.at(0, 0))
    m.revolute("knee", lower.at(L, 0), upper.at(0, 0))
    for joint in ("foot", "knee"):
        m.rotational_spring(f"spring {joint}", f"{joint}.angle", stiffness=K, damping=damping)
    m.point_force("load", upper.at(L, 0), force=("-P", 0), follows="body")
    return m


def growth(load: float, damping: float) -> float:
    """Return the largest real part of the textbook's eigenvalues, in the angles of the rods [1/s]."""
    inertia = M * L**2 * np.array([[4 / 3, 1 / 2], [1 / 2, 1 / 3]])
    springs = np.array([[2.0, -1.0], [-1.0, 1.0]])
    stiffness = K * springs + load * L * np.array([[-1.0, 1.0], [0.0, 0.0]])
    pulls, drags = np.linalg.solve(inertia, stiffness), np.linalg.solve(inertia, damping * springs)
    return float(np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [-pulls, -drags]])).real.max())


@pytest.mark.parametrize("damping", [0.0, 0.05, 1.0])
@pytest.mark.parametrize("load", [100.0, 210.0, 249.0, 251.0, 300.0, 317.7, 317.8, 330.0])
def test_a_column_under_a_following_load_is_as_stable_as_its_motions(load, damping):
    """Its eigenvalues decide, not the symmetric part of K; both analyses say the same. Dampers lower the limit."""
    m = column(load, damping)
    grows = growth(load, damping) > 1e-6  # 1e-8 is left by rounding where two frequencies meet, 0.1 grows at 317.8
    rest = m.equilibrium()
    assert rest.kind == ("unstable" if grows else "stable")
    assert m.linearise(rest.start).stable is not grows


def test_a_column_under_a_following_load_does_not_branch():
    """det K = k^2 whatever the load."""
    way = column(1.0).equilibrium_path("P", [1.0, 400.0])
    assert not way.special
    kinds = [growth(float(load), 0.0) > 1e-6 for load in way.values]
    assert list(way.kinds) == ["unstable" if grows else "stable" for grows in kinds]
    assert any(kinds)
    assert not all(kinds)


def foil(q: float, height: float = 0.0, angle: float = 0.0, arm: float = 0.0) -> lw.Mechanism:
    """Return a wing that heaves and pitches in a wind; its lift acts at an arm."""
    m = lw.Mechanism("foil", plane="xy")
    m.parameter("q", q)
    m.parameter("arm", arm)
    stem, wing = m.body("stem", mass=1.0, inertia=0.1), m.body("wing", mass=1.0, inertia=0.1)
    m.prismatic("heave", m.ground.at(0, 0), stem.at(0, 0), axis="y")
    m.revolute("pitch", stem.at(0, 0), wing.at(0, 0))
    m.effort("kh", "heave.translation", "-100 N/m*heave.translation - 0.01*rate(heave.translation)")
    m.rotational_spring("ka", "pitch.angle", stiffness=1.0, damping=0.01)
    m.point_force("lift", wing.at(0, 0), force=(0, "q*pitch.angle"))
    m.effort("moment", "pitch.angle", "arm*q*pitch.angle")
    m.place(stem, at=(0, height))
    m.place(wing, angle=angle)
    return m


@pytest.mark.parametrize(("height", "angle"), [(0.0, 0.0), (0.3, 1.0), (-0.3, 1.0), (0.3, -1.0)])
@pytest.mark.parametrize("q", [1.0, 21.0, 300.0])
def test_a_wing_is_found_at_rest_from_anywhere(q, height, angle):
    """K = [[100, -q], [0, 1]] is triangular: stable for every q, and no force along a step measures its progress."""
    rest = foil(q, height, angle).equilibrium()
    assert rest.kind == "stable"
    # what is left of the forces, 1e-12, over the stiffness
    np.testing.assert_allclose([rest["heave.translation"], rest["pitch.angle"]], 0.0, atol=1e-9)


def test_a_wing_diverges_where_the_stiffness_is_singular():
    """With the lift at an arm det K = 100 (1 - arm q) vanishes at q = 1 / arm = 40, and at no other q."""
    way = foil(1.0, arm=0.025).equilibrium_path("q", [1.0, 100.0])
    (found,) = way.branchings
    np.testing.assert_allclose(found.value, 40.0, rtol=1e-8)  # root of det K, by differences of forces
    assert all((kind == "stable") == (q < 40.0) for kind, q in zip(way.kinds, way.values, strict=True))
