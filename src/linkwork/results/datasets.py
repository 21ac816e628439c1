"""A motion as a labelled Dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .dynamics import DynamicMotion
from .quantities import QUANTITIES, Curve, Quantity, entries
from .series import SUFFIXES, unit_after
from .tables import SPINS, VECTORS, joint_series, named_points

if TYPE_CHECKING:
    import xarray as xr

    from .motion import BodyMotion, Motion

Array = NDArray[np.float64]
Variables = dict[str, Any]
"""Dimensions, values and attributes by name, as a Dataset takes them."""

DIMENSIONS = {"joint": "joint_name", "driver": "driver", "force": "load", "body": "body"}
"""Dimension of the owners of results."""


def to_xarray(motion: Motion, degrees: bool = False) -> xr.Dataset:
    """Return a motion as a labelled Dataset.

    Parameters
    ----------
    motion : Motion
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

    bodies = [motion.body(name) for name in motion.bodies]
    series = joint_series(motion)
    if degrees:
        series = {name: _in_degrees(*found) for name, found in series.items()}
    units = [unit or "1" for unit, _ in series.values()]
    variables = {**_body_variables(motion, bodies), **_joint_variables(motion, series)}
    coordinates: dict[str, Any] = {
        "time": ("time", motion.time, {"units": "s", "long_name": "time"}),
        "body": ("body", list(motion.bodies), {"units": "1", "long_name": "moving body"}),
        "axis": ("axis", list(motion.model.space.labels), {"units": "1", "long_name": "axis of the ground"}),
        "joint_coordinate": (
            "joint_coordinate",
            list(series),
            {"units": "1", "long_name": "joint coordinate"},
        ),
        "joint_unit": (
            "joint_coordinate",
            units,
            {"units": "1", "long_name": "unit of the joint coordinate"},
        ),
    }
    if not motion.model.space.planar:
        names = ["e0", "e1", "e2", "e3"]
        coordinates["euler_parameter"] = (
            "euler_parameter",
            names,
            {"units": "1", "long_name": "scalar first"},
        )
    for more, its_coordinates in (_point_variables(motion), _result_variables(motion)):
        variables.update(more)
        coordinates.update(its_coordinates)
    if degrees:
        variables = {name: _variable_in_degrees(*found) for name, found in variables.items()}
    about = {"status": motion.status, "violation": motion.violation, "mechanism": motion.name}
    return xr.Dataset(variables, coordinates, about)


def _body_variables(motion: Motion, bodies: list[BodyMotion]) -> dict[str, Any]:
    planar, times = motion.model.space.planar, len(motion)
    axes = len(motion.model.space.labels)
    variables: dict[str, Any] = {}
    for order in range(motion.order + 1):
        what = VECTORS[order]
        values = np.zeros((times, len(bodies), axes))
        for b, body in enumerate(bodies):
            values[:, b] = getattr(body, what)
        about = {"units": unit_after("m", order), "long_name": f"{what} of the body's origin in ground axes"}
        variables[what] = (("time", "body", "axis"), values, about)
        if order > 0:
            spin = np.zeros((times, len(bodies)) if planar else (times, len(bodies), 3))
            for b, body in enumerate(bodies):
                spin[:, b] = getattr(body, SPINS[order])
            dims = ("time", "body") if planar else ("time", "body", "axis")
            words = SPINS[order].replace("_", " ") + ("" if planar else " in ground axes")
            variables[SPINS[order]] = (dims, spin, {"units": unit_after("rad", order), "long_name": words})
    if planar:
        angle = np.zeros((times, len(bodies)))
        for b, body in enumerate(bodies):
            angle[:, b] = body.angle
        words = "angle of the body, continuous over any number of turns"
        variables["angle"] = (("time", "body"), angle, {"units": "rad", "long_name": words})
    else:
        words = "Euler parameters of the body, scalar first"
        dims3 = ("time", "body", "euler_parameter")
        variables["orientation"] = (dims3, motion.poses[:, :, 3:].copy(), {"units": "1", "long_name": words})
    return variables


def _joint_variables(motion: Motion, series: dict[str, tuple[str, Array]]) -> dict[str, Any]:
    units = {unit for unit, _ in series.values()}
    common = units.pop() if len(units) == 1 else None
    variables: dict[str, Any] = {}
    for order in range(motion.order + 1):
        values = np.zeros((len(motion), len(series)))
        for k, (_, numbers) in enumerate(series.values()):
            values[:, k] = numbers[:, order]
        own = unit_after("joint_unit" if common is None else common, order) or "1"
        words = " ".join(["joint coordinate", SUFFIXES[order].lstrip("_")]).strip()
        about = {"units": own, "long_name": words}
        variables[f"joint{SUFFIXES[order]}"] = (("time", "joint_coordinate"), values, about)
    return variables


def _in_degrees(unit: str, values: Array) -> tuple[str, Array]:
    return ("deg", np.degrees(values)) if unit == "rad" else (unit, values)


def _variable_in_degrees(dims: Any, values: Array, about: dict[str, str]) -> tuple[Any, Array, dict[str, str]]:
    if not about["units"].startswith("rad"):
        return dims, values, about
    return dims, np.degrees(values), {**about, "units": about["units"].replace("rad", "deg", 1)}


def _point_variables(motion: Motion) -> tuple[Variables, Variables]:
    """Return the motion of the named points, and their names."""
    names = named_points(motion)
    if not names:
        return {}, {}
    points, variables = [motion.point(name) for name in names], {}
    for order in range(motion.order + 1):
        values = np.stack([getattr(point, VECTORS[order]) for point in points], axis=1)
        about = {"units": unit_after("m", order), "long_name": f"{VECTORS[order]} of the named point in ground axes"}
        variables[f"point_{VECTORS[order]}"] = (("time", "point", "axis"), values, about)
    return variables, {"point": ("point", names, {"units": "1", "long_name": "named point of a moving body"})}


def _result_variables(motion: Motion) -> tuple[Variables, Variables]:
    """Return the entries of `QUANTITIES` as variables, and the coordinates of their owners."""
    variables, coordinates = {}, {}
    for quantity in QUANTITIES:
        known = quantity.order <= motion.order and (isinstance(motion, DynamicMotion) or not quantity.forces)
        found = entries(motion, quantity) if known and quantity.name != "euler_parameters" else []
        if found and quantity.owner == "machine":
            variables.update(_of_the_machine(quantity, found[0][1]))
        elif found:
            more, its_coordinates = _of_owners(quantity, found)
            variables.update(more)
            coordinates.update(its_coordinates)
    return variables, coordinates


def _of_the_machine(quantity: Quantity, parts: list[Curve]) -> Variables:
    if quantity.name == "energy":
        words = {"kinetic": "kinetic energy", "potential": "potential energy", "work": "work done since the start"}
        by_name = {c.name.rpartition(".")[2]: c for c in parts}
        names = {what: what if what == "work" else f"{what}_energy" for what in words}
        return {names[what]: ("time", by_name[what].values, {"units": "J", "long_name": words[what]}) for what in words}
    about = {"units": parts[0].unit, "long_name": quantity.words}
    if len(parts) == 1:
        return {quantity.name: ("time", parts[0].values, about)}
    return {quantity.name: (("time", "axis"), np.stack([c.values for c in parts], axis=1), about)}


def _of_owners(quantity: Quantity, found: list[tuple[str, list[Curve]]]) -> tuple[Variables, Variables]:
    """Return a quantity of several owners as one variable; those of different units have their own beside them."""
    dim = DIMENSIONS[quantity.owner]
    name = quantity.name if quantity.owner == "body" else f"{quantity.owner}_{quantity.name}"
    if quantity.name == "value":  # an element may have several loads
        found = [(c.name.replace(".value", "", 1), [c]) for _, parts in found for c in parts]
    elif quantity.owner == "force":
        dim = "force_name"
    values = np.stack([np.stack([c.values for c in parts], axis=1) for _, parts in found], axis=1)
    units = [parts[0].unit for _, parts in found]
    own = quantity.name in ("effort", "value")
    about = {"units": f"{dim}_unit" if own else units[0], "long_name": quantity.words}
    vector = values.shape[2] > 1
    variables = {
        name: (("time", dim, "axis") if vector else ("time", dim), values if vector else values[:, :, 0], about)
    }
    coordinates: Variables = {}
    if dim != "body":
        coordinates[dim] = (dim, [owner for owner, _ in found], {"units": "1", "long_name": dim.replace("_", " ")})
    if own:
        coordinates[f"{dim}_unit"] = (dim, units, {"units": "1", "long_name": f"unit of the {dim}"})
    return variables, coordinates
