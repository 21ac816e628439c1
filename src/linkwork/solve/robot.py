"""Robots: joint coordinates in, positions, Jacobians, mass matrices and joint forces out, many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Ints
from ..base.marker import GROUND, Marker
from ..base.parts import named_point
from ..base.poses import PLANAR
from ..base.rotation import matrix_quaternion
from ..coordinates.links import make_links, path_to
from ..coordinates.relative import make_tree
from ..errors import Fault, ModelError, nearest
from ..kernels.trees.robot import forward, jacobians
from ..kernels.trees.robot_dynamics import inverse_dynamics, mass_matrices
from ..kernels.trees.robot_tree import WIDTH
from ..model.refs import BodyRef
from ..model.resolve import Frame
from ..words import quoted

if TYPE_CHECKING:
    from ..base.marker import Marker
    from ..coordinates.plan import Plan
    from ..model.description import Description
    from ..model.refs import BodyRef
    from .robot_path import JointPath


@dataclass(frozen=True)
class Pose:
    """Where a tool is.

    Attributes
    ----------
    position : array, shape (..., 3)
        In ground axes [m]; (..., 2) in the plane.
    axes : array, shape (..., 3, 3)
        Columns: the axes of the tool's body in ground axes; (..., 2, 2) in the plane.
    """

    position: Array
    axes: Array


class Robot:
    """A mechanism without loops in the coordinates of its joints.

    Every method takes one configuration or any number of them, in leading axes of its arguments, and works through
    them in compiled code; a single one gives the very numbers of a batch. n is the number of rates, `rates`; it is
    the number of coordinates, `names`, unless there are spherical joints. A spherical joint has four coordinates, the
    Euler parameters of the carried body in the axes of the body that carries it (any length), and three rates, their
    relative angular velocity in the axes of the body that carries it.

    Gravity is counted, other forces of the model and its drivers are not: add a spring's torque yourself, or
    use ``m.inverse``.

    Parameters
    ----------
    model : Mechanism
        Its joints form a tree.
    tool : Marker, body or str, optional
        A point of a body: ``hand.at(0.2, 0, 0)``, ``"hand.P"``, ``"hand"`` (its origin). Default: the origin
        of the last body.

    Attributes
    ----------
    names : list of str
        Of the coordinates z, in order: angles [rad] and shifts [m].
    rates : list of str
        Of the rates zd, accelerations zdd and forces tau: [rad/s, N m] or [m/s, N].

    Examples
    --------
    >>> import numpy as np
    >>> import linkwork as lw
    >>> m = lw.Mechanism("arm", plane="xy", gravity=(0, -9.81))
    >>> upper = m.body("upper", lw.rod(length=1.0, mass=2.0))
    >>> fore = m.body("fore", lw.rod(length=1.0, mass=1.0))
    >>> A = m.revolute("A", m.ground.at(0, 0), upper.at(0, 0))
    >>> B = m.revolute("B", upper.at(1, 0), fore.at(0, 0))
    >>> robot = m.robot(tool=fore.at(1, 0))
    >>> robot.names
    ['A.angle', 'B.angle']
    >>> robot.forward([0.0, np.pi / 2]).position.round(12)
    array([1., 1.])
    >>> robot.gravity([0.0, 0.0]).round(3)
    array([24.525,  4.905])
    """

    def __init__(self, plan: Plan, tool: Marker | BodyRef | str | None = None) -> None:
        self.model = plan.model
        self.plan = plan
        self.tree = make_tree(self.plan)
        check_open(plan.model, [e.owner for e in self.tree.cut if not e.driver])
        self.names = list(self.tree.names)
        self.rates = list(self.tree.rate_names)
        self.tool = tool_frame(plan, tool)
        self._links = make_links(self.plan, self.tree)
        self._tool_path = path_to(self.tree, int(self._links.node_of[self.tool.body]))
        self._seat = self._links.seat(self.tool)
        self._planar = plan.model.space.planar

    def __repr__(self) -> str:
        body = self.plan.resolved.solids[self.tool.body].name
        return f"<Robot '{self.model.name}': {', '.join(self.names)}; tool on '{body}'>"

    # ---- kinematics ---------------------------------------------------------------------------

    def forward(self, z: ArrayLike) -> Pose:
        """Return where the tool is for joint coordinates z, shape (..., coordinates)."""
        lead, (rows,) = self._read(z=z)
        return self._pose(self._tool_path, self._seat, lead, rows)

    def _pose(self, path: Ints, seat: Array, lead: tuple[int, ...], z: Array) -> Pose:
        found = np.zeros((len(z), 12))
        self._run(forward, path, seat, z, found)
        size = 2 if self._planar else 3
        axes = found[:, 3:].reshape(*lead, 3, 3)
        return Pose(found[:, :size].reshape(*lead, size), axes[..., :size, :size])

    def jacobian(self, z: ArrayLike) -> Array:
        """Return the geometric Jacobian (..., 6, n) of the tool for joint coordinates z.

        Times the rates it gives the velocity of the tool's point [m/s] and the angular velocity of its body
        [rad/s], ground axes. In the plane (..., 3, n): two velocities and the rate of turning.
        """
        lead, (rows,) = self._read(z=z)
        found = np.zeros((len(rows), 6, len(self.rates)))
        self._run(jacobians, self._tool_path, self._seat, rows, found)
        kept = found[:, PLANAR] if self._planar else found
        return kept.reshape(*lead, *kept.shape[1:])

    def poses(self, z: ArrayLike) -> Array:
        """Return the poses (bodies, 7) of the bodies' centres of mass for one configuration z.

        They serve as a start: ``m.move(times, start=robot.poses(z))``.
        """
        solids = self.plan.resolved.solids
        frames = [Frame(b, solid.com, np.eye(3)) for b, solid in enumerate(solids)]
        return np.array([self.frame_pose(z, frame) for frame in frames])

    def frame_pose(self, z: ArrayLike, frame: Frame) -> Array:
        """Return position and Euler parameters (7,) of a frame of a body for one configuration z."""
        row = self.coordinates(z)
        found = np.zeros((1, 12))
        path = path_to(self.tree, int(self._links.node_of[frame.body]))
        self._run(forward, path, self._links.seat(frame), row[None], found)
        return np.concatenate([found[0, :3], matrix_quaternion(found[0, 3:].reshape(3, 3))])

    def coordinates(self, z: ArrayLike) -> Array:
        """Return one configuration (coordinates,) as an array; raises ModelError for anything else."""
        lead, (rows,) = self._read(z=z)
        if lead:
            raise ModelError(f"One configuration of '{self.model.name}' is expected, not {lead} of them.")
        return np.asarray(rows[0])

    def inverse_kinematics(
        self,
        path: ArrayLike,
        orientation: Any = None,
        *,
        times: ArrayLike | None = None,
        start: ArrayLike | None = None,
        on_limit: str = "raise",
    ) -> JointPath:
        """Find the joint coordinates that lead the tool along a path; see `solve.robot_path.inverse_kinematics`."""
        from .robot_path import inverse_kinematics

        return inverse_kinematics(self, path, orientation, times, start, on_limit)

    # ---- dynamics -----------------------------------------------------------------------------

    def mass_matrix(self, z: ArrayLike) -> Array:
        """Return the mass matrix (..., n, n) of the joint coordinates z: zd^T M zd / 2 is the kinetic energy."""
        lead, (rows,) = self._read(z=z)
        self._check_masses()
        found = np.zeros((len(rows), len(self.rates), len(self.rates)))
        self._call(mass_matrices, rows, self._work(), found)
        return found.reshape(*lead, *found.shape[1:])

    def inverse_dynamics(self, z: ArrayLike, zd: ArrayLike, zdd: ArrayLike) -> Array:
        """Return the joint forces (..., n) that give accelerations zdd at coordinates z and rates zd.

        Recursive Newton-Euler. tau = M(z) zdd + C(z, zd) + g(z): of a hinge the torque about its axis on body b
        [N m], of a slide the force along it [N].
        """
        lead, rows = self._read(z=z, zd=zd, zdd=zdd)
        return self._newton_euler(lead, rows)

    def bias(self, z: ArrayLike, zd: ArrayLike) -> Array:
        """Return C(z, zd) + g(z), the joint forces (..., n) of a motion without acceleration of the joints."""
        lead, (z_rows, zd_rows) = self._read(z=z, zd=zd)
        return self._newton_euler(lead, [z_rows, zd_rows, np.zeros_like(zd_rows)])

    def gravity(self, z: ArrayLike) -> Array:
        """Return g(z), the joint forces (..., n) that hold the robot still."""
        lead, (rows,) = self._read(z=z)
        still = np.zeros((len(rows), len(self.rates)))
        return self._newton_euler(lead, [rows, still, still])

    def forward_dynamics(self, z: ArrayLike, zd: ArrayLike, tau: ArrayLike) -> Array:
        """Return the accelerations (..., n) of the joints under joint forces tau: M zdd = tau - C - g.

        To integrate a motion use ``m.simulate``, which needs no mass matrix and counts all forces of the model.
        """
        lead, (z_rows, zd_rows, tau_rows) = self._read(z=z, zd=zd, tau=tau)
        left = tau_rows - self.bias(z_rows, zd_rows)
        M = self.mass_matrix(z_rows)
        try:
            found = np.linalg.solve(M, left[..., None])[..., 0]
        except np.linalg.LinAlgError:
            k = int(np.argmin(np.abs(np.diagonal(M, axis1=1, axis2=2)).min(axis=0)))
            raise ModelError(
                f"The accelerations of '{self.model.name}' are not determined: a motion of its joints moves no mass; "
                f"'{self.rates[k]}' has the smallest inertia. Give the bodies it carries mass and inertia."
            ) from None
        return np.asarray(found.reshape(*lead, found.shape[-1]))

    def _newton_euler(self, lead: tuple[int, ...], rows: list[Array]) -> Array:
        self._check_masses()
        tau = np.zeros((len(rows[0]), len(self.rates)))
        self._call(inverse_dynamics, self.plan.tables["gravity"], *rows, self._work(), tau)
        return tau.reshape(*lead, tau.shape[-1])

    # ---- inside -------------------------------------------------------------------------------

    def _work(self) -> Array:
        return np.zeros((len(self.tree.nodes) + 1, WIDTH))

    def _run(self, kernel: Any, path: Ints, seat: Array, z: Array, out: Array) -> None:
        self._call(kernel, path, seat, z, self._work(), out)

    def _call(self, kernel: Any, *args: Any) -> None:
        kernel(self.tree.nodes, self._links.table, *args)

    def _read(self, **given: ArrayLike) -> tuple[tuple[int, ...], list[Array]]:
        """Return the leading axes that all arguments share, and each argument as rows (configurations, numbers)."""
        arrays = [_numbers(what, values) for what, values in given.items()]
        for what, array in zip(given, arrays, strict=True):
            self._check_length(what, array)
        leads = {a.shape[:-1] for a in arrays}
        try:
            lead = leads.pop() if len(leads) == 1 else np.broadcast_shapes(*leads)
        except ValueError:
            shapes = ", ".join(f"{what} {a.shape}" for what, a in zip(given, arrays, strict=True))
            raise ModelError(f"The leading axes of the arguments do not fit together: {shapes}.") from None
        return lead, [_rows(a, lead) for a in arrays]

    def _check_length(self, what: str, array: Array) -> None:
        names = self.names if what == "z" else self.rates
        kind = "coordinates" if what == "z" else "rates"
        if array.ndim == 0 or array.shape[-1] != len(names):
            has = "is one number" if array.ndim == 0 else f"has the shape {array.shape}"
            wanted = f"its last axis must hold the {len(names)} {kind} of '{self.model.name}'"
            raise ModelError(f"{what} {has}; {wanted}: {', '.join(names)}.")

    def _check_masses(self) -> None:
        """Raise ModelError naming every body whose mass or inertia was not given; a mass may be zero."""
        if self._faults:
            raise ModelError(f"The dynamics of '{self.model.name}' needs masses that are not given:", self._faults)

    @cached_property
    def _faults(self) -> list[Fault]:
        faults = []
        for solid in self.plan.resolved.solids:
            inertia = solid.inertia[2, 2] if self._planar else solid.inertia
            missing = "mass" if not np.isfinite(solid.mass) else "inertia"
            if missing == "mass" or (solid.mass > 0 and not np.isfinite(inertia).all()):
                hint = "Give mass= and inertia=, or a shape such as rod(...)."
                faults.append(Fault(f"body '{solid.name}'", f"its {missing} is not given.", hint))
        return faults


def _rows(array: Array, lead: tuple[int, ...]) -> Array:
    """Return (configurations, numbers), for which kernels are compiled: in one piece, and free to be written to."""
    if array.shape[:-1] != lead:
        array = np.broadcast_to(array, (*lead, array.shape[-1]))
    rows = array.reshape(prod(lead), array.shape[-1])
    return rows if rows.flags.carray else np.array(rows, order="C")


def _numbers(what: str, values: ArrayLike) -> Array:
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError):
        raise ModelError(f"{what} must be an array of numbers, not {values!r}.") from None


# ---- what a robot needs of its model -------------------------------------------------------------


def check_open(model: Description, owners: Sequence[str]) -> None:
    """Raise ModelError for a mechanism with loops or without a body."""
    if len(model.bodies) < 2:
        raise ModelError(f"'{model.name}' has no body that could move.")
    if owners:
        names = quoted(dict.fromkeys(owners))
        raise ModelError(
            f"'{model.name}' is no open chain: {names} close loops or are equations between bodies, so its joint "
            f"coordinates depend on each other. Use m.inverse for drive efforts, m.simulate for motion, or leave "
            f"these joints out."
        )


def tool_frame(plan: Plan, tool: Marker | BodyRef | str | None) -> Frame:
    """Return the tool's point with the axes of its body."""
    if tool is None:
        tool = plan.resolved.solids[-1].name
    name = tool.name if isinstance(tool, BodyRef) else str(tool)
    marker = tool if isinstance(tool, Marker) else named_point(plan.model.bodies, name, "The tool")
    if marker.body == GROUND or marker.body not in plan.resolved.index:
        legal = [name for name in plan.resolved.index if name != GROUND]
        raise ModelError(f"The tool {marker} is on no moving body. {nearest(marker.body, legal)}")
    frame = plan.writer.frames.frame(marker)
    raise_faults(plan, "The tool of the robot cannot be read:")
    return Frame(frame.body, frame.point, np.eye(3))


def raise_faults(plan: Plan, message: str) -> None:
    """Raise ModelError when reading a value has left faults with a plan, which had none."""
    faults = plan.resolved.faults
    if faults:
        found, faults[:] = list(faults), []
        raise ModelError(message, found)
