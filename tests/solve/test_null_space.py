"""Allowable motions: what R, S and B must satisfy, over the gallery and by every method.

Numbers are compared in coordinates scaled as the rank decision scales them, where everything is of size 1.
Bordered Jacobians of the gallery have condition numbers below 100, so that 1e-12 is some hundred times the
rounding of a right program.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.null_space import (
    METHODS,
    KeptProjection,
    allowable,
    gram_schmidt,
    orthogonalised,
    projected,
    selection,
    total_pivots,
)
from linkwork.coordinates.rank import normalised, numerical_rank
from linkwork.errors import LinkworkError, ModelError
from linkwork.solve.engine import Engine

TOLERANCE = 1e-12


@cache
def jacobian(name: str, driven: bool) -> np.ndarray:
    """Return Phi_q of a gallery mechanism, rows of unit length, columns scaled."""
    m = gallery.get(name, driven=driven)
    plan = m.plan()
    J = Engine(plan).jacobian(m.assemble().poses, 0.0)
    return normalised(J * np.sqrt(plan.weight).ravel())


def projector(R: np.ndarray) -> np.ndarray:
    Q, _ = np.linalg.qr(R)
    return Q @ Q.T


def close(actual, expected, tolerance: float = TOLERANCE) -> None:
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance)


def obeys_laws(J: np.ndarray, found) -> None:
    R, S, B = found.R, found.S, found.B
    size = max(1.0, found.stretch)
    close(J @ R, np.zeros((len(J), found.freedoms)), TOLERANCE * size)
    close(B @ R, np.eye(found.freedoms))
    close(J @ S @ J, J)
    close(B @ S, np.zeros((found.freedoms, len(J))), TOLERANCE * size)
    close(S @ J + R @ B, np.eye(J.shape[1]), TOLERANCE * size)  # [S R] is a left inverse of [J; B]
    if found.rank == len(J):
        close(J @ S, np.eye(len(J)))


# ---- matrices ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("driven", [False, True], ids=["free", "driven"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", gallery.names())
def test_laws_over_the_gallery(name, method, driven):
    J = jacobian(name, driven)
    found = allowable(J, method)
    assert found.rank == numerical_rank(J)
    assert found.freedoms == J.shape[1] - found.rank
    obeys_laws(J, found)
    if not driven:
        assert found.freedoms >= gallery.info(name).degrees_of_freedom
        close(projector(found.R), projector(allowable(J, "svd").R))


@pytest.mark.parametrize("name", gallery.names())
def test_orthonormal_and_boolean(name):
    J = jacobian(name, False)
    for method in ("svd", "qr", "gram-schmidt"):
        found = allowable(J, method)
        close(found.R.T @ found.R, np.eye(found.freedoms))
        close(found.B, found.R.T)  # example 3.13
    found = allowable(J, "gauss")
    assert len(found.independent) == found.freedoms
    np.testing.assert_array_equal(found.B, selection(found.independent, J.shape[1]))
    close(found.R[list(found.independent)], np.eye(found.freedoms))  # the unit matrix of example 3.14


@pytest.mark.parametrize("method", METHODS)
def test_scale_changes_the_units_and_not_the_space(method):
    J, d = jacobian("spatial four-bar", False), np.geomspace(1e-3, 1e3, 18)
    found = allowable(J / d, method, d)
    assert found.rank == allowable(J, method).rank
    close(projector(found.R / d[:, None]), projector(allowable(J, method).R))
    if method == "gauss":
        assert set(found.B.ravel()) == {0.0, 1.0}
    else:
        close((found.R / d[:, None]).T @ (found.R / d[:, None]), np.eye(found.freedoms))


@pytest.mark.parametrize("method", METHODS)
def test_rows_may_be_missing_or_zero(method):
    for J in (np.zeros((0, 3)), np.zeros((2, 3))):
        found = allowable(J, method)
        assert (found.rank, found.freedoms) == (0, 3)
        obeys_laws(J, found)


def test_a_row_that_vanished_but_for_rounding_says_nothing():
    rows = [[0.0, 1.0, -1.0], [4.1e-16, 0.0, 2.1e-16]]
    assert allowable(rows).freedoms == 2
    assert allowable([rows[0], [1e-13, 0.0, 0.0]]).freedoms == 1  # small is not nothing


def test_redundant_rows_that_contradict_each_other_are_met_halfway():
    found = allowable([[1.0, 0.0], [1.0, 0.0]])
    close(found.sb([1.0, 3.0]), [2.0, 0.0])


def test_total_pivoting_takes_the_largest_entry_first():
    rows, columns = total_pivots(np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]]), 2)
    assert (rows, columns) == ([1, 0], [2, 1])


def test_refusals():
    with pytest.raises(ModelError, match=r"no method 'sdv'.*svd"):
        allowable(np.eye(2), "sdv")
    with pytest.raises(LinkworkError, match="B has 1 rows, but 2 velocities are free"):
        projected([[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    with pytest.raises(LinkworkError, match="not independent"):
        projected([[1.0, 0.0]], [[2.0, 0.0]])
    with pytest.raises(LinkworkError, match="not independent"):
        orthogonalised([[1.0, 0.0]], [[2.0, 0.0]])
    with pytest.raises(ModelError, match="finite numbers"):
        allowable([[np.nan, 1.0]])
    with pytest.raises(ModelError, match="2 positive numbers"):
        allowable([[1.0, 1.0]], scale=[1.0, 0.0])


# ---- Gram-Schmidt and its derivative -----------------------------------------------------------------


def five_bar(q: np.ndarray) -> np.ndarray:
    """Phi_q of a five-bar A-1-2-3-B in natural coordinates; linear in the coordinates, hence so is its rate."""
    (x1, y1), (x2, y2), (x3, y3) = q.reshape(3, 2)
    return np.array(
        [
            [x1, y1, 0, 0, 0, 0],
            [x1 - x2, y1 - y2, x2 - x1, y2 - y1, 0, 0],
            [0, 0, x2 - x3, y2 - y3, x3 - x2, y3 - y2],
            [0, 0, 0, 0, x3 - 4.0, y3],
        ]
    )


def five_bar_rate(qdot: np.ndarray) -> np.ndarray:
    return five_bar(qdot) - five_bar(np.zeros(6))


FIVE = np.array([0.3, 1.2, 2.0, 2.1, 3.6, 1.1])


def test_the_derivative_of_gram_schmidt_is_exact():
    """Complex steps: V(P + i h P') / h has no cancellation, so 1e-13 is rounding."""
    rng = np.random.default_rng(1)
    P, P_dot = rng.normal(size=(5, 7)), rng.normal(size=(5, 7))
    V, V_dot = gram_schmidt(P, P_dot)
    close(V @ V.T, np.eye(5))
    h, rows = 1e-30, []
    for p in P + 1j * h * P_dot:
        w = p.copy()
        for v in rows:
            w = w - (v @ p) * v
        rows.append(w / np.sqrt(w @ w))
    close(V_dot, np.array(rows).imag / h, 1e-12)


def test_accelerations_with_the_derivative_of_R():
    """q'' = R z'' + R' z' meets the joints: Phi_q q'' = -Phi_q' q' (3.18, 3.23)."""
    J = five_bar(FIVE)
    B = allowable(J, "gauss").B
    R, _ = orthogonalised(J, B)
    zdot, zddot = np.array([0.7, -1.3]), np.array([0.4, 2.0])
    qdot = R @ zdot
    J_dot = five_bar_rate(qdot)
    R, R_dot = orthogonalised(J, B, J_dot)
    close(J @ R_dot + J_dot @ R, np.zeros((4, 2)), 1e-12)
    close(R.T @ R_dot + R_dot.T @ R, np.zeros((2, 2)))
    close(J @ (R @ zddot + R_dot @ zdot), -J_dot @ qdot, 1e-12)


@pytest.mark.parametrize("name", ["four-bar", "spatial four-bar", "bennett", "stewart platform"])
def test_derivative_of_R_against_differences(name):
    """Central differences of fourth order over the driven motion, J without the drivers.

    With steps of h = 1e-3 of a cycle in which R turns by some 2 pi, the error of the formula is about
    (2 pi)^5 / 30 h^4 = 3e-10, and rounding adds 1e-14 / h = 1e-11; quick parts of a motion add a digit or two.
    """
    entry = gallery.info(name)
    h = 1e-3 * entry.duration
    motion = gallery.get(name).move(0.2 * entry.duration + h * np.arange(-4, 5), derivatives=1)
    free = gallery.get(name, driven=False)
    engine, d = Engine(free.plan()), np.sqrt(free.plan().weight).ravel()
    J = np.array([engine.jacobian(q, t) * d for q, t in zip(motion.poses, motion.time, strict=True)])
    B = allowable(J[4], "gauss").B

    def rate(values):
        return (8 * (values[3] - values[1]) - (values[4] - values[0])) / (12 * h)

    R = [orthogonalised(J[k], B)[0] for k in range(2, 7)]
    _, R_dot = orthogonalised(J[4], B, rate(J[2:7]))
    close(R_dot, rate(R), 1e-7 * np.abs(R_dot).max())
    assert np.abs(R_dot).max() > 0.01


# ---- B kept ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_B_is_kept_and_renewed_over_a_full_turn(method):
    motion = gallery.get("four-bar").move(np.linspace(0.0, 1.0, 181), derivatives=2)
    free = gallery.get("four-bar", driven=False)
    engine, d = Engine(free.plan()), np.sqrt(free.plan().weight).ravel()
    kept, chosen = KeptProjection(method), []
    for q, V in zip(motion.poses, motion.motions, strict=True):
        J = normalised(engine.jacobian(q, 0.0) * d)
        found = kept.at(J)
        obeys_laws(J, found)
        qdot, qddot = (V[:, n][:, [0, 1, 5]].ravel() / d for n in (0, 1))
        size = found.stretch * np.abs(qddot).max()
        close(found.R @ (found.B @ qdot), qdot, 1e-10 * size)
        close(found.R @ (found.B @ qddot) + found.sc(J @ qddot), qddot, 1e-10 * size)
        chosen.append(found.B)
    changes = sum(not np.array_equal(a, b) for a, b in pairwise(chosen))
    assert 1 <= changes <= kept.renewals <= 8  # of 181 positions


def test_Sc_is_the_rate_of_R_times_zdot_for_a_kept_B():
    """(3.37): q'' at z'' = 0 is S c = R' z'; differences of fourth order along a motion at constant z'."""
    h, zdot = 1e-3, np.array([0.5, -0.8])
    J = five_bar(FIVE)
    B = allowable(J, "svd").B

    def velocity(q):
        return projected(five_bar(q), B).R @ zdot

    def moved(q, step):  # Runge-Kutta: error step^5, far below the 1e-9 asked for
        k1 = velocity(q)
        k2 = velocity(q + step / 2 * k1)
        k3 = velocity(q + step / 2 * k2)
        k4 = velocity(q + step * k3)
        return q + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    ahead, back = (velocity(moved(FIVE, s * h)) for s in (1, -1))
    ahead2, back2 = (velocity(moved(FIVE, 2 * s * h)) for s in (1, -1))
    rate = (8 * (ahead - back) - (ahead2 - back2)) / (12 * h)
    c = -five_bar_rate(velocity(FIVE)) @ velocity(FIVE)
    close(projected(J, B).sc(c), rate, 1e-9)


def test_B_is_renewed_when_freedoms_come_and_go():
    """Equal slider-crank in natural coordinates: rank 3, at the upright crank 2."""
    kept, freedoms = KeptProjection(), []
    for theta in np.pi / 2 + np.array([-0.2, -0.1, 0.0, 0.1, 0.2]):
        c, s = np.cos(theta), np.sin(theta)
        J = np.array([[c, s, 0, 0], [-c, s, c, -s], [0, 0, 0, 1]])
        found = kept.at(J)
        obeys_laws(J, found)
        freedoms.append(found.freedoms)
    assert freedoms == [1, 1, 2, 1, 1]
    assert kept.renewals == 2


# ---- mechanisms --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", gallery.names())
def test_motions_of_the_gallery_are_allowable(name):
    """Rheonomous: q' = R z' + S b and q'' = R z'' + S c give back the motion that the solver found.

    The solver's velocities and accelerations meet the joints to some 1e-12 of their size.
    """
    m, entry = gallery.get(name), gallery.info(name)
    motion = m.move(entry.duration * np.array([0.0, 0.13]), undriven=entry.undriven, derivatives=2)
    keep = [0, 1, 5] if m.space.planar else range(6)
    qdot, qddot = (motion.motions[-1, :, n][:, keep].ravel() for n in (0, 1))
    scale = np.sqrt(m.plan().weight).ravel()
    for method in METHODS:
        found = m.allowable_motions(at=motion, method=method)
        assert found.time == motion.time[-1]
        close(found.qdot, qdot, 0.0)
        close(found.velocity(found.zdot) / scale, qdot / scale, 1e-9 * np.abs(qdot / scale).max())
        size = max(np.abs(qddot / scale).max(), np.abs(found.c).max())
        close(found.acceleration(found.B @ qddot) / scale, qddot / scale, 1e-9 * size)
        close(found.Phi_q @ found.velocity(np.ones(found.freedoms)), found.b, 1e-9 * max(1.0, np.abs(found.b).max()))


def test_no_driver_no_b():
    found = gallery.get("four-bar", driven=False).allowable_motions()
    assert not found.b.any()
    assert (found.freedoms, found.finite, found.singular) == (1, 1, False)


def test_c_follows_the_velocities():
    """Without drivers c is quadratic in the velocities."""
    m = gallery.get("spatial four-bar", driven=False)
    rest = m.allowable_motions()
    close(rest.c, np.zeros(len(rest.equations)), 0.0)
    once, twice = rest.moving([1.0]), rest.moving([2.0])
    close(twice.c, 4 * once.c, 1e-12 * np.abs(twice.c).max())
    close(once.zdot, [1.0])
    assert np.abs(once.c).max() > 0.1


def test_pendulum_by_hand():
    """A rod of 2 m about its end: the centre turns at 1 m; q'' = -w^2 r at w'' = 0."""
    m = lw.Mechanism("pendulum", plane="xz")
    rod = m.body("rod", lw.rod(length=2.0, mass=1.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=0.0, rate=3.0)
    found = m.allowable_motions(method="gauss")
    assert found.coordinates == ("rod.vx", "rod.vz", "rod.w")
    assert found.equations == ("pin[0]", "pin[1]")
    assert found.independent in (("rod.vz",), ("rod.w",))
    close(found.R[:, 0] / found.R[2, 0], [0.0, 1.0, 1.0])
    close(found.qdot, [0.0, 3.0, 3.0])
    close(found.acceleration([0.0]), [-9.0, 0.0, 0.0])
    assert "rod.vz" in str(found)


def equal_slider_crank(angle: float) -> lw.Mechanism:
    m = gallery.get("slider-crank", crank=0.1, rod=0.1, driven=False)
    m.place("crank", angle=angle)
    m.place("rod", angle=-angle)
    m.place("slider", at=(0.2 * np.cos(angle), 0))
    return m


def parallelogram(angle: float) -> lw.Mechanism:
    m = gallery.get("four-bar ladder", n=1, driven=False)
    m.place("crank_0", angle=angle)
    m.place("crank_1", angle=angle)
    return m


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("build", "singular", "regular"),
    [(equal_slider_crank, np.pi / 2, 1.0), (parallelogram, 0.0, 1.0)],
    ids=["equal slider-crank", "parallelogram"],
)
def test_singular_positions_have_a_larger_space(build, singular, regular, method):
    there, elsewhere = (build(a).allowable_motions(method=method) for a in (singular, regular))
    assert (there.freedoms, there.finite, there.singular) == (2, 1, True)
    assert "2 velocities are free: it is a singular position" in str(there)
    assert (elsewhere.freedoms, elsewhere.finite, elsewhere.singular) == (1, 1, False)
    assert "singular" not in str(elsewhere)


def test_a_driver_at_a_dead_point_is_reported():
    m = gallery.get("slider-crank", driven=False)
    m.place("crank", angle=0.0)
    reach = float(m.assemble(hold=["crank"]).motion.joint("rail").translation[0])
    m.drive("rail.translation", f"{reach!r} + t")
    found = m.allowable_motions()
    assert found.singular
    assert "only infinitesimally" in found.status
    assert "do not allow the velocities that the drivers ask for" in found.status


def test_B_is_kept_through_calls():
    m, kept = gallery.get("four-bar", driven=False), KeptProjection("gauss")
    driven = gallery.get("four-bar")
    names = {m.allowable_motions(at=driven.pose(t), method=kept).independent for t in (0.0, 0.02, 0.04)}
    assert len(names) == 1
    assert kept.renewals == 0


def test_wrong_number_of_independent_velocities():
    with pytest.raises(ModelError, match="has 1 independent velocities here, not 2"):
        gallery.get("four-bar", driven=False).allowable_motions().velocity([1.0, 2.0])


def test_the_table_is_short():
    text = str(gallery.get("stewart platform", driven=False).in_space().allowable_motions())
    assert "R z6" in text
    free = lw.Mechanism("two bodies")
    free.body("one")
    free.body("two")
    text = str(free.allowable_motions())
    assert "12 velocities are free" in text
    assert "..." in text
    assert "R z7" not in text
