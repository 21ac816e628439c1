"""What is read between the steps of a run, brought to the joints as the steps are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..coordinates.masses import mass_weights
from ..kernels.runs.stored_joints import close_along
from ..results.forces import stored_states

if TYPE_CHECKING:
    from ..results.dynamics import DynamicMotion
    from .run import Run


def close_between(run: Run, motion: DynamicMotion) -> DynamicMotion:
    """Return the motion with positions and velocities between steps closed to what the steps are closed to.

    A polynomial through states that meet the joints misses them by its own error. Steps chosen by the tolerance keep
    that within it, so that a projection has nothing left to do; fixed steps do not, nor does direct correction to a
    tolerance of its own.
    """
    how = run.settings.stabilisation
    missed = how == "correction" or (how == "projection" and not run.adaptive)
    if not missed or run.formulation.STEPPER or len(motion) < 2:
        return motion
    plan, control = motion.plan, run.work.control
    work = plan.bundle()
    mass_weights(plan, work)
    work.control.length, work.control.spin = control.length, control.spin
    time, poses, _, modes, near = stored_states(replace(motion))
    close_along(work.H, int(how == "correction"), float(control.closed), time, poses, motion.motions, modes, near)
    plan.programs.reraise()
    return replace(motion, poses=poses)
