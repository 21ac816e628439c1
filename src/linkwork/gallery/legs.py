"""Walking legs: Jansen's and Klann's."""

from __future__ import annotations

from numpy.typing import ArrayLike

from linkwork.mechanism import Mechanism

from .parts import apex, heading, link, meeting, parameters
from .registry import mechanism

HOLY_NUMBERS = {
    "a": 0.380,
    "b": 0.415,
    "c": 0.393,
    "d": 0.401,
    "e": 0.558,
    "f": 0.394,
    "g": 0.367,
    "h": 0.657,
    "i": 0.490,
    "j": 0.500,
    "k": 0.619,
    "l": 0.078,
    "m": 0.150,
}
"""Jansen's proportions [m]."""


@mechanism("jansen leg", plane="xy", gravity=(0, -9.81))
def jansen_leg(m: Mechanism, scale: float = 1.0, driven: bool = True) -> None:
    """Jansen's leg: eleven bars walk on a flat foot path while the crank turns.

    Theo Jansen found his "holy numbers" in 1990 with a genetic algorithm and lets his
    *Strandbeesten* walk on them. The foot is the point F of the body ``foot``.

    Parameters
    ----------
    scale : float
        Size; 1 gives a crank of 0.15 m.
    driven : bool
        Turn the crank once a second.
    """
    s = {name: scale * value for name, value in HOLY_NUMBERS.items()}
    parameters(m, **{f"side_{name}": value for name, value in s.items()})
    crank, upper_rod, lower_rod = (
        link(m, n, f"side_{p}") for n, p in (("crank", "m"), ("upper_rod", "j"), ("lower_rod", "k"))
    )
    lower_link, tie = link(m, "lower_link", "side_c"), link(m, "tie", "side_f")
    knee, foot = (m.body(n, mass=1.0, inertia=0.02) for n in ("knee", "foot"))
    v, f = apex("side_b", "side_d", "side_e"), apex("side_g", "side_i", "side_h")
    foot.point("F", *f)
    pivot = m.ground.at("-side_a", "-side_l")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("M_upper", crank.at("side_m", 0), upper_rod.at(0, 0))
    m.revolute("M_lower", crank.at("side_m", 0), lower_rod.at(0, 0))
    m.revolute("B_knee", pivot, knee.at(0, 0))
    m.revolute("B_lower", pivot, lower_link.at(0, 0))
    m.revolute("U", upper_rod.at("side_j", 0), knee.at("side_b", 0))
    m.revolute("V", knee.at(*v), tie.at(0, 0))
    m.revolute("W_rod", lower_link.at("side_c", 0), lower_rod.at("side_k", 0))
    m.revolute("W_foot", lower_link.at("side_c", 0), foot.at(0, 0))
    m.revolute("X", tie.at("side_f", 0), foot.at("side_g", 0))
    _place_jansen(m, s)
    if driven:
        m.drive("O.angle", "2*pi*t")


def _place_jansen(m: Mechanism, s: dict[str, float]) -> None:
    """Place the bars for the crank pointing along x."""
    pin, pivot = (s["m"], 0.0), (-s["a"], -s["l"])
    u = meeting(pin, s["j"], pivot, s["b"], -1)
    v = meeting(pivot, s["d"], u, s["e"], 1)
    w = meeting(pin, s["k"], pivot, s["c"], 1)
    x = meeting(v, s["f"], w, s["g"], -1)
    lines: dict[str, tuple[ArrayLike, ArrayLike]] = {
        "upper_rod": (pin, u),
        "lower_rod": (pin, w),
        "knee": (pivot, u),
        "lower_link": (pivot, w),
        "tie": (v, x),
        "foot": (w, x),
    }
    for body, (p, q) in lines.items():
        m.place(body, angle=heading(p, q))


@mechanism("klann leg", plane="xy", gravity=(0, -9.81))
def klann_leg(m: Mechanism, scale: float = 1.0, driven: bool = True) -> None:
    """Klann's leg: a six-bar linkage that steps like a spider.

    Joseph Klann (1994; US patent 6 260 862, whose coordinates are used here). The foot is the point F
    of the body ``leg``; it goes nearly straight for half a turn of the crank, then lifts.

    Parameters
    ----------
    scale : float
        Size; 1 gives a crank of 0.268 m.
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, scale=scale)
    crank = link(m, "crank", "0.268*scale")
    lower, upper = link(m, "lower_rocker", "0.3206*scale"), link(m, "upper_rocker", "0.5176*scale")
    # Patent points in the position where the crank points along -x; rod and leg lie as in the patent.
    at = {
        "upper_axle": (1.366, 1.366),
        "lower_axle": (1.009, 0.574),
        "shaft": (1.599, 0.750),
        "pin": (1.331, 0.750),
        "elbow": (0.741, 0.750),
        "knee": (0.232, 0.866),
        "hip": (0.866, 1.500),
        "foot": (0.0, 0.0),
    }
    p = {name: (f"{x}*scale", f"{y}*scale") for name, (x, y) in at.items()}
    rod = m.body("rod", mass=1.0, com=("0.768*scale", "0.789*scale"), inertia=0.1)
    leg = m.body("leg", mass=1.0, com=("0.366*scale", "0.789*scale"), inertia=0.1)
    lower_length, upper_length = "sqrt(0.268^2 + 0.176^2)*scale", "sqrt(0.5^2 + 0.134^2)*scale"
    leg.point("F", *p["foot"])
    m.revolute("shaft", m.ground.at(*p["shaft"]), crank.at(0, 0))
    m.revolute("crank_pin", crank.at("0.268*scale", 0), rod.at(*p["pin"]))
    m.revolute("elbow", rod.at(*p["elbow"]), lower.at(lower_length, 0))
    m.revolute("lower_axle", m.ground.at(*p["lower_axle"]), lower.at(0, 0))
    m.revolute("knee", rod.at(*p["knee"]), leg.at(*p["knee"]))
    m.revolute("hip", leg.at(*p["hip"]), upper.at(upper_length, 0))
    m.revolute("upper_axle", m.ground.at(*p["upper_axle"]), upper.at(0, 0))
    m.place(crank, angle="180 deg")
    m.place(rod, at=(0, 0), angle=0.0)
    m.place(leg, at=(0, 0), angle=0.0)
    m.place(lower, angle=heading(at["lower_axle"], at["elbow"]))
    m.place(upper, angle=heading(at["upper_axle"], at["hip"]))
    if driven:
        m.drive("shaft.angle", "180 deg + 2*pi*t")
