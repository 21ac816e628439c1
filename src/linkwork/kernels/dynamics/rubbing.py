"""Friction of sliding joints: forces that agree with the normal forces they cause."""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..linear.elimination import eliminate, substitute
from ..tables import fields as tb
from ..tables.statuses import JAMMED
from .joining import join
from .switches import MATRIX, RUBBED, push_slip, slide_force, slides

SINGULAR = 1e-12
"""A pivot below this is none: the matrix of Newton's iteration is near one."""

AGREED, STALLED = 1e-14, 1e-10
"""Relative change of the friction forces at which they agree with the normal forces; what is good enough when rounding,
of redundant joints above all, keeps them from coming nearer."""


@inline
def rub_with(H, i, value):
    """Make the friction force along the coordinate of switch i this value."""
    rubbing = tb.rubbing(H)
    if value != rubbing[i]:
        push_slip(H, i, value - rubbing[i])
    rubbing[i] = value


@inline
def heft(H, b):
    """Return the size of weight and inertia of body b, as forces."""
    weight, x, g = tb.weight(H), tb.x(H), tb.gravity(H)
    if b < 0 or not weight[b, 0] > 0.0:
        return 0.0
    return (abs(g[0]) + abs(g[1]) + abs(g[2]) + abs(x[b, 0]) + abs(x[b, 1])) / weight[b, 0]


@inline
def appraise_friction(H):
    """Fill column RUBBED with the friction that follows from the normal forces; return the change, and the size.

    The size counts what all joints bear, and the weight and inertia of the body that is pressed: a normal force that
    cancels to nothing is not held to its own rounding.
    """
    switches, rubbing, table, lam = tb.switches(H), tb.rubbing(H), tb.switching(H), tb.lam(H)
    change, size, largest = 0.0, 1e-300, 0.0
    for k in range(lam.size):
        largest = max(largest, abs(lam[k]))
    for i in range(switches.size):
        value = slide_force(H, i)
        table[i, RUBBED] = value
        change = max(change, abs(value - rubbing[i]))
        size = max(size, abs(value))
        if slides(H, i):
            size = max(size, switches[i].mu * switches[i].radius * max(largest, heft(H, switches[i].body)))
    return change, size


@inline
def friction_slopes(H, t, size):
    """Fill the matrix 1 - d(friction that follows) / d(friction applied), by differences: multipliers are linear in it.

    The right side is the friction that follows less that applied.
    """
    switches, rubbing, table = tb.switches(H), tb.rubbing(H), tb.switching(H)
    n = switches.size
    for i in range(n):
        table[i, MATRIX + n] = table[i, RUBBED] - rubbing[i]
    for j in range(n):
        for i in range(n):
            table[i, MATRIX + j] = 1.0 if i == j else 0.0
        if slides(H, j):
            there, step = rubbing[j], 1e-6 * size
            rub_with(H, j, there + step)
            join(H, t)
            for i in range(n):
                table[i, MATRIX + j] -= (slide_force(H, i) - table[i, RUBBED]) / step
            rub_with(H, j, there)


@inline
def balance_friction(H, t):
    """Find friction forces that agree with the normal forces they cause by Newton's iteration; return 0 or JAMMED.

    It starts without friction: of several solutions that leads to the one that goes on from smaller coefficients.
    """
    switches, rubbing, table = tb.switches(H), tb.rubbing(H), tb.switching(H)
    n, last = switches.size, 1e300
    for i in range(n):
        rub_with(H, i, 0.0)
    for k in range(40):
        join(H, t)
        change, size = appraise_friction(H)
        if change <= AGREED * size or (change <= STALLED * size and change > 0.5 * last):
            return 0
        last = change
        friction_slopes(H, t, size)
        if not eliminate(table, n, MATRIX, MATRIX + n + 1) > SINGULAR:
            return JAMMED
        substitute(table, n, MATRIX, MATRIX + n + 1, MATRIX + n)
        share = 1.0 if k < 12 else 0.5  # full steps may hop between two sides of a normal force that reverses
        for i in range(n):
            rub_with(H, i, rubbing[i] + share * table[i, MATRIX + n])
    return JAMMED


@stage("iif")
def rub(H, t):
    """Add the friction of sliding joints to the accelerations; return 0 or JAMMED.

    Friction depends on the normal force and the normal force on friction: substitution while that brings them together
    quickly, else Newton's iteration.
    """
    switches, rubbing, table = tb.switches(H), tb.rubbing(H), tb.switching(H)
    for i in range(switches.size):
        rubbing[i] = 0.0
    last = 1e300
    for _ in range(60):
        change, size = appraise_friction(H)
        if change <= AGREED * size or (change <= STALLED * size and change > 0.5 * last):
            return 0
        if change > 0.4 * last:
            return balance_friction(H, t)
        for i in range(switches.size):
            rub_with(H, i, table[i, RUBBED])
        join(H, t)
        last = change
    return JAMMED
