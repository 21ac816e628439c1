"""Full turns that wheels make on the way to where they rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError, MotionError


def test_geared_wheels_turn_as_far_as_it_takes():
    """A torque T on a wheel, a spring k on one twice as large: angles 4 T / k and -2 T / k, over several turns."""
    m = lw.Mechanism("winder", plane="xy")
    a, b = (m.body(name, mass=1.0, inertia=0.01) for name in ("a", "b"))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    m.place(b, at=(0.3, 0))
    m.gear("mesh", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.2)
    m.torque("push", a, 0.7)
    m.rotational_spring("spring", "B.angle", stiffness=0.1)
    rest = m.equilibrium()
    assert rest["A.angle"] == pytest.approx(28.0, rel=1e-12)  # rounding of a linear law
    assert rest["B.angle"] == pytest.approx(-14.0, rel=1e-12)
    assert rest["a.angle"] == pytest.approx(28.0, rel=1e-12)
    assert m.simulate(0.1, start=rest.start)["A.angle"][-1] == pytest.approx(28.0, rel=1e-9)  # tolerance of the run


def test_a_weight_on_a_rack_unwinds_a_drum():
    """A weight m g on a rack at r, a spring k on the drum: it turns by m g r / k and swings with k / (I + m r^2)."""
    m = lw.Mechanism("hoist", plane="xy", gravity=(0, -9.81))
    drum, weight = m.body("drum", mass=1.0, inertia=0.01), m.body("weight", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), drum.at(0, 0))
    m.prismatic("rail", m.ground.at(0.1, 0), weight.at(0, 0), axis="y")
    m.place(weight, at=(0.1, -0.5))
    m.rack("mesh", weight.at(0, 0, x=(0, 1)), drum.at(0, 0), radius=0.1)
    m.rotational_spring("spring", "A.angle", stiffness=0.05)
    rest = m.equilibrium()
    assert abs(rest["A.angle"]) == pytest.approx(9.81 * 0.1 / 0.05, rel=1e-12)
    (mode,) = m.linearise(rest.start).modes
    assert 2 * np.pi * mode.frequency == pytest.approx((0.05 / 0.02) ** 0.5, rel=1e-9)


def jack() -> lw.Mechanism:
    """Return a nut of 5 kg that a spring lifts along a spindle of 5 mm a turn, 0.5 m below the end of the spring."""
    m = lw.Mechanism("jack", gravity=(0, 0, -9.81))
    spindle, nut = m.body("spindle", mass=1.0, inertia=(1e-3,) * 3), m.body("nut", mass=5.0, inertia=(0.01,) * 3)
    m.revolute("R", m.ground.at(0, 0, 0), spindle.at(0, 0, 0), axis="z")
    m.screw("S", spindle.at(0, 0, 0), nut.at(0, 0, 0), axis="z", pitch="5 mm")
    m.prismatic("G", m.ground.at(0, 0, 0), nut.at(0, 0, 0), axis="z")
    m.spring("k", m.ground.at(0.1, 0, 0.5), nut.at(0.1, 0, 0), stiffness=1000.0, free_length=0.0)
    return m


@pytest.mark.parametrize("search", ["stable", "nearest"])
def test_a_screw_turns_ninety_times(search):
    """The spring carries the weight at m g / k below its end; the spindle turns by 2 pi for each 5 mm of the way."""
    rest = jack().equilibrium(search=search)
    lifted = 0.5 - 5 * 9.81 / 1000
    assert rest.kind == "stable"
    assert rest["G.translation"] == pytest.approx(lifted, rel=1e-11)  # 1e-12 of the forces is left over
    assert abs(rest["S.angle"]) == pytest.approx(2 * np.pi / 0.005 * lifted, rel=1e-11)


@pytest.mark.parametrize("search", ["stable", "nearest"])
def test_a_wheel_rolls_down_a_wide_track(search):
    """From 0.3 rad up a track of 30 m: 90 rad of a wheel of 0.1 m."""
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -9.81))
    wheel = m.body("wheel", mass=1.0, inertia=0.005)
    m.rolling_wheel("W", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, track_radius=30.0, track="inside")
    m.place(wheel, at=(29.9 * np.sin(0.3), -29.9 * np.cos(0.3)))
    rest = m.equilibrium(search=search)
    assert rest["wheel.x"] == pytest.approx(0.0, abs=1e-9)  # 1e-12 of 9.81 N over m g / 30 m
    assert abs(rest["wheel.angle"]) == pytest.approx(29.9 * 0.3 / 0.1, rel=1e-9)


def test_a_search_whose_steps_are_used_up_says_so(monkeypatch):
    monkeypatch.setattr("linkwork.solve.equilibrium.MOST", 20)
    with pytest.raises(
        MotionError, match="found in 20 steps, the most that are taken: 'spindle' can still move"
    ) as said:
        jack().equilibrium()
    assert "place the bodies nearer to there" in str(said.value)
    assert "pushes back" not in str(said.value)


def test_modes_of_a_derrick_are_about_its_rest():
    """Its drum has unwound some turns: positions beside the rest are those of the same rope."""
    m = gallery.get("derrick", driven=False)
    rest = m.equilibrium()
    linear = m.linearise(rest.start)
    assert linear.placed(np.zeros((1, 1)))[0] == pytest.approx(rest.poses, abs=1e-12)
    swing = linear.modes[0].motion(amplitude=0.01)["foot.angle"] - rest["foot.angle"]
    assert np.abs(swing).max() == pytest.approx(0.01, rel=1e-3)  # but for the square of the amplitude


@pytest.mark.parametrize("coordinates", ["reference", "relative"])
def test_what_begins_at_a_rest_goes_on_from_its_turns(coordinates):
    """The drum of a derrick has unwound some turns: a rope as long as it is placed would not reach."""
    m = gallery.get("derrick", driven=False)
    rest = m.equilibrium()
    for state in (rest, rest.start, rest.motion, rest.start.motion, rest.start.assembly):
        found = m.assemble(start=state, coordinates=coordinates)
        assert found.poses == pytest.approx(rest.poses, abs=1e-12)
        assert found["axle.angle"] == pytest.approx(rest["axle.angle"], abs=1e-12)
    m.drive("foot.angle", lw.speed(0.1, rest["foot.angle"]))
    motion = m.move([0.0, 0.1], start=rest.start, coordinates=coordinates)
    assert motion["axle.angle"][0] == pytest.approx(rest["axle.angle"], abs=1e-9)
    assert m.inverse([0.0, 0.1], start=rest)["axle.angle"][0] == pytest.approx(rest["axle.angle"], abs=1e-9)


def test_what_begins_at_a_rest_in_space_goes_on_from_its_turns():
    m = jack()
    rest = m.equilibrium()
    m.drive("G.translation", lw.speed(0.01, rest["G.translation"]))
    motion = m.move([0.0, 0.1], start=rest.start)
    assert motion["S.angle"][0] == pytest.approx(rest["S.angle"], rel=1e-11)
    assert m.assemble(0.1, start=motion)["S.angle"] == pytest.approx(motion["S.angle"][-1], rel=1e-11)


def test_a_state_of_another_mechanism_is_none_to_start_from():
    with pytest.raises(ModelError, match="cannot start from a state of 'jack'"):
        gallery.get("derrick").assemble(start=jack().equilibrium())


def test_a_simulation_from_a_rest_of_another_drum_begins_at_rest_with_its_turns():
    m = gallery.get("derrick", driven=False)
    m.place("boom", angle=np.radians(30), rate=1.0)  # a hint for a start at the hints
    rest = m.equilibrium()
    m.joints["rope"] = replace(m.joints["rope"], drum_a=0.2002)
    run = m.simulate([0.0, 0.01], start=rest)
    assert run["axle.angle"][0] == pytest.approx(rest["axle.angle"], rel=2e-3)
    assert run["rate(axle.angle)"][0] == 0.0


def test_what_begins_at_a_simulation_begins_at_its_end():
    m = gallery.get("derrick", driven=False)
    run = m.simulate(0.2)
    assert m.assemble(0.2, start=run).poses == pytest.approx(run.poses[-1], abs=1e-12)
    again = m.simulate([0.2, 0.3], start=run)
    assert again["rate(foot.angle)"][0] == pytest.approx(run["rate(foot.angle)"][-1], abs=1e-12)
