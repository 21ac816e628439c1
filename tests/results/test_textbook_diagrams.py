"""Diagrams against the rules of textbooks: Kennedy, Euler and Savary, Cardan's circles, Newton and Euler, unbalance."""

import numpy as np
import pytest

import linkwork as lw

G = np.array([0.0, -9.81])
LENGTHS = {"crank": 0.9, "coupler": 2.4, "rocker": 1.8, "ground": 2.6}
MASSES = {"crank": 1.3, "coupler": 2.1, "rocker": 1.7}
INERTIAS = {"crank": 1.3 * 0.9**2 / 12, "coupler": 0.8, "rocker": 1.7 * 1.8**2 / 12}
CENTRES = {"crank": (0.45, 0.0), "coupler": (1.1, 0.3), "rocker": (0.9, 0.0)}
ACTING = {"crank": {"A": 1, "B": -1}, "coupler": {"B": 1, "C": -1}, "rocker": {"C": 1, "D": 1}}
"""Joints of every body, and whether it feels their force as it is or the opposite one."""


@pytest.fixture(scope="module")
def run():
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    crank, coupler, rocker = (
        m.body(name, mass=MASSES[name], com=CENTRES[name], inertia=INERTIAS[name]) for name in MASSES
    )
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(LENGTHS["crank"], 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(LENGTHS["coupler"], 0), rocker.at(LENGTHS["rocker"], 0))
    m.revolute("D", m.ground.at(LENGTHS["ground"], 0), rocker.at(0, 0))
    for name, at in {"P": (0.9, 0.8), "Q": (-0.4, 0.5), "R": (2.9, -1.1)}.items():
        coupler.point(name, *at)
    m.place(crank, angle=0.5)
    m.place(rocker, angle=1.4)
    m.drive("A.angle", "0.5 + 3*t + 0.5*t^2")
    return m.inverse(np.linspace(0, 2, 81))


def pin(run, name, k):
    return run.point(run.model.joints[name].b).position[k]


@pytest.mark.parametrize("k", [3, 17, 40, 66])
def test_four_bar_by_euler_and_savary(run, k):
    A, B, C, D = (pin(run, name, k) for name in "ABCD")
    # Kennedy: the pole of the coupler lies on both links.
    share = np.linalg.solve(np.column_stack([B - A, C - D]) * [1, -1], D - A)[0]
    pole = A + share * (B - A)
    np.testing.assert_allclose(run.instant_centres(at=k)["coupler", "ground"].point, pole, rtol=0, atol=1e-11)

    def ray(point):
        return (point - pole) / np.hypot(*(point - pole))

    # Euler and Savary: (1/PX - 1/PX0) e.N = 1 with e along the ray and N from the pole to the inflection pole; both
    # pins, whose paths have the frame's pivots as centres, give N.
    rays = {end: ray(moving) for end, moving in (("A", B), ("D", C))}
    bends = {
        end: 1 / ((moving - pole) @ rays[end]) - 1 / ((fixed - pole) @ rays[end])
        for end, moving, fixed in (("A", B, A), ("D", C, D))
    }
    N = np.linalg.solve([bends[end] * rays[end] for end in "AD"], [1.0, 1.0])
    for name in "PQR":
        point = run.point(f"coupler.{name}").position[k]
        e = ray(point)
        centre = pole + e / (1 / ((point - pole) @ e) - 1 / (e @ N))
        found = run.coupler_curve(f"coupler.{name}").at(k)
        # rounding, times how far the centre is away
        np.testing.assert_allclose(found.centre, centre, rtol=0, atol=1e-12 * max(1.0, np.hypot(*(centre - point))))
        assert found.radius == pytest.approx(np.hypot(*(centre - point)), rel=1e-11)


@pytest.mark.parametrize("k", range(0, 81, 16))
def test_four_bar_by_newton_and_euler(run, k):
    """Nine equations of three bodies for the forces in four pins and the driver's torque."""
    matrix, right = np.zeros((9, 9)), np.zeros(9)
    for i, (name, joints) in enumerate(ACTING.items()):
        body = run.body(name)
        c, s = np.cos(body.angle[k]), np.sin(body.angle[k])
        arm = np.array([[c, -s], [s, c]]) @ CENTRES[name]
        omega, alpha = body.angular_velocity[k], body.angular_acceleration[k]
        a = body.acceleration[k] + alpha * np.array([-arm[1], arm[0]]) - omega**2 * arm
        for joint, sign in joints.items():
            dx, dy = pin(run, joint, k) - body.position[k] - arm
            n = 2 * "ABCD".index(joint)
            matrix[3 * i : 3 * i + 3, n : n + 2] = sign * np.array([[1, 0], [0, 1], [-dy, dx]])
        right[3 * i : 3 * i + 3] = *(MASSES[name] * (a - G)), INERTIAS[name] * alpha
    matrix[2, 8] = 1.0  # the driver turns the crank
    forces = np.linalg.solve(matrix, right)
    close = {"rtol": 0, "atol": 1e-12 * np.abs(forces).max()}
    for name, joints in ACTING.items():
        cut = run.free_body(name, at=k)
        for joint, sign in joints.items():
            n = 2 * "ABCD".index(joint)
            np.testing.assert_allclose(cut[joint].force, sign * forces[n : n + 2], **close)
    np.testing.assert_allclose(run["A.angle.effort"][k], forces[8], **close)


@pytest.fixture(scope="module")
def trammel():
    m = lw.Mechanism("trammel", plane="xy")
    bar, level, upright = (m.body(name) for name in ("bar", "level", "upright"))
    m.prismatic("X", m.ground.at(0, 0), level.at(0, 0), axis="x")
    m.prismatic("Y", m.ground.at(0, 0), upright.at(0, 0), axis="y")
    m.revolute("P", level.at(0, 0), bar.at(0, 0))
    m.revolute("Q", upright.at(0, 0), bar.at(1, 0))
    m.place(level, at=(0.7, 0))
    m.place(upright, at=(0, 0.7))
    m.place(bar, at=(0.7, 0), angle=2.3)
    m.drive("P.angle", "2.3 + 2*pi*t")
    return m.move(np.linspace(0, 1, 181))


def test_bar_on_two_rails_has_cardans_circles(trammel):
    found = trammel.centrodes("bar", "ground")
    np.testing.assert_allclose(np.hypot(*found.fixed.T), 1.0, atol=1e-13)
    np.testing.assert_allclose(np.hypot(*(found.moving - [0.5, 0.0]).T), 0.5, atol=1e-13)


def test_circles_and_rails_are_drawn_whole(trammel):
    scene = trammel.centrodes("bar", "ground").draw(at=0.05)
    curves = [np.array(i.points) for i in scene.items if getattr(i, "style", "") in ("fixed", "moving-1")]
    assert [len(points) for points in curves] == [181, 181]
    # Rails on which the bar slides now and later take the place that others leave them.
    assert max(trammel.instant_centres(at=0.05).draw().size) < 700


def test_points_of_the_bar_run_on_ellipses(trammel):
    curve = trammel.coupler_curve(lw.Marker("bar", (0.3, 0.0)))
    angle = 2.3 + 2 * np.pi * trammel.time
    a, b = 0.7, 0.3
    expected = ((a * np.sin(angle)) ** 2 + (b * np.cos(angle)) ** 2) ** 1.5 / (a * b)
    np.testing.assert_allclose(curve.radius, expected, rtol=1e-12)


def test_rotor_out_of_balance():
    m = lw.Mechanism("rotor")
    product = 0.03
    inertia = [[0.1, 0.0, -product], [0.0, 0.1, 0.0], [-product, 0.0, 0.05]]
    rotor = m.body("rotor", mass=2.0, com=(0.02, 0, 0), inertia=inertia)
    m.revolute("bearing", m.ground.at(0, 0, 0), rotor.at(0, 0, 0), axis="z")
    m.drive("bearing.angle", "10*t")
    cut = m.inverse([0.0, 0.1]).free_body("rotor", at=1)
    c, s, omega = np.cos(1.0), np.sin(1.0), 10.0
    # m r omega^2 towards the axis; the product of inertia turns with the rotor and needs a couple across the axis.
    np.testing.assert_allclose(cut["bearing"].force, -2.0 * 0.02 * omega**2 * np.array([c, s, 0]), atol=1e-13)
    couple = -product * omega**2 * np.array([-s, c, 0])
    np.testing.assert_allclose(cut["bearing"].moment_about(cut.centre), couple, atol=1e-13)
    assert cut.balanced
