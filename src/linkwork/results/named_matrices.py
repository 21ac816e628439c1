"""Matrices with names: of their rows and columns, of what they are, and of their units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from functools import cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..arrays import Array
from ..errors import ModelError, nearest
from ..words import aligned, figure
from .short import Short

UNITS = {
    (0, 0, 0): "1",
    (1, 1, -2): "N",
    (1, 2, -2): "N*m",
    (1, 0, -2): "N/m",
}
"""Units by powers of kg, m and s that have a name of their own; radians count as 1."""


class Matrix(NamedTuple):
    """A matrix or vector of a result: which names its rows and columns have, what it is, and its unit.

    `unit` are powers of kg, m and s, and how often the power of m of a row's and of a column's name is to be added:
    Phi_q, residuals over coordinates, has (0, 0, 0, 1, -1).
    """

    rows: str
    columns: str
    words: str
    unit: tuple[int, int, int, int, int]


def matrix(rows: str, columns: str, words: str, unit: tuple[int, int, int, int, int]) -> Any:
    """Return the field of a result that is a `Matrix`."""
    return field(repr=False, metadata={"matrix": Matrix(rows, columns, words, unit)})


class NamedMatrices(Short):
    """A dataclass that holds matrices and vectors; its fields say what each is.

    The names of rows and columns are attributes of the result, tuples of str; `degrees` holds their powers of m, where
    they have some: 1 of a velocity, 0 of an angular velocity.
    """

    ALIASES: ClassVar[Mapping[str, str]] = {}
    """Other names of some of them."""

    degrees: Mapping[str, tuple[float, ...]]

    @classmethod
    @cache
    def matrices(cls) -> dict[str, Matrix]:
        """Return what every matrix and vector is, by name."""
        return {f.name: f.metadata["matrix"] for f in fields(cls) if "matrix" in f.metadata}  # type: ignore[arg-type]

    def _matrix(self, name: str) -> Matrix:
        known, matrices = self.ALIASES.get(name, name), self.matrices()
        if known not in matrices:
            legal = [*matrices, *self.ALIASES]
            raise ModelError(f"There is no matrix '{name}' among {self._words()}. {nearest(name, legal)}")
        return matrices[known]

    def _words(self) -> str:
        return "these"

    def names(self, matrix: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of the rows and of the columns of a matrix; a vector has one column, without a name."""
        found = self._matrix(matrix)
        return getattr(self, found.rows), getattr(self, found.columns) if found.columns else ("",)

    def units(self, matrix: str) -> Any:
        """Return the unit of every entry of a matrix or vector, an array of texts; radians count as 1.

        An empty text where a row or column has no unit, such as a motion that shifts and turns bodies.
        """
        found = self._matrix(matrix)
        kg, m, s, by_row, by_column = found.unit
        rows, columns = (self._degrees(kind) for kind in (found.rows, found.columns))
        out = [[_unit(kg, m + by_row * r + by_column * c, s) for c in columns] for r in rows]
        shape = (len(rows), len(columns)) if found.columns else len(rows)
        return np.array(out, dtype=object).reshape(shape)

    def _degrees(self, kind: str) -> tuple[float, ...]:
        """Return the powers of m of names."""
        if not kind:
            return (0.0,)
        return self.degrees.get(kind, (np.nan,) * len(getattr(self, kind)))

    def as_dict(self, matrix: str) -> dict[str, Any]:
        """Return a matrix as {row: {column: value}}, a vector as {row: value}; a name met twice gets a number."""
        rows, columns = self.names(matrix)
        values: Array = getattr(self, matrix)
        if values.ndim == 1:
            return dict(zip(_unique(rows), values.tolist(), strict=True))
        names = _unique(columns)
        return {
            row: dict(zip(names, line, strict=True)) for row, line in zip(_unique(rows), values.tolist(), strict=True)
        }

    def table(self, matrix: str, digits: int = 4, units: bool = False) -> str:
        """Return a matrix as text with the names of rows and columns.

        Parameters
        ----------
        matrix : str
            Its name: print the result for all of them.
        digits : int
            Significant figures. What is below 1e-12 of the largest entry is shown as 0.
        units : bool
            Whether every entry has its unit beside it.
        """
        rows, columns = self.names(matrix)
        values = np.asarray(getattr(self, matrix)).reshape(len(rows), len(columns))
        floor = 1e-12 * float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
        cells = [[figure(v, digits, floor) for v in line] for line in values]
        if units:
            texts = self.units(matrix).reshape(values.shape)
            cells = [
                [f"{a} {b}" if b else a for a, b in zip(*both, strict=True)] for both in zip(cells, texts, strict=True)
            ]
        lines = [[matrix, *columns], *([row, *line] for row, line in zip(rows, cells, strict=True))]
        return "\n".join(aligned(lines))

    def listed(self) -> list[str]:
        """Return a line for every matrix: its name, its size and what it is."""
        lines = []
        for name, matrix in self.matrices().items():
            size = " x ".join(str(k) for k in np.shape(getattr(self, name)))
            lines.append(f"  {name:<13}{size:>9}   {matrix.words}")
        return lines


def _unit(kg: float, m: float, s: float) -> str:
    """Return a unit from powers of kg, m and s; an empty text where one is not known."""
    if not np.isfinite(m):
        return ""
    if (kg, m, s) in UNITS:
        return UNITS[int(kg), int(m), int(s)]
    powers = [(name, int(power)) for name, power in (("kg", kg), ("m", m), ("s", s)) if power]
    above = "*".join(name if power == 1 else f"{name}^{power}" for name, power in powers if power > 0)
    below = [name if power == -1 else f"{name}^{-power}" for name, power in powers if power < 0]
    return f"{above or '1'}/{below[0] if len(below) == 1 else '(' + '*'.join(below) + ')'}" if below else above


def _unique(names: tuple[str, ...]) -> list[str]:
    """Return names, each with a number where it was there before."""
    met: dict[str, int] = {}
    found = []
    for name in names:
        met[name] = met.get(name, 0) + 1
        found.append(name if met[name] == 1 else f"{name} ({met[name]})")
    return found
