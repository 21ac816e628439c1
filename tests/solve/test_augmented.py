"""Accelerations and multipliers from the augmented system agree with the Schur complement."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.masses import mass_weights
from linkwork.errors import LinkworkError, ModelError
from linkwork.formulations import Options, find
from linkwork.kernels.dynamics.dynamics import accelerate
from linkwork.solve.masses import check_masses


def solved(name):
    """Return (accelerations, multipliers, smallest pivot) by both ways at the start of a mechanism."""
    m = gallery.get(name)
    plan = m.plan()
    try:
        check_masses(plan)
        start = m.start()
    except LinkworkError:
        pytest.skip("has no masses")
    found = []
    for augmented in (False, True):
        work = plan.bundle(start.poses)
        work.V[:, 0] = start.twists
        mass_weights(plan, work)
        if augmented:
            find("augmented")(plan, Options()).install(work)
        accelerate(work.H, 0.0)
        found.append((work.x.copy(), work.lam.copy()))
    return *found, work


@pytest.mark.parametrize("name", gallery.names())
def test_same_accelerations(name):
    (x, lam), (x1, lam1), work = solved(name)
    scale = max(np.abs(x).max(), (work.weight.max() * np.abs(lam)).max(initial=0.0), 1e-300)
    np.testing.assert_allclose(x1, x, atol=1e-11 * scale)
    if work.info[2] == 0:
        np.testing.assert_allclose(lam1, lam, atol=1e-11 * np.abs(lam).max(initial=1e-300))


@pytest.mark.parametrize("name", ["bennett", "bricard", "door", "sarrus"])
def test_smallest_multipliers_where_rows_are_redundant(name):
    """Smallest is the sum of (length x force)^2 and moment^2, with the mechanism's length: the same in every unit."""
    (_, lam), (_, lam1), work = solved(name)
    scale = work.rows["scale"]
    lam, lam1 = lam / scale, lam1 / scale
    rows = np.zeros((lam.size, work.x.size))
    d = work.x.shape[1]
    for i in range(lam.size):
        for k in range(work.block_ptr[i], work.block_ptr[i + 1]):
            b = work.block_body[k]
            rows[i, d * b : d * b + d] += scale[i] * work.J[k]
    u, s, _ = np.linalg.svd(rows)
    null = u[:, (s > 1e-8 * s[0]).sum() :]
    assert null.shape[1] > 0
    assert np.abs(null.T @ lam1).max() < 1e-7 * np.abs(lam1).max()
    assert np.linalg.norm(lam1) <= np.linalg.norm(lam) * (1 + 1e-9)


def test_simulation():
    m = gallery.get("andrews squeezer")
    expected = m.simulate(0.02, points=3)
    run = m.simulate(0.02, points=3, formulation="augmented")
    np.testing.assert_allclose(run.poses, expected.poses, atol=1e-10)


def test_unknown_formulation():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    with pytest.raises(ModelError, match="no formulation"):
        m.simulate(1.0, formulation="lagrangian")
