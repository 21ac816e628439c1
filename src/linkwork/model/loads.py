"""The loads of a resolved model: forces written on numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.load import MEASURED, RATE, Law, Load
from ..base.marker import Marker
from ..base.measure import DIMENSIONS
from ..errors import ExpressionError
from ..expressions import Program, units
from ..expressions.nodes import lift, rewritten
from ..expressions.units import Dimension
from ..forces import Force
from ..functions import TimeFunction
from ..functions.controller import Controller
from .combined import Combined
from .equations import Gauge, Site, triple
from .in_plane import constant_in_plane
from .read_force import ForceReader
from .state import Input

_EFFORTS: dict[str, Dimension | None] = {"length": units.FORCE, "angle": units.TORQUE, "number": None}


@dataclass(frozen=True)
class ResolvedLaw:
    """A law in numbers: constant + stiffness (m - free) + damping m' + program(t, inputs).

    Variable 0 of the program is the time, the others are the inputs.
    """

    constant: float = 0.0
    stiffness: float = 0.0
    free: float = 0.0
    damping: float = 0.0
    program: Program | None = None
    inputs: tuple[Input, ...] = ()

    @property
    def is_zero(self) -> bool:
        """Whether its value always vanishes."""
        return self.program is None and not (self.constant or self.stiffness or self.damping)


@dataclass(frozen=True)
class ResolvedLoad:
    """A load in numbers.

    Attributes
    ----------
    owner : str
        Name of the force.
    kind : str
        ``"along"``, ``"force"``, ``"torque"`` or ``"combined"``.
    gauge : Gauge or None
        Of an ``along`` load.
    sites : tuple of Site
        Of a force: its direction, the point that reacts and the point it acts at. Of a torque: its
        direction, the body that reacts and the body it acts on.
    law : ResolvedLaw
    internal : bool
        False: it comes from outside, and nothing reacts.
    potential : bool
        True: constant and stiffness belong to a spring, whose energy is -constant m - stiffness (m - free)^2 / 2.
    combined : Program or None
        Of a ``combined`` load: the length that it works on, of time and `spread`.
    spread : tuple of Gauge
        The measures that this length is made of.
    """

    owner: str
    kind: str
    gauge: Gauge | None
    sites: tuple[Site, ...]
    law: ResolvedLaw
    internal: bool
    potential: bool
    combined: Program | None = None
    spread: tuple[Gauge, ...] = ()

    @property
    def compliant(self) -> bool:
        """Whether its value changes with its own measure or with the rate of that."""
        law = self.law
        own = any(gauge == self.gauge for gauge, _ in law.inputs)
        return self.gauge is not None and bool(law.stiffness or law.damping or own)

    @property
    def ends(self) -> tuple[Site, ...]:
        """The points and vectors at which it is felt."""
        if self.spread:
            return tuple(site for gauge in self.spread for site in gauge.sites)
        return self.sites[1:] if self.gauge is None else self.gauge.sites

    @property
    def bodies(self) -> set[int]:
        """The moving bodies that feel it."""
        return {site.body for site in self.ends if site.body >= 0}


def controllers_of(loads: Sequence[ResolvedLoad]) -> dict[str, Controller]:
    """Return the sampled controllers by the names of their forces; further ones of one force are numbered."""
    found: dict[str, Controller] = {}
    for load in loads:
        called = () if load.law.program is None else load.law.program.callables
        own = dict.fromkeys(function for _, function in called if isinstance(function, Controller))
        for number, controller in enumerate(own, 1):
            found[load.owner if number == 1 else f"{load.owner} {number}"] = controller
    return found


class LoadWriter(ForceReader):
    """Reads the forces of a model and writes their loads; faults go to the writer's reader."""

    def load_list(self) -> list[ResolvedLoad]:
        """Return the loads of all forces."""
        return [load for force in self.model.forces.values() for load in self.loads_of(force)]

    def loads_of(self, force: Force) -> list[ResolvedLoad]:
        """Return the loads of one force that have an effect in this space."""
        where = f"force '{force.name}'"
        before = len(self.reader.faults)
        read = self.read(force)
        given = () if read is None else read.loads()
        written = [self._load(load, force.name, where) for load in given]
        found = [load for load in written if load is not None]
        if given and not found and len(self.reader.faults) == before:
            self.fault(where, f"it has no effect in the plane {self.model.space.plane}.", "Make the model spatial.")
        return found

    def _load(self, load: Load, owner: str, where: str) -> ResolvedLoad | None:
        before = len(self.reader.faults)
        try:
            written = self._along(load, owner) if load.kind == "along" else self._directed(load, owner)
        except ExpressionError as error:
            self.fault(where, str(error))
            return None
        if len(self.reader.faults) > before or not self._acts(written, where):
            return None
        return written

    def _along(self, load: Load, owner: str) -> ResolvedLoad:
        assert load.measure is not None
        found = self.writer.combinations.find(load.measure) if isinstance(load.measure, str) else None
        if found is not None:
            return self._combined(load.law, found, owner)
        named = isinstance(load.measure, str)
        gauge = self.writer.named_gauge(load.measure) if named else self.writer.gauge(load.measure)  # type: ignore[arg-type]
        law = self._law(load.law, _EFFORTS[DIMENSIONS[gauge.kind]], gauge)
        return ResolvedLoad(owner, "along", gauge, (), law, True, law.stiffness != 0.0)

    def _combined(self, law: Law, found: Combined, owner: str) -> ResolvedLoad:
        """Return a load along a length made of several measures: its law is written out on them."""
        node = lift(law.constant) + lift(law.stiffness) * (found.value - law.free) + lift(law.damping) * found.rate
        if law.function is not None:
            own = {str(MEASURED): found.value, str(RATE): found.rate}
            node = node + rewritten(law.function.node, lambda item: own.get(str(item)))
        requirements = () if law.function is None else law.function.requirements
        program, inputs = self.state.program(TimeFunction(node, None, requirements))
        written = ResolvedLaw(program=program, inputs=inputs)
        return ResolvedLoad(
            owner, "combined", None, (), written, True, False, found.program, tuple(found.gauges.values())
        )

    def _directed(self, load: Load, owner: str) -> ResolvedLoad:
        """Return a force or torque."""
        assert load.direction is not None
        assert load.on is not None
        frame = self.writer.frames.frame(load.direction.marker)
        vector = Site(frame.body, True, triple(frame.axes[:, "xyz".index(load.direction.part)]))
        sites = (vector, self._point(load.reacted), self._point(load.on))
        law = self._law(load.law, units.FORCE if load.kind == "force" else units.TORQUE, None)
        return ResolvedLoad(owner, load.kind, None, sites, law, load.reacted is not None, False)

    def _point(self, marker: Marker | None) -> Site:
        if marker is None:
            return Site(-1, False, (0.0, 0.0, 0.0))
        frame = self.writer.frames.frame(marker)
        return Site(frame.body, False, triple(frame.point))

    def _law(self, law: Law, expected: Dimension | None, gauge: Gauge | None) -> ResolvedLaw:
        if law.function is None:
            return ResolvedLaw(law.constant, law.stiffness, law.free, law.damping)
        program, inputs = self.state.program(law.function, expected, gauge)
        if program.fixed is not None:
            return ResolvedLaw(law.constant + program.fixed, law.stiffness, law.free, law.damping)
        return ResolvedLaw(law.constant, law.stiffness, law.free, law.damping, program, inputs)

    def _acts(self, load: ResolvedLoad, where: str) -> bool:
        """Return whether a load has an effect; note a fault when it was meant to have one and cannot."""
        if not load.bodies:
            self.fault(where, "it acts on the ground only, which does not move.", "Let it act on a body.")
            return False
        if load.internal and len({site.body for site in load.ends}) == 1:
            (body,) = load.bodies
            name = self.writer.resolved.solids[body].name
            self.fault(where, f"both its ends are on '{name}', so it moves nothing.", "Let it act on another body.")
            return False
        if not self.model.space.planar:
            return True
        if load.spread:
            return True
        if load.gauge is not None:
            return not constant_in_plane(load.gauge)
        return self._acts_in_plane(load, where)

    def _acts_in_plane(self, load: ResolvedLoad, where: str) -> bool:
        """Return whether a force lies in the plane, or a torque is about its normal."""
        normal = abs(load.sites[0].xyz[2])
        if abs(normal - (load.kind == "torque")) < 1e-9:
            return True
        if not load.law.is_zero:
            plane = self.model.space.plane
            wrong = "axis is not normal to" if load.kind == "torque" else "direction does not lie in"
            self.fault(where, f"its {wrong} the plane {plane}, where nothing can give way to it.", _PLANAR)
        return False


_PLANAR = "Give another, or make the model spatial (plane=None)."
