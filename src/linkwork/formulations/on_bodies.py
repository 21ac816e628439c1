"""Formulations whose state is that of the bodies: they differ in how accelerations are found."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..kernels.compiler.stages import direct
from ..kernels.steps import state
from .base import Interpreted
from .terms import BodyTerms


class OnBodies(Interpreted):
    """Reference-point coordinates in Python; a formulation writes `solve`."""

    BODIES: ClassVar[bool] = True

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations (bodies * d,) and multipliers (rows,)."""
        raise NotImplementedError

    @property
    def parts(self) -> list[int]:
        """Kinds of the components: those of reference-point coordinates."""
        return [int(p) for p in self.full.tables["parts"]]

    def unpack(self, s: Array) -> None:
        """Write the state to the bodies."""
        direct(state.unpack)(self.work.H, s)

    def pack(self, s: Array) -> None:
        """Write the bodies to the state."""
        direct(state.pack)(self.work.H, s)

    def rates(self, t: float, s: Array, k: Array) -> None:
        """Write velocities and accelerations."""
        self.unpack(s)
        terms = self.body_terms(t)
        a, lam = self.solve(t, terms)
        self.note(a, lam)
        count, d = self.work.x.shape
        k[: -1 - count * d] = self._pose_rates()
        k[-1 - count * d : -1] = a

    def _pose_rates(self) -> Array:
        """Return the rates of the positions of all bodies."""
        q, V = self.work.q, self.work.V[:, 0]
        if self.work.x.shape[1] == 3:
            half = 0.5 * V[:, 5]
            return np.column_stack([V[:, 0], V[:, 1], -half * q[:, 6], half * q[:, 3]]).ravel()
        w, e, spin = q[:, 3:4], q[:, 4:], V[:, 3:]
        rates = 0.5 * np.column_stack([-(spin * e).sum(axis=1), w * spin + np.cross(spin, e)])
        return np.column_stack([V[:, :3], rates]).ravel()
