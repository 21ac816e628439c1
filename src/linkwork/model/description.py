"""The description of a mechanism: what the user writes down, and whether it makes sense. It computes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from numbers import Real
from secrets import token_hex
from typing import Any, Self

import numpy as np

from ..base.marker import GROUND, Value, Vector, as_vector
from ..base.parts import Body, Driver, Inertia, Placement
from ..base.rotation import Rotation
from ..base.shapes import Shape
from ..base.space import PLANES, Space
from ..errors import ExpressionError, Fault, ModelError, check_name, nearest, texts_of
from ..expressions import plain
from ..expressions.nodes import unfolded
from ..forces import REGISTRY as FORCES
from ..forces import Force
from ..functions import TimeFunction, as_function
from ..joints import REGISTRY as JOINTS
from ..joints import Joint
from ..words import counted
from .build_force import ForceBuilder
from .build_joint import build_joint
from .equations import Equation, Writer, write_equations
from .given import check_own, fields_only, name_of
from .names import new_name
from .refs import BodyRef, JointRef
from .resolve import Hint, Resolved, resolve


class Description:
    """Bodies, joints, drivers and forces, in a plane or in space: a `linkwork.Mechanism` without its analyses."""

    @fields_only("mechanism")
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
            self.note(f"mechanism '{name}'", f"there is no plane '{plane}'.", "Use 'xy', 'xz', 'yz' or None (space).")
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
        self.inputs = ()
        self.outputs = ()

    def _gravity(self, given: Any) -> Vector | None:
        if given is None:
            return None
        if isinstance(given, str | Real) or np.ndim(given) == 0:
            down = "(0, -9.81)" if self.space.planar else "(0, 0, -9.81)"
            problem = f"gravity is {given!r}, a single value; its components are expected, since it has a direction."
            self.note(f"mechanism '{self.name}'", problem, f"Write gravity={down}.")
            return None
        return as_vector((tuple(given),))

    @property
    def inputs(self) -> tuple[str, ...]:
        """Forces and drivers that are inputs of linear equations where no others are asked for; see `linearise`."""
        return self._inputs

    @inputs.setter
    def inputs(self, names: Sequence[str]) -> None:
        self._inputs = tuple(texts_of("inputs", names, "motor"))

    @property
    def outputs(self) -> tuple[str, ...]:
        """Quantities that are outputs of linear equations where no others are asked for; see `linearise`."""
        return self._outputs

    @outputs.setter
    def outputs(self, names: Sequence[str]) -> None:
        self._outputs = tuple(texts_of("outputs", names, "A.angle"))

    def note(self, where: str, problem: str, hint: str = "") -> None:
        """Note a fault of what the user gave; `check` reports all of them at once."""
        self.build_faults.append(Fault(where, problem, hint))

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
        name = new_name(self, name, self.parameters, "parameter")
        self.parameters[name] = value
        return name

    @fields_only("body")
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
        name = new_name(self, name, self.bodies, "body")
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
        check_name("joint kind", kind, JOINTS)
        name = new_name(self, name, self.joints, "joint")
        joint = build_joint(self, kind, name, a, b, fields)
        self.joints[name] = joint
        return JointRef(joint, self.origin)

    @fields_only("driver of")
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
        given, quantity = quantity, plain(name_of(quantity))
        name = new_name(self, name or quantity, self.drivers, "driver")
        check_own(self, given, f"driver '{name}'")
        try:
            self.drivers[name] = Driver(name, quantity, as_function(function))
        except ExpressionError as error:
            raise ExpressionError(f"Driver '{name}': {error}") from None

    def drive_body(self, body: BodyRef | str, name: str | None = None, **functions: Any) -> None:
        """Drive coordinates of a body: x, y, z [m], roll, pitch, yaw [rad] (angle in the plane)."""
        who = name_of(body)
        check_own(self, body, f"driver of '{who}'")
        for coordinate, function in functions.items():
            quantity = f"{who}.{coordinate}"
            self.drive(quantity, function, f"{name}.{coordinate}" if name else quantity)

    @fields_only("placement of")
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
        name = name_of(body)
        check_own(self, body, f"placement of '{name}'")
        if rate is not None and not isinstance(rate, str | Real):
            rate = as_vector((rate,))
        if rotation is not None and not isinstance(rotation, Rotation):
            problem = f"its rotation is {rotation!r}; an orientation is expected."
            self.note(f"placement of '{name}'", problem, "Write lw.matrix(...), lw.quaternion(...), lw.rpy(...) ...")
            rotation = None
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
        check_name("force kind", kind, FORCES)
        name = new_name(self, name, self.forces, "force")
        made = ForceBuilder(self, kind, name).build(args, fields)
        if made is not None:
            self.forces[name] = made

    # ---- variants -----------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self).__new__(type(self))
        for key, value in vars(self).items():
            other.__dict__[key] = value.copy() if isinstance(value, dict | list) else value
        return other

    def with_parameters(self, **values: Value) -> Self:
        """Return a copy with some parameters changed."""
        other = self.copy()
        for name, value in values.items():
            check_name("parameter", name, self.parameters)
            other.parameters[name] = value
        return other

    def in_space(self) -> Self:
        """Return the same mechanism computed in space."""
        other = self.copy()
        other.space = replace(self.space, planar=False)
        return other

    def in_plane(self, plane: str | None = None) -> Self:
        """Return the same mechanism computed in a plane (default: where its 2-component vectors lie)."""
        other = self.copy()
        other.space = Space(plane or self.space.plane, True)
        return other

    def without_drivers(self) -> Self:
        """Return a copy without drivers."""
        other = self.copy()
        other.drivers = {}
        other.inputs = [name for name in self.inputs if name not in self.drivers]
        return other

    # ---- checking -----------------------------------------------------------------------------

    def check(self) -> Resolved:
        """Check the description; raises ModelError with every fault, or returns the model in numbers.

        A mechanism without bodies is a fault here, and here only: it may be one that is still being written.
        """
        resolved = self.checked()[0]
        if not resolved.solids:
            nothing = Fault(
                f"mechanism '{self.name}'", "it has no bodies, so nothing can move.", "Add one: body 'crank'."
            )
            raise ModelError(f"Mechanism '{self.name}' has one fault:", [nothing])
        return resolved

    def checked(self) -> tuple[Resolved, list[Equation], Writer]:
        """Return the model in numbers, its equations and what writes more of them; raises with every fault."""
        resolved = resolve(self)
        equations, writer = write_equations(self, resolved)
        resolved.faults.extend(self._faults_of_inputs())
        if resolved.faults:
            unique = list(dict.fromkeys(resolved.faults))
            count = "one fault" if len(unique) == 1 else f"{len(unique)} faults"
            raise ModelError(f"Mechanism '{self.name}' has {count}:", unique)
        return resolved, equations, writer

    def _faults_of_inputs(self) -> Iterator[Fault]:
        legal = [*self.forces, *self.drivers]
        for name in self.inputs:
            if name.partition(".value.")[0] not in legal:
                yield Fault(f"input '{name}'", "there is no force or driver of this name.", nearest(name, legal))

    def settled(self, resolved: Resolved, equations: list[Equation], writer: Writer) -> list[Hint]:
        """Return where the bodies are once `equations` hold: as hinted, since a description moves nothing."""
        return resolved.hints

    def written(self) -> tuple[object, ...]:
        """Return all that the user has written down, for comparing."""
        parts = (self.parameters, self.bodies, self.joints, self.drivers, self.forces)
        placed = tuple((name, self.placements[name]) for name in sorted(self.placements))
        faults = tuple(self.build_faults)
        asked = self.inputs, self.outputs
        return (self.space, self.gravity, *asked, *(tuple(p.items()) for p in parts), placed, self._computed(), faults)

    def _computed(self) -> tuple[object, ...]:
        """Return what the Python functions of forces and drivers compute at present: that may have changed."""
        users = [*self.forces.values(), *self.drivers.values()]
        values = (value for user in users for value in vars(user).values() if isinstance(value, TimeFunction))
        return tuple(unfolded(item) for value in values for item in value.functions)


def _as_inertia(inertia: Any) -> Inertia | None:
    if inertia is None or isinstance(inertia, str):
        return inertia
    if isinstance(inertia, Real):
        return float(inertia)
    rows = list(inertia)
    if rows and not isinstance(rows[0], str | Real):
        return tuple(as_vector((r,)) for r in rows)
    return as_vector((rows,))
