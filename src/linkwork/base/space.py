"""Plane or space: how the user's vectors become the engine's.

The engine always computes with three components. A planar model is computed in its own
axes (first axis, second axis, normal), so that every plane is the same to the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..arrays import Array

_AXES = {
    "xy": ((1, 0, 0), (0, 1, 0)),
    "yz": ((0, 1, 0), (0, 0, 1)),
    "xz": ((1, 0, 0), (0, 0, 1)),
}
PLANES = tuple(_AXES)
_NAMED = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True)
class Space:
    """The plane a model lies in, or all of space.

    Parameters
    ----------
    plane : str
        ``"xy"``, ``"xz"`` or ``"yz"``: where two-component vectors lie. Angles are positive
        from the first axis of the plane to the second.
    planar : bool
        True: bodies move in the plane only, three freedoms each. False: six freedoms.
    """

    plane: str = "xy"
    planar: bool = True

    @property
    def freedoms(self) -> int:
        """Freedoms of one body: 3 in the plane, 6 in space."""
        return 3 if self.planar else 6

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the components of a result vector."""
        return tuple(self.plane) if self.planar else ("x", "y", "z")

    @property
    def basis(self) -> Array:
        """Rows: the engine's three axes in the user's x, y, z."""
        return _axes(self)[0]

    @property
    def first(self) -> Array:
        """First axis of the plane in engine axes; the default axis of prismatic joints."""
        return np.asarray(_axes(self)[1][0])

    @property
    def second(self) -> Array:
        """Second axis of the plane in engine axes."""
        return np.asarray(_axes(self)[1][1])

    @property
    def normal(self) -> Array:
        """Normal of the plane in engine axes; the default axis of revolute joints."""
        return np.asarray(_axes(self)[1][2])

    def vector(self, components: Sequence[float]) -> Array:
        """Return the engine vector of two (in the plane) or three (x, y, z) components."""
        if len(components) == 2:
            return np.asarray(components[0] * self.first + components[1] * self.second)
        return np.asarray(self.basis @ np.array(components, float))

    def point(self, components: Sequence[float]) -> Array:
        """Return the engine point; in the plane its height above the plane is left out."""
        p = self.vector(components)
        if self.planar:
            p[2] = 0.0
        return p

    def named_axis(self, name: str) -> Array:
        """Return the engine vector of the axis called ``"x"``, ``"y"`` or ``"z"``."""
        return np.asarray(self.basis @ np.eye(3)[_NAMED[name]])

    def components(self, vectors: Array) -> Array:
        """Return engine vectors (..., 3) as the user reads them: 2 components in the plane, else 3."""
        return vectors[..., :2] if self.planar else vectors


@lru_cache
def _axes(space: Space) -> tuple[Array, Array]:
    """Return the basis of a space, and the first axis, second axis and normal of its plane, as rows."""
    first, second = (np.array(a, float) for a in _AXES[space.plane])
    plane = np.array([first, second, np.cross(first, second)])
    basis = plane if space.planar else np.eye(3)
    axes = np.asarray(plane @ basis.T)
    for array in (basis, axes):
        array.flags.writeable = False
    return basis, axes
