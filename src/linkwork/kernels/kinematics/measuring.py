"""All measures at one position, contacts on curves among them: values and gradients, and their rates."""

from ..compiler.jit import inline
from ..contacts.on_curves import touch
from ..geometry.measures import COMPONENT, CONTACT
from ..geometry.other_measures import gauge, gauge_rates
from ..tables import fields as tb


@inline
def gauge_all(H):
    """Fill values and gradients of all measures from the places of the features."""
    measures, X, measured = tb.measures(H), tb.X(H), tb.measured(H)
    for i in range(measures.size):
        if measures[i].kind == COMPONENT:
            k = measures[i].axis
            measured[i, 0] = X[measures[i].f1, 0, k] - X[measures[i].f0, 0, k]
        elif measures[i].kind == CONTACT:
            touch(H, i, 0, True)
        else:
            gauge(H, i)


@inline
def gauge_all_rates(H, order, rigid):
    """Fill measured[:, 1 .. order] of all measures from the derivatives of the features.

    rigid: these move as those of rigid bodies do, and gradients by each of them are not asked for.
    """
    measures, X, measured = tb.measures(H), tb.X(H), tb.measured(H)
    for i in range(measures.size):
        if measures[i].kind == COMPONENT:
            for n in range(1, order + 1):
                measured[i, n] = X[measures[i].f1, n, measures[i].axis] - X[measures[i].f0, n, measures[i].axis]
        elif measures[i].kind == CONTACT:
            touch(H, i, order, rigid)
        else:
            gauge_rates(H, i, order)


@inline
def carry_measures(H, rigid):
    """Fill measured[:, 0 .. 2] and the gradients; measures that no row uses need no second derivative.

    rigid: see `gauge_all_rates`.
    """
    measures, used, X, measured = tb.measures(H), tb.sizes(H)[0], tb.X(H), tb.measured(H)
    for i in range(measures.size):
        if measures[i].kind == COMPONENT:
            k, f0, f1 = measures[i].axis, measures[i].f0, measures[i].f1
            measured[i, 0] = X[f1, 0, k] - X[f0, 0, k]
            measured[i, 1] = X[f1, 1, k] - X[f0, 1, k]
            measured[i, 2] = X[f1, 2, k] - X[f0, 2, k]
        elif measures[i].kind == CONTACT:
            touch(H, i, 2, rigid)
        else:
            gauge(H, i)
            gauge_rates(H, i, 2 if i < used else 1)
