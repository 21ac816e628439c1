"""Where things that know nothing of drawing find their pictures: ``motion.plot()``, ``cam.plot()``.

The room of drawing stands above all that it draws, and those below do not import it: the package on top says who draws.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def picture(kind: str) -> Callable[..., Any]:
    """Return the function that draws a kind of picture, such as ``"plot_motion"``; the room that has it is loaded."""
    package = __name__.partition(".")[0]
    found: Callable[..., Any] = getattr(import_module(sys.modules[package].DRAWN_BY), kind)
    return found
