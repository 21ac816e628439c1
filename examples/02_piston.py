"""A piston engine: slider-crank from the gallery at 3000 revolutions a minute.

Run it with ``--picture`` to write ``02_piston.svg``.
"""

import sys

import numpy as np

import linkwork as lw
from linkwork import gallery

r, l = 0.045, 0.140
omega = 3000 * lw.rpm

m = gallery.get("slider-crank", crank=r, rod=l, driven=False)
m.drive("crank_pivot.angle", lw.speed(omega))
motion = m.move(np.linspace(0, 2 * np.pi / omega, 361))
piston = motion.joint("rail")

print(f"stroke {np.ptp(piston.translation) * 1000:.1f} mm")
print(f"greatest speed {np.abs(piston.translation_velocity).max():.2f} m/s")
print(f"acceleration at top dead centre {piston.translation_acceleration[0]:.0f} m/s^2")

# Known: stroke 2 r, and at top dead centre the acceleration -r omega^2 (1 + r/l).
assert np.isclose(np.ptp(piston.translation), 2 * r, rtol=1e-12)
assert np.isclose(piston.translation_acceleration[0], -r * omega**2 * (1 + r / l), rtol=1e-10)

if "--picture" in sys.argv:
    motion.plot("rail.translation", path="02_piston.svg")
