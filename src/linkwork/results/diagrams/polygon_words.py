"""The steps of a polygon worked out: in symbols, with numbers, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from .worked import Worked, bracketed, number, vector

if TYPE_CHECKING:
    from .polygons import Polygon
    from .steps import Step


def worked_step(step: Step, polygon: Polygon) -> Worked:
    """Return a step of a polygon, worked out."""
    letter = polygon.kind[0]
    start, end = f"{letter}_{{{step.start.name}}}", f"{letter}_{{{step.end.name}}}"
    if step.slides:
        title = f"{step.end.name} slides along {step.body}"
        symbols, numbers = _sliding(step, polygon, start)
    else:
        title = f"{step.end.name} and {step.start.name} of {step.body}"
        symbols, numbers = _turning(step, polygon, start)
    shown = _shown(polygon, step.end.vector)
    size = number(float(np.linalg.norm(step.end.vector)), polygon.largest)
    unit = polygon.unit.replace("²", "^{2}")
    return Worked(title, f"{end} = {symbols}", f"{end} = {numbers}", f"{end} = {shown}~{unit}, size {size}~{unit}")


def _turning(step: Step, polygon: Polygon, start: str) -> tuple[str, str]:
    """Return v_A + omega x r, or a_A + alpha x r - omega^2 r; in space omega x (omega x r)."""
    arm = f"r_{{{step.end.name}/{step.start.name}}}"
    begin = _shown(polygon, step.start.vector)
    lever = vector(polygon.space.components(step.arm), polygon.motion.plan.length)
    spin, rate = _spin(polygon, step.spin), _spin(polygon, step.spin_rate)
    if polygon.kind == "velocity":
        return f"{start} + ω × {arm}", f"{begin} + {spin} × {lever}"
    if polygon.space.planar:
        return f"{start} + α × {arm} - ω^{{2}} {arm}", f"{begin} + {rate} × {lever} - {spin}^{{2}}·{lever}"
    return f"{start} + α × {arm} + ω × (ω × {arm})", f"{begin} + {rate} × {lever} + {spin} × ({spin} × {lever})"


def _sliding(step: Step, polygon: Polygon, start: str) -> tuple[str, str]:
    """Return v_B' + v_rel, or a_B' + a_rel + 2 omega x v_rel."""
    begin, slide = _shown(polygon, step.start.vector), _shown(polygon, step.slide)
    if polygon.kind == "velocity":
        return f"{start} + v_{{rel}}", f"{begin} + {slide}"
    relative = _shown(polygon, step.parts["a_{rel}"])
    return (
        f"{start} + a_{{rel}} + 2 ω × v_{{rel}}",
        f"{begin} + {relative} + 2·{_spin(polygon, step.spin)} × {slide}",
    )


def _shown(polygon: Polygon, value: Array) -> str:
    return vector(polygon.space.components(value), polygon.largest)


def _spin(polygon: Polygon, value: Array) -> str:
    """Return an angular velocity or acceleration: a number in the plane, else a vector."""
    return bracketed(float(value[2]), 1e-3) if polygon.space.planar else vector(value, 1e-3)
