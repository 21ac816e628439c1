"""One time of a motion, as users say it: in seconds, or as the number of a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import ModelError
from ...model.given import seconds_of
from ..motion import Motion


def positions(motion: Motion, at: Any) -> list[int]:
    """Return the numbers of positions: of times [s] (floats; the nearest computed one), or as given (integers)."""
    count = len(motion)
    if count == 0:
        raise ModelError(f"The motion of '{motion.name}' has no position to draw. {motion.status}")
    wanted = np.atleast_1d(np.asarray(seconds_of("at", at, motion.plan.resolved.parameters)))
    if wanted.size == 0 or wanted.dtype.kind not in "iuf":
        raise ModelError(f"at is a time, a number of a position, or a list of them; {at!r} is not.")
    if wanted.dtype.kind in "iu":
        for k in wanted:
            if not -count <= k < count:
                raise ModelError(f"at: there is no position {k}; the motion has {count}, numbered from 0.")
        return [int(k) % count for k in wanted]
    return [_nearest_position(motion, float(t)) for t in wanted]


def position(motion: Motion, at: float) -> int:
    """Return the number of one position: see `positions`."""
    found = positions(motion, at)
    if len(found) != 1:
        raise ModelError(f"at is one time or one number of a position here; {at!r} is not.")
    return found[0]


def time_words(motion: Motion, k: int, at: Any = None) -> str:
    """Return the time of a position in words, and that it is the nearest computed one where another was asked for."""
    t = float(motion.time[k])
    words = f"t = {t:.6g} s"
    asked = np.asarray(seconds_of("at", at, motion.plan.resolved.parameters))
    step = float(np.ptp(motion.time)) / max(len(motion) - 1, 1)
    if asked.dtype.kind == "f" and abs(t - float(asked)) > 1e-6 * step:
        words += f", the computed time nearest to {float(asked):.6g} s"
    return words


def _nearest_position(motion: Motion, t: float) -> int:
    first, last = float(motion.time[0]), float(motion.time[-1])
    if not first - 1e-9 * abs(last) <= t <= last + 1e-9 * abs(last) + 1e-12:
        raise ModelError(f"at: t = {t:g} s is outside the motion, which goes from {first:g} s to {last:g} s.")
    return int(np.argmin(np.abs(motion.time - t)))
