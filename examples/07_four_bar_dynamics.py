"""A four-bar linkage with masses: simulate it, read the force in a pin, check its energy.

Run it with ``--picture`` to write ``07_four_bar_dynamics.png`` and the report ``07_four_bar_dynamics.html``.
"""

import sys

import numpy as np

import linkwork as lw

# Describe: masses, centres of mass in body axes, a torque on the crank, a rough hint.
m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
crank = m.body("crank", mass=1.0, inertia=0.30, com=(1, 0))
coupler = m.body("coupler", mass=2.25, inertia=2.00, com=(2, 0))
follower = m.body("follower", mass=2.0, inertia=1.35, com=(2, 0))
m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("B", crank.at(2, 0), coupler.at(0, 0))
m.revolute("C", coupler.at(4, 0), follower.at(4, 0))
m.revolute("D", m.ground.at(2.5, 0), follower.at(0, 0))
m.torque("motor", crank, 39.75)
m.place(crank, angle=60 * lw.deg)

print(m.mobility())
run = m.simulate(5.0)
print(run.summary())
pin = run.joint("B")
print(f"{pin.meaning}: {pin.force[0]} N at first, {pin.magnitude.max():.2f} N at most")

# Known: 39.75 N m all but holds it; it leaves this unstable equilibrium backwards, at -0.00107 rad/s^2.
assert np.isclose(run.joint("A").angle_acceleration[0], -0.00107328025093693, rtol=0, atol=1e-12)
assert np.allclose(pin.force[0], [-18.58048683314617, 2.664048039952497], rtol=0, atol=1e-9)
assert run.energy.relative_drift < 1e-8
assert run.violation < 1e-10

if "--picture" in sys.argv:
    run.plot("A.angle", "B.force", "energy", path="07_four_bar_dynamics.png")
    run.report("07_four_bar_dynamics.html")
