"""The mechanism: what the user writes down, and the door to every analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, replace
from numbers import Real
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.marker import GROUND, Direction, Marker, Value, Vector, as_direction, as_vector
from ..base.parts import Body, Driver, Inertia, Placement
from ..base.pulley import SIDES, Pulley
from ..base.rotation import Rotation
from ..base.shapes import Shape
from ..base.space import PLANES, Space
from ..errors import ExpressionError, Fault, ModelError, counted, nearest
from ..expressions import plain
from ..expressions.nodes import unfolded
from ..forces import REGISTRY as FORCES
from ..forces import Force
from ..functions import TimeFunction, as_function
from ..joints import REGISTRY as JOINTS
from ..joints import Joint
from .build_force import build_force
from .joint_fields import metadata_of, unfit_fields
from .refs import BodyRef, JointRef
from .shorthand import Analysis, adder

if TYPE_CHECKING:
    from pathlib import Path

    from ..coordinates.plan import Plan
    from ..draw import draw_mechanism as _draw_mechanism
    from ..solve.allowable import allowable_motions as _allowable_motions
    from ..solve.assembly import assemble as _assemble
    from ..solve.batch import simulate_many as _simulate_many
    from ..solve.compare import compare as _compare
    from ..solve.equations import equations as _equations
    from ..solve.inverse import inverse as _inverse
    from ..solve.kinematics import move as _move
    from ..solve.kinematics import pose as _pose
    from ..solve.mobility import mobility as _mobility
    from ..solve.noc import noc as _noc
    from ..solve.reduced import reduced as _reduced
    from ..solve.robot import Robot
    from ..solve.simulate import simulate as _simulate
    from ..solve.start import consistent_start as _consistent_start
    from ..symbolic import symbolic_equations as _symbolic_equations
    from .equations import Equation, Writer
    from .resolve import Resolved


class Mechanism:
    """A mechanism: bodies, joints, drivers and forces, in a plane or in space.

    Parameters
    ----------
    name : str
        Your name for it.
    plane : {"xy", "xz", "yz"} or None
        The plane it lies and moves in; None: it moves in space.
    gravity : tuple, optional
        Acceleration of gravity [m/s^2], two or three components. Default: none.
    spatial : bool, optional
        True: compute in space although vectors are written with two components in `plane`.
        This is the one switch between 2D and 3D for the same model.

    Notes
    -----
    Faults are not raised while you build; `check` (and every analysis) reports all of them at once.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> m.mobility().degrees_of_freedom
    1
    """

    def __init__(
        self,
        name: str = "mechanism",
        plane: str | None = None,
        gravity: Iterable[Value] | None = None,
        *,
        spatial: bool | None = None,
    ) -> None:
        self.name = name
        self.build_faults: list[Fault] = []
        if plane is not None and plane not in PLANES:
            self.build_faults.append(
                Fault(
                    f"mechanism '{name}'",
                    f"there is no plane '{plane}'.",
                    "Use 'xy', 'xz', 'yz' or None (space).",
                )
            )
            plane = "xy"
        self.space = Space(plane or "xy", not (plane is None if spatial is None else spatial))
        self.gravity: Vector | None = self._gravity(gravity)
        self.parameters: dict[str, Value] = {}
        self.bodies: dict[str, Body] = {GROUND: Body(GROUND)}
        self.joints: dict[str, Joint] = {}
        self.drivers: dict[str, Driver] = {}
        self.forces: dict[str, Force] = {}
        self.placements: dict[str, Placement] = {}
        self.lines: dict[str, int] = {}
        self.origin = token_hex(8)
        self._plan: tuple[object, Plan] | None = None

    def _gravity(self, given: Any) -> Vector | None:
        if given is None:
            return None
        if isinstance(given, str | Real) or np.ndim(given) == 0:
            down = "(0, -9.81)" if self.space.planar else "(0, 0, -9.81)"
            problem = f"gravity is {given!r}, a single value; its components are expected, since it has a direction."
            self.build_faults.append(Fault(f"mechanism '{self.name}'", problem, f"Write gravity={down}."))
            return None
        return as_vector((tuple(given),))

    @property
    def about(self) -> str:
        """Its name, where it moves, and of how many parts it is made, in a line."""
        where = f"in the plane {self.space.plane}" if self.space.planar else "in space"
        parts = (
            counted(len(self.bodies) - 1, "body", "bodies"),
            counted(len(self.joints), "joint"),
            counted(len(self.drivers), "driver"),
            counted(len(self.forces), "force"),
        )
        return f"'{self.name}' {where}: {', '.join(parts)}"

    def __repr__(self) -> str:
        return f"<Mechanism {self.about}>"

    # ---- describing ---------------------------------------------------------------------------

    @property
    def ground(self) -> BodyRef:
        """The fixed body."""
        return BodyRef(self, GROUND)

    def parameter(self, name: str, value: Value) -> str:
        """Name a design parameter; expressions such as ``"L/2 + 5 mm"`` may use it. Returns the name."""
        name = self._new(name, self.parameters, "parameter")
        self.parameters[name] = value
        return name

    def body(
        self,
        name: str,
        shape: Shape | None = None,
        *,
        mass: Value | None = None,
        com: Any = None,
        inertia: Any = None,
    ) -> BodyRef:
        """Add a body.

        Parameters
        ----------
        name : str
        shape : Shape, optional
            `rod`, `bar`, `disc`, `box`, `cylinder` or `sphere`: gives mass, centre of mass and inertia.
        mass : float or str, optional
            Mass [kg].
        com : tuple, optional
            Centre of mass in body axes [m]; default: the origin, or the shape's.
        inertia : float, 3 numbers or 3 x 3, optional
            About the centre of mass in body axes [kg m^2].
        """
        name = self._new(name, self.bodies, "body")
        centre = None if com is None else as_vector((com,))
        self.bodies[name] = Body(name, mass, centre, _as_inertia(inertia), shape)
        return BodyRef(self, name)

    def joint(self, kind: str, name: str, a: Any = None, b: Any = None, **fields: Any) -> JointRef:
        """Add a joint of any registered kind; ``m.revolute(...)`` is short for ``m.joint("revolute", ...)``.

        Parameters
        ----------
        kind : str
            See ``linkwork joints``.
        name : str
        a, b : Marker, body, str or tuple
            Where it acts on the first and the second body; ``(x, y)`` is a point of the ground. With bodies
            instead of points, give ``at=`` (and ``axis=``) in ground axes, for the bodies where they are placed.
        axis : direction, optional
            The joint's axis in the axes of each body.
        **fields
            The joint's own fields, such as ``length=`` of a rod.
        """
        if kind not in JOINTS:
            raise ModelError(f"There is no joint kind '{kind}'. {nearest(kind, list(JOINTS))}")
        name = self._new(name, self.joints, "joint")
        cls = JOINTS[kind]
        at = fields.pop("at", None)
        self.build_faults += unfit_fields(cls, name, fields)
        for key in [f for f in fields if f == "axis" or "direction" in metadata_of(cls, f)]:
            fields[key] = as_direction(fields[key])
        for key in [f for f in fields if "pulleys" in metadata_of(cls, f)]:
            fields[key] = self._pulleys(fields[key], f"{kind} joint '{name}'")
        if at is not None and isinstance(a, Marker) and isinstance(b, Marker):
            where = f"{kind.replace('_', ' ')} joint '{name}'"
            problem = "both ends are points, so at= says nothing."
            self.build_faults.append(Fault(where, problem, "Leave it out."))
        for key, end in (("a", a), ("b", b)):
            if end is not None or cls.__dataclass_fields__[key].default is MISSING:
                axis = fields.get("axis_b" if key == "b" and "axis_b" in cls.options() else "axis")
                fields[key] = self._end(end, at, axis, f"joint '{name}'")
        joint = cls(name=name, **fields)
        self.joints[name] = joint
        return JointRef(joint, self.origin)

    def drive(self, quantity: Any, function: Any, name: str | None = None) -> None:
        """Drive a measured quantity along a function of time.

        Parameters
        ----------
        quantity : str
            ``A.angle``, ``"slide.translation"``, ``"coupler.P.x"``, ``"crank.angle"``,
            ``"distance(crank.P, ground.Q)"``, ``"platform.yaw"``; a joint with one coordinate may be
            given by itself. An angle may turn any number of times.
        function : float, str, TimeFunction or callable
            Value in SI over time; see `linkwork.functions`.
        name : str, optional
            Default: the quantity.
        """
        given, quantity = quantity, plain(self.name_of(quantity))
        name = self._new(name or quantity, self.drivers, "driver")
        self.check_own(given, f"driver '{name}'")
        try:
            self.drivers[name] = Driver(name, quantity, as_function(function))
        except ExpressionError as error:
            raise ExpressionError(f"Driver '{name}': {error}") from None

    def drive_body(self, body: BodyRef | str, name: str | None = None, **functions: Any) -> None:
        """Drive coordinates of a body: x, y, z [m], roll, pitch, yaw [rad] (angle in the plane)."""
        who = self.name_of(body)
        self.check_own(body, f"driver of '{who}'")
        for coordinate, function in functions.items():
            quantity = f"{who}.{coordinate}"
            self.drive(quantity, function, f"{name}.{coordinate}" if name else quantity)

    def place(
        self,
        body: BodyRef | str,
        at: Any = None,
        angle: Value | None = None,
        *,
        rotation: Rotation | None = None,
        velocity: Any = None,
        rate: Any = None,
    ) -> None:
        """Say roughly where a body is and how it moves; assembly starts there.

        Parameters
        ----------
        body : body or str
        at : tuple, optional
            Position of the body's origin [m]. Default: next to the body it is joined to.
        angle : float or str, optional
            Angle about the normal of the plane [rad].
        rotation : Rotation, optional
            Orientation in space; see `rpy`, `euler`, `bryant`, `angles`, `axis_angle`, `quaternion`, `matrix`.
        velocity : tuple, optional
            Velocity of the origin [m/s].
        rate : float or tuple, optional
            Angular velocity [rad/s].
        """
        name = self.name_of(body)
        self.check_own(body, f"placement of '{name}'")
        if rate is not None and not isinstance(rate, str | Real):
            rate = as_vector((rate,))
        new = Placement(
            None if at is None else as_vector((at,)),
            angle,
            rotation,
            None if velocity is None else as_vector((velocity,)),
            rate,
        )
        old = self.placements.get(name, Placement())
        given = {k: v for k, v in vars(new).items() if v is not None}
        self.placements[name] = replace(old, **given)

    def force(self, kind: str, name: str, *args: Any, **fields: Any) -> None:
        """Add a force of any registered kind; ``m.torque(...)`` is short for ``m.force("torque", ...)``.

        Parameters
        ----------
        kind : str
            See ``linkwork forces``.
        name : str
        *args, **fields
            The force's own fields, in their order or by name. A number may be a text with a unit or
            parameters; a point may be a `Marker`, a body or ``"body.point"``; a value may be a number, a
            function of time, an expression of time and motion (``"-5*rate(A.angle)"``), or a Python
            function, see `law`.
        """
        if kind not in FORCES:
            raise ModelError(f"There is no force kind '{kind}'. {nearest(kind, list(FORCES))}")
        name = self._new(name, self.forces, "force")
        made = build_force(self, kind, name, args, fields)
        if made is not None:
            self.forces[name] = made

    def __getattr__(self, kind: str) -> Callable[..., Any]:
        if kind in JOINTS:
            return adder(self.joint, kind, JOINTS[kind])
        if kind in FORCES:
            return adder(self.force, kind, FORCES[kind])
        if kind.startswith("_"):
            raise AttributeError(kind)
        legal = [*JOINTS, *FORCES, *(n for n in dir(type(self)) if not n.startswith("_"))]
        raise AttributeError(f"A mechanism has no joint, force or method '{kind}'. {nearest(kind, legal)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *JOINTS, *FORCES]

    def _new(self, name: str, table: Mapping[str, object], what: str) -> str:
        """Return a new name as text; note what is wrong with it."""
        where = f"{what} '{name}'"
        if not isinstance(name, str):
            self.build_faults.append(Fault(where, f"its name is {name!r}, not a text.", f"Write '{what}{name}'."))
            return f"{what}{name}"
        if name in table:
            several = "bodies" if what == "body" else f"{what}s"
            problem = f"there are two {several} of this name."
            self.build_faults.append(Fault(where, problem, "Give each its own name."))
        if what in ("body", "joint") and name in {**self.bodies, **self.joints} and name not in table:
            self.build_faults.append(Fault(where, "a body and a joint share this name.", "Rename one of them."))
        if what != "driver" and not _is_name(name):
            self.build_faults.append(Fault(where, f"'{name}' is not a name.", _NAMING))
        return name

    def _add_point(self, body: str, marker: Marker) -> None:
        owner = self.bodies[body]
        where = f"body '{body}'"
        if marker.name in owner.points:
            self.build_faults.append(Fault(where, f"there are two points called '{marker.name}'."))
        if not _is_name(marker.name):
            self.build_faults.append(Fault(where, f"'{marker.name}' is not a name for a point.", _NAMING))
        self.bodies[body] = replace(owner, points={**owner.points, marker.name: marker})

    @staticmethod
    def name_of(given: Any) -> str:
        """Return the name of a body or joint, given by itself or as text."""
        return given.name if isinstance(given, BodyRef | JointRef | Body | Joint) else str(given)

    def check_own(self, given: Any, where: str) -> None:
        """Note a body, joint or point of another mechanism; those of a copy of this one are as good."""
        if not isinstance(given, BodyRef | JointRef | Marker) or given.origin in ("", self.origin):
            return
        name = given.body if isinstance(given, Marker) else given.name
        if name != GROUND:
            problem = f"'{name}' belongs to another mechanism, not to '{self.name}'."
            self.build_faults.append(
                Fault(where, problem, f"Use what m.body(...) or m.revolute(...) of '{self.name}' gave.")
            )

    def _pulleys(self, given: Any, where: str) -> tuple[Pulley, ...]:
        """Return the pulleys and guides of a cable; a point by itself is a guide."""
        if isinstance(given, Pulley | Marker | str):
            given = (given,)
        made = [item if isinstance(item, Pulley) else Pulley(item) for item in given]
        for wheel in made:
            if wheel.side not in SIDES:
                problem = f"the side of a pulley is '{wheel.side}'."
                self.build_faults.append(Fault(where, problem, nearest(str(wheel.side), SIDES)))
        return tuple(replace(wheel, at=self._end(wheel.at, None, None, where)) for wheel in made)

    def _end(self, end: Any, at: Any, axis: Direction | None, where: str) -> Marker:
        self.check_own(end, where)
        if isinstance(end, Marker):
            return end
        if end is None:
            self.build_faults.append(Fault(where, "it needs two ends, a and b."))
            return Marker(GROUND)
        if isinstance(end, tuple | list | np.ndarray):
            return self.ground.at(*end)
        name = self.name_of(end)
        if "." in name:
            body, point = name.split(".", 1)
            if body not in self.bodies:
                return Marker(body)
            points = self.bodies[body].points
            if point in points:
                return points[point]
            self.build_faults.append(
                Fault(where, f"body '{body}' has no point '{point}'.", nearest(point, list(points)))
            )
            return Marker(body)
        if at is None:
            return Marker(name)
        return Marker(name, as_vector((at,)), axis, drawn=True)

    # ---- variants -----------------------------------------------------------------------------

    def copy(self) -> Mechanism:
        """Return an independent copy."""
        other = Mechanism.__new__(Mechanism)
        for key, value in vars(self).items():
            other.__dict__[key] = value.copy() if isinstance(value, dict | list) else value
        other._plan = None
        return other

    def with_parameters(self, **values: Value) -> Mechanism:
        """Return a copy with some parameters changed."""
        other = self.copy()
        for name, value in values.items():
            if name not in self.parameters:
                raise ModelError(f"There is no parameter '{name}'. {nearest(name, list(self.parameters))}")
            other.parameters[name] = value
        return other

    def in_space(self) -> Mechanism:
        """Return the same mechanism computed in space."""
        other = self.copy()
        other.space = replace(self.space, planar=False)
        return other

    def in_plane(self, plane: str | None = None) -> Mechanism:
        """Return the same mechanism computed in a plane (default: where its 2-component vectors lie)."""
        other = self.copy()
        other.space = Space(plane or self.space.plane, True)
        return other

    def without_drivers(self) -> Mechanism:
        """Return a copy without drivers."""
        other = self.copy()
        other.drivers = {}
        return other

    # ---- checking and planning ----------------------------------------------------------------

    def check(self) -> Resolved:
        """Check the description; raises ModelError with every fault, or returns the model in numbers.

        A mechanism without bodies is a fault here, and here only: it may be one that is still being written.
        """
        resolved = self._checked()[0]
        if not resolved.solids:
            nothing = Fault(
                f"mechanism '{self.name}'", "it has no bodies, so nothing can move.", "Add one: body 'crank'."
            )
            raise ModelError(f"Mechanism '{self.name}' has one fault:", [nothing])
        return resolved

    def _checked(self) -> tuple[Resolved, list[Equation], Writer]:
        from .equations import write_equations
        from .resolve import resolve

        resolved = resolve(self)
        equations, writer = write_equations(self, resolved)
        if resolved.faults:
            unique = list(dict.fromkeys(resolved.faults))
            count = "one fault" if len(unique) == 1 else f"{len(unique)} faults"
            raise ModelError(f"Mechanism '{self.name}' has {count}:", unique)
        return resolved, equations, writer

    def plan(self) -> Plan:
        """Return the tables for the kernels; kept until the description changes."""
        from ..coordinates.plan import make_plan

        key = self._description()
        if self._plan is None or self._plan[0] != key:
            self._plan = (key, make_plan(*self._checked()))
        return self._plan[1]

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and pickles hold: they make plans of their own."""
        return {**self.__dict__, "_plan": None}

    def keep_plan(self, plan: Plan) -> None:
        """Take a plan of this very description that was made elsewhere."""
        self._plan = (self._description(), plan)

    def _description(self) -> tuple[object, ...]:
        parts = (self.parameters, self.bodies, self.joints, self.drivers, self.forces)
        placed = tuple((name, self.placements[name]) for name in sorted(self.placements))
        return (self.space, self.gravity, *(tuple(p.items()) for p in parts), placed, self._computed())

    def _computed(self) -> tuple[object, ...]:
        """Return what the Python functions of forces and drivers compute at present: that may have changed."""
        users = [*self.forces.values(), *self.drivers.values()]
        values = (value for user in users for value in vars(user).values() if isinstance(value, TimeFunction))
        return tuple(unfolded(item) for value in values for item in value.functions)

    # ---- analyses: each in a module of its own, where its arguments are described --------------------

    if TYPE_CHECKING:
        assemble = _assemble
        mobility = _mobility
        allowable_motions = _allowable_motions
        move = _move
        pose = _pose
        start = _consistent_start
        simulate = _simulate
        compare = _compare
        simulate_many = _simulate_many
        inverse = _inverse
        equations = _equations
        symbolic = _symbolic_equations
        noc = _noc
        reduced = _reduced
        draw = _draw_mechanism
    else:
        assemble = Analysis("solve.assembly", "assemble")
        mobility = Analysis("solve.mobility", "mobility")
        allowable_motions = Analysis("solve.allowable", "allowable_motions")
        move = Analysis("solve.kinematics", "move")
        pose = Analysis("solve.kinematics", "pose")
        start = Analysis("solve.start", "consistent_start")
        simulate = Analysis("solve.simulate", "simulate")
        compare = Analysis("solve.compare", "compare")
        simulate_many = Analysis("solve.batch", "simulate_many")
        inverse = Analysis("solve.inverse", "inverse")
        equations = Analysis("solve.equations", "equations")
        symbolic = Analysis("symbolic", "symbolic_equations")
        noc = Analysis("solve.noc", "noc")
        reduced = Analysis("solve.reduced", "reduced")
        draw = Analysis("draw", "draw_mechanism")

    def robot(self, tool: Marker | BodyRef | str | None = None) -> Robot:
        """Return a mechanism without loops as a robot in its joint coordinates; see `linkwork.solve.robot.Robot`."""
        from ..solve.robot import Robot

        return Robot(self, tool)

    # ---- files and pictures -------------------------------------------------------------------

    def to_toml(self) -> str:
        """Return the description as TOML text."""
        from .files import to_toml

        return to_toml(self)

    def save(self, path: str | Path) -> None:
        """Write the description to a TOML file; the file is replaced as a whole or not at all."""
        from .files import save

        save(self, path)

    @staticmethod
    def load(path: str | Path) -> Mechanism:
        """Read a description from a TOML file."""
        from .files import load

        return load(path)


_NAMING = "Use letters, digits, spaces, - and _, not a digit first."


def _is_name(name: str) -> bool:
    return name.replace(" ", "_").replace("-", "_").isidentifier()


def _as_inertia(inertia: Any) -> Inertia | None:
    if inertia is None or isinstance(inertia, str):
        return inertia
    if isinstance(inertia, Real):
        return float(inertia)
    rows = list(inertia)
    if rows and not isinstance(rows[0], str | Real):
        return tuple(as_vector((r,)) for r in rows)
    return as_vector((rows,))
