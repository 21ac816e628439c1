"""Frequency response: how outputs swing when inputs do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Array
from ..base.pictures import picture
from ..base.zero import ROUNDING, SOLVED
from ..errors import ModelError, nearest, texts_of
from ..words import counted, unit_ratio
from .tables import write_table

if TYPE_CHECKING:
    from .linear import Linearisation


Complex = NDArray[np.complex128]

DECADES, POINTS = 1.0, 400
"""Range beyond the slowest and the quickest mode, and frequencies, when none are asked for."""

GROWS = (
    "A mode of these equations grows by itself, so that nothing settles to swings of these sizes: they are those of "
    "the transfer function, for a controller that holds the motion."
)

AROUND, RING, POLES = 0.1, 32, 8
"""Radius of a circle around a mode without damping, as a share of the distance to the next one, points on it, and the
highest order of infinity that is told there: series on it fall by a tenth with each order."""


@dataclass(frozen=True, repr=False)
class FrequencyResponse:
    """Outputs per unit of inputs that swing at some frequencies.

    Attributes
    ----------
    name : str
    frequencies : array, shape (frequencies,)
        [Hz]
    inputs, outputs : tuple of str
    values : array, shape (frequencies, outputs, inputs)
        Complex: its size is the ratio of the amplitudes, its angle how far the output runs ahead of the input; infinite
        at the frequency of a mode without damping that the input drives and the output sees.
    input_units, output_units : tuple of str
    notes : tuple of str
        Those of the linear equations, and whether a mode grows beside the swings.
    """

    name: str
    frequencies: Array
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    values: NDArray[np.complex128] = field(repr=False)
    input_units: tuple[str, ...]
    output_units: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __getitem__(self, pair: tuple[str, str]) -> NDArray[np.complex128]:
        """Return the response of an output to an input over frequency: ``response["A.angle", "motor"]``."""
        if not isinstance(pair, tuple) or len(pair) != 2:
            example = [*self.outputs[:1], *self.inputs[:1]]
            raise ModelError(f"A response is that of an output to an input, such as {example}, not {pair!r}.")
        output, given = pair
        return np.asarray(self.values[:, place(output, self.outputs, "output"), place(given, self.inputs, "input")])

    def unit(self, i: int, k: int) -> str:
        """Return the unit of the gain of output number i from input number k."""
        return unit_ratio(self.output_units[i], self.input_units[k])

    @property
    def gain(self) -> Array:
        """Ratio of the amplitudes, shape (frequencies, outputs, inputs)."""
        return np.abs(self.values)

    @property
    def phase(self) -> Array:
        """Angle by which outputs run ahead, followed over frequency, shape (frequencies, outputs, inputs) [rad]."""
        return np.unwrap(np.angle(self.values), axis=0)

    def to_csv(self, path: str | Path) -> None:
        """Write frequency, gain and phase [rad] of every output from every input to a CSV file."""
        import pandas as pd

        columns = {"frequency [Hz]": self.frequencies}
        for i, output in enumerate(self.outputs):
            for k, given in enumerate(self.inputs):
                columns[f"gain of {output} from {given} [{self.unit(i, k)}]"] = self.gain[:, i, k]
                columns[f"phase of {output} from {given} [rad]"] = self.phase[:, i, k]
        write_table(path, pd.DataFrame(columns), index=False)

    def bode(self, path: str | Path | None = None, **options: Any) -> Any:
        """Plot gain and phase over frequency; SVG, PNG or PDF by the file's ending. Returns matplotlib axes."""
        return picture("plot_bode")(self, path, **options)

    def __str__(self) -> str:
        first, last = self.frequencies[0], self.frequencies[-1]
        count = counted(len(self.frequencies), "frequency", "frequencies")
        lines = [f"'{self.name}': frequency response at {count}, {first:.4g} to {last:.4g} Hz."]
        for i, output in enumerate(self.outputs):
            for k, given in enumerate(self.inputs):
                at = int(np.argmax(self.gain[:, i, k]))
                lines.append(
                    f"  {output} from {given}: largest gain {self.gain[at, i, k]:.4g} {self.unit(i, k)} at "
                    f"{self.frequencies[at]:.4g} Hz"
                )
        return "\n".join([*lines, *self.notes])

    __repr__ = __str__


def place(name: str, names: Sequence[str], what: str) -> int:
    """Return where a name stands; raises ModelError with the nearest ones."""
    if name not in names:
        hint = nearest(name, list(names)) if names else f"There is none: name some with {what}s=[...] of linearise."
        raise ModelError(f"The linear equations have no {what} '{name}'. {hint}")
    return list(names).index(name)


def response_of(
    linear: Linearisation, frequencies: ArrayLike | None, inputs: Sequence[str] | None, outputs: Sequence[str] | None
) -> FrequencyResponse:
    """Return C (i w - A)^-1 B + D at some frequencies w / 2 pi."""
    if not linear.inputs:
        raise ModelError(
            f"'{linear.name}' is linearised without an input, so that nothing can swing it. Name forces or drivers: "
            f"linearise(inputs=['motor'])."
        )
    inputs = linear.inputs if inputs is None else texts_of("inputs", inputs, linear.inputs[0])
    outputs = linear.outputs if outputs is None else texts_of("outputs", outputs, "A.angle")
    given = [place(name, linear.inputs, "input") for name in inputs]
    seen = [place(name, linear.outputs, "output") for name in outputs]
    wanted = _around(linear) if frequencies is None else _asked(frequencies)
    answer = partial(_answer, linear.A, linear.B[:, given], linear.C[seen], linear.D[np.ix_(seen, given)])
    modes, least = linear.eigenvalues, SOLVED * float(np.abs(linear.eigenvalues).max(initial=0.0))
    found = np.zeros((len(wanted), len(seen), len(given)), complex)
    for k, s in enumerate(2j * np.pi * wanted):
        apart = np.abs(s - modes)
        found[k] = answer(s) if (apart > least).all() else _beside(answer, s, apart[apart > least])
    names = tuple(linear.inputs[i] for i in given), tuple(linear.outputs[i] for i in seen)
    notes = linear.notes if linear.stable else (*linear.notes, GROWS)
    units = tuple(linear.input_units[i] for i in given), tuple(linear.output_units[i] for i in seen)
    return FrequencyResponse(linear.name, wanted, *names, found, *units, notes)


def _answer(A: Array, B: Array, C: Array, D: Array, s: complex) -> Complex:
    """Return C (s - A)^-1 B + D."""
    return np.asarray(C @ np.linalg.solve(s * np.eye(len(A)) - A, B) + D)


def _beside(answer: Callable[[complex], Complex], s: complex, apart: Array) -> Complex:
    """Return the response at the frequency of a mode without damping; infinite only where it grows without limit.

    On a circle around it the response is a series a_0 + a_1 z + ... + b_1 / z + b_2 / z^2 + ...: a_0 is the response
    where all b vanish, as for outputs that do not see the mode, and inputs that do not drive it. `apart` [rad/s] are
    the distances of the other modes.
    """
    turns = np.exp(2j * np.pi * np.arange(RING) / RING)
    ring = np.array([answer(s + AROUND * (apart.min() if apart.size else 1.0) * turn) for turn in turns])
    grows = np.abs([np.tensordot(turns**n, ring, 1) / RING for n in range(1, POLES + 1)]).max(axis=0)
    return np.asarray(np.where(grows > ROUNDING * np.abs(ring).max(axis=0), complex(np.inf, 0.0), ring.mean(axis=0)))


def _asked(frequencies: ArrayLike) -> Array:
    """Return the frequencies that the user gave; raises ModelError for none, and for what is no frequency."""
    try:
        wanted = np.atleast_1d(np.asarray(frequencies, float))
    except (TypeError, ValueError):
        wanted = np.zeros(0)
    if wanted.ndim != 1 or not wanted.size or not np.all(np.isfinite(wanted) & (wanted >= 0.0)):
        raise ModelError(f"Frequencies are numbers from 0 on [Hz], such as [0.5, 1, 2], not {frequencies!r}.")
    return wanted


def _around(linear: Linearisation) -> Array:
    """Return frequencies from below the slowest mode to above the quickest [Hz]."""
    sizes = [m.natural_frequency for m in linear.modes if m.eigenvalue] or [1.0]
    low, high = np.log10(min(sizes)) - DECADES, np.log10(max(sizes)) + DECADES
    return np.logspace(low, high, POINTS)
