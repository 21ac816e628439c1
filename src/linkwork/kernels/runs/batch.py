"""Many runs in one call: the members of a batch, one after the other."""

from math import inf, isfinite, sqrt

from ..compiler.jit import inline, kernel, signed
from ..events.handling import begin
from ..geometry.measures import TILT
from ..kinematics.assembly import close
from ..kinematics.motion import evaluate, set_time
from ..kinematics.start import comply
from ..linear.linear import clear
from ..tables import fields as tb
from ..tables.statuses import DONE, FAILED, RUNNING
from .integrate import integrate

STARTED, ASIDE = 0, 1
"""What becomes of a start: found; or not on the straight way from the hints, which a search must find."""

VELOCITY, RATE, CENTRE = 0, 3, 6
"""Columns of what is said of a body: velocity of its origin [m/s], angular velocity [rad/s], in ground axes; its centre
of mass in its own axes [m]."""


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
            status[i] = integrate(handles[i], tb.counts(handles[i])[0].place, budget)
    return last


signed(integrate_many, "h[n] i[n] i i i i -> i")


@kernel
def begin_many(handles, status, t):
    """Begin every run whose status is RUNNING at time t; one that has no finite rates there has FAILED."""
    for i in range(status.size):
        if status[i] == RUNNING:
            H = handles[i]
            tb.control(H)[0].time = t
            status[i] = RUNNING if isfinite(begin(H, 0)) else FAILED
            tb.counts(H)[0].place = 1 if status[i] == RUNNING else 0


signed(begin_many, "h[n] i[n] f")


@inline
def weigh(H, weights, shares, i, flagged, others):
    """Make weights[i] the weights of the solve, those with a flag in `shares` times `flagged`, the others' `others`."""
    weight, turning = tb.weight(H), tb.turning(H)
    for b in range(weight.shape[0]):
        for k in range(weight.shape[1]):
            weight[b, k] = weights[i, b, k] * (flagged if shares[b, k] > 0.0 else others)
        if weight.shape[1] == 6:
            for k in range(3):
                for n in range(3):
                    turning[b, k, n] = weight[b, 3 + k] if k == n else 0.0


@inline
def closed_here(H, t, length, tol):
    """Close the joints from the pose of the bundle; return whether they are, with no axes opposed."""
    counts, contacts = tb.counts(H)[0], tb.contacts(H)
    counts.iterations, counts.factorisations = 0, 0
    if close(H, t, length, tol, 1e-6, 100) != DONE:
        return False
    evaluate(H, t, tb.q(H).ctypes.data)
    measures, X = tb.measures(H), tb.X(H)
    for i in range(measures.size):
        if measures[i].kind == TILT:
            a, b = measures[i].f0, measures[i].f2
            if X[a, 0, 0] * X[b, 0, 0] + X[a, 0, 1] * X[b, 0, 1] + X[a, 0, 2] * X[b, 0, 2] < 0.0:
                return False
    return contacts.size == 0


@inline
def assembled(H, t, length, tol, weights, said, i):
    """Close the joints of member i from its hints; return the largest residual, or -1 where a search is needed.

    First the coordinates move of which nothing was said. Where that closes the joints every hint is kept.
    """
    hinted = False
    for b in range(said.shape[0]):
        for k in range(said.shape[1]):
            hinted = hinted or said[b, k] > 0.0
    if hinted:
        weigh(H, weights, said, i, 0.0, 1.0)
        if not closed_here(H, t, length, tol):
            return -1.0
    weigh(H, weights, said, i, 1.0, 1.0)
    if not closed_here(H, t, length, tol) and not hinted:
        return -1.0
    Phi, largest = tb.Phi(H), 0.0
    for k in range(Phi.size):
        largest = max(largest, abs(Phi[k])) if isfinite(Phi[k]) else inf
    return largest


@inline
def offset(q, hints, i, b, k):
    """Return component k of the vector from origin to centre of mass of body b, in ground axes."""
    w, x, y, z = q[b, 3], q[b, 4], q[b, 5], q[b, 6]
    if k == 0:
        u, v, n = 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)
    elif k == 1:
        u, v, n = 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)
    else:
        u, v, n = 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)
    return u * hints[i, b, CENTRE] + v * hints[i, b, CENTRE + 1] + n * hints[i, b, CENTRE + 2]


@inline
def want(H, hints, i, known, x):
    """Write the hinted velocities of the centres of mass to x where they are known; a rate not hinted at stays."""
    q = tb.q(H)
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        first = 2 if planar else 3
        for k in range(first, x.shape[1]):
            if known[b, k] > 0.0:
                x[b, k] = hints[i, b, RATE + 2] if planar else hints[i, b, RATE + k - 3]
        if known[b, 0] == 0.0:
            continue
        wx, wy, wz = (0.0, 0.0, x[b, 2]) if planar else (x[b, 3], x[b, 4], x[b, 5])
        ox, oy, oz = offset(q, hints, i, b, 0), offset(q, hints, i, b, 1), offset(q, hints, i, b, 2)
        x[b, 0] = hints[i, b, VELOCITY] + (wy * oz - wz * oy)
        x[b, 1] = hints[i, b, VELOCITY + 1] + (wz * ox - wx * oz)
        if not planar:
            x[b, 2] = hints[i, b, VELOCITY + 2] + (wx * oy - wy * ox)


@inline
def moving(H, t, hints, i, known):
    """Find the velocities x nearest to the hints with the weights at hand; return whether they are finite.

    Going back to what was wanted and correcting again makes the share of the known ones vanish where all can be met.
    """
    x = tb.x(H)
    clear(x)
    for _ in range(4):
        want(H, hints, i, known, x)
        if not comply(H, t, 1) >= 0.0:
            return False
        for b in range(x.shape[0]):
            for k in range(x.shape[1]):
                if not isfinite(x[b, k]):
                    return False
    return True


@inline
def store_velocities(H, twists, i):
    """Write the velocities x as twists (members, bodies, 6) of member i."""
    x = tb.x(H)
    for b in range(x.shape[0]):
        if x.shape[1] == 3:
            twists[i, b, 0], twists[i, b, 1], twists[i, b, 5] = x[b, 0], x[b, 1], x[b, 2]
        else:
            for k in range(6):
                twists[i, b, k] = x[b, k]


@inline
def size_of(twists, weights, i, b, k, planar):
    """Return the size of a velocity [m/s], a turn at the radius of its body."""
    return abs(twists[i, b, 5 if planar and k == 2 else k]) / sqrt(weights[i, b, k])


@inline
def decided(H, t, hints, known, weights, i, twists, small, arbitrary):
    """Return whether the velocities are the same in another metric, in which turns move less easily."""
    x, largest = tb.x(H), 0.0
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            largest = max(largest, size_of(twists, weights, i, b, k, planar))
    if largest == 0.0:
        return True
    weight, turning = tb.weight(H), tb.turning(H)
    for b in range(x.shape[0]):
        for k in range(2 if planar else 3, x.shape[1]):
            weight[b, k] *= 1.0 if known[b, k] > 0.0 else small
            if not planar:
                turning[b, k - 3, k - 3] = weight[b, k]
    if not moving(H, t, hints, i, known):
        return False
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            found = twists[i, b, 5 if planar and k == 2 else k]
            if abs(x[b, k] - found) / sqrt(weights[i, b, k]) > arbitrary * largest:
                return False
    return True


@kernel
def start_many(handles, status, weights, said, hints, known, lengths, shares, t, twists, gaps):
    """Find the starts of the members: closed poses in their bundles, where every hint is kept, and velocities.

    status[i] says what became of member i. `weights` (members, bodies, d) is the diagonal of W^-1; `said` and `known`
    (bodies, d) flag coordinates and velocities that were hinted at, `hints` (members, bodies, 9) says what. `shares`:
    tolerance of closing, share that a hinted velocity takes in a correction, share of a turn in another metric, and
    difference that shows that the metric decides. `twists` and `gaps` receive velocities and largest residuals.
    """
    for i in range(status.size):
        H = handles[i]
        status[i] = ASIDE
        if tb.F(H).size > 0 and set_time(H, t) != 0:
            continue
        gaps[i] = assembled(H, t, lengths[i], shares[0], weights, said, i)
        if gaps[i] < 0.0 or not isfinite(gaps[i]):
            continue
        weigh(H, weights, known, i, shares[1], 1.0)
        if not moving(H, t, hints, i, known):
            continue
        store_velocities(H, twists, i)
        if decided(H, t, hints, known, weights, i, twists, shares[2], shares[3]):
            status[i] = STARTED


signed(start_many, "h[n] i[n] f[n,b,d] f[b,d] f[n,b,9] f[b,d] f[n] f[4] f f[n,b,6] f[n]")
