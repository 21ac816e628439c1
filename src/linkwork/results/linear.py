"""Linear equations of motion about a state: matrices with names, eigenvalues, modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Array
from ..base.pictures import picture
from ..base.zero import ROUNDING
from .modes import Mode, modes_of
from .response import FrequencyResponse, response_of
from .spectrum import Spectrum, spectrum_of

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


SLOWEST = 1e-6
"""What is slower is rounding [1/s]: there no force acts on the motions."""


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
    A, B, C, D : array
        Shapes (states, states), (states, inputs), (outputs, states), (outputs, inputs).
    M : array, shape (velocities, velocities)
    damping : array, shape (velocities, velocities)
        With gyroscopic terms where the state moves.
    stiffness : array, shape (velocities, coordinates)
    shapes : array, shape (bodies * d, coordinates)
        How the bodies are displaced by a unit of each coordinate: shift of the centre of mass [m], turn [rad].
    poses : array, shape (bodies, 7)
    placed : callable
        From changes of the coordinates (times, coordinates) to poses (times, bodies, 7) in which the joints are closed.
    notes : tuple of str
        What was left out, and what is less exact.
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
    D: Array
    M: Array
    damping: Array
    stiffness: Array
    shapes: Array = field(repr=False)
    poses: Array = field(repr=False)
    placed: Callable[[Array], Array] = field(repr=False)
    plan: Plan = field(repr=False)
    notes: tuple[str, ...] = ()

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the states: coordinates, velocities, and those of drivers that are inputs."""
        return (*self.coordinates, *self.velocities, *self.driven)

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of A [1/s], those of free motions, which are zero, first, then the slowest."""
        return spectrum_of(self.A, self.sizes).values

    @cached_property
    def spectrum(self) -> Spectrum:
        """Eigenvalues and vectors of the mechanism itself, without the states of drivers that are inputs."""
        own = len(self.coordinates) + len(self.velocities)
        return spectrum_of(self.A[:own, :own], self.sizes[:own])

    @property
    def sizes(self) -> Array:
        """Units to compare states in: shifts that move the masses as turns do, by the inertias; rates by quickness."""
        lengths = np.array([self._arm if unit.startswith("m") else 1.0 for unit in self.units])
        z, own = len(self.coordinates), len(self.units)
        scaled = np.abs(self.A[:own, :own] * lengths / lengths[:, None])
        quick = max(float(scaled[z:, :z].max(initial=0.0)) ** 0.5, float(scaled[z:, z:].max(initial=0.0)))
        lengths[z:] *= quick if quick > SLOWEST else 1.0
        return np.concatenate([lengths, np.ones(len(self.driven))])

    @property
    def _arm(self) -> float:
        """How far the rates that are turns move the mass that those that are shifts move [m], or the mechanism's size.

        Forces with a potential then couple both alike. The size of a mechanism that flies far, or rolls fast, says
        nothing of this.
        """
        shifts = np.array([unit == "m/s" for unit in self.units[len(self.coordinates) :]], bool)
        inertias = np.diagonal(self.M)
        if shifts.all() or not shifts.any():
            return self.plan.length
        return float(np.sqrt(inertias[~shifts].mean() / inertias[shifts].mean()))

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """One for each pair of eigenvalues and each real one: free motions, then the slowest first."""
        return modes_of(self)

    def frequency_response(
        self,
        frequencies: ArrayLike | None = None,
        *,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
    ) -> FrequencyResponse:
        """Return how the outputs swing when the inputs do.

        Parameters
        ----------
        frequencies : array_like, optional
            [Hz]. Default: from below the slowest mode to above the quickest.
        inputs, outputs : list of str, optional
            Some of those that were named. Default: all.
        """
        return response_of(self, frequencies, inputs, outputs)

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

    def report(self, path: str | Path, **options: Any) -> None:
        """Write a page with the modes, the first of which move, to an HTML file; options: title, view."""
        picture("write_modes")(self, path, **options)

    @property
    def stable(self) -> bool:
        """Whether no small motion grows, as far as linear equations say."""
        values = self.eigenvalues
        return bool((values.real <= ROUNDING * np.abs(values).max(initial=1.0)).all())

    def __str__(self) -> str:
        lines = [f"'{self.name}' at t = {self.time:g} s, linearised: {len(self.states)} states."]
        lines += [f"  {n} [{u}]" for n, u in zip(self.states, self.units, strict=False)]
        lines += [f"  {n}, of a driver that is an input" for n in self.driven]
        lines += [str(mode) for mode in self.modes]
        return "\n".join([*lines, *self.notes])

    __repr__ = __str__
