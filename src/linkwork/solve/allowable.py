"""Allowable motions of a mechanism: the matrices R, S and B by name, with b, c and a sentence on the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..coordinates.names import equation_names
from ..coordinates.null_space import Allowable, KeptProjection, allowable
from ..coordinates.plan import Plan
from ..coordinates.rank import numerical_rank
from ..errors import ModelError
from ..formulations.on_coordinates import Coordinates
from ..results.motion import Motion
from ..words import figure
from .assembly import Assembly
from .coordinate_choice import REFERENCE, coordinates_named
from .engine import scaled_jacobian
from .finite import finite_freedoms
from .mobility import singular_sentence
from .start import Start, consistent_start

MISSED = 1e-8
"""Share of b that no motion meets, from which on it is reported; rounding leaves some 1e-12."""

SHOWN = 6
"""Columns of R that the printed table shows."""


@dataclass(frozen=True)
class AllowableMotions:
    """The allowable motions of a mechanism at one position.

    Velocities are q' = R z' + S b and accelerations q'' = R z'' + S c, where z' = B q' are the independent
    velocities; q' holds, body by body, the velocity of the centre of mass [m/s] and the angular velocity [rad/s], or
    the velocities of the coordinates asked for.
    There are n coordinates, m equations of joints and drivers, and f freedoms that no driver takes.

    Attributes
    ----------
    name : str
        Of the mechanism.
    status : str
        Sentences on the freedoms here, on singular positions, and on drivers that cannot be followed.
    time : float
        [s]
    coordinates : tuple of str
        Names of the n columns of Phi_q: ``crank.vx``, ``crank.vy``, ``crank.w``; in space ``crank.vx`` ...
        ``crank.wz``; or of the coordinates asked for.
    equations : tuple of str
        Names of the m rows of Phi_q: ``pin[0]``, ``pin[1]``, or the driver's name; in other coordinates what each
        keeps.
    independent : tuple of str
        Names of the f independent velocities: coordinates where B selects some, else ``z1``, ``z2`` ... [m/s].
    Phi_q : array, shape (m, n)
    R : array, shape (n, f)
        Phi_q R = 0, B R = 1.
    S : array, shape (n, m)
        Phi_q S = 1 (Phi_q S Phi_q = Phi_q where equations are redundant), B S = 0.
    B : array, shape (f, n)
    b : array, shape (m,)
        Right side of velocities, -Phi_t; zero where no equation depends on time.
    c : array, shape (m,)
        Right side of accelerations at the velocities `qdot`.
    qdot : array, shape (n,)
        Velocities of the position looked at: hinted, driven, or those of a motion.
    rank : int
        Independent rows of Phi_q.
    finite : int
        Freedoms of finite motions with the drivers held; less than `freedoms` at a singular position.
    condition : float
        Condition number of [Phi_q; B].
    """

    name: str
    status: str
    time: float
    coordinates: tuple[str, ...]
    equations: tuple[str, ...]
    independent: tuple[str, ...]
    Phi_q: Array = field(repr=False)
    R: Array = field(repr=False)
    S: Array = field(repr=False)
    B: Array = field(repr=False)
    b: Array = field(repr=False)
    c: Array = field(repr=False)
    qdot: Array = field(repr=False)
    rank: int
    finite: int
    condition: float
    plan: Plan = field(repr=False)
    poses: Array = field(repr=False)
    named: tuple[str, tuple[str, ...]] = field(default=(REFERENCE, ()), repr=False)

    @property
    def freedoms(self) -> int:
        """Dimension f of the space of allowable motions here."""
        return int(self.R.shape[1])

    @property
    def singular(self) -> bool:
        """Whether more velocities are free here than finite motions."""
        return self.freedoms != self.finite

    @property
    def zdot(self) -> Array:
        """The independent velocities z' = B q' here, shape (f,)."""
        return np.asarray(self.B @ self.qdot)

    def velocity(self, zdot: ArrayLike) -> Array:
        """Return q' = R z' + S b for independent velocities, shape (n,) [m/s, rad/s]."""
        return np.asarray(self.R @ self._independent(zdot) + self.S @ self.b)

    def acceleration(self, zddot: ArrayLike) -> Array:
        """Return q'' = R z'' + S c at the velocities `qdot`, shape (n,) [m/s^2, rad/s^2]."""
        return np.asarray(self.R @ self._independent(zddot) + self.S @ self.c)

    def moving(self, zdot: ArrayLike) -> AllowableMotions:
        """Return the same position at other velocities: `qdot` and `c` are those of z'."""
        qdot = self.velocity(zdot)
        own, z, _ = _placed(self.plan, self.named, self.poses, np.zeros((len(self.poses), 6)))
        return replace(self, qdot=qdot, c=own.wanted(self.time, z, [qdot]))

    def _independent(self, values: ArrayLike) -> Array:
        z = np.asarray(values, float)
        if z.shape != (self.freedoms,):
            raise ModelError(f"'{self.name}' has {self.freedoms} independent velocities here, not {z.size}.")
        return z

    def __str__(self) -> str:
        return "\n".join([self.status, "", *_table(self)])

    __repr__ = __str__


def allowable_motions(
    plan: Plan,
    t: float = 0.0,
    *,
    at: Start | Motion | Assembly | Array | None = None,
    method: str | KeptProjection = "svd",
    coordinates: str = REFERENCE,
    quantities: Sequence[str] = (),
) -> AllowableMotions:
    """Find the allowable motions of a mechanism at one position.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
        With any number of drivers; their equations belong to Phi_q, and their rates make b.
    t : float
        Time at which drivers are read [s]. A start or a motion given as `at` brings its own time.
    at : Start, Motion, Assembly or array, optional
        Where, and how fast: a consistent start, the last state of a motion, an assembly or poses to close the
        joints from. Default: the placement hints with their velocities.
    method : {"svd", "qr", "gauss", "gram-schmidt"} or KeptProjection
        How the independent velocities are chosen; see `linkwork.coordinates.null_space.allowable`. A `KeptProjection`
        keeps its choice from call to call as long as it is good.
    coordinates : {"reference", "natural", "mixed", "relative"}
        Whose velocities q' are; masses are not needed.
    quantities : sequence of str
        Relative angles and distances that become coordinates as well; see `assemble`.

    Returns
    -------
    AllowableMotions
        Print it for the sentences and a table of R, S b and S c.

    Examples
    --------
    >>> from linkwork import gallery
    >>> found = gallery.get("four-bar", driven=False).allowable_motions(method="gauss")
    >>> found.R.shape, found.freedoms
    ((9, 1), 1)
    """
    begin = consistent_start(plan, t, at)
    q, t = begin.poses, float(begin.motion.time[0])
    named = coordinates, tuple(quantities)
    own, z, qdot = _placed(plan, named, q, begin.twists)
    scale, Phi_q = own.units / plan.length, own.closure(t, z)[1]
    b, c = own.wanted(t, z, []), own.wanted(t, z, [qdot])
    found = method.at(Phi_q, scale) if isinstance(method, KeptProjection) else allowable(Phi_q, method, scale)
    finite = _finite(plan, q, t, own, z, found)
    names = tuple(own.rate_names or own.names)
    return AllowableMotions(
        name=plan.name,
        status=_status(plan.name, plan, found, finite, Phi_q, b),
        time=t,
        coordinates=names,
        equations=equation_names(plan) if coordinates == REFERENCE else tuple(own.words),
        independent=tuple(names[k] for k in found.independent) or tuple(f"z{k + 1}" for k in range(found.freedoms)),
        Phi_q=Phi_q,
        R=found.R,
        S=found.S,
        B=found.B,
        b=b,
        c=c,
        qdot=qdot,
        rank=found.rank,
        finite=finite,
        condition=found.condition,
        plan=plan,
        poses=q,
        named=named,
    )


def _status(name: str, plan: Plan, found: Allowable, finite: int, Phi_q: Array, b: Array) -> str:
    """Return the sentences on a position."""
    free = {0: "no velocity is free", 1: "1 velocity is free"}.get(
        found.freedoms, f"{found.freedoms} velocities are free"
    )
    held = " with the drivers" if any(e.driver for e in plan.equations) else ""
    counted = f"{len(Phi_q)} equations of rank {found.rank} in {Phi_q.shape[1]} coordinates"
    text = [f"'{name}': {free}{held} ({counted})."]
    if found.freedoms != finite:
        text.append(singular_sentence(found.freedoms, finite))
    if np.abs(Phi_q @ found.sb(b) - b).max(initial=0.0) > MISSED * np.abs(b).max(initial=0.0):
        text.append("The joints do not allow the velocities that the drivers ask for here: S b is the nearest.")
    return " ".join(text)


def _placed(
    plan: Plan, named: tuple[str, tuple[str, ...]], q: Array, twists: Array
) -> tuple[Coordinates, Array, Array]:
    """Return coordinates by name with quantities, and their values and velocities at poses and twists of the bodies."""
    own = coordinates_named(plan, *named)
    own.begin_at(q)
    return own, *own.of_bodies(q, twists)


def _finite(plan: Plan, q: Array, t: float, own: Coordinates, z: Array, found: Allowable) -> int:
    """Return the freedoms of finite motions; those of bodies that are no coordinate, spins of bars, are left out."""
    basis = own.twist_map(z, np.zeros(len(own.units)))[0] @ found.R
    free = plan.coordinates - numerical_rank(scaled_jacobian(plan, q, t))
    return finite_freedoms(plan, q, t, basis, free) - (free - found.freedoms)


def _table(found: AllowableMotions) -> list[str]:
    """Return R, S b and S c as lines of text; columns of R beyond the first few are left out."""
    columns = {f"R {name}": _rounded(column) for name, column in zip(found.independent, found.R.T, strict=True)}
    if found.freedoms > SHOWN:
        columns = dict(list(columns.items())[:SHOWN]) | {"...": ["..."] * len(found.R)}
    columns |= {"S b": _rounded(found.S @ found.b), "S c": _rounded(found.S @ found.c)}
    lines = ["", *found.coordinates]
    first = max(len(line) for line in lines)
    lines = [line.ljust(first) for line in lines]
    for head, cells in columns.items():
        width = 2 + max(len(text) for text in (head, *cells))
        lines = [line + text.rjust(width) for line, text in zip(lines, (head, *cells), strict=True)]
    return lines


def _rounded(values: Array) -> list[str]:
    """Return numbers as text, rounding errors as 0."""
    size = np.abs(values).max(initial=0.0)
    return [figure(value, floor=1e-12 * size) for value in values]
