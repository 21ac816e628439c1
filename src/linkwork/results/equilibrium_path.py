"""Positions of equilibrium over a parameter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.pictures import picture
from ..words import counted
from .dynamics import DynamicMotion
from .equilibrium import Equilibrium
from .reading import curves_of
from .tables import write_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Special:
    """A position at which a way of equilibria turns back or branches, or a contact closes or opens.

    Attributes
    ----------
    kind : str
        "turning point" (snap-through begins there), "branching" (buckling); "closing", "opening" or, where some close
        and others open, "change" of contacts, stops, clutches, pawls and ropes.
    value : float
        Of the parameter.
    start : Start
        The state of rest there, to begin analyses from.
    words : str
    branches : tuple of int
        Numbers of the other ways that begin here, for ``branch=``.
    contacts : tuple of str
        Those that close or open.
    """

    kind: str
    value: float
    start: Any = field(repr=False)
    words: str
    branches: tuple[int, ...] = ()
    contacts: tuple[str, ...] = ()

    @property
    def poses(self) -> Array:
        """Centres of mass and Euler parameters (bodies, 7)."""
        return np.asarray(self.start.poses)

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, repr=False)
class EquilibriumPath:
    """A way of positions of equilibrium over a parameter.

    Attributes
    ----------
    name, parameter : str
    values : array, shape (positions,)
        Of the parameter, one after the other along the way; it may come back.
    kinds : tuple of str
        "stable", "unstable" or "indifferent", of each position; "not held" where friction does not hold what is taken
        to roll, see `at`.
    starts : tuple of Start
        The state of rest at each position, to begin analyses from.
    special : tuple of Special
        Turning points, branchings, and where contacts close and open, in the order in which they were met.
    status : str
    rest : callable
        From a value of the parameter and the number of a position to the equilibrium between it and the next one.
    look : callable
        From a value and a state of rest to the motion of one instant with the forces there.
    unit : str
        Of the parameter, where it was given with one.
    closed : tuple of tuple of str
        Contacts, stops, clutches, pawls and ropes that are closed, of each position.
    notes : tuple of str
        What was left out.
    """

    name: str
    parameter: str
    values: Array
    kinds: tuple[str, ...]
    starts: tuple[Any, ...] = field(repr=False)
    special: tuple[Special, ...]
    status: str
    rest: Callable[[float, int], Equilibrium] = field(repr=False)
    look: Callable[[float, Any], DynamicMotion] = field(repr=False)
    unit: str = ""
    closed: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def positions(self) -> tuple[DynamicMotion, ...]:
        """The positions as motions of one instant, with all that is known of them: reactions, energies."""
        return tuple(self.look(float(value), start) for value, start in zip(self.values, self.starts, strict=True))

    @property
    def poses(self) -> Array:
        """Centres of mass and Euler parameters (positions, bodies, 7)."""
        return np.array([start.poses for start in self.starts])

    def __getitem__(self, quantity: str) -> Array:
        """Return a quantity along the way, shape (positions,) or (positions, components)."""
        return np.array([found[quantity][0] for found in self.positions])

    @property
    def branchings(self) -> tuple[Special, ...]:
        """Where other ways begin: the load at which a straight column buckles."""
        return tuple(found for found in self.special if found.kind == "branching")

    @property
    def turning_points(self) -> tuple[Special, ...]:
        """Where the parameter turns back: a load that goes on beyond makes the mechanism snap through."""
        return tuple(found for found in self.special if found.kind == "turning point")

    @property
    def contact_changes(self) -> tuple[Special, ...]:
        """Where contacts, stops, clutches, pawls and ropes close or open."""
        return tuple(found for found in self.special if found.contacts)

    def at(self, value: float) -> tuple[Equilibrium, ...]:
        """Return the positions of equilibrium on the way at a value of the parameter."""
        apart = self.values - float(value)
        places = [k for k in range(len(apart) - 1) if apart[k] * apart[k + 1] < 0.0 or apart[k] == 0.0]
        if len(apart) and apart[-1] == 0.0:
            places.append(len(apart) - 1)
        return tuple(self.rest(float(value), k) for k in places)

    def to_dataframe(self, quantities: Sequence[str] = ()) -> pd.DataFrame:
        """Return the way as a table: the parameter, whether it is stable, what is closed, and quantities by name."""
        import pandas as pd

        columns: dict[str, Any] = {
            f"{self.parameter} [{self.unit or 'SI'}]": self.values,
            "kind": list(self.kinds),
            "closed": [", ".join(names) for names in self.closed],
        }
        for name in quantities:
            curves = [curves_of(found, name) for found in self.positions]
            for k, curve in enumerate(curves[0]):
                columns[f"{curve.name} [{curve.unit or '1'}]"] = [float(found[k].values[0]) for found in curves]
        return pd.DataFrame(columns)

    def to_csv(self, path: str | Path, quantities: Sequence[str] = ()) -> None:
        """Write the table of `to_dataframe` to a CSV file."""
        write_table(path, self.to_dataframe(quantities), index=False)

    def plot(self, path: str | Path | None = None, *, over: str, **options: Any) -> Any:
        """Plot the parameter over a quantity, ``over="A.angle"``: stable ways in full, unstable ones dashed."""
        return picture("plot_path")(self, over, path, **options)

    def __str__(self) -> str:
        found = {kind: self.kinds.count(kind) for kind in dict.fromkeys(self.kinds)}
        kinds = ", ".join(f"{number} {kind}" for kind, number in found.items())
        head = f"'{self.name}': {counted(len(self), 'position')} of equilibrium over {self.parameter}, {kinds}."
        told = " ".join([head, self.status, *self.notes])
        return "\n".join([told, *(f"  {found}" for found in self.special)])

    __repr__ = __str__
