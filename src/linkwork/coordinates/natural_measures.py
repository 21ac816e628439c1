"""Relative angles and distances as functions of natural coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..errors import ExpressionError, ModelError
from ..kernels.geometry.measures import constant_gradients, measure_derivatives, measure_gradients
from ..model.equations import Gauge
from .features import FeatureTable, measure_table
from .natural_rows import stacked

if TYPE_CHECKING:
    from .natural import Natural
    from .plan import Plan


class MeasureRows:
    """Values, gradients and biases of gauges in natural coordinates."""

    def __init__(self, natural: Natural, gauges: Sequence[Gauge]) -> None:
        self.natural = natural
        features = FeatureTable(natural.plan.resolved, gauges)
        self.table = measure_table(gauges, features)
        self.C, self.c = stacked([natural.feature(site) for site in features.index], natural.dim, natural.n)
        self.X = features.start()
        self.X[:, 0, 2] = [site.xyz[2] for site in features.index]
        self.measured, self.G = np.zeros((len(gauges), 4)), constant_gradients(self.table)
        sites = [(k, slot, features[site]) for k, gauge in enumerate(gauges) for slot, site in enumerate(gauge.sites)]
        self.measure, self.slot, self.feature = np.array(sites, np.int64).reshape(-1, 3).T

    def third(self, a: Array) -> Array:
        """Return third derivatives at the state of the last `evaluate`, z'' = a, while the third one of z is zero."""
        dim = self.natural.dim
        self.X[:, 2, :dim] = self.C @ a
        measure_derivatives(self.table, self.X, 3, self.measured)
        self.X[:, 2] = 0.0
        return self.measured[:, 3].copy()

    def evaluate(self, z: Array, v: Array) -> tuple[Array, Array, Array]:
        """Return values, gradients by z (count, n), and second derivatives while z'' = 0."""
        dim = self.natural.dim
        self.X[:, 0, :dim], self.X[:, 1, :dim] = self.C @ z + self.c, self.C @ v
        measure_gradients(self.table, self.X, self.measured, self.G)
        measure_derivatives(self.table, self.X, 2, self.measured)
        gradient = np.zeros((len(self.table), self.natural.n))
        parts = np.einsum("sd,sdn->sn", self.G[self.measure, self.slot, :dim], self.C[self.feature])
        np.add.at(gradient, self.measure, parts)
        return self.measured[:, 0].copy(), gradient, self.measured[:, 2].copy()


def quantities_of(plan: Plan, named: Sequence[str]) -> tuple[tuple[str, Gauge], ...]:
    """Return the measures of all drivers and of the quantities `named`; raises ModelError."""
    model, found = plan.model, {}
    for equation in plan.equations:
        if equation.driver and equation.single:
            found[equation.gauges[0]] = model.drivers[equation.owner].quantity
    for text in named:
        try:
            found.setdefault(plan.writer.named_gauge(text), text)
        except ExpressionError as error:
            raise ModelError(f"'{text}' is no coordinate of '{model.name}': {error}") from error
    return tuple((name, gauge) for gauge, name in found.items())
