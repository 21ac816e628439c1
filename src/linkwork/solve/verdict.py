"""Whether a position of balance is stable, in the motions that contacts allow.

In a motion y the potential changes by y^T K y / 2. A closed contact that presses holds like a joint; one that touches
without a force lets y go one way, a . y >= 0, and so does one at its limit of friction, which slides on or sticks. The
least y^T K y of size one in that cone lies inside one of its faces (some a . y = 0, the others positive), where it is
an eigenvector of K in that face: all faces are tried. With sliding friction K is not symmetric; an eigenvector in a
face is then a motion that goes on by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..arrays import Array
from ..coordinates.rank import null_space
from .still import Still

MOST = 6
"""Contacts without a force whose faces are all tried; of more, the further ones are taken to be open."""


@dataclass(frozen=True)
class Verdict:
    """What a position of balance is.

    Attributes
    ----------
    kind : str
        "stable", "unstable" or "indifferent".
    stiffnesses : array
        Of the motions that joints and pressing contacts allow, lowest first.
    way : array, shape (bodies * d,), or None
        A motion in which it is not stable.
    """

    kind: str
    stiffnesses: Array
    way: Array | None = None


def judged(at: Still, slopes: Array) -> Verdict:
    """Return what a position of balance is.

    `slopes` (contacts, bodies * d) are the gradients of the gaps of contacts that touch without a force.
    """
    K, A = at.K if len(at.onward) else 0.5 * (at.K + at.K.T), np.vstack([at.onward, slopes])[:MOST] @ at.N
    sizes = np.linalg.norm(A, axis=1, keepdims=True)
    A = np.divide(A, sizes, out=np.zeros_like(A), where=sizes > 0.0)
    zero = at.nothing
    kind, way = "stable", None
    for count in range(len(A) + 1):
        for face in combinations(range(len(A)), count):
            for value, y in _inside(K, A, list(face)):
                if value < -zero:
                    return Verdict("unstable", at.stiffnesses, at.N @ y)
                if value <= zero:
                    kind, way = "indifferent", at.N @ y
    return Verdict(kind, at.stiffnesses, way)


def _inside(K: Array, A: Array, face: list[int]) -> list[tuple[float, Array]]:
    """Return the eigenvectors of K in a face that lie in the cone A y >= 0, with their values."""
    E = null_space(A[face]) if face else np.eye(len(K))
    if not E.shape[1]:
        return []
    solved = np.linalg.eigh if np.array_equal(K, K.T) else np.linalg.eig
    values, vectors = (np.real(part) for part in solved(E.T @ K @ E))
    both = ((float(value), sign * (E @ y)) for value, y in zip(values, vectors.T, strict=True) for sign in (1.0, -1.0))
    return [(value, y) for value, y in both if not len(A) or (A @ y).min() >= -1e-9]
