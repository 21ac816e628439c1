"""Linear equations of motion about a state: matrices with names, eigenvalues, modes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..base.zero import ROUNDING

if TYPE_CHECKING:
    from ..model.description import Description

Array = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Linearisation:
    """Linear equations of motion about a state.

    With x the small changes of coordinates and velocities, u of inputs, y of outputs: x' = A x + B u, y = C x + D u;
    and M w' + damping w + stiffness z = (forces), where w are the velocities and z the coordinates.

    Attributes
    ----------
    name : str
    time : float
        [s]
    coordinates, velocities : tuple of str
        The states, in this order. There are fewer velocities where something rolls or skates.
    driven : tuple of str
        Values and rates of the drivers that are inputs: the states after these.
    units : tuple of str
        Of coordinates and velocities.
    inputs, outputs : tuple of str
    A, B, C : array
        Shapes (states, states), (states, inputs), (outputs, states).
    M : array, shape (velocities, velocities)
    damping : array, shape (velocities, velocities)
        With gyroscopic terms where the state moves.
    stiffness : array, shape (velocities, coordinates)
    shapes : array, shape (bodies * d, coordinates)
        How the bodies are displaced by a unit of each coordinate: shift of the centre of mass [m], turn [rad].
    poses : array, shape (bodies, 7)
    notes : tuple of str
        What was left out.
    """

    name: str
    time: float
    coordinates: tuple[str, ...]
    velocities: tuple[str, ...]
    driven: tuple[str, ...]
    units: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    A: Array
    B: Array
    C: Array
    M: Array
    damping: Array
    stiffness: Array
    shapes: Array = field(repr=False)
    poses: Array = field(repr=False)
    notes: tuple[str, ...] = ()
    mechanism: Description | None = field(default=None, repr=False)

    @property
    def D(self) -> Array:
        """What inputs do to outputs at once, shape (outputs, inputs): nothing, as outputs are positions and rates."""
        return np.zeros((len(self.C), self.B.shape[1]))

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the states: coordinates, velocities, and those of drivers that are inputs."""
        return (*self.coordinates, *self.velocities, *self.driven)

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of A [1/s], the slowest first."""
        return self._eigen[0]

    @cached_property
    def _eigen(self) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
        values, vectors = (part.astype(complex) for part in np.linalg.eig(self.A))
        order = np.lexsort((-values.imag, values.real, np.round(np.abs(values), 12)))
        return values[order], vectors[:, order]

    def state_space(self) -> Any:
        """Return the same as ``scipy.signal.StateSpace``."""
        from scipy.signal import StateSpace

        return StateSpace(self.A, self.B, self.C, self.D)

    def control(self) -> Any:
        """Return the same as ``control.ss`` of python-control, with the names."""
        try:
            import control  # type: ignore[import-not-found,unused-ignore]
        except ImportError as error:
            raise ImportError("python-control is not installed: pip install control") from error
        return control.ss(self.A, self.B, self.C, self.D, states=self.states, inputs=self.inputs, outputs=self.outputs)

    @property
    def stable(self) -> bool:
        """Whether no small motion grows, as far as linear equations say."""
        values = self.eigenvalues
        return bool((values.real <= ROUNDING * np.abs(values).max(initial=1.0)).all())

    def __str__(self) -> str:
        lines = [f"'{self.name}' at t = {self.time:g} s, linearised: {len(self.states)} states."]
        lines += [f"  {n} [{u}]" for n, u in zip(self.states, self.units, strict=False)]
        lines.append("Eigenvalues [1/s]: " + ", ".join(f"{v:.6g}" for v in self.eigenvalues))
        return "\n".join([*lines, *self.notes])

    __repr__ = __str__
