"""Why a simulation stopped before its end, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernels.dynamics.switches import BESIDE
from ..kernels.runs.integrate import ASTRAY, IDLE, JAM, LOST, OPEN, ROUGH, SHORT, STILL, STUCK, TWICE
from ..kernels.tables.control import CAUSE, DRIFT, LAST, LEFT_ROW, LEFT_ROW_AT, MOST, STEP
from ..results.balance import MET
from .contacts import contact_trouble
from .masses import hardly_inert

if TYPE_CHECKING:
    from .run import Run

JAMMED = "friction jams; no friction force fits the normal force it causes. Lower mu, or load it less."

NO_INERTIA = (
    "a force acts there along a motion that has no inertia. Give the bodies that move so a mass and an inertia, or "
    "hold them by a joint or driver."
)

NO_STATES = (
    "no states of the contacts and frictions (open or closed, sticking or sliding) fit together. Lower mu, or take out "
    "a contact."
)

NO_CONVERGENCE = "Newton's iteration of the implicit step does not converge. Take a smaller step."

GAPS = "the joints cannot be kept closed. Take a smaller step or tolerance, or project (stabilisation)."

NOT_FINITE = "the numbers there are not finite. A force or driver has no value, or the step is too long."

ENOUGH_STEPS, LOOSEST = 1000, 1e-5
"""Steps that a run shall need with the tolerance that is proposed; larger tolerances are not."""

WORDS = {JAM: JAMMED, IDLE: NO_INERTIA, LOST: NO_STATES, STUCK: NO_CONVERGENCE, OPEN: GAPS}
"""What to say of endings that need no numbers."""


def why_stopped(run: Run) -> str:
    """Return why a run stopped, and what to try."""
    if run.status == TWICE:
        return _pressed_twice(run)
    lost = contact_trouble(run.running, run.work)
    if lost:
        return lost
    if run.status in (IDLE, STUCK, SHORT) and (idle := hardly_inert(run.plan, run.work.q, run.time)):
        return idle
    if run.status == SHORT:
        return (
            f"the step fell to {run.work.control[STEP]:.1e} s. A force changes too quickly there, or the "
            f"mechanism reached a position it cannot pass. See how it moves before that, or raise the tolerance."
        )
    if run.status == STILL:
        return f"time hardly passes there any more. {run.watched.cause(int(run.work.control[CAUSE]))}"
    if run.status == ASTRAY:
        return _astray(run)
    if run.status == ROUGH:
        return _rough(run)
    return WORDS.get(run.status, NOT_FINITE)


def _pressed_twice(run: Run) -> str:
    """Return a sentence on a contact that would press at two places of its curve, with both."""
    number = int(run.work.monitors["switch"][int(run.work.control[CAUSE])])
    switch, row = run.watched.switches[number], run.work.switches["row"][number]
    here = float(run.work.contacts[run.work.relations["contact"][run.work.rows["relation"][row]], 0])
    there, kind = float(run.work.switching[number, BESIDE]), run.plan.writer.model.joints[switch.name].KIND
    return (
        f"contact '{switch.name}' would press at parameters {there:.6g} and {here:.6g} of its curve at once, and holds "
        f"one place. Give each of these parts of the curve a joint of its own: '{switch.name}' on one and a second "
        f"{kind} on the other."
    )


def _astray(run: Run) -> str:
    """Return a sentence on a velocity that joints let pass for an instant only, with the joint that shows it."""
    control, balance = run.work.control, run.balance
    joint = "the joints" if balance.joints <= MET else f"'{balance.joint}'"
    return (
        f"{control[DRIFT] / control[MOST]:.0e} of the energy is unaccounted for, and shorter steps do not help. The "
        f"joints let it move there for an instant only (singular position): no acceleration keeps {joint} closed. "
        f"Start it elsewhere, or with the velocities of a motion that goes on: mobility() tells of both."
    )


def _rough(run: Run) -> str:
    """Return a sentence on accelerations that rounding makes wrong, with the joint or body that shows it."""
    control, plan = run.work.control, run.running
    step = float(control[LAST] or control[STEP])
    if run.rough.followed:
        return (
            f"the acceleration of '{run.rough.body}' changes with the rounding of positions, and steps near "
            f"{step:.1e} s follow that. It is next to a singular position, or lengths or masses are too far apart "
            f"there. {_looser(run)}tart it elsewhere, or leave out what is so small."
        )
    joint = plan.equations[plan.order[int(control[LEFT_ROW_AT])]].owner
    return (
        f"the accelerations that '{joint}' asks for are met to {control[LEFT_ROW]:.1e} only, and steps near {step:.1e} "
        f"s follow what rounding leaves of them. It is next to a singular position, or lengths or masses are too far "
        f"apart there. Start it elsewhere, or leave out what is so small."
    )


def _looser(run: Run) -> str:
    """Return the tolerance with which a thousand steps would do, if that is one; the sentence goes on with 'start'."""
    tolerance = run.rough.noise * float(run.times[-1] - run.times[0]) / ENOUGH_STEPS
    return f"Try tolerance={tolerance:.0e}, s" if tolerance < LOOSEST else "S"
