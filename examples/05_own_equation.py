"""An equation of your own: a rope that winds on a cone, written as one line."""

import numpy as np

import linkwork as lw

m = lw.Mechanism("fusee", plane="xy")
m.parameter("radius", "20 mm")
m.parameter("growth", "2 mm")
cone, weight = m.body("cone"), m.body("weight")
m.revolute("axle", m.ground.at(0, 0), cone.at(0, 0))
m.prismatic("guide", m.ground.at("radius", 0), weight.at(0, 0), axis="y")
# The radius grows with the angle, radius + growth angle: the rope wound on is the integral of that.
m.constraint("rope", expression="guide.translation - radius*axle.angle - growth*axle.angle^2/2")
m.drive("axle.angle", "2*pi*t")

motion = m.move(np.linspace(0, 3, 101))
lift = motion.joint("guide")
print(f"the weight rises by {1000 * np.ptp(lift.translation):.3f} mm in three turns")

# Known: the integral, and a constant acceleration growth omega^2.
assert np.isclose(np.ptp(lift.translation), 0.02 * 6 * np.pi + 0.001 * (6 * np.pi) ** 2, rtol=1e-12)
assert np.allclose(lift.translation_acceleration, 0.002 * (2 * np.pi) ** 2, rtol=1e-10)
