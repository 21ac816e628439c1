"""Equations of velocities that contradict others are told before anything is computed."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.solve.leaps import passed_leap


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


def geared(second: str, idle: int = 0) -> lw.Mechanism:
    """Two wheels in mesh, 0.1 m and 0.2 m, both of which are driven, beside so many pendulums that nothing drives."""
    m = lw.Mechanism("geared", plane="xy")
    a, b = (m.body(name, mass=1.0, inertia=0.01) for name in "ab")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    m.gear("g", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.2)
    m.drive("A.angle", "t")
    m.drive("B.angle", second)
    for k in range(idle):
        rod = m.body(f"rod{k}", lw.rod(length=0.2, mass=1.0))
        m.revolute(f"P{k}", m.ground.at(k, -1), rod.at(0, 0))
        m.place(rod, at=(k, -1))
    return m


IDLE = pytest.mark.parametrize("idle", [0, 2])
"""Degrees of freedom elsewhere: Grübler's count does not tell then that drivers are too many."""


@IDLE
def test_drivers_that_agree_may_be_too_many(idle):
    assert geared("-0.5*t", idle).move([0.0, 0.1], undriven="hold").complete
    assert geared("-0.5*t", idle).simulate(0.1).complete


@IDLE
def test_too_many_drivers_that_do_not_agree(idle):
    with pytest.raises(lw.AssemblyError, match=r"'B\.angle' .* contradicts 'A', 'B', 'g', 'A\.angle' there"):
        geared("-0.4*t", idle).simulate(0.1)
    with pytest.raises(
        lw.MotionError, match=r"meets all of its drivers: 'A\.angle' and 'B\.angle' drive one motion and do"
    ):
        geared("-0.4*t", idle).move([0.0, 0.1], undriven="hold")


def arm(bend: float) -> lw.Mechanism:
    """Two links of 1 m, the second bent by an angle against the first, which lies along x."""
    m = lw.Mechanism("arm", plane="xy")
    a, b = (m.body(name, lw.rod(length=1.0, mass=1.0)) for name in "ab")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1, 0), b.at(0, 0))
    m.place(b, at=(1, 0), angle=bend)
    b.point("tip", 1, 0)
    return m


def test_drivers_that_depend_at_one_position_alone_are_not_accused():
    """Stretched out along x the arm cannot move its tip that way; everywhere else both drivers can be met."""
    m = arm(0.0)
    m.drive("b.tip.x", "2 - 0.1*t")
    m.drive("b.tip.y", "0.1*t")
    assert m.start()["b.tip.x"] == pytest.approx(2.0, abs=1e-9)  # closed to 1e-12 of the size
    bent = arm(0.5)
    bent.drive("b.tip.x", f"{float(bent.assemble()['b.tip.x'])} - 0.1*t")
    bent.drive("b.tip.y", f"{float(bent.assemble()['b.tip.y'])}")
    assert bent.simulate(0.1).complete


def test_two_drivers_of_one_coordinate_are_named():
    """As many drivers as freedoms, of which the second link takes none."""
    m = arm(0.0)
    m.drive("A.angle", "t")
    m.drive("A.angle", "2*t", name="other")
    for analysis in (lambda m: m.move([0.0, 0.1]), lambda m: m.simulate(0.1)):
        with pytest.raises(lw.AssemblyError, match=r"'other' .* contradicts 'A\.angle' there"):
            analysis(m)


@IDLE
@pytest.mark.parametrize("analysis", [lambda m: m.move([0.0, 0.1], undriven="hold"), lambda m: m.simulate(0.1)])
@pytest.mark.parametrize("second", ["-0.5*t - 0.01*t^2", "-0.5*t + if(t > 0.05, 0.1*(t - 0.05)^2, 0)"])
def test_drivers_that_agree_for_a_while(second, analysis, idle):
    with pytest.raises(
        lw.MotionError, match=r"meets all of its drivers: 'A\.angle' and 'B\.angle' drive one motion and do"
    ):
        analysis(geared(second, idle))


@IDLE
def test_few_drivers_stand_at_a_dead_point(idle):
    """Also where others are driven: its driver depends on the joints at that position alone."""
    m = lw.gallery.get("slider-crank", driven=False)
    for k in range(idle):
        rod = m.body(f"rod{k}", lw.rod(length=0.2, mass=1.0))
        m.revolute(f"P{k}", m.ground.at(k, -1), rod.at(0, 0))
        m.place(rod, at=(k, -1))
        m.drive(f"P{k}.angle", "t")
    slide = next(f"{name}.translation" for name, joint in m.joints.items() if joint.KIND == "prismatic")
    m.drive(slide, f"{float(m.assemble()[slide])} + 10*t")
    with pytest.raises(lw.SingularityError, match="dead point"):
        m.move([0.0, 1.0])
    with pytest.raises(lw.MotionError) as told:
        m.simulate(1.0)
    assert "contradicts" not in str(told.value)
    assert "meets all of its drivers" not in str(told.value)


def test_a_driver_of_a_python_function_that_jumps_is_named():
    m = disc()
    m.drive("A.angle", lambda t: 0.0 if t < 0.5 else 1.0)
    with pytest.raises(lw.MotionError, match=r"driver 'A\.angle' jumps there from 0 rad to 1 rad .*cycloidal"):
        m.simulate(1.0)


def test_what_is_always_met_holds_nothing():
    """It was said to repeat what it holds itself."""
    m = lw.Mechanism("empty", plane="xy")
    disc = m.body("disc", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), disc.at(0, 0))
    m.coupling("c", "A.angle - A.angle = 0")
    found = m.mobility()
    assert [r.repeats for r in found.redundant] == [()]
    assert "joint 'c' (A.angle - A.angle = 0) holds nothing here, whatever moves." in str(found)


@pytest.mark.parametrize("how", [{"method": "esdirk54"}, {"method": "rk4", "step": 0.01}])
def test_steps_that_go_across_a_small_jump_tell_it(how):
    """Of an arm on a driven one: a jump of 1e-3 rad at 0.123 s, which long steps do not see."""
    m = lw.Mechanism("arms", plane="xy", gravity=(0, -9.81))
    a, b = (m.body(name, lw.rod(length=1.0, mass=1.0)) for name in "ab")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1, 0), b.at(0, 0))
    m.drive("A.angle", lambda t: 0.5 * t + (1e-3 if t > 0.123 else 0.0), name="crank")
    with pytest.raises(lw.MotionError, match=r"At t = 0.123 s driver 'crank' jumps there from 0.0615 rad"):
        m.simulate(1.0, **how)


def test_what_changes_quickly_is_no_jump():
    """200 rad/s between times a tenth of a second apart, and a rate that jumps."""
    m = disc()
    m.drive("A.angle", lambda t: 0.1 * np.sin(200 * t) + abs(t - 0.5))
    assert passed_leap(m.plan(), np.linspace(0.0, 1.0, 11)) == ""
