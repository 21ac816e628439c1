"""A motion with its forces: accelerations, reactions, loads, energies, found when they are first looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import LinkworkError
from .motion import Motion

if TYPE_CHECKING:
    from ..model.equations import Gauge
    from ..solve.start import Start

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Forces:
    """Everything that the equations of motion tell at every time, in table order.

    Attributes
    ----------
    multipliers : array, shape (times, rows)
    slots : dict
        (owner, body) -> place in `reactions`.
    reactions : array, shape (times, slots, d)
        Force and moment about the centre of mass that a joint or driver exerts on a body.
    values, rates : array, shape (times, loads)
        Value of each load and the rate it works on.
    outside : array, shape (times, bodies, d)
        Forces and moments that come from outside the mechanism.
    kinetic, potential : array, shape (times,)
    """

    multipliers: Array
    slots: dict[tuple[str, int], int]
    reactions: Array
    values: Array
    rates: Array
    outside: Array
    kinetic: Array
    potential: Array


@dataclass(frozen=True)
class DynamicMotion(Motion):
    """A motion of a mechanism with masses.

    Attributes
    ----------
    start : Start or None
        The consistent state it began with.
    work : array, shape (times,), or None
        Work done by drivers and by forces without a potential, as integrated [J].
    drift : float
        Largest imbalance of energy at the steps of the integration [J].
    modes : array, shape (times, switches), or None
        Mode of every rigid contact and friction.
    records : dict
        Times of recorded events by name [s].
    """

    start: Start | None = field(default=None, repr=False)
    work: Array | None = field(default=None, repr=False)
    drift: float = 0.0
    modes: Array | None = field(default=None, repr=False)
    records: dict[str, Array] = field(default_factory=dict)

    @staticmethod
    def along(motion: Motion) -> DynamicMotion:
        """Return a motion, found by kinematics, as one with forces."""
        return DynamicMotion(**{f.name: getattr(motion, f.name) for f in fields(Motion)})

    @cached_property
    def forces(self) -> Forces:
        """Multipliers, reactions, loads and energies at every time; fills in the accelerations too."""
        from ..coordinates.slots import reaction_slots
        from ..kernels import _stages
        from ..kernels.along import along
        from ..solve.masses import mass_weights

        plan, count = self.plan, len(self)
        work = plan.bundle()
        mass_weights(plan, work)
        slots, places = reaction_slots(plan)
        bodies, d, loads = len(plan.resolved.solids), plan.freedoms, len(plan.loads)
        lam = np.zeros((count, len(plan.equations)))
        reactions = np.zeros((count, len(slots), d))
        values, rates = np.zeros((count, loads)), np.zeros((count, loads))
        outside, energies = np.zeros((count, bodies, d)), np.zeros((count, 2))
        with _stages.announce(along, "reactions and energies"):
            reached = along(
                work.H,
                np.ascontiguousarray(self.time),
                0,
                np.ascontiguousarray(self.poses),
                self.motions,
                places,
                lam,
                reactions,
                values,
                rates,
                outside,
                energies,
            )
        plan.programs.reraise()
        if reached < count:
            raise LinkworkError(f"A force of '{self.name}' gives no finite number at t = {self.time[reached]:g} s.")
        return Forces(lam, slots, reactions, values, rates, outside, energies[:, 0], energies[:, 1])

    def _twist(self, b: int, n: int) -> Array:
        if n >= 1:
            _ = self.forces
        return super()._twist(b, n)

    def _observe(self, gauges: list[Gauge]) -> Array:
        _ = self.forces
        return super()._observe(gauges)

