"""Groups of bodies that equations lead one after the other, as Assur's groups are.

Each body has d freedoms, each row (of a joint, or of a coordinate that is given) acts on some bodies. When every
freedom is matched with a row of its own, bodies that depend on each other in a circle form a group; a group is led by
its rows once the groups before it are. Chains have groups of one body, ladders and most linkages of two.
"""

from __future__ import annotations

from collections.abc import Sequence


class Matching:
    """Rows matched with bodies, each of which takes up d of them.

    Attributes
    ----------
    bodies : list of list of int
        Bodies of every row that was offered and taken.
    of_body : list of list of int
        Rows that each body has taken up.
    """

    def __init__(self, count: int, d: int) -> None:
        self.d, self.bodies = d, list[list[int]]()
        self.of_body: list[list[int]] = [[] for _ in range(count)]

    @property
    def complete(self) -> bool:
        """Whether every freedom has its row."""
        return len(self.bodies) == self.d * len(self.of_body)

    def take(self, bodies: Sequence[int]) -> bool:
        """Match one more row, those before it elsewhere if need be; return whether there was a place for it."""
        row, came = len(self.bodies), dict[int, int]()
        self.bodies.append(list(bodies))
        front = [(row, b) for b in bodies]
        for mover, b in front:  # breadth first: `came` says which row would come to a body
            if b in came:
                continue
            came[b] = mover
            if len(self.of_body[b]) < self.d:
                self._shift(row, b, came)
                return True
            front += [(other, c) for other in self.of_body[b] for c in self.bodies[other] if c not in came]
        self.bodies.pop()
        return False

    def _shift(self, row: int, b: int, came: dict[int, int]) -> None:
        """Move rows along the way that was found, from the body with a free place back to the new row."""
        while True:
            mover = came[b]
            if mover == row:
                self.of_body[b].append(row)
                return
            home = next(c for c in self.bodies[mover] if mover in self.of_body[c])
            self.of_body[home].remove(mover)
            self.of_body[b].append(mover)
            b = home

    def groups(self) -> list[list[int]]:
        """Return the groups of bodies in the order in which they are led (Tarjan's strong components)."""
        needs = [sorted({c for row in own for c in self.bodies[row]} - {b}) for b, own in enumerate(self.of_body)]
        number, low, stack, found = dict[int, int](), dict[int, int](), list[int](), list[list[int]]()
        for root in range(len(needs)):
            path = [(root, iter(needs[root]))] if root not in number else []
            while path:
                b, left = path[-1]
                if b not in number:
                    number[b] = low[b] = len(number)
                    stack.append(b)
                c = next((c for c in left if c not in number or c in low), None)
                if c is not None and c not in number:
                    path.append((c, iter(needs[c])))
                    continue
                if c is not None:
                    low[b] = min(low[b], number[c])
                    continue
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[b])
                if low[b] == number[b]:
                    found.append(_taken_off(stack, b, low))
        return found


def _taken_off(stack: list[int], last: int, low: dict[int, int]) -> list[int]:
    """Return a component from the top of the stack; it is closed: who comes to it later does not wait for it."""
    group = list[int]()
    while not group or group[-1] != last:
        group.append(stack.pop())
        del low[group[-1]]
    return sorted(group)
