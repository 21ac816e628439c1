"""Points and vectors of bodies with the user's parameters in them: r instead of 0.03."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..expressions.constant import to_node
from .numbers import Expr, library, snapped
from .programs import Translator

if TYPE_CHECKING:
    from ..arrays import Array
    from ..base.parts import Body
    from ..coordinates.plan import Plan
    from ..model.equations import Site

ALIKE = 1e-12
"""Share of the mechanism's length, or of a unit vector, by which places of one name may differ."""


class Named:
    """Places in body axes as the user wrote them.

    Parameters
    ----------
    plan : Plan
    translator : Translator
        Writes numbers, and parameters as symbols or as numbers.
    """

    def __init__(self, plan: Plan, translator: Translator) -> None:
        self.sp, self.length, self.translator = library(), plan.length, translator
        self.values = {symbol: plan.resolved.parameters[str(symbol)].value for symbol in translator.symbols}
        self._known: list[tuple[int, bool, Any, list[Expr]]] = []
        if not translator.symbols:
            return
        self._centres = [self._centre(plan.model.bodies[solid.name], solid.com) for solid in plan.resolved.solids]
        for (marker, _), frame in plan.writer.frames.known().items():
            if not marker.drawn:
                self._note(frame.body, False, frame.point, marker.at)
                if isinstance(marker.z, tuple):
                    self._note(frame.body, True, frame.axes[:, 2], marker.z)

    def _note(self, body: int, vector: bool, at: Any, written: Sequence[Any]) -> None:
        """Note how a place was written, where that is what it is in numbers."""
        if not any(isinstance(part, str) for part in written):
            return
        parts = self._parts(written)
        if self._is(parts, at, 1.0 if vector else self.length):
            self._known.append((body, vector, np.array(at), parts))

    def _centre(self, body: Body, com: Array) -> list[Expr] | None:
        """Return a centre of mass as it was written; None where it is that of a shape, whose parameters it hides."""
        if body.com is None:
            return [self.sp.Integer(0)] * 3 if not np.any(com) else None
        parts = self._parts(body.com)
        return parts if self._is(parts, com, self.length) else None

    def _parts(self, written: Sequence[Any]) -> list[Expr]:
        """Return the components of a place as they were written, three of them."""
        parts = [self.translator.node(to_node(part)) for part in written]
        return parts + [self.sp.Integer(0)] * (3 - len(parts))

    def _is(self, parts: list[Expr], at: Array, size: float) -> bool:
        """Return whether components have the values that they should have."""
        return bool(np.abs([float(part.subs(self.values)) for part in parts] - at).max() < ALIKE * size)

    def from_centre(self, site: Site) -> Any | None:
        """Return a point from the centre of mass, or a vector, in which parameters stand; None where there are none.

        None too where the centre of mass is not written in parameters: the point alone would tell half of it.
        """
        found = self.written(site)
        if found is None or site.body < 0 or site.vector:
            return found
        centre = self._centres[site.body]
        return None if centre is None else found - self.sp.Matrix(centre)

    def place(self, site: Site) -> Any:
        """Return a point or vector in body axes, a column of three expressions."""
        if (written := self.written(site)) is not None:
            return written
        return self.sp.Matrix([self.translator.number(snapped(float(x))) for x in site.xyz])

    def written(self, site: Site) -> Any | None:
        """Return a point or vector in which parameters stand, None where there are none."""
        at = np.array(site.xyz)
        for body, vector, known, parts in self._known:
            if body == site.body and vector == site.vector:
                for sign in (1, -1) if vector else (1,):
                    if np.abs(sign * known - at).max() < ALIKE * (1.0 if vector else self.length):
                        return self.sp.Matrix([sign * part for part in parts])
        return None
