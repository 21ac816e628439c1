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
    assert "repeats what 'c' already holds" in str(m.mobility())
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


def geared(second: str) -> lw.Mechanism:
    """Two wheels in mesh, 0.1 m and 0.2 m, both of which are driven."""
    m = lw.Mechanism("geared", plane="xy")
    a, b = (m.body(name, mass=1.0, inertia=0.01) for name in "ab")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    m.gear("g", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.2)
    m.drive("A.angle", "t")
    m.drive("B.angle", second)
    return m


def test_drivers_that_agree_may_be_too_many():
    assert geared("-0.5*t").move([0.0, 0.1]).complete
    assert geared("-0.5*t").simulate(0.1).complete


def test_too_many_drivers_that_do_not_agree():
    with pytest.raises(lw.AssemblyError, match=r"'B\.angle' .* contradicts 'A', 'B', 'g', 'A\.angle' there"):
        geared("-0.4*t").simulate(0.1)
    with pytest.raises(lw.MotionError, match=r"meets all of its drivers, 2 drivers for 1 degree of freedom\. At the"):
        geared("-0.4*t").move([0.0, 0.1])


@pytest.mark.parametrize("analysis", [lambda m: m.move([0.0, 0.1]), lambda m: m.simulate(0.1)])
@pytest.mark.parametrize("second", ["-0.5*t - 0.01*t^2", "-0.5*t + if(t > 0.05, 0.1*(t - 0.05)^2, 0)"])
def test_drivers_that_agree_for_a_while(second, analysis):
    with pytest.raises(lw.MotionError, match=r"meets all of its drivers, 2 drivers for 1 degree of freedom\."):
        analysis(geared(second))


def test_few_drivers_stand_at_a_dead_point():
    m = lw.gallery.get("slider-crank", driven=False)
    slide = next(f"{name}.translation" for name, joint in m.joints.items() if joint.KIND == "prismatic")
    m.drive(slide, f"{float(m.assemble()[slide])} + 10*t")
    with pytest.raises(lw.SingularityError, match="dead point"):
        m.move([0.0, 1.0])


def test_what_is_always_met_holds_nothing():
    """It was said to repeat what it holds itself."""
    m = lw.Mechanism("empty", plane="xy")
    disc = m.body("disc", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), disc.at(0, 0))
    m.coupling("c", "A.angle - A.angle = 0")
    found = m.mobility()
    assert [r.repeats for r in found.redundant] == [()]
    assert "joint 'c' (A.angle - A.angle = 0) holds nothing here, whatever moves." in str(found)
