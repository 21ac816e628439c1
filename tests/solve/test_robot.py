"""Robots in joint coordinates, against the other ways the engine has to the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.base.rotation import matrices, to_matrix
from linkwork.coordinates.masses import mass_weights
from linkwork.errors import AssemblyError, ModelError, MotionError
from linkwork.formulations import Options
from linkwork.formulations.relative import Relative
from linkwork.formulations.terms import body_terms
from linkwork.kernels.trees.plane import articulate_plane, place_plane, respond_plane
from linkwork.kernels.trees.relative import accelerate_tree
from linkwork.kernels.trees.robot_tree import L
from linkwork.kernels.trees.space import articulate_space, place_space, respond_space

# Two computations of the same numbers by different recursions: some hundred roundings of numbers of size 1 ... 100.
SAME = 1e-11
# Central differences with a step of 1e-5: the truncation error h^2 and rounding eps / h are both about 1e-10.
DIFFERENCES, STEP = 1e-8, 1e-5

TAU = [0.31668156484, 13.7362626366, -5.03764461313, -0.15480210831, -1.40432105879, -0.02247881855]


def arm_6r() -> lw.Mechanism:
    """6R arm whose joint torques are known from several programs."""
    m = lw.Mechanism("6R arm", gravity=(0, 0, -9.81))
    axes = "zyyxyx"
    seats = [(0, 0, 0), (0, 0, 0.3), (0, 0, 0.4), (0.3, 0, 0.05), (0.2, 0, 0), (0.1, 0, 0)]
    centres = [(0, 0.02, 0.15), (0.01, 0, 0.2), (0.1, 0, 0.02), (0.1, 0.01, 0), (0.05, 0, 0.01), (0.04, 0, 0.005)]
    before = m.ground
    for i, (axis, seat, centre) in enumerate(zip(axes, seats, centres, strict=True)):
        mass = 6.0 - i
        link = m.body(f"link_{i}", mass=mass, com=centre, inertia=(0.02 * mass, 0.03 * mass, 0.04 * mass))
        m.revolute(f"joint_{i}", before.at(*seat), link.at(0, 0, 0), axis=axis)
        before = link
    return m


def planar_arm() -> lw.Mechanism:
    """Hinge, slide, hinge in a vertical plane that is not xy; the slide is written from its far end."""
    m = lw.Mechanism("planar arm", plane="xz", gravity=(0, -9.81))
    a, b, c = (m.body(n, mass=k, com=(0.3, 0.05 * k), inertia=0.1 * k) for n, k in (("a", 3.0), ("b", 2.0), ("c", 1.0)))
    m.revolute("A", m.ground.at(0.1, 0.2), a.at(0, 0))
    m.prismatic("B", b.at(0, 0.1), a.at(0.5, 0), axis=(1, 0.2))
    m.revolute("C", b.at(0.4, 0), c.at(0, 0))
    return m


def many_joints() -> lw.Mechanism:
    """A tree in space with every kind of joint that has coordinates, and bodies welded on, oblique and branching."""
    m = lw.Mechanism("many joints", gravity=(1.0, -2.0, -9.0))
    names = ("base", "cross", "shaft", "ball", "tip", "side")
    tensor = [[0.3, 0.02, -0.01], [0.02, 0.4, 0.03], [-0.01, 0.03, 0.5]]
    base, cross, shaft, ball, tip, side = (
        m.body(n, mass=1.0 + k, com=(0.1 * k, 0.05, -0.02 * k), inertia=tensor) for k, n in enumerate(names)
    )
    m.prismatic("rail", m.ground.at(0.1, 0, 0, z=(1, 0.3, 0)), base.at(0, 0, 0.1, z=(0, 1, 0.2)))
    m.universal("U", base.at(0.2, 0, 0.3), cross.at(0, 0, -0.1))
    m.cylindrical("Z", shaft.at(0, 0.1, 0, z=(0, 0.6, 0.8)), cross.at(0.3, 0, 0, z=(1, 1, 0)))
    m.spherical("S", shaft.at(0, 0.4, 0), ball.at(0.1, 0, 0))
    m.fixed("weld", ball.at(0.3, 0, 0, z="x", x="z"), tip.at(0, 0, 0))
    m.revolute("side_pin", base.at(0, -0.3, 0), side.at(0, 0, 0.2), axis=(1, 1, 1))
    return m


MODELS = {"6R": arm_6r, "plane": planar_arm, "many": many_joints}


@pytest.fixture(scope="module", params=list(MODELS))
def robot(request):
    m = MODELS[request.param]()
    return m.robot(tool={"6R": "link_5", "plane": "c", "many": "tip"}[request.param])


def random_state(robot, count: int = 3, seed: int = 0):
    """Return z (count, coordinates), zd and zdd (count, rates); balls with Euler parameters of unit length."""
    rng = np.random.default_rng(seed)
    z = rng.uniform(-1, 1, (count, len(robot.names)))
    for k in [i for i, name in enumerate(robot.names) if name.endswith(".e0")]:
        z[:, k : k + 4] /= np.linalg.norm(z[:, k : k + 4], axis=1, keepdims=True)
    return z, rng.uniform(-1, 1, (count, len(robot.rates))), rng.uniform(-1, 1, (count, len(robot.rates)))


def stepped(robot, z, zd, h):
    """Return z after a small time h at rates zd."""
    out = np.zeros_like(z)
    for kind, place, rate in zip(*(robot.tree.nodes[f] for f in ("kind", "place", "rate")), strict=True):
        if kind == 3:
            w, e = zd[rate : rate + 3], z[place : place + 4]
            angle = np.linalg.norm(w) * h
            half = np.array([np.cos(angle / 2), *(0.5 * h * np.sinc(angle / (2 * np.pi)) * w)])
            turned = half[0] * e[1:] + e[0] * half[1:] + np.cross(half[1:], e[1:])
            out[place : place + 4] = [half[0] * e[0] - half[1:] @ e[1:], *turned]
        elif kind:
            out[place] = z[place] + h * zd[rate]
    return out


def twists(robot, z, zd):
    """Return the twists (bodies, 6) of the centres of mass, by differences of poses."""
    ahead, back = (robot.poses(stepped(robot, z, zd, h)) for h in (STEP, -STEP))
    R = [matrices(q[:, 3:]) for q in (back, ahead, robot.poses(z))]
    spin = (R[1] - R[0]) / (2 * STEP) @ np.swapaxes(R[2], 1, 2)
    omega = np.stack([spin[:, 2, 1] - spin[:, 1, 2], spin[:, 0, 2] - spin[:, 2, 0], spin[:, 1, 0] - spin[:, 0, 1]], 1)
    return np.concatenate([(ahead[:, :3] - back[:, :3]) / (2 * STEP), 0.5 * omega], axis=1)


def motions(robot, z):
    """Return T (bodies * 6, n): twists for unit rates, exact to differences."""
    return np.stack([twists(robot, z, unit).ravel() for unit in np.eye(len(robot.rates))], axis=1)


# ---- against the engine ------------------------------------------------------------------------


def test_joints_are_closed_and_read_what_was_given(robot):
    z = random_state(robot)[0][0]
    found = robot.model.assemble(start=robot.poses(z))
    # Nothing has to be moved: the poses of the recursion close all joints.
    np.testing.assert_allclose(found.poses, robot.poses(z), atol=SAME)
    for name, value in zip(robot.names, z, strict=True):
        if name.endswith((".angle", ".translation", ".angle_b")) and not name.startswith("U."):
            assert found.motion.measure(name).value[0] == pytest.approx(value, abs=SAME)


def test_forward_is_where_the_engine_puts_the_tool(robot):
    z = random_state(robot)[0]
    pose = robot.forward(z)
    for k in range(len(z)):
        motion = robot.model.assemble(start=robot.poses(z[k])).motion
        body = motion.body(robot.plan.resolved.solids[robot.tool.body].name)
        np.testing.assert_allclose(pose.position[k], body.position[0], atol=SAME)
        if robot.model.space.planar:
            angle = np.arctan2(pose.axes[k, 1, 0], pose.axes[k, 0, 0])
            assert np.exp(1j * angle) == pytest.approx(np.exp(1j * body.angle[0]), abs=SAME)
        else:
            np.testing.assert_allclose(pose.axes[k], body.rotation[0], atol=SAME)


def test_tool_at_a_point():
    m = arm_6r()
    hand = m.robot(tool=lw.Marker("link_5", (0.1, 0.2, 0.3)))
    z = random_state(hand)[0]
    pose = m.robot().forward(z)
    np.testing.assert_allclose(hand.forward(z).position, pose.position + pose.axes @ [0.1, 0.2, 0.3], atol=SAME)


def test_jacobian_by_differences(robot):
    z = random_state(robot)[0][0]
    J = robot.jacobian(z)
    for k, unit in enumerate(np.eye(len(robot.rates))):
        ahead, back = (robot.forward(stepped(robot, z, unit, h)) for h in (STEP, -STEP))
        size = ahead.position.shape[-1]
        np.testing.assert_allclose(J[:size, k], (ahead.position - back.position) / (2 * STEP), atol=DIFFERENCES)
        spin = (ahead.axes - back.axes) / (2 * STEP) @ robot.forward(z).axes.T
        pairs = [(1, 0)] if size == 2 else [(2, 1), (0, 2), (1, 0)]
        np.testing.assert_allclose(J[size:, k], [spin[i, j] for i, j in pairs], atol=DIFFERENCES)


def test_mass_matrix_is_that_of_the_bodies(robot):
    z = random_state(robot)[0][0]
    plan = robot.plan
    work = plan.bundle(robot.poses(z))
    mass_weights(plan, work)
    terms = body_terms(plan, work, 0.0)
    T = motions(robot, z)
    if robot.model.space.planar:
        T = T.reshape(-1, 6, T.shape[1])[:, [0, 1, 5]].reshape(-1, T.shape[1])
    M = robot.mass_matrix(z)
    np.testing.assert_allclose(M, T.T @ terms.times_mass(T), atol=10 * DIFFERENCES)
    np.testing.assert_array_equal(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0


def test_kinetic_energy(robot):
    z, zd, _ = (a[0] for a in random_state(robot))
    V = twists(robot, z, zd)
    solids = robot.plan.resolved.solids
    R = matrices(robot.poses(z)[:, 3:])
    linear = sum(s.mass * v[:3] @ v[:3] for s, v in zip(solids, V, strict=True))
    angular = sum(v[3:] @ r @ s.inertia @ r.T @ v[3:] for s, v, r in zip(solids, V, R, strict=True))
    assert zd @ robot.mass_matrix(z) @ zd == pytest.approx(linear + angular, rel=10 * DIFFERENCES)


def test_inverse_dynamics_is_mass_matrix_and_bias(robot):
    z, zd, zdd = random_state(robot)
    tau = robot.inverse_dynamics(z, zd, zdd)
    linear = np.einsum("sij,sj->si", robot.mass_matrix(z), zdd)
    np.testing.assert_allclose(tau, linear + robot.bias(z, zd), atol=SAME * np.abs(tau).max())
    np.testing.assert_array_equal(robot.bias(z, 0 * zd), robot.gravity(z))


def test_forward_dynamics_undoes_inverse_dynamics(robot):
    z, zd, zdd = random_state(robot)
    found = robot.forward_dynamics(z, zd, robot.inverse_dynamics(z, zd, zdd))
    # What the condition of the mass matrix leaves.
    worst = np.linalg.cond(robot.mass_matrix(z)).max()
    np.testing.assert_allclose(found, zdd, atol=1e-14 * worst)


def test_free_fall_is_that_of_articulated_bodies(robot):
    """Accelerations without joint forces, by the recursion that simulations in relative coordinates use."""
    z, zd, _ = (a[0] for a in random_state(robot, seed=3))
    work = Relative(robot.plan, Options()).plan.bundle()
    work.z[:], work.zv[:] = z, zd
    planar = robot.model.space.planar
    steps = (place_plane, articulate_plane, respond_plane) if planar else (place_space, articulate_space, respond_space)
    steps[0](work.H)
    accelerate_tree(work.H, 0.0)
    found = robot.forward_dynamics(z, zd, np.zeros(len(robot.rates)))
    np.testing.assert_allclose(found, work.za, atol=SAME * np.abs(work.za).max())


def test_free_fall_is_that_of_a_simulation(robot):
    """The acceleration of the tool, J zdd + J' zd, is that of the engine in reference-point coordinates."""
    z, zd, _ = (a[0] for a in random_state(robot, seed=3))
    plan = robot.plan
    work = plan.bundle(robot.poses(z))
    work.V[:, 0] = twists(robot, z, zd)
    mass_weights(plan, work)
    body_terms(plan, work, 0.0)  # fills the accelerations work.x
    J = robot.jacobian(z)
    body = robot.tool.body
    arm = matrices(robot.poses(z)[body, 3:]) @ (robot.tool.point - plan.resolved.solids[body].com)
    omega, acceleration = work.V[body, 0, 3:], work.x[body]
    if robot.model.space.planar:
        acceleration = np.array([*acceleration[:2], 0, 0, 0, acceleration[2]])
    linear = acceleration[:3] + np.cross(acceleration[3:], arm) + np.cross(omega, np.cross(omega, arm))
    wanted = np.concatenate([linear, acceleration[3:]])[[0, 1, 5] if robot.model.space.planar else slice(None)]
    ahead, back = (robot.jacobian(stepped(robot, z, zd, h)) for h in (STEP, -STEP))
    found = J @ robot.forward_dynamics(z, zd, np.zeros(len(robot.rates))) + (ahead - back) / (2 * STEP) @ zd
    np.testing.assert_allclose(found, wanted, atol=100 * DIFFERENCES)


# ---- known numbers -----------------------------------------------------------------------------


def test_known_torques_of_a_6r_arm():
    rng = np.random.default_rng(0)
    q, v, a = (rng.uniform(-1, 1, 6) for _ in range(3))
    # Eleven decimals are printed.
    np.testing.assert_allclose(arm_6r().robot().inverse_dynamics(q, v, a), TAU, atol=6e-11)


def test_planar_arm_is_the_same_in_space():
    plane, space = planar_arm().robot(), planar_arm().in_space().robot()
    z, zd, zdd = random_state(plane)
    assert plane.names == space.names
    np.testing.assert_allclose(plane.inverse_dynamics(z, zd, zdd), space.inverse_dynamics(z, zd, zdd), atol=SAME)
    np.testing.assert_allclose(plane.mass_matrix(z), space.mass_matrix(z), atol=SAME)
    np.testing.assert_allclose(plane.forward(z).position, space.forward(z).position[:, [0, 2]], atol=SAME)


def test_slide_holds_weight():
    m = lw.Mechanism("lift", gravity=(0, 0, -9.81))
    m.prismatic("lift", m.ground.at(0, 0, 0), m.body("cabin", mass=3.0, inertia=(1, 1, 1)).at(0, 0, 0), axis="z")
    robot = m.robot()
    assert robot.names == ["lift.translation"]
    np.testing.assert_allclose(robot.inverse_dynamics([0.5], [2.0], [1.0]), [3 * 10.81], rtol=1e-15)


def test_angles_of_any_size():
    m = lw.Mechanism("pointer", plane="xy")
    m.revolute("A", m.ground.at(0, 0), m.body("hand").at(0, 0))
    rng = np.random.default_rng(2)
    sizes = (0.0, 1.0, 10.0, 1e3, 9.9e5, 1.1e6, 1e15)
    z = np.concatenate([*(rng.uniform(-s, s, 100) for s in sizes), np.pi / 2 * np.arange(-9, 10)])
    axes = m.robot().forward(z[:, None]).axes
    # Sine and cosine to one unit in the last place of 1, and angles brought back from beyond 1e6 to another.
    np.testing.assert_allclose(axes[:, 0, 0], np.cos(z), rtol=0, atol=4.5e-16)
    np.testing.assert_allclose(axes[:, 1, 0], np.sin(z), rtol=0, atol=4.5e-16)
    assert np.isnan(m.robot().forward([np.nan]).axes[0, 0])


def test_arm_without_coordinates():
    m = lw.Mechanism("post", gravity=(0, 0, -9.81))
    m.fixed("foot", m.ground.at(1, 2, 3), m.body("post", mass=1.0, inertia=(1, 1, 1)).at(0, 0, 0))
    robot = m.robot()
    np.testing.assert_array_equal(robot.forward(np.zeros((2, 0))).position, [[1, 2, 3], [1, 2, 3]])
    assert robot.gravity(np.zeros((2, 0))).shape == (2, 0)


def test_inputs_of_any_kind_of_memory():
    robot = arm_6r().robot()
    z, zd, zdd = random_state(robot, 5)
    wanted = robot.inverse_dynamics(z, zd, zdd)
    still = z.copy()
    still.flags.writeable = False
    np.testing.assert_array_equal(robot.inverse_dynamics(still, np.asfortranarray(zd), zdd.tolist()), wanted)


# ---- batches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, L - 1, L, 2 * L + 3])
def test_batch_equals_single_bit_for_bit(robot, count):
    z, zd, zdd = random_state(robot, count)
    several = [
        robot.forward(z).position,
        robot.forward(z).axes,
        robot.jacobian(z),
        robot.mass_matrix(z),
        robot.inverse_dynamics(z, zd, zdd),
        robot.forward_dynamics(z, zd, zdd),
    ]
    for k in range(count):
        single = [
            robot.forward(z[k]).position,
            robot.forward(z[k]).axes,
            robot.jacobian(z[k]),
            robot.mass_matrix(z[k]),
            robot.inverse_dynamics(z[k], zd[k], zdd[k]),
            robot.forward_dynamics(z[k], zd[k], zdd[k]),
        ]
        for many, one in zip(several, single, strict=True):
            np.testing.assert_array_equal(many[k], one)


def test_leading_axes_and_broadcasting():
    robot = arm_6r().robot()
    z, zd, zdd = random_state(robot, 6)
    grid = robot.inverse_dynamics(z.reshape(2, 3, 6), zd[0], zdd[:3])
    assert grid.shape == (2, 3, 6)
    np.testing.assert_array_equal(grid[1, 2], robot.inverse_dynamics(z[5], zd[0], zdd[2]))
    assert robot.jacobian(z.reshape(2, 3, 6)).shape == (2, 3, 6, 6)
    assert robot.forward(np.zeros((0, 6))).position.shape == (0, 3)


# ---- along a path ------------------------------------------------------------------------------


def circle(count: int, radius: float = 0.2):
    angle = np.linspace(0, 2 * np.pi, count)
    return np.stack([0.85 + 0 * angle, radius * np.cos(angle), 0.75 + radius * np.sin(angle)], 1)


def follows(robot, found, path, turns=None):
    pose = robot.forward(found.z)
    # The solver closes joints and drivers to 1e-12 of the size.
    np.testing.assert_allclose(pose.position, path, atol=1e-10)
    if turns is not None:
        np.testing.assert_allclose(pose.axes, np.broadcast_to(turns, pose.axes.shape), atol=1e-10)


def test_path_with_orientation():
    robot = gallery.get("6r robot", driven=False).robot(tool="hand.tool")
    path, turns = (
        circle(41),
        [to_matrix("rpy", (0.1 * k / 40, 0.0, -0.3 * k / 40)) for k in range(41)],
    )
    found = robot.inverse_kinematics(path, turns)
    assert found.complete
    assert found.names == tuple(robot.names)
    follows(robot, found, path, turns)
    assert np.abs(np.diff(found.z, axis=0)).max() < 1.0  # no leap to another branch


def test_path_with_the_tool_pointing_down():
    """The x axis of the hand is vertical: the critical position of roll, pitch and yaw."""
    robot = gallery.get("6r robot", driven=False).robot()
    down = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    found = robot.inverse_kinematics(circle(25), lw.matrix(down), start=[0.3, 1.2, -2.0, 0.1, 2.0, 0.1])
    follows(robot, found, circle(25), down)


def test_redundant_arm_follows_with_what_is_left():
    robot = arm_6r().robot()
    begin = [0.1, 0.6, 0.7, 0.2, 0.5, 0.0]
    path = robot.forward(begin).position + 0.1 * np.linspace(0, 1, 11)[:, None] * np.array([1.0, 1.0, -1.0])
    found = robot.inverse_kinematics(path, start=begin, times=np.linspace(0, 2, 11))
    follows(robot, found, path)
    np.testing.assert_allclose(found.z[0], begin, atol=1e-9)  # the path begins where the arm is
    assert found.time[-1] == 2.0


def test_path_that_begins_in_a_singular_position():
    """A straight wrist, whose first and last axes coincide; in the plane of the arm the path leads out of it."""
    robot = gallery.get("6r robot", driven=False).robot()
    begin = [0.2, 1.0, -1.5, 0.0, 0.0, 0.0]
    pose = robot.forward(begin)
    path = pose.position + np.linspace(0, 1, 21)[:, None] * 0.1 * np.array([np.cos(0.2), np.sin(0.2), -1.0])
    found = robot.inverse_kinematics(path, pose.axes, start=begin)
    follows(robot, found, path, pose.axes)


def test_planar_path_with_angle():
    robot = planar_arm().robot(tool="c")
    z = np.linspace([0.2, 0.1, 0.3], [3.9, 0.3, -0.5], 30)
    pose = robot.forward(z)
    angles = np.arctan2(pose.axes[:, 1, 0], pose.axes[:, 0, 0])
    found = robot.inverse_kinematics(pose.position, angles, start=z[0])
    # Angles beyond half a turn: counted on.
    np.testing.assert_allclose(found.z, z, atol=1e-9)


def test_path_of_a_ball():
    m = lw.Mechanism("ball", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=1.0, inertia=(1, 1, 1))
    m.spherical("S", m.ground.at(0, 0, 0), arm.at(0, 0, 0))
    robot = m.robot(tool=arm.at(1, 0, 0))
    angle = np.linspace(0, 3 * np.pi, 40)
    path = np.stack([np.cos(angle), np.sin(angle), 0 * angle], 1)
    found = robot.inverse_kinematics(path)
    follows(robot, found, path)
    # One turn brings Euler parameters back with the other sign: no jump on the way.
    assert np.abs(np.diff(found.z, axis=0)).max() < 0.5
    assert found.z.min() < -0.9


def test_path_out_of_reach_says_where():
    robot = gallery.get("6r robot", driven=False).robot()
    path = np.linspace([0.85, 0.3, 0.75], [2.85, 0.3, 0.75], 21)
    with pytest.raises(
        MotionError, match=r"cannot be brought to point \d+ of the path, \(1\.\d+, 0\.3, 0\.75\) m"
    ) as stop:
        robot.inverse_kinematics(path, np.eye(3))
    short = robot.inverse_kinematics(path, np.eye(3), on_limit="return")
    assert not short.complete
    assert 3 < len(short) < 21
    np.testing.assert_array_equal(stop.value.motion.z, short.z)
    follows(robot, short, path[: len(short)])
    # The reach from the shoulder at (0.2, 0, 0.6) is 0.7 + 0.65 m.
    beyond = path[len(short)]
    assert np.hypot(np.hypot(beyond[0], beyond[1]) - 0.2, beyond[2] - 0.6) > 1.35


def test_first_point_out_of_reach():
    robot = gallery.get("6r robot", driven=False).robot()
    with pytest.raises(AssemblyError, match=r"point 0 of the path, \(9, 0, 0\) m"):
        robot.inverse_kinematics([[9.0, 0, 0], [8.0, 0, 0]])


def test_more_prescribed_than_joints_can_do():
    robot = planar_arm().in_space().robot(tool="c")
    pose = robot.forward([0.2, 0.1, 0.3])
    follows(robot, robot.inverse_kinematics([pose.position], pose.axes, start=[0.1, 0.1, 0.2]), [pose.position])
    tilted = pose.axes @ to_matrix("rpy", (0.3, 0.0, 0.0))
    with pytest.raises(AssemblyError, match="6 numbers are prescribed at every point, and it has 3 rates"):
        robot.inverse_kinematics([pose.position], tilted)


# ---- faults ------------------------------------------------------------------------------------


def test_loops_are_refused_by_name():
    with pytest.raises(ModelError, match=r"is no open chain: '\w+' close"):
        gallery.get("four-bar").robot()


def test_wrong_length_names_the_coordinates():
    robot = planar_arm().robot()
    with pytest.raises(ModelError, match=r"z has the shape \(2,\).* 3 coordinates .*A.angle, B.translation, C.angle"):
        robot.forward([0.1, 0.2])
    with pytest.raises(ModelError, match=r"zd is one number.* 3 rates"):
        robot.bias([0.1, 0.2, 0.3], 1.0)
    with pytest.raises(ModelError, match=r"do not fit together: z \(4, 3\), zd \(5, 3\)"):
        robot.bias(np.zeros((4, 3)), np.zeros((5, 3)))
    with pytest.raises(ModelError, match="z must be an array of numbers"):
        robot.forward("home")


def test_masses_are_needed_for_dynamics_only():
    m = lw.Mechanism("bare", plane="xy", gravity=(0, -9.81))
    m.revolute("A", m.ground.at(0, 0), m.body("arm").at(0, 0))
    robot = m.robot("arm")
    np.testing.assert_array_equal(robot.jacobian([0.0]), [[0.0], [0.0], [1.0]])
    with pytest.raises(ModelError, match="body 'arm': its mass is not given"):
        robot.gravity([0.0])


def test_motion_without_inertia_is_not_determined():
    m = lw.Mechanism("idle", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground.at(0, 0, 0), arm.at(0, 0, 0), axis="z")
    m.revolute("B", arm.at(1, 0, 0), m.body("frame", mass=0.0).at(0, 0, 0), axis="z")
    robot = m.robot()
    np.testing.assert_array_equal(robot.gravity([0.1, 0.2]), [0.0, 0.0])
    with pytest.raises(ModelError, match=r"'B\.angle' has the smallest inertia"):
        robot.forward_dynamics([0.1, 0.2], [0, 0], [0, 0])


@pytest.mark.parametrize(
    ("tool", "problem"),
    [
        ("hnd", "there is no body 'hnd'. Did you mean 'hand'"),
        ("hand.tol", "has no point 'tol'. Did you mean 'tool'"),
        ("ground", "is on no moving body"),
        (lw.Marker("hand", ("3 kg", 0, 0)), "cannot be read"),
    ],
)
def test_wrong_tool(tool, problem):
    m = gallery.get("6r robot", driven=False)
    with pytest.raises(ModelError, match=problem):
        m.robot(tool)
    assert m.robot("hand.tool").names[0] == "joint_1.angle"  # the model is none the worse for it


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"path": np.zeros((3, 2))}, r"path has the shape \(3, 2\)"),
        ({"path": circle(3), "times": [0, 1]}, "3 points of the path but 2 times"),
        ({"path": circle(3), "orientation": np.ones((3, 3))}, "matrix 0 is no right-handed rotation"),
        ({"path": circle(3), "orientation": np.eye(2)}, r"orientation has the shape \(2, 2\)"),
        ({"path": circle(3), "orientation": lw.rpy("3 kg", 0, 0)}, "orientation of the tool cannot be read"),
        ({"path": circle(3), "on_limit": "stop"}, "on_limit is 'raise' or 'return', not 'stop'"),
        ({"path": circle(3), "start": np.zeros((2, 6))}, "One configuration of '6r robot' is expected"),
    ],
)
def test_wrong_path(arguments, problem):
    with pytest.raises(ModelError, match=problem):
        gallery.get("6r robot", driven=False).robot().inverse_kinematics(**arguments)


def test_drivers_of_the_model_do_not_matter():
    free, led = (gallery.get("6r robot", driven=d).robot() for d in (False, True))
    z = random_state(free)[0]
    np.testing.assert_array_equal(free.gravity(z), led.gravity(z))
    follows(led, led.inverse_kinematics(circle(5), np.eye(3)), circle(5), np.eye(3))
