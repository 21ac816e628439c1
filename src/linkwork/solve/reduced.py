"""Reduced inertia and torque of a machine with one degree of freedom, over its cycle."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from ..base.poses import twists_of
from ..coordinates.gauge import GaugeReader
from ..coordinates.masses import mass_weights
from ..coordinates.plan import Plan, plan_of
from ..coordinates.rank import null_space, solved_rows
from ..errors import ExpressionError, ModelError
from ..formulations.lagrange import first_suitable
from ..formulations.terms import body_terms
from ..kernels.tables.bundle import Bundle
from ..words import freedom_words
from .assembly import assemble
from .kinematics import move
from .masses import check_masses
from .mobility import mobility

SHOWN = 13
"""Rows of the printed table."""


@dataclass(frozen=True)
class Reduced:
    """A machine reduced to one coordinate phi: I phi'' + I' phi'^2 / 2 = torque.

    Attributes
    ----------
    name : str
        Of the mechanism.
    status : str
        What was computed, in a sentence.
    coordinate : str
    phi : array, shape (points,)
        [rad] or [m]
    inertia : array, shape (points,)
        I: twice the kinetic energy at phi' = 1 [kg m^2], or [kg] where phi is a length.
    slope : array, shape (points,)
        I' = dI/dphi.
    torque : array, shape (points,)
        Of all forces at rest: gravity, springs, constant loads, those of time at t = 0 [N m] or [N].
    shares : dict of array, shape (points,)
        Share of each body in the kinetic energy, by name.
    complete : bool
        Whether the whole range was reached.
    """

    name: str
    status: str
    coordinate: str
    phi: Array = field(repr=False)
    inertia: Array = field(repr=False)
    slope: Array = field(repr=False)
    torque: Array = field(repr=False)
    shares: dict[str, Array] = field(repr=False)
    complete: bool = True

    def __str__(self) -> str:
        heads = ["phi", "I", "dI/dphi", "torque", *(f"share {name}" for name in self.shares)]
        columns = [self.phi, self.inertia, self.slope, self.torque, *self.shares.values()]
        rows = np.unique(np.linspace(0, len(self.phi) - 1, min(SHOWN, len(self.phi))).round().astype(int))
        lines = [self.status, "", "".join(head.rjust(max(14, len(head) + 2)) for head in heads)]
        for k in rows:
            cells = (f"{c[k]:.6g}".rjust(max(14, len(h) + 2)) for h, c in zip(heads, columns, strict=True))
            lines.append("".join(cells))
        return "\n".join(lines)

    __repr__ = __str__


def reduced(
    plan: Plan,
    coordinate: str = "",
    *,
    points: int = 361,
    range: tuple[float, float] | None = None,
) -> Reduced:
    """Reduce a machine with one degree of freedom to one of its coordinates.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
        With masses and one degree of freedom; its drivers are left out.
    coordinate : str
        A measured quantity, "A.angle" or "slide.translation"; default: the first joint coordinate on the ground that
        moves well.
    points : int
        Values of the coordinate over the range, default 361.
    range : pair of float, optional
        First and last value [rad] or [m]. Default of an angle: a full turn from where the hints put it; where the
        machine cannot make it, the part between its dead points.

    Returns
    -------
    Reduced

    Examples
    --------
    >>> from linkwork import gallery
    >>> cycle = gallery.get("slider-crank").reduced(points=37)
    >>> len(cycle.phi), cycle.complete
    (37, True)
    """
    if not isinstance(points, int) or points < 2:
        raise ModelError(f"points is the number of values of the coordinate, at least 2, not {points!r}.")
    plan = plan.undriven
    check_masses(plan)
    found = mobility(plan)
    if found.finite != 1:
        raise ModelError(f"'{plan.name}' has {freedom_words(found.finite)}: only a machine with one is reduced.")
    work = plan.bundle()
    mass_weights(plan, work)
    home = assemble(plan, 0.0).poses
    reader = _reader(plan, work, home, coordinate)
    here = reader.read(home, np.zeros((len(home), 6)))[0]
    if range is None and not reader.is_angle:
        raise ModelError(f"'{reader.text}' is a length: give range=(first, last) in metres; it is {here:g} m now.")
    low, high = (here, here + 2.0 * np.pi) if range is None else (float(range[0]), float(range[1]))
    grid = np.linspace(low, high, points)
    phi, poses = _cycle(plan, reader.text, here, home, grid, whole=range is None)
    values = np.array([_at(plan, work, reader, q) for q in poses])
    names = [solid.name for solid in plan.resolved.solids]
    complete = len(phi) == points
    status = f"'{plan.name}' reduced to {reader.text} at {len(phi)} positions, {phi[0]:.6g} to {phi[-1]:.6g}."
    if not complete:
        status += f" Of the range {low:.6g} to {high:.6g} this is what lies between its dead points."
    shares = {name: values[:, 3 + b] for b, name in enumerate(names)}
    return Reduced(plan.name, status, reader.text, phi, values[:, 0], values[:, 1], values[:, 2], shares, complete)


def _reader(plan: Plan, work: Bundle, q: Array, text: str) -> GaugeReader:
    if not text:
        work.q[:] = q
        return first_suitable(plan, q, null_space(body_terms(plan, work, 0.0).J)[:, 0])
    try:
        return GaugeReader(plan, text)
    except ExpressionError as error:
        raise ModelError(str(error)) from None


def _cycle(free: Plan, text: str, here: float, home: Array, grid: Array, whole: bool) -> tuple[Array, Array]:
    """Return the values of the grid that can be reached and the poses there.

    A turn that meets a dead point goes on backwards from the start, by as much as is left of it.
    """
    begin = home if grid[0] == here else _swept(free, text, home, np.linspace(here, grid[0], 30))[1][-1]
    phi, poses = _swept(free, text, begin, grid)
    if len(phi) < len(grid) and whole:
        back = grid[: len(grid) - len(phi) + 1] - grid[0]
        earlier, before = _swept(free, text, begin, grid[0] - back)
        phi = np.concatenate([earlier[:0:-1], phi])
        poses = np.concatenate([before[:0:-1], poses])
    return phi, poses


def _swept(free: Plan, text: str, start: Array, values: Array) -> tuple[Array, Array]:
    """Return the values reached and the poses, the coordinate led through the values from the poses `start`."""
    driven = free.model.copy()
    driven.drive(text, f"({float(values[0])!r}) + ({float(values[-1] - values[0])!r}) * t")
    times = np.linspace(0.0, 1.0, len(values))
    motion = move(plan_of(driven), times, start=start, derivatives=1, on_limit="return")
    return values[: len(motion.time)], motion.poses


def _at(plan: Plan, work: Bundle, reader: GaugeReader, q: Array) -> Array:
    """Return I, I', the torque at rest, and the share of each body in I, at poses q."""
    still = np.zeros((len(q), 6))
    work.q[:], work.V[:, 0] = q, still
    rest = body_terms(plan, work, 0.0)
    g = reader.read(q, still)[1]
    matrix = np.vstack([rest.J, g])
    R = solved_rows(matrix, np.append(np.zeros(len(rest.J)), 1.0), rest.units)
    work.V[:, 0] = twists_of(R, plan.freedoms)
    moving = body_terms(plan, work, 0.0)  # at phi' = 1
    Sc = solved_rows(matrix, np.append(moving.gamma, -reader.read(q, work.V[:, 0])[2]), rest.units)
    each = (R * rest.times_mass(R)).reshape(len(q), -1).sum(axis=1)
    inertia = each.sum()
    slope = 2.0 * R @ (moving.times_mass(Sc) - moving.gyroscopic.ravel())
    return np.array([inertia, slope, R @ rest.applied.ravel(), *(each / inertia)])
