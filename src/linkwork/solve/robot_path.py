"""Inverse kinematics of a robot along a path, by the solver that moves any driven mechanism.

The tool becomes a body of its own, welded to the one that carries it, and is driven along splines through the points
of the path. Steps between points are as small as the motion needs, so that no joint leaps to another branch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.angles import from_matrix
from ..base.marker import Marker
from ..base.parts import Placement
from ..base.rotation import Rotation
from ..coordinates.links import axes_along
from ..coordinates.plan import Plan, plan_of
from ..coordinates.relative import tree_positions
from ..errors import AssemblyError, ModelError, MotionError
from ..kernels.trees.nodes import BALL, TURN
from ..model.given import seconds_of
from ..model.resolve import read_hint
from .assembly import assemble
from .kinematics import move, read_times
from .robot import Robot, raise_faults


@dataclass(frozen=True)
class JointPath:
    """Joint coordinates along a path.

    Attributes
    ----------
    time : array, shape (points,)
        [s], or the numbers of the points when no times were given.
    z : array, shape (points, coordinates)
        Joint coordinates, in the order of `names`; angles go on beyond half a turn without a jump, as long as no
        joint turns by more than half a turn from one point to the next.
    names : tuple of str
    status : str
        A sentence on how far the tool was led.
    complete : bool
        Whether the whole path was followed; if not, `z` ends at the last point reached.
    """

    time: Array
    z: Array
    names: tuple[str, ...]
    status: str
    complete: bool

    def __len__(self) -> int:
        return len(self.z)

    def __str__(self) -> str:
        return self.status

    __repr__ = __str__


def inverse_kinematics(
    robot: Robot,
    path: ArrayLike,
    orientation: Any = None,
    times: ArrayLike | None = None,
    start: ArrayLike | None = None,
    on_limit: str = "raise",
) -> JointPath:
    """Find the joint coordinates that lead the tool along a path.

    Parameters
    ----------
    robot : Robot
    path : array, shape (points, 3)
        Positions of the tool in ground axes [m]; (points, 2) in the plane.
    orientation : array or Rotation, optional
        Axes of the tool's body (columns, ground axes): (points, 3, 3), or (3, 3) or a `Rotation` for all points; in
        the plane angles (points,) or one angle [rad]. Default: free.
    times : array, optional
        Time of each point [s], rising; default 0, 1, 2 ... Between the points the tool follows cubic splines.
    start : array, optional
        Joint coordinates near which to begin. Default: where the model's placement hints put the robot.
    on_limit : {"raise", "return"}
        Where the path leaves the reach: raise MotionError (its ``.motion`` is the `JointPath` so far), or return
        the shorter path.

    Returns
    -------
    JointPath

    Notes
    -----
    A robot with more rates than the path prescribes follows it with the smallest motion of its bodies.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwork import gallery
    >>> robot = gallery.get("6r robot", driven=False).robot()
    >>> angle = np.linspace(0, 2 * np.pi, 25)
    >>> path = np.stack([0.85 + 0 * angle, 0.3 * np.cos(angle), 0.75 + 0.2 * np.sin(angle)], axis=1)
    >>> found = robot.inverse_kinematics(path, np.eye(3))
    >>> found.z.shape
    (25, 6)
    """
    if on_limit not in ("raise", "return"):
        raise ModelError(f"on_limit is 'raise' or 'return', not {on_limit!r}.")
    points = _points(robot, path)
    t = (
        np.arange(float(len(points)))
        if times is None
        else read_times(seconds_of("times", times, robot.plan.resolved.parameters))
    )
    if len(t) != len(points):
        raise ModelError(f"There are {len(points)} points of the path but {len(t)} times.")
    turns = None if orientation is None else _turns(robot, orientation, len(points))
    begin = _start(robot, start)
    driven, poses = _driven(robot, points, turns, t, begin)
    prescribed = points.shape[1] + (0 if turns is None else 1 if turns.ndim == 1 else 3)
    try:
        # "hold": joints to spare, and those without influence where the path begins, follow with the smallest motion
        motion = move(driven, t, derivatives=0, start=poses, on_limit="return", undriven="hold")
    except AssemblyError as error:
        raise AssemblyError(_unreachable(robot, points, 0, prescribed)) from error
    z = _joint_coordinates(robot, motion.poses[:, :-1], begin)
    done = len(z) == len(points)
    status = f"Led the tool of '{robot.model.name}' through {len(z)} points." if done else ""
    found = JointPath(t[: len(z)], z, tuple(robot.names), status or _unreachable(robot, points, len(z)), done)
    if not done and on_limit == "raise":
        raise MotionError(found.status, found)
    return found


def _unreachable(robot: Robot, points: Array, k: int, prescribed: int = 0) -> str:
    """Return the sentence for a point that the tool cannot be brought to."""
    at = ", ".join(f"{v:g}" for v in points[k])
    sentence = f"The tool of '{robot.model.name}' cannot be brought to point {k} of the path, ({at}) m"
    if len(robot.rates) < prescribed:
        few = f"{prescribed} numbers are prescribed at every point, and it has {len(robot.rates)} rates"
        return f"{sentence}: {few}. Leave orientation= out, or give a path that its joints can follow."
    if k == 0:
        return f"{sentence}: out of reach, or far from where the robot starts. Give start= near it, or another point."
    last = ", ".join(f"{v:g}" for v in points[k - 1])
    return (
        f"{sentence}, from point {k - 1} at ({last}) m: no position exists further on in this direction (end of reach, "
        f"or a singular position of the arm). Shorten the path, start on another branch (start=), or leave "
        f"orientation= out."
    )


def _points(robot: Robot, path: ArrayLike) -> Array:
    size = len(robot.model.space.labels)
    try:
        points = np.asarray(path, float)
    except (TypeError, ValueError):
        raise ModelError(f"path must be an array of positions, not {path!r}.") from None
    if points.ndim != 2 or points.shape[1] != size or not len(points) or not np.isfinite(points).all():
        raise ModelError(f"path has the shape {points.shape}; finite positions (points, {size}) are expected.")
    return points


def _start(robot: Robot, start: ArrayLike | None) -> Array:
    """Return the joint coordinates to begin near: those given, or those of the placement hints."""
    if start is None:
        return tree_positions(robot.plan, robot.tree, assemble(robot.plan.undriven).poses)
    return robot.coordinates(start)


def _turns(robot: Robot, given: Any, count: int) -> Array:
    """Return rotation matrices (count, 3, 3), in the plane angles (count,)."""
    space = robot.model.space
    if isinstance(given, Rotation):
        given = read_hint(robot.plan.writer.reader, "tool", Placement(rotation=given)).axes
        raise_faults(robot.plan, "The orientation of the tool cannot be read:")
    turns, one = np.asarray(given, float), () if space.planar else (3, 3)
    if turns.shape not in (one, (count, *one)):
        raise ModelError(f"orientation has the shape {turns.shape}; {(count, *one)} or {one} is expected.")
    turns = np.broadcast_to(turns, (count, *one))
    if not space.planar:
        off = np.abs(turns @ np.swapaxes(turns, 1, 2) - np.eye(3)).max(axis=(1, 2))
        wrong = np.flatnonzero(~(off < 1e-6) | (np.linalg.det(turns) < 0))
        if wrong.size:
            raise ModelError(
                f"orientation: matrix {wrong[0]} is no right-handed rotation (unit, perpendicular columns)."
            )
    return turns


def _driven(robot: Robot, points: Array, turns: Array | None, t: Array, start: Array) -> tuple[Plan, Array]:
    """Return the mechanism with a driven body as its tool, and the poses to start from."""
    model, space = robot.model.without_drivers(), robot.model.space
    name = "tool"
    while name in model.bodies or name in model.joints:
        name += "_"
    body, carrier = model.body(name), robot.plan.resolved.solids[robot.tool.body].name
    at = tuple(robot.tool.point[: points.shape[1]].tolist())
    values = dict(zip(space.labels, points.T, strict=True))
    A = np.eye(3)
    if space.planar:
        ends = Marker(carrier, at), body.at(0, 0)
        values |= {} if turns is None else {"angle": np.unwrap(turns)}
    else:
        if turns is not None:
            A = level_axes(turns)
            # roll, pitch and yaw are turns about x, y and z of the ground, in this order
            yaw, pitch, roll = np.unwrap(from_matrix("zyx", turns @ A)[0], axis=0).T
            values |= {"roll": roll, "pitch": pitch, "yaw": yaw}
        x, _, z = (tuple(axis) for axis in A.T.tolist())
        ends = Marker(carrier, at, z, x), body.at(0, 0, 0, z="z", x="x")
    model.joint("fixed", f"{name}_weld", *ends)
    for what, v in values.items():
        model.drive(f"{name}.{what}", _function(t, v))
    return plan_of(model), np.vstack([robot.poses(start), robot.frame_pose(start, replace(robot.tool, axes=A))])


def level_axes(turns: Array) -> Array:
    """Return axes (columns) fixed to a body whose first stays far from the vertical while the body turns.

    Where it is vertical, roll and yaw are turns about the same axis.
    """
    grid = np.stack(np.meshgrid(*[[0.0, 1.0, -1.0]] * 3, indexing="ij"), -1).reshape(-1, 3)[1:]
    grid = grid[np.argsort(np.abs(grid).sum(axis=1), kind="stable")]
    candidates = grid[:, ::-1] / np.linalg.norm(grid, axis=1, keepdims=True)
    vertical = np.abs(np.einsum("ti,ki->tk", turns[:, 2], candidates)).max(axis=0)
    first = candidates[int(np.argmin(vertical.round(9)))]
    return axes_along(first)[:, [2, 0, 1]]


def _function(t: Array, values: Array) -> float | dict[str, Any]:
    """Return the curve through the values as fields of a function, or the number that they all are."""
    if np.ptp(values) == 0.0:
        return float(values[0])
    return {"kind": "table", "times": t.tolist(), "values": values.tolist()}


def _joint_coordinates(robot: Robot, poses: Array, start: Array) -> Array:
    """Return the joint coordinates (points, coordinates) of poses, without jumps from `start` on."""
    z = np.array([start, *(tree_positions(robot.plan, robot.tree, q) for q in poses)])
    for kind, k in zip(robot.tree.nodes["kind"], robot.tree.nodes["place"], strict=True):
        if kind == TURN:
            z[:, k] = np.unwrap(z[:, k])
        elif kind == BALL:  # Euler parameters of either sign say the same
            for i in range(1, len(z)):
                z[i, k : k + 4] *= 1.0 if z[i, k : k + 4] @ z[i - 1, k : k + 4] >= 0 else -1.0
    return z[1:]
