"""Rest on contacts, stops, clutches, pawls and ropes, each open or closed: closed forms, and ends of damped runs."""

import numpy as np
import pytest

import linkwork as lw

G = 9.81
EXACT = {"rtol": 1e-9}
"""Positions and forces of a search that leaves 1e-12 of the forces."""


def beam(centre: float, height: float = 0.1) -> lw.Mechanism:
    """Return a beam of 2 kg over three stops at -1, 0 and 1 m, its centre of mass beside the middle one."""
    m = lw.Mechanism("beam", plane="xy", gravity=(0, -G))
    body = m.body("beam", mass=2.0, inertia=1.0, com=(centre, 0))
    m.effort("guide", "beam.x", "-10*beam.x")
    for number, x in enumerate((-1.0, 0.0, 1.0)):
        body.point(f"P{number}", x, 0)
        m.rigid_contact(f"stop {number}", f"beam.P{number}.y")
    m.place(body, at=(0, height), angle=0.05)
    return m


@pytest.mark.parametrize("centre", [-0.5, 0.0, 0.7])
def test_a_beam_on_three_stops(centre):
    """All touch; forces and moments balance, and rigid bodies do not say more."""
    rest = beam(centre).equilibrium()
    assert rest.kind == "stable"
    forces = np.array([found.force for found in rest.contacts])
    assert (forces >= 0.0).all()
    np.testing.assert_allclose([forces.sum(), forces @ [-1, 0, 1]], [2 * G, 2 * G * centre], atol=1e-9)
    assert "share the load is not told by rigid bodies" in str(rest)


def test_a_beam_on_two_stops():
    """Without the middle stop the two others carry, and how much each is told."""
    m = beam(0.5)
    m.forces.pop("stop 1")
    rest = m.equilibrium()
    np.testing.assert_allclose([found.force for found in rest.contacts], [2 * G * 0.25, 2 * G * 0.75], **EXACT)
    assert "share the load" not in str(rest)


def pendulum(stop: float, angle: float, **options) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -G))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.rigid_contact("stop", "pin.angle", stop, **options)
    m.place(rod, angle=angle)
    return m


def test_a_pendulum_on_a_stop():
    rest = pendulum(-1.0, 0.5).equilibrium()
    np.testing.assert_allclose(rest["pin.angle"], -1.0, **EXACT)
    np.testing.assert_allclose(rest.contact("stop").force, 2 * G * 0.5 * np.cos(1.0), **EXACT)
    assert rest.kind == "stable"
    assert "'stop' carries 5.30037 N m" in str(rest)
    np.testing.assert_allclose(rest.motion.force("stop").value[0], rest.contact("stop").force, **EXACT)


def test_a_stop_that_is_not_reached():
    rest = pendulum(-2.0, 0.5).equilibrium()
    np.testing.assert_allclose(rest.contact("stop").gap, 2.0 - np.pi / 2, **EXACT)
    assert rest.contact("stop").state == "open"


def test_a_stop_that_touches_without_a_force():
    rest = pendulum(-np.pi / 2, 0.5).equilibrium()
    assert rest.contact("stop").state == "touches"
    assert rest.kind == "stable"


def test_from_the_top_a_stop_leaves_one_way():
    """Upright against a stop it falls the other way, round to where it hangs."""
    top = pendulum(np.pi / 2, np.pi / 2)
    assert top.equilibrium(search="nearest").kind == "unstable"
    np.testing.assert_allclose(top.equilibrium()["pin.angle"], 1.5 * np.pi, **EXACT)


def test_upright_between_two_stops_is_held():
    """Each stop takes one of the two ways down: nothing can move."""
    m = pendulum(np.pi / 2, np.pi / 2)
    m.rigid_contact("other", "pin.angle", np.pi / 2, side="below")
    assert m.equilibrium().kind == "stable"


def test_placed_inside_a_floor():
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -G))
    ball = m.body("ball", mass=1.0, inertia=1.0)
    m.rigid_contact("floor", "ball.y")
    m.place(ball, at=(0, -0.2))
    rest = m.equilibrium()
    np.testing.assert_allclose(rest["ball.y"], 0.0, atol=1e-12)
    np.testing.assert_allclose(rest.contact("floor").force, G, **EXACT)
    assert rest.kind == "indifferent"  # along the floor


def test_a_chain_that_lies_on_the_floor():
    """Links of 0.5 m hang from 1.2 m: two upright, one slanting, the others flat; half a weight on each end of them."""
    m = lw.Mechanism("chain", plane="xy", gravity=(0, -G))
    before = m.ground.at(0, 1.2)
    for i in range(5):
        link = m.body(f"link {i}", lw.rod(length=0.5, mass=1.0))
        m.revolute(f"J{i}", before, link.at(0, 0))
        link.point("E", 0.5, 0)
        m.rigid_contact(f"floor {i}", f"link {i}.E.y")
        m.place(link, at=(0.46 * i, 1.2), angle=(-1) ** i * 0.4)
        before = link.at(0.5, 0)
    rest = m.equilibrium()
    assert [found.state for found in rest.contacts] == ["open", "open", "carries", "carries", "carries"]
    np.testing.assert_allclose([found.force for found in rest.contacts], [0, 0, G, G, G / 2], atol=1e-7)
    np.testing.assert_allclose([found.gap for found in rest.contacts[:2]], [0.7, 0.2], rtol=1e-9)


def rope(length: float) -> lw.Mechanism:
    """Return a weight that hangs from a spring and a rope beside it."""
    m = lw.Mechanism("hoist", plane="xy", gravity=(0, -G))
    load = m.body("load", mass=2.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), load.at(0, 0), axis="y")
    m.spring("spring", m.ground.at(0, 0), load.at(0, 0), stiffness=20.0, free_length=0.5)
    m.cable("rope", m.ground.at(0, 0), load.at(0, 0), hold=False)
    m.rigid_contact("taut", "rope.length", length, side="below")
    m.place(load, at=(0, -0.6))
    return m


def test_a_rope_taut_and_slack():
    taut, slack = rope(1.0).equilibrium(), rope(3.0).equilibrium()
    np.testing.assert_allclose(taut.contact("taut").force, 2 * G - 20 * 0.5, **EXACT)
    assert slack.contact("taut").state == "open"
    np.testing.assert_allclose(slack["load.y"], -(0.5 + 2 * G / 20), **EXACT)


def wheel(torque: float) -> lw.Mechanism:
    m = lw.Mechanism("wheel", plane="xy")
    disc = m.body("disc", lw.disc(0.3, mass=2.0))
    m.revolute("axle", m.ground.at(0, 0), disc.at(0, 0))
    m.rotational_spring("spring", "axle.angle", stiffness=10.0, free_angle=0.0)
    m.torque("torque", disc, value=torque)
    m.place(disc, angle=0.6)
    return m


@pytest.mark.parametrize(("torque", "angle"), [(-5.0, 0.6), (0.0, 0.6), (8.0, 0.8)])
def test_a_clutch_holds_back(torque, angle):
    m = wheel(torque)
    m.one_way("clutch", "axle.angle")
    rest = m.equilibrium()
    np.testing.assert_allclose(rest["axle.angle"], angle, **EXACT)
    np.testing.assert_allclose(rest.contact("clutch").force, 10 * angle - torque, atol=1e-8)


@pytest.mark.parametrize(("torque", "angle"), [(-5.0, np.pi / 6), (5.5, 0.55), (8.0, 0.8)])
def test_a_pawl_holds_at_a_tooth(torque, angle):
    m = wheel(torque)
    m.ratchet("pawl", "axle.angle", teeth=12)
    rest = m.equilibrium()
    np.testing.assert_allclose(rest["axle.angle"], angle, **EXACT)
    np.testing.assert_allclose(rest.contact("pawl").force, 10 * angle - torque, atol=1e-8)


def follower(lift: float, free: float = 0.02) -> lw.Mechanism:
    """Return a cam held at rest and a roller above it that a spring presses down, or lifts off."""
    m = lw.Mechanism("cam", plane="xy", gravity=(0, -G))
    cam, roller = m.body("cam", lw.disc(0.05, mass=1.0)), m.body("roller", mass=0.5, inertia=1e-4)
    m.revolute("shaft", m.ground.at(0, 0), cam.at(0.02, 0))
    m.drive("shaft.angle", 0.5, name="hand")
    m.prismatic("guide", m.ground.at(0, 0), roller.at(0, 0), axis="y")
    m.point_on_curve("touch", cam.at(0, 0), roller.at(0, 0), curve=lw.circle("50 mm"), radius="10 mm", lifts=True)
    m.effort("pull", "guide.translation", lift)
    m.spring("spring", m.ground.at(0, 0.3), roller.at(0, 0), stiffness=500.0, free_length=0.3 - free)
    m.place(roller, at=(0, 0.06))
    return m


def test_a_cam_with_its_roller():
    """The normal makes an angle with the guide; the spring and the weight press, or a pull lifts the roller off."""
    rest = follower(0.0).equilibrium()
    y, centre = rest["guide.translation"], 0.02 * np.array([-np.cos(0.5), -np.sin(0.5)])
    np.testing.assert_allclose(np.hypot(*(np.array([0, y]) - centre)), 0.06, rtol=1e-9)
    down = 0.5 * G - 500 * (0.3 - y - 0.28)
    np.testing.assert_allclose(rest.contact("touch").force, down / ((y - centre[1]) / 0.06), rtol=1e-7)
    lifted = follower(60.0).equilibrium()
    assert lifted.contact("touch").state == "open"
    np.testing.assert_allclose(lifted["guide.translation"], 0.02 + (60 - 0.5 * G) / 500, rtol=1e-9)


def clamp(stop: float) -> lw.Mechanism:
    """Return a toggle of two links, pushed beyond its dead point against a stop by a spring at its slider."""
    m = lw.Mechanism("toggle clamp", plane="xy")
    first, second = (m.body(name, lw.rod(length=0.1, mass=0.1)) for name in ("first", "second"))
    jaw = m.body("jaw", mass=0.5, inertia=1e-3)
    m.revolute("A", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("B", first.at(0.1, 0), second.at(0, 0))
    m.revolute("C", second.at(0.1, 0), jaw.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), jaw.at(0, 0), axis="x")
    m.spring("work", m.ground.at(0.5, 0), jaw.at(0, 0), stiffness=5e4, free_length=0.31)
    m.rigid_contact("stop", "A.angle", stop)
    m.place(first, angle=stop / 2)
    m.place(second, at=(0.1, 0), angle=-stop / 2)
    m.place(jaw, at=(0.2, 0))
    return m


def test_a_toggle_clamp_holds_itself():
    """Beyond the dead point the work presses the lever on its stop: T = F dx/da with x = 2 L cos a."""
    angle = -4 * lw.deg
    rest = clamp(angle).equilibrium()
    force = 5e4 * (0.31 - (0.5 - 0.2 * np.cos(angle)))
    assert rest.kind == "stable"
    np.testing.assert_allclose(rest.contact("stop").force, force * 0.2 * np.sin(-angle), rtol=1e-8)


@pytest.mark.parametrize(
    ("made", "quantities"),
    [
        (pendulum(-1.0, 0.5), ("pin.angle",)),
        (pendulum(-2.0, 0.5), ("pin.angle",)),
        (rope(1.0), ("load.y",)),
        (rope(3.0), ("load.y",)),
        (follower(0.0), ("guide.translation",)),
        (follower(60.0), ("guide.translation",)),
        (clamp(-4 * lw.deg), ("A.angle", "rail.translation")),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_where_a_damped_run_ends(made, quantities):
    """Dampers in the coordinates change no position of rest; what swings is left to fall to 1e-6."""
    rest = made.equilibrium()
    for k, quantity in enumerate(quantities):
        size = {"pin.angle": 4.0, "load.y": 6.0, "guide.translation": 20.0}.get(quantity, 5.0)
        made.viscous(f"damper {k}", quantity if quantity != "load.y" else "rail.translation", damping=size)
    run = made.simulate(12.0, points=3)
    for quantity in quantities:
        np.testing.assert_allclose(run[quantity][-1], rest[quantity], atol=1e-6)


@pytest.mark.parametrize("pull", [0.0, 30.0])
def test_a_wheel_in_a_ring(pull):
    """It rests at the bottom, pressed by its weight; a pull beyond that carries it to the top, pressed from there."""
    m = lw.Mechanism("ring", plane="xy", gravity=(0, -G))
    wheel = m.body("wheel", lw.disc(0.1, mass=1.5))
    options = {"track": "inside", "track_radius": 0.6, "friction": 0.5, "lifts": True}
    m.rolling_wheel("ring", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, **options)
    m.point_force("pull", wheel.at(0, 0), force=(0, pull))
    m.place(wheel, at=(0.5 * np.sin(0.7), -0.5 * np.cos(0.7)))
    rest = m.equilibrium()
    np.testing.assert_allclose(rest["wheel.y"], -0.5 if pull < 1.5 * G else 0.5, rtol=1e-9)
    np.testing.assert_allclose(rest.contact("ring").force, abs(1.5 * G - pull), rtol=1e-8)


def road(friction: float, **options) -> lw.Mechanism:
    """Return a wheel of 2 kg and 0.2 m on a road, turned by a spring and pushed by P at its axle."""
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -10.0))
    m.parameter("P", 15.0)
    wheel = m.body("wheel", lw.disc(0.2, mass=2.0))
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.2, friction=friction, **options)
    m.rotational_spring("spring", "wheel.angle", stiffness=200.0, free_angle=0.0)
    m.point_force("push", wheel.at(0, 0), force=("P", 0))
    m.place(wheel, at=(0, 0.2))
    return m


@pytest.mark.parametrize("lifts", [False, True])
def test_what_rolling_asks_of_friction(lifts):
    """The push of 15 N goes through the contact, pressed by 20 N: 0.75 of that holds it, with 0.5 it slides away."""
    assert not road(0.8, lifts=lifts).equilibrium().slid
    words = (
        r"rolling asks for 15 N along the contact and friction holds 10 N \(0.5 of 20 N\); friction of at least 0.75"
    )
    with pytest.raises(lw.MotionError, match=f"'wheel': 'road' slides: {words} would hold it. Sliding, no position"):
        road(0.5, lifts=lifts).equilibrium()


def test_where_on_a_way_a_wheel_slides():
    way = road(0.5).equilibrium_path("P", [0.0, 15.0])
    assert "At P = 10.3122 N 'road' slides: rolling asks for 10.3122 N along the contact" in str(way)
    assert [kind == "not held" for kind in way.kinds] == list(way.values > 10.0)
    assert set(road(0.8).equilibrium_path("P", [0.0, 15.0]).kinds) == {"stable"}


def test_a_contact_with_the_name_of_a_joint():
    """A guided plate on a stop, both called 'rail': the stop carries the weight, not the side load of the guide."""
    m = lw.Mechanism("plate", plane="xy", gravity=(0, -9.81))
    plate = m.body("plate", mass=2.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), plate.at(0, 0), axis="y")
    m.rigid_contact("rail", "plate.y", 0.0)
    m.point_force("aside", plate.at(0, 0), force=(7.0, 0.0))
    m.place(plate, at=(0, 0.3))
    rest = m.equilibrium()
    assert rest.kind == "stable"
    assert rest.contact("rail").force == pytest.approx(19.62, rel=1e-12)
    assert m.linearise(rest.start).coordinates == ()
