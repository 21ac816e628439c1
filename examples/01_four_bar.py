"""A four-bar linkage: describe it, move it, read positions, velocities and accelerations.

Run it with ``--picture`` to write ``01_four_bar.svg``.
"""

import sys

import numpy as np

import linkwork as lw

# Describe: bodies, pins, a named point, a driver. Lengths are metres, angles radians.
m = lw.Mechanism("four-bar", plane="xy")
crank, coupler, rocker = m.body("crank"), m.body("coupler"), m.body("rocker")
m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("B", crank.at(1.5, 0), coupler.at(0, 0))
m.revolute("C", coupler.at(3.5, 0), rocker.at(3, 0))
m.revolute("D", m.ground.at(4, 0), rocker.at(0, 0))
coupler.point("P", 1.75, 1.0)
rocker.point("tip", 3, 0)
m.place(coupler, angle=0.5)
m.place(rocker, angle=1.5)
m.drive("A.angle", "1 + 2*t + 0.25*t^2")

# Analyse: through three seconds, about a turn and a half.
motion = m.move(np.linspace(0, 3, 301))
tip = motion.point("rocker.tip")
print(motion.status)
print("tip at t = 0:", tip.position[0], "velocity", tip.velocity[0])

# Known: the tip where two circles meet (radius 3.5 about pin B, radius 3 about pivot D), 13 digits.
assert np.allclose(tip.position[0], [3.850680956684482, 2.996281666216202], rtol=0, atol=1e-12)
assert np.allclose(tip.velocity[0], [-1.555666085861818, -0.07752628008188121], rtol=0, atol=1e-9)
assert np.allclose(tip.acceleration[0], [-7.114960460139802, -1.16427852003152], rtol=0, atol=1e-9)

if "--picture" in sys.argv:
    motion.draw("01_four_bar.svg")
