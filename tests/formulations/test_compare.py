"""Formulations side by side."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork import gallery


def test_table():
    m = gallery.get("slider-crank")
    table = m.compare(0.02, ["reference", "relative", "natural", "noc", "lagrange", "momentum"], points=3)
    # what the steps of 1e-9 add up to, amplified a little
    assert all(e.position < 1e-7 for e in table.entries if not e.reason and e.name != "momentum")
    assert all(e.reaction < 1e-6 for e in table.entries if not e.reason and e.name != "momentum")
    assert table["momentum"].position < 1e-4  # of order two, held to 1e-5
    assert "one degree of freedom" in table["lagrange"].reason
    text = str(table)
    for entry in table.entries:
        assert entry.name in text
    assert table["reference"].evaluations > 0
    assert table["reference"].motion is not None


def test_every_formulation_by_default():
    table = gallery.get("hooke joint").compare(0.005, points=2)
    assert table.entries[0].name == "reference"
    assert {e.name for e in table.entries} == set(lw.FORMULATIONS)


def test_unknown_formulation():
    with pytest.raises(lw.ModelError, match=r"no formulation 'natual'. Did you mean 'natural'"):
        gallery.get("four-bar").compare(0.1, ["natual"])


def test_nothing_to_compare():
    with pytest.raises(lw.ModelError, match="at least one formulation"):
        gallery.get("four-bar").compare(0.1, [])
    with pytest.raises(lw.ModelError, match="ends after it starts"):
        gallery.get("four-bar").compare(-1.0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"formulation": "penalty", "penalty": -1.0}, "penalty must be a positive number"),
        ({"formulation": "projection", "null_space": "svdd"}, "Did you mean 'svd'"),
        ({"formulation": "lagrange", "coordinate": "Q.angle"}, "no joint or body called 'Q'"),
        ({"formulation": 3}, "no formulation '3'"),
        ({"formulation": "momentum", "method": "rk4"}, "leave out method"),
    ],
)
def test_wrong_options_are_answered(options, words):
    with pytest.raises(lw.ModelError, match=words):
        gallery.get("four-bar", driven=False).simulate(0.1, **options)


def test_coordinates_equations_and_effort():
    """Table 1.1 of the lecture notes for its own example: a four-bar has 1, 3 or 9 coordinates."""
    m = gallery.get("four-bar", driven=False)
    m.place("crank", rate=2.0)
    found = m.compare(0.05, ["independent", "noc", "relative", "natural", "reference"])
    counts = {e.name: (e.effort.coordinates, e.effort.equations, e.effort.size) for e in found.entries}
    assert counts["independent"] == counts["noc"] == (1, 0, 1)
    assert counts["relative"] == (3, 2, 5)
    assert counts["natural"] == (4, 3, 7)
    assert counts["reference"] == (9, 8, 17)
    assert found["independent"].effort.operations == 1  # a division
    assert found["relative"].effort.operations == (125 - 5) // 3 + 25
    lines = found.efforts().splitlines()
    assert " ".join(lines[0].split()) == "coordinates equations unknowns operations evaluations time of one"
    assert [line.split()[0] for line in lines[1:]] == list(counts)
    assert lines[-1].split()[1:5] == ["9", "8", "17", str((17**3 - 17) // 3 + 17**2)]
