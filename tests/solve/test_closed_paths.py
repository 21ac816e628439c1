"""Ways of equilibria that are closed curves end where they began."""

import numpy as np

import linkwork as lw


def pendulum(spring: float) -> lw.Mechanism:
    """Return a rod of 1 m and 2 kg on a pin that a torque T turns, with a spring that counts its turns, or without."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("T", 0.0)
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.torque("torque", rod, "T")
    if spring:
        m.rotational_spring("spring", "pin.angle", stiffness=spring, free_angle=-np.pi / 2)
    m.place(rod, angle=-np.pi / 2)
    return m


def test_a_pendulum_under_a_torque_comes_back_after_a_turn():
    """T = m g L / 2 cos angle: 9.81 N m at most."""
    way = pendulum(0.0).equilibrium_path("T", [0.0, 20.0])
    np.testing.assert_allclose([one.value for one in way.turning_points], [9.81, -9.81], rtol=1e-9)  # its root
    assert way.status == f"The way is closed: it comes back to T = 0 N*m, in {len(way.values)} positions."
    np.testing.assert_allclose(way["pin.angle"][-1] - way["pin.angle"][0], 2 * np.pi, rtol=1e-12)
    assert way.kinds[0] == way.kinds[-1] == "stable"
    assert "unstable" in way.kinds


def test_a_pendulum_on_a_spring_does_not_come_back():
    """After a turn the spring is wound: the way goes on to where T = k (angle) + m g L / 2 sin(angle) = 12 N m."""
    way = pendulum(0.5).equilibrium_path("T", [0.0, 12.0])
    assert way.status.startswith("Followed until T = 12 N*m, in")
    wound = way["pin.angle"][-1] + np.pi / 2
    assert wound > 2 * np.pi
    np.testing.assert_allclose(0.5 * wound + 9.81 * np.sin(wound), 12.0, rtol=1e-9)


def test_a_node_between_springs_goes_round_from_a_branching():
    """The springs keep nearly their lengths: round the middle, back to the branching."""
    m = lw.Mechanism("node", plane="xy")
    m.parameter("F", 0.0)
    node = m.body("node", mass=1.0, inertia=1.0)
    for name, x in (("left", -1.0), ("right", 1.0)):
        m.spring(name, m.ground.at(x, 0), node.at(0, 0), stiffness=1000.0, free_length=10**0.5)
    m.rotational_spring("keeps upright", "node.angle", stiffness=1e3, free_angle=0.0)
    m.point_force("load", node.at(0, 0), force=(0, "-F"))
    m.place(node, at=(0, 3.0))
    way = m.equilibrium_path("F", [0.0, 1000.0], branch=1)
    assert way.status.startswith("The way is closed: it comes back to F = 783.498 N, in")
    np.testing.assert_array_equal(way.starts[-1].poses, way.starts[0].poses)
    assert way["node.x"].min() < -3.0 < 3.0 < way["node.x"].max()
