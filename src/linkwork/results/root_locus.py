"""Eigenvalues over a parameter, each followed from value to value, and the values at which something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Ints
from ..base.pictures import picture
from ..base.zero import ROUNDING
from ..errors import ModelError
from ..expressions.units import ANGULAR_SPEED, compatible, symbol
from .dimensions import parameter_dimensions, parameter_unit
from .linear import Linearisation
from .tables import write_table

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Complex = NDArray[np.complex128]

BESIDE = 1e-3
"""Distance of the values from which a root is told, as a share of the interval; a cubic misses its fourth power."""

HALVINGS = 60
"""Of an interval, down to rounding."""


@dataclass(frozen=True)
class Critical:
    """A value of the parameter at which a mode changes its nature.

    Attributes
    ----------
    value : float
        Of the parameter.
    eigenvalue : complex
        There [1/s].
    branch : int
        Column of the eigenvalues.
    words : str
    """

    value: float
    eigenvalue: complex
    branch: int
    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, repr=False)
class RootLocus:
    """Eigenvalues of a mechanism over a parameter.

    Attributes
    ----------
    name, parameter : str
    values : array, shape (values,)
        Of the parameter.
    eigenvalues : array, shape (values, states)
        [1/s]; a column is one mode, followed by its shape.
    places : array, shape (values, states)
        Number of each among the eigenvalues of the linear equations.
    linear : tuple of Linearisation
        One for each value.
    evaluate : callable
        From a value of the parameter to the linear equations there.
    """

    name: str
    parameter: str
    values: Array
    eigenvalues: Complex = field(repr=False)
    places: Ints = field(repr=False)
    linear: tuple[Linearisation, ...] = field(repr=False)
    evaluate: Callable[[float], Linearisation] = field(repr=False)

    @property
    def unit(self) -> str:
        """Of the parameter; empty where nothing says what it is measured in."""
        return parameter_unit(self.linear[0].plan, self.parameter)

    def _told(self, value: float) -> str:
        """Return a value of the parameter in words."""
        return f"{self.parameter} = {value:.9g} {self.unit}".rstrip()

    @property
    def frequencies(self) -> Array:
        """How often each mode swings [Hz], shape (values, states)."""
        return np.abs(self.eigenvalues.imag) / (2 * np.pi)

    @property
    def damping_ratios(self) -> Array:
        """Damping as a share of the critical one, shape (values, states); 0 for free motions."""
        size = np.abs(self.eigenvalues)
        return -np.divide(self.eigenvalues.real, size, out=np.zeros_like(size), where=size > 0)

    def branch(self, number: int, value: float) -> complex:
        """Return the eigenvalue of a column at any value of the parameter between the first and the last.

        Followed from the nearest of the values, as these are.
        """
        k = int(np.argmin(np.abs(self.values - value)))
        found = self.evaluate(value)
        at = _paired(self.linear[k], found)[self.places[k, number]]
        return complex(found.spectrum.values[at])

    # ---- where something happens ------------------------------------------------------------------

    def stability_changes(self) -> tuple[Critical, ...]:
        """Return where modes begin or cease to grow: buckling, capsize, weave, flutter; in the order of the values."""
        state = np.sign(self.eigenvalues.real)
        grows = state > 0
        changes = grows[:-1] != grows[1:]
        ends = np.where(grows[:-1], self.eigenvalues[:-1].imag, self.eigenvalues[1:].imag)  # where it grows: one of two
        places = zip(*np.nonzero(changes & (ends >= 0.0)), strict=True)
        found = [self._change(int(k), int(n), smooth=bool(state[k, n] * state[k + 1, n])) for k, n in places]
        size = float(np.abs(self.values).max())
        return tuple({round(c.value / size, 9): c for c in found}.values())

    def _change(self, k: int, n: int, smooth: bool) -> Critical:
        """Return where column n changes between values k and k + 1."""
        begins = bool(self.eigenvalues[k + 1, n].real > 0.0)
        low, high = float(self.values[k]), float(self.values[k + 1])
        squares = (self.eigenvalues[k : k + 2, n] ** 2).real
        meets = not smooth and bool(squares[0] * squares[1] < 0.0)  # a pair meets at zero and parts along the real axis
        if smooth:
            value = _root(lambda p: self.branch(n, p).real, low, high)
        elif meets:
            value = _root(lambda p: (self.branch(n, p) ** 2).real, low, high)
        else:  # two pairs meet, and the real parts leave zero like a root
            before = self._growing(low)
            value = _border(lambda p: self._growing(p) != before, low, high)
        at = 0j if meets else self.branch(n, value)
        swings = abs(at.imag) > 1e-3 * np.abs(self.eigenvalues[k : k + 2, n]).max()
        how = f"swings at {abs(at.imag) / (2 * np.pi):.6g} Hz" if swings else "does not swing"
        words = f"{self._told(value)}: a mode {'begins' if begins else 'ceases'} to grow; it {how}."
        return Critical(value, at, n, words)

    def _growing(self, value: float) -> int:
        """Return how many eigenvalues have a positive real part."""
        return int(np.count_nonzero(self.evaluate(value).spectrum.told.real > 0.0))

    def critical_speeds(self, orders: Sequence[float] = (1.0,)) -> tuple[Critical, ...]:
        """Return where the frequency of a mode [rad/s] is a multiple of the parameter, a speed [rad/s].

        Parameters
        ----------
        orders : sequence of float
            Multiples: 1 for unbalance, 2 for a shaft that is not round.
        """
        check_speed(self.linear[0].plan, self.parameter)
        found = []
        for order in _multiples(orders):
            apart = self.eigenvalues.imag - order * self.values[:, None]
            crossed = (apart[:-1] * apart[1:] < 0) | (apart[1:] == 0)
            crossed[:1] |= apart[:1] == 0
            for k, n in zip(*np.nonzero(crossed & (self.eigenvalues.imag[1:] > 0)), strict=True):
                low, high = float(self.values[k]), float(self.values[k + 1])
                value = _root(partial(self._apart, int(n), order), low, high)
                words = f"{self._told(value)}: {order:g} times this is the frequency of a mode."
                found.append(Critical(value, self.branch(int(n), value), int(n), words))
        return tuple(sorted(found, key=lambda c: c.value))

    def _apart(self, number: int, order: float, value: float) -> float:
        """Return how far the frequency of a column is from a multiple of the parameter [rad/s]."""
        return self.branch(number, value).imag - order * value

    # ---- pictures and words -----------------------------------------------------------------------

    def to_csv(self, path: str | Path) -> None:
        """Write the parameter and the real and imaginary parts of every eigenvalue [1/s, rad/s] to a CSV file."""
        import pandas as pd

        columns = {f"{self.parameter} [{self.unit or 'SI'}]": self.values}
        for n, roots in enumerate(self.eigenvalues.T, start=1):
            columns |= {f"real {n} [1/s]": roots.real, f"imaginary {n} [rad/s]": roots.imag}
        write_table(path, pd.DataFrame(columns), index=False)

    def plot(self, path: str | Path | None = None, **options: Any) -> Any:
        """Plot real parts and frequencies over the parameter; with ``over="real"`` the locus in the complex plane."""
        return picture("plot_locus")(self, path, **options)

    def campbell(self, path: str | Path | None = None, **options: Any) -> Any:
        """Plot frequencies over a speed, with lines of its multiples (``orders=(1, 2)``)."""
        return picture("plot_campbell")(self, path, **options)

    def __str__(self) -> str:
        count, last = self.eigenvalues.shape[1], f"{self.values[-1]:g} {self.unit}".rstrip()
        head = f"'{self.name}': {count} eigenvalues over {self.parameter} from {self.values[0]:g} to {last}."
        told = [str(change) for change in self.stability_changes()] or ["No mode begins or ceases to grow."]
        notes = dict.fromkeys(note for linear in self.linear for note in linear.notes)
        return "\n  ".join([head, *told, *notes])

    __repr__ = __str__


def _multiples(orders: Sequence[float]) -> list[float]:
    """Return multiples of a speed; raises ModelError for what is none."""
    given = list(orders) if isinstance(orders, Iterable) else [orders]
    for order in given:
        if not isinstance(order, Real) or not isfinite(order) or order <= 0:
            raise ModelError(f"orders are multiples of a speed, positive numbers such as (1, 2), not {order!r}.")
    return given


def check_speed(plan: Plan, parameter: str) -> None:
    """Raise ModelError for a parameter that is known to be no speed: its multiples are no frequencies."""
    dimension = parameter_dimensions(plan).get(parameter)
    if dimension is not None and not compatible(dimension, ANGULAR_SPEED):
        raise ModelError(
            f"Critical speeds are where the frequency of a mode is a multiple of a speed [rad/s], and '{parameter}' is "
            f"measured in {symbol(dimension)}. Vary a speed, such as the rate of a rotor, or leave out the multiples."
        )


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a smooth function is zero; from values beside it, as eigenvalues very near zero are told as zero."""
    from scipy.optimize import brentq

    value = float(brentq(function, low, high, xtol=1e-6 * abs(high - low), rtol=1e-15))
    for _ in range(2):
        h = BESIDE * abs(high - low)
        steps = h * np.array([-2.0, -1.0, 1.0, 2.0])
        roots = np.roots(np.polyfit(steps / h, [function(value + step) for step in steps], 3))
        real = roots[np.abs(roots.imag) < 1e-6].real
        if not real.size:
            break
        value += h * float(real[np.argmin(np.abs(real))])
    return value


def _border(reached: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a statement that is wrong at `low` becomes true."""
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if reached(middle) else (middle, high)
        if abs(high - low) <= 1e-15 * abs(high):
            break
    return 0.5 * (low + high)


def followed(linear: Sequence[Linearisation]) -> Ints:
    """Return the numbers of the eigenvalues (values, states) in columns that belong together."""
    rows = [np.arange(len(linear[0].spectrum.values))]
    for before, after in pairwise(linear):
        rows.append(_paired(before, after)[rows[-1]])
    return np.array(rows)


def _paired(before: Linearisation, after: Linearisation) -> Ints:
    """Return the number after of each eigenvalue before: by shapes, and by values where they do not tell."""
    from scipy.optimize import linear_sum_assignment

    was, now = before.spectrum.told, after.spectrum.told
    alike = np.abs(_shapes(before).conj().T @ _shapes(after)) ** 2
    apart = np.abs(was[:, None] - now[None])
    sizes = np.abs(was[:, None]) + np.abs(now[None]) + ROUNDING * np.abs(now).max(initial=1.0)
    return np.asarray(linear_sum_assignment(1.0 - alike + apart / sizes)[1])


def _shapes(linear: Linearisation) -> Complex:
    """Return the coordinates in the eigenvectors, in columns of length one, counted by their sizes."""
    z = len(linear.coordinates)
    part = linear.spectrum.vectors[:z] / linear.sizes[:z, None]
    size = np.linalg.norm(part, axis=0)
    return np.asarray(np.divide(part, size, out=np.zeros_like(part), where=size > 0))
