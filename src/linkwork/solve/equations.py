"""The equations of a mechanism at one state, from the same kernels that simulate it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..coordinates.masses import mass_weights
from ..coordinates.names import coordinate_names, equation_meanings
from ..coordinates.rank import independent_rows, null_space, solve_min_norm
from ..coordinates.switches import force_switches
from ..errors import ModelError, nearest
from ..formulations import Formulation, names
from ..formulations.base import solvable
from ..formulations.on_coordinates import accelerations
from ..formulations.terms import body_terms
from ..kernels.dynamics.balance import leaves, look_back
from ..kernels.dynamics.light_bodies import unlift
from ..results.balance import MET, balance_of
from ..results.equations import Equations
from ..results.motion import Motion
from ..words import quoted
from .assembly import Assembly, assemble, given_poses
from .coordinate_choice import KINEMATIC, REFERENCE, check_coordinates, coordinates_named, first_values, is_values
from .engine import Engine
from .formulating import formulation_named, make_formulation
from .hints import Hints
from .masses import check_masses
from .settings import Settings
from .start import Start, consistent_start

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle


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
    own = Own(coordinates, tuple(quantities), dynamics, at if is_values(at) and not assembled else None)
    state: Any = at
    if assembled and is_values(at):
        state = assemble(plan, float(t), start=state, coordinates=coordinates, quantities=quantities)
    if assembled:
        poses, twists, t, near = state_at(plan, state, float(t))
    else:
        poses, near = _open_poses(plan, state, float(t)), None
        twists = np.zeros((len(poses), 6))
    if velocities is not None:
        twists = _as_twists(plan, velocities)
    found = equations_at(plan, poses, twists, float(t), own, near)
    return found if assembled else replace(found, notes=(*found.notes, OPEN_WORDS))


OPEN_WORDS = "The position is not assembled: Phi is what it leaves open."
"""What is to be said of equations at a position as it is."""


@dataclass(frozen=True)
class Own:
    """In which coordinates: their name, what mixed ones measure, whether with masses, values in place of the poses."""

    name: str = REFERENCE
    quantities: tuple[str, ...] = ()
    dynamics: bool = True
    values: Any = None


def _open_poses(plan: Plan, at: Any, t: float) -> Array:
    """Return the poses of a position that may be open."""
    if at is None or is_values(at):
        return Hints.of(plan).begin
    if isinstance(at, Motion):
        return np.asarray(at.poses[_index(at, t)])
    return given_poses(plan, at.poses if isinstance(at, Start | Assembly) else at)


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
    R = null_space(found.Phi_q)
    return Equations(
        name=plan.name,
        time=t,
        coordinates=own.name,
        rows=found.rows,
        columns=found.columns,
        twists=coordinate_names(plan),
        twist_rows=equation_meanings(plan),
        Phi=found.Phi,
        Phi_q=found.Phi_q,
        nu=found.Phi_q @ found.velocity - found.slip,
        gamma=found.gamma,
        M=found.M,
        Q=found.Q,
        R=R,
        T=found.T,
        A=found.A[plan.position_in_table],
        velocity=found.velocity,
        acceleration=found.acceleration,
        lam=found.lam,
        rank=len(found.columns) - R.shape[1],
        redundant=tuple(found.rows[i] for i in independent_rows(found.Phi_q)[1]),
        notes=(*notes, *left_out(plan)),
        mechanism=plan.model,
    )


def _found(plan: Plan, work: Bundle, t: float, own: Own) -> tuple[_Found, tuple[str, ...]]:
    """Return the terms, with NaN for what is not known, and sentences on them."""
    missing = _missing_masses(plan)
    if own.name in KINEMATIC and not own.dynamics:
        return _kinematic(plan, work, t, own), ("Kinematics only: M, Q, v' and lam were not asked for.",)
    unmet: tuple[str, ...] = ()
    if own.name in KINEMATIC and own.name != REFERENCE and missing:
        found = _kinematic(plan, work, t, own)
    else:
        found, unmet = _met(plan, work, t, own)
    if missing:
        _forget(plan, found, [b for b, solid in enumerate(plan.resolved.solids) if solid.name in missing])
        return found, _unknown(missing)
    if leaves(work.H, MET):
        work.control.deep = 1.0
        found, unmet = _met(plan, work, t, own)
    return found, unmet


@dataclass
class _Found:
    """The terms in one choice of coordinates; rows of joints and drivers in the user's order."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    Phi: Array
    Phi_q: Array
    slip: Array
    gamma: Array
    M: Array
    Q: Array
    T: Array
    velocity: Array
    acceleration: Array
    lam: Array
    A: Array


def _reference(plan: Plan, work: Bundle, t: float) -> _Found:
    terms, order = body_terms(plan, work, t), plan.position_in_table
    unlift(work.H, 1.0)
    count, d, _ = terms.mass.shape
    mass = np.zeros((count, d, count, d))
    mass[np.arange(count), :, np.arange(count), :] = terms.mass
    n = count * d
    return _Found(
        equation_meanings(plan),
        coordinate_names(plan),
        terms.Phi[order],
        terms.J[order],
        terms.slip[order],
        terms.gamma[order],
        mass.reshape(n, n),
        terms.force,
        np.eye(n),
        terms.twists,
        work.x.ravel().copy(),
        work.lam[order],
        terms.J,
    )


def _kinematic(plan: Plan, work: Bundle, t: float, own: Own) -> _Found:
    """Return positions, velocities and their equations in coordinates that ask for no masses."""
    coordinates = coordinates_named(plan, own.name, own.quantities)
    coordinates.work.near[:] = work.near
    coordinates.begin_at(work.q)
    z, v = coordinates.of_bodies(work.q.copy(), work.V[:, 0].copy())
    if own.values is not None:
        z = first_values(coordinates, own.values, work.q)
    Phi, J = coordinates.closure(t, z)
    M, Q, nothing = np.full((len(v), len(v)), np.nan), np.full(len(v), np.nan), np.full(len(v), np.nan)
    if own.dynamics:  # as far as masses are known
        terms = coordinates.terms(t, z, v)
        M, Q = terms.M.copy(), terms.Q.copy()
    return _Found(
        tuple(coordinates.words),
        _columns(coordinates.rate_names or coordinates.names, len(v)),
        Phi,
        J,
        J @ v - coordinates.wanted(t, z, []),
        coordinates.wanted(t, z, [v]),
        M,
        Q,
        coordinates.twist_map(z, v)[0],
        v,
        nothing,
        np.full(len(Phi), np.nan),
        Engine(plan).jacobian(work.q.copy(), t)[plan.order],
    )


def _others(plan: Plan, work: Bundle, t: float, own: Own) -> _Found:
    made = make_formulation(own.name, Settings(coordinate=", ".join(own.quantities)), plan)
    coordinates = made.as_coordinates(work)
    assert coordinates is not None
    z, v = coordinates.of_bodies(work.q.copy(), work.V[:, 0].copy())
    if own.values is not None:
        z = first_values(coordinates, own.values, work.q)
    terms = coordinates.terms(t, z, v)
    made.reraise()
    a = accelerations(terms)
    motion = terms.T @ a + terms.bias
    work.x[:], work.lam[:], work.rhs[:] = (
        motion.reshape(work.x.shape),
        terms.bodies.multipliers(motion),
        terms.bodies.gamma,
    )
    lam = solve_min_norm(terms.J.T, terms.M @ a - terms.Q) if terms.J.size else np.zeros(len(terms.Phi))
    return _Found(
        tuple(coordinates.words),
        _columns(coordinates.rate_names or coordinates.names, len(v)),
        terms.Phi,
        terms.J,
        terms.slip,
        terms.gamma,
        terms.M.copy(),
        terms.Q.copy(),
        terms.T,
        v,
        a,
        lam,
        terms.bodies.J,
    )


def _met(plan: Plan, work: Bundle, t: float, own: Own) -> tuple[_Found, tuple[str, ...]]:
    """Return the matrices, and a sentence where they are not met."""
    with solvable(plan, own.name):
        found = _reference(plan, work, t) if own.name == REFERENCE else _others(plan, work, t, own)
    return found, _unmet(plan, work, t)


def _unmet(plan: Plan, work: Bundle, t: float) -> tuple[str, ...]:
    """Return a sentence where accelerations and multipliers do not meet the equations of motion."""
    look_back(work.H)
    left = work.control
    balance = balance_of(plan, (left.left_row, left.left_row_at, t), (left.left_body, left.left_body_at, t))
    return () if balance.met else (str(balance),)


def _columns(names: list[str], count: int) -> tuple[str, ...]:
    """Return a name for every velocity: of the coordinates, or numbers where there are more coordinates."""
    return tuple(names) if len(names) == count else tuple(f"velocity {k + 1}" for k in range(count))


def has_coordinates(kind: type[Formulation]) -> bool:
    """Return whether a formulation has coordinates of its own."""
    return kind.as_coordinates is not Formulation.as_coordinates


def state_at(plan: Plan, at: Start | Assembly | Motion | Array | None, t: float) -> tuple[Array, Array, float, Array]:
    """Return poses, twists, time, and the angles of the plan's gauges over full turns."""
    if isinstance(at, Motion):
        k = _index(at, t)
        twists = at.motions[k, :, 0]
        if np.isfinite(twists).all():
            return at.poses[k], twists, float(at.time[k]), _near(plan, at, k)
        at = at.poses[k]
    begin = consistent_start(plan, t, at)
    own = begin.motion.time[0] if isinstance(at, Start) else t
    return begin.poses, begin.twists, float(own), begin.angles(plan)


def _near(plan: Plan, motion: Motion, k: int) -> Array:
    """Return the angles of a plan's gauges at position k of a motion, over full turns (gauges,) [rad]."""
    near = np.zeros(len(plan.gauges))
    near[[i for i, _ in plan.counted]] = motion.angles([gauge for _, gauge in plan.counted])[k]
    return near


def _index(motion: Motion, t: float) -> int:
    """Return the number of the position at time t."""
    if not len(motion):
        raise ModelError(f"The motion of '{motion.name}' has no position.")
    k = int(np.argmin(np.abs(motion.time - t)))
    if abs(motion.time[k] - t) > 1e-9 * max(1.0, abs(t)):
        near = f"the nearest is at t = {motion.time[k]:.9g} s"
        raise ModelError(f"The motion of '{motion.name}' has no position at t = {t:g} s; {near}.")
    return k


def _as_twists(plan: Plan, velocities: ArrayLike) -> Array:
    given, bodies = np.asarray(velocities, float), len(plan.resolved.solids)
    planar = plan.freedoms == 3
    if given.size == bodies * plan.freedoms and (planar or given.size != bodies * 6):
        twists = np.zeros((bodies, 6))
        twists[:, [0, 1, 5]] = given.reshape(bodies, 3)
        return twists
    if given.size != bodies * 6:
        size = f"({bodies}, 3) or ({bodies}, 6)" if planar else f"({bodies}, 6)"
        raise ModelError(f"velocities= has the shape {given.shape}; {size} is expected, a row for each body.")
    return given.reshape(bodies, 6)


def _missing_masses(plan: Plan) -> list[str]:
    """Return the names of the bodies whose mass or inertia dynamics would need."""
    try:
        check_masses(plan)
    except ModelError as error:
        return [fault.where.removeprefix("body ").strip("'") for fault in error.faults]
    return []


def _unknown(missing: list[str]) -> tuple[str, ...]:
    """Return what is not known without the masses of some bodies."""
    names = quoted(missing)
    return (
        f"v', lam, and M and Q where these take part, are not known (NaN): mass or inertia is missing for {names}.",
    )


def _forget(plan: Plan, found: _Found, bodies: list[int]) -> None:
    """Write NaN where the masses of some bodies would count: M and Q of the coordinates that move them, v', lam."""
    found.acceleration[:] = found.lam[:] = np.nan
    moves = np.any(found.T.reshape(-1, plan.freedoms, len(found.Q)) != 0.0, axis=1)
    for b in bodies:
        found.M[np.ix_(moves[b], moves[b])] = found.Q[moves[b]] = np.nan


def left_out(plan: Plan) -> tuple[str, ...]:
    """Return a sentence on contacts and friction, whose rows do not count."""
    names = ", ".join(dict.fromkeys(f"'{s.equation.owner}'" for s in force_switches(plan.writer)))
    return (f"Contacts and friction are left out: {names}.",) if names else ()
