"""Minimal coordinates: as many as there are degrees of freedom, positions of the bodies found from them.

A chart says what the coordinates z are near a position, and which velocities u go with them; a formulation makes one
in `chart_at`. The state is z, u, the time and the number of the chart: it is complete by itself, whichever step it
belongs to, so that a chart may be renewed after any step and a step that is taken back is read in the old one. Where
rows depend on time, the integrals of the twists stand beside it: nothing is read from them, but their errors make
the steps follow what drivers do to the bodies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from ..arrays import Array, Flags
from ..base.angles import nearest_turn
from ..base.poses import freedoms_of, largest, moved, twists_of
from ..coordinates.rank import solved_with_coordinates
from ..errors import ModelError
from ..words import freedom_words
from .base import SHIFT, SPEED, SPIN, TURN, Formulation, Interpreted, Options, bent_at_places
from .terms import rows_at

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


FREEDOMS = "freedoms left"
"""Where a plan keeps the degrees of freedom that the drivers leave."""

LIMIT = 15
"""Most iterations of the position problem."""

CLOSED = 1e-11
"""A displacement, lengths relative to the mechanism's size, after which the next one is below rounding."""

SQUARED = 1e-8
"""The same where the iteration squares its displacements."""

KEPT = 3
"""Charts remembered: the present one, the one of the step before, and a spare."""


class Chart:
    """Independent coordinates near a position.

    Attributes
    ----------
    wraps : array of bool, shape (f,)
        Which coordinates are angles, full turns left out.
    """

    wraps: Flags

    def coordinates(self, q: Array) -> Array:
        """Return z at the poses q."""
        raise NotImplementedError

    def gradient(self, q: Array) -> Array:
        """Return the matrix (f, n) with z' = gradient times twists."""
        raise NotImplementedError

    def rows(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return B (f, n) and its bias (f,): u = B V, u' = B a + bias."""
        raise NotImplementedError

    def good(self, q: Array, J: Array) -> bool:
        """Return whether the chart serves motions from here."""
        return True


@dataclass(frozen=True)
class _Known:
    """A position that was reached: where Newton's iteration starts from."""

    t: float
    s: Array
    q: Array


class Minimal(Interpreted):
    """Independent coordinates; a formulation writes `chart_at`."""

    COUNTED: ClassVar[bool] = True

    def __init__(self, plan: Plan, options: Options) -> None:
        super().__init__(plan, options)
        self._kinds = self.kinds()
        self._beside = self._beside_kinds()
        self._charts: dict[int, Chart] = {}
        self._known: list[_Known] = []
        self._now: float | None = None
        self._open = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make it again: pickles of plans do not keep what was counted."""
        return _made_again, (freedoms_left(self.full), super().__reduce__())

    def chart_at(self, q: Array, J: Array) -> Chart:
        """Return coordinates for motions from the poses q, where the joints have the Jacobian J."""
        raise NotImplementedError

    def kinds(self) -> list[int]:
        """Return the kind of each coordinate, SHIFT or TURN."""
        raise NotImplementedError

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply, or an empty string."""
        if plan.tables["switches"].size:
            return "rigid contacts and friction that sticks change the number of its degrees of freedom on the way."
        if plan.positions is not plan:
            return "equations of velocities (rolling, skating) leave more freedoms to positions than to velocities."
        return bent_at_places(plan)

    # ---- state ---------------------------------------------------------------------------------

    @property
    def parts(self) -> list[int]:
        """Kinds of the components: coordinates, velocities, time, number of the chart, and what stands beside."""
        rates = [SPEED if kind == SHIFT else SPIN for kind in self._kinds]
        return [*self._kinds, *rates, TURN, TURN, *self._beside]

    def _beside_kinds(self) -> list[int]:
        """Return the kinds of the integrals of the twists, none where no row depends on time."""
        if not any(e.function is not None or e.program is not None for e in self.full.equations):
            return []
        each = [SHIFT, SHIFT, TURN] if self.full.freedoms == 3 else [SHIFT] * 3 + [TURN] * 3
        return each * len(self.full.resolved.solids)

    def _split(self, s: Array) -> tuple[Array, Array, float, Chart]:
        f = len(self._kinds)
        return s[:f], s[f : 2 * f], float(s[2 * f]), self._charts[round(float(s[2 * f + 1]))]

    def pack(self, s: Array) -> None:
        """Write the bodies to the state, in a new chart where the present one has become bad."""
        q, f, t = self.work.q, len(self._kinds), self._time()
        q[:, 3:] /= np.linalg.norm(q[:, 3:], axis=1, keepdims=True)
        number = max(self._charts, default=-1)
        J = self._residuals(t, q)[1]
        if number < 0 or not self._charts[number].good(q, J):
            number += 1
            self._charts[number] = self.chart_at(q.copy(), J)
            self._charts.pop(number - KEPT, None)
        chart = self._charts[number]
        v = freedoms_of(self.work.V[:, 0], self.full.freedoms)
        s[:f], s[f : 2 * f] = chart.coordinates(q), chart.rows(q, self.work.V[:, 0])[0] @ v
        s[2 * f], s[2 * f + 1] = t, number
        self._known = [*self._known[-1:], _Known(t, s[: 2 * f + 2].copy(), q.copy())]

    def _time(self) -> float:
        """Return the time of the state at hand."""
        return float(self.work.control.time) if self._now is None else self._now

    def unpack(self, s: Array) -> None:
        """Close the joints with the independent coordinates held; then velocities."""
        z, u, t, chart = self._split(s)
        self._now = t
        known = next((k for k in reversed(self._known) if np.array_equal(k.s, s[: k.s.size])), None)
        self._open = not (self._place(t, z, chart) if known is None else self._put(known.q))
        accelerations, multipliers = self.work.x.copy(), self.work.lam.copy()
        self.work.V[:, 0] = 0.0
        terms = self.body_terms(t)  # at rest: slip = -b
        self.note(accelerations, multipliers)  # those of the last rates, not of a machine at rest
        B, _ = chart.rows(terms.q, terms.V)
        v = self._solved(np.vstack([terms.J, B]), np.concatenate([-terms.slip, u]))
        self.work.V[:, 0] = twists_of(v, self.full.freedoms)

    def _unpack(self, address: int) -> int:
        self.unpack(self._state(address))
        return int(self._open)

    def _accelerate(self, t: float) -> int:
        self._now = t
        return super()._accelerate(t)

    def _solved(self, matrix: Array, right: Array) -> Array:
        """Return the displacement or motion that meets rows which may be redundant."""
        return solved_with_coordinates(matrix, right, self.full.units)

    # ---- positions -----------------------------------------------------------------------------

    def _put(self, q: Array) -> bool:
        self.work.q[:] = q
        return True

    def _residuals(self, t: float, q: Array) -> tuple[Array, Array]:
        """Return Phi and J at the poses q."""
        return rows_at(self.full, self.work, t, np.ascontiguousarray(q))

    def _place(self, t: float, z: Array, chart: Chart) -> bool:
        """Find the poses with these coordinates by Newton's iteration, from where the step began; return success.

        An iteration that squares the distance is done when the square of the next one is below rounding.
        """
        q, d, size = self._start().copy(), self.full.freedoms, np.inf
        length = float(self.work.control.length) or self.full.length
        for _ in range(LIMIT):
            Phi, J = self._residuals(t, q)
            left = z - chart.coordinates(q)
            left = np.where(chart.wraps, nearest_turn(left, 0.0), left)
            x = self._solved(np.vstack([J, chart.gradient(q)]), np.concatenate([-Phi, left]))
            q = moved(q, x, d)
            last, size = size, largest(x, d, length)
            if size <= CLOSED or size <= min(SQUARED, last * last):
                break
            if not size < 3.0:
                return False
        self.work.q[:] = q
        return size <= SQUARED

    def _start(self) -> Array:
        """Return the poses at the start of the present step."""
        now = float(self.work.control.time) * (1.0 + 1e-14)
        return next((k.q for k in reversed(self._known) if k.t <= now), self.work.q)

    def project(self, t: float, closed: float) -> float:
        """Return the largest scaled residual: the joints of every state are closed."""
        Phi, _ = self._residuals(t, self.work.q)
        return -1.0 if self._open else float(np.abs(Phi * self.work.rows["scale"]).max(initial=0.0))

    # ---- motion --------------------------------------------------------------------------------

    def rates(self, t: float, s: Array, k: Array) -> None:
        """Write z', u', and leave accelerations and multipliers: R^T M R u' = R^T (Q - M S c), a = R u' + S c."""
        self.unpack(s)
        f, chart = len(self._kinds), self._split(s)[3]
        if self._open:
            k[:] = np.nan
            return
        terms = self.body_terms(t)
        B, bias = chart.rows(terms.q, terms.V)
        right = np.zeros((len(terms.J) + f, f + 1))
        right[: len(terms.J), f], right[len(terms.J) :, :f], right[len(terms.J) :, f] = terms.gamma, np.eye(f), -bias
        found = self._solved(np.vstack([terms.J, B]), right)
        du, a = terms.allowed(found[:, :f], found[:, f])
        self.note(a, terms.multipliers(a))
        k[:f], k[f : 2 * f], k[2 * f], k[2 * f + 1] = chart.gradient(terms.q) @ terms.twists, du, 1.0, 0.0
        if self._beside:
            k[2 * f + 2 : -1] = terms.twists


def note_freedoms(plan: Plan, count: int) -> None:
    """Keep the degrees of freedom that the drivers leave with the plan: whoever can close the joints counts them."""
    plan.cache[FREEDOMS] = count


def freedoms_left(plan: Plan) -> int:
    """Return the degrees of freedom that the drivers leave, as noted with the plan."""
    count = plan.cache[FREEDOMS]
    assert isinstance(count, int)
    return count


def _made_again(freedoms: int, made: tuple[Any, ...]) -> Formulation:
    make, given = made
    note_freedoms(given[1], freedoms)
    return cast(Formulation, make(*given))


def check_regular(plan: Plan, freedoms: int) -> None:
    """Raise where another number of velocities is free than there are degrees of freedom."""
    expected = freedoms_left(plan)
    if freedoms != expected:
        raise ModelError(
            f"'{plan.name}' meets a singular position: {freedoms} velocities are free there, but it has "
            f"{freedom_words(expected)}. Minimal coordinates cannot pass it; start elsewhere, or take another "
            f"formulation ('reference', 'penalty' and 'augmented-lagrangian' go through)."
        )
