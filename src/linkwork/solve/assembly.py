"""Assembly: the initial position problem.

`linkwork.solve.nearest` finds the closed position nearest to the hints: Newton-Raphson with least-squares steps and a
falling norm, then continuation, then starts from other poses. What cannot be closed is refused with the joint, the gap
and the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.zero import UNEVEN
from ..coordinates.plan import plan_of
from ..coordinates.rank import rank_of, singular_values
from ..errors import AssemblyError, ModelError, check_tolerance, nearest
from ..kernels.tables.statuses import DONE
from ..results.motion import Motion
from ..results.series import run_along
from ..words import counted
from .coordinate_assembly import Closed, close_in
from .coordinate_choice import check_coordinates, is_values
from .coordinate_motion import own_motion
from .engine import Engine, scaled_jacobian
from .fitting import check_fit
from .gaps import explain_open
from .given import Given, given_by
from .hints import HintChange, Hints, change_note, change_table
from .leading import angles_at_end, angles_of, led
from .lifted import overlap
from .nearest import Search
from .placing import radians_note

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.equations import Gauge
    from ..results.iterates import Iterates
    from .start import Start


@dataclass(frozen=True)
class Assembly:
    """A closed mechanism at one time.

    Attributes
    ----------
    status : str
        A sentence on how it was closed, and on hints that had to be changed much.
    violation : float
        Largest residual of the joints and drivers [m or rad].
    iterations, factorisations : int
    moved : float
        How far the farthest body was moved from its hint [m].
    motion : Motion
        The position as a motion of one time: ``motion.body("crank").angle`` ...
    changes : tuple of HintChange
        Hints that had to be changed, the largest change first: body, what was asked, what was found.
    way : Motion or None
        The motion by which drivers led the mechanism from where it is placed, turns and all.
    iterates : Iterates or None
        Those of Newton's method, where ``history=True`` asked for them: print, plot or draw them.
    given : Given or None
        What it was to start from, with the full turns made there.
    """

    status: str
    violation: float
    iterations: int
    factorisations: int
    moved: float
    motion: Motion
    poses: Array = field(repr=False)
    changes: tuple[HintChange, ...] = ()
    way: Motion | None = field(default=None, repr=False)
    iterates: Iterates | None = field(default=None, repr=False)
    given: Given | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.status}\n{change_table(self.changes)}" if change_note(self.changes) else self.status

    __repr__ = __str__

    def __getitem__(self, quantity: str) -> Any:
        """Return a quantity at this position, by its name, in SI units: ``found["A.angle"]``."""
        return self.motion[quantity][0]

    @property
    def _begun(self) -> Given:
        return Given(self.poses) if self.given is None else self.given

    @cached_property
    def turned(self) -> Array:
        """Angles of the bodies about the normal over full turns (bodies,), as far as they are known [rad]."""
        if self.way is not None:
            return np.asarray(self.way.body_angles()[-1])
        return self._begun.turns(self.motion.plan, self.poses, float(self.motion.time[0]))

    @cached_property
    def counted(self) -> dict[Gauge, float]:
        """Angles of joints, forces and equations over full turns [rad]."""
        plan = self.motion.plan
        if self.way is not None:
            return angles_at_end(plan, self.way)
        gauges = angles_of(plan)
        found = self._begun.angles(plan, gauges, self.poses, float(self.motion.time[0]))
        return dict(zip(gauges, found.tolist(), strict=True))

    def angles(self, plan: Plan) -> Array:
        """Return the angles that a plan counts, in its order [rad]."""
        return np.array([self.counted[gauge] for _, gauge in plan.counted])

    @cached_property
    def _singular_values(self) -> Array:
        """Singular values of the rows of joints and drivers, of unit length, largest first."""
        return singular_values(scaled_jacobian(self.motion.plan, self.poses, float(self.motion.time[0])))

    @property
    def determined(self) -> bool:
        """Whether joints and drivers leave nothing free to move."""
        return rank_of(self._singular_values) == self.motion.plan.coordinates

    @property
    def uneven(self) -> bool:
        """Whether a motion is determined by parts of rows whose squares come near rounding: a reduction of 1e4 to 1."""
        return self.determined and bool(self._singular_values[-1] < UNEVEN * self._singular_values[0])


def assemble(
    plan: Plan,
    t: float = 0.0,
    *,
    hold: Sequence[str] = (),
    tolerance: float = 1e-12,
    start: Start | Motion | Assembly | Array | Mapping[str, float] | None = None,
    seed: int = 0,
    open_contacts: bool = False,
    coordinates: str = "reference",
    quantities: Sequence[str] = (),
    history: bool = False,
    branch: int | None = None,
) -> Assembly:
    """Close the joints of a mechanism from its placement hints.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    t : float
        Time at which the drivers are read [s].
    hold : sequence of str
        Bodies that must stay where their hints say (``"crank"``), or single coordinates of them
        (``"crank.x"``, ``"crank.angle"``).
    tolerance : float
        Largest residual, relative to the mechanism's size.
    start : Start, Motion, Assembly, array or mapping, optional
        Where to start instead of at the hints: a state, an equilibrium, the end of a motion, with the full turns made
        there, or poses; in other coordinates also values of some of them by name, ``{"C.x": 3.0}``, or of all in their
        order.
    seed : int
        Of the further starting poses.
    open_contacts : bool
        Whether contacts that may lift off may be open where bodies are held clear of each other.
    coordinates : {"reference", "natural", "mixed", "relative"}
        In which Newton's method works. Reference-point coordinates look for the closed position nearest to the hints;
        the others take the one that Newton's method leads to from there. Masses are not needed.
    quantities : sequence of str
        Relative angles and distances, such as ``"B.angle"`` or ``"distance(crank.P, ground.Q)"``, that become
        coordinates as well; driven ones do anyway. For ``coordinates="mixed"``.
    history : bool
        Whether the iterates of Newton's method are kept, from the hints as they are.
    branch : int, optional
        Number of the way to put it together, see `branches`; 0 is that of the hints.

    Returns
    -------
    Assembly

    Raises
    ------
    AssemblyError
        When the joints cannot be closed or the drivers cannot be met.
    """
    check_coordinates(coordinates, quantities)
    check_tolerance("tolerance", tolerance)
    if branch is not None:
        chosen = _chosen(plan, float(t), branch, seed, hold, start)
        if coordinates == "reference" and not history:
            return chosen
        start = chosen.poses
    if history or coordinates != "reference":
        return _in_coordinates(
            plan, coordinates, float(t), start, hold=hold, quantities=quantities, tolerance=tolerance, history=history
        )
    free = np.where(held_freedoms(plan, hold), 0.0, 1.0)
    way = led(plan, float(t), hold) if start is None else None
    if way is not None:
        return _at_end_of(plan, way, float(t))
    given = given_by(plan, start)
    hints = Hints.of(plan) if given is None else Hints.poses(plan, given.poses)
    solved = _with_holds(plan, hold, hints.origins)
    engine = _engine(solved.positions, given, float(t))
    q, how = Search(engine, hints, float(t), free, tolerance, seed).run()
    if q is None and open_contacts:
        opened = _engine(solved.open_positions, given, float(t))
        q, how = Search(opened, hints, float(t), free, tolerance, seed).run()
        q = q if q is None or not overlap(plan, q, float(t)) else None
        engine = engine if q is None else opened
    if q is None:
        raise AssemblyError(explain_open(engine, hints.begin, float(t), plan.weight * free, list(hold)))
    _check_position(plan, q, float(t), placed=start is None)
    return _counted_on(_assembled(hints, q, float(t), engine, how), given)


def _counted_on(found: Assembly, given: Given | None) -> Assembly:
    """Return an assembly that counts its full turns from those made where it was to start, if anywhere."""
    if given is None:
        return found
    found = replace(found, given=given)
    return replace(found, motion=with_turns(found.motion, found.turned, found.counted))


def with_turns(motion: Motion, turned: Array, angles: Mapping[Gauge, float]) -> Motion:
    """Return a motion of one position with the full turns made until then."""
    counted = {gauge: np.array([angle]) for gauge, angle in angles.items()}
    return replace(motion, turned=turned[None] if motion.plan.freedoms == 3 else None, counted=counted)


def _engine(plan: Plan, given: Given | None, t: float) -> Engine:
    """Return an engine that counts on from the full turns given."""
    engine = Engine(plan)
    if given is not None:
        counted, angles = given.near(plan, t)
        engine.work.near[counted] = angles
    return engine


def _chosen(plan: Plan, t: float, branch: int, seed: int, hold: Sequence[str], start: Any) -> Assembly:
    """Return the way to put a mechanism together that has a number."""
    from .branches import branches

    for name, given in (("hold", bool(hold)), ("start", start is not None)):
        if given:
            raise ModelError(
                f"branch={branch} says how '{plan.name}' is put together, and {name}= where it starts: give one. "
                f"Branches are those of the placement: place the bodies where {name}= has them, and take branch=."
            )
    return branches(plan, t, seed=seed).numbered(branch).assembly


def _in_coordinates(plan: Plan, name: str, t: float, start: Any, **options: Any) -> Assembly:
    """Return the position that Newton's method leads to in other coordinates, or with its iterates."""
    begin = start if is_values(start) else given_by(plan, start)
    closed = close_in(plan, name, t, begin, **options)
    check_slopes(plan, closed.poses, t)
    check_fit(plan, closed.poses, t)
    return assembled_in(plan, closed, t, Hints.of(plan) if begin is None else Hints.poses(plan, closed.poses))


def assembled_in(plan: Plan, closed: Closed, t: float, hints: Hints) -> Assembly:
    """Return a position closed in other coordinates with what is to be said of it."""
    engine = Engine(plan.positions)
    engine.work.near[:] = closed.coordinates.work.near
    engine.iterations, engine.factorisations = closed.counts.iterations, closed.counts.factorisations
    found = _assembled(hints, closed.poses, t, engine, closed.how)
    own = own_motion(closed.name, closed.coordinates, [closed.z], [[]])
    found = replace(found, motion=replace(found.motion, in_coordinates=own), way=closed.way, iterates=closed.iterates)
    return _counted_on(found, closed.given)


def _at_end_of(plan: Plan, way: Motion, t: float) -> Assembly:
    """Return the position to which drivers led a mechanism, with the turns made on the way."""
    q = way.poses[-1].copy()
    check_slopes(plan, q, t)
    check_fit(plan, q, t)
    count = counted(way.counts["steps"], "step")
    how = f"by leading the drivers from where the bodies are placed, in {count}"
    status = f"Assembled {how}; largest residual {way.violation:.1e}." + radians_note(plan.model)
    single = Motion.single(plan, t, q, way.violation, status)
    motion = with_turns(single, way.body_angles()[-1], angles_at_end(plan, way))
    moved = float(np.linalg.norm(q[:, :3] - Hints.of(plan).begin[:, :3], axis=1).max(initial=0.0))
    iterations, factorisations = way.counts["iterations"], way.counts["factorisations"]
    return Assembly(status, way.violation, iterations, factorisations, moved, motion, q, way=way)


def check_slopes(plan: Plan, q: Array, t: float) -> None:
    """Raise AssemblyError where an equation that the model writes as an expression has no derivatives."""
    if all(e.program is None for e in plan.equations):
        return
    for equation, slopes in zip(plan.equations, Engine(plan).jacobian(q, t), strict=True):
        if not np.isfinite(slopes).all():
            joint = plan.model.joints[equation.owner]
            raise AssemblyError(
                f"Mechanism '{plan.name}': the equation of {joint.called} "
                f"({equation.meaning}) has no derivatives where the bodies are placed. "
                f"{joint.SINGULAR or 'Place the bodies a little aside.'}"
            )


def _check_position(plan: Plan, q: Array, t: float, placed: bool) -> None:
    """Raise AssemblyError where equations mean nothing, unless a search went there, which tells more, or do not fit."""
    check_slopes(plan, q, t)
    if placed:
        _check_meaning(plan, q, t)
    check_fit(plan, q, t)


def _check_meaning(plan: Plan, q: Array, t: float) -> None:
    """Raise AssemblyError where an equation means nothing any more, as that of a disc that lies flat up to rounding."""
    ending = [e for e in plan.equations if e.valid and plan.model.joints[e.owner].SINGULAR]
    for equation in ending:
        motion = Motion.single(plan, t, q, 0.0, "")
        seen = list(motion.observe(list(equation.gauges)).transpose(1, 0, 2))
        if any(run_along(motion.time, program, seen, 1)[0, 0] < 0.0 for program, _ in equation.valid):
            joint = plan.model.joints[equation.owner]
            raise AssemblyError(
                f"Mechanism '{plan.name}': the equation of {joint.called} ({equation.meaning}) means nothing where the "
                f"bodies are placed. {joint.SINGULAR}"
            )


def _assembled(hints: Hints, q: Array, t: float, engine: Engine, how: str) -> Assembly:
    """Return the position found with what is to be said of it."""
    violation = float(np.abs(engine.residuals(q, t)).max(initial=0.0))
    moved = float(np.linalg.norm(q[:, :3] - hints.begin[:, :3], axis=1).max(initial=0.0))
    count = counted(engine.iterations, "iteration")
    model = hints.plan.model
    position = Motion.single(hints.plan, t, q, violation, "")
    changes = tuple(hints.changes(position)) if hints.exact else ()
    status = f"Assembled {how} in {count}; largest residual {violation:.1e}."
    status += change_note(changes) + radians_note(model)
    motion = replace(position, status=status)
    return Assembly(status, violation, engine.iterations, engine.factorisations, moved, motion, q, changes)


def assembled_at(
    plan: Plan,
    t: float,
    start: Start | Motion | Assembly | Array | None,
    hold: Sequence[str] = (),
    open_contacts: bool = False,
) -> Assembly:
    """Return the assembly that an analysis begins with at time t: `start` itself where it is one of that time.

    `open_contacts`: see `assemble`.
    """
    if isinstance(start, Assembly) and not hold and start.motion.plan is plan and start.motion.time[0] == t:
        return start
    return assemble(plan, t, start=start, hold=hold, open_contacts=open_contacts)


def closed_beside(plan: Plan, poses: Array, t: float, near: Array, shift: Array | None = None) -> Array:
    """Return the closed position nearest to poses.

    Poses alone do not tell how often a drum has turned, nor how far a wheel has rolled: `near` are the angles of the
    gauges of `plan.positions` over full turns. `shift`: see `Engine.close`.
    """
    engine = Engine(plan.positions)
    engine.work.near[:] = near
    status, found = engine.close(poses, t, shift=shift)
    if status == DONE and not engine.opposed(found, t):
        return engine.refined(found, t, 0.0 if shift is None else shift)
    return assemble(plan, t, start=poses).poses


def _with_holds(plan: Plan, hold: Sequence[str], origins: Array) -> Plan:
    """Return the plan with every held coordinate of a body's origin as a driver that stands still."""
    labels, solved = plan.model.space.labels, plan.model
    for name in hold:
        body, _, coordinate = name.partition(".")
        if coordinate in labels:
            solved = solved.copy() if solved is plan.model else solved
            value = origins[plan.resolved.index[body], labels.index(coordinate)]
            solved.drive(name, float(value), f"hold {name}")
    return plan if solved is plan.model else plan_of(solved)


def held_freedoms(plan: Plan, hold: Sequence[str]) -> NDArray[np.bool_]:
    """Return which freedoms (bodies, d) are held; single coordinates of an origin are held by drivers instead."""
    if isinstance(hold, str):
        raise ModelError(f"hold is a list of bodies or coordinates. Write hold=['{hold}'].")
    held = np.zeros(plan.weight.shape, bool)
    labels = plan.model.space.labels
    for name in hold:
        body, _, coordinate = name.partition(".")
        if body not in plan.resolved.index or body == "ground":
            raise ModelError(f"hold: there is no body '{body}'. {nearest(body, list(plan.resolved.index))}")
        b = plan.resolved.index[body]
        if not coordinate:
            held[b] = True
        elif coordinate == "angle":
            held[b, len(labels) :] = True
        elif coordinate not in labels:
            raise ModelError(f"hold: '{name}' is no coordinate. {nearest(coordinate, [*labels, 'angle'])}")
    return held
