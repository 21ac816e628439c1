"""Smooth surfaces f(x, y, z) = 0: where a ball on one of A, or a surface of B on a plane of A, touches.

The point of contact X is found with its time derivatives, order by order, from four equations for X and a number mu,
g = grad f. All is seen from marker a: c is point b, nu the normal z of a in the axes of b.

    ball:     X + mu g(X) = c,        f(X) = 0        X in the axes of a
    surface:  g(X) + mu nu = 0,       f(X) = 0        X in the axes of b

Every order has the same matrix and a right side of what lower orders leave.
"""

from __future__ import annotations

from math import inf, isnan, sqrt

from ..compiler.jit import inline
from ..geometry.vectors import cross, dot
from ..programs import jets
from ..programs.interpret import interpret
from ..programs.program import load, store
from ..tables import fields as tb
from .relations import CENTRE, HOLLOW, NOT_FOUND, OK

# Kinds of relation; `own` of the relation is the first of its four programs: f, then its slopes by x, y, z.
BALL = 5  #       ball of B on a surface of A
HULL = 6  #       surface of B on the plane of A through point a, normal to z
DISC = 7  #       thin disc of B on a surface of A
STEPS = 60
NEAR = 1e-9  #    step of Newton's method, relative to the lengths, after which the error is its square
FLAT = 1e-9  #    share of the size of a matrix that counts as nothing
AWAY = 1e-3  #    gap of a ball, relative to its radius, from which on it is being put in place
MARCH, HALVINGS, FARTHEST = 70, 40, 1e6  # of the search for a surface along a line, in steps that grow from 1e-6 m


@inline
def values(x):
    """Return the values of three jets."""
    return x[0][0], x[1][0], x[2][0]


@inline
def still(x):
    """Return three numbers as jets that stand still."""
    return (x[0], 0.0, 0.0, 0.0), (x[1], 0.0, 0.0, 0.0), (x[2], 0.0, 0.0, 0.0)


@inline
def put(x, m, value):
    """Return a jet with another derivative of order m."""
    return x[0], value if m == 1 else x[1], value if m == 2 else x[2], value if m == 3 else x[3]


@inline
def _puts(x, m, parts):
    return put(x[0], m, parts[0]), put(x[1], m, parts[1]), put(x[2], m, parts[2])


@inline
def rate(x):
    """Return the rate of a jet; its third derivative is not known."""
    return x[1], x[2], x[3], 0.0


@inline
def product(a, b):
    """Return the jet of a . b, of three jets each."""
    return jets.add(jets.add(jets.mul(a[0], b[0]), jets.mul(a[1], b[1])), jets.mul(a[2], b[2]))


@inline
def field(H, first, x, order):
    """Return the jets of f and of its gradient where x goes, and 0 if all are finite up to `order`."""
    variables, stack = tb.variables(H), tb.stack(H)
    for k in range(3):
        store(variables, 1 + k, x[k])
    failed = interpret(H, first, order)
    f = load(stack, 0)
    failed += interpret(H, first + 1, order)
    gx = load(stack, 0)
    failed += interpret(H, first + 2, order)
    gy = load(stack, 0)
    failed += interpret(H, first + 3, order)
    return f, (gx, gy, load(stack, 0)), failed


@inline
def _bent(H, first, x, k):
    """Return the derivative of the gradient by coordinate k."""
    moved = still(x)
    moved = (
        put(moved[0], 1, 1.0 if k == 0 else 0.0),
        put(moved[1], 1, 1.0 if k == 1 else 0.0),
        put(moved[2], 1, 1.0 if k == 2 else 0.0),
    )
    g = field(H, first, moved, 1)[1]
    return g[0][1], g[1][1], g[2][1]


@inline
def _matrix(H, kind, first, x, mu, g, nu):
    """Return the rows of the symmetric matrix A, g, the column of mu, and how much of g g^T is in A.

    The equations are A X + column mu = r, g . X = r4. Their solution does not change with kappa g g^T added to A and
    kappa g r4 to r, which makes A regular wherever the equations are.
    """
    a, b, c = _bent(H, first, x, 0), _bent(H, first, x, 1), _bent(H, first, x, 2)
    most = abs(a[0]) + abs(a[1]) + abs(a[2]) + abs(b[1]) + abs(b[2]) + abs(c[2])
    if kind == BALL:
        kappa, column, one, f = (1.0 + abs(mu) * most) / dot(g, g), g, 1.0, mu
    else:
        kappa, column, one, f = most / dot(g, g) * (1.0 if mu > 0.0 else -1.0), nu, 0.0, 1.0
    a = (one + f * a[0] + kappa * g[0] * g[0], f * a[1] + kappa * g[0] * g[1], f * a[2] + kappa * g[0] * g[2])
    b = (a[1], one + f * b[1] + kappa * g[1] * g[1], f * b[2] + kappa * g[1] * g[2])
    c = (a[2], b[2], one + f * c[2] + kappa * g[2] * g[2])
    return (a, b, c), g, column, kappa


@inline
def _inverse_times(rows, r):
    """Return A^-1 r."""
    a, b, c = rows
    p, q, s = cross(b, c), cross(c, a), cross(a, b)
    f = 1.0 / dot(a, p)
    return (
        f * (r[0] * p[0] + r[1] * q[0] + r[2] * s[0]),
        f * (r[0] * p[1] + r[1] * q[1] + r[2] * s[1]),
        f * (r[0] * p[2] + r[1] * q[2] + r[2] * s[2]),
    )


@inline
def _solved(system, r, r4):
    """Return X and mu of A X + column mu = r, g . X = r4."""
    rows, g, column, kappa = system
    r = (r[0] + kappa * r4 * g[0], r[1] + kappa * r4 * g[1], r[2] + kappa * r4 * g[2])
    u, v = _inverse_times(rows, r), _inverse_times(rows, column)
    mu = (dot(g, u) - r4) / dot(g, v)
    return (u[0] - mu * v[0], u[1] - mu * v[1], u[2] - mu * v[2]), mu


@inline
def _definite(rows, sign):
    """Return whether sign A is positive definite, clear of rounding."""
    a, b, c = rows
    size = abs(a[0]) + abs(b[1]) + abs(c[2])
    minor, whole = a[0] * b[1] - a[1] * a[1], dot(a, cross(b, c))
    return sign * a[0] > FLAT * size and minor > FLAT * size**2 and sign * whole > FLAT * size**3


@inline
def _left_over(kind, x, mu, g, to, m):
    """Return derivative m of c - X - mu g or of -(g + mu nu), `to` being c or nu."""
    own = x if kind == BALL else g
    by = g if kind == BALL else to
    sign = 1.0 if kind == BALL else 0.0
    return (
        sign * to[0][m] - own[0][m] - jets.mul(mu, by[0])[m],
        sign * to[1][m] - own[1][m] - jets.mul(mu, by[1])[m],
        sign * to[2][m] - own[2][m] - jets.mul(mu, by[2])[m],
    )


@inline
def _find(H, kind, first, x, mu, to):
    """Return X and mu by Newton's method from a guess, and a status."""
    target = values(to)
    apart = sqrt(dot(target, target)) if kind == BALL else 0.0  # X may be where the axes of the surface begin
    for _ in range(STEPS):
        at = still(x)
        f, g, failed = field(H, first, at, 0)
        system = _matrix(H, kind, first, x, mu, values(g), target)
        r = _left_over(kind, at, (mu, 0.0, 0.0, 0.0), g, to, 0)
        step, more = _solved(system, r, -f[0])
        size, way = sqrt(dot(x, x)), sqrt(dot(step, step))
        if failed != 0 or not way < 1e12 * (1.0 + size):
            return x, mu, NOT_FOUND
        x, mu = (x[0] + step[0], x[1] + step[1], x[2] + step[2]), mu + more
        if way <= NEAR * (size + way + apart):
            if _definite(system[0], 1.0 if kind == BALL or mu > 0.0 else -1.0):
                return x, mu, OK
            return x, mu, CENTRE if kind == BALL else HOLLOW
    return x, mu, NOT_FOUND


@inline
def _on_way(x, along, way):
    return x[0] + way * along[0], x[1] + way * along[1], x[2] + way * along[2]


@inline
def _way(H, first, x, along):
    """Return how far it is from x to the surface along a direction; endless where there is no surface."""
    start = field(H, first, still(x), 0)[0][0]
    low, high = 0.0, 1e-6
    for _ in range(MARCH):
        if field(H, first, still(_on_way(x, along, high)), 0)[0][0] * start <= 0.0:
            break
        low, high = high, 1.5 * high
    if high > FARTHEST:
        return inf
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if field(H, first, still(_on_way(x, along, middle)), 0)[0][0] * start > 0.0:
            low = middle
        else:
            high = middle
    return high


@inline
def _guess(H, kind, first, to):
    """Return a first guess of X and mu: a point of the surface near the centre of the ball, or under point b."""
    at = values(to)
    if kind == HULL:
        down = (-at[0], -at[1], -at[2])
        x = _on_way((0.0, 0.0, 0.0), down, _way(H, first, (0.0, 0.0, 0.0), down))
        return x, dot(values(field(H, first, still(x), 0)[1]), down)
    f, slopes, _ = field(H, first, still(at), 0)
    g = values(slopes)
    square, best, x = dot(g, g), inf, at
    size = sqrt(square) if square > 0.0 else 1.0
    for k in range(8):  # along the axes, and up and down the gradient
        sign = 1.0 if k % 2 == 0 else -1.0
        along = (sign * g[0] / size, sign * g[1] / size, sign * g[2] / size)
        if k < 6:
            along = (sign if k < 2 else 0.0, sign if 2 <= k < 4 else 0.0, sign if k >= 4 else 0.0)
        way = _way(H, first, at, along)
        if way < best:
            best, x = way, _on_way(at, along, way)
    if best == inf and square > 0.0:  # nowhere near: as far as the slope tells, on the side of the expression's sign
        mu = f[0] / square
        return _on_way(at, g, -mu), mu
    g = values(field(H, first, still(x), 0)[1])
    return x, dot((at[0] - x[0], at[1] - x[1], at[2] - x[2]), g) / dot(g, g)


@inline
def _place(H, n, to, opened):
    """Return X and mu from where the contact was, or else from a first guess, and a status; in the air, any will do."""
    relation, contacts = tb.relations(H)[n], tb.contacts(H)
    kind, first, c = relation.kind, relation.own, relation.contact
    x, mu, status = (contacts[c, 0], contacts[c, 1], contacts[c, 2]), contacts[c, 3], NOT_FOUND
    if not isnan(x[0]):
        x, mu, status = _find(H, kind, first, x, mu, to)
    if status == NOT_FOUND and kind == BALL:  # the first step goes from the centre down to the surface
        x, mu, status = _find(H, kind, first, values(to), 0.0, to)
    if status == NOT_FOUND or (opened and status != OK):
        guess = _guess(H, kind, first, to)
        x, mu, status = _find(H, kind, first, guess[0], guess[1], to)
        if status == NOT_FOUND:
            x, mu = guess
    return x, mu, status


@inline
def surface_contact(H, n, to, order, opened):
    """Return a status and the jets of X and of g up to `order`; the contact is moved.

    Away from the surface, where positions alone are asked for while a mechanism is being put together, any point of it
    near the ball will do: the centre of curvature may be in the way.
    """
    relation, contacts = tb.relations(H)[n], tb.contacts(H)
    kind, first, c = relation.kind, relation.own, relation.contact
    x, mu, status = _place(H, n, to, opened)
    point, scale = still(x), (mu, 0.0, 0.0, 0.0)
    f, g, failed = field(H, first, point, 0)
    if status != OK:
        size = sqrt(dot(values(g), values(g)))
        away = abs(relation.side * mu * size - relation.radius) > AWAY * relation.radius
        if failed != 0 or order > 0 or kind == HULL or not away:
            return status, point, g
    contacts[c, 0], contacts[c, 1], contacts[c, 2], contacts[c, 3] = x[0], x[1], x[2], mu
    if order == 0:
        return OK, point, g
    system = _matrix(H, kind, first, x, mu, values(g), values(to))
    for m in range(1, order + 1):
        f, g, failed = field(H, first, point, m)
        more = _solved(system, _left_over(kind, point, scale, g, to, m), -f[m])
        point, scale = _puts(point, m, more[0]), put(scale, m, more[1])
    f, g, failed = field(H, first, point, order)
    return OK, point, g
