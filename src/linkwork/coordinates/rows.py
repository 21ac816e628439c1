"""The equations as tables for the kernels: rows, their terms, and their shares in the Jacobian."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..expressions import Program
from ..kernels.tables.records import ROW, SHARE, TERM
from ..model.equations import Equation, Gauge
from .features import TOUCHING, FeatureTable


def row_tables(
    equations: Sequence[Equation], gauges: Sequence[Gauge], length: float
) -> tuple[NDArray[np.void], NDArray[np.void], list[Program]]:
    """Return the rows, their terms one by one, and their programs, those of time first."""
    number = {g: k for k, g in enumerate(gauges)}
    functions = [e.function for e in equations if e.function is not None]
    programs = [*functions, *(e.program for e in equations if e.program is not None)]
    rows = np.zeros(len(equations), ROW)
    terms: list[tuple[int, float, float]] = []
    next_function, next_program = 0, len(functions)
    for i, e in enumerate(equations):
        function = program = -1
        if e.function is not None:
            function, next_function = next_function, next_function + 1
        if e.program is not None:
            program, next_program = next_program, next_program + 1
        first = len(terms)
        measures, ones, zeros = [number[g] for g in e.gauges], (1.0,) * len(e.gauges), (0.0,) * len(e.gauges)
        terms.extend(zip(measures, e.weights or ones, e.rests or zeros, strict=True))
        scale = 1.0 / length if e.is_length else 1.0
        kept = (e.level, e.rated, e.press, -1, 0.0)
        rows[i] = (first, len(terms), function, program, e.wrap, e.offset, scale, -1, *kept)
    return rows, np.array(terms, TERM), programs


def share_table(
    equations: Sequence[Equation],
    gauges: Sequence[Gauge],
    features: FeatureTable,
    blocks: Sequence[tuple[int, int]],
    planar: bool,
) -> NDArray[np.void]:
    """Return what each term of a row adds to the row's wrench on each body: where, by which measure and feature.

    Bodies in contact on curves in the plane share one force at point b and its couple, with opposed signs.
    """
    number = {g: k for k, g in enumerate(gauges)}
    block = {key: k for k, key in enumerate(blocks)}
    shares, term = [], 0
    for i, e in enumerate(equations):
        for place, gauge in enumerate(e.gauges):
            if e.level and place >= e.rated:
                term += 1
                continue
            couple = planar and gauge.kind == TOUCHING
            for slot, site in list(enumerate(gauge.sites))[2 * couple : 4 if couple else None]:
                if site.body >= 0:
                    at = features[gauge.sites[3] if couple else site]
                    shares.append((block[i, site.body], term, number[gauge], slot, at, site.body, couple))
            term += 1
    return np.array(shares, SHARE)
