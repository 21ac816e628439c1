"""Mechanisms without loops, linearised along the tree of their joints: as by rows of joints, which all others are."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.solve.linear_state import LinearState, _named_loads
from linkwork.solve.linearise import Question, _states
from linkwork.solve.tree_state import TreeState

KINDS = [(kind, planar) for kind in ("fixed", "planar", "prismatic", "revolute") for planar in (False, True)]
KINDS += [("cylindrical", False), ("universal", False)]
"""Joints whose coordinates are their turns and slides, in space and in the plane."""

MATRICES = ("A", "B", "M", "damping", "stiffness")

CUBE = "(side.x/(1 m))^3"

FORCES = {
    "gravity": lambda m, planar: None,
    "spring": lambda m, planar: m.spring("F", "root.P", "tip.P", stiffness=40.0, damping=3.0, free_length=0.3),
    "pivot": lambda m, planar: m.rotational_spring("F", "A.angle", stiffness=5.0, damping=0.4, free_angle=0.3),
    "follower": lambda m, planar: m.point_force("F", "tip.P", "9*sin(5*t) + 4", direction=(0.6, 0.8), follows="body"),
    "fixed": lambda m, planar: m.point_force("F", "tip.P", 5.0, direction=(0.6, 0.8)),
    "law": lambda m, planar: m.point_force(
        "F", "side.P", "-20 N*(side.x/(1 m))^3 - 3 N*s/m*rate(tip.y)", direction="x"
    ),
    "bushing": lambda m, planar: m.bushing(
        "F", "ground.O", "tip.P", stiffness=30.0, damping=2.0, rotational_stiffness=3
    ),
}
"""One force each: between two bodies, along a joint, turning with its body, standing still, a law, all six at once."""


def markers(m, planar, one, two, k):
    """Return ends of a joint with oblique axes, in the plane across it."""
    if planar:
        return one.at(0.5, 0.1 * k), two.at(-0.3, 0.2)
    z = [(0.3, -0.5, 0.7), (0.1, 0.9, 0.2), (0.7, 0.2, -0.4)]
    return one.at(0.5, 0.1 * k, -0.2, z=z[k], x=(1.0, 0.4, -0.2)), two.at(-0.3, 0.2, 0.1, z=z[k], x=(0.9, 0.5, 0.3))


def fork(kind: str, planar: bool, force: str = "gravity") -> lw.Mechanism:
    """Return three bodies: the root hangs on the ground, the tip on the root, and the side, carried by end a, too."""
    m = lw.Mechanism(kind, plane="xy" if planar else None, gravity=(0.3, -9.81) if planar else (0.3, -9.81, 1.0))
    inertia = 0.2 if planar else [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.5]]
    com = (0.1, 0.05) if planar else (0.1, 0.05, -0.1)
    bodies = [m.body(name, mass=1.0 + k, com=com, inertia=inertia) for k, name in enumerate(("root", "tip", "side"))]
    for body in bodies:
        body.point("P", (0.4, -0.2) if planar else (0.4, -0.2, 0.3))
    root, tip, side = bodies
    m.joint("revolute", "A", *markers(m, planar, m.ground, root, 0))
    m.joint(kind, "B", *markers(m, planar, root, tip, 1))
    m.joint(kind, "C", *reversed(markers(m, planar, root, side, 2)))
    m.ground.point("O", (0.1, 0.2) if planar else (0.1, 0.2, 0.3))
    FORCES[force](m, planar)
    return m


def both_ways(m: lw.Mechanism, run, inputs=()):
    """Return the linear equations along a motion, by the tree and by rows."""
    plan, found = m.plan(), []
    for way in (TreeState, LinearState):
        question = Question(plan, None, tuple(inputs), ())
        if way is LinearState:
            question._lead = None
        state = question.at(_states(plan, run, None))
        assert type(state) is way
        found.append((state.equations, state.result()))
    return found


def check_alike(m: lw.Mechanism, run, inputs=()):
    """Matrices are alike to 1e-9 of their largest entry: joints of a simulated motion are closed to about 1e-11.

    Damping and stiffness that are small beside each other and the mass are alike to their size, in seconds.
    """
    (tree, last), (rows, same) = both_ways(m, run, inputs)
    for name in MATRICES:
        x, y = getattr(tree, name), getattr(rows, name)
        beside = [rows.M, rows.damping, rows.stiffness] if name in ("damping", "stiffness") else []
        size = max(np.abs(z).max(initial=0.0) for z in (y, *beside))
        np.testing.assert_allclose(x, y, rtol=0.0, atol=1e-9 * size, err_msg=name)
    np.testing.assert_allclose(last.shapes, same.shapes, atol=1e-9 * np.abs(same.shapes).max())
    assert (last.coordinates, last.units, last.notes) == (same.coordinates, same.units, same.notes)


@pytest.mark.parametrize(("kind", "planar"), KINDS)
def test_every_joint_as_by_rows(kind, planar):
    """In motion, at so many states that several groups of them are solved together."""
    m = fork(kind, planar, "spring")
    check_alike(m, m.simulate(0.3, points=19))


@pytest.mark.parametrize("name", ["6r robot", "flyball governor", "frame on a string", "gyroscope", "plate on a plane"])
def test_the_gallery_as_by_rows(name):
    entry = gallery.find(name)
    m = entry.build(driven=False) if "driven" in entry.parameters else entry.build()
    check_alike(m, m.simulate(0.2, points=3))


@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@pytest.mark.parametrize("force", FORCES)
def test_every_force_as_by_rows(force, planar):
    m = fork("revolute", planar, force)
    check_alike(m, m.simulate(0.3, points=3), inputs=_named_loads(m.plan()))


def chain(count: int, mass=lambda k: 1.0) -> lw.Mechanism:
    """Return a stretched chain along x; axes are across it, by turns y and z."""
    m = lw.Mechanism("chain", gravity=(0, 0, -9.81))
    before = m.ground.at(0, 0, 0)
    for k in range(count):
        inertia = mass(k) * np.diag([1e-3, 0.1, 0.1])
        link = m.body(f"link{k}", mass=mass(k), com=(0.5, 0, 0), inertia=inertia.tolist())
        m.revolute(f"J{k}", before, link.at(0, 0, 0), axis=((0, 1, 0), (0, 0, 1))[k % 2])
        m.place(link, (k, 0, 0))
        before = link.at(1, 0, 0)
    return m


@pytest.mark.parametrize("light", ["tip", "root"])
def test_masses_of_a_million_to_one(light):
    """The heavy body at the end of light ones, or before them: M of the rows is right to 1e-16 of its largest entry."""
    m = chain(4, lambda k: 1e-6 if (k == 3) == (light == "tip") else 1.0)
    run = m.simulate([0.0, 0.01])
    (tree, _), (rows, _) = both_ways(m, run)
    for name in ("M", "stiffness"):
        x, y = getattr(tree, name), getattr(rows, name)
        np.testing.assert_allclose(x, y, rtol=0.0, atol=1e-12 * np.abs(y).max(), err_msg=name)
    product = tree.M @ tree.A[:, 4:]
    expected = -np.concatenate([tree.stiffness, tree.damping], axis=2)
    sizes = np.abs(tree.M) @ np.abs(tree.A[:, 4:])
    assert (np.abs(product - expected) <= 1e-12 * sizes.max()).all()


def test_a_body_without_mass_at_the_end_gets_the_sentence_of_rows():
    m = chain(3, lambda k: 0.0 if k == 2 else 1.0)
    with pytest.raises(lw.ModelError, match="inertia"):
        m.linearise()


def test_coordinates_in_the_order_asked_for():
    m = fork("universal", False)
    run = m.simulate(0.1, points=2)
    first = m.linearise(run, 0.1)
    order = [3, 0, 4, 2, 1]
    other = m.linearise(run, 0.1, coordinates=[first.coordinates[k] for k in order])
    for name in ("M", "damping", "stiffness"):
        np.testing.assert_allclose(
            getattr(other, name),
            getattr(first, name)[np.ix_(order, order)],
            rtol=0.0,
            atol=1e-12 * np.abs(first.M).max(),
        )


def test_one_state_and_many_are_the_same():
    """To the last bit or two: lanes are summed alike, only loops of other lengths are vectors or not."""
    m = fork("cylindrical", False, "bushing")
    run = m.simulate(0.2, points=18)
    series = m.linearise_along(run)
    for k in (0, 17):
        np.testing.assert_allclose(series[k].A, series.A[k], rtol=0.0, atol=1e-13 * np.abs(series.A[k]).max())


@pytest.mark.parametrize("count", [5, 27])
def test_matrices_along_a_motion_are_those_of_its_states(count):
    """Mass, damping and stiffness, which are found when asked for: of few coordinates, and of many in small groups."""
    m = chain(count)
    run = m.simulate(np.linspace(0.0, 0.02, 18))
    series = m.linearise_along(run)
    for k in (0, 5, 17):
        for name in ("M", "damping", "stiffness", "A", "C"):
            x, y = getattr(series, name)[k], getattr(series[k], name)
            np.testing.assert_allclose(x, y, rtol=0.0, atol=1e-12 * max(np.abs(y).max(), 1.0), err_msg=name)
