"""Why a simulation stopped before its end, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..coordinates.rank import numerical_rank
from ..forces.one_way import OneWay
from ..forces.ratchet import Ratchet
from ..forces.rigid_contact import RigidContact
from ..kernels.dynamics.switches import BESIDE
from ..kernels.tables.statuses import ASTRAY, JUMPED, OPEN, ROUGH, SHORT, STILL, STUCK, TWICE, WEIGHTLESS
from ..results.balance import MET
from ..results.statuses import STATUSES
from .contacts import contact_trouble
from .engine import Engine
from .leaps import driver_words, equation_words, leap_words
from .masses import hardly_inert
from .over_driven import AGREE, clash

if TYPE_CHECKING:
    from .run import Run

Values = dict[str, object]

NEARLY = 1e-3
"""Gap [m, rad] of what is closed where a run ended because it could not close it."""

DRIVEN_AGAINST = (
    "joints and drivers alone decide how '{quantity}' moves, and '{name}' holds it there from going on like that. "
    "Drive it another way, or take '{name}' out."
)

QUICK = "A force changes too quickly there, or the mechanism reached a position it cannot pass."

NO_WAY = (
    "It stands where what it follows changes its course, {course}: what is asked for behind leads back, or fits no "
    "motion that comes from before."
)

AT_LEVEL = 1e-9
"""Way to a level at which something changes its course, below which a run stands there."""

SUDDEN = 1e-9
"""Time before and behind a jump at which a run stands, as a share of that of the run."""

ENOUGH_STEPS, LOOSEST = 1000, 1e-5
"""Steps that a run shall need with the tolerance that is proposed; larger tolerances are not."""


def why_stopped(run: Run) -> str:
    """Return why a run stopped, and what to try."""
    if run.status != TWICE and (lost := contact_trouble(run.running, run.work)):
        return lost
    if run.status in (WEIGHTLESS, STUCK, SHORT) and (idle := hardly_inert(run.plan, run.work.q, run.time)):
        return idle
    if run.status in (STUCK, SHORT, ASTRAY) and (against := _driven_against(run)):
        return against
    if run.status in (STUCK, SHORT, OPEN) and (leap := _leap(run)):
        return leap
    if run.status in (STUCK, SHORT, ASTRAY, OPEN) and (odd := _clash(run)):
        return odd
    values = VALUES[run.status](run) if run.status in VALUES else {}
    return STATUSES[run.status].run.format(**values)


def _clash(run: Run) -> str:
    """Return which drivers ask for one motion and disagree; "" for none."""
    odd = clash(run.plan, run.work.q, float(run.time), float(run.times[-1]))
    return f"no motion further on meets all of its drivers: {odd}. {AGREE}" if odd else ""


def _leap(run: Run) -> str:
    """Return the words for a driver that jumps where the run stands, as a function written in Python may; "" for none.

    Of those written as expressions the times are known before the run.
    """
    t, span = float(run.time), float(run.times[-1] - run.times[0])
    beside = max(SUDDEN * span, 4.0 * float(np.spacing(abs(t))))
    return driver_words(run.plan, t - beside, t + beside)


def _driven_against(run: Run) -> str:
    """Return which stop, clutch or pawl holds what drivers move against it; "" for none.

    Its row is one of those that joints and drivers prescribe already, and it is closed, or a clutch, which may close
    anywhere.
    """
    plan, added = run.running, [s.equation for s in run.watched.switches if not s.own]
    forces = [s.force for s in run.watched.switches if not s.own]
    if not any(e.driver for e in plan.equations):
        return ""
    engine = Engine(plan)
    engine.work.near[:] = run.work.near
    J = engine.jacobian(run.work.q, float(run.time))
    always = [i for i, e in enumerate(plan.equations) if e not in added]
    rank = numerical_rank(J[always])
    for equation, force in zip(added, forces, strict=True):
        if not isinstance(force, RigidContact | Ratchet | OneWay):
            continue
        row = plan.equations.index(equation)
        gap = float(engine.work.Phi[plan.position_in_table[row]])
        if isinstance(force, Ratchet):
            gap -= force.step * round(gap / force.step)
        closed = isinstance(force, OneWay) or abs(gap) < NEARLY
        if closed and numerical_rank(J[[*always, row]]) == rank:
            return DRIVEN_AGAINST.format(name=force.name, quantity=force.quantity)
    return ""


def _short(run: Run) -> Values:
    """Return the step that is too short, and what changes where the run stands."""
    first = run.watched.first_course
    levels = zip(run.watched.courses, run.work.guards[0, first:], strict=False)
    at = next((event.text for event, way in levels if abs(way) < AT_LEVEL), None)
    return {"step": float(run.work.control.step), "cause": QUICK if at is None else NO_WAY.format(course=at)}


def _still(run: Run) -> Values:
    """Return what happens again and again."""
    return {"cause": run.watched.cause(int(run.work.control.cause))}


def _twice(run: Run) -> Values:
    """Return the contact that would press at two places of its curve, and both."""
    number = int(run.work.monitors["switch"][int(run.work.control.cause)])
    switch, row = run.watched.switches[number], run.work.switches["row"][number]
    return {
        "contact": switch.name,
        "here": float(run.work.contacts[run.work.relations["contact"][run.work.rows["relation"][row]], 0]),
        "there": float(run.work.switching[number, BESIDE]),
        "kind": run.plan.model.joints[switch.name].KIND,
    }


def _astray(run: Run) -> Values:
    """Return how much energy is lost at a velocity that joints let pass for an instant only, and the joint."""
    control, balance = run.work.control, run.balance
    joint = "the joints" if balance.joints <= MET else f"'{balance.joint}'"
    return {"share": control.drift / control.most, "joint": joint}


def _rough(run: Run) -> Values:
    """Return which accelerations rounding makes wrong: of a body, or those that a joint asks for."""
    control, plan = run.work.control, run.running
    step = float(control.last or control.step)
    if run.rough.cornered:
        coordinates = f"the coordinates of formulation '{run.formulation.NAME}'"
        what = f"{coordinates} do not tell the motion next to a singular position"
        through = "Take formulation='reference', which goes through, s"
        return {"what": what, "whom": "rounding", "step": step, "proposal": through}
    if run.rough.followed:
        what = f"the acceleration of '{run.rough.body}' changes with the rounding of positions"
        return {"what": what, "whom": "that", "step": step, "proposal": _looser(run)}
    joint = plan.equations[plan.order[int(control.left_row_at)]].owner
    what = f"the accelerations that '{joint}' asks for are met to {control.left_row:.1e} only"
    return {"what": what, "whom": "what rounding leaves of them", "step": step, "proposal": "S"}


def _looser(run: Run) -> str:
    """Return the tolerance with which a thousand steps would do, if that is one; the sentence goes on with 'start'."""
    tolerance = run.rough.noise * float(run.times[-1] - run.times[0]) / ENOUGH_STEPS
    return f"Try tolerance={tolerance:.0e}, s" if tolerance < LOOSEST else "S"


def _jumped(run: Run) -> Values:
    """Return which driver or equation asks for another position at once: at a time, or at the place reached."""
    plan, t, q = run.running, run.time, run.work.q
    before = run.breaks[run.breaks[:, 1] == t, 0]
    if len(before) and (words := leap_words(plan, q, float(before[0]), t)):
        return {"cause": words}
    row = int(plan.order[int(run.work.control.cause)])
    return {"cause": equation_words(plan.equations[row], 0.0, float(Engine(plan).residuals(q, t)[row]))}


VALUES: dict[int, Callable[[Run], Values]] = {
    SHORT: _short,
    STILL: _still,
    TWICE: _twice,
    ASTRAY: _astray,
    ROUGH: _rough,
    JUMPED: _jumped,
}
"""What is filled into the sentences of statuses."""
