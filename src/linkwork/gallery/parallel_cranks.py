"""Parallel cranks: the double parallel crank and the ladder of four-bars."""

from __future__ import annotations

from math import pi

from linkwork.errors import ModelError
from linkwork.mechanism import Mechanism

from .parts import link, parameters
from .registry import mechanism


@mechanism("double parallel crank", plane="xy", gravity=(0, -9.81))
def double_parallel_crank(
    m: Mechanism, crank: float = 1.0, distance: float = 1.5, height: float = 0.5, driven: bool = True
) -> None:
    """Double parallel crank: a second coupler that is not needed, and yet it moves.

    Counting gives 12 - 12 = 0 freedoms; because the bars are parallel one equation repeats others, and
    one freedom is left. Where the cranks lie in line with the couplers it may change branch.

    Parameters
    ----------
    crank : float
        Length of the cranks [m].
    distance : float
        Of the crank pivots, and length of the couplers [m].
    height : float
        Distance of the lower coupler from the pivots along the cranks [m].
    driven : bool
        Swing the cranks by 50 degrees each way about the upright, once a second.
    """
    parameters(m, crank_length=crank, pivot_distance=distance, lower_height=height)
    left, right = (link(m, name, "crank_length") for name in ("left", "right"))
    top, lower = (link(m, name, "pivot_distance", 2.0) for name in ("top", "lower"))
    m.revolute("A", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("B", m.ground.at("pivot_distance", 0), right.at(0, 0))
    for bar, at in ((top, "crank_length"), (lower, "lower_height")):
        m.revolute(f"{bar.name}_left", left.at(at, 0), bar.at(0, 0))
        m.revolute(f"{bar.name}_right", right.at(at, 0), bar.at("pivot_distance", 0))
    m.place(left, angle=pi / 2)
    m.place(right, angle=pi / 2)
    if driven:
        m.drive("A.angle", "90 deg + 50 deg*sin(2*pi*t)")


@mechanism("four-bar ladder", plane="xy", gravity=(0, -9.81))
def four_bar_ladder(m: Mechanism, n: int = 3, crank: float = 1.0, driven: bool = True) -> None:
    """N four-bars in a row: n + 1 equal cranks joined by n couplers.

    A benchmark of the IFToMM library (A02): in the horizontal position the constraints lose n ranks,
    so a program that merely inverts its matrices fails there.

    Parameters
    ----------
    n : int
        Number of four-bars, at least 1.
    crank : float
        Length of every bar [m].
    driven : bool
        Swing the first crank by 60 degrees each way about the upright, once a second.
    """
    if n < 1:
        raise ModelError(f"A ladder has at least one four-bar, not {n}.")
    parameters(m, bar_length=crank)
    cranks = [link(m, f"crank_{k}", "bar_length") for k in range(n + 1)]
    for k, body in enumerate(cranks):
        m.revolute(f"A{k}", m.ground.at(f"{k}*bar_length", 0), body.at(0, 0))
        m.place(body, angle=pi / 2)
    for k in range(n):
        coupler = link(m, f"coupler_{k + 1}", "bar_length")
        m.revolute(f"B{k}", cranks[k].at("bar_length", 0), coupler.at(0, 0))
        m.revolute(f"C{k + 1}", coupler.at("bar_length", 0), cranks[k + 1].at("bar_length", 0))
    if driven:
        m.drive("A0.angle", "90 deg + 60 deg*sin(2*pi*t)")
