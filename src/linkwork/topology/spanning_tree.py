"""Spanning tree of the joints: which joints carry bodies, and which close loops."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush


def spanning_tree(edges: Sequence[tuple[int, int, int]], count: int) -> list[tuple[int, int, int]]:
    """Return (edge, body before, body) for bodies 0 .. count-1 in an order in which each hangs on an earlier one.

    `edges` are (body, body, freedoms), -1 the ground. Joints with few freedoms go first (they leave fewer
    coordinates and fewer equations), then those near the ground (short branches). A body that no joint
    reaches hangs on the ground by edge -1.
    """
    around: dict[int, list[int]] = {}
    for k, (a, b, _) in enumerate(edges):
        around.setdefault(a, []).append(k)
        around.setdefault(b, []).append(k)
    depth = {-1: 0}
    order: list[tuple[int, int, int]] = []
    heap: list[tuple[int, int, int, int]] = []

    def reached(body: int) -> None:
        for k in around.get(body, []):
            a, b, freedoms = edges[k]
            other = b if a == body else a
            if other not in depth:
                heappush(heap, (freedoms, depth[body], k, body))

    reached(-1)
    left = iter(range(count))
    while len(order) < count:
        if heap:
            _, _, k, body = heappop(heap)
            a, b, _ = edges[k]
            other = b if a == body else a
        else:
            k, body, other = -1, -1, next(b for b in left if b not in depth)
        if other in depth:
            continue
        depth[other] = depth[body] + 1
        order.append((k, body, other))
        reached(other)
    return order
