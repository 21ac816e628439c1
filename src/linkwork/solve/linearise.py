"""Linearisation about a state, at rest or moving, on independent coordinates with names.

With J the rows, z the coordinates (rates G V) and R the motions that they lead, [J; G] R = [0; 1], a small displacement
is u = R dz. The velocities change by dV with J dV = -(change of the rows' rates), G dV = dw - (change of the
coordinates' rates), and the accelerations by da = R dw' + x, where x takes up what the rows ask for. What is left is

    R^T M R dw' = R^T (dF - M x),   dF the change of all forces with accelerations and multipliers held.

Equations of velocities (rolling, skates) leave fewer velocities w than coordinates z: each has rows and motions of its
own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..arrays import Array
from ..errors import ModelError, instant, texts_of
from ..results.linear import Linearisation
from ..results.linear_series import LinearSeries
from ..results.motion import Motion
from ..words import freedom_words
from .assembly import Assembly
from .finite import finite_freedoms, free_velocities
from .held import as_told
from .independent import Named, candidates, named
from .jumps import as_switched, bent_laws, differenced, parting_dampers
from .led import EASY, FIT, USUAL, Lead, System, chosen, guessed
from .linear_state import LinearState
from .masses import check_masses
from .outputs import Output, read_outputs
from .start import Start
from .states import States, index_of, state_at, turns_in
from .steadiness import passing
from .tangents import StateTangents
from .tree_state import TreeState, TreeSystem, tree_system

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


def linearise(
    plan: Plan,
    at: Start | Assembly | Motion | Array | None = None,
    t: float = 0.0,
    *,
    coordinates: Sequence[str] | None = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
) -> Linearisation:
    """Linearise the equations of motion about a state.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    at : Start, Assembly, Motion or array, optional
        The state: a consistent start, an assembled position, a motion (its position at time t), or poses (bodies, 7)
        to assemble from. The start of an equilibrium holds the drivers where they are. Default: where the hints put
        the mechanism.
    t : float
        [s]; a `Start` brings its own time.
    coordinates : list of str, optional
        Independent coordinates, ``["A.angle", "slide.translation"]``. Default: the first of the joints, and then of
        the bodies, that tell all motions apart.
    inputs : list of str, optional
        Names of forces, whose value [N, N m] is added to (of a vector one component, ``"push.value.force_x"``), and
        of drivers: the input is then the second derivative of the driver's motion, and its value and rate are states.
        Default: `m.inputs`.
    outputs : list of str, optional
        Any quantity: ``"B.angle"``, ``"rate(crank.tip.x)"``, ``"rate(rate(B.angle))"``, ``"A.force.x"``,
        ``"motor.effort"``, ``"energy.kinetic"``. Default: `m.outputs`, or where there are none the coordinates.

    Returns
    -------
    Linearisation

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> _ = m.place(rod, angle=-90 * lw.deg)
    >>> linear = m.linearise()
    >>> round(float(abs(linear.eigenvalues.imag).max()) ** 2, 6)  # 3 g / (2 L)
    14.715
    """
    plan = as_told(plan, at)
    poses, twists, t, near = state_at(plan, at, instant(t))
    own, jumps, twists = as_switched(plan, poses, twists, t, near)
    state = States.moving(np.array([t]), poses[None], twists[None], lambda: turns_in(own, plan, near[None]))
    question = Question.of(plan, own, coordinates, inputs, outputs)
    return question.told(question.at(state), jumps)


def linearise_along(
    plan: Plan,
    motion: Motion,
    times: Sequence[float] | Array | None = None,
    *,
    coordinates: Sequence[str] | None = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
) -> LinearSeries:
    """Linearise the equations of motion about many states of one motion.

    Coordinates are chosen once, at the first state, and everything that depends on them alone is made once: a state
    then costs a small part of what a single `linearise` does.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    motion : Motion
        From `simulate`, `move` or another analysis, of this mechanism.
    times : array, optional
        Times of the motion [s]. Default: all.
    coordinates, inputs, outputs : list of str
        As in `linearise`.

    Returns
    -------
    LinearSeries

    Examples
    --------
    >>> from linkwork import gallery
    >>> m = gallery.get("four-bar", driven=False)
    >>> run = m.simulate(1.0, points=5)
    >>> linear = m.linearise_along(run)
    >>> linear.A.shape
    (5, 2, 2)
    """
    if not isinstance(motion, Motion):
        raise ModelError(f"linearise_along asks for a motion, as m.simulate returns, not {type(motion).__name__}.")
    states = _states(plan, motion, times)
    own = _held_alike(plan, states)
    if own is not plan:
        near = states.near
        states = replace(states, turns=lambda: turns_in(own, plan, near))
    question = Question.of(plan, own, coordinates, inputs, outputs)
    found = question.at(states, whole=False)
    (A, B, C, D, M, damping, stiffness), system = found.matrices(), found.system
    question.keep(found)

    def resisting() -> tuple[Array, Array, Array]:
        return (M, damping, stiffness) if len(M) == len(states.times) else question.resisting(system, states)

    def told(k: int) -> Linearisation:
        return question.told(question.again(system, states[k]), _switched(plan, states, k)[1])

    def jumps(k: int) -> tuple[str, ...]:
        here = question.again(system, states[k])
        said = question.jumps(here, _switched(plan, states, k)[1])
        question.keep(here)
        return said

    return LinearSeries(states.times, A, B, C, D, resisting, told, jumps)


def _held_alike(plan: Plan, states: States) -> Plan:
    """Return the plan with the contacts that press as joints; raises ModelError where they change on the way."""
    if all(switch.slides and not switch.own for switch in plan.switches):  # friction, which is left out
        return plan
    own = _switched(plan, states, 0)[0]
    for k, t in enumerate(states.times):
        found = _switched(plan, states, k)[0]
        if [e.meaning for e in found.equations] != [e.meaning for e in own.equations]:
            raise ModelError(
                f"'{plan.name}': other contacts press at t = {t:.6g} s than at t = {states.times[0]:.6g} s, so that "
                f"the equations differ. Take times between which none opens or closes."
            )
    return own


def _switched(plan: Plan, states: States, k: int) -> tuple[Plan, tuple[str, ...]]:
    """Return the plan with the contacts that press at one of the states as joints, and what jumps there."""
    return as_switched(plan, states.poses[k], states.twists[k], float(states.times[k]), states.near[k])[:2]


def _states(plan: Plan, motion: Motion, times: Sequence[float] | Array | None) -> States:
    """Return the states of a motion at some times, or at all."""
    places: Any = slice(None)
    if times is not None:
        places = [index_of(motion, float(time)) for time in np.atleast_1d(np.asarray(times, float))]
    time, twists = motion.time[places], motion.motions[places, :, 0]
    if not len(time):
        raise ModelError("times= are the times to linearise at, at least one.")
    if not np.isfinite(twists).all():
        raise ModelError(
            f"The motion of '{plan.name}' has no velocities at these times: linearise about one with them."
        )
    return States.moving(time, motion.poses[places], twists, lambda: motion.near(plan)[places])


class Question:
    """What is to be linearised of a mechanism. It is kept with the plan, with all that serves at every state.

    Parameters
    ----------
    plan : Plan
        With the contacts that press as joints.
    given : Named or None
        Coordinates that the user chose.
    inputs : tuple of str
    wanted : tuple of Output
    """

    def __init__(self, plan: Plan, given: Named | None, inputs: tuple[str, ...], wanted: tuple[Output, ...]) -> None:
        self.plan, self.given, self.inputs, self.wanted = plan, given, inputs, wanted
        self._spare: dict[System, list[LinearState]] = {}
        self._regular: set[int] = set()
        self._lead = guessed(plan, given)
        self._tree, self._seen = cast("TreeSystem | None", None), False

    @classmethod
    def of(
        cls,
        plan: Plan,
        own: Plan,
        coordinates: Sequence[str] | None,
        inputs: Sequence[str] | None,
        outputs: Sequence[str] | None,
    ) -> Question:
        """Return what is asked of a plan, of which `own` has the contacts that press as joints."""
        check_masses(plan)
        inputs = texts_of("inputs", plan.model.inputs if inputs is None else inputs, "motor")
        outputs = texts_of("outputs", plan.model.outputs if outputs is None else outputs, "A.angle")
        asked = None if coordinates is None else texts_of("coordinates", coordinates, "A.angle")
        key = ("linear", None if asked is None else tuple(asked), tuple(inputs), tuple(outputs))
        found = own.cache.get(key)
        if not isinstance(found, Question):
            given = None if asked is None else named(plan, asked, "the coordinate")
            found = own.cache[key] = cls(own, given, tuple(inputs), tuple(read_outputs(plan, outputs)))
        return found

    def at(self, states: States, whole: bool = True) -> LinearState:
        """Return the linear equations at states, on coordinates for the first of them; `keep` them afterwards.

        The coordinates given, or the first that fit, where their pivots are good; otherwise a closer look is taken.
        """
        for way in self._ways(states.poses[0]):
            found = self._taken(way)
            found.at(states, whole)
            if found.fits(*((FIT, 1.0 / FIT) if self.given or self._tree else (EASY, USUAL))):
                return found
            self.keep(found)
        here = StateTangents(self.plan, states.poses[0], states.twists[0], float(states.times[0]), states.near[0])
        among = self.given or candidates(self.plan, states.poses[0])
        found = self._taken(self._led(chosen(self.plan, here, among, self.given is not None)))
        found.at(states)
        return found

    def singular(self, found: LinearState) -> tuple[str, ...]:
        """Return a sentence where velocities are free that no finite motion has, as at a dead point.

        Rows that say the same everywhere are no such place: how many freedoms that leaves is looked for once.
        """
        lead, plan = found.system.lead, self.plan.positions
        free = len(lead.names.names)
        if not lead.dropped[0] or free in self._regular:
            return ()
        finite = finite_freedoms(plan, found.poses, found.t, *free_velocities(plan, found.poses, found.t))
        if finite == free:
            self._regular.add(free)
            return ()
        sentence = (
            f"This is a singular position: {free} velocities are free here, while finite motions have "
            f"{freedom_words(finite)}. These equations hold for none of the ways out of it: linearise beside it, on "
            f"the way you mean."
        )
        return (sentence,)

    def again(self, system: System, state: States) -> LinearState:
        """Return the linear equations at one state, on coordinates that were chosen."""
        found = self._taken(system)
        found.at(state)
        return found

    def result(self, system: System, state: States) -> Linearisation:
        """Return the matrices at one state, on coordinates that were chosen, with nothing told of it."""
        found = self.again(system, state)
        made = found.result()
        self.keep(found)
        return made

    def jumps(self, found: LinearState, switched: tuple[str, ...]) -> tuple[str, ...]:
        """Return sentences on contacts, on forces that jump at a state, and on a singular position."""
        bent = bent_laws(found.plan, found.work, found.t)
        parting = parting_dampers(found.plan, found.work, found.alone)
        return (*switched, *bent, *differenced(found.plan), *parting, *self.singular(found))

    def told(self, found: LinearState, switched: tuple[str, ...]) -> Linearisation:
        """Return the matrices at a state with all that is told of it."""
        made = found.result(self.jumps(found, switched))
        steadiness = passing(made, self.plan, found.system.lead.names, found.states, partial(self.result, found.system))
        self.keep(found)
        return replace(made, notes=(*made.notes, *steadiness))

    def resisting(self, system: System, states: States) -> tuple[Array, Array, Array]:
        """Return mass matrices, damping and stiffness at states, on coordinates that were chosen."""
        found = self._taken(system)
        equations = found.at(states)
        self.keep(found)
        return equations.M, equations.damping, equations.stiffness

    def _taken(self, system: System) -> LinearState:
        """Return tables and room for the work, which nobody else has until they are kept again."""
        try:
            return self._spare[system].pop()
        except LookupError:
            way = TreeState if isinstance(system, TreeSystem) else LinearState
            return way(system, self.inputs, self.wanted)

    def _ways(self, poses: Array) -> Iterator[System]:
        """Return how the coordinates that are given, or the first ones, lead: along a tree of joints, by rows."""
        tree = self._along_tree(poses)
        if tree is not None and not self.wanted:
            yield tree
        if self._guess is not None and self._guess.complete:
            yield self._guess

    @cached_property
    def _guess(self) -> System | None:
        """The mechanism led by rows."""
        return None if self._lead is None else self._led(self._lead)

    def _along_tree(self, poses: Array) -> TreeSystem | None:
        """Return the mechanism as a tree of joints with these coordinates, or None; seen at the first position."""
        if not self._seen:
            key = ("tree", self._lead)
            if key not in self.plan.cache:
                self.plan.cache[key] = None if self._lead is None else tree_system(self.plan, self._lead, poses)
            self._tree, self._seen = cast("TreeSystem | None", self.plan.cache[key]), True
        return self._tree

    def _led(self, lead: Lead) -> System:
        seen = [output.gauge for output in self.wanted if output.gauge is not None]
        key = ("led", lead, tuple(seen))
        if key not in self.plan.cache:
            self.plan.cache[key] = System(self.plan, lead, seen)
        return cast(System, self.plan.cache[key])

    def keep(self, found: LinearState) -> None:
        """Keep tables and room for further states."""
        self._spare.setdefault(found.system, []).append(found)
