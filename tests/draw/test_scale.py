"""The length of scale bars."""

import numpy as np
import pytest

from linkwork.draw.scale import round_below


@pytest.mark.parametrize("power", range(-9, 10))
def test_round_numbers_below(power):
    """Also of numbers a rounding below a power of ten, whose logarithm is that power."""
    ten = 10.0**power
    for most, found in ((np.nextafter(ten, 0), 0.5 * ten), (1.01 * ten, ten), (3 * ten, 2 * ten), (9 * ten, 5 * ten)):
        np.testing.assert_allclose(round_below(float(most)), found)
