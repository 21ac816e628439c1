"""The kinetostatic summary: peak pin forces, drive torques, flywheel."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..errors import ModelError
from .efforts import DriverEffort
from .energy import working_power
from .integrals import mean_over_time, running_integral
from .panels import largest
from .short import Short

if TYPE_CHECKING:
    import pandas as pd

    from .dynamics import DynamicMotion


@dataclass(frozen=True)
class Peak:
    """The largest force of something over a run.

    Attributes
    ----------
    name : str
        Of the joint.
    force : float
        [N]
    time : float
        When [s].
    drivers : dict
        Where: position of every driver at that time [m, rad].
    determinate : bool
        False: the joint shares load in more than one way, and the force is one choice of many.
    """

    name: str
    force: float
    time: float
    drivers: dict[str, float]
    determinate: bool = True


@dataclass(frozen=True)
class Flywheel:
    """The flywheel that keeps the speed of a driving shaft within a wanted fluctuation.

    Attributes
    ----------
    energy : float
        Largest excess of energy within the cycle when the mean torque drives [J].
    speed : float
        Mean speed [rad/s].
    fluctuation : float
        Wanted (largest - smallest speed) / mean speed.
    inertia : float
        energy / (speed^2 fluctuation) [kg m^2], to be added on this shaft.
    turns : float
        Turns of the shaft in the run; the numbers above suppose that these are whole cycles.
    """

    energy: float
    speed: float
    fluctuation: float
    inertia: float
    turns: float


@dataclass(frozen=True)
class DriverLoad:
    """What a driver has to give.

    Attributes
    ----------
    name, unit : str
        Unit of its effort: N or N*m.
    mean, rms, peak : float
        Of the effort over time; peak has its sign.
    peak_time : float
        [s]
    fluctuation : float
        Largest minus smallest effort.
    mean_power, peak_power : float
        [W]
    flywheel : Flywheel or None
        Of a driver that turns in one sense.
    """

    name: str
    unit: str
    mean: float
    rms: float
    peak: float
    peak_time: float
    fluctuation: float
    mean_power: float
    peak_power: float
    flywheel: Flywheel | None


@dataclass(frozen=True, repr=False)
class Kinetostatics(Short):
    """Summary of the forces of a run, taken at its stored times. Print it.

    Attributes
    ----------
    name : str
        Of the mechanism.
    joints : tuple of Peak
        Largest force in every joint.
    drivers : tuple of DriverLoad
    shaking : Peak
        Largest force on the ground.
    shaking_moment : float
        Largest moment on the ground about its origin [N m].
    closure : Closure
        Whether the stored times are dense enough: work against the change of energy.
    """

    name: str
    joints: tuple[Peak, ...]
    drivers: tuple[DriverLoad, ...]
    shaking: Peak = field(repr=False)
    shaking_moment: float
    closure: Closure = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dicts and numbers."""
        return asdict(self)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the peak forces as a table, one row a joint."""
        import pandas as pd

        columns: dict[str, list[Any]] = {
            "peak force [N]": [p.force for p in self.joints],
            "time [s]": [p.time for p in self.joints],
        }
        for name in dict.fromkeys(d for p in self.joints for d in p.drivers):
            columns[f"at {name}"] = [p.drivers[name] for p in self.joints]
        columns["unique"] = [p.determinate for p in self.joints]
        return pd.DataFrame(columns, index=pd.Index([p.name for p in self.joints], name="joint"))

    def __str__(self) -> str:
        width = max([len(p.name) for p in self.joints] + [len("joint")])
        lines = [f"Forces of '{self.name}'", f"{'joint':<{width}}  peak force [N]  at"]
        lines += [f"{p.name:<{width}}  {p.force:14.6g}  {_where(p)}" for p in self.joints]
        lines.append(
            f"On the ground: {self.shaking.force:.6g} N {_where(self.shaking)}, {self.shaking_moment:.6g} N*m."
        )
        for driver in self.drivers:
            lines += _driver_lines(driver)
        if self.drivers and str(self.closure):
            lines.append(str(self.closure))
        return "\n".join(lines)


def summarise(motion: DynamicMotion, speed_fluctuation: float) -> Kinetostatics:
    """Return the summary of a run; see `DynamicMotion.kinetostatics`."""
    if not (np.isfinite(speed_fluctuation) and speed_fluctuation > 0):
        raise ModelError(f"speed_fluctuation is a positive number such as 0.02, not {speed_fluctuation!r}.")
    efforts = [motion.driver(name) for name in motion.model.drivers]
    joints = []
    for name, joint in motion.model.joints.items():
        if joint.a.body != joint.b.body:
            reaction = motion.reactions().joint(name)
            unique = all(reaction.determinate.values())
            joints.append(_peak(name, reaction.magnitude, motion.time, efforts, unique))
    total = np.linalg.norm(motion.shaking_force, axis=1)
    moment = motion.shaking_moment.reshape(len(motion), -1)
    return Kinetostatics(
        motion.name,
        tuple(joints),
        tuple(_driver_load(effort, speed_fluctuation) for effort in efforts),
        _peak("ground", total, motion.time, efforts),
        float(np.linalg.norm(moment, axis=1).max()),
        closure_of(motion),
    )


def _peak(name: str, sizes: Array, time: Array, efforts: list[DriverEffort], unique: bool = True) -> Peak:
    k = largest(sizes)
    return Peak(name, float(sizes[k]), float(time[k]), {e.name: float(e.motion.value[k]) for e in efforts}, unique)


def _driver_load(driver: DriverEffort, fluctuation: float) -> DriverLoad:
    time, effort, power = driver.time, driver.effort, driver.power
    k = largest(effort)
    return DriverLoad(
        driver.name,
        driver.unit,
        mean_over_time(time, effort),
        float(np.sqrt(mean_over_time(time, effort**2))),
        float(effort[k]),
        float(time[k]),
        float(np.ptp(effort)),
        mean_over_time(time, power),
        float(np.abs(power).max()),
        _flywheel(driver, fluctuation),
    )


def _flywheel(driver: DriverEffort, fluctuation: float) -> Flywheel | None:
    """Return the flywheel of a driver that turns in one sense, else None."""
    time, rate, angle = driver.time, driver.motion.velocity, driver.motion.value
    if driver.unit != "N*m" or len(time) < 3 or not (rate.min() > 0 or rate.max() < 0):
        return None
    turned = float(angle[-1] - angle[0])
    work = running_integral(time, driver.power)
    excess = float(np.ptp(work - work[-1] * (angle - angle[0]) / turned))
    speed = turned / float(time[-1] - time[0])
    return Flywheel(excess, abs(speed), fluctuation, excess / (speed**2 * fluctuation), abs(turned) / (2 * np.pi))


def _where(peak: Peak) -> str:
    at = ", ".join(f"{name} = {value:.4g}" for name, value in peak.drivers.items())
    note = "" if peak.determinate else " (not unique)"
    return f"t = {peak.time:.4g} s" + (f" ({at})" if at else "") + note


def _driver_lines(d: DriverLoad) -> list[str]:
    effort = f"mean {d.mean:.6g}, rms {d.rms:.6g}, peak {d.peak:.6g} (t = {d.peak_time:.4g} s)"
    power = f"power mean {d.mean_power:.6g} W, peak {d.peak_power:.6g} W"
    lines = [f"Driver '{d.name}' [{d.unit}]: {effort}, fluctuation {d.fluctuation:.6g}; {power}."]
    if d.flywheel is not None:
        f = d.flywheel
        lines.append(
            f"  Flywheel for a speed fluctuation of {f.fluctuation:.3g} at {f.speed:.4g} rad/s: {f.inertia:.4g} kg*m^2 "
            f"(excess energy {f.energy:.4g} J)."
        )
        if abs(f.turns - round(f.turns)) > 1e-3 or f.turns < 0.5:
            lines.append(f"  The run covers {f.turns:.3g} turns; a flywheel is chosen for whole cycles.")
    return lines


# ---- whole cycles --------------------------------------------------------------------------------


ALLOWED = 1e-3
"""Share of the energy moved that work and energy may differ by."""


@dataclass(frozen=True)
class Closure:
    """How well the work of drivers and forces, integrated from the stored times, is the change of energy.

    Attributes
    ----------
    missed : float
        Largest difference [J].
    moved : float
        Energy that moves about [J]: the largest of kinetic energy, change of potential energy and work.
    times : int
        Number of times stored.
    """

    missed: float
    moved: float
    times: int

    @property
    def share(self) -> float:
        """What is missed as a share of what is moved."""
        return self.missed / self.moved if self.moved > 0 else 0.0

    @property
    def enough(self) -> int:
        """Number of times that should close it; the error of the integral falls with their fourth power."""
        if self.share <= ALLOWED:
            return self.times
        finer = max(2.0, 1.2 * float((self.share / ALLOWED) ** 0.25))
        return 1 + ceil((self.times - 1) * finer)

    def __str__(self) -> str:
        if self.share <= ALLOWED:
            return ""
        return (
            f"Too few times: the work of drivers and forces, integrated from these {self.times}, misses the change of "
            f"energy by up to {self.missed:.4g} J of {self.moved:.4g} J. Means, powers and flywheel may be that far "
            f"off, and peaks may lie between the times. Ask for {self.enough} times or more."
        )

    __repr__ = __str__


def closure_of(motion: DynamicMotion) -> Closure:
    """Return how well work and energy agree over the stored times; impacts, which work in no time, are left out."""
    forces, energy = motion.forces, motion.energy
    if len(motion) < 2 or any(f.KIND in ("rigid_contact", "ratchet") for f in motion.model.forces.values()):
        return Closure(0.0, 0.0, len(motion))
    work = running_integral(motion.time, working_power(motion))
    left = forces.kinetic + forces.potential - work
    moved = max(float(forces.kinetic.max()), float(np.ptp(work)), energy.scale)
    return Closure(float(np.abs(left - left[0]).max()), moved, len(motion))
