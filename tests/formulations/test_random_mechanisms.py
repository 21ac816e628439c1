"""Every formulation agrees with the reference on random mechanisms, or refuses in a sentence; never a traceback.

Sixty mechanisms, in the plane and in space, with loops, redundant joints and masses, forces and velocities; in half of
them joints lie in one point. A step of 1e-4 s of the classical Runge-Kutta method, whose error is below 1e-14 of the
motion, goes through start, accelerations off the constraints, projection and reactions. What formulations then differ
by is rounding times the condition of their equations: 1e-7 in velocities (of structures, which stand still, 1e-13 of
their size in a second), 1e-6 in forces. Formulations that take
their own steps are of order two: 1e-8 in positions and 1e-5 in velocities; reactions, which follow the accelerations of
the last step, 1e-2. A penalty of 1e7 leaves 1e-7 of the joint forces, and more where they cancel.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from linkwork.errors import LinkworkError
from linkwork.formulations import find, names
from linkwork.solve.compare import differences

sys.path.append(str(Path(__file__).parents[1] / "solve"))
from random_mechanisms import Shape, loaded, sample

STEP = 1e-4
LIMITS = {"penalty": (1e-9, 1e-5, 1e-1), "augmented-lagrangian": (1e-9, 1e-7, 1e-4)}
MECHANISMS = [(planar, seed) for planar in (True, False) for seed in range(30)]


@cache
def start_and_reference(planar: bool, seed: int):
    """Return a mechanism, its start and a step of the reference; None where there is no motion to compare."""
    m = loaded(sample(seed, planar, shape=Shape(coincident=seed % 2 == 1)), seed).model
    try:
        start = m.start()
        run = m.simulate([0.0, STEP], start=start, method="rk4", step=STEP, formulation="reference")
        assert np.isfinite(run.forces.multipliers).all()
    except LinkworkError:
        return None
    return m, start, run


@pytest.mark.parametrize("formulation", [n for n in names() if n != "reference"])
def test_formulations_agree_or_refuse(formulation):
    agreed, off, unnamed = 0, [], []
    own = find(formulation).STEPPER
    limits = (1e-8, 1e-5, 1e-2) if own else LIMITS.get(formulation, (1e-11, 1e-7, 1e-6))
    for planar, seed in MECHANISMS:
        made = start_and_reference(planar, seed)
        if made is None:
            continue
        m, start, expected = made
        options = {} if own else {"method": "rk4"}
        try:
            run = m.simulate([0.0, STEP], start=start, step=STEP, formulation=formulation, **options)
            found = differences(expected, run)
        except LinkworkError as error:
            unnamed += [] if m.name in str(error) else [str(error)]
            continue
        agreed += 1
        if any(x > limit for x, limit in zip(found, limits, strict=True)):
            off.append((m.name, *(f"{x:.1e}" for x in found)))
    assert not off
    assert not unnamed
    assert agreed >= (5 if formulation == "lagrange" else 55)
