"""The iterates of Newton's method: how a position was found, from the first guess to the last correction."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.pictures import picture
from ..words import counted, figure

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


@dataclass(frozen=True, repr=False)
class Iterates:
    """The iterates of Newton's method at one time, the first guess first.

    Attributes
    ----------
    name : str
        Of the mechanism.
    coordinates : str
        ``"natural"``, ``"mixed"``, ``"relative"`` or ``"reference"``.
    time : float
        [s]
    names : tuple of str
        Of the coordinates.
    values : array, shape (iterates, n)
        The coordinates at every iterate.
    residuals : array, shape (iterates,)
        Largest residual, relative to what it is measured against: the mechanism's size, its square, or 1 rad.
    norms : array, shape (iterates,)
        Norm of Phi, rows as they are [SI units].
    shares : array, shape (iterates,)
        Part of Newton's step that led to each iterate: 1, or less where the whole step would have opened the joints.
    poses : array, shape (iterates, bodies, 7)
        The bodies at every iterate; while their points are not yet where the bodies would have them, the nearest poses.
    """

    name: str
    coordinates: str
    time: float
    names: tuple[str, ...]
    values: Array = field(repr=False)
    residuals: Array = field(repr=False)
    norms: Array = field(repr=False)
    shares: Array = field(repr=False)
    poses: Array = field(repr=False)
    plan: Plan = field(repr=False)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, coordinate: str) -> Array:
        """Return one coordinate at every iterate."""
        return np.asarray(self.values[:, self.names.index(coordinate)])

    def __str__(self) -> str:
        steps = counted(len(self) - 1, "step")
        head = f"Newton's method on '{self.name}' at t = {self.time:g} s, coordinates: {self.coordinates}; {steps}."
        lines = [["", "residual", "norm", "step"]]
        for k in range(len(self)):
            share = figure(self.shares[k], 3) if k else ""
            lines.append([str(k), f"{self.residuals[k]:.2e}", f"{self.norms[k]:.2e}", share])
        return "\n".join([head, *("".join(cell.rjust(10) for cell in line).rstrip() for line in lines)])

    __repr__ = __str__

    def plot(self, path: str | Path | None = None) -> Any:
        """Plot residuals over iterations, in a logarithmic scale. Returns matplotlib axes."""
        return picture("plot_iterates")(self, path)

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw the mechanism at the last iterate, and faintly at those before; SVG or PNG by the file's ending."""
        return picture("draw_iterates")(self, path, **options)
