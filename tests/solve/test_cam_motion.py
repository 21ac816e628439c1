"""A designed cam, put into a model as a curve, moves its follower by its own program."""

import numpy as np
import pytest

import linkwork as lw

PROGRAM = [("100 deg", "12 mm", "cycloidal"), ("60 deg", "dwell"), ("140 deg", 0, "poly4567"), ("60 deg", "dwell")]
SWING = [("120 deg", "12 deg", "modified_sine"), ("60 deg", "dwell"), ("180 deg", 0, "poly345")]
RATE = 7.0
TURN = np.linspace(0.0, 0.99, 73)
"""Nearly a turn of the cam."""

ROLLER = 8e-3
FOLLOWERS = {
    "roller": {"roller_radius": ROLLER},
    "offset": {"roller_radius": ROLLER, "offset": 5e-3},
    "knife": {"follower": "knife"},
    "flat": {"follower": "flat"},
}


def sliding(which: str, rate: float, masses: dict[str, float]) -> tuple[lw.Cam, lw.Mechanism]:
    """Return a cam with a sliding follower; a negative rate turns it clockwise."""
    options = FOLLOWERS[which]
    cam = lw.cam(PROGRAM, base_radius="30 mm", clockwise=rate < 0, **options)
    m = lw.Mechanism("cam", plane="xy", gravity=(0, -9.81))
    disc, follower = m.body("disc", **masses), m.body("follower", **masses)
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.prismatic("guide", m.ground.at(options.get("offset", 0.0), 0), follower.at(0, 0), axis="y")
    if which == "flat":
        m.face_on_curve("C", disc.at(0, 0), follower.at(0, 0), curve=cam)
    else:
        m.point_on_curve("C", disc.at(0, 0), follower.at(0, 0), curve=cam, radius=options.get("roller_radius", 0.0))
    m.place(follower, at=(0, 0.05))
    m.drive("O.angle", f"{rate}*t")
    return cam, m


def with_roller(cam, disc, follower, radius, **options):
    """Return a cam that turns at O with a roller on a slide above it; mass [kg] and inertia [kg m^2] of both bodies."""
    m = lw.Mechanism("cam", plane="xy", gravity=(0, -9.81))
    bodies = [m.body(n, mass=own[0], inertia=own[1]) for n, own in (("disc", disc), ("follower", follower))]
    m.revolute("O", m.ground.at(0, 0), bodies[0].at(0, 0))
    m.prismatic("guide", m.ground.at(0, 0), bodies[1].at(0, 0), axis="y")
    m.point_on_curve("C", bodies[0].at(0, 0), bodies[1].at(0, 0), curve=cam, radius=radius, **options)
    return m


def check(motion, cam, coordinate, rate, sense=1.0):
    """Compare with the program, and its derivatives, to 1e-9 of their largest values."""
    lift, slope, bend, _ = cam.motion(abs(rate) * motion.time)
    joint = motion.joint("guide")
    moved = getattr(joint, coordinate) - getattr(joint, coordinate)[0]
    actual = (moved, getattr(joint, f"{coordinate}_velocity"), getattr(joint, f"{coordinate}_acceleration"))
    expected = (lift - lift[0], abs(rate) * slope, rate**2 * bend)
    for found, wanted in zip(actual, expected, strict=True):
        np.testing.assert_allclose(sense * found, wanted, atol=1e-9 * np.abs(wanted).max())


@pytest.mark.parametrize("rate", [RATE, -RATE], ids=["counterclockwise", "clockwise"])
@pytest.mark.parametrize("which", FOLLOWERS)
def test_a_sliding_follower_does_what_its_cam_was_designed_for(which, rate):
    cam, m = sliding(which, rate, {})
    check(m.move(TURN * 2 * np.pi / RATE), cam, "translation", rate)


def test_a_swinging_follower_does_what_its_cam_was_designed_for():
    pivot, arm = 0.09, 0.08
    cam = lw.cam(SWING, base_radius="40 mm", roller_radius=ROLLER, pivot=pivot, arm=arm)
    m = lw.Mechanism("cam", plane="xy")
    disc, lever = m.body("disc"), m.body("lever")
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.revolute("guide", m.ground.at(pivot, 0), lever.at(0, 0))
    m.point_on_curve("C", disc.at(0, 0), lever.at(arm, 0), curve=cam, radius=ROLLER)
    m.place(lever, at=(pivot, 0), angle="145 deg")
    m.drive("O.angle", f"{RATE}*t")
    # the lever points to the left: away from the cam is clockwise
    check(m.move(TURN * 2 * np.pi / RATE), cam, "angle", RATE, -1.0)


@pytest.mark.parametrize("rate", [RATE, -RATE], ids=["counterclockwise", "clockwise"])
@pytest.mark.parametrize("offset", [0.0, 0.009, -0.009])
def test_a_swinging_flat_follower_does_what_its_cam_was_designed_for(offset, rate):
    pivot, base = 0.12, 0.05
    cam = lw.cam(SWING, base_radius=base, follower="flat", pivot=pivot, offset=offset, clockwise=rate < 0)
    m = lw.Mechanism("cam", plane="xy")
    disc, lever = m.body("disc"), m.body("lever")
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.revolute("guide", m.ground.at(pivot, 0), lever.at(0, 0))
    m.face_on_curve("C", disc.at(0, 0), lever.at(0, offset), curve=cam)
    m.place(lever, at=(pivot, 0), angle=-np.arcsin((base - offset) / pivot))
    m.drive("O.angle", f"{rate}*t")
    check(m.move(TURN * 2 * np.pi / RATE), cam, "angle", rate, -1.0)


def test_corners_are_faults():
    m = lw.Mechanism("corner", plane="xy")
    disc = m.body("disc")
    m.point_on_curve("C", m.ground.at(0, 0), disc.at(0, 0), curve=lw.polyline([(0, 0), (1, 0), (1, 1)]))
    with pytest.raises(lw.ModelError, match=r"corner of 90 deg"):
        m.check()


@pytest.mark.parametrize(("rate", "pulls"), [(7.0, False), (200.0, True)])
def test_a_quick_cam_says_that_its_follower_would_lift_off(rate, pulls):
    _, m = sliding("roller", rate, {"mass": 1.0, "inertia": 1e-3})
    found = m.inverse(TURN * 2 * np.pi / rate)
    assert ("Contact 'C' would have to pull" in found.status) == pulls
    assert (found.forces.multipliers[:, 4].min() < 0.0) == pulls


@pytest.mark.parametrize("formulation", ["reference", "natural", "relative"])
def test_bodies_in_contact_alone_in_space_keep_their_momentum(formulation):
    """A wheel rolls and a flat face slides on an ellipse that is free itself: each contact is one force, both ways."""
    m = lw.Mechanism("free", plane="xy")
    sizes = {"track": (3.0, 0.7), "wheel": (1.3, 0.02), "face": (0.8, 0.05)}
    track, wheel, face = (m.body(name, mass=mass, inertia=inertia) for name, (mass, inertia) in sizes.items())
    shape = lw.ellipse(1.2, 0.8)
    m.point_on_curve("R", track.at(0, 0), wheel.at(0, 0), curve=shape, radius=0.15, rolling=True)
    m.face_on_curve("F", track.at(0, 0), face.at(0, 0), curve=shape)
    m.spring("S", track.at(0.3, 0.1), face.at(0, 0.2), stiffness=40.0, free_length=0.6)
    m.place(track, at=(0, 0), velocity=(0.3, -0.1), rate=0.7)
    m.place(wheel, at=(0, 0.95), velocity=(1.0, 0.0), rate=-2.0)
    m.place(face, at=(0.05, -0.8), angle=np.pi, rate=0.7)
    run = m.simulate(0.8, points=9, formulation=formulation, tolerance=1e-10)
    momentum, spin = np.zeros((9, 2)), np.zeros(9)
    for name, (mass, inertia) in sizes.items():
        body = run.body(name)
        (x, y), (vx, vy) = body.position.T, body.velocity.T
        momentum += mass * body.velocity
        spin += inertia * body.angular_velocity + mass * (x * vy - y * vx)
    np.testing.assert_allclose(momentum, momentum[:1] + np.zeros((9, 2)), atol=1e-8)  # tolerance of the run, 100 steps
    np.testing.assert_allclose(spin, spin[0], atol=1e-8)


@pytest.mark.parametrize("formulation", ["reference", "noc", "relative", "natural"])
@pytest.mark.parametrize("count", [3, 5])
def test_forces_of_curves_that_touch_do_not_hang_on_the_output_times(formulation, count):
    """A wheel that rolls in a ring, read at 41 times and at few, between which the contact goes far round."""
    m = lw.Mechanism("wheel in a ring", plane="xy", gravity=(0, -9.81))
    wheel = m.body("wheel", mass=2.0, inertia=0.008)
    ring, rim = lw.circle(0.6), lw.circle(0.1)
    m.curve_on_curve("contact", m.ground.at(0, 0), wheel.at(0, 0), curve=ring, curve_b=rim, rolling=True, side="other")
    m.place(wheel, at=(0.4, -0.3))
    fine, coarse = (m.simulate(np.linspace(0, 2, n), formulation=formulation) for n in (41, count))
    forces = [run.joint("contact").on("wheel").force for run in (fine, coarse)]
    # the same steps, read at the same times: what differs is rounding
    np.testing.assert_allclose(forces[1], forces[0][:: 40 // (count - 1)], atol=1e-9)
    assert coarse.violations.position.max() < 1e-10  # full rounds between the times are counted


def test_friction_in_the_guide_of_a_cam_that_dwells_at_the_start():
    """The guide bears what the cam pushes across it; nothing moves in it for the first 0.04 s."""
    program = [("60 deg", "dwell"), ("60 deg", "40 mm", "cycloidal"), ("60 deg", "dwell"), ("180 deg", 0, "poly4567")]
    cam = lw.cam(program, base_radius="25 mm", roller_radius="5 mm")
    m = with_roller(cam, (0.6, 4e-4), (0.5, 1e-4), "5 mm")
    m.place("disc", angle=0.2)
    m.place("follower", at=(0, 0.03))
    m.spring("spring", m.ground.at(0, 0.2), "follower", stiffness=500, free_length=0.25)
    m.friction("dry", "guide", mu=0.1)
    m.torque("drive", "disc", 20.0)
    m.viscous("load", "O.angle", 1.0)
    run = m.simulate(0.2, points=101)
    moving = np.abs(run["rate(guide.translation)"]) > 0.05
    assert moving.any()
    across = np.abs(run.joint("C").on("follower").force[moving, 0])
    np.testing.assert_allclose(np.abs(run.force("dry").value[moving]), 0.1 * across, atol=1e-9)
    assert run.energy.relative_drift < 1e-9


def test_a_steep_cam_jams_its_follower():
    """The guide bears F sin(alpha) of the contact force F, which must lift with F (cos(alpha) - mu sin(alpha))."""
    cam = lw.cam([("60 deg", "40 mm", "cycloidal"), ("300 deg", 0, "poly4567")], "25 mm", roller_radius="5 mm")
    m = with_roller(cam, (0.6, 4e-4), (0.5, 1e-4), "5 mm")
    m.place("follower", at=(0, 0.03))
    m.friction("dry", "guide", mu=2.0)
    m.drive("O.angle", "2*t")
    times = np.linspace(0, 0.5, 51)
    jams = times[np.argmax(np.abs(np.tan(cam.pressure_angle(2 * times))) > 0.5)]
    with pytest.raises(lw.LinkworkError, match=rf"^Friction jams 'cam' at t = {jams:g} s: no friction force fits"):
        m.inverse(times)


@pytest.mark.parametrize("place", [0.0, 0.1])
def test_a_bead_at_rest_where_the_curvature_jumps(place):
    """It swings at sqrt(2 g 0.3) on the left of the jump, at sqrt(2 g 0.6) on the right: linear equations take one."""
    wire = lw.curve("u", f"0.3*(u - {place})^2 + 0.3*max(u - {place}, 0)^2 + 0.1*max(u - 1, 0)^2", over=(-2, 2))
    m = lw.Mechanism("bead", plane="xy", gravity=(0, -9.81))
    bead = m.body("bead", mass=1.0, inertia=0.01)
    m.point_on_curve("wire", m.ground.at(0, 0), bead.at(0, 0), curve=wire)
    m.drive("bead.angle", 0)
    m.place(bead, at=(place, 0))
    words = "The curvature of the curve in 'wire' jumps where it is touched at this state"
    assert words in m.linearise().notes[0]
    assert words in str(m.equilibrium())
    m.place(bead, at=(place + 0.01, 0.6e-4))
    assert not any(words in note for note in m.linearise().notes)


@pytest.mark.parametrize("law", ["haversine", "step", "poly345", "poly4567"])
@pytest.mark.parametrize("lifts", [False, True])
def test_steps_end_where_the_course_of_a_curve_changes(law: str, lifts: bool) -> None:
    """Rates are those of kinematics at all times, also beside the seams of the cam, where its derivatives jump."""
    program = [("90 deg", "20 mm", law), ("90 deg", "dwell"), ("120 deg", 0, law), ("60 deg", "dwell")]
    cam = lw.cam(program, base_radius="30 mm", roller_radius="10 mm")
    m = with_roller(cam, (0.4, 2e-4), (0.12, 1e-4), "10 mm", lifts=lifts)
    m.spring("spring", m.ground.at(0, 0.2), "follower", stiffness=4000, free_length=0.2)
    m.place("follower", at=(0, 0.04))
    m.drive("O.angle", lw.speed("60 rpm"))
    run = m.simulate(1.0, points=1001)
    wanted = m.move(run.time)
    turn = run.body("disc").angular_velocity
    # steps keep positions to 1e-11 of the size; read between them, rates of turns are right to some 1e-11 of the turn
    np.testing.assert_allclose(turn, 2 * np.pi, atol=1e-9)
    np.testing.assert_allclose(run.body("follower").velocity, wanted.body("follower").velocity, atol=1e-11)


def test_a_contact_at_rest_where_the_course_of_its_curve_changes() -> None:
    """A body that lies where the rounding of a track begins stays there; one that comes over it keeps its energy."""
    track = lw.polyline([(-1, 0), (0, 0), (1, 1)], radius=0.2)
    (x, y), *_ = track.plain.derivatives(track.plain.changes[:1], 1)[0]
    m = lw.Mechanism("track", plane="xy", gravity=(0, -9.81))
    bead = m.body("bead", mass=1.0, inertia=0.01)
    m.point_on_curve("wire", m.ground.at(0, 0), bead.at(0, 0), curve=track)
    m.place(bead, at=(x, y))
    at_rest = m.simulate(1.0, points=11)
    np.testing.assert_allclose(at_rest.body("bead").position, np.tile([x, y], (11, 1)), atol=1e-14)
    m.place(bead, at=(x - 0.3, y), velocity=(1.0, 0))
    run = m.simulate(0.6, points=31)
    energy = run["energy.kinetic"] + 9.81 * run.body("bead").position[:, 1]
    np.testing.assert_allclose(energy, energy[0], rtol=2e-12)  # 1e-12 found, of steps of 1e-11
    assert run.body("bead").position[-1, 1] > y  # it has come over it


@pytest.mark.parametrize(("rpm", "start", "turns"), [(60, 0.0, 30), (2400, 0.0, 30), (600, 10.0, 1), (600, 1000.0, 1)])
def test_driven_cams_pass_the_ends_of_their_rises_turn_after_turn_and_late(rpm, start, turns):
    """However fine the time is beside the place of the contact, no step falls to nothing before a change of course."""
    program = [("90 deg", "20 mm", "haversine"), ("90 deg", "dwell"), ("120 deg", 0, "haversine"), ("60 deg", "dwell")]
    cam = lw.cam(program, base_radius="30 mm", roller_radius="10 mm")
    m = with_roller(cam, (0.4, 2e-4), (0.12, 1e-4), "10 mm")
    m.place("follower", at=(0, 0.05))
    m.drive("O.angle", f"{rpm * np.pi / 30}*(t - {start}) + 0.1")
    run = m.simulate(np.linspace(start, start + 60 / rpm * turns, 101))
    lift = cam.motion(np.mod(0.1 + rpm * np.pi / 30 * (run.time - start), 2 * np.pi))[0]
    # of 20 mm; late the time itself is known to 1e-13 s, and the follower moves with 1.3 m/s
    np.testing.assert_allclose(run.body("follower").position[:, 1] - 0.04, lift, atol=1e-9)
