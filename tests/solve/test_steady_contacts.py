"""Steady motions with contacts: stops that carry at speed, ropes that are slack, clutches; in closed form."""

import numpy as np
import pytest

import linkwork as lw

G = 9.81

FOUND = 1e-9
"""Forces are those of a balance left over by 1e-11 of the accelerations, over a size of the forces of some tens."""


def governor(stop, begin=0.5):
    """Return a rod of 1 m and 1 kg that swings out from a shaft, with a stop of its angle below the horizontal."""
    m = lw.Mechanism("governor", gravity=(0, 0, -G))
    shaft, rod = m.body("shaft", mass=1.0, inertia=(1, 1, 1)), m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
    m.revolute("pin", shaft.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
    m.place(rod, rotation=lw.axis_angle((0, 1, 0), begin))
    m.rigid_contact("stop", "pin.angle", stop, side="below")
    return m


def slot(rope=0.8):
    """Return a ball of 2 kg in the slot of an arm that turns, on a spring of 40 N/m and 0.3 m, and on a rope."""
    m = lw.Mechanism("arm", plane="xy")
    arm, ball = m.body("arm", mass=1.0, inertia=1.0), m.body("ball", mass=2.0, inertia=1e-2)
    m.revolute("spin", m.ground.at(0, 0), arm.at(0, 0))
    m.prismatic("slot", arm.at(0, 0), ball.at(0, 0), axis="x")
    m.place(ball, at=(0.5, 0))
    m.spring("spring", arm.at(0, 0), ball.at(0, 0), stiffness=40.0, free_length=0.3)
    m.cable("rope", arm.at(0, 0), ball.at(0, 0), hold=False)
    m.rigid_contact("taut", "rope.length", rope, side="below")
    return m


def planet(friction, drag=0.0):
    """Return a wheel of 0.1 m that an arm rolls inside a ring of 0.6 m, 2.5 kg with its slider, on a spring inwards."""
    m = lw.Mechanism("planet", plane="xy")
    arm, slider = m.body("arm", mass=1.0, inertia=1.0), m.body("slider", mass=0.5, inertia=1e-2)
    wheel = m.body("wheel", lw.disc(0.1, mass=2.0))
    m.revolute("spin", m.ground.at(0, 0), arm.at(0, 0))
    m.prismatic("slot", arm.at(0, 0), slider.at(0, 0), axis="x")
    m.revolute("axle", slider.at(0, 0), wheel.at(0, 0))
    m.rolling_wheel("ring", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, track="inside", track_radius=0.6,
                    lifts=True, friction=friction)  # fmt: skip
    m.place(slider, at=(0.5, 0))
    m.place(wheel, at=(0.5, 0))
    m.spring("spring", arm.at(0, 0), slider.at(0, 0), stiffness=50.0, free_length=0.2)
    m.viscous("drag", "axle", damping=drag)
    return m


def stays(m, found, quantities, until=1.0):
    """Check that a simulation from a steady motion leaves quantities as they are, to its tolerance of 1e-8 and more."""
    run = m.simulate(until, points=4, start=found.start)
    for name in quantities:
        np.testing.assert_allclose(run[name], found[name], atol=1e-7)


@pytest.mark.parametrize("begin", [0.5, 1.2])
@pytest.mark.parametrize(("speed", "lifts"), [(3.0, False), (3.9, False), (4.2, True), (6.0, True)])
def test_a_governor_rests_on_its_stop_up_to_its_critical_speed(speed, lifts, begin):
    """It lifts at w^2 = 3 g / (2 L sin a); below it, the stop carries what balance lacks."""
    a = 1.2
    assert lifts == (speed**2 > 1.5 * G / np.sin(a))
    m = governor(a, begin)
    found = m.steady({"spin.angle": speed})
    stop, angle = found.contact("stop"), np.arcsin(1.5 * G / speed**2) if lifts else a
    assert stop.state == ("open" if lifts else "carries")
    np.testing.assert_allclose(found["pin.angle"], angle, rtol=FOUND)
    lacks = 0.0 if lifts else G * np.cos(a) / 2 - speed**2 * np.sin(a) * np.cos(a) / 3
    np.testing.assert_allclose([stop.force, stop.gap], [lacks, a - angle], atol=FOUND)
    assert found.kind == "stable"
    stays(m, found, ["pin.angle", "rate(spin.angle)"])


def test_a_driven_governor_that_nothing_but_its_driver_moves():
    """All that is left free is the shaft, and its driver gives the speed."""
    m = governor(0.3)
    m.drive("spin.angle", "6*t")
    found = m.steady({}, t=1.0)
    np.testing.assert_allclose(found.contact("stop").force, G * np.cos(0.3) / 2 - 12 * np.sin(0.3) * np.cos(0.3))
    m = governor(0.3)
    m.drive("spin.angle", "3*t^2")
    with pytest.raises(lw.MotionError, match=r"the rate of driver 'spin\.angle' changes by 6 a second"):
        m.steady({}, t=1.0)


@pytest.mark.parametrize("speed", [3.0, 3.5, 4.0, 6.0])
def test_a_rope_in_a_rotating_arm_is_slack_or_taut(speed):
    """The ball stands at k l / (k - m w^2) up to the rope's length r, then the rope pulls with m w^2 r - k (r - l).

    Beyond w^2 = k / m = 20 the ball would go out without an end: Newton's steps lead to no position there.
    """
    m, r = slot(), 0.8
    found = m.steady({"spin.angle": speed})
    taut = 2 * speed**2 * r - 40 * (r - 0.3)
    np.testing.assert_allclose(found.contact("taut").force, max(0.0, taut), atol=FOUND)
    at = r if taut > 0.0 else 40 * 0.3 / (40 - 2 * speed**2)
    np.testing.assert_allclose(found["slot.translation"], at, rtol=FOUND)
    stays(m, found, ["slot.translation", "rate(spin.angle)"])


def test_a_conical_pendulum_against_the_wall_of_a_well():
    """The wall carries m (w^2 c - g tan a), sin a = c / L: a contact of a joint that may lift off."""
    m, speed, a = lw.Mechanism("conical", gravity=(0, 0, -G)), 6.0, np.arcsin(0.5)
    rod = m.body("rod", mass=2.0, com=(0, 0, -1.0), inertia=(1e-2, 1e-2, 1e-2))
    m.spherical("tip", m.ground.at(0, 0, 0), rod.at(0, 0, 0))
    m.point_on_surface("wall", m.ground.at(0, 0, 0), rod.at(0, 0, -1.0), surface="x^2 + y^2 - 0.25", lifts=True,
                       side="negative")  # fmt: skip
    m.place(rod, rotation=lw.axis_angle((0, 1, 0), -0.4))
    found = m.steady({"rod.yaw": speed})
    np.testing.assert_allclose(found["rod.pitch"], -a, rtol=FOUND)
    np.testing.assert_allclose(found.contact("wall").force, 2 * (speed**2 * 0.5 - G * np.tan(a)), rtol=FOUND)
    stays(m, found, ["rod.pitch", "rate(rod.yaw)"])


def test_a_wheel_that_rolls_inside_a_ring_presses_or_leaves_it():
    """The ring carries m w^2 R - k (R - l), 2.5 w^2 / 2 - 15; off it the wheel is at k l / (k - m w^2)."""
    m = planet(0.3)
    found = m.steady({"spin.angle": 5.0})
    np.testing.assert_allclose(found.contact("ring").force, 16.25, rtol=FOUND)
    np.testing.assert_allclose(found["rate(wheel.angle)"], -5.0 * 0.5 / 0.1, rtol=FOUND)
    found = m.steady({"spin.angle": 2.0})
    assert found.contact("ring").state == "open"
    np.testing.assert_allclose(found["slot.translation"], 50 * 0.2 / (50 - 2.5 * 4), rtol=FOUND)
    again = m.steady({"spin.angle": 5.0}, at=found.start)  # comes back to the ring, and rolls where it meets it
    np.testing.assert_allclose(again.contact("ring").force, 16.25, rtol=FOUND)
    stays(m, again, ["slot.translation", "rate(wheel.angle)"])


def test_a_contact_that_the_rates_come_nearer_to_is_told():
    m = lw.Mechanism("slide", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("slide", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.rigid_contact("stop", "slide.translation", 1.0, side="below")
    assert m.steady({"slide.translation": 2.0}).notes == (
        "'stop' closes at these rates after about 0.5 s: the motion is steady until then.",
    )
    assert not m.steady({"slide.translation": -2.0}).notes


def test_rolling_that_friction_does_not_hold_is_refused_with_numbers():
    """Drag of 0.05 (30 + 6) N m in the axle asks for 18 N along a ring that carries 30 N."""
    m = planet(0.9, drag=0.05)
    m.drive("spin.angle", "6*t")
    np.testing.assert_allclose(m.steady({}).contact("ring").force, 30.0, rtol=FOUND)
    m = planet(0.3, drag=0.05)
    m.drive("spin.angle", "6*t")
    with pytest.raises(lw.MotionError, match=r"'ring' slides: rolling asks for 18 N .* friction holds 9 N"):
        m.steady({})


def test_where_a_contact_would_have_to_pull_that_is_told():
    """Off the ring the drag spins the wheel up, on it the ring would pull with 50 * 0.3 - 2.5 * 4 / 2 = 10 N."""
    m = planet(0.3, drag=0.05)
    m.drive("spin.angle", "2*t")
    with pytest.raises(lw.MotionError, match=r"Closed, 'ring' would have to pull with 10 N\."):
        m.steady({})


@pytest.mark.parametrize("speed", [3.0, 6.0])
def test_friction_in_a_joint_that_stands_still_is_left_out(speed):
    """It would hold a range of angles, and a share of what the stop carries, which rigid bodies do not tell."""
    m = governor(1.2)
    m.friction("rub", "pin", mu=0.2, radius=0.02)
    found, free = m.steady({"spin.angle": speed}), governor(1.2).steady({"spin.angle": speed})
    np.testing.assert_allclose(found["pin.angle"], free["pin.angle"], rtol=FOUND)
    np.testing.assert_allclose(found.contact("stop").force, free.contact("stop").force, rtol=FOUND)
    assert "Friction is left out in joints that stand still: 'rub'" in str(found)
    stays(m, found, ["pin.angle", "rate(spin.angle)"])


def test_friction_that_slides_brakes():
    m = governor(1.2)
    m.friction("rub", "spin", mu=0.2, radius=0.02)
    with pytest.raises(lw.MotionError, match=r"rate\(spin\.angle\) still changes by .* brake it"):
        m.steady({"spin.angle": 3.0})


@pytest.mark.parametrize("kind", ["clutch", "pawl"])
def test_clutches_and_pawls_let_one_way_go(kind):
    def made():
        m = slot()
        m.one_way(kind, "spin.angle") if kind == "clutch" else m.ratchet(kind, "spin.angle", pitch=0.1)
        return m

    assert made().steady({"spin.angle": 3.0}).contact(kind).force == 0.0
    with pytest.raises(lw.MotionError, match=rf"'{kind}' is closed, and its gap would shrink by 3 rad/s"):
        made().steady({"spin.angle": -3.0})


def test_stops_that_share_a_load():
    """Two stops at one angle: their sum is told, and that rigid bodies do not tell the shares."""
    m = governor(0.3)
    m.rigid_contact("second", "pin.angle", 0.3, side="below")
    found = m.steady({"spin.angle": 6.0})
    total = sum(found.contact(name).force for name in ("stop", "second"))
    np.testing.assert_allclose(total, G * np.cos(0.3) / 2 - 12 * np.sin(0.3) * np.cos(0.3), rtol=FOUND)
    assert "How 'stop', 'second' share the load is not told" in str(found)


@pytest.mark.parametrize("seed", range(8))
def test_two_balls_in_an_arm_with_five_stops(seed):
    """Random springs, masses, stops and speeds: m w^2 x and springs are balanced by stops, none of which pulls."""
    rng, m = np.random.default_rng(seed), lw.Mechanism("arm", plane="xy")
    w, mass, k, free = rng.uniform(0.5, 6), rng.uniform(0.5, 3, 2), rng.uniform(5, 60, 2), rng.uniform(0.1, 0.5, 2)
    begin = np.cumsum(rng.uniform([0.3, 0.2], [0.8, 0.6]))
    stops = begin[:, None] + rng.uniform(0, 0.3, (2, 2)) * [-1, 1]
    arm = m.body("arm", mass=1.0, inertia=1.0)
    m.revolute("spin", m.ground.at(0, 0), arm.at(0, 0))
    for i in range(2):
        ball = m.body(f"b{i}", mass=mass[i], inertia=1e-2)
        m.prismatic(f"s{i}", arm.at(0, 0), ball.at(0, 0), axis="x")
        m.place(ball, at=(begin[i], 0))
        m.rigid_contact(f"low{i}", f"s{i}.translation", stops[i, 0])
        m.rigid_contact(f"high{i}", f"s{i}.translation", stops[i, 1], side="below")
    m.rigid_contact("gap", "distance(b0, b1)", 0.1)
    between = f"{k[1]}*(s1.translation - s0.translation - {free[1]})"
    m.effort("e0", "s0.translation", f"-{k[0]}*(s0.translation - {free[0]}) + {between}")
    m.effort("e1", "s1.translation", f"-{between}")
    found = m.steady({"spin.angle": w})
    x = np.array([found[f"s{i}.translation"] for i in range(2)])
    pulls = k * (np.diff(x, prepend=0.0) - free)
    forces = {one.name: one.force for one in found.contacts}
    gaps = {"low0": x[0] - stops[0, 0], "low1": x[1] - stops[1, 0], "gap": x[1] - x[0] - 0.1}
    gaps |= {"high0": stops[0, 1] - x[0], "high1": stops[1, 1] - x[1]}
    pressed = [forces[f"low{i}"] - forces[f"high{i}"] + (2 * i - 1) * forces["gap"] for i in range(2)]
    np.testing.assert_allclose(mass * w**2 * x - pulls + np.append(pulls[1:], 0.0) + pressed, 0.0, atol=1e-7)
    assert min(gaps.values()) > -FOUND
    assert all(abs(forces[name] * gap) < 1e-7 for name, gap in gaps.items())  # 1e-9 m of a gap, some 100 N
    stays(m, found, ["s0.translation", "s1.translation"], until=0.2)
