"""Drivers with kinks and equations of velocities with jumps: a blow changes the velocities as the masses allow."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

TIMES = [0.0, 0.1, 0.25, 0.5]
KINK = 0.2


def arm(**asked: str) -> lw.Mechanism:
    """A body on a pin, led by a driver of its angle or by an equation."""
    m = lw.Mechanism("arm", plane="xy")
    body = m.body("a", mass=2.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), body.at(0, 0))
    if "drive" in asked:
        m.drive("A.angle", asked["drive"])
    else:
        m.constraint("c", asked["equation"])
    m.place(body, angle=0.4, rate=1.0)
    return m


def pair(law: str = f"abs(t - {KINK})") -> lw.Mechanism:
    """Two bars in a row, the first one led with a kink."""
    m = lw.Mechanism("pair", plane="xy", gravity=(0, -9.81))
    a, b = m.body("a", lw.rod(1.0, mass=2.0)), m.body("b", lw.rod(0.7, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1.0, 0), b.at(0, 0))
    m.place(b, at=(1.0, 0.0), angle=0.6)
    m.drive("A.angle", law)
    return m


def plate(law: str) -> lw.Mechanism:
    """A block that lies on a plate, which is driven up and down."""
    m = lw.Mechanism("plate", plane="xy", gravity=(0, -9.81))
    plate, block = m.body("plate", mass=3.0, inertia=0.1), m.body("block", mass=1.0, inertia=0.1)
    m.prismatic("P", m.ground.at(0, 0), plate.at(0, 0), axis="y")
    m.prismatic("J", plate.at(0, 0), block.at(0, 0), axis="y")
    m.rigid_contact("floor", "J.translation")
    m.place(plate, at=(0, 0))
    m.place(block, at=(0, 0))
    m.drive("P.translation", law)
    return m


@pytest.mark.parametrize(
    ("asked", "angles", "rates"),
    [
        ({"drive": "abs(t - 0.2)"}, [0.2, 0.1, 0.05, 0.3], [-1, -1, 1, 1]),
        ({"equation": "A.angle - 0.6 + abs(t - 0.2)"}, [0.4, 0.5, 0.55, 0.3], [1, 1, -1, -1]),
        ({"equation": "rate(A.angle) + sign(t - 0.2)"}, [0.4, 0.5, 0.55, 0.3], [1, 1, -1, -1]),
    ],
)
@pytest.mark.parametrize("analysis", ["simulate", "move"])
def test_the_motion_follows_what_asks_for_it(asked, angles, rates, analysis):
    run = getattr(arm(**asked), analysis)(TIMES)
    # Straight lines, which every method integrates to rounding; the jump lies within a few roundings of its time.
    assert run.joint("A").angle == pytest.approx(angles, abs=1e-12)
    assert run.joint("A").angle_velocity == pytest.approx(rates, abs=1e-12)


@pytest.mark.parametrize("formulation", [name for name in lw.FORMULATIONS if name != "auto"])
def test_the_blow_leaves_the_moment_of_momentum_about_the_pin(formulation):
    near = 1e-7
    run = pair().simulate([0.0, KINK - near, KINK + near, 0.4], formulation=formulation)
    # The pin's velocity jumps by 2 m/s upwards: m l^2/3 dw + m l/2 cos(angle) 2 = 0 with l = 0.7 m.
    jump = np.diff(run["b.angular_velocity"].ravel())[1]
    falls = 2.0 * near * 3.0 * 9.81 / (2.0 * 0.7) + 1e-6  # what gravity does between the times, the rest turns on
    assert jump == pytest.approx(-3.0 / 0.7 * np.cos(run.body("b").angle[1]), abs=10.0 * falls)
    assert run.energy.relative_drift < 1e-6  # of the least exact, the penalty method
    assert [event for event in run.events if "velocities jump" in event] == [
        "t = 0.2 s: velocities jump, as 'A.angle' asks: a blow, which forces leave out; a rounded corner has none"
    ]


def test_what_lies_on_a_plate_is_pushed_but_not_pulled():
    near = 1e-7
    pushed = plate(f"max(0, t - {KINK})").simulate([0.0, KINK + near, 0.25])
    assert pushed.body("block").velocity[1:, 1] == pytest.approx(1.0, abs=1e-12)  # at constant speed
    left = plate(f"min(0, {KINK} - t)").simulate([0.0, KINK + near, 0.25])
    assert left.body("block").velocity[1:, 1] == pytest.approx(-9.81 * np.array([near, 0.05]), abs=1e-12)  # it falls
    assert pushed.energy.relative_drift < 1e-12
    assert left.energy.relative_drift < 1e-12


def test_many_runs_follow_as_one_does():
    m = pair("k*abs(t - 0.2)")
    m.parameter("k", 1.0)
    times = [0.0, 0.1, 0.3]
    many = m.simulate_many(times, parameters={"k": [1.0, 2.0]})
    for k, run in zip((1.0, 2.0), (many[0], many[1]), strict=True):
        alone = m.with_parameters(k=k).simulate(times)
        assert run.joint("B").angle == pytest.approx(alone.joint("B").angle, abs=1e-12)  # the same steps


def test_gradients_of_runs_with_a_blow_are_those_of_repeated_runs():
    m = pair("k*abs(t - 0.2)")
    m.parameter("k", 1.0)
    found = m.gradient("B.angle at 0.4", ["k"], analysis="simulate", times=[0.0, 0.4])
    assert "velocities jump on the way" in str(found)


@pytest.mark.parametrize(
    ("wave", "pieces"),
    [
        ("0.5*abs(mod(t, 0.4) - 0.2)", "if(t < 0.2, 0.1 - 0.5*t, if(t < 0.4, 0.5*t - 0.1, 0.3 - 0.5*t))"),
        ("max(0, t^2 - 0.04)", "if(t < 0.2, 0, t^2 - 0.04)"),
        ("abs(sin(10*t + 1))", "sin(10*t + 1)*if(t < (pi - 1)/10, 1, -1)"),
    ],
)
def test_kinks_at_times_that_no_even_rise_tells(wave, pieces):
    times = [0.0, 0.15, 0.25, 0.35, 0.5]
    one, other = pair(wave).simulate(times), pair(pieces).simulate(times)
    assert one["B.angle"] == pytest.approx(other["B.angle"], abs=1e-7)  # two runs with a tolerance of 1e-9
    assert one.energy.relative_drift < 1e-9
    assert sum("velocities jump" in event for event in one.events) >= sum("jump" in event for event in other.events)


def test_a_kink_at_the_start():
    run = pair("max(0, t)").simulate([0.0, 0.2])
    assert run["A.angle"][-1] == pytest.approx(0.2, abs=1e-12)  # led, to rounding
    assert run["rate(A.angle)"] == pytest.approx([0.0, 1.0], abs=1e-9)


@pytest.mark.parametrize("analysis", ["simulate", "move"])
@pytest.mark.parametrize(
    "equation",
    ["rate(A.angle) - if(A.angle < 0.5, 1, 2)", "rate(A.angle)*if(A.angle < 0.5, 2, 1) - 2"],
)
def test_an_equation_of_velocities_that_jumps_at_a_place(equation, analysis):
    run = getattr(arm(equation=equation), analysis)([0.0, 0.05, 0.2, 0.5])
    # From 0.4 rad at 1 rad/s up to 0.5 rad, at 2 rad/s from there; straight lines, to the place of the jump.
    assert run.joint("A").angle == pytest.approx([0.4, 0.45, 0.7, 1.3], abs=1e-11)
    assert [event for event in run.events if "'c'" in event and event.startswith("t = 0.1 s")]


def test_a_kink_at_a_place_is_a_blow_that_the_masses_share():
    m = lw.Mechanism("kinked", plane="xy")
    turning, sliding = m.body("turning", mass=1.0, inertia=0.5), m.body("sliding", mass=2.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), turning.at(0, 0))
    m.prismatic("S", m.ground.at(0, 0), sliding.at(0, 0))
    m.constraint("guide", "S.translation = if(A.angle < 0.3, 0.1*A.angle, 0.03 + 0.6*(A.angle - 0.3))")
    m.place(turning, rate=2.0)
    run = m.simulate([0.0, 0.1, 0.2, 0.3])
    # The blow (p on the angle through the new slope 0.6): (0.5 + 2 0.6^2) w = 0.5*2 + 2*0.2*0.6.
    assert run["rate(A.angle)"][-1] == pytest.approx((0.5 * 2.0 + 2.0 * 0.2 * 0.6) / (0.5 + 2.0 * 0.36), abs=1e-9)
    assert run.energy.relative_drift < 1e-9


@pytest.mark.parametrize(
    ("law", "before", "after", "analysis"),
    [
        ("0.3*(t > 0.2)", "0 rad", "0.3 rad", "simulate"),
        ("0.3*(t > 0.2)", "0 rad", "0.3 rad", "move"),
        ("0.1*mod(t, 0.2)", "0.02 rad", "0 rad", "simulate"),
        ("0.1*mod(t, 0.2)", "0.02 rad", "0 rad", "move"),
        ("t + 0.001*(t > 0.2)", "0.2 rad", "0.201 rad", "simulate"),
    ],
)
def test_a_driver_that_jumps_is_told_with_time_and_both_values(law, before, after, analysis):
    with pytest.raises(lw.MotionError) as told:
        getattr(arm(drive=law), analysis)(TIMES)
    assert f"t = {KINK} s" in str(told.value)
    assert f"driver 'A.angle' jumps there from {before}" in str(told.value)
    assert f" to {after}" in str(told.value)


@pytest.mark.parametrize("analysis", ["simulate", "move"])
def test_an_equation_of_positions_that_jumps_is_told(analysis):
    with pytest.raises(lw.MotionError, match=r"equation 'c' jumps there: what must vanish goes from .* to -0\.3,"):
        getattr(arm(equation="A.angle - 0.4 - if(t < 0.2, t, t + 0.3)"), analysis)(TIMES)
    with pytest.raises(lw.MotionError, match="equation 'c' jumps there") as told:
        arm(equation="A.angle - 0.4 - t - 0.3*(A.angle > 0.6)").simulate(TIMES)
    assert "t = 0.2 s" in str(told.value)


def test_equations_that_lead_to_and_fro_are_told_by_name():
    with pytest.raises(lw.MotionError, match=r"'c', where A\.angle passes 0\.6"):
        arm(equation="rate(A.angle) + sign(A.angle - 0.6)").simulate(TIMES)


@pytest.mark.parametrize("how", [{"step": 0.01}, {"method": "generalised-alpha", "step": 0.01}])
def test_fixed_steps_do_not_go_across_a_jump(how):
    with pytest.raises(lw.MotionError, match=r"past t = 0\.2 s: driver 'A\.angle' jumps there from 0 rad to 0\.05 rad"):
        arm(drive="0.05*(t > 0.2)").simulate(TIMES, **how)
    assert arm(drive="abs(t - 0.2)").simulate(TIMES, **how)["A.angle"][-1] == pytest.approx(0.3, abs=1e-9)


def test_formulations_take_a_kink_at_a_place_or_say_that_they_do_not():
    m = lw.Mechanism("kinked", plane="xy")
    turning, sliding = m.body("turning", mass=1.0, inertia=0.5), m.body("sliding", mass=2.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), turning.at(0, 0))
    m.prismatic("S", m.ground.at(0, 0), sliding.at(0, 0))
    m.constraint("guide", "S.translation = 0.3*abs(A.angle - 0.2)")
    m.place(turning, angle=0.0, rate=1.0)
    for formulation in lw.FORMULATIONS:
        if formulation in ("lagrange", "independent", "momentum", "augmented-lagrangian-3"):
            with pytest.raises(lw.ModelError, match="'guide' has a kink or jumps at a place"):
                m.simulate(0.5, formulation=formulation)
            continue
        run = m.simulate([0.0, 0.5], formulation=formulation)
        # (0.5 + 2 0.3^2) w = 0.5 - 2 0.3^2: the slope turns round.
        assert run["rate(A.angle)"][-1] == pytest.approx(0.32 / 0.68, abs=1e-6), formulation  # of penalty
