"""Jets of order three: a value and its first three time derivatives, as a 4-tuple.

The entries are derivatives, not Taylor coefficients: ``(x, x', x'', x''')``.

A function of one argument is written once, as ``d_name(v)``: its own value and three
derivatives at the number ``v``. The chain rule `compose` makes a jet of it, in the interpreter
of `program` and, where other kernels need it, in the jet function ``name(x)``.
"""

import math

import numpy as np

from ..compiler.jit import inline


@inline
def add(a, b):
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


@inline
def sub(a, b):
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])


@inline
def neg(a):
    """Return -a."""
    return (-a[0], -a[1], -a[2], -a[3])


@inline
def scale(c, a):
    """Return the number c times the jet a."""
    return (c * a[0], c * a[1], c * a[2], c * a[3])


@inline
def mul(a, b):
    """Return a b, by the rule of Leibniz."""
    return (
        a[0] * b[0],
        a[1] * b[0] + a[0] * b[1],
        a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2],
        a[3] * b[0] + 3.0 * (a[2] * b[1] + a[1] * b[2]) + a[0] * b[3],
    )


@inline
def div(a, b):
    """Return a / b, from a = q b solved order by order."""
    q0 = a[0] / b[0]
    q1 = (a[1] - q0 * b[1]) / b[0]
    q2 = (a[2] - 2.0 * q1 * b[1] - q0 * b[2]) / b[0]
    q3 = (a[3] - 3.0 * (q2 * b[1] + q1 * b[2]) - q0 * b[3]) / b[0]
    return (q0, q1, q2, q3)


@inline
def dot3(a, b):
    """Return the jet of a . b for two tables [order, xyz] of vector derivatives."""
    c00 = c10 = c01 = c20 = c11 = c02 = c30 = c21 = c12 = c03 = 0.0
    for i in range(3):
        c00 += a[0, i] * b[0, i]
        c10 += a[1, i] * b[0, i]
        c01 += a[0, i] * b[1, i]
        c20 += a[2, i] * b[0, i]
        c11 += a[1, i] * b[1, i]
        c02 += a[0, i] * b[2, i]
        c30 += a[3, i] * b[0, i]
        c21 += a[2, i] * b[1, i]
        c12 += a[1, i] * b[2, i]
        c03 += a[0, i] * b[3, i]
    return (c00, c10 + c01, c20 + 2.0 * c11 + c02, c30 + 3.0 * (c21 + c12) + c03)


@inline
def compose(f0, f1, f2, f3, x):
    """Return the jet of f(x(t)) from f and its derivatives at x (Faà di Bruno).

    An argument at rest gives a constant, even where f has no derivative: the slope of
    sqrt at 0 is infinite, but sqrt of a standing 0 is a standing 0.
    """
    if x[1] == 0.0 and x[2] == 0.0 and x[3] == 0.0:
        return (f0, 0.0, 0.0, 0.0)
    x1 = x[1]
    return (
        f0,
        f1 * x1,
        f2 * x1 * x1 + f1 * x[2],
        f3 * x1 * x1 * x1 + 3.0 * f2 * x1 * x[2] + f1 * x[3],
    )


@inline
def d_sin(v):
    """Return sin and its derivatives at v."""
    s = math.sin(v)
    c = math.cos(v)
    return (s, c, -s, -c)


@inline
def d_cos(v):
    """Return cos and its derivatives at v."""
    s = math.sin(v)
    c = math.cos(v)
    return (c, -s, -c, s)


@inline
def d_tan(v):
    """Return tan and its derivatives at v."""
    f = math.tan(v)
    d = 1.0 + f * f
    return (f, d, 2.0 * f * d, (2.0 + 6.0 * f * f) * d)


@inline
def d_asin(v):
    """Return asin and its derivatives at v; not a number outside [-1, 1]."""
    if not abs(v) <= 1.0:
        return (np.nan, np.nan, np.nan, np.nan)
    q = inverse_root((1.0 - v) * (1.0 + v))
    q3 = q * q * q
    return (math.asin(v), q, v * q3, q3 * (1.0 + 3.0 * v * v * q * q))


@inline
def d_acos(v):
    """Return acos and its derivatives at v; not a number outside [-1, 1]."""
    f = d_asin(v)
    value = math.acos(v) if abs(v) <= 1.0 else np.nan
    return (value, -f[1], -f[2], -f[3])


@inline
def d_atan(v):
    """Return atan and its derivatives at v."""
    q = 1.0 / (1.0 + v * v)
    return (math.atan(v), q, -2.0 * v * q * q, (6.0 * v * v - 2.0) * q * q * q)


@inline
def d_sinh(v):
    """Return sinh and its derivatives at v."""
    s = np.sinh(v)
    c = np.cosh(v)
    return (s, c, s, c)


@inline
def d_cosh(v):
    """Return cosh and its derivatives at v."""
    s = np.sinh(v)
    c = np.cosh(v)
    return (c, s, c, s)


@inline
def d_tanh(v):
    """Return tanh and its derivatives at v."""
    f = math.tanh(v)
    d = 1.0 - f * f
    return (f, d, -2.0 * f * d, (6.0 * f * f - 2.0) * d)


@inline
def d_exp(v):
    """Return exp and its derivatives at v."""
    f = np.exp(v)
    return (f, f, f, f)


@inline
def d_log(v):
    """Return the natural logarithm and its derivatives at v; not a number for v <= 0."""
    if not v > 0.0:
        return (np.nan, np.nan, np.nan, np.nan)
    q = 1.0 / v
    return (math.log(v), q, -q * q, 2.0 * q * q * q)


@inline
def d_sqrt(v):
    """Return the square root and its derivatives at v; not a number for v < 0."""
    if not v >= 0.0:
        return (np.nan, np.nan, np.nan, np.nan)
    q = inverse_root(v)
    q2 = q * q
    return (math.sqrt(v), 0.5 * q, -0.25 * q * q2, 0.375 * q * q2 * q2)


@inline
def d_abs(v):
    """Return the absolute value and its derivatives at v; the slope at 0 is taken as 0."""
    return (abs(v), sign_of(v), 0.0, 0.0)


@inline
def d_power(v, p):
    """Return v**p for a fixed exponent p, and its derivatives at v.

    A derivative whose factor p (p - 1) ... is zero is zero, also at v = 0.
    """
    c2 = p * (p - 1.0)
    c3 = c2 * (p - 2.0)
    f1 = p * power(v, p - 1.0) if p != 0.0 else 0.0
    f2 = c2 * power(v, p - 2.0) if c2 != 0.0 else 0.0
    f3 = c3 * power(v, p - 3.0) if c3 != 0.0 else 0.0
    return (power(v, p), f1, f2, f3)


@inline
def sign_of(v):
    """Return -1, 0 or 1."""
    if v > 0.0:
        return 1.0
    if v < 0.0:
        return -1.0
    return 0.0


@inline
def inverse_root(v):
    """Return 1 / sqrt(v), infinite at 0 (interpreted Python would raise)."""
    return 1.0 / math.sqrt(v) if v > 0.0 else np.inf


@inline
def power(v, p):
    """Return v**p with infinities and not-a-number where interpreted Python would raise."""
    if v == 0.0 and p < 0.0:
        return np.inf
    if v < 0.0 and p != math.floor(p):
        return np.nan
    return v**p


@inline
def sin(x):
    """Return sin x."""
    f = d_sin(x[0])
    return compose(f[0], f[1], f[2], f[3], x)


@inline
def cos(x):
    """Return cos x."""
    f = d_cos(x[0])
    return compose(f[0], f[1], f[2], f[3], x)


@inline
def asin(x):
    """Return asin x."""
    f = d_asin(x[0])
    return compose(f[0], f[1], f[2], f[3], x)


@inline
def sqrt(x):
    """Return the square root of x."""
    f = d_sqrt(x[0])
    return compose(f[0], f[1], f[2], f[3], x)


@inline
def atan2(y, x):
    """Return the angle of (x, y) in (-pi, pi]."""
    w0, w1, w2 = turning(y, x)
    return (math.atan2(y[0], x[0]), w0, w1, w2)


@inline
def turning(y, x):
    """Return the rate at which (x, y) turns and its first two derivatives.

    The rate is w = (x y' - y x') / r²; its own derivatives follow by the quotient rule.
    """
    r0 = x[0] * x[0] + y[0] * y[0]
    r1 = 2.0 * (x[0] * x[1] + y[0] * y[1])
    r2 = 2.0 * (x[1] * x[1] + y[1] * y[1] + x[0] * x[2] + y[0] * y[2])
    n0 = x[0] * y[1] - y[0] * x[1]
    n1 = x[0] * y[2] - y[0] * x[2]
    n2 = x[1] * y[2] - y[1] * x[2] + x[0] * y[3] - y[0] * x[3]
    if r0 == 0.0:
        rate = 0.0 if r2 == 0.0 else np.nan  # the angle of a standing origin stands still
        return (rate, rate, rate)
    n = 1.0 / r0
    w0 = n0 * n
    w1 = (n1 - w0 * r1) * n
    return (w0, w1, (n2 - 2.0 * w1 * r1 - w0 * r2) * n)


@inline
def mod(x, y):
    """Return x - y floor(x / y); between two jumps the floor stands still."""
    n = np.floor(x[0] / y[0])
    return (x[0] - n * y[0], x[1] - n * y[1], x[2] - n * y[2], x[3] - n * y[3])
