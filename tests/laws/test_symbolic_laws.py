"""Expressions written by hand and differentiated by SymPy agree with the kernels, for every kind of joint.

The limit 1e-11 is relative to the largest entry: both sides are sums of at most a few hundred products, each
rounded to 1e-16; poses are kept away from singular places of the measures, where terms grow. Agreement is about
1e-14; a wrong term is of the order of 1.
"""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from law_models import CASES, Case, random_pose, without_turns

from linkwork.solve.equations import equations_at

pytest.importorskip("sympy")

WITHOUT_FORMULA = ("pressure_angle", "curve")
"""Fields of joints whose rows turn with the flank that carries, or have symbols for what is found by iteration."""

SEEN = [
    case
    for case in CASES
    if (case.planar or not case.grounded)
    and not set(WITHOUT_FORMULA) & set(dict(case.options))
    and case.kind not in ("sphere_on_surface", "disc_on_surface", "surface_on_plane")
    and case.kind != "cable"  # its length counts full turns of the directions in it
]
"""Every kind, in plane and space; those on the ground are shorter forms of those between two bodies."""


@pytest.mark.parametrize("case", SEEN, ids=str)
def test_expressions_agree_with_the_kernels(case: Case):
    rng = np.random.default_rng(zlib.crc32(str(case).encode()))
    m = case.model(driven=True)
    plan = m.plan()
    poses, twists = random_pose(plan, rng), rng.normal(size=(len(plan.resolved.solids), 6))
    if case.planar:
        twists[:, 2:5] = 0.0
    numbers, symbols = equations_at(m.plan(), poses, twists, 0.3), m.symbolic()
    q, v = symbols.state(poses, twists)
    for name in ("Phi", "Phi_q", "nu", "gamma"):
        found, expected = symbols.function(name)(q, v, 0.3), getattr(numbers, name)
        difference = found - expected
        if name == "Phi":  # angles hold up to full turns
            difference[[e.level > 0 for e in plan.equations]] = 0.0  # written out, but no equation of positions
            difference = np.array([without_turns(e, d) for e, d in zip(plan.equations, difference, strict=True)])
        assert np.abs(difference).max(initial=0.0) < 1e-11 * max(1.0, np.abs(expected).max(initial=0.0)), name
