"""Linear equations of motion over the gallery: they agree with simulation to second order, and with each other."""

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.base.poses import between, largest, moved, twists_of
from linkwork.coordinates.rank import pivot_columns
from linkwork.errors import LinkworkError, ModelError
from linkwork.formulations import find, names
from linkwork.results.linear import SLOWEST
from linkwork.solve.freedoms import gauge_gradients
from linkwork.solve.start import nearest_velocities

CORNERS = {
    "bead on a helix": "it starts where its wire begins: beside it the curve goes on straight",
    "cam valve train": "its rise has a corner at the start",
    "planetary gearbox": "its teeth lie on the one flank or the other by chance",
    "harmonic drive": "its teeth lie on the one flank or the other by chance",
}
"""Where the equations themselves have a corner at the start."""

INEXACT = ("penalty", "augmented-lagrangian")
"""Formulations whose accelerations differ by what a penalty leaves, which is more than the error looked for."""

NAMES = [name for name in gallery.names() if name not in CORNERS]


def undriven(name: str) -> lw.Mechanism:
    """Return a mechanism of the gallery without its drivers; skips those without smooth equations of motion."""
    entry = gallery.find(name)
    model = entry.build(driven=False) if "driven" in entry.parameters else entry.build()
    plan = model.plan()
    if not (plan.tables["masses"]["mass"] > 0).all() or plan.tables["switches"].size:
        pytest.skip("bodies without mass, contacts or friction")
    return model


@pytest.mark.parametrize("formulation", [n for n in names() if not (find(n).STEPPER or n in INEXACT)])
@pytest.mark.parametrize("name", NAMES)
def test_accelerations_agree_to_second_order(name, formulation):
    """At half the distance from the state accelerations of a formulation differ from linear ones by a quarter.

    The state is moved along every coordinate and velocity at once. The error at the smaller distance is to be below 0.3
    of that at the larger one, or rounding: 1e-9 of the accelerations, or nothing where no force acts.
    """
    model = undriven(name)
    linear = model.linearise()
    z = len(linear.coordinates)
    if not z:
        pytest.skip("nothing moves")
    direction = np.random.default_rng(1).normal(size=len(linear.states)) * linear.sizes
    shape = linear.shapes @ direction[:z]
    farthest = np.abs(shape.reshape(-1, linear.plan.freedoms)).max()
    try:
        base = state_beside(model, linear, direction, 0.0, formulation)
    except ModelError as error:
        if "does not apply" not in str(error):
            raise
        pytest.skip(str(error))
    errors, sizes = [], linear.sizes[z:]
    for e in (2e-3 / farthest, 1e-3 / farthest):
        found = state_beside(model, linear, direction, e, formulation)
        change = linear.A @ np.concatenate([found[0] - base[0], found[1] - base[1]])
        errors.append(np.abs((found[2] - base[2] - change[z:]) / sizes).max())
        scale = np.abs(change[z:] / sizes).max() + np.abs(base[2] / sizes).max()
    assert errors[1] <= 0.3 * errors[0] or errors[1] <= 1e-9 * scale + 1e-10


def state_beside(model, linear, direction, e, formulation):
    """Return coordinates, velocities and accelerations at e times a change of the state, the joints closed again."""
    plan, z, start = model.plan(), len(linear.coordinates), model.start()
    poses = moved(start.poses, e * (linear.shapes @ direction[:z]), plan.freedoms)
    near = model.start(start=poses)
    led = [linear.coordinates.index(name[5:-1]) for name in linear.velocities]
    twists = start.twists + e * twists_of(linear.shapes[:, led] @ direction[z:], plan.freedoms)
    state = replace(near, twists=nearest_velocities(plan, near.poses, 0.0, twists))
    run = model.simulate([0.0], start=state, formulation=formulation)
    values = np.array([run.measure(name).values[0, :3] for name in linear.coordinates])
    return values[:, 0], values[led, 1], values[led, 2]


@pytest.mark.parametrize("name", NAMES)
def test_eigenvalues_do_not_depend_on_the_coordinates(name):
    """About a position of equilibrium: with coordinates of the bodies, the last ones first, in place of the joints'.

    Where no force acts all are zero, and roots of rounding come out.
    """
    model = undriven(name)
    try:
        rest = model.equilibrium().start
        linear = model.linearise(rest)
    except LinkworkError as error:  # nothing holds it, or its angles are singular where it hangs
        pytest.skip(str(error))
    if len(linear.velocities) != len(linear.coordinates) or not linear.coordinates:
        pytest.skip("nothing moves, or something rolls")
    others = of_bodies(model, linear)
    if others is None:
        pytest.skip("the coordinates of bodies do not tell its motions")
    found = model.linearise(rest, coordinates=others).eigenvalues
    scale = max(float(np.abs(linear.eigenvalues).max()), 1e-3)
    for value in linear.eigenvalues:
        assert np.abs(found - value).min() <= 1e-9 * scale + SLOWEST * (scale < 1e-2)


def of_bodies(model, linear):
    """Return names of independent coordinates of bodies, or None where there are too few."""
    plan, space = model.plan(), model.space
    parts = [*space.labels, *(("angle",) if space.planar else ())]  # three angles in space are singular somewhere
    names = [f"{body}.{part}" for body in reversed(list(model.bodies)) if body != "ground" for part in parts]
    rates = gauge_gradients(plan, [plan.writer.named_gauge(name) for name in names], linear.poses) @ linear.shapes
    sizes = np.abs(rates).max(axis=1, keepdims=True)
    rates = np.divide(rates, sizes, out=np.zeros_like(rates), where=(sizes > 1e-2) & (sizes < 1e2))
    places = pivot_columns(rates.T, 0.1)
    return [names[k] for k in sorted(places)] if len(places) == len(linear.coordinates) else None


DAMPED = ("four-bar", "slider-crank", "quick return", "whitworth", "toggle press", "scotch yoke", "watt", "klann leg")
"""Mechanisms that gravity brings to rest from where they are placed."""


@pytest.mark.parametrize("name", DAMPED)
def test_equilibrium_is_where_a_damped_motion_ends(name):
    """A brake on the first joint makes the motion die out: critical damping, thirty times its time constant.

    What is left is e^-30 of the way, and the tolerance of the run.
    """
    model = undriven(name)
    if not np.any(model.plan().resolved.gravity):
        pytest.skip("nothing pulls it")
    rest = model.equilibrium()
    assert rest.kind == "stable"
    joint = next(j.name for j in model.joints.values() if "angle" in j.coordinates())
    linear = model.linearise(rest.start, coordinates=[f"{joint}.angle"])
    inertia, stiffness = linear.M[0, 0], linear.stiffness[0, 0]
    model.viscous("brake", f"{joint}.angle", damping=2.0 * np.sqrt(inertia * stiffness))
    run = model.simulate(30.0 * np.sqrt(inertia / stiffness), points=2)
    apart = np.abs(run.poses[-1, :, :3] - rest.poses[:, :3]).max() / model.plan().length
    assert apart < 1e-8


@pytest.mark.parametrize("name", gallery.names())
def test_a_damped_motion_comes_back_to_a_stable_position(name):
    """Brakes on all coordinates, and a kick that carries it a few hundredths of its size away.

    After thirty time constants of the slowest mode e^-30 is left, and the tolerance of the run.
    """
    model = undriven(name)
    plan = model.plan()
    try:
        rest = model.equilibrium()
    except LinkworkError as error:
        pytest.skip(str(error))
    if rest.kind != "stable" or np.abs(nearest_velocities(plan, rest.poses, 0.0, 0.0 * rest.start.twists)).any():
        pytest.skip("no stable position of rest, or what it stands on moves")
    linear = model.linearise(rest.start)
    for i, coordinate in enumerate(linear.coordinates):
        size = np.sqrt(abs(linear.M[i, i] * linear.stiffness[i, i]))
        model.viscous(f"brake {i}", coordinate, damping=2.0 * size)
    braked = model.linearise(rest.start)
    slowest = -1.0 / braked.eigenvalues.real.max()
    x = braked.shapes @ braked.sizes[: len(braked.coordinates)]
    x *= 0.02 / largest(x, plan.freedoms, plan.length)
    kicked = replace(rest.start, twists=twists_of(x / slowest, plan.freedoms))
    run = model.simulate(30.0 * slowest, points=31, start=kicked)
    away = [largest(between(rest.poses, poses, plan.freedoms), plan.freedoms, plan.length) for poses in run.poses]
    assert max(away) > 1e-3
    assert away[-1] < 1e-9
