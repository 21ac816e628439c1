"""Which contact that is to roll slides at a position of balance: the one that friction holds least."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from math import isfinite

import numpy as np

from ..arrays import Array
from ..base.measure import Slide
from ..coordinates.plan import Plan
from ..errors import MotionError
from ..results.equilibrium import Slid
from .friction_forces import ForcesAtRest
from .sliding import Slip, contact_places
from .start import Start
from .still import Still

HELD = 1e-8
"""Friction missing, as a share of the forces that act, that counts as none: what a search leaves of the balance."""


class Grips:
    """What friction holds of the contacts that roll, at a position of balance.

    Where contacts share a load in more than one way, friction holds if some share within all limits balances.

    Parameters
    ----------
    plan : Plan
    at : Still
        The position, with one share of the forces.
    start : Start
        The same.
    """

    def __init__(self, plan: Plan, at: Still, start: Start) -> None:
        self.plan, self.at, self.left, self.x = plan, at, np.inf, np.zeros(0)
        if not rolling(at.plan):
            return
        self.forces = ForcesAtRest(plan, "", start, at.here.t)
        self.program = self.forces.program
        if self.forces.rubbing:
            self.left, found = self.program.eased(0.0, 1.0)
            self.x = self.x if found is None else found

    @property
    def held(self) -> bool:
        """Whether friction holds."""
        return self.left >= -HELD

    def limits(self) -> list[str]:
        """Return the contacts at their limits of friction, where it holds."""
        if not self.held or self.left > HELD:
            return []
        return [name for name in rolling(self.at.plan) if at_limit(self.at, name)]

    def slides(self, known: Container[str]) -> tuple[Slip, Slid] | None:
        """Return the contact that friction holds least, or that is at its limit, none of those known."""
        if self.held:
            limits = [name for name in self.limits() if name not in known]
            places = contact_places(self.at.plan, limits[0])[1] if limits else []
            return self._released(limits[0], self.at.here.lam[places]) if limits else None
        others = [one for one in self.program.frictions if one.name not in known]
        if not others or not len(self.x):
            raise MotionError(
                f"'{self.plan.name}': no forces within the limits of friction balance the position that was found. "
                f"Begin the search nearer to where it should rest."
            )
        worst = max(others, key=lambda one: one.used(self.x) - one.limit(self.x[:-1]))
        return self._released(worst.name, self.x[list(worst.places)] * self.forces.size)

    def _released(self, name: str, along: Array) -> tuple[Slip, Slid]:
        """Return a contact as it begins to slide from these forces along it [N]."""
        release = rolling(self.at.plan)[name]
        normal, size = self.at.here.lam[contact_places(self.at.plan, name)[0]], float(np.linalg.norm(along))
        slip = Slip(release.mu, along / size, float(np.sign(normal)) or 1.0)
        if self.held:
            return slip, Slid(name, size, size, release.mu_static, slip.mu, release.mu_static)
        needed = release.mu_static * self.program.needed(0.0)
        one = next(one for one in self.program.frictions if one.name == name)
        held = one.limit(self.x[:-1]) * self.forces.size
        return slip, Slid(name, size, held, one.mu, slip.mu, needed if isfinite(needed) else None)


def rolling(plan: Plan) -> dict[str, Slide]:
    """Return the contacts in which friction limits what rolls."""
    return {e.owner: e.release for e in plan.equations if isinstance(e.release, Slide)}


def grip(at: Still, name: str) -> tuple[float, float]:
    """Return the force along a contact and the one that presses it at a position of balance, in one share [N]."""
    normal, along = contact_places(at.plan, name)
    return float(np.linalg.norm(at.here.lam[along])), abs(float(at.here.lam[normal]))


def at_limit(at: Still, name: str) -> bool:
    """Return whether a contact is at its limit of friction, or beyond it."""
    along, pressure = grip(at, name)
    limit = rolling(at.plan)[name].mu_static * pressure
    return along > HELD * at.size and along >= limit - HELD * at.size


def at_rest(at: Still, slid: Slid) -> Slid:
    """Return a contact that slid with its forces at the position of rest."""
    force, pressure = grip(at, slid.name)
    return replace(slid, force=force, pressure=pressure)
