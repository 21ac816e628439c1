"""Angles of joints that nothing but results asks for: their full turns are counted at the steps of a solver."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Array
from ..model.equations import Gauge, Writer
from ..model.resolve import Resolved


def joint_angles(writer: Writer) -> list[Gauge]:
    """Return the angles among the coordinates of all joints."""
    joints = writer.model.joints.values()
    found = ((m, joint) for joint in joints for m in joint.coordinates().values() if m.kind == "angle")
    return list(dict.fromkeys(writer.gauge(measure, joint.AXIS) for measure, joint in found))


def dials_of(resolved: Resolved, writer: Writer, gauges: Sequence[Gauge]) -> list[Gauge]:
    """Return the angles of joints that are not measured anyway; in the plane they follow from those of the bodies."""
    if resolved.space.planar:
        return []
    known = set(gauges)
    return [gauge for gauge in joint_angles(writer) if gauge not in known]


def dial_table(dials: Sequence[Gauge]) -> Array:
    """Return the vectors u, n, v of every dial, each with its body: the angle is atan2(n . v, u . v)."""
    return np.array([[(s.body, *s.xyz) for s in gauge.sites] for gauge in dials], float).reshape(-1, 12)
