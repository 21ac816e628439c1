"""What engineers type is taken as they mean it, or answered with what to write."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.cli.models import gallery_entry, typed


@pytest.mark.parametrize("name", gallery.names())
def test_gallery_names_as_they_are_and_as_the_command_line_prints_them(name):
    for written in (name, typed(name), name.replace("-", " "), name.upper(), name.replace(" ", "_")):
        assert gallery.info(written) is gallery.info(name)
        assert gallery_entry(written) is gallery.info(name)
    assert gallery.get(typed(name)).name == gallery.get(name).name


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(lw.ModelError, match=r"no mechanism 'delta-robbot'\. Did you mean 'delta robot'"):
        gallery.get("delta-robbot")


# ---- ends of joints -------------------------------------------------------------------------------


def test_a_pair_of_numbers_is_a_point_of_the_ground():
    m = lw.Mechanism("pendulum", plane="xy")
    bob = m.body("bob")
    m.revolute("A", (1.0, "20 mm"), bob.at(0.5, 0))
    m.revolute("B", bob, [2.0, 0.0])
    assert m.joints["A"].a == m.ground.at(1.0, "20 mm")
    assert m.joints["B"].b == m.ground.at(2.0, 0.0)


def test_the_description_of_a_body_stands_for_it():
    m = lw.Mechanism("pendulum", plane="xy")
    bob = m.body("bob")
    m.revolute("A", m.bodies["ground"], m.bodies["bob"], at=(1, 0))
    m.place(m.bodies["bob"], at=(0, 0))
    assert m.joints["A"].b.body == "bob"
    assert "bob" in m.placements
    assert m.assemble().violation < 1e-15
    with pytest.raises(AttributeError, match=r"bob = m.body\('bob'\), bob.at\(...\)"):
        m.bodies["bob"].at(1, 0)
    assert not hasattr(m.bodies[bob.name], "weight")


# ---- rods -----------------------------------------------------------------------------------------


def test_a_rod_takes_its_length_from_the_hints():
    """From (0, 0) to the point (1, 0) of a body at (2, 1) turned by 90 degrees: (2, 2)."""
    m = lw.Mechanism("strut", plane="xy")
    plate = m.body("plate")
    m.place(plate, at=(2, 1), angle="90 deg")
    m.rod("stay", m.ground.at(0, 0), plate.at(1, 0))
    assert m.assemble().motion.joint("stay").distance[0] == pytest.approx(np.sqrt(8), abs=1e-14)
    assert "length" not in m.to_toml()


def test_a_rod_between_points_of_the_drawing():
    m = lw.Mechanism("four-bar", plane="xy")
    crank, rocker = m.body("crank"), m.body("rocker")
    m.revolute("A", m.ground, crank, at=(0, 0))
    m.revolute("D", m.ground, rocker, at=(4, 0))
    for body, point in ((crank, (0, 1)), (rocker, (4, 3))):
        m.place(body, at=(0, 0))
        body.point("P", *point)
    m.rod("coupler", "crank.P", "rocker.P")
    assert m.assemble().motion.joint("coupler").distance[0] == pytest.approx(np.sqrt(20), abs=1e-14)


def test_a_rod_that_cannot_be_measured_says_what_to_give():
    m = lw.Mechanism("strut", plane="xy")
    m.rod("stay", m.ground.at(0, 0), m.body("plate").at(1, 0))
    with pytest.raises(lw.ModelError, match="length is not given, and 'plate' is not placed") as refused:
        m.assemble()
    assert "Give length=..., or place 'plate'" in str(refused.value)


# ---- angles that look like degrees ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("angle", "told"), [(60, True), (-90.0, True), ("60", True), (6.0, False), ("60 deg", False), ("60 rad", False)]
)
def test_an_angle_beyond_a_turn_without_a_unit_gets_a_word(angle, told):
    m = lw.Mechanism("pendulum", plane="xy")
    bob = m.body("bob")
    m.revolute("A", (0, 0), bob.at(0, 0))
    m.place(bob, angle=angle)
    assert ("numbers are in radians" in m.assemble().status) == told
