"""Straight lines drawn by linkages: Watt, Chebyshev, Hoeken, and exactly, Peaucellier."""

from __future__ import annotations

from math import acos, pi

import numpy as np

from linkwork.mechanism import Mechanism

from .four_bars import build_four_bar
from .parts import heading, link, meeting, parameters
from .registry import mechanism


@mechanism("watt", plane="xy", gravity=(0, -9.81))
def watt(m: Mechanism, lever: float = 2.0, coupler: float = 1.0, driven: bool = True) -> None:
    """Watt's linkage: the middle of a short coupler between two levers goes nearly straight.

    James Watt (1784) guided the piston rods of his engines with it and was prouder of it than of any
    other of his inventions. Today it holds rear axles sideways.

    Parameters
    ----------
    lever : float
        Length of each lever [m].
    coupler : float
        Length of the coupler [m]; P is its middle.
    driven : bool
        Swing the left lever by 15 degrees each way, once a second.
    """
    parameters(m, lever_length=lever, coupler_length=coupler)
    left, right = link(m, "left", "lever_length"), link(m, "right", "lever_length")
    bar = link(m, "coupler", "coupler_length")
    bar.point("P", "coupler_length/2", 0)
    m.revolute("left_pivot", m.ground.at("-lever_length", "coupler_length/2"), left.at(0, 0))
    m.revolute("upper_pin", left.at("lever_length", 0), bar.at("coupler_length", 0))
    m.revolute("lower_pin", bar.at(0, 0), right.at("lever_length", 0))
    m.revolute("right_pivot", m.ground.at("lever_length", "-coupler_length/2"), right.at(0, 0))
    m.place(left, angle=0.0)
    m.place(bar, angle=pi / 2)
    m.place(right, angle=pi)
    if driven:
        m.drive("left_pivot.angle", "15 deg*sin(2*pi*t)")


@mechanism("chebyshev lambda", plane="xy", gravity=(0, -9.81))
def chebyshev_lambda(m: Mechanism, crank: float = 1.0, driven: bool = True) -> None:
    """Chebyshev's lambda linkage: half a turn of the crank moves the tip along a straight line.

    Shown by Pafnuty Chebyshev in his walking machine (Paris 1878). Bars 1 : 2 : 2.5 : 2.5, the tip P
    at twice the coupler's length; it stays within half a per cent of its height ``4 crank``.

    Parameters
    ----------
    crank : float
        Length of the crank, the unit of all others [m].
    driven : bool
        Turn the crank once a second.
    """
    _, coupler, _ = build_four_bar(m, (2.0 * crank, crank, 2.5 * crank, 2.5 * crank))
    coupler.point("P", "2*coupler_length", 0)
    if driven:
        m.drive("A.angle", "2*pi*t")


@mechanism("hoeken", plane="xy", gravity=(0, -9.81))
def hoeken(m: Mechanism, crank: float = 1.0, ground: float = 2.725, bar: float = 3.588, driven: bool = True) -> None:
    """Hoeken's linkage: a crank-rocker whose tip goes straight at nearly constant speed.

    Karl Hoecken (1926). The defaults, in units of the crank, keep the line straight over 100 degrees
    of the crank's turn; 2 and 2.5 give Chebyshev's lambda, less exact over half a turn.

    Parameters
    ----------
    crank : float
        Length of the crank [m].
    ground : float
        Distance of the fixed pivots, in cranks.
    bar : float
        Length of coupler and rocker, in cranks; the tip P lies at twice this length.
    driven : bool
        Turn the crank once a second.
    """
    _, coupler, _ = build_four_bar(m, (ground * crank, crank, bar * crank, bar * crank))
    coupler.point("P", "2*coupler_length", 0)
    if driven:
        m.drive("A.angle", "2*pi*t")


@mechanism("peaucellier", plane="xy")
def peaucellier(m: Mechanism, long: float = 5.0, side: float = 2.0, crank: float = 2.0, driven: bool = True) -> None:
    """Peaucellier-Lipkin cell: seven bars that draw an exactly straight line.

    Charles-Nicolas Peaucellier (1864) and Lipman Lipkin (1871). The cell inverts: ``OC * OD`` is the
    constant ``long^2 - side^2``, and the circle of C through O becomes the line of D, at
    ``x = (long^2 - side^2)/(2 crank)``.

    Parameters
    ----------
    long : float
        Length of the two long bars from O [m].
    side : float
        Side of the rhombus [m].
    crank : float
        Length of the crank, and distance of its pivot from O [m].
    driven : bool
        Swing the crank by 60 degrees each way, once a second.
    """
    parameters(m, long_length=long, side_length=side, crank_length=crank)
    rows = [("upper", "long_length"), ("lower", "long_length"), ("crank", "crank_length")]
    upper, lower, arm = (link(m, name, length) for name, length in rows)
    ca, cb, ad, bd = (link(m, f"side_{name}", "side_length") for name in ("ca", "cb", "ad", "bd"))
    bd.point("D", "side_length", 0)
    m.revolute("O_upper", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("O_lower", m.ground.at(0, 0), lower.at(0, 0))
    m.revolute("Q", m.ground.at("crank_length", 0), arm.at(0, 0))
    m.revolute("C_a", arm.at("crank_length", 0), ca.at(0, 0))
    m.revolute("C_b", arm.at("crank_length", 0), cb.at(0, 0))
    m.revolute("A_c", upper.at("long_length", 0), ca.at("side_length", 0))
    m.revolute("A_d", upper.at("long_length", 0), ad.at(0, 0))
    m.revolute("B_c", lower.at("long_length", 0), cb.at("side_length", 0))
    m.revolute("B_d", lower.at("long_length", 0), bd.at(0, 0))
    m.revolute("D", ad.at("side_length", 0), bd.at("side_length", 0))
    c, d = np.array([2 * crank, 0.0]), np.array([(long**2 - side**2) / (2 * crank), 0.0])
    a, b = meeting((0, 0), long, c, side), meeting((0, 0), long, c, side, -1)
    for body, p, q in ((upper, c - c, a), (lower, c - c, b), (ca, c, a), (cb, c, b), (ad, a, d), (bd, b, d)):
        m.place(body, angle=heading(p, q))
    if driven:
        swing = 0.725 * 2 * acos(min(1.0, (long - side) / (2 * crank)))
        m.drive("Q.angle", f"{swing:.9g}*sin(2*pi*t)")
