"""Natural and mixed coordinates over the whole gallery: the same mechanism in other coordinates."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.natural import Natural
from linkwork.coordinates.natural_measures import quantities_of
from linkwork.coordinates.rank import numerical_rank
from linkwork.formulations.mixed import MixedCoordinates
from linkwork.formulations.natural import NaturalCoordinates
from linkwork.formulations.terms import body_terms

NAMES = gallery.names()
KINDS = {
    "natural": NaturalCoordinates,
    "mixed": lambda plan: MixedCoordinates(plan, quantities_of(plan, ())),
}


def moving(name: str):
    """Return a mechanism with its pose and velocity at a tenth of its cycle."""
    m = gallery.get(name)
    motion = m.pose(0.1 * gallery.info(name).duration, undriven="hold")
    return m, float(motion.time[0]), motion.poses[0], motion.motions[0][:, 0]


def made(kind: str, m: lw.Mechanism, t: float):
    """Return coordinates that count the turns of teeth and couplings as the mechanism does at time t."""
    z, motion = KINDS[kind](m.plan()), m.pose(t, undriven="hold")
    places, gauges = zip(*m.plan().counted, strict=True) if m.plan().counted else ((), ())
    z.work.near[list(places)] = motion.angles(list(gauges))[0]
    return z


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_coordinates_and_equations(name, kind):
    m, t, q, V = moving(name)
    z = made(kind, m, t)
    z.near[:] = q
    at, rate = z.of_bodies(q, V)
    # Both ways exact: rounding of rotations and sums, speeds up to 30.
    back, twists = z.bodies(at, rate)
    np.testing.assert_allclose(back, q, rtol=0, atol=1e-14)
    np.testing.assert_allclose(twists, V, rtol=0, atol=1e-13 * max(1.0, np.abs(V).max()))
    rows, length = z.rows(t, at, rate), max(1.0, m.plan().length)
    # Positions are closed to about 1e-14 of the size; the conditions are squares of lengths.
    assert np.abs(rows.Phi).max() < 1e-13 * length**2
    assert np.abs(rows.slip).max() < 1e-12 * length * max(1.0, np.abs(V).max())
    assert len(rows.Phi) == len(z.words)
    assert numerical_rank(rows.J) <= z.needed <= len(rows.Phi)
    # As many freedoms as the bodies have under the same equations.
    J = body_terms(m.plan(), _work(m, q, V), t).J
    assert len(at) - numerical_rank(rows.J) == J.shape[1] - numerical_rank(J)


def _work(m, q, V):
    work = m.plan().bundle(q)
    work.V[:, 0] = V
    return work


def skip_rolling(model):
    """Differences of positions know nothing of equations of velocities; their rows are those of the bodies."""
    if model.plan().positions is not model.plan():
        pytest.skip("its equations of velocities have no residuals of positions")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_jacobian_and_right_side_by_differences(name, kind):
    m, t, q, V = moving(name)
    skip_rolling(m)
    z = made(kind, m, t)
    at, rate = z.of_bodies(q, V)
    rows, h = z.rows(t, at, rate), 1e-5 * min(1.0, m.plan().length)
    n = len(at)
    J = np.array([(z.rows(t, at + h * e, rate).Phi - z.rows(t, at - h * e, rate).Phi) / (2 * h) for e in np.eye(n)]).T
    # Second-order differences: rounding 1e-16 / h and the third derivative of an angle times h^2.
    scale = max(1.0, np.abs(rows.J).max())
    np.testing.assert_allclose(rows.J, J, rtol=0, atol=1e-6 * scale)
    # gamma = -d(slip)/dt while z'' = 0.
    step = 1e-5 / max(1.0, np.abs(V).max())
    ahead, behind = (z.rows(t + s * step, at + s * step * rate, rate).slip for s in (1.0, -1.0))
    size = max(1.0, np.abs(rows.gamma).max())
    np.testing.assert_allclose(rows.gamma, -(ahead - behind) / (2 * step), rtol=0, atol=1e-5 * size)


@pytest.mark.parametrize("name", NAMES)
def test_kinetic_energy_and_twists(name):
    m, t, q, V = moving(name)
    skip_rolling(m)
    z = NaturalCoordinates(m.plan())
    at, rate = z.of_bodies(q, V)
    terms = body_terms(m.plan(), _work(m, q, V), t)
    twists = terms.twists
    energy = 0.5 * twists @ terms.times_mass(twists)
    assert 0.5 * rate @ z.M @ rate == pytest.approx(energy, rel=1e-12, abs=1e-14)
    np.testing.assert_allclose(z.M, z.M.T, rtol=0, atol=1e-14 * max(1.0, np.abs(z.M).max()))
    T, bias = z.twist_map(at, rate)
    np.testing.assert_allclose(T @ rate, twists, rtol=0, atol=1e-13 * max(1.0, np.abs(twists).max()))
    # t' = T z'' + bias against the motion's own accelerations.
    h = 1e-5 * gallery.info(name).duration
    motion = m.move([t - h, t, t + h], undriven="hold")
    rates = [z.of_bodies(motion.poses[k], motion.motions[k][:, 0])[1] for k in (2, 0)]
    a = motion.motions[1][:, 1]
    expected = a[:, [0, 1, 5]].ravel() if m.plan().freedoms == 3 else a.ravel()
    if gallery.info(name).idle == 0:  # an idle spin is held at every time by itself
        found = T @ ((rates[0] - rates[1]) / (2 * h)) + bias
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5 * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_same_motion_and_reactions(name, kind):
    m, span = gallery.get(name), 0.02 * gallery.info(name).duration
    settings = {"points": 3, "tolerance": 1e-10}
    run, usual = m.simulate(span, formulation=kind, **settings), m.simulate(span, **settings)
    speed = max(1.0, np.abs(usual.motions[:, :, 0]).max())
    # Two integrations in different coordinates, each within its tolerance a step.
    np.testing.assert_allclose(run.poses, usual.poses, rtol=0, atol=1e-9)
    np.testing.assert_allclose(run.motions[:, :, 0], usual.motions[:, :, 0], rtol=0, atol=1e-8 * speed)
    unique = usual.determinacy.joints
    for joint in (j for j in m.joints.values() if j.ENDS):
        kept = [fixed for label, fixed in unique[joint.name].items() if label.startswith("force")]
        found, expected = (r.joint(joint.name).force[:, kept] for r in (run, usual))
        # Slender bodies (flyball governor) leave 1e-9 of the forces in the usual solution.
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7 * max(1.0, np.abs(expected).max(initial=0.0)))


@pytest.mark.parametrize("name", ["four-bar", "three-leg platform", "rssr", "door"])
def test_free_motion_keeps_energy_and_joints(name):
    m = gallery.get(name, driven=False)
    run = m.simulate(0.1, points=11, formulation="natural")
    assert run.complete
    size = max(1.0, float(np.abs(run.energy.kinetic).max()))
    assert abs(run.energy.drift) < 1e-9 * size  # tolerance 1e-11 a step, some tens of steps
    assert run.violation < 1e-11


@pytest.mark.parametrize("stabilisation", ["none", "baumgarte", "correction"])
def test_other_stabilisations(stabilisation):
    m = gallery.get("four-bar", driven=False)
    settings = {"points": 5, "tolerance": 1e-9, "stabilisation": stabilisation}
    run = m.simulate(0.1, formulation="natural", **settings)
    usual = m.simulate(0.1, points=5)
    np.testing.assert_allclose(run.poses, usual.poses, rtol=0, atol=1e-6)


def test_mass_matrix_of_a_bar_with_two_points():
    # m/6 [[2, 0, 1, 0], [0, 2, 0, 1], [1, 0, 2, 0], [0, 1, 0, 2]] for a uniform bar.
    m = lw.Mechanism("bar", plane="xy")
    bar = m.body("bar", mass=6.0, com=(1.0, 0.0), inertia=6.0 * 2.0**2 / 12)
    bar.point("P", 0, 0)
    bar.point("Q", 2, 0)
    natural = Natural(m.plan())
    assert natural.names == ["bar.P.x", "bar.P.y", "bar.Q.x", "bar.Q.y"]
    np.testing.assert_allclose(natural.M, np.kron([[2.0, 1.0], [1.0, 2.0]], np.eye(2)), rtol=0, atol=1e-14)


BODIES = {
    "one point": lambda m, b: m.spherical("A", m.ground.at(0, 0, 0), b.at(0, 0, 0)),
    "no point": lambda m, b: None,
    "collinear points": lambda m, b: [
        m.point_on_plane(f"P{k}", m.ground.at(0, 0, 0), b.at(0.5 * k, 0, 0), axis="z") for k in range(3)
    ],
    "no vector": lambda m, b: m.rod("R", m.ground.at(0, 0, 1), b.at(0.3, 0, 0), length=1.2),
}


@pytest.mark.parametrize("joints", BODIES)
@pytest.mark.parametrize("slender", [False, True])
def test_a_body_with_few_points(joints, slender):
    m = lw.Mechanism("body", gravity=(0, 0, -9.81))
    body = m.body("b", mass=2.0, com=(0.25, 0, 0), inertia=(0.0 if slender else 0.1, 0.3, 0.3 if slender else 0.35))
    BODIES[joints](m, body)
    m.place(body, at=(0, 0, 0), velocity=(0, 0.4, 0), rate=(0, 0, 1.0))
    natural = Natural(m.plan())
    assert all(frame.fixes_pose for frame in natural.elements.frames)
    run, usual = m.simulate(0.1, points=5, formulation="natural"), m.simulate(0.1, points=5)
    position = [r.body("b").position for r in (run, usual)]
    np.testing.assert_allclose(*position, rtol=0, atol=1e-9)


def test_named_angles_become_coordinates_and_count_turns():
    m = gallery.get("four-bar", driven=False)
    z = MixedCoordinates(m.plan(), quantities_of(m.plan(), ["A.angle", "C.angle"]))
    assert z.names[-2:] == ["A.angle", "C.angle"]
    crank = gallery.get("four-bar")
    run = crank.simulate(1.2, points=5, formulation="mixed", tolerance=1e-8)
    usual = crank.simulate(1.2, points=5, tolerance=1e-8)
    np.testing.assert_allclose(run.joint("A").angle, usual.joint("A").angle, rtol=0, atol=1e-8)
    assert run.joint("A").angle[-1] - run.joint("A").angle[0] > 2 * np.pi


def test_an_unknown_coordinate_is_named():
    m = gallery.get("four-bar")
    with pytest.raises(lw.ModelError, match=r"Z\.angle"):
        m.simulate(0.1, formulation="mixed", coordinate="Z.angle")


def test_contacts_need_other_coordinates():
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=1.0)
    m.rigid_contact("floor", "ball.y", restitution=0.5)
    m.place(ball, at=(0, 1))
    with pytest.raises(lw.ModelError, match="switch equations on and off"):
        m.simulate(0.1, formulation="natural")
