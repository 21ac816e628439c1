"""How gradients of measures turn while the features move: their first and second derivatives along a motion.

With g the gradient of a measure m by its features x, m_xx and m_xxx its higher derivatives,

    g' = m_xx x',   g'' = m_xx x'' + m_xxx x' x'.

The common kinds are sums of scalars times vectors, a and y, and so are their derivatives, by the rule of Leibniz. For
all others they are taken from the derivatives of the measure itself, which every kind has (`polarised`).
"""

from ..compiler.jit import inline
from ..contacts.on_curves import touch
from ..geometry.measures import ALONG, ANGLE, COMPONENT, CONTACT, DISTANCE, DOT, HEADING, TILT, arc_ratio
from ..geometry.other_measures import gauge_rates
from ..programs import jets
from ..tables import fields as tb

ONE = (1.0, 0.0, 0.0, 0.0)
"""The jet of 1."""


@inline
def feature_of(measure, slot):
    """Return the feature at a place of a measure; places without one repeat the first."""
    if slot < 2:
        return measure.f0 if slot == 0 else measure.f1
    if slot == 2:
        return measure.f2
    if slot == 3:
        return measure.f3
    return measure.f4


@inline
def places_of(kind):
    """Return how many places of a measure of this kind have features of their own."""
    if kind == COMPONENT or kind == DOT or kind == DISTANCE:
        return 2
    return 3 if kind == ALONG or kind == TILT or kind == ANGLE else 5


@inline
def add_product(a, y, out):
    """Add the first two derivatives of a y to out[0], out[1]: a is a jet, y[order] a vector."""
    for k in range(3):
        out[0, k] += a[1] * y[0, k] + a[0] * y[1, k]
        out[1, k] += a[2] * y[0, k] + 2.0 * a[1] * y[1, k] + a[0] * y[2, k]


@inline
def add_way(a, p, r, out):
    """Add the first two derivatives of a (r - p)."""
    add_product(a, r, out)
    add_product(jets.neg(a), p, out)


@inline
def turn_gradient(H, i, turns):
    """Fill turns[i, slot, 0 .. 1] = g', g'' of measure i from the derivatives of its features in X[:, 0 .. 2]."""
    measure, X, out = tb.measures(H)[i], tb.X(H), turns[i]
    for slot in range(places_of(measure.kind)):
        for n in range(2):
            for k in range(3):
                out[slot, n, k] = 0.0
    kind, a, b, c = measure.kind, X[measure.f0], X[measure.f1], X[measure.f2]
    if kind == COMPONENT:
        return
    if kind == DOT:
        add_product(ONE, b, out[0])
        add_product(ONE, a, out[1])
    elif kind == ALONG:
        add_way(ONE, b, c, out[0])
        add_product(jets.neg(ONE), a, out[1])
        add_product(ONE, a, out[2])
    elif kind == TILT:
        turn_tilt(a, b, c, out)
    elif kind == ANGLE:
        turn_angle(a, b, c, out)
    elif kind == DISTANCE:
        turn_distance(a, b, out)
    elif kind == HEADING:
        turn_heading(a, b, c, X[measure.f3], out)
    else:
        polarised(H, i, out)


@inline
def turn_tilt(u, v, w, out):
    """Fill the derivatives of s v + s' (u.v) w, s u and s' (u.v) u, where s is a function of u.w."""
    x = jets.dot3(u, w)
    s0, s1, s2, s3 = arc_ratio(x[0])
    s = jets.compose(s0, s1, s2, s3, x)
    r = jets.mul(jets.compose(s1, s2, s3, 0.0, x), jets.dot3(u, v))
    add_product(s, v, out[0])
    add_product(r, w, out[0])
    add_product(s, u, out[1])
    add_product(r, u, out[2])


@inline
def turn_shares(cs, sn):
    """Return -sin / square and cos / square as jets, where square = cos^2 + sin^2: the slopes of an angle."""
    square = jets.add(jets.mul(cs, cs), jets.mul(sn, sn))
    if not square[0] > 1e-30:
        return (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    return jets.div(jets.neg(sn), square), jets.div(cs, square)


@inline
def turn_angle(u, n, v, out):
    """Fill the derivatives of a v, b v and a u + b n, where a, b are the slopes of the angle by u.v and n.v."""
    a, b = turn_shares(jets.dot3(u, v), jets.dot3(n, v))
    add_product(a, v, out[0])
    add_product(b, v, out[1])
    add_product(a, u, out[2])
    add_product(b, n, out[2])


@inline
def turn_distance(p, r, out):
    """Fill the derivatives of the unit vector from p to r, and of its opposite."""
    square = (0.0, 0.0, 0.0, 0.0)
    for k in range(3):
        d = (r[0, k] - p[0, k], r[1, k] - p[1, k], r[2, k] - p[2, k], 0.0)
        square = jets.add(square, jets.mul(d, d))
    if not square[0] > 0.0:
        return
    inverse = jets.div(ONE, jets.sqrt(square))
    add_way(inverse, p, r, out[1])
    add_way(jets.neg(inverse), p, r, out[0])


@inline
def turn_heading(u, v, p, r, out):
    """Fill the derivatives of a d, b d, -(a u + b v) and a u + b v, with d from p to r."""
    cs, sn = jets.sub(jets.dot3(u, r), jets.dot3(u, p)), jets.sub(jets.dot3(v, r), jets.dot3(v, p))
    a, b = turn_shares(cs, sn)
    add_way(a, p, r, out[0])
    add_way(b, p, r, out[1])
    add_product(a, u, out[3])
    add_product(b, v, out[3])
    add_product(jets.neg(a), u, out[2])
    add_product(jets.neg(b), v, out[2])


@inline
def third_derivative(H, i):
    """Fill measured[i, 1 .. 3] from the derivatives of the features."""
    if tb.measures(H)[i].kind == CONTACT:
        touch(H, i, 3, False)
    else:
        gauge_rates(H, i, 3)


@inline
def polarised(H, i, out):
    """Fill g' and g'' from the second and third derivatives of the measure.

    m'' = g x'' + m_xx x' x' and m''' = 3 m_xx x' x'' + m_xxx x' x' x' while x''' is zero. With one component of x'
    changed by +-e, half the differences are 2 e g' and o(e) = 3 e g'' + e^3 m_xxx: 3 e g'' = (8 o(e) - o(2 e)) / 6.
    Nothing is approximated: polynomials in e are taken apart.
    """
    measure, X, measured, e = tb.measures(H)[i], tb.X(H), tb.measured(H), 0.0
    for slot in range(5):
        for k in range(3):
            e = max(e, abs(X[feature_of(measure, slot), 1, k]))
    e = e if e > 0.0 else 1.0
    for slot in range(5):
        f, again = feature_of(measure, slot), False
        for before in range(slot):
            again = again or feature_of(measure, before) == f
        for k in range(0 if again else 3):  # a feature that stands at two places counts at the first
            x = X[f, 1, k]
            for sign in (1.0, -1.0):
                X[f, 1, k] = x + sign * e
                third_derivative(H, i)
                out[slot, 0, k] += sign * measured[i, 2] / (4.0 * e)
                out[slot, 1, k] += sign * measured[i, 3] * 2.0 / (9.0 * e)
                X[f, 1, k] = x + 2.0 * sign * e
                third_derivative(H, i)
                out[slot, 1, k] -= sign * measured[i, 3] / (36.0 * e)
            X[f, 1, k] = x
    third_derivative(H, i)
