"""Wheels of section 3.6: by the joints, by the velocity of the pole, and by the equivalent linkage.

References are closed forms, good to 14 digits; the joints close to 1e-13 of the mechanism.
"""

import numpy as np
import pytest
from case_data import agree, load, quadratic

import linkwork as lw

PLANE = [load("p04h1_wheel_straight"), load("p04h2_wheel_convex")]
SPACE = load("p04h3_wheel_3d")
DIGITS = 1e-13


def points(d):
    """Return O, A, P and the centre of the track or None."""
    o = np.array([0.0, d["R"]])
    a = o + d["A_radius"] * np.array([np.cos(d["A_angle"]), np.sin(d["A_angle"])])
    return o, a, np.zeros(2), None if d["rho"] is None else np.array([0.0, -d["rho"]])


@pytest.mark.parametrize("case", PLANE, ids=["straight", "convex"])
@pytest.mark.parametrize("method", ["direct", "equivalent"])
def test_both_methods_in_the_plane(case, method):
    d, r = case.data, case.reference
    o, a, p, track = points(d)
    found = getattr(lw.rolling, method)(o, a, p, d["omega"], d["alpha"], track)
    agree(found.centre_velocity, r["vO"], DIGITS)
    agree(found.point_velocity, r["vA"], DIGITS)
    agree(found.centre_acceleration, r["aO"], DIGITS)
    agree(found.point_acceleration, r["aA"], DIGITS)
    agree(found.pole_velocity, r["pole_velocity"], DIGITS)
    agree(lw.rolling.centre_of_curvature(o, a, p, track), r["centre_of_curvature_of_A_path"], DIGITS)


@pytest.mark.parametrize("case", PLANE, ids=["straight", "convex"])
def test_the_joint_in_the_plane(case):
    d, r = case.data, case.reference
    o, a, _, track = points(d)
    m = lw.Mechanism("wheel", plane="xy")
    wheel = m.body("wheel")
    wheel.point("O", 0, 0)
    wheel.point("A", *(a - o))
    wheel.point("P", 0, -d["R"])
    shape = {} if track is None else {"track": "outside", "track_radius": d["rho"]}
    m.rolling_wheel(
        "W", m.ground.at(*(np.zeros(2) if track is None else track)), wheel.at(0, 0), radius=d["R"], **shape
    )
    m.place(wheel, at=o, angle=0)
    m.drive("wheel.angle", quadratic(0.0, d["omega"], d["alpha"]))
    pose = m.pose(0.0)
    for name, velocity, acceleration in (("O", "vO", "aO"), ("A", "vA", "aA")):
        agree(pose.point(f"wheel.{name}").velocity[0], r[velocity], 1e-12)
        agree(pose.point(f"wheel.{name}").acceleration[0], r[acceleration], 1e-12)
    agree(pose.point("wheel.P").acceleration[0], r["wheel_material_contact_acceleration"], 1e-12)
    contact = pose.joint("W")
    agree([contact.contact_x_velocity[0], contact.contact_y_velocity[0]], r["pole_velocity"], 1e-12)


@pytest.mark.parametrize("method", ["direct", "equivalent"])
@pytest.mark.parametrize("track", [None, 2.5, -1.7], ids=["straight", "convex", "concave"])
def test_methods_agree_with_rigid_body_kinematics_anywhere(method, track):
    # v = w x PO, a_O = (alpha x, curvature) and a_A = a_O + alpha x OA - w^2 OA, for any point and any direction.
    rng = np.random.default_rng(5)
    for _ in range(20):
        n = rng.normal(size=2)
        n /= np.hypot(*n)
        t, p, radius = np.array([-n[1], n[0]]), rng.normal(size=2), 0.6
        w, alpha = rng.normal(size=2)
        arm = rng.normal(size=2)
        found = getattr(lw.rolling, method)(
            p + radius * n, p + radius * n + arm, p, w, alpha, None if track is None else p - track * n
        )
        vo, ao = w * radius * t, alpha * radius * t
        if track is not None:
            ao -= (w * radius) ** 2 / (track + radius) * n
        across = np.array([-arm[1], arm[0]])
        agree(found.centre_velocity, vo, 1e-12)
        agree(found.centre_acceleration, ao, 1e-11)
        agree(found.point_velocity, vo + w * across, 1e-12)
        agree(found.point_acceleration, ao + alpha * across - w**2 * arm, 1e-10)


def test_a_point_at_the_contact_is_refused():
    with pytest.raises(lw.LinkworkError, match="take another one"):
        lw.rolling.direct((0, 1), (0, 0), (0, 0), 1.0)


# ---- in space -----------------------------------------------------------------------------------


def in_space():
    d, r = SPACE.data, SPACE.reference
    theta, phi = d["theta"], d["phi"]
    u = np.array([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)])
    return d, r, u


@pytest.mark.parametrize("given", [(0, 1, 5), (0, 2, 4), (1, 3, 5), (0, 4, 5)])
def test_three_velocities_tell_the_others(given):
    _, r, u = in_space()
    full = np.array([*r["vO"], *r["vA"]]), np.array([*r["aO"], *r["aA"]])
    velocities, accelerations = (np.where(np.isin(np.arange(6), given), x, np.nan) for x in full)
    found = lw.rolling.spatial(r["O"], r["A"], u, velocities, accelerations)
    agree(found.angular_velocity, r["omega"], 1e-12)
    agree(found.angular_acceleration, r["angular_acceleration"], 1e-11)
    for x, name in (("centre", "O"), ("point", "A")):
        agree(getattr(found, f"{x}_velocity"), r[f"v{name}"], 1e-12)
        agree(getattr(found, f"{x}_acceleration"), r[f"a{name}"], 1e-11)
    agree(found.pole_velocity, r["geometric_contact_velocity"], 1e-12)


def test_what_does_not_determine_the_rotation_is_refused():
    _, r, u = in_space()
    three = np.array([*r["vO"], np.nan, np.nan, np.nan])
    with pytest.raises(lw.LinkworkError, match="given: Ox, Oy, Oz"):
        lw.rolling.spatial(r["O"], r["A"], u, three, three)


def test_the_joint_in_space():
    d, r, u = in_space()
    m = lw.Mechanism("wheel")
    wheel = m.body("wheel", mass=1.0, inertia=(1.0, 1.0, 1.0))
    e1 = np.cross([0, 0, 1], u) / np.linalg.norm(np.cross([0, 0, 1], u))
    frame = np.column_stack([e1, np.cross(u, e1), u])
    wheel.point("A", *(d["A_radius"] * np.array([np.cos(d["A_angle"]), np.sin(d["A_angle"]), 0])))
    m.rolling_disc("road", m.ground.at(0, 0, 0), wheel.at(0, 0, 0), radius=d["R"])
    m.place(wheel, at=r["O"], rotation=lw.matrix(frame), velocity=r["vO"], rate=r["omega"])
    # The moment about the contact that gives this acceleration: I alpha + m (c - P) x a_O.
    arm = np.array(r["O"]) - np.array(r["contact"])
    moment = np.array(r["angular_acceleration"]) + np.cross(arm, r["aO"])
    m.torque("moment", wheel, float(np.linalg.norm(moment)), axis=tuple(moment.tolist()))
    run = m.simulate([0.0, 1e-3])
    agree(run.body("wheel").velocity[0], r["vO"], 1e-12)
    agree(run.body("wheel").acceleration[0], r["aO"], 1e-11)
    agree(run.point("wheel.A").velocity[0], r["vA"], 1e-12)
    agree(run.point("wheel.A").acceleration[0], r["aA"], 1e-11)
    road = run.joint("road")
    agree([road.contact_x[0], road.contact_y[0]], r["contact"][:2], 1e-12)
    agree([road.contact_x_velocity[0], road.contact_y_velocity[0]], r["geometric_contact_velocity"][:2], 1e-12)
