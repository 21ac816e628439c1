"""Noticing that a model is stiff: steps far shorter than the motion explains.

An explicit method follows a motion with steps in which accelerations change by a share that its tolerance and order
tell, about tolerance^(1/order) and up to ten times that. Where its error estimate holds the steps so short that
accelerations hardly change, it is not the motion that they follow: something in the model could vibrate or decay far
more quickly, and does not.
"""

from ..compiler.jit import inline
from ..tables import fields as tb
from .rates import TURN, unit_of
from .stepping import NEXT

HARDLY = 0.05
"""Change of accelerations, relative to what the method could follow, that counts as none. Motions that are not stiff
stay above 0.1 in the whole gallery, stiff ones below 0.03."""

HELD = 1e-2
"""A step with an error below this share of the tolerance is short for another reason: a limit, a break, a start."""

AT_EASE = 6.0
"""So many longer steps in a row begin the count anew."""


@inline
def hardly_changes(H):
    """Return whether accelerations change much less in the step just landed than the method could follow."""
    K, control, parts = tb.K(H), tb.control(H)[0], tb.parts(H)
    change, size = 0.0, 0.0
    for i in range(K.shape[1] - 1):
        if parts[i] > TURN:
            unit = unit_of(H, i)
            change += ((K[NEXT, i] - K[0, i]) / unit) ** 2
            size += (K[NEXT, i] / unit) ** 2
    share = HARDLY * control.tol ** (1.0 / control.order)
    return change < share * share * size


@inline
def is_stiff(H, error, turning):
    """Return whether the step just landed, with this error relative to the tolerance, is one of many too short ones.

    turning: it is about as long as the turn of a body allows, whose accelerations may well be constant.
    """
    control = tb.control(H)[0]
    if control.patience == 0.0 or control.count == 0.0:
        return False
    if error > HELD and not turning and hardly_changes(H):
        control.tense, control.calm = control.tense + 1.0, 0.0
    else:
        control.calm += 1.0
        if control.calm >= AT_EASE:
            control.tense = 0.0
    return control.tense >= control.patience
