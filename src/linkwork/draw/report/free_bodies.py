"""Free bodies in a report: pictures with the sums beside them, worked out, and the tables below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from ...errors import LinkworkError
from ...results.diagrams.free_body import FreeBody, free_body
from ...results.diagrams.free_body_words import html_of
from ...results.dynamics import DynamicMotion
from ...results.motion import Motion
from ..diagrams.free_bodies import draw_free_body
from ..view import ViewLike

Chosen = Mapping[str, Any] | Sequence[float] | float | None
"""Times for all bodies, or times by body; None: the time of the largest joint force, where bodies are few."""

FEW = 6
"""Bodies up to which all are cut free without being asked for."""


def free_bodies(motion: Motion, chosen: Chosen, view: ViewLike) -> str:
    """Return the free bodies chosen as HTML; "" for none, and for a motion without forces."""
    if not isinstance(motion, DynamicMotion):
        return ""
    try:
        cuts = [free_body(motion, body, at) for body, at in _wanted(motion, chosen)]
    except LinkworkError as error:
        return f'<p class="remark">{escape(str(error))}</p>'
    return "\n".join(_card(cut, view) for cut in cuts)


def _wanted(motion: DynamicMotion, chosen: Chosen) -> list[tuple[str, Any]]:
    """Return bodies and times."""
    if isinstance(chosen, Mapping):
        return [(body, at) for body, times in chosen.items() for at in _each(times)]
    if chosen is not None:
        return [(body, at) for at in _each(chosen) for body in motion.bodies]
    if len(motion.bodies) > FEW:
        return []
    forces = np.abs(motion.forces.reactions).max(axis=(1, 2), initial=0.0)
    return [(body, int(np.argmax(forces))) for body in motion.bodies]


def _each(times: Any) -> list[Any]:
    """Return times one by one: whole numbers stay numbers of positions."""
    return list(times) if isinstance(times, Sequence | np.ndarray) else [times]


def _card(cut: FreeBody, view: ViewLike) -> str:
    picture = draw_free_body(cut, table=False, view=view).svg()
    table, _, worked = html_of(cut).partition('<p class="equation">')
    beside = f'<div class="scroll"><p class="equation">{worked}</div>' if worked else ""
    top = f'<div class="free"><div>{picture}</div>{beside}</div>'
    return f'<div class="card below">{top}<div class="scroll">{table}</div></div>'
