"""Linear equations of motion about many states of one motion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from .linear import Linearisation
from .spectrum import spectrum_of


@dataclass(frozen=True, repr=False)
class LinearSeries:
    """Linear equations about many states, all on the same coordinates, with the same inputs and outputs.

    `series[k]` is the `Linearisation` of state k, with modes, shapes and notes; iterating gives one after the other.

    Attributes
    ----------
    time : array, shape (times,)
        [s]
    A, B, C, D, M, damping, stiffness : array
        As of a `Linearisation`, with the times as first axis. The last three may be found when first asked for.
    """

    time: Array
    A: Array
    B: Array
    C: Array
    D: Array
    _resisting: Callable[[], tuple[Array, Array, Array]]
    _at: Callable[[int], Linearisation]
    _jumps: Callable[[int], tuple[str, ...]]

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, k: int) -> Linearisation:
        if not -len(self) <= k < len(self):
            raise IndexError(f"there are {len(self)} states, 0 to {len(self) - 1}, and no state {k}")
        return self._at(k % len(self))

    def __iter__(self) -> Iterator[Linearisation]:
        return (self._at(k) for k in range(len(self)))

    @cached_property
    def _matrices(self) -> tuple[Array, Array, Array]:
        return self._resisting()

    @property
    def M(self) -> Array:
        """Mass matrices."""
        return self._matrices[0]

    @property
    def damping(self) -> Array:
        """Damping and gyroscopic matrices."""
        return self._matrices[1]

    @property
    def stiffness(self) -> Array:
        """Stiffness matrices."""
        return self._matrices[2]

    @cached_property
    def first(self) -> Linearisation:
        """That of the first state: it has the names."""
        return self[0]

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Contacts, forces that jump and singular positions at any of the states: each is looked at when asked for."""
        return tuple(dict.fromkeys(note for k in range(len(self)) for note in self._jumps(k)))

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of each state [1/s], shape (times, states)."""
        return np.array([spectrum_of(A, self.first.sizes).values for A in self.A])

    def __str__(self) -> str:
        names, (begin, end) = ", ".join(self.first.states), self.time[[0, -1]]
        return f"'{self.first.name}', linearised at {len(self)} times, {begin:g} s to {end:g} s; states: {names}."

    __repr__ = __str__
