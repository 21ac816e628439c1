"""Rolling and skating: contact forces against free-body equations, closed forms, moving tracks, driven vehicles."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.joints.rolling_disc import FLAT

G = 9.81
UP = np.array([0.0, 0.0, G])
FREE_BODY = 1e-9
"""For forces against m (a - g) and moments against the rate of spin: the same accelerations, solved to 1e-13 or so."""


def ball(surface="plane", tilt=0.0, mass=2.0, radius=0.1, **fields) -> lw.Mechanism:
    """Return a homogeneous ball on a surface of the ground, with gravity tilted towards x."""
    m = lw.Mechanism("ball", gravity=(G * np.sin(tilt), 0, -G * np.cos(tilt)))
    moment = 0.4 * mass * radius**2
    body = m.body("ball", mass=mass, inertia=(moment, moment, moment))
    m.rolling_sphere("S", m.ground.at(0, 0, 0), body.at(0, 0, 0), radius=radius, surface=surface, **fields)
    return m


def test_a_ball_on_a_tilted_plane():
    # a = 5/7 g sin(tilt), friction 2/7 m g sin(tilt) up the slope, normal force m g cos(tilt).
    m = ball(tilt=0.3)
    m.place("ball", at=(0, 0, 0.1))
    run = m.simulate(1.0, points=11)
    np.testing.assert_allclose(run.body("ball").acceleration[:, 0], 5 / 7 * G * np.sin(0.3), rtol=FREE_BODY)
    expected = [-2 / 7 * 2.0 * G * np.sin(0.3), 0.0, 2.0 * G * np.cos(0.3)]
    np.testing.assert_allclose(run.joint("S").force, np.tile(expected, (11, 1)), atol=FREE_BODY * 20)
    np.testing.assert_allclose(run.joint("S").contact_x, 5 / 14 * G * np.sin(0.3) * run.time**2, atol=1e-8)


def test_a_ball_that_slides_has_no_friction():
    m = ball(tilt=0.3, contact="sliding")
    m.place("ball", at=(0, 0, 0.1), rate=(1.0, 2.0, 3.0))
    run = m.simulate(1.0, points=11)
    np.testing.assert_allclose(run.body("ball").acceleration[:, 0], G * np.sin(0.3), rtol=FREE_BODY)
    np.testing.assert_allclose(run.body("ball").angular_velocity, np.tile([1.0, 2.0, 3.0], (11, 1)), atol=1e-12)


SURFACES = {
    "plane": ({}, (0.0, 0.0, 0.1), (0.0, 0.0, 1.0)),
    "sphere": ({"surface_radius": 0.5}, 0.6 * np.array([0.28, 0.96 * 0.6, 0.96 * 0.8]), (0.28, 0.576, 0.768)),
    "bowl": ({"surface_radius": 0.5}, 0.4 * np.array([0.28, 0.96 * 0.6, -0.96 * 0.8]), (-0.28, -0.576, 0.768)),
    "cylinder": ({"surface_radius": 0.5}, (0.36, 0.48, 0.2), (0.6, 0.8, 0.0)),
    "pipe": ({"surface_radius": 0.5}, (0.24, 0.32, 0.2), (-0.6, -0.8, 0.0)),
}


@pytest.mark.parametrize("surface", list(SURFACES))
def test_free_body_of_a_ball(surface):
    """F = m (a - g) acts at the point of contact, where the ball does not move; its moment is -r n x F."""
    fields, centre, normal = SURFACES[surface]
    m, n = ball(surface, **fields), np.array(normal)
    rate = np.array([2.0, -3.0, 1.5])
    m.place("ball", at=tuple(centre), velocity=tuple(np.cross(rate, 0.1 * n)), rate=tuple(rate))
    run = m.simulate(0.2, points=5, tolerance=1e-11)
    body, force = run.body("ball"), run.joint("S").force
    np.testing.assert_allclose(body.velocity[0], np.cross(rate, 0.1 * n), atol=1e-12)
    np.testing.assert_allclose(force, 2.0 * (body.acceleration + UP), atol=FREE_BODY * 20)
    moment = 0.4 * 2.0 * 0.1**2 * body.angular_acceleration
    np.testing.assert_allclose(np.cross(-0.1 * n, force[0]), moment[0], atol=FREE_BODY)
    assert run.energy.relative_drift < 1e-10
    contact = run.joint("S")
    place = [getattr(contact, name)[0] for name in contact.coordinates if name.startswith("contact")]
    np.testing.assert_allclose(place, (np.array(centre) - 0.1 * n)[: len(place)], atol=1e-12)


def test_a_ball_in_an_upright_pipe_goes_up_and_down():
    # Rolling round the wall at the rate W, it falls and rises again: z'' = -(2/7) W^2 (z - z0), whatever gravity does.
    m, W, wide = ball("pipe", surface_radius=0.5), 6.0, 0.4
    m.place("ball", at=(wide, 0, 0), velocity=(0, wide * W, 0), rate=(0, 0, -wide * W / 0.1))
    run = m.simulate(3.0, points=61, tolerance=1e-11)
    slow = W * np.sqrt(2 / 7)
    fall = G * 5 / 7 / slow**2
    np.testing.assert_allclose(run.body("ball").position[:, 2], fall * (np.cos(slow * run.time) - 1), atol=1e-8)


def test_a_ball_on_a_turntable_goes_round_in_circles():
    # On a plate that turns at the rate W, a homogeneous ball circles at 2/7 W, wherever it is put.
    m = lw.Mechanism("turntable", gravity=(0, 0, -G))
    plate = m.body("plate", mass=1.0, inertia=(1.0, 1.0, 1.0))
    body = m.body("ball", mass=2.0, inertia=(0.008, 0.008, 0.008))
    m.revolute("spindle", m.ground.at(0, 0, 0), plate.at(0, 0, 0))
    m.rolling_sphere("S", plate.at(0, 0, 0), body.at(0, 0, 0), radius=0.1)
    m.drive("spindle", "3*t")
    m.place(body, at=(0.5, 0.0, 0.1), velocity=(0.1, 0.2, 0.0), rate=(-(0.2 - 1.5) / 0.1, 0.1 / 0.1, 0.7))
    run = m.simulate(4.0, points=41, tolerance=1e-11)
    v = run.body("ball").velocity
    turned = 2 / 7 * 3 * run.time
    expected = np.column_stack(
        [0.1 * np.cos(turned) - 0.2 * np.sin(turned), 0.1 * np.sin(turned) + 0.2 * np.cos(turned)]
    )
    np.testing.assert_allclose(v[:, :2], expected, atol=1e-8)
    spin = run.body("ball").angular_velocity[:, 2]
    np.testing.assert_allclose(spin, 0.7, atol=1e-9)  # nothing turns it about the normal


@pytest.mark.parametrize("edge", [0.0, 0.05])
def test_free_body_of_a_disc(edge):
    """F = m (a - g) acts at the lowest point of the edge: its moment about the centre turns the disc."""
    m = lw.Mechanism("disc", gravity=(0, 0, -G))
    disc = m.body("disc", mass=2.0, inertia=(0.045, 0.045, 0.09))
    m.rolling_disc("R", m.ground.at(0, 0, 0), disc.at(0, 0, 0), radius=0.3, edge=edge)
    lean = 0.4
    height = (0.3 - edge) * np.cos(lean) + edge
    m.place(disc, at=(0, 0, height), rotation=lw.rpy(np.pi / 2 + lean, 0, 0), rate=(0.2, 5.0, 0.4))
    run = m.simulate(0.3, points=4, tolerance=1e-11)
    body, road = run.body("disc"), run.joint("R")
    np.testing.assert_allclose(road.force, 2.0 * (body.acceleration + UP), atol=FREE_BODY * 20)
    for k in range(4):
        rotation, w = body.rotation[k], body.angular_velocity[k]
        inertia = rotation @ np.diag([0.045, 0.045, 0.09]) @ rotation.T
        rho = np.array([road.contact_x[k], road.contact_y[k], 0.0]) - body.position[k]
        moment = inertia @ body.angular_acceleration[k] + np.cross(w, inertia @ w)
        np.testing.assert_allclose(np.cross(rho, road.force[k]), moment, atol=FREE_BODY)
        np.testing.assert_allclose(body.velocity[k] + np.cross(w, rho), 0.0, atol=1e-10)  # it does not slip
    assert run.energy.relative_drift < 1e-10


def test_a_wheel_on_the_outside_of_a_track():
    # Free body of a rolling hoop-like wheel on a cylinder: N = m g cos - m v^2/(R + r), friction = I alpha/r.
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -G))
    wheel = m.body("wheel", mass=1.5, inertia=0.0075)
    m.rolling_wheel("W", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, track="outside", track_radius=0.5)
    m.place(wheel, at=(0.6 * np.sin(0.2), 0.6 * np.cos(0.2)))
    run = m.simulate(0.4, points=9, tolerance=1e-11)
    phi = np.pi / 2 - run.joint("W").heading
    out = np.column_stack([np.sin(phi), np.cos(phi)])
    normal = (run.joint("W").force * out).sum(axis=1)
    speed = np.hypot(*run.body("wheel").velocity.T)
    np.testing.assert_allclose(normal, 1.5 * (G * np.cos(phi) - speed**2 / 0.6), atol=FREE_BODY * 15)
    # Energy: 3/4 m v^2 = m g (R + r)(cos 0.2 - cos phi) for a solid wheel.
    np.testing.assert_allclose(0.75 * speed**2, G * 0.6 * (np.cos(0.2) - np.cos(phi)), atol=1e-9)
    along = (run.joint("W").force * np.column_stack([np.cos(phi), -np.sin(phi)])).sum(axis=1)
    np.testing.assert_allclose(-along * 0.1, -0.0075 * run.body("wheel").angular_acceleration, atol=FREE_BODY)


def test_a_wheel_on_a_cart_pushes_it_back():
    # No force outside along the track: momentum stays.
    m = lw.Mechanism("cart", plane="xy", gravity=(0, -G))
    cart, wheel = m.body("cart", mass=3.0, inertia=1.0), m.body("wheel", mass=1.0, inertia=0.02)
    m.prismatic("rail", m.ground.at(0, 0), cart.at(0, 0))
    m.rolling_wheel("W", cart.at(0, 0.2), wheel.at(0, 0), radius=0.2)
    m.torque("motor", wheel, 0.5)
    m.place(cart, at=(0, 0))
    m.place(wheel, at=(0, 0.4))
    run = m.simulate(2.0, points=9)
    np.testing.assert_allclose(run.momentum.linear[:, 0], 0.0, atol=1e-10)
    slip = run.body("wheel").velocity[:, 0] + 0.2 * run.body("wheel").angular_velocity - run.body("cart").velocity[:, 0]
    np.testing.assert_allclose(slip, 0.0, atol=1e-10)


def test_what_rolling_asks_of_friction():
    # A ball on a slope needs mu = 2/7 tan(tilt).
    m = ball(tilt=0.3)
    m.place("ball", at=(0, 0, 0.1))
    grip = m.simulate(1.0, points=11).grip("S")
    np.testing.assert_allclose(grip.needed, 2 / 7 * np.tan(0.3), rtol=FREE_BODY)
    assert grip.sentence(0.1) == "Joint 'S' needs a coefficient of friction of 0.0884 at most, and 0.1 is enough."
    assert "with 0.05 it would slide at t = 0 s" in grip.sentence(0.05)


def test_a_wheel_that_would_lift_off_is_told():
    # From rest on top, a solid wheel leaves a cylinder where cos(phi) = 4/7: N = m g (7 cos(phi) - 4)/3.
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -G))
    wheel = m.body("wheel", mass=1.5, inertia=0.0075)
    m.rolling_wheel("W", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, track="outside", track_radius=0.5)
    m.place(wheel, at=(0.6e-3, 0.6))
    run = m.simulate(2.5, points=251, tolerance=1e-10)
    grip, phi = run.grip("W"), np.pi / 2 - run.joint("W").heading
    np.testing.assert_allclose(grip.pressure, 1.5 * G * (7 * np.cos(phi) - 4) / 3, atol=1e-4)
    first = int(np.flatnonzero(np.cos(phi) < 4 / 7)[0])
    assert f"it would lift off at t = {run.time[first]:g} s" in grip.sentence(10.0)


def test_friction_of_a_planar_skate_is_not_known():
    run = gallery.get("chaplygin sleigh", driven=False).simulate(0.1)
    with pytest.raises(lw.ModelError, match="make the model spatial"):
        run.grip("blade")
    with pytest.raises(lw.ModelError, match="no contact that could slip"):
        gallery.get("single-track car").simulate(0.1).grip("steering")


# ---- driven vehicles ----------------------------------------------------------------------------


def test_a_driven_robot_goes_round_a_circle():
    # v = r (w_right + w_left)/2 and turning rate r (w_right - w_left)/(2 b): a circle of radius 0.5 m about (0, 0.5).
    motion = gallery.get("differential drive").move(np.linspace(0, 1, 21))
    turned = 2 * np.pi * motion.time
    expected = np.column_stack([0.5 * np.sin(turned), 0.5 - 0.5 * np.cos(turned), 0.1 + 0 * turned])
    np.testing.assert_allclose(motion.body("robot").position, expected, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "radius"), [("single-track car", 2.5 / np.tan(0.4)), ("ackermann car", 2.5 / np.tan(0.4) + 0.7)]
)
def test_a_driven_car_goes_round_a_circle(name, radius):
    motion = gallery.get(name).move(np.linspace(0, 1, 21))
    turned = 2 * np.pi * motion.time
    expected = radius * np.column_stack([np.sin(turned), 1 - np.cos(turned)])
    np.testing.assert_allclose(motion.point("car.rear").position, expected, atol=1e-9 * radius)


def test_efforts_of_a_driven_robot_move_it_as_driven():
    driven = gallery.get("differential drive", driven=False)
    driven.drive("left", "3*t^2")
    driven.drive("right", "5*t^2")
    run = driven.simulate([0.0, 0.1, 0.2], tolerance=1e-11)
    free = gallery.get("differential drive", driven=False)
    start = run.time[1]
    for wheel in ("left", "right"):
        free.effort(f"{wheel}_motor", f"{wheel}.angle", float(run.driver(wheel).effort[1]))
    for body in run.bodies:
        b = run.body(body)
        free.place(
            body,
            at=b.position[1],
            rotation=lw.matrix(b.rotation[1]),
            velocity=b.velocity[1],
            rate=b.angular_velocity[1],
        )
    again = free.simulate([0.0, 1e-3])
    assert start == 0.1
    for body in run.bodies:
        np.testing.assert_allclose(again.body(body).acceleration[0], run.body(body).acceleration[1], atol=1e-8)
        np.testing.assert_allclose(
            again.body(body).angular_acceleration[0], run.body(body).angular_acceleration[1], atol=1e-7
        )


def test_a_skate_in_space_is_the_skate_in_the_plane():
    flat = gallery.get("chaplygin sleigh", driven=False)
    flat.place("sleigh", at=(0, 0), angle=0.3, velocity=(-0.5 * np.cos(0.3), -0.5 * np.sin(0.3)), rate=2.0)
    m = lw.Mechanism("sleigh", gravity=(0, 0, -G))
    sleigh = m.body("sleigh", mass=3.0, com=(0.25, 0, 0), inertia=(0.4, 0.4, 0.4))
    m.knife_edge("blade", m.ground.at(0, 0, 0), sleigh.at(0, 0, 0))
    m.parallel("upright", m.ground.at(0, 0, 0), sleigh.at(0, 0, 0), axis="z")
    velocity = (-0.5 * np.cos(0.3), -0.5 * np.sin(0.3), 0)
    m.place(sleigh, at=(0, 0, 0), rotation=lw.rpy(0, 0, 0.3), velocity=velocity, rate=(0, 0, 2.0))
    one, two = (x.simulate(2.0, points=21, tolerance=1e-11) for x in (flat, m))
    np.testing.assert_allclose(two.body("sleigh").position[:, :2], one.body("sleigh").position, atol=1e-9)
    np.testing.assert_allclose(two.joint("blade").force[:, :2], one.joint("blade").force, atol=1e-8)
    np.testing.assert_allclose(two.joint("blade").force[:, 2], 3.0 * G, atol=1e-9)


# ---- words --------------------------------------------------------------------------------------


def test_mobility_tells_freedoms_of_velocity_and_of_position():
    words = str(gallery.get("rolling disc", driven=False).mobility())
    assert "'rolling disc' has 3 degrees of freedom." in words
    assert "its positions alone have 5 degrees of freedom" in words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"radius": 0.3, "track": "inside", "track_radius": 0.2}, "no room inside a track of radius 0.2 m"),
        ({"radius": 0.3, "track": "inside"}, "Give track_radius="),
        ({"radius": -1.0}, "its radius is -1 m"),
        ({}, "Give radius="),
    ],
)
def test_wheels_that_cannot_be_are_refused(fields, words):
    m = lw.Mechanism("wheel", plane="xy")
    m.rolling_wheel("W", m.ground.at(0, 0), m.body("wheel").at(0, 0), **fields)
    with pytest.raises(lw.ModelError, match=words):
        m.check()


def test_a_disc_that_lies_flat_is_told():
    m = lw.Mechanism("disc")
    m.rolling_disc("R", m.ground.at(0, 0, 0), m.body("disc").at(0, 0, 0), radius=0.3)
    with pytest.raises(lw.AssemblyError, match="lies flat"):
        m.mobility()


def test_a_disc_needs_space():
    m = lw.Mechanism("disc", plane="xy")
    m.rolling_disc("R", m.ground.at(0, 0), m.body("disc").at(0, 0), radius=0.3)
    with pytest.raises(lw.ModelError, match="use a rolling_wheel"):
        m.check()


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("rolling_disc", {}, "the disc lies flat and touches the plane with all its edge"),
        ("disc_on_surface", {"surface": "-2*z", "side": "negative"}, "the disc lies flat on the surface"),
    ],
)
@pytest.mark.parametrize("lean", [10.0, 60.0])
def test_a_disc_that_falls_flat_ends_the_run(kind, fields, words, lean):
    """It turns about a point of its edge: (I + m r^2) w^2 / 2 = m g r sin(lean) down to the sine that is flat."""
    m = lw.Mechanism("coin", gravity=(0, 0, -9.81))
    coin = m.body("coin", mass=0.1, inertia=(5e-5, 5e-5, 1e-4))
    m.joint(kind, "C", m.ground.at(0, 0, 0), coin.at(0, 0, 0), radius=0.05, **fields)
    angle = np.radians(lean)
    m.place(coin, at=(0, 0, 0.05 * np.sin(angle)), rotation=lw.axis_angle((1, 0, 0), angle))
    run = m.simulate(1.0, points=5)
    assert f"because {words}" in run.status
    assert "(joint 'C')" in run.status
    spin = np.sqrt(2.0 * 0.1 * 9.81 * 0.05 * (np.sin(angle) - FLAT) / (5e-5 + 0.1 * 0.05**2))
    assert run.motions[-1, 0, 0, 3] == pytest.approx(-spin, rel=1e-8)  # the default tolerance is 1e-9


@pytest.mark.parametrize(("kind", "fields"), [("rolling_disc", {}), ("disc_on_surface", {"surface": "z"})])
def test_a_coin_may_be_flat_in_the_air_but_not_when_it_lands(kind, fields):
    """Thrown up at v it is at h = h0 + v t - g t^2 / 2, however it turns over; it lands at h = 0 where it is flat."""
    h0, v = 0.05 * np.sin(0.4), 2.0
    flight = (v + np.sqrt(v * v + 2 * 9.81 * h0)) / 9.81
    m = lw.Mechanism("coin", gravity=(0, 0, -9.81))
    coin = m.body("coin", mass=0.1, inertia=(5e-5, 5e-5, 1e-4))
    options = {"radius": 0.05, "contact": "sliding", "lifts": True}
    m.joint(kind, "C", m.ground.at(0, 0, 0), coin.at(0, 0, 0), **options, **fields)
    lean = lw.axis_angle((1, 0, 0), 0.4)
    m.place(coin, at=(0, 0, h0), rotation=lean, velocity=(0, 0, v), rate=(-10.0, 0, 0))
    run = m.simulate(0.3, tolerance=1e-10)
    np.testing.assert_allclose(run.body("coin").position[:, 2], h0 + v * run.time - 9.81 * run.time**2 / 2, atol=1e-9)
    m.place(coin, at=(0, 0, h0), rotation=lean, velocity=(0, 0, v), rate=(-0.4 / flight, 0, 0))
    run = m.simulate(1.0, tolerance=1e-10)
    assert "the disc lies flat" in run.status
    assert run.time[-1] == pytest.approx(flight, abs=1e-7)  # it lies from a millionth of its radius on, 5e-8 m


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        (
            "rolling_wheel",
            {"track": "inside", "track_radius": 0.3},
            "both its points are placed at .0, 0. m, so that no direction leads from one to the other. .* 0.2 m apart",
        ),
        (
            "point_on_curve",
            {"curve": lw.circle(0.3), "side": "other", "rolling": True},
            "the point is 0.3 m or more from the curve at parameter 0 .* Place it 0.1 m from the curve",
        ),
    ],
)
def test_a_wheel_placed_at_the_centre_of_its_track_is_told(kind, fields, words):
    m = lw.Mechanism("track", plane="xy", gravity=(0, -9.81))
    wheel = m.body("wheel", mass=1.0, inertia=0.01)
    m.joint(kind, "R", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, **fields)
    m.place(wheel, at=(0, 0))
    with pytest.raises(lw.LinkworkError, match=words):
        m.simulate(0.1)


# ---- where arcs are counted from ----------------------------------------------------------------------


def meshed(kind: str, angle: float, placed: bool) -> lw.Mechanism:
    """Return two wheels on bearings that roll on each other, the second one 150 mm away at an angle."""
    m = lw.Mechanism("wheels", plane="xy")
    a, b = m.body("A"), m.body("B")
    m.revolute("P", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("Q", m.ground.at(0.15 * np.cos(angle), 0.15 * np.sin(angle)), b.at(0, 0))
    ends = a.at(0, 0), b.at(0, 0)
    match kind:
        case "curves":
            m.curve_on_curve("mesh", *ends, curve=lw.circle(0.1), curve_b=lw.circle(0.05), rolling=True)
        case "wheel":
            m.rolling_wheel("mesh", *ends, radius=0.05, track="outside", track_radius=0.1)
        case "roller":
            m.point_on_curve("mesh", *ends, curve=lw.circle(0.1), radius=0.05, rolling=True)
    if placed:
        m.place(a, angle=0)
        m.place(b, angle=0)
    m.drive("P.angle", "t")
    return m


@pytest.mark.parametrize("placed", [False, True])
@pytest.mark.parametrize("angle", [0.93, 1.0, -2.0])
@pytest.mark.parametrize("kind", ["curves", "wheel", "roller"])
def test_arcs_are_counted_from_where_bearings_hold_the_bodies(kind: str, angle: float, placed: bool) -> None:
    """Angles of zero close every joint, so that they are kept; the tolerance is that of assembly."""
    moved = meshed(kind, angle, placed).move([0.0, 1.0])
    assert moved.joint("Q").angle == pytest.approx([0.0, -2.0], abs=1e-12)


def test_grip_of_a_wheel_in_the_air_is_none():
    m = lw.Mechanism("hop", plane="xy", gravity=(0, -9.81))
    wheel = m.body("wheel", lw.disc(0.1, mass=2.0))
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, friction=0.3, lifts=True)
    m.place(wheel, at=(0, 0.6), velocity=(0, 0), rate=0)
    run = m.simulate(0.3, hold=["wheel"])
    assert not run.grip("road").pressure.any()
    assert run.grip("road").sentence(0.3).endswith("of 0 at most, and 0.3 is enough.")


@pytest.mark.parametrize("method", [lw.rolling.direct, lw.rolling.equivalent])
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"slip": 0.5}, "slip is a speed and its rate"),
        ({"slip": (0.5, float("nan"))}, "slip is a speed and its rate"),
        ({"track": 3}, "track is the motion of the body with the track"),
        ({"rate": (1.0, 0.0)}, "rate is one finite number"),
        ({"acceleration": "fast"}, "acceleration is one finite number"),
    ],
)
def test_motions_that_are_none(method, given, told):
    with pytest.raises(lw.LinkworkError, match=told):
        method(**{"centre": (0, 1), "point": (1, 1), "contact": (0, 0), "rate": 1.0, **given})


@pytest.mark.parametrize("lifts", [{}, {"lifts": True, "friction": 0.3}])
def test_a_disc_that_lies_flat_up_to_rounding_is_refused(lifts):
    """An axle turned by pi/2 is 6e-17 from the normal; simulations went on for half a minute, and blamed a force."""
    m = lw.Mechanism("flat", gravity=(0, 0, -9.81))
    disc = m.body("disc", mass=2.0, inertia=(0.045, 0.045, 0.09))
    m.rolling_disc("R", m.ground.at(0, 0, 0), disc.at(0, 0, 0), radius=0.3, **lifts)
    m.place(disc, at=(0, 0, 0), rotation=lw.rpy(np.pi, 0, 0))
    told = r"'R' \(disc on the plane\) means nothing where .* place it upright or leaning"
    with pytest.raises(lw.AssemblyError, match=told):
        m.simulate(0.1)


def driven_skate(angle: str | None) -> lw.Mechanism:
    """Return a skate whose point goes along y = x^2/2."""
    m = lw.Mechanism("skate", plane="xy")
    skate = m.body("skate")
    m.knife_edge("blade", m.ground.at(0, 0), skate.at(0, 0))
    m.drive("skate.x", "t")
    m.drive("skate.y" if angle is None else "blade.angle", "0.5*t^2" if angle is None else angle)
    m.place(skate, at=(0, 0), angle=0)
    return m


def test_a_skate_that_is_not_turned_with_its_path_is_refused():
    """Both coordinates driven leave its direction open: at t = 1 s it went at 45 degrees to its blade."""
    with pytest.raises(lw.SingularityError, match=r"no velocities that meet joints and drivers at t = 2 s: .* 'blade'"):
        driven_skate(None).move(np.linspace(0, 2, 5))
    turned = driven_skate("atan(t)").move(np.linspace(0, 2, 5))
    np.testing.assert_allclose(turned.body("skate").position[:, 1], 0.5 * turned.time**2, atol=1e-11)


def test_moves_with_a_skate_tell_what_others_tell():
    m = driven_skate("atan(t)")
    pin, load = m.body("pin"), m.body("load")
    m.point_on_curve("slot", m.ground.at(0, 0), pin.at(0, 0), curve=lw.curve("u", "0.1*u^2", over=(-1, 1)))
    m.drive("pin.angle", 0)
    m.drive("pin.x", "t")
    m.cable("rope", (0, 0), load.at(0, 0), over=[lw.pulley((1, 0.2), 0.1, "right")], hold=False)
    m.place(load, at=(2, 0))
    for quantity, function in {"angle": 0, "x": 2, "y": "t"}.items():
        m.drive(f"load.{quantity}", function)
    status = m.move(np.linspace(0, 1.5, 16)).status
    assert "Contact 'slot' left the end of its curve by t = 1 s" in status or "by t = 1.1 s" in status
    assert "the cable lifts off pulley 1" in status


def test_a_pitch_that_comes_to_90_degrees_ends_a_move_of_what_rolls():
    """Leant by 0.2 rad + t; steps became ever shorter there."""
    m = lw.Mechanism("falls")
    disc = m.body("the disc")
    m.rolling_disc("R", m.ground.at(0, 0, 0), disc.at(0, 0, 0), radius=0.3, axis="x")
    m.place(disc, at=(0, 0, 0.29), rotation=lw.rpy(0, 0.2, 0))
    for angle, function in {"yaw": 0, "pitch": "0.2 + t", "roll": "0.1*t"}.items():
        m.drive(f"the disc.{angle}", function)
    with pytest.raises(lw.MotionError, match=r"the disc\.pitch has come to 90 degrees, the critical position") as ended:
        m.move(np.linspace(0, 3, 31))
    reached = ended.value.motion
    assert reached.time[-1] == pytest.approx(np.pi / 2 - 0.2, abs=1.1e-3)
    assert not reached.complete
    assert len(reached.body("the disc").position) == len(reached.time) == 15


def test_a_blade_that_stands_upright_has_no_direction():
    m = lw.Mechanism("dart", gravity=(0, 0, -G))
    dart = m.body("dart", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.knife_edge("blade", m.ground.at(0, 0, 0), dart.at(0, 0, 0))
    m.place(dart, rotation=lw.axis_angle((0, 1, 0), -np.pi / 2))
    with pytest.raises(lw.AssemblyError, match=r"'blade' .* means nothing .* lay it down"):
        m.assemble()
    m.place(dart, rotation=lw.axis_angle((0, 1, 0), -np.pi / 4), rate=(0, -2.0, 0))
    run = m.simulate(1.0)  # it turns upright at 2 rad/s
    assert run.time[-1] == pytest.approx(np.pi / 8, abs=1e-6)
    assert "the blade stands upright" in run.status
