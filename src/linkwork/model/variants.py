"""A model in numbers for many values of its parameters; what does not depend on them is read once.

Reading a description again costs far more than the numbers that change. Which parts a parameter reaches is found
from the texts in the description: through other parameters, points, joints and forces that mention it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.marker import GROUND, Marker
from ..base.parts import Placement
from ..errors import ExpressionError
from ..expressions import Constant, resolve_parameters
from ..expressions.nodes import Node, names
from .equations import Equation, Writer
from .loads import LoadWriter
from .resolve import Reader, Resolved, read_hint
from .solids import read_solid

if TYPE_CHECKING:
    from .description import Description
    from .loads import ResolvedLoad

Checked = tuple[Resolved, list[Equation], Writer]


class Reach:
    """What of a description depends on some of its parameters.

    Attributes
    ----------
    parameters, solids, hints, points, joints, drivers, forces : set of str
        Names of the parts that depend on them; `points`: of the bodies with such points.
    gravity : bool
    """

    def __init__(self, model: Description, changed: Iterable[str]) -> None:
        self._names: set[str] = set()
        self._pattern: re.Pattern[str] | None = None
        self.hints: set[str] = set()
        self.parameters = set(changed)
        while self._grow(self.parameters, model.parameters):
            pass
        self._values = self._pattern
        self.solids = {b.name for b in model.bodies.values() if self.mentions((b.mass, b.com, b.inertia, b.shape))}
        self.hints = {name for name, placement in model.placements.items() if self.mentions(placement)}
        points = {body.name: tuple(body.points.values()) for body in model.bodies.values()}
        self.joints: set[str] = set()
        self.points: set[str] = set()
        while self._grow(self.points, points) or self._grow(self.joints, model.joints):
            pass
        self.drivers = {name for name, driver in model.drivers.items() if self.mentions(driver)}
        self.forces = {name for name, force in model.forces.items() if self.mentions(force)}
        self.gravity = self.mentions(model.gravity)

    def varies(self, part: Any) -> bool:
        """Return whether a part of the description uses the parameters itself, and not what they move."""
        before, self._pattern = self._pattern, self._values
        try:
            return self.mentions(part)
        finally:
            self._pattern = before

    def _grow(self, found: set[str], parts: Mapping[str, Any]) -> bool:
        """Add the parts that mention what was found so far; return whether there was one."""
        self._names |= found
        texts = "|".join(re.escape(name) for name in sorted(self._names))
        self._pattern = re.compile(rf"(?<![^\W\d])(?:{texts})(?!\w)") if texts else None
        more = {name for name, part in parts.items() if name not in found and self.mentions(part)}
        found |= more
        self._names |= more
        return bool(more)

    def mentions(self, part: Any) -> bool:
        """Return whether a part of the description depends on the parameters; one of unknown kind may."""
        if part is None or isinstance(part, Real | np.ndarray):
            return False
        if isinstance(part, str):
            return self._pattern is not None and self._pattern.search(part) is not None
        if isinstance(part, Marker):
            placed = part.drawn and part.body in self.hints
            return placed or self.mentions((part.at, part.z, part.x))
        inner = _inside(part)
        return inner is None or any(map(self.mentions, inner))


def _inside(part: Any) -> Iterable[Any] | None:
    """Return what a part of a description is made of; None where its kind is unknown."""
    if isinstance(part, Node):
        return names(part)
    if isinstance(part, Mapping):
        return part.values()
    if is_dataclass(part):
        return [getattr(part, f.name) for f in fields(part)]
    return part if isinstance(part, tuple | list) else None


class Variants:
    """Writes a model in numbers for other values of some parameters.

    Parameters
    ----------
    model : Mechanism
        Without faults.
    checked : tuple
        The model in numbers: resolved, equations, writer.
    changed : iterable of str
        The parameters that will change.
    """

    def __init__(self, model: Description, checked: Checked, changed: Iterable[str]) -> None:
        self.resolved, equations, writer = checked
        self.reach = Reach(model, changed)
        self.of_joint: dict[str, list[Equation]] = {name: [] for name in model.joints}
        self.of_drivers: list[Equation] = []
        for equation in equations:
            (self.of_drivers if equation.driver else self.of_joint[equation.owner]).append(equation)
        self.loads = writer.load_list()
        self.frames = {key: f for key, f in writer.frames.known().items() if not self.reach.mentions(key[0])}

    def checked(self, other: Description) -> Checked:
        """Return a variant of the model in numbers; raises ModelError with every fault."""
        written = self._written(other)
        if written is None or written[0].faults:
            return other.checked()  # reads everything and raises with all faults
        return written

    @np.errstate(over="ignore", invalid="ignore")
    def _written(self, other: Description) -> Checked | None:
        resolved = self._resolved(other)
        if resolved is None or resolved.faults or any(joint.PLACED for joint in other.joints.values()):
            return None  # a joint that depends on where bodies are depends on everything
        writer = Writer(other, resolved)
        writer.frames.keep(self.frames)
        for marker in (m for name in self.reach.points for m in other.bodies[name].points.values()):
            writer.frames.frame(marker)
        writer.use_loads(self._loads(writer))
        reach = self.reach
        equations = [
            e
            for name, joint in other.joints.items()
            for e in (writer.joint_equations(joint) if name in reach.joints else self.of_joint[name])
        ]
        equations += writer.driver_equations() if reach.drivers else self.of_drivers
        return resolved, equations, writer

    def _resolved(self, other: Description) -> Resolved | None:
        base, reach = self.resolved, self.reach
        placing = reach.hints | reach.points | reach.joints
        if reach.gravity or (placing and any(joint.MEASURES_PLACES for joint in other.joints.values())):
            return None  # lengths of cables are measured where the bodies are placed
        given: dict[str, float | str | Constant] = {
            name: value if name in reach.parameters else base.parameters[name]
            for name, value in other.parameters.items()
        }
        try:
            parameters = resolve_parameters(given)
        except ExpressionError:
            return None
        reader = Reader(other.space, parameters, [])
        solids, hints = list(base.solids), list(base.hints)
        for name in reach.solids - {GROUND}:
            solids[base.index[name]] = read_solid(reader, other.bodies[name])
        for name in reach.hints:
            hints[base.index[name]] = read_hint(reader, name, other.placements.get(name, Placement()))
        return Resolved(base.space, parameters, solids, hints, base.gravity, base.index, reader.faults, base.about)

    def _loads(self, writer: Writer) -> list[ResolvedLoad]:
        if not self.reach.forces:
            return self.loads
        made = LoadWriter(writer)
        loads: list[ResolvedLoad] = []
        for name, force in writer.model.forces.items():
            if name in self.reach.forces:
                loads += made.loads_of(force)
            else:
                loads += [load for load in self.loads if load.owner == name]
        return loads
