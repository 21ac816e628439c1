"""The same simulation in several formulations, or with several stabilisations."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ..base.signatures import passes_on
from ..coordinates.plan import Plan
from ..errors import COARSEST, LinkworkError, ModelError, check_tolerance
from ..formulations import Formulation, names
from ..formulations.minimal import Minimal
from ..formulations.noc import NaturalOrthogonalComplement
from ..results.comparison import Comparison, Effort, Entry
from ..results.dynamics import DynamicMotion
from .allowable import allowable_motions
from .differences import differences
from .formulating import formulation_named, make_formulation
from .settings import Settings, output_times
from .simulate import simulate
from .stabilisations import compare_stabilisations, ways_of


def compare(
    plan: Plan,
    until: float = 1.0,
    formulations: Sequence[str] | None = None,
    *,
    stabilisations: str | Sequence[str] | None = None,
    alpha: float | str | Sequence[float | str] = "taylor",
    beta: float | str | Sequence[float | str] = "taylor",
    points: int = 51,
    tolerance: float = 1e-9,
    **settings: object,
) -> Comparison:
    """Simulate a mechanism in several formulations, or with several stabilisations, and compare what comes of it.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    until : float
        End of the simulation [s].
    formulations : list of str, optional
        Names (see `linkwork.FORMULATIONS`); the others are compared with the first. Default: all of them. With
        `stabilisations`: one, for all of them.
    stabilisations : str or list of str, optional
        ``["none", "baumgarte", "correction", "projection"]`` or some of them: compared are then these, with one method
        of integration, by violations of positions, velocities and accelerations, multipliers and energy.
    alpha, beta : float, "taylor" or list of them
        Baumgarte's parameters [1/s]; of lists every pair is run.
    points : int
        Times at which they are compared.
    tolerance : float
        Error allowed in a step. Formulations that take whole steps of order two get 1e4 times that.
    **settings
        Further options of `simulate`.

    Returns
    -------
    Comparison
        Print it for the table; ``.entries`` holds the numbers and the runs, ``.plot()`` draws them over time. Of
        stabilisations: `linkwork.results.stabilisations.Stabilisations`.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> table = m.compare(0.5, ["reference", "relative", "projection"])
    >>> table.largest < 1e-7
    True
    """
    formulations = [formulations] if isinstance(formulations, str) else formulations
    output_times(until, points)  # a wrong time is an error of all of them
    plan.model.check()  # a fault of the model is none of a formulation
    if stabilisations is not None:
        ways = ways_of(stabilisations, alpha, beta)
        return compare_stabilisations(
            plan, until, ways, points, {**settings, **_one(formulations), "tolerance": tolerance}
        )
    check_tolerance("tolerance", tolerance)
    settings |= {name: value for name, value in (("alpha", alpha), ("beta", beta)) if value != "taylor"}
    kinds = [formulation_named(name) for name in (names() if formulations is None else formulations)]
    if not kinds:
        raise ModelError(f"Name at least one formulation to compare; there are {', '.join(names())}.")
    entries: list[Entry] = []
    first: DynamicMotion | None = None
    for kind in kinds:
        allowed = min(tolerance * 1e4, COARSEST) if kind.STEPPER else tolerance
        entry = _entry(plan, kind, first, until, points, {**settings, "tolerance": allowed})
        entries.append(entry)
        first = first or entry.motion
    return Comparison(plan.name, float(until), tolerance, tuple(entries))


def _one(formulations: Sequence[str] | None) -> dict[str, object]:
    """Return the formulation in which stabilisations are compared as a setting."""
    if formulations is None:
        return {}
    if len(formulations) != 1:
        raise ModelError("Stabilisations are compared in one formulation: name one, or none.")
    return {"formulation": formulations[0]}


passes_on(compare, to=simulate, without=("formulation", "stabilisation"))


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
        effort_of(plan, kind),
    )


def effort_of(plan: Plan, kind: type[Formulation]) -> Effort:
    """Return the coordinates and equations of a formulation that applies to a plan.

    In independent coordinates and joint rates there are as many as velocities are free, and no equation is left.
    """
    if issubclass(kind, Minimal | NaturalOrthogonalComplement):
        return Effort(allowable_motions(plan).freedoms, 0)
    coordinates = make_formulation(kind.NAME, Settings(), plan).as_coordinates(plan.bundle())
    if coordinates is None:
        return Effort(plan.coordinates, len(plan.equations))
    return Effort(len(coordinates.rate_parts), len(coordinates.words))
