"""Steady motion: a relative equilibrium in which some coordinates change at constant rates and the others stand still.

With coordinates z, rates w given for some of them and zero for the others, the accelerations w'(z, w) are to vanish.
Where something rolls there are fewer rates than coordinates: turns are taken before shifts, which go round in a circle.
Their change with z is a block of the linear equations about the state, so that Newton's step is w'_z dz = -w'.

Contacts, stops, clutches and pawls are open or closed as in an equilibrium, by the same working set: those that are
closed hold like joints, with rates of no gap; a step ends where it would close another one; the one that pulls most
opens where all accelerations vanish. Where Newton's step leads back into it, or the search to no motion at all, steps
follow the accelerations instead, with the absolute value of the stiffness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..coordinates.plan import Plan
from ..errors import LinkworkError, ModelError, MotionError, instant
from ..expressions import evaluate
from ..expressions.units import ANGULAR_SPEED, SPEED
from ..results.motion import Motion
from ..results.reading import read
from ..results.steady import SteadyMotion
from ..words import quoted
from .assembly import Assembly
from .at_speed import AtSpeed, Led, frictions_that_rest, led_by
from .bearing import contact_states, shared_loads
from .held import without_friction
from .linearise import linearise
from .masses import check_masses
from .simulate import simulate
from .start import Start, at_state, consistent_start, turned_on
from .steady_checks import check_holds, check_lasts, check_left, closing, rested, slides
from .working_set import WorkingSet

LIMIT, FARTHEST, STEADY, SOFT = 60, 0.2, 1e-11, 1e-3
"""Most steps, the longest [rad, mechanism's size], accelerations left over that count as none, and the least stiffness,
as a share of the largest, that a step along the accelerations counts with."""

RESTING = (
    "Friction is left out in joints that stand still: {names}. Up to its limit it may hold the mechanism beside this "
    "motion, and take a part of what stops carry."
)

SINGULAR = (
    "'{name}': the search for a steady motion of these rates came to a position where {names} no longer tell its "
    "motions apart, as where links fold up or fall in line. At these rates it may rest there alone; begin elsewhere "
    "with at=, or take other rates."
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

    Contacts, rigid stops, one-way clutches, ratchets and cables that go slack are open or closed as no force may pull:
    ``found.contacts``. Contacts that friction does not hold rolling are refused; friction in joints that stand still is
    left out.

    Returns
    -------
    SteadyMotion

    Raises
    ------
    MotionError
        When none is found: the sentence says what still speeds up, and which contact slides or would have to pull.

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
    rates = {name: _rate(plan, name, value) for name, value in speeds.items()}
    search = _Search(plan, rates, begin, t)
    if resting := frictions_that_rest(plan, search.at):
        loose = without_friction(plan, resting)
        search = _Search(loose, rates, consistent_start(loose, t, begin), t)
    found = search.go()
    if moving := set(resting).difference(frictions_that_rest(plan, search.at)):
        raise MotionError(
            f"'{plan.name}': friction {quoted(sorted(moving))} stands still where the search begins and slides at the "
            f"steady motion that it came to without it. Begin nearer with at=."
        )
    notes = (RESTING.format(names=quoted(resting)),) if resting else ()
    return replace(found, notes=(*notes, *found.notes))


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
        self.plan, self.speeds, self.begin, self.t = plan, speeds, begin, t
        self._begin(along=False)

    def _begin(self, along: bool) -> None:
        """Begin the search, by Newton's steps or along the accelerations."""
        self.set, self.along = WorkingSet(self.plan, self.begin, self.t), along
        self.led: dict[frozenset[int], Led] = {}
        self.steps, self.freed, self.pulled = 0, set[int](), dict[str, str]()
        self._let_rates_open(self.set.first)
        self.at = self._look(self.set.first)

    def _led(self, poses: Array) -> Led:
        """Return the coordinates with the contacts that are closed, chosen where they first are."""
        closed, own = frozenset(self.set.closed), self.set.plan
        if closed not in self.led:
            self.led[closed] = Led.of(own, poses, self.t, self.set.rows.near(own), self.speeds)
        return self.led[closed]

    def _missing(self, poses: Array) -> list[str]:
        """Return the given rates that cannot be chosen; contacts may hold a coordinate that is to stand still."""
        known = self._led(poses).rates.names
        return [name for name, rate in self.speeds.items() if name not in known and (rate or not self.set.closed)]

    def _let_rates_open(self, poses: Array) -> None:
        """Open the contacts that touch where the search begins and the given rates part."""
        for k in sorted(self.set.closed):
            missing = self._missing(poses)
            if not missing:
                return
            self.set.closed.remove(k)
            if len(self._missing(poses)) < len(missing):
                self.set.open({k})
            else:
                self.set.closed.add(k)

    def _look(self, poses: Array) -> AtSpeed:
        """Return accelerations and forces at a closed position, with the rates given."""
        missing, led, own = self._missing(poses), self._led(poses), self.set.plan
        if missing:
            held = [f"'{self.set.rows.rows[k].name}'" for k in self.set.closed]
            by = ", ".join(["joints, drivers", *held]) + " or other rates fix it"
            raise ModelError(f"'{self.plan.name}': the rate of {quoted(missing)} cannot be chosen: {by}.")
        if not (led.rates.names or self.set.closed):
            raise ModelError(
                f"'{self.plan.name}' has no freedom beside its drivers, so that no steady motion is to be found. Take "
                f"drivers out, m.without_drivers(), and name their rates."
            )
        found = AtSpeed(own, poses, self.t, self.set.rows.near(own), led, self.speeds)
        self.set.note(found)
        return found

    def go(self) -> SteadyMotion:
        """Go to a steady motion by Newton's steps; where they come to none, along the accelerations."""
        try:
            self._reach()
        except MotionError as error:
            self._begin(along=True)
            try:
                self._reach()
            except MotionError:
                raise error from None
        return self._result()

    def _reach(self) -> None:
        """Go to where nothing speeds up; contacts close on the way, and open where they would have to pull."""
        for _ in range(LIMIT):
            if self.at.open > STEADY:
                self._take_step()
            elif not self._let_go():
                return
        worst = int(np.argmax(np.abs(self.at.left)))
        rate, change = self.at.linear.velocities[worst], self.at.left[worst]
        raise MotionError(
            f"'{self.plan.name}': no steady motion was found in {LIMIT} steps; {rate} still "
            f"changes by {change:.4g} a second. Does a force drive or brake it? Begin nearer with at=."
            f"{rested(self.at)}{self._why}"
        )

    @property
    def _why(self) -> str:
        """Sentences on contacts that let the search down: those that would have to pull, and those that slide."""
        return "".join(f" {one}" for one in (*self.pulled.values(), *slides(self.at)))

    def _let_go(self) -> bool:
        """Open the contact that pulls most; return whether one does."""
        closed, forces = set(self.set.closed), self.set.forces(self.at)
        if not self.set.let_go(self.at):
            return False
        self.freed = closed - self.set.closed
        for row, force in ((self.set.rows.rows[k], -forces[k]) for k in self.freed):
            unit = "N" if row.unit == "m" else "N m"
            self.pulled[row.name] = f"Closed, '{row.name}' would have to pull with {force:.6g} {unit}."
        self.at = self._look(self.at.poses)
        return True

    def _take_step(self) -> None:
        """Take a step, up to where it closes a contact; raises MotionError where it leads to no position."""
        at = self.at
        try:
            x = self._displacement()
            met = self.set.meet(at, x)
            if met is not None:
                self.set.roll_on(met)
            self.at = self._look(self.set.moved(at.poses, x) if met is None else met)
        except LinkworkError as error:
            if not self.steps:
                raise
            words = SINGULAR.format(name=self.plan.name, names=quoted(at.led.names.names))
            raise MotionError(f"{words}{self._why}") from error
        self.steps, self.freed = self.steps + 1, set()

    def _displacement(self) -> Array:
        """Return Newton's step; where that leads back into a contact that opened, one along the accelerations."""
        at, freed = self.at, sorted(self.freed)
        x = self._displaced(-np.linalg.lstsq(at.slope, at.left, rcond=1e-9)[0])
        if freed and float((self.set.slopes(at.poses, freed) @ x).min()) < 0.0:
            self.along = True
        return self._displaced(self._along()) if self.along else x

    def _along(self) -> Array:
        """Return the step along the accelerations, of the coordinates, scaled."""
        at, names = self.at, self.at.led.names.names
        step, led = np.zeros(len(names)), [names.index(name) for name in led_by(at.linear)]
        values, vectors = np.linalg.eig(at.slope[:, led])
        stiff = np.maximum(np.abs(values), SOFT * (at.most or at.pace))
        step[led] = np.real(vectors @ (np.linalg.lstsq(vectors, at.left, rcond=None)[0] / stiff))
        return step

    def _displaced(self, step: NDArray[np.floating[Any]]) -> Array:
        """Return the displacement of a step of the coordinates, scaled, no longer than the longest."""
        linear = self.at.linear
        step = step * min(1.0, FARTHEST / max(float(np.abs(step).max(initial=0.0)), 1e-300))
        return np.asarray(linear.shapes @ (linear.sizes[: len(step)] * step))

    def _result(self) -> SteadyMotion:
        """Return the steady motion found; contacts that touch without a force hold nothing."""
        idle = self.set.closed - self.set.pressing(self.at).keys()
        if idle:
            self.set.open(idle)
            self.at = self._look(self.at.poses)
        at = self.at
        start = turned_on(
            at_state(self.plan, self.t, at.poses, at.start.twists, at.start.status),
            self.set.turned,
            self.set.rows.turns,
        )
        check_left(self.set, at)
        motion = simulate(self.plan, [self.t], start=start)
        check_holds(at, start, motion)
        linear = linearise(self.plan, start, self.t, coordinates=at.led.names.names, inputs=(), outputs=())
        check_lasts(self.plan, self.t, linear, start, at)
        return SteadyMotion(
            name=self.plan.name,
            speeds=self.speeds,
            motion=motion,
            start=start,
            linear=linear,
            open=at.open,
            steps=self.steps,
            contacts=contact_states(self.set, at, motion),
            notes=(*shared_loads(self.set, at), *closing(self.set, at)),
        )
