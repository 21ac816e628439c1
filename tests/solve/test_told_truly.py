"""Gaps with numbers that differ and advice that fits, angles that look like degrees, sections without quotes."""

import re

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import LinkworkError


def triangle(a, b, ground):
    m = lw.Mechanism("triangle", plane="xy")
    first, second = m.body("a"), m.body("b")
    m.revolute("A", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("B", first.at(a, 0), second.at(0, 0))
    m.revolute("C", second.at(b, 0), m.ground.at(ground, 0))
    return m


@pytest.mark.parametrize(
    ("lengths", "said"),
    [
        ((1, 1, 2.000001), "reach 2 m together, but 'ground' spans 2.000001 m, 1e-06 m more. Bring its pivots nearer"),
        ((1, 1, 2 + 1e-8), "reach 2 m together, but 'ground' spans 2.00000001 m, 1e-08 m more."),
        ((1, 1, 5), "Bring its pivots nearer, or lengthen 'a' or 'b'."),
        ((102, 1, 1), "'a' spans 102 m, 100 m more. Bring the pivots on 'a' nearer (it is too long)"),
    ],
)
def test_a_gap_says_what_is_too_long(lengths, said):
    with pytest.raises(lw.AssemblyError) as caught:
        triangle(*lengths).assemble()
    assert said in str(caught.value)


@pytest.mark.parametrize(("angle", "noted"), [(90, True), (-45.0, True), ("90 deg", False), (6.0, False)])
def test_an_angle_that_looks_like_degrees_is_noted(angle, noted):
    m = lw.Mechanism("arm", plane="xy")
    arm = m.body("arm", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.place(arm, angle=angle)
    for status in (str(m.assemble()), str(m.start())):
        assert ("numbers are in radians" in status) == noted
        assert not noted or f"Write angle='{angle:g} deg'" in status


@pytest.mark.parametrize("quantity", ["A.angle", "a.P.x"])
def test_a_driver_whose_name_lacks_quotes(quantity):
    text = f"linkwork = 1\nplane = 'xy'\n[bodies.a]\n[drivers.{quantity}]\nfunction = 1\n"
    with pytest.raises(lw.ModelError) as caught:
        lw.Mechanism.from_toml(text)
    (fault,) = caught.value.faults
    assert fault.hint == f'Write [drivers."{quantity}"].'
    assert fault.line == 4


def test_a_mechanism_without_bodies_is_no_mechanism():
    m = lw.Mechanism("nothing", plane="xy")
    with pytest.raises(lw.ModelError, match="mechanism 'nothing': it has no bodies"):
        m.check()
    assert lw.Mechanism.from_toml(m.to_toml()).bodies.keys() == {"ground"}


# ---- drivers against what holds on one side --------------------------------------------------------------


AGAINST = {"one_way": {}, "ratchet": {"teeth": 12}, "rigid_contact": {"limit": -0.5}}
"""What holds the shaft from going back, and its fields."""


def shaft(kind: str, motion: str) -> lw.Mechanism:
    m = lw.Mechanism("shaft", plane="xy")
    wheel = m.body("wheel", mass=2.0, inertia=0.1)
    m.revolute("S", m.ground.at(0, 0), wheel.at(0, 0))
    getattr(m, kind)("pawl", "S.angle", **AGAINST[kind])
    m.drive("S.angle", motion)
    return m


@pytest.mark.parametrize("kind", AGAINST)
def test_drivers_against_stops_clutches_and_pawls_are_told(kind: str) -> None:
    times = np.linspace(0, 4, 9)
    for motion in (shaft(kind, "-sin(t)").inverse(times), shaft(kind, "-sin(t)").move(times, coordinates="relative")):
        assert re.search(r"'pawl' does not let 'S.angle' fall.* as it is driven at \d times from t = ", motion.status)
    assert "pawl" not in shaft(kind, "t").inverse(times).status


def test_how_far_a_stop_is_passed() -> None:
    """By sin(1.5) - 0.5 at most at these times."""
    status = shaft("rigid_contact", "-sin(t)").move([0.0, 0.5, 1.0, 1.5]).status
    assert "fall beyond -0.5 rad, as it is driven at 2 times from t = 1 to 1.5 s, 0.4975 rad at most" in status


@pytest.mark.parametrize("kind", AGAINST)
def test_simulations_that_are_driven_against_something_name_it(kind: str) -> None:
    with pytest.raises(LinkworkError, match=r"drivers alone decide how 'S.angle' moves, and 'pawl' holds it there"):
        shaft(kind, "sin(t)" if kind != "rigid_contact" else "-sin(t)").simulate(4.0)


@pytest.mark.parametrize(("rolls", "slides"), [({"friction": 1.02}, False), ({"friction": 1.01}, True), ({}, False)])
def test_inverse_tells_what_slides_in_truth(rolls, slides):
    """Driven at its centre with 20 m/s^2 the rim of a disc asks for half its mass times that: 10 N on 9.81 N."""
    m = lw.Mechanism("pulled", plane="xy", gravity=(0, -9.81))
    wheel = m.body("wheel", lw.disc(0.1, mass=1.0))
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, **rolls)
    m.place(wheel, at=(0, 0.1))
    m.drive("wheel.x", "10*t^2")
    status = m.inverse(np.linspace(0, 1, 11)).status
    assert ("'road' needs a coefficient of friction of up to 1.019 at 11 times" in status) == slides


def test_inverse_tells_what_lifts_off_in_truth():
    m = lw.Mechanism("shaken", plane="xy", gravity=(0, -9.81))
    table, wheel = m.body("table", mass=1.0, inertia=1.0), m.body("wheel", lw.disc(0.1, mass=1.0))
    m.prismatic("guide", m.ground.at(0, 0), table.at(0, 0), axis="y")
    line = lw.polyline([(-2, 0), (2, 0)])
    m.point_on_curve("top", table.at(0, 0), wheel.at(0, 0), curve=line, radius=0.1, lifts=True)
    for name, law in {"guide.translation": "0.05*sin(20*t)", "wheel.x": "0", "wheel.angle": "0"}.items():
        m.drive(name, law)
    m.place(wheel, at=(0, 0.1))
    status = m.inverse(np.linspace(0, 0.4, 81)).status
    # at most 0.05 m (20 rad/s)^2 downwards, of which its weight takes 9.81
    assert "Contact 'top' would have to pull at 34 times" in status
    assert "with up to 10.18 N: it is taken to be closed here, and lifts off in truth" in status
