"""What drivers and force elements do: effort, power and work."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import DIMENSIONS
from ..errors import LinkworkError, check_name
from .integrals import running_integral

if TYPE_CHECKING:
    from ..base.space import Space
    from ..coordinates.plan import Plan
    from ..model.equations import Equation
    from ..model.loads import ResolvedLoad
    from .dynamics import DynamicMotion
    from .series import Series


EFFORTS = {"length": "N", "angle": "N*m", "number": "J"}
"""Unit of what works on a quantity."""


@dataclass(frozen=True)
class DriverEffort:
    """A driver over time.

    Attributes
    ----------
    name, quantity : str
        Of the driver, and what it drives.
    unit : str
        Of the effort: N along a length, N*m about an angle.
    effort : array, shape (times,)
        Force or torque of the driver along the driven quantity; positive: it drives it upward.
    determinate : bool
        False: more drivers than freedoms, so that they share the effort in more than one way.
    motion : Series
        The driven quantity with its derivatives.
    """

    name: str
    quantity: str
    unit: str
    effort: Array = field(repr=False)
    determinate: bool
    motion: Series = field(repr=False)
    time: Array = field(repr=False)

    @property
    def power(self) -> Array:
        """Power that the driver puts into the machine, shape (times,) [W]."""
        return np.asarray(self.effort * self.motion.velocity)

    @property
    def work(self) -> Array:
        """Work done since the first time, shape (times,) [J]; integrated from the times stored, not exact."""
        return running_integral(self.time, self.power)


@dataclass(frozen=True)
class ForceEffort:
    """A force element over time.

    Attributes
    ----------
    name, kind : str
    labels, units : tuple of str
        Of its loads, one entry a load: most elements have one, a bushing one for each direction.
    values : array, shape (times, loads)
        Value of each load, in its unit; positive as the element defines it.
    rates : array, shape (times, loads)
        The rate that each load works on [m/s, rad/s].
    """

    name: str
    kind: str
    labels: tuple[str, ...]
    units: tuple[str, ...]
    values: Array = field(repr=False)
    rates: Array = field(repr=False)
    time: Array = field(repr=False)

    @property
    def value(self) -> Array | dict[str, Array]:
        """The force or torque, shape (times,); of an element with several loads one for each label."""
        if len(self.labels) == 1:
            return self.values[:, 0]
        return {label: self.values[:, k] for k, label in enumerate(self.labels)}

    @cached_property
    def power(self) -> Array:
        """Power that the element puts into the machine, shape (times,) [W]."""
        return np.asarray((self.values * self.rates).sum(axis=1))

    @cached_property
    def work(self) -> Array:
        """Work done since the first time, shape (times,) [J].

        Integrated from the power at the times stored, by parabolas: not exact, and as good as these times
        are dense. The balance of a simulation does not use it.
        """
        return running_integral(self.time, self.power)


def driver_effort(motion: DynamicMotion, name: str) -> DriverEffort:
    """Return effort and power of a driver by name."""
    drivers = motion.model.drivers
    check_name("driver", name, drivers)
    quantity, unit = drivers[name].quantity, driver_unit(motion.plan, name)
    row = next(i for i, owner in enumerate(motion.forces.owners) if owner == ("driver", name))
    reactions = motion.reactions()
    unique = reactions.determinacy.drivers[name]
    series = motion.measure(quantity)
    return DriverEffort(name, quantity, unit, reactions.multipliers[:, row], unique, series, motion.time)


def force_effort(motion: DynamicMotion, name: str) -> ForceEffort:
    """Return values and power of a force element by name."""
    forces = motion.model.forces
    check_name("force", name, forces)
    own = [i for i, load in enumerate(motion.plan.loads) if load.owner == name]
    if not own:
        return _switch_effort(motion, name, forces[name].KIND)
    values, rates = motion.forces.values[:, own], motion.forces.rates[:, own]
    return ForceEffort(name, forces[name].KIND, *load_words(motion.plan, name), values, rates, motion.time)


def driver_unit(plan: Plan, name: str) -> str:
    """Return the unit of the effort of a driver."""
    return next(_effort_unit(e) for e in plan.equations if e.driver and e.owner == name)


def load_words(plan: Plan, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return labels and units of the loads of a force element; the unit is empty where the plan does not have it."""
    loads = [load for load in plan.loads if load.owner == name]
    if loads:
        return _labels(plan.writer.model.space, loads), tuple(_unit(load) for load in loads)
    units = tuple(_effort_unit(plan.equations[row]) for row in switched(plan, name)[1])
    one = len(units) <= 1
    return ("value",) if one else tuple("torque" if unit == "N*m" else "force" for unit in units), units or ("",)


def acts(plan: Plan, name: str) -> bool:
    """Return whether a force element takes part in a motion: contacts and frictions only do in a simulation."""
    return any(load.owner == name for load in plan.loads) or bool(switched(plan, name)[0])


def switched(plan: Plan, name: str) -> tuple[list[int], list[int]]:
    """Return the switches of a rigid contact or of friction, and their rows."""
    rows, of_joints = plan.order[plan.tables["switches"]["row"]], plan.tables["switches"]["own"]
    own = [k for k, row in enumerate(rows) if plan.equations[row].owner == name and not of_joints[k]]
    return own, [int(rows[k]) for k in own]


def _switch_effort(motion: DynamicMotion, name: str, kind: str) -> ForceEffort:
    """Return the force of a rigid contact or of friction along its quantity, positive when it increases it."""
    own, rows = switched(motion.plan, name)
    if not own:
        raise LinkworkError(
            f"The {kind.replace('_', ' ')} '{name}' is not part of this motion: only simulate knows it."
        )
    equations = [motion.plan.equations[row] for row in rows]
    values = motion.forces.rubbing[:, own] + motion.forces.multipliers[:, rows]
    rates = motion.observe([equation.gauges[0] for equation in equations])[:, :, 1]
    if not equations[0].single:
        rates = motion.measure(motion.model.forces[name].quantity).values[:, 1:2]  # type: ignore[attr-defined]
    return ForceEffort(name, kind, *load_words(motion.plan, name), values, rates, motion.time)


def _effort_unit(equation: Equation) -> str:
    return "N" if equation.is_length else EFFORTS[DIMENSIONS[equation.gauges[0].kind]]


def _unit(load: ResolvedLoad) -> str:
    if load.gauge is None:
        return "N*m" if load.kind == "torque" else "N"
    return EFFORTS[DIMENSIONS[load.gauge.kind]]


def _labels(space: Space, loads: list[ResolvedLoad]) -> tuple[str, ...]:
    """Return a label for every load: force or torque with its axis where it is an axis, else with its number."""
    if len(loads) == 1:
        return ("value",)
    names = [_label(space, load) for load in loads]
    if len(set(names)) == len(names):
        return tuple(names)
    return tuple(f"{load.kind} {k}" for k, load in enumerate(loads, 1))


def _label(space: Space, load: ResolvedLoad) -> str:
    word = "torque" if _unit(load) == "N*m" else "force"
    vectors = [s for s in (load.sites if load.gauge is None else load.gauge.sites) if s.vector]
    if not vectors:
        return word
    direction = np.array(vectors[0].xyz)
    if load.gauge is not None and load.gauge.kind in ("angle", "tilt"):
        # an angle grows from the first feature towards the second, a tilt from the third towards the second
        direction = np.cross(vectors[0 if load.gauge.kind == "angle" else 2].xyz, vectors[1].xyz)
    user = space.basis.T @ direction
    for axis, unit in zip("xyz", np.eye(3), strict=True):
        for sign, value in (("", 1.0), ("-", -1.0)):
            if np.abs(user - value * unit).max() < 1e-9:
                return f"{word} {sign}{axis}"
    return word
