"""Machine elements with fields that make no sense, and words that must not be said of sound ones."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery


def two_wheels() -> tuple[lw.Mechanism, object, object]:
    m = lw.Mechanism("pair", plane="xy")
    a, b = m.body("a", mass=1.0, inertia=0.1), m.body("b", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    return m, a, b


def test_teeth_are_plain_numbers():
    m, a, b = two_wheels()
    m.gear("mesh", a.at(0, 0), b.at(0, 0), teeth_a="20 mm", teeth_b=40)
    with pytest.raises(lw.ModelError, match=r"'20 mm' is a length; a plain number is expected"):
        m.mobility()


def test_a_drum_has_a_side_and_no_negative_radius():
    m, a, b = two_wheels()
    m.cable("rope", a.at(0, 0), b.at(0, 0), drum_a=-0.15)
    with pytest.raises(lw.ModelError, match=r"'rope': the radius drum_a is -0\.15 m\. Choose the side"):
        m.mobility()


@pytest.mark.parametrize(("surface", "words"), [("", "it needs surface="), (len, "surface is .*, not text")])
def test_a_surface_is_text(surface, words):
    m = lw.Mechanism("ball", gravity=(0, 0, -9.81))
    ball = m.body("ball", lw.sphere(0.1, mass=2.0))
    m.sphere_on_surface("lies", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface=surface, radius=0.1)
    with pytest.raises(lw.ModelError, match=words):
        m.simulate(0.1)


def test_a_pulley_has_a_radius():
    with pytest.raises(lw.ModelError, match="The radius of a pulley is None"):
        lw.pulley((0, 0), None, "right")


def test_a_ratchet_has_teeth_that_can_be_counted():
    m, _, _ = two_wheels()
    m.ratchet("pawl", "A.angle", teeth=1e9)
    with pytest.raises(lw.ModelError, match=r"1e\+09 teeth.*one_way"):
        m.simulate(0.1)


def test_a_cam_with_parameters_is_reported(tmp_path):
    """Its summary needs the parameters of the model; the report has its fields."""
    run = gallery.get("cam valve train").inverse([0.0, 0.01])
    run.report(tmp_path / "valve.html")
    assert "base_radius" in (tmp_path / "valve.html").read_text()


def test_a_dwell_is_no_dead_point():
    """Nothing acts on a Geneva drive between two steps: what is left of forces is rounding of those at its speed."""
    assert "not met" not in gallery.get("geneva drive").inverse(np.linspace(0.0, 1.0, 101)).status
