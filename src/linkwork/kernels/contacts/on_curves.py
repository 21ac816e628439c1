"""Rows that are relations of contact on curves: gap and slip, from the pose of one body in the frame of the other."""

from __future__ import annotations

from math import floor, isnan, nan, sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.nearest import value_of
from ..tables import fields as tb
from ..tables.control import LENGTH
from .relations import BEYOND_END, relate
from .space_curves import FIRST


@inline
def load_pose(H, row, order):
    """Write the jets of xi, eta and psi, the terms of a row, to the pose; a turn that is no term is zero.

    On a curve in space the terms are three coordinates.
    """
    terms, M, X, pose = tb.terms(H), tb.M(H), tb.X(H), tb.pose(H)
    for k in range(row.last - row.first):
        m = terms[row.first + k].measure
        pose[k, 0] = M[m, 0]
        for n in range(1, order + 1):
            pose[k, n] = M[m, n]
    if tb.relations(H)[row.relation].kind >= FIRST:
        return
    pose[2, 0] = 0.0
    if row.last - row.first > 2:
        m = terms[row.first + 2].measure
        psi = tb.measures(H)[m]
        u, w, v = X[psi.f0, 0], X[psi.f1, 0], X[psi.f2, 0]
        cs, sn = u[0] * v[0] + u[1] * v[1] + u[2] * v[2], w[0] * v[0] + w[1] * v[1] + w[2] * v[2]
        square = cs * cs + sn * sn  # 1, unless a body is not in the plane of the curve
        long = 1.5 - 0.5 * square if abs(square - 1.0) < 1e-8 else 1.0 / sqrt(square)
        pose[2, 0], pose[3, 0], pose[3, 1] = value_of(H, m, M), cs * long, sn * long


@inline
def is_felt(H, row):
    """Return whether the slopes of a row of contact are those of the pose as it is measured now."""
    terms, M, felt = tb.terms(H), tb.M(H), tb.felt(H)
    for k in range(row.last - row.first):
        if felt[row.relation, k] != M[terms[row.first + k].measure, 0]:
            return False
    return True


@inline
def same_round(curves, i, s, last):
    """Return the parameter s of curve i with the rounds that bring it next to the last one."""
    if curves[i].closed == 0 or isnan(last):
        return s
    once = curves[i].end - curves[i].start
    return s + once * floor((last - s) / once + 0.5)


@inline
def forget_place(H, i):
    """Let the contact of row i be looked for anew, among all places, at its next use."""
    relations, contacts, felt = tb.relations(H), tb.contacts(H), tb.felt(H)
    c = relations[tb.rows(H)[i].relation].contact
    for k in range(contacts.shape[1]):
        contacts[c, k] = nan
    for n in range(relations.size):
        if relations[n].contact == c:
            felt[n, 0] = nan


@inline
def touch_anew(H, i, order):
    """Fill jet and slopes of a contact that is open: it may close anywhere, so the nearest place is looked for.

    Where no place faces the other body, it is far away.
    """
    relations, contacts, series, jet, slopes = tb.relations(H), tb.contacts(H), tb.series(H), tb.jet(H), tb.slopes(H)
    curves, pieces, coefficients = tb.curves(H), tb.pieces(H), tb.coefficients(H)
    row = tb.rows(H)[i]
    n = row.relation
    c, last = relations[n].contact, contacts[relations[n].contact, 0]
    for k in range(contacts.shape[1]):
        contacts[c, k] = nan
    status = relate(relations, n, curves, pieces, coefficients, tb.pose(H), contacts, series, order, jet, slopes)
    if status <= BEYOND_END:
        contacts[c, 0] = same_round(curves, relations[n].shape, contacts[c, 0], last)
    else:
        for k in range(contacts.shape[1]):
            contacts[c, k] = last if k == 0 else nan
        jet[0], jet[1], jet[2], jet[3] = tb.control(H)[LENGTH], 0.0, 0.0, 0.0
        slopes[0], slopes[1], slopes[2] = 0.0, 0.0, 0.0
    for k in range(row.last - row.first):
        tb.coef(H)[row.first + k] = slopes[k]
        tb.felt(H)[n, k] = nan


@stage("iiii")
def touch(H, i, order):
    """Fill the jet of the relation of row i up to `order`, and its slopes; return 0, or why there is no contact."""
    row = tb.rows(H)[i]
    load_pose(H, row, order)
    if tb.soft(H)[i] < 0.0 and tb.relations(H)[row.relation].roll == 0:
        touch_anew(H, i, order)
        return 0
    relations, contacts, series, pose = tb.relations(H), tb.contacts(H), tb.series(H), tb.pose(H)
    curves, pieces, coefficients = tb.curves(H), tb.pieces(H), tb.coefficients(H)
    jet, slopes, felt, coef = tb.jet(H), tb.slopes(H), tb.felt(H), tb.coef(H)
    n = row.relation
    status = relate(relations, n, curves, pieces, coefficients, pose, contacts, series, order, jet, slopes)
    for k in range(row.last - row.first):
        coef[row.first + k] = slopes[k]
        felt[n, k] = tb.M(H)[tb.terms(H)[row.first + k].measure, 0]
    if status <= BEYOND_END:
        return 0
    felt[n, 0] = nan
    tb.trouble(H)[n] = status
    for k in range(4):
        jet[k] = nan
    return status


@inline
def find_contacts(H):
    """Bring all contacts to where they are at the state of the last `carry`."""
    rows = tb.rows(H)
    for i in range(rows.size):
        if rows[i].relation >= 0:
            touch(H, i, 0)


@inline
def keep_contacts(H, kept):
    """Note where the contacts are at a position reached (kept = 1), or go back there before the next try (0).

    What was in the way of a try is forgotten where a position is reached.
    """
    contacts, trouble = tb.contacts(H), tb.trouble(H)
    for i in range(trouble.size):
        trouble[i] = 0.0 if kept == 1 else trouble[i]
    series, count = tb.series(H), contacts.shape[0] // 2  # the second half are those of the last position reached
    for i in range(count):
        to, of = (count + i, i) if kept == 1 else (i, count + i)
        for k in range(contacts.shape[1]):
            contacts[to, k] = contacts[of, k]
        for k in range(series.shape[2]):
            series[to, 0, k], series[to, 1, k] = series[of, 0, k], series[of, 1, k]
