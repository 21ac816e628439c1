"""Whipple's bicycle, near the upright straight motion: against the linearised equations of the benchmark.

M q'' + v C1 q' + (K0 + v^2 K2) q = 0 with q = (lean to the right, steer to the right). The bicycle itself is not
linear: started a small way e from the upright, accelerations differ from the linear ones by terms of third order
(left and right are alike), e^2 of them.
"""

import numpy as np
import pytest
from case_data import load

import linkwork as lw
from linkwork import gallery

CASE = load("p08b_whipple_benchmark")
R = CASE.reference
M, C1, K0, K2 = (np.array(R[k]) for k in ("M", "C1", "K0_with_g", "K2"))


def bicycle(speed: float, q, rates) -> lw.Mechanism:
    """Return the bicycle at lean and steer q with these rates; lean is to the right, steer is to the right."""
    m = gallery.get("bicycle", driven=False)
    m.drive("frame.roll", f"{float(q[0])!r} + {float(rates[0])!r}*t")
    m.drive("steering", f"{-float(q[1])!r} - {float(rates[1])!r}*t")
    m.drive("rear", f"{speed / 0.3!r}*t")
    pose = m.pose(0.0)
    free = gallery.get("bicycle", driven=False)
    for name in pose.bodies:
        body = pose.body(name)
        where = {"at": body.position[0], "rotation": lw.matrix(body.rotation[0])}
        free.place(name, **where, velocity=body.velocity[0], rate=body.angular_velocity[0])
    return free


def lean_and_steer(run):
    """Return lean and steer to the right with their derivatives, (times, 4) each."""
    return run.measure("frame.roll").values, -run.measure("steering.angle").values


@pytest.mark.parametrize("speed", [0.0, 3.0, 5.0, 10.0])
@pytest.mark.parametrize("state", np.eye(4).tolist(), ids=["lean", "steer", "lean rate", "steer rate"])
def test_accelerations_near_the_upright(speed, state):
    e = 1e-5
    q, rates = e * np.array(state[:2]), e * np.array(state[2:])
    run = bicycle(speed, q, rates).simulate([0.0, 0.001])
    lean, steer = lean_and_steer(run)
    expected = -np.linalg.solve(M, speed * C1 @ rates + (K0 + speed**2 * K2) @ q)
    scale = np.abs(np.linalg.solve(M, np.abs(K0))).max() * e
    np.testing.assert_allclose([lean[0, 2], steer[0, 2]], expected, rtol=0, atol=1e-7 * scale * (1 + speed**2))


def test_stable_between_weave_and_capsize():
    # At 5 m/s every eigenvalue has a negative real part: a push dies out; the linear motion is followed to e^2.
    speed, e, rows = 5.0, 1e-4, {row["v"]: row for row in R["rows"]}
    assert rows[speed]["max_real"] < 0
    run = bicycle(speed, [0, 0], [e, 0]).simulate(2.0, points=41, tolerance=1e-11)
    lean, steer = lean_and_steer(run)
    below = [-np.linalg.solve(M, K0 + speed**2 * K2), -np.linalg.solve(M, speed * C1)]
    system = np.block([[np.zeros((2, 2)), np.eye(2)], below])
    values, modes = np.linalg.eig(system)
    found = np.sort_complex([complex(x["re"], x["im"]) for x in rows[speed]["eigenvalues"]])
    np.testing.assert_allclose(np.sort_complex(values), found, rtol=1e-10)
    shares = np.linalg.solve(modes, [0, 0, e, 0])
    linear = np.real((modes * shares) @ np.exp(values[:, None] * run.time))
    np.testing.assert_allclose(lean[:, 0], linear[0], rtol=0, atol=1e-6 * e)
    np.testing.assert_allclose(steer[:, 0], linear[1], rtol=0, atol=1e-6 * e)
    assert run.energy.relative_drift < 1e-10


@pytest.mark.parametrize("row", R["rows"], ids=lambda row: f"{row['v']:g} m/s")
def test_eigenvalues(row):
    """Those of lean and steer are among the ten; the others, of place and heading, are zero."""
    found = bicycle(row["v"], [0, 0], [0, 0]).linearise().eigenvalues
    expected = np.array([complex(x["re"], x["im"]) for x in row["eigenvalues"]])
    for value in expected:
        assert np.abs(found - value).min() < 1e-12 * np.abs(expected).max()
    assert len(found) == 10
    assert (found[:6] == 0.0).all()
