"""Laws of masses: light bodies beside heavy ones, links without mass, and the equations of motion met in all results.

Accelerations with every joint, the body on one side or the other lighter by many orders, are compared with the
equations of motion solved in 50 digits: rows, masses and forces are taken from Linkwork (other laws check them), the
solve is not.
"""

from __future__ import annotations

from dataclasses import replace

import mpmath
import numpy as np
import pytest
from law_models import ALONE
from scipy.linalg import qr
from test_dynamics_laws import heavy

import linkwork as lw
from linkwork.coordinates.masses import mass_weights
from linkwork.formulations.terms import body_terms

RATIOS = [1e-12, 1e-9, 1e-6, 1e6, 1e12]


def lopsided(case, ratio: float) -> lw.Mechanism:
    """Return the model of a joint with the second body as many times as heavy as the first."""
    m = heavy(case)
    body = m.bodies["two"]
    inertia = 0.3 * ratio if case.planar else tuple(ratio * i for i in (0.2, 0.3, 0.4))
    m.bodies["two"] = replace(body, mass=1.5 * ratio, inertia=inertia)
    return m


def exact(terms) -> np.ndarray:
    """Return the accelerations (bodies * d,) of the equations of motion, solved in 50 digits."""
    count, d, _ = terms.mass.shape
    counted = terms.J[np.abs(terms.J).max(axis=1, initial=0.0) > 0]
    gamma = terms.gamma[np.abs(terms.J).max(axis=1, initial=0.0) > 0]
    _, R, order = qr(counted.T, mode="economic", pivoting=True)
    kept = order[np.abs(np.diag(R)) > 1e-10 * np.abs(R).max(initial=0.0)]
    J, n, m = counted[kept], count * d, len(kept)
    with mpmath.workdps(50):
        A, b = mpmath.zeros(n + m), mpmath.zeros(n + m, 1)
        for body, block in enumerate(terms.mass):
            for (i, j), value in np.ndenumerate(block):
                A[d * body + i, d * body + j] = mpmath.mpf(value)
        for (i, j), value in np.ndenumerate(J):
            A[n + i, j], A[j, n + i] = mpmath.mpf(value), -mpmath.mpf(value)
        for i, value in enumerate([*terms.force, *gamma[kept]]):
            b[i] = mpmath.mpf(float(value))
        return np.array([float(x) for x in mpmath.lu_solve(A, b)][:n])


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("case", [c for c in ALONE if not c.grounded], ids=str)
def test_a_light_body_on_either_side_of_every_joint(case, ratio):
    m = lopsided(case, ratio)
    run = m.simulate([0.0])
    plan = m.plan()
    work = plan.bundle(run.poses[0])
    work.V[:, 0] = run.motions[0, :, 0]
    mass_weights(plan, work)
    terms = body_terms(plan, work, 0.0)
    found = run.forces and run.motions[0, :, 1][:, [0, 1, 5] if case.planar else slice(None)].ravel()
    expected = exact(terms)
    # rows are right to 1e-16 of their entries; a light body follows them within their condition, below 1e4 here
    assert found == pytest.approx(expected, abs=1e-11 * np.abs(expected).max())
    assert run.balance.worst < 1e-13
