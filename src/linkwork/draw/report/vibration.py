"""Small motions about a state: the first modes as moving drawings, all of them in a table."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from ...base.signatures import passes_on
from ...errors import LinkworkError
from ...results.dynamics import DynamicMotion
from ...results.linear import Linearisation
from ...results.modes import Mode
from ...results.motion import Motion
from ...words import counted
from ..view import ViewLike, view_of
from .film import Film
from .layout import check_page, page_html, section, table_html, tables, write_page
from .parts import Table, part_tables
from .player import looped

HEADINGS = ("mode", "frequency [Hz]", "damping ratio", "time constant [s]", "shape")

CONTACTS = ("contact or friction", "state", "force [N, N m]")

MOST_MODES = 30
"""Modes in the table."""

MOST_FILMS, MOST_LETTERS = 6, 700_000
"""Modes that move, and about how long the text of their drawings may get."""

POSITIONS, LASTING = 25, 2.5
"""Of a film of a mode, and how long one period of it takes [s]."""


def contact_tables(motion: Motion) -> list[Table]:
    """Return what contacts and frictions do in a motion of one instant, such as an equilibrium; none of others."""
    from ...solve.jumps import switch_states

    if len(motion) != 1 or not isinstance(motion, DynamicMotion):
        return []
    rows = tuple((name, state, f"{force:.6g}") for name, state, force in switch_states(motion))
    return [Table("Contacts", CONTACTS, rows, (2,))] if rows else []


def linear_at_rest(motion: Motion) -> Linearisation | None:
    """Return linear equations about the position of a motion of one instant, such as an equilibrium; None of others."""
    from ...coordinates.plan import plan_of
    from ...solve.linearise import linearise

    if len(motion) != 1 or not isinstance(motion, DynamicMotion) or np.any(motion.motions[0, :, 0]):
        return None
    try:
        return linearise(plan_of(motion.model), motion, float(motion.time[0]), inputs=(), outputs=())
    except LinkworkError:
        return None


def small_motions(linear: Linearisation | None, view: ViewLike) -> str:
    """Return the section of the modes; nothing without any."""
    if linear is None or not linear.modes:
        return ""
    notes = "".join(f'<p class="remark">{escape(note)}</p>' for note in linear.notes)
    films = f'<div class="two">{"".join(_films(linear, view))}</div>'
    return section("Small motions", f'{films}<div class="below">{table_html(_table(linear))}{notes}</div>')


def _films(linear: Linearisation, view: ViewLike) -> list[str]:
    """Return the first modes as drawings that move, as many as a page has room for; free motions if some is left."""
    found: list[str] = []
    told = sorted(linear.modes, key=lambda mode: mode.kind == "free motion")[:MOST_FILMS]
    for mode in sorted(told, key=lambda mode: mode.number):
        found.append(_film(mode, view))
        if sum(map(len, found)) > MOST_LETTERS:
            break
    return found


def _film(mode: Mode, view: ViewLike) -> str:
    """Return a mode that moves, with its sentence; where its joints cannot close so far away, that."""
    try:
        motion = mode.motion(points=POSITIONS)
    except LinkworkError as error:
        moving, told = "", f"{mode} It is not drawn: {error}"
    else:
        moving, told = looped(Film(motion, view_of(motion, view)), LASTING), str(mode)
    return f'<figure class="card{" film" * bool(moving)}">{moving}<figcaption>{escape(told)}</figcaption></figure>'


def _table(linear: Linearisation) -> Table:
    """Return the modes as a table."""
    rows = []
    for mode in linear.modes[:MOST_MODES]:
        shape = str(mode).partition("; ")[2].removesuffix(".")
        values = (mode.frequency, mode.damping_ratio, mode.time_constant)
        told = ("free motion", "–", "–") if not mode.eigenvalue else tuple(f"{value:.5g}" for value in values)
        rows.append((str(mode.number), *told, shape))
    return Table("Modes", HEADINGS, tuple(rows), (1, 2, 3))


def write_modes(linear: Linearisation, path: str | Path, **options: Any) -> None:
    """Write the modes of linear equations to an HTML file: the first ones move, all stand in a table.

    Parameters
    ----------
    linear : Linearisation
    path : str or Path
        Ends in ``.html``; the file is replaced as a whole or not at all. It needs no other file and no network.
    **options
        See `modes_html`.
    """
    check_page(path)
    write_page(path, modes_html(linear, **options))


def modes_html(linear: Linearisation, *, title: str | None = None, view: ViewLike = None) -> str:
    """Return the modes of linear equations as HTML.

    Parameters
    ----------
    linear : Linearisation
    title : str, optional
        Default: the mechanism's name.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
    """
    plan = linear.plan
    still = Motion.single(plan, linear.time, linear.poses, 0.0, "")
    parts = [small_motions(linear, view), tables("The mechanism", part_tables(still))]
    lead = f"{counted(len(linear.modes), 'mode')} about its state at t = {linear.time:g} s; amplitudes are drawn large."
    return page_html(linear.name if title is None else title, lead, "\n".join(parts), moving=True)


passes_on(write_modes, to=modes_html)
