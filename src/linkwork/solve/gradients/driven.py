"""Gradients of assembled positions, driven motions, and inverse dynamics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...arrays import Array
from ...results.motion import Motion
from ..assembly import assemble
from ..inverse import inverse
from ..kinematics import move, read_times
from .asked import Asked
from .every import Every
from .held import NotSmoothError
from .prescribed import Prescribed
from .readings import at_places, check_reading, value_of

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


class Moved(Asked):
    """The motion of a driven mechanism."""

    NAME: ClassVar[str] = "move"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        if self.TIMED:
            self.times = self.with_instant(read_times(self.times))
        self.read_unit()
        self.motion = self.analysed(self.plan)
        self.series = value_of(self.plan, self.scalar.quantity, self.motion)
        check_reading(self.plan, self.scalar.quantity, self.motion)
        self.value = self.scalar.value(self.motion.time, self.series)
        self.notes.append(self.scalar.note(self.motion.time, self.series))
        self.why = self._why()

    def analysed(self, plan: Plan) -> Motion:
        """Return the motion for a plan."""
        return move(plan, self.times, **self.options)

    def _why(self) -> str:
        plan, rows = self.plan, self.plan.equations
        if self.integrated():
            return "work is integrated over time"
        if plan.positions is not plan or any(e.release is not None for e in rows):
            return "contacts or equations of velocities depend on the way"
        if _order(plan, self.scalar.quantity) > 2:
            return "jerks are asked for"
        return ""

    def again(self, plan: Plan, held: bool = False) -> float:
        """Return the number for a plan with other values."""
        motion = self.analysed(plan)
        values, time = value_of(plan, self.scalar.quantity, motion), self.motion.time
        if held and (k := self.scalar.place(time, self.series)) >= 0:
            return float(abs(values[k]) if self.scalar.kind == "peak" else values[k])
        return self.scalar.value(time, values)

    def exact(self) -> Array:
        """Return the derivatives from those of positions, velocities and accelerations."""
        here = at_places(self.motion, self.scalar.places(self.motion.time, self.series))
        prescribed, every = Prescribed(self.plan, here), Every(self.designs)
        self.beside = every.near
        if not prescribed.determined:
            raise NotSmoothError("nothing drives some motions, and hints decide on them")
        slopes = every.slopes(self.scalar.quantity, here, prescribed.tangents(every))
        return self.scalar.slope(self.motion.time, self.series, slopes)


class Inverse(Moved):
    """Efforts and reactions of a driven motion."""

    NAME: ClassVar[str] = "inverse"

    def analysed(self, plan: Plan) -> Motion:
        """Return the motion with its forces."""
        return inverse(plan, self.times, **self.options)


class Assembled(Moved):
    """An assembled position."""

    NAME: ClassVar[str] = "assemble"
    TIMED: ClassVar[bool] = False

    def analysed(self, plan: Plan) -> Motion:
        """Return the position."""
        return assemble(plan, **self.options).motion


def _order(plan: Plan, text: str) -> int:
    from ...results.reading import read

    return max(term.order for term in read(plan, text))
