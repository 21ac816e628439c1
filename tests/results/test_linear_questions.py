"""What is asked of linear equations and is no question: told in a sentence."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError
from linkwork.results.linear import _undotted


@pytest.fixture
def block():
    m = lw.Mechanism("block", plane="xy")
    m.parameter("W", "1 rad/s")
    body = m.body("b", mass=2.0, inertia=1.0)
    rail = m.prismatic("R", m.ground.at(0, 0), body.at(0, 0), axis="x")
    m.effort("F", rail, 0.0)
    m.spring("S", m.ground.at(1, 0), body.at(0, 0), stiffness=3.0, free_length=1.0)
    return m


@pytest.mark.parametrize("option", [{"inputs": ["F", "F"]}, {"outputs": ["b.x", "b.x "]}, {"coordinates": ["b.x"] * 2}])
def test_names_that_come_twice(block, option):
    with pytest.raises(ModelError, match="is named twice; name each once"):
        block.linearise(**option)


def test_inputs_of_a_model_that_come_twice(block):
    with pytest.raises(ModelError, match="inputs: 'F' is named twice"):
        block.inputs = ["F", "F"]


def test_what_is_no_response(block):
    response = block.linearise(inputs=["F"], outputs=["b.x"]).frequency_response([0.1], inputs="F")
    assert response["b.x", "F"].shape == (1,)
    with pytest.raises(ModelError, match=r"of an output to an input, such as \['b.x', 'F'\], not 'b.x'"):
        response["b.x"]


def test_gains_have_units(block):
    response = block.linearise(inputs=["F"], outputs=["b.x", "F.value", "rate(b.x)"]).frequency_response([0.1, 0.2])
    assert [response.unit(i, 0) for i in range(3)] == ["m/N", "N/N", "m/s/N"]
    assert "b.x from F: largest gain" in str(response)
    assert response.bode()[0].get_legend().get_texts()[0].get_text() == "b.x from F [m/N]"


@pytest.mark.parametrize("orders", [("a",), (0,), (-1.0,), (np.nan,)])
def test_what_is_no_multiple_of_a_speed(block, orders):
    locus = block.root_locus("W", [1.0, 2.0])
    with pytest.raises(ModelError, match="orders are multiples of a speed"):
        locus.critical_speeds(orders)


def test_one_multiple_of_a_speed(block):
    (speed,) = block.root_locus("W", [1.0, 2.0]).critical_speeds(1)
    assert speed.value == pytest.approx(np.sqrt(3.0 / 2.0), rel=1e-9)


def test_no_times_to_linearise_at():
    m = gallery.get("four-bar", driven=False)
    with pytest.raises(ModelError, match="at least one"):
        m.linearise_along(m.simulate(0.1, points=2), times=[])


@pytest.mark.parametrize("tolerance", [10, 0, -1.0, "x", np.nan, True, 1e-300])
def test_what_is_no_tolerance(tolerance):
    m = gallery.get("four-bar")
    for asked in (m.assemble, lambda **way: m.move([0.0, 0.1], **way), lambda **way: m.simulate(0.1, **way)):
        with pytest.raises(ModelError, match="tolerance"):
            asked(tolerance=tolerance)


def test_poses_without_a_direction(block):
    with pytest.raises(ModelError, match="the Euler parameters of 'b', the last four numbers, are all zero"):
        block.equilibrium(np.zeros((1, 7)))
    with pytest.raises(ModelError, match="these coordinates were named: none"):
        block.linearise(coordinates=[])


def test_python_control_gets_names_without_dots(block, monkeypatch):
    """It refuses names with dots and, as here, takes matrices and names; two that are alike then are told apart."""
    given = {}

    def ss(*matrices, **names):
        assert not any("." in name for own in names.values() for name in own)
        given.update(names, matrices=matrices)

    monkeypatch.setitem(sys.modules, "control", SimpleNamespace(ss=ss))
    linear = block.linearise(inputs=["F"], outputs=["b.x", "R.translation", "b.y"])
    linear.control()
    assert given["outputs"] == ["b_x", "R_translation", "b_y"]
    assert given["inputs"] == ["F"]
    assert given["matrices"] == (linear.A, linear.B, linear.C, linear.D)
    assert _undotted(["a.b_c", "a_b.c", "a_b_c_2"]) == ["a_b_c", "a_b_c_2", "a_b_c_2_2"]
