"""What the equations of motion tell along a stored motion, as plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array, Ints
from ..base.poses import kept_by
from ..errors import LinkworkError
from ..functions.controller import holding
from ..model.loads import controllers_of
from .short import Short

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..coordinates.slots import Owner
    from ..formulations import Formulation
    from ..kernels.tables.bundle import Bundle
    from .dynamics import DynamicMotion
    from .motion import Motion


PIECE = 5000
"""Times between two looks at the keyboard."""


@dataclass(frozen=True, repr=False)
class Forces(Short):
    """Multipliers, reactions, loads and energies at every time.

    Equations stand in the user's order. d = 3 in the plane (two forces and a moment), 6 in space.

    Attributes
    ----------
    multipliers : array, shape (times, equations)
        As the solver found them; where they are not unique, see `linkwork.results.reactions`.
    owners : list of Owner
        Whose force each multiplier is.
    slots : dict
        (owner, body) -> place in `reactions`.
    reactions : array, shape (times, slots, d)
        Force and moment about the centre of mass that an owner exerts on a body [N, N m].
    values, rates : array, shape (times, loads)
        Value of each load and the rate it works on.
    rubbing : array, shape (times, switches)
        Force or torque of sliding friction along its coordinate; see `linkwork.coordinates.switches`.
    outside : array, shape (times, bodies, d)
        Forces and moments about the centres of mass that come from outside the mechanism, without weights.
    kinetic, potential : array, shape (times,)
        [J]
    gaps : array, shape (times, 3, equations)
        Residuals of position [m, rad], of velocity [m/s, rad/s] and of acceleration [m/s^2, rad/s^2].
    blocks : array, shape (times, kept, d)
        Blocks of the Jacobian that were asked for.
    pushes : array, shape (times, loads and switches, bodies, d)
        Force and moment about the centre of mass of every load, then of every friction that slides, on each body; none
        where they were not asked for.
    unmet : array, shape (times, 4)
        Largest relative remainder of the rows and its row in the table, of the equations of the bodies and its body.
    pivot : float
        Smallest relative pivot of the linear solve at the last time; 0 where equations are redundant.
    """

    multipliers: Array
    owners: list[Owner]
    slots: dict[tuple[Owner, int], int]
    reactions: Array
    values: Array
    rates: Array
    rubbing: Array
    outside: Array
    kinetic: Array
    potential: Array
    gaps: Array
    blocks: Array
    pushes: Array
    unmet: Array
    pivot: float


def forces_along(
    motion: DynamicMotion,
    kept: Ints | None = None,
    at: Ints | None = None,
    *,
    pushes: bool = False,
    works: Sequence[Bundle] | None = None,
) -> Forces:
    """Solve the equations of motion at the stored states; fills in the accelerations of the motion too.

    Parameters
    ----------
    motion : DynamicMotion
    kept : array of int, optional
        Blocks of the Jacobian to return; default: none.
    at : array of int, optional
        Places of the motion; default: all. Accelerations are then left as they are.
    pushes : bool
        Whether to tell what each load does to each body.
    works : list of Bundle, optional
        Work arrays with other numbers: the states are as many equal parts, one after the other, each with its own.
    """
    plan, works = motion.plan, works or [motion.plan.bundle()]
    formulation = None if motion.formulation is None else motion.formulation.anew()
    for work in works:
        _prepare(motion, work, formulation)
    slots, places = plan.reaction_slots
    given = stored_states(motion, at)
    out = _zeros(plan, len(given[0]), len(slots), 0 if kept is None else len(kept), pushes)
    if motion.held is not None:
        out[0][:] = motion.held if at is None else motion.held[at]
    blocks = places, np.zeros(0, np.int64) if kept is None else kept
    count, work = len(given[0]), works[0]
    with holding(controllers_of(plan.loads), motion.samples):
        reached = _solved_along(works, (_known(motion, work), int(_refined(work))), given, blocks, out)
    plan.programs.reraise()
    if formulation is not None:
        formulation.reraise()
    if reached < count:
        work = works[reached // (count // len(works))]
        raise LinkworkError(_failure(motion.name, float(given[0][reached]), int(work.control.cause)))
    lam, reactions, values, rates, rubbing, outside, energies, gaps, unmet, kept_blocks, pushed = out
    user = plan.position_in_table
    return Forces(
        lam[:, user],
        plan.owners,
        slots,
        reactions,
        values,
        rates,
        rubbing,
        outside,
        energies[:, 0],
        energies[:, 1],
        gaps[:, :, user],
        kept_blocks,
        pushed,
        unmet,
        float(work.info[0]),
    )


def _prepare(motion: DynamicMotion, work: Bundle, formulation: Formulation | None) -> None:
    """Make work arrays ready for the states of a motion."""
    from ..coordinates.masses import mass_weights

    mass_weights(motion.plan, work)
    work.control.alpha, work.control.beta = motion.baumgarte
    if formulation is not None:
        formulation.serve(work)


def stored_states(motion: DynamicMotion, at: Ints | None = None) -> tuple[Array, ...]:
    """Return times, poses, motions, modes and angles of the states, all of them or those at some places.

    Accelerations are filled in where the motions are those of the motion itself.
    """
    switches = motion.plan.tables["switches"].size
    modes = np.zeros((len(motion), switches)) if motion.modes is None else motion.modes
    chosen = slice(None) if at is None else at
    near = motion.near(motion.plan)[:, : motion.plan.tables["measures"].size]
    time, poses, modes, near = (
        np.ascontiguousarray(array[chosen]) for array in (motion.time, motion.poses, modes, near)
    )
    return time, poses, motion.motions[chosen], modes, near


def _solved_along(
    works: Sequence[Bundle],
    how: tuple[int, int],
    given: Sequence[Array],
    blocks: tuple[Ints, Ints],
    out: Sequence[Array],
) -> int:
    """Fill `out` state by state, in pieces, so that it can be interrupted; return how many states were solved."""
    from ..kernels.compiler import keyboard
    from ..kernels.compiler.arguments import Handles
    from ..kernels.runs.stored_motion import along

    count, reached = len(given[0]), 0
    each = count // len(works)
    for work in works:
        work.control.cancelled = np.inf
    with keyboard.held():
        while reached < count:
            first, done_of = divmod(reached, each)  # many whole parts, or a piece of one
            chosen = works[first : first + max(1, PIECE // each)]
            size = min(PIECE, each - done_of) if len(chosen) == 1 else each * len(chosen)
            handles = Handles(len(chosen))
            for k, work in enumerate(chosen):
                handles[k] = work.H
            part = slice(reached, reached + size)
            done = along(chosen[0].H, handles, *how, *(a[part] for a in given), *blocks, *(a[part] for a in out))
            reached += done
            keyboard.check()
            if done < size:
                break
    return reached


def _known(motion: DynamicMotion, work: Bundle) -> int:
    """Return what the accelerations stored with a motion are, in the kernel's words.

    Those read between steps are of use where the rows of the bodies are factorised at every state.
    """
    from ..kernels.runs.stored_motion import HELD, PRESCRIBED, READ, UNKNOWN

    if motion.held is not None:
        return HELD
    if motion.prescribed:
        return PRESCRIBED
    factorised = not work.redirected or (motion.formulation is not None and motion.formulation.FACTORISED)
    return READ if motion.interpolated and factorised else UNKNOWN


def _refined(work: Bundle) -> bool:
    """Return whether accelerations are those of the Schur complement: then what is left can be taken out."""
    return not work.redirected and bool(work.control.augmented == 0.0)


def _failure(name: str, t: float, status: int) -> str:
    """Return why there are no accelerations at a time, by the status of the kernel."""
    from ..kernels.tables.statuses import FAILED
    from .statuses import STATUSES

    known = STATUSES[status].stored if status in STATUSES else ""
    return (known or STATUSES[FAILED].stored).format(name=name, t=t)


def _zeros(plan: Plan, times: int, slots: int, kept: int, pushes: bool) -> tuple[Array, ...]:
    """Return the arrays that the kernel fills, in its order."""
    d, rows, loads, bodies = plan.freedoms, len(plan.equations), len(plan.loads), len(plan.resolved.solids)
    switches = plan.tables["switches"].size
    pushed = (loads + switches if pushes else 0, bodies, d)
    shapes = (
        (rows,),
        (slots, d),
        (loads,),
        (loads,),
        (switches,),
        (bodies, d),
        (2,),
        (3, rows),
        (4,),
        (kept, d),
        pushed,
    )
    return tuple(np.zeros((times, *shape)) for shape in shapes)


def as_vectors(wrench: Array) -> tuple[Array, Array]:
    """Return force and moment (..., 3) of wrenches (..., d)."""
    if wrench.shape[-1] == 6:
        return wrench[..., :3], wrench[..., 3:]
    force, moment = np.zeros((*wrench.shape[:-1], 3)), np.zeros((*wrench.shape[:-1], 3))
    force[..., :2], moment[..., 2] = wrench[..., :2], wrench[..., 2]
    return force, moment


def wrench_power(motion: Motion, wrench: Array, body: int) -> Array:
    """Return the power of wrenches (times, d) about the centre of mass of a body, shape (times,) [W]."""
    twists = motion.motions[:, body, 0][:, kept_by(wrench.shape[-1])]
    return np.asarray(np.einsum("td,td->t", wrench, twists))
