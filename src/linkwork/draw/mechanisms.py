"""Drawing a mechanism, and a motion of one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.marker import GROUND, Marker
from ..errors import ModelError
from ..results.diagrams.instants import positions
from .build import Builder, Trace, make_traces
from .motion_arrows import Points, arrows_of, least_norm
from .scene import Scene, written
from .view import ViewLike, view_of

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..results.motion import Motion

GHOSTS = 6
"""Positions shown by default in the drawing of a motion."""


@written
def draw_mechanism(
    plan: Plan,
    path: str | Path | None = None,
    *,
    t: float = 0.0,
    labels: bool = True,
    view: ViewLike = None,
    traces: Sequence[str | Marker] = (),
    title: str | None = None,
) -> Scene:
    """Assemble and draw a mechanism.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    t : float
        Time at which it is assembled [s].
    labels : bool
        Whether bodies, joints and points are named.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
    traces : sequence of str or Marker
        Points, such as ``"coupler.P"``, whose paths over one turn of the first driver are drawn.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    Scene

    Raises
    ------
    AssemblyError
        When the joints cannot be closed.
    """
    from ..solve.assembly import assemble

    motion = assemble(plan, t).motion
    seen = view_of(motion, view)
    paths: list[Trace] = []
    if traces:
        paths = make_traces(_one_turn(motion, t), seen, traces)
    builder = Builder(motion, seen, [0], paths)
    return builder.scene(plan.name if title is None else title, f"t = {t:g} s" if t else "", labels)


@written
def draw_motion(
    motion: Motion,
    path: str | Path | None = None,
    *,
    at: Any = None,
    traces: Sequence[str | Marker] | None = None,
    labels: bool = True,
    view: ViewLike = None,
    title: str | None = None,
    velocities: Points = False,
    accelerations: Points = False,
    forces: bool = False,
    note: str | None = None,
) -> Scene:
    """Draw a motion: the mechanism at one time in full, at further times faintly, and paths of points.

    Parameters
    ----------
    motion : Motion
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    at : float, int or sequence, optional
        Times [s] (floats; the nearest computed ones are taken) or numbers of positions (integers).
        The first is drawn in full. Default: six positions spread over the motion.
    traces : sequence of str or Marker, optional
        Points whose paths are drawn. Default: every named point of a moving body that is no joint.
    labels : bool
        Whether bodies, joints and points are named.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
    title : str, optional
        Default: the mechanism's name.
    velocities, accelerations : bool or sequence of str or Marker
        Points (``"coupler.P"``) and joints (``"B"``) with arrows of these at the time drawn in full; True: all of them.
    forces : bool
        Whether what joints, drivers and forces do is drawn in arrows, with sizes; of a joint the force on its second
        body.
    note : str, optional
        The line below the title. Default: the times.

    Returns
    -------
    Scene
    """
    numbers = _positions(motion, at)
    seen = view_of(motion, view)
    wanted = free_points(motion) if traces is None else traces
    overlays = arrows_of(motion, seen, numbers[0], velocities, accelerations, forces)
    builder = Builder(motion, seen, numbers, make_traces(motion, seen, wanted), overlays)
    times = [f"{motion.time[k]:.4g}" for k in numbers]
    when = f"t = {times[0]} s" + (f"; faint: t = {', '.join(times[1:])} s" if len(times) > 1 else "")
    when = (when if note is None else note) + (least_norm(motion) if forces else "")
    return builder.scene(motion.name if title is None else title, when, labels)


def _positions(motion: Motion, at: Any) -> list[int]:
    """Return the numbers of the positions to draw, the main one first; by default six spread over the motion."""
    count = len(motion)
    if at is not None or count == 0:
        return positions(motion, 0 if at is None else at)
    spread = np.linspace(0, count - 1, GHOSTS + 1).round()[:-1] if count > GHOSTS else np.arange(count)
    return [int(k) for k in spread]


def free_points(motion: Motion) -> list[str]:
    """Return the named points of moving bodies at which no joint acts."""
    used = {m.name and (m.body, m.name) for j in motion.model.joints.values() for m in (j.a, j.b)}
    return [
        f"{body.name}.{name}"
        for body in motion.model.bodies.values()
        if body.name != GROUND
        for name in body.points
        if (body.name, name) not in used
    ]


def _one_turn(motion: Motion, t: float) -> Motion:
    """Return the motion over one turn of the first driven angle."""
    from ..solve.kinematics import move

    rates = motion.plan.function_values(float(t))
    turning = {e.owner for e in motion.plan.equations if e.driver and e.wrap}
    for driver in motion.model.drivers.values():
        rate = abs(float(rates[driver.name][1]))
        if driver.name in turning and rate > 0:
            return move(motion.plan, t + np.linspace(0, 2 * np.pi / rate, 181), derivatives=0, on_limit="return")
    raise ModelError(
        f"Paths of points of '{motion.model.name}' need a motion, and no angle is driven that turns at t = {t:g} s. "
        f"Move it first: model.move(times).draw(traces=...)."
    )
