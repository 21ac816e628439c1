"""Contacts that meet a second place of their curve while they are closed: they strike it, and never go through it."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar

import linkwork as lw
from linkwork.errors import MotionError
from linkwork.results.dynamics import DynamicMotion

G = 9.81
EXACT = 1e-9
"""For instants and states against closed forms: runs hold 1e-11 a step, events are found to rounding."""

MEETS = "meets another place of its curve"


def groove(slope: float, way: float = 0.4, **fields) -> lw.Mechanism:
    """Return a disc on the left flank of a V, so far along it from where it touches both."""
    c, s = np.cos(slope), np.sin(slope)
    m = lw.Mechanism("groove", plane="xy", gravity=(0, -G))
    disc = m.body("disc", lw.disc(0.1, mass=2.0))
    curve = lw.polyline([(-2 * c, 2 * s), (0, 0), (2 * c, 2 * s)], radius=0.01)
    m.point_on_curve("C", m.ground.at(0, 0), disc.at(0, 0), curve=curve, radius=0.1, **{"lifts": True, **fields})
    m.place(disc, at=(-way * c, 0.1 / c + way * s))
    return m


def clear_of(run: DynamicMotion, slope: float) -> float:
    """Return how near the centre of the disc comes to the flanks of a groove, less its radius."""
    x, y = run.body("disc").position.T
    return float(np.min(y * np.cos(slope) - np.abs(x) * np.sin(slope)) - 0.1)


def test_a_disc_goes_over_to_the_other_flank_of_a_groove():
    """It keeps what its velocity has along the new flank, v cos(2 a), and slides up cos(2 a)^2 of the way, again and
    again: from flank to flank in 2 v/(g sin a).
    """
    slope, way = np.radians(30), 0.4
    run = groove(slope).simulate(1.15, points=301)
    pull = G * np.sin(slope)
    speed = np.sqrt(2 * pull * way) * np.cos(2 * slope) ** np.arange(4)
    meets = np.cumsum([speed[0] / pull, *(2 * speed[1:] / pull)])
    np.testing.assert_allclose(run.changes["C"][MEETS][:4], meets, atol=EXACT)
    assert clear_of(run, slope) > -EXACT
    between = (run.time > meets[0]) & (run.time < meets[1])
    contact, x = run.contact("C"), run.body("disc").position[:, 0]
    assert (contact.point[between, 0] > 0).all()
    assert (contact.point[run.time < meets[0], 0] < 0).all()
    np.testing.assert_allclose(x[between].max(), way * np.cos(2 * slope) ** 2 * np.cos(slope), atol=1e-4)  # sampled
    assert " too, " not in run.status
    np.testing.assert_allclose(run.joint("C").magnitude[between], 2.0 * G * np.cos(slope), rtol=EXACT)


def test_a_disc_rebounds_from_the_other_flank():
    """Its velocity across the new flank turns round by the restitution; it flies, since it leaves both."""
    slope, bounce = np.radians(30), 0.6
    m = groove(slope, restitution=bounce)
    t = np.sqrt(2 * 0.4 / (G * np.sin(slope)))
    run = m.simulate([0.0, t + 1e-9, t + 0.01])
    assert abs(run.changes["C"][MEETS][0] - t) < EXACT
    v = G * np.sin(slope) * t
    across, along = v * np.sin(2 * slope), v * np.cos(2 * slope)
    expected = along * np.array([np.cos(slope), np.sin(slope)]) + bounce * across * np.array(
        [-np.sin(slope), np.cos(slope)]
    )
    np.testing.assert_allclose(run.body("disc").velocity[1], expected, atol=1e-7)  # 1e-9 s later
    assert run.contact("C").open[2]


def test_a_disc_that_comes_to_rest_in_a_groove_ends_the_run():
    """Its ways sum up: it lies on both flanks after t (1 + 2 (c + c^2 + ...)) with c = cos(2 a) = 1/2."""
    slope = np.radians(30)
    run = _as_far_as_it_comes(groove(slope), 3.0)
    assert "contact 'C' would press at parameters" in run.status
    assert abs(run.changes["C"][MEETS][-1] - 3 * np.sqrt(2 * 0.4 / (G * np.sin(slope)))) < 1e-3
    # a gap of 1e-14 of the length tells which flank is met: rounding ends the series of meetings at about 1e-3 of it


@pytest.mark.parametrize("bounce", [0.0, 0.5])
def test_a_disc_that_both_flanks_hold_ends_the_run(bounce):
    """In a V of less than a right angle either flank presses on what strikes the other one."""
    slope = np.radians(50)
    m = groove(slope, restitution=bounce)
    with pytest.raises(MotionError) as error:
        m.simulate(5.0, points=501)
    run = error.value.motion
    assert clear_of(run, slope) > -EXACT
    first = np.sqrt(2 * 0.4 / (G * np.sin(slope)))
    assert abs(run.changes["C"][MEETS][0] - first) < EXACT
    assert abs(run.body("disc").position[-1, 0]) < (0.2 if bounce else 0.05)
    curve = m.joints["C"].curve.solve()
    x = 0.1 * np.sin(slope)
    places = [curve.nearest((side * x, x * np.tan(slope))) for side in (-1, 1)]
    for place in places:
        assert f"{place:.6g}" in run.status
    assert "contact 'C' would press at parameters" in run.status
    assert "a second point_on_curve on the other" in run.status


def test_two_joints_hold_a_disc_in_a_groove():
    """What the sentence says: the flanks as two curves."""
    slope = np.radians(50)
    c, s = np.cos(slope), np.sin(slope)
    m = lw.Mechanism("groove", plane="xy", gravity=(0, -G))
    disc = m.body("disc", lw.disc(0.1, mass=2.0))
    for name, line in {"left": [(-2 * c, 2 * s), (0, 0)], "right": [(0, 0), (2 * c, 2 * s)]}.items():
        m.point_on_curve(name, m.ground.at(0, 0), disc.at(0, 0), curve=lw.polyline(line), radius=0.1, lifts=True)
    m.place(disc, at=(-0.4 * c, 0.1 / c + 0.4 * s))
    run = m.simulate(2.0, points=41, hold=["disc"])
    assert abs(run.changes["right"]["closes"][0] - np.sqrt(2 * 0.4 / (G * s))) < EXACT
    np.testing.assert_allclose(run.body("disc").position[-1], (0, 0.1 / c), atol=EXACT)
    np.testing.assert_allclose(run.joint("left").magnitude[-1], 2.0 * G / (2 * c), rtol=EXACT)


def test_a_wheel_that_rolls_slides_first_on_the_other_flank():
    """The impact leaves its turn: v cos(2 a) along the new flank, with the turn of v the other way round."""
    slope, mu = np.radians(20), 0.3
    m = groove(slope, rolling=True, friction=mu)
    pull = 2 / 3 * G * np.sin(slope)
    meets = np.sqrt(2 * 0.4 / pull)
    run = m.simulate(meets + 1.0, points=201)
    assert abs(run.changes["C"][MEETS][0] - meets) < EXACT
    v = pull * meets
    slip = v * np.cos(2 * slope) - v  # up the flank; the wheel turns faster than it goes
    grip = mu * G * np.cos(slope)
    rate = -G * np.sin(slope) + grip + 2 * grip
    assert abs(run.changes["C"]["rolls"][0] - meets - -slip / rate) < EXACT
    assert clear_of(run, slope) > -EXACT
    assert run.energy.relative_drift < EXACT


def test_rings_that_are_no_circle():
    """A roller in an ellipse that bends more than the roller at its ends, thrown along its lower side."""
    m = lw.Mechanism("ring", plane="xy", gravity=(0, -G))
    disc = m.body("disc", lw.disc(0.3, mass=2.0))
    a, b = 1.0, 0.5  # radius of curvature at the ends b^2/a = 0.25
    curve = lw.ellipse(a, b)
    m.point_on_curve("C", m.ground.at(0, 0), disc.at(0, 0), curve=curve, radius=0.3, side="other", lifts=True)
    m.place(disc, at=(0, -0.2), velocity=(4.0, 0))
    u = np.linspace(0, 2 * np.pi, 20001)
    points = np.stack([a * np.cos(u), b * np.sin(u)], axis=1)
    run = _as_far_as_it_comes(m, 2.0)
    centres = run.body("disc").position
    nearest = [np.linalg.norm(points - centre, axis=1).min() for centre in centres]
    assert min(nearest) > 0.3 - 1e-7  # points of the curve are 3e-4 apart
    assert len(run.changes["C"][MEETS]) > 0


LOBES = {"base": 0.05, "rise": 0.02, "w": 8.0}


def test_a_flat_face_goes_from_lobe_to_lobe():
    """A cam of two lobes, hollow between them: the face is as high as the highest point of the cam, whichever lobe."""
    m = lw.Mechanism("lobes", plane="xy", gravity=(0, -G))
    cam, follower = m.body("cam", mass=1.0, inertia=1e-3), m.body("follower", mass=0.5, inertia=1e-3)
    m.revolute("shaft", m.ground.at(0, 0), cam.at(0, 0))
    m.prismatic("guide", m.ground.at(0, 0), follower.at(0, 0), axis="y")
    base, rise, w = LOBES.values()
    m.face_on_curve("C", cam.at(0, 0), follower.at(0, 0), curve=lw.polar(f"{base} + {rise}*cos(2*u)"), lifts=True)
    m.drive("shaft.angle", f"pi/2 + {w}*t")
    m.place(cam, angle=np.pi / 2)
    m.place(follower, at=(0, base + rise))
    run = m.simulate(0.9, points=181)
    assert abs(run.changes["C"][MEETS][0] - np.pi / 2 / w) < EXACT
    assert abs(run.changes["C"][MEETS][1] - 3 * np.pi / 2 / w) < EXACT
    u = np.linspace(0, 2 * np.pi, 721)
    for t, y in zip(run.time, run.body("follower").position[:, 1], strict=True):
        heights = (base + rise * np.cos(2 * u)) * np.sin(u + np.pi / 2 + w * t)
        k = int(np.argmax(heights))
        top = minimize_scalar(
            lambda v, t=t: -(base + rise * np.cos(2 * v)) * np.sin(v + np.pi / 2 + w * t),
            bounds=(u[k] - 0.01, u[k] + 0.01),
            options={"xatol": 1e-12},
            method="bounded",
        )
        assert y > -top.fun - EXACT
        if not run.contact("C").open.any():
            assert y < -top.fun + EXACT


def test_where_a_roller_clears_a_valley_nothing_is_met():
    """A roller that bends more than the valley touches one place at a time, wherever it is."""
    m = lw.Mechanism("valley", plane="xy", gravity=(0, -G))
    disc = m.body("disc", lw.disc(0.3, mass=2.0))
    curve = lw.curve("u", "0.3*cos(3*u)", over=(-1.5, 4.0))  # radius of curvature 0.37 in the valley
    m.point_on_curve("C", m.ground.at(0, 0), disc.at(0, 0), curve=curve, radius=0.3, lifts=True)
    m.place(disc, at=(0.35, 0.6))
    run = m.simulate(1.5, points=31)
    assert not run.changes.get("C")
    assert run.energy.relative_drift < EXACT


def test_the_instant_at_which_a_wave_is_met():
    """A roller too big for its valley: by symmetry it meets the other slope in the middle of the valley."""
    m = lw.Mechanism("valley", plane="xy", gravity=(0, -G))
    disc = m.body("disc", lw.disc(0.6, mass=2.0))
    curve = lw.curve("u", "0.3*cos(3*u)", over=(-1.5, 4.0))
    m.point_on_curve("C", m.ground.at(0, 0), disc.at(0, 0), curve=curve, radius=0.6, lifts=True)
    m.place(disc, at=(0.1, 0.9))
    first = _as_far_as_it_comes(m, 3.0).changes["C"][MEETS][0]
    there = m.simulate([0.0, first])
    x, y = there.body("disc").position[-1]
    slope = brentq(lambda s: (s - np.pi / 3) - 0.9 * np.sin(3 * s) * (0.3 * np.cos(3 * s) - y), 0.3, 0.9)
    assert abs(x - np.pi / 3) < EXACT
    assert abs(np.hypot(slope - x, 0.3 * np.cos(3 * slope) - y) - 0.6) < EXACT


def _as_far_as_it_comes(m: lw.Mechanism, t: float) -> DynamicMotion:
    """Return a motion as far as it came."""
    try:
        return m.simulate(t, points=101)
    except MotionError as error:
        return error.motion
