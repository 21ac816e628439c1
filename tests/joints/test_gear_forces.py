"""Forces of teeth, belts and threads against free-body equations written by hand.

Positions close to 1e-12 and accelerations follow from one linear solve, so forces of some 100 N are right to 1e-10;
1e-9 of their size leaves room, and a wrong line of action is off by a hundredth and more.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

CLOSE = 1e-9
RIGHT = np.radians(20)


def agree(actual, expected, size=None):
    expected = np.asarray(expected, float)
    scale = max(1.0, float(np.abs(expected).max(initial=0.0))) if size is None else size
    np.testing.assert_allclose(actual, expected, rtol=0, atol=CLOSE * scale)


def as_space(force, torque):
    """Return force and moment of one time as vectors of space."""
    force, torque = np.asarray(force, float), np.asarray(torque, float)
    if force.size == 2:
        return np.array([*force, 0.0]), np.array([0.0, 0.0, float(torque)])
    return force, torque


def wrench(run, joint, body, k=0):
    on = run.joint(joint).on(body)
    return as_space(on.force[k], on.torque[k])


def acts_at(run, joint, body, force, arm, k=0):
    """A joint acts on a body as this force at `arm` from the point of the joint on it."""
    f, m = wrench(run, joint, body, k)
    agree(f, force)
    agree(m, np.cross(arm, force))


# ---- two wheels on the ground -------------------------------------------------------------------


def pair(spatial, torque=20.0, held=True, placed=0.3, internal=False, **options):
    """A wheel of 0.1 m with a torque about z, and one of 0.2 m that is held or free, along the line at 30 degrees."""
    m = lw.Mechanism("pair", plane="xy", spatial=spatial)
    a, b = m.body("a", mass=1.0, inertia=0.01), m.body("b", mass=2.0, inertia=0.04)
    centre = placed * np.cos(np.pi / 6), placed * np.sin(np.pi / 6)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(*centre), b.at(0, 0))
    options = options or {"radius_a": 0.1, "radius_b": 0.2}
    m.gear("mesh", a.at(0, 0), b.at(0, 0), mesh="internal" if internal else "external", **options)
    m.torque("load", a, torque)
    if held:
        m.drive("B.angle", 0.0)
    return m


RADII = {"radius_a": 0.1, "radius_b": 0.2}


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("torque", [20.0, -20.0])
@pytest.mark.parametrize(("pressure", "load"), [(0.0, 200.0), (RIGHT, 212.83555449)])
def test_bearings_carry_the_teeth(spatial, torque, pressure, load):
    run = pair(spatial, torque, **RADII, pressure_angle=pressure).inverse([0.0, 0.5])
    for name in "AB":
        agree(np.linalg.norm(run.joint(name).force, axis=1), [load, load], 1e2)
    x = np.array([np.cos(np.pi / 6), np.sin(np.pi / 6), 0.0])
    y = np.array([-x[1], x[0], 0.0])
    # Moments about A: torque - 0.1 F = 0; teeth press apart, whichever flank carries.
    force = torque / 0.1 * y + abs(torque) / 0.1 * np.tan(pressure) * x
    acts_at(run, "mesh", "b", force, -0.2 * x)
    acts_at(run, "mesh", "a", -force, 0.1 * x)
    agree(wrench(run, "B", "b")[0], -force)
    ((words, around),) = run.joint("mesh").by_equation.items()
    assert "around the wheels" in words
    agree(around, [torque / 0.1] * 2)
    agree(run.driver("B.angle").effort, [2 * torque] * 2)
    assert np.abs(run.joint("mesh").power).max() < 1e-12


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("ring", ["a", "b"])
def test_a_wheel_inside_a_ring(spatial, ring):
    radii = {"radius_a": 0.2, "radius_b": 0.1} if ring == "a" else RADII
    run = pair(spatial, 20.0, placed=0.1, internal=True, **radii, pressure_angle=RIGHT).inverse([0.0])
    x = np.array([np.cos(np.pi / 6), np.sin(np.pi / 6), 0.0]) * (1 if ring == "a" else -1)
    y = np.array([-x[1], x[0], 0.0])
    tangential = 20.0 / radii["radius_a"]
    # The pitch point lies on the side of the pinion; the pinion is pressed to its centre, the ring from its own.
    apart = tangential * np.tan(RIGHT) * x * (-1 if ring == "a" else 1)
    acts_at(run, "mesh", "b", tangential * y + apart, radii["radius_b"] * x)
    agree(run.driver("B.angle").effort, [-tangential * radii["radius_b"]])


@pytest.mark.parametrize("spatial", [False, True])
def test_two_free_wheels(spatial):
    run = pair(spatial, held=False, **RADII).simulate([0.0, 0.2, 0.4])
    # (I_a + I_b / 4) alpha = T; wheel b turns back at half the speed, pushed by F = I_b alpha / 2 / 0.2.
    alpha = 20.0 / (0.01 + 0.04 / 4)
    agree(run.joint("A").angle, alpha * run.time**2 / 2)
    agree(run.joint("B").angle, -alpha * run.time**2 / 4)  # more than ten turns
    agree(np.linalg.norm(run.joint("B").force, axis=1), [0.04 * alpha / 2 / 0.2] * 3)


SIZES = [
    {"radius_a": "100 mm", "radius_b": 0.2},
    {"teeth_a": 20, "teeth_b": 40, "module": "10 mm"},
    {"teeth_a": 20, "teeth_b": 40},
    {"ratio": 2},
    {"ratio": "i", "teeth_a": 20, "teeth_b": 40},
]


@pytest.mark.parametrize("sizes", SIZES)
def test_sizes_from_radii_teeth_or_ratio(sizes):
    m = pair(False, **sizes, pressure_angle="20 deg")
    m.parameter("i", 2)
    run = m.inverse([0.0])
    agree(np.linalg.norm(run.joint("A").force), 212.83555449, 1e2)


def test_forward_after_inverse_is_the_motion_again():
    m = pair(True, held=False, **RADII, pressure_angle=RIGHT)
    m.drive("A.angle", "sin(3*t)")
    run = m.inverse(np.linspace(0, 1, 21))
    free = pair(True, held=False, **RADII, pressure_angle=RIGHT)
    effort = run.driver("A.angle")
    # I_total alpha - T with alpha = -9 sin(3 t): the effort is known in closed form too.
    agree(effort.effort, -0.02 * 9 * np.sin(3 * run.time) - 20.0)
    free.torque("drive", "a", f"{-0.02 * 9}*sin(3*t) - 20")
    free.place("a", rate=3.0)
    again = free.simulate(run.time, tolerance=1e-11)
    agree(again.joint("A").angle, run.joint("A").angle)
    agree(again.joint("mesh").force, run.joint("mesh").force, 1e2)


# ---- helical teeth ------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [1, -1])
@pytest.mark.parametrize("torque", [20.0, -20.0])
@pytest.mark.parametrize("opposed", [False, True])
def test_helical_wheels_push_along_their_axes(hand, torque, opposed):
    """F_a = F_t tan(beta), F_r = F_t tan(alpha_n) / cos(beta)."""
    m = lw.Mechanism("helical")
    a, b = m.body("a", mass=1.0, inertia=(1, 1, 1)), m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground.at(0, 0, 0), a.at(0, 0, 0))
    m.revolute("B", m.ground.at(0.3, 0, 0), b.at(0, 0, 0))
    helix = hand * np.radians(25)
    module = 2 * 0.1 * np.cos(helix) / 20
    axis = (0, 0, -1) if opposed else (0, 0, 1)
    m.gear(
        "mesh", a.at(0, 0, 0), b.at(0, 0, 0, z=axis), teeth_a=20, teeth_b=40, module=module,
        helix_angle=helix, pressure_angle=RIGHT,
    )  # fmt: skip
    m.torque("load", a, torque, axis="z")
    m.drive("B.angle", 0.0)
    run = m.inverse([0.0])
    tangential = torque / 0.1
    # A right-handed tooth of wheel a runs along (0, sin, cos); the force on b is across it.
    force = [abs(tangential) * np.tan(RIGHT) / np.cos(helix), tangential, -tangential * np.tan(helix)]
    acts_at(run, "mesh", "b", force, [-0.2, 0, 0])
    f, moment = wrench(run, "B", "b")
    agree(f, -np.array(force))
    agree(moment[:2], -np.cross([-0.2, 0, 0], force)[:2])


# ---- bevel and crossed gears --------------------------------------------------------------------


@pytest.mark.parametrize("angle", [90.0, 60.0, 110.0])
@pytest.mark.parametrize("centres", ["apex", "wheels", "opposed axis"])
def test_bevel_gears(angle, centres):
    shaft, r_a, r_b = np.radians(angle), 0.05, 0.125
    cone_a = np.arctan2(np.sin(shaft), r_b / r_a + np.cos(shaft))
    u, v = np.array([0.0, 0, 1]), np.array([np.sin(shaft), 0, np.cos(shaft)])
    pitch = r_a / np.sin(cone_a) * np.array([np.sin(cone_a), 0, np.cos(cone_a)])
    out_a, out_b = (0.0, 0.0) if centres == "apex" else (pitch @ u, pitch @ v)
    flip = -1 if centres == "opposed axis" else 1
    m = lw.Mechanism("bevel")
    a, b = m.body("a", mass=1.0, inertia=(1, 1, 1)), m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground.at(*(out_a * u), z=u), a.at(0, 0, 0, z=u))
    m.revolute("B", m.ground.at(*(out_b * v), z=flip * v), b.at(0, 0, 0, z=flip * v))
    sizes = {"radius_a": r_a, "radius_b": r_b} if centres == "apex" else {"ratio": 2.5}
    m.bevel_gear("mesh", a.at(0, 0, 0, z=u), b.at(0, 0, 0, z=flip * v), **sizes, pressure_angle=RIGHT)
    m.torque("load", a, 3.0, axis=u)
    m.drive("B.angle", "2*t")
    run = m.inverse([0.0, 0.7])
    agree(run.joint("A").angle_velocity, [-2 * 2.5 * flip] * 2)
    tangential = 3.0 / r_a
    across = (v - (v @ pitch) * pitch / (pitch @ pitch)) / np.linalg.norm(np.cross(v, pitch)) * np.linalg.norm(pitch)
    force = tangential * np.array([0, 1, 0]) + tangential * np.tan(RIGHT) * across
    assert force @ v > 0, "away from where the axes meet"
    for k in range(2):
        acts_at(run, "mesh", "b", force, pitch - out_b * v, k)
        acts_at(run, "mesh", "a", -force, pitch - out_a * u, k)


@pytest.mark.parametrize("angle", [90.0, -90.0, 50.0, 130.0])
@pytest.mark.parametrize("helix", [None, 20.0, -35.0, 78.0])
def test_crossed_gears(angle, helix):
    """Force across teeth that lie along both helices; ratio = r_b cos(beta_b) / (r_a cos(beta_a))."""
    shaft, gap, ratio = np.radians(angle), 0.12, 1.7
    u, n, y = np.array([0.0, 0, 1]), np.array([1.0, 0, 0]), np.array([0.0, 1, 0])
    v = np.cos(shaft) * u + np.sin(shaft) * y
    line = np.pi / 2 if abs(angle) == 90 else (shaft + np.pi / 2) % np.pi - np.pi / 2
    beta = line / 2 if helix is None else np.radians(helix)
    tooth = np.cos(beta) * u + np.sin(beta) * y
    share = ratio * np.cos(beta) / abs(tooth @ v)
    r_a = gap / (1 + share)
    m = lw.Mechanism("crossed")
    a, b = m.body("a", mass=1.0, inertia=(1, 1, 1)), m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground.at(0, 0, 0.03, z=u), a.at(0, 0, 0, z=u))
    m.revolute("B", m.ground.at(*(gap * n - 0.02 * v), z=v), b.at(0, 0, 0, z=v))
    given = {} if helix is None else {"helix_angle": f"{helix} deg"}
    m.crossed_gear("mesh", a.at(0, 0, 0, z=u), b.at(0, 0, 0, z=v), ratio=ratio, pressure_angle=RIGHT, **given)
    m.torque("load", a, 3.0, axis=u)
    m.drive("A.angle", "t")
    run = m.move([0.0, 0.5])
    w = run.joint("B").angle_velocity[1]
    assert abs(w) == pytest.approx(1 / ratio, rel=1e-12)
    across = np.cross(n, tooth)
    contact = r_a * n
    speed_a, speed_b = np.cross(u, contact), w * np.cross(v, contact - gap * n)
    assert speed_a @ across == pytest.approx(speed_b @ across, abs=1e-12), "the teeth slide along each other only"
    m.drivers.clear()
    m.drive("B.angle", 0.0)
    held = m.inverse([0.0])
    push = across / (across @ y)
    force = 3.0 / r_a * push + 3.0 / r_a * np.tan(RIGHT) / np.cos(beta) * n
    acts_at(held, "mesh", "a", -force, contact - [0, 0, 0.03])


# ---- a planet on a carrier that moves -----------------------------------------------------------


def planet(spatial):
    m = lw.Mechanism("planet", plane="xy", spatial=spatial)
    sun, ring, arm = (m.body(n, mass=1.0, inertia=i) for n, i in (("sun", 1e-3), ("ring", 8e-3), ("arm", 2e-3)))
    small = m.body("planet", mass=0.4, inertia=5e-4)
    for name, body in (("S", sun), ("R", ring), ("C", arm)):
        m.revolute(name, m.ground.at(0, 0), body.at(0, 0))
    m.revolute("P", arm.at(0.08, 0), small.at(0, 0))
    sizes = {"module": "4 mm", "pressure_angle": RIGHT}
    m.gear("inner", sun.at(0, 0), small.at(0, 0), teeth_a=25, teeth_b=15, **sizes)
    m.gear("outer", small.at(0, 0), ring.at(0, 0), teeth_a=15, teeth_b=55, mesh="internal", **sizes)
    for name, body, value in (("Ts", sun, 1.0), ("Tr", ring, -0.5), ("Tc", arm, 0.2)):
        m.torque(name, body, value)
    m.place(sun, rate=40.0)
    m.place(arm, rate=7.0)
    return m


@pytest.mark.parametrize("spatial", [False, True])
def test_planet_on_a_moving_carrier(spatial):
    run = planet(spatial).simulate([0.0, 0.05, 0.1], tolerance=1e-12)

    def rate(name, of="angular_acceleration"):
        value = getattr(run.body(name), of)
        return value if value.ndim == 1 else value[:, 2]

    r_s, r_p, r_r, e = 0.05, 0.03, 0.11, 0.08
    w = {n: rate(n, "angular_velocity") for n in ("sun", "planet", "ring", "arm")}
    agree(r_s * (w["sun"] - w["arm"]), -r_p * (w["planet"] - w["arm"]))
    agree(r_r * (w["ring"] - w["arm"]), r_p * (w["planet"] - w["arm"]))
    # Moments about their axes: tangential forces on sun and ring; then the planet and its pin.
    inner = (1.0 - 1e-3 * rate("sun")) / r_s
    outer = (8e-3 * rate("ring") + 0.5) / r_r
    agree(5e-4 * rate("planet"), -(inner + outer) * r_p)
    angle = run.joint("C").angle
    for k in range(3):
        x = np.array([np.cos(angle[k]), np.sin(angle[k]), 0.0])
        y = np.array([-x[1], x[0], 0.0])
        from_sun = inner[k] * y + abs(inner[k]) * np.tan(RIGHT) * x
        on_ring = outer[k] * y + abs(outer[k]) * np.tan(RIGHT) * x
        acts_at(run, "inner", "planet", from_sun, -r_p * x, k)
        acts_at(run, "outer", "ring", on_ring, r_r * x, k)
        acceleration = e * (rate("arm")[k] * y - w["arm"][k] ** 2 * x)
        agree(wrench(run, "P", "planet", k)[0], 0.4 * acceleration - from_sun + on_ring)
    assert run.energy.relative_drift < 1e-10


# ---- rack, belt, screw --------------------------------------------------------------------------


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("torque", [5.0, -5.0])
def test_rack_and_pinion(spatial, side, torque):
    m = lw.Mechanism("rack", plane="xy", spatial=spatial)
    pinion, bar = m.body("pinion", mass=1.0, inertia=0.02), m.body("bar", mass=3.0, inertia=0.1)
    t = np.array([0.6, 0.8, 0.0])
    n = np.array([-0.8, 0.6, 0.0])
    m.revolute("A", m.ground.at(0, 0), pinion.at(0, 0))
    m.prismatic("B", m.ground.at(*(-0.1 * side * n)[:2]), bar.at(0, 0), axis=(0.6, 0.8))
    m.rack("mesh", bar.at(0, 0), pinion.at(0, 0), radius=0.1, direction=(0.6, 0.8), pressure_angle=RIGHT)
    m.torque("load", pinion, torque)
    run = m.simulate([0.0, 0.1])
    # F on the pinion along t at -side r n: I alpha = T + side r F, m s'' = -F, s = side r angle.
    alpha = torque / (0.02 + 3.0 * 0.01)
    agree(run.joint("A").angle_acceleration, [alpha] * 2)
    agree(run.joint("B").translation, side * 0.1 * run.joint("A").angle)
    along = -3.0 * side * 0.1 * alpha
    force = along * t + abs(along) * np.tan(RIGHT) * side * n
    for k in range(2):
        acts_at(run, "mesh", "pinion", force, -0.1 * side * n, k)
        agree(wrench(run, "A", "pinion", k)[0], -force)
    assert np.abs(run.joint("mesh").power).max() < 1e-12


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("strands", ["open", "crossed"])
def test_belt(spatial, strands):
    """Half of the difference of pull in one strand, minus half of it in the other, along the true strands."""
    r_a, r_b, gap = 0.1, 0.04, 0.3
    m = lw.Mechanism("belt", plane="xy", spatial=spatial)
    a, b = m.body("a", mass=1.0, inertia=0.02), m.body("b", mass=1.0, inertia=0.01)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(gap, 0), b.at(0, 0))
    m.belt("belt", a.at(0, 0), b.at(0, 0), radius_a=r_a, radius_b=r_b, strands=strands)
    m.torque("load", a, 5.0)
    m.effort("tight", "belt.distance", -80.0)
    m.drive("B.angle", 0.0)
    run = m.inverse([0.0])
    pull = 5.0 / r_a
    sense = 1 if strands == "open" else -1
    tilt = np.arcsin((r_a - sense * r_b) / gap)
    total_force, total_moment = np.zeros(3), 0.0
    for upper in (1, -1):
        # The strand from pulley a above or below; on b it ends on the same side, or on the other where it crosses.
        normal = np.array([np.sin(tilt), upper * np.cos(tilt), 0.0])
        start, end = r_a * normal, [gap, 0, 0] + sense * r_b * normal
        strand = (end - start) / np.linalg.norm(end - start)
        assert abs(strand @ normal) < 1e-12
        # The torque on a is held by the pull at its upper side less that at its lower one, towards b.
        force = -upper * pull / 2 * strand * np.sign(np.cross(start, strand)[2] * -upper)
        total_force += force
        total_moment += np.cross(end - [gap, 0, 0], force)[2]
    f, moment = wrench(run, "belt", "b")
    agree(f, total_force)
    agree(moment[2], total_moment)
    agree(run.driver("B.angle").effort, [-total_moment])
    agree(wrench(run, "B", "b")[0], -total_force + [80.0, 0, 0])


@pytest.mark.parametrize("strands", ["open", "crossed"])
@pytest.mark.parametrize("spatial", [False, True])
def test_belt_that_is_tightened(spatial, strands):
    """Strands pull with F0 + T/2r and F0 - T/2r; without torque the bearings carry 2 F0 cos(tilt)."""
    r_a, r_b, gap, pull = 0.1, 0.04, 0.3, 80.0
    m = lw.Mechanism("belt", plane="xy", spatial=spatial)
    a, b = m.body("a", mass=1.0, inertia=0.02), m.body("b", mass=1.0, inertia=0.01)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(gap, 0), b.at(0, 0))
    m.belt("belt", a.at(0, 0), b.at(0, 0), radius_a=r_a, radius_b=r_b, strands=strands)
    m.effort("tight", "belt.length", -pull)
    m.drive("B.angle", 0.0)
    m.parameter("torque", 0.0)
    m.torque("load", a, "torque")
    step = r_a + r_b if strands == "crossed" else r_a - r_b
    tilt = np.arcsin(step / gap)
    idle = m.inverse([0.0])
    agree(wrench(idle, "A", "a")[0], [-2 * pull * np.cos(tilt), 0, 0])
    agree(wrench(idle, "B", "b")[0], [2 * pull * np.cos(tilt), 0, 0])
    # two straight strands and the arcs on both pulleys
    length = 2 * gap * np.cos(tilt) + (np.pi + 2 * tilt) * r_a
    length += (np.pi - 2 * tilt) * r_b if strands == "open" else (np.pi + 2 * tilt) * r_b
    agree(idle.measure("belt.length").values[0, 0], length)
    for torque in (6.0, -6.0):
        m.parameters["torque"] = torque
        run = m.inverse([0.0])
        # a torque forward on a hauls in the strand on the left of the way to b
        agree(run.tension("belt"), [[pull + torque / (2 * r_a), pull - torque / (2 * r_a)]])
        assert "slack strand" not in run.status
    m.parameters["torque"] = 20.0
    assert "slack strand of belt 'belt' would have to push at t = 0 s, with up to 20 N" in m.inverse([0.0]).status


def test_belt_that_nobody_tightens_tells_the_difference():
    m = lw.Mechanism("chain", plane="xy")
    a, b = m.body("a", mass=1.0, inertia=0.02), m.body("b", mass=1.0, inertia=0.01)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    m.belt("chain", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.05)
    m.torque("load", a, 5.0)
    m.drive("B.angle", 0.0)
    run = m.inverse([0.0])
    agree(run.tension("chain"), [[25.0, -25.0]])
    assert "slack strand" not in run.status
    with pytest.raises(lw.ModelError, match="cables and belts have a tension"):
        run.tension("A")


def test_screw():
    """Nut of a vertical screw, turned by a torque and pulled down by its weight."""
    m = lw.Mechanism("jack", gravity=(0, 0, -9.81))
    nut = m.body("nut", mass=2.0, inertia=(0.01, 0.01, 0.003))
    m.screw("S", m.ground.at(0, 0, 0), nut.at(0, 0, 0), pitch="-10 mm")
    m.torque("turn", nut, 0.05, axis="z")
    run = m.simulate([0.0, 0.5])
    lead = -0.01 / (2 * np.pi)
    alpha = (0.05 - 2.0 * 9.81 * lead) / (0.003 + 2.0 * lead**2)
    agree(run.joint("S").angle_acceleration, [alpha] * 2)
    agree(run.joint("S").translation, lead * run.joint("S").angle)
    thread = 2.0 * (9.81 + lead * alpha)
    agree(run.joint("S").on("nut").force, [[0, 0, thread]] * 2)
    agree(run.joint("S").on("nut").torque, [[0, 0, -lead * thread]] * 2)


# ---- all formulations agree ---------------------------------------------------------------------


STEPPERS = ("momentum", "augmented-lagrangian-3")


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("build", ["planet", "pair"])
def test_formulations_agree(build, spatial):
    m = planet(spatial) if build == "planet" else pair(spatial, 0.5, held=False, **RADII, pressure_angle=RIGHT)
    table = m.compare(0.05, points=6)
    told = [entry for entry in table.entries if entry.motion is not None]
    refused = {entry.name for entry in table.entries} - {entry.name for entry in told}
    assert refused == ({"lagrange"} if build == "planet" else set())
    # Steps to 1e-9, those of order two to 1e-5; the penalty method leaves joints open by its forces.
    assert max(entry.position for entry in told if entry.name not in STEPPERS) < 1e-7
    assert max(entry.position for entry in told) < 1e-3
    assert max(entry.reaction for entry in told if entry.name not in (*STEPPERS, "penalty")) < 1e-7
    assert max(entry.reaction for entry in told) < 1e-4
