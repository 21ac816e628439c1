"""Parameters given as plain numbers have the unit of the place at which they stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import ModelError


@pytest.fixture
def strut():
    m = lw.Mechanism("strut", plane="xy")
    m.parameter("F", 0.0)
    m.parameter("L", 1.2)
    slider = m.body("s", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="y")
    m.place(slider, at=(0, 0.5))
    m.spring("spring", m.ground.at(-1, 0), slider.at(0, 0), stiffness=100.0, free_length="L")
    m.point_force("load", slider.at(0, 0), force=(0, "-F"))
    return m


def test_gradients_have_units(strut):
    found = strut.gradient("s.y", ["F", "L"], analysis="equilibrium", tolerances={"L": "1 mm"}, check=False)
    assert found.units == ("N", "m")
    assert found.effects[1] == pytest.approx(1e-3 * found["L"])


def test_texts_with_a_wrong_unit_are_refused(strut):
    with pytest.raises(ModelError, match="'0 kg' is a mass; a force is expected"):
        strut.equilibrium_path("F", ["0 kg", "1 kg"])
    with pytest.raises(ModelError, match="'1 kg' is a mass; a length is expected"):
        strut.root_locus("L", ["1 kg", "2 kg"])
    with pytest.raises(ModelError, match="a length is expected"):
        strut.gradient("s.y", ["L"], analysis="equilibrium", tolerances={"L": "1 kg"})


def test_a_locus_tells_the_unit(strut, tmp_path):
    locus = strut.root_locus("L", np.linspace(1.15, 1.2, 3), at="equilibrium")
    assert str(locus).startswith("'strut': 2 eigenvalues over L from 1.15 to 1.2 m.")
    locus.to_csv(tmp_path / "locus.csv")
    assert (tmp_path / "locus.csv").read_text().startswith("L [m],")


def test_a_number_given_per_radian_keeps_its_radian():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    m.parameter("k", 50.0)
    m.parameter("given", "3 N*m/rad")
    m.rotational_spring("spring", "A.angle", stiffness="k + given")
    m.rotational_spring("other", "A.angle", stiffness="k")
    found = m.gradient("A.angle", analysis="equilibrium", check=False)
    assert dict(zip(found.names, found.units, strict=True)) == {"k": "N*m/rad", "given": "N*m/rad"}


def test_effects_that_vanish_have_no_sign(strut):
    gradient = strut.gradient("s.y", ["F"], analysis="equilibrium", check=False)
    found = replace(gradient, values=np.array([-0.0]))
    assert "+0 m for" in str(found)
