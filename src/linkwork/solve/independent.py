"""Independent coordinates with names: which measured quantities say where a mechanism is and how it moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..base.measure import DIMENSIONS
from ..base.poses import moved
from ..base.rotation import matrices
from ..base.zero import RANK
from ..coordinates.gauge import joint_coordinates
from ..coordinates.plan import Plan
from ..coordinates.rank import allowed_motions, pivot_columns
from ..errors import ExpressionError, ModelError
from ..model.equations import Gauge, Site, triple
from ..words import freedom_words, quoted
from .freedoms import gauge_gradients

CLEAR = (0.1, 1e-2, RANK**0.5)
"""How much coordinates must differ from those before, from what is good to what will just do."""

BESIDE, JUMP = 1e-4, 0.1
"""A displacement, as a share of the mechanism's size, and the change of a coordinate's rates with it from which on the
coordinate is singular: one that is not changes by about as much as the displacement."""

UPRIGHT = 0.99
"""Cosine of the angle of a body's x axis from the upright up to which its yaw and roll are told apart well."""

UNITS = {"angle": "rad", "length": "m", "number": "1"}


@dataclass(frozen=True)
class Named:
    """Measured quantities with names.

    Attributes
    ----------
    names : tuple of str
    gauges : tuple of Gauge
    """

    names: tuple[str, ...]
    gauges: tuple[Gauge, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """The unit of each: rad, m or 1."""
        return tuple(UNITS[DIMENSIONS[gauge.kind]] for gauge in self.gauges)

    def chosen(self, places: Sequence[int]) -> Named:
        """Return some of them."""
        return Named(tuple(self.names[k] for k in places), tuple(self.gauges[k] for k in places))


def named(plan: Plan, texts: Sequence[str], what: str) -> Named:
    """Return the gauges of measured quantities; raises ModelError for one that is none.

    Turns of bodies, ``rod.turn_x``, are from the pose of a state: `from_pose` makes them.
    """
    gauges = []
    for text in texts:
        try:
            gauges.append(_turn(plan, text, None) or plan.writer.named_gauge(text))
        except ExpressionError as error:
            raise ModelError(f"'{plan.name}': {what} '{text}' is no measured quantity. {error}") from error
    return Named(tuple(texts), tuple(gauges))


def candidates(plan: Plan, poses: Array | None = None) -> Named:
    """Return what may serve as coordinates: those of joints, the ones on the ground first, then those of bodies.

    Where `poses` are given, bodies with an upright x axis, which have no yaw and roll, have turns about the ground's
    axes from there, too: ``rod.turn_x``.
    """
    names, gauges = joint_coordinates(plan)
    labels = plan.resolved.space.labels
    angles = ("angle",) if plan.freedoms == 3 else ("yaw", "pitch", "roll")
    for solid in plan.resolved.solids:
        for part in (*labels, *angles):
            names.append(f"{solid.name}.{part}")
            gauges.append(plan.writer.named_gauge(names[-1]))
    turns = [] if poses is None or plan.freedoms == 3 else _turns(plan, poses)
    return Named((*names, *(name for name, _ in turns)), (*gauges, *(gauge for _, gauge in turns)))


def from_pose(plan: Plan, among: Named, poses: Array) -> Named:
    """Return quantities with the turns among them from the poses of a state."""
    gauges = zip(among.names, among.gauges, strict=True)
    return Named(among.names, tuple(_turn(plan, name, poses) or gauge for name, gauge in gauges))


def has_turns(plan: Plan, among: Named) -> bool:
    """Return whether turns from a pose are among quantities."""
    return any(_turn(plan, name, None) for name in among.names)


def _turns(plan: Plan, poses: Array) -> list[tuple[str, Gauge]]:
    """Return turns from the present pose of the bodies whose yaw and roll are about one axis."""
    upright = np.abs(matrices(poses[:, 3:])[:, 2, 0]) >= UPRIGHT
    bodies = [solid.name for solid, one in zip(plan.resolved.solids, upright, strict=True) if one]
    names = [f"{body}.turn_{axis}" for body in bodies for axis in "xyz"]
    return [(name, gauge) for name in names if (gauge := _turn(plan, name, poses)) is not None]


def _turn(plan: Plan, name: str, poses: Array | None) -> Gauge | None:
    """Return the turn of a body from its pose, or from that of its axes along the ground's; None for other names.

    The angle about z, say, is that of the body's vector that lies along x now, from x towards y: it is zero here, and
    its rate is the angular velocity about z.
    """
    body, _, axis = name.rpartition(".turn_")
    if plan.freedoms == 3 or axis not in tuple("xyz") or body not in plan.resolved.index:
        return None
    b, k, axes = plan.resolved.index[body], "xyz".index(axis), np.eye(3)
    R = axes if poses is None else matrices(poses[b : b + 1, 3:])[0]
    u, n = axes[(k + 1) % 3], axes[(k + 2) % 3]
    sites = (Site(-1, True, triple(u)), Site(-1, True, triple(n)), Site(b, True, triple(R.T @ u)))
    return Gauge("angle", sites)


def choose(plan: Plan, poses: Array, J: Array, among: Named, given: bool, wanted: int = 0) -> Named:
    """Return as many coordinates as the rows J (rows, n) leave freedoms, the first that are independent.

    The first `wanted` are kept where they tell motions apart at all, even if others would tell them better. Raises
    ModelError where those that the user gave do not fit.
    """
    units = plan.units
    basis = allowed_motions(J, units)
    freedoms = basis.shape[1]
    if given and len(among.names) != freedoms:
        raise ModelError(
            f"'{plan.name}' has {freedom_words(freedoms)} here, not {len(among.names)}, and these coordinates were "
            f"named: {quoted(among.names) or 'none'}. Name {freedoms}, or leave them out."
        )
    if not freedoms:
        return among.chosen([])
    places, singular = _telling(plan, poses, among, basis, wanted)
    if len(places) < freedoms:
        names = quoted(among.names) if given else "its joints and bodies"
        fallen = [name for name, one in zip(among.names, singular, strict=True) if one] if given else []
        why = f" {quoted(fallen)} are singular here, where two of their axes fall together." if fallen else ""
        raise ModelError(
            f"'{plan.name}': the coordinates of {names} do not tell all motions apart here; there are {freedoms} and "
            f"{len(places)} are told.{why} Name others with coordinates=[...], or none, or take another position."
        )
    return among.chosen(sorted(places)) if not given else among


def telling(plan: Plan, poses: Array, basis: Array) -> Named:
    """Return the first coordinates of joints and bodies that tell some motions (bodies * d, k) apart."""
    among = candidates(plan, poses)
    return among.chosen(sorted(_telling(plan, poses, among, basis)[0]))


def _telling(plan: Plan, poses: Array, among: Named, basis: Array, wanted: int = 0) -> tuple[list[int], Array]:
    """Return which coordinates tell allowed motions apart, and which of all (coordinates,) are singular here."""
    motions = basis.shape[1]
    rates = _rates(plan, among, poses, basis)
    beside = _rates(plan, among, moved(poses, BESIDE * plan.length * (basis @ np.ones(motions)), plan.freedoms), basis)
    singular = np.abs(beside - rates).max(axis=1) > JUMP * (1.0 + np.abs(rates).max(axis=1))
    rates[singular] = 0.0
    places: list[int] = []
    for least in CLEAR:
        places = pivot_columns(_of_size_one(rates, 0.1 * least).T, least, wanted=wanted)
        if len(places) == motions and set(range(wanted)) <= set(places):
            break
    return places, singular


def _rates(plan: Plan, among: Named, poses: Array, basis: Array) -> Array:
    """Return the rates (coordinates, motions) in allowed motions, turns and shifts in comparable units."""
    lengths = np.array([plan.length if unit == "m" else 1.0 for unit in among.units])
    return np.asarray(gauge_gradients(plan, among.gauges, poses) @ basis * (plan.length / lengths)[:, None])


def _of_size_one(rates: Array, least: float) -> Array:
    """Return the rates with the largest of each coordinate one.

    Those of a coordinate that almost stands still are zero, and those of an angle whose axes almost fall together.
    """
    sizes = np.abs(rates).max(axis=1, keepdims=True)
    clear = (sizes > least) & (sizes < 1.0 / least)
    return np.asarray(np.divide(rates, sizes, out=np.zeros_like(rates), where=clear))
