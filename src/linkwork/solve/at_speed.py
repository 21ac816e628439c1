"""A state in which named coordinates change at given rates, the others stand still, and closed contacts hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..base.poses import largest, twists_of
from ..base.zero import ROUNDING
from ..coordinates.plan import Plan
from ..coordinates.rank import solved_with_coordinates
from ..forces.friction import Friction
from ..results.linear import Linearisation
from .freedoms import gauge_gradients
from .independent import Named, candidates, choose, named
from .linearise import Question
from .simulate import at_instant
from .start import at_state
from .states import States
from .tangents import StateTangents


@dataclass(frozen=True)
class Led:
    """The coordinates that tell all motions apart, and those of them whose rates are chosen.

    Where something rolls there are fewer rates than coordinates: turns are taken before shifts, which go round in a
    circle.
    """

    names: Named
    rates: Named

    @classmethod
    def of(cls, plan: Plan, poses: Array, t: float, near: Array, speeds: Mapping[str, float]) -> Led:
        """Return the coordinates of a plan at poses, those whose rates are given first."""
        here = StateTangents(plan, poses, np.zeros((len(poses), 6)), t, near)
        counted, level = here.work.soft >= 0.0, plan.tables["rows"]["level"]
        among = _turns_first(named(plan, list(speeds), "the coordinate"), candidates(plan))
        names = choose(plan, poses, here.terms.J[counted & (level == 0)], among, False, len(speeds))
        kept = len(set(speeds).intersection(names.names))
        return cls(names, choose(plan, poses, here.terms.J[counted], names, False, kept))


def _turns_first(led: Named, others: Named) -> Named:
    """Return the coordinates whose rates are given, then turns, then shifts: what rolls on a circle turns steadily."""
    free = [k for k, gauge in enumerate(others.gauges) if gauge not in led.gauges]
    rest = others.chosen(sorted(free, key=lambda k: others.units[k] == "m"))
    return Named((*led.names, *rest.names), (*led.gauges, *rest.gauges))


class AtSpeed:
    """Accelerations and forces at a position and rates of coordinates.

    Parameters
    ----------
    plan : Plan
        With the contacts that are closed as joints, and without the others.
    poses : array, shape (bodies, 7)
        In which the joints are closed.
    t : float
        [s]
    near : array
        Angles of the plan's gauges over full turns [rad].
    led : Led
    speeds : mapping of str to float
        Coordinate -> rate [rad/s, m/s]; all others stand still.

    Attributes
    ----------
    start : Start
    run : DynamicMotion
        Of one instant: the accelerations, with the friction of joints.
    here : StateTangents
        With the multipliers of that motion.
    size : float
        Of the forces that act, those of inertia among them [N].
    linear : Linearisation
        The linear equations about the state.
    """

    def __init__(self, plan: Plan, poses: Array, t: float, near: Array, led: Led, speeds: Mapping[str, float]) -> None:
        self.plan, self.poses, self.t, self.led, self.speeds = plan, poses, t, led, speeds
        still = StateTangents(plan, poses, np.zeros((len(poses), 6)), t, near)
        self.near = still.turns(near)
        rows = still.work.soft >= 0.0
        matrix = np.vstack([still.terms.J[rows], gauge_gradients(plan, led.rates.gauges, poses)])
        rates = [float(speeds.get(name, 0.0)) for name in led.rates.names]
        self.V = solved_with_coordinates(matrix, np.concatenate([-still.terms.slip[rows], rates]), plan.units)
        twists = twists_of(self.V, plan.freedoms)
        counted = {gauge: float(self.near[i]) for i, gauge in plan.counted}
        self.start = at_state(plan, t, poses, twists, f"Steady at t = {t:g} s.", counted)
        self.run = at_instant(plan, self.start, t)
        self.here = StateTangents(plan, poses, twists, t, self.near)
        self.here.lam[plan.position_in_table] = self.run.forces.multipliers[0, : len(plan.equations)]
        forces = self.here.terms.force, self.here.terms.times_mass(self.here.acceleration)
        self.size = float(sum(np.abs(plan.units * force).sum() for force in forces))
        self.linear = self._linearised()

    def _linearised(self) -> Linearisation:
        state = States.moving(np.array([self.t]), self.poses[None], self.start.twists[None], self.near[None])
        question = Question.of(self.plan, self.plan, self.led.names.names, (), ())
        found = question.at(state)
        made = found.result()
        question.keep(found)
        return made

    @cached_property
    def sizes(self) -> Array:
        """What the rates are counted by: see `Linearisation.sizes`."""
        names = self.led.names.names
        return np.array([self.linear.sizes[names.index(name)] for name in led_by(self.linear)])

    @cached_property
    def left(self) -> Array:
        """Accelerations of the rates, scaled [1/s^2]."""
        return np.array([self.run.measure(name).values[0, 2] for name in led_by(self.linear)]) / self.sizes

    @cached_property
    def slope(self) -> Array:
        """Their change with the coordinates, scaled [1/s^2]."""
        z = len(self.led.names.names)
        return np.asarray(self.linear.A[z : z + len(self.sizes), :z] * self.linear.sizes[:z] / self.sizes[:, None])

    @cached_property
    def pace(self) -> float:
        """The square of the pace of the motion [1/s^2]: accelerations count beside it where no place changes them."""
        sizes = dict(zip(self.linear.coordinates, self.linear.sizes, strict=False))
        rates = (float(rate) / sizes[name] for name, rate in self.speeds.items() if name in sizes)
        return max((rate**2 for rate in rates), default=0.0) or 1e-300

    @property
    def most(self) -> float:
        """The square of the pace of its vibrations [1/s^2]."""
        return float(np.abs(self.slope).max(initial=0.0))

    @property
    def open(self) -> float:
        """Accelerations left over, as a share of those that forces cause."""
        size = self.most if self.most > ROUNDING * self.pace else self.pace
        return float(np.abs(self.left).max(initial=0.0) / size)


def frictions_that_rest(plan: Plan, at: AtSpeed) -> list[str]:
    """Return the dry frictions in joints that stand still at given rates: they may hold, or hold nothing."""
    rubbing = [s for s in plan.switches if isinstance(s.force, Friction) and s.gauge and not s.force.smooth]
    rates = np.abs(gauge_gradients(plan, [s.gauge for s in rubbing if s.gauge], at.poses) @ at.V)
    least = ROUNDING * largest(at.V, plan.freedoms, plan.length)
    moving = {s.equation.owner for s, rate in zip(rubbing, rates, strict=True) if rate > least}
    return [name for name in dict.fromkeys(s.equation.owner for s in rubbing) if name not in moving]


def led_by(linear: Linearisation) -> list[str]:
    """Return the coordinates whose rates are the velocities of linear equations."""
    return [name.removeprefix("rate(").removesuffix(")") for name in linear.velocities]
