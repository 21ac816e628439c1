"""Free-body diagrams: one body with arrows of all that acts on it, and the table in words and numbers."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import numpy as np

from ...results.diagrams.acting import JOINT
from ...results.diagrams.free_body import FreeBody
from ...results.diagrams.free_body_words import symbol_of, table_of
from ..furniture import LINE, SCALE, columns, furniture, lines, roomy, worked_lines
from ..items import MARK, Circle, Item, flat, union
from ..labels import place_labels
from ..links import centre_of_mass
from ..scale import vector_bar
from ..scene import Scene, written
from ..vectors import draw_arrows, worth_of
from ..view import View, ViewLike, view_of
from .alone import Alone
from .force_arrows import couples_of, force_arrow

PAGE = (300.0, 210.0)
"""Room for the body itself [pixels]."""


@written
def draw_free_body(
    cut: FreeBody,
    path: str | Path | None = None,
    *,
    table: bool = True,
    equations: bool = False,
    about: str = "",
    view: ViewLike = None,
    title: str | None = None,
) -> Scene:
    """Draw a body cut free, with all forces, couples and inertia terms.

    Parameters
    ----------
    cut : FreeBody
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    table : bool
        Whether who acts on whom stands below, with points, forces and couples in numbers.
    equations : bool
        Whether the sums of forces and moments are worked out below: in symbols, with numbers, and the result.
    about : str
        Moments of the equations about the point where this one acts; default: the centre of mass.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
    title : str, optional
        Default: the body and the mechanism.

    Returns
    -------
    Scene
    """
    motion = cut.motion
    seen = view_of(motion, view)
    items, unit, worth = _drawn(cut, seen)
    box = roomy(union(i.box(unit) for i in items), unit, 1)
    heading = f"{cut.body} of {motion.name}, cut free" if title is None else title
    labels = motion.model.space.labels
    items += furniture(seen, labels, box, (heading, f"{cut.when}; forces to scale, {SHORT}"), unit)
    if cut.largest > cut.rounding:
        items += vector_bar(box[2] - SCALE * unit, box[1] - 46 * unit, unit, worth, "N", "reaction")
    left, bottom, right, top = union(i.box(unit) for i in items)
    beside = worked_lines(cut.equations(about), right + 30 * unit, top - 34 * unit, unit) if equations else []
    below = min([bottom, *(i.box(unit)[1] for i in beside)]) - 10 * unit
    items += [*beside, *(_table(cut, left, below, unit) if table else [])]
    axes = (f"{labels[0]} [m]", f"{labels[1]} [m]") if seen.planar else ("", "")
    return Scene.of(items, heading, axes, unit)


SHORT = "very short arrows lengthened"


def _drawn(cut: FreeBody, view: View) -> tuple[list[Item], float, float]:
    """Return body, arrows and labels, the length of one pixel, and the force of one pixel of arrow."""
    alone = Alone(cut.motion, view, cut.number, cut.body)
    places = [view.see(a.at) for a in cut.acting]
    unit = alone.unit_for(places, PAGE)
    items = alone.items(unit)
    pins = [view.see(a.at) for a in cut.acting if a.kind == JOINT]
    items += [Circle(flat([p])[0], 4.0 * unit, style="symbol", layer=MARK, depth=float(p[2])) for p in pins]
    centre = view.see(cut.place)
    if cut.mass > 0:
        items += centre_of_mass(centre, unit)
    felt = [a for a in cut.acting if cut.felt(a.push)]
    worth = worth_of([float(np.linalg.norm(a.push)) for a in felt])
    arrows = [force_arrow(cut, a, view, alone.middle) for a in felt]
    shafts, wishes = draw_arrows(arrows, unit, worth, alone.bars)
    busy = [*alone.places, *(end for arrow in arrows for end in arrow.ends(unit, worth))]
    couples, more = couples_of(cut, cut.acting, view, busy, unit)
    items += [*shafts, *couples]
    wishes += more
    return [*items, *place_labels(wishes, items, unit)], unit, worth


def _table(cut: FreeBody, left: float, top: float, unit: float) -> list[Item]:
    """Return the table and the notes below the picture."""
    head, rows = table_of(cut)
    symbols = [*(symbol_of(cut, a) for a in cut.acting), "Σ"]
    items = columns([head, *((s, *row[1:]) for s, row in zip(symbols, rows, strict=True))], left, top, unit)
    notes = [line for note in cut.notes for line in wrap(note, 110)]
    return [*items, *lines(notes, left, top - (len(rows) + 1.6) * LINE * unit, unit, "note")]
