"""Linear equations in the freedoms of all bodies, as sparse matrices: the same changes that `linearise` reduces."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..coordinates.names import coordinate_names, equation_meanings
from ..coordinates.plan import Plan
from ..formulations.terms import body_masses
from ..results.descriptor import Descriptor
from ..results.motion import Motion
from .assembly import Assembly
from .held import as_told
from .jumps import as_switched, bent_laws
from .masses import check_masses
from .start import Start
from .states import state_at, turns_in
from .tangents import StateTangents
from .watching import check_directed


def descriptor(plan: Plan, at: Start | Assembly | Motion | Array | None = None, t: float = 0.0) -> Descriptor:
    """Linearise the equations of motion about a state in the freedoms of all bodies, as sparse matrices.

    Work and memory grow linearly with the mechanism. Contacts that press are rows, open ones are left out.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    at : Start, Assembly, Motion or array, optional
        The state, as in `linearise`.
    t : float
        [s]; a `Start` brings its own time.

    Returns
    -------
    Descriptor

    Examples
    --------
    >>> from linkwork import gallery
    >>> gallery.get("four-bar", driven=False).descriptor().J.shape
    (8, 9)
    """
    from scipy.sparse import bsr_array, csr_array  # loaded when it is wanted: it takes a third of a second

    check_masses(plan)
    plan = as_told(plan, at)
    poses, twists, t, near = state_at(plan, at, float(t))
    own, notes, twists = as_switched(plan, poses, twists, t, near)
    near, plan = turns_in(own, plan, near[None])[0], own
    here = StateTangents(plan, poses, twists, t, near)
    check_directed(plan, here.work, t, here.parts)
    parts, work, n, d = here.parts, here.work, plan.coordinates, plan.freedoms
    places, order = parts.elements.places(d), plan.position_in_table
    stiffness, damping = (csr_array((-x, places), shape=(n, n)) for x in (parts.by_shifts, parts.by_speeds))
    for matrix in (stiffness, damping):
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
    count, pointer = len(poses), np.arange(len(poses) + 1)
    blocks = body_masses(plan, poses, twists)[0], _turning(twists, d)
    M, W = (csr_array(bsr_array((x, pointer[:-1], pointer), shape=(count * d,) * 2)) for x in blocks)
    W.eliminate_zeros()
    J = work.J * (work.soft[np.repeat(np.arange(len(order)), np.diff(work.block_ptr))] >= 0.0)[:, None]
    columns = (d * work.block_body[:, None] + np.arange(d)).ravel()
    rows = csr_array((J.ravel(), columns, d * work.block_ptr), shape=(len(order), n))[order]
    names = coordinate_names(plan), equation_meanings(plan)
    return Descriptor(plan.name, t, *names, M, damping, stiffness, W, rows, (*notes, *bent_laws(plan, work, t)))


def _turning(twists: Array, d: int) -> Array:
    """Return the blocks (bodies, d, d) of w x (turn): the turn of a displaced body goes with its angular velocity."""
    blocks = np.zeros((len(twists), d, d))
    if d == 6:
        x, y, z = twists[:, 3:].T
        blocks[:, 3, 4], blocks[:, 3, 5], blocks[:, 4, 5] = -z, y, -x
        blocks[:, 4, 3], blocks[:, 5, 3], blocks[:, 5, 4] = z, -y, x
    return blocks
