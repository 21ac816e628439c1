"""A motion: positions, velocities, accelerations and jerks of every body over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..arrays import Array
from ..base.marker import GROUND, Marker
from ..base.measure import WRAPPED, Measure
from ..base.parts import named_point
from ..base.poses import derivatives_of
from ..base.rotation import matrices
from ..errors import ModelError, check_name, nearest
from .combined import combined_along
from .contacts import contact_names, contact_series
from .naming import names
from .parts import BodyMotion, JointMotion, PointMotion
from .pictured import Pictured
from .reading import array_of, series_of, terms_of
from .series import Series, unwrapped
from .short import motion_html, span_words

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from ..coordinates.plan import Plan
    from ..joints import Joint
    from ..model.description import Description
    from ..model.equations import Gauge
    from .contacts import ContactMotion
    from .iterates import Iterates
    from .own_coordinates import CoordinateMotion


@dataclass(frozen=True, repr=False)
class Motion(Pictured):
    """The motion of a mechanism.

    Attributes
    ----------
    name : str
        Of the mechanism.
    time : array, shape (times,)
    status : str
        A sentence on how the motion went.
    complete : bool
        Whether every time asked for was reached.
    violation : float
        Largest residual of joints and drivers over the motion, relative to the mechanism's size.
    counts : dict
        Newton iterations, factorisations, linear solves, steps, splits.
    events : tuple of str
        Singular positions and limits met on the way.
    turned : array, shape (times, bodies), or None
        Angles of planar bodies over full turns, counted from step to step [rad]; NaN between steps.
    counted : dict
        Angles of joints, forces and equations at every time, each an array (times,) [rad]: full turns were counted
        from step to step of the solver. Other angles, asked for afterwards, are followed from one time to the next by
        their rates; in space that may miss a turn when there are few times.
    iterates : tuple of Iterates
        Those of Newton's method at every time after the first, where ``history=True`` asked for them.
    in_coordinates : CoordinateMotion or None
        The motion in the coordinates it was found in, where ``coordinates=`` named some.
    places : dict
        Parameters of contacts on the curves of a and b by their joints (times, 2): followed from step to step of the
        solver, they tell the rounds of closed curves.
    """

    name: str
    time: Array
    status: str
    complete: bool
    violation: float
    counts: dict[str, int]
    order: int
    model: Description = field(repr=False)
    plan: Plan = field(repr=False)
    poses: Array = field(repr=False)
    motions: Array = field(repr=False)
    events: tuple[str, ...] = ()
    turned: Array | None = field(default=None, repr=False)
    counted: Mapping[Gauge, Array] = field(default_factory=dict, repr=False)
    iterates: tuple[Iterates, ...] = field(default=(), repr=False)
    in_coordinates: CoordinateMotion | None = field(default=None, repr=False)
    places: Mapping[str, Array] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, plan: Plan, time: Array, poses: Array, motions: Array, order: int, **more: Any) -> Self:
        """Return states with their derivatives as a motion, of which nothing is told but `more`."""
        told: dict[str, Any] = {"status": "", "complete": True, "violation": 0.0, "counts": {}, **more}
        return cls(plan.name, time, order=order, model=plan.model, plan=plan, poses=poses, motions=motions, **told)

    @staticmethod
    def single(plan: Plan, t: float, q: Array, violation: float, status: str, twists: Array | None = None) -> Motion:
        """Return one position, with its velocities where they are given, as a motion."""
        found = Motion.still(plan, np.array([t]), q[None], status, violation)
        if twists is None:
            return found
        found.motions[0, :, 0] = twists
        return replace(found, order=1)

    @staticmethod
    def still(plan: Plan, time: Array, poses: Array, status: str = "", violation: float = 0.0) -> Motion:
        """Return positions without derivatives as a motion."""
        motions = np.zeros((*poses.shape[:2], 3, 6))
        return Motion.of(plan, time, poses, motions, 0, status=status, violation=violation)

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} '{self.name}': {span_words(self.time)}. {self.status}>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return motion_html(self)

    # ---- looking things up ---------------------------------------------------------------------

    def body(self, name: str) -> BodyMotion:
        """Return a body's motion by name."""
        b = self._body(name)
        origin = self._point(Marker(name, (0.0, 0.0, 0.0)))
        rotation = self._rotations(b)
        spin = np.stack([self._twist(b, n)[:, 3:] for n in range(3)], axis=1)
        if self.model.space.planar:
            spin = spin[:, :, 2]
        return BodyMotion(
            origin.position,
            origin.velocity,
            origin.acceleration,
            origin.jerk,
            self._angle(b),
            rotation,
            self._known(spin[:, 0], 1),
            self._known(spin[:, 1], 2),
            self._known(spin[:, 2], 3),
            self.poses[:, b, 3:].copy(),
            name,
            self.time,
        )

    def point(self, where: str | Marker) -> PointMotion:
        """Return the motion of a named point (``"coupler.P"``) or of a marker (``coupler.at(1, 0)``)."""
        return self._point(self.marker(where))

    def marker(self, where: str | Marker) -> Marker:
        """Return a marker, or the named point of a body, as a marker."""
        return where if isinstance(where, Marker) else named_point(self.model.bodies, where, "Point")

    def joint(self, name: str) -> JointMotion:
        """Return a joint's coordinates over time by the joint's name."""
        joint = self.known_joint(name)
        measures = joint.coordinates()
        gauges = [self.plan.writer.gauge(m, joint.AXIS) for m in measures.values()]
        names = [f"{name}.{c}" for c in measures]

        def measure() -> dict[str, Series]:
            series = self._series(names, list(measures.values()), gauges, self.observe(gauges))
            return {**dict(zip(measures, series, strict=True)), **contact_series(self, joint)}

        return JointMotion(name, joint.KIND, measure, (*measures, *contact_names(joint)))

    def known_joint(self, name: str) -> Joint:
        """Return a joint of the model by name; raises ModelError with the nearest names."""
        check_name("joint", name, self.model.joints)
        return self.model.joints[name]

    def measure(self, quantity: str) -> Series:
        """Return a number over time with its unit and derivatives: ``"A.angle"``, ``"A.angle - 2*B.angle"`` ...

        See `__getitem__` for what may be asked for. Derivatives of forces are not known.
        """
        return series_of(self, quantity)

    if not TYPE_CHECKING:  # to a type checker what is missing is missing

        def __getattr__(self, name):
            """Say where forces are found, for what only motions with forces have."""
            from .dynamics import DynamicMotion

            if hasattr(type(self), name):  # it went wrong within, by an error of its own
                return object.__getattribute__(self, name)
            if not name.startswith("_") and hasattr(DynamicMotion, name):
                raise AttributeError(
                    f"This motion of '{self.name}' was found without forces, and has no {name}. "
                    f"Ask m.inverse(...) or m.simulate(...) for one that has."
                )
            known = [attribute for attribute in dir(self) if not attribute.startswith("_")]
            raise AttributeError(f"A motion has no '{name}'. {nearest(name, known)}")

    def __getitem__(self, quantity: str) -> Array:
        """Return a quantity over time in SI units, shape (times,); of a vector (times, components).

        Parameters
        ----------
        quantity : str
            A name (``"A.angle"``, ``"coupler.P.velocity.x"``, ``"B.force"``, ``"B.force.size"``, ``"energy.kinetic"``),
            a rate (``"rate(A.angle)"``), or any expression of them: ``"B.force.x*distance(crank.P, ground.Q)"``.
        """
        return array_of(self, quantity)

    def __contains__(self, quantity: object) -> bool:
        """Return whether it has a quantity: ``"A.angle" in run``."""
        try:
            return isinstance(quantity, str) and bool(terms_of(self, quantity))
        except (ModelError, ValueError):
            return False

    def quantities(self) -> list[str]:
        """Return the names of everything that can be asked for by name."""
        return names(self.plan, self.has_forces, self.order)

    _ipython_key_completions_ = quantities

    @property
    def has_forces(self) -> bool:
        """Whether it knows forces; see `DynamicMotion`."""
        return False

    def measured(self, quantity: str) -> Series:
        """Return what is measured on positions, as forces and equations see it: ``"distance(a.P, b.Q)"`` ..."""
        found = self.plan.writer.combinations.find(quantity)
        if found is not None:
            return Series(quantity, "m", combined_along(self, found))
        gauge = self.plan.writer.named_gauge(quantity)
        measure = self.plan.writer.quantities.measure(quantity)
        return self._series([quantity], [measure], [gauge], self.observe([gauge]))[0]

    def contact(self, name: str) -> ContactMotion:
        """Return where the bodies of a joint touch over time: point [m] and, on a curve, its parameter."""
        from .contacts import contact_along

        return contact_along(self, name)

    def in_ground(self, marker: Marker, points: Array) -> Array:
        """Return points (times, 2 or 3) in the axes of a marker, one a time, in ground axes [m]."""
        frame = self.plan.writer.frames.frame(marker)
        own = frame.point + np.asarray(points) @ frame.axes[:, : np.shape(points)[-1]].T
        if frame.body >= 0:
            own = own - self.plan.resolved.solids[frame.body].com
            own = self.poses[:, frame.body, :3] + np.einsum("tij,tj->ti", self._rotations(frame.body), own)
        return self.model.space.components(own)

    # ---- as tables -----------------------------------------------------------------------------

    def to_dataframe(self, *quantities: str, degrees: bool = False) -> pd.DataFrame:
        """Return quantities, default everything, as a table: one row a time, columns such as ``crank.x [m]``."""
        from .tables import to_dataframe

        return to_dataframe(self, quantities, degrees)

    def to_xarray(self, *quantities: str, degrees: bool = False) -> xr.Dataset:
        """Return a labelled Dataset with dimensions time, body, axis and joint coordinate; angles in rad or degrees."""
        from .datasets import to_xarray

        return to_xarray(self, quantities, degrees)

    def to_csv(self, path: str | Path, *quantities: str, degrees: bool = False) -> None:
        """Write the table to a CSV file, replaced as a whole or not at all; ``pandas.read_csv(path)`` reads it back."""
        from .tables import write_table

        write_table(path, self.to_dataframe(*quantities, degrees=degrees))

    # ---- inside --------------------------------------------------------------------------------

    def _body(self, name: str) -> int:
        index = self.plan.resolved.index
        if name not in index or name == GROUND:
            raise ModelError(f"There is no moving body '{name}'. {nearest(name, [n for n in index if n != GROUND])}")
        return index[name]

    def _twist(self, b: int, n: int) -> Array:
        """Return derivative n + 1 of body b, shape (times, 6); zero where it was not stored."""
        stored = n < self.motions.shape[2]
        return self.motions[:, b, n] if stored else np.zeros((len(self), 6))

    def _known(self, values: Array, order: int) -> Array:
        """Return values, or NaN when derivatives of this order were not asked for."""
        return values if order <= self.order else np.full_like(values, np.nan)

    def _point(self, marker: Marker) -> PointMotion:
        frame = self.plan.writer.frames.frame(marker)
        components = self.model.space.components
        if frame.body < 0:
            fixed = np.tile(components(frame.point), (len(self), 1))
            return PointMotion(fixed, *(np.zeros_like(fixed) for _ in range(3)))
        b = frame.body
        arm = self._rotations(b) @ (frame.point - self.plan.resolved.solids[b].com)
        v, a, j = (self._twist(b, n)[:, :3] for n in range(3))
        s0, s1, s2, s3 = derivatives_of(arm, *(self._twist(b, n)[:, 3:] for n in range(3)))
        return PointMotion(
            components(self.poses[:, b, :3] + s0),
            self._known(components(v + s1), 1),
            self._known(components(a + s2), 2),
            self._known(components(j + s3), 3),
        )

    def _rotations(self, b: int) -> Array:
        return matrices(self.poses[:, b, 3:])

    def _angle(self, b: int) -> Array:
        e = self.poses[:, b, 3:]
        if not self.model.space.planar:
            return np.asarray(2 * np.arctan2(np.linalg.norm(e[:, 1:], axis=1), np.abs(e[:, 0])))
        return self._body_angles[:, b]

    def body_angles(self) -> Array:
        """Return the angles of the bodies about the normal over full turns (times, bodies), in space those hinted."""
        from ..coordinates.angles import hinted_angles

        if self.model.space.planar:
            return self._body_angles
        return np.tile(hinted_angles(self.plan), (len(self), 1))

    @cached_property
    def _body_angles(self) -> Array:
        """Angles of planar bodies over full turns, shape (times, bodies) [rad]: all other angles follow from them."""
        from ..coordinates.angles import body_angles

        raw = 2 * np.arctan2(self.poses[:, :, 6], self.poses[:, :, 3])
        counted = np.full_like(raw, np.nan) if self.turned is None else self.turned.copy()
        if len(raw) and np.isnan(counted[0]).any():
            counted[0] = body_angles(self.plan, self.poses[0], float(self.time[0]))
        for b in range(raw.shape[1]):
            rate = self.motions[:, b, 0, 5] if self.order >= 1 else None
            raw[:, b] = unwrapped(self.time, raw[:, b], rate, counted[:, b])
        return raw

    def observe(self, gauges: list[Gauge]) -> Array:
        """Return measures in numbers with three derivatives, shape (times, gauges, 4); NaN where not computed."""
        from ..coordinates.features import FeatureTable, measure_table
        from ..kernels.runs.stored_measures import observe

        out = np.zeros((len(self), len(gauges), 4))
        if not gauges:
            return out
        features = FeatureTable(self.plan.resolved, gauges)
        x = features.start()
        observe(
            features.bodies,
            features.table,
            measure_table(gauges, features),
            np.ascontiguousarray(self.poses),
            np.ascontiguousarray(self.motions),
            self.order,
            x,
            np.zeros((len(gauges), 5, 3)),
            out,
        )
        out[:, :, self.order + 1 :] = np.nan
        return out

    def _series(self, names: list[str], measures: list[Measure], gauges: list[Gauge], values: Array) -> list[Series]:
        series = []
        for i, (name, measure) in enumerate(zip(names, measures, strict=True)):
            column = values[:, i].copy()
            if measure.kind in WRAPPED:
                column[:, 0] = self._continued(gauges[i], column)
            series.append(Series(name, measure.unit, column))
        return series

    def angles(self, gauges: list[Gauge]) -> Array:
        """Return angles with their full turns, as forces and equations see them, shape (times, gauges) [rad]."""
        values = Motion.observe(self, gauges)
        columns = [self._continued(gauge, values[:, i]) for i, gauge in enumerate(gauges)]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self), 0))

    def near(self, plan: Plan) -> Array:
        """Return the angles that a plan measures, full turns and all, in the order of its gauges, (t, gauges) [rad]."""
        found = np.zeros((len(self), len(plan.gauges)))
        found[:, [i for i, _ in plan.counted]] = self.angles([gauge for _, gauge in plan.counted])
        return found

    def _continued(self, gauge: Gauge, values: Array) -> Array:
        """Return a measured angle over full turns from its values and rates, shape (times, 2 ...)."""
        from ..coordinates.angles import angles_at, expected_angles, hinted_angles

        counted = self.counted.get(gauge)
        if counted is None and self.model.space.planar and gauge.kind == "angle":
            counted = expected_angles(self.plan, [gauge], self._body_angles)[:, 0]
        elif counted is None:
            counted = np.full(len(self), np.nan)
            if len(self):
                t, theta = float(self.time[0]), hinted_angles(self.plan)
                counted[:1] = angles_at(self.plan, [gauge], self.poses[0], t, theta)
        return unwrapped(self.time, values[:, 0], values[:, 1] if self.order >= 1 else None, counted)

    @cached_property
    def bodies(self) -> list[str]:
        """Names of the moving bodies."""
        return [s.name for s in self.plan.resolved.solids]
