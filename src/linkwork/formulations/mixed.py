"""Mixed coordinates: natural ones and the relative angles and distances that are driven or named."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.measure import DIMENSIONS, WRAPPED
from ..coordinates.natural_measures import MeasureRows, quantities_of
from ..coordinates.natural_rows import Rows, baumgarte
from .base import SHIFT, SPEED, SPIN, TURN, Options, formulation
from .natural import NaturalCoordinates
from .on_natural import OnNatural

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from ..model.equations import Gauge


class MixedCoordinates(NaturalCoordinates):
    """Natural coordinates with relative angles and distances theta, each defined by one more equation.

    measure(z) - theta = 0 defines a coordinate; a driver then acts on it directly, theta - f(t) = 0 (natural-coordinate
    chapter, examples 3.2 to 3.6). Angles count full turns.

    Attributes
    ----------
    quantities : tuple of (str, Gauge)
        The further coordinates.
    """

    def __init__(self, plan: Plan, quantities: tuple[tuple[str, Gauge], ...], massive: bool = True) -> None:
        self.quantities = quantities
        self._count = len(quantities)
        self._angles = np.array([gauge.kind in WRAPPED for _, gauge in quantities], bool)
        super().__init__(plan, quantities, massive)
        self._measures = MeasureRows(self.natural, [gauge for _, gauge in quantities])
        self._drives = self._driven()
        own = [SHIFT if DIMENSIONS[gauge.kind] == "length" else TURN for _, gauge in quantities]
        self.names += [name for name, _ in quantities]
        self.parts += own
        self.rate_parts += [SPEED if part == SHIFT else SPIN for part in own]
        self.words = self.words + [f"{name} is what the points and vectors say" for name, _ in quantities]
        self.needed += self._count
        self.firsts = np.append(self.firsts, len(self.row_degrees) + np.arange(self._count))
        lengths = np.array([part == SHIFT for part in own], int)
        self.row_degrees = np.append(self.row_degrees, lengths)
        self.units = np.append(self.units, plan.length**lengths)

    def _driven(self) -> dict[int, int]:
        """Return which of the kept equations drives a further coordinate: its place among them, its coordinate."""
        number = {gauge: k for k, (_, gauge) in enumerate(self.quantities)}
        kept = [self.plan.equations[i] for i in self.natural.kept]
        return {i: number[e.gauges[0]] for i, e in enumerate(kept) if e.driver and e.single and e.gauges[0] in number}

    def use(self, work: Bundle) -> None:
        """Take the work arrays of a run."""
        super().use(work)
        self._last = np.zeros(self._count)

    def expect(self, angles: Mapping[Gauge, float]) -> None:
        """Say near which values angles that are coordinates shall be taken [rad]."""
        given = enumerate(gauge for _, gauge in self.quantities)
        self._last = np.array([angles.get(gauge, self._last[k]) for k, gauge in given])

    @property
    def M(self) -> Array:
        """The constant mass matrix, zero for the further coordinates."""
        return np.pad(self.natural.M, (0, self._count))

    def of_bodies(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return z and z' of the bodies; angles are those nearest to the last ones."""
        z, v = self.natural.of_bodies(q, V)
        value, G, _ = self._measures.evaluate(z, v)
        value = np.where(self._angles, nearest_turn(value, self._last), value)
        return np.concatenate([z, value]), np.concatenate([v, G @ v])

    def bodies(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return poses (bodies, 7) and twists (bodies, 6)."""
        n = self.natural.n
        self._last = z[n:].copy()
        return super().bodies(z[:n], v[:n])

    def twist_map(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return T and bias of the twists of the bodies."""
        n = self.natural.n
        T, bias = super().twist_map(z[:n], v[:n])
        return np.pad(T, ((0, 0), (0, self._count))), bias

    def motion(self, z: Array, rates: Sequence[Array]) -> Array:
        """Return twists, accelerations and jerk (bodies, 3, 6)."""
        n = self.natural.n
        return super().motion(z[:n], [rate[:n] for rate in rates])

    def _third(self, t: float, v: Array, a: Array) -> Array:
        """Return the right side of the third derivatives at the state of the last `rows`."""
        n = self.natural.n
        found = super()._third(t, v[:n], a[:n])
        first = len(found) - len(self.natural.kept)
        for i in self._drives:
            found[first + i] = self._function(self.natural.kept[i])[3]
        return np.append(found, -self._measures.third(a[:n]))

    def _function(self, number: int) -> Array:
        """Return the function of time of a driver's equation with its derivatives."""
        return np.asarray(self.work.F[self.work.rows["function"][self.plan.position_in_table[number]]])

    def rows(self, t: float, z: Array, v: Array) -> Rows:
        """Return all constraint equations at time t [s], those that define the further coordinates last."""
        n, one = self.natural.n, np.eye(self._count)
        rows = super().rows(t, z[:n], v[:n])
        J = np.pad(rows.J, ((0, 0), (0, self._count)))
        first = len(rows.Phi) - len(self.natural.kept)
        for i, k in self._drives.items():
            self._drive(rows, J, first + i, k, z[n:], v[n:])
        value, G, bias = self._measures.evaluate(z[:n], v[:n])
        gap = value - z[n:]
        gap = np.where(self._angles, nearest_turn(gap, 0.0), gap)
        J_own = np.hstack([G, -one])
        own = Rows(gap, J_own, J_own @ v, -bias).stabilised(*baumgarte(self.work))
        return Rows(rows.Phi, J, rows.slip, rows.gamma).then(own)

    def _drive(self, rows: Rows, J: Array, i: int, k: int, theta: Array, rate: Array) -> None:
        """Write theta - f(t) = 0 in place of the driver's equation."""
        number = self.natural.kept[i - (len(rows.Phi) - len(self.natural.kept))]
        f = self._function(int(number))
        gap = theta[k] - f[0]
        rows.Phi[i] = nearest_turn(gap, 0.0) if self._angles[k] else gap
        rows.slip[i] = rate[k] - f[1]
        alpha, beta = baumgarte(self.work)
        rows.gamma[i] = f[2] - 2.0 * alpha * rows.slip[i] - beta**2 * rows.Phi[i]
        J[i] = 0.0
        J[i, self.natural.n + k] = 1.0


@formulation("mixed")
class MixedFormulation(OnNatural):
    """Natural coordinates and one more for every relative angle or distance that is driven or named in `coordinate`.

    Natural-coordinate chapter, examples 3.2 to 3.6 and 3.8.
    """

    WORDS: ClassVar[str] = "natural coordinates with the relative angles and distances that are driven or named"

    def __init__(self, plan: Plan, options: Options) -> None:
        super().__init__(plan, options)
        self.coordinates = MixedCoordinates(plan, quantities_of(plan, _parted(options.coordinate)))


def _parted(text: str) -> list[str]:
    """Return what a text names, parted by the commas outside of brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]
