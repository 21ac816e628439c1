"""The equations of a mechanism at one state, from the same kernels that simulate it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..coordinates.masses import mass_weights
from ..coordinates.names import coordinate_names, equation_meanings, twist_degrees
from ..coordinates.null_space import check_method, moving_basis
from ..coordinates.plan import Plan
from ..coordinates.rank import independent_rows, solve_min_norm
from ..coordinates.switches import force_switches
from ..errors import ModelError, nearest
from ..formulations import Formulation, names
from ..formulations.base import SPEED, solvable
from ..formulations.jacobian_rate import jacobian_rate
from ..kernels.dynamics.balance import leaves, look_back
from ..kernels.tables.bundle import Bundle
from ..results.balance import MET, balance_of
from ..results.equations import Equations
from ..results.motion import Motion
from ..words import quoted
from .assembly import Assembly, assemble
from .coordinate_choice import KINEMATIC, REFERENCE, check_coordinates, is_values
from .equation_terms import Found, Own, kinematic_terms, own_terms, reference_terms
from .formulating import formulation_named
from .masses import check_masses
from .start import Start
from .states import as_twists, open_poses, state_at


def equations(
    plan: Plan,
    at: Start | Assembly | Motion | Array | Mapping[str, float] | None = None,
    t: float = 0.0,
    *,
    coordinates: str = REFERENCE,
    velocities: ArrayLike | None = None,
    assembled: bool = True,
    dynamics: bool = True,
    quantities: Sequence[str] = (),
    method: str = "svd",
) -> Equations:
    """Return the matrices of the equations of motion at one state, with names.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    at : Start, Assembly, Motion, array or mapping, optional
        The state: a consistent start, an assembled position, a motion (its position at time t), or poses
        (bodies, 7) to assemble from; in other coordinates also values of some of them by name, ``{"C.x": 3.0}``, or
        of all in their order. Default: where the hints put the mechanism.
    t : float
        [s]; a `Start` brings its own time.
    coordinates : str
        ``"reference"`` (twists of the bodies), or the name of a formulation in coordinates of its own.
    velocities : array, optional
        Twists of the bodies (bodies, 6), or (bodies, 3) in the plane, in place of those of the state: velocity of
        the centre of mass [m/s] and angular velocity [rad/s], ground axes.
    assembled : bool
        False: the equations at a position as it is, open joints and all, where Phi is not zero; at rest unless
        `velocities` are given.
    dynamics : bool
        Whether M, Q, accelerations and multipliers are wanted. False, and where masses are missing: natural
        coordinates are those of the joints alone, without the points and vectors that a constant mass matrix needs.
    quantities : sequence of str
        Relative angles and distances that become coordinates as well, for ``coordinates="mixed"``; see `assemble`.
    method : {"svd", "qr", "gauss", "gram-schmidt"}
        How the independent velocities z' = B v are chosen, and with them R, its rate, S and B; see
        `linkwork.coordinates.null_space.allowable`. ``"gauss"`` parts the coordinates: z' are some of v.

    Returns
    -------
    Equations

    Examples
    --------
    >>> from linkwork import gallery
    >>> eq = gallery.get("four-bar").equations()
    >>> print(eq.table("Phi_q"))  # doctest: +SKIP
    """
    legal = [REFERENCE, *(name for name in names() if has_coordinates(formulation_named(name)))]
    if coordinates not in legal:
        raise ModelError(f"No equations are written in coordinates '{coordinates}'. {nearest(coordinates, legal)}")
    if quantities:
        check_coordinates(coordinates, quantities)
    check_method(method)
    own = Own(coordinates, tuple(quantities), dynamics, at if is_values(at) and not assembled else None, method)
    state: Any = at
    if assembled and is_values(at):
        state = assemble(plan, float(t), start=state, coordinates=coordinates, quantities=quantities)
    if assembled:
        poses, twists, t, near = state_at(plan, state, float(t))
    else:
        poses, near = open_poses(plan, state, float(t)), None
        twists = np.zeros((len(poses), 6))
    if velocities is not None:
        twists = as_twists(plan, velocities)
    found = equations_at(plan, poses, twists, float(t), own, near)
    return found if assembled else replace(found, notes=(*found.notes, OPEN_WORDS))


OPEN_WORDS = "The position is not assembled: Phi is what it leaves open."
"""What is to be said of equations at a position as it is."""


def equations_at(
    plan: Plan, poses: Array, twists: Array, t: float, own: Own | None = None, near: Array | None = None
) -> Equations:
    """Return the equations at poses (bodies, 7) of the centres of mass and twists (bodies, 6), as they are.

    `near` are the angles of the plan's gauges over full turns; default: those nearest to the hints.
    """
    own, work = own or Own(), plan.bundle(poses)
    if near is not None:
        work.near[:] = near
    work.V[:, 0] = twists
    mass_weights(plan, work)
    found, notes = _found(plan, work, t, own)
    rate = jacobian_rate(found.coordinates, t, found.z, found.velocity)
    basis, R_dot = moving_basis(found.Phi_q, rate, own.method)
    if not basis.freedoms and not np.isfinite(found.acceleration).all():  # the equations alone fix them
        found.acceleration[:] = solve_min_norm(found.Phi_q, found.gamma)
    nu, (jerk_side, jerk) = found.Phi_q @ found.velocity - found.slip, _jerk(found, t, basis.freedoms)
    rows, columns = tuple(found.coordinates.words), found.columns
    numbered = tuple(f"motion {k + 1}" for k in range(basis.freedoms))
    return Equations(
        name=plan.name,
        time=t,
        coordinates=own.name,
        method=own.method,
        positions=tuple(found.positions),
        rows=rows,
        columns=columns,
        motions=tuple(columns[k] for k in basis.independent) or numbered,
        twists=coordinate_names(plan),
        twist_rows=equation_meanings(plan),
        q=np.array(list(found.positions.values())),
        Phi_q_dot=rate,
        nu=nu,
        Phi_t=0.0 - nu,
        jerk_side=jerk_side,
        R_dot=R_dot,
        A=found.A[plan.position_in_table],
        jerk=jerk,
        redundant=tuple(rows[i] for i in independent_rows(found.Phi_q)[1]),
        notes=(*notes, *left_out(plan)),
        degrees=_degrees(plan, found, basis.independent),
        mechanism=plan.model,
        **{name: getattr(found, name) for name in OF_TERMS},
        **{name: getattr(basis, name) for name in OF_BASIS},
    )


OF_TERMS = ("Phi", "Phi_q", "gamma", "M", "Q", "T", "velocity", "acceleration", "lam")
OF_BASIS = ("R", "S", "B", "rank")
"""What is shown as the terms and the allowable motions have it."""


def _jerk(found: Found, t: float, freedoms: int) -> tuple[Array, Array]:
    """Return the right side of the jerk, and the jerk where no velocity is free; NaN where they are not known."""
    jerk = np.full(len(found.velocity), np.nan)
    if not np.isfinite(found.acceleration).all():
        return np.full(len(found.Phi), np.nan), jerk
    side = found.coordinates.wanted(t, found.z, [found.velocity, found.acceleration])
    return side, jerk if freedoms else solve_min_norm(found.Phi_q, side)


def _degrees(plan: Plan, found: Found, independent: tuple[int, ...]) -> dict[str, tuple[float, ...]]:
    """Return the powers of m of equations and velocities; of motions that are no coordinates there are none."""
    columns = tuple(float(part == SPEED) for part in found.coordinates.rate_parts)
    degrees = {
        "rows": tuple(map(float, found.coordinates.row_degrees)),
        "columns": columns,
        "twists": twist_degrees(plan),
        "twist_rows": tuple(float(e.is_length) for e in plan.equations),
        "positions": found.position_degrees,
    }
    return degrees | ({"motions": tuple(columns[k] for k in independent)} if independent else {})


def _found(plan: Plan, work: Bundle, t: float, own: Own) -> tuple[Found, tuple[str, ...]]:
    """Return the terms, with NaN for what is not known, and sentences on them."""
    missing = _missing_masses(plan)
    if own.name in KINEMATIC and not own.dynamics:
        return kinematic_terms(plan, work, t, own), ("Kinematics only: M, Q and lam were not asked for.",)
    unmet: tuple[str, ...] = ()
    if own.name in KINEMATIC and own.name != REFERENCE and missing:
        found = kinematic_terms(plan, work, t, own)
    else:
        found, unmet = _met(plan, work, t, own)
    if missing:
        _forget(plan, found, [b for b, solid in enumerate(plan.resolved.solids) if solid.name in missing])
        return found, _unknown(missing)
    if leaves(work.H, MET):
        work.control.deep = 1.0
        found, unmet = _met(plan, work, t, own)
    return found, unmet


def _met(plan: Plan, work: Bundle, t: float, own: Own) -> tuple[Found, tuple[str, ...]]:
    """Return the matrices, and a sentence where they are not met."""
    with solvable(plan, own.name):
        found = reference_terms(plan, work, t) if own.name == REFERENCE else own_terms(plan, work, t, own)
    return found, _unmet(plan, work, t)


def _unmet(plan: Plan, work: Bundle, t: float) -> tuple[str, ...]:
    """Return a sentence where accelerations and multipliers do not meet the equations of motion."""
    look_back(work.H)
    left = work.control
    balance = balance_of(plan, (left.left_row, left.left_row_at, t), (left.left_body, left.left_body_at, t))
    return () if balance.met else (str(balance),)


def has_coordinates(kind: type[Formulation]) -> bool:
    """Return whether a formulation has coordinates of its own."""
    return kind.as_coordinates is not Formulation.as_coordinates


def _missing_masses(plan: Plan) -> list[str]:
    """Return the names of the bodies whose mass or inertia dynamics would need."""
    try:
        check_masses(plan)
    except ModelError as error:
        return [fault.where.removeprefix("body ").strip("'") for fault in error.faults]
    return []


def _unknown(missing: list[str]) -> tuple[str, ...]:
    """Return what is not known without the masses of some bodies."""
    what = "lam, M and Q where these take part, and v' where velocities are free, are not known (NaN)"
    return (f"{what}: mass or inertia is missing for {quoted(missing)}.",)


def _forget(plan: Plan, found: Found, bodies: list[int]) -> None:
    """Write NaN where the masses of some bodies would count: M and Q of the coordinates that move them, v', lam."""
    found.acceleration[:] = found.lam[:] = np.nan
    moves = np.any(found.T.reshape(-1, plan.freedoms, len(found.Q)) != 0.0, axis=1)
    for b in bodies:
        found.M[np.ix_(moves[b], moves[b])] = found.Q[moves[b]] = np.nan


def left_out(plan: Plan) -> tuple[str, ...]:
    """Return a sentence on contacts and friction, whose rows do not count."""
    names = ", ".join(dict.fromkeys(f"'{s.equation.owner}'" for s in force_switches(plan.writer)))
    return (f"Contacts and friction are left out: {names}.",) if names else ()
