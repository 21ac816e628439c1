"""Many runs in one call: the members of a batch, one after the other."""

from __future__ import annotations

from ..compiler.jit import kernel, signed
from ..tables import fields as tb
from ..tables.control import PLACE
from .integrate import RUNNING, integrate


@kernel
def integrate_many(handles, status, first, last, budget, calls):
    """Carry the runs first ... last - 1 on while they are running; return the first that still is.

    handles[i] is the bundle of run i, which has been begun; status[i] receives what `integrate` returns. After
    `calls` calls of `integrate`, of at most `budget` steps each, it returns, so that the keyboard is heard.
    """
    for i in range(first, last):
        while status[i] == RUNNING:
            if calls == 0:
                return i
            calls -= 1
            status[i] = integrate(handles[i], tb.counts(handles[i])[PLACE], budget)
    return last


signed(integrate_many, "h[n] i[n] i i i i -> i")
