"""Contacts at rest or at speed: which carry, which touch, which are open; what is not told by rigid bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.poses import freedoms_of
from ..coordinates.rank import numerical_rank
from ..coordinates.slots import FORCE, JOINT, Owner
from ..coordinates.switches import force_switches
from ..results.equilibrium import ContactState
from ..words import quoted

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..results.dynamics import DynamicMotion
    from .still import Still
    from .working_set import Loaded, WorkingSet


STARTS = 1e-6
"""Inertia forces, as a share of the forces that act, from which on a simulation moves the bodies."""


SINGULAR = (
    "It rests in a singular position, as where links line up: joints allow more motions there than beside it, and "
    "forces that they hold against each other are not unique (motion.determinacy names them)."
)
"""Said of such a rest."""


def contact_states(work: WorkingSet, at: Loaded, motion: DynamicMotion) -> tuple[ContactState, ...]:
    """Return the state of every one-sided row, with the forces of the motion of one instant."""
    gaps, pressing, touching = work.rows.gaps(at.poses), work.pressing(at), work.touching(at)
    shared = set(_shared(work, at))
    found = []
    for k, row in enumerate(work.rows.rows):
        force = pressing.get(k, 0.0)
        if shared & {k}:  # as the drawing and the reactions show it
            place = motion.plan.owners.index(Owner(JOINT if row.own else FORCE, row.name))
            force = row.side * float(motion.forces.multipliers[0, place])
        state = "carries" if k in pressing or force > 0.0 else "touches" if k in touching else "open"
        gap = 0.0 if state != "open" else float(gaps[k])
        found.append(ContactState(row.name, row.kind, state, gap, max(force, 0.0), row.unit))
    return tuple(found)


def _shared(work: WorkingSet, at: Loaded) -> list[int]:
    """Return the rows that carry or touch, where joints and these hold the bodies in more ways than one."""
    among = [*work.pressing(at), *work.touching(at)]
    if len(among) < 2 or not work.touching(at):
        return []
    slopes = work.slopes(at.poses, among) * at.plan.units
    J = work.rows.look(at.poses, ()).here.terms.J * at.plan.units
    rank = numerical_rank(np.vstack([J, slopes]))
    return [k for i, k in enumerate(among) if numerical_rank(np.vstack([J, np.delete(slopes, i, axis=0)])) == rank]


def rest_notes(work: WorkingSet, at: Still, motion: DynamicMotion, singular: bool) -> tuple[str, ...]:
    """Return sentences on loads that are shared, on a singular position, and on a rest that is none."""
    here = (SINGULAR,) if singular else ()
    starts = ("A simulation from here begins to move.",) if _starts(at, motion) else ()
    return (*shared_loads(work, at), *here, *starts)


def shared_loads(work: WorkingSet, at: Loaded) -> tuple[str, ...]:
    """Return a sentence on contacts that share a load in more ways than one."""
    shared = _shared(work, at)
    if len(shared) < 2:
        return ()
    names = quoted(work.rows.rows[k].name for k in shared)
    return (f"How {names} share the load is not told by rigid bodies: one share that balances is shown.",)


def frictions_left_out(plan: Plan) -> tuple[str, ...]:
    """Return a sentence on frictions in joints."""
    names = dict.fromkeys(s.equation.owner for s in force_switches(plan.writer) if s.slides)
    if not names:
        return ()
    return (f"Friction is left out: {quoted(names)}. m.friction_range(...) tells what it can hold.",)


def _starts(at: Still, motion: DynamicMotion) -> bool:
    """Return whether a simulation accelerates the bodies, by other states of the contacts than were found here."""
    left = at.here.terms.times_mass(freedoms_of(motion.motions[0, :, 1], at.plan.freedoms))
    return bool(np.abs(at.plan.units * left).max(initial=0.0) > STARTS * max(at.size, 1e-300))
