"""Newton's method and derivatives in any coordinates, on Phi(z, t) = 0 as `Coordinates` gives it.

One linear solve serves all: J x = right side, with the smallest x in units that make lengths and turns comparable, all
rows met as nearly as can be where they are redundant (natural-coordinate chapter, section 3.4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from ..coordinates.rank import rank_of
from ..formulations.on_coordinates import Coordinates
from ..results.iterates import Iterates

LIMIT = 100
"""Most steps of Newton's method."""

LEAST = 2.0**-20
"""Smallest part of a step that is tried."""

TIGHT = 2e-15
"""Residual below which nothing is left to correct."""


def little_by_little(z: Array, nearer: Callable[[Array, float], Array | None]) -> Array | None:
    """Return z with its gaps closed little by little; `nearer` leaves a share of the first ones, or fails with None."""
    s, h = 0.0, 0.25
    while s < 1.0:
        target = min(1.0, s + h)
        found = nearer(z, 1.0 - target)
        if found is not None:
            z, s, h = found, target, 2.0 * h
        elif h < 2e-3:
            return None
        else:
            h *= 0.5
    return z


class Factored:
    """A Jacobian, factorised: J = U diag(s) V^T in comparable units, singular values that are none left out."""

    def __init__(self, J: Array, units: Array) -> None:
        scaled = J * units
        sizes = np.linalg.norm(scaled, axis=1)
        self._rows = np.divide(1.0, sizes, out=np.zeros_like(sizes), where=sizes > 0.0)
        left, values, right = np.linalg.svd(scaled * self._rows[:, None], full_matrices=False)
        rank = rank_of(values)
        self._left, self._right = left[:, :rank].T, units[:, None] * (right[:rank] / values[:rank, None]).T

    def solve(self, right: Array) -> Array:
        """Return the smallest x for which J x comes nearest to the right side."""
        return np.asarray(self._right @ (self._left @ (self._rows * right)))


@dataclass
class Counts:
    """What was done: Newton iterations, factorisations, linear solves, steps in time and steps that were split."""

    iterations: int = 0
    factorisations: int = 0
    solves: int = 0
    steps: int = 0
    splits: int = 0


@dataclass
class History:
    """Iterates as they come: coordinates, residuals and the part of the step taken."""

    values: list[Array] = field(default_factory=list)
    phis: list[Array] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    def note(self, z: Array, Phi: Array, share: float) -> None:
        """Note one iterate."""
        self.values.append(z.copy())
        self.phis.append(Phi.copy())
        self.shares.append(share)

    def result(self, name: str, coordinates: Coordinates, t: float) -> Iterates:
        """Return the iterates with their norms and the poses of the bodies."""
        still = np.zeros(len(coordinates.rate_parts))
        poses = np.array([coordinates.bodies(z, still)[0] for z in self.values])
        sizes, phis = coordinates.row_sizes, np.array(self.phis)
        return Iterates(
            coordinates.plan.name,
            name,
            t,
            tuple(coordinates.names),
            np.array(self.values),
            np.abs(phis / sizes).max(axis=1, initial=0.0),
            np.linalg.norm(phis, axis=1),
            np.array(self.shares),
            poses,
            coordinates.plan,
        )


class Newton:
    """Newton's method in some coordinates, with what it counted."""

    def __init__(self, coordinates: Coordinates) -> None:
        self.coordinates, self.counts = coordinates, Counts()

    def factor(self, J: Array) -> Factored:
        """Return a Jacobian factorised."""
        self.counts.factorisations += 1
        return Factored(J, self.coordinates.units)

    def worst(self, Phi: Array) -> float:
        """Return the largest residual, relative to what it is measured against."""
        return float(np.abs(Phi / self.coordinates.row_sizes).max(initial=0.0))

    def size(self, dz: Array) -> float:
        """Return the size of a displacement, relative to the mechanism's length or 1 rad."""
        return float(np.linalg.norm(dz / self.coordinates.units))

    def close(
        self, t: float, z: Array, tolerance: float, shift: Array | float = 0.0, note: History | None = None
    ) -> Array | None:
        """Return z with Phi(z, t) = shift, from z by whole or shortened Newton steps with a falling norm; else None.

        A closed position is improved as long as rounding allows.
        """
        Phi, J = self._gap(t, z, shift)
        if note is not None:
            note.note(z, Phi, 1.0)
        for _ in range(LIMIT):
            worst = self.worst(Phi)
            if worst <= TIGHT or not np.isfinite(worst):
                break
            taken = self._step(t, z, Phi, J, shift)
            if taken is None or (worst <= tolerance and self.worst(taken[1]) > 0.5 * worst):
                break
            z, Phi, J, share = taken
            if note is not None:
                note.note(z, Phi, share)
        return z if self.worst(Phi) <= tolerance else None

    def _gap(self, t: float, z: Array, shift: Array | float) -> tuple[Array, Array]:
        Phi, J = self.coordinates.closure(t, z)
        return Phi - shift, J

    def _step(
        self, t: float, z: Array, Phi: Array, J: Array, shift: Array | float
    ) -> tuple[Array, Array, Array, float] | None:
        """Return the next iterate, its residuals, its Jacobian and the part of the step taken; None: none is nearer."""
        dz = self.factor(J).solve(-Phi)
        self.counts.iterations += 1
        self.counts.solves += 1
        sizes = self.coordinates.row_sizes
        norm, share = np.linalg.norm(Phi / sizes), 1.0
        while share >= LEAST:
            trial = self.coordinates.moved(z, share * dz)
            there, slopes = self._gap(t, trial, shift)
            if np.linalg.norm(there / sizes) < norm:
                return trial, there, slopes, share
            share *= 0.5
        return None

    def continued(self, t: float, z: Array, tolerance: float) -> Array | None:
        """Return z closed little by little, Phi(z) = (1 - s) Phi(z0) with s from 0 to 1; None where that fails."""
        gap = self.coordinates.closure(t, z)[0]
        near = little_by_little(z, lambda z, left: self.close(t, z, max(tolerance, 1e-9), left * gap))
        return None if near is None else self.close(t, near, tolerance)

    def derivatives(self, t: float, z: Array, order: int) -> tuple[list[Array], Factored, float]:
        """Return v, v' and v'' as far as asked, the factorisation, and how far v is from its right side, relatively."""
        J = self.coordinates.closure(t, z)[1]
        rates: list[Array] = []
        factored, left = self.factor(J), 0.0
        for n in range(order):
            right = self.coordinates.wanted(t, z, rates)
            x = factored.solve(right)
            x = x + factored.solve(right - J @ x)
            self.counts.solves += 2
            rates.append(x)
            if n == 0:
                sizes = self.coordinates.row_sizes
                largest = np.abs(right / sizes).max(initial=0.0)
                left = float(np.abs((J @ x - right) / sizes).max(initial=0.0) / largest) if largest > 0.0 else 0.0
        return rates, factored, left
