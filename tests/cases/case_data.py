"""Reference cases: numbers of textbook examples, with the digits that two derivations agree on.

The references are closed forms evaluated in 40 digits, good to 13 digits or more. Linkwork closes
joints to about 1e-13 of a mechanism's size, and derivatives lose a digit or two by cancellation, so
1e-9 of the largest number of a row is met with room to spare by a right program and by no wrong one.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

TOLERANCE = 1e-9
FOLDER = Path(__file__).parent / "data"


def load(name: str) -> SimpleNamespace:
    """Return a case: title, definition, data (SI unless said), reference, trusted_digits."""
    return SimpleNamespace(**json.loads((FOLDER / f"{name}.json").read_text("utf-8")))


def column(rows: list[dict[str, Any]], name: str) -> np.ndarray:
    return np.array([row[name] for row in rows], float)


def agree(actual: Any, expected: Any, tolerance: float = TOLERANCE) -> None:
    """Compare to `tolerance` of the largest expected number, and of 1 where all are smaller."""
    expected = np.asarray(expected, float)
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * scale)


def agree_angles(actual: Any, expected: Any, tolerance: float = TOLERANCE) -> None:
    """Compare angles up to full turns."""
    off = np.asarray(actual, float) - np.asarray(expected, float)
    np.testing.assert_allclose(np.abs(np.exp(1j * off) - 1.0), 0.0, rtol=0, atol=tolerance)


def quadratic(value: float, rate: float, acceleration: float = 0.0, start: float = 0.0) -> str:
    """Return the text of a function with this value, rate and acceleration at t = start."""
    t = f"(t - {start!r})" if start else "t"
    return f"{value!r} + {rate!r}*{t} + {acceleration!r}/2*{t}^2"
