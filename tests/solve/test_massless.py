"""Links without mass, very small inertias, and efforts that cannot hold a machine."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

G = 9.81
SPATIAL = pytest.mark.parametrize("spatial", [False, True], ids=["plane", "space"])


def told(m: lw.Mechanism, spatial: bool) -> lw.Mechanism:
    return m.in_space() if spatial else m


# ---- small inertias --------------------------------------------------------------------------------


def welded(count: int, light: float) -> lw.Mechanism:
    """A light shaft on a hinge with heavy discs welded to it, driven with 4 rad/s^2."""
    m = lw.Mechanism("shaft", plane="xy")
    shaft = m.body("shaft", mass=1.0, inertia=light)
    m.revolute("A", m.ground.at(0, 0), shaft.at(0, 0))
    for k in range(count):
        disc = m.body(f"disc {k}", mass=1.0, inertia=0.01 * (k + 1))
        m.fixed(f"weld {k}", shaft.at(0, 0), disc.at(0, 0))
    m.drive("A.angle", "2*t^2")
    return m


@SPATIAL
@pytest.mark.parametrize("light", [1e-11, 1e-20, 0.0])
def test_discs_welded_to_a_light_shaft(light, spatial):
    found = told(welded(1, light), spatial).inverse([0.0, 0.2])
    assert found.driver("A.angle").effort == pytest.approx(4 * (0.01 + light), rel=1e-13)  # rounding
    assert found.joint("A").angle_acceleration == pytest.approx(4.0, rel=1e-13)
    assert found.balance.worst < 1e-13


def test_seventy_discs_welded_to_a_light_shaft():
    found = welded(70, 1e-11).inverse([0.0, 0.2])
    assert found.driver("A.angle").effort == pytest.approx(4 * 0.01 * 70 * 71 / 2, rel=1e-12)  # rounding of 70 terms


# ---- no mass at all --------------------------------------------------------------------------------


def segmented(count: int) -> lw.Mechanism:
    """A point mass 1 m from a pin, at the end of a row of massless bars, each fixed to the next by two pins."""
    m = lw.Mechanism("segments", plane="xy", gravity=(0, -G))
    bars = [m.body(f"bar {k}", mass=0.0, inertia=0.0) for k in range(count)] + [m.body("bob", mass=2.0, inertia=0.0)]
    m.revolute("pin", m.ground.at(0, 0), bars[0].at(0, 0))
    for k in range(count):
        m.revolute(f"near {k}", bars[k].at(1 / count, 0), bars[k + 1].at(0, 0))
        m.revolute(f"far {k}", bars[k].at(1 / count, 0.1), bars[k + 1].at(0, 0.1))
        m.place(bars[k], at=(k / count, 0))
    m.place(bars[count], at=(1, 0))
    return m


@SPATIAL
@pytest.mark.parametrize("count", [1, 4, 8])
def test_a_row_of_massless_bars_is_one_pendulum(count, spatial):
    run = told(segmented(count), spatial).simulate([0.0, 0.3])
    turns = run.body("bar 0").angular_acceleration[0]
    assert (turns[2] if spatial else turns) == pytest.approx(-G, rel=1e-12)  # level: g / l; rounding of redundant pins
    assert run.balance.worst < 1e-12
    assert run.energy.relative_drift < 1e-10  # the tolerance of ten steps


def four_bar(mass: float, inertia: float) -> lw.Mechanism:
    """A parallelogram whose coupler has next to no mass; crank and rocker are rods of 1 m and 2 kg."""
    m = lw.Mechanism("parallelogram", plane="xy", gravity=(0, -G))
    crank, rocker = m.body("crank", lw.rod(length=1.0, mass=2.0)), m.body("rocker", lw.rod(length=1.0, mass=2.0))
    coupler = m.body("coupler", mass=mass, inertia=inertia, com=(1.0, 0.3))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(2, 0), rocker.at(1, 0))
    m.revolute("D", m.ground.at(2, 0), rocker.at(0, 0))
    for body in (crank, rocker):
        m.place(body, angle=0.7)
    return m


@SPATIAL
@pytest.mark.parametrize(("mass", "inertia"), [(0.0, 0.0), (1e-11, 1e-11), (1e-11, 1e-300), (1e-200, 0.0)])
def test_a_coupler_without_mass(mass, inertia, spatial):
    run = told(four_bar(mass, inertia), spatial).simulate(0.3, points=7)
    angle = run.joint("A").angle
    # each rod falls as if it were alone: 4 / 3 m l^2 / 4 angle'' = -m g l / 2 cos(angle); the coupler is idle
    assert run.joint("A").angle_acceleration == pytest.approx(-1.5 * G * np.cos(angle), abs=1e-9)  # + 1e-11 of mass
    assert np.abs(run.joint("B").force).max() < 1e-9
    assert run.counts["steps"] < 60


@SPATIAL
@pytest.mark.parametrize("bar", [0.0, 1e-12])
def test_a_point_mass_on_a_massless_bar_is_a_pendulum(bar, spatial):
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -G))
    link, bob = m.body("bar", mass=bar, inertia=bar), m.body("bob", mass=3.0, inertia=0.0)
    m.revolute("A", m.ground.at(0, 0), link.at(0, 0))
    m.fixed("F", link.at(2, 0), bob.at(0, 0))
    m.place(bob, at=(2, 0))
    run = told(m, spatial).simulate(1.0, points=11)
    angle, rate = run.joint("A").angle, run.joint("A").angle_velocity
    assert run.joint("A").angle_acceleration == pytest.approx(-G / 2 * np.cos(angle), abs=1e-10)  # + 1e-12 of mass
    assert 0.5 * rate**2 == pytest.approx(-G / 2 * np.sin(angle), abs=1e-8)  # the default tolerance
    along = run.joint("A").force[:, 0] * np.cos(angle) + run.joint("A").force[:, 1] * np.sin(angle)
    assert np.abs(along) == pytest.approx(np.abs(3.0 * (G * np.sin(angle) - 2 * rate**2)), abs=1e-6)


def test_one_body_with_its_mass_in_a_point():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -G))
    m.revolute("A", m.ground.at(0, 0), m.body("bob", mass=3.0, inertia=0.0, com=(2, 0)).at(0, 0))
    run = m.simulate(0.5, points=5)
    assert run.joint("A").angle_acceleration == pytest.approx(-G / 2 * np.cos(run.joint("A").angle), abs=1e-10)


def test_a_machine_without_any_mass_is_statics():
    m = lw.Mechanism("lever", plane="xy", gravity=(0, -G))
    lever = m.body("lever", mass=0)
    m.revolute("A", m.ground.at(0, 0), lever.at(0, 0))
    m.point_force("load", lever.at(2, 0), force=(0, -5))
    m.drive("A.angle", "0")
    assert m.inverse([0.0]).driver("A.angle").effort == pytest.approx([10.0], rel=1e-14)


@SPATIAL
def test_light_bodies_strike(spatial):
    """A bob on a bar of no mass falls on a stop: the impulse is that of the bob."""
    m = lw.Mechanism("striker", plane="xy", gravity=(0, -G))
    link, bob = m.body("bar", mass=0.0), m.body("bob", mass=1.0, inertia=0.0)
    m.revolute("A", m.ground.at(0, 0), link.at(0, 0))
    m.fixed("F", link.at(1, 0), bob.at(0, 0))
    m.place(bob, at=(1, 0))
    m.rigid_contact("stop", "A.angle", limit=-0.5, restitution=0.5)
    run = told(m, spatial).simulate(0.5, points=1001)
    speed = np.sqrt(2 * G * np.sin(0.5))
    assert run.energy.kinetic.max() == pytest.approx(0.5 * speed**2, rel=5e-3)
    back = run.joint("A").angle_velocity.max()
    assert back == pytest.approx(0.5 * speed, rel=5e-3)  # read at times 0.5 ms apart, slowed by 8.6 m/s^2


@SPATIAL
def test_the_implicit_method_takes_light_bodies(spatial):
    expected = told(four_bar(0.0, 0.0), spatial).simulate(0.1, points=3)
    run = told(four_bar(0.0, 0.0), spatial).simulate(0.1, points=3, method="generalised-alpha", tolerance=1e-6)
    assert run.joint("A").angle == pytest.approx(expected.joint("A").angle, abs=1e-4)


# ---- refused in words ------------------------------------------------------------------------------


@SPATIAL
def test_a_motion_without_inertia_is_refused(spatial):
    m = lw.Mechanism("loose", plane="xy", gravity=(0, -G))
    arm, link = m.body("arm", mass=1.0, inertia=1.0), m.body("link", mass=0.0, com=(0.5, 0))
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("B", arm.at(1, 0), link.at(0, 0))
    with pytest.raises(lw.ModelError, match=r"body 'link': it can turn.* but has no inertia"):
        told(m, spatial).simulate(1.0)


def test_a_free_body_without_mass_is_refused():
    m = lw.Mechanism("nothing", plane="xy")
    m.body("ghost", mass=0.0)
    with pytest.raises(lw.ModelError, match=r"body 'ghost': it can move along .* but has no mass"):
        m.simulate(1.0)


def test_a_mass_that_is_not_given_is_not_zero():
    m = lw.Mechanism("bare", plane="xy")
    m.revolute("A", m.ground.at(0, 0), m.body("lever").at(0, 0))
    with pytest.raises(lw.ModelError, match=r"mass is not given.*mass=0"):
        m.simulate(1.0)


def test_a_slender_rod_between_balls_may_spin():
    m = lw.Mechanism("hanging", gravity=(0, 0, -G))
    rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.spherical("A", m.ground.at(0, 0, 0), rod.at(0, 0, 0))
    assert m.simulate(0.1).complete


# ---- dead points -----------------------------------------------------------------------------------


def stretched(offset: float) -> lw.Mechanism:
    """A slider-crank under gravity, held at its slider `offset` before its dead point."""
    m = lw.Mechanism("slider-crank", plane="xy", gravity=(0, -G))
    crank, rod = m.body("crank", lw.rod(length=1.0, mass=1.0)), m.body("rod", lw.rod(length=2.0, mass=1.0))
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), rod.at(0, 0))
    m.revolute("C", rod.at(2, 0), slider.at(0, 0))
    m.prismatic("G", m.ground.at(0, 0), slider.at(0, 0))
    m.place(crank, angle=0.1 if offset else 0.0)
    m.place(slider, at=(3 - offset, 0))
    m.drive("G.translation", str(3 - offset))
    return m


def test_inverse_at_a_dead_point_says_that_nothing_is_held():
    found = stretched(0.0).inverse([0.0, 0.1])
    assert not found.balance.met
    assert "equations of motion are not met" in found.status
    assert "do not hold the machine" in found.status
    assert "'crank'" in found.status
    assert "exact all the same" not in found.summary()


def test_inverse_beside_a_dead_point_is_exact():
    found = stretched(0.01).inverse([0.0, 0.1])
    assert found.balance.met
    assert "not met" not in found.status
    # virtual work: the slider's force times its path is the weight's, found from the velocities of a unit drive
    crank = found.body("crank").angle[0]
    rod = -np.arcsin(np.sin(crank) / 2)
    slope = -np.cos(crank) / (2 * np.cos(rod))  # d rod / d crank
    travel = -np.sin(crank) - 2 * np.sin(rod) * slope
    lift = 0.5 * np.cos(crank) + np.cos(crank) + np.cos(rod) * slope
    assert found.driver("G.translation").effort[0] == pytest.approx(G * lift / travel, rel=1e-9)


def hexapod(turned: float, gravity: tuple[float, float, float]) -> lw.Mechanism:
    """A platform of 10 kg on six driven legs, upright where `turned` is zero."""
    m = lw.Mechanism("hexapod", gravity=gravity)
    platform = m.body("platform", mass=10.0, inertia=(1.0, 1.0, 2.0))
    m.place(platform, at=(0, 0, 1))
    for k in range(6):
        angles = np.pi * k / 3 + np.array([0.0, turned * (-1) ** k])
        foot, head = 0.5 * np.column_stack([np.cos(angles), np.sin(angles)])
        m.ground.point(f"foot{k}", (*map(float, foot), 0.0))
        platform.point(f"head{k}", (*map(float, head), 0.0))
        m.drive(f"distance(ground.foot{k}, platform.head{k})", str(float(np.hypot(1.0, np.linalg.norm(head - foot)))))
    return m


def test_a_singular_hexapod_cannot_bear_a_side_load():
    upright = hexapod(0.0, (3.0, 0.0, -9.0)).inverse([0.0])
    assert "do not hold the machine" in upright.status
    assert "'platform'" in upright.status
    turned = hexapod(0.4, (3.0, 0.0, -9.0)).inverse([0.0])
    assert turned.balance.met
    borne = turned.shaking_force[0] + 10.0 * np.array([-3.0, 0.0, 9.0])
    assert np.abs(borne).max() < 1e-10  # rounding of 100 N
