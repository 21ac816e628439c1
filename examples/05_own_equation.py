"""An equation of your own: a rack and pinion, written as one line."""

import numpy as np

import linkwork as lw

m = lw.Mechanism("rack and pinion", plane="xy")
m.parameter("pitch_radius", "20 mm")
pinion, rack = m.body("pinion"), m.body("rack")
m.revolute("axle", m.ground.at(0, 0), pinion.at(0, 0))
m.prismatic("guide", m.ground.at(0, "-pitch_radius"), rack.at(0, 0), axis="x")
# The rack runs below the pinion, so that it moves with the angle.
m.constraint("mesh", expression="guide.translation - pitch_radius*axle.angle")
m.drive("axle.angle", lw.harmonic("40 deg", "1 rev/s"))

motion = m.move(np.linspace(0, 1, 101))
rack_motion = motion.joint("guide")
print(f"the rack moves by {1000 * np.ptp(rack_motion.translation):.3f} mm")

# Known: 2 * 40 deg * 20 mm, and the greatest acceleration r A omega^2.
assert np.isclose(np.ptp(rack_motion.translation), 2 * np.radians(40) * 0.02, rtol=1e-12)
expected = 0.02 * np.radians(40) * (2 * np.pi) ** 2
assert np.isclose(np.abs(rack_motion.translation_acceleration).max(), expected, rtol=1e-10)
