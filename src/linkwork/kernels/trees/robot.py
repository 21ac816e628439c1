"""Robots: pose and Jacobian of the tool, for many configurations at once (see `robot_tree`)."""

from __future__ import annotations

from ..compiler.jit import kernel, signed
from ..geometry.spatial import cross
from ..tables.records import NODE
from .nodes import BALL, SLIDE
from .robot_tree import AXES, ORIGIN, F, L, inward, locate_path, rates_of, three


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
            ox, oy, oz = three(n, ORIGIN, l)
            dx, dy, dz = inward(n, AXES, l, tool[0], tool[1], tool[2])
            out[0], out[1], out[2] = ox + dx, oy + dy, oz + dz
            for c in range(3):
                out[3 + c], out[6 + c], out[9 + c] = inward(n, AXES, l, tool[3 + c], tool[6 + c], tool[9 + c])


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
                    ax, ay, az = inward(before, AXES, l, link[F + c], link[F + 3 + c], link[F + 6 + c])
                    out = J[first + l, :, node.rate + k]
                    if node.kind == SLIDE:
                        out[0], out[1], out[2] = ax, ay, az
                        continue
                    dx, dy, dz = inward(tip, AXES, l, tool[0], tool[1], tool[2])
                    px, py, pz = three(tip, ORIGIN, l)
                    ox, oy, oz = three(W[i], ORIGIN, l)
                    out[0], out[1], out[2] = cross(ax, ay, az, px + dx - ox, py + dy - oy, pz + dz - oz)
                    out[3], out[4], out[5] = ax, ay, az


signed(jacobians, "nodes[n] f[n,.] i[.] f[12] f[k,.] f[.,.] f[k,6,.]", nodes=NODE)
