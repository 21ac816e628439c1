"""Equations of velocities that contradict others are told before anything is computed."""

from __future__ import annotations

import pytest

import linkwork as lw


def disc(*equations: str) -> lw.Mechanism:
    """A disc on an axle that keeps to equations called c, d, ..."""
    m = lw.Mechanism("disc", plane="xy")
    body = m.body("a", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), body.at(0, 0))
    for name, equation in zip("cd", equations, strict=False):
        m.constraint(name, equation)
    return m


def pinned() -> lw.Mechanism:
    """Two bodies pinned at their origins, whose distance is to grow."""
    m = disc()
    b = m.body("b", mass=1.0, inertia=0.1)
    m.revolute("B", m.ground.at(1, 0), b.at(0, 0))
    m.constraint("c", "rate(distance(a, b)) - 0.1")
    return m


TWO = ("rate(A.angle) - 1", "rate(A.angle) - 2")


@pytest.mark.parametrize("analysis", [lambda m: m.start(), lambda m: m.simulate(0.5), lambda m: m.move([0.0, 0.5])])
def test_two_speeds_of_one_disc(analysis):
    with pytest.raises(lw.AssemblyError, match=r"'d' \(rate\(A\.angle\) - 2 = 0\) contradicts 'c' there"):
        analysis(disc(*TWO))


def test_a_distance_that_pins_keep():
    with pytest.raises(lw.AssemblyError, match=r"'c' .* contradicts 'A', 'B' there"):
        pinned().start()


def test_mobility_tells_that_there_is_no_motion():
    found = disc(*TWO).mobility()
    assert [(r.joint, r.repeats, r.contradicts) for r in found.redundant] == [("d", ("c",), True)]
    assert "joint 'd' (rate(A.angle) - 2 = 0) contradicts the velocities of 'c'." in str(found)
    assert "exact all the same" not in str(found)


def test_what_repeats_is_no_contradiction():
    m = disc("rate(A.angle) - 1", "1e6*(2*rate(A.angle) - 2)")
    assert m.start()["rate(A.angle)"] == pytest.approx(1.0, abs=1e-12)  # rounding
    assert "repeats what 'c' already hold" in str(m.mobility())
    still = pinned().copy()
    still.joints.pop("c")
    still.constraint("e", "rate(distance(a, b))")
    assert "The motion is exact all the same" in str(still.mobility())
    assert still.simulate(0.1).complete


def test_a_driver_and_an_equation():
    m = disc("rate(A.angle) - 1")
    m.drive("A.angle", "2*t")
    with pytest.raises(lw.AssemblyError, match=r"'A\.angle' .* contradicts 'c' there"):
        m.start()
