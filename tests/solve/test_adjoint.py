"""Sensitivities of simulations by going back along the run: closed forms, other ways, and what is told of them."""

from __future__ import annotations

from cmath import exp
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError
from linkwork.model.designs import design_names
from linkwork.results.gradient import Gradient
from linkwork.solve.gradients.varied import designs_of

KNOWN = 1e-9
"""Runs have errors of 1e-11 to 1e-12 of their states; derivatives of residuals are differences with steps of 1e-5, good
to 1e-10."""


def sizes(found: Gradient) -> np.ndarray[Any, Any]:
    """Return what changes of the numbers are counted by: their values, or a hundredth of a metre or radian."""
    return np.maximum(np.abs(found.at), 1e-2)


def both_agree(m: lw.Mechanism, of: str, by: list[str] | None, other: str = "direct", **given: Any) -> Gradient:
    """Return the gradient by going back, compared with another way to the errors that both tell."""
    back, forth = (m.gradient(of, by, check=False, how=how, **given) for how in ("adjoint", other))
    assert (back.how, forth.how) == ("adjoint", other)
    size, effect = sizes(back), (np.abs(forth.values) * sizes(back)).max()
    apart, told = np.abs(back.values - forth.values) * size, ((back.errors + forth.errors) * size).max()
    assert effect > 0.0
    assert told < 1e-5 * effect, "the errors told say nothing"
    assert (apart <= 3.0 * told).all()
    return back


# ---- closed forms


def test_mean_of_a_free_body() -> None:
    """T = m (v + g t)^2 / 2 at the 201 times reported: dT/dg = m (v + g t) t, dT/dm = (v + g t)^2 / 2."""
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=2.0, inertia=1.0)
    m.place(ball, at=(0.0, 1.0), velocity=(0.0, 5.0))
    found = m.gradient("mean of energy.kinetic", ["gravity.y", "ball.mass"], times=0.8)
    t = np.linspace(0.0, 0.8, 201)
    v, weights = 5.0 - 9.81 * t, np.r_[0.5, np.ones(199), 0.5] / 200.0
    assert found.how == "adjoint"
    assert found["gravity.y"] == pytest.approx(weights @ (2.0 * v * t), rel=KNOWN)
    assert found["ball.mass"] == pytest.approx(weights @ (0.5 * v**2), rel=KNOWN)


def test_projectile() -> None:
    """y = y0 + v t + g t^2 / 2."""
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=1.0)
    m.place(ball, at=(0.0, 1.0), velocity=(2.0, 5.0))
    found = m.gradient("final ball.y", ["gravity.y", "ball.at.y", "ball.mass"], times=0.8)
    assert found.how == "adjoint"
    assert found["gravity.y"] == pytest.approx(0.32, rel=KNOWN)
    assert found["ball.at.y"] == pytest.approx(1.0, rel=KNOWN)
    assert abs(found["ball.mass"]) < KNOWN
    assert not found.notes


def oscillator() -> lw.Mechanism:
    m = lw.Mechanism("oscillator", plane="xy")
    for name, value in {"k": 50.0, "c": 0.8, "F": 3.0}.items():
        m.parameter(name, value)
    block = m.body("block", mass=2.0, inertia=1.0)
    slide = m.prismatic("slide", m.ground.at(0, 0), block.at(0, 0))
    m.spring("spring", m.ground.at(-1, 0), block.at(0, 0), stiffness="k", damping="c", free_length=1.0)
    m.effort("push", slide.translation, "F*cos(4*t)")
    return m


def test_driven_oscillator() -> None:
    """m x'' + c x' + k x = F cos(w t) from rest, by complex steps: x is analytic in m, c, k and F."""

    def x(mass: complex, c: complex, k: complex, force: complex, t: float) -> complex:
        w, half = 4.0, -c / (2.0 * mass)
        root = (half * half - k / mass) ** 0.5
        r, s = half + root, half - root
        total = 0.0 + 0.0j
        for i in (1.0j * w, -1.0j * w):  # each half of the cosine
            a = 0.5 * force / (mass * i * i + c * i + k)
            total += a * (exp(i * t) - (exp(r * t) * (i - s) - exp(s * t) * (i - r)) / (r - s))
        return total

    found = oscillator().gradient("final slide.translation", ["block.mass", "c", "k", "F"], times=3.0)
    values, h = (2.0, 0.8, 50.0, 3.0), 1e-6
    assert found.how == "adjoint"
    assert found.value == pytest.approx(x(*values, 3.0).real, rel=KNOWN)
    effects = found.values * values
    for i in range(4):
        ahead, behind = ([v + d * (j == i) for j, v in enumerate(values)] for d in (h * values[i], -h * values[i]))
        slope = (x(*ahead, 3.0) - x(*behind, 3.0)).real / (2.0 * h)
        # differences of the closed form miss h^2 and 1e-16 / h
        assert effects[i] == pytest.approx(slope, abs=10.0 * KNOWN * np.abs(effects).max())


def test_period_of_large_swings() -> None:
    """T = 4 sqrt(2 L / 3 g) K(sin^2(a / 2)), so that dT / dL = T / (2 L), whatever the amplitude a."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("L", 1.0)
    rod = m.body("rod", lw.rod(length="L", mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=-30 * lw.deg)
    found = m.gradient("period of rate(pin.angle) > 0", ["L", "rod.mass"], times=4.5)
    period = 4.0 * np.sqrt(2.0 / (3.0 * 9.81)) * ellipk(np.sin(np.pi / 6) ** 2)
    assert found.how == "adjoint"
    assert found.value == pytest.approx(period, rel=KNOWN)
    assert found["L"] == pytest.approx(0.5 * period, abs=found.errors[0])  # as well as it is told to be known
    assert found.errors[0] < 1e-6 * found["L"]  # panels are short enough for this
    assert abs(found["rod.mass"]) < KNOWN


# ---- against the other ways

QUICK = [
    "four-bar", "slider-crank", "6r robot", "heavy top", "car axis", "whitworth", "jansen leg", "gears on a rod",
    "bead on a helix", "plate on a plane", "wheel on a connecting rod", "spatial slider-crank", "sarrus",
]  # fmt: skip


def undriven(name: str) -> lw.Mechanism:
    m = gallery.get(name).without_drivers()
    m.gravity = m.gravity or ((0, -9.81) if m.space.planar else (0.0, 0.0, -9.81))
    return m


@pytest.mark.parametrize("name", ["geared connecting rods", "jansen leg", "stewart platform"])
def test_means_back_and_forth(name: str) -> None:
    m = undriven(name)
    both_agree(m, "mean of energy.potential", design_names(m)[:3], times=0.4)


@pytest.mark.parametrize("name", QUICK)
def test_gallery_back_and_forth(name: str) -> None:
    m = undriven(name)
    both_agree(m, "final energy.kinetic", design_names(m)[:6], times=0.2)


@pytest.mark.parametrize("name", ["four-bar", "6r robot", "jansen leg", "spatial slider-crank", "sarrus"])
def test_numbers_of_tables_do_what_residuals_beside_say(name: str) -> None:
    m = undriven(name)
    by = design_names(m)[:6]
    found = m.gradient("final energy.kinetic", by, times=0.1, check=False, how="adjoint")
    entries: Any = designs_of(m.plan(), by).cache["entries"]
    assert entries.covered.any()
    entries.covered[:] = False
    again = m.gradient("final energy.kinetic", by, times=0.1, check=False, how="adjoint")
    effect = (np.abs(again.values) * sizes(again)).max()
    assert (np.abs(found.values - again.values) * sizes(found)).max() <= 1e-8 * effect


def four_bar() -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    for name, value in {"a": 0.1, "b": 0.35, "c": 0.3, "d": 0.4}.items():
        m.parameter(name, value)
    crank = m.body("crank", lw.rod(length="a", mass=1.0))
    coupler = m.body("coupler", lw.rod(length="b", mass=2.0))
    rocker = m.body("rocker", lw.rod(length="c", mass=2.0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at("a", 0), coupler.at(0, 0))
    m.revolute("C", coupler.at("b", 0), rocker.at("c", 0))
    m.revolute("D", m.ground.at("d", 0), rocker.at(0, 0))
    m.place(crank, angle=1.0)
    m.spring("S", m.ground.at(0.1, 0.5), crank.at("a", 0), stiffness=200.0, free_length=0.2, damping=0.3)
    return m


NUMBERS = ["a", "b", "crank.mass", "gravity.y", "A.a.x", "C.b.y", "S.stiffness", "S.free_length", "S.damping"]


@pytest.mark.parametrize(
    ("of", "given"),
    [
        ("final B.force.size", {}),
        ("A.angle at 0.13 s", {}),
        ("mean of D.angle_velocity", {"points": 21}),
        ("rms of energy.kinetic", {"points": 21}),
        ("peak of D.angle_velocity", {}),
        ("time of A.angle > 1.5", {}),
        ("final D.angle", {"stop_when": "A.angle > 1.5"}),
        ("final D.angle", {"formulation": "relative"}),
    ],
)
def test_kinds_of_numbers(of: str, given: dict[str, Any]) -> None:
    both_agree(four_bar(), of, NUMBERS, times=0.3, **given)


def test_a_force_that_jumps_in_time() -> None:
    """Panels end where a function of time changes its course."""
    m = lw.Mechanism("block", plane="xy")
    m.parameter("F", 3.0)
    block = m.body("block", mass=2.0, inertia=1.0)
    slide = m.prismatic("slide", m.ground.at(0, 0), block.at(0, 0))
    m.effort("push", slide.translation, "if(t > 0.25, F, 0)")
    found = m.gradient("final slide.translation", ["F", "block.mass"], times=1.0, how="adjoint")
    assert found["F"] == pytest.approx(0.75**2 / 4.0, rel=KNOWN)
    assert found["block.mass"] == pytest.approx(-3.0 * 0.75**2 / 8.0, rel=KNOWN)


def test_a_long_run() -> None:
    both_agree(oscillator(), "final slide.translation", ["block.mass", "c", "k", "F"], times=50.0)


def test_the_loss_of_figures_of_a_chaotic_run_is_told() -> None:
    """Changes grow a thousandfold and more: so do errors of the run, and as much is told of the derivatives."""
    m = lw.Mechanism("double pendulum", plane="xy", gravity=(0, -9.81))
    one, two = m.body("one", lw.rod(length=1.0, mass=1.0)), m.body("two", lw.rod(length=1.0, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", one.at(1, 0), two.at(0, 0))
    m.place(one, angle=2.0)
    m.place(two, angle=2.5)
    by, told = ["one.mass", "two.mass", "gravity.y"], []
    for end in (1.0, 12.0):
        back, forth = (m.gradient("final A.angle", by, times=end, check=False, how=w) for w in ("adjoint", "direct"))
        effect = (np.abs(back.values) * np.abs(back.at)).max()
        told.append((back.errors * np.abs(back.at)).max() / effect)
        assert (np.abs(back.values - forth.values) <= 3.0 * (back.errors + forth.errors)).all()
    assert told[1] > 10.0 * told[0]


# ---- the choice


def test_the_way_is_chosen_and_told() -> None:
    m = undriven("chaplygin sleigh")
    found = m.gradient("final energy.kinetic", design_names(m)[:1], times=0.1, check=False)
    assert found.how == "direct"
    assert "one number after the other, as something rolls or skates" in found.notes[-1]
    with pytest.raises(ModelError, match="how='adjoint': something rolls or skates"):
        m.gradient("final energy.kinetic", design_names(m)[:1], times=0.1, how="adjoint")
    pendulum = oscillator()
    assert "simulate (adjoint)" in str(pendulum.gradient("final slide.translation", ["k"], times=0.1))
    with pytest.raises(ModelError, match="how is 'adjoint' or 'direct' or 'repeated', not 'back'"):
        pendulum.gradient("final slide.translation", ["k"], times=0.1, how="back")
    with pytest.raises(ModelError, match="has no equations to go back along"):
        pendulum.gradient("slide.translation", ["k"], analysis="assemble", how="adjoint")
    repeated = pendulum.gradient("final slide.translation", ["k"], times=0.1, how="repeated")
    assert repeated.how == "repeated"
    assert "as that is asked for" in repeated.notes[-1]


def test_words_and_switches_are_checked() -> None:
    m = four_bar()
    with pytest.raises(ModelError, match="there is no number 'biggest' of an analysis"):
        m.gradient("biggest A.angle", ["a"], times=0.1)
    with pytest.raises(ModelError, match="check is True or False, not 'no'"):
        m.gradient("final A.angle", ["a"], times=0.1, check="no")
    with pytest.raises(ModelError, match="parameters is True or False, not 'no'"):
        m.symbolic(parameters="no")
