"""Belt or chain."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import ClassVar

import numpy as np

from ..base.marker import Value
from ..base.measure import Combination, Measure, Row, Term, point
from .base import Ends, Joint, Misfit, joint, option, quantity, read_number
from .meshing import headings, parallel_misfit


@joint("belt")
@dataclass(frozen=True)
class Belt(Joint):
    """Toothed belt, chain or any belt that does not slip, tight around two pulleys on parallel axes.

    Point a and point b are the centres of the pulleys; other joints hold them, on the ground or on a body that
    moves. An open belt turns both the same way, ``r_a (w_a - w) = r_b (w_b - w)`` with the line of centres turning
    at ``w``, a crossed one opposite ways. The belt lies on the pulleys as they are placed.

    Equation: ``r_a psi_a - r_b psi_b = const``, with plus for a crossed belt: ``psi_a`` is the direction of centre
    b seen from pulley a, ``psi_b`` that of centre a seen from pulley b. Its reaction is the difference of the pulls
    of the two strands: half of it more in one, half of it less in the other, each along its strand, so that the
    bearings carry what the strands pull. What the belt is tightened with is a force along its length
    ``2 sqrt(d^2 - D^2) + 2 D asin(D / d) + pi (r_a + r_b)``, with the distance d of the centres and ``D = r_a - r_b``,
    or their sum where it is crossed: ``m.effort("tight", "NAME.length", -80.0)`` pulls with 80 N in each strand. Then
    ``run.tension("NAME")`` holds the pull of both, first of the strand on the left of the way from a to b where it
    leaves a, and a slack strand that would have to push is told.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("difference of the pulls of the two strands",)
    IN_ONE_PLANE: ClassVar[bool] = True
    SYMBOL: ClassVar[str] = "belt"
    PLANAR_AXIS: ClassVar[str] = "normal"
    PLACED: ClassVar[bool] = True

    radius_a: Value | None = quantity("length", None, "pitch radius of pulley a")
    radius_b: Value | None = quantity("length", None, "pitch radius of pulley b")
    strands: str = option("open", ("open", "crossed"), "whether the strands cross")

    def _row(self, weight_a: float, weight_b: float) -> Row:
        terms = tuple(Term(m, w) for m, w in zip(headings(*self.ends), (weight_a, weight_b), strict=True))
        return Row(None, "belt runs over both pulleys without slip", None, terms=terms, length=True)

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        return (self._row(1.0, 1.0),)

    def radii(self) -> tuple[float, float]:
        """Return the radii of the pulleys [m]; raises Misfit."""
        for name in ("radius_a", "radius_b"):
            value = getattr(self, name)
            if value is None or not value > 0:
                raise Misfit(f"its {name} is {'not given' if value is None else f'{value:g} m'}. Give {name}=...")
        return float(self.radius_a), float(self.radius_b)  # type: ignore[arg-type]

    def rows_at(self, ends: Ends) -> tuple[Row, ...]:
        """Return 1 equation."""
        r_a, r_b = self.radii()
        same = float(ends.axes_a[:, 2] @ ends.axes_b[:, 2]) >= 0
        return (self._row(r_a, -r_b if same == (self.strands == "open") else r_b),)

    def held(self) -> dict[str, Measure]:
        """Return the distance of the centres [m]."""
        return {"the distance of its centres": self.coordinates()["distance"]}

    def misfit(self, ends: Ends) -> str:
        """Return why no belt runs around pulleys held there."""
        r_a, r_b = self.radii()
        distance, crossed = float(np.linalg.norm(ends.b - ends.a)), self.strands == "crossed"
        least = r_a + r_b if crossed else abs(r_a - r_b)
        if not distance > least:
            why = f"radii of {r_a:.9g} m and {r_b:.9g} m need more than {least:.9g} m"
            return f"its centres are {distance:.9g} m apart, but for {'crossed' if crossed else 'open'} strands {why}."
        return parallel_misfit(ends, "pulleys of a belt", "")

    def coordinates(self) -> dict[str, Measure]:
        """Return the distance of the centres [m]."""
        return self._distance("distance")

    def combinations(self) -> dict[str, Combination]:
        """Return the length of the belt [m]."""
        r_a, r_b = read_number(self.radius_a), read_number(self.radius_b)
        step = r_a + r_b if self.strands == "crossed" else r_a - r_b
        strand = f"sqrt(d^2 - {step * step!r})"
        text = f"2*{strand} + {2 * step!r}*asin({step!r}/d)"
        return {
            "length": Combination(text, self._distance("d"), {"d": f"2*{strand}/d"}, lambda _: (pi * (r_a + r_b), ""))
        }

    def _distance(self, name: str) -> dict[str, Measure]:
        a, b = self.ends
        return {name: Measure("distance", (point(a), point(b)))}
