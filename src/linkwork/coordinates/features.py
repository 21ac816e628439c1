"""Points and vectors of the bodies, and the measures between them, as tables for the kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.measure import KINDS
from ..kernels.geometry.measures import CONTACT
from ..kernels.tables.records import BODY, FEATURE, MEASURE
from ..model.equations import Gauge, Site
from ..model.resolve import Resolved

TOUCHING = "contact"
"""Kind of the gauge that a contact on curves is in the tables: see `contacts.measured`."""


class FeatureTable:
    """Every point and vector once, sorted by body, the ground's last."""

    def __init__(self, resolved: Resolved, gauges: Sequence[Gauge], more: Sequence[Site] = ()) -> None:
        sites = list(dict.fromkeys([*(s for g in gauges for s in g.sites), *more]))
        count = len(resolved.solids)
        sites.sort(key=lambda s: s.body if s.body >= 0 else count)
        self.index = {s: k for k, s in enumerate(sites)}
        self.table = np.zeros(len(sites), FEATURE)
        for k, site in enumerate(sites):
            x, y, z = site.xyz
            if site.body >= 0 and not site.vector:
                com = resolved.solids[site.body].com
                x, y, z = x - com[0], y - com[1], z - com[2]
            self.table[k] = (site.vector, site.body, x, y, z)
        bodies = np.array([s.body if s.body >= 0 else count for s in sites], np.int64)
        self.bodies = np.zeros(count, BODY)
        self.bodies["first"] = np.searchsorted(bodies, np.arange(count), "left")
        self.bodies["last"] = np.searchsorted(bodies, np.arange(count), "right")
        self.ground = np.array([s.xyz for s in sites if s.body < 0]).reshape(-1, 3)

    def start(self) -> Array:
        """Return the array of features and their derivatives (features, 4, 3) with those of the ground filled in."""
        x = np.zeros((self.table.size, 4, 3))
        x[self.table.size - len(self.ground) :, 0] = self.ground
        return x

    def sites_of(self, body: int) -> slice:
        """Return where the features of a body stand."""
        return slice(self.bodies["first"][body], self.bodies["last"][body])

    def points(self, body: int) -> Array:
        """Return the points of a body, relative to its centre of mass (points, 3) [m]."""
        own = self.table[self.sites_of(body)]
        return np.stack([own[axis][own["vector"] == 0] for axis in "xyz"], axis=1)

    def __getitem__(self, site: Site) -> int:
        return self.index[site]


def measure_table(gauges: Sequence[Gauge], features: FeatureTable) -> NDArray[np.void]:
    """Return the table of measures."""
    table = np.zeros(len(gauges), MEASURE)
    for k, gauge in enumerate(gauges):
        numbers = [features[s] for s in gauge.sites]
        kind = CONTACT if gauge.kind == TOUCHING else KINDS[gauge.kind]
        table[k] = (kind, *numbers, *[numbers[0]] * (5 - len(numbers)), gauge.axis)
    return table
