"""The branches of the spanning tree of the joints, and the rates that describe the relative motion of their bodies.

A body that no joint holds hangs on the
ground by no equation at all. What is left of the joints closes loops.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.measure import DIMENSIONS, Feature, Measure, along
from ..base.poses import shift_count
from ..model.equations import Gauge, Site, triple
from ..model.in_plane import constant_in_plane
from ..topology.spanning_tree import spanning_tree

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..joints import Joint


@dataclass(frozen=True)
class Rate:
    """One candidate for a rate between two bodies: the rate of a gauge, or a component of the relative spin.

    Attributes
    ----------
    name : str
    gauge : Gauge or None
        What changes at this rate.
    axis : Site or None
        Else: the direction in the first body along which the spin of the second relative to the first is taken.
    first, second : int
        The bodies, -1 the ground.
    """

    name: str
    gauge: Gauge | None
    axis: Site | None
    first: int
    second: int

    @property
    def is_slide(self) -> bool:
        """Whether it is a velocity [m/s]; else an angular one [rad/s]."""
        return self.gauge is not None and DIMENSIONS[self.gauge.kind] == "length"


@dataclass(frozen=True)
class Branch:
    """A pair of bodies in the tree.

    Attributes
    ----------
    joint : str
        Name, or "" where nothing joins the body.
    parent, child : int
        The bodies, -1 the ground.
    rows : list of int
        Equations of the joint, in the plan's table.
    rates : list of Rate
        Candidates, the joint's own coordinates first.
    """

    joint: str
    parent: int
    child: int
    rows: list[int]
    rates: list[Rate]


def branches(plan: Plan) -> list[Branch]:
    """Return the tree of a plan, parents before children."""
    index = plan.resolved.index
    table = plan.position_in_table
    rows: dict[str, list[int]] = {}
    for number, equation in enumerate(plan.equations):
        if not equation.driver:
            rows.setdefault(equation.owner, []).append(int(table[number]))
    pairs = [j for j in plan.model.joints.values() if j.ENDS and rows.get(j.name)]
    edges = [(index[j.a.body], index[j.b.body], plan.freedoms - len(rows[j.name])) for j in pairs]
    tree = []
    for k, parent, child in spanning_tree(edges, len(plan.resolved.solids)):
        if k < 0:
            tree.append(Branch("", -1, child, [], _free_rates(plan, child)))
        else:
            a, b, _ = edges[k]
            tree.append(Branch(pairs[k].name, parent, child, rows[pairs[k].name], _joint_rates(plan, pairs[k], a, b)))
    return tree


def _joint_rates(plan: Plan, joint: Joint, a: int, b: int) -> list[Rate]:
    """Return the joint's coordinates, then shifts along and spins about the axes of its first marker."""
    write = plan.writer.gauge
    one, two = joint.ends
    measures: dict[str, Measure] = dict(joint.coordinates())
    measures |= {f"slide_{k}": along(Feature(one, k), one, two) for k in "xyz"}
    rates = [Rate(f"{joint.name}.{name}", write(m, joint.AXIS), None, a, b) for name, m in measures.items()]
    if plan.freedoms == 3:
        rates = [r for r in rates if r.gauge is not None and not constant_in_plane(r.gauge)]
        return [*rates, Rate(f"{joint.name}.spin", None, Site(a, True, (0.0, 0.0, 1.0)), a, b)]
    axes = {k: write(Measure("dot", (Feature(one, k), Feature(two, k))), joint.AXIS).sites[0] for k in "xyz"}
    return [*rates, *(Rate(f"{joint.name}.spin_{k}", None, site, a, b) for k, site in axes.items())]


def _free_rates(plan: Plan, body: int) -> list[Rate]:
    """Return velocities of the centre of mass and spins about the ground's axes."""
    solid, shifts = plan.resolved.solids[body], shift_count(plan.freedoms)
    centre = Site(body, False, triple(solid.com))
    origin = Site(-1, False, (0.0, 0.0, 0.0))
    rates = [
        Rate(f"{solid.name}.slide_{'xyz'[k]}", Gauge("component", (origin, centre), k), None, -1, body)
        for k in range(shifts)
    ]
    if plan.freedoms == 3:
        return [*rates, Rate(f"{solid.name}.spin", None, Site(-1, True, (0.0, 0.0, 1.0)), -1, body)]
    axes = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
    return [*rates, *(Rate(f"{solid.name}.spin_{k}", None, Site(-1, True, u), -1, body) for k, u in axes.items())]
