"""Files of cams: tables (CSV) and drawings for machines (DXF)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, pi, sqrt
from pathlib import Path

import numpy as np

from ..arrays import Array
from ..base.whole_file import write_whole
from .disc_cam import Cam

FEWEST, MOST = 360, 100_000
"""Vertices of a polyline."""


def write_csv(cam: Cam, path: str | Path, count: int) -> None:
    """Write a table over the cam angle."""
    u = np.linspace(0, 2 * pi, count)
    lift = "rad" if cam.pivot is not None else "m"
    heads = ["cam angle [deg]", *(f"{n} [{lift}{per}]" for n, per in _ORDERS), "pressure angle [deg]"]
    columns = [np.degrees(u), *cam.motion(u), np.degrees(cam.pressure_angle(u)), cam.radius_of_curvature(u)]
    rows = np.column_stack([*columns, cam.point(u)])
    lines = [",".join([*heads, "radius of curvature [m]", "x [m]", "y [m]"])]
    lines += [",".join(repr(float(v)) for v in row) for row in rows]
    write_whole(path, ("\n".join(lines) + "\n").encode("utf-8"))


_ORDERS = (("lift", ""), ("velocity", "/rad"), ("acceleration", "/rad^2"), ("jerk", "/rad^3"))


def write_dxf(cam: Cam, path: str | Path, tolerance: float) -> None:
    """Write the profile as a closed polyline of DXF R12, in mm."""
    text = "\n".join(f"{code}\n{value}" for code, value in _groups(_vertices(cam, tolerance) * 1e3))
    write_whole(path, (text + "\n").encode("ascii"))


def _vertices(cam: Cam, tolerance: float) -> Array:
    """Return points of the profile whose chords leave it by no more than a tolerance: by k ds^2 / 8 at most."""
    u = np.linspace(0, 2 * pi, 7201)
    speed = np.linalg.norm(cam.plain.derivatives(u, 1)[1], axis=-1)
    bent = float((np.abs(cam.curvature(u)) * speed**2).max())
    count = min(max(ceil(2 * pi * sqrt(bent / (8 * tolerance))), FEWEST), MOST)
    return cam.point(np.arange(count) * (2 * pi / count))


def _groups(points: Array) -> Iterator[tuple[int, str]]:
    """Yield the pairs of group code and value."""
    yield from [(0, "SECTION"), (2, "ENTITIES"), (0, "POLYLINE"), (8, "CAM"), (66, "1"), (70, "1")]
    yield from [(10, "0.0"), (20, "0.0"), (30, "0.0")]
    for x, y in points:
        yield from [(0, "VERTEX"), (8, "CAM"), (10, f"{x:.9f}"), (20, f"{y:.9f}"), (30, "0.0")]
    yield from [(0, "SEQEND"), (0, "ENDSEC"), (0, "EOF")]
