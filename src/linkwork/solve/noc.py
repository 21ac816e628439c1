"""The matrices of the natural orthogonal complement, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import Array
from ..coordinates.masses import mass_weights
from ..errors import ModelError, nearest
from ..formulations.base import solvable
from ..formulations.noc import NaturalOrthogonalComplement, NocTerms
from .formulating import make_formulation
from .masses import check_masses
from .settings import Settings
from .start import consistent_start
from .watching import watched_plan

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..results.motion import Motion
    from .assembly import Assembly
    from .start import Start


def noc(
    plan: Plan, t: float = 0.0, *, at: Start | Motion | Assembly | Array | None = None, coordinate: str = ""
) -> NocTerms:
    """Return the equations of motion in the form I theta'' = C theta' + tau of the natural orthogonal complement.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
        Every body with mass and, where it turns, inertia.
    t : float
        Time [s], for drivers and forces.
    at : Start, Motion, Assembly or array, optional
        The state to look at instead of the placement and velocity hints; a motion stands for its last state.
    coordinate : str
        A rate that shall be independent if it can, for example "A.angle".

    Returns
    -------
    NocTerms
        Twist-shaping matrix T, inertia I, convective terms, generalised force tau, constraint wrenches and more.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -10))
    >>> rod = m.body("rod", mass=2.0, com=(0.5, 0), inertia=0.1)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> terms = m.noc()
    >>> terms.independent, float(terms.I[0, 0]), float(terms.tau[0])
    (['pin.angle'], 0.6, -10.0)
    """
    check_masses(plan)
    start = consistent_start(plan, t, at)
    plan = watched_plan(plan).plan
    made = make_formulation("noc", Settings(coordinate=coordinate), plan)
    assert isinstance(made, NaturalOrthogonalComplement)
    work = plan.bundle(start.poses)
    work.V[:, 0] = start.twists
    work.near[:] = start.angles(plan)
    mass_weights(plan, work)
    made.work = work
    with solvable(plan, made.NAME):
        made.prepare()
        terms = made.noc_terms(t, made.body_terms(t))
    if coordinate and coordinate not in terms.names:
        raise ModelError(f"'{plan.name}' has no joint rate '{coordinate}'. {nearest(coordinate, terms.names)}")
    return terms
