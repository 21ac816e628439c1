"""A motion as a labelled Dataset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .quantities import Quantity
from .reading import curves_of
from .series import Curve, unit_after
from .tables import EVERYTHING, all_entries

if TYPE_CHECKING:
    import xarray as xr

    from .motion import Motion

Variables = dict[str, Any]
"""Dimensions, values and attributes by name, as a Dataset takes them."""
Entries = list[tuple[str, tuple[str, ...], list[Curve]]]
"""A quantity of all its owners: each with the names of the components, and these over time."""

DIMENSIONS = {"joint": "joint_name", "driver": "driver", "force": "force_name", "body": "body", "point": "point"}
"""Dimension of the owners of quantities."""

WORDS = {
    "body": "moving body",
    "point": "named point of a moving body",
    "axis": "axis of the ground",
    "euler_parameter": "scalar first",
}
"""What the entries of a dimension are, where its name does not say it."""


def to_xarray(motion: Motion, quantities: Sequence[str] = (), degrees: bool = False) -> xr.Dataset:
    """Return a motion as a labelled Dataset.

    Parameters
    ----------
    motion : Motion
    quantities : sequence of str
        What is wanted, by name or as an expression, each a variable of its own; ``"*"`` is everything, the default.
    degrees : bool
        Whether angles and their rates are in degrees.

    Returns
    -------
    xarray.Dataset
        Dimensions ``time``, ``body``, ``axis`` and ``joint_coordinate`` (in space also
        ``euler_parameter``). Every variable has the attributes ``units`` and ``long_name``; joint
        coordinates, which mix metres and radians, have their own units in ``joint_unit``. Derivatives
        that were not computed are left out. Named points have ``point_position`` ... with the dimension ``point``. In
        space ``body_angular_velocity`` is in the axes of the body. A motion with forces adds ``joint_force``,
        ``joint_torque``, ``driver_effort``, ``driver_power``, ``force_value``, ``force_power``, energies,
        ``shaking_force`` and ``shaking_moment``, with the dimensions ``joint_name``, ``driver`` and ``load``.
    """
    import xarray as xr

    variables: Variables = {}
    coordinates: Variables = {"time": ("time", motion.time, {"units": "s", "long_name": "time"})}
    if not quantities or EVERYTHING in quantities:
        coordinates |= {**_labels("body", motion.bodies), **_labels("axis", motion.model.space.labels)}
        for quantity, found in _by_quantity(motion, degrees).items():
            more, its_coordinates = _variables(quantity, found)
            variables |= more
            coordinates |= its_coordinates
    for curve in (c for text in quantities if text != EVERYTHING for c in curves_of(motion, text)):
        shown = curve.in_degrees() if degrees else curve
        variables[curve.name] = ("time", shown.values, {"units": shown.unit, "long_name": shown.name})
    about = {"status": motion.status, "violation": motion.violation, "mechanism": motion.name}
    return xr.Dataset(variables, coordinates, about)


def _by_quantity(motion: Motion, degrees: bool) -> dict[Quantity, Entries]:
    found: dict[Quantity, Entries] = {}
    for quantity, owner, curves in all_entries(motion):
        shown = [curve.in_degrees() for curve in curves] if degrees else curves
        found.setdefault(quantity, []).append((owner, quantity.components(motion.plan, owner), shown))
    return found


def _labels(dimension: str, names: Sequence[str]) -> Variables:
    about = {"units": "1", "long_name": WORDS.get(dimension, dimension.replace("_", " "))}
    return {dimension: (dimension, list(names), about)}


def _variables(quantity: Quantity, found: Entries) -> tuple[Variables, Variables]:
    """Return a quantity as variables, and the names along their dimensions."""
    _, parts, first = found[0]
    if quantity.LISTED or any(others != parts for _, others, _ in found):
        return _listed(quantity, quantity.LISTED or f"{quantity.variable}_component", found)
    if quantity.owner == "machine" and len(parts) > 1 and not quantity.VECTOR:
        return dict(_alone(quantity.part(part), curve) for part, curve in zip(parts, first, strict=True)), {}
    return _stacked(quantity, found)


def _stacked(quantity: Quantity, found: Entries) -> tuple[Variables, Variables]:
    """Return a quantity as one variable over time, its owners and their components; one of either is no dimension."""
    _, parts, first = found[0]
    values = np.stack([np.stack([c.values for c in curves], axis=1) for *_, curves in found], axis=1)
    coordinates: Variables = {}
    if quantity.owner == "machine":
        values = values[:, 0]
    else:
        coordinates = _labels(DIMENSIONS[quantity.owner], [owner for owner, *_ in found])
    dims = ["time", *coordinates]
    if len(parts) == 1:
        values = values[..., 0]
    else:
        dims.append("axis" if quantity.VECTOR else quantity.name.removesuffix("s"))
        coordinates |= {} if quantity.VECTOR else _labels(dims[-1], parts)
    about = {"units": first[0].unit, "long_name": quantity.words}
    return {quantity.variable: (tuple(dims), values, about)}, coordinates


def _alone(name: str, curve: Curve) -> tuple[str, Any]:
    """Return a component as a variable of its own."""
    return name, ("time", curve.values, {"units": curve.unit, "long_name": name.replace("_", " ")})


def _listed(quantity: Quantity, dimension: str, found: Entries) -> tuple[Variables, Variables]:
    """Return components of all owners in one list, with their units beside them."""
    curves = [curve for *_, own in found for curve in own]
    names = [quantity.listed(owner, part) for owner, parts, _ in found for part in parts]
    beside, units = f"{dimension.removesuffix('_coordinate')}_unit", [curve.unit or "1" for curve in curves]
    unit = units[0] if len(set(units)) == 1 else unit_after(beside, quantity.ORDER)
    about = {"units": unit, "long_name": quantity.words}
    variables = {quantity.variable: (("time", dimension), np.stack([c.values for c in curves], axis=1), about)}
    if quantity.ORDER:  # named as what they are derivatives of
        return variables, {}
    words = {"units": "1", "long_name": f"unit of the {dimension.replace('_', ' ')}"}
    return variables, {**_labels(dimension, names), beside: (dimension, units, words)}
