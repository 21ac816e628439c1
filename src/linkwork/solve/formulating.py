"""From the name of a formulation to the formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import Array
from ..errors import ModelError, nearest
from ..formulations import Formulation, find, names
from ..formulations.base import Interpreted
from ..formulations.choosing import choose

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from .methods import Method
    from .settings import Settings
    from .watching import Watched


def formulation_named(name: str) -> type[Formulation]:
    """Return a formulation by name; raises ModelError when there is none."""
    kind = find(name) if isinstance(name, str) else None
    if kind is None:
        raise ModelError(f"There is no formulation '{name}'. {nearest(name, ['auto', *names()], most=99)}")
    return kind


def takes_steps(name: str) -> bool:
    """Return whether a formulation takes whole steps by itself, so that no method of integration is at work."""
    return name != "auto" and formulation_named(name).STEPPER


def formulation_for(settings: Settings, method: Method, watched: Watched, poses: Array, t: float) -> Formulation:
    """Return the formulation that a run uses, chosen for the mechanism where the user leaves it open."""
    plan = method.plan(watched)
    if settings.formulation != "auto":
        return make_formulation(settings.formulation, settings, plan)
    name, why = (
        choose(plan, poses, t) if _open(settings, method) else ("reference", "the method of integration works on it.")
    )
    made = make_formulation(name, settings, plan)
    made.why = why
    return made


def make_formulation(name: str, settings: Settings, plan: Plan) -> Formulation:
    """Return a formulation by name; raises ModelError where it does not apply."""
    kind = formulation_named(name)
    still = not plan.resolved.solids and issubclass(kind, Interpreted)
    if kind.COUNTED and not still:
        _count_freedoms(plan)
    reason = "nothing moves." if still else kind.reason(plan)
    if reason:
        raise ModelError(f"The formulation '{name}' does not apply to '{plan.name}': {reason}")
    return kind(plan, settings.options)


def _count_freedoms(plan: Plan) -> None:
    """Note the degrees of freedom that the drivers leave with the plan, once."""
    from ..coordinates.plan import plan_of
    from ..formulations.minimal import FREEDOMS, note_freedoms
    from .mobility import mobility

    if FREEDOMS not in plan.cache:
        found = mobility(plan_of(plan.model))
        note_freedoms(plan, max(found.finite - found.driven, 0))


def _open(settings: Settings, method: Method) -> bool:
    """Return whether the options leave the choice of coordinates open."""
    return not method.implicit and settings.stabilisation == "projection"
