"""Rest of contacts that friction does not hold rolling: they slide to where friction at its limit balances.

Every position is checked by free-body equations written here. Searches end at 1e-12 of the forces; over the softest
spring of each case that is a position to 1e-9 of its size.
"""

import re

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.rotation import matrices

W = 20.0


def wheel_on_road(friction: float, **options) -> lw.Mechanism:
    """Return a wheel of 20 N and 0.2 m on a road, pushed by 15 N at its axle, with springs on its axle and its turn."""
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -10.0))
    wheel = m.body("wheel", lw.disc(0.2, mass=W / 10))
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.2, friction=friction, **options)
    m.rotational_spring("coil", "wheel.angle", stiffness=8.0, free_angle=0.0)
    m.effort("push", "road.translation", 15.0)
    m.effort("spring", "road.translation", "-50*road.translation")
    m.place(wheel, at=(0, 0.2))
    return m


@pytest.mark.parametrize("lifts", [False, True])
@pytest.mark.parametrize("friction", [0.0, 0.2, 0.59, 0.61])
def test_a_wheel_between_springs(friction, lifts):
    """Rolling, x = P/(k + c/r^2) asks for c x/r^2 = 12 N; beyond mu W the springs take P - mu W and mu W r."""
    rest = wheel_on_road(friction, lifts=lifts).equilibrium()
    k, c, r, P = 50.0, 8.0, 0.2, 15.0
    rolls = friction * W >= 12.0
    x = P / (k + c / r**2) if rolls else (P - friction * W) / k
    turn = -x / r if rolls else -friction * W * r / c
    np.testing.assert_allclose([rest["wheel.x"], rest["wheel.angle"]], [x, turn], rtol=1e-9, atol=1e-12)
    assert rest.kind == "stable"
    assert [one.name for one in rest.slid] == ([] if rolls else ["road"])
    if not rolls:
        (slid,) = rest.slid
        np.testing.assert_allclose([slid.asked, slid.held, slid.force], [12.0, friction * W, friction * W], rtol=1e-8)
        np.testing.assert_allclose(rest["road.force"], [-friction * W, W], rtol=1e-8, atol=1e-8)


def test_words_of_a_sliding_rest(tmp_path):
    rest = wheel_on_road(0.2).equilibrium()
    assert re.match(r"'wheel': stable equilibrium after \d+ steps, 'road' at the limit of friction;", str(rest))
    words = (
        "'road' slides: rolling asks for 12 N along the contact and friction holds 4 N (0.2 of 20 N); friction of at "
        "least 0.6 would hold it. It rests at its limit, with 4 N (0.2 of 20 N)."
    )
    assert words in str(rest)
    rest.report(tmp_path / "rest.html")
    assert words in (tmp_path / "rest.html").read_text("utf-8").replace("&#x27;", "'")


def test_from_a_sliding_rest_on():
    """The same rest is found again, a simulation stays there, and linear equations tell that they hold one way."""
    m = wheel_on_road(0.2)
    rest = m.equilibrium()
    again = m.equilibrium(rest.start)
    np.testing.assert_allclose(again.poses, rest.poses, atol=1e-12)
    assert "'road' asks for all that friction holds, 4 N (0.2 of 20 N)." in str(again)
    run = m.simulate(1.0, points=3, start=rest.start)
    np.testing.assert_allclose(run["wheel.x"], rest["wheel.x"], atol=1e-9)
    linear = m.linearise(rest.start)
    assert "Contacts at the limit of friction: 'road'." in linear.notes[0]
    assert linear.coordinates == ("road.translation",)


def test_more_friction_holds_than_slides():
    """Rolling holds up to 0.65 of 20 N; with 0.55 it slides, with 0.2 while it does so."""
    assert not wheel_on_road(0.2, friction_static=0.65).equilibrium().slid
    rest = wheel_on_road(0.2, friction_static=0.55).equilibrium()
    np.testing.assert_allclose(rest["wheel.x"], (15.0 - 0.2 * W) / 50.0, rtol=1e-9)
    assert "It rests where it came sliding, with 4 N (0.2 of 20 N)." in str(rest)
    assert "at the limit" not in str(rest)


def on_slope(friction: float, alpha: float, k: float) -> lw.Mechanism:
    """Return a wheel on a slope, x down it, tied to it by a spring at the top of its rim."""
    m = lw.Mechanism("slope", plane="xy", gravity=(10 * np.sin(alpha), -10 * np.cos(alpha)))
    wheel = m.body("wheel", lw.disc(0.2, mass=W / 10))
    m.rolling_wheel("slope", m.ground.at(0, 0), wheel.at(0, 0), radius=0.2, friction=friction)
    m.spring("rope", m.ground.at(-1.0, 0.4), wheel.at(0, 0.2), stiffness=k, free_length=1.0)
    m.place(wheel, at=(0, 0.2))
    return m


@pytest.mark.parametrize("friction", [0.05, 0.15, 0.26, 0.28])
def test_a_wheel_on_a_slope_tied_at_its_rim(friction):
    """A stiff rope along the slope takes half the pull down it and friction the other half, tan(alpha)/2 = 0.273."""
    alpha, k = 0.5, 6e3
    rest = on_slope(friction, alpha, k).equilibrium()
    c, turn = rest.poses[0, :2], float(rest["wheel.angle"])
    arm = 0.2 * np.array([-np.sin(turn), np.cos(turn)])
    way = np.array([-1.0, 0.4]) - c - arm
    pull = k * (1.0 - 1.0 / np.hypot(*way)) * way
    along, across = -(pull + W * np.array([np.sin(alpha), -np.cos(alpha)]))
    assert abs(arm[0] * pull[1] - arm[1] * pull[0] + 0.2 * along) < 1e-9 * W
    assert bool(rest.slid) == (friction < 0.5 * np.tan(alpha))
    asked = min(friction, 0.5 * np.tan(alpha))
    np.testing.assert_allclose(-along / across, asked, rtol=1e-9 if rest.slid else 1e-2)  # a stiff rope yields by 0.001


@pytest.mark.parametrize("lifts", [False, True])
@pytest.mark.parametrize("friction", [0.1, 0.3, 0.6])
def test_a_cylinder_in_a_groove(friction, lifts):
    """In a groove of two slopes of 45 degrees it turns under a couple of mu r sqrt(2) W/(1 + mu^2)."""
    m = lw.Mechanism("groove", plane="xy", gravity=(0, -10.0))
    cylinder = m.body("cylinder", lw.disc(0.1, mass=W / 10))
    for name, along in (("left", (1, -1)), ("right", (1, 1))):
        options = {"radius": 0.1, "friction": friction, "lifts": lifts}
        m.rolling_wheel(name, m.ground.at(0, 0, x=along), cylinder.at(0, 0), **options)
    m.rotational_spring("coil", "cylinder.angle", stiffness=2.0, free_angle=1.0)
    m.place(cylinder, at=(0, 0.1 * np.sqrt(2)))
    rest = m.equilibrium()
    couple = friction * 0.1 * np.sqrt(2) * W / (1 + friction**2)
    np.testing.assert_allclose(rest["cylinder.angle"], 1.0 - couple / 2.0, rtol=1e-9)
    assert sorted(one.name for one in rest.slid) == ["left", "right"]


def test_a_disc_on_another():
    """Coils turn two discs in opposite ways; the friction mu W between them stretches each by mu W times its radius."""
    m = lw.Mechanism("discs", plane="xy", gravity=(0, -10.0))
    low, fork, high = (
        m.body("low", lw.disc(0.3, mass=5.0)),
        m.body("fork", mass=0.5),
        m.body("high", lw.disc(0.2, mass=1.5)),
    )
    m.revolute("pin", m.ground.at(0, 0), low.at(0, 0))
    m.prismatic("guide", m.ground.at(0, 0), fork.at(0, 0), axis="y")
    m.revolute("axle", fork.at(0, 0), high.at(0, 0))
    options = {"radius": 0.2, "track": "outside", "track_radius": 0.3, "friction": 0.25}
    m.rolling_wheel("rims", low.at(0, 0), high.at(0, 0), **options)
    m.rotational_spring("coil", "pin.angle", stiffness=3.0, free_angle=1.0)
    m.rotational_spring("upper coil", "axle.angle", stiffness=2.0, free_angle=1.0)
    m.place(fork, at=(0, 0.5))
    m.place(high, at=(0, 0.5))
    rest = m.equilibrium()
    turned = [1.0 - 0.25 * W * 0.3 / 3.0, 1.0 - 0.25 * W * 0.2 / 2.0]
    np.testing.assert_allclose([rest["pin.angle"], rest["axle.angle"]], turned, rtol=1e-9)


def car(friction: float, alpha: float, brakes: tuple[str, ...], rope: float = 0.0) -> lw.Mechanism:
    """Return a car of 1040 kg up a slope, x uphill, with brakes on some axles and a soft rope ahead."""
    m = lw.Mechanism("car", plane="xy", gravity=(-10 * np.sin(alpha), -10 * np.cos(alpha)))
    body = m.body("body", mass=1000.0, inertia=800.0)
    for name, x in (("front", 1.2), ("rear", -1.4)):
        wheel = m.body(name, lw.disc(0.3, mass=20.0))
        m.revolute(f"{name} axle", body.at(x, -0.2), wheel.at(0, 0))
        m.rolling_wheel(f"{name} tyre", m.ground.at(0, 0), wheel.at(0, 0), radius=0.3, friction=friction)
        if name in brakes:
            m.drive(f"{name} axle.angle", 0.0, f"{name} brake")
        m.place(wheel, at=(x, 0.3))
    m.place(body, at=(0, 0.5))
    if rope:
        m.spring("rope", m.ground.at(20, 0.5), body.at(0, 0), stiffness=rope, free_length=20.0)
    return m


def test_a_car_with_all_brakes_on():
    """Both axles share the pull in any way: they hold up to tan(alpha), and beyond that the rope takes the rest."""
    alpha, weight = 0.5, 10400.0
    assert not car(1.01 * np.tan(alpha), alpha, ("front", "rear")).equilibrium().slid
    with pytest.raises(
        lw.MotionError, match=r"'rear tyre' slides: .* at least 0\.5463 would hold it\. Sliding, no pos"
    ):
        car(0.99 * np.tan(alpha), alpha, ("front", "rear")).equilibrium()
    rest = car(0.5, alpha, ("front", "rear"), 5000.0).equilibrium()
    np.testing.assert_allclose(rest["body.x"], -weight * (np.sin(alpha) - 0.5 * np.cos(alpha)) / 5000.0, rtol=1e-9)


def test_a_car_with_its_rear_brake_on():
    """The rear axle carries W (1.2 cos(alpha) + h sin(alpha))/2.6 with the centre of mass h above the road."""
    alpha, weight = 0.5, 10400.0
    height = (1000 * 0.5 + 40 * 0.3) / 1040
    centre = (20 * 1.2 - 20 * 1.4) / 1040
    rear = weight * ((1.2 - centre) * np.cos(alpha) + height * np.sin(alpha)) / 2.6
    needed = weight * np.sin(alpha) / rear
    assert not car(1.001 * needed, alpha, ("rear",)).equilibrium().slid
    with pytest.raises(lw.MotionError, match=f"at least {needed:.4g} would hold it"):
        car(0.999 * needed, alpha, ("rear",)).equilibrium()


@pytest.mark.parametrize("friction", [0.1, 0.3])
def test_a_wheel_on_a_curve(friction):
    """A coil turns a wheel up the side of a parabola y = x^2 to where the slope 2 x is the friction."""
    m = lw.Mechanism("bowl", plane="xy", gravity=(0, -10.0))
    wheel = m.body("wheel", lw.disc(0.1, mass=W / 10))
    curve = lw.curve("u", "u^2", over=(-2, 2))
    options = {"radius": 0.1, "rolling": True, "friction": friction}
    m.point_on_curve("bowl", m.ground.at(0, 0), wheel.at(0, 0), curve=curve, **options)
    m.rotational_spring("coil", "wheel.angle", stiffness=0.5, free_angle=3.0)
    m.place(wheel, at=(0, 0.1))
    rest = m.equilibrium()
    u, slope = -0.5 * friction, np.hypot(1.0, friction)
    np.testing.assert_allclose(rest.poses[0, :2], [u + 0.1 * friction / slope, u**2 + 0.1 / slope], rtol=1e-9)
    couple = 0.1 * friction * W / slope  # f r, with N = W/slope
    np.testing.assert_allclose(rest["wheel.angle"], 3.0 - couple / 0.5, rtol=1e-9)


BALL = [
    ((-0.5, 0.2, 0.15), (0, 0.03, 0.1), 40.0, 0.4),
    ((0.3, -0.6, 0.3), (0.08, -0.02, 0.05), 30.0, 0.3),
    ((0.1, 0.5, 0.0), (0, 0.08, -0.05), 20.0, 0.2),
]
DISC = [
    ((-0.6, 0.05, 0.25), (0, 0.1, 0), 60.0, 0.5),
    ((0, 0.2, 0.6), (0, 0, -0.2), 200.0, 0.5),
    ((0, -0.2, 0.6), (0, 0, 0.2), 200.0, 0.5),
]


@pytest.mark.parametrize("friction", [0.05, 0.15, 0.2])
@pytest.mark.parametrize(("kind", "springs"), [("rolling_sphere", BALL), ("rolling_disc", DISC)])
def test_a_ball_and_a_disc_on_a_tilted_plane(kind, springs, friction):
    """Springs all around: forces and moments of the body add up with a force at the contact on the cone of friction."""
    alpha, radius = 0.4, 0.1
    down = 10 * np.array([np.sin(alpha), 0, -np.cos(alpha)])
    m = lw.Mechanism(kind, gravity=tuple(down))
    body = m.body("body", mass=2.0, inertia=(0.005, 0.005, 0.01))
    getattr(m, kind)("plane", m.ground.at(0, 0, 0), body.at(0, 0, 0), radius=radius, friction=friction)
    for i, (fixed, own, stiffness, length) in enumerate(springs):
        m.spring(f"spring {i}", m.ground.at(*fixed), body.at(*own), stiffness=stiffness, free_length=length)
    turned = lw.axis_angle((1, 0, 0), 90 * lw.deg if kind == "rolling_disc" else 0.0)
    m.place(body, at=(0, 0, radius), rotation=turned)
    rest = m.equilibrium()
    assert [one.name for one in rest.slid] == ["plane"]

    centre, axes = rest.poses[0, :3], matrices(rest.poses[:, 3:])[0]
    force, moment = 2.0 * down, np.zeros(3)
    for fixed, own, stiffness, length in springs:
        arm = axes @ np.array(own)
        way = np.array(fixed) - centre - arm
        pull = stiffness * (1.0 - length / np.linalg.norm(way)) * way
        force, moment = force + pull, moment + np.cross(arm, pull)
    up = np.array([0.0, 0.0, 1.0])
    if kind == "rolling_disc":
        up = up - (up @ axes[:, 2]) * axes[:, 2]
        up /= np.linalg.norm(up)
    moment += np.cross(-radius * up, -force)
    np.testing.assert_allclose(moment, 0.0, atol=1e-9 * W)
    np.testing.assert_allclose(np.hypot(*force[:2]) / -force[2], friction, rtol=1e-9)


@pytest.mark.parametrize("lean", [0.6, 0.9])
def test_a_bar_on_two_locked_wheels(lean):
    """A bar leans on floor and wall by wheels fixed to its ends; a spring at its foot takes what friction does not."""
    length, radius, mu, k = 2.0, 0.1, 0.2, 100.0
    m = lw.Mechanism("ladder", plane="xy", gravity=(0, -10.0))
    bar = m.body("bar", lw.rod(length=length, mass=W / 10))
    foot, head = bar.at(0, 0), bar.at(length, 0)
    m.rolling_wheel("floor", m.ground.at(0, 0), foot, radius=radius, friction=mu)
    m.rolling_wheel("wall", m.ground.at(0, 0, x=(0, 1)), head, radius=radius, friction=mu)
    m.spring("tie", m.ground.at(-10, radius), foot, stiffness=k, free_length=10 - radius - length * np.cos(lean))
    m.place(bar, at=(-radius - length * np.cos(lean), radius), angle=lean)
    rest = m.equilibrium()
    assert sorted(one.name for one in rest.slid) == ["floor", "wall"]
    turn = float(rest["bar.angle"])
    foot_x = -radius - length * np.cos(turn)
    tie = -k * (foot_x + radius + length * np.cos(lean))
    floor, wall = np.linalg.solve([[1.0, mu], [mu, -1.0]], [W, -tie])  # up; along, with the foot sliding outwards
    about_foot = (
        -W * 0.5 * length * np.cos(turn)
        + wall * length * np.sin(turn)
        + mu * wall * (length * np.cos(turn) + radius)
        + mu * floor * radius
    )
    assert abs(about_foot) < 1e-9 * W


def test_a_rest_that_slides_on_by_itself():
    """A spring that pushes harder the farther it goes: where friction at its limit balances it, it is unstable."""
    m = lw.Mechanism("pushed", plane="xy", gravity=(0, -10.0))
    wheel = m.body("wheel", lw.disc(0.2, mass=W / 10))
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.2, friction=0.2)
    m.rotational_spring("coil", "wheel.angle", stiffness=8.0, free_angle=0.0)
    m.effort("push", "road.translation", "10 + 50*road.translation")
    m.place(wheel, at=(0, 0.2))
    rest = m.equilibrium(search="nearest")
    np.testing.assert_allclose(rest["wheel.x"], (0.2 * W - 10) / 50, rtol=1e-9)
    assert rest.kind == "unstable"
    with pytest.raises(lw.MotionError, match="'road' slides: "):
        m.equilibrium()
