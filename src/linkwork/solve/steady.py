"""Steady motion: a relative equilibrium in which some coordinates change at constant rates and the others stand still.

With coordinates z, rates w given for some of them and zero for the others, the accelerations w'(z, w) are to vanish.
Where something rolls there are fewer rates than coordinates: turns are taken before shifts, which go round in a circle.
Their change with z is a block of the linear equations about the state, so that Newton's step is w'_z dz = -w'.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite

import numpy as np

from ..arrays import Array
from ..base.poses import moved, twists_of
from ..base.zero import ROUNDING
from ..coordinates.plan import Plan
from ..coordinates.rank import solved_with_coordinates
from ..errors import LinkworkError, ModelError, MotionError, instant
from ..expressions import evaluate
from ..expressions.units import ANGULAR_SPEED, SPEED
from ..results.linear import Linearisation
from ..results.motion import Motion
from ..results.reading import read
from ..results.steady import SteadyMotion
from ..words import quoted
from .assembly import Assembly
from .freedoms import gauge_gradients
from .independent import Named, candidates, choose, named
from .linearise import linearise
from .masses import check_masses
from .simulate import simulate
from .start import Start, consistent_start
from .tangents import StateTangents

LIMIT, FARTHEST, STEADY = 60, 0.2, 1e-11
"""Most steps, the longest [rad, mechanism's size], and accelerations left over that count as none."""

AHEAD, LASTING = 1e-2, 1e-8
"""How far motions go on to see whether they last [rad, mechanism's size], and accelerations that are none there."""

SINGULAR = (
    "'{name}': the search for a steady motion of these rates came to a position where {names} no longer tell its "
    "motions apart, as where links fold up or fall in line. At these rates it may rest there alone; begin elsewhere "
    "with at=, or take other rates."
)

CONTACTS = (
    "'{name}': the search for a steady motion of these rates came to where a contact presses or is passed: {contacts}. "
    "It looks for motions on which contacts stay open. Put a joint or a driver in the place of one that is to press, "
    "or begin nearer with at=."
)


def steady(
    plan: Plan,
    speeds: Mapping[str, float | str],
    at: Start | Assembly | Motion | Array | None = None,
    t: float = 0.0,
) -> SteadyMotion:
    """Find a steady motion: named coordinates at constant rates, all others at rest.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    speeds : dict
        Coordinate -> rate [rad/s, m/s]: ``{"shaft.angle": 10}`` or ``"50 rpm"``. Those that the position may
        not depend on.
    at : Start, Assembly, Motion or array, optional
        Where to begin. Default: where the hints put the mechanism.
    t : float
        [s]

    Returns
    -------
    SteadyMotion

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("governor", gravity=(0, 0, -9.81))
    >>> shaft = m.body("shaft", mass=1.0, inertia=(1, 1, 1))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    >>> spin = m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
    >>> pin = m.revolute("pin", shaft.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
    >>> _ = m.place(rod, rotation=lw.axis_angle((0, 1, 0), 0.5))
    >>> found = m.steady({"spin.angle": 6.0})
    >>> round(float(found["pin.angle"]), 6)  # sin = 3 g / (2 L w^2)
    0.421084
    """
    if not isinstance(speeds, Mapping) or not all(isinstance(name, str) for name in speeds):
        raise ModelError(
            f"A steady motion has rates of coordinates by their names, {{'spin.angle': 6}}, not {speeds!r}."
        )
    t = instant(t)
    check_masses(plan)
    begin = consistent_start(plan, t, at)
    return _Search(plan, {name: _rate(plan, name, value) for name, value in speeds.items()}, begin, t).go()


def _rate(plan: Plan, name: str, value: float | str) -> float:
    """Return a rate [rad/s, m/s] from a number or a text with a unit; raises ModelError for anything else."""
    rate = {"m": SPEED, "rad": ANGULAR_SPEED}.get(read(plan, name)[0].unit) if isinstance(value, str) else None
    try:
        found = float(evaluate(value, rate) if isinstance(value, str) else value)
    except (TypeError, ValueError):
        found = float("nan")
    if not isfinite(found):
        raise ModelError(f"The rate of '{name}' is a number, or a text with a unit such as '50 rpm', not {value!r}.")
    return found


class _Search:
    """A search for a steady motion."""

    def __init__(self, plan: Plan, speeds: dict[str, float], begin: Start, t: float) -> None:
        self.plan, self.speeds, self.t = plan, speeds, t
        here = StateTangents(plan, begin.poses, np.zeros_like(begin.twists), t, begin.angles(plan))
        counted, level = here.work.soft >= 0.0, plan.tables["rows"]["level"]
        among = _turns_first(named(plan, list(speeds), "the coordinate"), candidates(plan))
        self.names = choose(plan, begin.poses, here.terms.J[counted & (level == 0)], among, False, len(speeds))
        kept = len(set(speeds).intersection(self.names.names))
        self.led = choose(plan, begin.poses, here.terms.J[counted], self.names, False, kept)
        missing = [name for name in speeds if name not in self.led.names]
        if missing:
            raise ModelError(
                f"'{plan.name}': the rate of {quoted(missing)} cannot be chosen: joints, drivers or other rates fix it."
            )
        if not self.led.names:
            raise ModelError(
                f"'{plan.name}' has no freedom beside its drivers, so that no steady motion is to be found. Take "
                f"drivers out, m.without_drivers(), and name their rates."
            )
        self.begin = begin

    def state(self, near: Array) -> Start:
        """Return the state of these speeds at the closed position nearest to poses."""
        start = consistent_start(self.plan, self.t, near)
        still = StateTangents(self.plan, start.poses, np.zeros_like(start.twists), self.t, start.angles(self.plan))
        rows = still.work.soft >= 0.0
        matrix = np.vstack([still.terms.J[rows], gauge_gradients(self.plan, self.led.gauges, start.poses)])
        rates = [float(self.speeds.get(name, 0.0)) for name in self.led.names]
        right = np.concatenate([-still.terms.slip[rows], rates])
        V = solved_with_coordinates(matrix, right, self.plan.units)
        return replace(start, twists=twists_of(V, self.plan.freedoms))

    def look(self, start: Start) -> tuple[Linearisation, Array, Array]:
        """Return the linear equations, and the accelerations of the rates and their change with coordinates, scaled."""
        linear = linearise(self.plan, start, self.t, coordinates=self.names.names, inputs=(), outputs=())
        run, z = simulate(self.plan, [self.t], start=start), len(self.names.names)
        led = [name.removeprefix("rate(").removesuffix(")") for name in linear.velocities]
        sizes = linear.sizes[[self.names.names.index(name) for name in led]]
        found = np.array([run.measure(name).values[0, 2] for name in led]) / sizes
        return linear, found, linear.A[z:, :z] * linear.sizes[:z] / sizes[:, None]

    def _pace(self, linear: Linearisation) -> float:
        """Return the square of the quickest rate: accelerations count beside it where no coordinate changes them."""
        sizes = dict(zip(linear.coordinates, linear.sizes, strict=False))
        return max([(float(rate) / sizes[name]) ** 2 for name, rate in self.speeds.items()], default=0.0) or 1e-300

    def go(self) -> SteadyMotion:
        """Go to a steady motion by Newton's steps."""
        start = self.state(self.begin.poses)
        for steps in range(LIMIT):
            try:
                linear, left, slope = self.look(start)
            except LinkworkError as error:
                contacts, names = quoted([s.name for s in self.plan.switches if not s.slides]), quoted(self.names.names)
                if not (steps or contacts):
                    raise
                words = CONTACTS if contacts else SINGULAR
                raise MotionError(words.format(name=self.plan.name, names=names, contacts=contacts)) from error
            most, pace = float(np.abs(slope).max(initial=0.0)), self._pace(linear)
            open_ = float(np.abs(left).max(initial=0.0) / (most if most > ROUNDING * pace else pace))
            if open_ <= STEADY:
                motion = simulate(self.plan, [self.t], start=start)
                self._check_lasts(linear, start, max(most, pace))
                return SteadyMotion(self.plan.name, self.speeds, motion, start, linear, open_, steps)
            step = -np.linalg.lstsq(slope, left, rcond=1e-9)[0]
            step *= min(1.0, FARTHEST / max(float(np.abs(step).max(initial=0.0)), 1e-300))
            shift = linear.shapes @ (linear.sizes[: len(step)] * step)
            start = self.state(moved(start.poses, shift, self.plan.freedoms))
        worst = int(np.argmax(np.abs(left)))
        raise MotionError(
            f"'{self.plan.name}': no steady motion was found in {LIMIT} steps; {linear.velocities[worst]} still "
            f"changes by {left[worst]:.4g} a second. Does a force drive or brake it? Begin nearer with at=."
            f"{self._rested}"
        )

    @property
    def _rested(self) -> str:
        """A sentence on the coordinates that nobody named: of a car in a curve, headings are none that rest."""
        names = [name for name in self.led.names if name not in self.speeds]
        return (
            f" Taken at rest: {quoted(names)}; where others are to rest, name them with a rate of 0." if names else ""
        )

    def _check_lasts(self, linear: Linearisation, start: Start, size: float) -> None:
        """Raise MotionError where nothing speeds up at this instant alone: as the motion goes on, forces change.

        size: the square of the pace of the motion and its vibrations [1/s^2].
        """
        ahead, sizes = AHEAD / size**0.5, linear.sizes[len(linear.coordinates) :]
        run = simulate(self.plan, [self.t, self.t + ahead], start=start)
        told = [run.measure(name).values for name in linear.coordinates]
        led = [linear.coordinates.index(name.removeprefix("rate(").removesuffix(")")) for name in linear.velocities]
        after = np.array([told[k][1, 2] for k in led])
        worst = int(np.argmax(np.abs(after / sizes)))
        if abs(after[worst] / sizes[worst]) <= LASTING * size:
            return
        by_place = linear.A[len(told) + worst, : len(told)] @ [values[0, 1] for values in told]
        why = f"Forces depend on {quoted(self.speeds)}; name coordinates that they do not depend on."
        if not self.speeds or abs(by_place * ahead) < abs(after[worst]) / 2:
            why = "A force or a driver depends on the time; take one that does not change."
        raise MotionError(
            f"'{self.plan.name}' has no steady motion of these rates here: nothing speeds up at this instant, but "
            f"as it goes on {linear.velocities[worst]} does, by {after[worst] / ahead:.4g} a second, each second. {why}"
            f"{self._rested}"
        )


def _turns_first(led: Named, others: Named) -> Named:
    """Return the coordinates whose rates are given, then turns, then shifts: what rolls on a circle turns steadily."""
    free = [k for k, gauge in enumerate(others.gauges) if gauge not in led.gauges]
    rest = others.chosen(sorted(free, key=lambda k: others.units[k] == "m"))
    return Named((*led.names, *rest.names), (*led.gauges, *rest.gauges))
