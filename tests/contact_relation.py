"""A relation of contact by itself: its contact moved to a pose, then the relation filled, as measures of it do."""

from __future__ import annotations

import numba

from linkwork.kernels.contacts.finding import frames_of
from linkwork.kernels.contacts.relations import FACE, HOLLOW, NOT_FOUND, arrive, search
from linkwork.kernels.contacts.relations import relate as fill
from linkwork.kernels.contacts.relations import relate_in_space as in_space
from linkwork.kernels.contacts.space_curves import FIRST


@numba.njit(error_model="numpy", _nrt=False)
def relate(relations, n, curves, pieces, coefficients, pose, contacts, series, order, jet, slopes):
    """Fill jet and slopes of relation n at a pose, jets of three coordinates and cosine and sine; return a status."""
    at, kind = (pose[0, 0], pose[1, 0], pose[3, 0], pose[3, 1]), relations[n].kind
    if kind >= FIRST:
        status, found = in_space(relations, n, curves, pieces, coefficients, pose, contacts, order, jet)
    else:
        there, known, frames = arrive(relations, n, kind, curves, pieces, coefficients, at, contacts, series)
        if not there:
            if not search(relations, n, curves, pieces, coefficients, at, contacts, series, known):
                return HOLLOW if kind == FACE else NOT_FOUND
            frames = frames_of(kind, contacts[relations[n].contact])
        tables = curves, pieces, coefficients
        status, found = fill(relations, n, kind, *tables, at, frames, pose, contacts, series, order, jet)
    slopes[0], slopes[1], slopes[2] = found
    return status
