"""Assembly: the initial position problem.

Newton-Raphson with least-squares steps of smallest displacement and a falling norm, at first with the
bodies that have hints kept where they are, then with all bodies free; when that does not close the
joints, continuation (the gaps are closed little by little), then starts from other poses around the
hints. What cannot be closed is refused with the joint, the gap and the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..coordinates.rank import numerical_rank
from ..errors import AssemblyError, ModelError, nearest
from ..kernels.assembly import CLOSED, FAILED
from ..results.motion import Motion
from .engine import Engine
from .gaps import explain_open
from .placing import first_poses, radians_note

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.mechanism import Mechanism

Array = NDArray[np.float64]

RESTARTS = 40
"""Further starting poses tried before a mechanism is refused."""


@dataclass(frozen=True)
class Assembly:
    """A closed mechanism at one time.

    Attributes
    ----------
    status : str
        A sentence on how it was closed.
    violation : float
        Largest residual of the joints and drivers [m or rad].
    iterations, factorisations : int
    moved : float
        How far the farthest body was moved from its hint [m].
    motion : Motion
        The position as a motion of one time: ``motion.body("crank").angle`` ...
    """

    status: str
    violation: float
    iterations: int
    factorisations: int
    moved: float
    motion: Motion
    poses: Array = field(repr=False)

    def __str__(self) -> str:
        return self.status

    __repr__ = __str__

    @cached_property
    def determined(self) -> bool:
        """Whether joints and drivers leave nothing free to move."""
        plan = self.motion.plan
        jacobian = Engine(plan).jacobian(self.poses, float(self.motion.time[0]))
        return numerical_rank(jacobian * np.sqrt(plan.weight).ravel()) == plan.coordinates


def assemble(
    model: Mechanism,
    t: float = 0.0,
    *,
    hold: Sequence[str] = (),
    tolerance: float = 1e-12,
    start: Array | None = None,
    seed: int = 0,
) -> Assembly:
    """Close the joints of a mechanism from its placement hints.

    Parameters
    ----------
    model : Mechanism
    t : float
        Time at which the drivers are read [s].
    hold : sequence of str
        Bodies that must stay where their hints say (``"crank"``), or single coordinates of them
        (``"crank.x"``, ``"crank.angle"``).
    tolerance : float
        Largest residual, relative to the mechanism's size.
    start : array, optional
        Poses to start from instead of the hints.
    seed : int
        Of the further starting poses.

    Returns
    -------
    Assembly

    Raises
    ------
    AssemblyError
        When the joints cannot be closed or the drivers cannot be met.
    """
    solved = _with_holds(model, hold)
    plan = model.plan()
    engine = Engine(solved.plan())
    begin = _hinted(model, plan) if start is None else _given_poses(model, start)
    weight = plan.weight * _freed(model, hold)
    q, how = _close(engine, begin, float(t), weight, tolerance, seed)
    if q is None:
        raise AssemblyError(explain_open(solved, engine, begin, float(t), weight, list(hold)))
    residuals = Engine(plan).residuals(q, t)
    violation = float(np.abs(residuals).max(initial=0.0))
    moved = float(np.linalg.norm(q[:, :3] - begin[:, :3], axis=1).max(initial=0.0))
    count = f"{engine.iterations} iteration{'s' if engine.iterations != 1 else ''}"
    status = f"Assembled {how} in {count}; largest residual {violation:.1e}.{radians_note(model)}"
    motion = Motion.single(model, plan, float(t), q, violation, status)
    return Assembly(status, violation, engine.iterations, engine.factorisations, moved, motion, q)


def _given_poses(model: Mechanism, start: object) -> Array:
    """Return poses to start from; raises ModelError when they are none."""
    bodies = len(model.bodies) - 1
    try:
        poses = np.ascontiguousarray(start, float)
    except (TypeError, ValueError):
        poses = np.zeros(0)
    if poses.shape != (bodies, 7) or not np.isfinite(poses).all():
        given = f"an array of shape {poses.shape}" if poses.size else repr(start)
        raise ModelError(
            f"'{model.name}' cannot start from {given}. Give a start, an assembly, a motion, or finite poses of its "
            f"{bodies} bodies, shape ({bodies}, 7)."
        )
    return poses


def _hinted(model: Mechanism, plan: Plan) -> Array:
    if "first poses" not in plan.cache:
        plan.cache["first poses"] = first_poses(plan.resolved, list(model.joints.values()), plan.writer)
    return plan.cache["first poses"]  # type: ignore[return-value]


def _with_holds(model: Mechanism, hold: Sequence[str]) -> Mechanism:
    """Return the model with every held coordinate of a body's origin as a driver that stands still."""
    held = [name for name in hold if name.partition(".")[2] in model.space.labels]
    if not held:
        return model
    resolved = model.plan().resolved
    solved = model.copy()
    for name in held:
        body, _, coordinate = name.partition(".")
        if body in resolved.index and body != "ground":
            value = resolved.hints[resolved.index[body]].position[model.space.labels.index(coordinate)]
            solved.drive(name, float(value), f"hold {name}")
    return solved


def _freed(model: Mechanism, hold: Sequence[str]) -> Array:
    """Return 1 for coordinates free to move and 0 for those held."""
    plan = model.plan()
    free = np.ones_like(plan.weight)
    labels = model.space.labels
    shifts = len(labels)
    for name in hold:
        body, _, coordinate = name.partition(".")
        if body not in plan.resolved.index or body == "ground":
            raise ModelError(f"hold: there is no body '{body}'. {nearest(body, list(plan.resolved.index))}")
        b = plan.resolved.index[body]
        if not coordinate:
            free[b] = 0.0
        elif coordinate == "angle":
            free[b, shifts:] = 0.0
        elif coordinate not in labels:
            raise ModelError(f"hold: '{name}' is no coordinate. {nearest(coordinate, [*labels, 'angle'])}")
    return free


def _close(engine: Engine, begin: Array, t: float, weight: Array, tol: float, seed: int) -> tuple[Array | None, str]:
    keep = _kept(engine)
    if not keep.all():
        status, q = engine.close(begin, t, weight=weight * keep, tol=tol)
        if status == CLOSED and not engine.opposed(q, t):
            return engine.close(q, t, weight=weight, tol=tol)[1], "with every hint kept"  # closed to rounding
    status, q = engine.close(begin, t, weight=weight, tol=tol)
    if status == FAILED:
        raise AssemblyError(_no_number(engine, t))
    if status == CLOSED and not engine.opposed(q, t):
        return q, "from the hints"
    q_next = _continue(engine, begin, t, weight, tol)
    if q_next is not None and not engine.opposed(q_next, t):
        return q_next, "by continuation"
    rng = np.random.default_rng(seed)
    for attempt in range(RESTARTS):
        status, q = engine.close(_shaken(engine, begin, weight, rng, attempt), t, weight=weight, tol=tol)
        if status == CLOSED and not engine.opposed(q, t):
            return q, f"from starting pose {attempt + 2}"
    return None, ""


def _kept(engine: Engine) -> Array:
    """Return 0 for coordinates whose hints should be kept as they are if possible, and 1 for the others.

    A body with an angle hint keeps its angle; one with angle and position keeps both. Where every body
    has hints they are all rough, and all may move.
    """
    plan = engine.plan
    keep = np.ones_like(plan.weight)
    shifts = len(plan.resolved.space.labels)
    for b, hint in enumerate(plan.resolved.hints):
        if hint.has_axes:
            keep[b, shifts:] = 0.0
            keep[b, :shifts] = 0.0 if hint.has_position else 1.0
    hinted = (keep == 0).any(axis=1)
    return keep if not hinted.all() else np.ones_like(keep)


def _no_number(engine: Engine, t: float) -> str:
    """Return the sentence for a function that has no finite value or derivative at t."""
    bad = [name for name, values in engine.plan.function_values(t).items() if not np.isfinite(values).all()]
    who = f"the function of driver '{bad[0]}' (or a derivative of it)" if bad else "an expression"
    return f"{who} gives no finite number at t = {t:g} s. Start at another time, or smooth the function there."


def _continue(engine: Engine, begin: Array, t: float, weight: Array, tol: float) -> Array | None:
    """Close the gaps little by little: Phi(q) = (1 - s) Phi(q0), s from 0 to 1, with step control."""
    gaps = engine.residuals(begin, t)
    q, s, h = begin, 0.0, 0.25
    while s < 1.0:
        target = min(1.0, s + h)
        status, nearer = engine.close(q, t, weight=weight, shift=(1.0 - target) * gaps, tol=max(tol, 1e-9), limit=30)
        if status == CLOSED:
            q, s, h = nearer, target, 2.0 * h
        else:
            h *= 0.5
            if h < 1e-3:
                return None
    status, q = engine.close(q, t, weight=weight, tol=tol)
    return q if status == CLOSED else None


def _shaken(engine: Engine, begin: Array, weight: Array, rng: np.random.Generator, attempt: int) -> Array:
    """Return the starting poses turned and shifted at random, further with every attempt."""
    plan = engine.plan
    size = min(1.0, 0.1 * (attempt + 1))
    q = begin.copy()
    for b in range(len(q)):
        free = weight[b] > 0
        if plan.resolved.space.planar:
            shift = np.array([*rng.normal(size=2), 0.0]) * [*free[:2], 0.0]
            turn = np.array([0.0, 0.0, rng.uniform(-np.pi, np.pi) * free[2]])
        else:
            shift, turn = rng.normal(size=3) * free[:3], rng.normal(size=3) * 1.5 * free[3]
        q[b, :3] += size * 0.5 * plan.length * shift
        q[b, 3:] = _turned(q[b, 3:], size * turn)
    return q


def _turned(e: Array, turn: Array) -> Array:
    """Return Euler parameters e after a further turn by the rotation vector `turn`."""
    angle = float(np.linalg.norm(turn))
    half = np.array([np.cos(angle / 2), *(turn * (np.sin(angle / 2) / angle if angle > 0 else 0.5))])
    w, v = half[0], half[1:]
    return np.array([w * e[0] - v @ e[1:], *(w * e[1:] + e[0] * v + np.cross(v, e[1:]))])
