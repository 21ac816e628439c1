"""Events on what follows from the equations of motion: reactions, efforts, powers, energies, accelerations.

Compiled code watches numbers; what they are called, and how they follow from the state, only results know. At every
state where events are looked at, a motion of this one state is made and asked, as a finished run would be: an event
happens exactly where ``run["B.force.x"]`` crosses its value, whatever formulation and method are at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.poses import shift_count
from ..errors import LinkworkError, ModelError
from ..expressions.units import NUMBER, Dimension
from ..formulations.called_back import CalledBack
from ..kernels.events.monitors import observe
from ..model.aliases import SIZE
from ..model.state import Compiled, Event, make_event
from ..results.dynamics import DynamicMotion
from ..results.reading import Component, dimension_of_unit, expression, leaves_of, read

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..expressions.nodes import Node
    from ..results.determinacy import Determinacy
    from .run import Run


def observed_event(plan: Plan, text: str) -> Event | None:
    """Return an event on quantities of results; None where positions and velocities tell all of it.

    Raises
    ------
    ModelError
        For names that mean nothing, for units that do not go together, for vectors, and for jerks.
    """
    node = plan.writer.quantities.parsed(text)
    whole = expression(plan, node)
    if not whole.forces and whole.order < 2:
        return None
    if whole.order > 2:
        raise ModelError(f"'{text}': a simulation has derivatives up to accelerations. Jerks come with move.")

    def compiled(node: Node) -> Compiled:
        found = expression(plan, node)
        return found.program, (), tuple(term.text for term in found.inputs)

    return make_event(text, node, compiled)


class Observer(CalledBack):
    """Tells the events of a run what results know of the state at hand."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run
        self.terms = [read(run.plan, text)[0] for text in run.plan.observed]
        self.dimensions = [dimension_of_unit(term.unit) or NUMBER for term in self.terms]
        self.determinacy: Determinacy | None = None

    def install(self) -> None:
        """Let the work arrays of the run ask for what is observed."""
        if self.terms:
            self.redirect(self.run.work, observe, self._look)

    def check(self) -> None:
        """Raise ModelError where something observed has more than one value at the start."""
        leaves = [leaf for term in self.terms for leaf in leaves_of(term)]
        components = [leaf for leaf in leaves if isinstance(leaf, Component)]
        if not any(part.found.quantity.FORCES for part in components):
            return
        motion = self._motion(self.run.time)
        self.determinacy = motion.determinacy
        for part in components:
            _check_unique(motion, part)

    def _look(self, t: float, first: int, last: int) -> int:
        """Fill in value and scale of the inputs [first, last) of events; not a number where there is no value."""
        work = self.run.work
        places = work.inputs[first:last, 0]
        work.observed[places] = np.nan
        try:
            motion = self._motion(t)
            for place in places:
                work.observed[place] = self.terms[place].values(motion)[0, 0], self._scale(self.dimensions[place])
        except ModelError:
            raise
        except LinkworkError:  # the equations of motion have no solution at this state
            return 1
        return 0

    def _motion(self, t: float) -> DynamicMotion:
        """Return the state at hand as a motion with forces."""
        run, work = self.run, self.run.work
        plan, ahead = run.plan, t - run.time
        motions, done = np.full((1, len(work.q), 2, 6), np.nan), np.zeros(1)
        motions[0, :, 0] = work.V[:, 0]
        motion = DynamicMotion.of(
            plan,
            np.array([t]),
            work.q[None].copy(),
            motions,
            2,
            turned=(work.angles[0] + ahead * work.V[:, 0, 5])[None] if plan.freedoms == 3 else None,
            counted={gauge: work.near[i : i + 1].copy() for i, gauge in run.running.counted},
            start=run.begin,
            work=done,
            modes=work.modes[None].copy(),
            samples=run.sampling.samples,
            formulation=run.formulation,
        )
        if self.determinacy is not None:  # which forces are unique is found once, as for a whole run
            vars(motion)["determinacy"] = self.determinacy
        if run.reached:  # the energy that is there now and was not at the start is work; steps alone integrate it
            done[0] = motion.forces.kinetic[0] + motion.forces.potential[0] - work.control.energy
        return motion

    def _scale(self, dimension: Dimension) -> float:
        """Return how large numbers of a dimension are in this motion, by mass, length and quickness."""
        work, length = self.run.work, float(self.run.work.control.length)
        mass = float(work.masses["mass"].sum()) or 1.0
        forces = np.abs(work.force[:, : shift_count(self.run.plan.freedoms)]).max(initial=0.0)
        falling = (np.linalg.norm(work.gravity) + forces / mass) / length
        quick = max(float(work.control.spin), float(work.control.speed) / length, float(np.sqrt(falling)))
        return float(mass**dimension.mass * length**dimension.length * quick**-dimension.time)


def _check_unique(motion: DynamicMotion, part: Component) -> None:
    """Raise ModelError when a reaction or an effort has more than one value."""
    quantity, owner, place = part.found.quantity, part.found.owner, part.found.component or 0
    component = SIZE if place == -1 else quantity.components(motion.plan, owner)[place]
    if quantity.FORCES and not quantity.unique(motion.determinacy, motion.plan, owner, component):
        why = " ".join(str(sharing) for sharing in motion.determinacy.sharings if owner in sharing.owners)
        raise ModelError(
            f"'{motion.name}': an event cannot look at '{part.text}', which has more than one value. {why} "
            f"Let one of them give way, as a bushing does, or look at something that is unique."
        )
