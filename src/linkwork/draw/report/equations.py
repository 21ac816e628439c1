"""The equations of the mechanism: how many there are, and the equations themselves for small models."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from ...errors import LinkworkError
from .parts import Table

if TYPE_CHECKING:
    from ...results.equations import Equations
    from ...results.motion import Motion
    from ...symbolic import SymbolicEquations


def equation_counts(motion: Motion) -> Table:
    """Return how many coordinates, equations and freedoms there are at the first position; empty when unknown."""
    found = _equations(motion)
    if found is None:
        return Table("Equations", ("what", "number"), ())
    drivers = sum(e.driver for e in motion.plan.equations)
    rows = [
        ("coordinates: freedoms of all bodies", len(found.columns)),
        ("equations of joints", len(found.rows) - drivers),
        ("equations of drivers", drivers),
        ("independent equations at the first position", found.rank),
        ("redundant equations", len(found.rows) - found.rank),
        ("velocities left free", found.R.shape[1]),
    ]
    return Table("Count", ("what", "number"), tuple((words, str(count)) for words, count in rows), (1,))


def _equations(motion: Motion) -> Equations | None:
    from ...coordinates.plan import plan_of
    from ...solve.equations import equations

    try:
        return equations(plan_of(motion.model), at=motion, t=float(motion.time[0]))
    except LinkworkError:
        return None


def worked_equations(motion: Motion) -> str:
    """Return the equations of joints and drivers as HTML with MathML, or a sentence on why they are not shown."""
    from ...coordinates.plan import plan_of
    from ...symbolic import body_equations

    try:
        written = body_equations(plan_of(motion.model))
        lines = "".join(_line(written, k) for k in range(len(written.rows)))
    except LinkworkError as error:
        return f'<p class="remark">{escape(str(error))}</p>'
    return (
        f'<h3>Constraint equations</h3><p class="remark">{escape(_legend(motion, lines))}</p>'
        f'<div class="scroll worked"><table><tbody>{lines}</tbody></table></div>'
    )


def _line(written: SymbolicEquations, k: int) -> str:
    shown = written.mathml(k) or '<span class="unit">too long to print; see m.symbolic().Phi</span>'
    return f"<tr><td>{escape(written.rows[k])}</td><td>{shown}</td></tr>"


def _legend(motion: Motion, lines: str) -> str:
    """Return what the symbols mean."""
    labels = ", ".join(motion.model.space.labels)
    words = f"{labels}: centre of mass of a body"
    words += ", θ: its angle." if motion.model.space.planar else "; e0 to e3: its Euler parameters."
    if "<mi>s</mi>" in lines:
        words += " s(c) = arccos(c) / √(1 − c²)."
    if not np.allclose([s.com for s in motion.plan.resolved.solids], 0.0):
        words += " Points are counted from the centre of mass, in body axes."
    return words + " Lengths in m, angles in rad."
