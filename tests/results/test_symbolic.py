"""Equations as expressions: whole mechanisms, masses and forces, printing, and what cannot be written."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.expressions.vocabulary import RISES
from linkwork.symbolic.measures import FORMULAS, arc_value
from linkwork.symbolic.printing import parts_of

sp = pytest.importorskip("sympy")

SMALL = ("four-bar", "slider-crank", "quick return", "oldham", "peaucellier", "hooke joint", "rssr", "heavy top")


def agreement(m: lw.Mechanism, names: tuple[str, ...], t: float = 0.0, **options) -> None:
    """Check expressions against the kernels: 1e-11 of the largest entry, rounding of some hundred products."""
    numbers, symbols = m.equations(t=t, **options), m.symbolic()
    start = m.start(t)
    q, v = symbols.state(start.poses, start.twists)
    for name in names:
        expected = getattr(numbers, name)
        found = symbols.function(name)(q, v, t)
        difference = found - expected
        if name == "Phi":  # angles hold up to full turns
            difference -= 2 * np.pi * np.round(difference / (2 * np.pi))
        assert np.abs(difference).max() < 1e-11 * max(1.0, np.abs(expected).max()), name


@pytest.mark.parametrize("name", SMALL)
def test_gallery_mechanisms(name):
    m = gallery.get(name)
    known = all(np.isfinite(s.mass) for s in m.plan().resolved.solids)
    agreement(m, ("Phi", "Phi_q", "nu", "gamma", *(("M", "Q") if known else ())))


def loaded(plane: str | None) -> lw.Mechanism:
    """Return two bodies with every kind of load that has a formula."""
    m = lw.Mechanism("loaded", plane=plane, gravity=(0.3, -9.81))

    def at(x: float, y: float, z: float) -> tuple[float, ...]:
        return (x, y) if plane else (x, y, z)

    moments = 0.3 if plane else ((0.3, 0.05, 0.01), (0.05, 0.4, 0.02), (0.01, 0.02, 0.5))
    one = m.body("one", mass=2.0, com=at(0.5, 0.1, 0.2), inertia=moments)
    two = m.body("two", mass=1.5, com=at(0.2, -0.1, 0.3), inertia=moments)
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.spherical("B", one.at(1, 0), two.at(0, 0))
    m.place("one", angle=0.4, rate=2.0)
    if plane:
        m.place("two", angle=-0.3, rate=-1.0)
    else:
        m.place("two", rotation=lw.rpy(0.2, 0.3, -0.4), rate=(0.5, -1.0, 2.0))
    two.point("P", *at(0.7, 0.2, 0.1))
    m.spring("S", m.ground.at(1, 2), two.at(0.5, 0.3), stiffness=20, free_length=0.7, damping=0.4, preload=1.5)
    m.rotational_spring("R", "A.angle", stiffness=3, free_angle=0.1, damping=0.2)
    m.torque("T", "two", "1.2*sin(3*t) - 0.5*rate(A.angle)", reacted_by="one")
    m.point_force("F", "two.P", force=(3.0, "-2*t"))
    m.point_force("G", "two.P", "3 + 2*distance(two.P, ground)", direction="x", reacted_at=one.at(0.2, 0.1))
    return m


@pytest.mark.parametrize("plane", ["xy", "xz", None])
def test_masses_and_forces(plane):
    m = loaded(plane)
    agreement(m, ("M", "Q", "gamma"), t=0.7)
    # each load is felt: without it the kernels' Q is another one
    whole = m.equations(t=0.7).Q
    for name in m.forces:
        less = m.copy()
        del less.forces[name]
        assert np.abs(less.equations(t=0.7).Q - whole).max() > 1e-3, name


FUNCTIONS = (
    "if(t < 0.5, t^2, 3*t)",
    "max(t, 0.3, 2*t - 0.1) + min(t, 0.1)",
    "abs(t - 1)*sign(t + 2) + mod(5*t, 2)",
    "10 deg + 3 rpm*t + pi*t^1.5",
    "atan2(t, 2) + exp(-t)*log(1 + t) + sqrt(1 + t^2) + tanh(t)",
    "(t < 0.4)*2 + 3*(t >= 0.4) + k*t",
    *(f"2*{kind}(t, 0.1, 0.2, 1.3, 0.9)" for kind in RISES),
)


@pytest.mark.parametrize("text", FUNCTIONS)
def test_functions_of_time(text):
    m = lw.Mechanism("wheel", plane="xy")
    wheel = m.body("wheel")
    m.parameter("k", 0.25)
    m.revolute("S", m.ground.at(0, 0), wheel.at(0, 0))
    m.constraint("C", expression=f"S.angle - ({text})")
    symbols = m.symbolic()
    Phi = symbols.function("Phi")
    for t in (0.05, 0.2, 0.37, 0.6, 0.9, 1.2, 1.5):
        # one expression in two ways: rounding
        assert Phi(np.zeros(3), np.zeros(3), t)[-1] == pytest.approx(
            -lw.expression(text)(t, m.check().parameters), abs=1e-12
        )


def test_what_has_no_formula_keeps_a_name():
    m = loaded("xy")
    m.drive("A.angle", lw.table([0, 1, 2, 3], [0, 1, 0, 2]), name="motor")
    m.torque("odd", "two", lw.law(lambda t, w: -5 * w if t > 1 else 0.0, "t", "rate(A.angle)"))
    symbols = m.symbolic()
    assert "f_motor(t)" in str(symbols.Phi[-1])
    assert str(symbols.nu[-1]) == "Derivative(f_motor(t), t)"
    assert sp.Symbol("F_odd", real=True) in symbols.Q[5].free_symbols
    assert symbols.Q[5].coeff(sp.Symbol("F_odd", real=True)) == 1
    for name, missing in (("nu", "f_motor"), ("Q", "F_odd")):
        with pytest.raises(lw.LinkworkError, match=f"no value in numbers: .*{missing}"):
            symbols.function(name)


def test_every_kind_of_measure_has_a_formula():
    from linkwork.base.measure import KINDS

    assert FORMULAS.keys() == KINDS.keys()


def test_the_arc_function_and_its_derivatives():
    c = sp.Symbol("c")
    s = sp.acos(c) / sp.sqrt(1 - c**2)
    for order in range(3):
        for x in (-0.5, 0.1, 0.8):
            # 30 digits of the quotient against the hypergeometric series: rounding
            assert arc_value(order, x) == pytest.approx(float(sp.diff(s, c, order).evalf(30, subs={c: x})), rel=1e-12)
    assert [arc_value(n, 1.0) for n in range(3)] == pytest.approx([1.0, -1 / 3, 4 / 15])


def test_a_pendulum_reads_as_in_a_book():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    arm = m.body("my arm", mass=2.0, com=(0.35, 0), inertia=0.3)
    m.revolute("pin", m.ground.at(0, 0), arm.at(0, 0))
    symbols = m.symbolic()
    assert [str(s) for s in symbols.q] == ["x_my_arm", "y_my_arm", "theta_my_arm"]
    assert str(symbols.Phi[0]) == "x_my_arm - 0.35*cos(theta_my_arm)"
    assert str(symbols.gamma[1]) == "-0.35*omega_my_arm**2*sin(theta_my_arm)"
    assert str(m.symbolic(exact=True).Phi[0]) == "x_my_arm - 7*cos(theta_my_arm)/20"
    assert symbols.latex("Q").count("-19.62") == 1
    assert r"\theta_{\mathrm{my\_arm}}" in symbols.latex("Phi")
    assert r"\omega_{\mathrm{my\_arm}}^{2}" in symbols.latex("gamma")
    whole = symbols.latex()
    assert [line.split("=")[0].strip() for line in whole.splitlines()] == [
        r"\[ \Phi",
        r"\[ \Phi_q",
        r"\[ \gamma",
        r"\[ M",
        r"\[ Q",
    ]
    assert m.equations().symbolic().rows == m.equations().rows
    with pytest.raises(lw.ModelError, match=r"no matrix 'phi'.*Phi"):
        symbols.latex("phi")


def test_exact_numbers():
    m = lw.Mechanism("oblique", plane="xy")
    block = m.body("block")
    m.point_on_line("L", m.ground.at(0, 0, z=(1, 1)), block.at(0, 0))
    assert sp.sqrt(2) / 2 in m.symbolic(exact=True).Phi_q.atoms(sp.Mul, sp.Pow)


def test_mathml_is_well_formed():
    symbols = gallery.get("rssr").symbolic()
    shown = [symbols.mathml(k) for k in range(len(symbols.rows))]
    assert sum(bool(text) for text in shown) >= 6
    for text in filter(None, shown):
        ElementTree.fromstring(text)
    assert symbols.mathml(len(shown) - 1, longest=1) == ""


def test_symbols_are_taken_apart():
    assert parts_of("xdot_crank") == ("x", "", "crank", True)
    assert parts_of("e0_my_arm") == ("e", "0", "my_arm", False)
    assert parts_of("omegay_link2") == ("omega", "y", "link2", False)
    assert parts_of("t") == ("t", "", "", False)


def test_large_models_are_refused():
    m = gallery.get("stewart platform")
    with pytest.raises(lw.ModelError, match=r"'stewart platform' has \d+ equations; more than 40 .* most="):
        m.symbolic()
    assert len(m.symbolic(most=500).rows) > 40


def test_missing_masses_are_named():
    m = lw.Mechanism("light", plane="xy")
    bar = m.body("bar")
    m.revolute("pin", m.ground.at(0, 0), bar.at(1, 0))
    with pytest.raises(lw.ModelError, match="mass of 'bar' is not given"):
        m.symbolic().latex("M")
    assert "M" not in m.symbolic().latex().replace(r"\mathrm", "")


def test_bodies_whose_symbols_would_be_the_same():
    m = lw.Mechanism("two", plane="xy")
    m.body("a b")
    m.body("a_b")
    with pytest.raises(lw.ModelError, match="symbols of body 'a b'"):
        m.symbolic()


def test_without_sympy_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(lw.LinkworkError, match=r"pip install 'linkwork\[symbolic\]'"):
        gallery.get("four-bar").symbolic()


def test_parameters_stand_with_their_names():
    m = lw.Mechanism("crank", plane="xy")
    m.parameter("r", 0.03)
    crank = m.body("crank", mass=1.0, inertia=0.1)
    rod = m.body("rod", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at("r", 0), rod.at(0, 0))
    m.drive("A.angle", "2*t")
    named, plain = m.symbolic(), m.symbolic(parameters=False)
    assert str(named.Phi[2]) == "-r*cos(theta_crank) - x_crank + x_rod"
    assert str(plain.Phi[2]) == "-x_crank + x_rod - 0.03*cos(theta_crank)"
    assert {str(symbol): value for symbol, value in named.parameters.items()} == {"r": 0.03}
    q, v = np.arange(6.0), np.arange(6.0)
    for name in ("Phi", "Phi_q", "gamma"):
        assert named.function(name)(q, v, 0.1) == pytest.approx(plain.function(name)(q, v, 0.1), abs=1e-15)


def test_a_point_is_named_where_its_centre_of_mass_is():
    m = lw.Mechanism("cranks", plane="xy")
    m.parameter("r", 0.03)
    written = m.body("written", mass=1.0, inertia=0.1, com=("r/2", 0))
    shaped = m.body("shaped", lw.rod(length="r", mass=1.0))
    m.revolute("A", m.ground.at(0, 0), written.at("r", 0))
    m.revolute("B", m.ground.at(0, 0), shaped.at("r", 0))
    first, _, second, _ = m.symbolic().Phi
    assert str(first) == "r*cos(theta_written)/2 + x_written"
    assert str(second) == "x_shaped + 0.015*cos(theta_shaped)"


def test_equations_of_velocities_are_written_out() -> None:
    """A skate, its centre of mass ahead of the blade: x' sin - y' cos + a omega = t."""
    m = lw.Mechanism("skate", plane="xy")
    m.place(m.body("s", mass=2.0, inertia=0.5, com=(0.25, 0)), at=(0, 0))
    m.constraint("blade", "rate(s.x)*sin(s.angle) - rate(s.y)*cos(s.angle) = t")
    symbols = m.symbolic()
    (_, _, angle), (vx, vy, w) = symbols.q, symbols.v
    expected = vx * sp.sin(angle) - vy * sp.cos(angle) + w / 4 - symbols.t
    assert sp.simplify(sp.nsimplify(symbols.Phi[0]) - expected) == 0
    assert "mark" not in symbols.latex() + symbols.mathml(0)
