"""One finite displacement: a driven mechanism carried to another time by Newton's iteration.

Its variants (Garcia de Jalon and Bayo, section 3.2): standard = a new factorisation for every
iteration; modified = one factorisation a step, the one made for the velocities of the step before;
mixed = modified, with a new factorisation whenever the old one does not contract well.
"""

from collections import namedtuple
from math import sqrt

from ..compiler.jit import inline
from ..geometry.features import displace, pose_derivatives
from ..geometry.nearest import turned_by
from ..kinematics.motion import at_time, derive, evaluate, factor, linearise, newton_step
from ..kinematics.turns import count_turns, recount_turns, set_out, turns_far
from ..steps.polynomials import extrapolate
from ..steps.singular import pivot_of
from ..tables import fields as tb
from ..tables.statuses import BLOCKED, DONE, FAILED

STANDARD, MODIFIED, MIXED = 0, 1, 2
NO_PREDICTOR, VELOCITY, ACCELERATION, HERMITE = 0, 1, 2, 3

TIME, STEP, KNOWN = 0, 1, 2  # entries of memory
# and where a sweep goes on: the next place; output times that the next step should span; the step to try on the way to
# the next one, if a pause fell there; steps left until the next pause
PLACE, REACH, NEXT, LEFT = 3, 4, 5, 6

# How far, relative to the way of a step, its end may lie from the prediction and from the way its
# velocities tell of. Branches that meet are told apart as long as they part by more than this.
NARROW = 0.05

# Residual to which the mixed method goes on while it still contracts: predictions of high order
# multiply the errors of the positions before some two hundred times.
TIGHT = 2e-15

Options = namedtuple(
    "Options",
    [
        "newton",  #    STANDARD, MODIFIED or MIXED
        "predictor",  # NO_PREDICTOR, VELOCITY, ACCELERATION or HERMITE
        "order",  #     derivatives wanted: 0 position only ... 3 jerk
        "need",  #      derivatives computed at every step, for the predictor too
        "stride",  #    most output times a step may span when the motion is smooth; 1: each is solved
        "length",  #    the mechanism's length scale [m]
        "tol",  #       largest scaled residual of a closed position
        "hmin",  #      shortest step in time before a limit is reported [s]
        "budget",  #    steps after which the sweep pauses
    ],
)


@inline
def predict(H, kind, h, o):
    """Fill the trial pose with the pose expected after h; return the size of the expected displacement.

    Velocity: q + h q'. Acceleration: + h^2/2 q''. Hermite: the polynomial through the poses of the
    last two positions and all their derivatives that were computed.
    """
    q, nodes, trial = tb.q(H), tb.nodes(H), tb.trial(H)
    if kind == HERMITE:
        extrapolate(H, tb.memory(H)[TIME] + h, o.need, trial)
    else:
        d = h if kind >= VELOCITY else 0.0
        f = 0.5 * h * h if kind >= ACCELERATION else 0.0
        for i in range(q.shape[0]):
            for k in range(7):
                trial[i, k] = q[i, k] + d * nodes[1, 7 * i + k] + f * nodes[2, 7 * i + k]
    total = 0.0
    for i in range(q.shape[0]):
        p = trial[i]
        n = 1.0 / sqrt(p[3] * p[3] + p[4] * p[4] + p[5] * p[5] + p[6] * p[6])
        for k in range(7):
            if k >= 3:
                p[k] *= n
            moved = (p[k] - q[i, k]) * (1.0 if k < 3 else 2.0 * o.length)
            total += moved * moved
    return sqrt(total)


@inline
def size_of(x, length):
    """Return the size of a displacement, turns counted at the radius `length`."""
    shifts = 2 if x.shape[1] == 3 else 3
    total = 0.0
    for b in range(x.shape[0]):
        for i in range(x.shape[1]):
            moved = x[b, i] if i < shifts else length * x[b, i]
            total += moved * moved
    return sqrt(total)


@inline
def relinearise(H, t, q):
    """Linearise and factor at the pose of the last `evaluate`."""
    linearise(H, t, q.ctypes.data)
    factor(H, 0.0)
    tb.counts(H)[0].factorisations += 1


@inline
def correct(H, t, o, allowed, q):
    """Close the joints from a predicted pose, in place; return the largest residual, or -1.

    The corrections together must stay within `allowed`, so that Newton's iteration cannot leap to
    another branch; after a leap, a divergence or a failure the caller takes a shorter step.
    """
    x, counts = tb.x(H), tb.counts(H)[0]
    last, moved = 1e300, 0.0
    renew, stalled = o.newton == STANDARD, False
    for iteration in range(25):
        worst = evaluate(H, t, q.ctypes.data)
        if not (worst >= 0.0 and worst < 1e3):
            return -1.0
        if worst <= o.tol and (o.newton != MIXED or worst <= TIGHT or (iteration > 0 and stalled)):
            return worst
        if renew:
            relinearise(H, t, q)
        newton_step(H, x)
        displace(q, x, 1.0)
        counts.iterations += 1
        counts.solves += 1
        now = size_of(x, o.length)
        moved += now
        if moved > allowed or (iteration > 2 and now > 0.9 * last):
            return -1.0
        stalled = now > 0.3 * last
        renew = o.newton == STANDARD or (o.newton == MIXED and now > 0.1 * last)
        last = now
    return -1.0


@inline
def tangent(H, t, o):
    """Find velocity, acceleration and jerk at the pose of the last `evaluate`, with one factorisation.

    Returns the relative residual of the velocities: where it is large, none exist. The factorisation serves
    the next position too.
    """
    q, V = tb.q(H), tb.V(H)
    if o.need == 0 and o.newton == STANDARD:
        return 0.0
    relinearise(H, t, q)
    worst = 0.0
    for n in range(1, o.need + 1):
        left = derive(H, t, q.ctypes.data, n, V.ctypes.data)
        if n == 1:
            worst = left
        tb.counts(H)[0].solves += 1
    if o.need >= 1:
        pose_derivatives(q, V, tb.nodes(H))
        tb.clock(H)[0] = t
    return worst


@inline
def accept(H, h):
    """Make the trial pose the current one; carry the motion on as the guess for the next solve.

    The guess keeps the mechanism on its branch where a singular position leaves a choice.
    """
    q, trial, V, V0, memory, angles = tb.q(H), tb.trial(H), tb.V(H), tb.V0(H), tb.memory(H), tb.angles(H)
    for b in range(q.shape[0]):
        angles[1, b] = angles[0, b]
        angles[0, b] += turned_by(q[b, 3], q[b, 6], trial[b, 3], trial[b, 6])
        for i in range(7):
            q[b, i] = trial[b, i]
        for i in range(6):
            V0[b, 0, i], V0[b, 1, i], V0[b, 2, i] = V[b, 0, i], V[b, 1, i], V[b, 2, i]
            V[b, 0, i] += h * (V[b, 1, i] + 0.5 * h * V[b, 2, i])
            V[b, 1, i] += h * V[b, 2, i]
    shift_nodes(H, 1)
    memory[TIME] += h
    memory[STEP] = h
    memory[KNOWN] = min(memory[KNOWN] + 1.0, 2.0)
    tb.counts(H)[0].steps += 1


@inline
def shift_nodes(H, by):
    """Move the remembered positions one place on (by = 1) or back (by = -1)."""
    nodes, clock = tb.nodes(H), tb.clock(H)
    for m in range(3):
        n = 3 - m if by > 0 else m
        clock[n] = clock[n - by]
        for k in range(4):
            target, source = nodes[4 * n + k], nodes[4 * (n - by) + k]
            for c in range(target.size):
                target[c] = source[c]


@inline
def restore(H):
    """Go back to the state before the last accepted step."""
    q, V, V0, nodes, memory = tb.q(H), tb.V(H), tb.V0(H), tb.nodes(H), tb.memory(H)
    shift_nodes(H, -1)
    for b in range(q.shape[0]):
        for i in range(7):
            q[b, i] = nodes[0, 7 * b + i]
        for n in range(3):
            for i in range(6):
                V[b, n, i] = V0[b, n, i]
        tb.angles(H)[0, b] = tb.angles(H)[1, b]
    memory[TIME] = tb.clock(H)[0]
    memory[STEP] = tb.clock(H)[0] - tb.clock(H)[1]
    recount_turns(H)


@inline
def leaps(H, h, length):
    """Return whether the way of the last step does not fit the velocities at its ends: it left its branch.

    |q1 - q0 - h (q0' + q1') / 2| is of third order on a smooth path.
    """
    nodes = tb.nodes(H)
    off, way = 0.0, 0.0
    for c in range(nodes.shape[1]):
        radius = 1.0 if c % 7 < 3 else 2.0 * length
        moved = radius * (nodes[0, c] - nodes[4, c])
        d = moved - radius * 0.5 * h * (nodes[1, c] + nodes[5, c])
        way += moved * moved
        off += d * d
    return sqrt(off) > NARROW * sqrt(way) + 1e-4 * length


@inline
def attempt(H, h, o, worst):
    """Try one step of h; return DONE and the new state, or leave the state and say why not."""
    memory = tb.memory(H)
    memory[LEFT] -= 1.0
    t = memory[TIME] + h
    if at_time(H, t) != 0:
        return FAILED
    kind = o.predictor
    if kind == HERMITE and not (memory[KNOWN] > 0.0 and h <= 2.0 * memory[STEP]):
        kind = ACCELERATION
    if turns_far(H):
        tb.counts(H)[0].splits += 1
        return BLOCKED
    set_out(H, h)
    expected = predict(H, kind, h, o)
    allowed = NARROW * expected + 1e-4 * o.length
    if kind == NO_PREDICTOR:
        allowed = 0.2 * o.length
    residual = correct(H, t, o, allowed, tb.trial(H))
    if residual < 0.0:
        tb.counts(H)[0].splits += 1
        return BLOCKED
    accept(H, h)
    worst[0] = residual
    worst[1] = tangent(H, t, o)
    worst[2] = pivot_of(H)
    count_turns(H)
    if o.need >= 1 and leaps(H, h, o.length) and h > 1e3 * o.hmin:
        restore(H)
        tb.counts(H)[0].splits += 1
        return BLOCKED
    return DONE
