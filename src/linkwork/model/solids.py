"""Bodies in numbers: mass, centre of mass and inertia, from what was given or from a shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base import shapes
from ..base.marker import Value
from ..base.parts import Body
from ..errors import nearest
from ..expressions import units

if TYPE_CHECKING:
    from .resolve import Reader


@dataclass(frozen=True)
class Solid:
    """A body in numbers. Mass and inertia are NaN when they were not given."""

    name: str
    mass: float
    com: Array
    inertia: Array


def read_solid(reader: Reader, body: Body) -> Solid:
    """Return a body in numbers."""
    where = f"body '{body.name}'"
    mass, com, inertia = float("nan"), np.zeros(3), np.full((3, 3), np.nan)
    if body.shape is not None:
        mass, com, inertia = _shape(reader, body.shape, where)
    if body.mass is not None:
        given = reader.value(body.mass, units.MASS, f"mass of {where}")
        inertia = inertia * (given / mass) if np.isfinite(mass) and mass > 0 else inertia
        mass = given
    if body.com is not None:
        com = reader.point(body.com, f"centre of mass of {where}")
    if body.inertia is not None:
        inertia = _inertia(reader, body.inertia, f"inertia of {where}")
    if mass == 0 and not np.isfinite(inertia).all():
        inertia = np.zeros((3, 3))  # a body without mass has no inertia either
    if mass < 0:
        reader.fault(where, f"its mass is {mass:g} kg.", "A mass is positive, or zero for a massless link.")
    return Solid(body.name, mass, com, inertia)


def _shape(reader: Reader, shape: shapes.Shape, where: str) -> tuple[float, Array, Array]:
    where = f"{shape.kind} of {where}"
    wanted = shapes.DIMENSIONS.get(shape.kind)
    nothing = float("nan"), np.zeros(3), np.full((3, 3), np.nan)
    if wanted is None:
        reader.fault(where, f"there is no shape '{shape.kind}'.", nearest(shape.kind, list(shapes.DIMENSIONS)))
        return nothing
    given = {n: reader.value(v, units.LENGTH, f"{n} of {where}") for n, v in shape.dimensions}
    missing = [name for name in wanted if name not in given]
    for name in [n for n in given if n not in wanted]:
        reader.fault(where, f"it has no dimension '{name}'.", nearest(name, wanted))
    if missing:
        reader.fault(where, f"{', '.join(missing)} not given.")
        return nothing
    for name, value in given.items():
        if value < 0:
            reader.fault(where, f"{name} is {value:g} m; a dimension is not negative.")
    mass = _shape_mass(reader, shape, given, where)
    moments = mass * shapes.unit_inertia(shape.kind, given)
    # a shape lies in the axes of the plane: first axis, second axis, normal
    axes = np.column_stack([reader.space.first, reader.space.second, reader.space.normal])
    return mass, axes @ np.array(shapes.centre(shape.kind, given)), axes @ np.diag(moments) @ axes.T


def _shape_mass(reader: Reader, shape: shapes.Shape, given: Mapping[str, float], where: str) -> float:
    if shape.mass is not None:
        return reader.value(shape.mass, units.MASS, f"mass of {where}")
    if shape.density is None:
        return float("nan")
    if isinstance(shape.density, str) and shape.density in shapes.DENSITIES:
        density = shapes.DENSITIES[shape.density]
    else:
        density = _density(reader, shape.density, f"density of {where}")
    size = shapes.volume(shape.kind, given)
    if size <= 0:
        reader.fault(where, "it has no volume, so a density gives no mass.", "Give its mass.")
    return density * size


def _density(reader: Reader, given: Value, where: str) -> float:
    if isinstance(given, str) and given.isidentifier() and given not in reader.parameters:
        legal = [*shapes.DENSITIES, *reader.parameters]
        reader.fault(where, f"there is no material or parameter '{given}'.", nearest(given, legal))
        return float("nan")
    density = reader.value(given, units.Dimension(length=-3, mass=1), where)
    if density < 0:
        reader.fault(where, f"it is {density:g} kg/m^3; a density is not negative.")
    return density


def _inertia(reader: Reader, given: object, where: str) -> Array:
    unit = units.INERTIA
    if isinstance(given, str | Real):
        value = reader.value(given, unit, where)  # type: ignore[arg-type]
        if value < 0:
            reader.fault(where, f"it is {value:g} kg m^2; a moment of inertia is not negative.")
        return value * np.eye(3)
    rows = list(given)  # type: ignore[call-overload]
    if len(rows) == 3 and not isinstance(rows[0], tuple | list):
        tensor = np.diag(reader.values(rows, unit, where))
    elif len(rows) == 3 and all(isinstance(r, tuple | list) and len(r) == 3 for r in rows):
        tensor = np.array([reader.values(r, unit, where) for r in rows])
    else:
        reader.fault(where, "give one number, three principal moments, or a 3 x 3 tensor.")
        return np.full((3, 3), np.nan)
    _check_tensor(reader.fault, tensor, where)
    return np.asarray(reader.space.basis @ tensor @ reader.space.basis.T)


def _check_tensor(fault: Callable[..., None], tensor: Array, where: str) -> None:
    """Note a tensor that no body can have: not symmetric, negative, or against I1 + I2 >= I3."""
    if not np.isfinite(tensor).all():
        return
    if np.abs(tensor - tensor.T).max() > 1e-9 * max(1e-300, np.abs(tensor).max()):
        fault(where, "the tensor is not symmetric.", "Check the signs of the products of inertia.")
        return
    scale = max(1e-300, np.abs(tensor).max())
    low, middle, high = np.linalg.eigvalsh(tensor / scale) * scale
    if low < -1e-9 * abs(high):
        fault(where, f"a principal moment is {low:g} kg m^2; moments of inertia are not negative.")
    elif low + middle < high * (1 - 1e-9):
        fault(
            where,
            f"the principal moments ({low:g}, {middle:g}, {high:g}) kg m^2 belong to no body: "
            f"the largest exceeds the sum of the others.",
        )
