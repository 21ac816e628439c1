"""Where a step of the generalised-alpha method starts: the accelerations before it and the first guess of its end.

Symbols as in `implicit`.
"""

from ..compiler.jit import inline
from ..tables import fields as tb
from .projecting import add_velocity

BEFORE, SMOOTH, SMOOTH_NEXT, PRESENT, NEW, SHIFT, SHUT = 1, 2, 3, 4, 5, 6, 7
"""Rows of K: A at the state before the present one, a, a at the end of the step, A at the present state and at the end
of the step, displacement of the step, and the displacement d that closes the joints."""

FAR = 0.05
"""Of the length scale, or in radians: how far accelerations may carry a body in the first guess of a step."""


@inline
def newmark(H):
    """Return beta and gamma: order two, and as little damping at low frequencies as there can be."""
    shift = tb.control(H)[0].alpha_m - tb.control(H)[0].alpha_f
    return 0.25 * (1.0 - shift) * (1.0 - shift), 0.5 - shift


@inline
def first_rate(H):
    """Return where the accelerations stand in the rates of the state."""
    count, d = tb.x(H).shape
    return count * (4 if d == 3 else 7)


@inline
def take_over(H):
    """Make the end of the last step that was tried the present state, if it was kept; start anew after a restart."""
    control, K = tb.control(H)[0], tb.K(H)
    first, n = first_rate(H), tb.x(H).size
    if control.known == 1.0:
        for i in range(n):
            K[SMOOTH, i] = K[0, first + i]
        control.step_before = 0.0
    elif control.time == control.tried:
        for i in range(n):
            K[BEFORE, i] = K[PRESENT, i]
            K[SMOOTH, i] = K[SMOOTH_NEXT, i]
        control.step_before = control.step_tried
    for i in range(n):
        K[PRESENT, i] = K[0, first + i]


@inline
def extrapolated(H, i, ratio):
    """Return the acceleration at the end of a step, `ratio` times as long as the last one, if it goes on changing."""
    K = tb.K(H)
    return K[PRESENT, i] + (min(ratio, 1.0) * (K[PRESENT, i] - K[BEFORE, i]) if ratio > 0.0 else 0.0)


@inline
def leaps(H, h, ratio):
    """Return whether accelerations that go on would carry a body far: vibrations quicker than the step."""
    count, d = tb.x(H).shape
    shifts = 2 if d == 3 else 3
    for i in range(count * d):
        reach = FAR * (tb.control(H)[0].length if i % d < shifts else 1.0)
        if h * h * abs(extrapolated(H, i, ratio)) > reach:
            return True
    return False


@inline
def predict(H, h):
    """Start the iteration with accelerations that go on as they changed in the last step.

    Where that leads far, velocities go on instead: beta a1 = -(1/2 - beta) a0. Of vibrations that the step cannot
    follow this is the better guess, and a bad one can end in another position of equilibrium. a stands for A at
    the time am - af steps later: with another step it moves along the line between the two.
    """
    control, K, s0, V = tb.control(H)[0], tb.K(H), tb.s0(H), tb.V(H)
    am, af, (beta, gamma) = control.alpha_m, control.alpha_f, newmark(H)
    first, (count, d) = first_rate(H), tb.x(H).shape
    ratio = h / control.step_before if control.step_before > 0.0 else 0.0
    quick = leaps(H, h, ratio)
    for i in range(count * d):
        A0 = K[PRESENT, i]
        a0 = A0 + ratio * (K[SMOOTH, i] - A0)
        if quick:
            a1 = -(0.5 - beta) / beta * a0
            A1 = ((1.0 - am) * a1 + am * a0 - af * A0) / (1.0 - af)
        else:
            A1 = extrapolated(H, i, ratio)
            a1 = ((1.0 - af) * A1 + af * A0 - am * a0) / (1.0 - am)
        K[NEW, i] = A1
        v = s0[first + i]
        K[SHIFT, i] = h * v + h * h * ((0.5 - beta) * a0 + beta * a1)
        K[SHUT, i] = 0.0
        tb.x(H)[i // d, i % d] = v + h * ((1.0 - gamma) * a0 + gamma * a1)
    for b in range(count):
        for i in range(6):
            V[b, 0, i] = 0.0
    add_velocity(H, tb.x(H))
