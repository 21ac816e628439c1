"""Modes: the motions that linear equations of motion are made of, one for each pair of eigenvalues or real one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.pictures import picture
from ..base.poses import largest
from ..base.zero import ROUNDING
from ..errors import ModelError
from ..words import few
from .motion import Motion

if TYPE_CHECKING:
    from .linear import Linearisation


SEEN = 0.15
"""How far a mode is drawn unless asked otherwise: turns [rad], and shifts as a share of the mechanism's size."""

NONE = 1e-15
"""What is left of the forces of a free motion, beside the largest of the mechanism, where that is rounding and no
spring that is soft beside others."""

SHOWN = 6
"""Most components of a shape in a sentence."""


@dataclass(frozen=True, repr=False)
class Mode:
    """A motion by which all coordinates swing, fade or grow together.

    Attributes
    ----------
    number : int
        From 1, the slowest first.
    eigenvalue : complex
        [1/s], the one of a pair with a positive imaginary part.
    shape : dict
        Coordinate -> how much of it takes part and when, a complex number; the largest is one. Lengths are compared
        with turns by the size of the mechanism.
    """

    number: int
    eigenvalue: complex
    shape: dict[str, complex]
    linear: Linearisation = field(repr=False)

    @property
    def kind(self) -> str:
        """One of "oscillation", "decay", "growth" and "free motion"."""
        if self.eigenvalue == 0.0:
            return "free motion"
        if self.eigenvalue.imag:
            return "oscillation"
        return "decay" if self.eigenvalue.real < 0.0 else "growth"

    @property
    def frequency(self) -> float:
        """How often it swings [Hz], with its damping; 0 where it does not."""
        return self.eigenvalue.imag / (2 * np.pi)

    @property
    def natural_frequency(self) -> float:
        """Size of the eigenvalue [Hz]: how often it would swing without damping."""
        return abs(self.eigenvalue) / (2 * np.pi)

    @property
    def damping_ratio(self) -> float:
        """Damping as a share of the critical one; negative where the motion grows, 0 where it is free."""
        return -self.eigenvalue.real / abs(self.eigenvalue) if self.eigenvalue.real else 0.0

    @property
    def time_constant(self) -> float:
        """Time in which it falls to 1/e [s]; negative where it grows to e, infinite where it does neither."""
        return -1.0 / self.eigenvalue.real if self.eigenvalue.real else np.inf

    @property
    def words(self) -> str:
        """How it goes: frequency, damping, time."""
        if self.kind == "free motion":
            if self.linear.spectrum.left[self.number - 1] <= NONE:
                return "free motion: no force brings it back"
            quickest = float(np.abs(self.linear.spectrum.values).max()) / (2 * np.pi)
            return f"free motion, or one too slow for its forces to be told from rounding beside {quickest:.3g} Hz"
        swings = f"{self.frequency:.6g} Hz, damping ratio {self.damping_ratio:.4g}" if self.frequency else ""
        if not self.eigenvalue.real:
            return f"{swings}, neither fades nor grows"
        time = abs(self.time_constant)
        goes = f"falls to 1/e in {time:.4g} s" if self.eigenvalue.real < 0 else f"grows to e times in {time:.4g} s"
        return f"{swings}, {goes}" if swings else goes

    def __str__(self) -> str:
        ordered = sorted(self.shape.items(), key=lambda item: -round(abs(item[1]), 6))
        parts = [f"{name} {_component(value)}" for name, value in ordered if abs(value) > 1e-4]
        return f"Mode {self.number}: {self.words}; {few(parts, SHOWN)}."

    __repr__ = __str__

    # ---- as a motion ----------------------------------------------------------------------------

    def motion(self, amplitude: float | None = None, points: int = 61) -> Motion:
        """Return one period as a motion, which neither fades nor grows; what does not swing: three time constants.

        Parameters
        ----------
        amplitude : float, optional
            Of the largest component [rad or m]. Default: such that it can be seen.
        points : int
            Positions.

        Returns
        -------
        Motion
            Of positions, the joints closed in each. A free motion swings once a second.
        """
        if not isinstance(points, int) or points < 2:
            raise ModelError(f"points= is how many positions there are, a whole number from 2 on, not {points!r}.")
        if self.kind in ("decay", "growth"):
            span = 3.0 * abs(self.time_constant)
            time = np.linspace(0.0, span, points)
            rate = self.eigenvalue.real
            shares = np.exp(rate * (time if rate < 0.0 else time - span)).astype(complex)
        else:
            time = np.linspace(0.0, 1.0 / (self.frequency or 1.0), points)
            shares = np.exp(2j * np.pi * time / time[-1])
        return self._placed(time, shares, amplitude)

    def _placed(self, time: Array, shares: NDArray[np.complex128], amplitude: float | None) -> Motion:
        """Return the positions with these shares of the shape as a motion."""
        linear, shape = self.linear, np.array(list(self.shape.values()))
        size = self._visible() if amplitude is None else amplitude
        if not isinstance(size, Real) or not np.isfinite(size):
            raise ModelError(f"amplitude= is a number [rad or m], not {amplitude!r}.")
        poses = linear.placed(np.real(size * shares[:, None] * shape))
        status = f"Mode {self.number} of '{linear.name}', {self.words}; drawn with an amplitude of {size:.3g}."
        return Motion.still(linear.plan, time, poses, status)

    def _visible(self) -> float:
        """Return the amplitude with which the farthest body moves by what can be seen."""
        plan = self.linear.plan
        motion = np.abs(self.linear.shapes @ np.array(list(self.shape.values())))
        farthest = largest(motion, plan.freedoms, plan.length)
        return SEEN / farthest if farthest else SEEN

    def draw(self, path: str | Path | None = None, *, amplitude: float | None = None, **options: Any) -> Any:
        """Draw the shape: the position it is about in full, the extreme ones faintly; SVG or PNG by the file's ending.

        Parameters
        ----------
        path : str or Path, optional
        amplitude : float, optional
            As in `motion`.
        **options
            As of ``motion.draw``: labels, view, title, traces.
        """
        at_once = all(abs(value.imag) <= 1e-6 for value in self.shape.values())
        shares = np.array([0, 1, -1] if at_once else [0, 1, 1j, -1, -1j], complex)
        motion = self._placed(np.arange(len(shares), dtype=float), shares, amplitude)
        title = options.pop("title", None) or f"{self.linear.name}, mode {self.number}"
        note = f"{self.words}; faint: extreme positions"
        return picture("draw_motion")(
            motion, path, at=list(range(len(shares))), title=title, note=note, **{"traces": (), **options}
        )


def _component(value: complex) -> str:
    """Return a component of a shape: its size, and its phase where it has one."""
    phase = float(np.degrees(np.angle(value)))
    if abs(phase) < 0.05:
        return f"{abs(value):.4g}"
    return f"{-abs(value):.4g}" if abs(phase) > 179.95 else f"{abs(value):.4g} at {phase:.1f} deg"


def modes_of(linear: Linearisation) -> tuple[Mode, ...]:
    """Return the modes: free motions, then the others, the slowest first."""
    found = linear.spectrum
    pairs = [(0j, found.resting[:, k].astype(complex)) for k in range(found.resting.shape[1])]
    for value, told, vector in zip(found.values, found.told, found.vectors.T, strict=True):
        if value != 0.0 and value.imag >= 0.0:
            pairs.append((complex(told if value.imag else value), vector))
    return tuple(Mode(k + 1, value, _shape(linear, vector), linear) for k, (value, vector) in enumerate(pairs))


def _shape(linear: Linearisation, vector: NDArray[np.complex128]) -> dict[str, complex]:
    """Return the coordinates in an eigenvector, the largest of them one."""
    names: Sequence[str] = linear.coordinates
    part = vector[: len(names)]
    sizes = np.array([1.0 / linear.plan.length if unit == "m" else 1.0 for unit in linear.units[: len(names)]])
    if part.any():
        part = part / part[int(np.argmax(np.round(np.abs(part) * sizes / np.abs(part * sizes).max(), 6)))]
    part = np.where(np.abs(part.imag) > ROUNDING * np.abs(part).max(initial=0.0), part, part.real)
    return dict(zip(names, (complex(value) for value in part), strict=True))
