"""Static equilibrium: positions in which a mechanism stays at rest under its forces.

With N the motions that the rows allow and F the forces on the bodies, a position at rest is in balance where
N^T F = 0 (virtual work). The reduced stiffness K = -N^T dF, dF the change of F along N with the multipliers held, tells
Newton's step K p = N^T F, and in its eigenvalues whether the position is stable; see `verdict` for forces without a
potential. Where K is not positive the step goes down the hill instead: along each of its directions with the absolute
value of the stiffness there.

Contacts, stops, clutches and pawls are open or closed: with gaps g and forces f, g >= 0, f >= 0, g f = 0. A working set
of them is closed like joints (an active set). A step ends where it would close another one, which then joins the set;
in balance the one that pulls most leaves it, until none pulls. What rolls is part of that set too: in balance the
contact slides that friction holds least, by the program of `friction_program`, and sticks again where it would slide
back; see `sliding`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import between, largest
from ..errors import ModelError, MotionError, instant
from ..results.equilibrium import Equilibrium, Slid
from ..results.motion import Motion
from .assembly import Assembly
from .bearing import contact_states, frictions_left_out, rest_notes
from .finite import is_singular
from .held import held, without_friction
from .jumps import bent_laws
from .masses import check_masses
from .simulate import simulate
from .sliding import Trace, contact_places
from .slipping import Grips, at_rest
from .start import Start, at_state, consistent_start, turned_on
from .still import LOST, Still
from .unheld import leaving, no_rest
from .working_set import PULLS, WorkingSet

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


LIMIT, MOST, NEWTON = 300, 3000, 100
"""Most steps without those that turn on and on as foreseen, and with them; and those of Newton's that may go to and fro
before the search goes down the hill."""

FARTHEST, TURN = 0.3, 1.5
"""Longest step: turns [rad], and shifts as a share of the mechanism's size; and the longest turn where bodies move as
foreseen, less than half a turn of one against another."""

STRAIGHT = 1e-2
"""Part of a step by which joints turn it aside, up to which motions go straight on."""

ASIDE, ROUNDS = 1e-7, 40
"""Turn of the friction of what slides in space that is none [rad], and how often it is turned and contacts let go."""

BALANCED = 1e-12
"""Force left over, as a share of the forces that act, that counts as none."""


def equilibrium(
    plan: Plan,
    at: Start | Assembly | Motion | Array | None = None,
    t: float = 0.0,
    *,
    search: str = "stable",
) -> Equilibrium:
    """Find a position of static equilibrium.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables. Drivers are held where they are at time t.
    at : Start, Assembly, Motion or array, optional
        Where to begin: as in `linearise`. Default: where the hints put the mechanism.
    t : float
        Time at which forces and drivers are read [s].
    search : str
        ``"stable"``: down the hill from there, to a stable position; ``"nearest"``: by Newton's steps to the nearest
        position of balance, stable or not; where they go to and fro about none, down the hill from there.

    Contacts, end stops, one-way clutches, ratchets and cables that go slack are open or closed as no force may pull.
    What rolls with friction rolls to its rest; where friction does not hold it there it slides on to where friction at
    its limit balances. Friction in joints is left out, see `friction_range`.

    Returns
    -------
    Equilibrium

    Raises
    ------
    MotionError
        When none is found: the sentence says which contact slides, and which motion is pushed by which force.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> round(float(m.equilibrium()["pin.angle"]), 9)
    -1.570796327
    """
    if search not in ("stable", "nearest"):
        raise ModelError(f"search is 'stable' or 'nearest', not {search!r}.")
    check_masses(plan)
    t = instant(t)
    still = without_friction(held(plan, t))
    begin = consistent_start(still, t, at)
    found = _Search(still, begin, t, search == "nearest").result()
    told = replace(found, notes=(*frictions_left_out(plan), *found.notes))
    return replace(told, motion=replace(told.motion, status=str(told)))


def resting(plan: Plan, poses: Array, t: float) -> Start:
    """Return the state of rest at poses in which the joints are closed."""
    return replace(at_state(plan, t, poses, np.zeros((len(poses), 6)), f"At rest at t = {t:g} s."), holds=True)


class _Search:
    """A search for a position of equilibrium."""

    def __init__(self, plan: Plan, begin: Start, t: float, nearest: bool) -> None:
        self.plan, self.t, self.newton, self.nearest = plan, t, nearest, nearest
        self.set = WorkingSet(plan, begin, t)
        self.steps, self.reach, self.turn = 0, FARTHEST, FARTHEST
        self.definite, self.foreseen, self.straight = False, False, False
        self.slid: dict[str, Slid] = {}
        self.rounds = 0
        self.traces: dict[str, Trace] = {}
        self.at = self.set.look(self.set.first)

    def _step(self) -> Array:
        """Return the displacement wanted, along N."""
        K, push, self.definite = self.at.K, self.at.push, False
        soft = 1e-3 * max(self.at.acting / self.plan.length, 1e-300)
        if self.nearest:
            p = np.linalg.lstsq(K, push, rcond=1e-12)[0]
            left = push - K @ p  # no stiffness answers to it: down the hill
            self.definite = bool(np.abs(left).max(initial=0.0) <= PULLS * self.at.size)
            return np.asarray(p if self.definite else p + left / soft)
        values, (least, vectors) = self.at.stiffnesses, self.at.directions
        self.definite = bool(values.min(initial=np.inf) > LOST * np.abs(K).max(initial=0.0))
        if self.definite:  # without a potential K may be singular all the same, but for rounding
            return np.asarray(np.linalg.lstsq(K, push, rcond=None)[0])
        return np.asarray(vectors @ (vectors.T @ push / np.maximum(np.abs(least), soft)))

    def _limited(self, p: Array) -> Array:
        """Return a step no longer than the longest, which grows from step to step while a spring pulls back."""
        x, freedoms = self.at.N @ p, self.plan.freedoms
        turn, most = largest(x, freedoms, np.inf), largest(x, freedoms, self.plan.length)
        cut = max(1.0, turn / self.turn, most / self.reach)
        grows = cut > 1.0 and self.definite and self.foreseen and not len(self.set.rows)
        self.reach = 4.0 * self.reach if grows else FARTHEST
        self.turn = min(4.0 * self.turn, TURN) if grows and self.straight else FARTHEST
        return p / cut

    def go(self) -> bool:
        """Go to a position of equilibrium, or to where a contact slid back; return whether one was found."""
        best, tried = np.inf, 0
        while tried < LIMIT and self.steps < MOST:
            self.nearest = self.nearest and tried < NEWTON
            tried += self.turn <= FARTHEST
            left = self.at.open
            settled, best = left <= BALANCED and left >= 0.5 * best, min(best, left)
            before = self.at
            if not settled and self._take(self._limited(self._step())):
                self.steps += 1
                self._note_slips(before)
                if self.rounds < ROUNDS and any(self._slid_back(name) for name in self.set.rows.slips):
                    return True
                continue
            if self.at.open > 1e3 * BALANCED:
                return False
            best = np.inf
            if self.set.let_go(self.at):
                self.at = self.set.look(self.at.poses)
            elif self.nearest or not self._left_the_top():
                return True
        return False

    def _left_the_top(self) -> bool:
        """Take a step from a position of balance along a motion in which it is not stable; return whether one was."""
        verdict = self.set.verdict(self.at)
        if verdict.kind != "unstable" or not verdict.ways:
            return False
        x = 0.1 * FARTHEST * verdict.ways[0] / largest(verdict.ways[0], self.plan.freedoms, self.plan.length)
        self.set.open(self.set.closed - self.set.pressing(self.at).keys())
        met = self.set.meet(self.at, x)
        self.at = self.set.look(self.set.moved(self.at.poses, x) if met is None else met)
        self.steps += 1
        return True

    def _take(self, p: Array) -> bool:
        """Take a step, shortened where the force along it turns against it as strongly as it pushed before.

        It ends where it closes a contact.
        """
        at, before, x = self.at, float(self.at.push @ p), self.at.N @ p
        told, self.foreseen = float(p @ at.K @ p), False
        if not before > 0.0 and not (self.nearest or self.definite):  # forces without a potential may push back
            return False
        for _ in range(30):
            self.at = self.set.look(self.set.moved(at.poses, x))
            after = float(np.linalg.lstsq(self.at.N, x, rcond=None)[0] @ self.at.push)
            if self.nearest or after > -0.9 * abs(before) or self.at.open <= BALANCED:
                self.foreseen = 0.5 * told <= before - after <= 2.0 * told
                self.straight = self._part_aside(at, x) <= STRAIGHT
                met = self.set.meet(at, x)
                self.at = self.at if met is None else self.set.look(met)
                return True
            x = 0.5 * x
            before, told = 0.5 * before, 0.25 * told
        return False

    def _part_aside(self, before: Still, x: Array) -> float:
        """Return the part of a step by which the joints turned it aside."""
        freedoms, length = self.plan.freedoms, self.plan.length
        aside = between(before.poses, self.at.poses, freedoms) - x
        return largest(aside, freedoms, length) / max(largest(x, freedoms, length), 1e-300)

    # ---- contacts that slide ---------------------------------------------------------------------

    def _note_slips(self, before: Still) -> None:
        """Add what contacts slid in a step, along their rows of rolling."""
        step = between(before.poses, self.at.poses, self.plan.freedoms)
        for name in self.set.rows.slips:
            self.traces[name].slid += before.here.terms.J[contact_places(before.plan, name)[1]] @ step

    def _slid_back(self, name: str) -> bool:
        """Return whether a contact has slid along with its friction: it would have stuck before."""
        return bool(self.traces[name].slid @ self.set.rows.slips[name].way > ASIDE * self.plan.length)

    def _turns(self) -> bool:
        """Turn friction against the way that contacts slid, or let them stick; return whether it was another way."""
        rows, turned = self.set.rows, False
        for name, slip in list(rows.slips.items()):
            trace, normal = self.traces[name], float(self.at.here.lam[contact_places(self.at.plan, name)[0]])
            if self._slid_back(name):
                rows.stick(name, self.at.poses)
                turned = True
            else:
                turn = trace.turn(slip.way)
                rows.slips[name] = slip.turned(turn, float(np.sign(normal)) or slip.sign)
                turned |= abs(turn) > ASIDE or slip.sign * normal < -PULLS * self.at.size
        return turned

    def _lets_slide(self) -> bool:
        """Let the contact slide that friction holds least at the balance found; return whether one does."""
        found = Grips(self.plan, self.at, self.start).slides(self.set.rows.slips)
        if found is None:
            return False
        slip, slid = found
        self.set.rows.slips[slid.name], self.slid[slid.name] = slip, slid
        self.traces[slid.name] = Trace(np.zeros(len(slip.way)))
        return True

    def _reach(self) -> None:
        """Go to the position of rest: by rolling, then with those contacts sliding that friction does not hold."""
        while self.go():
            self.rounds += 1
            if not (self.rounds <= ROUNDS and self._turns()) and not self._lets_slide():
                return
            self.at = self.set.look(self.at.poses)
        coming = self.definite and self.foreseen
        raise MotionError(no_rest(self.at, self.steps, self.slid.values(), self.newton, coming))

    @property
    def start(self) -> Start:
        """The state of rest at hand, with its full turns."""
        here = resting(self.plan, self.at.poses, self.t)
        return turned_on(here, self.set.turned, self.set.rows.turns)

    def result(self) -> Equilibrium:
        """Return the position found."""
        self._reach()
        start = self.start
        singular = is_singular(self.set.rows.plan_with(()), self.at.poses, self.t)
        motion = replace(simulate(self.plan, [self.t], start=start), singular=singular)
        verdict = self.set.verdict(self.at)
        return Equilibrium(
            name=self.plan.name,
            kind=verdict.kind,
            motion=motion,
            start=start,
            stiffness=verdict.stiffnesses,
            open=self.at.open,
            steps=self.steps,
            contacts=contact_states(self.set, self.at, motion),
            singular=singular,
            slid=tuple(at_rest(self.at, self.slid[name]) for name in self.set.rows.slips),
            notes=(
                *leaving(self.at, verdict, bool(self.set.touching(self.at))),
                *rest_notes(self.set, self.at, motion, singular),
                *bent_laws(self.at.plan, self.at.here.work, self.t),
            ),
        )
