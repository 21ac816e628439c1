"""Fresh starts late in a motion: drivers lead teeth, couplings, racks and drums there, and every turn counts.

Angles of up to some hundred radians are right to rounding of some hundred steps: 1e-10.
"""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

CLOSE = 1e-10
LATE = 1.23


def driven_carrier() -> lw.Mechanism:
    """Return planets whose carrier turns three times a second; by Willis the sun turns 3.5 times as fast."""
    m = gallery.get("planetary gearbox", driven=False)
    m.drive("output.angle", "6*pi*t + 0.4")
    return m


def carrier(t):
    return 6 * np.pi * t + 0.4


@pytest.mark.parametrize("t", [0.0, 0.1, 0.49, LATE])
def test_sun_of_a_carrier_that_has_turned_several_times(t):
    assembly = driven_carrier().assemble(t=t)
    assert abs(assembly.motion.joint("input").angle[0] - 3.5 * carrier(t)) < CLOSE
    assert abs(assembly.motion.body("sun").angle[0] - 3.5 * carrier(t)) < CLOSE
    assert assembly.violation < 1e-12
    # a planet turns (sun - carrier) 24/18 back against the carrier
    assert abs(assembly.motion.joint("pin 3").angle[0] + 2.5 * carrier(t) * 24 / 18) < CLOSE


def test_every_analysis_starts_late():
    m = driven_carrier()
    times = [LATE, LATE + 0.1]
    expected = 3.5 * carrier(np.array(times))
    for motion in (m.move(times), m.inverse(times), m.simulate(times)):
        np.testing.assert_allclose(motion.joint("input").angle, expected, atol=1e-8)  # tolerance of the simulation
    np.testing.assert_allclose(m.start(LATE).motion.joint("input").angle, expected[0], atol=CLOSE)
    for at in (None, m.assemble(t=LATE), m.assemble(t=LATE).motion, m.move(times)):
        assert np.abs(m.equations(at=at, t=LATE).Phi).max() < 1e-12


def test_moved_there_and_assembled_there_are_the_same():
    m = driven_carrier()
    moved, fresh = m.move([0.0, LATE]).poses[-1], m.assemble(t=LATE).poses
    signs = np.sign((moved[:, 3:] * fresh[:, 3:]).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(moved[:, :3], fresh[:, :3], atol=CLOSE)
    np.testing.assert_allclose(moved[:, 3:], signs * fresh[:, 3:], atol=CLOSE)


def test_forces_at_a_late_start():
    m = gallery.get("planetary gearbox", driven=False)
    m.torque("input torque", "sun", 2.0)
    m.drive("output.angle", "3*t")
    np.testing.assert_allclose(m.inverse([50.0, 50.1]).driver("output.angle").effort, -7.0, atol=1e-9)


@pytest.mark.parametrize("t", [3.2, 30.0])
@pytest.mark.parametrize("spatial", [False, True])
def test_two_wheels(spatial, t):
    m = lw.Mechanism("wheels", plane="xy", spatial=spatial)
    a, b = m.body("a"), m.body("b")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    m.gear("mesh", a.at(0, 0), b.at(0, 0), ratio=2)
    m.drive("A.angle", "t")
    motion = m.move([t, t + 0.01])
    np.testing.assert_allclose(motion.joint("B").angle, -motion.time / 2, atol=CLOSE)


def test_bevel_wheels():
    m = lw.Mechanism("bevel")
    a, b = m.body("a"), m.body("b")
    m.revolute("A", m.ground.at(0, 0, 0), a.at(0, 0, 0), axis="z")
    m.revolute("B", m.ground.at(0.1, 0, 0.2), b.at(0, 0, 0), axis="x")
    m.bevel_gear("mesh", a.at(0, 0, 0, z="z"), b.at(0, 0, 0, z="x"), radius_a=0.1, radius_b=0.2)
    m.drive("A.angle", "t")
    turned = m.move([0.0, 40.0]).joint("B").angle
    assert abs(abs(turned[-1]) - 20.0) < CLOSE
    assert abs(m.move([40.0]).joint("B").angle[0] - turned[-1]) < CLOSE


def test_slow_side_of_a_harmonic_drive():
    m = gallery.get("harmonic drive", driven=False)
    m.drive("output.angle", "0.3*t")
    np.testing.assert_allclose(m.move([11.0, 11.1]).joint("input").angle, [-66.0, -66.6], atol=CLOSE)


def test_pinion_on_a_rack():
    m = lw.Mechanism("rack", plane="xy")
    bar, wheel = m.body("rack"), m.body("pinion")
    m.prismatic("slide", m.ground.at(0, 0), bar.at(0, 0), axis="x")
    m.revolute("axle", m.ground.at(0, 0.1), wheel.at(0, 0))
    m.rack("teeth", bar.at(0, 0), wheel.at(0, 0), radius=0.1)
    m.drive("slide.translation", "t")
    np.testing.assert_allclose(m.move([2.0, 2.1]).joint("axle").angle, [20.0, 21.0], atol=CLOSE)


def test_load_on_a_winch():
    m = lw.Mechanism("winch", plane="xy", gravity=(0, -9.81))
    drum, load = m.body("drum", mass=4.0, inertia=0.05), m.body("load", mass=10.0, inertia=0.1)
    m.revolute("axle", m.ground.at(0, 5), drum.at(0, 0))
    m.prismatic("guide", m.ground.at(0.15, 0), load.at(0, 0), axis="y")
    m.place(load, (0.15, 0))
    m.cable("rope", drum.at(0, 0), load.at(0, 0), drum_a=0.15, side_a="right")
    m.drive("axle.angle", "4*t")
    inv = m.inverse([5.0, 5.1])
    np.testing.assert_allclose(inv.joint("guide").translation, [3.0, 3.06], atol=CLOSE)
    np.testing.assert_allclose(inv.tension("rope"), 98.1, atol=1e-8)


def test_bodies_placed_where_the_drivers_are_stay_there():
    m = driven_carrier()
    m.place("carrier", at=(0, 0), angle=float(carrier(LATE)))
    assert "leading" not in m.assemble(t=LATE).status
    assert "leading" in driven_carrier().assemble(t=LATE).status
