"""Robots: pose and Jacobian of the tool, for many configurations at once (see `robot_tree`)."""

from ..compiler.jit import kernel, signed
from ..geometry.vectors import add, cross, less, put, three
from ..tables.records import NODE
from .nodes import BALL, SLIDE
from .robot_tree import AXES, ORIGIN, L, axis_of, inward, lane, locate_path, rates_of


@kernel
def forward(tree, links, path, tool, z, W, poses):
    """Fill poses (configurations, 12): point and axes (by rows) of the tool, in ground axes.

    path: nodes from the ground to the one with the tool. tool: its point and axes in the axes of that node.
    """
    for first in range(0, z.shape[0], L):
        lanes = min(L, z.shape[0] - first)
        locate_path(tree, links, path, z, first, lanes, W)
        n = W[path[path.size - 1]]
        for l in range(lanes):
            out = poses[first + l]
            put(out, 0, add(lane(n, ORIGIN, l), inward(n, AXES, l, three(tool, 0))))
            for c in range(3):
                out[3 + c], out[6 + c], out[9 + c] = inward(n, AXES, l, (tool[3 + c], tool[6 + c], tool[9 + c]))


signed(forward, "nodes[n] f[n,.] i[.] f[12] f[k,.] f[.,.] f[k,12]", nodes=NODE)


@kernel
def jacobians(tree, links, path, tool, z, W, J):
    """Fill J (configurations, 6, rates): velocity of the tool's point and angular velocity, in ground axes."""
    for first in range(0, z.shape[0], L):
        lanes = min(L, z.shape[0] - first)
        locate_path(tree, links, path, z, first, lanes, W)
        tip = W[path[path.size - 1]]
        for i in path:
            node, link = tree[i], links[i]
            before = W[node.before if node.before >= 0 else tree.size]
            for k in range(rates_of(node.kind)):
                c = k if node.kind == BALL else 2
                for l in range(lanes):
                    axis = inward(before, AXES, l, axis_of(link, c))
                    out = J[first + l, :, node.rate + k]
                    if node.kind == SLIDE:
                        put(out, 0, axis)
                        continue
                    point = add(lane(tip, ORIGIN, l), inward(tip, AXES, l, three(tool, 0)))
                    put(out, 0, cross(axis, less(point, 1.0, lane(W[i], ORIGIN, l))))
                    put(out, 3, axis)


signed(jacobians, "nodes[n] f[n,.] i[.] f[12] f[k,.] f[.,.] f[k,6,.]", nodes=NODE)
