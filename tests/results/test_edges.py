"""Forces at the edges of sliders and at the ends of bearings: closed forms, and static equality in general."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

MASS, GRAVITY, PUSH, HEIGHT = 3.0, 9.81, 40.0, 0.05


def pushed_block(plane="xy", spatial=False):
    """Return a block on a level guide, pushed above it: the guide bears weight and couple."""
    gravity = (0, -GRAVITY)
    m = lw.Mechanism("block", plane=plane, gravity=gravity, spatial=spatial)
    block = m.body("block", mass=MASS, inertia=(0.1, 0.1, 0.1) if spatial else 0.1)
    m.prismatic("guide", m.ground.at(0, 0), block.at(0, 0))
    m.point_force("push", block.at(0, HEIGHT), force=(PUSH, 0))
    return m


@pytest.mark.parametrize(("plane", "spatial"), [("xy", False), ("xz", False), ("xy", True)])
def test_block_pushed_above_its_guide(plane, spatial):
    run = pushed_block(plane, spatial).simulate(0.1, points=3)
    edges = run.joint("guide").edges("200 mm")
    # Weight on both edges alike; the push lifts the block behind and presses it down in front: P h / b.
    behind, ahead = MASS * GRAVITY / 2 - PUSH * HEIGHT / 0.2, MASS * GRAVITY / 2 + PUSH * HEIGHT / 0.2
    np.testing.assert_allclose(edges.forces[:, :, 1], np.tile([behind, ahead], (3, 1)), rtol=1e-12)
    np.testing.assert_allclose(edges.forces[:, :, 0], 0.0, atol=1e-12)
    np.testing.assert_allclose(edges.axial, 0.0, atol=1e-12)
    np.testing.assert_allclose(edges.points[:, 1, 0] - edges.points[:, 0, 0], 0.2, rtol=1e-12)
    np.testing.assert_allclose(edges.sizes, np.abs(np.tile([behind, ahead], (3, 1))), rtol=1e-12)
    if not spatial:
        np.testing.assert_allclose(edges.across, np.tile([behind, ahead], (3, 1)), rtol=1e-12)
    assert str(edges).startswith("forces of ground on block at the two ends of 'guide', 0.2 m apart")


def test_a_sleeve_that_holds_a_rod_stays_where_it_is():
    m = pushed_block()
    m.place("block", at=(0.3, 0))
    run = m.simulate(0.1, points=3)
    edges = run.joint("guide").edges(0.2, at="a", offset=0.05)
    middle = edges.points.mean(axis=1)
    np.testing.assert_allclose(middle, np.tile([0.05, 0.0], (3, 1)), atol=1e-15)
    arm = run["block.x"] - 0.05
    # Moments about the middle of the sleeve: weight at the arm, push at its height, the sleeve's couple.
    couple = MASS * GRAVITY * arm + PUSH * HEIGHT
    np.testing.assert_allclose((edges.across[:, 1] - edges.across[:, 0]) * 0.1, couple, rtol=1e-12)


@pytest.mark.parametrize("kind", ["revolute", "cylindrical"])
def test_overhung_disc_on_a_shaft(kind):
    m = lw.Mechanism("shaft", gravity=(0, 0, -GRAVITY))
    disc = m.body("disc", mass=MASS, inertia=(0.2, 0.1, 0.1))
    m.joint(kind, "bearing", m.ground.at(0, 0, 0, z=(1, 0, 0)), disc.at(-0.3, 0, 0, z=(1, 0, 0)))
    run = m.simulate(0.1, points=3)
    edges = run.joint("bearing").edges(0.1)
    # A weight at 0.3 m from the middle of a bearing 0.1 m long: m g (1/2 -+ 0.3 / 0.1).
    weight = MASS * GRAVITY
    np.testing.assert_allclose(edges.forces[:, 0], np.tile([0, 0, weight * (0.5 - 3.0)], (3, 1)), atol=1e-10)
    np.testing.assert_allclose(edges.forces[:, 1], np.tile([0, 0, weight * (0.5 + 3.0)], (3, 1)), atol=1e-10)
    np.testing.assert_allclose(edges.moment, 0.0, atol=1e-12)
    assert edges.across is None


@pytest.mark.parametrize("name", ["slider-crank", "RSCR", "quick return"])
@pytest.mark.parametrize("at", ["a", "b"])
def test_they_are_statically_equal_to_force_and_couple(name, at):
    m = gallery.get(name)
    kinds = ("prismatic", "cylindrical") if m.space.planar else ("prismatic", "cylindrical", "revolute")
    found = [j.name for j in m.joints.values() if j.KIND in kinds]
    assert found
    run = m.inverse(np.linspace(0.0, 1.0, 7))
    for joint in (run.joint(n) for n in found):
        edges = joint.edges(0.07, at=at, offset=0.02)
        u = (edges.points[:, 1] - edges.points[:, 0]) / edges.length
        total = edges.forces.sum(axis=1) + edges.axial[:, None] * u
        scale = max(1.0, np.abs(joint.force).max(), np.abs(joint.torque).max() / edges.length)
        np.testing.assert_allclose(total, joint.force, atol=1e-11 * scale)
        point = run.point(m.joints[joint.name].b).position
        moments = sum(cross(edges.points[:, k] - point, edges.forces[:, k]) for k in range(2))
        middle = edges.points.mean(axis=1)
        moments = moments + cross(middle - point, edges.axial[:, None] * u)
        moments = moments + (edges.moment[:, None] * u if u.shape[1] == 3 else 0.0)
        np.testing.assert_allclose(moments, joint.torque, atol=1e-11 * scale)


def cross(arm, force):
    if arm.shape[1] == 3:
        return np.cross(arm, force)
    return arm[:, 0] * force[:, 1] - arm[:, 1] * force[:, 0]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda run: run.joint("guide").edges(0.0), "length is the distance of its ends, not 0.0"),
        (lambda run: run.joint("guide").edges("2 kg"), "Edges of joint 'guide': length: '2 kg' is a mass"),
        (lambda run: run.joint("guide").edges(0.1, at="c"), "the middle is at 'a' or 'b', not at 'c'"),
    ],
)
def test_wrong_questions(ask, words):
    with pytest.raises(lw.ModelError, match=words):
        ask(pushed_block().simulate(0.1, points=2))


def test_joints_without_edges_say_so():
    run = gallery.get("four-bar").inverse([0.0])
    with pytest.raises(lw.ModelError, match=r"across the plane.*Compute in space \(spatial=True\)"):
        run.joint("A").edges(0.1)
    m = lw.Mechanism("ball", gravity=(0, 0, -9.81))
    body = m.body("body", mass=1.0, inertia=(1, 1, 1))
    m.spherical("S", m.ground.at(0, 0, 0), body.at(0, 0, 0))
    with pytest.raises(lw.ModelError, match="The spherical joint 'S' has no edges"):
        m.simulate(0.1, points=2).joint("S").edges(0.1)
