"""A hundred random mechanisms through every analysis, each result checked by mechanics that knows nothing of Linkwork.

``python tests/fuzz/run.py --count 10000`` does the same with more of them; ``--show 42`` tells all about one.
"""

from __future__ import annotations

import pytest
from examine import KINDS, examine
from known import KNOWN

COUNT = 100

ONCE_WRONG = (220, 341, 366, 397, 412, 541, 677, 844, 972, 1476, 1586, 2485, 3452, 3516, 3740, 6396, 6943, 7523, 8948)
"""Others that came out wrong once: lengths or masses far apart, rows that are nearly or wholly redundant;
and such that took steps without end."""


def case(seed: int) -> object:
    """Return a seed as a parameter of a test; a known one must fail."""
    known = [pytest.mark.xfail(strict=True, reason=KNOWN[seed])] if seed in KNOWN else []
    return pytest.param(seed, id=f"{KINDS[seed % len(KINDS)]}-{seed}", marks=known)


@pytest.mark.parametrize("seed", [case(seed) for seed in (*range(COUNT), *ONCE_WRONG)])
def test_every_analysis_of_a_random_mechanism(seed):
    found = examine(seed).findings  # what a result tells of itself is no wrong answer
    assert not found, f"repeat with: python tests/fuzz/run.py --show {seed}\n" + "\n".join(map(": ".join, found))


def test_the_check_finds_what_is_wrong():
    """A mass told wrongly to the plain check is found in the balance of forces and in the energy."""
    from examine import Examination, check_simulation, mechanism
    from numpy.random import default_rng

    found = Examination(mechanism(0))
    assembly = found.made.model.assemble()
    for own in found.made.masses.values():
        own.mass *= 1.001
    check_simulation(found, assembly, default_rng(0))
    assert {"simulate: balance", "energy: kinetic"} <= {finding.kind for finding in found.findings}


def test_a_mechanism_is_the_same_every_time():
    one, two = (examine(3) for _ in range(2))
    assert one.done == two.done
    assert one.made.model.to_toml() == two.made.model.to_toml()
