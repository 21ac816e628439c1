"""Many runs in one call: the members of a batch, one after the other."""

from __future__ import annotations

from ._jit import kernel
from .integrate import RUNNING, integrate


@kernel
def integrate_many(handles, status, reached, first, last, budget, calls):
    """Carry the runs first ... last - 1 to their ends; return the first that is not finished.

    handles[i] is the bundle of run i; status[i] and reached[i] receive what `integrate` returns. After `calls`
    calls of `integrate`, of at most `budget` steps each, it returns, so that progress shows and the keyboard is heard.
    """
    for i in range(first, last):
        while status[i] == RUNNING:
            if calls == 0:
                return i
            calls -= 1
            status[i], reached[i] = integrate(handles[i], reached[i], budget)
    return last
