"""Contacts and frictions that act on each other: modes found together, impacts with several contacts, short events.

Closed forms throughout; where the order in which contacts or frictions are declared could matter, both orders.
"""

import re

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import MotionError

G = 9.81
BOTH = pytest.mark.parametrize("turned", [False, True], ids=["declared", "turned"])
EXACT = 1e-9  # relative: ten times the default tolerance of a step, for runs of a few steps


def world(gravity: float = G) -> lw.Mechanism:
    return lw.Mechanism("switching", plane="xy", gravity=(0, -gravity))


def ordered(turned: bool, *adders) -> None:
    """Declare the parts in the order given, or turned round."""
    for add in reversed(adders) if turned else adders:
        add()


def times_of(run, words: str) -> np.ndarray:
    return np.array([float(event.split()[2]) for event in run.events if words in event])


# ---- the start -------------------------------------------------------------------------------------


def ball(height: float, speed: float) -> lw.Mechanism:
    m = world()
    body = m.body("ball", mass=1.0)
    m.rigid_contact("floor", "ball.y", restitution=0.5)
    m.place(body, at=(0, height), velocity=(0, speed))
    return m


@pytest.mark.parametrize("height", [0.0, 1e-10, -1e-11])
def test_starting_on_a_contact_and_into_it_is_an_impact(height):
    apex = 0.5 / G  # where the rebound with e v = 0.5 m/s turns
    run = ball(height, -1.0).simulate([0.0, apex, 2 * apex])
    assert re.fullmatch(r"t = (0|1\.0*\d*e-10) s: contact 'floor' rebounds or opens", run.events[0])
    # The start may be 1e-10 m off the floor.
    np.testing.assert_allclose(run.body("ball").position[1, 1], 0.5**2 / (2 * G), atol=1e-9)
    assert run.body("ball").position[:, 1].min() > -1e-9


@pytest.mark.parametrize("gap", [0.0, 1e-12, -1e-12, 1e-10, -1e-10, 5e-10, -5e-10])
def test_at_rest_within_rounding_of_a_contact(gap):
    run = ball(gap, 0.0).simulate(0.5)
    assert run.events == ()
    np.testing.assert_allclose(run.force("floor").value, G, rtol=EXACT)
    np.testing.assert_allclose(run.body("ball").position[:, 1], gap, atol=1e-14)  # rounding of lengths of 1 m


@BOTH
def test_a_beam_that_tips_over_its_support(turned):
    m = world()
    beam = m.body("beam", mass=1.0, inertia=0.5, com=(2, 0))
    beam.point("end", 0, 0)
    beam.point("support", 1, 0)
    ordered(
        turned,
        lambda: m.rigid_contact("left", "beam.end.y"),
        lambda: m.rigid_contact("right", "beam.support.y"),
    )
    run = m.simulate([0.0, 0.2])
    # About the support, which lies 1 m beside the centre: m g a / (I + m a^2), the end rises.
    np.testing.assert_allclose(run.body("beam").angular_acceleration[0], -G / 1.5, rtol=EXACT)
    np.testing.assert_allclose(run.force("left").value[0], 0.0, atol=1e-12)


@BOTH
def test_three_supports_of_a_beam_share_its_weight(turned):
    m = world()
    beam = m.body("beam", mass=1.0, inertia=0.5)
    for name, x in (("a", -1), ("b", 0), ("c", 1)):
        beam.point(name, x, 0)
    m.place(beam, at=(0, 0.1))
    ordered(turned, *(lambda k=k: m.rigid_contact(k, f"beam.{k}.y") for k in "abc"))
    run = m.simulate(0.5)
    np.testing.assert_allclose(times_of(run, "closes"), np.sqrt(2 * 0.1 / G), atol=1e-9)  # nine digits are told
    assert len(run.events) == 3
    loads = np.array([run.force(k).value[-1] for k in "abc"])
    assert (loads > 0).all()
    np.testing.assert_allclose(loads.sum(), G, rtol=EXACT)


# ---- frictions that depend on each other ---------------------------------------------------------------


@BOTH
def test_a_block_drags_a_plank_along(turned):
    m = world()
    plank, block = m.body("plank", mass=1.0, inertia=1.0), m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("floor", m.ground.at(0, 0), plank.at(0, 0))
    m.prismatic("top", plank.at(0, 0), block.at(0, 0))
    ordered(turned, lambda: m.friction("f1", "floor", 0.05), lambda: m.friction("f2", "top", 0.3))
    m.place(block, velocity=(3.0, 0))
    m.place(plank, velocity=(0, 0))
    run = m.simulate(6.0)
    # The plank gains (0.3 * 2 - 0.05 * 3) g until the block has lost 0.3 g long enough; then both lose 0.05 g.
    joined = 3.0 / ((0.45 + 0.3) * G)
    speed = 0.45 * G * joined
    far = speed * joined / 2 + speed**2 / (2 * 0.05 * G)
    np.testing.assert_allclose(run.joint("floor").translation[-1], far, rtol=EXACT)
    np.testing.assert_allclose(run.force("f1").value[0], -0.05 * 3 * G, rtol=EXACT)
    np.testing.assert_allclose(times_of(run, "sticks"), [joined, joined + speed / (0.05 * G)], atol=1e-8)


@BOTH
def test_a_joint_that_sticks_lets_go_when_another_reverses(turned):
    m = world()
    a, b = m.body("a", mass=1.0, inertia=1.0), m.body("b", mass=1.0, inertia=1.0)
    m.prismatic("low", m.ground.at(0, 0), a.at(0, 0))
    m.prismatic("high", a.at(0, 0), b.at(0, 0))
    ordered(turned, lambda: m.friction("f1", "low", 0.25), lambda: m.friction("f2", "high", 0.2))
    m.spring("k", m.ground.at(-10, 0), b.at(0, 0), stiffness=50, free_length=10.0)
    m.point_force("P", a.at(0, 0), 4.0, "x")
    m.place(b, velocity=(-7.0, 0))
    run = m.simulate(0.75, points=751)
    # b swings on the spring, x'' = -50 x + 0.2 g, and takes a along where it turns; then a gains 4 + 0.2 g - 0.5 g,
    # until b, now x'' = -50 x - 0.2 g, is slower than a again: a loses 4 - 0.2 g - 0.5 g.
    w, rest = np.sqrt(50.0), 0.2 * G / 50
    turn = np.arctan2(7.0, rest * w) / w
    lowest = rest - np.hypot(rest, 7.0 / w)
    gain, loss = 4 + 0.2 * G - 0.5 * G, 4 - 0.2 * G - 0.5 * G
    low, high = 0.3, 0.6  # after the turn: where b is slower than a
    for _ in range(60):
        middle = (low + high) / 2
        slower = -(lowest + rest) * w * np.sin(w * middle) < gain * middle
        low, high = (low, middle) if slower else (middle, high)
    after = 0.75 - turn - low
    far = gain * low**2 / 2 + gain * low * after + loss * after**2 / 2
    np.testing.assert_allclose(run.joint("low").translation[-1], far, rtol=1e-8)  # oscillation: some hundred tolerances
    assert np.abs(run.force("f1").value).max() < 0.25 * 2 * G * (1 + 1e-9)


def test_a_sticking_joint_lets_go_and_sticks_again_within_long_steps():
    m = world()
    block = m.body("block", mass=1.0, inertia=0.01)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0))
    m.friction("dry", "rail", 0.5)
    m.point_force("shake", block.at(0, 0), "6*sin(7*t)", "x")
    run = m.simulate(3.0)
    # It lets go once in every half period, where 6 sin 7 t = 0.5 g.
    first, half = np.arcsin(0.5 * G / 6) / 7, np.pi / 7
    np.testing.assert_allclose(times_of(run, "slides"), first + half * np.arange(7), atol=1e-8)


def test_friction_at_its_limit_holds():
    m = world()
    block = m.body("block", mass=1.0, inertia=0.01)
    m.prismatic("slope", m.ground.at(0, 0, z=(np.cos(0.5), np.sin(0.5))), block.at(0, 0, z="x"))
    m.friction("dry", "slope", mu=np.tan(0.5))
    m.place(block, angle=0.5)
    run = m.simulate(2.0)
    assert run.events == ()
    assert abs(run.joint("slope").translation[-1]) < 1e-12  # rounding


# ---- impacts with several contacts ---------------------------------------------------------------------


@BOTH
def test_a_seesaw_lifts_off_its_rest_when_struck(turned):
    m = world()
    seesaw, weight = m.body("seesaw", mass=1.0, inertia=0.5, com=(-0.2, 0)), m.body("weight", mass=1.0)
    seesaw.point("left", -1, 0)
    seesaw.point("right", 1, 0)
    weight.point("centre", 0, 0)
    m.revolute("pivot", m.ground.at(0, 0), seesaw.at(0, 0))
    ordered(
        turned,
        lambda: m.rigid_contact("rest", "seesaw.left.y"),
        lambda: m.rigid_contact("hit", "distance(weight.centre, seesaw.right)", limit=0.5, restitution=0.5),
    )
    m.place(seesaw, angle=0.0)
    m.place(weight, at=(1.0, 1.5))
    at, speed = np.sqrt(2 / G), np.sqrt(2 * G)
    run = m.simulate([0.0, at + 1e-7])
    impulse = 1.5 * speed / (1 + 1 / 0.54)  # 0.54: inertia about the pivot
    # 1e-7 s after the impact, at accelerations of about 10 / s^2.
    np.testing.assert_allclose(run.joint("pivot").angle_velocity[-1], -impulse / 0.54, atol=1e-5)
    np.testing.assert_allclose(run.body("weight").velocity[-1, 1], impulse - speed, atol=1e-5)


@BOTH
def test_a_rocking_block_loses_speed_at_every_impact_and_rests(turned):
    half, tall, mass = 0.1, 0.5, 1.0
    inertia = mass * (half**2 + tall**2) / 3
    m = world()
    block = m.body("block", mass=mass, inertia=inertia)
    block.point("left", -half, -tall)
    block.point("right", half, -tall)
    ordered(turned, *(lambda k=k: m.rigid_contact(k, f"block.{k}.y") for k in ("left", "right")))
    angle = 0.02
    m.place(block, at=(0, half * np.sin(angle) + tall * np.cos(angle)), angle=angle)
    run = m.simulate(1.0)
    first = times_of(run, "'right' closes")[0]
    near = m.simulate([0.0, first - 1e-7, first + 1e-7]).body("block").angular_velocity
    # Without friction: the impulse on one corner stops it; the other corner leaves the floor.
    impulse = 2 * half / (1 / mass + half**2 / inertia)
    np.testing.assert_allclose(near[2] / near[1], 1 - impulse * half / inertia, atol=1e-4)  # 1e-7 s * 100 / s^2 * 2
    assert abs(run.body("block").angle[-1]) < 1e-9
    assert abs(run.body("block").angular_velocity[-1]) < 1e-9


def test_a_block_is_struck_from_below_off_the_floor():
    m = world()
    block, hammer = m.body("block", mass=2.0), m.body("hammer", mass=1.0)
    block.point("c", 0, 0)
    hammer.point("c", 0, 0)
    m.rigid_contact("floor", "block.y")
    m.rigid_contact("blow", "distance(hammer.c, block.c)", limit=0.2, restitution=0.5)
    m.place(hammer, at=(0, -0.5), velocity=(0, 3.0))
    speed = np.sqrt(9 - 2 * G * 0.3)
    at = (3.0 - speed) / G
    run = m.simulate([0.0, at + 1e-8])
    np.testing.assert_allclose(run.body("block").velocity[-1, 1], 1.5 * speed / 3, atol=1e-6)  # 1e-8 s after it
    assert run.force("floor").value[-1] == 0.0


def test_a_ball_that_falls_on_one_at_rest_leaves_it_there():
    m = world()
    low, high = m.body("low", mass=2.0), m.body("high", mass=1.0)
    low.point("c", 0, 0)
    high.point("c", 0, 0)
    m.rigid_contact("floor", "low.y")
    m.rigid_contact("blow", "distance(low.c, high.c)", limit=0.2, restitution=0.5)
    m.place(high, at=(0, 1.2))
    run = m.simulate([0.0, np.sqrt(2 / G) + 1e-8])
    np.testing.assert_allclose(run.body("high").velocity[-1, 1], 0.5 * np.sqrt(2 * G), atol=1e-6)  # 1e-8 s after it
    np.testing.assert_allclose(run.body("low").velocity[-1, 1], 0.0, atol=1e-12)


def test_a_blow_along_the_slide_tears_it_loose():
    m = world()
    block, hammer = m.body("block", mass=2.0, inertia=1.0), m.body("hammer", mass=1.0, inertia=1.0)
    block.point("c", 0, 0)
    hammer.point("c", 0, 0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0))
    m.prismatic("guide", m.ground.at(-1, 0), hammer.at(0, 0))
    m.friction("dry", "rail", 0.5)
    m.rigid_contact("blow", "distance(hammer.c, block.c)", limit=0.2, restitution=0.5)
    m.place(hammer, at=(-1, 0), velocity=(2.0, 0))
    run = m.simulate([0.0, 0.4 + 1e-8])
    # No impulse presses on the rail, so that friction has none either: the momenta of both are all there is.
    np.testing.assert_allclose(run.body("block").velocity[-1, 0], 1.5 * 2.0 / 3, atol=1e-6)
    assert any("'rail' slides forward" in event for event in run.events)


# ---- events shorter than a step ------------------------------------------------------------------------


@pytest.mark.parametrize(("far", "radius"), [(5.0, 0.3), (20.0, 0.3), (100.0, 1.0)])
def test_a_ball_does_not_fly_through_a_post(far, radius):
    m = world(gravity=0.0)
    body = m.body("ball", mass=1.0)
    body.point("c", 0, 0)
    m.ground.point("post", far, 0.0)
    m.rigid_contact("post", "distance(ball.c, ground.post)", limit=radius, restitution=1.0)
    m.place(body, at=(0, 0.1 * radius), velocity=(1.0, 0))
    run = m.simulate(1.5 * far)
    c = np.sqrt(0.99)  # the ball meets the post a tenth of the radius beside its middle
    hit = far - radius * c
    np.testing.assert_allclose(times_of(run, "rebounds"), [hit], rtol=1e-8)  # nine digits are told
    left = 1.5 * far - hit
    end = np.array([hit - 0.98 * left, 0.1 * radius + 0.2 * c * left])
    np.testing.assert_allclose(run.body("ball").position[-1], end, atol=1e-8 * far)


def test_a_ceiling_just_below_the_highest_point():
    m = world()
    body = m.body("ball", mass=1.0)
    m.rigid_contact("ceiling", "ball.y", limit=0.99, side="below", restitution=1.0)
    m.place(body, velocity=(0, np.sqrt(2 * G)))
    run = m.simulate(0.8)
    np.testing.assert_allclose(times_of(run, "ceiling"), [np.sqrt(2 / G) - np.sqrt(0.02 / G)], atol=1e-9)


def test_short_visits_are_recorded():
    m = world()
    rod = m.body("rod", lw.rod(1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    run = m.simulate(10.0, record_when={"far": "pin.angle < -179.99 deg"})
    # Released level it swings to -180 deg; there the angular acceleration is 1.5 g. Period 4 K(sin 45 deg) / w.
    a, b = 1.0, np.sqrt(0.5)
    for _ in range(6):
        a, b = (a + b) / 2, np.sqrt(a * b)
    period = 4 * np.pi / (2 * a) / np.sqrt(1.5 * G)
    early = np.sqrt(2 * 0.01 * lw.deg / (1.5 * G))
    # The speed near the turn is 0.07 rad/s, and the angle there is right to 1e-8 after 40 steps.
    np.testing.assert_allclose(run.records["far"], period * (np.arange(5) + 0.5) - early, atol=1e-6)


# ---- friction and the force it causes --------------------------------------------------------------------


def slider(mu: float, speed: float, light: float = 0.1, heavy: float = 5.0) -> lw.Mechanism:
    m = world()
    a, c = m.body("a", mass=light, inertia=1.0), m.body("c", mass=heavy, inertia=1.0)
    m.prismatic("X", m.ground.at(0, 0), a.at(0, 0), axis="x")
    m.prismatic("Y", m.ground.at(0, 0), c.at(0, 0), axis="y")
    m.rod("rod", a.at(0, 0), c.at(0, 0), length=1.0)
    m.friction("dry", "X", mu=mu)
    m.place(a, at=(0.5, 0), velocity=(speed, 0))
    m.place(c, at=(0, np.sqrt(0.75)))
    return m


def slider_solutions(mu: float, speed: float, light: float = 0.1, heavy: float = 5.0) -> list[tuple[float, float]]:
    """Return acceleration and normal force of every solution: Newton's laws of both sliders, the rod, Coulomb's law."""
    x, y = 0.5, np.sqrt(0.75)
    fall = -x * speed / y
    found = []
    for side in (1.0, -1.0):  # of the normal force
        # x'', y'', rod force, normal force
        A = [
            [light, 0, -x, mu * np.sign(speed) * side],
            [0, 0, -y, 1],
            [0, heavy, -y, 0],
            [x, y, 0, 0],
        ]
        a, _, _, N = np.linalg.solve(A, [0, light * G, -heavy * G, -(speed**2) - fall**2])
        if side * N >= 0:
            found.append((a, abs(N)))
    return found


@pytest.mark.parametrize("speed", [-1.0, 1.0])
def test_friction_that_changes_the_normal_force_much(speed):
    ((acceleration, normal),) = slider_solutions(0.6, speed)
    run = slider(0.6, speed).simulate([0.0, 1e-4])
    np.testing.assert_allclose(run.body("a").acceleration[0, 0], acceleration, rtol=1e-8)
    np.testing.assert_allclose(run.joint("X").force[0, 1], normal, rtol=1e-8)


def test_friction_that_jams_says_so():
    assert slider_solutions(0.8, 1.0) == []
    with pytest.raises(MotionError, match="friction jams"):
        slider(0.8, 1.0).simulate(0.1)


def test_of_two_solutions_the_motion_keeps_its_own():
    # From 8.95 ms on a second solution comes from infinity, where the rail would bear 2.5e5 N.
    run = slider(0.6, -1.0).simulate(0.02)
    normal = run.joint("X").force[:, 1]
    assert ((normal > 1.6) & (normal < 1.9)).all()


def test_friction_in_one_of_two_hinges():
    m = lw.Mechanism("door", gravity=(0, 0, -10.0))
    leaf = m.body("leaf", mass=25.0, inertia=(2, 2, 2), com=(0.4, 0, 0.75))
    m.revolute("low", m.ground.at(0, 0, 0), leaf.at(0, 0, 0))
    m.revolute("high", m.ground.at(0, 0, 1.5), leaf.at(0, 0, 1.5))
    m.friction("dry", "low", 0.01, radius=0.01)
    m.place(leaf, rate=(0, 0, 1.0))
    run = m.simulate(0.5)
    # How the hinges share the load is not determined; the friction follows from how the solver splits it.
    normal = np.linalg.norm(run.reactions(split="solver").joint("low").force, axis=1)
    braking = 0.01 * 0.01 * normal / (2 + 25 * 0.4**2)
    np.testing.assert_allclose(run.joint("low").angle_acceleration, -braking, rtol=1e-8)
    assert run.complete


# ---- what is told beside an event ------------------------------------------------------------------


def test_a_speed_that_jumps_through_zero_is_an_event():
    """Dropped from 1 m with restitution 1/2: impacts at T, 2 T, 5/2 T, the tops halfway between."""
    m = ball(1.0, 0.0)
    fall = np.sqrt(2 / G)
    run = m.simulate(2.4 * fall, record_when={"turns": "rate(ball.y)", "rises": "rate(ball.y) > 0"})
    assert run.records["turns"] == pytest.approx(fall * np.array([1.0, 1.5, 2.0, 2.25]), rel=EXACT)
    assert run.records["rises"] == pytest.approx(fall * np.array([1.0, 2.0]), rel=EXACT)
    run = m.simulate(2.0, stop_when="rate(ball.y) > 0")
    assert run.time[-1] == pytest.approx(fall, rel=EXACT)
    assert run.point("ball").velocity[-1, 1] == pytest.approx(0.5 * G * fall, rel=EXACT)  # after the rebound


@pytest.mark.parametrize("way", [1e-4, 1e-3, 3e-3])
def test_output_between_a_rebound_and_a_force_that_begins_soon_after(way):
    """A block with a rod on it rebounds from a wall, and a force begins soon after: a long step, then a short one."""
    m = lw.Mechanism("slide", plane="xy")
    block, rod = m.body("block", mass=2.0, inertia=0.1), m.body("rod", lw.rod(0.3, mass=1.0))
    rail = m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.revolute("pin", block.at(0, 0), rod.at(0, 0))
    m.rigid_contact("wall", rail, 0.1, side="below", restitution=1.0)
    m.effort("brake", rail, f"if(rail.translation < {0.1 - way}, 40 N, 0)*(t > 0.05)")
    m.place(block, velocity=(1, 0))
    m.place(rod, velocity=(1, 0), rate=3.0)
    run = m.simulate(0.2, points=2001)
    # kinetic energy and work meet: the work is read by a cubic, right to 1e-6 J here
    assert np.abs(run.energy.balance).max() < 1e-5
