"""Rest of contacts that friction does not hold rolling: they slide to where friction at its limit balances.

Every position is checked by free-body equations written here. Searches end at 1e-12 of the forces; over the softest
spring of each case that is a position to 1e-9 of its size.
"""

import numpy as np
import pytest

import linkwork as lw

W = 20.0


def wheel_on_road(friction: float, **options) -> lw.Mechanism:
    """Return a wheel of 20 N and 0.2 m on a road, pushed by 15 N at its axle, with springs on its axle and its turn."""
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -10.0))
    wheel = m.body("wheel", lw.disc(0.2, mass=W / 10))
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.2, friction=friction, **options)
    m.rotational_spring("coil", "wheel.angle", stiffness=8.0, free_angle=0.0)
    m.effort("push", "road.translation", 15.0)
    m.effort("spring", "road.translation", "-50*road.translation")
    m.place(wheel, at=(0, 0.2))
    return m


@pytest.mark.parametrize("lifts", [False, True])
@pytest.mark.parametrize("friction", [0.0, 0.2, 0.59, 0.61])
def test_a_wheel_between_springs(friction, lifts):
    """Rolling, x = P/(k + c/r^2) asks for c x/r^2 = 12 N; beyond mu W the springs take P - mu W and mu W r."""
    rest = wheel_on_road(friction, lifts=lifts).equilibrium()
    k, c, r, P = 50.0, 8.0, 0.2, 15.0
    rolls = friction * W >= 12.0
    x = P / (k + c / r**2) if rolls else (P - friction * W) / k
    turn = -x / r if rolls else -friction * W * r / c
    np.testing.assert_allclose([rest["wheel.x"], rest["wheel.angle"]], [x, turn], rtol=1e-9, atol=1e-12)
    assert rest.kind == "stable"
    assert [one.name for one in rest.slid] == ([] if rolls else ["road"])
    if not rolls:
        (slid,) = rest.slid
        np.testing.assert_allclose([slid.asked, slid.held, slid.force], [12.0, friction * W, friction * W], rtol=1e-8)
        np.testing.assert_allclose(rest["road.force"], [-friction * W, W], rtol=1e-8, atol=1e-8)
