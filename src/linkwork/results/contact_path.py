"""Where a wheel, disc or ball touches what it rolls on: the path of the contact on the surface.

The point of contact belongs to neither body: its velocity is the rate of its place, not that of a material point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..functions.jet_number import Jet
from ..joints.slip import AXES, slip_measures
from .series import Series

if TYPE_CHECKING:
    from ..joints import Joint
    from .motion import Motion


def contact_series(motion: Motion, joint: Joint) -> dict[str, Series]:
    """Return the point of contact of a joint along the axes of its marker a, from point a, with derivatives."""
    names = contact_names(joint)
    if not names:
        return {}
    read, measures = motion.plan.writer.read(joint), slip_measures(*joint.ends)
    values = motion.observe([motion.plan.writer.gauge(m, joint.AXIS) for m in measures.values()])
    known = np.isfinite(values).all(axis=(0, 1))
    jets = np.where(known, values, 0.0)
    found = np.full((len(motion), len(names), 4), np.nan)
    for k in range(len(motion)):
        place = read.contact_point({n: Jet(*jets[k, i]) for i, n in enumerate(measures)})
        found[k][:, known] = np.array([(0.0 + p).derivatives for p in place])[:, known]
    return {name: Series(f"{joint.name}.{name}", "m", found[:, i]) for i, name in enumerate(names)}


def contact_names(joint: Joint) -> list[str]:
    """Return the names of the components of a joint's point of contact: ``contact_x`` ..."""
    place = joint.contact_point(dict.fromkeys(slip_measures(*joint.ends), 1.0))
    return [f"contact_{axis}" for axis, _ in zip(AXES, place, strict=False)]
