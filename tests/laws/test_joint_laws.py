"""Laws that every joint obeys, in plane and space, whatever its equations are.

Differences are central and of sixth order with h = 2e-3: they are off by about h^6 = 6e-17 times the
seventh derivative, and by about 1e-16 / h = 5e-14 times the size of the terms for rounding. Poses are
kept away from the singular places of the measures, where seventh derivatives stay below some 1e5. The
limit 1e-9 is a hundred times what that gives, and a wrong term in a derivative is of the order of 1.
"""

from __future__ import annotations

import re
import zlib

import numpy as np
import pytest
from law_models import (
    BETWEEN,
    CASES,
    FORMULAS,
    Case,
    Prescribed,
    freedoms_of,
    moved,
    placed,
    product_of,
    random_pose,
    residual_jet,
    rotation_of,
    slope,
    without_turns,
)

import linkwork as lw
from linkwork.joints import REGISTRY
from linkwork.solve.engine import Engine
from linkwork.solve.hints import Hints
from linkwork.solve.nearest import Search

STEP, LIMIT = 2e-3, 1e-9
ROUNDING = 1e-12
"""For quantities that must agree up to rounding: a few thousand times 2e-16, sizes being about 1."""


def rng_of(case: Case, extra: int = 0) -> np.random.Generator:
    return np.random.default_rng([zlib.crc32(str(case).encode()), extra])


def prepared(case: Case, driven: bool = False) -> tuple[Engine, np.random.Generator]:
    engine = Engine(case.model(driven=driven).plan())
    return engine, rng_of(case)


def names_of(engine: Engine) -> list[str]:
    return [f"{e.owner}: {e.meaning}" for e in engine.plan.equations]


def agree(actual: np.ndarray, expected: np.ndarray, limit: float, engine: Engine, what: str) -> None:
    """Compare equation by equation, and say which equation is wrong."""
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    off = np.abs(np.asarray(actual) - expected)
    wrong = [f"{n} (off by {d:.1e})" for n, d in zip(names_of(engine), off, strict=True) if not d <= limit * scale]
    assert not wrong, f"{what}: " + "; ".join(wrong)


# ---- every kind is covered ----------------------------------------------------------------------


def test_every_kind_of_joint_is_tried_in_space():
    missing = set(REGISTRY) - {case.kind for case in CASES if not case.planar}
    assert not missing, f"no sample in law_models fits these joints in space: {missing}"


# Equations left: in space; in the plane with the axis normal to it; in the plane with the axis in it.
# From the equations in the joints' documentation; None: it does not fit.
COUNTS = {
    "revolute": (5, 2, None),
    "spherical": (3, 2, 2),
    "prismatic": (5, None, 2),
    "cylindrical": (4, 2, 2),
    "planar": (3, 0, 2),
    "universal": (4, None, None),
    "fixed": (6, 3, 3),
    "point_on_line": (2, None, 1),
    "point_on_plane": (1, 0, 1),
    "parallel": (2, 0, 1),
    "perpendicular": (1, None, 1),
    "constant_orientation": (3, 1, 1),
    "constant_angle": (1, 1, None),
    "constraint": (1, 1, 1),
    "knife_edge": (2, 1, None),
    "coupling": (1, 1, 1),
    "gear": (1, 1, None),
    "bevel_gear": (1, None, None),
    "crossed_gear": (1, None, None),
    "rack": (1, 1, None),
    "belt": (1, 1, None),
    "screw": (5, None, None),
}
RODS = {
    "spherical-spherical": (1, 1),
    "revolute-spherical": (2, 1),
    "spherical-revolute": (2, 1),
    "revolute-revolute": (4, 1),
}


@pytest.mark.parametrize("kind", [kind for kind in sorted(REGISTRY) if kind in COUNTS])
def test_number_of_equations(kind):
    for case in [c for c in CASES if c.kind == kind]:
        expected = COUNTS[kind][("oblique", "normal", "inside").index(case.axes)]
        left = [e.meaning for e in case.model().plan().equations]
        assert len(left) == expected, f"{case}: {left}"
    fitting = {case.axes for case in CASES if case.kind == kind}
    documented = {a for a, n in zip(("oblique", "normal", "inside"), COUNTS[kind], strict=True) if n is not None}
    assert fitting == documented, f"{kind} fits with axes {fitting}, its documentation says {documented}"


@pytest.mark.parametrize("ends", list(RODS))
def test_number_of_equations_of_a_rod(ends):
    cases = [c for c in CASES if c.kind == "rod" and ("rod_ends", ends) in c.options and c.axes != "inside"]
    assert {case.planar for case in cases} == {True, False}
    for case in cases:
        assert len(case.model().plan().equations) == RODS[ends][case.planar]


@pytest.mark.parametrize("kind", sorted(REGISTRY))
def test_documented_counts_are_true(kind):
    text = " ".join((REGISTRY[kind].rows.__doc__ or "").split())
    told = {
        "oblique": re.search(r"(\d+) equations?(?: in space|\.)", text),
        "first" if REGISTRY[kind].AXIS == "first" else "normal": re.search(r"(\d+) in the plane", text),
    }
    for axes, match in told.items():
        for case in CASES:
            if match and case.kind == kind and case.axes == ("inside" if axes == "first" else axes):
                assert len(case.model().plan().equations) == int(match[1]), f"{case}: '{text}'"


@pytest.mark.parametrize("case", [c for c in CASES if not c.planar and not c.grounded], ids=str)
def test_one_reaction_in_words_for_every_equation(case):
    # A rod with fewer equations names the first of its reactions.
    rows = case.model().joints["J"].rows()
    assert len(REGISTRY[case.kind].REACTIONS) >= len(rows)
    assert len({row.meaning for row in rows}) == len(rows), "two equations have the same words"


# ---- derivatives --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_jacobian_is_the_slope_of_the_residuals(case):
    engine, rng = prepared(case, driven=True)
    plan, t = engine.plan, 0.7
    wrapped = [e.wrap for e in plan.equations]
    for _ in range(3):
        q = random_pose(plan, rng)
        jacobian = engine.jacobian(q, t) * np.array([e.level == 0 for e in plan.equations]).reshape(-1, 1)
        for k in range(plan.coordinates):
            unit = np.zeros(plan.coordinates)
            unit[k] = 1.0
            x = unit.reshape(plan.weight.shape)
            column = slope(lambda s, q=q, x=x: engine.residuals(moved(q, x, s), t), STEP, wrapped)
            agree(jacobian[:, k], column, LIMIT, engine, f"{case}, column {k}")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_time_derivatives_along_a_prescribed_motion(case):
    """Every derivative of Phi is the slope of the one before: dPhi/dt, then gamma, then the jerk terms."""
    engine, rng = prepared(case, driven=True)
    wrapped = [e.wrap for e in engine.plan.equations]
    for _ in range(2):
        motion = Prescribed(random_pose(engine.plan, rng), case.planar, rng)
        t0 = 0.3  # the drivers' own time; the motion starts from the random pose

        def jet(s, motion=motion, t0=t0):
            return residual_jet(engine, *motion.at(s), t0 + s)

        here = jet(0.0)
        for order in range(3):
            numeric = slope(lambda s, n=order: jet(s)[:, n], STEP, wrapped if order == 0 else None)
            known = [e.level <= order for e in engine.plan.equations]
            agree(here[:, order + 1] * known, numeric, LIMIT, engine, f"{case}, derivative {order + 1} of Phi")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_right_sides_of_velocity_acceleration_and_jerk(case):
    """Phi' = J v - b1, Phi'' = J a - gamma(v), Phi''' = J j - b3(v, a), for any motion whatever."""
    engine, rng = prepared(case, driven=True)
    q = random_pose(engine.plan, rng)
    _, v = Prescribed(q, case.planar, rng).at(0.0)
    t = 0.3
    whole = residual_jet(engine, q, v, t)
    jacobian = engine.jacobian(q, t)
    for order in (1, 2, 3):
        right = -residual_jet(engine, q, v, t, unknown=order)[:, order]
        split = jacobian @ freedoms_of(engine, v, order) - right
        agree(split, whole[:, order], ROUNDING, engine, f"{case}, order {order}")


def test_prescribed_motion_is_consistent():
    """The prescribed motion itself: its velocities are slopes of its poses, and so on (limit as above)."""
    rng = np.random.default_rng(3)
    q = np.array([[0.3, -0.2, 0.5, 0.5, 0.5, -0.5, 0.5], [1.0, 0.0, 0.2, 1.0, 0.0, 0.0, 0.0]])
    motion = Prescribed(q, False, rng)
    np.testing.assert_allclose(motion.at(0.0)[0], q, atol=1e-15)
    t = 0.4
    pose, v = motion.at(t)
    for b in range(2):
        np.testing.assert_allclose(slope(lambda s, b=b: motion.at(t + s)[0][b, :3], STEP), v[b, 0, :3], atol=LIMIT)
        turn = slope(lambda s, b=b: rotation_of(motion.at(t + s)[0][b, 3:]), STEP) @ rotation_of(pose[b, 3:]).T
        np.testing.assert_allclose([turn[2, 1], turn[0, 2], turn[1, 0]], v[b, 0, 3:], atol=LIMIT)
        for n in range(2):
            np.testing.assert_allclose(
                slope(lambda s, b=b, n=n: motion.at(t + s)[1][b, n], STEP), v[b, n + 1], atol=LIMIT
            )


# ---- forces -------------------------------------------------------------------------------------


def closed_pose(case: Case, engine: Engine, model: lw.Mechanism) -> np.ndarray:
    """Return a pose in which the joint is closed, from a random one; teeth need no bearings for that."""
    plan = engine.plan.positions
    hints = Hints.poses(plan, random_pose(plan, rng_of(case, 1)))
    q, _ = Search(Engine(plan), hints, 0.0, np.ones(plan.weight.shape), 1e-12, 0).run()
    assert q is not None
    return q


@pytest.mark.parametrize("case", BETWEEN, ids=str)
def test_every_row_is_a_force_system_in_balance(case):
    """Action = reaction: the forces and moments of a row on its two bodies add up to nothing.

    A closed joint is needed: equations along fixed axes act at two points that must be one. Closing
    is right to 1e-14, so the sums are too; 1e-12 leaves room.
    """
    model = case.model()
    engine = Engine(model.plan())
    q = closed_pose(case, engine, model)
    rows = engine.jacobian(q, 0.0).reshape(len(engine.plan.equations), 2, engine.plan.freedoms)
    for meaning, row in zip(names_of(engine), rows, strict=True):
        for about in (np.zeros(3), np.array([1.7, -0.9, 0.4])):
            force, moment = np.zeros(3), np.zeros(3)
            for b, wrench in enumerate(row):
                f, m = np.zeros(3), np.zeros(3)
                if case.planar:
                    f[:2], m[2] = wrench[:2], wrench[2]
                    arm = (q[b, :3] - about) * [1, 1, 0]
                else:
                    f, m = wrench[:3], wrench[3:]
                    arm = q[b, :3] - about
                force += f
                moment += m + np.cross(arm, f)
            limit = ROUNDING * max(1.0, np.abs(row).max())  # a heading between near points has a steep gradient
            assert np.abs(force).max() < limit, f"{case}, {meaning}: forces add up to {force}"
            assert np.abs(moment).max() < limit, f"{case}, {meaning}: moments add up to {moment}"
        assert np.abs(row).max() > 1e-3, f"{case}, {meaning}: the row does nothing"


# ---- frames -------------------------------------------------------------------------------------


def carried(q: np.ndarray, shift: np.ndarray, e: np.ndarray) -> np.ndarray:
    """Return all poses after one rigid motion: a turn e about the origin, then a shift."""
    out = q.copy()
    for pose in out:
        pose[:3] = rotation_of(e) @ pose[:3] + shift
        pose[3:] = product_of(e, pose[3:])
    return out


@pytest.mark.parametrize("case", BETWEEN, ids=str)
def test_residuals_do_not_know_the_ground(case):
    """Moved as one body, a joint between moving bodies keeps its residuals, closed or open.

    The gap of two points is told along the ground's axes: its components turn with the bodies.
    """
    model = case.model()
    engine = Engine(model.plan())
    rng = rng_of(case, 2)
    turn = np.array([0.4, 0.0, 0.0, 0.8]) if case.planar else rng.normal(size=4)
    turn /= np.linalg.norm(turn)
    shift = np.array([0.6, -1.3, 0.0 if case.planar else 0.8])
    gap = [i for i, e in enumerate(engine.plan.equations) if e.gauges[0].kind == "component"]
    axes = [engine.plan.equations[i].gauges[0].axis for i in gap]
    for q in (random_pose(engine.plan, rng), closed_pose(case, engine, model)):
        before, after = engine.residuals(q, 0.0), engine.residuals(carried(q, shift, turn), 0.0)
        if gap:
            vector = np.zeros(3)
            vector[axes] = before[gap]
            before[gap] = (rotation_of(turn) @ vector)[axes]
        steep = max(1.0, np.abs(engine.jacobian(q, 0.0)).max(initial=0.0))  # a heading between near points
        agree(after, before, ROUNDING * steep, engine, f"{case}")


# ---- exchanged ends -----------------------------------------------------------------------------

# For joints that treat their ends alike: what a coordinate becomes when a and b are exchanged.
EXCHANGED = {
    "revolute": {"angle": ("angle", -1)},
    "cylindrical": {"angle": ("angle", -1), "translation": ("translation", -1)},
    "prismatic": {"translation": ("translation", -1)},
    "planar": {"angle": ("angle", -1)},
    "universal": {"angle": ("angle_b", 1), "angle_b": ("angle", 1)},
    "rod": {"distance": ("distance", 1)},
    "spherical": {},
    "fixed": {},
    "parallel": {},
    "perpendicular": {},
    "constant_orientation": {},
}


@pytest.mark.parametrize("case", [c for c in BETWEEN if c.kind in EXCHANGED and c.axes != "inside"], ids=str)
def test_exchanging_the_ends(case):
    """The same poses are closed, the same velocities are free, and coordinates change sign where they should."""
    model, other = case.model(), case.model(swapped=True)
    engine, exchanged = Engine(model.plan()), Engine(other.plan())
    q = closed_pose(case, engine, model)
    left = np.abs(exchanged.residuals(q, 0.0)).max(initial=0.0)
    assert left < ROUNDING, f"{case}: with exchanged ends the closed joint is open by {left:.1e}"
    first, second = engine.jacobian(q, 0.0), exchanged.jacobian(q, 0.0)
    rank = [np.linalg.matrix_rank(rows, tol=1e-9) for rows in (first, second, np.vstack([first, second]))]
    assert len(set(rank)) == 1, f"{case}: ranks {rank} of the joint, the exchanged joint and both together"
    one, two = (m.assemble(start=q).motion.joint("J") for m in (model, other))
    for name, (becomes, sign) in EXCHANGED[case.kind].items():
        before, after = getattr(one, name)[0], getattr(two, becomes)[0]
        off = after - sign * before
        if name.startswith("angle"):
            off -= 2 * np.pi * np.round(off / (2 * np.pi))
        assert abs(off) < 1e-11, f"{case}: {name} = {before} becomes {after}"


@pytest.mark.parametrize("case", [c for c in BETWEEN if c.kind == "constant_angle" and c.axes == "normal"], ids=str)
def test_a_constant_angle_changes_sign(case):
    model, other = case.model(), case.model(swapped=True)
    q = closed_pose(case, Engine(model.plan()), model)
    angle = dict(case.options)["angle"]
    turned = model.assemble(start=q).motion.joint("J").angle[0] - angle  # full turns are those of the bodies
    assert turned == pytest.approx(2 * np.pi * round(turned / (2 * np.pi)), abs=1e-12)
    # The exchanged joint holds b's angle from a at +0.4 instead of -0.4: it is open by twice the angle.
    open_by = Engine(other.plan()).residuals(q, 0.0)[0]
    assert open_by == pytest.approx(-2 * angle, abs=1e-12)


# ---- closed conditions, in plain geometry -------------------------------------------------------


@pytest.mark.parametrize("case", BETWEEN, ids=str)
def test_measures_are_what_their_formulas_say(case):
    """Residuals against plain formulas on points and vectors, worked out apart from the kernels."""
    engine, rng = prepared(case)
    q = random_pose(engine.plan, rng)
    residuals = engine.residuals(q, 0.0)
    for e, r in zip(engine.plan.equations, residuals, strict=True):
        if e.single or e.weights:
            values = [FORMULAS[g.kind](placed(g, engine.plan, q), g.axis) for g in e.gauges]
            terms = zip(e.weights or (1.0,), values, e.rests or (0.0,), strict=True)
            value = sum(w * (v - rest) for w, v, rest in terms) - e.offset
            assert abs(without_turns(e, r - value)) < ROUNDING, f"{case}, {e.meaning}: {r} instead of {value}"


@pytest.mark.parametrize("axis", ["z", "-z"])
@pytest.mark.parametrize("rolling", [False, True])
def test_contacts_in_the_plane_whichever_way_their_axis_points(axis, rolling):
    """Rates of rigid bodies, the short way, are those of any features: `residual_jet` compares both."""
    m, egg = lw.Mechanism("contacts", plane="xy"), lw.polar("1 + 0.05*cos(3*u)")
    a, b, c, d = (m.body(name, mass=1.0, inertia=1.0) for name in "abcd")
    m.point_on_curve("P", a.at(0, 0), b.at(0, 0), curve=egg, radius=0.2, rolling=rolling, axis=axis)
    m.face_on_curve("F", a.at(0, 0), c.at(0, 0), curve=egg, rolling=rolling, axis=axis)
    m.curve_on_curve("C", a.at(0, 0), d.at(0, 0), curve=egg, curve_b=lw.ellipse(0.5, 0.4), rolling=rolling, axis=axis)
    engine, rng, q = Engine(m.plan()), np.random.default_rng(7), np.zeros((4, 7))
    q[1:, 1], q[:, 3] = 1.6 if axis == "z" else -1.6, 1.0
    jet = residual_jet(engine, *Prescribed(q, True, rng).at(0.0), 0.0)
    assert np.isfinite(jet).all()
    assert np.abs(jet[:, 1:]).min() > 0.0
