"""The view: from the engine's axes to right, up and towards the viewer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..base.space import Space
from ..errors import ModelError, check_name
from ..results.motion import Motion

VIEWS: dict[str, tuple[float, float]] = {
    "default": (-62.0, 24.0),
    "isometric": (-45.0, float(np.degrees(np.arctan(np.sqrt(0.5))))),
    "front": (-90.0, 0.0),
    "side": (0.0, 0.0),
    "top": (-90.0, 90.0),
}
"""Named views: azimuth and elevation of the viewer in degrees."""

ViewLike = tuple[float, float] | str | None


@dataclass(frozen=True)
class View:
    """An orthographic view.

    Attributes
    ----------
    rows : array, shape (3, 3)
        Right, up and towards the viewer, in engine axes.
    planar : bool
        Whether the model lies in its plane and is looked at face on.
    """

    rows: Array
    planar: bool

    def see(self, vectors: Array) -> Array:
        """Return engine vectors (..., 3) as right, up, towards the viewer."""
        return np.asarray(vectors @ self.rows.T)


def make_view(space: Space, view: ViewLike, gravity: Array | None = None) -> View:
    """Return the view of a model.

    Parameters
    ----------
    space : Space
        A planar model is always seen face on.
    view : tuple, str or None
        Azimuth and elevation of the viewer [degrees], or a name of `VIEWS`. The azimuth turns about
        the vertical; at -90 degrees the x axis points to the right.
    gravity : array, optional
        The axis nearest to its opposite is drawn upwards; default: z.
    """
    if space.planar:
        return View(np.eye(3), True)
    if isinstance(view, str):
        check_name("view", view, VIEWS)
        view = VIEWS[view]
    azimuth, elevation = _angles(VIEWS["default"] if view is None else view)
    ca, sa, ce, se = np.cos(azimuth), np.sin(azimuth), np.cos(elevation), np.sin(elevation)
    rows = np.array([[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]])
    return View(rows @ _upright(gravity), False)


def view_of(motion: Motion, view: ViewLike = None) -> View:
    """Return the view of a motion."""
    return make_view(motion.model.space, view, np.asarray(motion.plan.resolved.gravity))


def _angles(view: tuple[float, float]) -> tuple[float, float]:
    try:
        azimuth, elevation = (float(np.radians(float(v))) for v in view)
    except (TypeError, ValueError):
        raise ModelError(
            f"view is (azimuth, elevation) in degrees, such as (-60, 25), or one of {', '.join(VIEWS)}; "
            f"{view!r} is neither."
        ) from None
    return azimuth, elevation


def _upright(gravity: Array | None) -> Array:
    """Return rows e1, e2, up in engine axes, right-handed, with e1 to the right in the front view."""
    x, y, z = np.eye(3)
    if gravity is None or not np.isfinite(gravity).all() or np.linalg.norm(gravity) == 0:
        return np.eye(3)
    main = int(np.argmax(np.abs(gravity)))
    sign = 1.0 if gravity[main] < 0 else -1.0
    if main == 2:
        return np.array([x, sign * y, sign * z])
    if main == 1:
        return np.array([x, -sign * z, sign * y])
    return np.array([y, sign * z, sign * x])
