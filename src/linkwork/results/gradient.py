"""How a number of an analysis changes with the numbers of the design, ranked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array, Ints
from ..base.pictures import picture
from ..errors import check_name
from ..words import aligned, figure, unit_ratio

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Gradient:
    """Derivatives of one number of an analysis by numbers of the design.

    ``gradient["L"]`` is one of them; printed, they are ranked by what the tolerance of each number does.

    Attributes
    ----------
    name : str
        Of the mechanism.
    of, analysis : str
        The number, and the analysis it is of.
    value : float
        The number itself, in SI units.
    unit : str
    names : tuple of str
        Numbers of the design.
    units : tuple of str
        Theirs; "SI" where the description does not say.
    at : array, shape (numbers,)
        Their values.
    values : array, shape (numbers,)
        The derivatives, in SI units.
    errors : array, shape (numbers,)
        How well they are known, in the same units.
    tolerances : array, shape (numbers,)
        How much each number may vary.
    notes : tuple of str
        What is to be said of them: where they come from, and where results jump.
    how : str
        How they were found: "adjoint", by going back along a simulation; "direct", by differentiated equations;
        "repeated", by analyses beside the design.
    """

    name: str
    of: str
    analysis: str
    value: float
    unit: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    at: Array
    values: Array
    errors: Array
    tolerances: Array
    notes: tuple[str, ...] = field(default=())
    how: str = "direct"

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, name: str) -> float:
        """Return the derivative by one number of the design, in SI units."""
        check_name("number of this gradient", name, self.names)
        return float(self.values[self.names.index(name)])

    @property
    def effects(self) -> Array:
        """What the tolerance of each number does to the result, shape (numbers,): derivative times tolerance."""
        return np.asarray(self.values * self.tolerances)

    @property
    def ranked(self) -> Ints:
        """Places of the numbers, the one with the largest effect first."""
        return np.argsort(-np.abs(self.effects), kind="stable")

    def unit_of(self, i: int) -> str:
        """Return the unit of derivative number i."""
        return unit_ratio(self.unit, self.units[i])

    def bar(self, i: int) -> str:
        """Return a number of the design with its tolerance, as bars are named."""
        return f"{self.names[i]} ± {figure(float(self.tolerances[i]), 3)}{after_number(self.units[i])}"

    def to_dataframe(self) -> pd.DataFrame:
        """Return the table, ranked."""
        import pandas as pd

        k = self.ranked
        columns = {
            "value": self.at[k],
            "unit": [self.units[i] for i in k],
            "derivative": self.values[k],
            "unit of derivative": [self.unit_of(int(i)) for i in k],
            "error": self.errors[k],
            "tolerance": self.tolerances[k],
            f"effect [{self.unit}]": self.effects[k],
        }
        return pd.DataFrame(columns, index=pd.Index([self.names[i] for i in k], name="number"))

    def to_csv(self, path: str | Path) -> None:
        """Write the table to a CSV file; the file is replaced as a whole or not at all."""
        from .tables import write_table

        write_table(path, self.to_dataframe())

    def rows(self) -> list[list[str]]:
        """Return the table in words, ranked: number, value, derivative, effect of its tolerance."""
        found = []  # effects + 0.0: of -0.0 a zero without a sign
        for i in self.ranked:
            unit, own = after_number(self.units[i]), after_number(self.unit)
            found.append(
                [
                    self.names[i],
                    f"{figure(float(self.at[i]))}{unit}",
                    f"{figure(float(self.values[i]))} {self.unit_of(int(i))}",
                    f"{float(self.effects[i]) + 0.0:+.3g}{own} for {figure(float(self.tolerances[i]), 3)}{unit}",
                ]
            )
        return found

    def plot(self, path: str | Path | None = None, **options: Any) -> Any:
        """Plot what the tolerance of each number does, the largest on top: a tornado; a path writes it to a file."""
        return picture("plot_tornado")(self, path, **options)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from html import escape

        head = "".join(f"<th>{escape(word)}</th>" for word in HEAD)
        lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in self.rows()]
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<p>{escape(self.heading)}</p><table><tr>{head}</tr>{body}</table>{notes}"

    @property
    def heading(self) -> str:
        """A sentence on what it is."""
        way = " (adjoint)" if self.how == "adjoint" else ""
        return f"'{self.name}', {self.analysis}{way}: {self.of} is {figure(self.value)}{after_number(self.unit)}."

    def __str__(self) -> str:
        lines = aligned([list(HEAD), *self.rows()], left=4)
        return "\n".join([self.heading, *(f"  {line}" for line in lines), *self.notes])

    __repr__ = __str__


HEAD = ("number", "value", "derivative", "effect of its tolerance")
"""Of the table."""


def after_number(unit: str) -> str:
    """Return a unit as it stands after a number: nothing for a ratio, and where it is not known."""
    return "" if unit in ("SI", "1") else f" {unit}"
