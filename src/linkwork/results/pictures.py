"""Pictures of a motion: ``run.plot(...)``, ``run.draw(...)``, ``run.report(...)``.

What editors and type checkers see of them is in ``pictures.pyi``, which ``packaging/make_methods.py`` writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ..base.methods import Elsewhere
from ..base.pictures import picture


class Picture(Elsewhere):
    """A method that draws, as a function of the motion in the room of drawing."""

    OWNER: ClassVar[str] = "Motion"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def found(self) -> Callable[..., Any]:
        """Return the function that draws it."""
        return picture(self.kind)


class Pictures:
    """The pictures of a motion."""

    plot = Picture("plot_motion")
    draw = Picture("draw_motion")
    report = Picture("write_report")
