"""Reading a state inside a step that has just landed, by polynomials through both its ends."""

from ..compiler.jit import inline
from ..dynamics.dynamics import accelerate, carry
from ..kinematics.turns import set_out
from ..tables import fields as tb
from .output import place_body
from .state import note_pose

POSE, RATE, LAST = 0, 1, 2
"""Rows of `newton`: positions and rates read from the polynomial; from LAST on, positions, rates and second
derivatives at the end of the step. The polynomial of the output is made anew later."""


@inline
def note_end(H):
    """Note where the step has landed."""
    newton = tb.newton(H)
    note_pose(H, newton[LAST], newton[LAST + 1], newton[LAST + 2])


@inline
def read_within(H, h, share):
    """Fill newton[POSE] and newton[RATE] at a share of the step of h, by Hermite's polynomial through its ends.

    Of degree five; of degree three for an implicit method, whose accelerations swing.
    """
    past, newton = tb.past(H), tb.newton(H)
    smooth = tb.control(H)[0].count > 0.0
    s = share
    for c in range(newton.shape[1]):
        c0, c1, c2 = past[1, c], h * past[2, c], 0.5 * h * h * past[3, c]
        d, e = newton[LAST, c] - c0 - c1, h * newton[LAST + 1, c] - c1
        c3, c4, c5 = 0.0, 0.0, 0.0
        if smooth:
            d, e, f = d - c2, e - 2.0 * c2, h * h * newton[LAST + 2, c] - 2.0 * c2
            c3, c4, c5 = 10.0 * d - 4.0 * e + 0.5 * f, -15.0 * d + 7.0 * e - f, 6.0 * d - 3.0 * e + 0.5 * f
        else:
            c2, c3 = 3.0 * d - e, e - 2.0 * d
        newton[POSE, c] = c0 + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))))
        newton[RATE, c] = (c1 + s * (2.0 * c2 + s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5)))) / h


@inline
def be_within(H, h, share, forces):
    """Bring the bodies to a share of the step; with `forces` find the multipliers too."""
    q, V, newton = tb.q(H), tb.V(H), tb.newton(H)
    planar = tb.x(H).shape[1] == 3
    read_within(H, h, share)
    for b in range(q.shape[0]):
        place_body(newton[POSE], newton[RATE], b, planar, q[b], V[b, 0])
    set_out(H, share * h)
    if forces:
        accelerate(H, tb.control(H)[0].time + share * h)
    else:
        carry(H)
