"""The change of rows and forces with the state, against differences of the same equations, over the gallery."""

import numpy as np
import pytest

from linkwork import gallery
from linkwork.base.poses import moved
from linkwork.coordinates.masses import mass_weights
from linkwork.formulations.terms import body_terms
from linkwork.solve.tangents import StateTangents

STEP = 1e-3
WEIGHTS = {1: 0.75, 2: -0.15, 3: 1 / 60}
"""Differences of sixth order: h^6 times seventh derivatives of motions of size 1, and rounding / h, leave 1e-11."""

AT_CORNERS = {
    "bead on a helix": "it starts where its wire begins: beside it the curve goes on straight",
    "cam valve train": "it dwells, and its rise begins within the differences",
    "planetary gearbox": "its teeth carry nothing and lie on the one flank or the other by chance",
}
"""Where the equations themselves have a corner at the start."""


def terms_at(plan, here, poses, V, t):
    """Return the rates and accelerations of the rows and the balance of forces, accelerations and multipliers held."""
    work = plan.bundle(poses)
    work.near[:], work.V[:, 0] = here.work.near, V
    work.contacts[:], work.series[:] = here.work.contacts, here.work.series
    mass_weights(plan, work)
    terms = body_terms(plan, work, t)
    balance = terms.force + terms.J.T @ here.lam - terms.times_mass(here.acceleration)
    return terms.slip, terms.J @ here.acceleration - terms.gamma, balance


def with_masses(name):
    model = gallery.get(name)
    plan = model.plan()
    return plan if (plan.tables["masses"]["mass"] > 0).all() and not plan.tables["switches"].size else None


@pytest.mark.parametrize("name", [n for n in gallery.names() if n not in AT_CORNERS])
def test_changes_are_those_of_differences(name):
    plan = with_masses(name)
    if plan is None:
        pytest.skip("bodies without mass have no equations of motion")
    start, rng = plan.model.start(), np.random.default_rng(1)
    t, n = float(start.motion.time[0]), plan.coordinates
    d = plan.freedoms
    here = StateTangents(plan, start.poses, start.twists, t, start.angles(plan))
    size = np.tile([plan.length] * (2 if d == 3 else 3) + [1.0] * (1 if d == 3 else 3), n // d)
    u, v = rng.normal(size=(2, n)) * size
    zero = np.zeros(n)
    for shift, change in ((u, zero), (zero, v)):
        found = here.along(shift[:, None], change[:, None])
        mine = found.rows[:, 1, 0], found.rows[:, 2, 0], found.forces[:, 0]
        differences = [0.0, 0.0, 0.0]
        for k, weight in WEIGHTS.items():
            for sign in (1, -1):
                h = sign * k * STEP
                V = start.twists.copy()
                V[:, [0, 1, 5] if d == 3 else slice(None)] += h * change.reshape(-1, d)
                at = terms_at(plan, here, moved(start.poses, h * shift, d), V, t)
                differences = [a + sign * weight / STEP * b for a, b in zip(differences, at, strict=True)]
        for a, b in zip(mine, differences, strict=True):
            scale = max(float(np.abs(b).max(initial=0.0)), 1e-3 * float(np.abs(here.lam).max(initial=1.0)), 1e-3)
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-6 * scale)
