"""Right sides of the rows from features whose motion is given, in whatever coordinates it was found."""

from ..compiler.jit import kernel, signed
from ..tables import fields as tb
from .measuring import gauge_all_rates
from .rows import right_side


@kernel
def rates_wanted(H, t, order):
    """Fill rhs from the features X with derivatives up to `order`, those of this order without the unknown motion.

    Values and gradients of the measures, and the slopes of rows, are those of the same features. Returns 0.
    """
    if order >= 2:
        gauge_all_rates(H, order, False)
    else:
        measured = tb.measured(H)
        for i in range(measured.shape[0]):
            measured[i, 1] = 0.0
    right_side(H, t, order, tb.rhs(H))
    return 0


signed(rates_wanted, "h f i -> i")
