"""The same simulation in several formulations."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ..base.signatures import passes_on
from ..coordinates.scales import Scales
from ..errors import LinkworkError, ModelError
from ..formulations import names
from ..results.comparison import Comparison, Entry
from ..results.dynamics import DynamicMotion
from .formulating import formulation_named
from .settings import output_times
from .simulate import simulate

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..formulations import Formulation


FAINT = 1e-6
"""Forces below this part of those that would move the masses at the slowest speed that counts are no measure."""


def compare(
    plan: Plan,
    until: float = 1.0,
    formulations: Sequence[str] | None = None,
    *,
    points: int = 51,
    tolerance: float = 1e-9,
    **settings: object,
) -> Comparison:
    """Simulate a mechanism in several formulations and compare motion, reactions, energy and cost.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    until : float
        End of the simulation [s].
    formulations : list of str, optional
        Names (see `linkwork.FORMULATIONS`); the others are compared with the first. Default: all of them.
    points : int
        Times at which they are compared.
    tolerance : float
        Error allowed in a step. Formulations that take whole steps of order two get 1e4 times that.
    **settings
        Further options of `simulate`.

    Returns
    -------
    Comparison
        Print it for the table; ``.entries`` holds the numbers and the runs.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> table = m.compare(0.5, ["reference", "relative", "projection"])
    >>> table.largest < 1e-8
    True
    """
    formulations = [formulations] if isinstance(formulations, str) else formulations
    output_times(until, points)  # a wrong time is an error of all of them
    plan.model.check()  # a fault of the model is none of a formulation
    kinds = [formulation_named(name) for name in (names() if formulations is None else formulations)]
    if not kinds:
        raise ModelError(f"Name at least one formulation to compare; there are {', '.join(names())}.")
    entries: list[Entry] = []
    first: DynamicMotion | None = None
    for kind in kinds:
        allowed = tolerance * (1e4 if kind.STEPPER else 1.0)
        entry = _entry(plan, kind, first, until, points, {**settings, "tolerance": allowed})
        entries.append(entry)
        first = first or entry.motion
    return Comparison(plan.name, float(until), tolerance, tuple(entries))


passes_on(compare, to=simulate, without=("formulation",))


def _entry(
    plan: Plan,
    kind: type[Formulation],
    first: DynamicMotion | None,
    until: float,
    points: int,
    options: dict[str, object],
) -> Entry:
    """Return one formulation's line; what stops it becomes its reason."""
    name, words = kind.NAME, kind.WORDS
    try:
        simulate(plan, until, points=points, formulation=name, **options)  # type: ignore[arg-type]
        begin = perf_counter()
        run = simulate(plan, until, points=points, formulation=name, **options)  # type: ignore[arg-type]
        time = perf_counter() - begin
        apart = (0.0, 0.0, 0.0) if first is None else differences(first, run)
        kinetic = max(float(run.forces.kinetic.max(initial=0.0)), 1e-300)
    except LinkworkError as error:
        return Entry(name, words, str(error))
    return Entry(
        name,
        words,
        "",
        *apart,
        run.drift / kinetic,
        run.violation,
        run.counts["steps"],
        run.counts["evaluations"],
        time,
        run,
    )


def differences(a: DynamicMotion, b: DynamicMotion) -> tuple[float, float, float]:
    """Return the largest relative differences of positions, velocities and reactions of two runs."""
    count = min(len(a.time), len(b.time))
    shift = np.abs(a.poses[:count, :, :3] - b.poses[:count, :, :3]).max(initial=0.0) / a.plan.length
    e, f = a.poses[:count, :, 3:], b.poses[:count, :, 3:]
    apart = np.minimum(np.linalg.norm(e - f, axis=2), np.linalg.norm(e + f, axis=2))  # +e and -e are the same turn
    turn = 2.0 * apart.max(initial=0.0)
    v, w = (run.motions[:count, :, 0] / np.repeat([a.plan.length, 1.0], 3) for run in (a, b))
    speed = max(np.abs(v).max(initial=0.0), Scales.of(a.plan, a.time).spin)
    velocity = np.abs(v - w).max(initial=0.0) / speed
    return float(max(shift, turn)), float(velocity), _reaction_difference(a, b, count)


def _reaction_difference(a: DynamicMotion, b: DynamicMotion, count: int) -> float:
    """Return the largest difference of a joint's force or moment relative to the largest of all.

    Moments are divided by the mechanism's size, so that those that vanish do not count by their rounding; where no
    joint carries anything, they are relative to `FAINT` of what moves the machine. Equations of the user have no force
    at a point and are left out.
    """
    moving = a.plan.length * Scales.of(a.plan, a.time).spin ** 2 * float(a.plan.tables["masses"]["mass"].sum())
    sizes, apart = [FAINT * moving], [0.0]
    for name in (n for n, joint in a.model.joints.items() if joint.ENDS):
        for kind, scale in (("force", 1.0), ("torque", 1.0 / a.plan.length)):
            x, y = (getattr(run.joint(name), kind)[:count] for run in (a, b))
            sizes.append(scale * float(np.abs(x).max(initial=0.0)))
            apart.append(scale * float(np.abs(x - y).max(initial=0.0)))
    return max(apart) / max(*sizes, 1e-300)
