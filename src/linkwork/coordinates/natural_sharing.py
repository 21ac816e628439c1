"""Which points and directions the joints keep together: these become coordinates that bodies share.

Read from the equations alone, so that every joint, also one of the user's own, shares what its equations allow:

- all components of ``p_b - p_a`` vanish: one point;
- ``u`` of one body has no tilt against ``w`` of the other: one unit vector;
- the angle about such a vector vanishes as well: a second unit vector.

Equations that sharing fulfils are left out. Two rows that keep a point on an axis of a body are written as a cross
product with the axis where that is a shared vector (natural-coordinate chapter, example 3.3, equations 11 to 13).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from ..model.equations import Equation, Site

ALIKE = 1e-10
"""Sites of one body nearer to each other than this part of the mechanism's size are one."""


@dataclass(frozen=True)
class Pair:
    """Two sites that a joint keeps together."""

    owner: str
    a: Site
    b: Site


@dataclass(frozen=True)
class OnAxis:
    """Two equations that keep point b on the line through point a along an axis of a's body."""

    owner: str
    axis: Site
    a: Site
    b: Site
    equations: tuple[int, int]


@dataclass
class Shared:
    """What joints keep together.

    Attributes
    ----------
    pairs : list of Pair
    lines : list of OnAxis
    fulfilled : set of int
        Numbers of the equations that sharing the pairs fulfils.
    """

    pairs: list[Pair] = field(default_factory=list)
    lines: list[OnAxis] = field(default_factory=list)
    fulfilled: set[int] = field(default_factory=set)


def find_shared(equations: Sequence[Equation], planar: bool) -> Shared:
    """Return what the joints of a model keep together."""
    shared = Shared()
    owners: dict[str, list[int]] = {}
    for i, e in enumerate(equations):
        if not e.driver and e.single and e.function is None and e.offset == 0.0:
            owners.setdefault(e.owner, []).append(i)
    for owner, numbers in owners.items():
        rows = {i: equations[i] for i in numbers}
        _points(shared, owner, rows, 2 if planar else 3)
        normals = _axes(shared, owner, rows, 1 if planar else 2)
        _turns(shared, owner, rows, normals, planar)
        if not planar:
            _lines(shared, owner, rows)
    return shared


def _points(shared: Shared, owner: str, rows: dict[int, Equation], dim: int) -> None:
    """Points of which all components of the difference vanish."""
    found: dict[tuple[Site, Site], dict[int, int]] = {}
    for i, e in rows.items():
        gauge = e.gauges[0]
        if gauge.kind == "component":
            found.setdefault((gauge.sites[0], gauge.sites[1]), {})[gauge.axis] = i
    for (a, b), by_axis in found.items():
        if len(by_axis) == dim:
            _keep(shared, owner, a, b, by_axis.values())


def _axes(shared: Shared, owner: str, rows: dict[int, Equation], count: int) -> list[tuple[Site, Site]]:
    """Directions u and w without tilt: features u, v, w of as many rows as there are directions v across w."""
    found: dict[tuple[Site, Site], list[int]] = {}
    for i, e in rows.items():
        gauge = e.gauges[0]
        if gauge.kind == "tilt":
            found.setdefault((gauge.sites[0], gauge.sites[2]), []).append(i)
    full = {pair: numbers for pair, numbers in found.items() if len(numbers) == count}
    for (u, w), numbers in full.items():
        _keep(shared, owner, u, w, numbers)
    return list(full)


def _turns(
    shared: Shared, owner: str, rows: dict[int, Equation], normals: list[tuple[Site, Site]], planar: bool
) -> None:
    """Directions u and v of which the angle from u towards n vanishes, where u x n is shared (always in the plane)."""
    for i, e in rows.items():
        gauge = e.gauges[0]
        if gauge.kind != "angle":
            continue
        u, n, v = gauge.sites
        normal = np.cross(u.xyz, n.xyz)
        for a, b in normals:
            one, other = (a, b) if a.body == u.body else (b, a)
            if _same(one, u.body, normal) and abs(np.dot(other.xyz, v.xyz)) < ALIKE:
                _keep(shared, owner, u, v, [i])
                break
        else:
            if planar:
                _keep(shared, owner, u, v, [i])


def _lines(shared: Shared, owner: str, rows: dict[int, Equation]) -> None:
    """Pairs of rows x . (p_b - p_a) = 0 and y . (p_b - p_a) = 0 with x across y."""
    found: dict[tuple[Site, Site], list[int]] = {}
    for i, e in rows.items():
        gauge = e.gauges[0]
        if gauge.kind == "along" and gauge.sites[0].body == gauge.sites[1].body >= 0:
            found.setdefault((gauge.sites[1], gauge.sites[2]), []).append(i)
    for (a, b), numbers in found.items():
        if len(numbers) != 2:
            continue
        x, y = (np.array(rows[i].gauges[0].sites[0].xyz) for i in numbers)
        if abs(x @ y) < ALIKE:
            axis = Site(a.body, True, tuple(np.cross(x, y).tolist()))
            shared.lines.append(OnAxis(owner, axis, a, b, (numbers[0], numbers[1])))


def _keep(shared: Shared, owner: str, a: Site, b: Site, numbers: Iterable[int]) -> None:
    shared.pairs.append(Pair(owner, a, b))
    shared.fulfilled.update(numbers)


def _same(site: Site, body: int, direction: Array) -> bool:
    return site.body == body and bool(np.abs(np.array(site.xyz) - direction).max() < ALIKE)
