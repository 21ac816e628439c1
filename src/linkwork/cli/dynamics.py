"""``linkwork simulate`` and ``linkwork inverse``: motion under forces, and the forces of a motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .models import gallery_entry, open_model, open_undriven
from .moving import attempted, check_files, check_quantities, show_events, show_motion, shown, write_files
from .options import Source, Wanted
from .output import number, row, say, show, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linkwork.mechanism import Mechanism
    from linkwork.results.dynamics import DynamicMotion
    from linkwork.results.motion import Motion

MOST_JOINTS = 30
"""Joints whose peak forces are printed."""


def simulate_and_show(source: Source, wanted: Wanted, settings: dict[str, Any]) -> int:
    """Simulate the model, print what came out and write the files; return the exit code."""
    model = open_undriven(source)
    _check(model, wanted)
    times = wanted.times(source.file)
    return shown(
        lambda: attempted(lambda: model.simulate(times, **settings)), lambda motion: show_dynamics(motion, wanted)
    )


def inverse_and_show(source: Source, wanted: Wanted) -> int:
    """Find drive efforts and joint forces of a driven model, print and write them; return the exit code."""
    model = open_model(source)
    _check(model, wanted)
    entry = gallery_entry(source.file)
    held = "raise" if entry is None else entry.undriven
    times = wanted.times(source.file)
    return shown(
        lambda: attempted(lambda: model.inverse(times, undriven=held)), lambda motion: show_dynamics(motion, wanted)
    )


def simulate_freely(model: Mechanism, times: NDArray[np.float64], wanted: Wanted) -> int:
    """Simulate a model that ``linkwork run`` found to have free degrees of freedom."""
    say(f"'{model.name}' has degrees of freedom without a driver: simulating its motion under its forces.")
    return shown(lambda: attempted(lambda: model.simulate(times)), lambda motion: show_dynamics(motion, wanted))


def _check(model: Mechanism, wanted: Wanted) -> None:
    """Raise before anything is computed when a name is wrong or a file cannot be written."""
    check_files(wanted)
    check_quantities(model, wanted, has_forces=True)


def show_dynamics(motion: Motion, wanted: Wanted) -> None:
    """Print table, status, energy, violation and peak forces of a motion, and write its files."""
    from linkwork.results.dynamics import DynamicMotion

    show_motion(motion, wanted)
    if motion.complete:
        say(motion.status)
    if isinstance(motion, DynamicMotion):
        say(str(motion.violations))
        say(str(motion.energy))
        show_efforts(motion)
        show_joint_forces(motion)
    show_events(motion.events)
    write_files(motion, wanted)


def show_efforts(motion: DynamicMotion) -> None:
    """Print the peaks of effort and power of every driver."""
    if not motion.model.drivers:
        return
    made = table(["driver", "peak effort", "", "at t [s]", "peak power [W]", "at t [s]"], right=(1, 3, 4, 5))
    for driver in motion.model.drivers.values():
        found = motion.driver(driver.name)
        effort, when = peak(motion, found.effort)
        power, then = peak(motion, found.power)
        row(made, driver.name, effort, found.unit, when, power, then)
    show(made)


def show_joint_forces(motion: DynamicMotion) -> None:
    """Print the peaks of force and torque in every joint between two bodies."""
    joints = [j for j in motion.model.joints.values() if j.a.body != j.b.body]
    if not joints:
        return
    made = table(["joint", "force of ... on ...", "peak force [N]", "at t [s]", "peak torque [N m]"], right=(2, 3, 4))
    for joint in joints[:MOST_JOINTS]:
        found = motion.joint(joint.name)
        force, when = peak(motion, _sizes(found.force))
        torque, _ = peak(motion, _sizes(found.torque))
        row(made, joint.name, f"{joint.a.body} on {joint.b.body}", force, when, torque)
    show(made)
    for sentence in motion.determinacy.sentences():
        say(sentence)
    if len(joints) > MOST_JOINTS:
        say(f"And {len(joints) - MOST_JOINTS} more joints; --report or --csv has them.")


def peak(motion: Motion, values: NDArray[np.float64]) -> tuple[str, str]:
    """Return the largest value of either sign, and when it occurs."""
    import numpy as np

    k = int(np.argmax(np.abs(values)))
    return number(float(values[k])), number(float(motion.time[k]))


def _sizes(values: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.abs(values) if values.ndim == 1 else np.linalg.norm(values, axis=1)
