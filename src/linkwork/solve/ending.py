"""Why a simulation stopped before its end, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..kernels.dynamics.switches import BESIDE
from ..kernels.tables.statuses import ASTRAY, ROUGH, SHORT, STILL, STUCK, TWICE, WEIGHTLESS
from ..results.balance import MET
from ..results.statuses import STATUSES
from .contacts import contact_trouble
from .masses import hardly_inert

if TYPE_CHECKING:
    from .run import Run

Values = dict[str, object]

ENOUGH_STEPS, LOOSEST = 1000, 1e-5
"""Steps that a run shall need with the tolerance that is proposed; larger tolerances are not."""


def why_stopped(run: Run) -> str:
    """Return why a run stopped, and what to try."""
    if run.status != TWICE and (lost := contact_trouble(run.running, run.work)):
        return lost
    if run.status in (WEIGHTLESS, STUCK, SHORT) and (idle := hardly_inert(run.plan, run.work.q, run.time)):
        return idle
    values = VALUES[run.status](run) if run.status in VALUES else {}
    return STATUSES[run.status].run.format(**values)


def _short(run: Run) -> Values:
    """Return the step that is too short."""
    return {"step": float(run.work.control.step)}


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


VALUES: dict[int, Callable[[Run], Values]] = {
    SHORT: _short,
    STILL: _still,
    TWICE: _twice,
    ASTRAY: _astray,
    ROUGH: _rough,
}
"""What is filled into the sentences of statuses."""
