"""Results by name: whose they are, their units and their values. Tables, plots and the command line read them here.

A new result is one entry of `QUANTITIES`. What is measured on positions (``A.angle``, ``coupler.P.x``) needs none:
`Motion.measure` knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..base.marker import GROUND
from ..errors import LinkworkError, ModelError
from .naming import misnamed
from .series import SUFFIXES, split_suffix, unit_after

if TYPE_CHECKING:
    from ..model.description import Description
    from .motion import Motion

Array = NDArray[np.float64]
Part = tuple[str, str, Array]
"""Ending of the name of a component, its unit, and its values over time."""


@dataclass(frozen=True)
class Curve:
    """A number over time: its name, its unit and its values, shape (times,)."""

    name: str
    unit: str
    values: Array

    def in_degrees(self) -> Curve:
        """Return an angle or its rate in degrees; anything else as it is."""
        if not self.unit.startswith("rad"):
            return self
        return Curve(self.name, self.unit.replace("rad", "deg", 1), np.degrees(self.values))


@dataclass(frozen=True)
class Quantity:
    """A result that a part of the machine has.

    Attributes
    ----------
    owner : str
        Whose it is: ``"joint"``, ``"driver"``, ``"force"``, ``"body"``, or ``"machine"`` as a whole.
    name : str
        As it is written after the owner's name: ``force`` in ``B.force``.
    words : str
        What it is.
    parts : callable
        Its components for a motion and an owner.
    endings : callable
        Endings of its components for a model, so that ``B.force_x`` is known before anything is computed.
    forces : bool
        Whether only a motion with forces has it.
    size : bool
        Whether plots show the size of the vector beside its components.
    order : int
        Order of the derivatives of positions that it needs.
    """

    owner: str
    name: str
    words: str
    parts: Callable[[Any, str], list[Part]]
    endings: Callable[[Description], tuple[str, ...]]
    forces: bool = True
    size: bool = False
    order: int = 0

    def written(self, owner: str, ending: str = "") -> str:
        """Return how it, or a component of it, is called: ``B.force``, ``B.force_x``, ``plate.e0``, ``energy.work``."""
        whole = f"{owner}.{self.name}" if owner else self.name
        return f"{owner}{ending}" if owner and ending.startswith(".") else whole + ending

    def curves(self, motion: Motion, owner: str) -> list[Curve]:
        """Return its components over time."""
        return [Curve(self.written(owner, end), unit, values) for end, unit, values in self.parts(motion, owner)]


def _number(model: Description) -> tuple[str, ...]:
    return ("",)


def _axes(model: Description) -> tuple[str, ...]:
    return tuple(f"_{label}" for label in model.space.labels)


def _turning_axes(model: Description) -> tuple[str, ...]:
    return ("",) if model.space.planar else _axes(model)


def _spatial_axes(model: Description) -> tuple[str, ...]:
    return () if model.space.planar else _axes(model)


def _parameters(model: Description) -> tuple[str, ...]:
    return () if model.space.planar else (".e0", ".e1", ".e2", ".e3")


def _vector(unit: str, values: Array, endings: Sequence[str]) -> list[Part]:
    return [(end, unit, v) for end, v in zip(endings, values.reshape(len(values), -1).T, strict=True)]


def _effort(motion: Any, owner: str) -> list[Part]:
    driver = motion.driver(owner)
    return [("", driver.unit, driver.effort)]


def _force_values(motion: Any, owner: str) -> list[Part]:
    force = motion.force(owner)
    if len(force.labels) == 1:
        return [("", force.units[0], force.values[:, 0])]
    ends = [f"_{label.replace(' ', '_')}" for label in force.labels]
    return [(end, unit, v) for end, unit, v in zip(ends, force.units, force.values.T, strict=True)]


def _energies(motion: Any, owner: str) -> list[Part]:
    energy = motion.energy
    return [(f".{what}", "J", getattr(energy, what)) for what in ("kinetic", "potential", "total", "work")]


QUANTITIES = (
    Quantity(
        "body",
        "euler_parameters",
        "Euler parameters, scalar first",
        lambda m, b: _vector("1", m.body(b).euler_parameters, _parameters(m.model)),
        _parameters,
        forces=False,
    ),
    Quantity(
        "body",
        "body_angular_velocity",
        "angular velocity in the axes of the body",
        lambda m, b: _vector("rad/s", m.body(b).body_angular_velocity, _turning_axes(m.model)),
        _spatial_axes,
        forces=False,
        size=True,
        order=1,
    ),
    Quantity(
        "joint",
        "force",
        "force of the first body of the joint on the second, in ground axes",
        lambda m, j: _vector("N", m.joint(j).force, _axes(m.model)),
        _axes,
        size=True,
    ),
    Quantity(
        "joint",
        "torque",
        "torque of the first body of the joint on the second, in ground axes, about the joint's second point",
        lambda m, j: _vector("N*m", m.joint(j).torque, _turning_axes(m.model)),
        _turning_axes,
        size=True,
    ),
    Quantity("driver", "effort", "force or torque of the driver", _effort, _number),
    Quantity("driver", "power", "power of the driver", lambda m, d: [("", "W", m.driver(d).power)], _number),
    Quantity("force", "value", "force or torque of the element", _force_values, _number),
    Quantity("force", "power", "power of the element", lambda m, f: [("", "W", m.force(f).power)], _number),
    Quantity(
        "machine",
        "energy",
        "kinetic and potential energy, their sum, and the work done since the start",
        _energies,
        lambda model: (".kinetic", ".potential", ".total", ".work"),
    ),
    Quantity(
        "machine",
        "shaking_force",
        "force of the mechanism on the ground, in ground axes",
        lambda m, _: _vector("N", m.shaking_force, _axes(m.model)),
        _axes,
        size=True,
    ),
    Quantity(
        "machine",
        "shaking_moment",
        "moment of the mechanism on the ground about its origin",
        lambda m, _: _vector("N*m", m.shaking_moment, _turning_axes(m.model)),
        _turning_axes,
        size=True,
    ),
)
"""Every result that is not a measured quantity."""


def owners_of(model: Description, kind: str) -> tuple[str, ...]:
    """Return the names of all that may have a quantity; of joints those between two bodies."""
    if kind == "joint":
        return tuple(name for name, joint in model.joints.items() if joint.a.body != joint.b.body)
    if kind == "body":
        return tuple(name for name in model.bodies if name != GROUND)
    return {"driver": tuple(model.drivers), "force": tuple(model.forces), "machine": ("",)}[kind]


def find(model: Description, text: str) -> tuple[Quantity, str, str | None] | None:
    """Return which quantity a text means, whose it is, and the ending of the component (None: all of it)."""
    for quantity in QUANTITIES:
        endings = quantity.endings(model)
        for owner in owners_of(model, quantity.owner) if endings else ():
            if text == quantity.written(owner):
                return quantity, owner, None
            for ending in endings:
                if text == quantity.written(owner, ending):
                    return quantity, owner, ending
    return None


def check(model: Description, text: str, has_forces: bool) -> None:
    """Raise ModelError when a text means a result that a motion with or without forces has not, or is misnamed."""
    found = find(model, text)
    if found is not None and found[0].forces and not has_forces:
        raise ModelError(
            f"'{text}' needs the forces of the motion, and this one was moved without them. "
            f"Forces come with simulate or inverse."
        )
    wrong = misnamed(model, text) if found is None else ""
    if wrong:
        raise ModelError(wrong)


def curves(motion: Motion, text: str, orders: int = 0) -> list[Curve]:
    """Return the curves that a text means.

    Parameters
    ----------
    motion : Motion
    text : str
        A measured quantity or a derivative of it (``"A.angle"``, ``"A.angle_velocity"``), or an entry of `QUANTITIES`
        (``"B.force"``, ``"B.force_x"``, ``"shaking_force"``).
    orders : int
        How many further derivatives of a measured quantity are wanted, as far as they were computed.
    """
    from .dynamics import DynamicMotion

    check(motion.model, text, isinstance(motion, DynamicMotion))
    found = find(motion.model, text)
    if found is None:
        return _measured(motion, text, orders)
    quantity, owner, ending = found
    _check_order(motion, text, quantity.order)
    parts = quantity.curves(motion, owner)
    if ending is not None:
        return [c for c in parts if c.name == text]
    if quantity.size and len(parts) > 1:
        size = np.linalg.norm([c.values for c in parts], axis=0)
        parts.append(Curve(f"size of {text}", parts[0].unit, np.asarray(size)))
    return parts


def _measured(motion: Motion, text: str, orders: int) -> list[Curve]:
    base, order = split_suffix(text)
    _check_order(motion, text, order)
    series = motion.measure(base)
    wanted = range(order, min(motion.order, order + orders) + 1)
    return [Curve(base + SUFFIXES[n], unit_after(series.unit, n), series.values[:, n]) for n in wanted]


def _check_order(motion: Motion, text: str, order: int) -> None:
    if order > motion.order:
        raise ModelError(
            f"'{text}' was not computed: the motion has derivatives up to order {motion.order}. "
            f"Move the mechanism again with derivatives={order}."
        )


def entries(motion: Motion, quantity: Quantity) -> list[tuple[str, list[Curve]]]:
    """Return a quantity of all that have it, by owner; an element that takes no part in the motion is left out."""
    found = []
    for owner in owners_of(motion.model, quantity.owner) if quantity.endings(motion.model) else ():
        try:
            found.append((owner, quantity.curves(motion, owner)))
        except LinkworkError:  # a rigid contact or friction, in a motion found without it
            if quantity.owner != "force":
                raise
    return found


def all_curves(motion: Motion, forces: bool) -> list[Curve]:
    """Return every entry of `QUANTITIES` that a motion has, those with forces or those without."""
    wanted = [q for q in QUANTITIES if q.forces is forces and q.order <= motion.order]
    return [c for q in wanted for _, parts in entries(motion, q) for c in parts]
