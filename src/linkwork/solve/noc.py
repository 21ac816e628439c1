"""The matrices of the natural orthogonal complement, to look at."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.poses import skew
from ..coordinates.masses import mass_weights
from ..coordinates.names import coordinate_names, equation_meanings, twist_degrees
from ..coordinates.plan import Plan
from ..errors import ModelError, nearest
from ..formulations.base import solvable
from ..formulations.jacobian_rate import jacobian_rate
from ..formulations.noc import Complement, NaturalOrthogonalComplement
from ..formulations.on_body_rows import ReferenceCoordinates
from ..formulations.terms import BodyTerms, block_diagonal
from ..formulations.twist_map import TwistMap
from ..results.motion import Motion
from ..results.noc import NocTerms
from .assembly import Assembly
from .formulating import make_formulation
from .masses import check_masses
from .settings import Settings
from .start import Start, consistent_start
from .watching import watched_plan


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
        terms = made.body_terms(t)
        found = made.complement(t, terms)
    names = found.tree.names
    if coordinate and coordinate not in names:
        raise ModelError(f"'{plan.name}' has no joint rate '{coordinate}'. {nearest(coordinate, names)}")
    return _named(plan, made.map, t, terms, found)


def _named(plan: Plan, tree_map: TwistMap, t: float, terms: BodyTerms, found: Complement) -> NocTerms:
    """Return the matrices with names, and those that show how T changes."""
    order, meanings, tree = plan.position_in_table, equation_meanings(plan), found.tree
    T_dot = _complement_rate(plan, tree_map, t, terms, found)
    M, W = terms.mass_matrix, _spin_matrix(terms)
    bodies = (solid.name for solid in plan.resolved.solids)
    wrench = terms.times_mass(found.motion) - terms.force
    return NocTerms(
        name=plan.name,
        time=t,
        joint_rates=tree.names,
        independent=[tree.names[i] for i in found.independent],
        dependent=[tree.names[i] for i in found.dependent],
        equations=meanings,
        loops=tuple(meanings[plan.order[i]] for i in tree.rest),
        twists=coordinate_names(plan),
        rates=tree.rates,
        A=terms.J[order],
        T_tree=tree.T,
        J_I=found.J_I,
        J_D=found.J_D,
        T=found.T,
        T_dot=T_dot,
        T_rates=found.bias,
        M=M,
        W=W,
        I=found.inertia,
        C=-found.T.T @ (W @ M @ found.T + M @ T_dot),
        C_rates=found.convective,
        tau=found.tau,
        accelerations=found.second,
        twist_rates=found.motion,
        wrenches=dict(zip(bodies, wrench.reshape(terms.applied.shape), strict=True)),
        degrees=_degrees(plan, tree_map, found),
    )


def _complement_rate(plan: Plan, tree_map: TwistMap, t: float, terms: BodyTerms, found: Complement) -> Array:
    """Return T' = T_I' - T_D' X - T_D X' of (17), where J_D X = J_I and so J_D X' = J_I' - J_D' X."""
    tree, free, tied = found.tree, found.independent, found.dependent
    A_dot = np.zeros_like(terms.J)
    A_dot[plan.position_in_table] = jacobian_rate(ReferenceCoordinates(plan), t, terms.q.ravel(), terms.twists)
    tree_rate = tree_map.rate(t, terms, tree, A_dot)
    J_dot = A_dot[tree.rest] @ tree.T + terms.J[tree.rest] @ tree_rate
    X = found.closed(terms, found.J_I)
    X_dot = found.closed(terms, J_dot[:, free] - J_dot[:, tied] @ X)
    return np.asarray(tree_rate[:, free] - tree_rate[:, tied] @ X - tree.T[:, tied] @ X_dot)


def _spin_matrix(terms: BodyTerms) -> Array:
    """Return W, the cross products by angular velocities; nothing in the plane."""
    count, d, _ = terms.mass.shape
    spin = np.zeros((count, d, d))
    if d == 6:
        spin[:, 3:, 3:] = skew(terms.V[:, 3:])
    return block_diagonal(spin)


def _degrees(plan: Plan, tree_map: TwistMap, found: Complement) -> dict[str, tuple[float, ...]]:
    """Return the powers of m of equations, twists and rates."""
    slides = tuple(float(tree_map.rates[i].is_slide) for i in found.tree.chosen)
    lengths = tuple(float(e.is_length) for e in plan.equations)
    return {
        "equations": lengths,
        "loops": tuple(lengths[plan.order[i]] for i in found.tree.rest),
        "twists": twist_degrees(plan),
        "joint_rates": slides,
        "independent": tuple(slides[i] for i in found.independent),
        "dependent": tuple(slides[i] for i in found.dependent),
    }
