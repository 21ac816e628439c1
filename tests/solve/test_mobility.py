"""Mobility: freedoms, Grübler's count, redundant equations, and the words for them.

All numbers are whole; they come from closed forms and textbooks, as the comments say.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery


def shaky_truss() -> lw.Mechanism:
    """Two bars in line between two fixed pins: the middle pin may only wobble."""
    m = lw.Mechanism("shaky truss", plane="xy")
    left, right = m.body("left"), m.body("right")
    m.revolute("A", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("M", left.at(1, 0), right.at(0, 0))
    m.revolute("B", right.at(1, 0), m.ground.at(2, 0))
    return m


def arch() -> lw.Mechanism:
    """The same with bars that are not in line: a rigid three-hinged arch."""
    m = lw.Mechanism("arch", plane="xy")
    left, right = m.body("left"), m.body("right")
    m.revolute("A", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("M", left.at(1.2, 0), right.at(0, 0))
    m.revolute("B", right.at(1.2, 0), m.ground.at(2, 0))
    m.place(left, angle=0.6)
    m.place(right, angle=-0.6)
    return m


def equal_slider_crank() -> lw.Mechanism:
    """Equal bars, crank upright: the slider is over the pivot and the rod may turn with the crank at rest."""
    m = gallery.get("slider-crank", crank=0.1, rod=0.1, driven=False)
    m.place("crank", angle=np.pi / 2)
    m.place("rod", angle=-np.pi / 2)
    m.place("slider", at=(0, 0))
    return m


def flat_ladder(n: int) -> lw.Mechanism:
    """A ladder of n square four-bars with all bars in one line."""
    m = gallery.get("four-bar ladder", n=n, driven=False)
    for k in range(n + 1):
        m.place(f"crank_{k}", angle=0.0)
    return m


def wedge() -> lw.Mechanism:
    """Three sliders in a ring: a wedge lifts a block. The turns close by themselves."""
    m = lw.Mechanism("wedge", plane="xy")
    wedge, block = m.body("wedge"), m.body("block")
    m.prismatic("floor", m.ground.at(0, 0), wedge.at(0, 0), axis=(1, 0))
    m.prismatic("slope", wedge.at(0, 0), block.at(0, 0), axis=(0.8, 0.6))
    m.prismatic("wall", m.ground.at(0, 0), block.at(0, 0), axis=(0, 1))
    return m


def welded() -> lw.Mechanism:
    m = lw.Mechanism("welded")
    body = m.body("block")
    m.fixed("weld", m.ground.at(0, 0, 0), body.at(0, 0, 0))
    return m


def with_loose_body(spatial: bool) -> lw.Mechanism:
    m = gallery.get("spatial four-bar" if spatial else "four-bar", driven=False)
    m.body("loose")
    return m


def skew_four_bar() -> lw.Mechanism:
    """Four hinges in space whose axes are neither parallel nor concurrent nor Bennett's: a frame."""
    m = lw.Mechanism("skew four-bar")
    points = np.array([[0, 0, 0], [1, 0, 0.2], [1.1, 1.3, 0], [0.1, 1, 0.4]])
    axes = np.array([[0.1, 0.2, 1], [0.3, -0.4, 1], [-0.5, 0.1, 1], [0.2, 0.6, 1]])
    bodies = [m.ground, *(m.body(n) for n in ("one", "two", "three")), m.ground]
    for k in range(4):
        ends = (bodies[k].at(*points[k], z=axes[k], x="x"), bodies[k + 1].at(*points[k], z=axes[k], x="x"))
        m.revolute(f"R{k}", *ends)
    return m


# Model, freedoms of finite motions, of velocities here, Grübler's count, redundant equations.
TABLE = [
    (shaky_truss, 0, 1, 0, 1),  # 6 - 6; the bars pull against each other in line
    (arch, 0, 0, 0, 0),
    (equal_slider_crank, 1, 2, 1, 1),  # 9 - 8
    (lambda: flat_ladder(1), 1, 2, 1, 1),  # a square parallelogram, flat
    (lambda: flat_ladder(3), 1, 4, 1, 3),  # IFToMM benchmark A02: the flat ladder loses n ranks
    (wedge, 1, 1, 0, 1),  # 6 - 6; the three turns are one equation too many
    (welded, 0, 0, 0, 0),
    (skew_four_bar, 0, 0, -2, 2),  # 18 - 20; a general loop of four hinges is over-constrained and rigid
    (lambda: with_loose_body(False), 4, 4, 4, 0),
    (lambda: with_loose_body(True), 7, 7, 4, 3),
    (lambda: gallery.get("four-bar", driven=False), 1, 1, 1, 0),
    (lambda: gallery.get("four-bar", driven=False).in_space(), 1, 1, -2, 3),  # 18 - 20, as in the textbooks
    (lambda: gallery.get("slider-crank", driven=False).in_space(), 1, 1, -2, 3),
    (lambda: gallery.get("rssr", driven=False), 2, 2, 2, 0),
    (lambda: gallery.get("rod on a cube", driven=False), 2, 2, 2, 0),
    (lambda: gallery.get("bennett", driven=False), 1, 1, -2, 3),
    (lambda: gallery.get("bricard", driven=False), 1, 1, 0, 1),
    (lambda: gallery.get("sarrus", driven=False), 1, 1, 0, 1),
    (lambda: gallery.get("door", driven=False), 1, 1, -4, 5),
    (lambda: gallery.get("double parallel crank", driven=False), 1, 1, 0, 1),
    (lambda: gallery.get("hooke joint", driven=False), 1, 1, -2, 3),
    (lambda: gallery.get("spherical four-bar", driven=False), 1, 1, -2, 3),
    (lambda: gallery.get("jansen leg", driven=False), 1, 1, 1, 0),
    (lambda: gallery.get("peaucellier", driven=False), 1, 1, 1, 0),
    (lambda: gallery.get("stewart platform", driven=False), 6, 6, 6, 0),
    (lambda: gallery.get("6r robot", driven=False), 6, 6, 6, 0),
    (lambda: gallery.get("gyroscope", driven=False), 3, 3, 3, 0),
]


@pytest.mark.parametrize(
    ("build", "finite", "instantaneous", "grubler", "redundant"), TABLE, ids=[b().name for b, *_ in TABLE]
)
def test_table(build, finite, instantaneous, grubler, redundant):
    found = build().mobility()
    told = (found.degrees_of_freedom, found.instantaneous, found.grubler, len(found.redundant))
    assert told == (finite, instantaneous, grubler, redundant), str(found)
    # Two counts of the same thing: equations = rank + redundant, coordinates = rank + free velocities.
    assert found.equations == found.rank + len(found.redundant)
    assert found.coordinates == found.rank + found.instantaneous
    assert len(found.motions) == instantaneous
    assert found.violation < 1e-12


@pytest.mark.parametrize("build", [b for b, *_ in TABLE], ids=[b().name for b, *_ in TABLE])
def test_free_motions_are_free(build):
    """Every free motion told is one that the joints allow: J v = 0, to 1e-9 of the motion's size.

    The basis comes from singular vectors (rounding 1e-14 or so) and is then combined so that each motion is
    led by one joint; that loses the digits of a ratio of 1e4 at most.
    """
    from linkwork.solve.engine import Engine

    model = build()
    found = model.mobility()
    plan = model.plan()
    engine = Engine(plan)
    jacobian = engine.jacobian(model.assemble().poses, 0.0)
    rank = [np.zeros(plan.coordinates)]
    for motion in found.motions:
        v = np.zeros((len(plan.resolved.solids), plan.freedoms))
        for name, twist in motion.twists.items():
            v[plan.resolved.index[name]] = twist
        off = np.abs(jacobian @ v.ravel()).max(initial=0.0) / np.abs(v).max()
        assert off < 1e-9, f"'{motion.sentence}' opens a joint at {off:.1e}"
        rank.append(v.ravel() / np.abs(v).max())
    assert np.linalg.matrix_rank(np.array(rank), tol=1e-8) == found.instantaneous


# ---- in words -------------------------------------------------------------------------------------


def test_shaky_truss_in_words():
    text = str(shaky_truss().mobility())
    assert "has 0 degrees of freedom" in text
    assert "1 velocity is free, but only infinitesimally: it cannot really move" in text


def test_equal_slider_crank_in_words():
    text = str(equal_slider_crank().mobility())
    assert "has 1 degree of freedom." in text
    assert "2 velocities are free: it is a singular position" in text


def test_rssr_idle_spin_in_words():
    found = gallery.get("rssr", driven=False).mobility()
    words = found.motions_in_words
    assert any("'coupler' turns about the axis" in w and "nothing else moves" in w for w in words), words
    # The axis is the line through the two balls.
    idle = next(m for m in found.motions if "nothing else" in m.sentence)
    assembly = gallery.get("rssr", driven=False).assemble()
    line = assembly.motion.body("coupler").rotation[0][:, 0]
    spin = idle.twists["coupler"][3:]
    np.testing.assert_allclose(np.cross(line, spin / np.linalg.norm(spin)), 0.0, atol=1e-9)


def test_disconnected_body_in_words():
    found = with_loose_body(False).mobility()
    alone = [w for w in found.motions_in_words if "'loose'" in w]
    assert len(alone) == 3
    assert all("nothing else moves" in w for w in alone)
    spatial = with_loose_body(True).mobility()
    assert sum("'loose'" in w for w in spatial.motions_in_words) == 6


@pytest.mark.parametrize(
    ("build", "joint", "repeats"),
    [
        (wedge, "wall", ("floor", "slope")),
        (lambda: gallery.get("door", driven=False), "upper_hinge", ("lower_hinge",)),
        (lambda: gallery.get("spatial four-bar", driven=False), "D", ("A", "B", "C")),
        (shaky_truss, "B", ("A", "M")),
    ],
)
def test_redundancies_name_the_joints(build, joint, repeats):
    """The later of two joints that say the same is the redundant one, and the others are named."""
    found = build().mobility()
    assert {r.joint for r in found.redundant} == {joint}
    assert set().union(*(r.repeats for r in found.redundant)) == set(repeats)
    text = str(found)
    assert f"joint '{joint}'" in text
    assert all(f"'{name}'" in text for name in repeats)
    assert all(r.meaning for r in found.redundant)


def test_drivers_are_counted():
    m = gallery.get("four-bar")
    assert (m.mobility().drivers, m.mobility().driven) == (1, 1)
    m.drive("D.angle", gallery.get("four-bar").move([0.0]).joint("D").angle[0])
    found = m.mobility()
    assert (found.drivers, found.driven) == (2, 1)
    assert "one too many" in str(found)


def test_drivers_that_cannot_be_met_do_not_hide_the_mobility():
    m = gallery.get("slider-crank", driven=False)
    m.drive("rail.translation", 5.0)
    found = m.mobility()
    assert found.degrees_of_freedom == 1
    assert "What follows is without drivers" in str(found)


def test_grubler_is_a_count_in_the_sentences():
    text = str(gallery.get("bennett", driven=False).mobility())
    assert "Counting by Grübler gives -2 (18 coordinates - 20 equations)" in text
    assert "17 of the equations are independent" in text


def test_mobility_does_not_depend_on_size():
    """The same four-bar in micrometres and in kilometres (rank decisions are relative)."""
    for scale in (1e-6, 1.0, 1e3):
        lengths = {n: scale * v for n, v in (("ground", 4.0), ("crank", 1.5), ("coupler", 3.5), ("rocker", 3.0))}
        for m in (
            gallery.get("four-bar", driven=False, **lengths),
            gallery.get("spatial four-bar", driven=False, **lengths),
        ):
            found = m.mobility()
            assert found.degrees_of_freedom == 1, f"lengths times {scale:g}: {found}"
