"""Random mechanisms with parts that switch, and with bodies without mass, checked by mechanics of their own.

``python tests/fuzz/run.py --seed 100000 --count 1000`` and ``--seed 200000`` do the same with more of them.
"""

from __future__ import annotations

import massless
import pytest
import switching
from known import KNOWN

COUNTS = {switching: 26, massless: 34}
"""How many of each sort."""

BEFORE_THE_FIRST_STEP = [100103]
"""Friction jams at once: events watch quantities of a motion without a time."""


def case(sort: object, seed: int) -> object:
    """Return a seed as a parameter of a test; a known one must fail."""
    known = [pytest.mark.xfail(strict=True, reason=KNOWN[seed])] if seed in KNOWN else []
    return pytest.param(sort, seed, id=f"{sort.KINDS[seed % len(sort.KINDS)]}-{seed}", marks=known)


@pytest.mark.parametrize(
    ("sort", "seed"),
    [case(sort, sort.FIRST + k) for sort, count in COUNTS.items() for k in range(count)]
    + [case(switching, seed) for seed in BEFORE_THE_FIRST_STEP],
)
def test_a_random_mechanism(sort, seed):
    found = sort.examine(seed).findings
    assert not found, f"repeat with: python tests/fuzz/run.py --show {seed}\n" + "\n".join(map(": ".join, found))


def test_the_check_finds_what_is_wrong():
    """A friction, a limit, a restitution and a mass told wrongly to the plain check are all found."""
    wrong = {"friction": ("mu", 1.01), "rigid_contact": ("limit", 1.01)}
    seen = set()
    for seed in range(switching.FIRST, switching.FIRST + 40):
        found = switching.mechanism(seed)
        for part in found.parts:
            if part.kind in wrong:
                name, share = wrong[part.kind]
                part.numbers[name] *= share
        seen |= {finding.kind.split(":")[0] for finding in switching.examined(found, seed).findings}
        if {"friction", "contact"} <= seen:
            return
    raise AssertionError(f"found only {seen}")
