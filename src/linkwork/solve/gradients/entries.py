"""How the numbers in the tables of a plan change with the design, and what changes of them do along states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array, Flags
from ...errors import LinkworkError
from ...kernels.dynamics.loads import COMBINED
from ...kernels.runs.stored_tangents import gather_along
from .varied import shares_of

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .beside import Beside
    from .multipliers import Multipliers

FOLLOWED = {
    "features": ("x", "y", "z"),
    "masses": ("mass", "inertia"),
    "gravity": (),
    "loads": ("constant", "stiffness", "free", "damping"),
    "rows": ("offset",),
    "terms": ("weight", "rest"),
}
"""Fields of tables whose derivatives compiled code knows, in its order; none: all."""

DERIVED = {
    "masses": ("ease", "turn_ease", "turn_lift", "lift"),
    "rows": ("scale",),
    "dials": (),
    "limbs": (),
    "levels": (),
}
"""Those that the equations of motion do not contain: what solves, scales or reads them."""


SAME = 1e-6
"""Share of the largest number in a table that numbers which mean the same may be apart: steps square to 1e-10."""

ROUNDING = 1e-14
"""Share of a number in a table that is rounding."""


class Entries:
    """The numbers in the tables of a plan.

    Parameters
    ----------
    near : Beside
        The designs beside one.
    weights : array, shape (variables, offsets)
        Of the first designs beside it in a difference.

    Attributes
    ----------
    covered : array of bool, shape (variables,)
        Which variables act through numbers that are followed, and no others.
    shares : array, shape (variables,)
        By which steps are too long for these numbers.
    """

    def __init__(self, near: Beside, weights: Array) -> None:
        count, self.near = near.count, near
        offsets = weights.shape[1]
        tables = {name: table[: offsets * count] for name, table in near.tables.tables.items()}
        self.covered, self.shares = np.full(count, self._known()), np.ones(count)
        self.slopes: dict[str, Array] = {}
        middle = {}
        for name, table in tables.items():
            middle[name] = table[0].copy()
            for field in table.dtype.names or ("",):
                values = table[field] if field else table
                beside = values.reshape(offsets, count, -1)
                differ = beside[0] != beside[-1]
                if differ.any():
                    self._note(name, field, beside, differ, weights)
                    (middle[name][field] if field else middle[name])[...] = values[::count].mean(axis=0)
        self.work = near.plan.first_bundle.with_tables(middle)
        self.work.control.length, self.work.weight[:] = near.plan.length, near.plan.weight
        if len(near.plan.ground):
            self.work.X[-len(near.plan.ground) :, 0] = near.tables.ground[: offsets * count : count].mean(axis=0)

    def stand_at(self, plan: Plan) -> bool:
        """Return whether rows and forces half way between the designs beside are those of the design itself.

        Points are not compared: of those that meet in the design itself its plan has one.
        """
        for name in ("rows", "terms", "loads"):
            for field in FOLLOWED[name]:
                mine, own = getattr(self.work, name)[field], plan.tables[name][field]
                if (np.abs(mine - own) > SAME * np.abs(own).max(initial=1e-6)).any():
                    return False
        return True

    def _known(self) -> bool:
        """Return whether compiled code knows all kinds of equations and forces that there are."""
        tables = self.near.plan.tables
        return not (
            tables["relations"].size
            or tables["switches"].size
            or (tables["loads"]["kind"] == COMBINED).any()
            or (tables["rows"]["level"] > 0).any()
            or (tables["rows"]["press"] > 0).any()
        )

    def _note(self, name: str, field: str, beside: Array, differ: Flags, weights: Array) -> None:
        """Note the derivatives of a field, or that it is not followed."""
        if name in DERIVED and (not DERIVED[name] or field in DERIVED[name]):
            return
        of_sum = True
        if (name, field) == ("terms", "weight"):  # those of a program are not used
            rows = self.near.plan.tables["rows"]
            of_sum = not (rows["program"] >= 0).any()
        if name in FOLLOWED and (not FOLLOWED[name] or field in FOLLOWED[name]) and of_sum:
            self.slopes[f"{name}.{field}"] = np.einsum("vo,ovk->vk", weights, beside)
            away = beside - beside.mean(axis=0)
            self.shares = np.minimum(self.shares, shares_of(away, ROUNDING * np.abs(beside).max(axis=0)))
        else:
            self.covered &= ~differ.any(axis=1)

    def of(self, held: Multipliers) -> Array:
        """Return the derivatives (ways, variables) of what multipliers make of the equations, by what is followed."""
        work, (bodies, d), ways = self.work, self.work.x.shape, len(held.forces)
        measures, terms = len(work.measured), len(work.coef)
        shapes = (measures, 5, 2, 3), (terms, 3), (terms,), (measures,), (measures, 2), (measures, 3)
        room: list[Any] = [np.zeros(shape) for shape in (*shapes, (len(work.X), 3, 3))]
        of = {
            "features": np.zeros((ways, len(work.X), 3)),
            "masses": np.zeros((ways, bodies, 10)),
            "gravity": np.zeros((ways, 3)),
            "loads": np.zeros((ways, len(work.values), 4)),
            "rows": np.zeros((ways, len(work.lam))),
            "terms": np.zeros((ways, terms, 2)),
        }
        states, forces = held.states, np.ascontiguousarray(held.forces.reshape(ways, -1, bodies, d))
        done = gather_along(work.H, *states.arrays, forces, np.ascontiguousarray(held.rows), *room, *of.values())
        self.near.plan.programs.reraise()
        if done < len(states.times):
            raise LinkworkError(f"'{self.near.plan.name}': an expression has no value at t = {states.times[done]:g} s.")
        total = np.zeros((ways, len(self.covered)))
        for key, slopes in self.slopes.items():
            name, field = key.split(".")
            total += _column(of[name], name, field).reshape(ways, -1) @ slopes.T
        return total


def _column(found: Array, name: str, field: str) -> Array:
    """Return what compiled code found by a field of a table, in every way."""
    if name == "masses":
        return found[:, :, 0] if field == "mass" else found[:, :, 1:]
    return found[..., FOLLOWED[name].index(field)] if len(FOLLOWED[name]) > 1 else found
