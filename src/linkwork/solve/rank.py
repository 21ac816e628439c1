"""Rank decisions, made on singular values at chosen positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

RANK_TOLERANCE = 1e-8
"""Singular values below this, relative to the largest, count as zero.

Positions are closed to about 1e-14 of the mechanism's size, so that entries of the Jacobian are
right to about 1e-13; a singular value that vanishes in theory comes out below 1e-12.
"""


def normalised(jacobian: Array) -> Array:
    """Return the Jacobian with rows of unit length, so that lengths and angles weigh alike."""
    sizes = np.linalg.norm(jacobian, axis=1, keepdims=True)
    return np.divide(jacobian, sizes, out=np.zeros_like(jacobian), where=sizes > 0)


def numerical_rank(jacobian: Array) -> int:
    """Return the rank of a Jacobian."""
    if jacobian.size == 0:
        return 0
    values = np.linalg.svd(normalised(jacobian), compute_uv=False)
    return int((values > RANK_TOLERANCE * values[0]).sum()) if values[0] > 0 else 0


def null_space(jacobian: Array) -> Array:
    """Return an orthonormal basis (columns) of the motions that the Jacobian allows."""
    if jacobian.shape[0] == 0:
        return np.eye(jacobian.shape[1])
    _, values, right = np.linalg.svd(normalised(jacobian), full_matrices=True)
    rank = int((values > RANK_TOLERANCE * values[0]).sum()) if values.size and values[0] > 0 else 0
    return right[rank:].T
