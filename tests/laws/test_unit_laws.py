"""Results do not depend on units: the same mechanism in other units of length, mass and time is computed alike.

Units that differ by powers of two change no digit of any number, only its exponent. Where every threshold, norm and
scale is dimensionally consistent, every operation is then the same: equal angles, equal counts, to the last digits.
(Square roots of odd powers and LAPACK's own thresholds may round otherwise: 1e-13 is for them.)
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw

sys.path.append(str(Path(__file__).parents[1] / "solve"))
from random_mechanisms import SI, Sample, Units, build, loaded, sample

COUNT = 60
SAME = 1e-13

UNITS = {
    "1e-9 m": Units(length=2.0**-30),
    "1e-3 m": Units(length=2.0**-10),
    "1e9 m": Units(length=2.0**30),
    "1e-9 kg": Units(mass=2.0**-30),
    "1e9 kg": Units(mass=2.0**30),
    "1e-9 s": Units(time=2.0**-30),
    "1e9 s": Units(time=2.0**30),
    "mixed": Units(length=2.0**-12, mass=2.0**20, time=2.0**-18),
}


def mechanism(number: int) -> Sample:
    """Return a random mechanism with masses and forces: plane and space in turn, every fifth one braced."""
    return loaded(sample(number // 2, number % 2 == 0, number % 5 == 4), number)


def lengths_and_turns(poses: np.ndarray, units: Units) -> np.ndarray:
    """Return poses with lengths in metres again."""
    return np.concatenate([poses[..., :3] / units.length, poses[..., 3:]], axis=-1)


def outcome(made: Sample, units: Units) -> dict[str, object]:
    """Return what the analyses of a mechanism tell, in SI units, and how many steps they took."""
    m = build(made, units)
    try:
        assembly = m.assemble()
    except lw.AssemblyError:
        return {"assembly": "refused"}
    found: dict[str, object] = {"position": lengths_and_turns(assembly.poses, units), "steps": assembly.iterations}
    mobility = m.mobility(start=assembly.poses)
    found["mobility"] = (mobility.finite, mobility.instantaneous, len(mobility.redundant))
    try:
        run = m.simulate(0.2 * units.time, points=3, start=assembly)
    except lw.MotionError:
        return {**found, "simulation": "refused"}
    force = np.array([np.abs(run.joint(link.name).force).max() for link in made.links]) / units.force
    return {
        **found,
        "simulation": lengths_and_turns(run.poses, units),
        "counts": tuple(run.counts.values()),
        "velocity": run.motions[:, :, 0, 3:] * units.time,
        "force": force,
        "unique": str(run.determinacy),
    }


def differences(one: dict[str, object], two: dict[str, object]) -> list[str]:
    """Return what two outcomes differ in."""
    found = []
    for name, value in one.items():
        other = two.get(name)
        if isinstance(value, np.ndarray) and isinstance(other, np.ndarray):
            # velocities and forces carry the rounding of positions times rates and stiffnesses of up to 1e3
            off = np.abs(value - other).max(initial=0.0) / max(1.0, np.abs(value).max(initial=0.0))
            if not off <= SAME * (1e3 if name in ("velocity", "force") else 1.0):
                found.append(f"{name} off by {off:.1e}")
        elif name == "steps" and isinstance(value, int) and isinstance(other, int):
            # a search among several closed positions may end sooner by rounding; before, counts differed 2000 times
            if max(value, other) > 4 * min(value, other) + 10:
                found.append(f"{name} {other} instead of {value}")
        elif value != other:
            found.append(f"{name} {other} instead of {value}")
    return found


@pytest.fixture(scope="module")
def in_si() -> list[tuple[Sample, dict[str, object]]]:
    made = [mechanism(number) for number in range(COUNT)]
    return [(one, outcome(one, SI)) for one in made]


@pytest.mark.parametrize("units", UNITS.values(), ids=UNITS)
def test_results_do_not_depend_on_units(units, in_si):
    wrong = []
    for made, known in in_si:
        wrong += [f"'{made.name}': {text}" for text in differences(known, outcome(made, units))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("units", UNITS.values(), ids=UNITS)
@pytest.mark.parametrize("number", [1, 8, 13, 18])
def test_a_driven_motion_does_not_depend_on_units(number, units):
    """Swung by 0.2 rad or 0.2 m with the first joint that can be driven, the other freedoms following."""
    made = mechanism(number)
    efforts, turns, counts = [], [], []
    for unit in (SI, units):
        m = build(made, unit)
        start = m.assemble()
        quantity = next(f"{link.name}.angle" for link in made.links if link.kind == "revolute")
        begin = float(start.motion.measure(quantity).value[0])
        m.drive(quantity, f"{begin!r} + 0.2*sin({3 / unit.time!r}*t)")
        moved = m.move(np.linspace(0, 0.3, 5) * unit.time, start=start.poses, undriven="hold", on_limit="return")
        turns.append(moved.poses[..., 3:])
        counts.append(tuple(moved.counts.values()))
        run = m.simulate(0.1 * unit.time, points=3, start=start)
        efforts.append(run.driver(quantity).effort / (unit.force * unit.length))
    assert counts[0] == counts[1]
    np.testing.assert_allclose(turns[1], turns[0], atol=SAME)
    np.testing.assert_allclose(efforts[1], efforts[0], rtol=1e-9, atol=1e-9 * np.abs(efforts[0]).max())


STATES = [UNITS[name] for name in ("1e-9 m", "1e9 m", "1e9 kg", "1e-9 s")]


def accelerations(made: Sample, units: Units, formulation: str) -> np.ndarray | str:
    """Return the angular accelerations at the start in a formulation, per second squared; or that it does not apply."""
    m = build(made, units)
    try:
        run = m.simulate([0.0], start=m.assemble(), formulation=formulation)
    except lw.LinkworkError:
        return "refused"
    _ = run.forces
    return np.asarray(run.motions[0, :, 1, 3:]) * units.time**2


@pytest.mark.parametrize("formulation", lw.FORMULATIONS)
def test_formulations_do_not_depend_on_units(formulation):
    """At one state, to the rounding of the matrices that each formulation solves: condition numbers of some 1e4.

    A structure has no accelerations but rounding: 1 rad/s^2 is what weights would cause at its size of some metres.
    """
    for number in (2, 3, 8, 13, 18):
        made = mechanism(number)
        known = accelerations(made, SI, formulation)
        for units in STATES:
            found = accelerations(made, units, formulation)
            if isinstance(known, str) or isinstance(found, str):
                assert isinstance(known, str) == isinstance(found, str), f"'{made.name}' in {units}: {known}, {found}"
                continue
            allowed = 1e-10 * max(1.0, np.abs(known).max())
            np.testing.assert_allclose(found, known, rtol=0.0, atol=allowed, err_msg=f"{made.name}, {units}")
