"""What the dynamic cases share: tables and tolerances, starts in motion, energy.

A case is met when its table agrees to 1e-6 of each column's largest value with default settings,
and to the digits its reference is trusted to with a tight tolerance. The references come from
minimal coordinates (DOP853, relative tolerance 1e-13), so an integration at 1e-12 cannot be
expected to agree to more than about 1e-11; one digit is left for what the tables were rounded to.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from case_data import quadratic

import linkwork as lw

DEFAULT = 1e-6
TIGHT = 1e-12
DRIFT = 1e-8


def table(case: SimpleNamespace, times: str = "t") -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return the times of a case's table, and its other columns by name."""
    values = np.ascontiguousarray(np.array(case.reference["table"], float).T)
    columns = dict(zip(case.reference["columns"], values, strict=True))
    return columns.pop(times), columns


def trusted(case: SimpleNamespace) -> float:
    """Return the tolerance for a tight run: one digit less than the trusted ones, and not below 1e-11."""
    return max(1e-11, 10.0 ** (1 - case.trusted_digits))


def agree_columns(actual: Mapping[str, Any], expected: Mapping[str, np.ndarray], tolerance: float) -> None:
    """Compare column by column to `tolerance` of the column's largest value; columns of zeros to `tolerance`."""
    missing = set(expected) - set(actual)
    assert not missing, f"not compared: {sorted(missing)}"
    off = {}
    for name, values in expected.items():
        scale = np.abs(values).max() or 1.0
        error = np.abs(np.asarray(actual[name], float) - values).max() / scale
        if not error <= tolerance:
            off[name] = float(error)
    assert not off, f"off by more than {tolerance:g} of the largest value: {off}"


def set_moving(m: lw.Mechanism, undriven: str = "raise", **rates: tuple[float, float]) -> None:
    """Place every body where it is, and as it moves, when joints have these coordinates and rates.

    Keys are joint names with one coordinate; values are (coordinate, rate).
    """
    driven = m.copy()
    for joint, (value, rate) in rates.items():
        driven.drive(joint, quadratic(float(value), float(rate)))
    pose = driven.pose(0.0, undriven=undriven)
    for name in pose.bodies:
        body = pose.body(name)
        m.place(name, at=body.position[0], velocity=body.velocity[0])
        if m.space.planar:
            m.place(name, angle=float(body.angle[0]), rate=float(body.angular_velocity[0]))
        else:
            m.place(name, rotation=lw.matrix(body.rotation[0]), rate=body.angular_velocity[0])


def assert_energy_balance(run: Any) -> None:
    """Check the balance of energy at every step; and, of a conservative run, at the output times.

    Between steps the state is read from a polynomial, which costs a digit or two; and the work of other runs is
    not known there as exactly as the motion.
    """
    assert run.energy.relative_drift < DRIFT
    if run.energy.conservative:
        assert np.ptp(run.energy.total) < 10 * DRIFT * run.energy.scale
