"""Energy and its balance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import WRAPPED
from .forces import wrench_power
from .integrals import running_integral
from .short import Short

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


@dataclass(frozen=True, repr=False)
class Energy(Short):
    """Energy over time [J], each array of shape (times,).

    Attributes
    ----------
    kinetic : array
    potential : array
        Of gravity and of everything elastic or constant along a measured quantity.
    work : array
        Work done on the machine since the start, by drivers and by everything without a potential.
        Of a simulation: as integrated with the motion, and read between the steps by a cubic, which is less
        exact than the motion. Of inverse dynamics: integrated from the times stored.
    drift : float
        Largest imbalance at the steps of the integration; NaN for inverse dynamics, where nothing is integrated.
    conservative : bool
        Whether no work is done at all: the balance then is that of kinetic and potential energy alone.
    """

    kinetic: Array
    potential: Array
    work: Array
    drift: float
    conservative: bool

    @property
    def total(self) -> Array:
        """Kinetic and potential energy."""
        return np.asarray(self.kinetic + self.potential)

    @property
    def balance(self) -> Array:
        """What is left of kinetic + potential energy - work since the start; zero in an exact solution."""
        left = self.total - self.work
        return left - left[0] if len(left) else left

    @property
    def scale(self) -> float:
        """The energy that moves about: the largest of kinetic energy and of the changes of the others [J]."""
        changes = (np.ptp(values) for values in (self.potential, self.work))
        return float(max(self.kinetic.max(), *changes)) if len(self.kinetic) else 0.0

    @property
    def relative_drift(self) -> float:
        """`drift` relative to `scale`."""
        return self.drift / self.scale if self.scale > 0 else self.drift

    def __str__(self) -> str:
        if np.isnan(self.drift):
            largest = float(np.abs(self.balance).max(initial=0.0))
            return (
                f"Energy: up to {self.scale:.4g} J; balance with the work integrated from the stored times: "
                f"within {largest:.2g} J."
            )
        return f"Energy: up to {self.scale:.4g} J; drift {self.drift:.2g} J ({self.relative_drift:.1g} of it)."


def energy_of(motion: DynamicMotion) -> Energy:
    """Return the energies of a motion."""
    forces, conservative = motion.forces, is_conservative(motion)
    if conservative:
        work = np.zeros(len(motion))
    elif motion.work is not None:
        work = motion.work
    else:
        work = running_integral(motion.time, working_power(motion))
    drift = motion.drift if motion.work is not None else float("nan")
    return Energy(forces.kinetic, forces.potential, work, drift, conservative)


def is_conservative(motion: DynamicMotion) -> bool:
    """Return whether nothing does work but gravity and what has a potential."""
    plan = motion.plan
    if any(e.driver or e.function is not None or e.program is not None for e in plan.equations):
        return False
    if set(motion.model.forces) - {load.owner for load in plan.loads}:
        return False  # contact and friction
    return all(load.potential and load.law.program is None and load.law.damping == 0.0 for load in plan.loads)


def working_power(motion: DynamicMotion) -> Array:
    """Return the power of drivers, of joints that change with time and of loads without a potential, (times,) [W]."""
    forces, plan = motion.forces, motion.plan
    power = constraint_power(motion)
    for i, load in enumerate(plan.loads):
        value = forces.values[:, i]
        if load.potential:
            value = value - _potential_part(motion, i)
        power = power + value * forces.rates[:, i]
    return power


def constraint_power(motion: DynamicMotion) -> Array:
    """Return the power that all joints and drivers put into the bodies, shape (times,) [W]."""
    power = np.zeros(len(motion))
    for (_, body), slot in motion.forces.slots.items():
        power += wrench_power(motion, motion.forces.reactions[:, slot], body)
    return power


def _potential_part(motion: DynamicMotion, i: int) -> Array:
    """Return the part of a spring's effort that belongs to its potential energy, shape (times,)."""
    load = motion.plan.loads[i]
    if load.law.program is None:
        return np.asarray(motion.forces.values[:, i] - load.law.damping * motion.forces.rates[:, i])
    assert load.gauge is not None
    wrapped = load.gauge.kind in WRAPPED
    measured = motion.angles([load.gauge])[:, 0] if wrapped else motion.observe([load.gauge])[:, 0, 0]
    return np.asarray(load.law.constant + load.law.stiffness * (measured - load.law.free))
