"""Whether a position of balance is stable, in the motions that contacts allow.

In a motion y the potential changes by y^T K y / 2. A closed contact that presses holds like a joint; one that touches
without a force lets y go one way, a . y >= 0, and so does one at its limit of friction, which slides on or sticks. The
least y^T K y of size one in that cone lies inside one of its faces (some a . y = 0, the others positive), where it is
an eigenvector of K in that face: all faces are tried. Loads that follow a body, lift and sliding friction have no
potential, and K is not symmetric: a position is unstable then where a motion M y'' + C y' + K y = 0 grows in a face.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..arrays import Array
from ..base.zero import INERTIA, ROUNDING
from ..coordinates.rank import null_space
from ..results.spectrum import Spectrum, spectrum_of
from .still import Still

MOST = 6
"""Contacts without a force whose faces are all tried; of more, the further ones are taken to be open."""

INSIDE = 1e-9
"""Part of a motion by which it may leave the cone of what contacts allow: rounding."""


@dataclass(frozen=True)
class Verdict:
    """What a position of balance is.

    Attributes
    ----------
    kind : str
        "stable", "unstable" or "indifferent".
    stiffnesses : array
        Of the motions that joints and pressing contacts allow, lowest first.
    ways : tuple of array, shape (bodies * d,)
        The motions that no force brings back; of an unstable one the first found, none where those that grow swing,
        and so lead nowhere.
    """

    kind: str
    stiffnesses: Array
    ways: tuple[Array, ...] = ()


def judged(at: Still, slopes: Array) -> Verdict:
    """Return what a position of balance is.

    `slopes` (contacts, bodies * d) are the gradients of the gaps of contacts that touch without a force.
    """
    A = np.vstack([at.onward, slopes])[:MOST] @ at.N
    sizes = np.linalg.norm(A, axis=1, keepdims=True)
    A = np.divide(A, sizes, out=np.zeros_like(A), where=sizes > 0.0)
    ways: list[Array] = []
    for count in range(len(A) + 1):
        for face in combinations(range(len(A)), count):
            E = null_space(A[list(face)]) if face else np.eye(len(at.K))
            for found, y in _leaving(at, E):
                side = _side(A, y)
                if side and found == "unstable":
                    return Verdict(found, at.stiffnesses, () if np.iscomplexobj(y) else (at.N @ (side * y),))
                if side:
                    ways.append(at.N @ (side * y))
    return Verdict("indifferent" if ways else "stable", at.stiffnesses, tuple(ways))


def _side(A: Array, y: Array) -> float:
    """Return the sign with which a motion lies in the cone A y >= 0, or 0; one that swings goes to both sides."""
    along = A @ y
    if np.iscomplexobj(y):
        return float(np.abs(along).max(initial=0.0) <= INSIDE)
    return next((sign for sign in (1.0, -1.0) if (sign * along).min(initial=0.0) >= -INSIDE), 0.0)


def _leaving(at: Still, E: Array) -> list[tuple[str, Array]]:
    """Return the motions in a face that do not come back, and what each makes of the position; complex ones swing."""
    if not E.shape[1]:
        return []
    K = E.T @ at.K @ E
    if at.conservative:
        values, vectors = np.linalg.eigh(0.5 * (K + K.T))
        words = np.where(values < -at.nothing, "unstable", "indifferent")
        return [(str(word), E @ y) for word, v, y in zip(words, values, vectors.T, strict=True) if v <= at.nothing]
    found = _swinging(E.T @ at.inertia @ E, E.T @ at.damping @ E, K)
    grows, real = found.told.real > 0.0, found.values.imag == 0.0
    motions = [("unstable", y.real) for y in found.vectors[: len(K), grows & real].T]
    motions += [("unstable", y) for y in found.vectors[: len(K), grows & ~real].T]
    motions += [("indifferent", y) for y in found.resting[: len(K)].T]
    return [(word, E @ (y / np.linalg.norm(y))) for word, y in motions]


def _swinging(M: Array, C: Array, K: Array) -> Spectrum:
    """Return the eigenvalues of M y'' + C y' + K y = 0; those without mass get next to none."""
    n, masses = len(K), np.linalg.svd(M, compute_uv=False)
    if masses[-1] <= INERTIA * masses[0]:
        M = M + (ROUNDING * masses[0] or 1.0) * np.eye(n)
    pulls, drags = np.linalg.solve(M, K), np.linalg.solve(M, C)
    quick = max(float(np.abs(pulls).max()) ** 0.5, float(np.abs(drags).max())) or 1.0
    return spectrum_of(np.block([[np.zeros((n, n)), np.eye(n)], [-pulls, -drags]]), np.repeat([1.0, quick], n))
