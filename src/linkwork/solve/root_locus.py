"""Eigenvalues over a parameter: the equations are linearised again for every value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..coordinates.plan import Plan
from ..errors import ModelError, instant
from ..model.description import Description
from ..results.linear import Linearisation
from ..results.root_locus import RootLocus, followed
from .equilibrium import equilibrium
from .linearise import linearise
from .members import Members, parameter_values


def root_locus(
    plan: Plan,
    parameter: str,
    values: ArrayLike,
    *,
    at: str | Callable[[Description], Any] = "start",
    t: float = 0.0,
    coordinates: Sequence[str] | None = None,
) -> RootLocus:
    """Follow the eigenvalues over a parameter.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    parameter : str
        Name of a design parameter (``m.parameter("v", 5)``): a stiffness, a load, a length, a speed of the start.
    values : array_like
        Of the parameter, in SI units, rising or falling.
    at : {"start", "equilibrium"} or callable
        The state: where the hints put the mechanism, with their velocities; the position of equilibrium nearest to that
        of the value before, stable or not; or what a function of the mechanism with this value returns, as ``at`` of
        `linearise`.
    t : float
        [s]
    coordinates : list of str, optional
        As in `linearise`.

    Returns
    -------
    RootLocus

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> L = m.parameter("L", 1.0)
    >>> rod = m.body("rod", lw.rod(length=L, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> _ = m.place(rod, angle=-90 * lw.deg)
    >>> locus = m.root_locus("L", [0.5, 1.0, 2.0])
    >>> locus.frequencies[:, 0].round(6).tolist()
    [0.863406, 0.610521, 0.431703]
    """
    if isinstance(at, str) and at not in ("start", "equilibrium"):
        raise ModelError(f"at is 'start', 'equilibrium' or a function of the mechanism, not {at!r}.")
    wanted = parameter_values(plan, parameter, values)
    if wanted.ndim != 1 or not wanted.size or not (np.all(np.diff(wanted) > 0) or np.all(np.diff(wanted) < 0)):
        raise ModelError(f"values of '{parameter}' are numbers that rise or fall, such as np.linspace(0, 10, 41).")
    maker = _Maker(plan, parameter, at, instant(t), coordinates)
    linear = tuple(maker.linear(float(value)) for value in wanted)
    places = followed(linear)
    told = np.array([one.spectrum.told[row] for one, row in zip(linear, places, strict=True)])
    return RootLocus(plan.name, parameter, wanted, told, places, linear, maker.linear)


class _Maker:
    """Linear equations for values of a parameter, all in the coordinates of the first."""

    def __init__(self, plan: Plan, parameter: str, at: Any, t: float, coordinates: Sequence[str] | None) -> None:
        self.parameter, self.at, self.t, self.coordinates = parameter, at, t, coordinates
        self.members = Members(plan, {parameter: [0.0]}, 1)
        self.near: dict[float, Any] = {}
        self.states = 0

    def linear(self, value: float) -> Linearisation:
        """Return the linear equations for a value."""
        plan = self.members.with_values({self.parameter: value})
        state = self._state(plan, value)
        try:
            made = linearise(plan, state, self.t, coordinates=self.coordinates, inputs=(), outputs=())
        except ModelError as error:
            if not self.states:
                raise
            raise ModelError(f"{self._other(plan, value)} {error}") from error
        if self.states and len(made.states) != self.states:
            raise ModelError(self._other(plan, value))
        self.states = len(made.states)
        named = not any(".turn_" in name for name in made.coordinates)  # turns are from a pose of their own
        self.coordinates = self.coordinates or (made.coordinates if named else None)
        return made

    def _other(self, plan: Plan, value: float) -> str:
        """Return that the mechanism has other freedoms at a value."""
        return (
            f"'{plan.name}' moves in other coordinates at {self.parameter} = {value:.6g} than at the first value, as "
            f"where a contact closes or opens. Follow the locus on either side of that by itself."
        )

    def _state(self, plan: Plan, value: float) -> Any:
        if callable(self.at):
            return self.at(plan.model)
        if self.at == "start":
            return None
        begin = self.near[min(self.near, key=lambda known: abs(known - value))] if self.near else None
        found = equilibrium(plan, begin, self.t, search="nearest").start
        self.near[value] = found
        return found
