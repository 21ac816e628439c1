"""Contacts of joints that lift off and come back, wheels that slide where friction gives way."""

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw

G = 9.81
EXACT = 1e-9
"""For instants and states against closed forms: runs hold 1e-11 a step, events are found to rounding."""

OPENS = "rebounds or opens"


def disc_on(joint, radius=0.1, mass=2.0, at=(0.0, 0.1), tilt=0.0, **fields) -> lw.Mechanism:
    """Return a homogeneous disc in the plane that touches the ground by a joint 'C'."""
    m = lw.Mechanism("disc", plane="xy", gravity=(G * np.sin(tilt), -G * np.cos(tilt)))
    body = m.body("disc", lw.disc(radius, mass=mass))
    m.joint(joint, "C", m.ground.at(0, 0), body.at(0, 0), radius=radius, **fields)
    m.place(body, at=at)
    return m


def ball(**fields) -> lw.Mechanism:
    """Return a homogeneous ball of radius 0.1 on the plane z = 0."""
    m = lw.Mechanism("ball", gravity=(0, 0, -G))
    body = m.body("ball", mass=3.0, inertia=(0.012, 0.012, 0.012))
    m.rolling_sphere("C", m.ground.at(0, 0, 0), body.at(0, 0, 0), radius=0.1, **fields)
    return m


# ---- contacts that open -------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [1e-3, 0.5])
def test_a_bead_leaves_a_round_hill(speed):
    """From v0 at the top: m v^2/R = m g cos(theta) and v^2 = v0^2 + 2 g R (1 - cos): cos = 2/3 + v0^2/(3 g R)."""
    m = lw.Mechanism("hill", plane="xy", gravity=(0, -G))
    bead = m.body("bead", mass=0.3, inertia=1e-3)
    m.point_on_curve("hill", m.ground.at(0, 0), bead.at(0, 0), curve=lw.circle(1.3), lifts=True)
    m.place(bead, at=(0, 1.3), velocity=(speed, 0))
    run = m.simulate(4.0, points=41, stop_when="bead.y < -1.5")
    leaves = run.changes["hill"][OPENS]
    assert len(leaves) == 1
    there = m.simulate([0.0, leaves[0]])
    cosine = there.body("bead").position[-1, 1] / 1.3
    assert abs(cosine - (2 + speed**2 / (G * 1.3)) / 3) < EXACT
    flown, v = run.time[-1] - leaves[0], there.body("bead").velocity[-1]
    fall = there.body("bead").position[-1] + v * flown + [0, -G / 2 * flown**2]
    assert np.allclose(run.body("bead").position[-1], fall, atol=EXACT)
    assert (run.joint("hill").magnitude[run.time > leaves[0]] == 0.0).all()
    assert f"Contact 'hill' opens or rebounds at t = {leaves[0]:.9g} s." in run.status
    assert run.energy.relative_drift < EXACT


CAM = {"R": 0.03, "e": 0.01, "m": 0.5, "k": 2000.0, "F": 20.0, "w": 140.0}
"""Eccentric circle, follower, spring with its force at the lowest place, speed."""


def valve(kind: str, roller: float, **fields) -> lw.Mechanism:
    """Return an eccentric circular cam, which starts with its centre below the shaft, and its follower above."""
    low = CAM["R"] - CAM["e"] + roller
    m = lw.Mechanism("valve", plane="xy", gravity=(0, -G))
    cam, follower = m.body("cam", mass=1.0, inertia=1e-3), m.body("follower", mass=CAM["m"], inertia=1e-3)
    m.revolute("shaft", m.ground.at(0, 0), cam.at(0, 0))
    m.prismatic("guide", m.ground.at(0, 0), follower.at(0, 0), axis="y")
    curve = lw.circle(CAM["R"], centre=(CAM["e"], 0))
    given = {"curve": curve, "lifts": True, **fields}
    if kind == "curve_on_curve":
        given["curve_b"] = lw.circle(roller)
    elif kind == "point_on_curve":
        given["radius"] = roller
    m.joint(kind, "C", cam.at(0, 0), follower.at(0, 0), **given)
    m.spring(
        "spring",
        m.ground.at(0, 0.3),
        follower.at(0, 0),
        stiffness=CAM["k"],
        free_length=0.3 - low + CAM["F"] / CAM["k"],
    )
    m.drive("shaft.angle", f"-pi/2 + {CAM['w']}*t")
    m.place(follower, at=(0, low))
    m.place(cam, angle=-np.pi / 2)
    return m


def lift_off(kind: str, roller: float) -> float:
    """Return when the force between cam and follower vanishes first: m y'' + m g + F + k (y - y(0))."""
    a, e, w = CAM["R"] + roller, CAM["e"], CAM["w"]

    def force(t):
        s, c = np.sin(w * t - np.pi / 2), np.cos(w * t - np.pi / 2)
        if kind == "face_on_curve":
            y, y2 = CAM["R"] + e * s, -e * s
        else:  # the centre of the roller is a beside that of the cam
            q = np.sqrt(a * a - (e * c) ** 2)
            y, y2 = e * s + q, -e * s + e * e * (c * c - s * s) / q - (e * e * c * s) ** 2 / q**3
        return CAM["m"] * (w * w * y2 + G) + CAM["F"] + CAM["k"] * (y - (a - e))

    times = np.linspace(0, np.pi / w, 500)
    first = int(np.argmax([force(t) < 0 for t in times]))
    return brentq(force, times[first - 1], times[first], xtol=1e-16)


@pytest.mark.parametrize(
    ("kind", "roller"), [("point_on_curve", 0.008), ("face_on_curve", 0.0), ("curve_on_curve", 0.008)]
)
def test_a_follower_above_its_float_speed(kind, roller):
    m = valve(kind, roller, restitution=1.0)
    run = m.simulate(0.15, points=301)
    found = run.changes["C"][OPENS]
    assert abs(found[0] - lift_off(kind, roller)) < EXACT
    assert len(found) > 3
    assert run.energy.relative_drift < EXACT
    assert run.joint("C").magnitude[run.time > found[0] + 1e-6].max() == 0.0  # rebounds are instants


def test_roller_and_round_curve_are_the_same_contact():
    runs = [
        valve(kind, 0.008, restitution=0.0).simulate(0.1, points=51) for kind in ("point_on_curve", "curve_on_curve")
    ]
    for word in (OPENS, "closes"):
        np.testing.assert_allclose(runs[0].changes["C"][word], runs[1].changes["C"][word], atol=EXACT)
    np.testing.assert_allclose(runs[0].poses, runs[1].poses, atol=EXACT)


def test_it_comes_back_to_another_place_of_the_curve():
    """Over a valley from hill to hill: the flight ends where the parabola first is one radius above the wave."""
    m = disc_on(
        "point_on_curve",
        curve=lw.curve("u", "0.3*cos(3*u)", over=(-1.5, 4.0)),
        radius=0.05,
        lifts=True,
        restitution=0.4,
    )
    m.place("disc", at=(0, 0.35), velocity=(3.2, 2.0))
    run = m.simulate(1.2, points=121)
    back = run.changes["C"][OPENS][0]
    u = np.linspace(-1.0, 4.0, 20001)

    def above(t):
        x, y = 3.2 * t, 0.35 + 2.0 * t - G / 2 * t * t
        k = int(np.argmin((u - x) ** 2 + (0.3 * np.cos(3 * u) - y) ** 2))
        foot = brentq(
            lambda s: (s - x) - 0.9 * np.sin(3 * s) * (0.3 * np.cos(3 * s) - y), u[k - 1], u[k + 1], xtol=1e-15
        )
        return np.hypot(foot - x, 0.3 * np.cos(3 * foot) - y) - 0.05

    times = np.linspace(0.05, 1.0, 400)
    first = int(np.argmax([above(t) < 0 for t in times]))
    assert abs(back - brentq(above, times[first - 1], times[first], xtol=1e-15)) < EXACT
    contact = run.contact("C")
    assert contact.open[1]
    assert np.linalg.norm(run.body("disc").position - contact.point, axis=1).min() > 0.05 - EXACT
    assert contact.parameter[run.time > back][0] > 1.0


def test_a_ball_bounces_to_rest_and_then_rolls():
    m = disc_on("rolling_wheel", radius=0.1, lifts=True, restitution=0.5, friction=0.3)
    m.place("disc", at=(0, 0.1), velocity=(1.0, 3.0), rate=0.0)
    run = m.simulate(3.0, points=31)
    changes = run.changes["C"]
    flight = 2 * 3.0 / G
    np.testing.assert_allclose(changes[OPENS][:3], np.cumsum([flight, flight / 2, flight / 4]), atol=EXACT)
    assert abs(changes["closes"][0] - 2 * flight) < 1e-6  # the last rebounds below 1e-6 of the speed are left out
    slid = changes["rolls"][0] - changes["closes"][0]
    assert abs(slid - 1.0 / (3 * 0.3 * G)) < EXACT
    assert abs(run.body("disc").velocity[-1, 0] - 2 / 3) < EXACT


@pytest.mark.parametrize(("surface", "way", "side"), [("sphere", 0.6, 1.0), ("bowl", 0.4, -1.0)])
def test_a_ball_leaves_a_sphere_and_falls_from_the_top_of_a_bowl(surface, way, side):
    """On a sphere it leaves at cos = 2/3 + v^2/(3 g R); in a bowl it falls off where v^2 = g R sin(height)."""
    m = ball(surface=surface, surface_radius=0.5, contact="sliding", lifts=True)
    speed = 0.4 if side > 0 else 3.5
    m.place("ball", at=(0, 0, side * way), velocity=(speed, 0, 0))
    run = m.simulate(1.0, points=11)
    there = m.simulate([0.0, run.changes["C"][OPENS][0]])
    height = there.body("ball").position[-1, 2] / way
    square = speed**2 / (G * way)
    expected = (2 + square) / 3 if side > 0 else (square - 2) / 3
    assert abs(height - expected) < EXACT


def test_kinematics_takes_the_contact_to_hold():
    m = valve("point_on_curve", 0.008, restitution=0.5)
    assert m.mobility().degrees_of_freedom == 1  # the cam's, which is driven
    inverse = m.inverse(np.linspace(0, 0.04, 41))
    assert inverse.forces.multipliers[:, 4].min() < 0.0  # pulled on
    assert "it is taken to be closed here, and lifts off in truth" in inverse.status


# ---- wheels that slide --------------------------------------------------------------------------


@pytest.mark.parametrize("direction", [0.0, 2.5])
def test_a_bowling_ball_slides_until_it_rolls(direction):
    mu, v0 = 0.2, 6.0
    m = ball(friction=mu)
    ahead = np.array([np.cos(direction), np.sin(direction), 0.0])
    m.place("ball", at=(0, 0, 0.1), velocity=tuple(v0 * ahead), rate=(0, 0, 0))
    run = m.simulate(2.0, points=21)
    assert abs(run.changes["C"]["rolls"][0] - 2 * v0 / (7 * mu * G)) < EXACT
    np.testing.assert_allclose(run.body("ball").velocity[-1], 5 / 7 * v0 * ahead, atol=EXACT)
    assert abs(run.grip("C").needed[0] - mu) < EXACT
    assert run.grip("C").needed[-1] < EXACT
    assert run.energy.relative_drift < EXACT


def test_a_ball_with_side_spin_runs_along_a_parabola():
    """The slip of a ball keeps its direction: v = v0 - mu g t s/|s| until t = 2 |s|/(7 mu g), s = v + w x (-r n)."""
    mu, v0, w0 = 0.3, np.array([2.0, 0.5, 0.0]), np.array([15.0, 20.0, 7.0])
    m = ball(friction=mu)
    m.place("ball", at=(0, 0, 0.1), velocity=tuple(v0), rate=tuple(w0))
    run = m.simulate(1.0, points=11)
    slip = v0 + np.cross(w0, [0, 0, -0.1])
    end, d = 2 * np.linalg.norm(slip) / (7 * mu * G), slip / np.linalg.norm(slip)
    assert abs(run.changes["C"]["rolls"][0] - end) < EXACT
    sliding = np.minimum(run.time, end)[:, None]
    np.testing.assert_allclose(run.body("ball").velocity, v0 - mu * G * sliding * d, atol=EXACT)


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_the_slip_of_a_ball_on_a_slope_turns(share):
    """s' = A e - B s/|s| with A = g sin, B = 7/2 mu g cos: B |s| + A e.s falls at the rate B^2 - A^2 until it is zero.

    The slip turns towards e the quicker the shorter it is.
    """
    mu, angle, v0 = 0.3, np.arctan(3.5 * 0.3 * share), np.array([-1.0, 2.0, 0.0])
    m = ball(friction=mu)
    m.gravity = (G * np.sin(angle), 0, -G * np.cos(angle))
    m.place("ball", at=(0, 0, 0.1), velocity=tuple(v0), rate=(0, 0, 0))
    run = m.simulate(1.2, points=13)
    A, B = G * np.sin(angle), 3.5 * mu * G * np.cos(angle)
    end = (B * np.linalg.norm(v0) + A * v0[0]) / (B * B - A * A)
    assert abs(run.changes["C"]["rolls"][0] - end) < EXACT
    assert abs(run.grip("C").needed[-1] - 2 / 7 * np.tan(angle)) < EXACT
    assert run.energy.relative_drift < EXACT


@pytest.mark.parametrize(("tilt", "slides"), [(40.0, False), (44.0, True)])
def test_a_cylinder_on_a_slope_slips_beyond_three_times_mu(tilt, slides):
    mu, angle = 0.3, np.radians(tilt)
    assert (np.tan(angle) > 3 * mu) == slides
    m = disc_on("rolling_wheel", radius=0.1, tilt=angle, friction=mu)
    run = m.simulate(1.0, points=11)
    expected = G * (np.sin(angle) - mu * np.cos(angle)) if slides else 2 / 3 * G * np.sin(angle)
    np.testing.assert_allclose(run.body("disc").acceleration[:, 0], expected, rtol=EXACT)
    np.testing.assert_allclose(run.grip("C").needed, mu if slides else np.tan(angle) / 3, rtol=EXACT)


@pytest.mark.parametrize("kind", ["rolling_wheel", "point_on_curve"])
def test_a_wheel_is_braked_until_it_slides(kind):
    """Torque 10 t: rolling takes F = 2 M/(3 r), up to mu_s m g; then F = mu m g."""
    fields = {"curve": lw.polyline([(-5, 0), (30, 0)]), "rolling": True} if kind == "point_on_curve" else {}
    m = disc_on(kind, radius=0.2, at=(0, 0.2), friction=0.2, friction_static=0.3, **fields)
    m.place("disc", at=(0, 0.2), velocity=(5, 0))
    m.torque("brake", "disc", "10*t")
    run = m.simulate(1.0, points=11)
    assert abs(run.changes["C"]["slides forward"][0] - 0.3 * 2 * G * 1.5 * 0.2 / 10) < EXACT
    np.testing.assert_allclose(run.grip("C").needed[3:], 0.2, rtol=EXACT)
    assert run.energy.relative_drift < EXACT


def test_a_point_sticks_and_slides_on_a_curve():
    """A pin in a circular groove, 30 degrees beside the lowest place: it stays while tan(30) < mu_static."""
    for mu, stays in ((0.6, True), (0.5, False)):
        m = lw.Mechanism("groove", plane="xy", gravity=(0, -G))
        pin = m.body("pin", mass=0.3, inertia=1e-3)
        m.point_on_curve("C", m.ground.at(0, 0), pin.at(0, 0), curve=lw.circle(1.0), rolling=True, friction=mu)
        m.place(pin, at=(0.5, -np.sqrt(0.75)))
        run = m.simulate(0.5, points=6)
        moved = np.linalg.norm(run.body("pin").position[-1] - run.body("pin").position[0])
        assert (moved < 1e-12) == stays
        assert abs(run.grip("C").friction[0] / abs(run.grip("C").pressure[0]) - min(np.tan(np.pi / 6), mu)) < EXACT


def coin() -> lw.Mechanism:
    m = lw.Mechanism("coin", gravity=(0, 0, -G))
    disc = m.body("coin", mass=2.0, inertia=(0.045, 0.045, 0.09))
    m.rolling_disc("C", m.ground.at(0, 0, 0), disc.at(0, 0, 0), radius=0.3, friction=0.1)
    m.place(disc, at=(0, 0, 0.29), rotation=lw.rpy(np.pi / 2 + 0.26, 0, 0), rate=(0.3, 6.0, 0.5))
    return m


def test_friction_of_a_coin_is_against_its_slip():
    run = coin().simulate(1.0, points=21)
    force, grip = run.joint("C").force, run.grip("C")
    np.testing.assert_allclose(grip.needed, 0.1, rtol=EXACT)
    centre, rate = run.body("coin"), run.body("coin").angular_velocity
    contact = np.stack([run.joint("C").contact_x, run.joint("C").contact_y, 0.0 * run.time], axis=1)
    slip = centre.velocity + np.cross(rate, contact - centre.position)
    along = force[1:, :2] / np.linalg.norm(force[1:, :2], axis=1)[:, None]
    np.testing.assert_allclose(along, -slip[1:, :2] / np.linalg.norm(slip[1:, :2], axis=1)[:, None], atol=1e-8)
    assert run.energy.relative_drift < EXACT


ROLLING = {
    "wheel": ("rolling_wheel", {"radius": 0.1}, (0, 0.1)),
    "wheel on a circle": ("rolling_wheel", {"radius": 0.1, "track": "outside", "track_radius": 1.0}, (0, 1.1)),
    "wheel in a ring": ("rolling_wheel", {"radius": 0.1, "track": "inside", "track_radius": 1.0}, (0, -0.9)),
    "wheel on a curve": ("point_on_curve", {"radius": 0.1, "curve": lw.ellipse(1.0, 0.7), "rolling": True}, (0, 0.8)),
    "face": ("face_on_curve", {"curve": lw.circle(0.5), "rolling": True}, (0, 0.5)),
    "curves": ("curve_on_curve", {"curve": lw.ellipse(1.0, 0.7), "curve_b": lw.circle(0.1), "rolling": True}, (0, 0.8)),
}


def rolling(name: str, **fields) -> lw.Mechanism:
    kind, given, at = ROLLING[name]
    m = lw.Mechanism("roller", plane="xy", gravity=(0.3, -G))
    body = m.body("roller", mass=2.0, inertia=0.01)
    m.joint(kind, "C", m.ground.at(0, 0), body.at(0, 0), **{**given, **fields})
    m.place(body, at=at, angle=0.0, **({"rate": 0.3} if name == "face" else {"velocity": (0.3, 0)}))
    return m


@pytest.mark.parametrize("name", list(ROLLING))
def test_with_enough_friction_it_rolls_as_without_limit(name):
    free, limited = (rolling(name, **given).simulate(0.3, points=7) for given in ({}, {"friction": 1e3, "lifts": True}))
    assert not limited.changes
    np.testing.assert_allclose(limited.poses, free.poses, atol=EXACT)
    np.testing.assert_allclose(limited.joint("C").force, free.joint("C").force, atol=1e-7)
    np.testing.assert_allclose(limited.grip("C").needed, free.grip("C").needed, atol=1e-7)


@pytest.mark.parametrize("name", list(ROLLING))
def test_without_friction_it_moves_as_one_that_slides(name):
    smooth = {"contact": "sliding"} if ROLLING[name][0] == "rolling_wheel" else {"rolling": False}
    free, limited = rolling(name, **smooth), rolling(name, friction=0.0)
    for m in (free, limited):
        m.place("roller", at=ROLLING[name][2], angle=0.0, velocity=(0.3, 0), rate=1.0)
    np.testing.assert_allclose(limited.simulate(0.3, points=7).poses, free.simulate(0.3, points=7).poses, atol=EXACT)


def ring(**fields) -> lw.Mechanism:
    m = disc_on("rolling_wheel", radius=0.2, track="inside", track_radius=1.0, friction=0.25, **fields)
    m.place("disc", at=(0, -0.8), velocity=(3.0, 0), rate=0.0)
    return m


def hilltop() -> lw.Mechanism:
    m = disc_on("point_on_curve", curve=lw.circle(1.0), radius=0.1, rolling=True, friction=0.2, lifts=True)
    m.place("disc", at=(0, 1.1), velocity=(0.5, 0))
    return m


@pytest.mark.parametrize("model", [ring, hilltop, coin])
@pytest.mark.parametrize("name", ["augmented", "augmented-lagrangian", "projection"])
def test_formulations_agree(model, name):
    runs = [model().simulate(0.8, points=9, formulation=which) for which in ("reference", name)]
    np.testing.assert_allclose(runs[1].poses, runs[0].poses, atol=EXACT)
    for word, times in runs[0].changes.get("C", {}).items():
        np.testing.assert_allclose(runs[1].changes["C"][word], times, atol=EXACT)


@pytest.mark.parametrize(
    "name", ["relative", "natural", "mixed", "noc", "momentum", "independent", "lagrange", "penalty"]
)
def test_formulations_that_do_not_apply_say_so(name):
    with pytest.raises(lw.LinkworkError, match=f"The formulation '{name}' does not apply"):
        ring().simulate(0.1, formulation=name)
