"""How fast the Jacobian of the constraint equations changes, from the right sides of accelerations and jerk.

Along a motion with velocities v, accelerations a and jerk j the derivatives of the equations are

    Phi_q v = nu,    Phi_q a = gamma = -D(v) v - 2 Phi_qt v - Phi_tt,    Phi_q j = -2 D(v) a - D(a) v - 3 Phi_qt a - ...

where D(v) x is the change of Phi_q x along v, linear in v, and the dots do not hold a. Velocities need not be rates of
coordinates: for angular velocities D(v) x and D(x) v differ. Half the difference of gamma at v + x and v - x has
-D(v) x - D(x) v - 2 Phi_qt x, the right side of jerk has -2 D(v) x - D(x) v - 3 Phi_qt x at a = x beyond what it has at
a = 0, so that the first less the second is D(v) x + Phi_qt x: the rate of Phi_q, times x. Nothing is differenced; both
are polynomials in x.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from .on_coordinates import Coordinates


def jacobian_rate(own: Coordinates, t: float, z: Array, v: Array) -> Array:
    """Return the time derivative of Phi_q (m, n) at values z and velocities v of coordinates."""
    rest = np.zeros_like(v)
    speed = float(np.abs(v / own.units).max(initial=0.0)) or 1.0  # terms of one size lose least by rounding
    at_rest = own.wanted(t, z, [v, rest])
    rate = np.zeros((len(at_rest), len(v)))
    for k, unit in enumerate(own.units):
        x = rest.copy()
        x[k] = speed * unit
        both = 0.5 * (own.wanted(t, z, [v + x]) - own.wanted(t, z, [v - x]))
        with_jerk = own.wanted(t, z, [v, speed * x]) - at_rest
        rate[:, k] = (both - with_jerk / speed) / x[k]
    return rate
