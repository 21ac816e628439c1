"""Rows that are relations of contact on curves: gap and slip, from the pose of one body in the frame of the other."""

from __future__ import annotations

from math import nan

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .nearest import value_of
from .relations import BEYOND_END, relate


@inline
def load_pose(H, row, order):
    """Write the jets of xi, eta and psi, the terms of a row, to the pose; a turn that is no term is zero."""
    terms, M, pose = tb.terms(H), tb.M(H), tb.pose(H)
    for k in range(3):
        for n in range(4):
            pose[k, n] = 0.0
        if row.first + k < row.last:
            m = terms[row.first + k].measure
            pose[k, 0] = value_of(H, m, M)
            for n in range(1, order + 1):
                pose[k, n] = M[m, n]


@stage("iiii", optional=True)
def touch(H, i, order):
    """Fill the jet of the relation of row i up to `order` and its slopes; return 0, or why there is no contact."""
    row = tb.rows(H)[i]
    load_pose(H, row, order)
    relations, contacts, trouble = tb.relations(H), tb.contacts(H), tb.trouble(H)
    curves, pieces, coefficients = tb.curves(H), tb.pieces(H), tb.coefficients(H)
    jet, slopes = tb.jet(H), tb.slopes(H)
    contacts[relations[row.relation].contact, 2] = tb.pose(H)[2, 0]  # full turns are counted by the measure
    status = relate(relations, row.relation, curves, pieces, coefficients, tb.pose(H), contacts, order, jet, slopes)
    if status <= BEYOND_END:
        return 0
    trouble[row.relation] = status
    for n in range(4):
        jet[n] = nan
    return status


@inline
def keep_contacts(H, kept):
    """Note where the contacts are at a position reached (kept = 1), or go back there before the next try (0).

    What was in the way of a try is forgotten where a position is reached.
    """
    contacts, trouble = tb.contacts(H), tb.trouble(H)
    for i in range(trouble.size):
        trouble[i] = 0.0 if kept == 1 else trouble[i]
    count = contacts.shape[0] // 2  # the second half are those of the last position reached
    for i in range(count):
        for k in range(contacts.shape[1]):
            if kept == 1:
                contacts[count + i, k] = contacts[i, k]
            else:
                contacts[i, k] = contacts[count + i, k]
