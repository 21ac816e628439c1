"""Forces and frictions along motions that meet no inertia, or that joints hold, end in a sentence with names."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.solve.masses import hardly_inert


def slider_crank(angle: float, crank_mass: float = 0.5) -> lw.Mechanism:
    """Return a crank of 1 m and a rod of 2 m that moves a slider along x; only the crank may lack mass."""
    m = lw.Mechanism("slider crank", plane="xy")
    crank = m.body("crank", mass=crank_mass, inertia=0.1 * crank_mass)
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.place("crank", angle=angle)
    m.place("slider", at=(3.0, 0.0))
    m.revolute("pin", m.ground.at(0, 0), crank.at(0, 0))
    m.rod("rod", crank.at(1, 0), slider.at(0, 0), length=2.0)
    m.prismatic("guide", m.ground.at(0, 0), slider.at(0, 0), axis=(1, 0))
    return m


def test_a_motor_on_a_massless_crank_ends_at_the_dead_point():
    # the inertia at the crank goes to zero as the square of the way to the dead point, and the steps with it
    m = slider_crank(0.5, crank_mass=0.0)
    m.motor("motor", "pin.angle", stall=-2.0, no_load_speed=-2.0)
    with pytest.raises(
        lw.MotionError, match=r"'crank' can move there and hardly move anything that has mass, as at a d"
    ):
        m.simulate(2.0)


def test_a_motor_on_a_heavy_crank_passes_it():
    m = slider_crank(0.5)
    m.motor("motor", "pin.angle", stall=-2.0, no_load_speed=-2.0)
    assert m.simulate(2.0).complete


def test_a_massless_rod_that_turns_about_itself_is_none_of_these():
    m = lw.Mechanism("hung", gravity=(0, 0, -9.81))
    rod, ball = m.body("rod", mass=0.0, inertia=0.0), m.body("ball", mass=1.0, inertia=0.1)
    m.spherical("top", m.ground.at(0, 0, 0), rod.at(0, 0, 0))
    m.spherical("low", rod.at(1, 0, 0), ball.at(0, 0, 0))
    m.place("ball", at=(1, 0, 0))
    run = m.simulate(0.1)
    assert hardly_inert(run.plan, run.poses[-1], 0.1) == ""


def test_a_massless_crank_that_a_driver_leads_is_none_of_these():
    m = slider_crank(0.5, crank_mass=0.0)
    m.drive("pin.angle", "0.5 - t")
    run = m.simulate(0.5)
    assert hardly_inert(run.plan, run.poses[-1], 0.5) == ""


def test_friction_in_a_joint_that_others_hold_is_refused():
    m = slider_crank(0.5)
    block = m.body("block", mass=1.0, inertia=1.0)
    m.place("block", at=(3.0, 0.0))
    m.revolute("stay", lw.Marker("slider", (0, 0)), block.at(0, 0))
    m.prismatic("slot", lw.Marker("slider", (0, 0)), block.at(0, 0), axis=(1, 0))
    m.friction("rub", "slot", mu=0.3)
    with pytest.raises(
        lw.ModelError, match=r"friction 'rub': it rubs where joint 'slot' slides, which other joints hold"
    ):
        m.simulate(0.1)


def test_friction_of_a_slider_at_its_dead_point_is_none_of_these():
    m = slider_crank(0.0)
    m.friction("rub", "guide", mu=0.3)
    assert m.simulate(0.1).complete


def test_friction_in_a_driven_joint_is_none_of_these():
    m = slider_crank(0.5)
    m.drive("pin.angle", "0.5 + t")
    m.friction("rub", "pin", mu=0.3, radius=0.05)
    assert m.simulate(0.1).complete


def test_joints_that_repeat_each_other_bear_what_the_forces_ask_for():
    # a link without mass, fixed twice to the slider: what both joints hold has a self-stress, which is not to grow
    m = slider_crank(0.5)
    link = m.body("link", mass=0.0, inertia=0.0)
    m.place("link", at=(3.0, 0.0))
    m.revolute("stay", lw.Marker("slider", (0, 0)), link.at(0, 0))
    m.prismatic("slot", lw.Marker("slider", (0, 0)), link.at(0, 0), axis=(1, 0))
    m.spring("spring", link.at(0.3, 0.4), m.ground.at(5, 1), stiffness=10.0, free_length=1.0)
    run = m.simulate(2.0, points=2001)
    shares = run.reactions("solver")
    pull = abs(run.force("spring").values).max()
    for joint in ("stay", "slot"):
        felt = shares.on(joint, "link")
        # each bears at most the spring's force and its moment about the joint, which is at most 0.5 m away
        assert abs(felt.force).max() < 2.0 * pull
        assert abs(felt.torque).max() < 2.0 * pull
