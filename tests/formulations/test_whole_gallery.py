"""Every formulation reproduces motion and reactions of every gallery mechanism it applies to.

Two steps of the classical Runge-Kutta method, each a twentieth of those that a method of order eight takes for 1e-9:
their error is about 1e-12 of the motion, and that is what formulations may differ by, as rounding of their linear
solves may (redundant and ill-conditioned models: 1e-9). Formulations that take their own steps are of order two: 1e-7
in positions, 1e-4 in the accelerations that reactions follow. A penalty of 1e7 leaves 1e-7
to 1e-6. Forces are compared relative to the largest of the mechanism; where several splits are possible,
`linkwork` reports the smallest, so that all can be compared.
"""

from __future__ import annotations

import pytest

from linkwork import gallery
from linkwork.errors import LinkworkError, ModelError
from linkwork.formulations import find, names
from linkwork.solve.compare import differences

SCALE = {"penalty": 1e4, "augmented-lagrangian": 1e2}


def model(name: str, driven: bool):
    """Return a gallery mechanism with masses, its start, and a short step; skips those without masses.

    Without its drivers a mechanism starts as its drivers would move it.
    """
    with_drivers = gallery.get(name)
    if not driven and not with_drivers.drivers:
        pytest.skip("it has no drivers to leave out")
    m = with_drivers if driven else gallery.get(name, driven=False)
    try:
        start = with_drivers.start().motion
        first = m.simulate(0.02, points=2, formulation="reference", tolerance=1e-9, start=start)
    except LinkworkError as error:
        pytest.skip(f"its dynamics is not defined: {str(error).splitlines()[0]}")
    return m, start, 0.02 / first.counts["steps"] / 20


@pytest.mark.parametrize("formulation", [n for n in names() if n != "reference"])
@pytest.mark.parametrize("driven", [True, False], ids=["driven", "free"])
@pytest.mark.parametrize("name", gallery.names())
def test_same_motion_and_reactions(name, driven, formulation):
    m, start, h = model(name, driven)
    options = {"step": h} if find(formulation).STEPPER else {"step": h, "method": "rk4"}
    times = [0.0, h, 2 * h]
    expected = m.simulate(times, formulation="reference", method="rk4", step=h, start=start)
    try:
        run = m.simulate(times, formulation=formulation, start=start, **options)
    except ModelError as error:
        if "does not apply" not in str(error) and "moves at its start" not in str(error):
            raise
        pytest.skip(str(error))
    position, velocity, reaction = differences(expected, run)
    scale = SCALE.get(formulation, 1.0)
    limits = (1e-6, 1e-4, 1e-2) if find(formulation).STEPPER else (1e-9 * scale, 1e-8 * scale, 1e-6 * scale)
    assert position < limits[0]
    assert velocity < limits[1]
    assert reaction < limits[2]
