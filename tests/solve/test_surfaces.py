"""Contacts on smooth surfaces against closed forms: a bead, a ball that rolls or slides, a body on a plane.

dop853 with a tolerance of 1e-11 a step leaves some 1e-9 after the 100 steps of these runs.
"""

import numpy as np
import pytest

import linkwork as lw

G = 9.81


def bead(surface: str, at: tuple[float, ...], velocity: tuple[float, ...]) -> lw.Mechanism:
    m = lw.Mechanism("bead", gravity=(0, 0, -G))
    ball = m.body("ball", mass=0.3, inertia=(1e-3, 1e-3, 1e-3))
    m.point_on_surface("S", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface=surface)
    m.place(ball, at=at, velocity=velocity)
    return m


def test_a_bead_circles_in_a_bowl():
    """At radius r in the bowl z = r^2 / (2 p) the rate of a circle is sqrt(g / p), whatever the radius."""
    p, r = 0.4, 0.25
    rate = np.sqrt(G / p)
    m = bead(f"x^2 + y^2 - {2 * p}*z", (r, 0, r**2 / (2 * p)), (0, r * rate, 0))
    run = m.simulate(3.0, tolerance=1e-11)
    angle = rate * run.time
    circle = np.stack([r * np.cos(angle), r * np.sin(angle), np.full_like(angle, r**2 / (2 * p))], axis=1)
    # dop853 at 1e-11 a step over some 60 steps of this size
    np.testing.assert_allclose(run.body("ball").position, circle, atol=1e-9)
    # normal force: weight and centripetal force together
    assert np.linalg.norm(run.joint("S").force, axis=1) == pytest.approx(0.3 * np.hypot(G, r * rate**2), rel=1e-9)


def test_a_sphere_is_a_rod():
    """On a sphere of radius L the bead moves as on a rod of length L."""
    L, at, velocity = 0.7, (0.42, 0, -0.56), (0.2, 1.1, 0.15)
    run = bead(f"x^2 + y^2 + z^2 - {L**2}", at, velocity).simulate(2.0, tolerance=1e-11)
    m = lw.Mechanism("rod", gravity=(0, 0, -G))
    ball = m.body("ball", mass=0.3, inertia=(1e-3, 1e-3, 1e-3))
    m.rod("R", m.ground.at(0, 0, 0), ball.at(0, 0, 0), length=L)
    m.place(ball, at=at, velocity=velocity)
    other = m.simulate(2.0, tolerance=1e-11)
    np.testing.assert_allclose(run.body("ball").position, other.body("ball").position, atol=1e-9)
    np.testing.assert_allclose(run.joint("S").force, other.joint("R").force, atol=1e-7)


def test_what_vanishes_nowhere_is_said():
    m = bead("x^2 + y^2 + z^2 + 1", (0.1, 0.2, 0.3), (0, 0, 0))
    with pytest.raises(lw.AssemblyError, match="S"):
        m.assemble()


# ---- a ball on a surface


def ball(surface: str, radius: float = 0.1, gravity: float = G, mass: float = 2.0, **fields: str) -> lw.Mechanism:
    """Return a homogeneous ball on a surface of the ground."""
    m = lw.Mechanism("ball", gravity=(0, 0, -gravity))
    body = m.body("ball", mass=mass, inertia=(0.4 * mass * radius**2,) * 3)
    m.sphere_on_surface("S", m.ground.at(0, 0, 0), body.at(0, 0, 0), surface=surface, radius=radius, **fields)
    return m


ROUND = {
    "sphere": ("x^2 + y^2 + z^2 - 0.25", "positive", 0.6 * np.array([0.28, 0.576, 0.768]), (0.28, 0.576, 0.768)),
    "bowl": ("x^2 + y^2 + z^2 - 0.25", "negative", 0.4 * np.array([0.28, 0.576, -0.768]), (-0.28, -0.576, 0.768)),
    "cylinder": ("x^2 + y^2 - 0.25", "positive", (0.36, 0.48, 0.2), (0.6, 0.8, 0.0)),
    "pipe": ("0.5 - sqrt(x^2 + y^2)", "positive", (0.24, 0.32, 0.2), (-0.6, -0.8, 0.0)),
    "plane": ("z", "positive", (0.0, 0.0, 0.1), (0.0, 0.0, 1.0)),
}


@pytest.mark.parametrize("contact", ["rolling", "sliding"])
@pytest.mark.parametrize("shape", list(ROUND))
def test_round_surfaces_are_those_of_rolling_sphere(shape: str, contact: str):
    """Motion, force, and the path of the contact with its velocity and acceleration."""
    text, side, centre, normal = ROUND[shape]
    rate = np.array([2.0, -3.0, 1.5])
    velocity = np.cross(rate, 0.1 * np.array(normal))
    size = {} if shape == "plane" else {"surface_radius": 0.5}
    one = ball(text, side=side, contact=contact)
    other = lw.Mechanism("ball", gravity=(0, 0, -G))
    body = other.body("ball", mass=2.0, inertia=(0.008, 0.008, 0.008))
    marker = other.ground.at(0, 0, 0)
    other.rolling_sphere("S", marker, body.at(0, 0, 0), radius=0.1, surface=shape, contact=contact, **size)
    runs = []
    for m in (one, other):
        m.place("ball", at=tuple(centre), velocity=tuple(velocity), rate=tuple(rate))
        runs.append(m.simulate(0.3, points=7, tolerance=1e-11))
    a, b = runs
    np.testing.assert_allclose(a.body("ball").position, b.body("ball").position, atol=1e-9)
    np.testing.assert_allclose(a.joint("S").force, b.joint("S").force, atol=1e-7)
    np.testing.assert_allclose(a.contact("S").point, b.contact("S").point, atol=1e-9)
    for name in ("contact_x", "contact_y"):
        found, expected = (run.joint("S").series[name].values[:, :3] for run in runs)
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-6)
    assert a.energy.relative_drift < 1e-10


def test_a_ball_swings_in_a_bowl():
    """Small swings at the bottom of a bowl with the radius of curvature R: w^2 = 5/7 g / (R - r), to 1e-3^2."""
    R, r, away = 0.5, 0.1, 1e-3
    m = ball(f"x^2 + y^2 - {2 * R}*z", side="negative")  # a paraboloid: R at the bottom
    m.place("ball", at=(away, 0, r + away**2 / (2 * (R - r))))
    run = m.simulate(4.0, points=81, tolerance=1e-11)
    swing = away * np.cos(np.sqrt(5 / 7 * G / (R - r)) * run.time)
    np.testing.assert_allclose(run.body("ball").position[:, 0], swing, atol=20 * away**3 / R**2)


def test_a_ball_rolls_down_a_plane_through_the_marker():
    """It touches at the very place of the marker, whose coordinates are all zero, and rolls with 5/7 of g sin."""
    m = lw.Mechanism("slope", gravity=(0, 0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=(0.004,) * 3)
    m.sphere_on_surface("S", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface="0.6*x + 0.8*z", radius=0.1)
    m.place(ball, (0.06, 0, 0.08))
    way = 0.5 * 9.81 * 0.6 * 5 / 7
    end = m.simulate(1.0).body("ball").position[-1]
    np.testing.assert_allclose(end, [0.06 + 0.8 * way, 0, 0.08 - 0.6 * way], atol=1e-8)  # tolerance of the run


def test_a_golf_ball_comes_out_of_the_hole():
    """Round the wall at the rate W a ball rises and falls: z'' = -(2/7) W^2 (z - z0), whatever the gravity."""
    W, wide = 6.0, 0.4
    m = ball("x^2 + y^2 - 0.25", side="negative")
    m.place("ball", at=(wide, 0, 0), velocity=(0, wide * W, 0), rate=(0, 0, -wide * W / 0.1))
    run = m.simulate(3.0, points=61, tolerance=1e-11)
    slow = W * np.sqrt(2 / 7)
    fall = G * 5 / 7 / slow**2
    np.testing.assert_allclose(run.body("ball").position[:, 2], fall * (np.cos(slow * run.time) - 1), atol=1e-8)


@pytest.mark.parametrize("formulation", ["relative", "natural", "augmented"])
def test_formulations_agree_on_a_wavy_floor(formulation: str):
    m = ball("z - 0.03*sin(5*x)*cos(4*y)", mass=1.0)
    m.place("ball", at=(0.1, 0.05, 0.12), velocity=(0.6, 0.2, 0), rate=(-2.0, 6.0, 1.0))
    plain = m.simulate(1.0, tolerance=1e-11)
    other = m.simulate(1.0, tolerance=1e-11, formulation=formulation)
    np.testing.assert_allclose(other.body("ball").position, plain.body("ball").position, atol=1e-8)
    assert plain.energy.relative_drift < 1e-9
    # no slip: the ball's point at the contact stands still
    body, arm = plain.body("ball"), plain.contact("S").point - plain.body("ball").position
    np.testing.assert_allclose(np.linalg.norm(arm, axis=1), 0.1, atol=1e-9)
    # the force F = m (a - g) within the cone that `grip` tells
    force, normal = body.acceleration + np.array([0, 0, G]), -arm / 0.1
    pressure = (force * normal).sum(axis=1)
    np.testing.assert_allclose(plain.grip("S").pressure, pressure, atol=1e-8)
    slip = body.velocity + np.cross(body.angular_velocity, arm)
    np.testing.assert_allclose(slip, 0.0, atol=1e-8)


def test_a_ball_on_a_moving_surface_acts_back():
    """A ball rolls down a wedge that slides: momentum along x stays, as the floor has no friction."""
    m = lw.Mechanism("wedge", gravity=(0, 0, -G))
    wedge = m.body("wedge", mass=3.0, inertia=(0.1, 0.1, 0.1))
    body = m.body("ball", mass=1.0, inertia=(0.004, 0.004, 0.004))
    m.prismatic("floor", m.ground.at(0, 0, 0), wedge.at(0, 0, 0), axis="x")
    m.sphere_on_surface("S", wedge.at(0, 0, 0), body.at(0, 0, 0), surface="z + 0.4*x - 0.1*x^2", radius=0.1)
    m.place(wedge, at=(0, 0, 0))
    m.place(body, at=(0, 0, 0.11))
    run = m.simulate(0.5, tolerance=1e-11)
    momentum = 3.0 * run.body("wedge").velocity[:, 0] + run.body("ball").velocity[:, 0]
    np.testing.assert_allclose(momentum, 0.0, atol=1e-9)
    assert run.body("ball").velocity[-1, 0] > 0.5
    assert run.energy.relative_drift < 1e-9


def test_a_ball_that_does_not_fit_is_told():
    """In a trough of radius 0.05 m at the bottom a ball of 0.1 m touches both walls, not the bottom."""
    m = ball("x^2 - 0.1*z", side="negative")
    m.place("ball", at=(0, 0, 0.1))
    told = "the surface bends more than the ball, towards it with a radius of 0.05 m, and the ball's is 0.1 m"
    with pytest.raises(lw.LinkworkError, match=told):
        m.simulate(0.1)


def test_a_ball_that_comes_where_it_does_not_fit_is_told():
    """Around the axis of z = x^2 + y^2 the radius of curvature is sqrt(1 + 4 x^2)/2, 0.6 m where the run ends."""
    m = ball("z - x^2 - y^2", radius=0.6)
    m.place("ball", at=(1, 0, 1.6), rate=(0, 0, 0))
    with pytest.raises(lw.LinkworkError, match=r"than the ball, towards it with a radius of 0\.6 m"):
        m.simulate(3.0)


@pytest.mark.parametrize(
    ("surface", "sentence"),
    [
        ("z + 3 kg", r"'z \+ 3 kg' is a mass, and an equation of positions is none"),
        ("z - 0.1*sin(t)", "there is no 't' in it. A surface on which something lies is an expression of x, y, z"),
        ("z - step(x, 0, 0, 1, 1)", "has no derivative that could be written down"),
    ],
)
def test_surfaces_that_cannot_be_differentiated_are_refused(surface: str, sentence: str):
    with pytest.raises(lw.ModelError, match=sentence):
        ball(surface).assemble()


@pytest.mark.parametrize(
    ("kind", "side", "other"), [("sphere", "positive", "negative"), ("disc", "negative", "positive")]
)
def test_what_is_placed_on_the_wrong_side_is_told(kind: str, side: str, other: str):
    m = lw.Mechanism("bowl", gravity=(0, 0, -G))
    ball = m.body("ball", mass=0.1, inertia=1e-5)
    surface = "x^2 + y^2 - z" if side == "positive" else "z - x^2 - y^2"
    m.joint(f"{kind}_on_surface", "S", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface=surface, radius=0.05, side=side)
    m.place(ball, at=(0, 0, 0.05), rotation=lw.axis_angle((1, 0, 0), 1.5))
    with pytest.raises(lw.ModelError, match=rf"is placed where .* lies on the {side} side. Give side='{other}'"):
        m.check()


# ---- a disc on a surface


def coin(surface: str, radius: float = 0.3, **fields: str) -> lw.Mechanism:
    """Return a thin homogeneous disc, its axle along z of the body, on a surface of the ground."""
    m = lw.Mechanism("coin", gravity=(0, 0, -G))
    moment = 2.0 * radius**2 / 4
    body = m.body("coin", mass=2.0, inertia=(moment, moment, 2 * moment))
    m.disc_on_surface("S", m.ground.at(0, 0, 0), body.at(0, 0, 0), surface=surface, radius=radius, **fields)
    return m


@pytest.mark.parametrize("contact", ["rolling", "sliding"])
def test_a_disc_on_a_plane_is_a_rolling_disc(contact: str):
    """Motion, force, grip, and the path of the contact; the plane is written with another slope than 1."""
    other = lw.Mechanism("coin", gravity=(0, 0, -G))
    body = other.body("coin", mass=2.0, inertia=(0.045, 0.045, 0.09))
    other.rolling_disc("S", other.ground.at(0, 0, 0), body.at(0, 0, 0), radius=0.3, contact=contact)
    runs = []
    for m in (coin("3*z", contact=contact), other):
        m.place("coin", at=(0, 0, 0.29), rotation=lw.rpy(np.pi / 2 + 0.26, 0, 0), rate=(0.3, 6.0, 0.5))
        runs.append(m.simulate(1.0, points=21, tolerance=1e-11))
    a, b = runs
    np.testing.assert_allclose(a.body("coin").position, b.body("coin").position, atol=1e-9)
    np.testing.assert_allclose(a.joint("S").force, b.joint("S").force, atol=1e-7)
    np.testing.assert_allclose(a.grip("S").pressure, b.grip("S").pressure, atol=1e-7)
    for name in ("contact_x", "contact_y"):
        found, expected = (run.joint("S").series[name].values[:, :3] for run in runs)
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-6)


def test_a_disc_rolls_upright_in_a_trough():
    """In its own plane it is a wheel inside a circle, at any height."""
    R, r = 0.8, 0.3
    m = coin("x^2 + z^2 - 0.64", side="negative")
    at = (0.5 * np.sin(0.7), 0, -0.5 * np.cos(0.7))
    m.place("coin", at=at, rotation=lw.rpy(np.pi / 2, 0, 0))
    run = m.simulate(2.0, points=41, tolerance=1e-11)
    flat = lw.Mechanism("wheel", plane="xy", gravity=(0, -G))
    wheel = flat.body("wheel", mass=2.0, inertia=2.0 * r**2 / 2)
    flat.rolling_wheel("W", flat.ground.at(0, 0), wheel.at(0, 0), radius=r, track="inside", track_radius=R)
    flat.place(wheel, at=(at[0], at[2]))
    other = flat.simulate(2.0, points=41, tolerance=1e-11)
    np.testing.assert_allclose(run.body("coin").position[:, ::2], other.body("wheel").position, atol=1e-8)
    np.testing.assert_allclose(run.body("coin").position[:, 1], 0.0, atol=1e-12)


def test_a_disc_on_a_wavy_floor_keeps_its_energy_and_does_not_slip():
    m = coin("z - 0.05*sin(3*x)*cos(2*y)", radius=0.2)
    m.place("coin", at=(0, 0, 0.2), rotation=lw.rpy(np.pi / 2 + 0.2, 0, 0), rate=(0.2, 8.0, 0.5))
    run = m.simulate(1.0, tolerance=1e-11)
    assert run.energy.relative_drift < 1e-9
    body, arm = run.body("coin"), run.contact("S").point - run.body("coin").position
    np.testing.assert_allclose(np.linalg.norm(arm, axis=1), 0.2, atol=1e-9)
    np.testing.assert_allclose(body.velocity + np.cross(body.angular_velocity, arm), 0.0, atol=1e-8)
    x, y, z = run.contact("S").point.T
    np.testing.assert_allclose(z, 0.05 * np.sin(3 * x) * np.cos(2 * y), atol=1e-9)


def test_a_disc_that_lies_flat_is_told():
    m = coin("z")
    m.place("coin", at=(0, 0, 0.0))
    with pytest.raises(lw.LinkworkError, match="a disc may not lie flat on a surface"):
        m.assemble()


# ---- a body on a plane


def stone(surface: str, at=(0, 0, 0.02), rotation=None, rate=(0, 0, 0), **fields: str) -> lw.Mechanism:
    m = lw.Mechanism("stone", gravity=(0, 0, -G))
    moments = ((2e-4, -0.2e-4, 0), (-0.2e-4, 16e-4, 0), (0, 0, 17e-4))
    body = m.body("stone", mass=1.0, com=(0, 0, -0.01), inertia=moments)
    m.surface_on_plane("T", m.ground.at(0, 0, 0), body.at(0, 0, 0), surface=surface, **fields)
    m.place(body, at=at, rotation=rotation, rate=rate)
    return m


@pytest.mark.parametrize("contact", ["rolling", "sliding"])
def test_a_round_body_is_a_ball(contact: str):
    """A ball with its mass centre beside its middle, as rolling_sphere has it."""
    other = lw.Mechanism("ball", gravity=(0, 0, -G))
    body = other.body(
        "stone", mass=1.0, com=(0, 0, -0.01), inertia=((2e-4, -2e-5, 0), (-2e-5, 16e-4, 0), (0, 0, 17e-4))
    )
    other.rolling_sphere("T", other.ground.at(0, 0, 0), body.at(0, 0, 0), radius=0.1, contact=contact)
    one = stone("x^2 + y^2 + z^2 - 0.01", contact=contact)
    runs = []
    for m in (one, other):
        rate = (1.0, 3.0, -2.0)
        m.place("stone", at=(0, 0, 0.1), rotation=lw.rpy(0.3, 0.5, 0), rate=rate, velocity=(0.3, -0.1, 0))
        runs.append(m.simulate(0.5, points=7, tolerance=1e-11))
    a, b = runs
    np.testing.assert_allclose(a.body("stone").position, b.body("stone").position, atol=1e-9)
    np.testing.assert_allclose(a.joint("T").force, b.joint("T").force, atol=1e-7)
    for name in ("contact_x", "contact_y"):
        found, expected = (run.joint("T").series[name].values[:, :3] for run in runs)
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-6)


def test_an_ellipsoid_rocks():
    """About its long axis, with the mass centre at h above the lowest point and the radius of curvature b^2/c there:
    w^2 = m g (b^2/c - h) / (I + m h^2)."""
    b, c, h, tilt = 0.03, 0.02, 0.01, 1e-4
    m = lw.Mechanism("rocker", gravity=(0, 0, -G))
    body = m.body("stone", mass=1.0, com=(0, 0, h - c), inertia=(2e-4, 16e-4, 17e-4))
    text = f"(x/0.2)^2 + (y/{b})^2 + (z/{c})^2 - 1"
    m.surface_on_plane("T", m.ground.at(0, 0, 0), body.at(0, 0, 0), surface=text)
    m.place(body, at=(0, 0, c), rotation=lw.rpy(tilt, 0, 0))
    run = m.simulate(1.0, points=41, tolerance=1e-12)
    rate = np.sqrt(G * (b**2 / c - h) / (2e-4 + h**2))
    found = np.arctan2(run.body("stone").rotation[:, 2, 1], run.body("stone").rotation[:, 2, 2])
    # the period of a swing of 1e-4 rad differs by its square; and the assembly lifts it by 1e-8 m
    np.testing.assert_allclose(found, tilt * np.cos(rate * run.time), atol=1e-3 * tilt)


def test_a_body_without_a_lowest_point_is_told():
    m = stone("x^2 + y^2 - 0.0004", rotation=lw.rpy(0.1, 0, 0))  # a cylinder, standing
    with pytest.raises(lw.LinkworkError, match="'T' is lost"):
        m.assemble()


# ---- friction, and leaving the surface

OPENS = "rebounds or opens"
INSTANT = 1e-9
"""For places at instants: runs hold 1e-11 a step, events are found to rounding."""


def at_instant(m: lw.Mechanism, t: float) -> np.ndarray:
    return m.simulate([0.0, t]).body("ball").position[-1]


def on_hill(**fields: object) -> lw.Mechanism:
    """Return a ball with a small push on the top of a sphere of radius 0.5, from which it rolls or slides."""
    m = ball("x^2 + y^2 + z^2 - 0.25", lifts=True, **fields)  # type: ignore[arg-type]
    m.place("ball", at=(0, 0, 0.6), velocity=(0.04, 0.03, 0))
    return m


def test_a_ball_slides_off_a_sphere():
    """m v^2/R = m g cos and v^2 = v0^2 + 2 g R (1 - cos): it leaves at cos = 2/3 + v0^2/(3 g R)."""
    m = on_hill(contact="sliding")
    run = m.simulate(1.5, points=16)
    leaves = run.changes["S"][OPENS]
    assert len(leaves) == 1
    assert at_instant(m, leaves[0])[2] / 0.6 == pytest.approx((2 + 0.05**2 / (G * 0.6)) / 3, abs=INSTANT)
    flown = run.time > leaves[0]
    assert (run.joint("S").magnitude[flown] == 0.0).all()
    np.testing.assert_allclose(run.body("ball").acceleration[flown], [[0, 0, -G]] * flown.sum(), atol=INSTANT)
    assert run.energy.relative_drift < INSTANT


def test_a_ball_that_rolls_without_limit_leaves_a_sphere_at_ten_seventeenths():
    """v^2 = v0^2 + 10/7 g R (1 - cos): cos = 10/17 + 7 v0^2/(17 g R), by a friction that is always enough until then.

    Where it leaves nothing presses, and any coefficient gives way before: with 1e6 that is 1e-6 earlier.
    """
    mu = 1e6
    m = on_hill(friction=mu)
    v0 = 0.05
    m.place("ball", at=(0, 0, 0.6), velocity=(0.04, 0.03, 0), rate=(-0.3, 0.4, 0))
    run = m.simulate(1.5, points=16)
    leaves = run.changes["S"][OPENS][0]
    assert at_instant(m, leaves)[2] / 0.6 == pytest.approx(10 / 17 + 7 * v0**2 / (17 * G * 0.6), abs=2 / mu)


def test_a_ball_on_a_sphere_slides_where_friction_gives_way():
    """Rolling takes F = 2/7 m g sin and N = m g cos - m v^2/R: it slides from where F = mu N."""
    mu, v0 = 0.3, 0.05
    m = on_hill(friction=mu)
    m.place("ball", at=(0, 0, 0.6), velocity=(0.04, 0.03, 0), rate=(-0.3, 0.4, 0))
    run = m.simulate(1.5, points=151)
    slides = run.changes["S"]["slides"][0]
    c = at_instant(m, slides)[2] / 0.6
    square = v0**2 / 0.6 + 10 / 7 * G * (1 - c)
    assert 2 / 7 * G * np.sqrt(1 - c * c) == pytest.approx(mu * (G * c - square), abs=20 * INSTANT)
    assert run.changes["S"][OPENS][0] > slides
    sliding = (run.time > slides) & (run.time < run.changes["S"][OPENS][0])
    np.testing.assert_allclose(run.grip("S").needed[sliding], mu, rtol=1e-8)
    assert run.energy.relative_drift < INSTANT


@pytest.mark.parametrize("side", ["sphere", "bowl", "plane"])
def test_friction_and_flight_are_those_of_rolling_sphere(side: str):
    """Every instant of a ball that is thrown on a round surface: impacts, slip that ends, rolling."""
    text, sign, centre, normal = ROUND[side]
    size = {} if side == "plane" else {"surface_radius": 0.5}
    given = {"radius": 0.1, "lifts": True, "restitution": 0.5, "friction": 0.2}
    runs = []
    for kind, own in (
        ("sphere_on_surface", {"surface": text, "side": sign}),
        ("rolling_sphere", {"surface": side, **size}),
    ):
        m = lw.Mechanism("ball", gravity=(0, 0, -G))
        body = m.body("ball", mass=2.0, inertia=(0.008, 0.008, 0.008))
        m.joint(kind, "S", m.ground.at(0, 0, 0), body.at(0, 0, 0), **given, **own)
        up = 0.8 * np.array(normal)
        m.place(body, at=tuple(centre), velocity=(0.3 + up[0], -0.2 + up[1], up[2]), rate=(3.0, -2.0, 5.0))
        runs.append(m.simulate(0.6, points=13))
    a, b = runs
    assert a.changes["S"].keys() == b.changes["S"].keys()
    for does, times in b.changes["S"].items():
        np.testing.assert_allclose(a.changes["S"][does], times, atol=1e-8)
    np.testing.assert_allclose(a.body("ball").position, b.body("ball").position, atol=1e-8)


def test_a_coin_on_a_plane_surface_is_a_rolling_disc_with_friction():
    runs = []
    for kind, own in (("disc_on_surface", {"surface": "3*z"}), ("rolling_disc", {})):
        m = lw.Mechanism("coin", gravity=(0, 0, -G))
        coin = m.body("ball", mass=2.0, inertia=(0.045, 0.045, 0.09))
        given = {"radius": 0.3, "friction": 0.1, "lifts": True, "restitution": 0.3}
        m.joint(kind, "S", m.ground.at(0, 0, 0), coin.at(0, 0, 0), **given, **own)
        m.place(
            coin, at=(0, 0, 0.29), rotation=lw.rpy(np.pi / 2 + 0.26, 0, 0), velocity=(0, 0, 0.4), rate=(0.3, 6.0, 0.5)
        )
        runs.append(m.simulate(0.8, points=17))
    a, b = runs
    assert len(b.changes["S"][OPENS]) > 0
    for does, times in b.changes["S"].items():
        np.testing.assert_allclose(a.changes["S"][does], times, atol=1e-8)
    np.testing.assert_allclose(a.body("ball").position, b.body("ball").position, atol=1e-8)
    np.testing.assert_allclose(a.joint("S").force, b.joint("S").force, atol=1e-6)
    np.testing.assert_allclose(a.grip("S").pressure, b.grip("S").pressure, atol=1e-6)


def test_an_egg_is_thrown_on_a_plane():
    """A sphere as a body on a plane is a ball: bounces to rest, slides, rolls with 5/7 of its speed."""
    m = lw.Mechanism("egg", gravity=(0, 0, -G))
    body = m.body("ball", mass=2.0, inertia=(0.008, 0.008, 0.008))
    m.surface_on_plane(
        "S",
        m.ground.at(0, 0, 0),
        body.at(0, 0, 0),
        surface="x^2 + y^2 + z^2 - 0.01",
        lifts=True,
        restitution=0.5,
        friction=0.3,
    )
    m.place(body, at=(0, 0, 0.1), velocity=(1.0, 0, 2.0), rate=(0, 0, 0))
    run = m.simulate(2.5, points=6)
    flight = 2 * 2.0 / G
    np.testing.assert_allclose(run.changes["S"][OPENS][:3], np.cumsum([flight, flight / 2, flight / 4]), atol=INSTANT)
    assert run.body("ball").velocity[-1, 0] == pytest.approx(5 / 7, abs=1e-8)


def test_a_ball_flies_from_wave_to_wave():
    """It comes down on another wave than it left: always a radius away from the nearest point."""
    m = ball("z - 0.1*cos(6*x)", contact="sliding", lifts=True, restitution=0.4)
    m.place("ball", at=(0, 0, 0.2), velocity=(1.8, 0, 1.6))
    run = m.simulate(0.8, points=81)
    assert len(run.changes["S"][OPENS]) > 0
    u = np.linspace(-1, 4, 20001)
    wave = np.stack([u, 0.1 * np.cos(6 * u)], axis=1)
    nearest = [np.linalg.norm(wave - [x, z], axis=1).min() for x, _, z in run.body("ball").position]
    assert min(nearest) > 0.1 - 1e-6  # points of the wave are 2.5e-4 apart, and the ball is 0.1 away


@pytest.mark.parametrize(
    ("expression", "side"), [("1e3*(x^2 + y^2 + z^2 - 0.25)", "positive"), ("0.5 - sqrt(x^2 + y^2 + z^2)", "negative")]
)
def test_a_point_leaves_a_globe_where_it_would_pull(expression, side):
    m = lw.Mechanism("globe", gravity=(0, 0, -G))
    bead = m.body("bead", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.point_on_surface("S", m.ground.at(0, 0, 0), bead.at(0, 0, 0), surface=expression, side=side, lifts=True)
    m.place(bead, at=(0, 0, 0.5), velocity=(0.5, 0, 0))
    left = float(m.simulate(0.6).events[0].split()[2])
    height = m.simulate(left, points=3).contact("S").point[-1, 2]
    assert height == pytest.approx((2 * G * 0.5 + 0.5**2) / (3 * G), rel=1e-8)  # m g cos = m v^2/R


def test_a_point_bounces_on_a_wavy_floor_as_in_the_plane():
    space = lw.Mechanism("floor", gravity=(0, 0, -G))
    bead = space.body("bead", mass=1.0, inertia=(0.1, 0.1, 0.1))
    space.point_on_surface(
        "S", space.ground.at(0, 0, 0), bead.at(0, 0, 0), surface="z - 0.1*cos(5*x)", lifts=True, restitution=0.5
    )
    space.place(bead, at=(0, 0, 0.3), velocity=(8, 0, 1))
    plane = lw.Mechanism("floor", plane="xy", gravity=(0, -G))
    flat = plane.body("bead", mass=1.0, inertia=0.1)
    waves = lw.curve("u", "0.1*cos(5*u)", over=(-2, 20))
    plane.point_on_curve("S", plane.ground.at(0, 0), flat.at(0, 0), curve=waves, lifts=True, restitution=0.5)
    plane.place(flat, at=(0, 0.3), velocity=(8, 1))
    one, other = (m.simulate(1.15, points=24, hold=["bead"]) for m in (space, plane))
    assert len(one.events) == len(other.events) > 2
    assert one.body("bead").position[:, [0, 2]] == pytest.approx(other.body("bead").position, abs=1e-9)


def test_a_point_that_is_held_on_one_side_has_a_force_in_newtons():
    m = lw.Mechanism("bowl", gravity=(0, 0, -G))
    bead = m.body("bead", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.point_on_surface("S", m.ground.at(0, 0, 0), bead.at(0, 0, 0), surface="0.5*z - x^2 - y^2", lifts=True)
    m.place(bead, at=(0.2, 0, 0.5))
    assert "'S' carries 19.62 N." in str(m.equilibrium())


@pytest.mark.parametrize("expression", ["1/(x^2 + y^2 + z^2) - 4", "0.5 - sqrt(x^2 + y^2 + z^2)"])
def test_a_ball_in_the_air_does_not_touch_a_surface_that_is_hard_to_find(expression):
    """The same globe in other words: below the ball in flight, along no axis, for its expression falls off."""
    m = lw.Mechanism("globe", gravity=(0, 0, -G))
    pea = m.body("pea", mass=2.0, inertia=(0.008, 0.008, 0.008))
    on = {"radius": 0.1, "contact": "sliding", "lifts": True, "side": "negative"}
    m.sphere_on_surface("S", m.ground.at(0, 0, 0), pea.at(0, 0, 0), surface=expression, **on)
    m.place(pea, at=(0, 0, 0.6), velocity=(0.05, 0, 0))
    run = m.simulate(1.5, points=16)
    assert len(run.events) == 1
    left = float(run.events[0].split()[2])
    assert np.allclose(run.body("pea").acceleration[run.time > left], (0, 0, -G))
