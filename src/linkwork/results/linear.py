"""Linear equations of motion about a state: matrices with names, eigenvalues, modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Array
from ..base.pictures import picture
from ..base.whole_file import write_whole
from ..errors import ModelError
from ..expressions.units import symbol
from .dimensions import parameter_dimensions
from .modes import Mode, modes_of
from .reading import read, unit_of_rate
from .response import FrequencyResponse, response_of
from .spectrum import Spectrum, spectrum_of

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


SLOWEST = 1e-6
"""What is slower is rounding [1/s]: there no force acts on the motions."""


@dataclass(frozen=True, repr=False)
class Linearisation:
    """Linear equations of motion about a state.

    With x the small changes of coordinates and velocities, u of inputs, y of outputs: x' = A x + B u, y = C x + D u;
    and M w' + damping w + stiffness z = (forces), where w are the velocities and z the coordinates.

    Attributes
    ----------
    name : str
    time : float
        [s]
    coordinates, velocities : tuple of str
        The states, in this order. There are fewer velocities where something rolls or skates.
    driven : tuple of str
        Values and rates of the drivers that are inputs: the states after these.
    units : tuple of str
        Of coordinates and velocities.
    inputs, outputs : tuple of str
    A, B, C, D : array
        Shapes (states, states), (states, inputs), (outputs, states), (outputs, inputs).
    M : array, shape (velocities, velocities)
    damping : array, shape (velocities, velocities)
        With gyroscopic terms where the state moves.
    stiffness : array, shape (velocities, coordinates)
    shapes : array, shape (bodies * d, coordinates)
        How the bodies are displaced by a unit of each coordinate: shift of the centre of mass [m], turn [rad].
    poses : array, shape (bodies, 7)
        Centres of mass [m] and Euler parameters of the state.
    twists : array, shape (bodies, 6)
        Velocities of the centres of mass [m/s] and angular velocities [rad/s] of the state, in space.
    placed : callable
        From changes of the coordinates (times, coordinates) to poses (times, bodies, 7) in which the joints are closed.
    notes : tuple of str
        What was left out, and what is less exact.
    """

    name: str
    time: float
    coordinates: tuple[str, ...]
    velocities: tuple[str, ...]
    driven: tuple[str, ...]
    units: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    A: Array
    B: Array
    C: Array
    D: Array
    M: Array
    damping: Array
    stiffness: Array
    shapes: Array = field(repr=False)
    poses: Array = field(repr=False)
    twists: Array = field(repr=False)
    placed: Callable[[Array], Array] = field(repr=False)
    plan: Plan = field(repr=False)
    notes: tuple[str, ...] = ()

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the states: coordinates, velocities, and those of drivers that are inputs."""
        return (*self.coordinates, *self.velocities, *self.driven)

    @property
    def state_units(self) -> tuple[str, ...]:
        """Units of the states."""
        moved = self.driven[: len(self.driven) // 2]
        return (*self.units, *(self._unit_of_driver(n, 0) for n in moved), *(self._unit_of_driver(n, 1) for n in moved))

    @property
    def input_units(self) -> tuple[str, ...]:
        """Units of the inputs: of forces, and of the second derivatives of what drivers prescribe."""
        plan = self.plan
        return tuple(
            self._unit_of_driver(name, 2)
            if name in plan.model.drivers
            else read(plan, f"{name}.value" if name in plan.model.forces else name)[0].unit
            for name in self.inputs
        )

    @property
    def output_units(self) -> tuple[str, ...]:
        """Units of the outputs."""
        known = dict(zip(self.coordinates, self.units, strict=False))
        return tuple(known.get(name) or read(self.plan, name)[0].unit for name in self.outputs)

    def _unit_of_driver(self, name: str, order: int) -> str:
        """Return the unit of what a driver prescribes, or of a derivative of it."""
        return unit_of_rate(read(self.plan, self.plan.model.drivers[name].quantity)[0].unit, order)

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of A [1/s], those of free motions, which are zero, first, then the slowest."""
        return spectrum_of(self.A, self.sizes).values

    @cached_property
    def spectrum(self) -> Spectrum:
        """Eigenvalues and vectors of the mechanism itself, without the states of drivers that are inputs."""
        own = len(self.coordinates) + len(self.velocities)
        return spectrum_of(self.A[:own, :own], self.sizes[:own])

    @property
    def sizes(self) -> Array:
        """Units to compare states in: shifts that move the masses as turns do, by the inertias; rates by quickness."""
        lengths = np.array([self._arm if unit.startswith("m") else 1.0 for unit in self.units])
        z, own = len(self.coordinates), len(self.units)
        scaled = np.abs(self.A[:own, :own] * lengths / lengths[:, None])
        quick = max(float(scaled[z:, :z].max(initial=0.0)) ** 0.5, float(scaled[z:, z:].max(initial=0.0)))
        lengths[z:] *= quick if quick > SLOWEST else 1.0
        return np.concatenate([lengths, np.ones(len(self.driven))])

    @property
    def _arm(self) -> float:
        """How far the rates that are turns move the mass that those that are shifts move [m], or the mechanism's size.

        Forces with a potential then couple both alike. The size of a mechanism that flies far, or rolls fast, says
        nothing of this.
        """
        shifts = np.array([unit == "m/s" for unit in self.units[len(self.coordinates) :]], bool)
        inertias = np.diagonal(self.M)
        if shifts.all() or not shifts.any():
            return self.plan.length
        return float(np.sqrt(inertias[~shifts].mean() / inertias[shifts].mean()))

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """One for each pair of eigenvalues and each real one: free motions, then the slowest first."""
        return modes_of(self)

    def frequency_response(
        self,
        frequencies: ArrayLike | None = None,
        *,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
    ) -> FrequencyResponse:
        """Return how the outputs swing when the inputs do.

        Parameters
        ----------
        frequencies : array_like, optional
            [Hz]. Default: from below the slowest mode to above the quickest.
        inputs, outputs : list of str, optional
            Some of those that were named. Default: all.
        """
        return response_of(self, frequencies, inputs, outputs)

    def to_npz(self, path: str | Path) -> None:
        """Write everything to a file of NumPy, which ``numpy.load`` reads: matrices, names, units and the state.

        Arrays A, B, C, D, M, damping, stiffness; states, inputs, outputs, each with its units (``state_units`` ...);
        name, time [s], bodies, poses, twists; parameters, parameter_values, parameter_units; notes.
        """
        if Path(path).suffix != ".npz":
            raise ModelError(f"'{path}': matrices are written to a file of NumPy; give it the ending .npz.")
        plan, measured = self.plan, parameter_dimensions(self.plan)
        constants = plan.resolved.parameters
        words = {name: getattr(self, name) for name in ("states", "inputs", "outputs", "notes")}
        words |= {name: getattr(self, name) for name in ("state_units", "input_units", "output_units")}
        words |= {"bodies": tuple(solid.name for solid in plan.resolved.solids), "parameters": tuple(constants)}
        words["parameter_units"] = tuple(symbol(measured[name]) if name in measured else "" for name in constants)
        numbers = ("A", "B", "C", "D", "M", "damping", "stiffness", "time", "poses", "twists")
        arrays: dict[str, Any] = {name: np.array(texts, str) for name, texts in words.items()}
        arrays |= {name: np.asarray(getattr(self, name)) for name in numbers}
        arrays |= {
            "name": np.array(self.name),
            "parameter_values": np.array([c.value for c in constants.values()], float),
        }
        data = BytesIO()
        np.savez(data, **arrays)
        write_whole(path, data.getvalue())

    def state_space(self) -> Any:
        """Return the same as ``scipy.signal.StateSpace``."""
        from scipy.signal import StateSpace

        return StateSpace(self.A, self.B, self.C, self.D)

    def control(self) -> Any:
        """Return the same as ``control.ss`` of python-control, with the names: ``pin_angle`` for ``pin.angle``."""
        try:
            import control  # type: ignore[import-not-found,unused-ignore]
        except ImportError as error:
            raise ImportError("python-control is not installed: pip install control") from error
        names = {"states": self.states, "inputs": self.inputs, "outputs": self.outputs}
        return control.ss(self.A, self.B, self.C, self.D, **{of: _undotted(own) for of, own in names.items()})

    def report(self, path: str | Path, **options: Any) -> None:
        """Write a page with the modes, the first of which move, to an HTML file; options: title, view."""
        picture("write_modes")(self, path, **options)

    @property
    def stable(self) -> bool:
        """Whether no small motion grows, as far as linear equations say."""
        return bool((self.spectrum.told.real <= 0.0).all())

    def __str__(self) -> str:
        lines = [f"'{self.name}' at t = {self.time:g} s, linearised: {len(self.states)} states."]
        lines += [f"  {n} [{u}]" for n, u in zip(self.states, self.units, strict=False)]
        lines += [f"  {n}, of a driver that is an input" for n in self.driven]
        lines += [str(mode) for mode in self.modes]
        return "\n".join([*lines, *self.notes])

    __repr__ = __str__


def _undotted(names: Sequence[str]) -> list[str]:
    """Return names without dots, which python-control keeps for parts of systems; still no two alike."""
    found: list[str] = []
    for name in (name.replace(".", "_") for name in names):
        others = (name, *(f"{name}_{k}" for k in range(2, len(names) + 1)))
        found.append(next(other for other in others if other not in found))
    return found
