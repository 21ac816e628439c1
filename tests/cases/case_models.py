"""Models that several dynamic cases share."""

from __future__ import annotations

from typing import Any

import linkwork as lw
from linkwork.gallery.parts import heading, meeting, polar

STABILISATIONS: dict[str, dict[str, Any]] = {
    "none": {"stabilisation": "none"},
    "baumgarte 5": {"stabilisation": "baumgarte", "alpha": 5.0, "beta": 5.0},
    "baumgarte 10": {"stabilisation": "baumgarte", "alpha": 10.0, "beta": 10.0},
    "baumgarte taylor": {"stabilisation": "baumgarte"},
    "correction": {"stabilisation": "correction", "correction_tolerance": 1e-7},
    "correction 1e-12": {"stabilisation": "correction", "correction_tolerance": 1e-12},
    "projection": {"stabilisation": "projection"},
}
"""Ways to keep joints closed that p01a and p01b are run with."""

STUDY_OF = {
    "direct_rk4": STABILISATIONS["none"],
    "baumgarte_alpha_beta_5": STABILISATIONS["baumgarte 5"],
    "baumgarte_alpha_beta_10": STABILISATIONS["baumgarte 10"],
    "direct_correction_tol_1e-7": STABILISATIONS["correction"],
}
"""Those of the drift studies, by their names there."""


def four_bar(d: dict[str, Any], angle: float) -> lw.Mechanism:
    """Return the four-bar of p01a, p01b and p05a with its motor: link_2 turns, link_3 couples, link_4 swings."""
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -d["g"]))
    two, three, four = (m.body(f"link_{k + 2}", mass=d["m"][k], com=d["cm"][k], inertia=d["I"][k]) for k in range(3))
    m.revolute("O2", m.ground.at(0, 0), two.at(0, 0))
    m.revolute("A", two.at(d["r2"], 0), three.at(0, 0))
    m.revolute("B", three.at(d["r3"], 0), four.at(d["r4"], 0))
    m.revolute("O4", m.ground.at(d["r1"], 0), four.at(0, 0))
    m.torque("motor", two, d["T_in"])
    a = polar(d["r2"], angle)
    b = meeting(a, d["r3"], (d["r1"], 0), d["r4"], d["branch"])
    m.place(two, angle=angle)
    m.place(three, angle=heading(a, b))
    m.place(four, angle=heading((d["r1"], 0), b))
    return m


def four_bar_columns(run: Any) -> dict[str, Any]:
    """Return what the tables of p01a and p01b list."""
    columns = {}
    for k in (2, 3, 4):
        body = run.body(f"link_{k}")
        columns |= {f"theta{k}": body.angle, f"omega{k}": body.angular_velocity, f"alpha{k}": body.angular_acceleration}
    for name in ("O2", "A", "B", "O4"):
        force = run.joint(name).force
        columns |= {f"F{name}x": force[:, 0], f"F{name}y": force[:, 1]}
    return columns
