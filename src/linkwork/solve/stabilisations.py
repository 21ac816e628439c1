"""The same simulation with several stabilisations, and Baumgarte's parameters over a grid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from ..coordinates.plan import Plan
from ..errors import LinkworkError, ModelError, check_name
from ..results.dynamics import DynamicMotion
from ..results.stabilisations import Stabilisations, Stabilised
from .differences import differences
from .settings import STABILISATIONS, read_settings
from .simulate import simulate

Parameter = float | str
"""Of Baumgarte: [1/s], or "taylor"."""

MOST = 400
"""Most runs of one comparison: each motion is kept."""


class Way(NamedTuple):
    """How one run is stabilised."""

    stabilisation: str
    alpha: Parameter
    beta: Parameter

    @property
    def name(self) -> str:
        """What it is called in the table."""
        if self.stabilisation != "baumgarte" or self.alpha == self.beta == "taylor":
            return self.stabilisation
        return f"baumgarte {_told(self.alpha)}, {_told(self.beta)}"


def _told(value: Parameter) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def compare_stabilisations(
    plan: Plan,
    until: float,
    ways: Sequence[Way],
    points: int,
    settings: dict[str, object],
) -> Stabilisations:
    """Return one run for every way, at the same times and with the same method."""
    exact = _exact(plan, until, points, settings)
    entries = tuple(_entry(plan, way, exact, until, points, settings) for way in ways)
    return Stabilisations(plan.name, float(until), float(settings["tolerance"]), entries)  # type: ignore[arg-type]


def ways_of(names: str | Sequence[str], alpha: object, beta: object) -> list[Way]:
    """Return the ways to stabilise, Baumgarte's with every pair of the parameters; raises ModelError for others."""
    wanted = [names] if isinstance(names, str) else list(names)
    if not wanted:
        raise ModelError(f"Name at least one stabilisation to compare; there are {', '.join(STABILISATIONS)}.")
    pairs, found = list(product(_listed(alpha), _listed(beta))), list[Way]()
    for name in wanted:
        check_name("stabilisation", name, STABILISATIONS)
        found += [Way(name, *pair) for pair in pairs] if name == "baumgarte" else [Way(name, "taylor", "taylor")]
    if "baumgarte" not in wanted and pairs != [("taylor", "taylor")]:
        raise ModelError("alpha and beta are Baumgarte's parameters: name 'baumgarte' among the stabilisations.")
    if len(found) > MOST:
        raise ModelError(f"{len(found)} runs are too many to keep side by side; at most {MOST}. Take a coarser grid.")
    for way in found:
        read_settings({"alpha": way.alpha, "beta": way.beta})
    return list(dict.fromkeys(found))


def _listed(value: object) -> list[Parameter]:
    """Return a parameter or several as a list."""
    if isinstance(value, str | int | float):
        return [value]
    try:
        return [v if isinstance(v, str) else float(v) for v in np.asarray(value, object).ravel().tolist()]
    except (TypeError, ValueError):
        raise ModelError(f"alpha and beta are numbers in 1/s or 'taylor', or lists of them, not {value!r}.") from None


def _exact(plan: Plan, until: float, points: int, settings: dict[str, object]) -> DynamicMotion | None:
    """Return the motion that the others are compared with: steps by the error, projection; None where it fails."""
    own = ("method", "step", "tolerance", "longest", "correction_tolerance", "spectral_radius")
    others = {name: value for name, value in settings.items() if name not in own}
    found = simulate(plan, until, points=points, on_failure="return", **others)  # type: ignore[arg-type]
    return found if found.complete else None


def _entry(
    plan: Plan, way: Way, exact: DynamicMotion | None, until: float, points: int, settings: dict[str, object]
) -> Stabilised:
    """Return one line; a run that breaks down has the numbers of what it reached, and the reason."""
    options = {**settings, **way._asdict()}
    try:
        run = simulate(plan, until, points=points, on_failure="return", **options)
        worst = run["violation"].max(axis=0)
        largest = float(np.abs(run.reactions().multipliers).max(initial=0.0))
        apart = (np.nan, np.nan, np.nan) if exact is None else differences(exact, run)
        kinetic = max(float(run.forces.kinetic.max(initial=0.0)), 1e-300)
    except LinkworkError as error:
        return Stabilised(way.name, way.stabilisation, str(error))
    return Stabilised(
        name=way.name,
        words=way.stabilisation,
        reason="" if run.complete else run.status,
        position=apart[0],
        velocity=apart[1],
        reaction=apart[2],
        drift=run.drift / kinetic,
        violation=run.violation,
        steps=run.counts["steps"],
        evaluations=run.counts["evaluations"],
        motion=run,
        position_violation=float(worst[0]),
        velocity_violation=float(worst[1]),
        acceleration_violation=float(worst[2]),
        multiplier=largest,
        alpha=run.baumgarte[0],
        beta=run.baumgarte[1],
    )
