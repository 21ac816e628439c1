"""Sizes of the work and state arrays that are not those of a table; see `linkwork.kernels.tables.fields`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.events.monitors import OBSERVED
from ..kernels.trees.nodes import WIDTH
from .contacts import contact_sizes

STRIDE = 200
"""Most output times that one step of a kinematic simulation may span."""


def work_sizes(tables: dict[str, NDArray[Any]], bodies: int, freedoms: int, stack: int) -> dict[str, int]:
    """Return the sizes by name; `stack` is the depth of the program interpreter's."""
    rows, parts, nodes, space = tables["rows"], tables["parts"], tables["tree"].size, freedoms == 6
    rates = int(np.isin(parts, (2, 3)).sum()) if nodes else 0
    return {
        **contact_sizes(tables["relations"]),
        "freedoms": freedoms,
        "turning": bodies if space else 0,
        "poses": 7 * bodies,
        "positions": bodies * (7 if space else 4),
        "state": parts.size + 1,  # and the work of the forces
        "coordinates": parts.size - rates if nodes else 0,
        "rates": rates,
        "node": WIDTH,
        "inertias": 6 if space else 1,
        "factor": tables["col_row"].size + rows.size,
        "functions": int(np.max(rows["function"], initial=-1)) + 1,
        "variables": _variables(tables),
        "stack": stack,
        "angles": tables["measures"].size + len(tables["dials"]),
        "observed": 1 + int(np.max(tables["inputs"][tables["inputs"][:, 1] == OBSERVED, 0], initial=-1)),
        "columns": tables["switches"].size + 11,
        "stride": STRIDE,
    }


def _variables(tables: dict[str, NDArray[Any]]) -> int:
    """Return the most variables of a program: time and measures, in equations of velocities also their rates."""
    each = [tables[name]["last"] - tables[name]["first"] for name in ("rows", "loads", "monitors")]
    each[0] = each[0] * (1 + tables["rows"]["level"])
    return 1 + int(np.max(np.concatenate(each), initial=0))
