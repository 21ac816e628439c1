"""Positions of rest that are not stable tell which coordinate leads away, and what is missing."""

from __future__ import annotations

import re

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import MotionError


def upright(stiffness: float = 0.0) -> lw.Mechanism:
    """Two rods; the lower one hangs, the upper one stands on its end."""
    m = lw.Mechanism("rods", plane="xy", gravity=(0, -9.81))
    a, b = m.body("a", lw.rod(length=1.0, mass=2.0)), m.body("b", lw.rod(length=1.0, mass=3.0))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1, 0), b.at(0, 0))
    m.rotational_spring("held", "B.angle", stiffness=stiffness, free_angle=180 * lw.deg, damping=0.1)
    m.place(a, angle=-90 * lw.deg)
    m.place(b, angle=90 * lw.deg)
    return m


def test_the_spring_that_would_hold_it_is_told():
    """In the angles A and B: K = [[K_a + k_b, k_b], [k_b, k_b + s]], which is definite from some s on."""
    rest = upright().equilibrium(search="nearest")
    first, second = 9.81 * (2.0 * 0.5 + 3.0), -9.81 * 3.0 * 0.5
    expected = second**2 / (first + second) - second
    (told,) = rest.notes
    found = float(
        re.search(r"It leaves this position where B.angle changes: a spring of more than (\S+) N m/rad", told)[1]
    )
    assert found == pytest.approx(expected, rel=1e-5)
    assert upright(expected * 1.001).equilibrium(search="nearest").kind == "stable"
    assert upright(expected * 0.999).equilibrium(search="nearest").kind == "unstable"


def test_directions_that_nothing_holds_are_told():
    m = lw.Mechanism("table", plane="xy")
    wheel, cart = m.body("wheel", mass=1.0, inertia=1.0), m.body("cart", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), wheel.at(0, 0))
    m.prismatic("P", m.ground.at(0, 0), cart.at(0, 0), axis="x")
    assert m.equilibrium().notes == (
        "Nothing brings it back where A.angle, P.translation change: no spring, stop or weight.",
    )
    m.rotational_spring("coil", "A.angle", stiffness=3.0)
    rest = m.equilibrium()
    assert rest.kind == "indifferent"
    assert rest.notes == ("Nothing brings it back where P.translation changes: no spring, stop or weight.",)
    m.spring("rope", m.ground.at(0, 1), cart.at(0, 0), stiffness=3.0, free_length=0.5)
    assert m.equilibrium().notes == ()


def test_swings_that_grow_are_told():
    """Ziegler's column: two rods with springs under a load that follows the upper one, beyond its flutter load."""
    m = lw.Mechanism("column", plane="xy")
    a, b = m.body("a", mass=2.0, inertia=0.0), m.body("b", mass=1.0, inertia=0.0)
    m.revolute("A", m.ground.at(0, 0), a.at(-1, 0))
    m.revolute("B", a.at(0, 0), b.at(-1, 0))
    for joint in "AB":
        m.rotational_spring(f"coil {joint}", f"{joint}.angle", stiffness=1.0)
    m.point_force("load", b.at(0, 0), force=(-3.0, 0), follows="body")
    m.place(a, at=(1, 0))
    m.place(b, at=(2, 0))
    rest = m.equilibrium(search="nearest")
    assert rest.kind == "unstable"  # from (7/2 - sqrt(2)) k / l on
    assert rest.notes == ("It leaves this position in swings that grow by themselves.",)
    assert np.iscomplex(m.linearise(rest.start).eigenvalues).any()


@pytest.mark.parametrize("search", ["stable", "nearest"])
def test_a_force_that_jumps_is_told(search):
    m = lw.Mechanism("switch", plane="xy")
    block = m.body("b", mass=2.0, inertia=0.01)
    rail = m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.effort("relay", rail, "if(rail.translation > 0, -3 N, 2 N)")
    m.place(block, at=(0.3, 0))
    with pytest.raises(MotionError, match="the force of 'relay' jumps where it ended"):
        m.equilibrium(search=search)
