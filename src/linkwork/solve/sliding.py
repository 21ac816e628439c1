"""Contacts that slide where they come to rest, with the friction of their limit.

While a contact slides, its friction is mu times the force n that presses it, against the slip: f = mu n w along the
rows t of rolling, w of size one. Together they act along one line on the cone of friction, a row of contact inclined by
mu w t. Joints and inclined contacts do no work in the motions Z that none of these rows sees, while bodies move by N,
which the rows themselves allow: balance is Z^T F = 0, and the stiffness of the motions N is -Z^T dF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import Slide
from ..coordinates.rank import solve_min_norm, solved_rows

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


MOST = 0.5
"""Largest angle by which friction is turned at once [rad]."""


@dataclass(frozen=True)
class Slip:
    """A contact that slides.

    Attributes
    ----------
    mu : float
        Coefficient of friction while it slides.
    way : array, shape (1,) or (2,)
        Of the friction force along the rows of rolling, of size one.
    sign : float
        Of the multiplier of its row of contact, 1 or -1.
    """

    mu: float
    way: Array
    sign: float

    @property
    def sides(self) -> Array:
        """What does not fall along the rows while it sticks or slides on, against its friction and not aside."""
        if len(self.way) == 1:
            return -self.way[None]
        aside = np.array([-self.way[1], self.way[0]])
        return np.array([-self.way, aside, -aside])

    def turned(self, angle: float, sign: float) -> Slip:
        """Return it with its friction turned in the plane of contact [rad], and with another sign."""
        c, s = np.cos(angle), np.sin(angle)
        way = self.way if angle == 0.0 else np.array([[c, -s], [s, c]]) @ self.way
        return replace(self, way=way, sign=sign)


@dataclass
class Trace:
    """The way that a contact slid while a position of rest was looked for.

    In space friction is against it at the end: the angle between them is brought to nothing by secants.

    Attributes
    ----------
    slid : array, shape (1,) or (2,)
        Along the rows of rolling, from where it began to slide [m].
    """

    slid: Array
    _last: tuple[float, float] = (0.0, 0.0)

    def turn(self, way: Array) -> float:
        """Return by how much to turn friction that acts along `way` [rad]; 0 where it slides along a line."""
        if len(way) == 1 or not self.slid.any():
            return 0.0
        wrong = float(np.arctan2(way[1] * self.slid[0] - way[0] * self.slid[1], -way @ self.slid))
        turn, before = self._last
        turn = float(np.clip(wrong * turn / (before - wrong) if turn * (before - wrong) else 0.5 * wrong, -MOST, MOST))
        self._last = turn, wrong
        return turn


class Inclined:
    """Rows of a plan at a position, with those of contacts that slide inclined by their friction.

    Parameters
    ----------
    plan : Plan
        With the rows of rolling of what slides.
    J : array, shape (rows, bodies * d)
        In the order of the plan's table.
    slips : mapping of str to Slip
        By the names of the joints.

    Attributes
    ----------
    holds : array of bool
        The rows that hold; those of rolling do not, of what slides.
    rows : array
        Like J, inclined; zero where no row holds.
    onward : array, shape (k, bodies * d)
        Gradients of what does not fall while contacts stick or slide on.
    """

    def __init__(self, plan: Plan, J: Array, slips: Mapping[str, Slip]) -> None:
        self.slopes, self.rows, self.holds = J, J.copy(), np.ones(len(J), bool)
        self.friction: list[tuple[int, list[int], Array]] = []
        onward = []
        for name, slip in slips.items():
            normal, along = contact_places(plan, name)
            if not along:
                continue
            pressed = slip.mu * slip.sign * slip.way
            self.friction.append((normal, along, pressed))
            self.rows[normal] += pressed @ J[along]
            onward += list(slip.sides @ J[along])
            self.holds[along] = False
        self.rows[~self.holds] = 0.0
        self.onward = np.array(onward).reshape(len(onward), J.shape[1])

    def multipliers(self, force: Array, units: Array, scale: Array) -> Array:
        """Return the multipliers of all rows that come nearest to balance, friction among them."""
        lam = solve_min_norm(self.rows.T, -force, units, scale)
        for normal, along, pressed in self.friction:
            lam[along] = pressed * lam[normal]
        return lam

    def idle(self, N: Array, units: Array) -> Array:
        """Return the motions Z in which joints and inclined contacts do no work, each next to one of N.

        Where N sticks, Z is N itself.
        """
        J, rows = self.slopes[self.holds], self.rows[self.holds]
        across = solved_rows(J, np.eye(len(J)), units)
        return np.asarray(N - across @ np.linalg.lstsq(rows @ across, rows @ N, rcond=None)[0])


def contact_places(plan: Plan, name: str) -> tuple[int, list[int]]:
    """Return the places in a plan's table of a joint's row of contact, and of its rows of rolling: none where open."""
    own = [(e, int(plan.position_in_table[i])) for i, e in enumerate(plan.equations) if e.owner == name]
    return next((k for e, k in own if not e.driver), -1), [k for e, k in own if isinstance(e.release, Slide)]
