"""The plan: a mechanism as tables for the kernels, in reference-point coordinates.

Every body has the pose of its centre of mass (position and Euler parameters) and a twist. The
Jacobian of a row by a body is the force and moment of the row's gradient on it (DESIGN: one row,
one wrench), in the plane its three components that matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Ints
from ..base.measure import WRAPPED, Lift
from ..base.zero import HEALTHY
from ..expressions import ProgramTable, link
from ..kernels.geometry.measures import constant_gradients
from ..kernels.kinematics.motion import set_time
from ..kernels.tables.bundle import Bundle, Layout
from ..kernels.tables.records import LIMB, NODE
from ..model.description import Description
from ..model.equations import Equation, Gauge, Writer
from ..model.loads import ResolvedLoad
from ..model.resolve import Resolved
from ..model.state import Event
from .angles import expected_angles, hinted_angles
from .contacts import contact_tables, measured, started, surface_programs, wheel_angle
from .dials import dial_table, dials_of
from .features import FeatureTable, measure_table
from .held import with_inertias
from .length import length_scale
from .lifting import lifts
from .loads import gauges_of, load_tables, mass_table, programs_of, sites_of
from .row_units import with_row_units
from .rows import row_tables, share_table
from .scales import UNMOVED
from .sizes import work_sizes
from .slots import Owner, owners, reaction_slots
from .structure import STRUCTURE, arrange, same_structure
from .switches import Switch, added, event_programs, monitor_table, observed_by, switch_list, switch_table, watched_by


@dataclass(frozen=True)
class Plan:
    """A mechanism ready for computing.

    Attributes
    ----------
    resolved : Resolved
        The model in numbers.
    equations : list of Equation
        In the user's order.
    order : array of int
        order[i] = number of the equation that stands in table row i.
    tables : dict of arrays
        See `linkwork.kernels.tables`.
    weight : array, shape (bodies, freedoms)
        Diagonal of W^-1 for kinematics: 1 for shifts, 1 / radius^2 for turns.
    length : float
        Length scale of the mechanism [m].
    ground : array, shape (ground features, 3)
        The features that do not move.
    writer : Writer
        Writes gauges of further quantities, for results.
    programs : ProgramTable
        Functions of time and expressions; keeps Python functions alive.
    loads : list of ResolvedLoad
        Forces and torques, in table order.
    events : tuple of (Event, int)
        What is watched, each with what it asks for.
    gauges : tuple of Gauge
        What is measured, in table order; then the dials, angles of joints that are counted for results alone.
    settled : bool
        Whether what holds on one side is settled: closed where it is among the equations, open where it is not.
    """

    resolved: Resolved
    equations: list[Equation]
    order: Ints
    tables: dict[str, NDArray[Any]]
    weight: Array
    length: float
    ground: Array
    writer: Writer
    programs: ProgramTable
    loads: list[ResolvedLoad]
    events: tuple[tuple[Event, int], ...] = ()
    gauges: tuple[Gauge, ...] = ()
    settled: bool = False

    @property
    def observed(self) -> list[str]:
        """The quantities that events have results tell."""
        return observed_by(self.events)

    @property
    def model(self) -> Description:
        """The description that it was made of."""
        return self.writer.model

    @property
    def name(self) -> str:
        """Name of the mechanism."""
        return self.model.name

    @cached_property
    def undriven(self) -> Plan:
        """The plan of the mechanism without its drivers; itself where there are none."""
        return plan_of(self.model.without_drivers()) if self.model.drivers else self

    @cached_property
    def counted(self) -> list[tuple[int, Gauge]]:
        """Angles whose full turns an analysis counts: place among the gauges, gauge."""
        return [(i, gauge) for i, gauge in enumerate(self.gauges) if gauge.kind in WRAPPED]

    @cached_property
    def switches(self) -> list[Switch]:
        """Rigid contacts, clutches and frictions, and joints that let go; frictions alone of a settled plan."""
        return [s for s in switch_list(self.writer, self.equations) if s.slides or not self.settled]

    @cached_property
    def block_places(self) -> Ints:
        """Where the blocks of the Jacobian stand among those of all rows and all bodies, row by row."""
        rows = np.repeat(np.arange(len(self.equations)), np.diff(self.tables["block_ptr"]))
        return np.asarray(rows * len(self.resolved.solids) + self.tables["block_body"], np.int64)

    @cached_property
    def rests(self) -> dict[Gauge, float]:
        """Values at which the measures of sums add nothing: where their bodies are placed."""
        return {gauge: rest for e in self.equations for gauge, rest in zip(e.gauges, e.rests, strict=False)}

    def __reduce__(self) -> Any:
        """Return how to make it again: copies and pickles leave out what holds addresses of this process."""
        return _restored, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def freedoms(self) -> int:
        """Freedoms of one body."""
        return self.resolved.space.freedoms

    @property
    def coordinates(self) -> int:
        """Number of coordinates: freedoms of all bodies together."""
        return len(self.resolved.solids) * self.freedoms

    @property
    def units(self) -> Array:
        """What makes shifts and turns of the bodies comparable, (bodies * d,)."""
        return np.sqrt(self.weight).ravel()

    @cached_property
    def cache(self) -> dict[object, object]:
        """Results that depend on the plan alone, kept by the analyses."""
        return {}

    @cached_property
    def owners(self) -> list[Owner]:
        """Whose force every equation is, in the user's order."""
        return owners(self)

    @cached_property
    def reaction_slots(self) -> tuple[dict[tuple[Owner, int], int], Ints]:
        """Places of reactions by owner and body, and the place of every block of the Jacobian."""
        return reaction_slots(self)

    @cached_property
    def positions(self) -> Plan:
        """The plan without equations of velocities, which leave every position open; itself where there are none."""
        return self._with([e for e in self.equations if e.level == 0])

    @cached_property
    def open_positions(self) -> Plan:
        """The plan of positions without contacts that may lift off, nor what rolls in them."""
        lifting = {e.owner for e in self.equations if isinstance(e.release, Lift)}
        return self._with([e for e in self.positions.equations if e.release is None or e.owner not in lifting])

    def _with(self, kept: list[Equation]) -> Plan:
        """Return the plan with some of its equations; itself with all of them."""
        return self if len(kept) == len(self.equations) else make_plan(self.resolved, kept, self.writer)

    @property
    def structure(self) -> dict[str, Ints]:
        """The tables that depend on which equation acts on which body, and on nothing else."""
        return {name: self.tables[name] for name in STRUCTURE}

    @cached_property
    def position_in_table(self) -> Ints:
        """Table row of every equation in the user's order."""
        inverse = np.zeros(len(self.order), np.int64)
        inverse[self.order] = np.arange(len(self.order))
        return inverse

    def at_time(self, work: Bundle, t: float) -> None:
        """Evaluate the functions of time in work arrays; raises what a function of the user raised."""
        if len(work.F):
            set_time(work.H, float(t))
            self.programs.reraise()

    def function_values(self, t: float) -> dict[str, Array]:
        """Return value and three derivatives of every driver's function at time t, by driver."""
        w = self.bundle()
        self.at_time(w, t)
        owners = [self.equations[i].owner for i in self.order]
        return {owners[i]: w.F[f] for i, f in enumerate(w.rows["function"]) if f >= 0}

    @cached_property
    def layout(self) -> Layout:
        """The tables as kernels read them, and the places of the work arrays."""
        bodies, stack = len(self.resolved.solids), self.programs.depth
        return Layout(self.tables, work_sizes(self.tables, bodies, self.freedoms, stack))

    def turning_of(self, weight: Array) -> Array:
        """Return the blocks of W^-1 for the turns of the bodies in space, (bodies, 3, 3); none in the plane."""
        return weight[:, 3:, None] * np.eye(3) if self.freedoms == 6 else np.zeros((0, 3, 3))

    @cached_property
    def lifted(self) -> bool:
        """Whether the weight of a light or slender body is lifted in the linear solve."""
        return bool(self.tables["sizes"][1])

    def bundle(self, q: Array | None = None, like: Bundle | None = None) -> Bundle:
        """Return the tables with fresh work and state arrays, or those of `like`; the pose is `q` where given."""
        bundle = Bundle(self.layout, like or self.first_bundle)
        if q is not None:
            bundle.q[:] = q
        return bundle

    @cached_property
    def first_bundle(self) -> Bundle:
        """Work arrays as every analysis finds them."""
        bundle = Bundle(self.layout)
        if len(self.ground):
            bundle.X[-len(self.ground) :, 0] = self.ground
        bundle.G[:] = constant_gradients(self.layout.arrays["measures"])
        places, angles = [i for i, _ in self.counted], [gauge for _, gauge in self.counted]
        bundle.near[places] = expected_angles(self, angles, hinted_angles(self))
        bundle.coef[:], bundle.largest[:] = self.tables["terms"]["weight"], UNMOVED
        bundle.weight[:] = self.weight
        bundle.turning[:] = self.turning_of(self.weight)
        bundle.contacts[:], bundle.series[:], bundle.felt[:] = np.nan, np.nan, np.nan
        bundle.soft[:] = 1.0
        switches = self.tables["switches"]
        bundle.soft[switches["row"][switches["own"] == 0]] = -1.0
        of_loads = self.tables["rows"]["load"] >= 0
        bundle.soft[of_loads], bundle.compliance[of_loads] = -1.0, 1.0
        near = 5e-4 if self.tables["tree"].size else 5e-3  # compared with free bodies, or with the row's own diagonal
        control = bundle.control
        control.healthy, control.regular, control.redundant, control.refine = HEALTHY, 1e-9, 1e-7, 8.0
        control.near, control.length = near, self.length
        return bundle


def _restored(*values: Any) -> Plan:
    """Return the plan of a pickle: Python functions have other addresses now."""
    plan = Plan(*values)
    return replace(plan, tables={**plan.tables, **_program_tables(plan.programs)})


def plan_of(model: Description) -> Plan:
    """Return the plan of a description; raises ModelError with every fault."""
    return make_plan(*model.checked())


def make_plan(
    resolved: Resolved,
    equations: list[Equation],
    writer: Writer,
    switches: Sequence[Switch] = (),
    events: Sequence[tuple[Event, int]] = (),
    like: Plan | None = None,
    stiff: bool = False,
    arms: Sequence[Sequence[int]] | None = None,
    beside: Sequence[Gauge] = (),
) -> Plan:
    """Return the plan of a model without faults.

    `switches` are rigid contacts and frictions, whose equations are added unless they are a joint's own; `events` are
    watched, each with what it asks for (see `coordinates.switches`). `like` is the plan of a model that differs in
    numbers only: what follows from the structure alone is taken from there. `stiff` adds a row for every load that has
    a stiffness or a damping along its measure, for implicit integration. `arms` lists, in relative coordinates, the
    nodes of the tree that each equation moves along: rows are then connected by nodes instead of bodies. `beside` are
    further quantities to be measured.
    """
    joined, loads = [*equations, *added(switches)], writer.load_list()
    length = length_scale(resolved, joined, loads)
    resolved = with_inertias(resolved, writer, length)
    compliant = [n for n, load in enumerate(loads) if load.compliant] if stiff else []
    equations = [*joined, *(_compliance(loads[n]) for n in compliant)]
    same = (like.order.tolist(), like.structure) if like and same_structure(equations, like.equations) else None
    arranged = arrange(equations, arms, same)
    listed = measured(arranged.equations)
    own = _gauges([e for e, i in zip(listed, arranged.order, strict=True) if i < len(joined)], equations)
    gauges = list(dict.fromkeys([*own, *gauges_of(loads), *watched_by(events), *beside]))
    features = FeatureTable(resolved, gauges, [*sites_of(loads), *(s.point for s in switches if s.point)])
    rows, terms, functions = row_tables(listed, gauges, length)
    rows["load"] = [compliant[i - len(joined)] if i >= len(joined) else -1 for i in arranged.order]
    others = [*functions, *programs_of(loads), *event_programs(events)]
    programs = link([*others, *surface_programs(arranged.equations)])
    number, dials = {g: k for k, g in enumerate(gauges)}, dials_of(resolved, writer, gauges)
    masses = mass_table(resolved, lifts(resolved, features, [g for e in joined for g in e.gauges], length))
    tables = dict(
        **contact_tables(arranged.equations, rows, len(others), number),
        **_geometry(resolved, features, gauges),
        masses=masses,
        sizes=np.array([len(own), int(masses["turn_lift"].any() or masses["lift"].any()), int(rows["press"].any())]),
        rows=rows,
        terms=terms,
        shares=share_table(listed, gauges, features, arranged.blocks, resolved.space.planar),
        **arranged.tables,
        **_program_tables(programs),
        **_acting(loads, switches, events, number, features, len(functions)),
        switches=switch_table(switches, arranged.equations, number, features.index),
        dials=dial_table(dials),
        **_NO_TREE,
    )
    order, weight = np.array(arranged.order, np.int64), _weight(resolved, features, length)
    known = resolved, equations, order, tables, weight, length, features.ground, writer, programs, loads
    return with_row_units(started(Plan(*known, tuple(events), (*gauges, *dials))))


def _gauges(listed: Sequence[Equation], equations: Sequence[Equation]) -> list[Gauge]:
    """Return what joints and drivers measure, in table order, then the angles of wheels that roll."""
    angles = [angle for e in equations if (angle := wheel_angle(e))]
    return list(dict.fromkeys([*(g for e in listed for g in e.gauges), *angles]))


def _acting(
    loads: list[ResolvedLoad],
    switches: Sequence[Switch],
    events: Sequence[tuple[Event, int]],
    number: dict[Gauge, int],
    features: FeatureTable,
    functions: int,
) -> dict[str, NDArray[Any]]:
    """Return the tables of loads and of what is watched; programs stand behind those of `functions` of time."""
    table, inputs = load_tables(loads, number, features.index, functions)
    first = functions + len(programs_of(loads))
    monitors, more, levels = monitor_table(switches, events, number, first, len(inputs))
    both = np.array([*inputs, *more], np.int64).reshape(-1, 3)
    return {"loads": table, "inputs": both, "monitors": monitors, "levels": levels}


def _program_tables(programs: ProgramTable) -> dict[str, NDArray[Any]]:
    """Return the tables of programs."""
    return {"ops": programs.ops, "consts": programs.consts, "spans": programs.spans}


_NO_TREE = {"tree": np.zeros(0, NODE), "limbs": np.zeros(0, LIMB), "node_of": np.zeros(0, np.int64)}
"""The tables of the tree of joints, which relative coordinates fill."""


def _geometry(resolved: Resolved, features: FeatureTable, gauges: Sequence[Gauge]) -> dict[str, NDArray[Any]]:
    """Return the tables of bodies and of what is measured on them."""
    return {
        "bodies": features.bodies,
        "features": features.table,
        "measures": measure_table(gauges, features),
        "parts": _parts(len(resolved.solids), resolved.space.freedoms),
        "gravity": resolved.gravity,
    }


def _parts(bodies: int, freedoms: int) -> Ints:
    """Return the kind of each component of the state: positions of all bodies, then their velocities."""
    position, velocity = ([0, 0, 1, 1], [2, 2, 3]) if freedoms == 3 else ([0] * 3 + [1] * 4, [2] * 3 + [3] * 3)
    return np.array(position * bodies + velocity * bodies, np.int64)


def _compliance(load: ResolvedLoad) -> Equation:
    """Return the row that stands for stiffness and damping of a load along its measure."""
    assert load.gauge is not None
    return Equation(load.owner, False, f"gives way under '{load.owner}'", (load.gauge,))


def _weight(resolved: Resolved, features: FeatureTable, length: float) -> Array:
    """Return the diagonal of W^-1 (bodies, d) of a mechanism."""
    points = [features.points(b) for b in range(len(resolved.solids))]
    return weights_of(points, np.asarray(length), resolved.space.planar)


def weights_of(points: Sequence[Array], length: Array, planar: bool) -> Array:
    """Return W^-1 (..., bodies, d): a turn counts as the shift of the body's farthest point.

    `points` are those of each body relative to its centre of mass, (..., n, 3) [m].
    """
    weight = np.ones((*length.shape, len(points), 3 if planar else 6))
    for b, own in enumerate(points):
        x, y, z = np.moveaxis(own, -1, 0)
        radius = np.sqrt(x**2 + y**2 + z**2).max(axis=-1, initial=0.0)
        weight[..., b, 2 if planar else 3 :] = (1.0 / np.maximum(radius, 0.1 * length) ** 2)[..., None]
    return weight
