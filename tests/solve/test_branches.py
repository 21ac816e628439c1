"""The ways to put a mechanism together: closed forms of dyads, searches, and motions that part at bifurcations."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.draw.items import Line
from linkwork.solve.branches import Branches


def closed(found: Branches) -> None:
    """Every branch closes its joints, and no two are the same."""
    assert [branch.number for branch in found] == list(range(len(found)))
    assert all(branch.assembly.violation < 1e-11 for branch in found)
    poses = [branch.assembly.poses for branch in found]
    assert all(np.abs(p - q).max() > 1e-3 for i, p in enumerate(poses) for q in poses[:i])


def four_bar(angle=1.0, r=(1.0, 3.0, 2.5, 3.2)):
    """Return a four-bar with a held crank: crank, coupler, rocker, ground."""
    m = lw.Mechanism("four-bar", plane="xy")
    crank, coupler, rocker = (m.body(name) for name in ("crank", "coupler", "rocker"))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(r[0], 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(r[1], 0), rocker.at(r[2], 0))
    m.revolute("D", m.ground.at(r[3], 0), rocker.at(0, 0))
    m.drive("A.angle", angle)
    m.place(rocker, angle=1.5)
    return m


@pytest.mark.parametrize("angle", [0.3, 1.0, 2.5, 4.0])
def test_four_bar_by_its_circles(angle):
    found = four_bar(angle).branches()
    assert (len(found), found.complete) == (2, True)
    closed(found)
    # The pin C lies where the circles about B and D meet: mirror images in the line BD.
    b, d = np.array([np.cos(angle), np.sin(angle)]), np.array([3.2, 0.0])
    e = (d - b) / np.hypot(*(d - b))
    pins = [d + 2.5 * np.array([np.cos(x), np.sin(x)]) for x in (branch.coordinates["D.angle"] for branch in found)]
    for pin in pins:
        assert np.hypot(*(pin - b)) == pytest.approx(3.0, abs=1e-12)
    across = [float(np.array([-e[1], e[0]]) @ (pin - b)) for pin in pins]
    assert across[0] == pytest.approx(-across[1], abs=1e-12)


def test_the_first_is_that_of_the_hints():
    m = four_bar()
    np.testing.assert_allclose(m.branches()[0].assembly.poses, m.assemble().poses, atol=1e-12)


def test_one_is_taken_by_its_number():
    m = four_bar()
    found = m.branches()
    np.testing.assert_array_equal(m.assemble(branch=1).poses, found[1].assembly.poses)
    moved = m.move([0.0, 0.1], start=found[1].start)
    np.testing.assert_allclose(moved.poses[0], found[1].assembly.poses, atol=1e-12)


@pytest.mark.parametrize("coordinates", ["natural", "mixed", "relative"])
def test_one_is_taken_in_other_coordinates(coordinates):
    m = four_bar()
    for branch in m.branches():
        found = m.assemble(branch=branch.number, coordinates=coordinates)
        np.testing.assert_allclose(found.poses, branch.assembly.poses, atol=1e-12)
        assert found.motion.in_coordinates is not None
        assert len(m.assemble(branch=branch.number, coordinates=coordinates, history=True).iterates) == 1


def test_a_run_stays_on_its_branch():
    m = gallery.get("four-bar")
    m.drivers.clear()
    m.gravity = (0, -9.81)
    found = m.branches(coordinates=["A.angle"])
    assert list(found.held) == ["A.angle"]
    assert "with A.angle = 0" in str(found)
    for branch in found:
        run = m.simulate(0.05, points=3, start=branch.start)
        assert np.exp(1j * run["D.angle"][0]) == pytest.approx(np.exp(1j * branch.coordinates["D.angle"]), abs=1e-9)


def test_out_of_reach_there_is_none_to_add():
    m = four_bar(0.0, (1.0, 1.0, 1.2, 3.2))
    m.place("rocker", angle=3.0)
    found = m.branches()
    # B and D are 2.2 m apart, as far as coupler and rocker reach: both ways are one.
    assert (len(found), found.complete) == (1, True)


@pytest.mark.parametrize(
    ("name", "count", "complete"),
    [
        ("slider-crank", 2, True),
        ("oscillating cylinder", 2, True),
        ("oldham", 1, True),
        ("jansen leg", 8, True),
        ("klann leg", 2, True),
        ("spherical four-bar", 2, False),
        ("rssr", 2, False),
        ("rscr", 4, False),
    ],
)
def test_mechanisms_of_the_gallery(name, count, complete):
    found = gallery.get(name).branches()
    assert (len(found), found.complete) == (count, complete)
    assert ("all there are, in closed form" if complete else "there may be others") in str(found)
    assert all(branch.assembly.violation < 1e-11 for branch in found)


def test_closed_forms_are_those_that_a_search_finds():
    m = gallery.get("jansen leg")
    closed(m.branches())
    spatial = lw.Mechanism.from_toml(m.to_toml().replace('plane = "xy"', 'plane = "xy"\nspatial = true'))
    search = spatial.branches(starts=400)
    assert not search.complete
    exact = {round(b.coordinates["X.angle"], 6) for b in m.branches()}
    assert {round(b.coordinates["X.angle"], 6) for b in search} <= exact


def test_slider_crank_by_the_line_of_its_slider():
    m = gallery.get("slider-crank")
    first, second = (b.coordinates["rail.translation"] for b in m.branches())
    crank, rod = 0.1, 0.25
    # At the dead centre: rod stretched out, rod folded back.
    assert (first, second) == (pytest.approx(crank + rod, abs=1e-12), pytest.approx(crank - rod, abs=1e-12))


def test_pins_at_one_point_are_one_pin():
    """Knee of a toggle press: rod, upper and lower link meet in it, whichever of them the pins are written between."""
    found = gallery.get("toggle press").branches()
    assert (len(found), found.complete) == (4, True)
    closed(found)
    knees = {round(branch.coordinates["frame_pin.angle"], 9) for branch in found}
    rams = sorted(branch.coordinates["rail.translation"] for branch in found)
    # The rod finds the knee on either side, and from there the lower link its rail above or below.
    assert len(knees) == 2
    assert len({round(ram, 9) for ram in rams}) == 3  # twice straight back at the pivot of the upper link


def test_all_six_modes_of_a_triad():
    """Rocker chain of Stephenson: the path of a coupler point meets a circle six times, as a fine scan finds them."""
    m = lw.Mechanism("triad", plane="xy")
    crank, coupler, rocker, rod = (m.body(name) for name in ("crank", "coupler", "rocker", "rod"))
    a, b, c, d, e, at, length = TRIAD
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(a, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(b, 0), rocker.at(c, 0))
    m.revolute("D", m.ground.at(d, 0), rocker.at(0, 0))
    m.revolute("E", coupler.at(*e), rod.at(0, 0))
    m.revolute("F", rod.at(length, 0), m.ground.at(*at))
    expected = scanned_modes(*TRIAD)
    assert len(expected) == 6
    m.place(crank, angle=expected[0])
    found = m.branches()
    assert not found.complete  # a search, which says that there may be others
    np.testing.assert_allclose(sorted(branch.coordinates["A.angle"] for branch in found), expected, atol=1e-3)


TRIAD = (1.6, 1.4, 1.0, 1.65, (-0.2, 0.8), (0.4, 0.5), 1.7)


def scanned_modes(a, b, c, d, e, at, length):
    """Return the crank angles at which the coupler point is at a distance from a pivot, to a thousandth."""
    angle = np.linspace(-np.pi, np.pi, 20001)
    pin, pivot, found = a * np.exp(1j * angle), d, []
    far = np.abs(pivot - pin)
    along = (far**2 + b**2 - c**2) / (2 * far)
    with np.errstate(invalid="ignore"):
        across = np.sqrt(b**2 - along**2)
    for side in (1, -1):
        turn = (pivot - pin) / far * (along + 1j * side * across) / b
        gap = np.abs(pin + complex(*e) * turn - complex(*at)) - length
        crossed = np.flatnonzero(gap[:-1] * gap[1:] < 0)
        found += [float(angle[k]) for k in crossed]
    return sorted(found)


def test_drawn_side_by_side(tmp_path):
    scene = four_bar().branches().draw(tmp_path / "both.svg")
    assert [text for text in scene.texts if "branch" in text] == ["four-bar: branch 0", "four-bar: branch 1"]
    alone = four_bar().draw()
    assert scene.size[0] > 1.5 * alone.size[0]


def test_side_by_side_to_one_scale():
    scene = gallery.get("toggle press").branches().draw()
    rods = [i for i in scene.items if isinstance(i, Line) and i.name == "rod"]
    lengths = {round(float(np.hypot(i.end[0] - i.start[0], i.end[1] - i.start[1])), 9) for i in rods}
    assert lengths == {0.22}
    assert len({text for text in scene.texts if text.endswith(" mm")}) == 1


def flat_ladder():
    m = gallery.get("four-bar ladder", n=1, driven=False)
    for body in ("crank_0", "crank_1", "coupler_1"):
        m.place(body, angle=0.0)
    return m


def test_motions_that_part_at_a_bifurcation():
    m = flat_ladder()
    found = m.branches()
    assert len(found.partings) == 2
    folded, parallel = found.partings
    # Crank and coupler of one length: they swing about the second pivot together, or the cranks stay parallel.
    assert folded.rates == {"A1.angle": pytest.approx(1.0), "B0.angle": pytest.approx(1.0)}
    assert parallel.rates["A0.angle"] == pytest.approx(parallel.rates["A1.angle"])
    assert parallel.rates["B0.angle"] == pytest.approx(-1.0)
    run = m.simulate(0.1, start=parallel.start(speed=-2.0))
    np.testing.assert_allclose(run["A0.angle"], run["A1.angle"], atol=1e-9)
    assert run["rate(A0.angle)"][0] == pytest.approx(-2.0, abs=1e-9)
    run = m.simulate(0.1, start=folded.start(speed=2.0))
    np.testing.assert_allclose(run["A0.angle"], 0.0, atol=1e-9)
    assert run["A1.angle"][-1] > 0.1
    assert "is a bifurcation, from which 2 motions part" in str(found)


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda m: m.branches()[2], IndexError, "'four-bar' has 2 branches, from 0 on"),
        (lambda m: m.branches(coordinates=["A.angel"]), lw.ModelError, "Did you mean 'A.angle'"),
        (lambda m: m.branches(coordinates=["A.angle"]), lw.ModelError, "beside its drivers; name as many"),
        (lambda m: m.assemble(branch=2), lw.ModelError, "'four-bar'"),
        (lambda m: m.assemble(branch=1, hold=["crank"]), lw.ModelError, "and hold= where it starts: give one"),
        (lambda m: m.assemble(branch=1, start=m.assemble()), lw.ModelError, "and start= where it starts"),
        (lambda m: m.branches(starts=0), lw.ModelError, "starts is the number of starting poses"),
    ],
)
def test_wrong_questions(ask, error, words):
    with pytest.raises(error, match=words):
        ask(four_bar())
