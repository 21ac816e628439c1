"""Gradients of measured quantities by the bodies' coordinates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..coordinates.features import FeatureTable, measure_table
from ..coordinates.plan import Plan
from ..kernels.geometry.features import place_features
from ..kernels.geometry.measures import constant_gradients, measure_gradients
from ..model.equations import Gauge

Array = NDArray[np.float64]


def gauge_gradients(plan: Plan, gauges: Sequence[Gauge], q: Array) -> Array:
    """Return d gauge / d coordinates at pose q, shape (gauges, coordinates), bodies one after another."""
    out = np.zeros((len(gauges), plan.coordinates))
    if not gauges:
        return out
    features = FeatureTable(plan.resolved, gauges)
    x = features.start()
    place_features(features.bodies, features.table, np.ascontiguousarray(q), x)
    table = measure_table(gauges, features)
    gradients = constant_gradients(table)
    measure_gradients(table, x, np.zeros((len(gauges), 4)), gradients)
    d = plan.freedoms
    keep = [0, 1, 5] if d == 3 else list(range(6))
    for i, gauge in enumerate(gauges):
        for slot, site in enumerate(gauge.sites):
            if site.body < 0:
                continue
            g, p = gradients[i, slot], x[features[site], 0]
            force = np.zeros(3) if site.vector else g
            arm = p if site.vector else p - q[site.body, :3]
            wrench = np.concatenate([force, np.cross(arm, g)])
            out[i, site.body * d : (site.body + 1) * d] += wrench[keep]
    return out
