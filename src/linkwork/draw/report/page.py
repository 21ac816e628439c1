"""The page: one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from ...arrays import Array
from ...base.marker import Marker
from ...base.signatures import passes_on
from ...errors import ModelError
from ...results.dynamics import DynamicMotion
from ...results.gradient import Gradient
from ...results.motion import Motion
from ...results.reading import terms_of
from ..mechanisms import draw_motion, free_points
from ..view import ViewLike, view_of
from .charts import Chart, chart_html
from .equations import equation_counts, worked_equations
from .facts import Facts, facts_of
from .film import Film
from .free_bodies import Chosen
from .free_bodies import free_bodies as cut_free
from .layout import check_page, page_html, section, table_html, tables, write_page
from .parts import part_tables
from .player import player
from .sensitivities import checked_gradients, gradient_tables, tornado_html
from .vibration import contact_tables, linear_at_rest, small_motions


def write_report(motion: Motion, path: str | Path, **options: Any) -> None:
    """Write the report of a motion to an HTML file.

    Parameters
    ----------
    motion : Motion
    path : str or Path
        Ends in ``.html``; the file is replaced as a whole or not at all. It needs no other file and no network.
    **options
        See `report_html`.
    """
    check_page(path)
    write_page(path, report_html(motion, **options))


def report_html(
    motion: Motion,
    *,
    title: str | None = None,
    view: ViewLike = None,
    traces: Sequence[str | Marker] | None = None,
    quantities: str | Sequence[str] = (),
    free_bodies: Chosen = None,
    gradients: Sequence[Gradient] = (),
) -> str:
    """Return the report of a motion as HTML.

    Parameters
    ----------
    motion : Motion
    title : str, optional
        Default: the mechanism's name.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
    traces : sequence of str or Marker, optional
        Points whose paths are drawn. Default: every named point of a moving body that is no joint.
    quantities : sequence of str, optional
        Further quantities to plot, by name or as expressions: ``["rate(A.angle)", "B.force.x"]``.
    free_bodies : sequence of float, or dict, optional
        Times [s] at which all bodies are cut free, or times by body: ``{"coupler": [0.1, 0.3]}``; whole numbers are
        those of positions. Default: when the largest joint force acts, for mechanisms of up to six bodies; (): none.
    gradients : sequence of Gradient, optional
        Sensitivities to show, as `linkwork.Mechanism.gradient` finds them.
    """
    if len(motion) == 0:
        raise ModelError(f"The motion of '{motion.name}' has no position to report. {motion.status}")
    quantities = [quantities] if isinstance(quantities, str) else quantities
    gradients = checked_gradients(gradients)
    for text in quantities:
        terms_of(motion, text)  # before the film is made
    seen = view_of(motion, view)
    film = Film(motion, seen, free_points(motion) if traces is None else traces) if len(motion) > 1 else None
    facts = facts_of(motion, quantities)
    small = small_motions(linear_at_rest(motion), view)
    sections = [
        f'<section class="card film">\n{player(film, facts.charts)}\n</section>' if film else _picture(motion, view),
        section("What happened", f'<div class="card">{_status(facts)}</div>'),
        tables("Values", facts.tables),
        tables("Contacts at rest", contact_tables(motion)),
        small,
        section("Over time", _charts(facts.charts, motion.time)) if facts.charts else "",
        tables("Sensitivities", gradient_tables(gradients)),
        *(tornado_html(found) for found in gradients),
        section("Free bodies", cuts) if (cuts := cut_free(motion, free_bodies, view)) else "",
        tables("The mechanism", part_tables(motion)),
        _equations(motion),
    ]
    remarks = ["Forces of joints are those of the first body on the second."]
    remarks += ["Drag on a plot to move the drawing."] if film else []
    return page_html(title or motion.name, _lead(motion), "\n".join(sections), remarks, bool(film or small))


passes_on(write_report, to=report_html)


def _lead(motion: Motion) -> str:
    """Return what this is, in one line."""
    model = motion.model
    kind = "Kinematics"
    if isinstance(motion, DynamicMotion):
        run = "Simulation" if len(motion) > 1 else "One instant"
        kind = "Inverse dynamics" if motion.start is None else run
    where = f"in the plane {model.space.plane}" if model.space.planar else "in space"
    first, last = float(motion.time[0]), float(motion.time[-1])
    span = f"t = {first:g} s to {last:g} s, {len(motion)} positions" if len(motion) > 1 else f"t = {first:g} s"
    counts = (
        (len(motion.bodies), "body", "bodies"),
        (len(model.joints), "joint", "joints"),
        (len(model.drivers), "driver", "drivers"),
        (len(model.forces), "force", "forces"),
    )
    parts = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts if n)
    return f"{kind} {where}: {parts}; {span}."


def _picture(motion: Motion, view: ViewLike) -> str:
    """Return the drawing of a motion of one instant: nothing moves, so that loads and reactions have room."""
    scene = draw_motion(motion, view=view, title="", note="", forces=isinstance(motion, DynamicMotion))
    return f'<section class="card still">\n{scene.svg()}\n</section>'


def _status(facts: Facts) -> str:
    lines = "".join(f'<li class="{mood}">{escape(text)}</li>' for mood, text in facts.sentences)
    return f'<ul class="status">{lines}</ul>'


def _charts(charts: Sequence[Chart], time: Array) -> str:
    return '<div class="two">' + "\n".join(chart_html(c, time, n) for n, c in enumerate(charts)) + "</div>"


def _equations(motion: Motion) -> str:
    counts = equation_counts(motion)
    if not counts.rows:
        return ""
    return section("Equations", f'{table_html(counts)}<div class="card below">{worked_equations(motion)}</div>')
