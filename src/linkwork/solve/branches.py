"""The ways in which a mechanism can be put together, and the motions that part at a bifurcation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, overload

import numpy as np

from ..arrays import Array
from ..base.measure import WRAPPED
from ..base.pictures import picture
from ..base.zero import ROUNDING
from ..coordinates.gauge import joint_coordinates
from ..coordinates.plan import Plan, plan_of
from ..coordinates.rank import pivot_columns
from ..errors import LinkworkError, ModelError, nearest
from ..kernels.tables.statuses import DONE
from ..results.motion import Motion
from ..words import counted, figure
from .assembly import Assembly, assemble
from .dyads import Dyad, UndecidedError, all_poses, decomposed, links_of
from .engine import Engine
from .freedoms import joint_gradients
from .hints import Hints
from .nearest import Search
from .parting import Parting, freedoms_at, partings
from .start import Start, consistent_start

STARTS = 200
"""Starting poses of a search."""

APART = 1e-6
"""Two positions are different from here on [rad, or lengths of the mechanism]."""


@dataclass(frozen=True)
class Branch:
    """One way to put a mechanism together.

    Attributes
    ----------
    number : int
        0 is that of the placement hints.
    assembly : Assembly
        The closed position; ``.motion.body("crank").angle`` ...
    coordinates : dict
        Value of every joint coordinate [rad or m], angles between -pi and pi.
    """

    number: int
    assembly: Assembly = field(repr=False)
    coordinates: dict[str, float]

    @cached_property
    def start(self) -> Start:
        """The position with the hinted velocities made consistent, for ``simulate(start=...)``."""
        return consistent_start(self.assembly.motion.plan, float(self.assembly.motion.time[0]), self.assembly)

    @property
    def motion(self) -> Motion:
        """The position as a motion of one time."""
        return self.assembly.motion


@dataclass(frozen=True)
class Branches(Sequence[Branch]):
    """The ways to put a mechanism together; print it for a table, ``branches[1].start`` is one to start from.

    Attributes
    ----------
    name : str
        Of the mechanism.
    held : dict
        Joint coordinates that are the same in all of them, where drivers leave some free [rad or m].
    complete : bool
        Whether these are all there are; else they are those that a search has found.
    how : str
        How they were found, in words.
    partings : tuple of Parting
        Where the position placed is a bifurcation: the motions that part there.
    """

    name: str
    held: dict[str, float]
    complete: bool
    how: str
    found: tuple[Branch, ...] = field(repr=False)
    partings: tuple[Parting, ...] = ()

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, number: int) -> Branch: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Branch]: ...
    def __getitem__(self, number: int | slice) -> Branch | Sequence[Branch]:
        try:
            return self.found[number]
        except IndexError:
            raise IndexError(f"'{self.name}' has {counted(len(self), 'branch', 'branches')}, from 0 on.") from None

    def numbered(self, number: object) -> Branch:
        """Return the branch that a user asks for by number; raises ModelError when there is none."""
        if not isinstance(number, int) or not -len(self) <= number < len(self):
            raise ModelError(
                f"branch is the number of a way to put '{self.name}' together, 0 to {len(self) - 1}, not {number!r}. "
                f"print(m.branches()) lists them."
            )
        return self.found[number]

    def __str__(self) -> str:
        held = ", ".join(f"{name} = {figure(value, 6, 1e-12)}" for name, value in self.held.items())
        ways = counted(len(self), "way")
        head = f"'{self.name}' can be put together in {ways}{f' with {held}' if held else ''}: {self.how}"
        names = list(self.found[0].coordinates)
        width = [max(len(n), 10) for n in names]
        lines = [head, "   " + "  ".join(f"{n:>{w}}" for n, w in zip(names, width, strict=True))]
        for branch in self:
            values = branch.coordinates.values()
            shown = (f"{figure(v, 5, 1e-9):>{w}}" for v, w in zip(values, width, strict=True))
            lines.append(f"{branch.number:>2} " + "  ".join(shown))
        if self.partings:
            lines.append(
                f"The position placed is a bifurcation, from which {counted(len(self.partings), 'motion')} part:"
            )
            lines += [f"{k:>2} {parting}" for k, parting in enumerate(self.partings)]
        return "\n".join(lines)

    __repr__ = __str__

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw all of them side by side; SVG, PNG or PDF by the file's ending. Options as those of `draw`."""
        return picture("draw_branches")(self, path, **options)


def branches(
    plan: Plan,
    t: float = 0.0,
    *,
    coordinates: Sequence[str] | None = None,
    starts: int = STARTS,
    seed: int = 0,
) -> Branches:
    """Find the ways in which a mechanism can be put together.

    Planar mechanisms of pins and sliders that can be built up from dyads (slider-cranks, four-bars, most linkages) are
    put together in closed form, in all the ways there are. Others are closed from many starting poses, which may miss
    some.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    t : float
        Time at which drivers are read [s].
    coordinates : list of str, optional
        Joint coordinates that are held where the placement has them, as many as the drivers leave free, such as
        ``["A.angle"]``. Default: the first ones that move.
    starts, seed : int
        Number of starting poses of a search, and of their random numbers.

    Returns
    -------
    Branches
        That of the placement is number 0.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.gallery.get("four-bar")
    >>> found = m.branches()
    >>> len(found), found.complete
    (2, True)
    >>> run = m.move([0.0, 0.1], start=found[1].start)
    """
    if not isinstance(starts, int) or starts < 1:
        raise ModelError(f"starts is the number of starting poses, at least 1, not {starts!r}.")
    first = assemble(plan, t)
    free, finite, basis = freedoms_at(plan.positions, first.poses, float(t))
    held = _held(plan, first, basis, finite, coordinates)
    fixed = _with_holds(plan, held)
    poses, complete, how = _all_poses(fixed, first.poses, float(t), starts, seed)
    kept = _different(plan, [first.poses, *poses], finite > len(held))
    rigid = [q for q in kept[1:] if not _moves(fixed, q, float(t), finite - len(held))]
    found = [Branch(0, first, _values(first))]
    for q in rigid:
        assembly = assemble(plan, t, start=q)
        found.append(Branch(len(found), assembly, _values(assembly)))
    if len(rigid) < len(kept) - 1:
        how = how.removesuffix(".") + "; without those that can still move then, of which there is a continuum."
    parted = partings(plan.positions, first, basis, float(t)) if free > finite else ()
    return Branches(plan.name, held, complete, how, tuple(found), parted)


def _moves(plan: Plan, q: Array, t: float, idle: int) -> bool:
    """Return whether more than `idle` finite motions are left at the poses q."""
    free, finite, _ = freedoms_at(plan.positions, q, t)
    return free > idle and finite > idle


def _held(plan: Plan, first: Assembly, basis: Array, count: int, wanted: Sequence[str] | None) -> dict[str, float]:
    """Return the joint coordinates to be held, with their values."""
    names, gradients = joint_gradients(plan, first.poses)
    if isinstance(wanted, str):
        wanted = [wanted]
    for name in wanted or ():
        if name not in names:
            raise ModelError(f"coordinates: there is no joint coordinate '{name}'. {nearest(name, names)}")
    rates = gradients @ (basis / np.abs(basis).max(axis=0, initial=1e-300))
    chosen = [names.index(name) for name in wanted or ()] or list(range(len(names)))
    led = [chosen[k] for k in pivot_columns(rates[chosen].T, ROUNDING * float(np.abs(rates).max(initial=1.0)))]
    if wanted is not None and not len(wanted) == len(led) <= count:
        raise ModelError(
            f"coordinates: '{plan.name}' has {counted(count, 'degree')} of freedom beside its drivers; name as many "
            f"joint coordinates that do not depend on each other, not {', '.join(wanted) or 'none'}."
        )
    return {names[k]: float(first.motion[names[k]][0]) for k in led[:count]}


def _with_holds(plan: Plan, held: dict[str, float]) -> Plan:
    """Return the plan with drivers that hold coordinates."""
    if not held:
        return plan
    model = plan.model.copy()
    for name, value in held.items():
        model.drive(name, value, f"hold {name}")
    return plan_of(model)


def _all_poses(plan: Plan, q: Array, t: float, starts: int, seed: int) -> tuple[list[Array], bool, str]:
    """Return closed poses, whether they are all, and how they were found."""
    links = links_of(plan)
    order = None if links is None else decomposed(plan, links)
    search = Search(Engine(plan.positions), Hints.poses(plan, q), t, np.ones_like(plan.weight), 1e-12, seed)
    if order is not None:
        try:
            candidates = all_poses(plan, order, q)
        except UndecidedError:
            order = None
    if order is None:
        candidates = [search.shaken(q, 10 + attempt) for attempt in range(starts)]
    closed = list(_closed(search, candidates))
    if order is not None:
        dyads = counted(sum(isinstance(step, Dyad) for step in order), "dyad")
        return closed, True, f"all there are, in closed form ({dyads})."
    return closed, False, f"found by a search from {counted(starts, 'starting pose')}; there may be others."


def _closed(search: Search, candidates: Sequence[Array]) -> Iterator[Array]:
    for q in candidates:
        try:
            status, found = search.closed_from(q, search.weight)
        except LinkworkError:  # an expression without a value there: no way to put it together
            continue
        if status == DONE:
            yield found


def _different(plan: Plan, poses: Sequence[Array], idle: bool) -> list[Array]:
    """Return the poses without those that are the same as one before; `idle`: bodies turn that nothing holds."""
    kept: list[Array] = []
    for q in poses:
        if all((_apart if idle else _distance)(plan, q, other) > APART for other in kept):
            kept.append(q)
    return kept


def _apart(plan: Plan, q: Array, other: Array) -> float:
    """Return the largest difference of a joint coordinate, lengths relative to the mechanism's size [1, rad]."""
    _, gauges = joint_coordinates(plan)
    one, two = (Motion.single(plan, 0.0, x, 0.0, "").observe(gauges)[0, :, 0] for x in (q, other))
    turning = np.array([gauge.kind in WRAPPED for gauge in gauges])
    away = np.where(turning, np.abs(np.exp(1j * one) - np.exp(1j * two)), np.abs(one - two) / plan.length)
    return float(away.max(initial=0.0))


def _distance(plan: Plan, q: Array, other: Array) -> float:
    """Return the largest shift relative to the mechanism's size, or turn [rad], between two poses."""
    shift = np.abs(q[:, :3] - other[:, :3]).max(initial=0.0) / plan.length
    same = np.abs(np.einsum("bi,bi->b", q[:, 3:], other[:, 3:]))
    return max(float(shift), float((2.0 * np.sqrt(np.maximum(2.0 - 2.0 * same, 0.0))).max(initial=0.0)))


def _values(assembly: Assembly) -> dict[str, float]:
    """Return the joint coordinates of a position, angles between -pi and pi."""
    found = dict[str, float]()
    for joint in assembly.motion.model.joints.values():
        for name, measure in joint.coordinates().items():
            value = float(assembly.motion[f"{joint.name}.{name}"][0])
            turning = measure.unit == "rad"
            found[f"{joint.name}.{name}"] = float(np.arctan2(np.sin(value), np.cos(value))) if turning else value
    return found
