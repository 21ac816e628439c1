"""Design parameters: how straight is Hoeken's line, and which proportions make it straighter?

Run it with ``--picture`` to write ``06_straight_line.svg``.
"""

import sys

import numpy as np

from linkwork import gallery

m = gallery.get("hoeken")
half = 50 / 360
times = np.linspace(0.5 - half, 0.5 + half, 101)


def deviation(model) -> float:
    """Return height over length of the tip's path for 100 degrees of the crank."""
    path = model.move(times).point("coupler.P").position
    return float(np.ptp(path[:, 1]) / np.ptp(path[:, 0]))


# The coupler and the rocker are as long as each other; try a few lengths, in cranks.
lengths = [3.4, 3.5, 3.588, 3.7, 3.8]
found = {bar: deviation(m.with_parameters(coupler_length=bar, rocker_length=bar)) for bar in lengths}
for bar, error in found.items():
    print(f"bars of {bar:5.3f} cranks: deviates by {100 * error:.4f} per cent of its length")

# Known: 3.588 cranks with pivots 2.725 cranks apart is the best of them, within a hundredth of a per cent.
assert min(found, key=found.get) == 3.588
assert found[3.588] < 1e-4

if "--picture" in sys.argv:
    m.move(np.linspace(0, 1, 73)).draw("06_straight_line.svg")
