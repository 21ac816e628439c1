"""From the name of a formulation to the formulation."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from ..errors import ModelError, nearest
from ..formulations import REGISTRY, Formulation, Options

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from .settings import Settings


def check_formulation(name: str) -> None:
    """Raise when there is no formulation of this name."""
    legal = ["auto", *REGISTRY]
    if name not in legal:
        raise ModelError(f"There is no formulation '{name}'. {nearest(name, legal)}")


def make_formulation(settings: Settings, plan: Plan) -> Formulation:
    """Return the formulation that a run uses; raises ModelError where it does not apply."""
    name = "reference" if settings.formulation == "auto" else settings.formulation
    kind = REGISTRY[name]
    reason = kind.reason(plan)
    if reason:
        raise ModelError(f"The formulation '{name}' does not apply to '{plan.writer.model.name}': {reason}")
    return kind(plan, Options(**{f.name: getattr(settings, f.name) for f in fields(Options)}))
