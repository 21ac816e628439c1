"""The page: one self-contained HTML file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...base.signatures import passes_on
from ...base.whole_file import check_target, write_whole
from ...errors import ModelError
from ...results.dynamics import DynamicMotion
from ...results.reading import terms_of
from ..mechanisms import draw_motion, free_points
from ..view import ViewLike, view_of
from .assets import SCRIPT, STYLE
from .charts import Chart, chart_html
from .equations import equation_counts, worked_equations
from .facts import Facts, facts_of
from .film import Film
from .free_bodies import Chosen
from .free_bodies import free_bodies as cut_free
from .parts import Table, part_tables
from .sensitivities import gradient_tables, tornado_html
from .vibration import contact_tables, mode_tables

if TYPE_CHECKING:
    from ...base.marker import Marker
    from ...results.gradient import Gradient
    from ...results.motion import Motion


SPEEDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Speeds of the film that can be chosen, relative to the real one."""

MOST_COLUMNS = 5
"""Columns of a table that has room in half the page; a wider one takes all of it."""

WATCHED = 5.0
"""About how long the film takes [s]."""


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
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise ModelError(f"'{path}': a report is an HTML file; give it the ending .html.")
    check_target(path)
    write_whole(path, report_html(motion, **options).encode("utf-8"))


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
    for text in quantities:
        terms_of(motion, text)  # before the film is made
    seen = view_of(motion, view)
    film = Film(motion, seen, free_points(motion) if traces is None else traces) if len(motion) > 1 else None
    facts = facts_of(motion, quantities)
    sections = [
        _film_section(film) if film else _picture(motion, view),
        _section("What happened", f'<div class="card">{_status(facts)}</div>'),
        _tables("Values", facts.tables),
        _tables("Contacts at rest", contact_tables(motion)),
        _tables("Small motions", mode_tables(motion)),
        _section("Over time", _charts(facts.charts, motion.time)) if facts.charts else "",
        _tables("Sensitivities", gradient_tables(gradients)),
        *(tornado_html(found) for found in gradients),
        _section("Free bodies", cuts) if (cuts := cut_free(motion, free_bodies, view)) else "",
        _tables("The mechanism", part_tables(motion)),
        _equations(motion),
    ]
    moving = _script(film, facts, motion) if film else ""
    return _page(title or motion.name, _lead(motion), "\n".join(sections), moving)


passes_on(write_report, to=report_html)


def _page(title: str, lead: str, body: str, script: str) -> str:
    maker = f"Linkwork {_version()}".strip()
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{escape(maker)}">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<header>
<h1>{escape(title)}</h1>
<p class="lead">{escape(lead)}</p>
</header>
{body}
<footer>Written by {escape(maker)}. Values are in SI units, angles in degrees.
Forces of joints are those of the first body on the second.
{"Drag on a plot to move the drawing." if script else ""}</footer>
</main>
{script}
</body>
</html>
"""


def _version() -> str:
    try:
        return version("linkwork")
    except PackageNotFoundError:  # run from its sources
        return ""


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


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{content}\n</section>"


def _film_section(film: Film) -> str:
    span = float(film.times[-1] - film.times[0])
    best = min(SPEEDS, key=lambda s: abs(np.log(max(span, 1e-9) / WATCHED / s)))
    words = {s: "real time" if s == 1 else f"{s:g} × speed" for s in SPEEDS}
    chosen = {s: " selected" if s == best else "" for s in SPEEDS}
    options = "".join(f'<option value="{s:g}"{chosen[s]}>{words[s]}</option>' for s in SPEEDS)
    player = (
        '<div class="player"><button id="play" type="button">Play</button>'
        '<input id="slider" type="range" min="0" max="1000" step="any" value="0" aria-label="time">'
        f'<output id="clock"></output><select id="speed" aria-label="speed">{options}</select></div>'
    )
    return f'<section class="card">\n{film.svg()}\n{player}\n</section>'


def _picture(motion: Motion, view: ViewLike) -> str:
    """Return the drawing of a motion of one instant: nothing moves, so that loads and reactions have room."""
    scene = draw_motion(motion, view=view, title="", note="", forces=isinstance(motion, DynamicMotion))
    return f'<section class="card still">\n{scene.svg()}\n</section>'


def _status(facts: Facts) -> str:
    lines = "".join(f'<li class="{mood}">{escape(text)}</li>' for mood, text in facts.sentences)
    return f'<ul class="status">{lines}</ul>'


def _charts(charts: Sequence[Chart], time: Array) -> str:
    return '<div class="two">' + "\n".join(chart_html(c, time, n) for n, c in enumerate(charts)) + "</div>"


def _tables(title: str, tables: Sequence[Table]) -> str:
    shown = [t for t in tables if t.rows]
    return _section(title, '<div class="tables">' + "\n".join(_table(t) for t in shown) + "</div>") if shown else ""


def _equations(motion: Motion) -> str:
    counts = equation_counts(motion)
    if not counts.rows:
        return ""
    return _section("Equations", f'{_table(counts)}<div class="card below">{worked_equations(motion)}</div>')


def _table(table: Table) -> str:
    def cells(row: Sequence[str], tag: str) -> str:
        kinds = [' class="r"' if k in table.numbers else "" for k in range(len(row))]
        return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for kind, text in zip(kinds, row, strict=True))

    rows = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in table.rows)
    head = f"<thead><tr>{cells(table.headings, 'th')}</tr></thead>"
    wide = " wide" if len(table.headings) > MOST_COLUMNS else ""
    return (
        f'<div class="card{wide}"><h3>{escape(table.title)}</h3><div class="scroll">'
        f"<table>{head}<tbody>{rows}</tbody></table></div></div>"
    )


def _script(film: Film, facts: Facts, motion: Motion) -> str:
    """Return the script with its numbers, as JSON that is safe inside HTML."""
    data = film.data()
    data["charts"] = [[_figures(c.values[film.numbers]) for c in chart.shown] for chart in facts.charts]
    span = float(motion.time[-1] - motion.time[0])
    data["digits"] = int(np.clip(3 - np.floor(np.log10(span)), 2, 9)) if span > 0 else 3
    numbers = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    return f'<script type="application/json" id="data">{numbers}</script>\n<script>{SCRIPT}</script>'


def _figures(values: Array) -> list[float | None]:
    return [float(f"{v:.5g}") if np.isfinite(v) else None for v in values]
