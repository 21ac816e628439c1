"""Measures of all kinds but the simplest, behind one address: models made of pins never compile them."""

from ..compiler.stages import stage
from ..tables import fields as tb
from .measures import DISTANCE, DOT, HEADING, PITCH, TRIPLE, derivatives_of, gradient_of


@stage("iii")
def gauge(H, i):
    """Fill value measured[i, 0] and gradient G[i] of measure i from the places of the features."""
    gradient_of(tb.measures(H), i, tb.X(H), tb.measured(H), tb.G(H))
    return 0


@stage("iiii")
def gauge_rates(H, i, order):
    """Fill measured[i, 1 .. order] from the derivatives of the features."""
    measures, X, measured, G = tb.measures(H), tb.X(H), tb.measured(H), tb.G(H)
    if order == 2:  # a constant lets the compiler leave out what belongs to the third derivative
        derivatives_of(measures, i, X, 2, measured)
        return 0
    if order == 3:
        derivatives_of(measures, i, X, 3, measured)
        return 0
    kind, f0, f1, f2 = measures[i].kind, measures[i].f0, measures[i].f1, measures[i].f2
    rate = 0.0
    for k in range(3):
        rate += G[i, 0, k] * X[f0, 1, k] + G[i, 1, k] * X[f1, 1, k]
        if kind != DISTANCE and kind != DOT and kind != PITCH:
            rate += G[i, 2, k] * X[f2, 1, k]
        if kind == HEADING or kind == TRIPLE:
            rate += G[i, 3, k] * X[measures[i].f3, 1, k]
    measured[i, 1] = rate
    return 0
