"""One singularity-free step with all its matrices, to look at; `linkwork.formulations.momentum` makes runs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.poses import kept_by
from ..base.rotation import matrices
from ..coordinates.masses import mass_weights
from ..coordinates.names import coordinate_names, equation_meanings, twist_degrees
from ..coordinates.plan import Plan
from ..coordinates.rank import numerical_rank, solve_min_norm
from ..errors import ModelError
from ..formulations.momenta import Momenta, times
from ..formulations.reaction_space import spread
from ..formulations.terms import BodyTerms, body_terms
from ..kernels.dynamics.dynamics import appraise
from ..kernels.tables.bundle import Bundle
from ..results.momentum_step import MomentumStep
from ..results.motion import Motion
from .assembly import Assembly
from .formulating import make_formulation
from .masses import check_masses
from .settings import Settings
from .start import Start, consistent_start


def momentum_step(
    plan: Plan, step: float = 1e-3, t: float = 0.0, *, at: Start | Motion | Assembly | Array | None = None
) -> MomentumStep:
    """Return the matrices of one step of the singularity-free formulation: df/dQ, U, W, P, H and their solution.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
        Every body with mass and, where it turns, inertia.
    step : float
        Length of the step [s].
    t : float
        Where it begins [s].
    at : Start, Motion, Assembly or array, optional
        The state to begin with instead of the placement and velocity hints; a motion stands for its last state.

    Returns
    -------
    MomentumStep

    Examples
    --------
    >>> from linkwork import gallery
    >>> found = gallery.get("four-bar", driven=False).momentum_step(0.001)
    >>> found.f_Q.shape, found.rank
    ((8, 8), 8)
    """
    if not step > 0.0:
        raise ModelError(f"A step of {step:g} s is not possible: it must be longer than 0.")
    check_masses(plan)
    make_formulation("momentum", Settings(), plan)  # which says where it does not apply
    begin = consistent_start(plan, t, at)
    t, work = float(begin.motion.time[0]), plan.bundle(begin.poses)
    work.V[:, 0] = begin.twists
    work.near[:] = begin.angles(plan)
    mass_weights(plan, work)
    terms = body_terms(plan, work, t)
    return _solved(plan, work, t, float(step), terms)


def _solved(plan: Plan, work: Bundle, t: float, h: float, terms: BodyTerms) -> MomentumStep:
    """Return the step: displacements without reactions and by unit reactions, then the reactions that close joints."""
    order, sites = plan.position_in_table, _sites(plan, terms)
    ease = Momenta(plan).weights(terms.q)
    J = terms.J[order]
    free = times(ease, terms.force.reshape(terms.applied.shape)).ravel()
    push = spread(ease, J.T)
    known = h * sites.rows @ terms.twists + 0.5 * h**2 * (sites.rows @ free + sites.centripetal(terms))
    by_reaction = 0.5 * h**2 * sites.rows @ push
    Phi, slopes = _at_end(plan, work, t + h, sites.at + known)
    f_Q, Psi = slopes @ by_reaction, -Phi
    sizes = np.linalg.norm(f_Q, axis=1)
    scale = np.divide(1.0, sizes, out=np.ones_like(sizes), where=sizes > 0.0)
    Q = solve_min_norm(f_Q, Psi, scale, np.sqrt(scale)) if len(Psi) else Psi
    acceleration, moved = free + push @ Q, by_reaction @ Q
    points, vectors, names = sites.components(plan.resolved.space.labels)
    return MomentumStep(
        name=plan.name,
        time=t,
        step=h,
        points=tuple(names[points]),
        vectors=tuple(names[vectors]),
        rows=equation_meanings(plan),
        twists=coordinate_names(plan),
        U=known[points],
        W=moved[points],
        P=known[vectors],
        H=moved[vectors],
        W_Q=by_reaction[points],
        H_Q=by_reaction[vectors],
        f_Q=f_Q,
        Psi=Psi,
        Q=Q,
        velocity=terms.twists,
        acceleration=acceleration,
        velocity_end=terms.twists + h * acceleration,
        rank=numerical_rank(scale[:, None] * f_Q * np.sqrt(scale)),
        degrees=_degrees(plan, int(points.sum()), int(vectors.sum())),
    )


def _degrees(plan: Plan, points: int, vectors: int) -> dict[str, tuple[float, ...]]:
    """Return the powers of m of points, vectors, equations and twists."""
    return {
        "points": (1.0,) * points,
        "vectors": (0.0,) * vectors,
        "rows": tuple(float(e.is_length) for e in plan.equations),
        "twists": twist_degrees(plan),
    }


@dataclass(frozen=True)
class _Sites:
    """The points and vectors of the joints that are fixed in moving bodies.

    Attributes
    ----------
    names : list of str
    body : array of int, shape (sites,)
    vector : array of bool, shape (sites,)
    at, arms : array, shape (3 sites,), (sites, 3)
        Where they are, and from the centre of mass.
    rows : array, shape (3 sites, bodies * d)
        Their velocities in the twists of the bodies.
    """

    names: list[str]
    body: NDArray[np.int64]
    vector: NDArray[np.bool_]
    at: Array
    arms: Array
    rows: Array

    def components(self, labels: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.object_]]:
        """Return which components are those of points and of vectors, and all names; nothing moves out of a plane."""
        shown = np.tile(np.arange(3) < len(labels), len(self.vector))
        names = [f"{name}.{axis}" for name in self.names for axis in (*labels, "")[:3]]
        return (
            shown & np.repeat(~self.vector, 3),
            shown & np.repeat(self.vector, 3),
            np.array(names, dtype=object),
        )

    def centripetal(self, terms: BodyTerms) -> Array:
        """Return w x (w x s), shape (3 sites,)."""
        w = terms.V[self.body, 3:]
        return np.cross(w, np.cross(w, self.arms)).ravel()


def _sites(plan: Plan, terms: BodyTerms) -> _Sites:
    """Return the points and vectors of a plan's table of features."""
    table = plan.tables["features"]
    table = table[table["body"] >= 0]
    body, vector = table["body"].astype(int), table["vector"].astype(bool)
    local = np.column_stack([table[k] for k in ("x", "y", "z")])
    arms = np.einsum("sij,sj->si", matrices(terms.q[body, 3:]), local).reshape(-1, 3)
    at = arms + np.where(vector[:, None], 0.0, terms.q[body, :3])
    d, count = plan.freedoms, len(plan.resolved.solids)
    rows = np.zeros((len(body), 3, count, 6))
    for k, s in enumerate(arms):
        rows[k, :, body[k], :3] = 0.0 if vector[k] else np.eye(3)
        rows[k, :, body[k], 3:] = np.array([[0.0, s[2], -s[1]], [-s[2], 0.0, s[0]], [s[1], -s[0], 0.0]])  # w x s
    return _Sites(_names(plan, table), body, vector, at.ravel(), arms, rows[..., kept_by(d)].reshape(-1, count * d))


def _names(plan: Plan, table: Array) -> list[str]:
    """Return names of features: of the first joint or driver that has them, with a number for vectors."""
    owners: dict[tuple[int, bool, tuple[float, ...]], str] = {}
    for equation in plan.equations:
        for site in (site for gauge in equation.gauges for site in gauge.sites if site.body >= 0):
            shift = 0.0 if site.vector else plan.resolved.solids[site.body].com
            at = tuple(np.round(np.array(site.xyz) - shift, 9).tolist())
            owners.setdefault((site.body, site.vector, at), equation.owner)
    names, met = [], dict[str, int]()
    for feature in table:
        at = tuple(np.round([feature[k] for k in ("x", "y", "z")], 9).tolist())
        owner = owners.get((int(feature["body"]), bool(feature["vector"]), at), "point")
        name = f"{owner} on {plan.resolved.solids[int(feature['body'])].name}"
        name += " vector" if feature["vector"] else ""
        met[name] = met.get(name, 0) + 1
        names.append(name if met[name] == 1 else f"{name} {met[name]}")
    return names


def _at_end(plan: Plan, work: Bundle, t: float, at: Array) -> tuple[Array, Array]:
    """Return the residuals of the user's equations with points and vectors where they are told, and their slopes."""
    count = len(at) // 3
    plan.at_time(work, t)
    work.X[:count] = 0.0
    work.X[:count, 0] = at.reshape(-1, 3)
    appraise(work.H, t)
    plan.programs.reraise()
    tables = plan.tables
    shares, rows = tables["shares"], np.repeat(np.arange(len(plan.equations)), np.diff(tables["block_ptr"]))
    slopes = np.zeros((len(plan.equations), count, 3))
    gradients = work.coef[shares["term"], None] * work.G[shares["measure"], shares["slot"]]
    np.add.at(slopes, (rows[shares["block"]], shares["feature"]), gradients)
    order = plan.position_in_table
    return work.Phi[order].copy(), slopes.reshape(len(slopes), 3 * count)[order]
