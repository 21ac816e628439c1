"""The constraint equations of a resolved model: joints and drivers written on numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ..arrays import Array
from ..base.measure import DIMENSIONS, WRAPPED, Lift, Measure, Slide
from ..errors import ExpressionError, nearest
from ..expressions import Program, plain, units
from ..expressions.constant import MEANT
from ..expressions.nodes import Call, Name, Node, rewritten
from ..forces import Force
from ..joints import Joint
from .combined import Combinations
from .placed import reach
from .quantities import FUNCTIONS, RATE, Quantities
from .resolve import Frames, Reader, Resolved

F = TypeVar("F", bound=Force)

if TYPE_CHECKING:
    from ..curves.solved import Solved
    from ..expressions.program import Course
    from .description import Description
    from .loads import ResolvedLoad
    from .state import Event


@dataclass(frozen=True)
class Site:
    """A feature in numbers: body (-1 = ground), point or vector, components in body axes."""

    body: int
    vector: bool
    xyz: tuple[float, float, float]


@dataclass(frozen=True)
class Gauge:
    """A measure in numbers."""

    kind: str
    sites: tuple[Site, ...]
    axis: int = 0

    @property
    def bodies(self) -> set[int]:
        """The moving bodies it depends on."""
        return {s.body for s in self.sites if s.body >= 0}


@dataclass(frozen=True)
class SolvedContact:
    """A contact in numbers: see `Contact`."""

    kind: str
    curve: Solved
    other: Solved | None
    roll: bool
    side: float
    other_side: float
    radius: float

    @property
    def period(self) -> float:
        """By how much a slip changes when the contact has gone round a closed curve once [m]; 0: it does not go round.

        The turns of what rolls are counted with its angle, and with them the rounds of one of two closed curves.
        """
        closed = [curve for curve in (self.curve, self.other) if curve is not None and curve.closed]
        sigma = self.curve.side * self.side
        if not self.roll or not closed:
            return 0.0
        if self.kind == "point":
            return abs(self.curve.length - sigma * self.radius * self.curve.angles[1])
        if len(closed) == 1 or closed[1].angles[1] == 0.0:
            return closed[0].length
        own, mate = closed
        tau = -sigma * mate.side * self.other_side
        return abs(own.length - tau * mate.length * own.angles[1] / mate.angles[1])


@dataclass(frozen=True)
class SolvedSurface:
    """A contact on a surface in numbers: see `Surface`.

    Attributes
    ----------
    programs : tuple of Program
        The expression that vanishes on it, and its derivatives by x, y and z.
    """

    kind: str
    programs: tuple[Program, ...]
    roll: int
    side: float
    radius: float


@dataclass(frozen=True)
class Equation:
    """One constraint equation in numbers.

    The sum of weights (gauges - rests), or program(t, gauges), less offset and function(t) vanishes. An equation of
    velocities is program(t, gauges, their rates) = 0, linear in the rates.

    Attributes
    ----------
    owner : str
        Name of the joint or driver it belongs to.
    driver : bool
    meaning : str
        What it holds, in words.
    gauges : tuple of Gauge
    offset : float
    function : Program or None
        Of time alone.
    program : Program or None
        Of time (variable 0) and the gauges (variables 1 ...), then their rates in an equation of velocities.
    index : int
        Number of the row among all rows of its owner, before rows are left out in the plane.
    weights, rests : tuple of float
        Of a sum; none given: a single gauge.
    level : int
        0: an equation of positions; 1: of velocities alone.
    rated : int
        How many of the gauges, the first ones, have their rates in an equation of velocities.
    press : int
        See `Row`.
    length : bool
        Whether a sum, program or contact is a length.
    passing : tuple of str
        See `Row`.
    valid : tuple of (Program, str)
        See `Row`; the programs are of the same gauges.
    contact : SolvedContact or None
        A contact on curves, of the gauges xi, eta and psi; an offset that is not a number is that of the start.
    surface : SolvedSurface or None
        A contact on a surface, of the gauges of `Surface`.
    release : Lift, Slide or None
        See `Row`.
    """

    owner: str
    driver: bool
    meaning: str
    gauges: tuple[Gauge, ...]
    offset: float = 0.0
    function: Program | None = None
    program: Program | None = None
    index: int = 0
    weights: tuple[float, ...] = ()
    rests: tuple[float, ...] = ()
    level: int = 0
    rated: int = 0
    press: int = 0
    length: bool = False
    passing: tuple[str, ...] = ()
    valid: tuple[tuple[Program, str], ...] = ()
    contact: SolvedContact | None = None
    surface: SolvedSurface | None = None
    release: Lift | Slide | None = None

    @property
    def single(self) -> bool:
        """Whether it is one gauge that keeps a value or follows a function."""
        return self.program is None and not self.weights and self.contact is None and self.surface is None

    @property
    def wrap(self) -> bool:
        """Whether the residual is an angle that counts up to full turns."""
        return self.single and self.gauges[0].kind in WRAPPED

    @property
    def is_length(self) -> bool:
        """Whether the residual is a length, or its rate."""
        return DIMENSIONS[self.gauges[0].kind] == "length" if self.single else self.length

    @property
    def inputs(self) -> tuple[tuple[Gauge, int], ...]:
        """The measured variables of its program: gauges, and their rates in an equation of velocities."""
        return *((gauge, 0) for gauge in self.gauges), *((gauge, 1) for gauge in self.gauges[: self.rated])

    @property
    def timed(self) -> tuple[Course, ...]:
        """Where it, or the function that it follows, changes its course at times that no even rise tells."""
        programs = [program for program in (self.program, self.function) if program is not None]
        return tuple(course for program in programs for course in program.courses if course.timed)

    @property
    def bodies(self) -> set[int]:
        """The moving bodies it depends on."""
        return set().union(*(g.bodies for g in self.gauges))


class Writer:
    """Writes equations and gauges of a model; faults go to the reader's list."""

    def __init__(self, model: Description, resolved: Resolved, reader: Reader | None = None) -> None:
        self.model = model
        self.resolved = resolved
        self.reader = reader or Reader(model.space, resolved.parameters, resolved.faults)
        self.frames = Frames(self.reader, resolved)
        self.quantities = Quantities(model.space, model.bodies, model.joints, [*model.drivers, *model.forces])
        self.combinations = Combinations(self)
        self._loads: list[ResolvedLoad] | None = None

    def gauge(self, measure: Measure, default_axis: str = "normal") -> Gauge:
        """Return a measure in numbers."""
        sites = []
        for feature in measure.features:
            frame = self.frames.frame(feature.marker, default_axis)
            if feature.part == "point":
                sites.append(Site(frame.body, False, triple(frame.point)))
            else:
                sites.append(Site(frame.body, True, triple(frame.axes[:, "xyz".index(feature.part)])))
        return Gauge(measure.kind, tuple(sites), measure.axis)

    def named_gauge(self, text: str) -> Gauge:
        """Return the gauge of a named quantity; raises ExpressionError."""
        measure = self.quantities.measure(text)
        owner = plain(text).split(".")[0]
        joint = self.model.joints.get(owner)
        return self.gauge(measure, joint.AXIS if joint else "normal")

    def joint_equations(self, joint: Joint, settled: bool = True) -> list[Equation]:
        """Return the equations of a joint that have a meaning in this space.

        Not settled: without those that depend on where the others hold the bodies.
        """
        where = f"{joint.KIND.replace('_', ' ')} joint '{joint.name}'"
        if not self.joint_fits(joint, where):
            return []
        equations = []
        from .write_rows import RowWriter

        before = len(self.resolved.faults)
        write = RowWriter(self, joint, where)
        if len(self.resolved.faults) == before and (reason := write.joint.wrong_sizes()):
            self.reader.fault(where, reason)
        if len(self.resolved.faults) > before:
            return []
        for number, row in enumerate(write.rows() if settled else write.joint.rows()):
            if joint.PLACED and row.terms and not settled:
                continue
            equation = write.equation(row, number)
            if equation is not None:
                equations.append(equation)
        return equations

    def read(self, joint: Joint) -> Joint:
        """Return a joint with its quantities in SI units."""
        from .write_rows import RowWriter

        return RowWriter(self, joint, joint.name).joint

    def joint_fits(self, joint: Joint, where: str) -> bool:
        """Return whether a joint acts on bodies that are there, and fits into this space; note what is wrong."""
        fault, index = self.reader.fault, self.resolved.index
        if not joint.ENDS:
            return True
        bodies = dict.fromkeys(marker.body for marker in joint.markers())
        unknown = [body for body in bodies if body not in index]
        for body in unknown:
            fault(where, f"there is no body '{body}'.", nearest(body, list(index)))
        if unknown:
            return False
        if len(bodies) == 1:
            fault(where, f"it joins '{joint.a.body}' to itself.", "A joint connects two different bodies.")
            return False
        before = len(self.resolved.faults)
        axes = tuple(self.frames.frame(end, joint.AXIS).axes[:, 2] for end in joint.ends)
        reason = joint.unfit(self.model.space, axes)  # type: ignore[arg-type]
        if reason:
            fault(where, reason)
        return len(self.resolved.faults) == before

    def with_variables(self, node: Node, found: dict[str, int]) -> Node:
        """Return the expression with every measured quantity as a variable, numbered in `found`."""

        def rule(item: Node) -> Node | None:
            if not self.is_quantity(item):
                return None
            found.setdefault(str(item), len(found) + 1)
            return Name(str(item))

        return rewritten(node, rule)

    def is_quantity(self, node: Node) -> bool:
        """Return whether a part of an expression is a measured quantity or its rate."""
        if isinstance(node, Call):
            return node.name in (*FUNCTIONS, RATE)
        if not isinstance(node, Name) or node.name in (*self.resolved.parameters, *MEANT):
            return False
        return "." in node.name or plain(node.name) in self.model.joints

    def driver_equations(self) -> list[Equation]:
        """Return one equation for every driver."""
        equations = []
        for driver in self.model.drivers.values():
            where = f"driver '{driver.name}'"
            try:
                equation = self.quantity_equation(
                    driver.quantity, driver.name, f"{driver.quantity} follows its function"
                )
                expected = (
                    units.LENGTH if equation.is_length else UNITS_OF_MEASURES[DIMENSIONS[equation.gauges[0].kind]]
                )
                function = driver.function.program(self.resolved.parameters, expected=expected)
            except ExpressionError as error:
                self.reader.fault(where, str(error))
                continue
            if not equation.bodies:
                self.reader.fault(where, f"'{driver.quantity}' belongs to the ground and cannot be driven.")
                continue
            equations.append(replace(equation, driver=True, function=function))
        return equations

    def quantity_equation(self, quantity: str, owner: str, meaning: str, value: float = 0.0) -> Equation:
        """Return the equation that a named quantity keeps a value; raises ExpressionError."""
        found = self.combinations.find(quantity)
        if found is None:
            return Equation(owner, False, meaning, (self.named_gauge(quantity),), value)
        gauges = tuple(found.gauges.values())
        return Equation(owner, False, meaning, gauges, value, program=found.program, length=True)

    def check_points(self) -> None:
        """Read every named point, so that its faults are found although nothing uses it."""
        for body in self.model.bodies.values():
            for marker in body.points.values():
                self.frames.frame(marker)

    def load_list(self) -> list[ResolvedLoad]:
        """Return the loads of all forces, in the user's order."""
        from .loads import LoadWriter

        if self._loads is None:
            self._loads = LoadWriter(self).load_list()
        return self._loads

    def use_loads(self, loads: list[ResolvedLoad]) -> None:
        """Take loads that were written elsewhere as those of `load_list`."""
        self._loads = loads

    def forces_of(self, kind: type[F]) -> list[F]:
        """Return the forces of a kind with every number in SI units; those with faults are left out."""
        from .read_force import ForceReader

        read = (ForceReader(self).read(force) for force in self.model.forces.values() if isinstance(force, kind))
        return [force for force in read if isinstance(force, kind)]

    def event(self, text: str) -> Event:
        """Return what makes an event happen, given as a comparison or an expression; raises ExpressionError."""
        from .state import StateReader

        return StateReader(self).event(text)


@np.errstate(over="ignore", invalid="ignore")
def write_equations(model: Description, resolved: Resolved) -> tuple[list[Equation], Writer]:
    """Return every equation of the model, joints first, in the user's order."""
    writer = Writer(model, resolved)
    writer.check_points()
    if any(joint.MEASURES_PLACES for joint in model.joints.values()):
        reach(
            resolved, (j for j in model.joints.values() if all(e.body in resolved.index for e in j.ends)), writer.frames
        )
    writer.load_list()
    if any(joint.PLACED for joint in model.joints.values()):
        _settle(model, resolved, writer)
    equations = [e for joint in model.joints.values() for e in writer.joint_equations(joint)]
    equations.extend(writer.driver_equations())
    return equations, writer


def _settle(model: Description, resolved: Resolved, writer: Writer) -> None:
    """Find where the bodies are with all joints closed but those equations that depend on it."""
    equations = [e for joint in model.joints.values() for e in writer.joint_equations(joint, settled=False)]
    if not resolved.faults:
        resolved.settled = model.settled(resolved, equations, writer)


def triple(vector: Array) -> tuple[float, float, float]:
    """Return a vector as three numbers."""
    return float(vector[0]), float(vector[1]), float(vector[2])


UNITS_OF_MEASURES: dict[str, units.Dimension | None] = {"length": units.LENGTH, "angle": units.ANGLE, "number": None}


def _dimension(measure: Measure) -> units.Dimension | None:
    return UNITS_OF_MEASURES[measure.dimension]
