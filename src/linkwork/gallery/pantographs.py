"""The pantograph."""

from __future__ import annotations

from math import pi

import numpy as np

from linkwork.mechanism import Mechanism

from .parts import heading, link, meeting, parameters
from .registry import mechanism


@mechanism("pantograph", plane="xy", degrees_of_freedom=2)
def pantograph(m: Mechanism, length: float = 0.6, ratio: float = 2.0, driven: bool = True) -> None:
    """Pantograph: copies a drawing larger, by the ratio of its bars.

    Christoph Scheiner built it in 1603. The tracer P, the pen Q and the fixed pivot O stay in line, and
    ``OQ = ratio * OP``.

    Parameters
    ----------
    length : float
        Length of the two long bars [m].
    ratio : float
        Enlargement, above 1.
    driven : bool
        Lead the tracer round a circle, once a second.
    """
    parameters(m, bar_length=length, ratio=ratio)
    first, second = link(m, "first", "bar_length"), link(m, "second", "bar_length")
    third, fourth = link(m, "third", "bar_length/ratio"), link(m, "fourth", "bar_length*(1 - 1/ratio)")
    third.point("P", "bar_length/ratio", 0)
    second.point("Q", "bar_length", 0)
    # O-C is the first bar and C-Q the second; A-P is parallel to C-Q, D-P to O-C.
    m.revolute("O", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("C", first.at("bar_length", 0), second.at(0, 0))
    m.revolute("A", first.at("bar_length/ratio", 0), third.at(0, 0))
    m.revolute("D", second.at("bar_length*(1/ratio)", 0), fourth.at(0, 0))
    m.revolute("P", third.at("bar_length/ratio", 0), fourth.at("bar_length*(1 - 1/ratio)", 0))
    p = np.array([length / ratio, 0.2 * length])
    c = meeting((0, 0), length, ratio * p, length)
    m.place(first, angle=heading((0, 0), c))
    m.place(second, angle=heading(c, ratio * p))
    m.place(third, angle=heading(c, ratio * p))
    m.place(fourth, angle=heading((0, 0), c) + pi)
    if driven:
        m.drive("third.P.x", f"{p[0]:.9g} + {0.2 * length:.9g}*cos(2*pi*t)")
        m.drive("third.P.y", f"{p[1]:.9g} + {0.2 * length:.9g}*sin(2*pi*t)")
