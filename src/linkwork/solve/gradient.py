"""Sensitivities: the derivative of one number of an analysis by design parameters, masses, points, stiffnesses, starts.

The numbers of a design act through the tables of its plan alone. How the equations change with them, everything else
held, is found from residuals beside the design; how the motion follows, from the implicit function theorem (driven
motions, equilibrium) or the variational equations along the run (simulations); what is read off changes with both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.signatures import passes_on
from ..errors import AssemblyError, ExpressionError, LinkworkError, ModelError, check_word, nearest
from ..expressions import Constant, evaluate
from ..results.gradient import Gradient
from ..results.reading import dimension_of_unit
from ..words import quoted
from .gradients.asked import WAYS, Asked
from .gradients.at_rest import AtRest, Modes
from .gradients.beside import MIXED
from .gradients.driven import Assembled, Inverse, Moved
from .gradients.repeated import pair_beside
from .gradients.scalars import read_scalar
from .gradients.simulated import Simulated
from .gradients.varied import Designs, designs_of
from .kinematics import move
from .settings import Settings
from .simulate import simulate

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.designs import Design

ANALYSES: dict[str, type[Asked]] = {kind.NAME: kind for kind in (Assembled, Moved, Inverse, AtRest, Modes, Simulated)}

AGREES = 1e-3
"""Share of the sum of all effects by which repeated analyses may differ before it is told."""

ROUNDED = 1e-9
"""Share of the result itself that may be errors of repeated analyses."""


def gradient(
    plan: Plan,
    of: str,
    by: Sequence[str] | None = None,
    *,
    analysis: str = "simulate",
    times: float | ArrayLike | None = None,
    t: float | None = None,
    about: str | None = None,
    search: str | None = None,
    tolerances: Mapping[str, float | str] | None = None,
    how: str | None = None,
    check: bool = True,
    **options: Any,
) -> Gradient:
    """Find how one number of an analysis changes with the numbers of the design.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    of : str
        The number: ``"peak of B.force.size"`` (also max, min, mean, rms, integral), ``"A.angle at 0.3 s"``,
        ``"final A.angle"``, ``"time of A.angle > 90 deg"``, ``"period of rate(A.angle) > 0"`` of a simulation,
        ``"frequency of mode 1"`` or ``"damping ratio of mode 1"`` of modes; a quantity by itself of assemble and
        equilibrium. Any quantity that results know by name, and any expression of them. Peaks are those of the times
        reported.
    by : list of str, optional
        Parameters (``"L"``), or numbers of the description: ``"rod.mass"``, ``"rod.length"``, ``"rod.P.x"``,
        ``"A.b.x"``, ``"spring.stiffness"``, ``"gravity.y"``, and hints of the start: ``"rod.angle"``, ``"rod.rate"``.
        Default: all parameters; without any, all numbers of bodies, joints and forces. Those that have no values
        beside theirs, such as numbers of teeth, are left out with a note.
    analysis : {"simulate", "move", "inverse", "assemble", "equilibrium", "modes"}
        What the number is of.
    times : float or array_like, optional
        As `move` and `inverse` take them [s], or the end of a simulation.
    t : float, optional
        Instant of assemble, equilibrium and modes [s]; default: 0.
    about : {"equilibrium", "start"}, optional
        Of modes: what the small motions are about.
    search : {"stable", "nearest"}, optional
        Of equilibrium and modes: which position of balance, as in `equilibrium`.
    tolerances : dict, optional
        How much each number may vary, in SI units or as texts with units, to rank them by what that does; default: 1 %
        of each.
    how : {"adjoint", "direct", "repeated"}, optional
        How derivatives are found: by going back along a simulation from what is read, whatever the number of
        parameters; by equations differentiated by each of them; by analyses repeated beside the design. Default: the
        first of these that leads on, and the result tells which.
    check : bool
        Whether the analysis is repeated with all numbers changed, to see whether the derivatives foretell it.
    **options
        Those of the analysis.

    Returns
    -------
    Gradient

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> L = m.parameter("L", 1.0)
    >>> rod = m.body("rod", lw.rod(length=L, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> found = m.gradient("pin.force.size", ["L", "rod.mass"], analysis="equilibrium")
    >>> round(found["rod.mass"], 6)
    9.81
    """
    check_word("analysis", analysis, tuple(ANALYSES))
    if how is not None:
        check_word("how", how, WAYS)
    model = plan.model
    scalar = read_scalar(of, analysis, [*model.bodies, *model.joints, *model.forces, *model.drivers])
    designs = designs_of(plan, by)
    options |= {name: given for name, given in (("t", t), ("about", about), ("search", search)) if given is not None}
    _check_options(analysis, options)
    asked = ANALYSES[analysis](designs, scalar, times, {**options, "how": how})
    try:
        values, errors = asked.slopes()
    except AssemblyError as error:
        raise ModelError(f"There are no derivatives: of numbers beside those of the design, {error}") from None
    spread = _spread(designs, tolerances)
    notes = [*asked.notes, _told(asked), _fixed(designs), _checked(asked, values, errors) if check else ""]
    return Gradient(
        name=plan.name,
        of=scalar.text,
        analysis=analysis,
        value=asked.value,
        unit=asked.unit,
        names=tuple(design.name for design in designs.all),
        units=tuple(design.unit for design in designs.all),
        at=np.array([design.value for design in designs.all]),
        values=values,
        errors=errors,
        tolerances=spread,
        notes=tuple(note for note in notes if note),
        how=asked.how,
    )


def _check_options(analysis: str, options: Mapping[str, Any]) -> None:
    """Raise ModelError for options that belong to another analysis."""
    known = {
        "assemble": ("t", "start", "hold"),
        "equilibrium": ("t", "start", "search"),
        "modes": ("t", "start", "search", "about"),
        "simulate": ("points", "start", "hold", "stop_when", *Settings.__dataclass_fields__),
    }.get(analysis, tuple(signature(move).parameters))
    for name in options:
        if name not in known:
            raise ModelError(f"analysis='{analysis}' has no option '{name}'. {nearest(name, known)}")


def _spread(designs: Designs, tolerances: Mapping[str, float | str] | None) -> Array:
    """Return how much each number varies."""
    if tolerances is not None and not isinstance(tolerances, Mapping):
        raise ModelError(f"tolerances= is a dict of names and numbers such as {{'L': 0.001}}, not {tolerances!r}.")
    given = dict(tolerances or {})
    names = [design.name for design in designs.all]
    for name in given:
        if name not in names:
            raise ModelError(f"tolerances: '{name}' is not varied; these are: {', '.join(names)}.")
    known = designs.plan.resolved.parameters
    return np.array([_tolerance(d, given.get(d.name, 0.01 * abs(d.value)), known) for d in designs.all])


def _tolerance(design: Design, given: float | str, parameters: Mapping[str, Constant]) -> float:
    """Return how much a number varies, from a number or a text, which may use parameters."""
    if isinstance(given, str):
        try:
            given = evaluate(given, dimension_of_unit(design.unit), parameters)
        except ExpressionError as error:
            raise ModelError(f"The tolerance of '{design.name}': {error}") from None
    if not isinstance(given, Real) or not 0.0 <= float(given) < np.inf:
        raise ModelError(f"The tolerance of '{design.name}' is a number from 0 on, not {given!r}.")
    return float(given)


def _told(asked: Asked) -> str:
    """Return a sentence on the way that was taken, where it is not the first one."""
    if asked.how == "repeated":
        return (
            f"Derivatives are differences of fourth order between analyses beside the design, as {asked.reason}: good "
            f"to the errors told, if nothing jumps there."
        )
    return f"The equations are differentiated by one number after the other, as {asked.reason}." if asked.reason else ""


def _fixed(designs: Designs) -> str:
    """Return a sentence on numbers that are not varied."""
    if not designs.fixed:
        return ""
    return f"Not varied, as no value beside theirs is allowed: {quoted(designs.fixed)}."


def _checked(asked: Asked, values: Array, errors: Array) -> str:
    """Return a sentence where analyses beside the design do not find what the derivatives foretell.

    One analysis with all numbers a little larger tells it in most cases; a second one, all smaller, where it does not.
    """
    near, designs = asked.beside, asked.designs
    steps = np.array(designs.steps) * (MIXED * np.where(values < 0.0, -1.0, 1.0)) if near is None else near.mixed
    foretold, effects = float(values @ steps), float(np.abs(values) @ np.abs(steps))
    told = float(errors @ np.abs(steps)) + ROUNDED * abs(asked.value) + asked.rounding

    def agrees(found: float) -> bool:
        return abs(found - foretold) <= AGREES * effects + told

    try:
        plans = near.planned() if near else pair_beside(designs, steps)
        ahead = asked.again(plans[0])
        if agrees(ahead - asked.value):
            return ""
        found = 0.5 * (ahead - asked.again(plans[1]))
    except LinkworkError as error:
        return f"Derivatives are not checked: with all numbers changed a little, {error}"
    if agrees(found):
        return ""
    return (
        f"With all numbers changed by {100 * MIXED:g} % or less the result changes by {found:.4g} {asked.unit}, where "
        f"the derivatives foretell {foretold:.4g}: it jumps, has a kink or bends strongly here, and they hold for "
        f"smaller changes, or on one side only."
    )


OTHERWISE = ("progress", "on_failure", "on_limit", "record_when", "coordinates", "quantities", "history", "derivatives")
"""Options of the analyses that gradients do without."""

passes_on(gradient, to=simulate, without=OTHERWISE)
passes_on(gradient, to=Settings, told_by=simulate)
passes_on(gradient, to=move, without=OTHERWISE)
