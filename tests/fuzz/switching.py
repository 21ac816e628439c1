"""Random mechanisms with parts that switch: stops, contacts, impacts, friction, decisions, controllers, events.

`examine` of this module is for them what `examine.examine` is for smooth ones. All is read from results as users see
them and checked with plain vectors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from crossing import check_events, check_grid, check_impacts, check_stop
from equipped import SHORT_SPAN, SPAN, Equipped, true_states
from examine import closed
from massless import strip
from mechanics import GROUND, quickest_turn, states_of
from parts import PARTS, SHARES, Bench, Part
from quantities import free_motions, units_of
from random_mechanisms import Sample, Shape, loaded, sample
from states import check_run

FIRST = 100_000
"""Number of the first mechanism that switches."""

KINDS = ("plain", "plain", "long", "light", "slender", "plain", "driven", "massless")
"""What is difficult about mechanism number n beside its parts: kind n modulo 8."""


def mechanism(seed: int) -> Equipped:
    """Return the mechanism of a number, told exactly where it is, with one to four parts that switch."""
    kind = KINDS[seed % len(KINDS)]
    rng = np.random.default_rng([seed, 21])
    made = _movable(rng, kind)
    lightest = float(10.0 ** rng.uniform(2, 9)) if kind == "light" else 1.0
    slender = float(10.0 ** rng.uniform(2, 6)) if kind == "slender" else 1.0
    made.name = f"switching {seed}"
    made = loaded(made, seed, lightest, slender)
    if kind == "massless":
        strip(made, rng)
    found = Equipped(made)
    bench = Bench(made, true_states(made), rng)
    for k in range(int(rng.integers(1, 5))):
        bench.name = f"p{k}"
        part = PARTS[str(rng.choice(list(PARTS), p=SHARES))](bench)
        if part is not None:
            found.parts.append(part)
    if kind == "driven":
        bench.name = "d"
        _drive(found, bench)
    return found


def _movable(rng: np.random.Generator, kind: str) -> Sample:
    """Return a mechanism that can move by the count of its equations, told exactly."""
    ratio = float(10.0 ** rng.uniform(2, 9)) if kind == "long" else 1.0
    while True:
        made = sample(int(rng.integers(1 << 30)), bool(rng.random() < 0.5), False, Shape(ratio=ratio))
        if made.coordinates() > made.equations():
            made.hints = {name: pose for name, pose in made.truth.items() if name != GROUND}
            return made


def _drive(found: Equipped, bench: Bench) -> None:
    """Drive a joint coordinate evenly, and from some time on with an acceleration."""
    joint = bench.joint()
    if joint is None:
        return
    quantity, units = joint[1], units_of(found.made, found.size)
    row = quantity.row(bench.states) * units
    if np.linalg.norm(row @ free_motions(found.made, bench.states, units)) < 0.05 * np.linalg.norm(row):
        return  # other joints hold it
    way = 1.0 if quantity.turns else bench.size(quantity.bodies)
    s, v, a = bench.start(quantity), *(bench.rng.uniform(-1, 1, 2) * way * [0.5, 10.0])
    t1 = float(bench.rng.uniform(0.02, 0.15))
    found.made.model.drive(
        quantity.text, f"{s!r} + {float(v)!r}*t + if(t > {t1!r}, {float(a)!r}*(t - {t1!r})^2, 0)", name="d"
    )
    found.driver = Part(
        "driver", "d", quantity, lambda _, __, t: float(s + v * t + (a * (t - t1) ** 2 if t > t1 else 0.0)), source=True
    )


def examine(seed: int) -> Equipped:
    """Return what is found at mechanism number `seed`."""
    return examined(mechanism(seed), seed)


def examined(found: Equipped, seed: int) -> Equipped:
    """Simulate a mechanism and check all that is told of it."""
    rng = np.random.default_rng([seed, 22])
    with np.errstate(all="ignore"):
        run = found.run("simulate", np.linspace(0.0, SPAN, 161), record_when=found.watched)
        if found.findings and found.findings[-1].kind == "simulate: too slow":
            run = quick(found)
        if run is None:
            return found
        closed(found, "simulate", run, range(0, len(run), 20))
        if check_run(found, run):
            check_events(found, run)
            check_grid(found, run, rng)
            check_stop(found, run, rng)
            check_impacts(found, run)
    return found


def quick(found: Equipped) -> Any:
    """Return a short run of a mechanism that takes long; where a body turns at 500 rad/s that is no finding."""
    slow = found.findings.pop()
    run = found.run("simulate", np.linspace(0.0, SHORT_SPAN, 161), record_when=found.watched)
    if run is not None and max(quickest_turn(found.made, states_of(found.made, run, k)) for k in (0, 80, 160)) < 500.0:
        found.findings.append(slow)
    return run
