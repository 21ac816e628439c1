"""Rests in singular positions, as where links line up, and in indifferent ones: what derivatives there are."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError

G = 9.81


def hanging() -> lw.Mechanism:
    """Return a pantograph that hangs: its four bars line up, all of them straight down."""
    m = gallery.get("pantograph").without_drivers()
    m.gravity = (0, -G)
    return m


def parallelogram(angle: float) -> lw.Mechanism:
    """Return a parallelogram whose crank is held at an angle to the ground; at 0 its links line up."""
    m = lw.Mechanism("parallelogram", plane="xy", gravity=(0, -G))
    for name, value in {"L": 1.0, "r": 0.3, "held": angle}.items():
        m.parameter(name, value)
    crank, rocker = (m.body(name, lw.rod(length="r", mass=1.0)) for name in ("crank", "rocker"))
    coupler = m.body("coupler", lw.rod(length="L", mass=1.0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at("r", 0), coupler.at(0, 0))
    m.revolute("C", coupler.at("L", 0), rocker.at("r", 0))
    m.revolute("D", m.ground.at("L", 0), rocker.at(0, 0))
    m.place(crank, angle=angle)
    m.place(coupler, angle=0.0)
    m.place(rocker, angle=angle)
    m.drive("A.angle", "held", "motor")
    return m


def test_reactions_of_bars_that_line_up_are_not_unique():
    """With the bars p and q off the vertical, P takes W (p + q) / (2 (q - p)): any, by the way they come there."""
    found = hanging().equilibrium()
    assert found.singular
    assert "singular position" in str(found)
    known = found.motion.determinacy
    assert not known.joints["P"]["force y"]
    assert known.joints["O"]["force y"]  # the weight of all of them


def test_a_rest_elsewhere_is_not_singular():
    m = gallery.get("four-bar").without_drivers()
    m.gravity = (0, -G)
    found = m.equilibrium()
    assert not found.singular
    assert "singular" not in str(found)


def test_joints_that_are_redundant_everywhere_make_no_rest_singular():
    m = gallery.get("bennett").without_drivers()
    m.gravity = (0, 0, -G)
    found = m.equilibrium()
    assert not found.singular
    assert found.motion.determinacy.redundant == 3


@pytest.mark.parametrize("how", [None, "repeated"])
def test_a_force_that_is_not_unique_has_no_derivative(how):
    with pytest.raises(ModelError, match=r"'P.force.y' is not unique.*'C', 'A', 'D' and 'P'(.|\n)*singular"):
        hanging().gradient("P.force.y", analysis="equilibrium", how=how)


def test_the_energy_of_bars_that_line_up_has_a_derivative():
    """Centres of the four bars of 1 kg hang L/2, 3 L/2, 3 L/(2 r) and L/2 + 3 L/(2 r) deep: E = -g (5 L/2 + 3 L/r)."""
    found = hanging().gradient("energy.potential", analysis="equilibrium")
    L, r = 0.6, 2.0
    exact = {"bar_length": -G * (2.5 + 3.0 / r), "ratio": G * 3.0 * L / r**2}
    assert "singular position" in " ".join(found.notes)
    for name, error in zip(found.names, found.errors, strict=True):
        # differences of fourth order with steps of 1e-3 miss 1e-12 of it, the energy to 1e-15 leaves as much
        assert abs(found[name] - exact[name]) <= error + 1e-10 * abs(exact[name])
        assert error < 1e-8


@pytest.mark.parametrize("of", ["second.angle", "third.P.x"])
def test_errors_told_contain_how_well_the_position_is_known(of):
    """Bars hang straight down whatever their lengths: both derivatives are zero."""
    found = hanging().gradient(of, analysis="equilibrium")
    assert (np.abs(found.values) <= found.errors).all()
    assert (found.errors < 1e-4).all()


def test_a_driven_position_where_links_line_up():
    """The rocker may go on as in a parallelogram or as in an antiparallelogram: equations do not tell which."""
    m = parallelogram(0.0)
    assert m.equilibrium().singular
    with pytest.raises(ModelError, match=r"'C.force.x' is not unique"):
        m.gradient("C.force.x", analysis="equilibrium")
    with pytest.raises(ModelError, match="singular position"):
        m.gradient("rocker.angle", ["held"], analysis="equilibrium", how="direct")
    assert not parallelogram(0.5).equilibrium().singular


def test_what_rolls_is_placed_by_its_hints():
    """The front wheel of a car whose drivers are held is placed the wheelbase before the rear one: 1."""
    m = gallery.get("single-track car")
    found = m.gradient("front_wheel.x", ["wheelbase"], analysis="equilibrium")
    assert found["wheelbase"] == pytest.approx(1.0, abs=1e-9)  # a sum, to rounding over steps of 1e-3


def test_where_an_indifferent_mechanism_rests_has_no_derivative_however_it_is_asked_for():
    m = gallery.get("bicycle").without_drivers()
    for how in (None, "repeated"):
        with pytest.raises(ModelError, match="indifferent equilibrium: it may rest beside"):
            m.gradient("front_wheel.x", ["wheelbase"], analysis="equilibrium", how=how)


def test_what_is_the_same_wherever_it_rests_has_a_derivative():
    """A valve train whose cam dwells rests at other angles of the cam too, with the same energy: that of a held one."""
    m = gallery.get("cam valve train")
    held = m.gradient("energy.potential", ["base", "arm"], analysis="equilibrium", check=False)
    free = m.without_drivers().gradient("energy.potential", ["base", "arm"], analysis="equilibrium", check=False)
    assert (held.how, free.how) == ("direct", "repeated")
    assert free.values == pytest.approx(held.values, abs=2e-8)  # a share of 4e-8: how well they are told to be known


def test_seams_of_a_cam_are_not_stepped_across():
    """At the foot of its flank a cam has no slope, and the effort that holds it none by where the rocker is put.

    Steps of 1e-3 of that length went up the flank and made 1.5e-5 N of it.
    """
    found = gallery.get("cam valve train").gradient("bearing.angle.effort", ["pivot"], analysis="equilibrium")
    assert abs(found["pivot"]) < 1e-6


def test_errors_told_contain_rounding_of_what_is_zero():
    """The origin of the rocker is its pivot on the ground, whatever the lengths."""
    found = gallery.get("four-bar").gradient("rocker.y", analysis="equilibrium")
    assert (np.abs(found.values) <= found.errors).all()
    assert (found.errors < 1e-9).all()


def rhombus(apart: float) -> lw.Mechanism:
    """Return four rods of 1 kg that hang from two pins next to each other, the ends of the lower ones joined."""
    m = lw.Mechanism("rhombus", plane="xy", gravity=(0, -G))
    m.parameter("apart", apart)
    m.parameter("Q", 5.0)
    a, b, c, d = (m.body(name, lw.rod(length=1.0, mass=1.0)) for name in "abcd")
    m.revolute("A", m.ground.at("-apart/2", 0), a.at(0, 0))
    m.revolute("B", m.ground.at("apart/2", 0), b.at(0, 0))
    m.revolute("C", a.at(1, 0), c.at(0, 0))
    m.revolute("D", b.at(1, 0), d.at(0, 0))
    m.revolute("E", c.at(1, 0), d.at(1, 0))
    m.point_force("load", c.at(1, 0), force=(0, "-Q"))
    for body, angle in zip((a, b, c, d), (-1.7, -1.4, -1.4, -1.7), strict=True):
        m.place(body, angle=angle)
    return m


@pytest.mark.parametrize("apart", [1e-2, 1e-3, 1e-4, 1e-5])
def test_next_to_a_singular_position_each_pin_carries_half(apart):
    """By symmetry. The weakest row is 0.2 of `apart`: of rounding there it makes 1e-16/(0.2 apart) of the position."""
    m = rhombus(apart)
    found = m.equilibrium()
    assert found.kind == "stable"
    assert not found.singular
    half = (4 * G + 5) / 2
    assert found["A.force.y"] == pytest.approx(half, rel=1e-15 / apart**2 + 1e-10)
    gradient = m.gradient("A.force.y", analysis="equilibrium", check=False)
    assert abs(gradient["apart"]) <= gradient.errors[0]
    assert abs(gradient["Q"] - 0.5) <= gradient.errors[1]
