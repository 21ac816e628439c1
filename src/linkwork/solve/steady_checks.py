"""Whether what was found as a steady motion is one, whatever contacts do, and goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.poses import freedoms_of, largest
from ..base.zero import ROUNDING
from ..errors import MotionError
from ..words import listed, quoted
from .at_speed import AtSpeed, led_by
from .jumps import switch_states
from .simulate import simulate
from .sliding import contact_places
from .slipping import rolling

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..results.dynamics import DynamicMotion
    from ..results.linear import Linearisation
    from .start import Start
    from .working_set import WorkingSet

AHEAD, LASTING = 1e-2, 1e-8
"""How far motions go on to see whether they last [rad, mechanism's size], and accelerations that are none there."""

OTHER = 1e-6
"""Inertia forces of another motion, as a share of those that act, from which on it is another one."""


def slides(at: AtSpeed) -> tuple[str, ...]:
    """Return sentences on contacts that are to roll and slide: friction does not hold them at these rates."""
    known, found = rolling(at.plan), []
    for name, state, _ in switch_states(at.run) if known else ():
        if name not in known or state == "sticks":
            continue
        normal, along = contact_places(at.plan, name)
        lam = at.here.work.lam  # of rolling
        asked, holds = float(np.linalg.norm(lam[along])), known[name].mu_static * abs(float(lam[normal]))
        found.append(
            f"'{name}' slides: rolling asks for {asked:.6g} N along the contact and friction holds {holds:.6g} N. "
            f"Motions on which a contact slides are not looked for; take more friction, or other rates."
        )
    return tuple(found)


def check_left(work: WorkingSet, at: AtSpeed) -> None:
    """Raise MotionError where the rates run against a contact that touches, or bodies overlap."""
    gaps = work.rows.gaps(at.poses)
    passed = [k for k, gap in enumerate(gaps) if gap < -work.rows.touching(k)]
    among = [k for k in work.touching(at) if k not in work.closed]
    rates = work.slopes(at.poses, among) @ at.V if among else np.zeros(0)
    least = ROUNDING * largest(at.V, at.plan.freedoms, at.plan.length)
    told = [f"'{work.rows.rows[k].name}' is passed by {-gaps[k]:.6g} {work.rows.rows[k].unit}" for k in passed]
    for k, rate in zip(among, rates, strict=True):
        row = work.rows.rows[k]
        if rate < -least * (at.plan.length if row.unit == "m" else 1.0):
            told.append(f"'{row.name}' is closed, and its gap would shrink by {-rate:.6g} {row.unit}/s")
    if told:
        raise MotionError(
            f"'{at.plan.name}' has no steady motion of these rates here: {listed(told)}. Take rates that contacts, "
            f"clutches and pawls allow."
        )


def closing(work: WorkingSet, at: AtSpeed) -> tuple[str, ...]:
    """Return sentences on open contacts that the rates come nearer to: the motion is steady until then."""
    gaps, found = work.rows.gaps(at.poses), []
    among = [k for k, gap in enumerate(gaps) if np.isfinite(gap) and gap > work.rows.touching(k)]
    rates = work.slopes(at.poses, among) @ at.V if among else np.zeros(0)
    least = ROUNDING * largest(at.V, at.plan.freedoms, at.plan.length)
    for k, rate in zip(among, rates, strict=True):
        if rate < -least * (at.plan.length if work.rows.rows[k].unit == "m" else 1.0):
            after = f"after about {gaps[k] / -rate:.4g} s"
            found.append(f"'{work.rows.rows[k].name}' closes at these rates {after}: the motion is steady until then.")
    return tuple(found)


def check_holds(at: AtSpeed, start: Start, motion: DynamicMotion) -> None:
    """Raise MotionError where the mechanism goes another way than with contacts as they were found."""
    d, pace = at.plan.freedoms, largest(at.V, at.plan.freedoms, at.plan.length)
    change = largest(freedoms_of(motion.motions[0, :, 0] - start.twists, d), d, at.plan.length)
    other = freedoms_of(motion.motions[0, :, 1] - at.run.motions[0, :, 1], d)
    forces = float(np.abs(at.plan.units * at.here.terms.times_mass(other)).max(initial=0.0))
    sliding = slides(at)
    if not sliding and change <= ROUNDING * pace and forces <= OTHER * max(at.size, 1e-300):
        return
    raise MotionError(
        f"'{at.plan.name}': no steady motion was found that contacts allow. Coordinates come to rest at these rates "
        f"with contacts held as they are, but {_other_way(motion, forces, change > ROUNDING * pace, sliding)}"
    )


def _other_way(motion: DynamicMotion, forces: float, blow: bool, sliding: tuple[str, ...]) -> str:
    """Return in words how a mechanism leaves a motion that it was to keep."""
    if sliding:
        return " ".join(sliding)
    names = quoted([name for name, state, _ in switch_states(motion) if state in ("open", "slides", "touches")])
    how = "velocities jump there" if blow else f"{forces:.4g} N of inertia speed bodies up"
    return f"{how}, as {names} {'opens, slides or is hit'}." if names else f"{how}."


def check_lasts(plan: Plan, t: float, linear: Linearisation, start: Start, at: AtSpeed) -> None:
    """Raise MotionError where nothing speeds up at this instant alone: as the motion goes on, forces change."""
    size = max(at.most, at.pace)
    if not linear.velocities:
        return _check_drivers(plan, t)
    ahead, sizes = AHEAD / size**0.5, linear.sizes[len(linear.coordinates) :]
    run = simulate(plan, [t, t + ahead], start=start)
    told = [run.measure(name).values for name in linear.coordinates]
    after = np.array([told[linear.coordinates.index(name)][1, 2] for name in led_by(linear)])
    worst = int(np.argmax(np.abs(after / sizes)))
    if abs(after[worst] / sizes[worst]) <= LASTING * size:
        return None
    by_place = linear.A[len(told) + worst, : len(told)] @ [values[0, 1] for values in told]
    why = f"Forces depend on {quoted(at.speeds)}; name coordinates that they do not depend on."
    if not at.speeds or abs(by_place * ahead) < abs(after[worst]) / 2:
        why = "A force or a driver depends on the time; take one that does not change."
    raise MotionError(
        f"'{plan.name}' has no steady motion of these rates here: nothing speeds up at this instant, but "
        f"as it goes on {linear.velocities[worst]} does, by {after[worst] / ahead:.4g} a second, each second. {why}"
        f"{rested(at)}"
    )


def rested(at: AtSpeed) -> str:
    """Return a sentence on the coordinates that nobody named: of a car in a curve, headings are none that rest."""
    names = [name for name in at.led.rates.names if name not in at.speeds]
    return f" Taken at rest: {quoted(names)}; where others are to rest, name them with a rate of 0." if names else ""


def _check_drivers(plan: Plan, t: float) -> None:
    """Raise MotionError where drivers that lead all that moves speed it up."""
    for name, values in plan.function_values(t).items():
        if np.abs(values[2:]).max(initial=0.0) > LASTING * max(1.0, abs(float(values[1])) ** 2):
            raise MotionError(
                f"'{plan.name}' has no steady motion here: the rate of driver '{name}' changes by {values[2]:.4g} a "
                f"second. A driver depends on the time; take one that does not change."
            )
