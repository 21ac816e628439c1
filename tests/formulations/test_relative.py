"""Relative coordinates: the tree, the recursions, the choice by topology."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.masses import mass_weights
from linkwork.coordinates.relative import make_tree
from linkwork.errors import LinkworkError
from linkwork.formulations import Options, find
from linkwork.kernels.dynamics.dynamics import accelerate
from linkwork.kernels.trees.relative import accelerate_tree
from linkwork.topology.spanning_tree import spanning_tree

sys.path.append(str(Path(__file__).parents[1] / "laws"))
from law_models import ALONE
from test_dynamics_laws import heavy


def chain(count: int) -> lw.Mechanism:
    """Return a chain of rods on hinges with crossed axes, moving."""
    m = lw.Mechanism("chain", gravity=(0, 0, -9.81))
    last, at = m.ground, (0, 0, 0)
    for i in range(count):
        rod = m.body(f"rod{i}", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
        m.revolute(f"J{i}", last.at(*at), rod.at(0, 0, 0), axis="yz"[i % 2])
        m.place(rod, (i, 0, 0), rate=(0, 0.5, 0))
        last, at = rod, (1, 0, 0)
    return m


def both(m: lw.Mechanism):
    """Return accelerations (bodies, d) from relative and from reference-point coordinates at the start."""
    plan, start = m.plan(), m.start()
    relative = find("relative")(plan, Options())
    works = [relative.plan.bundle(start.poses), plan.bundle(start.poses)]
    for work, of in zip(works, (relative.plan, plan), strict=True):
        work.V[:, 0] = start.twists
        mass_weights(of, work)
    relative.install(works[0])
    accelerate_tree(works[0].H, 0.0)
    accelerate(works[1].H, 0.0)
    return works[0].x.copy(), works[1].x.copy(), works


# ---- the tree -----------------------------------------------------------------------------------


def test_joints_with_few_freedoms_go_first():
    edges = [(-1, 0, 3), (-1, 0, 1), (0, 1, 1), (-1, 1, 2)]
    assert spanning_tree(edges, 3) == [(1, -1, 0), (2, 0, 1), (-1, -1, 2)]


def test_four_bar_tree():
    tree = make_tree(gallery.get("four-bar").plan())
    assert len(tree.names) == 3
    assert sum(not e.driver for e in tree.cut) == 2


def test_free_body_hangs_on_the_ground():
    m = lw.Mechanism("stone", gravity=(0, 0, -9.81))
    stone = m.body("stone", mass=1.0, inertia=(1, 2, 3))
    m.place(stone, velocity=(1, 0, 2), rate=(0.1, 5, 0))
    tree = make_tree(m.plan())
    assert (len(tree.names), len(tree.rate_names), tree.cut) == (7, 6, [])
    runs = [m.simulate(1.0, points=3, formulation=name) for name in ("reference", "relative")]
    # a hundred steps of 1e-11 each
    np.testing.assert_allclose(runs[1].poses, runs[0].poses, atol=1e-9)


# ---- every joint --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ALONE, ids=str)
def test_accelerations_of_every_joint(case):
    try:
        x, expected, works = both(heavy(case))
    except LinkworkError as error:
        pytest.skip(str(error))
    # rounding of two solves of some ten unknowns; redundant rows are refined to 1e-10
    np.testing.assert_allclose(x, expected, atol=1e-9 * max(1.0, np.abs(expected).max(initial=0.0)))
    np.testing.assert_allclose(works[0].q[:, :3], works[1].q[:, :3], atol=1e-12)
    np.testing.assert_allclose(works[0].V[:, 0], works[1].V[:, 0], atol=1e-10 * max(1.0, np.abs(works[1].V).max()))


@pytest.mark.parametrize("name", gallery.names())
def test_positions_of_the_gallery(name):
    m = gallery.get(name)
    plan, poses = m.plan(), m.assemble().poses
    relative = find("relative")(plan, Options())
    work = relative.plan.bundle(poses)
    relative.install(work)
    # joints are closed to 1e-12 of the size; a long chain adds up its rounding
    np.testing.assert_allclose(work.q, poses, atol=1e-11 * max(1.0, plan.length))


# ---- chains -------------------------------------------------------------------------------------


def test_a_chain_agrees_with_reference_point_coordinates():
    x, expected, works = both(chain(30))
    # the reference solve has 150 rows; its rounding grows with the length of the chain
    np.testing.assert_allclose(x, expected, atol=1e-10 * np.abs(expected).max())
    assert works[0].rows.size == 0


def test_memory_of_a_chain_is_linear():
    sizes = [find("relative")(chain(n).plan(), Options()).plan.layout.size for n in (10, 20)]
    assert sizes[1] < 2.1 * sizes[0]


def test_energy_of_a_long_chain():
    run = chain(60).simulate(0.2, points=3, tolerance=1e-10)
    assert run.formulation.NAME == "relative"
    assert run.drift < 1e-8 * run.energy.kinetic.max()


# ---- the choice ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "chosen", "why"),
    [
        ("6r robot", "relative", "no loops"),
        ("stewart platform", "relative", "few loops"),
        ("four-bar", "reference", "planar loops"),
        ("bennett", "reference", "redundant"),
    ],
)
def test_chosen_by_topology(name, chosen, why):
    run = gallery.get(name).simulate(0.001, points=2)
    assert chosen == run.formulation.NAME
    assert why in run.formulation.why
    assert run.formulation.why in run.summary()


def test_events_stop_a_run_in_relative_coordinates():
    run = chain(3).simulate(2.0, stop_when="J0.angle > 1.0")
    assert run.formulation.NAME == "relative"
    # the event is found to rounding of the time, 1e-13 of a step
    assert run.joint("J0").angle[-1] == pytest.approx(1.0, abs=1e-9)


def test_contacts_are_declined_in_words():
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=0.1)
    m.place(ball, (0, 1))
    m.rigid_contact("floor", "ball.y", limit=0.0)
    with pytest.raises(lw.ModelError, match="'relative' does not apply to 'ball': contacts and friction"):
        m.simulate(1.0, formulation="relative")


@pytest.mark.parametrize("kind", ["point_on_line", "point_on_plane"])
def test_a_slot_on_the_carried_body_lies_along_its_own_axis(kind):
    # The pin is on the ground, the slot on the body: the tree follows the joint backwards; axes of the markers differ.
    m = lw.Mechanism("slotted", gravity=(0, 0, -9.81))
    body = m.body("body", mass=1.0, com=(0.3, 0.1, 0.2), inertia=(0.1, 0.2, 0.25))
    slot, pin = body.frame("slot", (0.1, 0, 0), z=(1, 2, 3)), m.ground.frame("pin", (0, 0, 0), z="x")
    m.joint(kind, "S", slot, pin)
    m.place(body, (-0.1, 0, 0), rate=(0.5, 1.0, -0.7))
    found, expected, _ = both(m)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    run, other = (m.simulate(0.5, points=3, formulation=f) for f in ("relative", "reference"))
    # both to a tolerance of 1e-9 a step
    assert run.poses == pytest.approx(other.poses, abs=1e-7)
