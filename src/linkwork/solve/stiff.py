"""Changing over to the implicit method where a model turns out stiff.

The explicit method notices that its steps are far shorter than the motion explains (`kernels.steps.stiffness`). Where
the choice of the method was left open, the implicit one goes on from that state on trial: it is kept if it then needs
clearly fewer evaluations for the same time. Otherwise the explicit run goes on as if nothing had happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..coordinates.switches import switched_rows
from ..coordinates.tracked import tracked, tracked_now
from ..kernels.events.handling import resume
from ..kernels.runs.integrate import integrate
from ..kernels.tables.statuses import DIPPED, DONE, FULL, ROUGH, RUNNING, SAMPLE, STOPPED
from .methods import IMPLICIT, METHODS

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from .run import Run
    from .settings import Settings

TRIAL = 30
"""Steps of the implicit method before it is judged, and as many again to judge it by: the first ones grow."""

LONG = 500
"""An explicit run with fewer steps than this ahead ends sooner than a change of method would pay."""

DEARER, ENOUGH = 1.5, 0.7
"""An evaluation of the implicit method costs as much as this many: it factors twice and looks for slopes. With this
share of the cost a change pays."""

LATER = 5.0
"""After a trial in vain so many times as many short steps call for the next one."""

UNSOLVED = 1e-6
"""Remainder of the accelerations that joints ask for, relative to their terms, that shows them wrong; see `balance`."""

NOTED = ["gap", "slip", "unmet_row", "unmet_row_time", "unmet_body", "unmet_body_at", "unmet_body_time"]
"""What was not met so far, and when: it belongs to the motion too."""

CARRIED = ["time", "speed", "spin", "energy", "drift", "most", "changed", "crowd", "start", "raised", "sampled", *NOTED]
"""Entries of `control` that belong to the motion, not to the method."""

ROWS = {"gap_at": 1, "slip_at": 1, "unmet_row_at": 0}
"""Entries that are rows of the table, which other plans have in another order; the numbers of the first ones."""


def meet_stiffness(run: Run) -> None:
    """Change over to the implicit method if that is open and pays; say that the model is stiff.

    Where the accelerations are not those that the joints ask for, it is rounding that the steps follow: the run ends.
    """
    control, at = run.work.control, run.time
    if control.left_row > UNSOLVED:
        run.status = ROUGH
        return
    step = float(control.last or control.step)  # none at a start
    short = f" Stiff from t = {at:.3g} s: steps near {step:.1e} s are far shorter than the motion explains."
    if not run.settings.leaves_method_open:
        run.stiff = f"{short} Try method='{IMPLICIT}', which is implicit{_without(run.settings)}."
        control.patience = 0.0
    elif run.times[-1] - at < LONG * step:
        control.patience = 0.0
    elif _try_implicit(run, (run.method.stages + 1) / step):
        run.stiff = f" Stiff from t = {at:.3g} s: {IMPLICIT} is implicit; its tolerance is {run.tolerance:g}."
    else:
        tolerance = run.settings.tolerance_with(METHODS[IMPLICIT])
        run.stiff = f"{short} {IMPLICIT}, which is implicit, needs no less work with a tolerance of {tolerance:g}."
        control.tense, control.patience = 0.0, LATER * control.patience


def _without(settings: Settings) -> str:
    """Return which options the implicit method cannot be combined with."""
    return "" if settings.formulation == "auto" else f", without formulation='{settings.formulation}'"


def _try_implicit(run: Run, dear: float) -> bool:
    """Go on with the implicit method; return whether it needs fewer evaluations a second than `dear`, else undo it."""
    before = dict(vars(run))
    plan, work = run.running, run.work
    run.equip(METHODS[IMPLICIT], work.q)
    _take_over(run, plan, work)
    pays = resume(run.work.H) == 0
    for _ in range(2):
        if run.status == SAMPLE:  # what a controller does then could not be undone
            break
        evaluations, time = int(run.work.counts.evaluations), run.time
        pays = pays and _go_on(run)
    needed = DEARER * (run.work.counts.evaluations - evaluations) / max(run.time - time, 1e-300)
    if pays and (run.status not in (RUNNING, SAMPLE) or needed < ENOUGH * dear):
        return True
    vars(run).update(before)
    return False


def _go_on(run: Run) -> bool:
    """Take the steps of a trial, unless the run has ended; return whether all is well."""
    while run.status in (FULL, DIPPED):
        run.prepare_piece()
    if run.status == RUNNING:
        run.status = integrate(run.work.H, run.reached, TRIAL)
        run.reached = int(run.work.counts.place)
    return run.status in (RUNNING, FULL, DIPPED, DONE, STOPPED, SAMPLE)


def _take_over(run: Run, plan: Plan, old: Bundle) -> None:
    """Bring the state of a run on another plan to the new one: motion, turns, modes, energy, log and output."""
    new = run.work
    new.V[:, 0], new.angles[:], new.s0[-1] = old.V[:, 0], old.angles, old.s0[-1]
    for entry in CARRIED:
        new.control[entry] = old.control[entry]
    for entry, first in ROWS.items():
        new.control[entry] = _row(plan, run.running, int(old.control[entry]) - first) + first
    new.array("counts")[:] = old.array("counts")
    places = {gauge: i for i, gauge in plan.counted}
    turned = [places[gauge] for _, gauge in run.running.counted]
    for (i, _), k in zip(run.running.counted, turned, strict=True):
        new.turns[i], new.turns0[i] = old.turns[k], old.turns0[k]
    new.modes[:], new.rubbing[:] = old.modes, old.rubbing
    rows, rows_before = switched_rows(run.running), switched_rows(plan)
    new.soft[rows], new.shift[rows] = old.soft[rows_before], old.shift[rows_before]
    known, wanted = tracked(plan), tracked(run.running)
    reached = dict(zip(known, tracked_now(plan, old), strict=True))
    new.contacts[:, :2] = np.tile(np.array([reached[each] for each in wanted[len(turned) :]]).reshape(-1, 2), (2, 1))
    first = run.out.shape[1] - len(known)
    columns = [first + known.index(each) for each in wanted]
    run.attach(np.ascontiguousarray(run.out[:, [*range(first), *columns]]))
    run.install()


def _row(plan: Plan, other: Plan, place: int) -> int:
    """Return the place in the table of another plan of a row of the joint or driver that the row of a plan belongs to.

    -1 stands for no row.
    """
    if not 0 <= place < len(plan.order):
        return -1
    owner = plan.equations[plan.order[place]].owner
    owners = [other.equations[i].owner for i in other.order]
    return owners.index(owner) if owner in owners else -1
