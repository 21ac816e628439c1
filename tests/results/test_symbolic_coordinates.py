"""Equations as expressions in natural, mixed and relative coordinates, with the names of the parameters."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

sp = pytest.importorskip("sympy")

OTHERS = ("natural", "mixed", "relative")
SMALL = (
    "four-bar",
    "slider-crank",
    "quick return",
    "oldham",
    "rscr",
    "rssr",
    "door",
    "spherical four-bar",
    "heavy top",
)


@pytest.mark.parametrize("coordinates", OTHERS)
@pytest.mark.parametrize("name", SMALL)
def test_expressions_agree_with_the_numbers(name, coordinates):
    m = gallery.get(name)
    symbols = m.symbolic(coordinates=coordinates)
    motion = m.pose(0.1, coordinates=coordinates, undriven="hold")
    numbers = m.equations(at=motion, t=0.1, coordinates=coordinates, dynamics=False)
    q = motion.in_coordinates.position[0]
    assert len(symbols.q) == len(q)
    assert len(symbols.v) == len(numbers.columns)
    for matrix in ("Phi", "Phi_q", "nu", "gamma"):
        expected = getattr(numbers, matrix)
        difference = symbols.function(matrix)(q, numbers.velocity, 0.1) - expected
        if matrix == "Phi":  # angles hold up to full turns
            difference -= 2 * np.pi * np.round(difference / (2 * np.pi))
        # rounding of some hundred products
        assert np.abs(difference).max(initial=0.0) < 1e-11 * max(1.0, np.abs(expected).max(initial=0.0)), matrix


@pytest.mark.parametrize("coordinates", OTHERS)
@pytest.mark.parametrize("name", ["four-bar", "slider-crank", "heavy top", "spatial four-bar"])
def test_masses_and_forces_agree_with_the_numbers(name, coordinates):
    m = gallery.get(name)
    m.gravity = (1.0, -9.0) if m.space.planar else (1.0, 2.0, -9.0)
    m.drivers.clear()
    run = m.simulate([0.0, 0.1])
    symbols = m.symbolic(coordinates=coordinates, dynamics=True)
    numbers = m.equations(at=run, t=0.1, coordinates=coordinates)
    assert len(symbols.q) == len(numbers.q)
    M, Q = (symbols.function(matrix)(numbers.q, numbers.velocity, 0.1) for matrix in ("M", "Q"))
    # rounding of some hundred products
    assert pytest.approx(numbers.M, abs=1e-10 * max(1.0, np.abs(numbers.M).max())) == M
    # what forces do on motions: of the rest, which strains bodies, rigid-body conditions take as much as is given
    R = np.eye(len(Q)) if coordinates == "relative" else numbers.R
    assert pytest.approx(R.T @ numbers.Q, abs=1e-9 * max(1.0, np.abs(numbers.Q).max())) == R.T @ Q


def test_masses_in_words_of_the_user():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("mass", "2 kg")
    m.parameter("r", "0.5 m")
    m.parameter("I", "0.3 kg*m^2")
    bar = m.body("bar", mass="mass", com=("r", 0), inertia="I")
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.spring("spring", m.ground.at(0, 1), bar.at("r", 0), stiffness=10.0, free_length=0.2)
    tree = m.symbolic(coordinates="relative")
    mass, r, inertia = sp.symbols("mass r I", real=True)
    assert sp.simplify(tree.M[0] - (inertia + mass * r**2)) == 0
    eq = m.equations(coordinates="relative")
    assert tree.function("Q")(eq.q, eq.velocity, 0.0) == pytest.approx(eq.Q)
    text = tree.latex()
    assert "M = " in text
    assert text.count("{") == text.count("}")


def crank() -> lw.Mechanism:
    m = lw.Mechanism("crank", plane="xy")
    m.parameter("r", "30 mm")
    m.parameter("rod_length", "0.1 m")
    bar, rod = m.body("bar"), m.body("rod")
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.revolute("P", bar.at("r", 0), rod.at(0, 0))
    m.point_on_line("rail", m.ground.at(0, 0), rod.at("rod_length", 0), axis="x")
    m.place(bar, angle=0.5)
    return m


def test_parameters_stand_with_their_names():
    m = crank()
    tree = m.symbolic(coordinates="relative")
    r, length = sp.symbols("r rod_length", real=True)
    first, second = tree.q
    height = r * sp.sin(first) + length * sp.sin(first + second)
    (row,) = tree.Phi
    assert sp.simplify(row - height) == 0 or sp.simplify(row + height) == 0
    assert {str(s) for s in tree.parameters} == {"r", "rod_length"}
    points = m.symbolic(coordinates="natural")
    x, y = points.q[:2]
    assert sp.simplify(points.Phi[0] - (x**2 + y**2 - r**2)) == 0
    plain = m.symbolic(coordinates="natural", parameters=False)
    assert plain.Phi.free_symbols <= set(plain.q)
    assert sp.simplify(plain.Phi[0] - points.Phi[0].subs(points.parameters)) == pytest.approx(0, abs=1e-15)
    assert "r^{2}" in points.latex("Phi")


@pytest.mark.parametrize("coordinates", OTHERS)
@pytest.mark.parametrize("name", ["four-bar", "rscr"])
def test_latex_is_set(name, coordinates):
    parser = pytest.importorskip("matplotlib.mathtext").MathTextParser("agg")
    symbols = gallery.get(name).symbolic(coordinates=coordinates)
    text = symbols.latex()
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")
    from linkwork.symbolic.printing import latex_of

    for entry in symbols.Phi:
        parser.parse(f"${latex_of(entry, 6)}$")


def test_a_named_angle_in_symbols():
    symbols = gallery.get("four-bar", driven=False).symbolic(coordinates="mixed", quantities=["B.angle"])
    assert str(symbols.q[-1]) == "theta_B"
    assert symbols.Phi_q.shape == (4, 5)


def test_mistakes_are_answered():
    m = gallery.get("four-bar")
    with pytest.raises(lw.ModelError, match="coordinates is 'reference' or 'natural'"):
        m.symbolic(coordinates="natrual")
    with pytest.raises(lw.ModelError, match=r"no matrix 'R' in symbols of natural coordinates"):
        m.symbolic(coordinates="natural").matrix("R")
    with pytest.raises(lw.ModelError, match=r"are not known in relative coordinates: the mass of 'bar', 'rod' is not"):
        _ = crank().symbolic(coordinates="relative").M
    with pytest.raises(lw.ModelError, match="is an equation of velocities"):
        gallery.get("chaplygin sleigh").symbolic(coordinates="natural")
