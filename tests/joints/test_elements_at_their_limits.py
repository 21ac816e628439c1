"""Cables, gears and pulleys where they are at their limits: against closed forms worked by hand.

Tolerances are rounding of positions and of one linear solve unless they say more.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.solve.joint_events import Look, _dips

G = 9.81
PRESSURE = np.radians(20)


def swinging(**fields):
    """Return a bob on a rope from (-1, 0.1) over a pulley of 0.1 m at the origin; it hangs at (0.1, -1)."""
    m = lw.Mechanism("swing", plane="xy", gravity=(0, -G))
    bob = m.body("bob", mass=1.0, inertia=0.01)
    m.place(bob, (0.1, -1.0), velocity=(12, 0))
    m.cable("rope", (-1, 0.1), bob.at(0, 0), over=[lw.pulley((0, 0), 0.1, "right")], **fields)
    return m


def test_a_rope_that_lifts_off_its_pulley_ends_the_run():
    """The rope comes in level: it lifts off where the bob is level with it, the last piece as long as spans and arc."""
    run = swinging().simulate(1.0)
    assert "because the cable lifts off pulley 1 (joint 'rope')" in run.status
    assert np.allclose(run.body("bob").position[-1], [1.0 + 0.1 * np.pi / 2, 0.1], atol=1e-8)  # tolerance of the run


@pytest.mark.parametrize("analysis", ["move", "inverse"])
def test_a_rope_that_lifts_off_is_told_of_a_driven_motion(analysis):
    m = swinging(hold=False)
    for name, law in (("x", "0.1*cos(pi*t) + sin(pi*t)"), ("y", "-cos(pi*t)"), ("angle", "0")):
        m.drive(f"bob.{name}", law)
    status = getattr(m, analysis)(np.linspace(0, 1, 11)).status
    assert status.count("Joint 'rope': the cable lifts off pulley 1 at t = 0.53188 s") == 1  # level: cos(pi*t) = -0.1
    assert "lifts" not in getattr(m, analysis)(np.linspace(0, 0.5, 11)).status


@pytest.mark.parametrize("hold", [True, False])
@pytest.mark.parametrize("times", [3, 11])
def test_an_end_that_passes_its_drum_between_the_times_is_told(times, hold):
    """The block on the rail comes up level with the axle at t = 2/3 s; before and after, a straight piece is left."""
    m = lw.Mechanism("winch", plane="xy")
    drum, block = m.body("drum"), m.body("block")
    axle = m.revolute("axle", m.ground.at(0, 0), drum.at(0, 0))
    m.prismatic("rail", m.ground.at(0.15, 0), block.at(0, 0), axis="y")
    m.cable("rope", drum.at(0, 0), block.at(0, 0), drum_a=0.15, side_a="right", hold=hold)
    m.place(block, (0.15, -1.0))
    m.drive(axle, "10*t")
    if not hold:
        m.drive("block.y", "-1 + 1.5*t")
    motion = m.move(np.linspace(0, 0.7, times))
    assert "no straight piece of the cable is left between the end a and the end b" in motion.status
    told = float(motion.events[0].split()[2])
    assert 2 / 3 - 3e-4 < told < 2 / 3  # margin 1e-6 of the radius: 0.15 m sqrt(2e-6) / (1.5 m/s) before
    assert "no straight piece" not in m.move(np.linspace(0, 0.6, times)).status


@pytest.mark.parametrize("analysis", ["move", "inverse"])
@pytest.mark.parametrize("times", [[0, 3, 6, 9], np.linspace(0, 3, 31)])
def test_a_drum_that_winds_up_the_whole_rope_is_told_beside_the_limit(analysis, times):
    """1 m of rope on a drum of 0.2 m is wound up after 5 rad; the equations go on until the rope points back."""
    m = lw.Mechanism("winch", plane="xy", gravity=(0, -G))
    drum, load = m.body("drum", mass=1.0, inertia=0.1), m.body("load", mass=5.0, inertia=0.1)
    m.revolute("D", m.ground.at(0, 0), drum.at(0, 0))
    m.prismatic("P", m.ground.at(0.2, 0), load.at(0, 0), axis="y")
    m.place(load, (0.2, -1.0))
    m.cable("rope", drum.at(0, 0), load.at(0, 0), drum_a=0.2, side_a="right")
    m.drive("D.angle", "t^2")
    with pytest.raises(lw.MotionError, match=r"Joint 'rope': no straight piece .* its length is that of a way") as told:
        getattr(m, analysis)(times)
    end = float(told.value.motion.events[0].split()[2])
    assert np.sqrt(5) - 4e-4 < end < np.sqrt(5)  # margin 1e-6 of the radius: 0.2 m sqrt(2e-6) / (0.89 m/s) before


def test_margins_that_cannot_fall_are_not_looked_at_again(monkeypatch):
    """A block over six pulleys goes straight up: no margin bends, and rounding of it is no dip."""
    m, over = lw.Mechanism("crane", plane="xy"), []
    block, end = m.body("block"), m.body("end")
    m.prismatic("G", m.ground.at(0, 0), block.at(0, 0), axis="y")
    m.prismatic("H", m.ground.at(3, 0), end.at(0, 0), axis="y")
    m.place(block, (0, -3))
    m.place(end, (3, -2))
    for x in (-0.3, -0.1, 0.1):
        over += [lw.pulley(block.at(x + 0.05, 0), 0.05, "left"), lw.pulley((x + 0.15, 0), 0.05, "right")]
    m.cable("rope", (-0.3, 0), end.at(-2.7, 0), over=over)
    m.drive("H.translation", "-2 - 0.1*t")
    asked = []
    monkeypatch.setattr(Look, "value", lambda *about: asked.append(about) or 1.0)
    assert m.move(np.linspace(0, 1, 11)).events == ()
    assert not asked


def test_every_dip_of_a_parabola_below_zero_is_seen():
    """Also where the three times are uneven; one that stays its whole bend above zero is not looked for."""
    rng = np.random.default_rng(7)
    for _ in range(1000):
        times, bend = np.cumsum(rng.uniform(0.01, 1.0, 3)), rng.uniform(0.1, 10.0)
        values = bend * (times - rng.uniform(times[0], times[2])) ** 2
        values -= rng.uniform(0.0, 1.0) * values.min()
        assert _dips(times, values) == (values[1] == values.min())
        assert not _dips(times, values + bend * np.ptp(times) ** 2)


def test_pulleys_of_one_size_are_left_too():
    """Between two pulleys of one radius the rope is straight; it leaves the second one where its end comes level."""
    m = lw.Mechanism("two pulleys", plane="xy")
    end = m.body("end", mass=1.0, inertia=0.01)
    m.place(end, (1.1, -1.0))
    over = [lw.pulley((0, 0), 0.1, "right"), lw.pulley((1, 0), 0.1, "right")]
    m.cable("rope", (-0.1, -1.0), end.at(0, 0), over=over, hold=False)
    m.drive("end.x", 2.0)
    m.drive("end.y", "-1 + t")
    m.drive("end.angle", 0.0)
    motion = m.move(np.linspace(0, 2, 41))
    assert "the cable lifts off pulley 2 at t = 1.1 s" in motion.status  # level there: end.y = 0.1
    assert motion.measure("rope.length").values[22, 0] == pytest.approx(1.0 + 0.1 * np.pi / 2 + 2.0, abs=1e-12)


def hoist_in_space(beside, velocity):
    m = lw.Mechanism("hoist", gravity=(0, 0, -G))
    load = m.body("load", mass=1.0, inertia=(0.1,) * 3)
    m.place(load, (0.1, beside, -1.0), velocity=(0, velocity, 0))
    over = [lw.pulley(m.ground.at(0, 0, 0), 0.1, "right")]
    m.cable("rope", m.ground.at(-0.1, 0, -0.2), load.at(0, 0, 0), axis="y", over=over)
    return m


def test_a_cable_in_space_stays_in_the_plane_of_its_pulleys():
    with pytest.raises(lw.ModelError, match=r"the end b is 0\.3 m beside the plane normal to its axis"):
        hoist_in_space(0.3, 0.0).mobility()
    assert "out of the plane" not in hoist_in_space(0.0, 0.0).simulate(0.1).status
    told = hoist_in_space(0.0, 0.5).simulate(0.1).status
    assert "a pulley or end is out of the plane of the cable from t = 0.0005 s on, by up to 0.04919 m" in told


def pair(ratio):
    m = lw.Mechanism("pair", plane="xy")
    a, b = m.body("a", mass=1.0, inertia=1e-3), m.body("b", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    m.gear("mesh", a.at(0, 0), b.at(0, 0), ratio=ratio, pressure_angle=PRESSURE)
    return m


@pytest.mark.parametrize("ratio", [1e-9, 1e-6, 1e6, 1e9])
def test_the_ratio_of_a_gear_is_exact_whatever_its_size(ratio):
    m = pair(ratio)
    m.torque("load", "a", 1.0)
    run = m.simulate([0.0, 1e-3])
    alpha = 1.0 / (1e-3 + 1.0 / ratio**2)
    radius_b = 0.3 * ratio / (1 + ratio)
    assert np.allclose(run.joint("A").angle_acceleration, alpha, rtol=1e-14)
    assert np.allclose(run.joint("B").angle_acceleration, -alpha / ratio, rtol=1e-14)
    assert np.allclose(run.joint("mesh").magnitude, alpha / ratio / radius_b / np.cos(PRESSURE), rtol=1e-12)


def test_a_fast_wheel_at_constant_speed_is_no_open_joint():
    m = pair(1000)
    m.drive("B.angle", "t")
    assert "not met" not in m.move([0.0, 0.05, 0.1]).status


def crossed(shaft=np.pi / 2, helix=np.pi / 6, radius=0.03, ratio=20, torque=5.0):
    """Return screw gears in balance on two bearings a shaft, the forces on wheel a in them, by hand."""
    axis = np.array([0.0, np.sin(shaft), np.cos(shaft)])
    distance = radius * (1 + ratio * np.cos(helix) / np.cos(shaft - helix))
    tangent = torque / radius
    teeth = tangent * np.array([-np.tan(PRESSURE) / np.cos(helix), -1.0, np.tan(helix)])
    pitch, far = np.array([radius, 0, 0]), np.array([distance, 0, 0])
    m = lw.Mechanism("screw gears")
    for name, at, u, load in (
        ("a", np.zeros(3), np.array([0, 0, 1.0]), torque),
        ("b", far, axis, np.cross(pitch - far, teeth) @ axis),
    ):
        body = m.body(name, mass=1.0, inertia=(0.01,) * 3)
        m.place(body, tuple(at))
        m.spherical(f"{name} 1", m.ground.at(*(at - 0.2 * u)), body.at(*(-0.2 * u)))
        m.point_on_line(f"{name} 2", m.ground.at(*(at + 0.2 * u), z=tuple(u)), body.at(*(0.2 * u)))
        m.torque(f"on {name}", body, float(load), axis=tuple(u))
    ends = [lw.Marker("a", (0, 0, 0.04), z=(0, 0, 1)), lw.Marker("b", tuple(-0.01 * axis), z=tuple(axis))]
    m.crossed_gear("mesh", *ends, ratio=ratio, helix_angle=helix, pressure_angle=PRESSURE)
    moment = np.cross(np.array([radius, 0, 0.2]), teeth)  # about the first bearing
    second = np.cross([0, 0, 1.0], moment) / 0.4
    return m, teeth, -teeth - second, second


@pytest.mark.parametrize("formulation", [None, "reference", "relative"])
def test_wheels_in_balance_stay_at_rest(formulation):
    """Loads that balance leave rounding of accelerations: no singular position, no equation that is not met."""
    m, teeth, first, second = crossed()
    run = m.simulate(1.0, **({} if formulation is None else {"formulation": formulation}))
    assert run.balance.met
    assert "not met" not in run.status
    for joint, force in (("mesh", teeth), ("a 1", first), ("a 2", second)):
        assert np.allclose(run.joint(joint).on("a").force, force, atol=1e-9 * np.linalg.norm(teeth))
    assert np.abs(run.body("a").angular_velocity).max() < 1e-10


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda m, a, b: m.gear("g", a, b, ratio=2, helix_angle=20), r"its helix angle is 20 rad.*Write '20 deg'"),
        (lambda m, a, b: m.gear("g", a, b, teeth_a=20, teeth_b=40, module=1e-300), "1e-300. Give a positive number of"),
        (lambda m, a, b: m.coupling("g", expression=""), "'g': its expression is empty"),
        (lambda m, a, b: m.constraint("g", expression=" "), "'g': its expression is empty"),
    ],
)
def test_slips_in_sizes_are_told(build, words):
    """20 without a unit is 20 rad, three turns and a bit, whose cosine is that of a helix."""
    m = lw.Mechanism("pair")
    a, b = (m.body(name, mass=1.0, inertia=(0.1,) * 3).at(0, 0, 0) for name in "ab")
    m.revolute("A", m.ground.at(0, 0, 0), a)
    m.revolute("B", m.ground.at(0.3, 0, 0), b)
    build(m, a, b)
    with pytest.raises(lw.ModelError, match=words):
        m.mobility()
