"""What counts as an acceleration: the measure of contradictions between modes."""

from ..compiler.jit import inline
from ..tables import fields as tb

PUSHED = 1e-10
"""An acceleration below this share of the others is none."""


@inline
def push_of_all(H):
    """Return the size of the accelerations [1/s^2], those that multipliers of switches balance included."""
    x, g, length, lam, S = tb.x(H), tb.gravity(H), tb.control(H)[0].length, tb.lam(H), tb.S(H)
    shifts = 2 if x.shape[1] == 3 else 3
    size = (abs(g[0]) + abs(g[1]) + abs(g[2])) / length
    for b in range(x.shape[0]):
        for n in range(x.shape[1]):
            size = max(size, abs(x[b, n]) / (length if n < shifts else 1.0))
    for i in range(tb.switches(H).size):
        row = tb.switches(H)[i].row
        size = max(size, tb.rows(H)[row].scale * S[row] * abs(lam[row]))
    return size
