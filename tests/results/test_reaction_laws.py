"""Laws that every reaction obeys: Newton and Euler, action and reaction, power."""

from __future__ import annotations

import numpy as np
import pytest
from force_laws import GALLERY, felt, force_scale, inertia_forces, inverse, rate_of_energy, scale_of, speed_scale

import linkwork as lw
from linkwork.base.marker import GROUND

CLOSE = 1e-8


@pytest.fixture(scope="module", params=GALLERY)
def run(request):
    return inverse(request.param)


def test_forces_on_each_body_are_mass_times_acceleration(run):
    if run.plan.loads:
        pytest.skip("its springs act on the bodies too")
    (force, moment), (need, turn) = felt(run), inertia_forces(run)
    assert np.abs(force - need).max() < CLOSE * force_scale(run)
    assert np.abs(moment - turn).max() < CLOSE * force_scale(run) * run.plan.length


def test_drivers_alone_decide_on_the_motion(run):
    """The accelerations that forces cause are those of kinematics."""
    moved = lw.gallery.get(run.name).move(run.time, derivatives=2)
    _ = run.forces
    ours, theirs = run.motions[:, :, 1], moved.motions[:, :, 1]
    size = scale_of(theirs[:, :, :3], run.plan.length * theirs[:, :, 3:], run.plan.resolved.gravity)
    assert np.abs(ours - theirs)[:, :, :3].max() < 1e-7 * size
    assert np.abs(ours - theirs)[:, :, 3:].max() < 1e-7 * size / run.plan.length


def test_action_is_reaction(run):
    for name, joint in run.model.joints.items():
        if GROUND in (joint.a.body, joint.b.body) or joint.a.body == joint.b.body or len(joint.markers()) > 2:
            continue
        b, a = run.joint(name).on(joint.b.body), run.joint(name).on(joint.a.body)
        assert np.abs(a.force + b.force).max() < CLOSE * force_scale(run)
        np.testing.assert_array_equal(b.force, run.joint(name).force)


def test_workless_joints_and_working_drivers(run):
    """dE/dt = power of loads and drivers, and of equations that change with time."""
    power = sum((run.driver(name).power for name in run.model.drivers), np.zeros(len(run)))
    for name, joint in run.model.joints.items():
        if not joint.ENDS:
            power = power + run.joint(name).power
    loads = (run.forces.values * run.forces.rates).sum(axis=1)
    size = force_scale(run) * speed_scale(run)
    assert np.abs(rate_of_energy(run) - power - loads).max() < CLOSE * size
    for name, joint in run.model.joints.items():
        if joint.ENDS:
            assert np.abs(run.joint(name).power).max() < CLOSE * size


def test_the_ground_bears_everything(run):
    """Force and moment on the ground: of its joints, drivers and loads."""
    slots, reactions, space = run.forces.slots, run.reactions(), run.model.space
    if run.plan.loads:
        pytest.skip("loads of this one react on the ground too")
    force, moment = np.zeros((len(run), 3)), np.zeros((len(run), 3))
    from linkwork.results.forces import as_vectors

    for (_, body), slot in slots.items():
        f, m = as_vectors(reactions.wrenches[:, slot])
        force, moment = force - f, moment - m - np.cross(run.poses[:, body, :3], f)
    # What acts between bodies cancels; what is left acts on the ground.
    assert np.abs(run.shaking_force - space.components(force)).max() < CLOSE * force_scale(run)
    want = moment[:, 2] if space.planar else moment
    assert np.abs(run.shaking_moment - want).max() < CLOSE * scale_of(moment, force_scale(run) * run.plan.length)


def test_momentum_changes_by_forces_from_outside(run):
    """The rate of momentum is what ground and gravity do."""
    momentum = run.momentum
    mass = sum(s.mass for s in run.plan.resolved.solids)
    weight = run.model.space.components(mass * run.plan.resolved.gravity)
    force = -run.shaking_force + weight + run.model.space.components(run.forces.outside.sum(axis=1)[:, :3])
    h = 1e-5
    k = len(run) // 2
    close = [run.time[k] - h, run.time[k] + h]  # from the same start: by itself it might be another branch
    near = lw.gallery.get(run.name).inverse(np.sort([*run.time, *close]))
    rate = (near.momentum.linear[k + 2] - near.momentum.linear[k]) / (2 * h)
    assert momentum.linear[k] == pytest.approx(near.momentum.linear[k + 1], abs=1e-8 * mass * speed_scale(run))
    assert np.abs(rate - force[k]).max() < 1e-4 * force_scale(run)


def test_redundancy_agrees_with_mobility(run):
    mobility = lw.gallery.get(run.name).mobility(float(run.time[len(run) // 2]))
    over = mobility.drivers - mobility.driven
    assert run.determinacy.redundant == len(mobility.redundant) + over
    assert bool(run.determinacy.sharings) == bool(run.determinacy.redundant)


def test_determinate_components_do_not_depend_on_the_split(run):
    names = {owner.name for owner in run.forces.owners}
    if run.determinacy.redundant == 0:
        pytest.skip("all are unique")
    rng = np.random.default_rng(1)
    stiffness = {name: (float(10 ** rng.uniform(-1, 1)), float(10 ** rng.uniform(-1, 1))) for name in names}
    one, other = run.reactions(), run.reactions("stiffness", stiffness)
    for name in [name for name, joint in run.model.joints.items() if joint.ENDS]:
        a, b = one.joint(name), other.joint(name)
        values = [np.column_stack([r.force, r.torque.reshape(len(run), -1)]) for r in (a, b)]
        differ = np.abs(values[0] - values[1]).max(axis=0) / scale_of(*values)
        for label, off in zip(a.components, differ, strict=True):
            if a.determinate[label]:
                assert off < 1e-6, (name, label)
    for name in run.model.drivers:
        assert run.driver(name).determinate
