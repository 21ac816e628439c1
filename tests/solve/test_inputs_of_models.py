"""Inputs and outputs of linear equations that a mechanism and its file keep."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import FileFormatError, ModelError


def swing() -> lw.Mechanism:
    m = lw.Mechanism("swing", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.torque("motor", rod, value=0.0)
    m.place(rod, angle=-90 * lw.deg)
    m.inputs = ["motor"]
    m.outputs = ["rate(rod.angle)", "pin.force.x"]
    return m


def test_they_are_taken_where_no_others_are_asked_for() -> None:
    m = swing()
    found, asked = m.linearise(), m.linearise(inputs=["motor"], outputs=["rate(rod.angle)", "pin.force.x"])
    assert found.inputs == ("motor",)
    assert found.outputs == ("rate(rod.angle)", "pin.force.x")
    for name in "ABCD":
        assert np.array_equal(getattr(found, name), getattr(asked, name))
    assert found.B[1, 0] == pytest.approx(1.5)  # 3 / (m L^2)
    assert m.linearise(inputs=[], outputs=[]).inputs == ()
    assert m.linearise_along(m.simulate(0.1, points=3)).B.shape == (3, 2, 1)


def test_modes_loci_and_copies_do_without_drivers_that_are_inputs() -> None:
    m = swing()
    m.drive("pin.angle", "-1.5707963267948966", "crank")
    m.inputs = ["crank", "motor"]
    assert m.without_drivers().inputs == ("motor",)
    m.parameter("g", 1.0)
    assert m.root_locus("g", [1.0, 2.0]).eigenvalues.shape[1] == 0  # the driver holds the only freedom


def test_a_file_keeps_them(tmp_path: object) -> None:
    m = swing()
    again = lw.Mechanism.from_toml(m.to_toml())
    assert again.written() == m.written()
    assert (again.inputs, again.outputs) == (m.inputs, m.outputs)
    assert 'inputs = ["motor"]' in m.to_toml()


def test_unknown_inputs_are_faults_of_the_model() -> None:
    m = swing()
    m.inputs = ["motr"]
    with pytest.raises(ModelError, match=r"input 'motr': there is no force or driver of this name. .*motor"):
        m.check()
    with pytest.raises(FileFormatError, match=r"(?s)line \d+.*a list of texts"):
        lw.Mechanism.from_toml(swing().to_toml().replace('["motor"]', "[3]"))
    with pytest.raises(FileFormatError, match="motr"):
        lw.Mechanism.from_toml(swing().to_toml().replace('["motor"]', '["motr"]'))
    with pytest.raises(ModelError, match="inputs is a list of names"):
        m.inputs = 3  # type: ignore[assignment]
