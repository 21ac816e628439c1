"""What stopped a motion is said truly: a driver that jumps, a span too long to follow, or a limit position."""

import numpy as np
import pytest

import linkwork as lw


def four_bar(quantity, function):
    m = lw.Mechanism("four-bar", plane="xy")
    crank, coupler, rocker = m.body("crank"), m.body("coupler"), m.body("rocker")
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(3, 0), rocker.at(2, 0))
    m.revolute("D", m.ground.at(3, 0), rocker.at(0, 0))
    m.place(crank, angle="60 deg")
    m.place(rocker, angle="90 deg")
    m.drive(quantity, function)
    return m


def words(model, times):
    with pytest.raises(lw.MotionError) as caught:
        model.move(times)
    return str(caught.value)


@pytest.mark.parametrize("function", ["if(t < 0.5, 0, 1)", lambda t: 0.0 if t < 0.5 else 1.0])
def test_a_jump_is_called_a_jump(function):
    said = words(four_bar("A.angle", function), np.linspace(0, 1, 11))
    assert "driver 'A.angle' jumps there from 0 rad to 1 rad (57.2958 deg)" in said
    assert "t = 0.5 s" in said
    assert "lw.cycloidal(rise=1, duration=0.1, start=0.5)" in said
    assert "dead point" not in said


def test_the_rise_that_is_offered_works():
    m = four_bar("A.angle", lw.cycloidal(rise=1, duration=0.1, start=0.5))
    assert m.move(np.linspace(0, 1, 11)).complete


def test_a_kink_is_no_jump():
    assert four_bar("A.angle", "if(t < 0.5, t, 0.5 + 20*(t - 0.5))").move(np.linspace(0, 1, 11)).complete


def test_a_limit_position_is_given_with_its_unit():
    said = words(four_bar("D.angle", lw.speed(1.0, start="90 deg")), np.linspace(0, 3, 11))
    # folded, crank and coupler span 3 - 1 = 2: (3 + 2 cos D)^2 + (2 sin D)^2 = 2^2
    limit = np.arccos(-0.75)
    assert "dead point or end of reach" in said
    value = float(said.split("At the limit D.angle = ")[1].split(" rad")[0])
    assert value == pytest.approx(limit, abs=1e-5)  # a limit is met to the square root of the shortest step
    assert f"({np.degrees(value):.6g} deg)" in said


def test_a_span_beyond_what_can_be_followed_is_no_dead_point():
    # slow until the last tenth: how often it turns is seen on the way only
    said = words(four_bar("A.angle", "if(t < 9e8, 0, 628*(t - 9e8))"), [0, 1e9])
    assert "the span is too long" in said
    assert "dead point" not in said
    assert "driver 'A.angle' goes on by 0.628 rad" in said


HOPELESS = {
    "0.1*sin(1e20*pi*t)": "5e+19",
    "0.1*sin(1e8*t)": "1.6e+07",
    "1e15*t": "1.6e+14",
    "t + 0.01*cos(1e9*t)": "1.6e+08",
}


@pytest.mark.parametrize("function", HOPELESS)
@pytest.mark.parametrize("analysis", ["move", "simulate"])
def test_a_driver_that_nobody_could_follow_is_refused(function, analysis):
    with pytest.raises(lw.ModelError, match=r"Driver 'A.angle' goes through about") as error:
        getattr(heavy(function), analysis)([0.0, 1.0])
    assert f"about {HOPELESS[function]} cycles from 0 s to 1 s" in str(error.value)


def heavy(function):
    """Return the gallery's four-bar, which has masses, driven by this function."""
    m = lw.gallery.get("four-bar", driven=False)
    m.drive("A.angle", function)
    return m


def test_many_cycles_that_can_be_followed_are():
    assert four_bar("A.angle", "0.1*sin(1e9*t)").move([0.0, 1e-7]).complete


SHAKEN = {
    "3*sin(1e20*t)": "Force 'E' goes through about 1.6e+19 cycles",
    "3*A.angle*cos(1e8*t)": "Force 'E' goes through about 1.6e+07 cycles",
    "3*sign(sin(1e8*t))": "The force 'E', where sin(100000000*t) passes 0, goes through about 1.6e+07 cycles",
}


@pytest.mark.parametrize("effort", SHAKEN)
def test_a_force_that_nobody_could_follow_is_refused(effort):
    m = lw.gallery.get("four-bar", driven=False)
    m.effort("E", "A.angle", effort)
    with pytest.raises(lw.ModelError) as error:
        m.simulate([0.0, 1.0])
    assert str(error.value).startswith(SHAKEN[effort])


def test_an_event_that_nobody_could_follow_is_refused():
    m = lw.gallery.get("four-bar", driven=False)
    with pytest.raises(lw.ModelError, match=r"'cos\(1e10\*t\)' goes through about 1\.6e\+09 cycles from 0 s to 1 s"):
        m.simulate([0.0, 1.0], record_when={"top": "cos(1e10*t)"})


def test_a_quick_force_that_can_be_followed_is():
    m = lw.gallery.get("four-bar", driven=False)
    m.effort("E", "A.angle", "1e-3*sin(1e9*t)")
    assert m.simulate([0.0, 1e-7]).complete
